//! A mind over the keywords of a deck.

use overhear_engine::rules::{Deck, Keyword, Language};

use super::Mind;
use crate::kind::PrepareError;

/// The mind that players think with beside the word table and the norms.
const BESIDE_TABLE: &str = "glove";

/// A mind that knows every keyword of a deck.
#[derive(Clone, Debug)]
pub struct DeckMind {
    mind: Mind,
    /// The place of each keyword of the deck in the mind.
    places: Vec<usize>,
}

/// Buffers for the ratios of a clue.
#[derive(Clone, Debug, Default)]
pub(super) struct RatioBuffers {
    row: Vec<f32>,
    ratios: Vec<f32>,
}

/// Error returned when a mind does not know a keyword of a deck.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the mind `{mind}` knows the English keywords of the program alone, and `{keyword}` is none of them; name another deck or another player"
)]
pub struct UnknownKeyword {
    /// The name of the mind.
    pub mind: String,
    /// The first keyword of the deck that it does not know.
    pub keyword: String,
}

impl DeckMind {
    /// Finds the keywords of a deck in a mind.
    ///
    /// ```
    /// use overhear_agents::minds::{DeckMind, Mind};
    /// use overhear_engine::rules::Deck;
    /// let deck = Deck::parse("mercury\nhotel\nbarber\nfeather\njar\napplause\nhunter\nxylophone", "en").expect("eight keywords");
    /// let error = DeckMind::new(Mind::load("universal")?, &deck).expect_err("it does not know all of them");
    /// assert_eq!(error.keyword, "xylophone");
    /// # Ok::<(), overhear_agents::minds::MindError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the mind does not know a keyword.
    pub fn new(mind: Mind, deck: &Deck) -> Result<DeckMind, UnknownKeyword> {
        let texts = (0..deck.len() as u16).map(|n| deck.text(Keyword(n)));
        let places = texts.map(|text| {
            mind.keyword(text)
                .ok_or_else(|| UnknownKeyword { mind: mind.name().to_owned(), keyword: text.to_owned() })
        });
        let places = places.collect::<Result<_, _>>()?;
        Ok(DeckMind { mind, places })
    }

    /// Returns the mind of a name that the program carries, over the keywords of a deck.
    ///
    /// # Errors
    ///
    /// If the program does not carry it, or it does not know a keyword.
    pub(crate) fn named(name: &str, deck: &Deck) -> Result<DeckMind, PrepareError> {
        let mind = Mind::load(name).map_err(|error| PrepareError(error.to_string()))?;
        DeckMind::new(mind, deck).map_err(|error| PrepareError(error.to_string()))
    }

    /// Returns the mind that players think with beside the word table and the norms of the language; `None` if it does not know the deck,
    /// which the table and the norms then explain alone.
    ///
    /// # Errors
    ///
    /// If the mind that the program carries cannot be read.
    pub(crate) fn beside_table(deck: &Deck) -> Result<Option<DeckMind>, PrepareError> {
        if deck.language() != Language::English {
            return Ok(None);
        }
        let mind = Mind::load(BESIDE_TABLE).map_err(|error| PrepareError(error.to_string()))?;
        Ok(DeckMind::new(mind, deck).ok())
    }

    /// Returns the mind.
    pub fn mind(&self) -> &Mind {
        &self.mind
    }

    /// Returns ln P(clue | keyword) of the word at a place ([`MindWords::place`](super::MindWords::place)).
    ///
    /// # Panics
    ///
    /// If there is no such keyword or word.
    pub fn log_prob(&self, keyword: Keyword, word: usize) -> f64 {
        self.mind.log_prob(self.places[keyword.index()], word)
    }

    /// Returns how much likelier each keyword of the deck makes a clue than its base rate ([`Mind::ratios`]); `None` if the mind does
    /// not know the clue.
    pub fn ratios(&self, clue: &str) -> Option<Vec<f32>> {
        let (mut buffers, mut ratios) = (RatioBuffers::default(), Vec::new());
        self.write_ratios(clue, &mut buffers, &mut ratios).then_some(ratios)
    }

    /// Writes what [`ratios`](Self::ratios) returns; returns `false` and writes nothing if the mind does not know the clue.
    pub(super) fn write_ratios(&self, clue: &str, buffers: &mut RatioBuffers, to: &mut Vec<f32>) -> bool {
        let place = self.mind.words().place(clue);
        if let Some(place) = place {
            let RatioBuffers { row, ratios } = buffers;
            self.mind.write_ratios(place, row, ratios);
            to.clear();
            to.extend(self.places.iter().map(|&place| ratios[place]));
        }
        place.is_some()
    }

    /// Returns the base rate of a clue; 0 if the mind does not know it.
    pub fn rate(&self, clue: &str) -> f32 {
        let words = self.mind.words();
        words.place(clue).map_or(0.0, |place| words.rate(place) as f32)
    }
}
