//! Habits that an Encryptor may have.

use crate::model::{Habit, RANK_STEPS, RankWeights, Secrecy};

/// A habit with its prior probability.
#[derive(Clone, Copy, Debug)]
pub(super) struct HabitPrior {
    pub(super) habit: Habit,
    /// The prior probability, up to a common factor.
    pub(super) share: f64,
    /// The aversion of such an Encryptor to being understood by a plain listener, if it has one.
    pub(super) secrecy: Option<&'static Secrecy>,
}

/// The plain speaker.
pub(super) const PLAIN: HabitPrior = HabitPrior { habit: Habit::Plain, share: 1.0, secrecy: None };

/// An Encryptor that hides as far down the list as possible. Fitted as [`WIDE`], to
/// `pragmatic:top=256,gamma=0` with `deep`.
pub(super) const DEEP: HabitPrior =
    HabitPrior { habit: hidden(&DEEP_RANKS), share: 0.4, secrecy: Some(&CLOSE) };

/// An Encryptor that hides among the thousand likeliest words from the first round on: `pragmatic`.
///
/// Fitted by `cargo run --release -p overhear-agents --example fit_giver -- pragmatic 16000`, run twice:
/// first the ranks, then [`NEVER`] with those ranks. Of the shares 0.2 and 1, `adaptive` reads `pragmatic`
/// better with this one.
pub(super) const WIDE: HabitPrior = HabitPrior {
    habit: Habit::Ranked { open: &WIDE_OPEN_RANKS, hidden: &PRAGMATIC_RANKS },
    share: 1.0,
    secrecy: Some(&NEVER),
};

/// An Encryptor that hides among its few clearest words. Fitted as [`WIDE`], to `pragmatic:gamma=0` with
/// `shallow`.
pub(super) const SHALLOW: HabitPrior =
    HabitPrior { habit: hidden(&SHALLOW_RANKS), share: 1.0, secrecy: Some(&OPEN) };

/// The habit of `guarded`, which hides from several guessers. Fitted as [`WIDE`], to `guarded/bayes` with `wide`.
pub(super) const GUARDED: HabitPrior = HabitPrior {
    habit: Habit::Ranked { open: &GUARDED_OPEN_RANKS, hidden: &GUARDED_RANKS },
    share: 0.5,
    secrecy: Some(&LEVEL),
};

/// All habits that `adaptive` considers: plain speakers, and Encryptors that hide at several depths.
pub(super) const HABIT_PRIORS: [HabitPrior; 7] = [
    PLAIN,
    HabitPrior { habit: Habit::Loose, share: 0.1, secrecy: None },
    HabitPrior { habit: hidden(&LATER_RANKS), share: 1.5, secrecy: Some(&CLEAR) },
    HabitPrior { habit: hidden(&[1.0; RANK_STEPS]), share: 0.02, secrecy: None },
    SHALLOW,
    DEEP,
    WIDE,
];

/// Returns an Encryptor that is clear until an interception is possible.
const fn hidden(hidden: &'static RankWeights) -> Habit {
    Habit::Ranked { open: &CLEAR_RANKS, hidden }
}

/// Weights of clues by rank for their keyword: `margin` in round 1.
static CLEAR_RANKS: RankWeights = [
    1.0, 0.46, 0.32, 0.22, 0.16, 0.12, 0.087, 0.062, 0.043, 0.029, 0.020, 0.013, 0.0086, 0.0051, 0.0031,
    LEAST, LEAST, LEAST, LEAST, LEAST, LEAST, LEAST, LEAST, LEAST, LEAST, LEAST, LEAST, LEAST,
];

/// Weights of clues by rank: `margin` in later rounds, after the first words have been used.
static LATER_RANKS: RankWeights = [
    1.0, 0.78, 0.63, 0.50, 0.36, 0.28, 0.21, 0.15, 0.11, 0.075, 0.052, 0.033, 0.021, 0.0125, 0.0079, LEAST,
    LEAST, LEAST, LEAST, LEAST, LEAST, LEAST, LEAST, LEAST, LEAST, LEAST, LEAST, LEAST,
];

/// Weights of clues by rank: `pragmatic:gamma=0` from round 2 on.
static SHALLOW_RANKS: RankWeights = [
    0.51, 0.33, 0.26, 0.25, 0.34, 0.38, 0.48, 0.66, 0.83, 0.94, 1.0, 0.91, 0.72, 0.51, 0.32, 0.0012, LEAST,
    LEAST, LEAST, LEAST, LEAST, LEAST, LEAST, LEAST, LEAST, LEAST, LEAST, LEAST,
];

/// Weights of clues by rank: `pragmatic:top=256,gamma=0` from round 2 on.
static DEEP_RANKS: RankWeights = [
    1.0, 0.58, 0.33, 0.21, 0.12, 0.08, 0.062, 0.051, 0.051, 0.052, 0.061, 0.07, 0.086, 0.11, 0.14, 0.001,
    LEAST, LEAST, LEAST, LEAST, LEAST, LEAST, LEAST, LEAST, LEAST, LEAST, LEAST, LEAST,
];

/// Weights of clues by rank: `pragmatic`, with its thousand likeliest words, in round 1.
static WIDE_OPEN_RANKS: RankWeights = [
    LEAST, LEAST, LEAST, LEAST, 0.002, 0.15, 0.088, 0.29, 0.6, 0.76, 0.98, 1.0, 0.89, 0.62, 0.39, 0.19,
    0.065, 0.018, 0.004, LEAST, LEAST, LEAST, LEAST, LEAST, LEAST, LEAST, LEAST, LEAST,
];

/// Weights of clues by rank: `pragmatic` from round 2 on.
pub(crate) static PRAGMATIC_RANKS: RankWeights = [
    0.055, 0.14, 0.12, 0.082, 0.18, 0.39, 0.49, 0.47, 0.69, 0.79, 0.9, 1.0, 0.98, 0.83, 0.66, 0.46, 0.28,
    0.16, 0.083, LEAST, LEAST, LEAST, LEAST, LEAST, LEAST, LEAST, LEAST, LEAST,
];

/// Weights of clues by rank: `guarded` in round 1.
static GUARDED_OPEN_RANKS: RankWeights = [
    0.23, 0.14, 0.37, 0.37, 0.41, 0.84, 0.69, 0.78, 0.9, 0.91, 1.0, 0.93, 0.86, 0.64, 0.43, 0.23, 0.081,
    0.025, 0.0049, LEAST, LEAST, LEAST, LEAST, LEAST, LEAST, LEAST, LEAST, LEAST,
];

/// Weights of clues by rank: `guarded` from round 2 on.
static GUARDED_RANKS: RankWeights = [
    0.69, 1.0, 0.85, 0.63, 0.76, 0.91, 0.8, 0.66, 0.79, 0.83, 0.79, 0.75, 0.66, 0.55, 0.41, 0.29, 0.16,
    0.085, 0.035, LEAST, LEAST, LEAST, LEAST, LEAST, LEAST, LEAST, LEAST, LEAST,
];

/// The weight of clues that the habit does not know.
const LEAST: f32 = 2e-4;

/// The secrecy of `margin`: it does not hide, and is clearer than by chance.
static CLEAR: Secrecy = [
    1.2, 0.98, 0.48, 0.19, 0.11, 0.046, 0.038, 0.01, 0.0046, 0.0025, 0.0025, 0.0012, 0.0012, 0.0012, 0.0012,
    0.0012,
];

/// The secrecy of `pragmatic:gamma=0`: it hides, and often cannot.
static OPEN: Secrecy =
    [1.3, 0.63, 0.45, 0.56, 0.83, 1.3, 1.8, 2.1, 3.1, 3.7, 1.7, 0.82, 0.28, 0.27, 0.15, 0.035];

/// The secrecy of `pragmatic:top=256,gamma=0`: nearly always at chance, 1/24.
static CLOSE: Secrecy =
    [0.025, 0.13, 0.27, 0.33, 0.61, 1.2, 2.0, 4.1, 9.1, 14.0, 6.5, 3.1, 1.6, 0.81, 0.49, 0.14];

/// The secrecy of `guarded`, nearly level: the plain guesser's probability says little about the code.
static LEVEL: Secrecy =
    [0.44, 0.54, 0.53, 0.63, 0.71, 0.81, 0.99, 1.1, 1.3, 1.4, 1.4, 1.3, 1.1, 1.2, 1.0, 0.8];

/// The secrecy of `pragmatic`: clear in three halves of a hundred, otherwise hardly ever above chance.
static NEVER: Secrecy =
    [1.0, 0.43, 0.12, 0.041, 0.023, 0.042, 0.1, 0.3, 1.2, 2.9, 3.1, 2.7, 2.3, 2.0, 1.7, 1.1];
