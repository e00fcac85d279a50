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
            for name in OWN {
                fs::write(dir.path().join(name), name).expect("written");
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
fn what_no_manifest_lists_is_never_replaced() {
    let small =
        |dir: &Path| call(RESULTS[1], dir, &["--force"]).into_iter().map(str::to_owned).collect::<Vec<_>>();
    for name in ["sweep.csv", "games.csv", "manifest.json", "shard.json"] {
        let (bare, dir) = (tempdir().expect("a directory"), result(RESULTS[1]));
        for place in [bare.path(), dir.path()] {
            fs::write(place.join(name), "{\"mine\": 1}").expect("written");
            let before = files(place);
            let args = small(place);
            let args: Vec<&str> = args.iter().map(String::as_str).collect();
            refused(&args, 2, &[name]);
            assert!(files(place) == before, "{name}");
        }
    }
}

#[cfg(unix)]
#[test]
fn a_result_that_is_a_link_is_not_replaced() {
    let (dir, theirs) = (result(RESULTS[1]), tempdir().expect("a directory"));
    let (seats, elsewhere) = (dir.path().join("seats.csv"), theirs.path().join("mine.csv"));
    fs::write(&elsewhere, "mine").expect("written");
    fs::remove_file(&seats).expect("it is there");
    std::os::unix::fs::symlink(&elsewhere, &seats).expect("a link");
    refused(&call(RESULTS[1], dir.path(), &["--force"]), 2, &["seats.csv", "not a regular file"]);
    assert!(seats.is_symlink() && fs::read_to_string(elsewhere).expect("kept") == "mine");
}

#[cfg(unix)]
#[test]
fn the_remains_of_an_interrupted_tournament_give_way_to_any_command() {
    let dir = tempdir().expect("a directory");
    let out = dir.path().to_str().expect("UTF-8");
    let begin = ["tournament", "--agent", "random", "--agent", "b=random", "--games", "100000000"];
    crate::common::unfinished::Run::start(&[&begin[..], &["--checkpoint", "0", "--out", out]].concat())
        .reaches(dir.path(), 100)
        .kill();
    refused(&call(RESULTS[1], dir.path(), &[]), 2, &["--resume", "--force"]);
    stdout(&call(RESULTS[1], dir.path(), &["--force"]));
    same_files(dir.path(), result(RESULTS[1]).path());
}

#[cfg(unix)]
#[test]
fn a_link_that_leads_nowhere_is_no_place_for_a_result() {
    let dir = tempdir().expect("a temporary directory");
    for target in ["nowhere", "out"] {
        let out = dir.path().join("out");
        std::os::unix::fs::symlink(target, &out).expect("a link");
        let args = ["tournament", "--games", "2", "--agent", "random", "--agent", "b=random", "--out"];
        let output = run(&[&args[..], &[out.to_str().expect("UTF-8")]].concat());
        assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
        assert!(stderr(&output).contains("this is a link that leads nowhere"), "{}", stderr(&output));
        fs::remove_file(out).expect("the link");
    }
    assert_eq!(fs::read_dir(dir.path()).expect("a folder").count(), 0, "nothing was made");
}
