//! Golden outputs of the experiments on rules and decks: rows, JSON and screens, byte by byte.
//!
//! They hold still while the code behind them moves. What changes a result changes them in the same commit, with the reason;
//! `UPDATE_GOLDEN=1 cargo test -p sim-cli --test all golden` rewrites them.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use overhear_engine::rules::Rules;
use overhear_lab::comparison_answers::{ComparisonRequest, LiveComparison};
use overhear_lab::paired::MatchupCounts;
use overhear_lab::setup::Words;
use tempfile::TempDir;

use crate::common::{VEHICLES, file, files, run, stderr, stdout};

const PAIR: [&str; 4] = ["--agent", "margin", "--agent", "nearest"];
const ONE: [&str; 2] = ["--agent", "nearest"];
const SIX_ROUNDS: [&str; 4] = ["rules", "compare", "official", "official,round_limit=6"];
const JUDGED_AGAIN: [&str; 4] = ["rules", "compare", "official", "official,tiebreak=shared"];
const TABLES: [&str; 6] = ["--tables", "margin", "--tables", "nearest", "--tables", "margin+nearest"];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden")
}

fn text(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}

fn temporary() -> TempDir {
    tempfile::tempdir().expect("a temporary directory")
}

/// Compares a text with the golden file of this name, or writes it there.
fn is_golden(name: &str, text: &str) {
    let path = folder().join(name);
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        fs::create_dir_all(folder()).expect("the folder is made");
        fs::write(&path, text).expect("the golden file is written");
        return;
    }
    let golden = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{name}: {error}; {RENEW}"));
    if let Some((number, (was, is))) =
        (1..).zip(golden.lines().zip(text.lines())).find(|(_, (was, is))| was != is)
    {
        let is_table = Path::new(name).extension().is_some_and(|extension| extension == "csv");
        let column = if is_table { first_column_that_differs(&golden, was, is) } else { String::new() };
        panic!("{name}, line {number}{column}:\nwas {was}\nis  {is}\n{RENEW}");
    }
    assert_eq!(golden.len(), text.len(), "{name} has more lines or fewer; {RENEW}");
}

/// What renews the files if the change is meant.
const RENEW: &str = "UPDATE_GOLDEN=1 cargo test -p sim-cli --test all golden renews the files";

/// Names the first column in which two lines of a table differ.
fn first_column_that_differs(table: &str, was: &str, is: &str) -> String {
    let cells = |line: &str| line.split(',').map(str::to_owned).collect::<Vec<_>>();
    let header = cells(table.lines().next().unwrap_or_default());
    let place = cells(was).iter().zip(&cells(is)).position(|(was, is)| was != is);
    place
        .and_then(|place| header.get(place))
        .map_or_else(String::new, |column| format!(", column `{column}`"))
}

/// JSON without what names a build, which every commit changes, and without switches that are as in the official rules: a new switch
/// moves no golden file that does not turn it.
fn of_any_build(json: &str) -> String {
    let mut value: serde_json::Value = serde_json::from_str(json).expect("JSON");
    if let Some(document) = value.as_object_mut() {
        for key in ["build", "version", "sha256"] {
            document.remove(key);
        }
    }
    let official = serde_json::to_value(Rules::official()).expect("JSON");
    if let Some(serde_json::Value::Object(switches)) = value.pointer_mut("/configuration/rules/switches") {
        switches.retain(|switch, value| official[switch] != *value);
    }
    serde_json::to_string_pretty(&value).expect("JSON") + "\n"
}

/// Everything that a command prints, in every format.
fn prints(name: &str, args: &[&str]) -> [String; 3] {
    let printed = |format: &str| stdout(&[args, &["--progress", "none", "--format", format]].concat());
    let [csv, json, screen] = ["csv", "json", "table"].map(printed);
    is_golden(&format!("{name}.csv"), &csv);
    is_golden(&format!("{name}.json"), &of_any_build(&json));
    is_golden(&format!("{name}.txt"), &screen);
    [csv, json, screen]
}

/// Parts of a command that `merge` makes the same result of.
fn is_merged(args: &[&str], printed: &[String; 3], of: u64) {
    let dir = temporary();
    let part = |index: u64| {
        let out = dir.path().join(index.to_string());
        let more = ["--shard", &format!("{index}/{of}"), "--out", text(&out), "--progress", "none"];
        assert_eq!(stdout(&[args, &more].concat()), "", "a part says nothing");
        text(&out).to_owned()
    };
    let parts: Vec<String> = (1..=of).rev().map(part).collect();
    let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
    for (format, printed) in ["csv", "json", "table"].into_iter().zip(printed) {
        let out = dir.path().join(format);
        let place: &[&str] = if args[0] == "rules" { &[] } else { &["--out", text(&out)] };
        assert_eq!(&stdout(&[&["merge", "--format", format], place, &parts].concat()), printed, "{format}");
    }
}

#[test]
fn two_sets_of_rules_are_compared_as_ever() {
    let args = [&SIX_ROUNDS[..], &PAIR, &["--games", "404", "--seed", "7"]].concat();
    let printed = prints("compare_played", &args);
    is_merged(&args, &printed, 2);
    let args = [&JUDGED_AGAIN[..], &PAIR, &["--games", "2404", "--seed", "7", "--margin", "4"]].concat();
    prints("compare_judged_again", &args);
    let margins = ["--margin", "2.5", "--margin-rounds", "0.75", "--measure", "mean_rounds"];
    let more = [&margins[..], &["--measure", "first_score", "--games", "404", "--seed", "3"]].concat();
    prints("compare_margins", &[&SIX_ROUNDS[..], &PAIR, &more].concat());
}

#[test]
fn a_comparison_until_it_is_decided_ends_as_ever() {
    let until = ["--games", "6000", "--seed", "7", "--until", "--measure", "mean_rounds"];
    let args = [&SIX_ROUNDS[..], &ONE, &until].concat();
    let printed = prints("compare_until", &args);
    is_merged(&args, &printed, 2);
    let until = ["--games", "150", "--seed", "2", "--until", "--margin", "0.01", "--format", "table"];
    let undecided = run(&[&SIX_ROUNDS[..], &PAIR, &until, &["--progress", "none"]].concat());
    assert_eq!(undecided.status.code(), Some(4));
    let printed = String::from_utf8(undecided.stdout.clone()).expect("UTF-8");
    is_golden("compare_undecided.txt", &(printed + &stderr(&undecided)));
}

#[test]
fn rules_are_compared_at_several_tables_as_ever() {
    let args = [&SIX_ROUNDS[..], &TABLES, &["--games", "400", "--seed", "5"]].concat();
    let printed = prints("compare_tables", &args);
    is_merged(&args, &printed, 3);
    let margins = ["--games", "404", "--seed", "5", "--margin", "4", "--margin-rounds", "0.5"];
    prints("compare_tables_margins", &[&JUDGED_AGAIN[..], &TABLES, &margins].concat());
}

#[test]
fn a_grid_of_rules_is_as_ever() {
    let grid = ["--sweep", "round_limit=6..7", "--sweep", "tiebreak=points,shared"];
    let args = [&["balance"], &PAIR[..], &grid, &["--games", "404", "--seed", "7"]].concat();
    let printed = prints("sweep", &args);
    is_merged(&args, &printed, 2);
    let three = ["--sweep", "round_limit=5..7", "--games", "404", "--seed", "2", "--margin", "3"];
    prints("sweep_margin", &[&["balance"], &ONE[..], &three].concat());
}

#[test]
fn tournaments_in_other_languages_are_played_as_ever() {
    for language in ["fr", "it", "sv"] {
        let args = [
            "tournament",
            "--lang",
            language,
            "--agent",
            "pragmatic",
            "--agent",
            "margin",
            "--games",
            "60",
            "--seed",
            "4",
        ];
        let dir = temporary();
        let out = dir.path().join("out");
        let printed =
            stdout(&[&args[..], &["--out", text(&out), "--format", "csv", "--progress", "none"]].concat());
        is_golden(&format!("tournament_{language}.csv"), &printed);
        let rounds = fs::read_to_string(out.join("rounds.csv")).expect("the rounds");
        is_golden(&format!("tournament_{language}_rounds.csv"), &rounds);
    }
}

#[test]
fn two_decks_are_compared_as_ever() {
    let dir = temporary();
    let deck = file(&dir, "vehicles.csv", VEHICLES);
    let args = [&["balance"], &PAIR[..], &["--deck-b", &deck, "--games", "404", "--seed", "7"]].concat();
    let printed = ["csv", "json", "table"]
        .map(|format| stdout(&[&args[..], &["--progress", "none", "--format", format]].concat()));
    is_merged(&args, &printed, 2);
    let [csv, json, screen] = printed.map(|text| text.replace(&deck, "vehicles.csv"));
    is_golden("decks.csv", &csv);
    is_golden("decks.json", &of_any_build(&json));
    is_golden("decks.txt", &screen);
}

#[test]
fn a_report_and_counts_of_words_are_as_ever() {
    let out = temporary();
    let report = ["--games", "202", "--seed", "7", "--progress", "none", "--format", "table"];
    let screen = stdout(&[&["balance", "--out", text(out.path())], &PAIR[..], &report].concat());
    let mut all = screen;
    for (name, bytes) in files(out.path()).iter().filter(|(name, _)| *name != "manifest.json") {
        write!(all, "\n=== {name}\n{}", String::from_utf8_lossy(bytes)).expect("text");
    }
    is_golden("balance.txt", &all);
    let dir = temporary();
    let deck = file(&dir, "vehicles.csv", VEHICLES);
    for by in ["keyword", "card", "pair"] {
        let more = ["--by", by, "--deck", &deck, "--games", "202", "--seed", "7", "--progress", "none"];
        let printed = |format| stdout(&[&["balance", "--format", format], &PAIR[..], &more].concat());
        is_golden(&format!("words_{by}.txt"), &(printed("table") + "\n" + &printed("csv")));
    }
}

#[test]
fn a_report_on_several_tables_is_as_ever() {
    let out = temporary();
    let more = ["--games", "400", "--seed", "5", "--progress", "none", "--format", "table"];
    let screen = stdout(&[&["balance", "--out", text(out.path())], &TABLES[..], &more].concat());
    let opening = screen.split("\n\n").next().expect("a sentence");
    let rows = String::from_utf8(files(out.path())["tables.csv"].clone()).expect("UTF-8");
    is_golden("balance_tables.txt", &format!("{opening}\n\n{rows}"));
}

#[test]
fn the_live_page_answers_as_ever() {
    let question = ComparisonRequest {
        b: "official,round_limit=6".into(),
        agents: vec!["margin".to_owned(), "nearest".to_owned()],
        seed: 3,
        games: 202,
        ..ComparisonRequest::default()
    };
    let words = Words::built_in().expect("the built-in words");
    let comparison = LiveComparison::new(&question, &words, &overhear_agents::registry::Registry::standard())
        .expect("a question that makes sense");
    let mut tally: MatchupCounts = comparison.play(0..61).expect("games");
    let early = comparison.answer(&tally).expect("an answer");
    tally.merge(&comparison.play(61..1000).expect("games"));
    let late = comparison.answer(&tally).expect("an answer");
    for (name, value) in [
        ("live_tally.json", serde_json::to_value(&tally)),
        ("live_early.json", serde_json::to_value(&early)),
        ("live.json", serde_json::to_value(&late)),
    ] {
        is_golden(name, &(serde_json::to_string_pretty(&value.expect("JSON")).expect("JSON") + "\n"));
    }
}
