//! What a clue giver may be suspected of.

use overhear_engine::rules::Code;

use crate::model::{Habit, RANK_STEPS, RankWeights};

/// A habit that the clue giver may have.
#[derive(Clone, Copy, Debug)]
pub(super) struct Suspect {
    pub(super) habit: Habit,
    /// How likely it is before the first clue, up to a common factor.
    pub(super) share: f64,
    /// How such a giver minds what a plain listener makes of the clues, if he does.
    pub(super) secrecy: Option<&'static Secrecy>,
}

/// The plain speaker.
pub(super) const PLAIN: Suspect = Suspect { habit: Habit::Plain, share: 1.0, secrecy: None };

/// Who hides as far down the list as he can.
pub(super) const DEEP: Suspect = Suspect { habit: hidden(&DEEP_RANKS), share: 2.0, secrecy: Some(&CLOSE) };

/// Who hides among the thousand likeliest words, from the first round on.
pub(super) const WIDE: Suspect = Suspect {
    habit: Habit::Ranked { open: &WIDE_OPEN_RANKS, hidden: &WIDE_RANKS },
    share: 2.0,
    secrecy: Some(&NEVER),
};

/// Who hides among his few clearest words.
pub(super) const SHALLOW: Suspect =
    Suspect { habit: hidden(&SHALLOW_RANKS), share: 1.0, secrecy: Some(&OPEN) };

/// Everybody that `adaptive` suspects: plain speakers, and people who hide at several depths.
pub(super) static SUSPECTS: [Suspect; 7] = [
    PLAIN,
    Suspect { habit: Habit::Loose, share: 0.1, secrecy: None },
    Suspect { habit: hidden(&LATER_RANKS), share: 1.0, secrecy: Some(&CLEAR) },
    Suspect { habit: hidden(&[1.0; RANK_STEPS]), share: 0.02, secrecy: None },
    SHALLOW,
    DEEP,
    WIDE,
];

/// Somebody who is clear until somebody may intercept.
const fn hidden(hidden: &'static RankWeights) -> Habit {
    Habit::Ranked { open: &CLEAR_RANKS, hidden }
}

/// Weights of clues by their rank for their keyword: of `margin` in round 1.
static CLEAR_RANKS: RankWeights = [
    1.0, 0.46, 0.32, 0.22, 0.16, 0.12, 0.087, 0.062, 0.043, 0.029, 0.020, 0.013, 0.0086, 0.0051, 0.0031,
    LEAST, LEAST, LEAST, LEAST, LEAST, LEAST, LEAST, LEAST, LEAST, LEAST, LEAST, LEAST, LEAST,
];

/// Of `margin` later, when the first words have been said.
static LATER_RANKS: RankWeights = [
    1.0, 0.78, 0.63, 0.50, 0.36, 0.28, 0.21, 0.15, 0.11, 0.075, 0.052, 0.033, 0.021, 0.0125, 0.0079, LEAST,
    LEAST, LEAST, LEAST, LEAST, LEAST, LEAST, LEAST, LEAST, LEAST, LEAST, LEAST, LEAST,
];

/// Of `pragmatic` from round 2 on.
static SHALLOW_RANKS: RankWeights = [
    0.48, 0.31, 0.31, 0.34, 0.40, 0.42, 0.52, 0.66, 0.78, 0.91, 1.0, 0.97, 0.85, 0.67, 0.50, 0.0015, LEAST,
    LEAST, LEAST, LEAST, LEAST, LEAST, LEAST, LEAST, LEAST, LEAST, LEAST, LEAST,
];

/// Of `pragmatic:top=256` from round 2 on.
static DEEP_RANKS: RankWeights = [
    1.0, 0.54, 0.39, 0.23, 0.16, 0.11, 0.091, 0.081, 0.075, 0.083, 0.093, 0.115, 0.145, 0.19, 0.24, 0.0017,
    LEAST, LEAST, LEAST, LEAST, LEAST, LEAST, LEAST, LEAST, LEAST, LEAST, LEAST, LEAST,
];

/// Of givers who look at the thousand likeliest words, in round 1.
static WIDE_OPEN_RANKS: RankWeights = [
    0.002, 0.002, 0.002, 0.01, 0.22, 0.39, 0.87, 1.0, 0.97, 0.9, 0.84, 0.91, 0.8, 0.54, 0.3, 0.13, 0.041,
    0.011, 0.0035, LEAST, LEAST, LEAST, LEAST, LEAST, LEAST, LEAST, LEAST, LEAST,
];

/// Of givers who look at the thousand likeliest words, from round 2 on.
static WIDE_RANKS: RankWeights = [
    0.24, 0.38, 0.42, 0.29, 0.71, 0.68, 0.85, 0.85, 0.85, 0.91, 1.0, 1.0, 0.82, 0.69, 0.49, 0.35, 0.21, 0.11,
    0.045, LEAST, LEAST, LEAST, LEAST, LEAST, LEAST, LEAST, LEAST, LEAST,
];

/// The weight of what the habit does not know.
const LEAST: f32 = 2e-4;

/// How often a giver who hides gives clues that a plain listener would ascribe to the right code with some
/// probability, against how often he could: a weight for each half octave of that probability, from 1 down.
pub(super) type Secrecy = [f64; HALF_OCTAVES];

/// Probabilities below 2⁻⁸ are all alike.
const HALF_OCTAVES: usize = 16;

/// `margin`: he does not hide, and is clearer than by chance.
static CLEAR: Secrecy = [
    1.0, 0.79, 0.39, 0.15, 0.089, 0.037, 0.031, 0.0083, 0.0037, 0.002, 0.002, 0.001, 0.001, 0.001, 0.001,
    0.001,
];

/// `pragmatic`: he hides, and often cannot.
static OPEN: Secrecy =
    [1.0, 0.27, 0.15, 0.14, 0.15, 0.17, 0.18, 0.21, 0.22, 0.51, 0.088, 0.017, 0.0051, 0.002, 0.002, 0.001];

/// `pragmatic:top=256`: nearly always at chance, 1/24.
static CLOSE: Secrecy = [
    0.001, 0.0075, 0.015, 0.020, 0.024, 0.038, 0.066, 0.11, 0.21, 1.0, 0.23, 0.061, 0.025, 0.0074, 0.01,
    0.001,
];

/// Who hides among the thousand likeliest words: hardly ever above chance.
static NEVER: Secrecy = [
    0.014, 0.001, 0.001, 0.001, 0.001, 0.001, 0.001, 0.006, 0.05, 1.0, 0.37, 0.11, 0.054, 0.022, 0.013, 0.001,
];

/// The distrust of a listener in what a plain listener would believe.
pub(super) struct Inversion(Secrecy);

impl Inversion {
    /// The weights of a secrecy to the power of `strength`.
    pub(super) fn new(secrecy: &Secrecy, strength: f64) -> Inversion {
        Inversion(secrecy.map(|weight| libm::pow(weight, strength)))
    }

    /// Weighs the codes by what a plain listener believes of them; their sum stays.
    pub(super) fn apply(&self, plain: &[f64; Code::COUNT], codes: &mut [f64; Code::COUNT]) {
        let (total, before): (f64, f64) = (plain.iter().sum(), codes.iter().sum());
        if !(total > 0.0 && before > 0.0) {
            return;
        }
        codes.iter_mut().zip(plain).for_each(|(code, p)| *code *= self.0[half_octave(p / total)]);
        let scale = before / codes.iter().sum::<f64>();
        codes.iter_mut().for_each(|code| *code *= scale);
    }
}

/// How many half octaves a probability lies below 1, rounded down: the exponent of its square.
fn half_octave(p: f64) -> usize {
    let exponent = (((p * p) as f32).to_bits() >> 23).min(127);
    (127 - exponent).saturating_sub(1).min(HALF_OCTAVES as u32 - 1) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_octaves_count_from_one_down() {
        for (p, expected) in
            [(1.0, 0), (0.71, 0), (0.70, 1), (0.49, 2), (1.0 / 24.0, 9), (1e-9, 15), (0.0, 15)]
        {
            assert_eq!(half_octave(p), expected, "{p}");
        }
    }

    #[test]
    fn inverting_moves_belief_and_keeps_its_sum() {
        let plain: [f64; Code::COUNT] = std::array::from_fn(|n| if n == 3 { 0.5 } else { 0.5 / 23.0 });
        let mut codes = plain.map(|p| 5.0 * p);
        Inversion::new(&CLOSE, 1.0).apply(&plain, &mut codes);
        assert!((codes.iter().sum::<f64>() - 5.0).abs() < 1e-12);
        assert!(codes[3] < 2.5 * 0.5, "{codes:?}");
        let before = codes;
        Inversion::new(&CLOSE, 0.0).apply(&plain, &mut codes);
        assert!(codes.iter().zip(before).all(|(a, b)| (a - b).abs() < 1e-12), "power 0 changes nothing");
    }
}
