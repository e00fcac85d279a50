//! `tournament --sprt --shard` and `merge`: the test ends where that of one machine does, with its files.

use std::fs;
use std::path::Path;

use crate::common::unfinished::Run;
use crate::common::{refused, run, same_files, stderr, stdout, tournament};
use tempfile::TempDir;

/// A test that is decided within the deals of its limit, with every file there can be.
const CLEAR: [&str; 16] = [
    "--agent",
    "random/bayes",
    "--agent",
    "random/bayes:salt=1",
    "--pairs",
    "1400",
    "--seed",
    "13",
    "--sprt",
    "elo0=0,elo1=20",
    "--log",
    "halves",
    "--running",
    "37",
    "-j",
    "2",
];

fn text(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}

fn temporary() -> TempDir {
    tempfile::tempdir().expect("a temporary directory")
}

fn shard(dir: &Path, index: u64, of: u64, args: &[&str]) -> String {
    let out = dir.join(index.to_string());
    stdout(&[&["tournament", "--out", text(&out), "--shard", &format!("{index}/{of}")], args].concat());
    text(&out).to_owned()
}

/// A merge that has ended.
struct Merged {
    code: Option<i32>,
    message: String,
    dir: TempDir,
}

fn merge(parts: &[&str]) -> Merged {
    let dir = temporary();
    let output = run(&[&["merge", "--out", text(dir.path())], parts].concat());
    Merged { code: output.status.code(), message: stderr(&output), dir }
}

fn pairs(dir: &Path) -> u64 {
    let manifest = fs::read(dir.join("manifest.json")).expect("a manifest");
    let manifest: serde_json::Value = serde_json::from_slice(&manifest).expect("JSON");
    manifest["sprt"]["pairs"].as_u64().expect("a count")
}

#[test]
fn the_decision_and_the_files_are_those_of_one_machine() {
    let single = tournament(&CLEAR);
    let pairs = pairs(single.path());
    assert!(pairs > 560 && pairs < 840, "decided in the midst of the shards: {pairs}");
    for of in [1, 2, 5] {
        let dir = temporary();
        let parts: Vec<String> = (1..=of).map(|index| shard(dir.path(), index, of, &CLEAR)).collect();
        let mut names: Vec<&str> = parts.iter().map(String::as_str).rev().collect();
        let needed = (pairs * of).div_ceil(1400);
        let Merged { code, message, dir: merged } = merge(&names);
        assert_eq!(code, Some(0), "{message}");
        same_files(merged.path(), single.path());
        assert!(message.contains(&format!("\nshards needed: {needed} of {of}\n")), "{message}");
        names.rotate_left((of - needed) as usize);
        names.truncate(needed as usize);
        same_files(merge(&names).dir.path(), single.path());
    }
}

#[test]
fn a_shard_that_the_test_needs_is_named_and_no_other() {
    let (dir, args) = (temporary(), [&CLEAR[..10], &CLEAR[14..]].concat());
    let single = tournament(&args);
    let needed = (pairs(single.path()) * 5).div_ceil(1400);
    assert!((2..5).contains(&needed), "{needed}");
    let part = |index| shard(dir.path(), index, 5, &args);
    let (first, last) = (part(1), part(needed));
    let between: Vec<String> = (2..needed).map(part).collect();
    let between: Vec<&str> = between.iter().map(String::as_str).collect();
    let out = dir.path().join("result");
    let refuse = |parts: &[&str], named: &[&str]| {
        refused(&[&["merge", "--out", text(&out)], parts].concat(), 2, named);
        assert!(!out.exists());
    };
    refuse(&[&first], &["not decided by the end of shard 1/5", "missing: shard 2/5"]);
    refuse(&[&[last.as_str()], &between[..]].concat(), &["missing: shard 1/5"]);
    refuse(&[&first, &last, &last], &["twice", &format!("{needed}/5")]);
    let other = [&args[..6], &["--seed", "5"], &args[8..]].concat();
    let other = shard(&dir.path().join("other"), 5, 5, &other);
    refuse(&[&first, &other], &[&format!("`seed` is {}", args[7]), "5", &other]);
    let unfinished = dir.path().join("unfinished");
    let more = [&args[..4], &["--pairs", "1400", "--checkpoint", "0"], &args[6..]].concat();
    let begun = [&["tournament", "--out", text(&unfinished), "--shard", "5/5"], &more[..]].concat();
    Run::start(&begun).reaches(&unfinished, 1121).kill();
    let all = [&[first.as_str(), &last, text(&unfinished)], &between[..]].concat();
    same_files(merge(&all).dir.path(), single.path());
    refuse(&[&first, text(&unfinished)], &["missing: shard 2/5"]);
    refuse(&[text(&unfinished)], &["not complete", "--resume"]);
}

#[test]
fn undecided_at_the_limit_is_what_one_machine_says() {
    let args = ["--agent", "margin", "--agent", "margin:top=32", "--seed", "1", "--pairs", "130"];
    let args = [&args[..], &["--sprt", "elo0=-1,elo1=1", "--running", "50"]].concat();
    let dir = temporary();
    let parts: Vec<String> = (1..=3).map(|index| shard(dir.path(), index, 3, &args)).collect();
    let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
    let Merged { code, message, dir: merged } = merge(&parts);
    assert_eq!(code, Some(4), "{message}");
    assert!(
        message.ends_with("undecided at the limit of 130 pairs (260 games); raise --games\n"),
        "{message}"
    );
    let single = temporary();
    let output = run(&[&["tournament", "--out", text(single.path())], &args[..]].concat());
    assert_eq!(output.status.code(), Some(4));
    same_files(merged.path(), single.path());
}

#[test]
fn void_deals_move_the_looks_as_on_one_machine() {
    let faulty = "faulty:panic=0.004/bayes";
    let args =
        ["--agent", "random/bayes", "--agent", faulty, "--seed", "1", "--pairs", "900", "--on-fault", "void"];
    let more = ["--max-fault-rate", "1", "--sprt", "elo0=0,elo1=25", "--running", "45", "--log", "games"];
    let (args, dir) = ([&args[..], &more].concat(), temporary());
    let single = tournament(&args);
    let parts: Vec<String> = (1..=4).map(|index| shard(dir.path(), index, 4, &args)).collect();
    let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
    let manifest = fs::read_to_string(single.path().join("manifest.json")).expect("a manifest");
    assert!(manifest.contains("\"void_deals\""), "{manifest}");
    same_files(merge(&parts).dir.path(), single.path());
}
