//! `sim-cli compare` of two cards.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::common::{refused, run, stdout};

const SMALL: [&str; 4] = ["--games", "6", "--seed", "7"];

fn card(agent: &str, dir: &Path) -> String {
    let out = dir.display().to_string();
    stdout(&[&["bench", agent, "--out", &out][..], &SMALL].concat());
    out
}

/// The rows of `compare --format csv`, by task and measure.
fn compared(a: &str, b: &str) -> BTreeMap<(String, String), BTreeMap<String, String>> {
    let text = stdout(&["compare", a, b, "--format", "csv"]);
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let rows = reader.deserialize::<BTreeMap<String, String>>().map(|row| row.expect("a row"));
    rows.map(|row| ((row["task"].clone(), row["measure"].clone()), row)).collect()
}

fn items(card: &str, task: &str) -> Vec<Value> {
    let text = fs::read_to_string(Path::new(card).join("items.jsonl")).expect("items");
    let lines = text.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    lines.filter(|item| item["task"] == task).collect()
}

#[test]
fn differences_of_two_cards_are_those_of_their_items() {
    let dir = tempfile::tempdir().expect("a folder");
    let [a, b] = ["nearest", "margin"].map(|agent| card(agent, &dir.path().join(agent)));
    let rows = compared(&a, &b);
    for (task, measure, key) in [
        ("decode", "accuracy", "right"),
        ("intercept", "bits", "bits"),
        ("leak", "overheard by the best guesser", "found_by_best"),
    ] {
        let number =
            |item: &Value| item[key].as_f64().unwrap_or_else(|| f64::from(u8::from(item[key] == true)));
        let [one, two] = [&a, &b].map(|card| items(card, task));
        assert_eq!(one.len(), two.len(), "{task}");
        let place = |item: &Value| (item["giver"].to_string(), item["game"].as_u64(), item["round"].as_u64());
        assert!(task == "leak" || one.iter().zip(&two).all(|(one, two)| place(one) == place(two)));
        let mean = |items: &[Value]| items.iter().map(number).sum::<f64>() / items.len() as f64;
        let row = &rows[&(task.to_owned(), measure.to_owned())];
        let stated: f64 = row["difference"].parse().expect("a number");
        assert!((stated - (mean(&two) - mean(&one))).abs() < 2e-6, "{task}: {row:?}");
        assert_eq!((&*row["method"], row["items"].parse().ok()), ("paired", Some(one.len())), "{task}");
        let [low, high, p] = ["difference_low", "difference_high", "difference_p"]
            .map(|key| row[key].parse::<f64>().expect("a number"));
        assert!(low <= stated && stated <= high && low < high, "{row:?}");
        assert_eq!(p < 0.05, low > 0.0 || high < 0.0, "the p-value agrees with the interval: {row:?}");
    }
    let played = &rows[&("play".to_owned(), "score against all".to_owned())];
    assert_eq!((&*played["method"], &*played["difference_p"]), ("unpaired", ""));
    assert!(rows.values().filter(|row| row["method"] == "paired").count() >= 7);
    let screen = stdout(&["compare", &a, &b, "--format", "table"]);
    assert!(screen.contains("A: `nearest`, ") && screen.contains("clustered by deal"), "{screen}");
}

#[test]
fn an_agent_under_two_names_differs_by_nothing() {
    let dir = tempfile::tempdir().expect("a folder");
    let [a, b] = ["one=margin", "two=margin"].map(|agent| card(agent, &dir.path().join(&agent[..3])));
    let rows = compared(&a, &b);
    assert!(rows.len() > 10);
    for row in rows.values() {
        assert_eq!(row["difference"].parse::<f64>().ok(), Some(0.0), "{row:?}");
        assert!(
            row["method"] == "unpaired"
                || row["difference_p_adjusted"].parse::<f64>().is_ok_and(|p| p > 0.999),
            "{row:?}"
        );
    }
    let screen = stdout(&["compare", &a, &b, "--format", "table"]);
    assert!(screen.contains("none is known yet to differ"), "{screen}");
}

#[test]
fn cards_that_cannot_be_compared_are_refused_with_the_reason() {
    let dir = tempfile::tempdir().expect("a folder");
    let one = card("nearest", &dir.path().join("one"));
    let other = dir.path().join("other").display().to_string();
    stdout(&["bench", "nearest", "--games", "6", "--seed", "8", "--out", &other]);
    assert!(
        stdout(&["compare", &one, &other, "--format", "table"])
            .contains("unpaired: the cards differ in seed")
    );
    let played = dir.path().join("played").display().to_string();
    stdout(&[
        "tournament",
        "--games",
        "4",
        "--agent",
        "nearest",
        "--agent",
        "random",
        "--out",
        &played,
        "--progress",
        "none",
    ]);
    let mixed = run(&["compare", &one, &played]);
    assert!(!mixed.status.success());
    assert!(String::from_utf8_lossy(&mixed.stderr).contains("this is no card"), "{mixed:?}");
    let labelled = run(&["compare", &one, &other, "--agent", "nearest"]);
    assert!(
        String::from_utf8_lossy(&labelled.stderr).contains("--agent: a card is of one agent"),
        "{labelled:?}"
    );
}

#[test]
fn a_leaderboard_has_a_row_for_each_card_with_the_best_first() {
    let dir = tempfile::tempdir().expect("a folder");
    let [a, b] = ["random", "margin"].map(|agent| card(agent, &dir.path().join(agent)));
    let joined = dir.path().join("joined.jsonl");
    let lines =
        [&a, &b].map(|card| fs::read_to_string(Path::new(card).join("leaderboard.jsonl")).expect("a line"));
    fs::write(&joined, lines.concat()).expect("written");
    let text = stdout(&["leaderboard", &a, &b, "--format", "csv"]);
    assert_eq!(text, stdout(&["leaderboard", &joined.display().to_string(), "--format", "csv"]));
    let leaderboard: Vec<BTreeMap<String, String>> =
        csv::Reader::from_reader(text.as_bytes()).deserialize().map(|row| row.expect("a row")).collect();
    assert_eq!(leaderboard.iter().map(|row| &*row["agent"]).collect::<Vec<_>>(), ["margin", "random"]);
    assert!(
        leaderboard[0]["questions"] == leaderboard[1]["questions"] && leaderboard[0]["invalid"].is_empty()
    );
    let card = fs::read_to_string(Path::new(&b).join("card.csv")).expect("a card");
    let stated = card.lines().find(|row| row.starts_with("decode,margin,bits,")).expect("a row");
    let bits: f64 = leaderboard[0]["decode_bits"].parse().expect("a number");
    assert!(stated.contains(&format!(",{bits:.6},")), "{stated}: {bits}");
    assert!(stdout(&["leaderboard", &a, &b, "--format", "table"]).contains("overheard: by the best guesser"));
    let no_card = run(&["leaderboard", &dir.path().join("none").display().to_string()]);
    assert!(!no_card.status.success());
    refused(&["leaderboard", &a, &a], 2, &["given twice"]);
    let impossible = lines[0].replacen("\"low\":", "\"low\":7", 1);
    fs::write(&joined, format!("{}{impossible}", lines[1])).expect("written");
    refused(
        &["leaderboard", &joined.display().to_string()],
        2,
        &["joined.jsonl", "line 2", "outside its interval"],
    );
    fs::write(&joined, "\n").expect("written");
    refused(&["leaderboard", &joined.display().to_string()], 2, &["joined.jsonl", "no line of a card"]);
}

#[test]
fn several_cards_have_one_page_with_a_dot_for_each_in_every_figure() {
    let dir = tempfile::tempdir().expect("a folder");
    let place = |name: &str| dir.path().join(name).display().to_string();
    let [a, b, c] = ["random", "margin", "nearest"].map(|agent| card(agent, &dir.path().join(agent)));
    let (one, other) = (place("cards.html"), place("board.html"));
    stdout(&["report", &a, &b, &c, "--out", &one]);
    let printed = stdout(&["leaderboard", &a, &b, &c, "--out", &other, "--format", "csv"]);
    let page = fs::read_to_string(&one).expect("a page");
    assert_eq!(page, fs::read_to_string(&other).expect("a page"), "both commands make the same page");
    assert!(page.contains("3 cards; first: <code>") && page.contains("All cards are of the same questions."));
    let mut rows = csv::Reader::from_reader(printed.as_bytes());
    let rows: Vec<BTreeMap<String, String>> = rows.deserialize().map(|row| row.expect("a row")).collect();
    let ends = rows[0].keys().filter(|column| column.ends_with("_low"));
    let measured = ends.filter(|column| rows.iter().all(|row| !row[*column].is_empty()));
    let measured: Vec<&str> = measured.map(|column| column.trim_end_matches("_low")).collect();
    assert!(measured.contains(&"decode_bits") && measured.contains(&"score"), "{measured:?}");
    assert_eq!(page.matches("<figure id=").count(), measured.len(), "{measured:?}");
    for column in measured {
        let figure = page.split(&format!("<figure id=\"card-{column}\"")).nth(1).expect(column);
        let figure = figure.split("</figure>").next().expect("its end");
        assert_eq!(figure.matches("<circle").count(), 3, "{column}: {figure}");
    }
    let bits: f64 = rows[0]["decode_bits"].parse().expect("a number");
    assert!(page.contains(&format!("{bits:.2}")), "{bits}");
    stdout(&["leaderboard", &a, "--out", &place("alone.html")]);
    for (words, reason) in [
        (vec!["report", &a, &b], "--out FILE.html"),
        (
            vec!["report", &a, dir.path().to_str().expect("UTF-8"), "--out", &place("x.html")],
            "this is no card",
        ),
        (vec!["report", &a, &b, "--out", &one], "--force"),
    ] {
        let refused = run(&words);
        assert_eq!(refused.status.code(), Some(2), "{words:?}");
        assert!(
            crate::common::stderr(&refused).contains(reason),
            "{words:?}: {}",
            crate::common::stderr(&refused)
        );
    }
}
