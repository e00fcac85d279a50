//! `--force` over a result of another command: nothing of the earlier one is left, and nothing else is touched.

use std::fs;
use std::path::Path;

use crate::common::{files, refused, run, same_files, stderr, stdout};
use tempfile::{TempDir, tempdir};

/// What a user may keep beside a result.
const OWN: [&str; 3] = ["notes.txt", "frontier.csv", "report.html"];

/// Commands whose results consist of different files.
const RESULTS: [&str; 3] =
    ["tournament --log halves --running 10", "balance", "balance --sweep round_limit=3..4"];

/// The words of a call that writes a small result.
fn call<'a>(command: &'a str, dir: &'a Path, more: &[&'a str]) -> Vec<&'a str> {
    let out = ["--out", dir.to_str().expect("UTF-8"), "--progress", "none"];
    let small = ["--agent", "random", "--agent", "b=random", "--games", "40", "--seed", "3"];
    command.split_whitespace().chain(small).chain(out).chain(more.iter().copied()).collect()
}

/// A new directory with a result in it.
fn result(command: &str) -> TempDir {
    let dir = tempdir().expect("a directory");
    stdout(&call(command, dir.path(), &[]));
    dir
}

#[test]
fn a_result_takes_the_place_of_all_of_another_and_of_nothing_else() {
    for (n, command) in RESULTS.into_iter().enumerate() {
        let fresh = result(command);
        for earlier in RESULTS.into_iter().cycle().skip(n + 1).take(2) {
            let dir = result(earlier);
            for name in ["games.parquet", "halves.parquet", "shard.json"].iter().chain(&OWN) {
                fs::write(dir.path().join(name), *name).expect("written");
            }
            stdout(&call(command, dir.path(), &["--force"]));
            for name in OWN {
                assert_eq!(
                    fs::read_to_string(dir.path().join(name)).ok().as_deref(),
                    Some(name),
                    "{earlier}"
                );
                fs::remove_file(dir.path().join(name)).expect("it is there");
            }
            same_files(dir.path(), fresh.path());
            assert_eq!(
                dir.path().join("timing.json").exists(),
                command.starts_with("tournament"),
                "{command} over {earlier}"
            );
        }
    }
}

#[test]
fn without_force_a_result_of_another_command_is_named_and_kept() {
    for (command, earlier, name) in
        [(RESULTS[0], RESULTS[1], "ladder.csv"), (RESULTS[1], RESULTS[0], "standings.csv")]
    {
        let dir = result(earlier);
        let before = files(dir.path());
        refused(&call(command, dir.path(), &[]), 2, &["--out", name, "--force"]);
        assert!(files(dir.path()) == before, "{command} over {earlier}");
    }
}

#[test]
fn the_manifest_goes_first() {
    for (command, earlier, stuck) in
        [(RESULTS[0], RESULTS[1], "seats.csv"), (RESULTS[1], RESULTS[0], "pairings.csv")]
    {
        let dir = result(earlier);
        fs::remove_file(dir.path().join(stuck)).expect("it is there");
        fs::create_dir(dir.path().join(stuck)).expect("a directory in its place");
        let output = run(&call(command, dir.path(), &["--force"]));
        assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
        assert!(stderr(&output).contains(stuck), "{}", stderr(&output));
        assert!(!dir.path().join("manifest.json").exists(), "half a result is none");
    }
}
