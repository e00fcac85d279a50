//! `levelk`: assumes that the Encryptor is `pragmatic`, and reads clues by the way it chooses them.
//!
//! `pragmatic` gives clues that a plain listener (a `bayes` guesser, level 0) understands badly. One level
//! up,
//!
//! P(clue | w) ∝ g(rank of the clue for w),
//!
//! P(code | clues, H) ∝ Π Σ P(clueᵢ | w) P(w | H at codeᵢ) · h(P(code | clues, H) of the plain listener)^inversion.
//!
//! g and h are fitted on games of `pragmatic` against itself. h is a table of frequency ratios by the plain
//! listener's probability: codes that it finds likely are unlikely. `pragmatic` reckons with listeners who have keywords in mind, so the likeness of clues to the slot's
//! earlier ones (the rule of `history`) is multiplied in with exp(echo · cosine). Both fits:
//! `agents/examples/fit_giver.rs`. (Camerer, Ho & Chong 2004, cognitive hierarchies; Frank & Goodman 2012,
//! rational speech acts.)

use super::habits::{DEEP, HabitPrior, PLAIN, SHALLOW, WIDE};
use super::joint_guesser::JointGuesserTables;
use crate::kind::{ALPHA, BETA, DISTINCT, GuesserKind, INVERSION, Param, SIGMA, SLIPS, echo};

/// The Encryptor assumed.
const GIVER: Param = Param::choice(
    "giver",
    &["wide", "deep", "shallow"],
    "who gives the clues: pragmatic, pragmatic:top=256,gamma=0, or pragmatic:gamma=0",
);

pub(crate) const KIND: GuesserKind = GuesserKind {
    name: "levelk",
    summary: "assumes a pragmatic clue giver, and reads its clues one level up",
    cheats: false,
    associates: true,
    params: &[GIVER, INVERSION, echo(6.0), DISTINCT, SLIPS, SIGMA, BETA, ALPHA],
    prepare: &|world, values| {
        let giver = [WIDE, DEEP, SHALLOW][values.get("giver") as usize];
        let priors = [HabitPrior { share: 0.0, ..PLAIN }, giver];
        Ok(JointGuesserTables::new(world, values, &priors, values.get("inversion"), None, &[])
            .with_echo(values.get("echo"))
            .into_factory())
    },
};
