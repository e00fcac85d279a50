//! One agent against all others; and a result that it joins without anything being played again.

use std::path::Path;

use crate::common::{ALL_WORDS, refused, run, same_files, stderr, stdout, table, tournament};
use tempfile::TempDir;

const OTHERS: [&str; 6] = ["--agent", "margin", "--agent", "weird, \"label\"=nearest", "--agent", "random"];

const RUN: [&str; 4] = ["--seed", "9", "--log", "deals"];

fn text(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}

/// A run of these agents, logged by deal.
fn played(agents: &[&str], more: &[&str]) -> TempDir {
    tournament(&[agents, &RUN, more].concat())
}

fn base() -> TempDir {
    played(&OTHERS, &["--games", "240"])
}

fn merged(parts: &[&Path]) -> TempDir {
    let dir = tempfile::tempdir().expect("a directory");
    let parts: Vec<&str> = parts.iter().map(|part| text(part)).collect();
    stdout(&[&["merge", "--out", text(dir.path())], &parts[..]].concat());
    dir
}

#[test]
fn a_result_and_a_gauntlet_on_its_deals_are_the_run_of_all_byte_for_byte() {
    let (newcomer, last) = (["--agent", "bold=margin:top=9"], ["--agent", "late=human"]);
    let all = [&OTHERS[..], &newcomer].concat();
    let whole = played(&all, &["--games", "480"]);
    let first = [&newcomer, &OTHERS[..]].concat();
    for agents in [&all, &first] {
        let gauntlet = played(agents, &["--gauntlet", "bold", "--games", "240", "-j", "1"]);
        let joined = merged(&[base().path(), gauntlet.path()]);
        same_files(joined.path(), whole.path());
        same_files(merged(&[gauntlet.path(), base().path()]).path(), whole.path());
    }
    let more = [&all[..], &last].concat();
    let gauntlet = played(&more, &["--gauntlet", "late", "--games", "320"]);
    let grown = merged(&[whole.path(), gauntlet.path()]);
    same_files(grown.path(), played(&more, &["--games", "800"]).path());
    stdout(&["report", text(grown.path()), "--out", text(&grown.path().join("page.html"))]);
}

#[test]
fn a_gauntlet_is_what_the_round_robin_plays_of_it() {
    let whole = tournament(&["--seed", "4", "--games", "200", "--log", "halves"]);
    let words =
        ["--gauntlet", "nearest", "--field", "presets", "--seed", "4", "--games", "80", "--log", "halves"];
    let gauntlet = tournament(&words);
    let of = |dir: &Path, name: &str| {
        let rows = table(dir, name);
        let about =
            |row: &&crate::common::Row| [&row["agent_a"], &row["agent_b"]].contains(&&"nearest".to_owned());
        rows.iter().filter(about).cloned().collect::<Vec<_>>()
    };
    for name in ["pairings.csv", "rounds.csv", "endings.csv", "deals.csv"] {
        assert_eq!(of(gauntlet.path(), name), of(whole.path(), name), "{name}");
        assert_eq!(
            of(gauntlet.path(), name).len(),
            table(gauntlet.path(), name).len(),
            "{name} has rows without `nearest`"
        );
    }
    let standings = table(gauntlet.path(), "standings.csv");
    let games =
        |label: &str| standings.iter().find(|row| row["agent"] == label).expect(label)["games"].clone();
    assert_eq!([games("nearest"), games("human")], ["80", "20"]);
    let scores: Vec<f64> = standings.iter().map(|row| row["score"].parse().expect("a score")).collect();
    assert!(scores.is_sorted_by(|a, b| a >= b), "the best first, however many games: {scores:?}");
    let from = text(gauntlet.path());
    stdout(&["replay", "--from", from, "--game", "79", "--verify"]);
    stdout(&["report", from, "--out", text(&gauntlet.path().join("page.html"))]);
}

#[test]
fn a_gauntlet_is_played_in_shards() {
    let dir = tempfile::tempdir().expect("a directory");
    let words = [&OTHERS[..], &RUN, &["--gauntlet", "margin", "--games", "100"]].concat();
    let parts = ["1/2", "2/2"].map(|shard| {
        let out = dir.path().join(&shard[..1]);
        stdout(&[&["tournament", "--out", text(&out), "--shard", shard], &words[..]].concat());
        out
    });
    same_files(merged(&[&parts[1], &parts[0]]).path(), tournament(&words).path());
}

#[test]
fn what_does_not_fit_is_refused_by_name() {
    let base = base();
    let all = [&OTHERS[..], &["--agent", "bold=human"]].concat();
    let dir = tempfile::tempdir().expect("a directory");
    let out = dir.path().join("new");
    let against = |base: &Path, other: &TempDir, named: &[&str]| {
        let words = ["merge", "--out", text(&out), text(base), text(other.path())];
        refused(&words, 2, named);
        assert!(!out.exists(), "nothing is left of a refused merge");
    };
    let gauntlet = |more: &[&str]| tournament(&[&all[..], &["--gauntlet", "bold"], more].concat());
    let good = ["--log", "deals", "--games", "240"];
    against(base.path(), &gauntlet(&[&good[..], &["--seed", "8"]].concat()), &["`seed` is 9", "but 8"]);
    against(base.path(), &gauntlet(&["--log", "deals", "--seed", "9", "--games", "600"]), &["--games 240"]);
    against(base.path(), &gauntlet(&["--seed", "9", "--games", "240"]), &["--log deals"]);
    let rules = [&good[..], &["--seed", "9", "--set", "round_limit=6"]].concat();
    against(base.path(), &gauntlet(&rules), &["round_limit"]);
    let fewer = ["--agent", "margin", "--agent", "bold=human", "--gauntlet", "bold", "--games", "80"];
    against(base.path(), &played(&fewer, &[]), &["weird", "plays in it, but not in"]);
    against(base.path(), &base, &["neither is a gauntlet"]);
    let other = [&OTHERS[..4], &["--agent", "random=human", "--agent", "bold=human"]].concat();
    let other = played(&other, &["--gauntlet", "bold", "--games", "240"]);
    against(base.path(), &other, &["random.spec"]);
    let known = played(&OTHERS, &["--gauntlet", "margin", "--games", "160"]);
    against(base.path(), &known, &["`margin` plays in it already"]);
    let unknown = ["tournament", "--gauntlet", "margim", "--agent", "margin", "--agent", "human"];
    refused(&unknown, 2, &["--gauntlet margim", "did you mean `margin`?"]);
    refused(
        &["agents", "league", "--gauntlet", "margin"],
        2,
        &["every pairing", "a tournament with --gauntlet"],
    );
}

#[test]
fn a_league_takes_the_presets_as_its_field() {
    let words = ["agents", "league", "--field", "presets", "--agent", "bold=margin:top=9", "--games", "120"];
    let output = run(&[&words[..], &["--format", "csv"]].concat());
    let table = String::from_utf8(output.stdout.clone()).expect("UTF-8");
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    for label in ["bold", "human", "pragmatic", "margin", "nearest", "random"] {
        assert!(table.contains(&format!("\n{label},")), "{label}: {table}");
    }
    assert!(!table.contains("\ncheater,"), "{table}");
}

#[test]
fn a_reference_field_is_named_by_every_result_in_which_all_of_it_plays_with_its_words() {
    let field = [&["--field", "reference-1"][..], &ALL_WORDS].concat();
    let base = played(&field, &["--games", "180"]);
    let newcomer = [&field[..], &["--agent", "margin"]].concat();
    let gauntlet = played(&newcomer, &["--gauntlet", "margin", "--games", "40"]);
    let whole = tournament(
        &[&["--agent", "ref1-x=random"], &field[..], &RUN, &["--gauntlet", "ref1-x", "--games", "20"]]
            .concat(),
    );
    let named = |dir: &Path| {
        let manifest = std::fs::read_to_string(dir.join("manifest.json")).expect("a manifest");
        let manifest: serde_json::Value = serde_json::from_str(&manifest).expect("JSON");
        manifest["configuration"]["field"].clone()
    };
    let joined = merged(&[base.path(), gauntlet.path()]);
    for dir in [&base, &gauntlet, &whole, &joined] {
        assert_eq!(named(dir.path()), "reference-1");
    }
    assert_eq!(named(played(&OTHERS, &["--games", "6"]).path()), serde_json::Value::Null);
    let standings = table(gauntlet.path(), "standings.csv");
    assert!(standings.iter().any(|row| row["agent"] == "ref1-guarded" && row["games"] == "4"));
    let french = [&["--lang", "fr"], &ALL_WORDS[..]].concat();
    for words in [&french[..], &["--vocabulary", "5000"]] {
        let command = [&["tournament", "--games", "2"], &newcomer[..2], words].concat();
        refused(&command, 2, &["--field reference-1", "English words", "or play --field presets"]);
    }
}
