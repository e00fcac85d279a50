//! `sim-cli schema` against the files that are really written.

mod common;

use std::fs;

use common::{TABLES, file, stdout, tournament};
use overhear_engine::rules::Code;
use serde_json::Value;
use tempfile::tempdir;

fn schema() -> Vec<Value> {
    serde_json::from_str(&stdout(&["schema"])).expect("JSON")
}

fn entry<'a>(schema: &'a [Value], name: &str) -> &'a Vec<Value> {
    let found = schema.iter().find(|entry| entry["file"] == name);
    found
        .and_then(|entry| entry["columns"].as_array())
        .unwrap_or_else(|| panic!("{name} is not in the schema"))
}

fn fits(kind: &str, field: &str) -> bool {
    match kind {
        "text" => !field.is_empty(),
        "word" => !field.is_empty() && field.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit()),
        "count" => field.parse::<u64>().is_ok(),
        "number" => field.parse::<f64>().is_ok_and(f64::is_finite),
        "share" => field.parse::<f64>().is_ok_and(|share| (0.0..=1.0).contains(&share)),
        "code" => field.parse::<Code>().is_ok(),
        _ => false,
    }
}

/// The header is the schema's, and every field is of the column's type.
fn agrees(name: &str, columns: &[Value], csv: &str) {
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    let names: Vec<&str> = columns.iter().filter_map(|column| column["name"].as_str()).collect();
    assert_eq!(reader.headers().expect("a header"), names, "{name}");
    let mut rows = 0;
    for row in reader.records() {
        for (column, field) in columns.iter().zip(&row.expect("a row")) {
            let kind = column["type"].as_str().expect("a type");
            let absent = field.is_empty() && column["optional"] == true;
            assert!(absent || fits(kind, field), "{name}: {} = `{field}` is no {kind}", column["name"]);
        }
        rows += 1;
    }
    assert!(rows > 0, "{name} has rows");
}

#[test]
fn every_file_of_a_tournament_is_as_the_schema_says() {
    let schema = schema();
    let rules = ["--set", "tiebreak=keywords"];
    let agents = ["--agent", "random", "--agent", "random/history", "--agent", "b=random"];
    let dir =
        tournament(&[&["--games", "60", "--seed", "3", "--log", "halves"], &rules[..], &agents].concat());
    for name in TABLES {
        agrees(name, entry(&schema, name), &fs::read_to_string(dir.path().join(name)).expect("the file"));
    }
}

#[test]
fn every_file_of_eval_is_as_the_schema_says() {
    let schema = schema();
    let dir = tempdir().expect("a directory");
    for task in ["decode", "intercept"] {
        let columns = entry(&schema, &format!("{task}.csv"));
        let field = |column: &Value, n: usize| match column["type"].as_str() {
            Some("count") => n.to_string(),
            Some("code") => "4-2-1".to_owned(),
            _ if column["name"] == "game" => "g".to_owned(),
            _ => format!("word {n}"),
        };
        let row = |n: usize| columns.iter().map(|column| field(column, n)).collect::<Vec<_>>().join(",");
        let names: Vec<&str> = columns.iter().filter_map(|column| column["name"].as_str()).collect();
        let text = format!("{}\n{}\n{}\n", names.join(","), row(1), row(2));
        let path = file(&dir, &format!("{task}.csv"), &text);
        agrees(task, columns, &text);
        let [guesses, bins] =
            ["guesses.csv", "bins.csv"].map(|name| dir.path().join(name).to_str().expect("UTF-8").to_owned());
        let args = [
            "eval",
            task,
            &path,
            "--agent",
            "random/history",
            "--predictions",
            &guesses,
            "--calibration",
            &bins,
        ];
        agrees("eval", entry(&schema, "eval"), &stdout(&args));
        let name = format!("predictions of {task}");
        agrees(&name, entry(&schema, &name), &fs::read_to_string(guesses).expect("predictions"));
        agrees("calibration", entry(&schema, "calibration"), &fs::read_to_string(bins).expect("bins"));
    }
}

#[test]
fn what_does_not_fit_is_told_from_what_does() {
    assert!(fits("share", "0.500000") && !fits("share", "1.5") && !fits("share", ""));
    assert!(fits("code", "4-2-1") && !fits("code", "4-2-2"));
    assert!(fits("count", "0") && !fits("count", "-1") && !fits("number", "NaN"));
}
