//! `balance`: the ladder adds up and agrees with a tournament, what-ifs equal fresh runs, threads change nothing.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use crate::common::{
    ALL_WORDS, Row, VEHICLES, count, file, number, refused, rows, run, stderr, stdout, table, tournament,
};
use tempfile::TempDir;

const PAIR: [&str; 8] = ["--agent", "margin", "--agent", "human", "--games", "600", "--seed", "7"];

static RESULT: LazyLock<TempDir> = LazyLock::new(|| balance(&[&PAIR[..], &["-j", "2"]].concat()));

fn balance(args: &[&str]) -> TempDir {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let out = dir.path().to_str().expect("UTF-8");
    stdout(&[&["balance", "--out", out, "--progress", "none"], args].concat());
    dir
}

fn files(dir: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(dir).expect("a directory").map(|entry| entry.expect("an entry"));
    let named = entries.map(|entry| (entry.file_name().into_string().expect("UTF-8"), entry.path()));
    named.map(|(name, path)| (name, fs::read(path).expect("a file"))).collect()
}

fn ladder(rows: &[Row], by: &str, value: &str, step: &str) -> u64 {
    let found = rows.iter().filter(|row| row["by"] == by && row["value"] == value && row["step"] == step);
    found.map(|row| count(row, "games")).sum()
}

#[test]
fn one_thread_and_two_write_the_same_bytes() {
    let expected = files(RESULT.path());
    assert_eq!(expected.len(), 9, "{:?}", expected.keys());
    let alone = balance(&[&PAIR[..], &["-j", "1"]].concat());
    assert!(files(alone.path()) == expected);
    let other = balance(&[&PAIR[..6], &["--seed", "8"]].concat());
    assert!(files(other.path())["ladder.csv"] != expected["ladder.csv"], "another seed is another run");
}

#[test]
fn the_ladder_is_every_game_once_however_it_is_cut() {
    let ladder = table(RESULT.path(), "ladder.csv");
    for by in ["all", "door", "round", "winner"] {
        let cut = || ladder.iter().filter(|row| row["by"] == by);
        assert_eq!(cut().map(|row| count(row, "games")).sum::<u64>(), 600, "{by}");
        for row in cut() {
            assert!((number(row, "share") - count(row, "games") as f64 / 600.0).abs() < 1e-6);
            let is_certain = row["share_low"].is_empty();
            assert!(
                if is_certain {
                    count(row, "games") == 0
                } else {
                    number(row, "share_low") <= number(row, "share")
                },
                "{row:?}"
            );
            assert!(is_certain || number(row, "share") <= number(row, "share_high"), "{row:?}");
        }
    }
}

#[test]
fn what_the_rules_leave_no_choice_in_is_printed_without_an_interval() {
    let ladder = table(RESULT.path(), "ladder.csv");
    let of = |by: &str, value: &str, step: &str| {
        let is_it = |row: &&Row| row["by"] == by && row["value"] == value && row["step"] == step;
        ladder.iter().find(is_it).unwrap_or_else(|| panic!("{by} {value} {step}"))
    };
    let certain = [("round", "1", "tokens"), ("winner", "shared", "points"), ("door", "none", "keywords")];
    for (by, value, step) in certain {
        let row = of(by, value, step);
        assert_eq!(
            (&*row["share"], &*row["share_low"], &*row["share_high"]),
            ("0.000000", "", ""),
            "{row:?}"
        );
    }
    let open = of("round", "8", "tokens");
    assert!(number(open, "share_low") < number(open, "share_high"), "{open:?}");
    let seats = table(RESULT.path(), "seats.csv");
    let shared =
        seats.iter().find(|row| row["step"] == "shared" && count(row, "games") > 0).expect("shared games");
    assert_eq!((&*shared["white_score"], &*shared["white_score_low"]), ("0.500000", ""));
}

#[test]
fn the_ladder_agrees_with_the_endings_of_a_tournament() {
    let result = tournament(&PAIR);
    let (endings, ladder_rows) = (table(result.path(), "endings.csv"), table(RESULT.path(), "ladder.csv"));
    let rung = |step: &str| match step {
        "points" | "keywords" | "shared" => step.to_owned(),
        _ => "tokens".to_owned(),
    };
    for by in ["door", "winner"] {
        let mut sums: BTreeMap<(String, String), u64> = BTreeMap::new();
        for row in &endings {
            *sums.entry((row[by].clone(), rung(&row["step"]))).or_default() += count(row, "games");
        }
        for ((value, step), games) in sums {
            assert_eq!(ladder(&ladder_rows, by, &value, &step), games, "{by} {value} {step}");
        }
    }
    let rounds = table(result.path(), "rounds.csv");
    for (one, other) in rounds.iter().zip(table(RESULT.path(), "lengths.csv")) {
        assert_eq!(
            (count(one, "rounds"), count(one, "games")),
            (count(&other, "rounds"), count(&other, "games"))
        );
    }
    let pairing = &table(result.path(), "pairings.csv")[0];
    let seats = table(RESULT.path(), "seats.csv");
    assert_eq!(pairing["white_score"], seats[0]["white_score"]);
}

#[test]
fn what_ifs_equal_fresh_runs() {
    every_so_many_what_ifs_equal_fresh_runs(4);
}

#[test]
#[ignore = "slow: a run for each what-if"]
fn every_what_if_equals_a_fresh_run() {
    every_so_many_what_ifs_equal_fresh_runs(1);
}

fn every_so_many_what_ifs_equal_fresh_runs(step: usize) {
    let whatifs = table(RESULT.path(), "whatifs.csv");
    assert_eq!(whatifs.len(), 12);
    let mut changed = 0;
    for row in whatifs.iter().step_by(step) {
        assert_eq!(row["method"], "judged again");
        let fresh = balance(&[&PAIR[..], &["--set", &row["change"]]].concat());
        let fresh = table(fresh.path(), "ladder.csv");
        for step in ["tokens", "points", "keywords", "shared"] {
            assert_eq!(ladder(&fresh, "all", "", step), count(row, step), "{} {step}", row["change"]);
        }
        changed += count(row, "changed");
    }
    assert!(changed > 0, "some tiebreaker makes a difference");
}

#[test]
fn skill_is_told_by_step_and_comebacks_by_state() {
    let skill = table(RESULT.path(), "skill.csv");
    assert_eq!(skill.len(), 5, "all, and a row for each step");
    assert!(number(&skill[0], "score_low") > 0.5, "the better agent is the better one");
    let played = count(&table(RESULT.path(), "seats.csv")[0], "games");
    assert_eq!(count(&skill[0], "games"), played * 4 / 5, "every fifth deal says who that is");
    assert_eq!(skill[1..].iter().map(|row| count(row, "games")).sum::<u64>(), count(&skill[0], "games"));
    let shared = if count(&skill[4], "games") > 0 { "0.500000" } else { "" };
    assert_eq!((skill[4]["step"].as_str(), skill[4]["score"].as_str()), ("shared", shared));
    for row in table(RESULT.path(), "comebacks.csv") {
        let lead = |who: &str| {
            let tokens = |kind: &str| count(&row, &format!("{who}{kind}")) as i64;
            tokens("interceptions") - tokens("miscommunications")
        };
        assert!(lead("") < lead("opponent_"), "the team is behind: {row:?}");
    }
    let drama = table(RESULT.path(), "drama.csv");
    let sum = |quantity: &str| -> u64 {
        drama.iter().filter(|row| row["quantity"] == quantity).map(|row| count(row, "games")).sum()
    };
    assert_eq!((sum("last_round"), sum("lead_changes")), (600, 600));
}

#[test]
fn kinds_are_told_by_tokens_alone_and_measured_on_other_deals() {
    let kinds = table(RESULT.path(), "kinds.csv");
    assert_eq!(kinds.len(), 10, "two kinds; all, and a row for each step");
    for rows in kinds.chunks(5) {
        assert!(number(&rows[0], "team_rate") < number(&rows[0], "other_rate"), "{:?}", rows[0]);
        assert_eq!(count(&rows[0], "games"), 480, "every fifth deal says which agent that is");
        assert_eq!(rows[1..].iter().map(|row| count(row, "games")).sum::<u64>(), 480);
    }
    let team = |kind: &str| kinds.iter().find(|row| row["kind"] == kind).expect("a row")["team"].clone();
    assert_eq!((team("clear"), team("secret")), ("margin".to_owned(), "human".to_owned()));
    let skill = &table(RESULT.path(), "skill.csv")[0];
    let whatifs = table(RESULT.path(), "whatifs.csv");
    let of = |row: &Row, kind: &str| row[&format!("{kind}_difference")].clone();
    for row in &whatifs {
        let better = if skill["better"] == "human" { "secret" } else { "clear" };
        assert_eq!(of(row, "better"), of(row, better), "{}", row["change"]);
        assert!((number(row, "clear_difference") + number(row, "secret_difference")).abs() < 1e-6);
    }
    let alone = balance(&["--agent", "random", "--games", "60", "--seed", "1"]);
    assert!(table(alone.path(), "kinds.csv").is_empty(), "an agent is no clearer than itself");
}

#[test]
fn the_better_of_two_is_found_on_some_deals_and_measured_on_the_others() {
    let args = ["rules", "compare", "official", "official,tiebreak=shared", "--games", "600", "--seed", "7"];
    let found = rows(&stdout(&[&args[..], &ALL_WORDS, &PAIR[..4]].concat()));
    let of = |measure: &str| found.iter().find(|row| row["measure"] == measure).expect("a row").clone();
    let (first, better) = (of("first_score"), of("better_score"));
    assert_eq!((count(&first, "deals"), count(&better, "deals")), (300, 240));
    assert!(number(&better, "value_a") > 0.5 && number(&first, "value_a") < 0.5, "human is the better one");
    let sweep = balance(&[&PAIR[..], &ALL_WORDS, &["--sweep", "tiebreak=shared"]].concat());
    let point = table(sweep.path(), "sweep.csv")
        .into_iter()
        .find(|row| row["measure"] == "better_score" && row["point"] != "base")
        .expect("a row");
    assert_eq!((count(&point, "deals"), count(&point, "games")), (240, 480));
    for (of_sweep, of_compare) in [("value", "value_b"), ("difference", "difference")] {
        assert!(
            (number(&point, of_sweep) - number(&better, of_compare)).abs() < 2e-6,
            "{point:?} {better:?}"
        );
    }
}

#[test]
fn a_report_without_agents_plays_what_was_asked_for_or_says_that_it_does_not() {
    let said =
        |games: &str| stderr(&run(&["balance", "--games", games, "--seed", "1", "--progress", "none"]));
    assert!(!said("400").contains("asked for"));
    assert!(said("10").contains("24 games, 10 asked for: every pairing plays whole deals"), "{}", said("10"));
}

#[test]
fn one_agent_meets_itself_once_on_each_deal() {
    let text = stdout(&["balance", "--agent", "random", "--games", "101", "--seed", "3"]);
    let rows = rows(&text);
    assert_eq!(
        ladder(&rows, "all", "", "tokens")
            + ladder(&rows, "all", "", "points")
            + ladder(&rows, "all", "", "keywords")
            + ladder(&rows, "all", "", "shared"),
        101
    );
    let one = rows.iter().find(|row| row["by"] == "all" && row["step"] == "tokens").expect("a row");
    let wilson = stdout(&["stats", "wilson", &one["games"], "101", "--format", "csv"]);
    let wilson = &crate::common::rows(&wilson)[0];
    let [low, high] = ["low", "high"].map(|end| {
        let name = wilson.keys().find(|key| key.ends_with(end)).expect("a column");
        number(wilson, name)
    });
    assert!((number(one, "share_low") - low).abs() < 0.01 && (number(one, "share_high") - high).abs() < 0.01);
}

#[test]
fn the_report_fits_eighty_columns_and_says_what_was_done() {
    let text = stdout(&["balance", "--games", "400", "--seed", "1", "--format", "table"]);
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    for part in [
        "human against itself, 140 games",
        "5 agents",
        "decided by",
        "better team",
        "Which kind of team",
        "another tiebreaker scored",
    ] {
        assert!(text.contains(part), "`{part}` is missing: {text}");
    }
}

#[test]
fn json_is_one_document() {
    let text = stdout(&[&["balance", "--format", "json"], &PAIR[..]].concat());
    let document: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!((&document["seed"], &document["games"]), (&7.into(), &600.into()));
    assert_eq!(document["seats"].as_array().map(Vec::len), Some(5));
    assert!(document["ladder"][0]["share"].is_number());
}

#[test]
fn a_sweep_plays_what_must_be_played_and_judges_the_rest_again() {
    let args = [
        "--agent",
        "margin",
        "--games",
        "400",
        "--seed",
        "5",
        "--sweep",
        "round_limit=7..8",
        "--sweep",
        "tiebreak=points_keywords,shared",
    ];
    let sweep = balance(&args);
    let rows = table(sweep.path(), "sweep.csv");
    let of = |point: &str, measure: &str| -> Row {
        let found = rows.iter().find(|row| row["point"] == point && row["measure"] == measure);
        found.unwrap_or_else(|| panic!("{point} {measure}")).clone()
    };
    let official = of("round_limit=8 tiebreak=points_keywords", "shared_rate");
    assert_eq!(official["method"], "judged again", "it is the base");
    let told = ["difference", "difference_high", "verdict"].map(|column| official[column].as_str());
    assert_eq!(told, ["", "", "base"]);
    assert_eq!(of("round_limit=7 tiebreak=points_keywords", "mean_rounds")["method"], "played");
    assert_eq!(of("round_limit=7 tiebreak=shared", "mean_rounds")["method"], "judged again");
    let tied = of("round_limit=7 tiebreak=shared", "tiebreak_rate");
    assert_eq!(tied["value"], of("round_limit=7 tiebreak=shared", "shared_rate")["value"]);
    let fresh = balance(&[&args[..6], &["--set", "round_limit=7"]].concat());
    let decided = ladder(&table(fresh.path(), "ladder.csv"), "all", "", "tokens");
    assert!((number(&tied, "value") - (400 - decided) as f64 / 400.0).abs() < 1e-6, "on the same deals");
}

#[test]
fn clues_are_counted_by_keyword_by_card_and_by_pair() {
    let args = ["--agent", "human", "--games", "300", "--seed", "3", "--by"];
    let by = |cut: &str, file: &str| table(balance(&[&args[..], &[cut]].concat()).path(), file);
    let (keywords, cards) = (by("keyword", "keywords.csv"), by("card", "cards.csv"));
    let pairs = by("pair", "pairs.csv");
    let sum = |rows: &[Row], column: &str| rows.iter().map(|row| count(row, column)).sum::<u64>();
    for column in ["clues", "missed", "chances", "overheard"] {
        for card in &cards {
            let own: Vec<Row> = keywords.iter().filter(|row| row["card"] == card["card"]).cloned().collect();
            assert_eq!(sum(&own, column), count(card, column), "{column} of card {}", card["card"]);
        }
        assert!(sum(&cards, column) > 100 && sum(&cards, column) == sum(&keywords, column));
    }
    assert_eq!(sum(&pairs, "confused"), sum(&keywords, "missed"), "what is missed is taken for one other");
    assert_eq!(sum(&pairs, "clues"), 3 * sum(&keywords, "clues"), "each clue has three others");
    let mean = sum(&keywords, "missed") as f64 / sum(&keywords, "clues") as f64;
    for row in &keywords {
        let [rate, shrunk, low, high] =
            ["missed_rate", "missed_shrunk", "missed_low", "missed_high"].map(|column| number(row, column));
        let between = (rate.min(mean) - 2e-6..=rate.max(mean) + 2e-6).contains(&shrunk);
        assert!(between && low <= shrunk && shrunk <= high, "{row:?} {mean}");
        assert!(number(row, "missed_p") <= number(row, "missed_p_adjusted"));
    }
    let screen = stdout(&[&["balance"], &args[..], &["keyword", "--format", "table"]].concat());
    let said = screen.replace("\n  ", " ");
    assert!(said.contains(&format!("{:.1} of 100 clues are missed; of ", 100.0 * mean)), "{said}");
    assert!(said.contains("where chance alone would make "), "{said}");
    refused(&["balance", "--by", "keyword", "--sweep", "round_limit=3"], 2, &["--by", "--sweep"]);
    refused(&["balance", "--by", "word"], 2, &["keyword", "card", "pair"]);
}

/// The cards of the built-in deck, with the words of all languages that stand so many rows farther down.
fn shifted(rows_down: usize) -> String {
    let text = overhear_data::DECK;
    let (header, rows) = text.split_once('\n').expect("a header");
    let split = |row: &'static str| row.split_at(row.match_indices(',').nth(1).expect("two commas").0);
    let rows: Vec<(&str, &str)> = rows.lines().map(split).collect();
    let words = rows.iter().cycle().skip(rows_down).map(|(_, words)| words);
    let shifted = rows.iter().zip(words).map(|((card, _), words)| format!("{card}{words}\n"));
    format!("{header}\n{}", shifted.collect::<String>())
}

#[test]
#[ignore = "slow: decks of the same words in other orders"]
fn two_decks_are_compared_in_their_words_alone() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let path = file(&dir, "shifted.csv", &shifted(173));
    let args = ["--agent", "human", "--games", "1000", "--seed", "5"];
    let result = balance(&[&args[..], &["--deck-b", &path, "-j", "1"]].concat());
    let found = table(result.path(), "decks.csv");
    let names: Vec<&str> = found.iter().map(|row| row["measure"].as_str()).collect();
    assert_eq!(names, ["missed_rate", "overheard_rate", "mean_rounds", "tiebreak_rate", "shared_rate"]);
    for row in &found {
        assert_eq!((count(row, "deals"), count(row, "same_deals")), (1000, 1000), "as many cards and words");
        assert!(number(row, "difference_low") < 0.0 && number(row, "difference_high") > 0.0, "{row:?}");
        let difference = number(row, "value_b") - number(row, "value_a");
        assert!((difference - number(row, "difference")).abs() < 2e-6, "{row:?}");
        assert!(["equivalent", "undecided"].contains(&row["verdict"].as_str()), "{row:?}");
    }
    for (end, deck) in [("a", None), ("b", Some(path.as_str()))] {
        let deck = deck.map_or_else(Vec::new, |deck| vec!["--deck", deck]);
        let words = balance(&[&args[..], &deck, &["--by", "keyword"]].concat());
        let words = table(words.path(), "keywords.csv");
        let sum = |column: &str| words.iter().map(|row| count(row, column)).sum::<u64>() as f64;
        for (row, [part, whole]) in found.iter().zip([["missed", "clues"], ["overheard", "chances"]]) {
            assert!((number(row, &format!("value_{end}")) - sum(part) / sum(whole)).abs() < 2e-6, "{row:?}");
        }
    }
    let again = balance(&[&args[..], &["--deck-b", &path, "-j", "2"]].concat());
    assert_eq!(files(again.path())["decks.csv"], files(result.path())["decks.csv"]);
}

#[test]
fn a_grid_for_people_has_every_measure_and_a_comparison_is_in_percent() {
    let agents = ["--agent", "margin", "--agent", "random", "--games", "40", "--seed", "1"];
    let grid = stdout(&[&["balance", "--sweep", "round_limit=3", "--format", "table"][..], &agents].concat());
    let head: String = grid.split('─').filter(|part| part.contains("rules")).collect();
    for word in ["White's", "Ties", "victories", "Last", "Length,", "better", "first"] {
        assert!(head.contains(word), "{word} is missing: {grid}");
    }
    let args = [&["rules", "compare", "official", "short"][..], &agents].concat();
    let first = rows(&stdout(&[&args[..], &["--format", "csv"]].concat())).swap_remove(0);
    let screen = stdout(&[&args[..], &["--format", "table"]].concat());
    let line = screen.lines().rfind(|line| line.starts_with("White's score")).expect("a line");
    let value = format!(" {:.2} ", 100.0 * number(&first, "value_a"));
    assert!(first["measure"] == "white_score" && line.contains(&value), "{value}: {screen}");
    assert!(screen.find(" of 100 ") < screen.find("A: official"), "the finding comes first: {screen}");
    assert!([grid, screen].iter().all(|text| text.lines().all(|line| line.chars().count() <= 80)));
}

#[test]
fn a_deck_of_words_for_one_thing_is_found_harder() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let path = file(&dir, "vehicles.txt", VEHICLES);
    let args = ["balance", "--deck-b", &path, "--agent", "human", "--games", "100", "--seed", "1"];
    let found = rows(&stdout(&args));
    assert_eq!((found[0]["measure"].as_str(), found[0]["verdict"].as_str()), ("missed_rate", "different"));
    assert!(number(&found[0], "difference_low") > 0.1, "{:?}", found[0]);
    assert!(count(&found[0], "same_deals") < 50, "of twelve cards one mostly comes twice");
    let screen = stdout(&[&args[..], &["--format", "table"]].concat());
    let end = screen.find("Clearly harder: ").expect("a sentence");
    assert!(screen[..end].contains("B: ") && screen[..end].ends_with("B against A:\n"), "{screen}");
    assert!(screen.lines().all(|line| line.chars().count() <= 80 || line.contains(&path)), "{screen}");
    let document = stdout(&[&args[..], &["--format", "json"]].concat());
    let document: serde_json::Value = serde_json::from_str(&document).expect("JSON");
    let data = document["data"].as_array().expect("files");
    let of = |role: &str| data.iter().find(|file| file["role"] == role).expect("a file").clone();
    assert_eq!(
        (&of("deck b")["file"], document["decks"].as_array().map(Vec::len)),
        (&path.as_str().into(), Some(5))
    );
    let sums = ["deck", "deck b"].map(|role| of(role)["sha256"].as_str().expect("a hash").to_owned());
    assert!(sums[0] != sums[1] && sums[1] == crate::common::sha256(VEHICLES), "{sums:?}");
    let wide = rows(&stdout(&[&args[..], &["--margin", "60"]].concat()));
    assert_eq!(wide[0]["verdict"], "different within margin");
}

#[test]
fn one_deck_twice_is_refused() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let same = file(&dir, "same.csv", &shifted(0));
    refused(&["balance", "--deck-b", &same], 2, &["--deck-b", "same.csv", "both decks are the same"]);
    refused(&["balance", "--deck-b", &same, "--by", "keyword"], 2, &["--deck-b", "--by", "cannot be paired"]);
    refused(&["balance", "--deck-b", &same, "--sweep", "round_limit=3"], 2, &["--deck-b", "--sweep"]);
    refused(&["balance", "--margin", "1"], 2, &["--sweep", "--deck-b"]);
    refused(&["balance", "--deck-b", "nowhere.csv"], 1, &["nowhere.csv"]);
}

#[test]
fn a_rule_compared_with_itself_differs_by_exactly_nothing() {
    let args =
        ["rules", "compare", "official", "official", "--agent", "margin", "--games", "300", "--seed", "2"];
    for row in rows(&stdout(&args)) {
        for column in ["difference", "difference_low", "difference_high"] {
            assert_eq!(number(&row, column), 0.0, "{} {column}", row["measure"]);
        }
        assert_eq!((row["verdict"].as_str(), row["method"].as_str()), ("equivalent", "judged again"));
    }
    let until = rows(&stdout(&[&args[..], &["--until"]].concat()));
    assert_eq!((until.len(), until[0]["verdict"].as_str()), (1, "equivalent"));
}

#[test]
fn two_rules_are_compared_on_the_same_deals() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let short = file(&dir, "short.toml", "round_limit = 3\n");
    let args = ["rules", "compare", "official", &short, "--agent", "human", "--games", "300", "--seed", "2"];
    let found = rows(&stdout(&args));
    let of = |measure: &str| found.iter().find(|row| row["measure"] == measure).expect("a row");
    let rounds = of("mean_rounds");
    assert_eq!((rounds["method"].as_str(), rounds["verdict"].as_str()), ("played", "different"));
    assert!(number(rounds, "difference_high") < 0.0);
    assert!(
        (number(rounds, "value_b") - number(rounds, "value_a") - number(rounds, "difference")).abs() < 2e-6
    );
    assert!(!found.iter().any(|row| row["measure"] == "better_score"), "one agent is not better than itself");
    let until = run(&[&args[..], &["--until", "--measure", "mean_rounds"]].concat());
    assert_eq!(until.status.code(), Some(0), "{}", stderr(&until));
    let few = ["rules", "compare", "official", &short, "--agent", "human", "--games", "150", "--seed", "2"];
    let few = run(&[&few[..], &["--until", "--margin", "0.01"]].concat());
    assert_eq!(few.status.code(), Some(4), "{}", stderr(&few));
}

#[test]
fn bad_input_is_named() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let full = file(&dir, "something.txt", "x");
    let place = Path::new(&full).parent().and_then(Path::to_str).expect("UTF-8");
    refused(&["balance", "--out", place], 2, &["--out", "not empty", "--force"]);
    refused(&["balance", "tiebreak=points"], 2, &["unexpected argument", "takes --set tiebreak=points"]);
    let other = stderr(&run(&["balance", "tiebrake=points"]));
    assert!(!other.contains("--set"), "{other}");
    refused(&["balance", "--sweep", "round_limts=5..6"], 2, &["round_limts", "did you mean `round_limit`?"]);
    refused(&["balance", "--sweep", "round_limit=6..5"], 2, &["--sweep", "empty"]);
    refused(&["balance", "--sweep", "round_limit=99"], 2, &["round_limit=99", "1 to 16"]);
    refused(&["balance", "--agent", "humn"], 2, &["humn", "did you mean `human`?"]);
    refused(&["rules", "compare", "official", "offical"], 2, &["offical", "did you mean `official`?"]);
    refused(&["rules", "compare", "official", "official,round_limit=0"], 2, &["round_limit", "1 to 16"]);
    refused(&["rules", "compare", "official", "official", "--margin", "0"], 2, &["--margin"]);
    let better = ["rules", "compare", "official", "official", "--measure", "better_score"];
    refused(&better, 2, &["better_score", "two agents"]);
}
