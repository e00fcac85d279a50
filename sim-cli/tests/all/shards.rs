//! A run in parts: merged, they are the run in one piece; what does not belong together is refused by name.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::LazyLock;

use crate::common::unfinished::{Run, random};
use crate::common::{
    VOCABULARY, of_another_build, refused, reseal_lines, run, same_files, stderr, stdout, tournament,
};
use tempfile::TempDir;

const ARGS: [&str; 12] = [
    "--agent",
    "random",
    "--agent",
    "weird, \"label\"=nearest",
    "--agent",
    "faulty:panic=0.002/uniform",
    "--seed",
    "9",
    "--max-fault-rate",
    "0.5",
    "--log",
    "halves",
];

fn text(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}

/// Plays a shard into `dir/I`.
fn shard(dir: &Path, index: u64, of: u64, more: &[&str]) -> String {
    let out = dir.join(index.to_string());
    let name = format!("{index}/{of}");
    let threads = ["1", "2", "3"][index as usize % 3];
    let args = ["tournament", "--out", text(&out), "--shard", &name, "-j", threads, "--progress", "none"];
    stdout(&[&args[..], &ARGS, more].concat());
    text(&out).to_owned()
}

/// Three shards of 600 games.
static THREE: LazyLock<(TempDir, Vec<String>)> = LazyLock::new(|| {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let parts = (1..=3).map(|index| shard(dir.path(), index, 3, &["--games", "600"])).collect();
    (dir, parts)
});

/// Merges directories into a new one.
fn merge(parts: &[String]) -> TempDir {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
    stdout(&[&["merge", "--out", text(dir.path())], &parts[..]].concat());
    dir
}

fn refused_merge(parts: &[&str], named: &[&str]) {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let out = dir.path().join("new");
    refused(&[&["merge", "--out", text(&out)], parts].concat(), 2, named);
    assert!(!out.exists(), "nothing is left of a refused merge");
}

fn seven(games: &str) {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let mut parts: Vec<String> =
        (1..=7).map(|index| shard(dir.path(), index, 7, &["--games", games])).collect();
    let whole = tournament(&[&ARGS[..], &["--games", games]].concat());
    for _ in 0..3 {
        (1..parts.len()).for_each(|n| parts.swap(n, random(n as u64 + 1) as usize));
        same_files(merge(&parts).path(), whole.path());
    }
}

#[test]
fn seven_shards_in_any_order_are_the_run_in_one_piece() {
    seven("1000");
}

#[test]
#[ignore = "slow: 100,000 games"]
fn seven_shards_of_a_long_run_are_the_run_in_one_piece() {
    seven("100000");
}

#[test]
fn statistics_over_time_are_those_of_the_run_in_one_piece() {
    over_time(&[(2, &["--running", "7", "--on-fault", "void"]), (3, &["--running", "1"])]);
}

#[test]
#[ignore = "slow: more parts, and bands of other lengths"]
fn statistics_over_time_hang_on_no_number_of_parts() {
    over_time(&[
        (1, &["--running", "7"]),
        (5, &["--running", "10", "--on-fault", "void"]),
        (5, &["--running", "1"]),
        (5, &["--running", "1000"]),
    ]);
}

fn over_time(cases: &[(u64, &[&str])]) {
    let dir = tempfile::tempdir().expect("a temporary directory");
    for (n, &(of, more)) in cases.iter().enumerate() {
        let more = [&["--games", "606"], more].concat();
        let base = dir.path().join(n.to_string());
        fs::create_dir(&base).expect("a directory");
        let parts: Vec<String> = (1..=of).rev().map(|index| shard(&base, index, of, &more)).collect();
        assert!(!Path::new(&parts[0]).join("running.csv").exists());
        same_files(merge(&parts).path(), tournament(&[&ARGS[..], &more].concat()).path());
    }
}

#[test]
fn a_shard_with_bands_that_are_not_of_its_pairs_is_refused() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let more = ["--games", "60", "--running", "3"];
    let parts: Vec<String> = (1..=2).map(|index| shard(dir.path(), index, 2, &more)).collect();
    let path = Path::new(&parts[1]).join("shard.json");
    let good = fs::read_to_string(&path).expect("a shard");
    let band = good.lines().find(|line| line.trim().starts_with("\"9 ")).expect("the band up to deal 9");
    let numbers = band.trim().trim_end_matches(',').trim_matches('"').to_owned();
    for other in [
        numbers.replacen("9 ", "8 ", 1),
        format!("{numbers} 0"),
        "nothing".into(),
        "18446744073709551616".into(),
    ] {
        reseal_lines(&path, |text| text.replacen(&numbers, &other, 1));
        refused_merge(&[&parts[0], &parts[1]], &["shard"]);
        fs::write(&path, &good).expect("written");
    }
    reseal_lines(&path, |text| text.replacen(band, "", 1));
    refused_merge(&[&parts[0], &parts[1]], &["was edited"]);
}

#[test]
fn an_interrupted_shard_goes_on_and_is_merged() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let games = ["--games", "3000", "--running", "40"];
    let mut parts: Vec<String> = (1..=2).map(|index| shard(dir.path(), index, 3, &games)).collect();
    let third = dir.path().join("third");
    let args = ["tournament", "--out", text(&third), "--shard", "3/3", "--checkpoint", "0"];
    Run::start(&[&args[..], &ARGS, &games].concat()).reaches(&third, 360).kill();
    parts.push(text(&third).to_owned());
    let parts_now: Vec<&str> = parts.iter().map(String::as_str).collect();
    refused_merge(&parts_now, &[text(&third), "not complete", "--resume"]);
    stdout(&["tournament", "--resume", text(&third), "--progress", "none"]);
    same_files(merge(&parts).path(), tournament(&[&ARGS[..], &games].concat()).path());
}

#[test]
fn a_merge_says_what_a_tournament_says() {
    let (_, parts) = &*THREE;
    let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
    let dir = tempfile::tempdir().expect("a temporary directory");
    let out = dir.path().join("merged");
    let merged = stdout(&[&["merge", "--out", text(&out), "--format", "json"], &parts[..]].concat());
    let whole = dir.path().join("whole");
    let whole = ["tournament", "--games", "600", "--format", "json", "--out", text(&whole)];
    let whole = stdout(&[&whole[..], &ARGS].concat());
    assert_eq!(merged, whole);
    refused(&[&["merge", "--out", text(&out)], &parts[..]].concat(), 2, &[text(&out), "--force"]);
    stdout(&[&["merge", "--force", "--out", text(&out)], &parts[..]].concat());
}

#[test]
fn missing_and_doubled_shards_are_named() {
    let (dir, parts) = &*THREE;
    let [one, two, three] = [0, 1, 2].map(|n: usize| parts[n].as_str());
    refused_merge(&[three, one], &["missing", "2/3"]);
    refused_merge(&[two], &["missing", "1/3, 3/3"]);
    refused_merge(&[one, two, three, two], &["2/3", "twice", two]);
    refused_merge(&[one, two, text(dir.path())], &[text(dir.path()), "no shard"]);
    refused_merge(&[one, two, "nowhere"], &["nowhere", "no such directory"]);
    let whole = tournament(&["--agent", "random", "--agent", "nearest", "--games", "4", "--seed", "1"]);
    refused_merge(&[one, two, text(whole.path())], &[text(whole.path()), "no shard"]);
}

#[test]
fn shards_of_different_runs_are_told_apart_by_key_and_values() {
    let (_, parts) = &*THREE;
    let [one, two] = [0, 1].map(|n: usize| parts[n].as_str());
    let dir = tempfile::tempdir().expect("a temporary directory");
    let cases: [(&[&str], &[&str]); 4] = [
        (&["--games", "606"], &["`configuration.games` is 600", "606"]),
        (&["--games", "600", "--set", "round_limit=6"], &["`configuration.rules.", "round_limit"]),
        (&["--games", "600", "--on-fault", "void"], &["`configuration.on_fault` is \"forfeit\"", "\"void\""]),
        (&["--games", "600", "--team-size", "3"], &["`configuration.rules.switches.black_team` is 2", "3"]),
    ];
    for (n, (more, named)) in cases.into_iter().enumerate() {
        let base = dir.path().join(n.to_string());
        fs::create_dir(&base).expect("a directory");
        let other = shard(&base, 3, 3, more);
        refused_merge(&[one, two, &other], &[named, &[one, &other]].concat());
    }
    let fourth = shard(dir.path(), 4, 4, &["--games", "600"]);
    refused_merge(&[one, two, &fourth], &["1/3", "4/4"]);
}

#[test]
fn a_shard_that_was_edited_is_refused() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let parts: Vec<String> = (1..=2).map(|index| shard(dir.path(), index, 2, &["--games", "60"])).collect();
    let path = Path::new(&parts[1]).join("shard.json");
    let text = fs::read_to_string(&path).expect("a shard");
    fs::write(&path, text.replacen("\"wins\": ", "\"wins\": 1", 1)).expect("written");
    refused_merge(&[&parts[0], &parts[1]], &["shard.json", "damaged or was edited"]);
    fs::write(&path, text).expect("written");
    let log = Path::new(&parts[0]).join("halves.csv");
    fs::File::options().write(true).open(&log).and_then(|file| file.set_len(500)).expect("cut");
    refused_merge(&[&parts[0], &parts[1]], &["halves.csv", "500 bytes"]);
}

#[test]
fn a_byte_that_was_flipped_in_a_log_is_noticed() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let parts: Vec<String> = (1..=2).map(|index| shard(dir.path(), index, 2, &["--games", "60"])).collect();
    for (name, place) in [("games.csv", 3), ("games.csv", 300), ("halves.csv", 900)] {
        let log = Path::new(&parts[1]).join(name);
        let good = fs::read(&log).expect("a log");
        let mut bad = good.clone();
        bad[place] ^= 1;
        fs::write(&log, bad).expect("written");
        refused_merge(&[&parts[0], &parts[1]], &[name, "it was changed"]);
        fs::write(&log, good).expect("written");
    }
    merge(&parts);
}

#[test]
fn shards_of_another_build_are_merged_only_if_that_is_allowed() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let parts: Vec<String> = (1..=2).map(|index| shard(dir.path(), index, 2, &["--games", "60"])).collect();
    reseal_lines(&Path::new(&parts[1]).join("shard.json"), of_another_build);
    refused_merge(&[&parts[0], &parts[1]], &["shard.json", "another build", "--allow-other-build"]);
    let out = dir.path().join("merged");
    stdout(&["merge", "--allow-other-build", "--out", text(&out), &parts[0], &parts[1]]);
    let manifest: serde_json::Value =
        serde_json::from_slice(&fs::read(out.join("manifest.json")).expect("a manifest")).expect("JSON");
    assert_eq!(manifest["other_builds"][0]["sources"], "0".repeat(64));
    assert_eq!(manifest["build"]["sources"].as_str().map(str::len), Some(64));
}

#[test]
fn a_sealed_shard_with_absurd_numbers_is_refused() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let parts: Vec<String> = (1..=2).map(|index| shard(dir.path(), index, 2, &["--games", "60"])).collect();
    let path = Path::new(&parts[1]).join("shard.json");
    let good = fs::read(&path).expect("a shard");
    for (from, to) in [
        ("\"next\": 10", "\"next\": 9223372036854775808"),
        ("\"void_deals\": 0", "\"void_deals\": 18446744073709551615"),
        ("\"deals\": 5", "\"deals\": 6"),
        ("\"index\": 2", "\"index\": 0"),
        ("\"of\": 2", "\"of\": 18446744073709551615"),
    ] {
        reseal_lines(&path, |text| text.replacen(from, to, 1));
        refused_merge(&[&parts[0], &parts[1]], &["shard"]);
        fs::write(&path, &good).expect("written");
    }
}

#[test]
fn a_merge_does_not_replace_its_own_shards() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let parts: Vec<String> = (1..=2).map(|index| shard(dir.path(), index, 2, &["--games", "60"])).collect();
    let before = crate::common::files(Path::new(&parts[0]));
    let other_name = format!("{}/../1", parts[1]);
    for out in [&parts[0], &other_name] {
        refused(
            &["merge", "--force", "--out", out, &parts[0], &parts[1]],
            2,
            &["--out", "one of those to merge"],
        );
    }
    for inside in [format!("{}/.overhear-run", parts[0]), format!("{}/../1/sub/x", parts[1])] {
        refused(
            &["merge", "--out", &inside, &parts[0], &parts[1]],
            2,
            &["--out", "it lies in one of those to merge"],
        );
    }
    let beside = format!("{}/../all", parts[0]);
    stdout(&["merge", "--out", &beside, &parts[0], &parts[1]]);
    // A variable is as good as its flag.
    let mut again = crate::common::sim();
    again.env("SIM_CLI_FORCE", "true").args(["merge", "--out", &beside, &parts[0], &parts[1]]);
    assert_eq!(again.output().expect("it runs").status.code(), Some(0));
    assert!(crate::common::files(Path::new(&parts[0])) == before);
}

#[test]
fn what_has_no_parts_is_refused() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let out = dir.path().join("new");
    let args =
        ["tournament", "--agent", "random", "--agent", "nearest", "--out", text(&out), "--games", "10"];
    for (more, named) in [
        (&["--shard", "6/6"][..], &["--shard 6/6", "5 deals"][..]),
        (&["--shard", "0/2"], &["--shard", "I/N"]),
        (&["--shard", "1/2"], &["--shard 1/2", "seed"]),
    ] {
        refused(&[&args[..], more].concat(), 2, named);
    }
    refused(&["tournament", "--shard", "1/2"], 2, &["--shard", "--out"]);
    assert!(!out.exists());
}

/// The loop of docs/clusters.md, with xargs in the part of GNU parallel.
#[cfg(unix)]
#[test]
fn shards_are_played_side_by_side() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let script = r#"
        seq 5 | xargs -P 5 -I{} "$SIM" tournament --agent random --agent nearest --games 500 --seed 1 --log games \
            -j 1 --progress none --shard {}/5 --out parts/{} >/dev/null &&
        "$SIM" merge parts/* --out result
    "#;
    let mut shell = Command::new("sh");
    shell
        .current_dir(dir.path())
        .args(["-c", script])
        .env("SIM", env!("CARGO_BIN_EXE_sim-cli"))
        .env(VOCABULARY.0, VOCABULARY.1);
    let output = shell.output().expect("a shell");
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let args = ["--agent", "random", "--agent", "nearest", "--games", "500", "--seed", "1", "--log", "games"];
    same_files(&dir.path().join("result"), tournament(&args).path());
    assert_eq!(run(&["merge", "--help"]).status.code(), Some(0));
}

#[test]
fn a_shard_has_the_same_bytes_whenever_and_on_however_many_threads_it_is_played() {
    let play = |threads: &str| {
        let dir = tempfile::tempdir().expect("a directory");
        let out = dir.path().join("shard");
        let out = out.to_str().expect("UTF-8");
        let args = ["tournament", "--agent", "margin", "--agent", "nearest", "--games", "400", "--seed", "3"];
        stdout(
            &[&args[..], &["--shard", "1/2", "--out", out, "-j", threads, "--checkpoint", threads]].concat(),
        );
        std::fs::read(dir.path().join("shard/shard.json")).expect("a shard")
    };
    assert!(play("1") == play("2"), "shard.json differs");
}

#[cfg(unix)]
#[test]
fn a_shard_whose_log_is_gone_or_a_pipe_is_refused_at_once() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let part = |index| shard(dir.path(), index, 2, &["--games", "60"]);
    let parts = [part(1), part(2)];
    let log = Path::new(&parts[1]).join("halves.csv");
    fs::remove_file(&log).expect("a log");
    let out = dir.path().join("merged");
    let merge = ["merge", "--out", out.to_str().expect("UTF-8"), &parts[0], &parts[1]];
    refused(&merge, 2, &["halves.csv is missing, so the shard is not whole; play it again"]);
    let fifo = std::process::Command::new("mkfifo").arg(&log).status().expect("mkfifo");
    assert!(fifo.success());
    refused(&merge, 2, &["halves.csv: this is not a regular file"]);
    // No result goes to standard output, and no user's home folder is looked up by name.
    for out in ["-", "~other/x"] {
        refused(&["merge", "--out", out, &parts[0], &parts[1]], 2, &["--out", out, "./"]);
    }
}
