//! A deal with its number and the keys of its run: the data that make a game repeatable.

use std::fmt;
use std::ops::Deref;

use super::stream::StreamSource;
use super::{Deal, Keys};
use crate::rules::{BySide, Deck, Keyword, Side};

/// A deal with its number in a run and the keys of the run, the source of all chance in its games.
///
/// It dereferences to [`Deal`] and cannot be changed.
///
/// ```
/// use overhear_engine::rules::{CheckedRules, ClueLaw, Deck};
/// use overhear_engine::game::{Seed, GameSetup};
/// let list: String = (0..8).map(|n| format!("word{n}\n")).collect();
/// let deck = Deck::parse(&list, "en")?;
/// let law = ClueLaw::new(&[], &deck);
/// let setup = GameSetup::new(CheckedRules::official(), &deck, &law)?;
/// let dealt = setup.deal(Seed(1), 7);
/// assert_eq!(dealt.number(), 7);
/// assert_eq!(dealt.codes, setup.deal(Seed(1), 7).codes);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct NumberedDeal {
    deal: Deal,
    source: StreamSource,
    /// Digest of the deck.
    deck: u64,
}

/// Error returned when a deal does not fit its deck.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DealError {
    /// A keyword is not in the deck.
    NoSuchKeyword {
        /// The keyword.
        keyword: Keyword,
        /// Number of keywords in the deck.
        deck: usize,
    },
    /// Two keywords are on one card (R2).
    SameCard {
        /// Index of the card, from 0.
        card: usize,
    },
}

impl fmt::Display for DealError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DealError::NoSuchKeyword { keyword, deck } => {
                write!(f, "keyword {} is not in a deck of {deck}", keyword.index())
            }
            DealError::SameCard { card } => {
                write!(f, "two keywords that are dealt stand on card {card} (R2)")
            }
        }
    }
}

impl std::error::Error for DealError {}

/// Checks that the deck has all keywords of the deal, on different cards (R2).
fn check(deal: &Deal, deck: &Deck) -> Result<(), DealError> {
    let mut cards = Vec::new();
    for keyword in Side::ALL.into_iter().flat_map(|side| deal.keywords[side].0) {
        let Some(text) = deck.keywords().get(keyword.index()) else {
            return Err(DealError::NoSuchKeyword { keyword, deck: deck.len() });
        };
        if cards.contains(&text.card) {
            return Err(DealError::SameCard { card: text.card });
        }
        cards.push(text.card);
    }
    Ok(())
}

impl NumberedDeal {
    /// Creates a deal from keywords and codes chosen by the caller.
    ///
    /// # Errors
    /// [`DealError`] if the deal does not fit the deck.
    pub(super) fn from_cards(
        deal: Deal,
        keys: Keys,
        number: u64,
        deck: &Deck,
    ) -> Result<NumberedDeal, DealError> {
        check(&deal, deck)?;
        Ok(NumberedDeal::new(deal, keys, number, deck))
    }

    /// Creates a deal of a deck with its number in a run.
    pub(super) const fn new(deal: Deal, keys: Keys, number: u64, deck: &Deck) -> NumberedDeal {
        NumberedDeal { deal, source: StreamSource { keys, deal: number }, deck: deck.digest() }
    }

    /// Returns `true` if the deal is from this deck.
    pub(super) const fn uses_deck(&self, deck: &Deck) -> bool {
        self.deck == deck.digest()
    }

    /// Returns the number of the deal in the run.
    pub const fn number(&self) -> u64 {
        self.source.deal
    }

    /// Returns the source of the players' random numbers.
    pub(super) const fn source(&self) -> StreamSource {
        self.source
    }

    /// Returns the deal with the noise seeds of agents with these salts.
    pub fn salted(&self, salts: BySide<u64>) -> Deal {
        self.deal.salted(salts, self.source.keys)
    }
}

impl Deref for NumberedDeal {
    type Target = Deal;

    fn deref(&self) -> &Deal {
        &self.deal
    }
}
