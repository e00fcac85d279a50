//! What a clue giver may be suspected of.

use crate::model::{Habit, RANK_STEPS, RankWeights, Secrecy};

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
pub(super) const DEEP: Suspect = Suspect { habit: hidden(&DEEP_RANKS), share: 0.4, secrecy: Some(&CLOSE) };

/// `pragmatic`: who hides among the thousand likeliest words, from the first round on. Fitted by
/// `cargo run --release -p overhear-agents --example fit_giver -- pragmatic 4000`, run twice: first the ranks, then
/// [`NEVER`] with those ranks.
pub(super) const WIDE: Suspect = Suspect {
    habit: Habit::Ranked { open: &WIDE_OPEN_RANKS, hidden: &WIDE_RANKS },
    share: 0.2,
    secrecy: Some(&NEVER),
};

/// Who hides among his few clearest words.
pub(super) const SHALLOW: Suspect =
    Suspect { habit: hidden(&SHALLOW_RANKS), share: 1.0, secrecy: Some(&OPEN) };

/// Everybody that `adaptive` suspects: plain speakers, and people who hide at several depths.
pub(super) static SUSPECTS: [Suspect; 7] = [
    PLAIN,
    Suspect { habit: Habit::Loose, share: 0.1, secrecy: None },
    Suspect { habit: hidden(&LATER_RANKS), share: 1.5, secrecy: Some(&CLEAR) },
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

/// Of `pragmatic:gamma=0` from round 2 on.
static SHALLOW_RANKS: RankWeights = [
    0.48, 0.31, 0.31, 0.34, 0.40, 0.42, 0.52, 0.66, 0.78, 0.91, 1.0, 0.97, 0.85, 0.67, 0.50, 0.0015, LEAST,
    LEAST, LEAST, LEAST, LEAST, LEAST, LEAST, LEAST, LEAST, LEAST, LEAST, LEAST,
];

/// Of `pragmatic:top=256,gamma=0` from round 2 on.
static DEEP_RANKS: RankWeights = [
    1.0, 0.54, 0.39, 0.23, 0.16, 0.11, 0.091, 0.081, 0.075, 0.083, 0.093, 0.115, 0.145, 0.19, 0.24, 0.0017,
    LEAST, LEAST, LEAST, LEAST, LEAST, LEAST, LEAST, LEAST, LEAST, LEAST, LEAST, LEAST,
];

/// Of `pragmatic`, who looks at the thousand likeliest words, in round 1.
static WIDE_OPEN_RANKS: RankWeights = [
    LEAST, LEAST, LEAST, LEAST, 0.23, 0.041, 0.097, 0.36, 0.55, 0.65, 0.84, 0.96, 1.0, 0.84, 0.6, 0.31, 0.12,
    0.036, 0.0086, LEAST, LEAST, LEAST, LEAST, LEAST, LEAST, LEAST, LEAST, LEAST,
];

/// Of `pragmatic` from round 2 on.
static WIDE_RANKS: RankWeights = [
    0.024, 0.051, 0.061, 0.16, 0.23, 0.3, 0.45, 0.52, 0.63, 0.8, 0.86, 1.0, 0.97, 0.88, 0.73, 0.55, 0.37,
    0.24, 0.13, LEAST, LEAST, LEAST, LEAST, LEAST, LEAST, LEAST, LEAST, LEAST,
];

/// The weight of what the habit does not know.
const LEAST: f32 = 2e-4;

/// `margin`: he does not hide, and is clearer than by chance.
static CLEAR: Secrecy = [
    1.2, 0.98, 0.48, 0.19, 0.11, 0.046, 0.038, 0.01, 0.0046, 0.0025, 0.0025, 0.0012, 0.0012, 0.0012, 0.0012,
    0.0012,
];

/// `pragmatic:gamma=0`: he hides, and often cannot.
static OPEN: Secrecy =
    [2.9, 0.78, 0.43, 0.4, 0.43, 0.49, 0.52, 0.6, 0.63, 1.5, 0.25, 0.049, 0.015, 0.0058, 0.0058, 0.0029];

/// `pragmatic:top=256,gamma=0`: nearly always at chance, 1/24.
static CLOSE: Secrecy =
    [0.016, 0.12, 0.25, 0.33, 0.39, 0.62, 1.1, 1.8, 3.4, 16.0, 3.8, 1.0, 0.41, 0.12, 0.16, 0.016];

/// `pragmatic`: clear once in 24 halves, else hardly ever above chance.
static NEVER: Secrecy =
    [0.86, 0.63, 0.18, 0.048, 0.02, 0.022, 0.053, 0.22, 1.3, 3.6, 3.6, 2.9, 2.4, 1.8, 1.5, 0.88];
