//! `agents people`: tables of people, beside what is to be expected of them.

use serde_json::{Map, Value};

use crate::common::{Row, number, refused, rows, stdout};

const FIGURES: [(&str, &str, &str); 7] = [
    ("missed", "1", "1"),
    ("missed", "2", "4"),
    ("missed", "5", "8"),
    ("missed", "7", "8"),
    ("overheard", "2", "4"),
    ("overheard", "5", "8"),
    ("mean_rounds", "1", "8"),
];

fn of<'a>(rows: &'a [Row], preset: &str) -> Vec<&'a Row> {
    rows.iter().filter(|row| row["preset"] == preset).collect()
}

/// On another seed than the fit's: all that is asked of `human`, and strangers and friends to either side of it.
#[test]
#[ignore = "slow: fifteen hundred games a table"]
fn tables_of_people_are_like_people_round_by_round() {
    let rates =
        rows(&stdout(&["agents", "people", "--games", "1500", "--seed", "77", "--vocabulary", "20000"]));
    let [new, regular, close] = ["new", "regular", "close"].map(|preset| of(&rates, preset));
    for table in [&new, &regular, &close] {
        let figures = table.iter().map(|row| [&row["figure"], &row["first_round"], &row["last_round"]]);
        assert!(figures.eq(FIGURES.map(|(figure, first, last)| [figure, first, last])));
    }
    for row in &regular {
        assert_ne!(row["inside"], "no", "{row:?}");
    }
    let in_order = |lower: &Row, higher: &Row| number(lower, "value") < number(higher, "value");
    for n in [1, 2] {
        assert!(in_order(close[n], regular[n]) && in_order(regular[n], new[n]), "missed: {n}");
    }
    for n in [4, 5] {
        assert!(in_order(new[n], regular[n]) && in_order(regular[n], close[n]), "overheard: {n}");
    }
    for row in &rates {
        let [low, value, high] = ["value_low", "value", "value_high"].map(|column| number(row, column));
        assert!(low <= value && value <= high, "{row:?}");
        let [least, most] = ["range_low", "range_high"].map(|column| number(row, column));
        let inside = match row["inside"].as_str() {
            "yes" => least <= low && high <= most,
            "no" => high < least || most < low,
            other => other == "not_known" && high >= least && low <= most,
        };
        assert!(inside, "{row:?}");
    }
    assert_eq!((regular[2]["people_cases"].as_str(), regular[2]["people_codes"].as_str()), ("7", "32"));
}

#[test]
fn the_table_says_the_same_to_people() {
    let ask = ["agents", "people", "--games", "40", "--seed", "6"];
    let rates = rows(&stdout(&ask));
    let table = stdout(&[&ask[..], &["--format", "table", "--color", "never"]].concat());
    assert!(table.lines().all(|line| line.chars().count() <= 80), "{table}");
    let lines: Vec<&str> = table.lines().collect();
    let presets: Vec<&str> = rates.iter().map(|row| row["preset"].as_str()).collect();
    let named_presets = lines.iter().filter_map(|line| {
        presets.iter().find(|preset| line.strip_prefix(**preset).is_some_and(|rest| rest.starts_with("  ")))
    });
    assert_eq!(named_presets.copied().collect::<Vec<_>>(), presets, "a line for each row: {table}");
    let missed =
        rates.iter().find(|row| row["first_round"] == "2" && row["figure"] == "missed").expect("a row");
    for row in &rates {
        assert!(number(row, "value_low") < number(row, "value_high"), "no width 0: {row:?}");
    }
    let percent = format!("{:.1}", 100.0 * number(missed, "value"));
    assert!(table.contains(&percent) && table.contains("5 of 30"), "{percent} is not in {table}");
}

/// Returns the cell of a CSV file as JSON has it: a missing number is `null`, a missing word an empty text.
fn in_json(column: &str, cell: &str) -> Value {
    let is_word = ["preset", "figure", "inside"].contains(&column);
    match cell.parse::<f64>() {
        _ if is_word => cell.into(),
        Ok(number) => number.into(),
        Err(_) => Value::Null,
    }
}

/// Returns a value of a JSON document with numbers that compare with those of [`in_json`].
fn with_decimals(value: &Value) -> Value {
    value.as_f64().map_or_else(|| value.clone(), Value::from)
}

#[test]
fn what_people_have_no_number_for_is_null_in_json_and_empty_in_csv() {
    let ask = ["agents", "people", "--games", "2", "--seed", "6", "--format"];
    let table = rows(&stdout(&[&ask[..], &["csv"]].concat()));
    let document = stdout(&[&ask[..], &["json"]].concat());
    let objects: Vec<Map<String, Value>> = serde_json::from_str(&document).expect("a list of objects");
    assert_eq!(objects.len(), table.len());
    for (object, row) in objects.iter().zip(&table) {
        assert_eq!(object.len(), row.len(), "no key is left out: {object:?}");
        for (column, value) in object {
            assert_eq!(with_decimals(value), in_json(column, &row[column]), "{column}: {row:?}");
        }
        let is_counted = row["figure"] != "mean_rounds" && row["first_round"] != "7";
        assert_eq!(object["people_codes"].is_null(), !is_counted, "{row:?}");
    }
}

#[test]
fn threads_change_nothing_and_too_few_games_are_refused() {
    let play = |threads| stdout(&["agents", "people", "--games", "70", "--seed", "5", "-j", threads]);
    assert_eq!(play("1"), play("2"));
    refused(&["agents", "people", "--games", "1"], 2, &["games"]);
    refused(&["agents", "people", "--game", "100"], 2, &["--games"]);
}

#[test]
fn a_table_of_people_says_what_it_rests_on_and_goes_by_two_names() {
    let shown = |name| rows(&stdout(&["agents", "show", name]));
    for preset in ["new", "regular", "close"] {
        let shown = shown(preset);
        let basis = shown.iter().find(|row| row["key"] == "basis").expect("what it rests on");
        assert!(basis["meaning"].contains("2506.20664") && basis["meaning"].contains("assumed"));
    }
    assert_eq!(shown("human"), shown("regular"));
    assert!(shown("pragmatic:lambda=2").iter().all(|row| row["key"] != "basis"), "no preset as it stands");
    let list = rows(&stdout(&["agents", "list"]));
    let parts = |name: &str| {
        let preset = list.iter().find(|row| row["kind"] == "preset" && row["name"] == name);
        preset.expect("it is listed")["parts"].clone()
    };
    assert_eq!(parts("human"), parts("regular"));
    assert!(parts("close").contains("candidates=open"), "values are written as a SPEC has them");
    refused(&["agents", "show", "regulr"], 2, &["regulr"]);
}
