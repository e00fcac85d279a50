//! `--tables`: every table plays what it would play alone, and what holds at all of them is said first.

use std::collections::BTreeSet;
use std::fs;

use crate::common::{Row, number, refused, rows, stdout, table};
use tempfile::TempDir;

const SHORT: [&str; 4] = ["rules", "compare", "official", "short"];
const TABLES: [&str; 8] =
    ["--tables", "margin", "--tables", "nearest", "--tables", "margin+nearest", "--games", "400"];

fn with(more: &[&str]) -> String {
    stdout(&[&SHORT[..], &TABLES, &["--seed", "5"], more].concat())
}

fn temporary() -> TempDir {
    tempfile::tempdir().expect("a temporary directory")
}

fn values<'a>(rows: &'a [Row], column: &str) -> BTreeSet<&'a str> {
    rows.iter().map(|row| row[column].as_str()).collect()
}

#[test]
fn each_table_plays_what_it_plays_alone() {
    let comparison = rows(&with(&["-j", "2"]));
    assert_eq!(values(&comparison, "table"), BTreeSet::from(["margin", "margin+nearest", "nearest"]));
    for (name, agents) in [("margin", vec!["margin"]), ("margin+nearest", vec!["margin", "nearest"])] {
        let agents: Vec<&str> = agents.into_iter().flat_map(|agent| ["--agent", agent]).collect();
        let alone = rows(&stdout(&[&SHORT[..], &agents, &["--games", "400", "--seed", "5"]].concat()));
        assert_eq!(alone.len(), comparison.iter().filter(|row| row["table"] == name).count());
        for row in &alone {
            let is_same = |other: &&Row| other["table"] == name && other["measure"] == row["measure"];
            let same = comparison.iter().find(is_same).expect("a row");
            for column in ["games", "value_a", "value_b", "difference_low", "difference_high", "difference_p"]
            {
                assert_eq!(same[column], row[column], "{name} {} {column}", row["measure"]);
            }
            assert!(number(same, "overall_low") <= number(same, "difference_low"));
            assert!(number(same, "overall_high") >= number(same, "difference_high"));
        }
    }
}

#[test]
fn verdicts_are_those_of_intervals_that_hold_at_once() {
    for row in rows(&with(&[])) {
        let (low, high, margin) =
            (number(&row, "overall_low"), number(&row, "overall_high"), number(&row, "margin"));
        let different = low > 0.0 || high < 0.0;
        let within = -margin < low && high < margin;
        let verdict = match (different, within) {
            (true, false) => "different",
            (false, true) => "equivalent",
            (true, true) => "different within margin",
            (false, false) => "undecided",
        };
        assert_eq!(row["verdict"], verdict, "{row:?}");
    }
}

#[test]
fn threads_and_parts_change_nothing() {
    let whole = ["csv", "json", "table"].map(|format| with(&["--format", format, "-j", "1"]));
    assert_eq!(with(&["--format", "csv", "-j", "2"]), whole[0]);
    let dir = temporary();
    let parts = ["1/3", "2/3", "3/3"].map(|part| {
        let out = dir.path().join(part.replace('/', "-")).to_str().expect("UTF-8").to_owned();
        assert_eq!(with(&["--shard", part, "--out", &out, "--progress", "none"]), "", "a part says nothing");
        out
    });
    let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
    for (format, whole) in ["csv", "json", "table"].into_iter().zip(&whole) {
        assert_eq!(&stdout(&[&["merge", "--format", format], &parts[..]].concat()), whole);
    }
}

#[test]
fn a_comparison_opens_with_whether_it_holds_at_all_tables() {
    let screen = with(&["--format", "table"]);
    assert!(screen.contains("400 games by each at each table"), "{screen}");
    assert!(screen.contains("at all 3 tables") || screen.contains("of 3 tables"), "{screen}");
    assert!(screen.lines().all(|line| line.chars().count() <= 80), "{screen}");
}

#[test]
fn a_report_on_several_tables_tells_what_holds_at_all() {
    let dir = temporary();
    let out = dir.path().to_str().expect("UTF-8");
    let args = [&["balance"], &TABLES[..], &["--seed", "5", "--format", "table", "--out", out]].concat();
    let screen = stdout(&args);
    assert!(screen.starts_with("At all 3 tables between "), "{screen}");
    assert!(screen.lines().all(|line| line.chars().count() <= 80), "{screen}");
    let tables = table(dir.path(), "tables.csv");
    assert_eq!(tables.len(), 9, "three measures at three tables");
    let ladder = table(dir.path(), "ladder.csv");
    for row in tables.iter().filter(|row| row["measure"] == "shared_rate") {
        let (a, b) = row["table"].split_once('+').unwrap_or((&row["table"], &row["table"]));
        let is_shared = |one: &&Row| {
            [&one["agent_a"], &one["agent_b"]] == [a, b] && one["by"] == "all" && one["step"] == "shared"
        };
        let shared = ladder.iter().find(is_shared).expect("a row");
        assert_eq!([&row["value"], &row["value_low"]], [&shared["share"], &shared["share_low"]]);
        assert!(number(row, "overall_low") <= number(row, "value_low"));
    }
    let page = dir.path().join("page.html").to_str().expect("UTF-8").to_owned();
    stdout(&["report", out, "--out", &page]);
    let page = fs::read_to_string(page).expect("a page");
    let opening: String =
        screen.lines().take_while(|line| !line.starts_with("These ranges")).collect::<Vec<_>>().join(" ");
    let first =
        opening.split('.').next().expect("a sentence").split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(page.contains(&first), "{first}");
    for part in ["--games 400 --seed 5", "--tables ", "margin=margin:", "+nearest=nearest:"] {
        assert!(page.contains(part), "{part}");
    }
}

#[test]
fn minutes_follow_from_what_is_assumed() {
    let dir = temporary();
    let out = dir.path().to_str().expect("UTF-8");
    let args =
        ["balance", "--agent", "random", "--games", "600", "--seed", "1", "--out", out, "--format", "table"];
    let screen =
        stdout(&[&args[..], &["--minutes", "setup=1,clue=2,wait=1,guess=3,reveal=0,keywords=0"]].concat());
    let lengths = table(dir.path(), "lengths.csv");
    for row in &lengths {
        assert_eq!(number(row, "minutes"), 1.0 + 9.0 * number(row, "rounds"));
        assert!((number(row, "mean_minutes") - 1.0 - 9.0 * number(row, "mean_rounds")).abs() < 0.01);
    }
    let text = screen.split_whitespace().collect::<Vec<_>>().join(" ");
    let mean = number(&lengths[0], "mean_minutes").round();
    assert!(text.contains(&format!("A game is estimated at {mean} minutes, ")), "{text}");
    assert!(text.contains("3 to talk over a code and 0 to reveal it"), "{text}");
    let timed = [&args[..], &["--set", "sand_timer=30", "--force"]].concat();
    let text = stdout(&timed).split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains("and 0.5 more for the second"), "{text}");
}

#[test]
fn what_makes_no_sense_is_refused() {
    refused(&["balance", "--tables", "humn"], 2, &["--tables humn", "did you mean `human`?"]);
    refused(&["balance", "--tables", "a=new+b=new+new"], 2, &["two teams play at a table"]);
    refused(&["balance", "--tables", "range", "--tables", "close+new"], 2, &["`close+new` is already there"]);
    refused(&["balance", "--tables", "range", "--agent", "human"], 2, &["--agent"]);
    refused(
        &["balance", "--tables", "range", "--by", "card"],
        2,
        &["--tables", "--by is played at one table"],
    );
    refused(
        &["balance", "--tables", "range", "--sweep", "round_limit=5..6"],
        2,
        &["--sweep is played at one table"],
    );
    refused(&[&SHORT[..], &["--tables", "range", "--until"]].concat(), 2, &["--until", "--games"]);
    refused(&["balance", "--minutes", "cleu=1"], 2, &["--minutes", "did you mean `clue`?"]);
    refused(&["balance", "--minutes", "clue=2", "--by", "card"], 2, &["--minutes", "--by"]);
}
