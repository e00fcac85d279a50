//! The experiments give what the program prints: its golden files, which `sim-cli/tests/all/golden.rs` rewrites, row by row.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use overhear_engine::rules::Rules;
use serde_json::Value;

use crate::balance::{WordStatsResult, word_stats};
use crate::experiment::{GroupBy, PopulationConfig, TabularResult};
use crate::paired::{Measure, decks};
use crate::setup::{PlayersConfig, WordFiles};
use crate::table::Frame;
use crate::{BalanceConfig, CompareRulesConfig, RunControl, balance, compare, sweep};

const PAIR: [&str; 2] = ["margin", "nearest"];
const VEHICLES: &str =
    "car\nautomobile\nvehicle\ntruck\nvan\nbus\ntaxi\nlorry\njeep\nsedan\nmotorcycle\ntram\n";

fn golden(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../sim-cli/tests/golden");
    fs::read_to_string(folder.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Checks text by text that they stand in a golden file, however its lines are broken.
fn all_stand_in<'a>(name: &str, texts: impl IntoIterator<Item = &'a String>) {
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let golden = words(&golden(name));
    let mut texts = texts.into_iter().peekable();
    assert!(texts.peek().is_some(), "{name} has sentences");
    texts.for_each(|text| assert!(golden.contains(&words(text)), "not in {name}: {text}"));
}

/// Checks the manifest and the tables, except what names a build.
fn is_golden(name: &str, result: &impl TabularResult) {
    let mut actual: Value = serde_json::from_str(&result.to_json()).expect("JSON");
    let document = actual.as_object_mut().expect("an object");
    ["build", "version", "sha256"].iter().for_each(|key| drop(document.remove(*key)));
    // The golden file lists switches that depart from the official rules.
    let official = serde_json::to_value(Rules::official()).expect("JSON");
    if let Some(Value::Object(switches)) = actual.pointer_mut("/configuration/rules/switches") {
        switches.retain(|switch, value| official[switch] != *value);
    }
    let expected: Value = serde_json::from_str(&golden(&format!("{name}.json"))).expect("JSON");
    for (key, value) in expected.as_object().expect("an object") {
        assert_eq!(Some(value), actual.get(key), "{name}: {key}");
    }
    assert_eq!(expected, actual, "{name}");
    result.check().expect("it is complete");
}

/// Returns the words that the program is called with.
fn words(deck: Option<PathBuf>) -> WordFiles {
    WordFiles { deck, vocabulary: Some(2000), ..WordFiles::default() }
}

fn population(agents: &[&str], seed: u64) -> PopulationConfig {
    let players = PlayersConfig::from_specs(agents.iter().copied());
    PopulationConfig { seed: Some(seed), players, words: words(None), ..PopulationConfig::default() }
}

/// Returns three matchups.
fn tables() -> PopulationConfig {
    let tables = ["margin", "nearest", "margin+nearest"].map(str::to_owned).to_vec();
    PopulationConfig { tables, seed: Some(5), words: words(None), ..PopulationConfig::default() }
}

fn compares(name: &str, b: &str, config: CompareRulesConfig) {
    let config = CompareRulesConfig { a: "official".into(), b: b.into(), ..config };
    let comparison = compare(&config, &RunControl::default()).expect("a comparison");
    let rows = comparison.frames().iter().map(Frame::to_csv).collect::<Vec<_>>();
    assert!(rows.contains(&golden(&format!("{name}.csv"))), "{name}: {rows:?}");
    all_stand_in(&format!("{name}.txt"), &comparison.sentences);
    comparison.check().expect("it is complete");
}

#[test]
fn two_sets_of_rules_are_compared_as_the_program_prints() {
    let pair = |games, seed| CompareRulesConfig {
        games: Some(games),
        population: population(&PAIR, seed),
        ..CompareRulesConfig::default()
    };
    compares("compare_played", "official,round_limit=6", pair(404, 7));
    let margin = CompareRulesConfig { margin: Some(4.0), ..pair(2404, 7) };
    compares("compare_judged_again", "official,tiebreak=shared", margin);
    let margins = CompareRulesConfig {
        margin: Some(2.5),
        margin_rounds: Some(0.75),
        measure: vec![Measure::MeanRounds, Measure::FirstScore],
        ..pair(404, 3)
    };
    compares("compare_margins", "official,round_limit=6", margins);
    let until = CompareRulesConfig {
        until: true,
        measure: vec![Measure::MeanRounds],
        population: population(&["nearest"], 7),
        ..pair(6000, 7)
    };
    compares("compare_until", "official,round_limit=6", until);
}

#[test]
fn several_matchups_are_compared_as_the_program_prints() {
    let all = |games| CompareRulesConfig {
        games: Some(games),
        population: tables(),
        ..CompareRulesConfig::default()
    };
    compares("compare_tables", "official,round_limit=6", all(400));
    let margins = CompareRulesConfig { margin: Some(4.0), margin_rounds: Some(0.5), ..all(404) };
    compares("compare_tables_margins", "official,tiebreak=shared", margins);
}

fn pair(games: u64) -> BalanceConfig {
    BalanceConfig { games: Some(games), population: population(&PAIR, 7), ..BalanceConfig::default() }
}

fn sweeps(name: &str, config: &BalanceConfig, axes: &[&str]) {
    let axes: Vec<_> = axes.iter().map(|axis| axis.parse().expect("an axis")).collect();
    let result = sweep(config, &axes, &RunControl::default()).expect("a sweep");
    is_golden(name, &result);
    all_stand_in(&format!("{name}.txt"), &result.sentences);
    let rows = result.frame().to_csv();
    let different = result.rows.iter().filter(|row| row.verdict.is_different()).count();
    assert_eq!(different, rows.matches(",different").count(), "{rows}");
    for (point, name) in result.points().enumerate() {
        let begin = format!("\n{name},{},", result.method(point));
        assert!(rows.contains(&begin), "{begin}{rows}");
    }
}

#[test]
fn a_grid_of_rules_is_as_the_program_prints() {
    sweeps("sweep", &pair(404), &["round_limit=6..7", "tiebreak=points,shared"]);
    let three = BalanceConfig { margin: Some(3.0), population: population(&["nearest"], 2), ..pair(404) };
    sweeps("sweep_margin", &three, &["round_limit=5..7"]);
}

#[test]
fn two_decks_are_compared_and_words_counted_as_the_program_prints() {
    let dir = tempfile::tempdir().expect("a directory");
    let deck = dir.path().join("vehicles.csv");
    fs::write(&deck, VEHICLES).expect("a deck");
    let comparison = decks(&pair(404), &deck, &RunControl::default()).expect("a comparison");
    let place = deck.display().to_string();
    assert_eq!(comparison.frame().to_csv().replace(&place, "vehicles.csv"), golden("decks.csv"));
    assert_eq!(comparison.frames().len(), 1);
    let sentences: Vec<String> =
        comparison.sentences.iter().map(|line| line.replace(&place, "vehicles.csv")).collect();
    all_stand_in("decks.txt", &sentences);
    let words = words(Some(deck));
    let config =
        BalanceConfig { population: PopulationConfig { words, ..population(&PAIR, 7) }, ..pair(202) };
    for (by, name) in [
        (GroupBy::Keyword, "words_keyword.txt"),
        (GroupBy::Card, "words_card.txt"),
        (GroupBy::Pair, "words_pair.txt"),
    ] {
        let stats: WordStatsResult = word_stats(&config, by, &RunControl::default()).expect("counts");
        assert!(golden(name).ends_with(&stats.frame().to_csv()), "{name}");
        all_stand_in(name, &stats.sentences);
        for (&failure, sentence) in by.failures().iter().zip(&stats.sentences) {
            let [above, below] = [true, false].map(|above| stats.standing_out(failure, above).len());
            let expected = format!("{above} clearly more often and {below} clearly less often");
            assert!(sentence.contains(&expected), "{name}: {expected}");
        }
        assert_eq!(stats.frames().len(), 1);
    }
}

#[test]
fn a_report_is_as_the_program_prints() {
    let report = |config: &BalanceConfig| balance(config, &RunControl::default()).expect("a report");
    let result = report(&pair(202));
    let printed = golden("balance.txt");
    let printed: Vec<(&str, &str)> =
        printed.split("\n=== ").skip(1).map(|table| table.split_once('\n').expect("a table")).collect();
    let frames: BTreeMap<String, Vec<u8>> = result.frames().iter().map(Frame::file).collect();
    assert_eq!(frames.len(), printed.len());
    for (name, rows) in printed {
        let text = String::from_utf8(frames[name].clone()).expect("UTF-8");
        assert_eq!(text.trim_end(), rows.trim_end(), "{name}");
    }
    all_stand_in("balance.txt", &result.sentences);
    let several = report(&BalanceConfig { population: tables(), ..pair(400) });
    let frames = several.frames();
    let rows = frames.iter().map(Frame::to_csv);
    assert!(rows.into_iter().any(|rows| golden("balance_tables.txt").ends_with(&rows)));
    all_stand_in("balance_tables.txt", &several.opening);
}
