//! Stated associations P(clue | keyword) applied to texts, for keywords of the deck and words of the
//! vocabulary.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use overhear_engine::rules::{Clue, Keyword, same_clue_form};

use super::candidate_words::CandidateWords;
use crate::model::{Association, ModelKey, World};

/// Two association tables: with the stated associations, and by the embedding alone.
pub(super) struct StatedComparison {
    table: Arc<Association>,
    plain: Arc<Association>,
    keywords: HashMap<String, Keyword>,
    clues: HashMap<String, Clue>,
    /// The possible keywords that are keywords of the deck.
    in_deck: OnceLock<Vec<(usize, Keyword)>>,
}

impl StatedComparison {
    /// Returns the tables for agents that name these associations; `None` for an unknown name.
    pub(super) fn named(world: &World, name: &str, key: ModelKey) -> Option<StatedComparison> {
        let (_, stated_world) = world.associated().find(|(known, _)| *known == name)?;
        Some(StatedComparison {
            table: stated_world.association(key),
            plain: world.association(key),
            keywords: world.keywords_by_form(),
            clues: world.clues_by_form(),
            in_deck: OnceLock::new(),
        })
    }

    /// Returns the log likelihoods of a clue for keywords; `None` if a keyword is not in the deck, the clue
    /// is not in the vocabulary, or the law forbids it.
    pub(super) fn log_likelihoods(&self, keywords: [&str; 4], clue: &str) -> Option<[f64; 4]> {
        let clue = *self.clues.get(&same_clue_form(clue))?;
        let known = keywords.map(|keyword| self.keywords.get(&same_clue_form(keyword)));
        let likelihoods = known.map(|known| known.map_or(0.0, |&known| self.table.likelihood(known, clue)));
        let is_sound = likelihoods.iter().all(|&likelihood| likelihood > 0.0);
        is_sound.then(|| likelihoods.map(|likelihood| libm::log(f64::from(likelihood))))
    }

    /// Returns the log ratio of both tables for a clue, by possible keyword in the deck.
    pub(super) fn gains(&self, candidate_words: &CandidateWords, clue: &str) -> Vec<(usize, f32)> {
        let Some(&clue) = self.clues.get(&same_clue_form(clue)) else { return Vec::new() };
        let known = self.in_deck.get_or_init(|| {
            let words = candidate_words.words().enumerate();
            words.filter_map(|(n, word)| Some((n, *self.keywords.get(&same_clue_form(word))?))).collect()
        });
        known
            .iter()
            .filter_map(|&(n, keyword)| {
                let (stated, plain) =
                    (self.table.likelihood(keyword, clue), self.plain.likelihood(keyword, clue));
                (stated > 0.0 && plain > 0.0).then(|| (n, libm::logf(stated / plain)))
            })
            .collect()
    }
}
