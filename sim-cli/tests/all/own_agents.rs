//! A program with an agent of its own, and with a file that this agent is given.

use std::fs;
use std::path::Path;
use std::process::Output;

use tempfile::TempDir;

use crate::common::{example, file, same_files, sha256, stderr};

/// The agent with a file whose name a SPEC has to quote.
const AGENT: &str = "first:table=\"my tables/a,b.csv\"/bayes";

/// Runs the program in a folder.
fn own(folder: &Path, args: &[&str]) -> Output {
    let mut program = assert_cmd::Command::new(example("own_agent"));
    program.current_dir(folder).args(args).output().expect("it starts")
}

/// The words of a tournament of the agent against another.
fn tournament<'a>(more: &[&'a str]) -> Vec<&'a str> {
    let words = ["tournament", "--games", "40", "--seed", "1", "--agent", AGENT, "--agent", "random"];
    [&words[..], &["--progress", "none"], more].concat()
}

fn done(output: Output) -> String {
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    String::from_utf8(output.stdout).expect("UTF-8")
}

fn refused(output: &Output, named: &[&str]) {
    let message = stderr(output);
    assert_eq!(output.status.code(), Some(2), "{message}");
    assert!(named.iter().all(|name| message.contains(name)), "{named:?}: {message}");
}

/// A folder with the file in it.
fn folder(table: &str) -> TempDir {
    let dir = tempfile::tempdir().expect("a directory");
    fs::create_dir(dir.path().join("my tables")).expect("a directory");
    file(&dir, "my tables/a,b.csv", table);
    dir
}

#[test]
fn a_program_with_an_agent_of_its_own_plays_it() {
    let words = ["tournament", "--games", "20", "--seed", "1", "--agent", "first/bayes", "--agent", "random"];
    let played = done(own(Path::new("."), &[&words[..], &["--format", "csv"]].concat()));
    assert!(played.contains("first/bayes"));
}

#[test]
fn a_file_of_an_agent_is_played_from_and_stands_in_the_manifest() {
    let table = "anchor,sea\n";
    let dir = folder(table);
    done(own(dir.path(), &tournament(&["--out", "run"])));
    let text = fs::read_to_string(dir.path().join("run/manifest.json")).expect("a manifest");
    let manifest: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let data = manifest["data"].as_array().expect("a list");
    let entry = serde_json::json!({
        "role": "file my tables/a,b.csv", "file": "my tables/a,b.csv", "sha256": sha256(table),
    });
    assert_eq!(data.iter().filter(|row| **row == entry).count(), 1, "{data:?}");
    assert!(
        manifest["configuration"]["agents"][0]["spec"]
            .as_str()
            .expect("a SPEC")
            .starts_with("first:table=\"my tables/a,b.csv\"/bayes:")
    );
    let replay = ["replay", "--from", "run", "--game", "1"];
    done(own(dir.path(), &replay));
    file(&dir, "my tables/a,b.csv", "anchor,ship\n");
    let other = own(dir.path(), &replay);
    assert!(!other.status.success() && stderr(&other).contains("my tables/a,b.csv: not the file"));
}

#[test]
fn shards_find_the_file_from_another_folder_and_refuse_another_content() {
    let dir = folder("anchor,sea\n");
    let elsewhere = tempfile::tempdir().expect("a directory");
    for n in ["1", "2"] {
        let (shard, out) = (format!("{n}/2"), format!("s{n}"));
        done(own(dir.path(), &tournament(&["--shard", &shard, "--out", &out])));
    }
    done(own(dir.path(), &tournament(&["--out", "whole"])));
    let shards = ["s1", "s2"].map(|shard| dir.path().join(shard).display().to_string());
    let merge = |out: &str| own(elsewhere.path(), &["merge", &shards[0], &shards[1], "--out", out]);
    done(merge("merged"));
    same_files(&elsewhere.path().join("merged"), &dir.path().join("whole"));
    file(&dir, "my tables/a,b.csv", "anchor,ship\n");
    refused(&merge("other"), &["sha256", "my tables/a,b.csv"]);
    fs::remove_file(dir.path().join("my tables/a,b.csv")).expect("removed");
    refused(&merge("none"), &["table = my tables/a,b.csv"]);
}

#[test]
fn a_file_that_is_not_there_is_named_with_the_spec_and_the_key() {
    let dir = folder("anchor\n");
    let elsewhere = tempfile::tempdir().expect("a directory");
    let named = ["agent first:table=\"my tables/a,b.csv\"/bayes: ", "`first`: table = my tables/a,b.csv: "];
    refused(&own(elsewhere.path(), &tournament(&[])), &named);
    for command in [["balance", "--games", "20"], ["tune", "--param", "salt"]] {
        let out = ["--out", "out", "--agent", AGENT];
        let output = own(elsewhere.path(), &[&command[..], &out].concat());
        assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
    }
    refused(&own(dir.path(), &tournament(&[])), &[named[0], "`first`: my tables/a,b.csv: line 1: write a"]);
}
