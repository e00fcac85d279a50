//! Standard output carries the result alone; exit codes; what is said on standard error.

use std::process::{Command, Stdio};

#[cfg(unix)]
use crate::common::EndedRun;
#[cfg(unix)]
use crate::common::unfinished::Run;
use crate::common::{Row, VOCABULARY, count, rows, run, sim, stderr, stdout, table};

const SMALL: [&str; 9] =
    ["tournament", "--games", "20", "--seed", "5", "--agent", "random", "--agent", "nearest"];

fn small(more: &[&str]) -> Vec<&'static str> {
    let more: Vec<&'static str> = more.iter().map(|arg| &*String::leak((*arg).to_owned())).collect();
    [SMALL.to_vec(), more].concat()
}

#[test]
fn a_pipe_gets_the_standings_as_csv_and_nothing_else() {
    let output = run(&small(&[]));
    let text = String::from_utf8(output.stdout.clone()).expect("UTF-8");
    assert_eq!(rows(&text).len(), 2);
    assert!(text.starts_with("agent,games,wins,losses,shared,score,"));
    assert!(text.lines().count() == 3 && text.ends_with('\n'));
    let header = stderr(&output);
    for part in ["20 games", "1 pairing of 2 agents", "10 pairs", "seed 5", "±"] {
        assert!(header.contains(part), "the header says `{part}`: {header}");
    }
}

#[test]
fn json_is_one_document() {
    let document: serde_json::Value =
        serde_json::from_str(&stdout(&small(&["--format", "json"]))).expect("JSON");
    assert_eq!((&document["seed"], &document["games"]), (&5.into(), &20.into()));
    assert_eq!(document["standings"].as_array().map(Vec::len), Some(2));
    assert_eq!(document["pairings"][0]["pairs"], 10);
    assert!(document["pairings"][0]["a_score"].is_number());
}

#[test]
fn a_table_fits_eighty_columns() {
    let text = stdout(&[
        "tournament",
        "--games",
        "40",
        "--seed",
        "5",
        "--format",
        "table",
        "--agent",
        "a-label-that-is-much-too-long-for-a-table=margin",
        "--agent",
        "random",
        "--agent",
        "human",
    ]);
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    assert!(text.contains("a-label…-table"), "{text}");
}

#[test]
fn a_reader_who_has_seen_enough_is_no_error() {
    for args in [small(&[]), small(&["--format", "json"]), vec!["man"], vec!["completions", "bash"]] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_sim-cli"));
        child.args(&args).env(VOCABULARY.0, VOCABULARY.1).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = child.spawn().expect("the program starts");
        drop(child.stdout.take());
        let output = child.wait_with_output().expect("it ends");
        assert_eq!(output.status.code(), Some(0), "{args:?}: {}", stderr(&output));
        assert!(!stderr(&output).contains("error"), "{}", stderr(&output));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_a_runtime_error() {
    for args in [&["agents", "list"][..], &["--help"], &["help", "tournament"], &["--version"]] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("a full device");
        let mut program = Command::new(env!("CARGO_BIN_EXE_sim-cli"));
        let output = program.args(args).stdout(full).output().expect("the program starts");
        assert_eq!(output.status.code(), Some(1), "{args:?}");
        assert!(stderr(&output).starts_with("error: standard output: "), "{args:?}: {}", stderr(&output));
    }
}

#[test]
fn a_seed_is_drawn_told_and_good_for_the_same_games() {
    let args = ["tournament", "--games", "20", "--agent", "random", "--agent", "nearest", "--format", "json"];
    let output = run(&args);
    let document: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let seed = document["seed"].to_string();
    assert!(stderr(&output).contains(&format!("seed {seed}")), "{}", stderr(&output));
    let again = stdout(&[&args[..], &["--seed", &seed]].concat());
    assert_eq!(again.into_bytes(), output.stdout);
    assert_ne!(run(&args).stdout, output.stdout, "another seed the next time");
}

#[test]
fn games_are_rounded_up_to_whole_pairs_and_the_header_says_so() {
    let args = [
        "tournament",
        "--games",
        "7",
        "--seed",
        "1",
        "--agent",
        "random",
        "--agent",
        "b=random",
        "--agent",
        "c=random",
    ];
    let output = run(&args);
    assert!(stderr(&output).contains("12 games") && stderr(&output).contains("7 were asked for; rounded up"));
    let games: u64 =
        rows(&String::from_utf8(output.stdout).expect("UTF-8")).iter().map(|row| count(row, "games")).sum();
    assert_eq!(games, 24, "each game counts for two");
    let exact = stderr(&run(&small(&[])));
    assert!(!exact.contains("rounded"), "{exact}");
}

#[test]
fn progress_can_be_silenced_and_colour_forced() {
    let quiet = stderr(&run(&small(&["--progress", "none"])));
    assert!(!quiet.contains("a second"), "{quiet}");
    let plain = stdout(&small(&["--format", "table"]));
    assert!(!plain.contains('\u{1b}'));
    let painted = stdout(&small(&["--format", "table", "--color", "always"]));
    assert!(painted.contains('\u{1b}'));
    let refused = sim().args(small(&["--format", "table"])).env("NO_COLOR", "1").output().expect("it runs");
    assert_eq!(refused.stdout, plain.into_bytes());
}

#[test]
fn help_and_version_are_results() {
    for args in
        [&["--help"][..], &["-h"], &["--version"], &["tournament", "--help"], &["help", "space", "near"]]
    {
        assert!(!stdout(args).is_empty());
    }
    let version = stdout(&["--version"]);
    let build = version.trim_end().strip_suffix(')').and_then(|version| version.split_once(" ("));
    let (number, build) = build.unwrap_or_else(|| panic!("{version}"));
    assert!(number.starts_with("sim-cli 0."), "{version}");
    let commit = build.strip_suffix("-dirty").unwrap_or(build).trim_start_matches("sources ");
    assert!(commit.len() == 12 && commit.chars().all(|c| c.is_ascii_hexdigit()), "{version}");
    assert!(stdout(&["--help"]).contains("sim-cli tournament --games 100000"));
    assert_eq!(run(&[]).status.code(), Some(2));
}

#[test]
fn held_back_ratings_are_told_once() {
    let warnings = stderr(&run(&small(&[])));
    assert_eq!(warnings.matches("warning:").count(), 1, "{warnings}");
    assert!(warnings.contains("random") && warnings.contains("nearest"), "{warnings}");
}

/// Interrupts an endless run without a directory so often, and returns how it has ended. It plays as soon as it has said `ready`.
#[cfg(unix)]
fn interrupted(command: &[&str], ready: &str, signals: usize, pause: u64) -> EndedRun {
    use std::io::{BufRead as _, BufReader, Read as _};
    let mut program = Command::new(env!("CARGO_BIN_EXE_sim-cli"));
    program.args(command).args(["--games", "100000000000"]).env(VOCABULARY.0, VOCABULARY.1);
    let mut child = program.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
    let mut reader = BufReader::new(child.stderr.take().expect("standard error"));
    let mut text = String::new();
    while !text.contains(ready) {
        assert!(reader.read_line(&mut text).expect("UTF-8") > 0, "it ends before it has begun: {text}");
    }
    std::thread::sleep(std::time::Duration::from_millis(pause));
    assert!(child.try_wait().expect("a child").is_none(), "it is still playing");
    for _ in 0..signals {
        Command::new("kill").args(["-INT", &child.id().to_string()]).output().expect("kill");
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    reader.read_to_string(&mut text).expect("UTF-8");
    let output = child.wait_with_output().expect("it ends");
    EndedRun { message: text, ..EndedRun::of(output) }
}

/// A number as it is said.
#[cfg(unix)]
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let groups: Vec<&[u8]> = digits.as_bytes().rchunks(3).rev().collect();
    groups.iter().map(|group| String::from_utf8_lossy(group)).collect::<Vec<_>>().join(",")
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_without_a_directory_prints_the_standings_so_far() {
    let pauses = (0..8).map(|n| 300 << n);
    let command = ["tournament", "--agent", "random", "--agent", "b=random"];
    let mut runs = pauses.map(|pause| interrupted(&command, "to expect", 1, pause));
    let played = runs.find(|ended| !ended.message.contains("there is nothing to print"));
    let EndedRun { code, printed, message } = played.expect("a game is played sooner or later");
    assert_eq!(code, Some(130));
    let last = message.lines().last().expect("a line");
    assert!(last.starts_with("interrupted after ") && last.ends_with("so far, incomplete"), "{message}");
    let games = count(&rows(&printed)[0], "games");
    assert!(
        games > 0 && last.contains(&format!("after {} of 100,000,000,000 games", grouped(games))),
        "{message}"
    );
}

/// Interrupts a run of any command until something was played before, and tells what was printed of how many games.
#[cfg(unix)]
fn so_far(command: &[&str]) -> (Vec<Row>, String) {
    let command = [command, &["--format", "csv", "--seed", "1", "--agent", "random"]].concat();
    let mut runs = (0..8).map(|n| interrupted(&command, "seed 1", 1, 300 << n));
    let played = runs.find(|ended| !ended.message.contains("there is nothing to print"));
    let EndedRun { code, printed, message } = played.expect("a game is played sooner or later");
    assert_eq!(code, Some(130), "{message}");
    let last = message.lines().last().expect("a line");
    let (games, rest) = last
        .strip_prefix("interrupted after ")
        .and_then(|rest| rest.split_once(" of "))
        .unwrap_or_else(|| panic!("{message}"));
    assert!(rest.ends_with("games; what is printed is of those, incomplete"), "{message}");
    (rows(&printed), games.replace(',', ""))
}

#[cfg(unix)]
#[test]
fn an_interrupted_report_of_balance_is_of_the_games_so_far() {
    let (ladder, games) = so_far(&["balance"]);
    let counted: u64 = ladder.iter().filter(|row| row["by"] == "all").map(|row| count(row, "games")).sum();
    assert_eq!(counted.to_string(), games, "{ladder:?}");
    let (sweep, games) = so_far(&["balance", "--sweep", "round_limit=7,8"]);
    assert!(sweep.iter().all(|row| row["games"] == games), "{sweep:?}");
}

#[cfg(unix)]
#[test]
fn an_interrupted_comparison_of_rules_is_of_the_games_so_far() {
    let (measures, games) = so_far(&["rules", "compare", "official", "long"]);
    assert!(measures.len() > 3 && measures.iter().all(|row| row["games"] == games), "{measures:?}");
}

#[cfg(unix)]
#[test]
fn an_interrupted_league_is_of_the_games_so_far() {
    let (agents, games) = so_far(&["agents", "league", "--agent", "b=random"]);
    assert_eq!(agents.len(), 2, "{agents:?}");
    assert!(games.parse::<u64>().is_ok_and(|games| games > 0 && games % 2 == 0));
}

/// Arguments of experiments that write no directory and would play for hours, what they say once they play, and the first column of what they print.
#[cfg(unix)]
const ENDLESS: [(&[&str], &str, &str); 4] = [
    (&["agents", "people", "--games", "100000000"], "seed ", "preset,"),
    (&["agents", "exploit", "margin", "--games", "100000000"], "seed ", "stage,"),
    (&["calibrate", "--runs", "1000000", "--sprt", "elo0=0,elo1=100"], "copies: 50 of", "case,"),
    (&["calibrate", "--coverage", "--runs", "300"], "score: ", "interval,case,"),
];

#[cfg(unix)]
#[test]
fn an_interrupted_experiment_without_a_directory_prints_what_there_is() {
    for (args, beginning, head) in ENDLESS {
        let mut run = Run::start(args);
        run.says(beginning);
        let output = run.signal("INT").end();
        assert_eq!(output.status.code(), Some(130), "{args:?}");
        let printed = String::from_utf8(output.stdout).expect("UTF-8");
        assert!(printed.starts_with(head), "{args:?}: {printed}");
    }
}

/// A bot that never answers its first question, so that the games in flight do not end.
#[cfg(unix)]
const MUTE: &str = r#"
read -r hello
echo '{"hello": {"protocol": 1, "name": "mute", "version": "1", "roles": ["encrypt", "decode", "intercept", "keywords"], "deterministic": true}}'
read -r setup
echo '{"ready": true}'
exec sleep 20
"#;

#[cfg(unix)]
#[test]
fn a_run_interrupted_twice_ends_at_once() {
    let dir = tempfile::tempdir().expect("a directory");
    let bot = format!("mute=sh {}", crate::common::file(&dir, "mute.sh", MUTE));
    let command = ["tournament", "--bot", &bot, "--agent", "mute", "--agent", "random"];
    let EndedRun { code, printed, message } = interrupted(&command, "to expect", 2, 300);
    assert_eq!((code, printed.as_str()), (Some(130), ""), "{message}");
    assert!(message.ends_with("nothing was written\n"), "{message}");
}

#[test]
fn flags_that_would_do_nothing_are_refused() {
    let useless: [&[&str]; 6] = [
        &["--log", "halves"],
        &["--log-format", "parquet"],
        &["--running", "5"],
        &["--checkpoint", "5"],
        &["--force"],
        &["--force", "--log", "games"],
    ];
    for flags in useless {
        crate::common::refused(&small(flags), 2, &[flags[0].split_at(5).0]);
    }
    stdout(&small(&["--log", "none", "--log-format", "csv"]));
    crate::common::refused(&["balance", "--games", "4", "--force"], 2, &["--force", "--out"]);
    let out = tempfile::tempdir().expect("a directory");
    let config = crate::common::file(&out, "c.toml", "games = 4\nlog = \"games\"\n");
    crate::common::refused(
        &["tournament", "--config", &config],
        2,
        &["c.toml: line 2", "--log games", "--out"],
    );
}

#[cfg(unix)]
#[test]
fn a_variable_that_is_no_text_is_named() {
    use std::os::unix::ffi::OsStrExt as _;
    let mut call = sim();
    call.env("SIM_CLI_SEED", std::ffi::OsStr::from_bytes(b"\xff7")).args(["tournament", "--games", "4"]);
    let output = call.output().expect("it runs");
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("SIM_CLI_SEED: not UTF-8"), "{}", stderr(&output));
}

#[test]
fn a_result_is_replaced_only_by_force() {
    let dir = crate::common::tournament(&[
        "--agent", "random", "--agent", "nearest", "--games", "4", "--seed", "1", "--log", "games",
    ]);
    let out = dir.path().to_str().expect("UTF-8");
    let before = std::fs::read(dir.path().join("standings.csv")).expect("a file");
    crate::common::refused(&small(&["--out", out]), 2, &[out, "--force"]);
    assert_eq!(std::fs::read(dir.path().join("standings.csv")).expect("a file"), before);
    stdout(&small(&["--out", out, "--force"]));
    assert_eq!(count(&table(dir.path(), "standings.csv")[0], "games"), 20);
    assert!(!dir.path().join("games.csv").exists(), "what the new result does not have is gone");
    let entries: Vec<_> = std::fs::read_dir(dir.path()).expect("a directory").collect();
    assert_eq!(entries.len(), 8, "no temporary file is left: {entries:?}");
}
