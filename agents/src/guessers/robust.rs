//! `robust`: a mixture over the habits of all known Encryptors, including Encryptors that hide from it.
//!
//! `adaptive` with the habit of `guarded` added, with `echo` (the similarity of a clue to earlier clues of the slot,
//! which carries information whatever the habit; 0 by default in `adaptive`), and without `spaces`. The weights of the habits are updated after every
//! half, so an unexpected Encryptor costs a few halves instead of the game.

use super::habits::{GUARDED, HABIT_PRIORS, HabitPrior};
use super::joint_guesser::JointGuesserTables;
use crate::kind::{ALPHA, BETA, DISTINCT, GuesserKind, INVERSION, SIGMA, SLIPS, echo};

/// The habits of the mixture.
static ALL: [HabitPrior; HABIT_PRIORS.len() + 1] = {
    let mut all = [GUARDED; HABIT_PRIORS.len() + 1];
    let mut n = 0;
    while n < HABIT_PRIORS.len() {
        all[n] = HABIT_PRIORS[n];
        n += 1;
    }
    all
};

pub(crate) const KIND: GuesserKind = GuesserKind {
    name: "robust",
    summary: "like adaptive, but also recognises guarded and compares clues with earlier ones",
    cheats: false,
    associates: true,
    params: &[INVERSION, echo(4.0), DISTINCT, SLIPS, SIGMA, BETA, ALPHA],
    prepare: &|world, values| {
        Ok(JointGuesserTables::new(world, values, &ALL, values.get("inversion"), None, &[])
            .with_echo(values.get("echo"))
            .into_factory())
    },
};
