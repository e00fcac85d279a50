//! `decoy`: directs the opponents to a wrong code.
//!
//! The search maximises
//!
//! log2 P(own team decodes) − λ · |log2 24 P(opponents intercept)| + δ · log2 P(likeliest wrong code for the
//! opponents)
//!
//! less γ for each bit given away for later; candidates, opponents and bits are those of `pragmatic`. A clue
//! that resembles the earlier clues of another slot draws the opponents there. Their belief should
//! concentrate on one wrong code, and leave exactly chance for the right one. Their single guess would then
//! never be right, which could be exploited by inversion. Once in 24 halves, therefore, the clues make it
//! right.

use overhear_engine::game::EncryptorView;

use super::pragmatic::{
    CANDOUR, GAMMA, GAMMA_REACH, Objective, PASSES, Policy, SUSPICION, TOP, far_sighted, prices,
};
use crate::kind::{ALPHA, BETA, EncryptorKind, Param};

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
    fn aim(&self, _: &EncryptorView<'_>) -> Objective {
        self.aim
    }

    fn prices(&self, _: &EncryptorView<'_>) -> [f32; 2] {
        self.prices
    }
}
