//! `guarded`: an Encryptor for opponents that know how it chooses clues.
//!
//! `pragmatic` hides its codes from a plain guesser. A guesser that knows this excludes the codes that the plain
//! guesser finds likely. The own team of `guarded` has the same associations and guesses the likeliest code, so a
//! code only needs a probability above one half. The clues are the triple with the greatest
//!
//! 8 · min(log2 2d, 0) − Σ over guessers of a weight · log2 max(x, 1/24) − γ · (bits leaked for later rounds),
//!
//! with d the probability that the own team decodes, and x the probability that a guesser intercepts. Three
//! guessers have a weight: a plain guesser (`lambda`), a guesser that knows the ranks of the clues that a hiding
//! Encryptor prefers (`insider`), and a guesser that knows only the reach of clues (`caution`). The first weight
//! is small, because codes hidden from every guesser can be found by exclusion. The last weight is the largest,
//! because the reach of a clue depends on no habit. docs/strength.md lists the measurements and failed attempts.

use overhear_engine::game::EncryptorView;

use super::pragmatic::{
    CANDOUR, GAMMA, GAMMA_REACH, Objective, PASSES, Policy, SUSPICION, TOP, far_sighted_against_informed,
    prices,
};
use crate::guessers::PRAGMATIC_RANKS;
use crate::kind::{ALPHA, BETA, EncryptorKind, Param};

pub(crate) const KIND: EncryptorKind = EncryptorKind {
    name: "guarded",
    summary: "gives clues just clear enough for its own team, also hidden from guessers that know how it chooses",
    cheats: false,
    associates: true,
    params: &[
        Param::real("lambda", 0.15, 0.0, 10.0, "weight of secrecy from a plain guesser"),
        Param::real(
            "insider",
            1.0,
            0.0,
            10.0,
            "weight of secrecy from a guesser that knows which ranks of clues it prefers",
        ),
        Param::real(
            "caution",
            4.0,
            0.0,
            10.0,
            "weight of secrecy from a guesser that knows only the reach of clues",
        ),
        GAMMA,
        Param { default: 2.0, high: 4.0, ..GAMMA_REACH },
        Param {
            default: 0.04,
            meaning: "share of halves in which it considers only its own team and the leaked bits, so that hidden \
                      codes are not found by exclusion",
            ..CANDOUR
        },
        TOP,
        PASSES,
        SUSPICION,
        BETA,
        ALPHA,
    ],
    prepare: &|world, values| {
        let [lambda, insider, caution] = ["lambda", "insider", "caution"].map(|key| values.get(key) as f32);
        let guarded = Guarded { lambda, insider, caution, prices: prices(values) };
        let habit = (insider > 0.0).then_some(&PRAGMATIC_RANKS);
        Ok(far_sighted_against_informed(world, values, guarded.prices, habit, move || guarded))
    },
};

#[derive(Clone, Copy)]
struct Guarded {
    lambda: f32,
    insider: f32,
    caution: f32,
    prices: [f32; 2],
}

impl Policy for Guarded {
    fn aim(&self, _: &EncryptorView<'_>) -> Objective {
        let Guarded { lambda, insider, caution, .. } = *self;
        Objective::Guarded { lambda, insider, caution }
    }

    fn caution(&self, _: &EncryptorView<'_>) -> f32 {
        self.caution
    }

    fn prices(&self, _: &EncryptorView<'_>) -> [f32; 2] {
        self.prices
    }
}
