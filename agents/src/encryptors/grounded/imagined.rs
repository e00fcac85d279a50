//! Opponents who imagine the keywords behind the clues of a slot.
//!
//! One kind knows the deck, the other only the language: it also imagines frequent words that no deck has. Both think of a keyword as
//! people say clues to it: the stated associations, the word table, and now and then any word. Their belief about each slot is the
//! product of the likelihoods of its clues.

use std::array;

use overhear_engine::rules::{BySlot, Clue, Keyword, Slot};

use super::references::References;
use crate::minds::Links;
use crate::model::{Association, LANES, ModelKey, World, blend_in_place, dots, narrow, widen};
use crate::words::StatedWords;

/// Number of frequent words that are imagined beside the keywords of the deck.
const WORDS: usize = 192;

/// Shares of what people say: the word table, the stated associations, any word.
const SHARES: [f32; 3] = [0.5, 0.45, 0.05];

/// Weight of a clue whose own answers have the imagined word.
const BACK: f32 = 0.5;

/// P(clue | imagined keyword) for the clues that refer to a keyword: the keywords of the deck, then frequent words.
pub(super) struct Imagined {
    keywords: usize,
    /// Number of frequent words.
    words: usize,
    /// Number of values of a column that belong to the deck, padding included.
    deck: usize,
    stride: usize,
    columns: Vec<u16>,
}

impl Imagined {
    pub(super) fn new(
        world: &World,
        key: ModelKey,
        references: &References,
        links: &Links,
        norms: Option<&StatedWords>,
    ) -> Imagined {
        let (table, open) = (world.association(key), world.open_vocabulary(key, WORDS));
        let words: Vec<&str> = open.words().iter().map(|&word| world.clue_text(word)).collect();
        let others = Links::new(&words, world, norms);
        let (keywords, deck) = (table.keywords(), table.stride());
        let stride = deck + words.len().next_multiple_of(LANES);
        let base = base_rates(world.clues(), key);
        let mut columns = vec![0; references.clues.len() * stride];
        for (column, &clue) in columns.chunks_exact_mut(stride).zip(&references.clues) {
            let (own, other) = column.split_at_mut(deck);
            mix(&mut own[..keywords], &table, clue, base[clue.index()]);
            mix(&mut other[..words.len()], open.table(), clue, base[clue.index()]);
        }
        let mut imagined = Imagined { keywords, words: words.len(), deck, stride, columns };
        imagined.add_stated(references, links, 0);
        imagined.add_stated(references, &others, deck);
        imagined
    }

    /// Adds the stated associations of words whose values begin at `first` in each column.
    fn add_stated(&mut self, references: &References, links: &Links, first: usize) {
        for (list, n) in links.lists().zip(first..) {
            let sum: f32 = list.iter().map(|link| link.weight(BACK)).sum();
            for link in list {
                let Ok(place) = references.clues.binary_search(&link.clue) else { continue };
                let value = &mut self.columns[place * self.stride + n];
                // What the law forbids has probability 0 and keeps it.
                if *value > 0 {
                    *value = narrow(widen(*value) + SHARES[1] * link.weight(BACK) / sum);
                }
            }
        }
    }

    /// Returns P(clue | keyword of the deck).
    pub(super) fn likelihood(&self, keyword: Keyword, place: u32) -> f32 {
        widen(self.column(place)[keyword.index()])
    }

    fn column(&self, place: u32) -> &[u16] {
        &self.columns[place as usize * self.stride..][..self.stride]
    }
}

/// Writes the shares of the table and of any word; 0 where the law forbids the clue.
fn mix(column: &mut [u16], table: &Association, clue: Clue, base: f32) {
    for (value, n) in column.iter_mut().zip(0..) {
        let likelihood = table.likelihood(Keyword(n), clue);
        let mixed = SHARES[0] * likelihood + SHARES[2] * base;
        *value = if likelihood > 0.0 { narrow(mixed) } else { 0 };
    }
}

/// Returns how often each clue is said when nothing is meant, by its frequency.
fn base_rates(clues: usize, key: ModelKey) -> Vec<f32> {
    let rates: Vec<f64> = (1..=clues).map(|rank| libm::pow(rank as f64, -key.alpha)).collect();
    let sum: f64 = rates.iter().sum();
    rates.into_iter().map(|rate| (rate / sum) as f32).collect()
}

/// What both kinds of opponents believe of the keyword of each slot.
///
/// Those who know the deck hear the same clues as those who know the language, so they believe the same of its keywords but for a
/// factor: one row a slot serves both.
pub(super) struct Beliefs {
    /// The keywords of the deck, then frequent words.
    rows: BySlot<Vec<f32>>,
    /// What the keywords of the deck have of each row.
    deck_shares: BySlot<f32>,
    /// Number of values of a row that belong to the deck.
    deck: usize,
}

/// P(clue | slot) for both kinds of opponents, by slot.
pub(super) struct Predicted {
    pub(super) deck: [f32; 4],
    pub(super) language: [f32; 4],
}

impl Beliefs {
    pub(super) fn new(imagined: &Imagined) -> Beliefs {
        Beliefs {
            rows: BySlot::from_fn(|_| vec![0.0; imagined.stride]),
            deck_shares: BySlot([0.0; 4]),
            deck: imagined.deck,
        }
    }

    /// Forgets all clues: every keyword is equally likely.
    pub(super) fn reset(&mut self, imagined: &Imagined) {
        let all = imagined.keywords + imagined.words;
        for row in &mut self.rows.0 {
            row.fill(1.0 / all as f32);
            row[imagined.keywords..imagined.deck].fill(0.0);
            row[imagined.deck + imagined.words..].fill(0.0);
        }
        self.deck_shares = BySlot([imagined.keywords as f32 / all as f32; 4]);
    }

    /// Hears a clue of a slot, given its place in [`References::clues`]. A clue that no keyword explains changes nothing.
    pub(super) fn hear(&mut self, imagined: &Imagined, slot: Slot, place: u32) {
        let (row, column) = (&mut self.rows[slot], imagined.column(place));
        let [evidence] = dots(column, [&row[..]]);
        if evidence > 0.0 {
            blend_in_place(row, column, 1.0 / evidence);
            self.deck_shares[slot] = row[..self.deck].iter().sum();
        }
    }

    /// Returns how likely a clue is for each slot.
    pub(super) fn predict(&self, imagined: &Imagined, place: u32) -> Predicted {
        let (own, other) = imagined.column(place).split_at(self.deck);
        let in_deck = dots(own, self.rows.0.each_ref().map(|row| &row[..self.deck]));
        let beyond = dots(other, self.rows.0.each_ref().map(|row| &row[self.deck..]));
        Predicted {
            deck: array::from_fn(|slot| in_deck[slot] / self.deck_shares.0[slot].max(f32::MIN_POSITIVE)),
            language: array::from_fn(|slot| in_deck[slot] + beyond[slot]),
        }
    }
}
