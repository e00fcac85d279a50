//! The words of a deck: how often each goes wrong, those that do more often than the others, and pairs that are taken for one
//! another.

use overhear_engine::rules::{Deck, Rules};
use overhear_stats::ShrunkRate;
use serde::Serialize;

use super::group_by::Subject;
use super::rates::Rates;
use super::ratio_sums::RatioSums;
use super::statistic::Statistic;
use super::word_row::text;
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

/// A share of clues, shrunk towards the mean of all words or pairs.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct WordRate {
    /// The share, from 0 to 1.
    pub value: f64,
    /// The lower end of its 95 % interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl From<ShrunkRate> for WordRate {
    fn from(rate: ShrunkRate) -> WordRate {
        WordRate { value: rate.value, low: rate.interval.low, high: rate.interval.high }
    }
}

/// How often clues for a word go wrong in its deck.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct WordRates {
    /// The keyword.
    pub keyword: String,
    /// The share of its clues that the own team takes for another keyword.
    pub missed: WordRate,
    /// The share of its clues whose digit the opponents find, of those that they could.
    pub overheard: WordRate,
}

/// Two keywords that the own team takes for one another more often than other pairs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct KeywordClash {
    /// Both keywords.
    pub words: [String; 2],
    /// The share of the clues for either that are taken for the other, while one team has both.
    pub rate: WordRate,
}

/// What games say of the words of a deck.
#[derive(Clone, Debug, PartialEq)]
pub struct MeasuredWords {
    /// How the words differ, a sentence for each thing that can go wrong.
    pub sentences: Vec<String>,
    /// Words that go wrong more often than the others, all of them counted together; the farthest first.
    pub findings: Vec<WordFinding>,
    /// Each word that had a clue which could go wrong in both ways, in the order of the deck.
    pub rates: Vec<WordRates>,
    /// Pairs that are taken for one another more often than the others, all of them counted together; the farthest first.
    pub clashes: Vec<KeywordClash>,
}

/// Clues for either keyword of a pair from which its rate is known well enough to be tested.
const LEAST_CLUES: i64 = 30;

/// Plays every game of a setup, and returns what they say of its words.
///
/// # Errors
/// An agent that breaks down.
pub fn measure_words(
    lab: &ExperimentSetup,
    rules: Rules,
    watch: &RunControl,
) -> Result<MeasuredWords, LabError> {
    let ratios = play(lab, rules, &[GroupBy::Keyword, GroupBy::Pair], Shard::WHOLE, watch)?;
    let subjects = keywords(&ratios);
    let deck = lab.words.world.deck();
    let (mut sentences, mut findings) = (Vec::new(), Vec::new());
    for failure in ClueFailure::ALL {
        let rates = Rates::new(&ratios, failure, &subjects);
        sentences.push(rates.sentence(GroupBy::Keyword));
        let Some(mean) = rates.mean() else { continue };
        findings.extend(rates.standing_out(true).into_iter().filter_map(|row| {
            let rate = rates.shrunk(row)?;
            Some(WordFinding {
                keyword: text(deck, subjects[row][0]),
                problem: problem(failure),
                rate: rate.value,
                low: rate.interval.low,
                high: rate.interval.high,
                mean,
            })
        }));
    }
    let (rates, clashes) = (rates_of(&ratios, &subjects, deck), clashes(&ratios, deck));
    Ok(MeasuredWords { sentences, findings, rates, clashes })
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
    let ratios = play(lab, rules, &[GroupBy::Keyword], Shard::WHOLE, watch)?;
    Ok(rates_of(&ratios, &keywords(&ratios), lab.words.world.deck()))
}

/// Returns the counted keywords. The second index of a pair is never 0, as it is the larger one.
fn keywords(ratios: &RatioSums) -> Vec<Subject> {
    ratios.keys().filter_map(subject).filter(|subject| subject[1] == 0).collect()
}

fn rates_of(ratios: &RatioSums, subjects: &[Subject], deck: &Deck) -> Vec<WordRates> {
    let [missed, overheard] =
        [ClueFailure::Missed, ClueFailure::Overheard].map(|failure| Rates::new(ratios, failure, subjects));
    subjects
        .iter()
        .enumerate()
        .filter_map(|(row, subject)| {
            Some(WordRates {
                keyword: text(deck, subject[0]),
                missed: missed.shrunk(row)?.into(),
                overheard: overheard.shrunk(row)?.into(),
            })
        })
        .collect()
}

fn clashes(ratios: &RatioSums, deck: &Deck) -> Vec<KeywordClash> {
    let pairs = ratios
        .keys()
        .filter_map(subject)
        .filter(|pair| pair[1] > 0)
        .filter(|pair| ratios.moments(Statistic::Clues(ClueFailure::Missed, *pair)).n >= LEAST_CLUES);
    let pairs: Vec<Subject> = pairs.collect();
    let rates = Rates::new(ratios, ClueFailure::Missed, &pairs);
    rates
        .standing_out(true)
        .into_iter()
        .filter_map(|row| {
            let words = pairs[row].map(|keyword| text(deck, keyword));
            Some(KeywordClash { words, rate: rates.shrunk(row)?.into() })
        })
        .collect()
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
    use crate::balance::{WordRow, WordStatsResult, word_stats};
    use crate::experiment::{BalanceConfig, PopulationConfig};
    use crate::setup::{PlayersConfig, RulesSpec, WordFiles};

    /// Words of which some are near many others, and some are not.
    const DECK: &str =
        "car\nautomobile\nvehicle\ntruck\nvan\nbus\ntaxi\nlorry\nisland\nmusic\nwinter\nweight\n";

    /// Games with that deck, and what `word_stats` counts in them.
    struct Trial {
        lab: ExperimentSetup,
        counted: WordStatsResult,
    }

    impl Trial {
        fn of(spec: &str, games: u64, cut: GroupBy) -> Trial {
            let dir = tempfile::tempdir().expect("a directory");
            let deck = dir.path().join("deck.csv");
            std::fs::write(&deck, DECK).expect("a deck");
            let words = WordFiles { deck: Some(deck), vocabulary: Some(500), ..WordFiles::default() };
            let players = PlayersConfig::from_specs([spec]);
            let population =
                PopulationConfig { seed: Some(1), players, words, ..PopulationConfig::default() };
            let watch = RunControl::default();
            let rules = RulesSpec::from("official").read().expect("rules");
            let mut lab = ExperimentSetup::new(&population, &rules, games, false, &watch).expect("a setup");
            lab.seat().expect("seats");
            let config = BalanceConfig { games: Some(games), population, ..BalanceConfig::default() };
            Trial { lab, counted: word_stats(&config, cut, &watch).expect("counts") }
        }

        fn measured(&self) -> MeasuredWords {
            measure_words(&self.lab, Rules::official(), &RunControl::default()).expect("counts")
        }
    }

    #[test]
    fn words_are_found_as_the_counts_of_keywords_find_them() {
        let trial = Trial::of("nearest", 100, GroupBy::Keyword);
        let (measured, counted) = (trial.measured(), &trial.counted);
        let (sentences, findings) = (&measured.sentences, &measured.findings);
        assert_eq!(*sentences, counted.sentences);
        let expected = ClueFailure::ALL.into_iter().flat_map(|failure| {
            let rows = counted.standing_out(failure, true).into_iter();
            rows.map(move |row| (row, failure))
        });
        let written = |number: f64| format!("{number:.6}");
        let expected: Vec<[String; 5]> = expected
            .map(|(row, failure)| {
                let [keyword, _] = row.subject.texts();
                let shrunk =
                    row.rate(failure).and_then(|rate| rate.shrunk?.numbers()).expect("it is counted");
                let [value, low, high] = shrunk.map(written);
                [keyword, problem(failure).to_owned(), value, low, high]
            })
            .collect();
        let named = findings.iter().map(|one| {
            [
                one.keyword.clone(),
                one.problem.to_owned(),
                written(one.rate),
                written(one.low),
                written(one.high),
            ]
        });
        assert!(named.eq(expected.clone()), "{findings:?}, {expected:?}");
        assert!(findings.iter().all(|one| one.mean < one.rate), "{findings:?}");
        assert!(!findings.is_empty(), "{sentences:?}");
        let alone = word_rates(&trial.lab, Rules::official(), &RunControl::default()).expect("rates");
        assert_eq!(measured.rates, alone, "pairs that are counted besides change no rate of a word");
        for one in findings {
            let rates = measured.rates.iter().find(|rates| rates.keyword == one.keyword).expect("a word");
            let rate = if one.problem == "missed" { rates.missed } else { rates.overheard };
            assert_eq!([rate.value, rate.low, rate.high], [one.rate, one.low, one.high]);
        }
    }

    #[test]
    fn pairs_clash_as_the_counts_of_pairs_find_them() {
        let trial = Trial::of("human", 400, GroupBy::Pair);
        let (clashes, counted) = (trial.measured().clashes, &trial.counted);
        let pair = |row: &WordRow| {
            let [one, other] = row.subject.texts();
            let shrunk = row.rate(ClueFailure::Missed).and_then(|rate| rate.shrunk).expect("it is counted");
            [one, other, format!("{:.6}", shrunk.value)]
        };
        let expected: Vec<[String; 3]> =
            counted.standing_out(ClueFailure::Missed, true).into_iter().map(pair).collect();
        let named = clashes.iter().map(|clash| {
            [clash.words[0].clone(), clash.words[1].clone(), format!("{:.6}", clash.rate.value)]
        });
        assert!(named.eq(expected.clone()), "{clashes:?}, {expected:?}");
        assert!(!clashes.is_empty());
    }
}
