//! The words of a run, whatever space they are thought of in.

use std::sync::{Arc, LazyLock, OnceLock};

use overhear_engine::rules::{
    Clue, ClueLaw, Deck, Language, Lexicon as Facts, NoLexicon, Utterances, WordTable,
};

use super::compounded::Compounded;
use super::kept::Kept;
use crate::words::{Lexicon, Space, embedded_makeup};

/// What the law is told about English words, while laws are worked out.
static ENGLISH: Kept<(), WordTable<'static>> = Kept::new();

/// The same for texts, once any may be said.
static ENGLISH_TEXTS: LazyLock<WordTable<'static>> = LazyLock::new(embedded_makeup);

/// The deck, the clues and their law: what everybody shares who plays with them.
pub(super) struct Lexis {
    pub(super) deck: Deck,
    /// The space that the clues were chosen from.
    pub(super) space: Arc<Space>,
    pub(super) lexicon: Arc<Lexicon>,
    /// For each clue the place of its word in the space.
    pub(super) clues: Vec<u32>,
    /// Which clues make compounds with which keywords.
    pub(super) compounded: Compounded,
    law: OnceLock<ClueLaw>,
}

impl Lexis {
    pub(super) fn new(
        deck: Deck,
        space: Arc<Space>,
        lexicon: Arc<Lexicon>,
        clues: Vec<u32>,
        compounded: Compounded,
    ) -> Lexis {
        Lexis { deck, space, lexicon, clues, compounded, law: OnceLock::new() }
    }

    /// The text of a clue of the vocabulary, or of a text that was said.
    pub(super) fn clue_text(&self, clue: Clue) -> &str {
        match self.clues.get(clue.index()) {
            Some(&place) => self.space.words().get(place as usize),
            None => self.utterances().text(clue),
        }
    }

    /// The texts that are said and the vocabulary does not have; from the first call on, any text may be.
    pub(super) fn utterances(&self) -> &Arc<Utterances> {
        self.law().admit(|| Utterances::new(self.law(), self.clue_texts(), &self.deck, self.facts_of_texts()))
    }

    /// The law of clues; worked out when it is first asked for.
    pub(super) fn law(&self) -> &ClueLaw {
        self.law.get_or_init(|| ClueLaw::with_lexicon(self.clue_texts(), &self.deck, &*self.facts()))
    }

    /// The law of clues for another deck of the same language.
    pub(super) fn law_for(&self, deck: &Deck) -> ClueLaw {
        self.law().for_deck(self.clue_texts(), deck, &*self.facts())
    }

    /// Which of the clues, by number, make compounds with the words at some places of the space.
    pub(super) fn compounded_with(&self, places: impl Iterator<Item = (u32, u32)>) -> Compounded {
        Compounded::new(self.lexicon.compounds(), &self.clues, places)
    }

    /// What the law is told about words.
    fn facts(&self) -> Arc<dyn Facts> {
        match self.deck.language() {
            Language::English => ENGLISH.get((), embedded_makeup),
            _ => Arc::new(NoLexicon),
        }
    }

    /// The same for as long as texts are said.
    pub(super) fn facts_of_texts(&self) -> &'static dyn Facts {
        match self.deck.language() {
            Language::English => &*ENGLISH_TEXTS,
            _ => &NoLexicon,
        }
    }

    pub(super) fn clue_texts(&self) -> impl ExactSizeIterator<Item = &str> {
        self.clues.iter().map(|&place| self.space.words().get(place as usize))
    }
}

/// Lets go of what only the making of laws needs.
pub(super) fn forget_facts() {
    ENGLISH.forget_unused();
}
