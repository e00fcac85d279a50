//! Calibration: how often guesses are right, by their believed probability.

use overhear_engine::game::{Seed, Stream};
use overhear_stats::{FEWEST_CLUSTERS, Interval, Support, bootstrap_mean};

use super::answers::{ScoredRow, by_group};
use super::calibration_error::{BinGap, error_interval};
use super::score::RESAMPLES;
use crate::table::{MeasuredValue, TableRow, fixed, in_files};

const BINS: usize = 10;

/// A row of the table: a bin of the guessed code's probability.
#[derive(Clone, Debug, PartialEq, TableRow)]
#[table("calibration")]
pub(super) struct CalibrationRow {
    /// Number of the bin from 1, or `all`.
    bin: String,
    /// Lower end of the bin.
    low: f64,
    /// Upper end of the bin.
    high: f64,
    /// Guesses in the bin.
    guesses: u64,
    /// Their mean probability.
    mean_probability: Option<f64>,
    /// Share of them that is right.
    share_right: Option<f64>,
    /// The share less the probability; of all, the expected calibration error.
    gap: Option<MeasuredValue>,
    /// Mean size of the gap if every probability were exactly right.
    gap_by_chance: Option<f64>,
}

impl CalibrationRow {
    /// Returns the row of a bin between `edges`.
    fn new(
        bin: String,
        edges: Interval,
        guesses: &Bin,
        gap: Option<MeasuredValue>,
        gap_by_chance: Option<f64>,
    ) -> CalibrationRow {
        CalibrationRow {
            bin,
            low: edges.low,
            high: edges.high,
            guesses: guesses.count,
            mean_probability: guesses.mean(guesses.probability),
            share_right: guesses.mean(guesses.right),
            gap,
            gap_by_chance,
        }
    }
}

/// Returns ten bins of the guessed code's probability. The last row is the mean gap over all guesses, the
/// expected calibration error (Naeini, Cooper & Hauskrecht 2015).
///
/// Intervals are bootstrapped by group. The interval of the error allows for gaps that arise by chance, so
/// the error lies nearer to its upper end.
pub(super) fn rows(answers: &[ScoredRow], seed: u64) -> Vec<CalibrationRow> {
    let answers: Vec<&ScoredRow> = answers.iter().filter(|answer| answer.fault.is_none()).collect();
    let groups: Vec<Bins> =
        by_group(answers.iter().copied()).iter().map(|group| Bins::from_rows(group)).collect();
    let all = Bins::sum(&groups.iter().collect::<Vec<_>>());
    let guesses: Vec<Guess> = answers.iter().map(|&answer| Guess::of(answer)).collect();
    let by_chance = ChanceBaseline::resample(&guesses, seed);
    let (mut rows, mut gaps) = (Vec::with_capacity(BINS + 1), Vec::new());
    for (n, bin) in all.0.iter().enumerate() {
        let [low, high] = [n, n + 1].map(|edge| edge as f64 / BINS as f64);
        let edges = Interval { low, high };
        let open = Interval { low: -edges.high, high: 1.0 - edges.low };
        let sums: Vec<(f64, f64)> = groups.iter().map(|bins| bins.0[n].gap_sums()).collect();
        let interval = bootstrap_mean(&sums, Support::within(open), RESAMPLES, seed);
        gaps.extend(bin.gap().map(|gap| BinGap {
            share: bin.count as f64 / answers.len() as f64,
            gap,
            interval: interval.unwrap_or(open),
        }));
        let gap = bin.gap().map(|value| MeasuredValue { value, interval });
        rows.push(CalibrationRow::new((n + 1).to_string(), edges, bin, gap, by_chance.bins[n]));
    }
    let interval = error_interval(&gaps).filter(|_| groups.len() >= FEWEST_CLUSTERS);
    let error = MeasuredValue { value: all.error(), interval };
    rows.push(CalibrationRow::new(
        "all".to_owned(),
        Interval::UNIT,
        &all.whole(),
        Some(error),
        Some(by_chance.error),
    ));
    rows
}

/// Returns a sentence on the expected calibration error, which the last of the [`rows`] has; `None` without one.
pub(super) fn sentence(rows: &[CalibrationRow]) -> Option<String> {
    let whole = rows.last()?;
    let error = whole.gap?.as_in_files()?;
    let by_chance = whole.gap_by_chance.and_then(in_files)?;
    let ends = error.interval.map(|ends| format!(" ({} to {})", fixed(ends.low, 3), fixed(ends.high, 3)));
    Some(format!(
        "The expected calibration error is {}{}; exact probabilities would show {}.",
        fixed(error.value, 3),
        ends.unwrap_or_default(),
        fixed(by_chance, 3)
    ))
}

/// Returns the believed probability of the guess.
fn believed(answer: &ScoredRow) -> f64 {
    answer.belief.probabilities(1.0)[answer.belief.best().index()]
}

/// The guess of an answer, as chance needs it.
#[derive(Clone, Copy)]
struct Guess {
    /// Believed probability of each of the likeliest codes.
    p: f64,
    /// Number of likeliest codes.
    tied: f64,
}

impl Guess {
    fn of(answer: &ScoredRow) -> Guess {
        Guess { p: believed(answer), tied: answer.belief.likeliest().count() as f64 }
    }
}

/// Gaps expected by chance if every probability is exactly right: means over [`RESAMPLES`] draws of the codes
/// from the beliefs.
struct ChanceBaseline {
    /// Absolute gap of each bin with guesses.
    bins: [Option<f64>; BINS],
    error: f64,
}

impl ChanceBaseline {
    /// Returns the baseline of guesses.
    fn resample(guesses: &[Guess], seed: u64) -> ChanceBaseline {
        let mut sums = ChanceBaseline { bins: [None; BINS], error: 0.0 };
        for draw in 0..RESAMPLES {
            let mut stream = Stream::of_deal(Seed(seed), draw.into());
            let mut bins = Bins::default();
            for &Guess { p, tied } in guesses {
                // k tied codes share the guess: one of them is right with probability k · p, and then the
                // guess hits with 1/k.
                let hit = f64::from(stream.unit()) < p * tied;
                bins.add(p, if hit { 1.0 / tied } else { 0.0 });
            }
            sums.add(&bins);
        }
        sums
    }

    fn add(&mut self, bins: &Bins) {
        let share = 1.0 / f64::from(RESAMPLES);
        for (sum, bin) in self.bins.iter_mut().zip(&bins.0) {
            *sum = bin.gap().map(|gap| sum.unwrap_or(0.0) + gap.abs() * share);
        }
        self.error += bins.error() * share;
    }
}

/// Guesses in bins of probability.
#[derive(Default)]
struct Bins([Bin; BINS]);

impl Bins {
    fn from_rows(answers: &[&ScoredRow]) -> Bins {
        let mut bins = Bins::default();
        answers.iter().for_each(|answer| bins.add(believed(answer), answer.right()));
        bins
    }

    fn add(&mut self, p: f64, right: f64) {
        self.0[((p * BINS as f64) as usize).min(BINS - 1)].add(p, right);
    }

    fn sum(parts: &[&Bins]) -> Bins {
        let mut sum = Bins::default();
        for part in parts {
            sum.0.iter_mut().zip(&part.0).for_each(|(bin, more)| bin.merge(more));
        }
        sum
    }

    fn whole(&self) -> Bin {
        let mut whole = Bin::default();
        self.0.iter().for_each(|bin| whole.merge(bin));
        whole
    }

    /// Returns the expected calibration error.
    fn error(&self) -> f64 {
        let gaps = self.0.iter().filter_map(|bin| Some(bin.gap()?.abs() * bin.count as f64));
        gaps.sum::<f64>() / self.whole().count.max(1) as f64
    }
}

#[derive(Clone, Copy, Default)]
struct Bin {
    count: u64,
    right: f64,
    probability: f64,
}

impl Bin {
    fn add(&mut self, p: f64, right: f64) {
        self.merge(&Bin { count: 1, right, probability: p });
    }

    fn merge(&mut self, other: &Bin) {
        self.count += other.count;
        self.right += other.right;
        self.probability += other.probability;
    }

    fn mean(&self, sum: f64) -> Option<f64> {
        (self.count > 0).then(|| sum / self.count as f64)
    }

    /// Returns the number of right guesses beyond the believed number, and the number of guesses.
    fn gap_sums(&self) -> (f64, f64) {
        (self.right - self.probability, self.count as f64)
    }

    /// Returns the share of right guesses minus the mean believed probability.
    fn gap(&self) -> Option<f64> {
        Some(self.mean(self.right)? - self.mean(self.probability)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bins(right: f64) -> Bins {
        let mut bins = Bins::default();
        (0..10).for_each(|_| bins.0[6].add(0.65, right));
        bins
    }

    #[test]
    fn the_error_is_the_mean_gap_whichever_way_it_goes() {
        let (none, all) = (bins(0.0), bins(1.0));
        assert!((none.error() - 0.65).abs() < 1e-12 && (all.error() - 0.35).abs() < 1e-12);
        let both = Bins::sum(&[&none, &all]);
        assert!((both.error() - 0.15).abs() < 1e-12);
        assert_eq!((both.whole().count, Bins::default().error()), (20, 0.0));
    }

    #[test]
    fn chance_alone_makes_the_mean_deviation_of_a_binomial_share() {
        let one = ChanceBaseline::resample(&[Guess { p: 0.5, tied: 1.0 }], 1);
        assert!((one.error - 0.5).abs() < 1e-9 && one.bins[0].is_none());
        let many = ChanceBaseline::resample(&[Guess { p: 0.75, tied: 1.0 }; 1000], 1);
        let expected = (0.75 * 0.25 / 1000.0 * 2.0 / std::f64::consts::PI).sqrt();
        assert!((many.error / expected - 1.0).abs() < 0.06, "{} instead of {expected}", many.error);
        let tied = ChanceBaseline::resample(&[Guess { p: 0.5, tied: 2.0 }; 10], 1);
        assert!(tied.error < 1e-9, "of two codes that share all, one in two is always right");
    }
}
