//! The setting of the published benchmark, results of three players by role, and the line of a card for a leaderboard.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::common::{refused, run, stderr, stdout};

const SETTING: [&str; 6] = ["--suite", "decrypto-benchmark", "--games", "30", "--vocabulary", "2000"];

fn text(dir: &Path, name: &str) -> String {
    fs::read_to_string(dir.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn bench(agent: &str, dir: &Path) -> Value {
    stdout(&[&["bench", agent, "--out", dir.to_str().expect("UTF-8")], &SETTING[..]].concat());
    serde_json::from_str(&text(dir, "card.json")).expect("JSON")
}

fn row<'a>(card: &'a Value, task: &str, player: &str, measure: &str) -> &'a Value {
    let rows = card["measures"].as_array().expect("measures");
    let is_it = |row: &&Value| row["task"] == task && row["player"] == player && row["measure"] == measure;
    rows.iter().find(is_it).unwrap_or_else(|| panic!("{task}, {player}, {measure}: {card}"))
}

#[test]
fn the_published_setting_has_a_card_by_role() {
    let dir = tempfile::tempdir().expect("a folder");
    let card = bench("nearest-k", dir.path());
    for role in ["team", "interceptor"] {
        let own = |measure: &str| row(&card, role, "nearest-k", measure);
        for measure in ["turns a game", "misses a turn", "interceptions a turn", "interceptions in round 1"] {
            let baseline = row(&card, role, "baseline: `nearest-k`", measure);
            assert_eq!(own(measure)["value"], baseline["value"], "{role}: {measure}");
        }
        assert_eq!(own("turns a game")["items"], 30);
        assert_eq!(own("misses in round 1")["items"], 30);
        let turns = own("turns a game")["value"].as_f64().expect("a number");
        let [low, high] = ["low", "high"].map(|end| own("turns a game")[end].as_f64().expect("an end"));
        assert!(low < turns && turns < high, "{role}: {low} {turns} {high}");
        // A turn is a round that was reached: rounds and turns count the same.
        let reached: u64 =
            (1..=8).map(|n| own(&format!("misses in round {n}"))["items"].as_u64().expect("a count")).sum();
        assert!((turns * 30.0 - reached as f64).abs() < 1e-3, "{role}: {turns}, {reached}");
        let ends = ["games with two misses", "games with two interceptions", "games that the team survived"];
        let sum: f64 = ends.map(|end| own(end)["value"].as_f64().expect("a share")).iter().sum();
        assert!(sum >= 1.0 - 1e-6, "{role}: every game ends in one of three ways, or in two at once: {sum}");
    }
    // The Interceptor `random` guesses one code of 24.
    let blind = row(&card, "interceptor", "floor: `random`", "interceptions a turn")["value"].as_f64();
    assert!(blind < row(&card, "interceptor", "nearest-k", "interceptions a turn")["value"].as_f64());
    let markdown = text(dir.path(), "card.md");
    assert!(markdown.contains("## team") && markdown.contains("## interceptor"), "{markdown}");
    refused(
        &["bench", "margin", "--suite", "decrypto-benchmark", "--clues", "x.csv"],
        2,
        &["x.csv", "decrypto-1"],
    );
}

#[test]
fn a_card_is_one_line_of_a_leaderboard() {
    let dir = tempfile::tempdir().expect("a folder");
    let card = bench("margin", dir.path());
    let line = text(dir.path(), "leaderboard.jsonl");
    assert_eq!(line.lines().count(), 1);
    let leaderboard_line: Value = serde_json::from_str(&line).expect("JSON");
    assert_eq!(
        (&leaderboard_line["suite"], &leaderboard_line["agent"]),
        (&Value::from("decrypto-benchmark"), &Value::from("margin"))
    );
    assert_eq!(leaderboard_line["suite_sha256"].as_str().map(str::len), Some(64));
    assert!(leaderboard_line["bot"].is_null() && leaderboard_line["answers_sha256"].is_null());
    assert_eq!(leaderboard_line["usage"]["questions"], 0);
    assert!(leaderboard_line["validity"].get("malformed").is_some(), "{leaderboard_line}");
    let all = card["measures"].as_array().expect("measures");
    let own: Vec<&Value> =
        all.iter().filter(|row| row["player"] == "margin" && row["task"] != "validity").collect();
    assert_eq!(leaderboard_line["measures"].as_array().expect("measures").iter().collect::<Vec<_>>(), own);
}

#[test]
fn r17_results_of_three_players_are_given_by_role() {
    let dir = tempfile::tempdir().expect("a folder");
    let out = dir.path().to_str().expect("UTF-8");
    let games = ["--games", "40", "--seed", "1", "--vocabulary", "2000"];
    let agents = ["--agent", "random", "--agent", "margin"];
    let command =
        [&["tournament", "--rules", "three-player", "--out", out, "--force"], &games[..], &agents].concat();
    let output = run(&command);
    assert!(output.status.success(), "{}", stderr(&output));
    let cells = |file: &str, row: usize| -> Vec<(String, f64)> {
        let content = text(dir.path(), file);
        let mut lines = content.lines();
        let names = lines.next().expect("a head").split(',');
        let values = lines.nth(row).expect("a row").split(',').map(|cell| cell.parse().unwrap_or(f64::NAN));
        names.map(str::to_owned).zip(values).collect()
    };
    let cell = |cells: &[(String, f64)], name: &str| {
        cells.iter().find(|(key, _)| key == name).unwrap_or_else(|| panic!("{name}: {cells:?}")).1
    };
    let pairing = cells("pairings.csv", 0);
    let [team, interceptor] = ["a_score_as_team", "a_score_as_interceptor"].map(|name| {
        let [value, low, high] = ["", "_low", "_high"].map(|end| cell(&pairing, &format!("{name}{end}")));
        assert!(low <= value && value <= high && low < high, "{name}: {low} {value} {high}");
        value
    });
    assert!((cell(&pairing, "a_score") - f64::midpoint(team, interceptor)).abs() < 1e-6);
    for row in 0..2 {
        let standing = cells("standings.csv", row);
        let roles = ["score_as_team", "score_as_interceptor"].map(|name| cell(&standing, name));
        assert!((cell(&standing, "score") - f64::midpoint(roles[0], roles[1])).abs() < 1e-6, "{roles:?}");
    }
    // Two teams have no such columns.
    let plain = [&["tournament", "--out", out, "--force"], &games[..], &agents].concat();
    assert!(run(&plain).status.success());
    assert!(!text(dir.path(), "pairings.csv").contains("as_team"));
}
