//! `adaptive`: finds out how the opponents choose their clues while it finds out their keywords.
//!
//! A mixture over habits of the clue giver, each with a posterior over keywords of its own; every revealed half
//! multiplies a habit's weight by the probability that it gave the clues (its Bayes factor):
//! P(code | clues, H) ∝ Σ over habits of P(habit | H) · P(clues | code, H, habit).

use super::habits::SUSPECTS;
use super::listener::Listening;
use crate::registry::{ALPHA, BETA, DISTINCT, GuesserKind, INVERSION, SIGMA, SLIPS, echo};

pub(crate) const KIND: GuesserKind = GuesserKind {
    name: "adaptive",
    summary: "a mixture over habits of the clue giver, weighed by what has been revealed",
    params: &[INVERSION, echo(0.0), DISTINCT, SLIPS, SIGMA, BETA, ALPHA],
    prepare: |world, values| {
        Listening::new(world, values, &SUSPECTS, values.get("inversion"), None)
            .with_echo(values.get("echo"))
            .made()
    },
};
