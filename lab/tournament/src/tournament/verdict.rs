//! Outcome of a sequential test: the report known from chess engine tests, and the manifest's entry.

use overhear_engine::arena::PairingTally;
use overhear_engine::rules::TieCondition;
use overhear_stats::{EloModel, Estimate, Interval, Sprt, SprtError};
use serde::{Deserialize, Serialize};

use super::SprtSetting;
use super::pair_counts::{pair_table, white};
use super::score::share;
use super::sequential::{BATCH, SequentialTest, TestVerdict, unbiased};
use crate::error::LabError;
use crate::message::Message;
use crate::table::{Cell, OptionalName, counted, fixed};

/// Returns the lines of the report.
pub(super) fn lines(labels: &[&str], test: &SequentialTest, counts: &PairingTally) -> Vec<String> {
    let names = labels.join(" against ");
    let mut lines = vec![format!("{names}: {}", test.setting.describe())];
    lines.extend(strength(counts, test));
    lines.extend(likelihood(test));
    lines.push(format!("Seats: White scores {}", score(white(counts).score())));
    lines.push(endings(counts));
    lines.push(pairs(counts));
    lines.push(sentence(test));
    lines
}

fn number(value: Option<f64>, digits: usize) -> String {
    value.map_or_else(undefined, |value| fixed(value, digits))
}

/// Returns both ends of an interval; an unbounded end is infinite.
fn ends(interval: Interval, digits: usize) -> String {
    format!("[{}, {}]", end(interval.low, digits), end(interval.high, digits))
}

fn end(value: f64, digits: usize) -> String {
    match value {
        finite if finite.is_finite() => fixed(finite, digits),
        f64::NEG_INFINITY => "-∞".to_owned(),
        _ => "∞".to_owned(),
    }
}

/// Returns a value with its interval, or with its single finite end.
fn with_ends(value: f64, interval: Interval, digits: usize) -> String {
    match (interval.low.is_finite(), interval.high.is_finite()) {
        (true, false) if !value.is_finite() => format!("≥ {}", fixed(interval.low, digits)),
        (false, true) if !value.is_finite() => format!("≤ {}", fixed(interval.high, digits)),
        _ if value.is_finite() => format!("{} {}", fixed(value, digits), ends(interval, digits)),
        _ => undefined(),
    }
}

/// Returns the text in the place of a number that is not defined.
fn undefined() -> String {
    "undefined".to_owned()
}

fn score(estimate: Option<Estimate>) -> String {
    estimate.map_or_else(undefined, |score| format!("{} {}", fixed(score.value, 4), ends(score.interval, 4)))
}

fn strength(counts: &PairingTally, test: &SequentialTest) -> [String; 4] {
    let table = pair_table(counts);
    let (pairs, games) = (table.pentanomial(), table.games());
    let plain = if test.verdict().is_decided() { ", as if there were no test" } else { "" };
    let ptnml = pairs.counts().map(|count| count.to_string()).join(", ");
    [
        format!(
            "Score: {}, {}: +{} -{} ={}{plain}",
            score(pairs.score()),
            counted(games.games(), "game"),
            games.wins,
            games.losses,
            games.ties
        ),
        format!(
            "Elo: {}, nElo: {}",
            pairs.elo().map_or_else(undefined, |elo| with_ends(elo.value, elo.interval, 2)),
            pairs.normalized_elo().map_or_else(undefined, |nelo| with_ends(nelo.value, nelo.interval, 2))
        ),
        format!("LOS: {} %", number(pairs.los().map(|los| 100.0 * los), 2)),
        format!("Ptnml(0-2): [{ptnml}], of the middle {} tie-tie", table.both_tied()),
    ]
}

fn likelihood(test: &SequentialTest) -> Vec<String> {
    let (planned, hypotheses) = (test.setting.sprt.bounds(), test.setting.sprt.hypotheses());
    let mut lines = vec![format!(
        "LLR: {} ({}, {}) {}",
        number(test.monitor_llr(), 2),
        fixed(planned.low, 2),
        fixed(planned.high, 2),
        ends(hypotheses, 2),
    )];
    let [low, high] = overshoot(test).map(|part| fixed(part, 2));
    lines.push(format!("Overshoot: the bounds were moved in by {low} below and {high} above"));
    if let Some(estimate) = unbiased(test) {
        let scale = scale(test.setting.model);
        lines.push(format!("Median-unbiased {scale}: {}", with_ends(estimate.elo, estimate.elo_interval, 2)));
    }
    lines
}

/// Returns the correction of the lower and upper bound for overshoot (Siegmund 1985).
fn overshoot(test: &SequentialTest) -> [f64; 2] {
    let (planned, moved) = (test.setting.sprt.bounds(), test.monitor.bounds());
    [moved.low - planned.low, planned.high - moved.high]
}

/// Returns the name of the scale.
pub fn scale(model: EloModel) -> &'static str {
    match model {
        EloModel::Normalized => "nElo",
        EloModel::Logistic => "Elo",
    }
}

/// Returns the verdict that ended the run; `None` if all its games were played.
pub(super) fn stopped(test: Option<&SequentialTest>) -> Option<TestVerdict> {
    test.map(SequentialTest::verdict).filter(|verdict| verdict.is_decided())
}

impl OptionalName for TestVerdict {
    /// Name of a run that no test ended. `DuckDB` would read `no` as a boolean.
    const NONE: &'static str = "played_out";

    fn name_in_files(&self) -> String {
        self.to_string()
    }
}

fn endings(counts: &PairingTally) -> String {
    let games: u64 = counts.rounds.iter().sum();
    let by_door = counts.endings.iter().map(|steps| steps.iter().flatten().sum::<u64>());
    let names = std::iter::once("no tiebreaker".to_owned())
        .chain(TieCondition::ALL.map(|door| format!("door {door}")));
    let parts: Vec<String> =
        names.zip(by_door).map(|(name, part)| format!("{name} {}", percent(part, games))).collect();
    let shared: u64 = counts.endings.iter().flatten().map(|winners| winners[2]).sum();
    format!("Endings: {}; shared {}", parts.join(", "), percent(shared, games))
}

fn percent(part: u64, whole: u64) -> String {
    number(share(part, whole).map(|share| 100.0 * share), 1) + " %"
}

fn pairs(counts: &PairingTally) -> String {
    let table = pair_table(counts);
    let ratio = table.pentanomial().variance_ratio(&table.games());
    format!("Pairs: correlation {}, variance ratio {}", number(table.correlation(), 3), number(ratio, 3))
}

/// Caveat about an accepted hypothesis.
const HOW_MUCH: &str = "how much it is, the median-unbiased estimate says";

fn sentence(test: &SequentialTest) -> String {
    let (Interval { low, high }, scale) = (test.setting.sprt.hypotheses(), scale(test.setting.model));
    let pairs = counted(test.pairs().pairs(), "pair");
    match test.verdict() {
        TestVerdict::AcceptH0 if test.all_tied() => {
            format!("H0 accepted after {pairs}, all of them exact ties: {low} {scale} rather than {high}")
        }
        TestVerdict::AcceptH0 => {
            format!("H0 accepted after {pairs}: {low} {scale} rather than {high}; {HOW_MUCH}")
        }
        TestVerdict::AcceptH1 => {
            format!("H1 accepted after {pairs}: {high} {scale} rather than {low}; {HOW_MUCH}")
        }
        TestVerdict::Undecided => format!("undecided after {pairs}"),
        TestVerdict::NoDifference => format!("no difference seen: {pairs}, all of them exact ties"),
    }
}

/// Returns an error if the test has accepted nothing. `limit` is the setting of its most games.
///
/// # Errors
/// Returns an error for a test that has accepted nothing.
pub fn undecided(test: &SequentialTest, limit: &'static str) -> Result<(), LabError> {
    if test.verdict().is_decided() {
        return Ok(());
    }
    let pairs = test.pairs().pairs();
    let played = format_args!("{} ({})", counted(pairs, "pair"), counted(2 * pairs, "game"));
    let message =
        Message::new(format_args!("the sequential test is undecided at the limit of {played}; raise "));
    Err(LabError::undecided(message.setting(limit)))
}

/// The test in the manifest's configuration.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct TestEntry {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
    model: EloModel,
    batch_pairs: u64,
}

impl TestEntry {
    /// Returns the entry of a test.
    pub(super) fn new(setting: &SprtSetting) -> TestEntry {
        let (hypotheses, (alpha, beta)) = (setting.sprt.hypotheses(), setting.sprt.error_rates());
        let (elo0, elo1, model) = (hypotheses.low, hypotheses.high, setting.model);
        TestEntry { elo0, elo1, alpha, beta, model, batch_pairs: BATCH }
    }

    /// Returns the test that the entry describes.
    ///
    /// # Errors
    /// Returns an error for numbers that make no test.
    pub fn setting(&self) -> Result<SprtSetting, SprtError> {
        let TestEntry { elo0, elo1, alpha, beta, model, batch_pairs: _ } = *self;
        Ok(SprtSetting { sprt: Sprt::new(elo0, elo1, alpha, beta, model)?, model })
    }
}

/// Outcome of the test in the manifest. Undefined numbers are null.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct OutcomeEntry {
    /// Decision; undecided if the games did not suffice.
    #[serde(rename = "decision")]
    pub verdict: TestVerdict,
    /// Pairs of games until the decision.
    pub pairs: u64,
    llr: Option<f64>,
    llr_low: Option<f64>,
    llr_high: Option<f64>,
    overshoot_low: Option<f64>,
    overshoot_high: Option<f64>,
    elo: Option<f64>,
    elo_low: Option<f64>,
    elo_high: Option<f64>,
    los: Option<f64>,
}

impl OutcomeEntry {
    /// Returns the outcome of a test.
    pub(super) fn new(test: &SequentialTest) -> OutcomeEntry {
        let (planned, [overshoot_low, overshoot_high]) =
            (test.setting.sprt.bounds(), overshoot(test).map(|part| Cell::share(part).number()));
        let estimate = unbiased(test);
        OutcomeEntry {
            verdict: test.verdict(),
            pairs: test.pairs().pairs(),
            llr: Cell::share(test.monitor_llr()).number(),
            llr_low: Cell::share(planned.low).number(),
            llr_high: Cell::share(planned.high).number(),
            overshoot_low,
            overshoot_high,
            elo: Cell::elo(estimate.map(|estimate| estimate.elo)).number(),
            elo_low: Cell::elo(estimate.map(|estimate| estimate.elo_interval.low)).number(),
            elo_high: Cell::elo(estimate.map(|estimate| estimate.elo_interval.high)).number(),
            los: Cell::share(estimate.map(|estimate| estimate.los)).number(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_end_that_is_not_bounded_is_infinite() {
        let of = |low, high| ends(Interval { low, high }, 1);
        assert_eq!(of(f64::NEG_INFINITY, f64::INFINITY), "[-∞, ∞]");
        assert_eq!(of(-1.5, 3.0), "[-1.5, 3.0]");
        let one_sided = |low, high| with_ends(f64::INFINITY, Interval { low, high }, 0);
        assert_eq!(one_sided(120.0, f64::INFINITY), "≥ 120");
        assert_eq!(one_sided(f64::NEG_INFINITY, -80.0), "≤ -80");
        assert_eq!(one_sided(f64::NEG_INFINITY, f64::INFINITY), "undefined");
        assert_eq!(with_ends(5.0, Interval { low: 1.0, high: f64::INFINITY }, 0), "5 [1, ∞]");
    }
}
