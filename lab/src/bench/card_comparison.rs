//! Comparison of two cards, item by item where both agents had the same items.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use overhear_stats::{Adjustment, Estimate, Interval, unpaired_difference_interval};
use serde::{Deserialize, Serialize};

use super::card_items::Observation;
use super::number::{Sums, bits};
use super::stored_card::{StoredCard, StoredMeasure};
use crate::error::LabError;
use crate::measurement::{Measurement, RunSources, StepLog};
use crate::partial_result::PartialResult;
use crate::run_control::RunControl;
use crate::table::{Cell, Frame, NamedRow, counted, fixed};

/// Level of the verdict, over all measures.
const ALPHA: f64 = 0.05;

/// Largest distance between a measure of a card and the mean of its items: both have six decimals.
const ROUNDING: f64 = 1e-5;

/// Configuration of [`compare_cards`].
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct CompareCardsConfig {
    /// Directory of the first card, A.
    pub a: PathBuf,
    /// Directory of the second, B.
    pub b: PathBuf,
}

/// Two cards compared.
#[derive(Debug)]
pub struct CardComparison {
    /// A row for each measure that both cards have.
    pub frame: Frame,
    /// Labels of the agents.
    pub agents: [String; 2],
    /// Sentences on the measures that differ clearly.
    pub sentences: Vec<String>,
    /// The method, and the reason if items could not be paired.
    pub method: String,
}

/// The comparison of a measure, B minus A.
struct CardFinding {
    task: String,
    what: String,
    values: [f64; 2],
    difference: f64,
    interval: Interval,
    /// Items and deals of a comparison item by item.
    paired: Option<[u64; 2]>,
    /// p-value of "there is no difference", alone.
    p: Option<f64>,
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
    let found: Vec<CardFinding> =
        a.measures.iter().filter_map(|measure| finding(measure, [&a, &b], is_paired)).collect();
    let p_values: Vec<Option<f64>> = found.iter().map(|finding| finding.p).collect();
    let adjusted = Adjustment::Holm.adjust_known(&p_values);
    let method = if is_paired {
        "the same questions, compared item by item; measures without items are compared by their intervals"
    } else {
        "unpaired: the cards differ in seed, games, rules or words, so that their questions differ"
    };
    Ok(CardComparison {
        frame: frame(&found, &adjusted),
        sentences: sentences(&found, &adjusted, [&a.agent, &b.agent]),
        agents: [a.agent, b.agent],
        method: method.to_owned(),
    })
}

fn finding(measure: &StoredMeasure, [a, b]: [&StoredCard; 2], is_paired: bool) -> Option<CardFinding> {
    let other = b.measure(measure)?;
    let paired = if is_paired { paired(measure, other, [a, b]) } else { None };
    paired.or_else(|| unpaired(measure, other))
}

/// Compares a measure item by item; `None` if the items do not make up the measure of either card.
fn paired(measure: &StoredMeasure, other: &StoredMeasure, [a, b]: [&StoredCard; 2]) -> Option<CardFinding> {
    let (one, two) = (values(a, measure), values(b, measure));
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
    for (deal, differences) in (0..).zip(deals.values()) {
        differences.iter().for_each(|difference| sums.add(deal, *difference, 1.0));
    }
    let widest = if measure.what.contains("bits") { bits(1.0) - bits(0.0) } else { 1.0 };
    let range = Interval::new(-widest, widest);
    let Estimate { value, interval, .. } = sums.within(range)?;
    Some(CardFinding {
        task: measure.task.clone(),
        what: measure.what.clone(),
        values: [0, 1].map(|side| shared.iter().map(|pair| pair[side]).sum::<f64>() / shared.len() as f64),
        difference: value,
        interval,
        paired: Some([shared.len() as u64, deals.len() as u64]),
        p: Some(sums.p_of_zero(range)),
    })
}

/// Returns the values of a card in a measure, by item.
fn values<'a>(
    card: &'a StoredCard,
    measure: &StoredMeasure,
) -> BTreeMap<&'a (String, u64, u64), &'a Observation> {
    let own = card.observations.iter().filter(|item| item.task == measure.task && item.what == measure.what);
    own.map(|item| (&item.item, item)).collect()
}

fn mean(values: impl Iterator<Item = f64>) -> Option<f64> {
    let values: Vec<f64> = values.collect();
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

/// Compares a measure by the intervals of both cards, as of separate runs.
fn unpaired(measure: &StoredMeasure, other: &StoredMeasure) -> Option<CardFinding> {
    let [a, b] = [measure.value?, other.value?];
    Some(CardFinding {
        task: measure.task.clone(),
        what: measure.what.clone(),
        values: [a, b],
        difference: b - a,
        interval: unpaired_difference_interval((a, measure.interval()?), (b, other.interval()?)),
        paired: None,
        p: None,
    })
}

fn frame(found: &[CardFinding], adjusted: &[Option<f64>]) -> Frame {
    let mut frame = Frame::new("compare_cards.csv");
    for (finding, adjusted) in found.iter().zip(adjusted) {
        NamedRow::new(&mut frame)
            .put_all([
                ("task", Cell::text(&finding.task)),
                ("measure", Cell::text(&finding.what)),
                ("method", Cell::text(if finding.paired.is_some() { "paired" } else { "unpaired" })),
                ("items", finding.paired.map_or(Cell::Number(None, 0), |[items, _]| Cell::Count(items))),
                ("deals", finding.paired.map_or(Cell::Number(None, 0), |[_, deals]| Cell::Count(deals))),
                ("value_a", Cell::share(finding.values[0])),
                ("value_b", Cell::share(finding.values[1])),
                ("difference", Cell::share(finding.difference)),
                ("difference_p", Cell::share(finding.p)),
                ("difference_p_adjusted", Cell::share(*adjusted)),
            ])
            .put_ends("difference", Some(finding.interval), Cell::share)
            .end();
    }
    frame
}

/// Returns a sentence on each measure that differs clearly, or one that none does.
fn sentences(found: &[CardFinding], adjusted: &[Option<f64>], [a, b]: [&str; 2]) -> Vec<String> {
    let clear = found.iter().zip(adjusted).filter(|(_, p)| p.is_some_and(|p| p < ALPHA));
    let told: Vec<String> = clear
        .map(|(CardFinding { task, what, values, interval, .. }, _)| {
            let [one, two, low, high] =
                [values[0], values[1], interval.low, interval.high].map(|value| fixed(value, 3));
            format!("{task}, {what}: `{a}` {one}, `{b}` {two}; the difference is clear ({low} to {high})")
        })
        .collect();
    if !told.is_empty() {
        return told;
    }
    let tests = adjusted.iter().flatten().count() as u64;
    vec![format!("of {} item by item, none is known yet to differ", counted(tests, "measure"))]
}

impl Measurement for CompareCardsConfig {
    type Output = CardComparison;

    fn command(&self) -> &'static str {
        "compare"
    }

    fn seed(&self) -> u64 {
        0
    }

    fn play(&self, _: &RunControl, log: &mut StepLog) -> Result<PartialResult<CardComparison>, LabError> {
        log.begin(&RunSources::default())?;
        compare_cards(self).map(|found| PartialResult::new(found, true))
    }

    fn tables(found: &CardComparison) -> Vec<Frame> {
        vec![found.frame.clone()]
    }

    fn findings(found: &CardComparison) -> Vec<String> {
        found.sentences.iter().chain([&found.method]).cloned().collect()
    }
}
