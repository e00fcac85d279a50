//! Other games than the official one: three players, uneven teams, the sand timer, every set of rules that has a
//! name, and decks in other languages.

use std::collections::BTreeSet;

use crate::common::{Row, count, file, number, refused, rows, stdout, table, tournament};

const TWO: [&str; 8] = ["--agent", "margin", "--agent", "human", "--games", "60", "--seed", "5"];

fn played(args: &[&str]) -> tempfile::TempDir {
    tournament(&[&TWO[..], &["--log", "halves"], args].concat())
}

fn values<'a>(rows: &'a [Row], column: &str) -> BTreeSet<&'a str> {
    rows.iter().map(|row| row[column].as_str()).collect()
}

#[test]
fn r17_every_preset_plays_the_three_player_game_on_both_sides() {
    let dir = tournament(&["--rules", "three-player", "--games", "200", "--seed", "3", "--log", "halves"]);
    let path = dir.path();
    let (games, halves) = (table(path, "games.csv"), table(path, "halves.csv"));
    assert_eq!(values(&games, "door"), BTreeSet::from(["none"]));
    assert_eq!(values(&games, "step"), BTreeSet::from(["interceptor", "team"]));
    assert_eq!(values(&games, "white").len(), 5);
    assert_eq!(values(&games, "white"), values(&games, "black"));
    for row in &games {
        let tokens = count(row, "black_interceptions");
        let (winner, step) = if tokens >= 2 { ("black", "interceptor") } else { ("white", "team") };
        assert_eq!((row["winner"].as_str(), row["step"].as_str()), (winner, step));
        assert!(tokens <= 3 && (tokens >= 2 || row["rounds"] == "5"));
        assert!(
            ["white_interceptions", "white_miscommunications", "black_miscommunications"]
                .iter()
                .all(|c| row[*c] == "0")
        );
        let own: Vec<&Row> = halves.iter().filter(|half| half["game"] == row["game"]).collect();
        assert_eq!(own.len() as u64, count(row, "rounds"), "a round is one half");
        let wrong = own.iter().filter(|half| half["guess_right"] == "0").count();
        let caught = own.iter().filter(|half| half["intercepted"] == "1").count();
        assert_eq!((wrong + caught) as u64, tokens);
    }
    assert_eq!(values(&halves, "side"), BTreeSet::from(["white"]));
    for half in &halves {
        assert_eq!(count(half, "encryptor"), 1 + (count(half, "round") - 1) % 2);
        assert_eq!(half["interception"].is_empty(), half["round"] == "1");
    }
    let endings = table(path, "endings.csv");
    assert_eq!(endings.len(), 2 * 10);
    assert_eq!(endings.iter().map(|row| count(row, "games")).sum::<u64>(), 200);
    assert_eq!(values(&table(path, "rounds.csv"), "rounds").len(), 5);
    for row in table(path, "standings.csv") {
        assert!((number(&row, "rating_low")..=number(&row, "rating_high")).contains(&number(&row, "rating")));
        assert!(count(&row, "halves") > 0 && count(&row, "interception_chances") > 0);
    }
    for row in table(path, "pairings.csv") {
        assert!(
            (number(&row, "white_score_low")..=number(&row, "white_score_high"))
                .contains(&number(&row, "white_score"))
        );
        assert_eq!((row["shared"].as_str(), row["tiebreaks"].as_str()), ("0", "0"));
    }
}

#[test]
#[ignore = "slow: a run by every set of rules"]
fn every_set_of_rules_that_has_a_name_is_explained_and_played() {
    let list = rows(&stdout(&["rules", "list"]));
    assert!(list.len() > 10, "{list:?}");
    let dir = tempfile::tempdir().expect("a temporary directory");
    let results: BTreeSet<String> = list
        .iter()
        .map(|row| {
            let name = row["name"].as_str();
            let shown = stdout(&["rules", "show", name]);
            let keys = shown.lines().filter(|line| !line.starts_with('#') && !line.is_empty()).count();
            assert_eq!(shown.lines().filter(|line| line.starts_with("# R")).count(), keys, "{name}");
            let path = file(&dir, "rules.toml", &shown);
            let taken_back = stdout(&["rules", "show", &path]);
            assert_eq!(
                taken_back.split_once('\n').map(|text| text.1),
                shown.split_once('\n').map(|text| text.1)
            );
            stdout(&[
                "tournament",
                "--rules",
                name,
                "--games",
                "400",
                "--seed",
                "1",
                "--agent",
                "random/history",
                "--agent",
                "random",
            ])
        })
        .collect();
    assert!(results.len() > 10, "{} of {} differ", results.len(), list.len());
}

#[test]
fn r1_r4_the_role_of_the_encryptor_goes_round_teams_of_two_and_three() {
    let dir = played(&["--set", "black_team=3"]);
    for half in table(dir.path(), "halves.csv") {
        let members = if half["side"] == "white" { 2 } else { 3 };
        assert_eq!(count(&half, "encryptor"), 1 + (count(&half, "round") - 1) % members);
    }
    let manifest = std::fs::read_to_string(dir.path().join("manifest.json")).expect("a manifest");
    let manifest: serde_json::Value = serde_json::from_str(&manifest).expect("JSON");
    let configuration = &manifest["configuration"];
    assert_eq!(configuration["team_size"], serde_json::Value::Null);
    assert_eq!(configuration["rules"]["switches"]["black_team"], 3);
    let both = played(&["--set", "black_team=3", "--team-size", "3"]);
    assert!(
        table(both.path(), "halves.csv")
            .iter()
            .any(|half| half["side"] == "white" && half["encryptor"] == "3")
    );
}

#[test]
fn r24_late_clues_are_missing_and_counted() {
    let dir = played(&["--set", "sand_timer=10"]);
    let halves = table(dir.path(), "halves.csv");
    let clues = ["clue_1", "clue_2", "clue_3"];
    let missing = |row: &Row| clues.iter().filter(|clue| row[**clue].is_empty()).count() as u64;
    let late: u64 = halves.iter().map(missing).sum();
    assert!(late > 0);
    assert!(halves.iter().all(|row| !row["guess"].is_empty()), "both sides still guess");
    for row in &halves {
        let empty = clues.map(|clue| row[clue].is_empty());
        assert!(empty.windows(2).all(|pair| pair[0] <= pair[1]), "the last clues are the late ones");
    }
    let standings = table(dir.path(), "standings.csv");
    assert_eq!(standings.iter().map(|row| count(row, "late_clues")).sum::<u64>(), late);
    assert!(standings.iter().all(|row| row["illegal_clues"] == "0"));
    let official = played(&[]);
    assert!(!table(official.path(), "standings.csv")[0].contains_key("late_clues"));
    assert!(table(official.path(), "halves.csv").iter().all(|row| missing(row) == 0));
}

#[test]
fn r2_r3_sessions_and_codes_without_repeats_are_the_same_for_any_number_of_threads() {
    let play = |threads: &str| {
        let dir = played(&[
            "--set",
            "session=26",
            "--set",
            "codes=no_repeat",
            "--set",
            "round_limit=16",
            "-j",
            threads,
        ]);
        (table(dir.path(), "halves.csv"), dir)
    };
    let (halves, _dir) = play("1");
    assert!(halves == play("2").0);
    let mut told_apart = BTreeSet::new();
    assert!(halves.iter().all(|row| told_apart.insert([&row["game"], &row["side"], &row["code"]])));
}

#[test]
fn nonsense_is_refused_with_the_key_and_what_it_may_hold() {
    let cases = [
        ("official", "round_limit=0", "`round_limit` = 0 is out of range; takes 1 to 16"),
        ("official", "white_team=1", "`white_team` = 1 is out of range; takes 2 to 4"),
        ("official", "black_team=4", "`black_team` = 4 is out of range; takes 2 to 3 (as equal as possible"),
        ("official", "tokens_to_win=8", "`tokens_to_win` = 8 is out of range; takes 0 to 7 (0: no limit"),
        ("official", "tokens_to_lose=9", "`tokens_to_lose` = 9 is out of range; takes 0 to 8 (0: no limit"),
        (
            "official",
            "interception_from_round=10",
            "`interception_from_round` = 10 is out of range; takes 1 to 9",
        ),
        ("official", "sand_timer=4000", "`sand_timer` = 4000 is out of range; takes 0 to 3600 (seconds"),
        ("official", "sand_timer=-1", "`sand_timer` = -1 is out of range; takes 0 to 3600"),
        ("official", "session=-2", "`session` = -2 is out of range; takes 0 to 1000"),
        ("official", "players=four", "`players` = four is not one of its values; takes two_teams, three"),
        ("official", "players=three", "`black_team` = 2 is out of range; takes 1 (three players"),
        (
            "official",
            "pooling=loudest",
            "`pooling` = loudest is not one of its values; takes log_linear, vote",
        ),
        (
            "official",
            "codes=twice",
            "`codes` = twice is not one of its values; takes with_replacement, no_repeat",
        ),
        (
            "official",
            "final_tie=coin",
            "`final_tie` = coin is not one of its values; takes shared, white, black",
        ),
        ("three-player", "white_team=3", "`white_team` = 3 is out of range; takes 2 (three players"),
        (
            "three-player",
            "tokens_to_win=0",
            "`tokens_to_win` = 0 is out of range; takes 1 to 9 (three players",
        ),
        ("three-player", "sand_timer=30", "`sand_timer` = 30 is out of range; takes 0 (three players"),
    ];
    let dir = tempfile::tempdir().expect("a temporary directory");
    for (rules, set, message) in cases {
        refused(&["tournament", "--rules", rules, "--set", set], 2, &["--set", message]);
        let shown = stdout(&["rules", "show", rules]);
        let (key, value) = set.split_once('=').expect("a setting");
        let value = if value.parse::<i64>().is_ok() { value.to_owned() } else { format!("\"{value}\"") };
        let line_of = |line: &str| {
            if line.starts_with(&format!("{key} = ")) { format!("{key} = {value}") } else { line.to_owned() }
        };
        let text: Vec<String> = shown.lines().map(line_of).collect();
        let path = file(&dir, "rules.toml", &text.join("\n"));
        refused(&["rules", "check", &path], 2, &["rules.toml: line ", message]);
    }
    refused(
        &["tournament", "--rules", "three-player", "--team-size", "3"],
        2,
        &["--team-size", "white_team"],
    );
    let clue = ["rules", "clue", "sea", "--keyword", "ship", "--code"];
    refused(&[&clue[..], &["1-2-3-4-1"]].concat(), 2, &["--code", "three different digits from 1 to 4"]);
    refused(&[&clue[..], &["1-2-5"]].concat(), 2, &["--code", "three different digits from 1 to 4"]);
}

/// A space that knows the French words of the deck and some that may be clues.
fn french_space() -> String {
    let deck = overhear_data::DECK;
    let mut words: Vec<String> = rows(deck)
        .iter()
        .flat_map(|row| {
            row["fr"].to_lowercase().split([' ', '-', '\'', '’']).map(str::to_owned).collect::<Vec<_>>()
        })
        .collect();
    let syllables = ["ba", "co", "di", "fu", "ga", "ne", "pi", "ro"];
    words.extend((0..512).map(|n: usize| [n / 64, n / 8 % 8, n % 8].map(|digit| syllables[digit]).concat()));
    let mut distinct = BTreeSet::new();
    let mut state = 1u64;
    let mut coordinate = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 40) as f64 / f64::from(1 << 24) - 0.5
    };
    let lines =
        words.into_iter().filter(|word| !word.is_empty() && distinct.insert(word.clone())).map(|word| {
            let numbers: Vec<String> = (0..16).map(|_| format!("{:.4}", coordinate())).collect();
            format!("{word} {}\n", numbers.join(" "))
        });
    lines.collect()
}

#[test]
fn another_language_is_played_with_a_space_of_its_own() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let space = file(&dir, "fr.vec", &french_space());
    let result = played(&["--lang", "fr", "--space", &space, "--rules", "three-player"]);
    assert_eq!(table(result.path(), "games.csv").len(), 60);
    refused(&["tournament", "--lang", "sv", "--space", &space], 2, &["deck.csv", "not in the word space"]);
}
