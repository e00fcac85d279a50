//! How good answers are.

use overhear_engine::rules::Code;
use overhear_stats::{Interval, bootstrap, bootstrap_share};

use super::answers::Answered;
use super::questions::Questions;
use crate::table::Cell;

/// How often the bootstrap draws.
pub(super) const RESAMPLES: u32 = 2000;

/// The result of an agent, with the probabilities of each answer at the temperature that it is given.
pub(super) fn row(
    questions: &Questions,
    agent: &str,
    answers: &[Answered],
    temperature: impl Fn(&Answered) -> f64,
    seed: u64,
) -> Vec<Cell> {
    let mean =
        |value: &dyn Fn(&Answered) -> f64| answers.iter().map(value).sum::<f64>() / answers.len() as f64;
    let accuracy = mean(&Answered::right);
    let interval = bootstrap_share(&clusters(answers), RESAMPLES, seed);
    let loss = |answer: &Answered| -answer.belief.log_probability(answer.code, temperature(answer));
    let brier = |answer: &Answered| brier(&answer.belief.probabilities(temperature(answer)), answer.code);
    let shares = [
        Some(accuracy),
        interval.map(|interval| interval.low),
        interval.map(|interval| interval.high),
        Some(mean(&digits_right)),
        Some(mean(&loss)),
        Some(mean(&brier)),
    ];
    let unknown: u64 = answers.iter().map(|answer| u64::from(answer.unknown)).sum();
    let mut row: Vec<Cell> = [questions.task.name(), &questions.file, agent].map(Cell::text).into();
    row.push(Cell::Count(answers.len() as u64));
    row.extend(shares.map(Cell::share));
    row.push(Cell::Count(unknown));
    row.extend(mean_interval(answers, seed, loss));
    row.extend(mean_interval(answers, seed, brier));
    row
}

/// The 95 % bootstrap interval of a mean over answers, drawn by group.
fn mean_interval(answers: &[Answered], seed: u64, value: impl Fn(&Answered) -> f64) -> [Cell; 2] {
    let groups = answers.chunk_by(|a, b| a.group == b.group);
    let sums = groups.map(|group| (group.iter().map(&value).sum::<f64>(), group.len()));
    let mean = |drawn: &[&(f64, usize)]| {
        let (sum, count) = drawn.iter().fold((0.0, 0), |(sum, count), (s, c)| (sum + s, count + c));
        (count > 0).then(|| sum / count as f64)
    };
    ends(bootstrap(&sums.collect::<Vec<_>>(), RESAMPLES, seed, mean))
}

/// Both ends.
pub(super) fn ends(interval: Option<Interval>) -> [Cell; 2] {
    [interval.map(|interval| interval.low), interval.map(|interval| interval.high)].map(Cell::share)
}

/// A whole guess in parts that any number of equally likely codes divides: the least common multiple of 1 to 24.
const WHOLE: u64 = 5_354_228_880;

/// For each group its right guesses and all of them, in parts of a guess.
fn clusters(answers: &[Answered]) -> Vec<(u64, u64)> {
    let right = |answer: &Answered| (answer.right() * WHOLE as f64).round() as u64;
    let groups = answers.chunk_by(|a, b| a.group == b.group);
    groups.map(|group| (group.iter().map(right).sum(), WHOLE * group.len() as u64)).collect()
}

/// The share of the three digits that stand where they should.
fn digits_right(answer: &Answered) -> f64 {
    let code = answer.code.slots();
    let right =
        |guess: Code| guess.slots().iter().zip(code).filter(|(guess, digit)| **guess == *digit).count();
    answer.chances(|guess| right(guess) as f64 / 3.0)
}

/// The squared distance between the probabilities and the truth, summed over the codes (Brier 1950): 0 to 2.
fn brier(probabilities: &[f64; Code::COUNT], code: Code) -> f64 {
    let truth = |n: usize| f64::from(n == code.index());
    probabilities.iter().enumerate().map(|(n, p)| (p - truth(n)) * (p - truth(n))).sum()
}
