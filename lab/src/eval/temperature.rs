//! Temperature scaling: one number for all probabilities that suits a file best (Guo, Pleiss, Sun &
//! Weinberger 2017).
//!
//! Results are cross-validated: each group is scored at the temperature fitted to the other four fifths of
//! the groups. The accuracy cannot change, because a temperature keeps the order of the codes.

use super::answers::ScoredRow;
use super::questions::Questions;
use super::score::EvalRow;
use crate::error::LabError;
use crate::table::{counted, fixed, is_are};

/// Number of folds.
const FOLDS: usize = 5;

/// Range of temperatures.
const RANGE: (f64, f64) = (0.05, 20.0);

/// Steps of the golden-section search; they determine the logarithm of the temperature to a thousandth.
const STEPS: u32 = 32;

/// Returns the row with fitted temperatures. The agent's name shows the temperature fitted to the whole file.
pub(super) fn row(
    questions: &Questions,
    agent: &str,
    answers: &[ScoredRow],
    seed: u64,
) -> Result<EvalRow, LabError> {
    let groups = answers.iter().map(|answer| answer.group + 1).max().unwrap_or_default();
    if groups < FOLDS {
        let (groups, are) = (counted(groups as u64, "group"), is_are(groups as u64));
        let message = format!("{groups} of rows {are} too few for {FOLDS} parts");
        return Err(LabError::setting("fit-temperature", message));
    }
    let whole = fitted(&answers.iter().collect::<Vec<_>>());
    let others = (0..FOLDS)
        .map(|fold| answers.iter().filter(|answer| answer.group % FOLDS != fold).collect::<Vec<_>>());
    let temperatures: Vec<f64> = others.map(|others| fitted(&others)).collect();
    let name = format!("{agent}, temperature {} ({FOLDS}-fold)", fixed(whole, 3));
    Ok(EvalRow::new(questions, &name, answers, |answer| temperatures[answer.group % FOLDS], seed))
}

/// Returns the temperature with the least log loss, by golden-section search on its logarithm. The loss has a
/// single minimum.
fn fitted(answers: &[&ScoredRow]) -> f64 {
    let ratio = (libm::sqrt(5.0) - 1.0) / 2.0;
    let (mut low, mut high) = (libm::log(RANGE.0), libm::log(RANGE.1));
    for _ in 0..STEPS {
        // Both points are evaluated anew at each step: simpler than keeping one, and files are small.
        let (one, other) = (high - ratio * (high - low), low + ratio * (high - low));
        if log_loss(answers, one) <= log_loss(answers, other) {
            high = other;
        } else {
            low = one;
        }
    }
    libm::exp(f64::midpoint(low, high))
}

/// Returns the log loss at a temperature, given by its logarithm.
fn log_loss(answers: &[&ScoredRow], log_temperature: f64) -> f64 {
    let temperature = libm::exp(log_temperature);
    answers.iter().map(|answer| -answer.belief.log_probability(answer.code, temperature)).sum()
}

#[cfg(test)]
mod tests {
    use overhear_agents::free_text::LogBelief;
    use overhear_engine::rules::Code;

    use super::*;

    /// Returns answers whose likeliest code has nine tenths of the odds of the rest, and is right `right`
    /// times in 100.
    fn answers(right: usize) -> Vec<ScoredRow> {
        let belief =
            LogBelief::from_rows(&[[3.0, 0.0, 0.0, 0.0], [0.0, 3.0, 0.0, 0.0], [0.0, 0.0, 3.0, 0.0]]);
        let answer = |n: usize| ScoredRow {
            group: n,
            name: String::new(),
            round: 2,
            code: if n % 100 < right { belief.best() } else { Code::ALL[1 + n % 23] },
            belief,
            unknown: 0,
            fault: None,
            no_code: None,
        };
        (0..1000).map(answer).collect()
    }

    #[test]
    fn who_is_too_sure_is_blunted_and_who_is_too_modest_sharpened() {
        let p = LogBelief::from_rows(&[[3.0, 0.0, 0.0, 0.0], [0.0, 3.0, 0.0, 0.0], [0.0, 0.0, 3.0, 0.0]])
            .probabilities(1.0)[0];
        assert!((0.6..0.95).contains(&p), "{p}");
        assert!(fitted(&answers(30).iter().collect::<Vec<_>>()) > 1.2);
        assert!(fitted(&answers(100).iter().collect::<Vec<_>>()) < 0.3);
    }
}
