//! Five questions that a designer asks, each in every way there is: what is said of the same games is the same.

use overhear_report::page_api::PageApi;
use serde_json::{Value, json};

use crate::common::{ALL_WORDS, Row, number, rows, stdout};

const QUESTIONS: [&str; 5] =
    ["round_limit=6", "tokens_to_lose=3", "tokens_to_win=1", "tiebreak=shared", "interception_points=2"];

const PLAYED: [&str; 6] = ["--agent", "human", "--games", "300", "--seed", "11"];

/// What a command prints.
fn printed(command: &[&str], more: &[&str]) -> Vec<Row> {
    rows(&stdout(&[command, &PLAYED[..], &ALL_WORDS, more].concat()))
}

/// The shares of games that are tied and shared, of a report.
fn ended(more: &[&str]) -> [f64; 2] {
    let ladder = printed(&["balance"], more);
    let share = |step: &str| {
        let row = ladder.iter().find(|row| row["by"] == "all" && row["step"] == step);
        number(row.expect("a row"), "share")
    };
    [1.0 - share("tokens"), share("shared")]
}

/// What the page is told about a measure of two sets of rules.
fn asked(desk: &mut PageApi, b: &str) -> Vec<Value> {
    let question = json!({ "b": b, "agents": ["human"], "games": 300, "seed": 11 });
    let mut ask = |request: Value| -> Value {
        let said: Value = serde_json::from_str(&desk.ask(&request.to_string())).expect("JSON");
        said.get("ok").unwrap_or_else(|| panic!("{said}")).clone()
    };
    let tally = ask(json!({ "ask": "play", "question": question, "first": 0, "end": 300 }));
    let answer = ask(json!({ "ask": "answer", "question": question, "tally": tally }));
    answer["findings"].as_array().expect("findings").clone()
}

fn same(one: f64, other: f64, what: &str) {
    assert!((one - other).abs() < 2e-6, "{what}: {one} and {other}");
}

#[test]
#[ignore = "slow: five questions, each asked in four ways"]
fn five_questions_have_one_answer_however_they_are_asked() {
    let mut desk = PageApi::default();
    let official = ended(&[]);
    for change in QUESTIONS {
        let b = format!("official,{change}");
        let compared = printed(&["rules", "compare", "official", &b], &[]);
        let swept = printed(&["balance"], &["--sweep", change]);
        let reported = ended(&["--set", change]);
        let page = asked(&mut desk, &b);
        assert_eq!((compared.len(), swept.len(), page.len()), (5, 10, 5), "{change}");
        for row in &compared {
            let measure = row["measure"].as_str();
            let what = format!("{measure} under {change}");
            let of = |point: &str| {
                let found = swept.iter().find(|row| row["measure"] == measure && row["point"] == point);
                found.unwrap_or_else(|| panic!("{what}"))
            };
            let (base, point) = (of("base"), of(change));
            let shown = page.iter().find(|finding| finding["measure"] == measure).expect("the page has it");
            let on_page = |side: &str| shown[side]["value"].as_f64().expect("a number");
            for (side, column, swept) in [("a", "value_a", base), ("b", "value_b", point)] {
                same(number(row, column), number(swept, "value"), &what);
                same(number(row, column), on_page(side), &what);
            }
            same(number(row, "difference"), number(point, "difference"), &what);
            same(number(row, "difference"), on_page("difference"), &what);
            for (name, place) in [("tiebreak_rate", 0), ("shared_rate", 1)] {
                if measure == name {
                    same(number(row, "value_a"), official[place], &what);
                    same(number(row, "value_b"), reported[place], &what);
                }
            }
            let said = [&row["verdict"], &point["verdict"]].map(String::as_str);
            let contrary = [["different", "equivalent"], ["equivalent", "different"]];
            assert!(!contrary.contains(&said), "{what}: {said:?}");
            let known = match said[0] {
                // The tests of the table do not know what the rules cannot change.
                _ if shown["sentence"]
                    .as_str()
                    .is_some_and(|sentence| sentence.contains("cannot change")) =>
                {
                    "none_that_matters"
                }
                "different" if number(row, "difference") > 0.0 => "more",
                "different" => "less",
                "undecided" => "not_known_yet",
                _ => "none_that_matters",
            };
            assert_eq!(shown["verdict"], known, "{what}");
        }
    }
}
