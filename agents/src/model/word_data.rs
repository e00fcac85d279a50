//! The words of a run: independent of any embedding, and with their vectors in one.

use std::sync::{Arc, OnceLock};

use overhear_engine::rules::{
    Clue, ClueLaw, Deck, FreeTextClues, Language, Lexicon as LawLexicon, NoLexicon,
};

use super::compounded::CompoundPairs;
use super::directions::{Directions, PackedDirections};
use super::memo::Memo;
use super::text_clues::TextEmbedder;
use super::weighing::AssociationInputs;
use crate::words::{
    LawWords, Lexicon, Space, embedded_keywords, embedded_law_words, embedded_makeup, has_embedded_words,
};

/// Facts about the words of a language, kept while laws are created.
static FACTS: Memo<Language, LawWords> = Memo::new();

/// The deck, the clues and their law, shared by all players of a run.
pub(super) struct WordData {
    pub(super) deck: Deck,
    /// The space that the clues were chosen from.
    pub(super) space: Arc<Space>,
    pub(super) lexicon: Arc<Lexicon>,
    /// The position of each clue's word in the space.
    pub(super) clues: Vec<u32>,
    /// The compounds of clues and keywords.
    pub(super) compounded: CompoundPairs,
    law: OnceLock<ClueLaw>,
}

impl WordData {
    pub(super) fn new(
        deck: Deck,
        space: Arc<Space>,
        lexicon: Arc<Lexicon>,
        clues: Vec<u32>,
        compounded: CompoundPairs,
    ) -> WordData {
        WordData { deck, space, lexicon, clues, compounded, law: OnceLock::new() }
    }

    /// Returns the text of a clue of the vocabulary or of a registered text.
    pub(super) fn clue_text(&self, clue: Clue) -> &str {
        match self.clues.get(clue.index()) {
            Some(&place) => self.space.words().get(place as usize),
            None => self.utterances().text(clue),
        }
    }

    /// Returns the registered texts outside the vocabulary. From the first call on, any text may be a clue.
    pub(super) fn utterances(&self) -> &Arc<FreeTextClues> {
        self.law().allow_free_text(|| {
            let deck = self.deck.clone();
            FreeTextClues::new(self.law(), self.clue_texts(), &deck, self.facts_of_texts())
                .with_keywords(move || embedded_keywords(&deck))
        })
    }

    /// Returns the clue law, created on first use.
    pub(super) fn law(&self) -> &ClueLaw {
        self.law.get_or_init(|| ClueLaw::with_lexicon(self.clue_texts(), &self.deck, &*self.facts()))
    }

    /// Returns the clue law for another deck of the language.
    pub(super) fn law_for(&self, deck: &Deck) -> ClueLaw {
        self.law().for_deck(self.clue_texts(), deck, &*self.facts())
    }

    /// Returns the compounds of clues with the words at given positions of the space.
    pub(super) fn compounded_with(&self, places: impl Iterator<Item = (u32, u32)>) -> CompoundPairs {
        CompoundPairs::new(self.lexicon.compounds(), &self.clues, places)
    }

    /// Returns the facts about words for the creation of a law for a vocabulary.
    fn facts(&self) -> Arc<dyn LawLexicon> {
        let language = self.deck.language();
        if !has_embedded_words(language) {
            return Arc::new(NoLexicon);
        }
        FACTS.get(language, || embedded_makeup(language))
    }

    /// Returns the facts about words by which texts are judged.
    pub(super) fn facts_of_texts(&self) -> &'static dyn LawLexicon {
        embedded_law_words(self.deck.language())
    }

    pub(super) fn clue_texts(&self) -> impl ExactSizeIterator<Item = &str> {
        self.clues.iter().map(|&place| self.space.words().get(place as usize))
    }
}

/// Frees the facts that only the creation of laws needs.
pub(super) fn forget_facts() {
    FACTS.forget_unused();
}

/// Vectors of keywords and clues in one embedding, and the embedder of texts.
#[derive(Clone)]
pub(super) struct EmbeddedWords {
    pub(super) word_data: Arc<WordData>,
    /// Embedder of texts outside the vocabulary.
    pub(super) sense: Arc<TextEmbedder>,
    pub(super) keyword_rows: Arc<Directions>,
    pub(super) clue_rows: Arc<PackedDirections>,
}

impl EmbeddedWords {
    /// Returns the inputs of a table of P(clue | keyword).
    pub(super) fn words(&self) -> AssociationInputs<'_> {
        AssociationInputs {
            keywords: &self.keyword_rows,
            clues: &self.clue_rows,
            compounded: &self.word_data.compounded,
            law: self.word_data.law(),
            sharpness: self.sharpness(),
        }
    }

    /// Returns what the space multiplies the sharpness of associations by.
    pub(super) fn sharpness(&self) -> f64 {
        self.sense.space_reader.space().sharpness()
    }

    /// Returns the embedder of texts for other keywords.
    pub(super) fn sense_for(&self, keywords: Directions, places: Vec<(u32, u32)>) -> TextEmbedder {
        TextEmbedder {
            keywords: Arc::new(keywords),
            places: places.into(),
            ..TextEmbedder::clone(&self.sense)
        }
    }
}
