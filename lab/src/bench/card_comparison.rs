//! Comparison of two cards, item by item where both agents had the same items.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use overhear_stats::{Adjustment, Estimate, Interval, unpaired_difference_interval};
use serde::{Deserialize, Serialize};

use super::card_items::{ItemKey, Observation, item_width};
use super::number::{Sums, mean};
use super::stored_card::{StoredCard, StoredMeasure};
use crate::error::LabError;
use crate::measurement::{Measurement, RunSources, StepLog};
use crate::partial_result::PartialResult;
use crate::run::Experiment;
use crate::run_control::RunControl;
use crate::settings::Settings;
use crate::table::{Frame, MeasuredValue, TableRow, counted, fixed};

/// Level of the verdict, over all measures.
const ALPHA: f64 = 0.05;

/// Largest distance between a measure of a card and the mean of its items: both have six decimals.
const ROUNDING: f64 = 1e-5;

/// Configuration of [`compare_cards`].
#[derive(Clone, Debug, Serialize, Deserialize, Settings)]
#[serde(default, deny_unknown_fields)]
pub struct CompareCardsConfig {
    /// Directory of the first card, A.
    #[setting(positional, required, value = "A")]
    pub a: PathBuf,
    /// Directory of the second, B.
    #[setting(positional, required, value = "B")]
    pub b: PathBuf,
}

/// Two cards compared.
#[derive(Debug)]
pub struct CardComparison {
    /// Each measure that both cards have.
    pub rows: Vec<CardDifference>,
    /// Labels of the agents.
    pub agents: [String; 2],
    /// Sentences on the measures that differ clearly.
    pub sentences: Vec<String>,
    /// The method, and the reason if items could not be paired.
    pub method: String,
}

/// A measure of two cards: a row of `compare_cards.csv`.
#[derive(Clone, Debug, TableRow)]
#[table("compare_cards.csv")]
pub struct CardDifference {
    /// The task of the card.
    pub task: String,
    /// What is measured in it.
    pub measure: String,
    /// `paired`, item by item, or `unpaired`, by the intervals of both cards.
    pub method: &'static str,
    /// Number of items that are compared one by one.
    pub items: Option<u64>,
    /// Number of deals by which they are clustered.
    pub deals: Option<u64>,
    /// The measure of card A, over the items that both cards have.
    pub value_a: Option<f64>,
    /// The same of card B.
    pub value_b: Option<f64>,
    /// B minus A.
    pub difference: Option<MeasuredValue>,
    /// p-value of "there is no difference", alone.
    pub difference_p: Option<f64>,
    /// The same, adjusted for all measures (Holm).
    pub difference_p_adjusted: Option<f64>,
}

/// Returns `true` if a directory has a finished card.
pub fn is_card(dir: &Path) -> bool {
    StoredCard::is_card(dir)
}

/// Compares two cards. Differences are B minus A, item by item where both cards have the same items, with intervals clustered by deal; other
/// measures are compared by their intervals.
///
/// # Errors
/// Returns an error if either directory is not a finished, unchanged card, and for cards of different suites.
pub fn compare_cards(config: &CompareCardsConfig) -> Result<CardComparison, LabError> {
    let (a, b) = (StoredCard::read(&config.a)?, StoredCard::read(&config.b)?);
    if a.suite != b.suite {
        let message = "cards of different suites have no measure in common; make both with the same suite";
        return Err(LabError::usage(format_args!("{} and {}: {message}", a.name, b.name)));
    }
    let is_paired = a.suite_sha256 == b.suite_sha256;
    let mut rows: Vec<CardDifference> =
        a.measures.iter().filter_map(|measure| difference(measure, [&a, &b], is_paired)).collect();
    let p_values: Vec<Option<f64>> = rows.iter().map(|row| row.difference_p).collect();
    for (row, adjusted) in rows.iter_mut().zip(Adjustment::Holm.adjust_known(&p_values)) {
        row.difference_p_adjusted = adjusted;
    }
    let method = if is_paired {
        "the same questions, compared item by item; measures without items are compared by their intervals"
    } else {
        "unpaired: the cards differ in seed, games, rules or words, so that their questions differ"
    };
    Ok(CardComparison {
        sentences: sentences(&rows, [&a.agent, &b.agent]),
        rows,
        agents: [a.agent, b.agent],
        method: method.to_owned(),
    })
}

fn difference(measure: &StoredMeasure, [a, b]: [&StoredCard; 2], is_paired: bool) -> Option<CardDifference> {
    let other = b.measure(measure)?;
    let paired = if is_paired { paired(measure, other, [a, b]) } else { None };
    paired.or_else(|| unpaired(measure, other))
}

/// Compares a measure item by item; `None` if the items do not make up the measure of either card.
fn paired(
    measure: &StoredMeasure,
    other: &StoredMeasure,
    [a, b]: [&StoredCard; 2],
) -> Option<CardDifference> {
    let (one, two) = (values(a, measure), values(b, measure));
    // A measure that is not the mean of its items cannot be compared by them.
    for (items, stated) in [(&one, measure.value?), (&two, other.value?)] {
        if (mean(items.values().map(|item| item.value))? - stated).abs() > ROUNDING {
            return None;
        }
    }
    let mut deals: BTreeMap<(&str, u64), Vec<f64>> = BTreeMap::new();
    let (mut shared, mut sums) = (Vec::new(), Sums::default());
    for (key, item) in &one {
        let Some(second) = two.get(key) else { continue };
        deals.entry(item.deal()).or_default().push(second.value - item.value);
        shared.push([item.value, second.value]);
    }
    // Sums take the items of a deal, which is a cluster, one after the other.
    for (deal, differences) in (0..).zip(deals.values()) {
        differences.iter().for_each(|difference| sums.add(deal, *difference, 1.0));
    }
    let widest = item_width(&measure.what);
    let range = Interval::new(-widest, widest);
    let Estimate { value, interval, .. } = sums.within(range)?;
    Some(CardDifference {
        task: measure.task.clone(),
        measure: measure.what.clone(),
        method: "paired",
        items: Some(shared.len() as u64),
        deals: Some(deals.len() as u64),
        value_a: mean(shared.iter().map(|pair| pair[0])),
        value_b: mean(shared.iter().map(|pair| pair[1])),
        difference: Some(MeasuredValue { value, interval: Some(interval) }),
        difference_p: Some(sums.p_of_zero(range)),
        difference_p_adjusted: None,
    })
}

/// Returns the values of a card in a measure, by item.
fn values<'a>(card: &'a StoredCard, measure: &StoredMeasure) -> BTreeMap<&'a ItemKey, &'a Observation> {
    let own = card.observations.iter().filter(|item| item.task == measure.task && item.what == measure.what);
    own.map(|item| (&item.item, item)).collect()
}

/// Compares a measure by the intervals of both cards, as of separate runs.
fn unpaired(measure: &StoredMeasure, other: &StoredMeasure) -> Option<CardDifference> {
    let [a, b] = [measure.value?, other.value?];
    let interval = unpaired_difference_interval((a, measure.interval()?), (b, other.interval()?));
    Some(CardDifference {
        task: measure.task.clone(),
        measure: measure.what.clone(),
        method: "unpaired",
        items: None,
        deals: None,
        value_a: Some(a),
        value_b: Some(b),
        difference: Some(MeasuredValue { value: b - a, interval: Some(interval) }),
        difference_p: None,
        difference_p_adjusted: None,
    })
}

/// Returns a sentence on each measure that differs clearly, or one that none does.
fn sentences(rows: &[CardDifference], agents: [&str; 2]) -> Vec<String> {
    let clear = rows.iter().filter(|row| row.difference_p_adjusted.is_some_and(|p| p < ALPHA));
    let clear: Vec<String> = clear.filter_map(|row| row.sentence(agents)).collect();
    if !clear.is_empty() {
        return clear;
    }
    let tests = rows.iter().filter(|row| row.difference_p_adjusted.is_some()).count() as u64;
    vec![format!("of {} item by item, none is known yet to differ", counted(tests, "measure"))]
}

impl CardDifference {
    /// Returns the sentence on a difference that is clear.
    fn sentence(&self, [a, b]: [&str; 2]) -> Option<String> {
        let CardDifference { task, measure, .. } = self;
        let ends = self.difference?.interval?;
        let [one, two, low, high] =
            [self.value_a?, self.value_b?, ends.low, ends.high].map(|value| fixed(value, 3));
        Some(format!(
            "{task}, {measure}: `{a}` {one}, `{b}` {two}; the difference is clear ({low} to {high})"
        ))
    }
}

impl Experiment for CompareCardsConfig {
    type Output = CardComparison;

    fn command(&self) -> &'static str {
        "compare"
    }

    fn play(&self, _: &RunControl, log: &mut StepLog) -> Result<PartialResult<CardComparison>, LabError> {
        log.begin(&RunSources::default())?;
        compare_cards(self).map(|comparison| PartialResult::new(comparison, true))
    }
}

impl Measurement for CompareCardsConfig {
    fn seed(&self) -> u64 {
        0
    }

    fn tables(comparison: &CardComparison) -> Vec<Frame> {
        vec![CardDifference::frame(&comparison.rows)]
    }

    fn findings(comparison: &CardComparison) -> Vec<String> {
        comparison.sentences.iter().chain([&comparison.method]).cloned().collect()
    }
}
