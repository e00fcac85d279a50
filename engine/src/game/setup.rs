//! The setup of a game: rules, deck and law of clues that match.

use std::fmt;

use super::numbered_deal::DealError;
use super::{Deal, Keys, MAX_TALK_TURNS, NumberedDeal};
use crate::rules::{CheckedRules, Clue, ClueLaw, Deck, Keyword, RefereeMode, RulesError};

/// The rules, keyword deck and clue law of a game, validated against each other.
#[derive(Clone, Copy, Debug)]
pub struct GameSetup<'a> {
    rules: CheckedRules,
    deck: &'a Deck,
    law: &'a ClueLaw,
    talk: u8,
}

/// Error returned when the parts of a [`GameSetup`] do not match.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum GameSetupError {
    /// A switch of the rules is out of range, or the deck has too few words for the rules (R2).
    Rules(RulesError),
    /// The law of clues is for a deck with another number of keywords.
    Law {
        /// Number of keywords of the law.
        law: usize,
        /// Number of keywords in the deck.
        deck: usize,
    },
    /// The law of clues is for another deck with an equal number of keywords.
    OtherDeck,
    /// The rules need a referee (R19, R22), and the law has none.
    Referee,
    /// The referee is for another deck or vocabulary than the law.
    OtherReferee {
        /// Number of keywords of the referee.
        keywords: usize,
        /// Number of clues of the referee.
        words: usize,
    },
    /// The referee is for another `referee_top` than that of the rules.
    RefereeTop {
        /// The value in the rules.
        rules: u16,
        /// The value of the referee.
        referee: u16,
    },
}

impl fmt::Display for GameSetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GameSetupError::Rules(error) => error.fmt(f),
            GameSetupError::Law { law, deck } => {
                write!(f, "the law of clues is about {law} keywords, and the deck has {deck}")
            }
            GameSetupError::OtherDeck => {
                f.write_str("the law of clues is about another deck of as many keywords")
            }
            GameSetupError::Referee => f.write_str("`referee`: the law of clues has no referee"),
            GameSetupError::OtherReferee { keywords, words } => write!(
                f,
                "`referee`: it knows {keywords} keywords and {words} clues, and the law of clues has others"
            ),
            GameSetupError::RefereeTop { rules, referee } => {
                write!(f, "`referee_top` = {rules}: the referee of the law of clues was made for {referee}")
            }
        }
    }
}

impl std::error::Error for GameSetupError {}

impl From<RulesError> for GameSetupError {
    fn from(error: RulesError) -> GameSetupError {
        GameSetupError::Rules(error)
    }
}

impl PartialEq for GameSetup<'_> {
    /// Compares the rules by value, and deck and law by address.
    fn eq(&self, other: &Self) -> bool {
        (self.rules, self.talk) == (other.rules, other.talk)
            && std::ptr::eq(self.deck, other.deck)
            && std::ptr::eq(self.law, other.law)
    }
}

impl<'a> GameSetup<'a> {
    /// Creates the setup for games under these rules, with keywords of this deck and clues of this law.
    ///
    /// ```
    /// use overhear_engine::rules::{CheckedRules, ClueLaw, Deck, RefereeMode, Rules};
    /// use overhear_engine::game::{GameSetup, GameSetupError};
    /// let list: String = (0..8).map(|n| format!("word{n}\n")).collect();
    /// let deck = Deck::parse(&list, "en")?;
    /// let law = ClueLaw::new(&[], &deck);
    /// let setup = GameSetup::new(CheckedRules::official(), &deck, &law)?;
    /// assert_eq!(setup.rules().round_limit, 8);
    /// let strict = Rules { referee: RefereeMode::Enforce, ..Rules::official() }.checked()?;
    /// assert_eq!(GameSetup::new(strict, &deck, &law), Err(GameSetupError::Referee));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`GameSetupError`] if the deck is too small for the rules, the law is for another deck, or the referee is
    /// missing or does not match.
    pub fn new(
        rules: CheckedRules,
        deck: &'a Deck,
        law: &'a ClueLaw,
    ) -> Result<GameSetup<'a>, GameSetupError> {
        rules.check_deck(deck)?;
        let (known, keywords) = (law.keywords(), deck.len());
        if known != keywords {
            return Err(GameSetupError::Law { law: known, deck: keywords });
        }
        if !law.is_for(deck) {
            return Err(GameSetupError::OtherDeck);
        }
        if rules.referee != RefereeMode::Off {
            check_referee(rules.referee_top, law)?;
        }
        Ok(GameSetup { rules, deck, law, talk: 0 })
    }

    /// Returns the setup with talks of up to `turns` turns before teams of three or four guess; 0 for none.
    ///
    /// # Panics
    /// If `turns` exceeds [`MAX_TALK_TURNS`].
    #[must_use]
    pub fn with_talk(self, turns: u8) -> GameSetup<'a> {
        assert!(turns <= MAX_TALK_TURNS, "a talk has at most {MAX_TALK_TURNS} turns, not {turns}");
        GameSetup { talk: turns, ..self }
    }

    /// Returns the greatest number of turns of a talk; 0 if teams do not talk.
    pub const fn talk_turns(&self) -> u8 {
        self.talk
    }

    /// Returns the rules.
    pub const fn rules(&self) -> &CheckedRules {
        &self.rules
    }

    /// Returns the keyword deck.
    pub const fn deck(&self) -> &'a Deck {
        self.deck
    }

    /// Returns the law of clues.
    pub const fn law(&self) -> &'a ClueLaw {
        self.law
    }

    /// Returns `true` if a clue of the vocabulary is about its keyword (R19, R22), or if the rules have no
    /// referee.
    pub fn is_fit(&self, clue: Clue, keyword: Keyword) -> bool {
        let referee = self.law.referee().filter(|_| self.rules.referee != RefereeMode::Off);
        referee.is_none_or(|referee| referee.is_fit(clue, keyword))
    }

    /// Returns deal `number` of a run.
    pub fn deal(&self, keys: impl Into<Keys>, number: u64) -> NumberedDeal {
        let keys = keys.into();
        NumberedDeal::new(Deal::numbered(&self.rules, self.deck, keys, number), keys, number, self.deck)
    }

    /// Returns a deal chosen by the caller, in place of deal `number` of a run.
    ///
    /// # Errors
    /// [`DealError`] if the deal does not fit the deck (R2).
    pub fn deal_by_hand(
        &self,
        deal: Deal,
        keys: impl Into<Keys>,
        number: u64,
    ) -> Result<NumberedDeal, DealError> {
        NumberedDeal::from_cards(deal, keys.into(), number, self.deck)
    }
}

/// Checks that the law has a referee that matches it and the `referee_top` of the rules.
fn check_referee(top: u16, law: &ClueLaw) -> Result<(), GameSetupError> {
    let referee = law.referee().ok_or(GameSetupError::Referee)?;
    let (keywords, words) = (referee.keywords(), referee.words());
    if (keywords, words) != (law.keywords(), law.vocabulary()) {
        return Err(GameSetupError::OtherReferee { keywords, words });
    }
    match referee.top() {
        Some(other) if other != top => Err(GameSetupError::RefereeTop { rules: top, referee: other }),
        _ => Ok(()),
    }
}
