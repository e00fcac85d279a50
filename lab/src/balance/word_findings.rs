//! The words of a deck that go wrong more often than the others.

use overhear_engine::rules::{Keyword, Rules};
use serde::Serialize;

use super::group_by::Subject;
use super::rates::Rates;
use super::word_stats::{play, subject};
use crate::error::LabError;
use crate::experiment::{ExperimentSetup, GroupBy};
use crate::paired::ClueFailure;
use crate::run_control::RunControl;
use crate::tournament::Shard;

/// A word that goes wrong more often than the others.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct WordFinding {
    /// The keyword.
    pub keyword: String,
    /// What goes wrong with its clues: `missed` or `overheard`.
    pub problem: &'static str,
    /// The share of its clues with which it does, shrunk towards the mean.
    pub rate: f64,
    /// The lower end of its 95 % interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// The mean share of all words.
    pub mean: f64,
}

/// Plays every game of a setup; what is said of its words, and those that go wrong more often than the others, all of them
/// counted together.
///
/// # Errors
/// An agent that breaks down.
pub fn words_that_stand_out(
    lab: &ExperimentSetup,
    rules: Rules,
    watch: &RunControl,
) -> Result<(Vec<String>, Vec<WordFinding>), LabError> {
    let cut = GroupBy::Keyword;
    let ratios = play(lab, rules, cut, Shard::WHOLE, watch)?;
    let subjects: Vec<Subject> = ratios.keys().filter_map(subject).collect();
    let deck = lab.words.world.deck();
    let (mut sentences, mut found) = (Vec::new(), Vec::new());
    for failure in ClueFailure::ALL {
        let rates = Rates::new(&ratios, failure, &subjects);
        sentences.push(rates.sentence(cut));
        let Some(mean) = rates.mean() else { continue };
        let finding = |row: usize| {
            let rate = rates.shrunk(row)?;
            Some(WordFinding {
                keyword: deck.text(Keyword(subjects[row][0])).to_owned(),
                problem: problem(failure),
                rate: rate.value,
                low: rate.interval.low,
                high: rate.interval.high,
                mean,
            })
        };
        found.extend(rates.standing_out(true).into_iter().filter_map(finding));
    }
    Ok((sentences, found))
}

/// How often clues for a word go wrong in its deck, shrunk towards the mean of all words.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct WordRates {
    /// The keyword.
    pub keyword: String,
    /// The share of its clues that the own team takes for another keyword.
    pub missed: f64,
    /// The share of its clues whose digit the opponents find, of those that they could.
    pub overheard: f64,
}

/// Plays every game of a setup, and returns the rates of each word that had a clue which could go wrong in both ways.
///
/// # Errors
/// An agent that breaks down.
pub fn word_rates(
    lab: &ExperimentSetup,
    rules: Rules,
    watch: &RunControl,
) -> Result<Vec<WordRates>, LabError> {
    let ratios = play(lab, rules, GroupBy::Keyword, Shard::WHOLE, watch)?;
    let subjects: Vec<Subject> = ratios.keys().filter_map(subject).collect();
    let deck = lab.words.world.deck();
    let [missed, overheard] =
        [ClueFailure::Missed, ClueFailure::Overheard].map(|failure| Rates::new(&ratios, failure, &subjects));
    let rates = |(row, subject): (usize, &Subject)| {
        Some(WordRates {
            keyword: deck.text(Keyword(subject[0])).to_owned(),
            missed: missed.shrunk(row)?.value,
            overheard: overheard.shrunk(row)?.value,
        })
    };
    Ok(subjects.iter().enumerate().filter_map(rates).collect())
}

/// Returns the name of a failure for people.
const fn problem(failure: ClueFailure) -> &'static str {
    match failure {
        ClueFailure::Missed => "missed",
        ClueFailure::Overheard => "overheard",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::balance::word_stats;
    use crate::experiment::{BalanceConfig, PopulationConfig};
    use crate::setup::{PlayersConfig, RulesSpec, WordFiles};

    /// Words of which some are near many others, and some are not.
    const DECK: &str =
        "car\nautomobile\nvehicle\ntruck\nvan\nbus\ntaxi\nlorry\nisland\nmusic\nwinter\nweight\n";

    #[test]
    fn words_are_found_as_the_counts_of_keywords_find_them() {
        let dir = tempfile::tempdir().expect("a directory");
        let deck = dir.path().join("deck.csv");
        std::fs::write(&deck, DECK).expect("a deck");
        let words = WordFiles { deck: Some(deck), vocabulary: Some(500), ..WordFiles::default() };
        let players = PlayersConfig::from_specs(["nearest"]);
        let population = PopulationConfig { seed: Some(1), players, words, ..PopulationConfig::default() };
        let config =
            BalanceConfig { games: Some(100), population: population.clone(), ..BalanceConfig::default() };
        let watch = RunControl::default();
        let counted = word_stats(&config, GroupBy::Keyword, &watch).expect("counts");
        let rules = RulesSpec::from("official").read().expect("rules");
        let mut lab = ExperimentSetup::new(&population, &rules, 100, false, &watch).expect("a setup");
        lab.seat().expect("seats");
        let (sentences, found) = words_that_stand_out(&lab, *rules.switches, &watch).expect("counts");
        assert_eq!(sentences, counted.sentences);
        let expected = ClueFailure::ALL.into_iter().flat_map(|failure| {
            let rows = counted.standing_out(failure, true).into_iter();
            rows.map(move |row| (row, failure))
        });
        let expected: Vec<[String; 5]> = expected
            .map(|(row, failure)| {
                let (stem, deck) = (problem(failure), &counted.frame);
                let part = |part: &str| deck.cell(row, &format!("{stem}_{part}")).as_csv();
                let keyword = deck.cell(row, "keyword").as_csv();
                [keyword, stem.to_owned(), part("shrunk"), part("low"), part("high")]
            })
            .collect();
        let said = |number: f64| format!("{number:.6}");
        let named = found.iter().map(|one| {
            [one.keyword.clone(), one.problem.to_owned(), said(one.rate), said(one.low), said(one.high)]
        });
        assert!(named.eq(expected.clone()), "{found:?}, {expected:?}");
        assert!(found.iter().all(|one| one.mean < one.rate), "{found:?}");
        assert!(!found.is_empty(), "{sentences:?}");
    }
}
