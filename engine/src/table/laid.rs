//! A table that is laid: rules, deck and law of clues that agree.

use super::dealt::DealError;
use super::{Deal, Dealt, Keys};
use crate::rules::{CheckedRules, Clue, ClueLaw, Deck, Keyword, RefereeMode, RulesError};

/// What everybody at the table knows before the first clue.
#[derive(Clone, Copy, Debug)]
pub struct Table<'a> {
    rules: CheckedRules,
    deck: &'a Deck,
    law: &'a ClueLaw,
}

/// What does not agree at a table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TableError {
    /// A switch of the rules is out of its range, or the deck has too few words for them (R2).
    #[error(transparent)]
    Rules(#[from] RulesError),
    /// The law of clues was made for another deck.
    #[error("the law of clues is about {law} keywords, and the deck has {deck}")]
    Law {
        /// Keywords that the law knows.
        law: usize,
        /// Keywords of the deck.
        deck: usize,
    },
    /// The law of clues was made for another deck of as many keywords.
    #[error("the law of clues is about another deck of as many keywords")]
    OtherDeck,
    /// A referee is asked for (R19, R22), and the law has none.
    #[error("`referee`: the law of clues has no referee")]
    Referee,
    /// The referee was made for another deck or vocabulary than the law.
    #[error("`referee`: he knows {keywords} keywords and {words} clues, and the law of clues has others")]
    OtherReferee {
        /// Keywords that he knows.
        keywords: usize,
        /// Clues that he knows.
        words: usize,
    },
    /// The referee was made for another `referee_top` than that of the rules.
    #[error("`referee_top` = {rules}: the referee of the law of clues was made for {referee}")]
    RefereeTop {
        /// What the rules ask for.
        rules: u16,
        /// What he was made for.
        referee: u16,
    },
}

impl PartialEq for Table<'_> {
    /// Two tables are one when they are the same in memory where it is large.
    fn eq(&self, other: &Self) -> bool {
        self.rules == other.rules && std::ptr::eq(self.deck, other.deck) && std::ptr::eq(self.law, other.law)
    }
}

impl<'a> Table<'a> {
    /// A table at which games are played by these rules, with keywords of this deck and clues of this law.
    ///
    /// ```
    /// use overhear_engine::rules::{CheckedRules, ClueLaw, Deck, RefereeMode, Rules};
    /// use overhear_engine::table::{Table, TableError};
    /// let list: String = (0..8).map(|n| format!("word{n}\n")).collect();
    /// let deck = Deck::parse(&list, "en")?;
    /// let law = ClueLaw::new(&[], &deck);
    /// let table = Table::new(CheckedRules::official(), &deck, &law)?;
    /// assert_eq!(table.rules().round_limit, 8);
    /// let strict = Rules { referee: RefereeMode::Enforce, ..Rules::official() }.checked()?;
    /// assert_eq!(Table::new(strict, &deck, &law), Err(TableError::Referee));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// What does not agree: a deck that is too small for the rules or that the law does not know, a referee who is missing
    /// or another one.
    pub fn new(rules: CheckedRules, deck: &'a Deck, law: &'a ClueLaw) -> Result<Table<'a>, TableError> {
        rules.check_deck(deck)?;
        let (known, keywords) = (law.keywords(), deck.len());
        if known != keywords {
            return Err(TableError::Law { law: known, deck: keywords });
        }
        if !law.is_for(deck) {
            return Err(TableError::OtherDeck);
        }
        if rules.referee != RefereeMode::Off {
            check_referee(rules.referee_top, law)?;
        }
        Ok(Table { rules, deck, law })
    }

    /// The rules of the game.
    pub const fn rules(&self) -> &CheckedRules {
        &self.rules
    }

    /// The keyword deck.
    pub const fn deck(&self) -> &'a Deck {
        self.deck
    }

    /// Which clues are legal.
    pub const fn law(&self) -> &'a ClueLaw {
        self.law
    }

    /// Whether a clue in the vocabulary is about its keyword (R19, R22), if the rules ask; else every clue is.
    pub fn is_fit(&self, clue: Clue, keyword: Keyword) -> bool {
        let referee = self.law.referee().filter(|_| self.rules.referee != RefereeMode::Off);
        referee.is_none_or(|referee| referee.is_fit(clue, keyword))
    }

    /// What is dealt for deal number `number` of a run at this table.
    pub fn deal(&self, keys: impl Into<Keys>, number: u64) -> Dealt {
        let keys = keys.into();
        Dealt::of(Deal::numbered(&self.rules, self.deck, keys, number), keys, number, self.deck)
    }

    /// A deal that somebody has made up, which stands in the place of the one with this number of a run.
    ///
    /// # Errors
    /// [`DealError`] if the deck cannot be dealt so (R2).
    pub fn deal_by_hand(&self, deal: Deal, keys: impl Into<Keys>, number: u64) -> Result<Dealt, DealError> {
        Dealt::by_hand(deal, keys.into(), number, self.deck)
    }
}

/// The referee that rules ask for who let so many in a thousand words pass.
fn check_referee(top: u16, law: &ClueLaw) -> Result<(), TableError> {
    let referee = law.referee().ok_or(TableError::Referee)?;
    let (keywords, words) = (referee.keywords(), referee.words());
    if (keywords, words) != (law.keywords(), law.vocabulary()) {
        return Err(TableError::OtherReferee { keywords, words });
    }
    match referee.top() {
        Some(other) if other != top => Err(TableError::RefereeTop { rules: top, referee: other }),
        _ => Ok(()),
    }
}
