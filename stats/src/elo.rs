//! Differences in strength from counted scores, in Elo and in normalised Elo.

use crate::elo_scale::cut_elo;
use crate::nelo_range::nelo_range;
use crate::special::normal_cdf;
use crate::{BoundedSample, Estimate, Interval, NELO_UNIT, Z95, elo_of_score};

/// A difference in strength in Elo points, with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Elo {
    /// The difference at which the observed mean score is expected; infinite after a clean sweep.
    pub value: f64,
    /// The number that fishtest prints after "±": half the width of the mapped normal interval, cut at scores
    /// of 0.001 and 0.999.
    pub error: f64,
    /// The mapped ends of the interval of the score: not symmetric about `value`, infinite where an end is
    /// open.
    pub interval: Interval,
}

/// A difference in strength in units of the standard deviation of one game, times 800 / ln 10.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NormalizedElo {
    /// The estimate; infinite if all observations scored alike.
    pub value: f64,
    /// The number that fastchess prints after "±": the half-width if the deviation were known (Van den Bergh,
    /// *normalized Elo*).
    pub error: f64,
    /// The 95 % likelihood-ratio interval with the deviation estimated too; infinite where an end is open.
    pub interval: Interval,
}

/// Mean and variance of the score of one observation, which is the mean of `games` games.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct ScoreMoments {
    pub(crate) observations: f64,
    pub(crate) games: f64,
    pub(crate) mean: f64,
    pub(crate) variance: f64,
}

impl ScoreMoments {
    /// Creates moments from `counts[i]` observations that scored i / (cells − 1).
    ///
    /// Returns `None` without observations, or if the squares do not fit 128 bits.
    pub(crate) fn of_counts(counts: &[u64], games: f64) -> Option<Self> {
        let total: u128 = counts.iter().map(|&count| u128::from(count)).sum();
        let top = counts.len().checked_sub(1).filter(|_| total > 0)? as f64;
        let [first, second] = [1, 2].map(|exponent| -> u128 {
            counts.iter().zip(0_u128..).map(|(&count, i)| u128::from(count) * i.pow(exponent)).sum()
        });
        let spread = total.checked_mul(second)?.checked_sub(first.checked_mul(first)?)? as f64;
        let n = total as f64;
        let variance = spread / (n * n * top * top);
        Some(Self { observations: n, games, mean: first as f64 / (n * top), variance })
    }

    fn standard_error(&self) -> f64 {
        (self.variance / self.observations).sqrt()
    }

    /// Returns LOS: Φ of the distance of the mean from ½ in standard errors.
    ///
    /// If all observations scored alike there is no error. The signed root of the likelihood ratio, n ln 2
    /// for a clean sweep, then replaces the quotient.
    pub(crate) fn los(&self) -> f64 {
        let lead = self.mean - 0.5;
        if self.variance > 0.0 {
            return normal_cdf(lead / self.standard_error());
        }
        let ratio = self.observations * libm::log1p(2.0 * lead.abs());
        normal_cdf((2.0 * ratio).sqrt().copysign(lead))
    }
}

/// Returns the mean score of counted observations with the 95 % interval of [`BoundedSample`].
pub(crate) fn score_of_counts(counts: &[u64]) -> Option<Estimate> {
    BoundedSample::of_counts(counts).map(|sample| sample.estimate())
}

/// Returns the Elo difference of the mean score.
pub(crate) fn elo_of_counts(counts: &[u64]) -> Option<Elo> {
    let (score, moments) = (score_of_counts(counts)?, ScoreMoments::of_counts(counts, 1.0)?);
    let field = Interval::around(moments.mean, Z95 * moments.standard_error()).map(cut_elo);
    Some(Elo {
        value: elo_of_score(score.value),
        error: field.half_width(),
        interval: score.interval.map(elo_of_score),
    })
}

/// Returns the normalised Elo difference; `None` if every observation is an exact tie.
pub(crate) fn normalized_elo_of_counts(counts: &[u64], games: f64) -> Option<NormalizedElo> {
    let moments = ScoreMoments::of_counts(counts, games)?;
    let lead = moments.mean - 0.5;
    if moments.variance <= 0.0 && lead == 0.0 {
        return None;
    }
    let value = NELO_UNIT * lead / (games * moments.variance).sqrt();
    let error = Z95 * NELO_UNIT / (games * moments.observations).sqrt();
    let range = nelo_range(counts, games);
    Some(NormalizedElo { value, error, interval: Interval::new(range.low.min(value), range.high.max(value)) })
}
