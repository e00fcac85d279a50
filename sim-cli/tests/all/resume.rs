//! Runs that end before their time and go on: nothing is lost, and the files are those of a run that never ended.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::common::unfinished::{CHECKPOINT, Run, checkpointed, random};
use crate::common::{
    VOCABULARY, files, of_another_build, refused, reseal_lines, same_files, stderr, stdout, tournament,
};

const TWO: [&str; 8] = ["--agent", "random", "--agent", "nearest", "--seed", "9", "--log", "halves"];

const SPRT: [&str; 10] = [
    "--agent",
    "margin",
    "--agent",
    "margin:top=32",
    "--seed",
    "5",
    "--log",
    "halves",
    "--sprt",
    "elo0=0,elo1=25",
];

fn text(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}

/// Plays `args`, killed `kills` times on the way to `deals` at random, each time with another number of threads.
fn killed(args: &[&str], checkpoint: &str, deals: u64, kills: u64) -> tempfile::TempDir {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let out = text(dir.path());
    let first = [&["tournament", "--out", out, "--checkpoint", checkpoint, "--threads", "3"], args].concat();
    let mut begin = first;
    for kill in 0..kills {
        let share = deals / kills;
        let deal = share * kill + 1 + random(share / 2);
        Run::start(&begin).reaches(dir.path(), deal).kill();
        assert!(checkpointed(dir.path()).is_some_and(|next| next >= deal), "kill {kill}");
        let threads: &str = ["1", "2", "4", "3"][kill as usize % 4];
        begin = vec!["tournament", "--resume", out, "--threads", threads];
    }
    let threads = ["tournament", "--resume", out, "--progress", "none", "--threads", "2"];
    stdout(&threads);
    dir
}

#[test]
fn a_run_killed_five_times_and_taken_up_is_the_run_that_never_ended() {
    let args = [&TWO[..], &["--games", "6000", "--running", "70"]].concat();
    same_files(killed(&args, "0", 2400, 5).path(), tournament(&args).path());
}

#[test]
#[ignore = "slow: 100,000 games"]
fn a_long_run_killed_five_times_is_the_run_that_never_ended() {
    let args = [&TWO[..], &["--games", "100000", "--running", "1000"]].concat();
    same_files(killed(&args, "1", 45_000, 5).path(), tournament(&args).path());
}

#[test]
fn a_sequential_test_killed_and_taken_up_decides_at_the_same_pair() {
    let whole = tournament(&SPRT);
    let pairs = crate::common::count(&crate::common::table(whole.path(), "pairings.csv")[0], "pairs");
    same_files(killed(&SPRT, "0", pairs * 2 / 3, 3).path(), whole.path());
}

#[test]
fn faults_are_remembered() {
    for policy in ["forfeit", "void"] {
        let args = [
            "--agent",
            "random",
            "--agent",
            "faulty:panic=0.01/uniform",
            "--seed",
            "4",
            "--log",
            "games",
            "--games",
        ];
        let args =
            [&args[..], &["1600", "--on-fault", policy, "--max-fault-rate", "1", "--running", "50"]].concat();
        same_files(killed(&args, "0", 600, 2).path(), tournament(&args).path());
    }
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_prints_the_command_that_goes_on() {
    for signal in ["INT", "TERM"] {
        let dir = tempfile::tempdir().expect("a temporary directory");
        let out = dir.path().join("it's a result");
        let args =
            [&["tournament", "--out", text(&out), "--checkpoint", "0", "--games", "4000"], &TWO[..]].concat();
        let output = Run::start(&args).reaches(&out, 300).signal(signal).end();
        let message = stderr(&output);
        assert_eq!(output.status.code(), Some(130), "{message}");
        let last = message.lines().last().expect("a line");
        assert!(last.starts_with("interrupted after "), "{message}");
        let (_, command) = last.split_once("resume with ").expect("a command");
        let resumed = Command::new("sh")
            .args(["-c", command])
            .env(VOCABULARY.0, VOCABULARY.1)
            .output()
            .expect("a shell");
        assert_eq!(resumed.status.code(), Some(0), "{}", stderr(&resumed));
        same_files(&out, tournament(&[&["--games", "4000"], &TWO[..]].concat()).path());
    }
}

#[cfg(unix)]
#[test]
fn a_second_interrupt_ends_the_run_with_what_the_checkpoint_holds() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let slow = ["--agent", "pragmatic:sigma=0.3", "--agent", "margin:sigma=0.3", "--games", "1000000"];
    let args = [&["tournament", "--out", text(dir.path()), "--checkpoint", "0"], &slow[..]].concat();
    let output = Run::start(&args).reaches(dir.path(), 1).signal("INT").signal("INT").end();
    assert_eq!(output.status.code(), Some(130));
    assert!(stderr(&output).contains(" --resume "), "{}", stderr(&output));
    assert!(checkpointed(dir.path()).is_some_and(|next| next >= 1));
}

/// A directory with an interrupted run.
fn unfinished_run(more: &[&str]) -> tempfile::TempDir {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let args =
        [&["tournament", "--out", text(dir.path()), "--checkpoint", "0", "--games", "4000"], &TWO[..], more];
    Run::start(&args.concat()).reaches(dir.path(), 200).kill();
    dir
}

#[test]
fn everything_is_in_the_directory_and_nothing_else_is_taken() {
    let dir = unfinished_run(&[]);
    let out = text(dir.path());
    refused(&["tournament", "--resume", out, "--seed", "9"], 2, &["--seed", "--resume"]);
    refused(&["tournament", "--games", "7", "--resume", out], 2, &["--games", "--resume"]);
    refused(&["tournament", "--out", out], 2, &[out, "--resume", "--force"]);
    let mut resume = crate::common::sim();
    resume.env("SIM_CLI_SEED", "10").env("SIM_CLI_GAMES", "10").env("SIM_CLI_THREADS", "1");
    let output = resume.args(["tournament", "--resume", out]).output().expect("it runs");
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    same_files(dir.path(), tournament(&[&["--games", "4000"], &TWO[..]].concat()).path());
    refused(&["tournament", "--resume", out], 2, &[out, "complete"]);
    refused(&["tournament", "--resume", &format!("{out}/none")], 2, &["none", "no such directory"]);
    let empty = tempfile::tempdir().expect("a temporary directory");
    refused(&["tournament", "--resume", text(empty.path())], 2, &["nothing to resume"]);
}

#[test]
fn a_checkpoint_that_is_torn_edited_or_foreign_is_refused() {
    let dir = unfinished_run(&[]);
    let (out, path) = (text(dir.path()), dir.path().join(CHECKPOINT));
    let good = fs::read(&path).expect("a checkpoint");
    let edited = String::from_utf8(good.clone()).expect("text").replacen("\"deals\": ", "\"deals\": 1", 1);
    let foreign = b"PK\x03\x04 something else\n".to_vec();
    for (bytes, named) in [
        (good[..good.len() / 2].to_vec(), "damaged or was edited"),
        (edited.into_bytes(), "damaged or was edited"),
        (foreign, "not a checkpoint"),
        (Vec::new(), "not a checkpoint"),
    ] {
        fs::write(&path, &bytes).expect("written");
        refused(&["tournament", "--resume", out], 2, &["checkpoint", named]);
        assert_eq!(fs::read(&path).expect("a file"), bytes, "it is left as it is");
    }
    fs::write(&path, good).expect("written");
    let log = dir.path().join(".overhear-run/games.csv");
    let rows = fs::read(&log).expect("a log");
    fs::File::options().write(true).open(&log).and_then(|file| file.set_len(1000)).expect("cut");
    refused(&["tournament", "--resume", out], 2, &["games.csv", "1,000 of the "]);
    fs::write(&log, rows).expect("written");
    let log = dir.path().join(".overhear-run/halves.csv");
    let mut rows = fs::read(&log).expect("a log");
    rows[100] ^= 1;
    fs::write(&log, &rows).expect("written");
    refused(&["tournament", "--resume", out], 2, &["halves.csv", "it was changed"]);
    assert_eq!(fs::read(&log).expect("a file"), rows, "a refusal removes nothing");
}

#[test]
fn a_sealed_checkpoint_with_absurd_numbers_is_refused() {
    let dir = unfinished_run(&[]);
    let path = dir.path().join(CHECKPOINT);
    let next = checkpointed(dir.path()).expect("a checkpoint");
    let good = fs::read(&path).expect("a checkpoint");
    for changed in [next - 1, next + 1, 1 << 63, u64::MAX] {
        let (from, to) = (format!("\"next\": {next}"), format!("\"next\": {changed}"));
        reseal_lines(&path, |text| text.replacen(&from, &to, 1));
        refused(&["tournament", "--resume", text(dir.path())], 2, &["checkpoint", "was edited"]);
        fs::write(&path, &good).expect("written");
    }
    stdout(&["tournament", "--resume", text(dir.path()), "--progress", "none"]);
}

#[test]
fn another_build_goes_on_only_if_that_is_allowed_and_leaves_a_mark() {
    let dir = unfinished_run(&[]);
    let out = text(dir.path());
    reseal_lines(&dir.path().join(CHECKPOINT), of_another_build);
    refused(&["tournament", "--resume", out], 2, &["checkpoint", "another build", "--allow-other-build"]);
    refused(&["tournament", "--allow-other-build"], 2, &["--resume"]);
    stdout(&["tournament", "--resume", out, "--allow-other-build", "--progress", "none"]);
    let manifest: serde_json::Value =
        serde_json::from_slice(&fs::read(dir.path().join("manifest.json")).expect("a manifest"))
            .expect("JSON");
    assert_eq!(manifest["other_builds"].as_array().map(Vec::len), Some(1));
    assert_eq!(manifest["other_builds"][0]["sources"], "0".repeat(64));
    let mut resumed = files(dir.path());
    let mut whole = files(tournament(&[&["--games", "4000"], &TWO[..]].concat()).path());
    for files in [&mut resumed, &mut whole] {
        files.remove("manifest.json");
    }
    assert!(resumed == whole);
}

#[test]
fn other_words_are_another_run() {
    let words = tempfile::tempdir().expect("a temporary directory");
    let deck = "card,en\n".to_owned()
        + &["apple", "river", "stone", "cloud", "horse", "king", "music", "night"]
            .iter()
            .enumerate()
            .map(|(n, word)| format!("{n},{word}\n"))
            .collect::<String>();
    let path = crate::common::file(&words, "deck.csv", &deck);
    let dir = unfinished_run(&["--deck", &path]);
    crate::common::file(&words, "deck.csv", &deck.replace("night", "water"));
    refused(&["tournament", "--resume", text(dir.path())], 2, &["`data.3.sha256`", "the checkpoint"]);
    crate::common::file(&words, "deck.csv", &deck);
    stdout(&["tournament", "--resume", text(dir.path()), "--progress", "none"]);
}

#[test]
fn two_runs_do_not_share_a_directory() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let out = text(dir.path());
    let args =
        [&["tournament", "--out", out, "--checkpoint", "0", "--games", "100000000"], &TWO[..]].concat();
    let running = Run::start(&args).reaches(dir.path(), 1);
    refused(&args, 1, &[out, "another run"]);
    refused(&[&args[..], &["--force"]].concat(), 1, &[out, "another run"]);
    refused(&["tournament", "--resume", out], 1, &[out, "another run"]);
    running.kill();
    assert!(checkpointed(dir.path()).is_some(), "the first run's checkpoint is left alone");
}

#[test]
fn an_earlier_result_is_there_until_the_new_one_is_whole() {
    let dir = tournament(&["--agent", "random", "--agent", "nearest", "--games", "40", "--seed", "1"]);
    let (out, before) = (text(dir.path()), files(dir.path()));
    let args =
        [&["tournament", "--out", out, "--force", "--checkpoint", "0", "--games", "4000"], &TWO[..]].concat();
    Run::start(&args).reaches(dir.path(), 300).kill();
    let after = || {
        let names =
            fs::read_dir(dir.path()).expect("a directory").map(|entry| entry.expect("an entry").path());
        names.filter(|path| path.is_file() && !path.ends_with("timing.json")).count()
    };
    assert_eq!(after(), before.len());
    assert!(before.iter().all(|(name, bytes)| fs::read(dir.path().join(name)).ok().as_ref() == Some(bytes)));
    stdout(&["tournament", "--resume", out, "--progress", "none"]);
    same_files(dir.path(), tournament(&[&["--games", "4000"], &TWO[..]].concat()).path());
}

#[test]
fn what_stands_in_the_way_of_a_result_is_kept_and_the_run_goes_on_without_it() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let (out, in_the_way) = (text(dir.path()), dir.path().join("halves.csv"));
    let args = [&["--games", "6000"], &TWO[..]].concat();
    let begin = [&["tournament", "--out", out, "--checkpoint", "0"], &args[..]].concat();
    let running = Run::start(&begin).reaches(dir.path(), 100);
    fs::write(&in_the_way, "mine").expect("a file where a log shall stand");
    let output = running.end();
    let message = stderr(&output);
    assert_eq!(output.status.code(), Some(2), "{message}");
    let last = message.lines().last().expect("a line");
    assert!(last.starts_with("error: ") && last.contains("halves.csv"), "{message}");
    assert_eq!(fs::read_to_string(&in_the_way).expect("it is there"), "mine");
    assert!(!dir.path().join("games.csv").exists() && !dir.path().join("manifest.json").exists());
    fs::remove_file(in_the_way).expect("it is there");
    stdout(&["tournament", "--resume", out, "--progress", "none"]);
    same_files(dir.path(), tournament(&args).path());
}

#[test]
fn a_folder_that_is_not_ours_is_neither_used_nor_removed() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let out = text(dir.path());
    for folder in [".run", ".overhear-run"] {
        let theirs = dir.path().join(folder).join("App.run.xml");
        fs::create_dir_all(theirs.parent().expect("a folder")).expect("made");
        fs::write(&theirs, "mine").expect("written");
        refused(&["tournament", "--resume", out], 2, &[out]);
        refused(&["tournament", "--out", out, "--games", "4"], 2, &[out]);
        assert_eq!(fs::read_to_string(theirs).expect("kept"), "mine");
    }
    refused(&["tournament", "--out", out, "--games", "4", "--force"], 2, &[".overhear-run", "move it away"]);
    refused(&["balance", "--out", out, "--games", "4", "--force"], 2, &[".overhear-run", "move it away"]);
}

#[cfg(unix)]
#[test]
fn a_link_in_the_place_of_the_work_area_is_not_followed() {
    let (dir, theirs) = (unfinished_run(&[]), tempfile::tempdir().expect("a temporary directory"));
    let work = dir.path().join(".overhear-run");
    fs::rename(&work, theirs.path().join("work")).expect("moved");
    std::os::unix::fs::symlink(theirs.path().join("work"), &work).expect("a link");
    refused(&["tournament", "--resume", text(dir.path())], 2, &[".overhear-run"]);
    refused(&["tournament", "--out", text(dir.path()), "--force"], 2, &[".overhear-run"]);
    assert!(theirs.path().join("work/games.csv").exists() && theirs.path().join("work/checkpoint").exists());
}

#[test]
#[ignore = "slow: the first line comes after ten seconds"]
fn progress_off_a_terminal_tells_speed_time_and_score() {
    let args = ["--agent", "nearest", "--agent", "margin", "--games", "100000000", "--progress", "plain"];
    let dir = tempfile::tempdir().expect("a temporary directory");
    let mut running = Run::start(&[&["tournament", "--out", text(dir.path())], &args[..]].concat());
    let line = running.says(" left; ");
    drop(running);
    for part in [" of 100,000,000 games (", " a second, ", "; margin leads, 0.", " [0.", "]"] {
        assert!(line.contains(part), "`{part}` is not in {line}");
    }
}
