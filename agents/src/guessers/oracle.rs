//! `oracle`: a cheat that receives every code and keyword; the upper bound for a guesser.

use overhear_engine::game::{
    Belief, Guesser, GuesserView, InterceptorView, KeywordBelief, KeywordView, Stream,
};

use crate::kind::{GuesserKind, PlayerFactory};

pub(crate) const KIND: GuesserKind = GuesserKind {
    name: "oracle",
    summary: "cheats: is told every code and keyword; the ceiling",
    cheats: true,
    associates: false,
    params: &[],
    prepare: &|_, _| {
        Ok(PlayerFactory { make: Box::new(|| Box::new(Oracle)), thinks_alike: true, external: None })
    },
};

/// A guesser without knowledge; the engine answers in its place.
struct Oracle;

impl Guesser for Oracle {
    fn decode(&mut self, _: &GuesserView<'_>, _: &mut Stream) -> Belief {
        Belief::UNIFORM
    }

    fn intercept(&mut self, _: &InterceptorView<'_>, _: &mut Stream) -> Belief {
        Belief::UNIFORM
    }

    fn keywords(&mut self, _: &KeywordView<'_>, _: &mut Stream, _: &mut KeywordBelief) {}

    fn sees_all(&self) -> bool {
        true
    }
}
