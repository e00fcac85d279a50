//! `balance --sweep`, `--by` and `--deck-b`, and `rules compare`: what is played, judged again, and printed.

use std::path::Path;

use crate::common::{Row, VEHICLES, count, file, files, number, refused, rows, run, stderr, stdout, table};

use crate::balance::{balance, ladder};

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
        let row = rows.iter().find(|row| row["point"] == point && row["measure"] == measure);
        row.unwrap_or_else(|| panic!("{point} {measure}")).clone()
    };
    let official = of("round_limit=8 tiebreak=points_keywords", "shared_rate");
    assert_eq!(official["method"], "judged again", "it is the base");
    let official_cells = ["difference", "difference_high", "verdict"].map(|column| official[column].as_str());
    assert_eq!(official_cells, ["", "", "base"]);
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
    let sentences = screen.replace("\n  ", " ");
    assert!(sentences.contains(&format!("{:.1} of 100 clues are missed; of ", 100.0 * mean)), "{sentences}");
    assert!(sentences.contains("where chance alone would make "), "{sentences}");
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
    let decks = table(result.path(), "decks.csv");
    let names: Vec<&str> = decks.iter().map(|row| row["measure"].as_str()).collect();
    assert_eq!(names, ["missed_rate", "overheard_rate", "mean_rounds", "tiebreak_rate", "shared_rate"]);
    for row in &decks {
        assert_eq!((count(row, "deals"), count(row, "same_deals")), (1000, 1000), "as many cards and words");
        // Five measures: their intervals stand alone, the adjusted p values together.
        assert!(number(row, "difference_p_adjusted") > 0.05, "{row:?}");
        let difference = number(row, "value_b") - number(row, "value_a");
        assert!((difference - number(row, "difference")).abs() < 2e-6, "{row:?}");
        assert!(["equivalent", "undecided"].contains(&row["verdict"].as_str()), "{row:?}");
    }
    for (end, deck) in [("a", None), ("b", Some(path.as_str()))] {
        let deck = deck.map_or_else(Vec::new, |deck| vec!["--deck", deck]);
        let words = balance(&[&args[..], &deck, &["--by", "keyword"]].concat());
        let words = table(words.path(), "keywords.csv");
        let sum = |column: &str| words.iter().map(|row| count(row, column)).sum::<u64>() as f64;
        for (row, [part, whole]) in decks.iter().zip([["missed", "clues"], ["overheard", "chances"]]) {
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
    let decks = rows(&stdout(&args));
    assert_eq!((decks[0]["measure"].as_str(), decks[0]["verdict"].as_str()), ("missed_rate", "different"));
    assert!(number(&decks[0], "difference_low") > 0.1, "{:?}", decks[0]);
    assert!(count(&decks[0], "same_deals") < 50, "of twelve cards one mostly comes twice");
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
    let comparison = rows(&stdout(&args));
    let of = |measure: &str| comparison.iter().find(|row| row["measure"] == measure).expect("a row");
    let rounds = of("mean_rounds");
    assert_eq!((rounds["method"].as_str(), rounds["verdict"].as_str()), ("played", "different"));
    assert!(number(rounds, "difference_high") < 0.0);
    assert!(
        (number(rounds, "value_b") - number(rounds, "value_a") - number(rounds, "difference")).abs() < 2e-6
    );
    assert!(
        !comparison.iter().any(|row| row["measure"] == "better_score"),
        "one agent is not better than itself"
    );
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
