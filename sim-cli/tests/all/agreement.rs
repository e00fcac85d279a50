//! What is said of the same games is the same: five questions that a designer asks, each in every way there is; and numbers on
//! pages and screens, which are those of the files, each with its own interval.

use overhear_report::page_api::PageApi;
use serde_json::{Value, json};

use crate::common::{ALL_WORDS, Row, VEHICLES, file, number, rows, stdout, table};

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
fn page_findings(desk: &mut PageApi, b: &str) -> Vec<Value> {
    let question = json!({ "b": b, "agents": ["human"], "games": 300, "seed": 11 });
    let mut ask = |request: Value| -> Value {
        let reply: Value = serde_json::from_str(&desk.ask(&request.to_string())).expect("JSON");
        reply.get("ok").unwrap_or_else(|| panic!("{reply}")).clone()
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
        let page = page_findings(&mut desk, &b);
        assert_eq!((compared.len(), swept.len(), page.len()), (5, 10, 5), "{change}");
        for row in &compared {
            let measure = row["measure"].as_str();
            let what = format!("{measure} under {change}");
            let of = |point: &str| {
                let row_of_point =
                    swept.iter().find(|row| row["measure"] == measure && row["point"] == point);
                row_of_point.unwrap_or_else(|| panic!("{what}"))
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
            let verdicts = [&row["verdict"], &point["verdict"]].map(String::as_str);
            let contrary = [["different", "equivalent"], ["equivalent", "different"]];
            assert!(!contrary.contains(&verdicts), "{what}: {verdicts:?}");
            let known = match verdicts[0] {
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

/// The cells of every row of a page's tables whose first one is this.
fn cells(page: &str, first: &str) -> Vec<Vec<String>> {
    let rows = page.split("<tr>").skip(1).map(|row| row.split("</tr>").next().unwrap_or_default());
    let cells = rows.map(|row| {
        let cells = row.split("<td").skip(1).filter_map(|cell| cell.split('>').nth(1)?.split('<').next());
        cells.map(str::to_owned).collect::<Vec<String>>()
    });
    cells.filter(|cells| cells.first().is_some_and(|cell| cell == first)).collect()
}

/// A share in percent, as people read it.
fn percent(row: &Row, column: &str) -> String {
    format!("{:.1}", 100.0 * number(row, column))
}

#[test]
fn what_was_seen_of_a_word_stands_alone_and_what_is_likely_has_its_own_interval() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let deck = file(&dir, "vehicles.txt", VEHICLES);
    let [out, page] = ["result", "page.html"].map(|name| dir.path().join(name).display().to_string());
    let command = format!(
        "balance --agent human --games 300 --seed 1 --by keyword --deck {deck} --format table --out {out}"
    );
    let screen = stdout(&command.split(' ').collect::<Vec<_>>());
    stdout(&["report", &out, "--out", &page]);
    let page = std::fs::read_to_string(page).expect("a page");
    let words = table(std::path::Path::new(&out), "keywords.csv");
    let mut seen = 0;
    for (row, stem) in words.iter().flat_map(|row| [(row, "missed"), (row, "overheard")]) {
        let stands_out = row[&format!("{stem}_p_adjusted")].parse().is_ok_and(|p: f64| p < 0.05);
        if !stands_out {
            continue;
        }
        let [rate, likely, low, high] =
            ["rate", "shrunk", "low", "high"].map(|part| percent(row, &format!("{stem}_{part}")));
        let is_shown = |cells: &Vec<String>| {
            let is_likely = |cell: &str| {
                let ends = cell.strip_prefix(&*likely);
                ends == Some(&format!(" ({low} to {high})"))
                    || ends.is_some_and(|ends| ends.starts_with(" ±"))
            };
            cells[2] == row[stem] && cells[3] == rate && is_likely(&cells[4])
        };
        let shown = cells(&page, &row["keyword"]);
        assert!(shown.iter().any(is_shown), "{row:?}: {shown:?}");
        let line = format!("{rate} {likely} {low}–{high}");
        let mut lines =
            screen.lines().map(|line| line.split_whitespace().skip(3).collect::<Vec<_>>().join(" "));
        assert!(lines.any(|shown_line| shown_line == line), "`{line}` is not in {screen}");
        seen += 1;
    }
    assert!(seen > 3, "too few words stand out to tell");
}
