//! Which clues refer to a keyword.
//!
//! A clue refers to a keyword if people state one for the other, in the norms of the language, or, more weakly, if two minds of
//! independent origin hold them near.

use overhear_engine::rules::{Clue, Keyword};
use rustc_hash::FxHashMap;

use crate::minds::{DeckMind, Link, Links};
use crate::model::{Association, World};

/// A clue that refers to a keyword.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reference {
    /// Its place in [`References::clues`].
    pub(super) place: u32,
    /// How weakly it refers: 0 for what people say soon, 2.5 for what is only near.
    pub(super) weakness: f32,
}

/// The clues that refer to the keywords of a deck.
pub(super) struct References {
    /// All of them, ascending.
    pub(super) clues: Vec<Clue>,
    /// Those of each keyword, strongest first.
    pub(super) lists: Vec<Vec<Reference>>,
}

/// Share of the vocabulary, in a thousand, that the table must hold nearest to a keyword for a clue that is not stated.
const NEAR: u16 = 20;

/// The same where no second mind knows the deck.
const NEAR_ALONE: u16 = 5;

/// How many times likelier than its base rate the second mind must take such a clue.
const NEAR_RATIO: f64 = 8.0;

/// How weakly a clue refers that is only near.
const WEAKEST: f32 = 2.5;

/// The most clues of a keyword.
const MOST: usize = 192;

impl References {
    /// Finds the lawful clues that refer to the keywords of a world.
    pub(super) fn new(
        world: &World,
        table: &Association,
        links: &Links,
        known: Option<&DeckMind>,
    ) -> References {
        let mut by_keyword: Vec<Vec<(Clue, f32)>> =
            links.lists().map(|list| list.iter().copied().map(stated).collect()).collect();
        each_near(world, known, |clue, keyword| {
            if links.list(keyword).binary_search_by_key(&clue, |link| link.clue).is_err() {
                by_keyword[keyword].push((clue, WEAKEST));
            }
        });
        // The strongest references stay; ties go by the number of the clue, so that the list is the same in every run.
        for (list, keyword) in by_keyword.iter_mut().zip(0..) {
            list.retain(|&(clue, _)| table.likelihood(Keyword(keyword), clue) > 0.0);
            list.sort_by(|a, b| a.1.total_cmp(&b.1).then(a.0.cmp(&b.0)));
            list.truncate(MOST);
        }
        // Tables have a column for each clue of any list, so clues are numbered anew by their place among these.
        let mut clues: Vec<Clue> = by_keyword.iter().flatten().map(|&(clue, _)| clue).collect();
        clues.sort_unstable();
        clues.dedup();
        let places: FxHashMap<Clue, u32> = clues.iter().copied().zip(0..).collect();
        let lists = by_keyword
            .iter()
            .map(|list| {
                list.iter().map(|&(clue, weakness)| Reference { place: places[&clue], weakness }).collect()
            })
            .collect();
        References { clues, lists }
    }
}

/// Returns how weakly a stated clue refers.
fn stated(link: Link) -> (Clue, f32) {
    let weakness = match (link.answer, link.headword) {
        (0..20, _) | (_, 0..8) => 0.0,
        (20..50, _) | (_, 8..20) => 0.4,
        _ => 0.8,
    };
    (link.clue, weakness)
}

/// Calls `with` for each keyword that each clue is near to: among the nearest words of the table, and likelier to the second mind.
fn each_near(world: &World, known: Option<&DeckMind>, mut with: impl FnMut(Clue, usize)) {
    let referee = world.referee(if known.is_some() { NEAR } else { NEAR_ALONE });
    for clue in (0..world.clues() as u32).map(Clue::new) {
        let near = referee.keywords_of(clue);
        let place = known.and_then(|known| known.mind().words().place(world.clue_text(clue)));
        for keyword in
            (0..world.deck().len()).filter(|&keyword| near[keyword / 64] >> (keyword % 64) & 1 == 1)
        {
            let is_heard = known.is_none_or(|known| {
                place.is_some_and(|place| is_likelier(known, Keyword(keyword as u16), place))
            });
            if is_heard {
                with(clue, keyword);
            }
        }
    }
}

/// Returns whether a keyword of the deck makes a word of a mind much likelier than it is otherwise.
fn is_likelier(known: &DeckMind, keyword: Keyword, word: usize) -> bool {
    let base = libm::log(known.mind().words().rate(word));
    known.log_prob(keyword, word) - base >= libm::log(NEAR_RATIO)
}
