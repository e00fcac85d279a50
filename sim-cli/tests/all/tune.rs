//! `tune`: reproducible, resumable to the same bytes, it climbs, and what cannot be tuned is named.

use std::fs;
use std::path::Path;

use crate::common::unfinished::{CHECKPOINT, Run};
use crate::common::{Row, count, number, of_another_build, refused, reseal_lines, run, stderr, table};
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
    assert!(
        output.status.success() || stderr(&output).contains("raise --confirm-pairs"),
        "{}",
        stderr(&output)
    );
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
    for name in ["trace.csv", "result.csv", "manifest.json"] {
        assert_eq!(read(one.path(), name), read(other.path(), name), "{name}");
    }
    let trace = table(one.path(), "trace.csv");
    assert_eq!(trace.len(), 9);
    assert_eq!((trace[0]["top"].as_str(), trace[0]["blunder"].as_str()), ("64", "0"));
    for (n, row) in trace.iter().enumerate() {
        assert_eq!(count(row, "iteration"), n as u64);
        assert!((1.0..=128.0).contains(&number(row, "top")) && (0.0..=1.0).contains(&number(row, "blunder")));
    }
    let tuned = result(one.path());
    let spec = &tuned["spec"];
    assert!(spec.starts_with("margin:top=") && spec.contains("/bayes:"), "{spec}");
    let plays = ["tournament", "--agent", spec, "--agent", "margin", "--pairs", "1", "--progress", "none"];
    assert_eq!(run(&plays).status.code(), Some(0), "the result is a SPEC: {spec}");
}

/// An interrupted tune of many iterations, which has begun in the directory `new`.
fn interrupted(dir: &TempDir, more: &[&str]) -> String {
    let out = dir.path().join("new");
    let long: Vec<&str> = SMALL.iter().map(|&word| if word == "8" { "1000000" } else { word }).collect();
    let mut run = Run::start(&[&long[..], more, &["--out", out.to_str().expect("UTF-8")]].concat());
    run.says("top from 1 to 128");
    run.kill();
    assert!(out.join(CHECKPOINT).exists());
    out.display().to_string()
}

#[test]
fn a_tune_that_was_changed_is_refused_by_the_name_of_the_file() {
    let dir = tempfile::tempdir().expect("a directory");
    let out = interrupted(&dir, &[]);
    let resume = ["tune", "--resume", &out];
    let checkpoint = Path::new(&out).join(CHECKPOINT);
    let good = fs::read(&checkpoint).expect("a file");
    for place in [5, good.len() / 2, good.len() - 5] {
        let mut bad = good.clone();
        bad[place] ^= 1;
        fs::write(&checkpoint, bad).expect("written");
        refused(&resume, 2, &["checkpoint"]);
    }
    fs::write(&checkpoint, good).expect("written");
    refused(&[&resume[..], &["--iterations", "9"]].concat(), 2, &["--iterations", "--resume"]);
    // A shorter one that another build has begun.
    reseal_lines(&checkpoint, |text| {
        of_another_build(text).replace("\"iterations\": 1000000", "\"iterations\": 3")
    });
    refused(&resume, 2, &["another build"]);
    let resumed = run(&[&resume[..], &["--allow-other-build"]].concat());
    assert!(matches!(resumed.status.code(), Some(0 | 4)), "{}", stderr(&resumed));
    assert!(read(Path::new(&out), "manifest.json").contains("other_builds"));
    assert_eq!(table(Path::new(&out), "trace.csv").len(), 4);
}

#[test]
fn a_tune_does_not_go_on_with_another_deck() {
    let dir = tempfile::tempdir().expect("a directory");
    let list = "anchor\nbread\ncastle\ndragon\nengine\nforest\nguitar\nhammer\n";
    let deck = crate::common::file(&dir, "deck.txt", list);
    let out = interrupted(&dir, &["--deck", &deck]);
    fs::write(&deck, list.replace("bread", "butter")).expect("written");
    refused(&["tune", "--resume", &out], 2, &["sha256", &out]);
}

#[test]
fn without_a_directory_a_tune_prints_its_result() {
    let printed = run(&[&SMALL[..], &["--format", "csv"]].concat());
    let result = tune(&SMALL);
    assert_eq!(String::from_utf8(printed.stdout).expect("UTF-8"), read(result.path(), "result.csv"));
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
    refused(&["tune", "--resume", &new, "--agent", "margin"], 2, &["--resume", "--agent"]);
}

#[test]
fn a_finished_tune_is_neither_resumed_nor_replaced_unasked() {
    let tuned = tune(&SMALL);
    let path = tuned.path().to_str().expect("UTF-8");
    refused(&["tune", "--resume", path], 2, &["nothing to resume", "complete"]);
    refused(&[&SMALL[..], &["--out", path]].concat(), 2, &["--out", "it holds a result", "--force"]);
}
