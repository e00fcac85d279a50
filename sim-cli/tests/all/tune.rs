//! `tune`: reproducible, resumable to the same bytes, it climbs, and what cannot be tuned is named.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

use crate::common::{
    Row, VOCABULARY, count, number, of_another_build, refused, reseal, run, sha256, stderr, stdout, table,
};
use tempfile::TempDir;

/// Everything of a small tune but the directory.
const SMALL: [&str; 15] = [
    "tune",
    "--agent",
    "margin",
    "--param",
    "top=1..128",
    "--param",
    "blunder",
    "--iterations",
    "8",
    "--pairs-per-iteration",
    "4",
    "--confirm-pairs",
    "100",
    "--seed",
    "3",
];

/// Tunes into a new directory; a test that stays undecided is no failure.
fn tune(args: &[&str]) -> TempDir {
    let dir = tempfile::tempdir().expect("a directory");
    let out = dir.path().to_str().expect("UTF-8");
    let output = run(&[args, &["--out", out]].concat());
    assert!([Some(0), Some(4)].contains(&output.status.code()), "{args:?}: {}", stderr(&output));
    dir
}

fn result(dir: &Path) -> Row {
    table(dir, "result.csv").remove(0)
}

fn read(dir: &Path, name: &str) -> String {
    fs::read_to_string(dir.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

#[test]
fn a_seed_gives_the_same_files_whatever_the_threads() {
    let [one, other] = ["1", "3"].map(|threads| tune(&[&SMALL[..], &["-j", threads]].concat()));
    for name in ["tune.json", "trace.csv", "result.csv", "manifest.json"] {
        assert_eq!(read(one.path(), name), read(other.path(), name), "{name}");
    }
    let trace = table(one.path(), "trace.csv");
    assert_eq!(trace.len(), 9);
    assert_eq!((trace[0]["top"].as_str(), trace[0]["blunder"].as_str()), ("64", "0"));
    for (n, row) in trace.iter().enumerate() {
        assert_eq!(count(row, "iteration"), n as u64);
        assert!((1.0..=128.0).contains(&number(row, "top")) && (0.0..=1.0).contains(&number(row, "blunder")));
    }
    let found = result(one.path());
    let spec = &found["spec"];
    assert!(spec.starts_with("margin:top=") && spec.contains("/bayes:"), "{spec}");
    let plays = ["tournament", "--agent", spec, "--agent", "margin", "--pairs", "1", "--progress", "none"];
    assert_eq!(run(&plays).status.code(), Some(0), "the result is a SPEC: {spec}");
}

#[test]
fn what_is_resumed_ends_in_the_same_bytes() {
    let whole = tune(&SMALL);
    for rows in [1, 4, 9] {
        let dir = tempfile::tempdir().expect("a directory");
        fs::copy(whole.path().join("tune.json"), dir.path().join("tune.json")).expect("copied");
        let trace = read(whole.path(), "trace.csv");
        let begun: String = trace.split_inclusive('\n').take(1 + rows).collect();
        fs::write(dir.path().join("trace.csv"), &begun).expect("written");
        reseal(&dir.path().join("tune.json"), |tune| {
            tune["files"] =
                serde_json::json!({"trace.csv": {"bytes": begun.len(), "sha256": sha256(&begun)}});
        });
        let output = run(&["tune", "--resume", dir.path().to_str().expect("UTF-8")]);
        assert!(matches!(output.status.code(), Some(0 | 4)), "{}", stderr(&output));
        assert_eq!(read(dir.path(), "trace.csv"), trace, "{rows} rows");
        assert_eq!(read(dir.path(), "result.csv"), read(whole.path(), "result.csv"), "{rows} rows");
    }
}

#[cfg(unix)]
#[test]
fn an_interrupted_tune_says_how_it_goes_on_and_does() {
    let long: Vec<&str> = SMALL.iter().map(|&word| if word == "8" { "300" } else { word }).collect();
    let whole = tune(&long);
    let dir = tempfile::tempdir().expect("a directory");
    let out = dir.path().join("new").display().to_string();
    let mut child = Command::new(env!("CARGO_BIN_EXE_sim-cli"))
        .args(&long)
        .args(["--out", &out])
        .env(VOCABULARY.0, VOCABULARY.1)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let said = BufReader::new(child.stderr.take().expect("a pipe"));
    let has_begun = || {
        std::fs::read_to_string(Path::new(&out).join("trace.csv")).is_ok_and(|rows| rows.lines().count() > 1)
    };
    while !has_begun() {
        assert_eq!(child.try_wait().expect("a child"), None, "it ended early");
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill");
    assert!(killed.success());
    let lines: Vec<String> = said.lines().map(|line| line.expect("a line")).collect();
    assert_eq!(lines.iter().filter(|line| line.contains("resume with")).count(), 1, "{lines:?}");
    let last = lines.last().expect("a message");
    assert_eq!(child.wait().expect("an end").code(), Some(130));
    let resume = format!("resume with: {} tune --resume {out}", env!("CARGO_BIN_EXE_sim-cli"));
    assert!(last.contains(&resume), "{last}");
    let interrupted = table(Path::new(&out), "trace.csv").len();
    assert!(interrupted < 301 && !Path::new(&out).join("result.csv").exists(), "{interrupted}");
    assert!(matches!(run(&["tune", "--resume", &out]).status.code(), Some(0 | 4)));
    for name in ["trace.csv", "result.csv", "manifest.json"] {
        assert_eq!(read(Path::new(&out), name), read(whole.path(), name), "{name}");
    }
}

#[test]
fn it_climbs_and_the_test_confirms_it() {
    let dir = tune(&[
        "tune",
        "--agent",
        "margin:blunder=0.5",
        "--param",
        "blunder",
        "--iterations",
        "40",
        "--pairs-per-iteration",
        "16",
        "--rate",
        "0.1",
        "--seed",
        "1",
    ]);
    let trace = table(dir.path(), "trace.csv");
    let last = number(&trace[40], "blunder");
    assert!(last < 0.25, "from 0.5 to {last}");
    assert!(trace.iter().any(|row| row["lead"] != "0"));
    assert_eq!(result(dir.path())["decision"], "accept_h1");
}

#[test]
fn both_variants_can_play_somebody_else() {
    let dir = tune(&[
        "tune",
        "--agent",
        "margin",
        "--param",
        "top",
        "--opponent",
        "random",
        "--iterations",
        "2",
        "--pairs-per-iteration",
        "3",
        "--confirm-pairs",
        "20",
        "--seed",
        "3",
    ]);
    let trace = table(dir.path(), "trace.csv");
    assert_eq!(trace.len(), 3);
    assert_eq!(trace[1]["lead"], "0", "against `random` both variants win every game");
    let result = &table(dir.path(), "result.csv")[0];
    assert_eq!(result["opponent"], "random/uniform");
    let gain = ["", "_low", "_high"].map(|end| number(result, &format!("opponent_gain{end}")));
    assert!(gain[1] < gain[0] && gain[0] < gain[2], "twenty pairs alike are no certainty: {gain:?}");
}

#[test]
fn what_cannot_be_tuned_is_named() {
    let dir = tempfile::tempdir().expect("a directory");
    let new = dir.path().join("new").display().to_string();
    let of = |changes: &[&str], named: &[&str]| {
        refused(&[&["tune", "--out", &new], changes].concat(), 2, named);
        assert!(!Path::new(&new).exists(), "nothing is left behind");
    };
    of(&["--agent", "margin", "--param", "topp"], &["--param topp", "did you mean `top`?"]);
    of(&["--agent", "margn", "--param", "top"], &["--agent margn", "did you mean `margin`?"]);
    of(&["--agent", "margin", "--param", "top=0..9"], &["--param top=0..9", "between 1 and 256"]);
    of(&["--agent", "margin", "--param", "top", "--param", "top=1..99"], &["top=1..99", "tuned already"]);
    of(&["--agent", "margin", "--param", "top", "--opponent", "x"], &["--opponent x", "there are random"]);
    of(&["--agent", "margin"], &["--param"]);
    of(&["--param", "top"], &["--agent"]);
    of(&["--agent", "margin", "--param", "top", "--rate", "0"], &["--rate", "above 0"]);
    refused(&["tune", "--agent", "margin", "--param", "top"], 2, &["--out"]);
    refused(&["tune", "--resume", &new, "--agent", "margin"], 2, &["--resume", "--agent"]);
}

#[test]
fn directories_that_hold_something_else_are_left_alone() {
    let dir = tempfile::tempdir().expect("a directory");
    let path = dir.path().to_str().expect("UTF-8");
    refused(&["tune", "--resume", path], 2, &["tune.json"]);
    crate::common::file(&dir, "tune.json", "{\"agent\":");
    refused(&["tune", "--resume", path], 2, &["tune.json", "line 1"]);
    refused(&[&SMALL[..], &["--out", path]].concat(), 2, &["--out", "not empty", "--resume"]);
    let tuned = tune(&SMALL);
    crate::common::file(&tuned, "trace.csv", "iteration,pairs,lead,top,blunder\n0,0,0,64,0\n1,4,x,64\n");
    refused(
        &["tune", "--resume", tuned.path().to_str().expect("UTF-8")],
        2,
        &["trace.csv", "it was changed"],
    );
}

#[test]
fn a_tune_that_was_changed_is_refused_by_the_name_of_the_file() {
    let tuned = tune(&SMALL);
    let resume = ["tune", "--resume", tuned.path().to_str().expect("UTF-8")];
    for name in ["tune.json", "trace.csv", "result.csv"] {
        let path = tuned.path().join(name);
        let good = fs::read(&path).expect("a file");
        for place in [5, good.len() / 2, good.len() - 5] {
            let mut bad = good.clone();
            bad[place] ^= 1;
            fs::write(&path, bad).expect("written");
            refused(&resume, 2, &[name]);
        }
        fs::write(&path, good).expect("written");
    }
    refused(&[&resume[..], &["--iterations", "9"]].concat(), 2, &["--iterations", "--resume"]);
    assert!(matches!(run(&resume).status.code(), Some(0 | 4)));
    let other = of_another_build;
    reseal(&tuned.path().join("tune.json"), |tune| {
        *tune =
            serde_json::from_str(&other(&serde_json::to_string_pretty(tune).expect("JSON"))).expect("JSON");
    });
    refused(&resume, 2, &["another build"]);
    assert!(matches!(run(&[&resume[..], &["--allow-other-build"]].concat()).status.code(), Some(0 | 4)));
    assert!(read(tuned.path(), "tune.json").contains("other_builds"));
}

#[test]
fn a_tune_does_not_go_on_with_another_deck() {
    let words = tempfile::tempdir().expect("a directory");
    let list = "anchor\nbread\ncastle\ndragon\nengine\nforest\nguitar\nhammer\n";
    let deck = crate::common::file(&words, "deck.txt", list);
    let tuned = tune(&[&SMALL[..], &["--deck", &deck]].concat());
    fs::write(&deck, list.replace("bread", "butter")).expect("written");
    let resume = ["tune", "--resume", tuned.path().to_str().expect("UTF-8")];
    refused(&resume, 2, &["sha256", "the tune"]);
}

#[test]
fn a_finished_tune_has_a_page_and_a_command_that_makes_it_again() {
    let dir = tune(&SMALL);
    let path = dir.path().to_str().expect("UTF-8");
    stdout(&["report", path]);
    let page = read(dir.path(), "report.html");
    assert!(page.contains("sim-cli tune") && page.contains("<table") && page.contains("--param"));
    let manifest: serde_json::Value = serde_json::from_str(&read(dir.path(), "manifest.json")).expect("JSON");
    assert!(manifest["findings"].as_array().is_some_and(|findings| !findings.is_empty()));
    refused(&["compare", path, path], 2, &["`tune`"]);
}
