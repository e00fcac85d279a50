//! Whether a clue refers to its keyword: it is stated for it, or near to it in every measuring mind.

use overhear_agents::model::World;
use overhear_agents::words::StatedWords;
use overhear_engine::rules::Keyword;

use super::panel::MeasuringMind;

/// What decides whether a clue refers to a keyword.
pub(super) struct ReferenceTest<'a> {
    pub(super) world: &'a World,
    /// The norms of the language, if there are any.
    pub(super) stated: Option<StatedWords>,
    /// The place up to which an answer in the norms counts.
    pub(super) stated_within: usize,
    /// The share of keywords to which a word may be as near.
    pub(super) nearest: f64,
}

/// How a clue refers to a keyword.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Reference {
    /// One is stated for the other in the norms.
    pub(super) is_stated: bool,
    /// For each measuring mind whether it is near.
    pub(super) near: Vec<bool>,
}

impl Reference {
    /// Returns `true` if it refers by what all minds and the norms say.
    pub(super) fn refers(&self) -> bool {
        self.is_stated || (!self.near.is_empty() && self.near.iter().all(|&is_near| is_near))
    }
}

impl ReferenceTest<'_> {
    /// Tests a clue against a keyword.
    pub(super) fn test(&self, minds: &mut [MeasuringMind], keyword: Keyword, clue: &str) -> Reference {
        let text = self.world.deck().text(keyword).to_lowercase();
        let is_stated = |stated: &StatedWords| stated.links(&text, &clue.to_lowercase(), self.stated_within);
        let near = minds.iter_mut().map(|mind| mind.is_near(keyword, clue, self.nearest)).collect();
        Reference { is_stated: self.stated.as_ref().is_some_and(is_stated), near }
    }
}
