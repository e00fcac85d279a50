//! Experiments with files named relative to a folder, and questions that are refused.

use std::fs;

use crate::experiment::{PopulationConfig, ShardableConfig};
use crate::paired::Measure;
use crate::setup::{OutConfig, PlayersConfig, RulesConfig, WordFiles};
use crate::{BalanceConfig, CompareRulesConfig, RunControl, compare};

fn population() -> PopulationConfig {
    let words = WordFiles { deck: Some("deck.csv".into()), vocabulary: Some(500), ..WordFiles::default() };
    let players = PlayersConfig::from_specs(["nearest"]);
    PopulationConfig { seed: Some(3), players, words, ..PopulationConfig::default() }
}

fn balance_config() -> BalanceConfig {
    let rules = RulesConfig { rules: "own.toml".to_owned(), ..RulesConfig::default() };
    BalanceConfig { games: Some(4), rules, population: population(), ..BalanceConfig::default() }
}

fn compare_config() -> CompareRulesConfig {
    CompareRulesConfig {
        a: "own.toml".into(),
        b: "other.toml,tiebreak=shared".into(),
        games: Some(4),
        population: population(),
        ..CompareRulesConfig::default()
    }
}

/// Returns a folder with two sets of rules and a deck.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a directory");
    for name in ["own.toml", "other.toml", "deck.csv"] {
        fs::write(folder.path().join(name), "").expect("written");
    }
    folder
}

#[test]
fn a_configuration_names_files_and_its_output() {
    let folder = folder();
    let place = |name: &str| folder.path().join(name).display().to_string();
    let (config, rules) = (balance_config().within(folder.path()), compare_config().within(folder.path()));
    assert_eq!(config.rules.rules, place("own.toml"));
    assert_eq!(
        [rules.a.to_string(), rules.b.to_string()],
        [place("own.toml"), place("other.toml,tiebreak=shared")]
    );
    for population in [config.population(), rules.population()] {
        assert_eq!(population.words.deck, Some(folder.path().join("deck.csv")));
    }
    let out = OutConfig { out: Some("there".into()), force: true };
    let written = rules.clone().writing_to(&out);
    assert_eq!((&written.out, &written.a), (&out, &rules.a));
    let written = config.clone().writing_to(&out);
    assert_eq!((&written.out, &written.rules), (&out, &config.rules));
    assert_eq!(ShardableConfig::games(&rules), 4);
    let until = CompareRulesConfig { until: true, ..rules.clone() };
    assert!(until.has_looks() && !rules.has_looks());
}

#[test]
fn measures_that_rules_cannot_be_compared_in_are_refused() {
    let refused = |measure: Vec<Measure>, until| {
        let population = PopulationConfig { words: WordFiles::default(), ..population() };
        let official = || "official".into();
        let config = CompareRulesConfig {
            a: official(),
            b: official(),
            measure,
            until,
            population,
            ..compare_config()
        };
        compare(&config, &RunControl::default()).expect_err("no comparison").to_string()
    };
    let names = "white_score, tiebreak_rate, shared_rate, limit_rate, mean_rounds, better_score, first_score";
    let message = refused(vec![Measure::MissedRate], false);
    assert!(
        message.contains("measure missed_rate: decks are compared in it, not rules")
            && message.contains(names),
        "{message}"
    );
    assert!(refused(vec![Measure::FirstScore], false).contains("it takes two agents"));
    assert!(refused(vec![Measure::MeanRounds, Measure::WhiteScore], true).contains("decides one"));
}
