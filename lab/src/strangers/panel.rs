//! The measuring minds, over the words of a run, and whether a clue refers to its keyword: it is stated for it in the norms, or near to
//! it in every mind.

use std::collections::BTreeMap;

use overhear_agents::minds::{Mind, Purpose};
use overhear_agents::model::World;
use overhear_agents::words::StatedWords;
use overhear_engine::rules::{Keyword, Language};

/// A mind that no giver has read, over the keywords of a deck.
pub(super) struct MeasuringMind {
    mind: Mind,
    /// The place of each keyword of the deck in the mind.
    keywords: Vec<Option<usize>>,
    /// What the mind makes of each clue that was given.
    rows: BTreeMap<String, Option<ClueRow>>,
}

/// What a mind makes of a clue.
struct ClueRow {
    /// ln P(clue | keyword) for each keyword of the mind.
    logs: Vec<f64>,
    /// The same, the highest first.
    sorted: Vec<f64>,
    /// ln of how often the word is said when nothing is meant.
    unmeant: f64,
}

impl MeasuringMind {
    /// Returns the minds that are kept for measuring; none if the words are not English.
    pub(super) fn panel(world: &World) -> Vec<MeasuringMind> {
        if world.deck().language() != Language::English {
            return Vec::new();
        }
        let minds = Mind::all().into_iter().filter(|mind| mind.purpose() == Purpose::Measure);
        minds.map(|mind| MeasuringMind::new(mind, world)).collect()
    }

    fn new(mind: Mind, world: &World) -> MeasuringMind {
        let deck = world.deck();
        let places: BTreeMap<&str, usize> = mind.keywords().iter().map(String::as_str).zip(0..).collect();
        let keywords = (0..deck.len()).map(|n| deck.text(Keyword(n as u16)).to_lowercase());
        let keywords = keywords.map(|text| places.get(&*text).copied()).collect();
        MeasuringMind { mind, keywords, rows: BTreeMap::new() }
    }

    /// Returns the name of the mind.
    pub(super) fn name(&self) -> &str {
        self.mind.name()
    }

    /// Returns the number of keywords of the deck that the mind knows.
    pub(super) fn known_keywords(&self) -> usize {
        self.keywords.iter().flatten().count()
    }

    /// Returns `true` if the mind knows a keyword.
    pub(super) fn knows(&self, keyword: Keyword) -> bool {
        self.keywords[keyword.index()].is_some()
    }

    /// Returns ln P(clue | keyword) for every keyword of the deck, that of a word without a meaning for keywords that the mind
    /// does not know; `None` for a clue that it does not know.
    pub(super) fn log_probs(&mut self, clue: &str) -> Option<Vec<f64>> {
        let MeasuringMind { mind, keywords, rows } = self;
        let row = row(mind, rows, clue)?;
        Some(keywords.iter().map(|place| place.map_or(row.unmeant, |place| row.logs[place])).collect())
    }

    /// Returns `true` if the keyword makes the clue likelier, and if it does so more than all but a share `nearest` of the mind's
    /// keywords.
    pub(super) fn is_near(&mut self, keyword: Keyword, clue: &str, nearest: f64) -> bool {
        let MeasuringMind { mind, keywords, rows } = self;
        let (Some(place), Some(row)) = (keywords[keyword.index()], row(mind, rows, clue)) else {
            return false;
        };
        let own = row.logs[place];
        // As many keywords may be as near: the next one is farther.
        let most = (nearest * row.logs.len() as f64) as usize;
        own > row.unmeant && row.sorted.get(most).is_none_or(|&next| next < own)
    }
}

/// Returns what a mind makes of a clue, worked out once.
fn row<'a>(mind: &Mind, rows: &'a mut BTreeMap<String, Option<ClueRow>>, clue: &str) -> Option<&'a ClueRow> {
    let known = rows.entry(clue.to_owned()).or_insert_with(|| {
        let word = mind.words().place(&clue.to_lowercase())?;
        let keywords = 0..mind.keywords().len();
        let logs: Vec<f64> = keywords.map(|keyword| mind.log_prob(keyword, word)).collect();
        let mut sorted = logs.clone();
        sorted.sort_by(|one, other| other.total_cmp(one));
        Some(ClueRow { logs, sorted, unmeant: libm::log(mind.words().rate(word)) })
    });
    known.as_ref()
}

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
        let is_stated = self
            .stated
            .as_ref()
            .is_some_and(|stated| stated.links(&text, &clue.to_lowercase(), self.stated_within));
        let near = minds.iter_mut().map(|mind| mind.is_near(keyword, clue, self.nearest)).collect();
        Reference { is_stated, near }
    }
}
