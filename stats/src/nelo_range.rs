//! The range of normalised Elo differences compatible with given counts, the deviation being unknown too.
//!
//! The profile likelihood: every distribution on the cells that is likely enough has a mean and a second
//! moment, and these points fill a convex figure. The search walks its outline direction by direction,
//! because the difference is extreme on the outline.

use core::array;
use core::f64::consts::TAU;

use crate::bounded::two_sided;
use crate::root::falling_root;
use crate::{BoundedSample, Interval, NELO_UNIT};

/// The weight of an empty cell, in observations.
const EMPTY_CELL: f64 = 1e-3;

/// The number of directions tried before the best is refined.
const DIRECTIONS: usize = 96;

/// The angle between two directions tried.
const STEP: f64 = TAU / DIRECTIONS as f64;

/// The number of halvings of a step in the refinement.
const HALVINGS: usize = 22;

/// The range of ln(room) searched for the pole of a direction.
const WIDEST: [f64; 2] = [-40.0, 40.0];

/// Returns the 95 % interval of 800 / ln 10 · (mean − ½)/σ, an observation being the mean of `games` games.
/// `counts` must not be empty.
pub(crate) fn nelo_range(counts: &[u64], games: f64) -> Interval {
    let Some(sample) = BoundedSample::of_counts(counts) else { return Interval::UNIT };
    let set = ConfidenceSet::new(counts, two_sided(0.95, sample.rare_events()));
    let unit = NELO_UNIT / games.sqrt();
    let tried: [f64; DIRECTIONS] = array::from_fn(|n| unit * set.t_value(STEP * n as f64));
    let all_alike = counts.iter().filter(|&&count| count > 0).count() == 1;
    let low = if all_alike && sample.place() < 0.5 {
        f64::NEG_INFINITY
    } else {
        least(&tried, &|angle| unit * set.t_value(angle))
    };
    let high = if all_alike && sample.place() > 0.5 {
        f64::INFINITY
    } else {
        -least(&tried.map(|value| -value), &|angle| -(unit * set.t_value(angle)))
    };
    Interval::new(low, high)
}

/// Returns the smallest value over all directions, refined from the best of those tried.
fn least(tried: &[f64; DIRECTIONS], of: &impl Fn(f64) -> f64) -> f64 {
    let angles = (0..DIRECTIONS).map(|n| STEP * n as f64);
    let best = tried.iter().copied().zip(angles).min_by(|one, other| one.0.total_cmp(&other.0));
    let (mut value, mut angle) = best.unwrap_or((0.0, 0.0));
    let mut stride = STEP / 2.0;
    for _ in 0..HALVINGS {
        for near in [angle - stride, angle + stride] {
            let candidate = of(near);
            if candidate < value {
                (value, angle) = (candidate, near);
            }
        }
        stride /= 2.0;
    }
    value
}

/// The set of all distributions that are likely enough, as a ball around the observed shares.
struct ConfidenceSet {
    scores: Vec<f64>,
    shares: Vec<f64>,
    radius: f64,
}

impl ConfidenceSet {
    fn new(counts: &[u64], critical: f64) -> Self {
        let weights = counts.iter().map(|&count| if count == 0 { EMPTY_CELL } else { count as f64 });
        let (weights, top): (Vec<f64>, f64) = (weights.collect(), (counts.len() - 1) as f64);
        let total: f64 = weights.iter().sum();
        Self {
            scores: (0..counts.len()).map(|cell| cell as f64 / top - 0.5).collect(),
            shares: weights.iter().map(|weight| weight / total).collect(),
            radius: critical / total,
        }
    }

    /// Returns (mean − ½)/deviation at the point of the outline that is extreme in this direction of mean and
    /// second moment.
    fn t_value(&self, angle: f64) -> f64 {
        let (along, across) = (libm::cos(angle), libm::sin(angle));
        let gain: Vec<f64> =
            self.scores.iter().map(|score| along * score + 2.0 * across * score * score).collect();
        let most = gain.iter().fold(f64::NEG_INFINITY, |most, &gain| most.max(gain));
        let room = self.room(&gain, most);
        let weights: Vec<f64> =
            self.shares.iter().zip(&gain).map(|(share, gain)| share / (room + (most - gain))).collect();
        let total: f64 = weights.iter().sum();
        let [mean, square] = [1, 2].map(|power| -> f64 {
            self.scores.iter().zip(&weights).map(|(score, weight)| weight / total * score.powi(power)).sum()
        });
        mean / (square - mean * mean).max(f64::MIN_POSITIVE).sqrt()
    }

    /// Returns the distance of the pole above the greatest gain; the extreme distribution is ∝ share / (room
    /// + most − gain).
    fn room(&self, gain: &[f64], most: f64) -> f64 {
        // Kullback–Leibler divergence of the extreme distribution less the radius, as a function of ln(room),
        // with its slope. It falls as the room grows, so the root search applies.
        let ln_room = falling_root(WIDEST, |ln_room| {
            let room = libm::exp(ln_room);
            let pairs = self.shares.iter().zip(gain).map(|(share, gain)| (share, room + (most - gain)));
            let [near, nearer] = pairs.clone().fold([0.0, 0.0], |[near, nearer], (share, distance)| {
                [near + share / distance, nearer + share / (distance * distance)]
            });
            let logs: f64 = pairs.map(|(share, distance)| share * libm::log(distance)).sum();
            [logs + libm::log(near) - self.radius, room * (near - nearer / near)]
        });
        libm::exp(ln_room)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Pentanomial;

    #[test]
    fn near_even_it_is_the_interval_with_the_deviation_known() {
        let pairs = Pentanomial::new([240, 40, 440, 44, 236]);
        let (range, plain) = (nelo_range(&pairs.counts(), 2.0), pairs.normalized_elo().expect("spread"));
        assert!((range.half_width() / plain.error - 1.0).abs() < 0.01, "{range:?} {plain:?}");
    }

    #[test]
    fn a_clean_sweep_is_open_above_and_a_mirror_turns_it_over() {
        let sweep = nelo_range(&[0, 0, 0, 0, 30], 2.0);
        assert!(sweep.high == f64::INFINITY && sweep.low > 100.0 && sweep.low < 1000.0, "{sweep:?}");
        let mirror = nelo_range(&[30, 0, 0, 0, 0], 2.0);
        assert!(mirror.low == f64::NEG_INFINITY && (mirror.high + sweep.low).abs() < 1e-3);
    }

    #[test]
    fn of_two_cells_it_is_the_interval_of_their_share() {
        for counts in [[7, 3], [2, 30], [40, 41]] {
            let share = BoundedSample::of_counts(&counts).expect("counts").interval(0.95);
            let expected = share.map(|p| NELO_UNIT * (p - 0.5) / (p * (1.0 - p)).sqrt());
            let range = nelo_range(&counts, 1.0);
            assert!((range.low - expected.low).abs() < 1e-3, "{range:?} {expected:?}");
            assert!((range.high - expected.high).abs() < 1e-3, "{range:?} {expected:?}");
        }
    }

    /// Returns the ends of (mean − ½)/deviation over the outline of the distributions on three cells whose
    /// divergence from the observed shares is the radius, walked around in 20 000 directions.
    fn walked(counts: [u64; 3]) -> [f64; 2] {
        let total = counts.iter().sum::<u64>() as f64;
        let shares = counts.map(|count| count as f64 / total);
        let rare = BoundedSample::of_counts(&counts).expect("counts").rare_events();
        let radius = two_sided(0.95, rare) / total;
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for n in 0..20_000 {
            let angle = TAU * f64::from(n) / 20_000.0;
            let (along, across) = (libm::cos(angle) / 2_f64.sqrt(), libm::sin(angle) / 6_f64.sqrt());
            let direction = [along + across, across - along, -2.0 * across];
            let (mut inside, mut outside) = (0.0, 1.0);
            for _ in 0..50 {
                let middle = f64::midpoint(inside, outside);
                let terms = shares.iter().zip(direction).map(|(share, step)| {
                    let moved = share + middle * step;
                    if moved > 0.0 { share * libm::log(share / moved) } else { f64::INFINITY }
                });
                if terms.sum::<f64>() <= radius { inside = middle } else { outside = middle }
            }
            let [p0, p1, p2] = [0, 1, 2].map(|cell: usize| shares[cell] + inside * direction[cell]);
            let mean = p1 / 2.0 + p2;
            let variance = p0 * mean * mean + p1 * (0.5 - mean).powi(2) + p2 * (1.0 - mean).powi(2);
            let nelo = (mean - 0.5) / variance.sqrt();
            (low, high) = (low.min(nelo), high.max(nelo));
        }
        [low, high]
    }

    #[test]
    fn of_three_cells_its_ends_are_those_of_a_walk_around_the_outline() {
        for counts in [[3, 4, 8], [20, 5, 9]] {
            let (range, [low, high]) = (nelo_range(&counts, 1.0), walked(counts));
            assert!((range.low / NELO_UNIT - low).abs() < 1e-6, "{range:?} {low}");
            assert!((range.high / NELO_UNIT - high).abs() < 1e-6, "{range:?} {high}");
        }
    }
}
