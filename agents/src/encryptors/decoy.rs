//! `decoy`: points the opponents to another code.
//!
//! It looks for the clues with the greatest
//!
//! log2 P(own team decodes) − λ · |log2 24 P(opponents intercept)| + δ · log2 P(the wrong code that they find likeliest)
//!
//! less γ a bit given away for later, with candidates, opponents and bits as `pragmatic` has them. A clue that sounds like
//! the earlier clues of another slot draws the opponents there: all their belief shall lie on one wrong code, but what they
//! leave for the right one shall be what chance would give it, neither more nor less. As their one guess would then never be
//! right, once in 24 halves the clues are such that it is: whoever turns the decoy round learns nothing.

use overhear_engine::game::EncryptorView;
use overhear_engine::rules::{Rules, Side};

use super::pragmatic::{
    CANDOUR, GAMMA, GAMMA_REACH, Objective, PASSES, Policy, SUSPICION, TOP, far_sighted, prices,
};
use crate::part::{ALPHA, BETA, EncryptorKind, Param};

pub(crate) const KIND: EncryptorKind = EncryptorKind {
    name: "decoy",
    summary: "clues that sound like the earlier clues of another slot, to be believed there",
    cheats: false,
    associates: true,
    params: &[
        Param::real("lambda", 1.0, 0.0, 2.0, "weight of leaving the right code at chance"),
        Param::real("delta", 0.5, 0.0, 2.0, "weight of the opponents' belief in one wrong code"),
        GAMMA,
        GAMMA_REACH,
        CANDOUR,
        TOP,
        PASSES,
        SUSPICION,
        BETA,
        ALPHA,
    ],
    prepare: &|world, values| {
        let [lambda, delta] = ["lambda", "delta"].map(|key| values.get(key) as f32);
        let decoy = Decoy { aim: Objective::Decoy { lambda, delta }, prices: prices(values) };
        Ok(far_sighted(world, values, decoy.prices, move || decoy))
    },
};

#[derive(Clone, Copy)]
struct Decoy {
    aim: Objective,
    prices: [f32; 2],
}

impl Policy for Decoy {
    fn begin(&mut self, _: &Rules, _: Side) {}

    fn aim(&self, _: &EncryptorView<'_>) -> Objective {
        self.aim
    }

    fn prices(&self, _: &EncryptorView<'_>) -> [f32; 2] {
        self.prices
    }
}
