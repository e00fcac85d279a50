//! One game again, as note sheets; and against what the run has logged.

use std::fs;
use std::path::Path;

use crate::common::{Row, count, file, number, refused, rows, run, stderr, stdout, table, tournament};
use serde_json::Value;
use tempfile::TempDir;

/// Agents that need no table: the program starts many times here.
const AGENTS: [&str; 4] = ["--agent", "random", "--agent", "heard=random/history"];

fn logged() -> TempDir {
    tournament(&[&["--games", "20", "--seed", "5", "--log", "halves"], &AGENTS[..]].concat())
}

fn from<'a>(dir: &'a TempDir, game: &'a str) -> Vec<&'a str> {
    vec!["replay", "--from", dir.path().to_str().expect("UTF-8"), "--game", game]
}

fn document(args: &[&str]) -> Value {
    serde_json::from_str(&stdout(args)).expect("JSON")
}

#[test]
fn r26_a_sheet_says_what_the_log_says() {
    let dir = logged();
    let halves = table(dir.path(), "halves.csv");
    for game in table(dir.path(), "games.csv").iter().take(6) {
        let replay = document(&[&from(&dir, &game["game"])[..], &["--format", "json", "--verify"]].concat());
        assert_eq!(replay["ending"]["winner"], game["winner"].as_str());
        assert_eq!(replay["rounds"], count(game, "rounds"));
        assert_eq!(replay["sheets"][1]["tokens"]["interceptions"], count(game, "black_interceptions"));
        let stored = halves.iter().filter(|half| half["game"] == game["game"]);
        let shown_halves = replay["halves"].as_array().expect("halves");
        assert_eq!(stored.clone().count(), shown_halves.len());
        stored.zip(shown_halves).for_each(|(stored, shown)| half_is(stored, shown));
        for sheet in replay["sheets"].as_array().expect("sheets") {
            assert_eq!(listed(sheet), 3 * shown_halves.len(), "every clue stands under its number");
            for half in shown_halves {
                let part = if half["side"] == sheet["side"] { "own" } else { "other" };
                let round = &sheet[part]["rounds"][half["round"].as_u64().expect("a round") as usize - 1];
                let guess = if part == "own" { "guess" } else { "interception" };
                assert_eq!((&round["clues"], &round["code"]), (&half["clues"], &half["code"]));
                assert_eq!(round["guess"], half[guess]);
            }
        }
    }
}

/// How many clues stand under the numbers of both sides of a sheet.
fn listed(sheet: &Value) -> usize {
    let parts = ["own", "other"].iter().filter_map(|part| sheet[part]["numbers"].as_array());
    let lists = parts.flatten().map(|number| number["clues"].as_array().expect("clues").len());
    lists.sum()
}

#[test]
fn r26_each_team_has_two_sides_with_eight_rounds_and_keywords_on_its_own_alone() {
    let dir = logged();
    let replay = document(&[&from(&dir, "4")[..], &["--format", "json"]].concat());
    let sheets = replay["sheets"].as_array().expect("sheets");
    assert_eq!(sheets.len(), 2);
    for sheet in sheets {
        for part in ["own", "other"] {
            let rounds = sheet[part]["rounds"].as_array().expect("rounds");
            let played = replay["rounds"].as_u64().expect("a number") as usize;
            assert!(rounds.len() == 8 && played < 8);
            assert!(
                rounds[played..].iter().all(|round| round["code"].is_null() && round["clues"][0].is_null())
            );
            let keywords = sheet[part]["numbers"].as_array().expect("numbers").iter();
            assert!(keywords.clone().all(|number| number["keyword"].is_string() == (part == "own")));
        }
    }
    let text = stdout(&from(&dir, "4"));
    for part in ["White's sheet: random", "Black's sheet: heard", "Black's clues", "Round 8"] {
        assert!(text.contains(part), "{part} is not in {text}");
    }
}

#[test]
fn r17_r26_the_lone_interceptor_has_a_sheet_of_the_teams_clues() {
    let three = ["--rules", "three-player", "--format", "json"];
    let args = [&["replay", "--seed", "1", "--game", "0"], &AGENTS[..], &three].concat();
    let replay = document(&args);
    let sheets = replay["sheets"].as_array().expect("sheets");
    assert_eq!(sheets.len(), 2);
    assert!(sheets[0]["own"].is_object() && sheets[0]["other"].is_null(), "the team hears nobody else");
    assert!(sheets[1]["own"].is_null() && sheets[1]["other"].is_object(), "the Interceptor gives no clues");
    assert_eq!(sheets[1]["side"], "black");
    assert_eq!(listed(&sheets[1]), 3 * replay["halves"].as_array().expect("halves").len());
    let text = stdout(&args[..args.len() - 2]);
    assert!(text.contains("Black's sheet: heard") && text.contains("Round 5"), "{text}");
}

fn half_is(stored: &Row, shown: &Value) {
    assert_eq!(shown["side"], stored["side"].as_str());
    assert_eq!(
        [digits(&shown["code"]), digits(&shown["guess"])],
        [stored["code"].clone(), stored["guess"].clone()]
    );
    assert_eq!(shown["clues"][2], stored["clue_3"].as_str());
    assert_eq!(digits(&shown["interception"]), stored["interception"]);
    believed_is(&shown["guessers"], number(stored, "p_guess"), &stored["guess"]);
    if !stored["interception"].is_empty() {
        believed_is(&shown["interceptors"], number(stored, "p_interception"), &stored["interception"]);
    }
}

/// A code as it stands in tables; nothing for none.
fn digits(code: &Value) -> String {
    code.as_str().unwrap_or_default().replace('-', "")
}

/// No code of the 24 is likelier than the answer, and the probabilities sum to 1.
fn believed_is(beliefs: &Value, p_true: f64, answer: &str) {
    let codes = beliefs["codes"].as_array().expect("codes");
    let p = |entry: &Value| entry["p"].as_f64().expect("a number");
    assert!((beliefs["p_true"].as_f64().expect("a number") - p_true).abs() < 1e-6);
    let answered = codes.iter().find(|entry| digits(&entry["code"]) == answer).expect("an answer");
    assert!(codes.len() == 24 && p(answered) > p(&codes[0]) * (1.0 - 1e-5), "{answer}: {codes:?}");
    assert!((codes.iter().map(p).sum::<f64>() - 1.0).abs() < 1e-5);
    assert!(codes.windows(2).all(|two| p(&two[0]) >= p(&two[1])));
}

#[test]
fn a_game_is_the_same_by_its_run_and_by_its_flags() {
    let dir = logged();
    let by_flags = [&["replay", "--seed", "5", "--game", "7"], &AGENTS[..]].concat();
    let by_run = from(&dir, "7");
    assert_eq!(stdout(&by_flags), stdout(&by_run));
    let other_seed = [&["replay", "--seed", "6", "--game", "7"], &AGENTS[..]].concat();
    assert_ne!(stdout(&other_seed), stdout(&by_run));
}

#[test]
fn the_text_fits_eighty_columns_and_is_painted_only_when_asked() {
    let dir = logged();
    let text = stdout(&from(&dir, "4"));
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    for part in
        ["Game 4: random (white) against heard (black)", "White's sheet", "Black's sheet", "Tokens: white"]
    {
        assert!(text.contains(part), "{part} is not in {text}");
    }
    assert!(!text.contains('\u{1b}'));
    let painted = stdout(&[&from(&dir, "4")[..], &["--color", "always"]].concat());
    assert!(painted.contains("\u{1b}[1m"));
}

#[test]
fn a_tie_that_the_keywords_break_shows_what_was_named() {
    let rules = [
        "tiebreak=keywords",
        "round_limit=1",
        "interception_from_round=1",
        "tokens_to_win=0",
        "tokens_to_lose=0",
    ];
    let rules = rules.map(|rule| ["--set", rule]).concat();
    let args = [&["replay", "--seed", "1", "--game", "0"], &AGENTS[..], &rules].concat();
    assert!(stdout(&args).contains("Names for the other team's keywords: "));
    let replay = document(&[&args[..], &["--format", "json"]].concat());
    assert_eq!(replay["sheets"][0]["named"].as_array().map(Vec::len), Some(4));
}

#[test]
fn the_page_stands_alone_and_escapes_its_texts() {
    let dir = logged();
    let page = stdout(&[&from(&dir, "4")[..], &["--format", "html"]].concat());
    assert!(page.starts_with("<!DOCTYPE html>") && page.contains("prefers-color-scheme: dark"));
    assert!(
        ["1", "2", "3", "4"].iter().all(|digit| page.contains(&format!("<td class=\"digit\">{digit}</td>")))
    );
    for part in ["<script", "http://", "https://", "<link", "<img", "url("] {
        assert!(!page.contains(part), "{part} is in the page");
    }
    let evil = ["--agent", "<b>&\"=margin", "--agent", "x=random"];
    let page = stdout(&[&["replay", "--seed", "1", "--game", "0", "--format", "html"], &evil[..]].concat());
    assert!(page.contains("&lt;b&gt;&amp;&quot;") && !page.contains("<b>"));
    let moving =
        ["replay", "--seed", "1", "--game", "0", "--agent", "\u{1b}[2Jm=margin", "--agent", "x=random"];
    refused(&moving, 2, &["\\u{1b}[2Jm", "invisible character"]);
}

fn tamper(dir: &Path, name: &str, column: &str, row: usize, value: &str) {
    let path = dir.join(name);
    let text = fs::read_to_string(&path).expect("the file is read");
    let mut lines: Vec<Vec<&str>> = text.lines().map(|line| line.split(',').collect()).collect();
    let place = lines[0].iter().position(|name| *name == column).expect("the column");
    assert_ne!(lines[row][place], value, "the row is changed");
    lines[row][place] = value;
    let lines = lines.iter().map(|line| line.join(",") + "\n");
    fs::write(&path, lines.collect::<String>()).expect("the file is written");
}

#[test]
fn a_row_that_was_tampered_with_is_found_and_named() {
    for (name, column, value) in [
        ("games.csv", "winner_agent", "nobody"),
        ("games.csv", "deal", "99"),
        ("halves.csv", "clue_2", "tampered"),
        ("halves.csv", "p_guess", "0.123456"),
    ] {
        let dir = logged();
        let sound = run(&[&from(&dir, "0")[..], &["--verify"]].concat());
        assert!(stderr(&sound).contains("game 0 agrees with the rows of the logs"), "{sound:?}");
        tamper(dir.path(), name, column, 1, value);
        let args = [&from(&dir, "0")[..], &["--verify"]].concat();
        refused(&args, 5, &[name, "line 2", column, value]);
        stdout(&from(&dir, "0"));
        refused(&[&from(&dir, "3")[..], &["--verify"]].concat(), 5, &[name, "it was changed"]);
    }
}

#[test]
fn rows_that_are_missing_or_too_many_are_found() {
    let dir = logged();
    let path = dir.path().join("halves.csv");
    let text = fs::read_to_string(&path).expect("the file is read");
    let args = [&from(&dir, "0")[..], &["--verify"]].concat();
    let second = text.lines().nth(1).expect("a row");
    fs::write(&path, text.replacen(&format!("{second}\n"), "", 1)).expect("the file is written");
    refused(&args, 5, &["halves.csv"]);
    fs::write(&path, format!("{text}{second}\n")).expect("the file is written");
    refused(&args, 5, &["halves.csv", "one row more"]);
    // A log that ends within a row, or within a cell, is no table any more, and still a mismatch.
    for cut in [text.len() / 2, text.len() - 10] {
        fs::write(&path, &text[..cut]).expect("the file is written");
        refused(&args, 5, &["halves.csv"]);
    }
    fs::write(&path, text.replace('\n', "\0")).expect("the file is written");
    refused(&args, 5, &["halves.csv"]);
    fs::write(dir.path().join("games.csv"), "game,deal\n0,0\n").expect("the file is written");
    refused(&args, 5, &["games.csv", "line 1"]);
}

#[test]
fn what_cannot_be_replayed_is_refused() {
    let dir = logged();
    refused(&from(&dir, "20"), 2, &["--game 20", "games 0 to 19"]);
    refused(&["replay", "--game", "1"], 2, &["--seed"]);
    refused(&[&from(&dir, "1")[..], &["--seed", "4"]].concat(), 2, &["--seed", "--from"]);
    refused(&["replay", "--seed", "1", "--game", "1", "--verify"], 2, &["--from"]);
    refused(&["replay", "--from", "nowhere", "--game", "1"], 2, &["manifest.json"]);
    let silent = tournament(&[&["--games", "4", "--seed", "5"], &AGENTS[..]].concat());
    refused(&[&from(&silent, "0")[..], &["--verify"]].concat(), 2, &["games.csv", "logged no games"]);
}

#[test]
fn a_run_with_void_deals_knows_its_last_games() {
    let faulty = ["--agent", "random", "--agent", "faulty:panic=0.05/uniform", "--on-fault", "void"];
    let args = ["--games", "40", "--seed", "5", "--log", "games", "--max-fault-rate", "1"];
    let dir = tournament(&[&args[..], &faulty].concat());
    let games = table(dir.path(), "games.csv");
    assert!(games.len() < 40, "some deals are void");
    let last = &games.last().expect("a game")["game"];
    assert!(last.parse::<usize>().expect("a number") >= games.len());
    stdout(&[&from(&dir, last)[..], &["--verify"]].concat());
    refused(&from(&dir, "40"), 2, &["--game 40", "games 0 to 39"]);
}

#[test]
fn a_game_in_which_somebody_broke_down_is_shown_up_to_there() {
    let args = ["--games", "40", "--seed", "5", "--log", "halves", "--max-fault-rate", "1"];
    let faulty = ["--agent", "random", "--agent", "drill=faulty:panic=0.05/uniform"];
    let dir = tournament(&[&args[..], &faulty].concat());
    let games = table(dir.path(), "games.csv");
    let forfeited = games.iter().filter(|game| game["step"] == "forfeit").take(4);
    let mut shown = 0;
    for game in forfeited {
        let number = &game["game"];
        let text = stdout(&[&from(&dir, number)[..], &["--verify"]].concat());
        let line = format!("`drill` broke down in game {number}: a breakdown was asked for");
        assert!(text.contains(&line) && text.contains("(forfeit)"), "{text}");
        let replay = stdout(&[&from(&dir, number)[..], &["--format", "json"]].concat());
        let replay: serde_json::Value = serde_json::from_str(&replay).expect("JSON");
        assert_eq!(
            (replay["breakdown"].as_str(), &replay["ending"]["winner_agent"]),
            (Some(&*line), &"random".into())
        );
        assert!(
            stdout(&[&from(&dir, number)[..], &["--format", "html"]].concat())
                .contains(": a breakdown was asked for")
        );
        shown += 1;
    }
    assert_eq!(shown, 4);
    let sound = games.iter().find(|game| game["step"] != "forfeit").expect("most games are sound");
    let replay = stdout(&[&from(&dir, &sound["game"])[..], &["--format", "json"]].concat());
    assert!(!replay.contains("breakdown"), "{replay}");
}

#[test]
fn a_run_is_replayed_with_its_own_words_or_not_at_all() {
    let words = tempfile::tempdir().expect("a temporary directory");
    let list = "anchor\nbread\ncastle\ndragon\nengine\nforest\nguitar\nhammer\n";
    let deck = file(&words, "deck.txt", list);
    let dir = tournament(
        &[&["--games", "4", "--seed", "5", "--log", "games", "--deck", &deck], &AGENTS[..]].concat(),
    );
    let args = [&from(&dir, "2")[..], &["--verify"]].concat();
    assert!(stdout(&args).contains("ANCHOR"));
    fs::write(&deck, list.replace("bread", "butter")).expect("the file is written");
    refused(&args, 2, &["deck.txt", "SHA-256"]);
    let manifest = dir.path().join("manifest.json");
    let text = fs::read_to_string(&manifest).expect("the manifest");
    fs::write(&manifest, text.replace("\"round_limit\": 8", "\"round_limit\": 0")).expect("it is written");
    refused(&args, 2, &["manifest.json", "damaged or was edited"]);
    fs::write(&manifest, &text[..40]).expect("it is written");
    let output = run(&args);
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
}

#[test]
fn halves_are_rows_of_the_game_that_is_asked_for() {
    let dir = logged();
    let stored = rows(&fs::read_to_string(dir.path().join("halves.csv")).expect("the file is read"));
    let replay = document(&[&from(&dir, "11")[..], &["--format", "json"]].concat());
    let clues: Vec<&Value> =
        replay["halves"].as_array().expect("halves").iter().map(|half| &half["clues"][0]).collect();
    let expected: Vec<&str> =
        stored.iter().filter(|row| row["game"] == "11").map(|row| row["clue_1"].as_str()).collect();
    assert_eq!(clues, expected);
}
