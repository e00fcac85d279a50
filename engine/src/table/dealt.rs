//! A deal with its number and the keys of its run: what a game needs to be played, and played again, the same.

use std::ops::Deref;

use super::source::Source;
use super::{Deal, Keys};
use crate::rules::BySide;

/// A deal, its number in a run, and the keys of the run, which all chance of its games comes from. It reads as the
/// [`Deal`] and cannot be changed.
///
/// ```
/// use overhear_engine::rules::{CheckedRules, ClueLaw, Deck};
/// use overhear_engine::table::{Seed, Table};
/// let list: String = (0..8).map(|n| format!("word{n}\n")).collect();
/// let deck = Deck::parse(&list, "en")?;
/// let law = ClueLaw::new(&[], &deck);
/// let table = Table::new(CheckedRules::official(), &deck, &law)?;
/// let dealt = table.deal(Seed(1), 7);
/// assert_eq!(dealt.number(), 7);
/// assert_eq!(dealt.codes, table.deal(Seed(1), 7).codes);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Dealt {
    deal: Deal,
    source: Source,
}

impl Dealt {
    /// A deal that somebody has made up, which stands in the place of the one with this number of a run.
    pub fn by_hand(deal: Deal, keys: impl Into<Keys>, number: u64) -> Dealt {
        Dealt { deal, source: Source { keys: keys.into(), deal: number } }
    }

    /// Its number in the run.
    pub const fn number(&self) -> u64 {
        self.source.deal
    }

    /// Where the players' chance comes from.
    pub(super) const fn source(&self) -> Source {
        self.source
    }

    /// The same deal, played by agents with these salts.
    pub(super) fn salted(&self, salts: BySide<u64>) -> Deal {
        self.deal.salted(salts, self.source.keys)
    }
}

impl Deref for Dealt {
    type Target = Deal;

    fn deref(&self) -> &Deal {
        &self.deal
    }
}
