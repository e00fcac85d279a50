//! `adaptive`: learns the opponents' way of choosing clues together with their keywords.
//!
//! A mixture over habits of the Encryptor, each with its own posterior over keywords. Every revealed half
//! multiplies a habit's weight by the probability that it gave the clues (its Bayes factor): P(code | clues,
//! H) ∝ Σ over habits of P(habit | H) · P(clues | code, H, habit). In a run with several word spaces, a habit
//! in another space is another habit.

use std::sync::Arc;

use super::habits::HABIT_PRIORS;
use super::joint_guesser::JointGuesserTables;
use crate::kind::{ALPHA, BETA, DISTINCT, GuesserKind, INVERSION, Param, SIGMA, SLIPS, echo};

/// `true` if habits in other word spaces are considered.
const SPACES: Param =
    Param::whole("spaces", 1.0, 0.0, 1.0, "1: the giver may think in any space of the run (--other-space)");

pub(crate) const KIND: GuesserKind = GuesserKind {
    name: "adaptive",
    summary: "a mixture over habits of the clue giver, weighed by what has been revealed",
    cheats: false,
    associates: true,
    params: &[INVERSION, echo(0.0), SPACES, DISTINCT, SLIPS, SIGMA, BETA, ALPHA],
    prepare: &|world, values| {
        let spaces: Vec<_> = world.others().map(|(_, other)| Arc::clone(other)).collect();
        let spaces = if values.get("spaces") > 0.0 { &spaces[..] } else { &[] };
        Ok(JointGuesserTables::new(world, values, &HABIT_PRIORS, values.get("inversion"), None, spaces)
            .with_echo(values.get("echo"))
            .into_factory())
    },
};
