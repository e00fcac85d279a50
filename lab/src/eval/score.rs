//! Scores of answers.

use overhear_engine::rules::Code;
use overhear_stats::{Interval, Support, bootstrap_mean, bootstrap_share};

use super::answers::ScoredRow;
use super::questions::Questions;
use crate::strength::ScoreWithInterval;
use crate::table::{Cell, Frame, NamedRow};

/// Number of bootstrap resamples.
pub(super) const RESAMPLES: u32 = 2000;

/// Adds the row of an agent, with probabilities at the given temperatures. Returns the share of right codes.
pub(super) fn push(
    frame: &mut Frame,
    (questions, agent): (&Questions, &str),
    answers: &[ScoredRow],
    temperature: impl Fn(&ScoredRow) -> f64,
    seed: u64,
) -> Option<ScoreWithInterval> {
    let mean =
        |value: &dyn Fn(&ScoredRow) -> f64| answers.iter().map(value).sum::<f64>() / answers.len() as f64;
    let loss = |answer: &ScoredRow| -answer.belief.log_probability(answer.code, temperature(answer));
    let brier = |answer: &ScoredRow| brier(&answer.belief.probabilities(temperature(answer)), answer.code);
    let right = mean(&ScoredRow::right);
    let ends = share(answers, seed).map(|(_, ends)| ends);
    let faults = answers.iter().filter(|answer| answer.fault.is_some()).count();
    let unknown: u64 = answers.iter().map(|answer| u64::from(answer.unknown)).sum();
    NamedRow::new(frame)
        .put_all([
            ("task", Cell::text(questions.task.name())),
            ("file", Cell::text(&questions.file)),
            ("agent", Cell::text(agent)),
            ("n", Cell::Count(answers.len() as u64)),
            ("code_accuracy", Cell::share(right)),
            ("digit_accuracy", Cell::share(mean(&digits_right))),
            ("log_loss", Cell::share(mean(&loss))),
            ("brier", Cell::share(mean(&brier))),
            ("unknown_words", Cell::Count(unknown)),
            ("faults", Cell::Count(faults as u64)),
            ("fault_rate", Cell::share(faults as f64 / answers.len() as f64)),
        ])
        .put_ends("code_accuracy", ends, Cell::share)
        .put_ends("log_loss", mean_interval(answers, seed, nats(), loss), Cell::share)
        .put_ends("brier", mean_interval(answers, seed, SQUARES, brier), Cell::share)
        .end();
    ends.map(|ends| (right, ends))
}

/// Returns the share of codes that are right, with its 95 % interval, resampled by group.
pub(super) fn share(answers: &[ScoredRow], seed: u64) -> Option<ScoreWithInterval> {
    let right = answers.iter().map(ScoredRow::right).sum::<f64>() / answers.len() as f64;
    bootstrap_share(&clusters(answers), RESAMPLES, seed).map(|ends| (right, ends))
}

/// Support of squared distances between probabilities and the truth.
const SQUARES: Support = Support::within(Interval { low: 0.0, high: 2.0 });

/// Returns the support of losses in nats. A loss can exceed all observed ones; the loss of a blind guess is
/// expected on every row.
fn nats() -> Support {
    let blind = libm::log(Code::COUNT as f64);
    Support {
        bounds: Interval { low: 0.0, high: f64::INFINITY },
        usual: Some(Interval { low: 0.0, high: blind }),
    }
}

/// Returns the 95 % bootstrap interval of a mean over answers, resampled by group.
fn mean_interval(
    answers: &[ScoredRow],
    seed: u64,
    support: Support,
    value: impl Fn(&ScoredRow) -> f64,
) -> Option<Interval> {
    let groups = answers.chunk_by(|a, b| a.group == b.group);
    let sums = groups.map(|group| (group.iter().map(&value).sum::<f64>(), group.len() as f64));
    bootstrap_mean(&sums.collect::<Vec<_>>(), support, RESAMPLES, seed)
}

/// Integer weight of a guess, divisible by any number of equally likely codes: the least common multiple of 1
/// to 24.
const WHOLE: u64 = 5_354_228_880;

/// Returns for each group its right guesses and all guesses, in units of 1/[`WHOLE`].
fn clusters(answers: &[ScoredRow]) -> Vec<(u64, u64)> {
    let right = |answer: &ScoredRow| (answer.right() * WHOLE as f64).round() as u64;
    let groups = answers.chunk_by(|a, b| a.group == b.group);
    groups.map(|group| (group.iter().map(right).sum(), WHOLE * group.len() as u64)).collect()
}

/// Returns the share of the three digits that are right.
fn digits_right(answer: &ScoredRow) -> f64 {
    let code = answer.code.slots();
    let right =
        |guess: Code| guess.slots().iter().zip(code).filter(|(guess, digit)| **guess == *digit).count();
    answer.chances(|guess| right(guess) as f64 / 3.0)
}

/// Returns the squared distance between the probabilities and the truth, summed over the codes (Brier 1950),
/// in 0..=2.
fn brier(probabilities: &[f64; Code::COUNT], code: Code) -> f64 {
    let truth = |n: usize| f64::from(n == code.index());
    probabilities.iter().enumerate().map(|(n, p)| (p - truth(n)) * (p - truth(n))).sum()
}
