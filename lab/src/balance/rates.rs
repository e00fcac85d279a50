//! Rates of clue failures by keyword, card or pair, with a test for rates that differ from the others beyond
//! chance.

use overhear_stats::{RatePopulation, RatioMoments, ShrunkRate};

use super::group_by::Subject;
use super::ratio_sums::RatioSums;
use super::statistic::Statistic;
use crate::experiment::GroupBy;
use crate::paired::{ALPHA, ClueFailure, PValues};
use crate::table::{Cell, MeasuredValue, NamedRow, fixed, grouped};

/// How often one thing goes wrong with the clues of a subject.
#[derive(Clone, Debug, PartialEq)]
pub struct FailureRate {
    /// The clue failure.
    pub failure: ClueFailure,
    /// Clues with which it could happen.
    pub clues: u64,
    /// Clues with which it did.
    pub failed: u64,
    /// Their share; `None` without clues.
    pub rate: Option<f64>,
    /// The share pulled towards the mean of all rows, as far as the own clues leave it open, with its 95 % interval.
    pub shrunk: Option<MeasuredValue>,
    /// p-value that the true rate is the mean of all rows.
    pub p: Option<f64>,
    /// The same for all rows of the table at once (Holm).
    pub p_adjusted: Option<f64>,
    /// Probability that `p` is below 0.05 if the true rate is the mean.
    pub p_null: Option<f64>,
}

impl FailureRate {
    /// Fills the columns for clues, failures, their share, the shrunk share with its interval, and p-values.
    pub(super) fn put<'row>(&self, row: NamedRow<'row>, cut: GroupBy) -> NamedRow<'row> {
        let [stem, whole] = cut.rate_columns(self.failure);
        row.put_all([
            (whole, Cell::Count(self.clues)),
            (stem, Cell::Count(self.failed)),
            (&column(stem, "rate"), Cell::share(self.rate)),
            (&column(stem, "p"), Cell::share(self.p)),
            (&column(stem, "p_adjusted"), Cell::share(self.p_adjusted)),
            (&column(stem, "p_null"), Cell::share(self.p_null)),
        ])
        .put(&column(stem, "shrunk"), self.shrunk)
    }
}

fn column(stem: &str, part: &str) -> String {
    format!("{stem}_{part}")
}

/// Rates of one clue failure, by subject.
#[derive(Debug)]
pub(super) struct Rates {
    /// The clue failure.
    pub(super) failure: ClueFailure,
    fitted_population: Option<RatePopulation>,
    counted: Vec<RatioMoments>,
    shrunk: Vec<Option<ShrunkRate>>,
    p: PValues,
}

impl Rates {
    /// Returns the rates of these subjects.
    pub(super) fn new(ratios: &RatioSums, failure: ClueFailure, subjects: &[Subject]) -> Rates {
        let counted: Vec<RatioMoments> =
            subjects.iter().map(|&subject| ratios.moments(Statistic::Clues(failure, subject))).collect();
        let fitted_population = RatePopulation::fit(&counted);
        let shrunk = match &fitted_population {
            Some(population) => population.shrink_all(&counted),
            None => vec![None; counted.len()],
        };
        let p =
            PValues::new(shrunk.iter().map(|rate: &Option<ShrunkRate>| rate.map(|rate| rate.p)).collect());
        Rates { failure, fitted_population, counted, shrunk, p }
    }

    /// Returns the mean share of all subjects; nothing without clues.
    pub(super) fn mean(&self) -> Option<f64> {
        self.fitted_population.as_ref().map(|population| population.mean)
    }

    /// Returns the share of a row, shrunk towards the mean, with its interval.
    pub(super) fn shrunk(&self, row: usize) -> Option<ShrunkRate> {
        self.shrunk[row]
    }

    /// Returns the number of deals in which the subject of a row had a clue.
    pub(super) fn deals(&self, row: usize) -> u64 {
        self.counted[row].deals
    }

    /// Returns the rate of a row with all that is known of it.
    pub(super) fn rate(&self, row: usize) -> FailureRate {
        let (counted, shrunk) = (self.counted[row], self.shrunk[row]);
        FailureRate {
            failure: self.failure,
            clues: counted.n as u64,
            failed: counted.y as u64,
            rate: counted.ratio(),
            shrunk: shrunk.map(|rate| MeasuredValue { value: rate.value, interval: Some(rate.interval) }),
            p: self.p.unadjusted(row),
            p_adjusted: self.p.adjusted(row),
            p_null: shrunk.map(|rate| rate.null_share),
        }
    }

    /// Returns the rows that differ from the mean after correction for the number of rows, the largest
    /// difference first.
    pub(super) fn standing_out(&self, above: bool) -> Vec<usize> {
        let Some(mean) = self.mean() else { return Vec::new() };
        let mut rows: Vec<usize> = (0..self.shrunk.len())
            .filter(|&row| self.p.is_found(row) && (self.shrunk_value(row, mean) > mean) == above)
            .collect();
        rows.sort_by(|&a, &b| {
            let [a, b] = [a, b].map(|row| (self.shrunk_value(row, mean) - mean).abs());
            b.total_cmp(&a)
        });
        rows
    }

    /// Returns the shrunk share of a row, or the mean of all rows if it has none.
    fn shrunk_value(&self, row: usize, mean: f64) -> f64 {
        self.shrunk[row].map_or(mean, |rate| rate.value)
    }

    /// Returns a sentence with the number of subjects that stand out.
    pub(super) fn sentence(&self, cut: GroupBy) -> String {
        let known: Vec<&ShrunkRate> = self.shrunk.iter().flatten().collect();
        let outliers = Outliers {
            cut,
            failure: self.failure,
            known: known.len() as u64,
            seeming: known.iter().filter(|rate| rate.p < ALPHA).count() as u64,
            chance: known.iter().map(|rate| rate.null_share).sum(),
            out: [true, false].map(|above| self.standing_out(above).len() as u64),
        };
        let Some(population) = &self.fitted_population else { return outliers.unknown() };
        format!("{} {}", outliers.sentence(population.mean), scatter(population))
    }
}

/// Returns a sentence about the spread of the subjects.
fn scatter(population: &RatePopulation) -> String {
    let RatePopulation { spread, spread_interval: ends, .. } = population;
    let [spread, low, high] = [*spread, ends.low, ends.high].map(|deviation| fixed(100.0 * deviation, 1));
    if population.scatters() {
        return format!("Beyond chance they differ by about {spread} points of 100 ({low} to {high}).");
    }
    format!("No difference beyond chance is clear; if there is one, it is under {high} points of 100.")
}

/// Numbers of subjects that stand out.
#[derive(Clone, Copy, Debug)]
pub struct Outliers {
    /// The grouping.
    pub cut: GroupBy,
    /// The clue failure.
    pub failure: ClueFailure,
    /// Number of subjects with clues.
    pub known: u64,
    /// Number of subjects whose own p-value is significant, without correction.
    pub seeming: u64,
    /// Expected number of these if all true rates were the mean.
    pub chance: f64,
    /// Numbers of subjects above and below the mean that are significant after correction.
    pub out: [u64; 2],
}

impl Outliers {
    fn words(&self) -> [&'static str; 2] {
        match (self.cut, self.failure) {
            (GroupBy::Pair, _) => ["pairs of keywords", "are taken for the other one"],
            (GroupBy::Card, ClueFailure::Missed) => ["cards", "are missed"],
            (GroupBy::Card, ClueFailure::Overheard) => ["cards", "are overheard"],
            (GroupBy::Keyword, ClueFailure::Missed) => ["keywords", "are missed"],
            (GroupBy::Keyword, ClueFailure::Overheard) => ["keywords", "are overheard"],
        }
    }

    fn unknown(&self) -> String {
        format!("No clue tells yet how {} differ.", self.words()[0])
    }

    /// Returns the numbers as a sentence; `mean` is the mean failure rate.
    pub fn sentence(&self, mean: f64) -> String {
        let [what, wrong] = self.words();
        let mean = fixed(100.0 * mean, 1);
        let chance = grouped(self.chance.round() as u64);
        let ([above, below], [seeming, known]) =
            (self.out.map(grouped), [self.seeming, self.known].map(grouped));
        format!(
            "{mean} of 100 clues {wrong}; of {known} {what} {above} clearly more often and {below} clearly less often, all \
             of them counted together. Each by itself {seeming} differ at 95 %, where chance alone would make {chance}."
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns counts of twenty keywords with a clue in each of a hundred deals; two keywords are missed much
    /// more often than the others.
    fn ratios() -> RatioSums {
        let mut ratios = RatioSums::new(1);
        for deal in 0..100_u16 {
            for keyword in 0..20 {
                let hard = [4, 7].contains(&keyword);
                let missed = (deal * 7 + keyword * 13) % 100 < if hard { 60 } else { 10 };
                ratios.add(Statistic::Clues(ClueFailure::Missed, [keyword, 0]), missed.into(), 1);
            }
            ratios.close_deal();
        }
        ratios
    }

    #[test]
    fn what_stands_out_is_found_and_said() {
        let subjects: Vec<Subject> = (0..20).map(|keyword| [keyword, 0]).collect();
        let rates = Rates::new(&ratios(), ClueFailure::Missed, &subjects);
        assert_eq!((rates.standing_out(true), rates.standing_out(false)), (vec![4, 7], Vec::new()));
        let sentence = rates.sentence(GroupBy::Keyword);
        let start =
            "15.0 of 100 clues are missed; of 20 keywords 2 clearly more often and 0 clearly less often, ";
        assert!(
            sentence.starts_with(start) && sentence.contains("where chance alone would make 1."),
            "{sentence}"
        );
        let nothing = Rates::new(&ratios(), ClueFailure::Overheard, &subjects);
        assert_eq!(nothing.sentence(GroupBy::Card), "No clue tells yet how cards differ.");
        assert_eq!(nothing.counted[0].ratio(), None);
    }
}
