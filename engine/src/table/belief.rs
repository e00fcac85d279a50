//! What a guesser answers: a probability for each of the 24 codes.

use crate::rules::Code;

/// A probability for each code, in the order of [`Code::ALL`].
///
/// ```
/// use overhear_engine::rules::Code;
/// use overhear_engine::table::Belief;
/// let mut weights = [1.0; 24];
/// weights[5] = 77.0;
/// let belief = Belief::from_weights(weights);
/// assert_eq!(belief.best(), Code::ALL[5]);
/// assert!((belief.of(Code::ALL[5]) - 0.77).abs() < 1e-6);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Belief([f32; Code::COUNT]);

impl Belief {
    /// Every code alike.
    pub const UNIFORM: Belief = Belief([1.0 / 24.0; Code::COUNT]);

    /// One code for sure.
    pub fn certain(code: Code) -> Belief {
        let mut probabilities = [0.0; Code::COUNT];
        probabilities[code.index()] = 1.0;
        Belief(probabilities)
    }

    /// Weights scaled to sum to 1. Where they do not have a positive finite sum, every code is alike.
    pub fn from_weights(weights: [f32; Code::COUNT]) -> Belief {
        let total: f32 = weights.iter().sum();
        if total > 0.0 && total.is_finite() { Belief(weights.map(|w| w / total)) } else { Belief::UNIFORM }
    }

    /// The weight of each code is the product, over its three digits, of what stands in the clue's row for the
    /// digit's slot.
    pub fn from_clue_rows(rows: &[[f32; 4]; 3]) -> Belief {
        Belief::from_weights(Code::ALL.map(|code| {
            let [a, b, c] = code.slots();
            rows[0][a.index()] * rows[1][b.index()] * rows[2][c.index()]
        }))
    }

    /// The probability of a code.
    pub const fn of(&self, code: Code) -> f32 {
        self.0[code.index()]
    }

    /// All probabilities, in the order of [`Code::ALL`].
    pub const fn probabilities(&self) -> &[f32; Code::COUNT] {
        &self.0
    }

    /// The likeliest code; of equally likely ones the first in [`Code::ALL`].
    pub fn best(&self) -> Code {
        let greatest = self.0.iter().map(|p| p.to_bits()).fold(0, u32::max);
        Code::ALL[self.0.iter().position(|p| p.to_bits() == greatest).unwrap_or(0)]
    }

    /// The log-linear pool of several members' beliefs with equal weights: their geometric mean, scaled to sum
    /// to 1 (Genest & Zidek 1986). Nobody's belief is [`Belief::UNIFORM`].
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

    /// The code that most members hold the likeliest; of codes with equal votes the first in [`Code::ALL`] (R4).
    pub fn vote(beliefs: &[Belief]) -> Code {
        let mut votes = [0; Code::COUNT];
        beliefs.iter().for_each(|belief| votes[belief.best().index()] += 1);
        let most = votes.into_iter().fold(0, u8::max);
        Code::ALL[votes.iter().position(|&count| count == most).unwrap_or(0)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_equal_beliefs_the_lowest_code_is_taken() {
        assert_eq!(Belief::UNIFORM.best(), Code::ALL[0]);
        let mut weights = [0.0; 24];
        (weights[7], weights[9]) = (1.0, 1.0);
        assert_eq!(Belief::from_weights(weights).best(), Code::ALL[7]);
    }

    #[test]
    fn weights_that_are_no_distribution_say_nothing() {
        assert_eq!(Belief::from_weights([0.0; 24]), Belief::UNIFORM);
        assert_eq!(Belief::from_weights([f32::NAN; 24]), Belief::UNIFORM);
        assert_eq!(Belief::from_weights([f32::MAX; 24]), Belief::UNIFORM);
    }

    #[test]
    fn rows_multiply_over_the_digits() {
        let rows = [[1.0, 0.0, 0.0, 0.0], [0.0, 0.5, 0.25, 0.25], [0.0, 0.1, 0.4, 0.5]];
        let belief = Belief::from_clue_rows(&rows);
        let code = |text: &str| belief.of(text.parse().unwrap());
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
        let team = [holds(9, 1000.0), holds(4, 2.0), holds(4, 2.0)];
        assert_eq!(Belief::vote(&team), Code::ALL[4]);
        assert_eq!(Belief::pool(&team).best(), Code::ALL[9]);
        assert_eq!(Belief::vote(&team[..2]), Code::ALL[4], "of equal votes the lowest code");
        assert_eq!(Belief::vote(&team[..1]), Code::ALL[9]);
        assert_eq!(Belief::vote(&[]), Code::ALL[0]);
    }

    #[test]
    fn the_pool_of_equal_beliefs_is_that_belief() {
        let mut weights = [1.0; 24];
        weights[3] = 9.0;
        let belief = Belief::from_weights(weights);
        for n in 1..=4 {
            let pooled = Belief::pool(&vec![belief; n]);
            assert!((pooled.of(Code::ALL[3]) - belief.of(Code::ALL[3])).abs() < 1e-6);
        }
    }
}
