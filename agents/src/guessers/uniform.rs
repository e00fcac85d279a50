//! `uniform`: believes equally in every code.

use overhear_engine::game::{
    Belief, Guesser, GuesserView, InterceptorView, KeywordBelief, KeywordView, Stream,
};

use crate::kind::{GuesserKind, PlayerFactory};

pub(crate) const KIND: GuesserKind = GuesserKind {
    name: "uniform",
    summary: "every code alike: right once in 24",
    cheats: false,
    associates: false,
    params: &[],
    prepare: &|_, _| {
        Ok(PlayerFactory { make: Box::new(|| Box::new(Uniform)), thinks_alike: true, external: None })
    },
};

struct Uniform;

impl Guesser for Uniform {
    fn decode(&mut self, _: &GuesserView<'_>, _: &mut Stream) -> Belief {
        Belief::UNIFORM
    }

    fn intercept(&mut self, _: &InterceptorView<'_>, _: &mut Stream) -> Belief {
        Belief::UNIFORM
    }

    fn keywords(&mut self, _: &KeywordView<'_>, _: &mut Stream, _: &mut KeywordBelief) {}
}
