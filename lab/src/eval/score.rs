//! Scores of answers.

use overhear_engine::rules::Code;
use overhear_stats::{Interval, Support, bootstrap_mean, bootstrap_share};

use super::Task;
use super::answers::{ScoredRow, by_group};
use super::questions::Questions;
use crate::strength::ScoreWithInterval;
use crate::table::{ColumnValue, MeasuredValue, NamedRow, TableRow};

/// Name of the recorded guesses among the agents, which no agent can have.
pub(super) const RECORDED: &str = "(recorded)";

/// Number of bootstrap resamples.
pub(super) const RESAMPLES: u32 = 2000;

/// A row of eval.csv: an agent on a file of recorded clues. Intervals are of 95 %, by bootstrap over rows or pools (decode) or
/// games (intercept).
#[derive(Clone, Debug, PartialEq, TableRow)]
#[table("eval.csv")]
pub struct EvalRow {
    /// The task.
    pub task: Task,
    /// The file of recorded clues.
    pub file: String,
    /// Label of the agent, and its temperature if that was fitted.
    pub agent: String,
    /// Rows that were scored.
    pub n: u64,
    /// Share of the codes that are right.
    pub code_accuracy: MeasuredValue,
    /// Share of the digits that are right.
    pub digit_accuracy: f64,
    /// Mean log loss in nats.
    pub log_loss: MeasuredValue,
    /// Mean squared distance of the probabilities from the truth, 0 to 2.
    pub brier: MeasuredValue,
    /// Words of the scored rows that are not known.
    pub unknown_words: u64,
    /// Rows to which a bot gave no answer.
    pub faults: u64,
    /// Their share.
    pub fault_rate: f64,
    /// Share of the codes that are right and likelier than all others.
    pub strict_accuracy: f64,
}

impl EvalRow {
    /// Returns the row of an agent, with probabilities at the given temperatures.
    pub(super) fn new(
        questions: &Questions,
        agent: &str,
        answers: &[ScoredRow],
        temperature: impl Fn(&ScoredRow) -> f64,
        seed: u64,
    ) -> EvalRow {
        EvalRow {
            log_loss: measured_mean(answers, seed, nats(), |answer| {
                -answer.belief.log_probability(answer.code, temperature(answer))
            }),
            brier: measured_mean(answers, seed, SQUARES, |answer| {
                brier(&answer.belief.probabilities(temperature(answer)), answer.code)
            }),
            unknown_words: answers.iter().map(|answer| u64::from(answer.unknown)).sum(),
            ..EvalRow::of_guesses(questions, agent, answers, seed)
        }
    }

    /// Returns the row of guesses whose probabilities are unknown.
    fn of_guesses(questions: &Questions, agent: &str, answers: &[ScoredRow], seed: u64) -> EvalRow {
        let unknown = MeasuredValue { value: f64::NAN, interval: None };
        let faults = answers.iter().filter(|answer| answer.fault.is_some()).count();
        EvalRow {
            task: questions.task,
            file: questions.file.clone(),
            agent: agent.to_owned(),
            n: answers.len() as u64,
            code_accuracy: MeasuredValue {
                value: mean(answers, ScoredRow::right),
                interval: share(answers, seed).map(|(_, ends)| ends),
            },
            digit_accuracy: mean(answers, digits_right),
            log_loss: unknown,
            brier: unknown,
            unknown_words: 0,
            faults: faults as u64,
            fault_rate: faults as f64 / answers.len() as f64,
            strict_accuracy: mean(answers, |answer| f64::from(answer.right() == 1.0)),
        }
    }

    /// Returns the row of the recorded guesses, on the rows that have one; `None` if no row has.
    pub(super) fn of_recorded_guesses(questions: &Questions, seed: u64) -> Option<EvalRow> {
        let answers: Vec<ScoredRow> = questions.recorded_guesses().collect();
        (!answers.is_empty()).then(|| EvalRow::of_guesses(questions, RECORDED, &answers, seed))
    }

    /// Returns the share of right codes; `None` without an interval.
    pub(super) fn score(&self) -> Option<ScoreWithInterval> {
        Some((self.code_accuracy.value, self.code_accuracy.interval?))
    }
}

impl ColumnValue for Task {
    fn put<'row>(&self, row: NamedRow<'row>, column: &str) -> NamedRow<'row> {
        row.put(column, self.name())
    }
}

/// Returns the mean of a value over answers.
fn mean(answers: &[ScoredRow], value: impl Fn(&ScoredRow) -> f64) -> f64 {
    answers.iter().map(value).sum::<f64>() / answers.len() as f64
}

/// Returns the share of codes that are right, with its 95 % interval, resampled by group.
pub(super) fn share(answers: &[ScoredRow], seed: u64) -> Option<ScoreWithInterval> {
    let ends = bootstrap_share(&clusters(answers), RESAMPLES, seed);
    ends.map(|ends| (mean(answers, ScoredRow::right), ends))
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

/// Returns the mean of a value over answers, with its interval.
fn measured_mean(
    answers: &[ScoredRow],
    seed: u64,
    support: Support,
    value: impl Fn(&ScoredRow) -> f64,
) -> MeasuredValue {
    MeasuredValue { value: mean(answers, &value), interval: mean_interval(answers, seed, support, value) }
}

/// Returns the 95 % bootstrap interval of a mean over answers, resampled by group.
fn mean_interval(
    answers: &[ScoredRow],
    seed: u64,
    support: Support,
    value: impl Fn(&ScoredRow) -> f64,
) -> Option<Interval> {
    let groups = by_group(answers).into_iter();
    let sums =
        groups.map(|group| (group.iter().map(|answer| value(answer)).sum::<f64>(), group.len() as f64));
    bootstrap_mean(&sums.collect::<Vec<_>>(), support, RESAMPLES, seed)
}

/// Integer weight of a guess, divisible by any number of equally likely codes: the least common multiple of 1
/// to 24.
const WHOLE: u64 = 5_354_228_880;

/// Returns for each group its right guesses and all guesses, in units of 1/[`WHOLE`].
fn clusters(answers: &[ScoredRow]) -> Vec<(u64, u64)> {
    let clusters = by_group(answers).into_iter().map(|group| {
        let right: u64 = group.iter().map(|answer| (answer.right() * WHOLE as f64).round() as u64).sum();
        (right, WHOLE * group.len() as u64)
    });
    clusters.collect()
}

/// Returns the share of the three digits that are right.
fn digits_right(answer: &ScoredRow) -> f64 {
    match answer.no_code {
        Some(guess) => share_of_digits(guess, answer.code),
        None => answer.chances(|guess| share_of_digits(digits(guess), answer.code)),
    }
}

fn digits(code: Code) -> [u32; 3] {
    code.slots().map(|slot| slot.index() as u32 + 1)
}

/// Returns the share of the digits of a guess that are those of a code.
fn share_of_digits(guess: [u32; 3], code: Code) -> f64 {
    guess.into_iter().zip(digits(code)).filter(|(guess, digit)| guess == digit).count() as f64 / 3.0
}

/// Returns the squared distance between the probabilities and the truth, summed over the codes (Brier 1950),
/// in 0..=2.
fn brier(probabilities: &[f64; Code::COUNT], code: Code) -> f64 {
    let squares = probabilities.iter().enumerate().map(|(n, p)| {
        let truth = f64::from(n == code.index());
        (p - truth) * (p - truth)
    });
    squares.sum()
}
