//! Beliefs about a code: a probability for each of the 24 codes, the answer of a guesser.

use super::Stream;
use super::keyword_weights::greater;
use crate::rules::{Code, Pooling};

/// A probability for each code, in the order of [`Code::ALL`].
///
/// ```
/// use overhear_engine::rules::Code;
/// use overhear_engine::game::Belief;
/// let mut weights = [1.0; 24];
/// weights[5] = 77.0;
/// let belief = Belief::from_weights(weights);
/// assert_eq!(belief.best(), Code::ALL[5]);
/// assert!((belief.probability(Code::ALL[5]) - 0.77).abs() < 1e-6);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Belief([f32; Code::COUNT]);

impl Belief {
    /// The belief that gives every code the same probability.
    pub const UNIFORM: Belief = Belief([1.0 / 24.0; Code::COUNT]);

    /// Returns the belief that a code is certain.
    pub fn certain(code: Code) -> Belief {
        let mut probabilities = [0.0; Code::COUNT];
        probabilities[code.index()] = 1.0;
        Belief(probabilities)
    }

    /// Returns the weights scaled to sum to 1, or [`Belief::UNIFORM`] if their sum is not positive and
    /// finite.
    pub fn from_weights(weights: [f32; Code::COUNT]) -> Belief {
        let total: f32 = weights.iter().sum();
        if total > 0.0 && total.is_finite() { Belief(weights.map(|w| w / total)) } else { Belief::UNIFORM }
    }

    /// Returns the belief for weights from outside, or `None` if one is negative, infinite or not a number, or
    /// all are 0.
    ///
    /// Weights that sum to 1 up to rounding (10⁻⁵) are kept as they are; others are scaled. A common factor of
    /// any size that 64 bits hold changes nothing.
    ///
    /// ```
    /// use overhear_engine::game::Belief;
    /// assert_eq!(Belief::try_from_weights([1.0 / 24.0; 24]), Some(Belief::UNIFORM));
    /// assert_eq!(Belief::try_from_weights([1e-300; 24]), Some(Belief::UNIFORM));
    /// assert_eq!(Belief::try_from_weights([0.0; 24]), None);
    /// assert_eq!(Belief::try_from_weights([f64::NAN; 24]), None);
    /// ```
    pub fn try_from_weights(weights: [f64; Code::COUNT]) -> Option<Belief> {
        let largest = largest_weight(&weights)?;
        if (weights.iter().sum::<f64>() - 1.0).abs() <= STATED {
            return Some(Belief(weights.map(|weight| weight as f32)));
        }
        // Divided by the largest first, the sum neither overflows nor vanishes.
        let shares = weights.map(|weight| weight / largest);
        let total: f64 = shares.iter().sum();
        Some(Belief(shares.map(|share| (share / total) as f32)))
    }

    /// Returns the belief for three rows of weights, one for each clue, with one weight for each slot.
    ///
    /// The weight of a code is the product over its digits of the weight of the digit's slot in the clue's
    /// row.
    pub fn from_clue_rows(rows: &[[f32; 4]; 3]) -> Belief {
        // The six codes with first digit a, in the order of `Code::ALL`; products of two factors are shared.
        let weights: [[f32; Code::COUNT / 4]; 4] = [0, 1, 2, 3].map(|a: usize| {
            let [x, y, z] = OTHERS[a];
            let [xs, ys, zs] = [x, y, z].map(|b| rows[0][a] * rows[1][b]);
            let last = rows[2];
            [xs * last[y], xs * last[z], ys * last[x], ys * last[z], zs * last[x], zs * last[y]]
        });
        let weights = weights.as_flattened().try_into().expect("six codes begin with each digit");
        Belief::from_weights(weights)
    }

    /// Returns the probability of a code.
    pub const fn probability(&self, code: Code) -> f32 {
        self.0[code.index()]
    }

    /// Returns all probabilities, in the order of [`Code::ALL`].
    pub const fn probabilities(&self) -> &[f32; Code::COUNT] {
        &self.0
    }

    /// Returns the most likely code, or the first of equally likely ones. A team names [`Belief::draw_guess`]
    /// instead.
    pub fn best(&self) -> Code {
        Code::ALL[equals(&self.0).trailing_zeros() as usize]
    }

    /// Returns the codes with the highest probability, in the order of [`Code::ALL`].
    ///
    /// ```
    /// use overhear_engine::game::Belief;
    /// assert_eq!(Belief::UNIFORM.likeliest().count(), 24);
    /// ```
    pub fn likeliest(&self) -> impl Iterator<Item = Code> {
        let equals = equals(&self.0);
        Code::ALL.into_iter().filter(move |code| equals >> code.index() & 1 == 1)
    }

    /// Returns the code that a guesser with this belief names: the most likely one, drawn from equally likely
    /// ones.
    pub fn draw_guess(&self, stream: &mut Stream) -> Code {
        drawn(&self.0, stream)
    }

    /// Returns the log-linear pool of the members' beliefs with equal weights (Genest & Zidek 1986).
    ///
    /// The pool is the geometric mean, scaled to sum to 1. The pool of no beliefs is [`Belief::UNIFORM`].
    pub fn pool(beliefs: &[Belief]) -> Belief {
        match beliefs {
            [] => Belief::UNIFORM,
            [one] => *one,
            [a, b] => Belief::from_weights(std::array::from_fn(|n| (a.0[n] * b.0[n]).sqrt())),
            many => {
                let share = 1.0 / many.len() as f32;
                Belief::from_weights(std::array::from_fn(|n| {
                    libm::powf(many.iter().map(|belief| belief.0[n]).product(), share)
                }))
            }
        }
    }

    /// Returns the belief of a team and the code that it names (R4). `ballots` are the members' codes, in the
    /// order of `beliefs`; `stream` decides between equally likely codes.
    pub(super) fn agree(
        pooling: Pooling,
        beliefs: &[Belief],
        ballots: &[Code],
        stream: &mut Stream,
    ) -> (Belief, Code) {
        let pooled = Belief::pool(beliefs);
        let code = match pooling {
            Pooling::LogLinear => pooled.draw_guess(stream),
            Pooling::Vote => Belief::vote(beliefs, ballots, stream),
        };
        (pooled, code)
    }

    /// Returns the code with the most votes (R4). `ballots` are the members' codes, in the order of
    /// `beliefs`.
    ///
    /// Among codes with equal votes, that with the greater total confidence of its voters wins. If these
    /// are equal too, the code is drawn.
    pub fn vote(beliefs: &[Belief], ballots: &[Code], stream: &mut Stream) -> Code {
        let mut votes = [0u8; Code::COUNT];
        let mut confidence = [0.0; Code::COUNT];
        for (belief, ballot) in beliefs.iter().zip(ballots) {
            votes[ballot.index()] += 1;
            confidence[ballot.index()] += belief.probability(*ballot);
        }
        let most = votes.into_iter().fold(0, u8::max);
        confidence.iter_mut().zip(votes).filter(|(_, votes)| *votes < most).for_each(|(sum, _)| *sum = 0.0);
        drawn(&confidence, stream)
    }
}

/// For each slot, the other three slots in ascending order.
const OTHERS: [[usize; 3]; 4] = [[1, 2, 3], [0, 2, 3], [0, 1, 3], [0, 1, 2]];

/// Relative difference below which two weights count as equal. It exceeds the rounding error of any order of
/// multiplication.
pub(super) const ROUNDING: f32 = 1.0 / 262_144.0;

/// Maximal difference between 1 and the sum of probabilities from outside.
const STATED: f64 = 1e-5;

/// Returns the largest of weights from outside, or `None` if one is negative, infinite or not a number, or all
/// are 0.
pub(super) fn largest_weight(weights: &[f64]) -> Option<f64> {
    let are_weights = weights.iter().all(|weight| *weight >= 0.0 && weight.is_finite());
    let largest = weights.iter().copied().fold(0.0, f64::max);
    (are_weights && largest > 0.0).then_some(largest)
}

/// Returns the greatest weight, or 0 if no weight is positive.
fn greatest(weights: &[f32; Code::COUNT]) -> f32 {
    // Unlike `f32::max`, `greater` ignores NaN in `b` without extra instructions. Eight lanes fit a vector
    // register.
    let mut most = [0.0; 8];
    for weights in weights.as_chunks::<8>().0 {
        for n in 0..8 {
            most[n] = greater(most[n], weights[n]);
        }
    }
    most.into_iter().fold(0.0, greater)
}

/// Returns a bit for each code with the greatest weight, up to rounding.
fn equals(weights: &[f32; Code::COUNT]) -> u32 {
    let least = (1.0 - ROUNDING) * greatest(weights);
    let bits = weights.iter().enumerate().map(|(n, &weight)| u32::from(weight >= least) << n);
    bits.fold(0, |all, bit| all | bit)
}

/// Draws one of the codes with the greatest weight, all with equal probability.
fn drawn(weights: &[f32; Code::COUNT], stream: &mut Stream) -> Code {
    let mut equals = equals(weights);
    // A single code needs no random number. Otherwise, the lowest bits before the drawn one are cleared.
    if !equals.is_power_of_two() {
        (0..stream.below(equals.count_ones())).for_each(|_| equals &= equals - 1);
    }
    Code::ALL[equals.trailing_zeros() as usize]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Seed;

    fn stream(number: u64) -> Stream {
        Stream::of_deal(Seed(5), number)
    }

    /// Returns the number of times that each code is named, out of 2,400.
    fn counts(mut say: impl FnMut(&mut Stream) -> Code) -> [u32; Code::COUNT] {
        let mut counts = [0; Code::COUNT];
        (0..2400).for_each(|number| counts[say(&mut stream(number)).index()] += 1);
        counts
    }

    #[test]
    fn of_equal_beliefs_each_is_said_as_often_and_no_other_ever() {
        let counts_of_24 = counts(|stream| Belief::UNIFORM.draw_guess(stream));
        assert!(counts_of_24.iter().all(|n| (60..145).contains(n)), "{counts_of_24:?}");
        let mut weights = [0.5; 24];
        (weights[7], weights[9]) = (1.0, 1.0);
        let belief = Belief::from_weights(weights);
        let counts = counts(|stream| belief.draw_guess(stream));
        assert!((1100..1300).contains(&counts[7]) && counts[7] + counts[9] == 2400, "{counts:?}");
        assert!(belief.likeliest().eq([7, 9].map(|n| Code::ALL[n])));
        assert_eq!(belief.best(), Code::ALL[7]);
    }

    #[test]
    fn the_likeliest_is_said_and_nothing_is_drawn_for_it() {
        let mut untouched = stream(1);
        assert_eq!(Belief::certain(Code::ALL[11]).draw_guess(&mut untouched), Code::ALL[11]);
        assert_eq!(untouched.bits(), stream(1).bits());
    }

    #[test]
    fn rounding_makes_no_difference_and_anything_more_does() {
        let two = |other: f32| {
            let mut weights = [0.01; 24];
            (weights[3], weights[8]) = (0.2, other);
            Belief::from_weights(weights).likeliest().count()
        };
        let (a, b, c) = (0.1f32, 0.7f32, 0.3f32);
        assert!((a * b) * c != (a * c) * b, "the order of factors shows");
        assert_eq!([two(0.2 * (1.0 - 1e-6)), two(0.2 * (1.0 - 1e-5)), two(0.2 * (1.0 + 1e-5))], [2, 1, 1]);
        let rows = |x: f32, y: f32| [[a, b, c, 0.2], [x, y, 0.3, 0.4], [x, y, 0.3, 0.4]];
        let alike = Belief::from_clue_rows(&rows(0.17, 0.91));
        for code in Code::ALL {
            let [first, second, third] = code.slots();
            let other = Code::new([first, third, second]).expect("the same digits");
            assert!((alike.probability(code) / alike.probability(other) - 1.0).abs() < ROUNDING / 4.0);
        }
    }

    #[test]
    fn weights_that_are_no_distribution_say_nothing() {
        assert_eq!(Belief::from_weights([0.0; 24]), Belief::UNIFORM);
        assert_eq!(Belief::from_weights([f32::NAN; 24]), Belief::UNIFORM);
        assert_eq!(Belief::from_weights([f32::MAX; 24]), Belief::UNIFORM);
    }

    #[test]
    fn a_common_factor_of_stated_weights_changes_nothing() {
        let weights: [f64; 24] = std::array::from_fn(|n| 0.25 + n as f64);
        let belief = Belief::try_from_weights(weights).expect("weights");
        assert!((belief.probabilities().iter().sum::<f32>() - 1.0).abs() < 1e-6);
        // Powers of two are exact.
        for factor in [f64::MIN_POSITIVE, 1.0 / 4096.0, 4096.0, f64::MAX / 64.0] {
            let factor = 2f64.powi(libm::log2(factor) as i32);
            assert_eq!(
                Belief::try_from_weights(weights.map(|weight| factor * weight)),
                Some(belief),
                "{factor}"
            );
        }
        for factor in [1e-300, 1e-46, 1e39, 1e300] {
            let scaled = Belief::try_from_weights(weights.map(|weight| factor * weight)).expect("weights");
            let pairs = scaled.probabilities().iter().zip(belief.probabilities());
            assert!(pairs.into_iter().all(|(one, other)| (one - other).abs() <= f32::EPSILON * other));
        }
        assert_eq!(Belief::try_from_weights([5e-324; 24]), Some(Belief::UNIFORM));
        assert_eq!(Belief::try_from_weights([f64::MAX; 24]), Some(Belief::UNIFORM));
        let mut one_alone = [0.0; 24];
        one_alone[7] = 5e-324;
        assert_eq!(Belief::try_from_weights(one_alone), Some(Belief::certain(Code::ALL[7])));
        for wrong in [-0.5, -1e-320, f64::NAN, f64::INFINITY] {
            let mut weights = weights;
            weights[3] = wrong;
            assert_eq!(Belief::try_from_weights(weights), None, "{wrong}");
        }
    }

    #[test]
    fn stated_probabilities_stay_as_they_are() {
        let belief = Belief::from_weights(std::array::from_fn(|n| 1.0 + (n * n) as f32));
        assert_eq!(Belief::try_from_weights(belief.probabilities().map(f64::from)), Some(belief));
    }

    #[test]
    fn rows_multiply_over_the_digits() {
        let rows = [[1.0, 0.0, 0.0, 0.0], [0.0, 0.5, 0.25, 0.25], [0.0, 0.1, 0.4, 0.5]];
        let belief = Belief::from_clue_rows(&rows);
        let code = |text: &str| belief.probability(text.parse().unwrap());
        assert!((belief.probabilities().iter().sum::<f32>() - 1.0).abs() < 1e-6);
        assert!((code("1-2-4") / code("1-3-2") - 0.25 / 0.025).abs() < 1e-4);
        assert_eq!(code("2-3-4"), 0.0);
    }

    #[test]
    fn r4_two_who_doubt_outvote_one_who_is_sure_and_yield_to_him_in_the_pool() {
        let holds = |place: usize, weight: f32| {
            let mut weights = [1.0; 24];
            weights[place] = weight;
            Belief::from_weights(weights)
        };
        let vote = |team: &[Belief], stream: &mut Stream| {
            let ballots: Vec<Code> = team.iter().map(Belief::best).collect();
            Belief::vote(team, &ballots, stream)
        };
        let team = [holds(9, 1000.0), holds(4, 2.0), holds(4, 2.0)];
        assert_eq!(vote(&team, &mut stream(1)), Code::ALL[4]);
        assert_eq!(Belief::pool(&team).best(), Code::ALL[9]);
        assert_eq!(vote(&team[..2], &mut stream(1)), Code::ALL[9], "of equal votes the more confident");
        assert_eq!(vote(&[holds(9, 2.0), holds(4, 2.1)], &mut stream(1)), Code::ALL[4]);
        assert_eq!(vote(&team[..1], &mut stream(1)), Code::ALL[9]);
        let split = counts(|stream| vote(&[holds(9, 2.0), holds(4, 2.0)], stream));
        assert!((1100..1300).contains(&split[4]) && split[4] + split[9] == 2400, "{split:?}");
    }

    #[test]
    fn the_pool_of_equal_beliefs_is_that_belief() {
        let mut weights = [1.0; 24];
        weights[3] = 9.0;
        let belief = Belief::from_weights(weights);
        for n in 1..=4 {
            let pooled = Belief::pool(&vec![belief; n]);
            assert!((pooled.probability(Code::ALL[3]) - belief.probability(Code::ALL[3])).abs() < 1e-6);
        }
    }

    #[test]
    fn stated_weights_that_nearly_sum_to_one_are_kept_and_others_are_scaled() {
        let stated = |first: f64| {
            let mut weights = [0.0; Code::COUNT];
            (weights[0], weights[1]) = (first, 0.5);
            Belief::try_from_weights(weights).expect("weights").probability(Code::ALL[0])
        };
        assert_eq!(stated(0.500_004), 0.500_004);
        assert_eq!(stated(1.5), 0.75);
    }
}
