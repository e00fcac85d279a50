//! Which clues people state for a word, and for which clues they state the word.

use overhear_engine::rules::{Clue, Keyword};
use rustc_hash::FxHashMap;

use crate::model::{Association, World};
use crate::words::StatedWords;

/// Share of what people say that the stated associations explain; the word table explains the rest.
pub(crate) const STATED: f32 = 0.6;

/// Weight of a clue whose own answers have the keyword.
const BACK: f32 = 0.1;

/// The place of what is not stated.
const NOT_STATED: u16 = u16::MAX;

/// A clue that is linked to a word, with the places from 0, the likeliest first.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Link {
    pub(crate) clue: Clue,
    /// Place of the clue among the answers to the word.
    pub(crate) answer: u16,
    /// Place of the word among the answers to the clue.
    pub(crate) headword: u16,
}

impl Link {
    /// Returns a weight: each direction counts 1 / (place + 6), the second one `back` times as much.
    pub(crate) fn weight(self, back: f32) -> f32 {
        place_weight(self.answer) + back * place_weight(self.headword)
    }

    fn is_legal(self, keyword: Keyword, table: &Association) -> bool {
        table.likelihood(keyword, self.clue) > 0.0
    }
}

/// A keyword and a clue that is stated for it, with its share of P(clue | keyword).
pub(crate) struct StatedPair {
    pub(crate) keyword: Keyword,
    pub(crate) clue: Clue,
    pub(crate) share: f32,
}

/// The links of some words to the clues of a vocabulary.
pub(crate) struct Links {
    /// For each word its links, by clue.
    lists: Vec<Vec<Link>>,
}

impl Links {
    /// Finds the links of the keywords of a world to its clues, in the norms.
    pub(crate) fn of_keywords(world: &World, norms: Option<&StatedWords>) -> Links {
        let keywords: Vec<&str> = world.deck().keywords().iter().map(|keyword| &*keyword.text).collect();
        Links::new(&keywords, world, norms)
    }

    /// Finds the links of `words` to the clues of a world, in the norms.
    pub(crate) fn new(words: &[&str], world: &World, norms: Option<&StatedWords>) -> Links {
        let mut lists = vec![Vec::new(); words.len()];
        let Some(norms) = norms else { return Links { lists } };
        let clues: Vec<&str> = world.clue_texts().collect();
        let places: FxHashMap<&str, u32> = clues.iter().copied().zip(0..).collect();
        for (list, word) in lists.iter_mut().zip(words) {
            for (&answer, place) in norms.answers(word).iter().zip(0..) {
                if let Some(&clue) = places.get(answer) {
                    list.push(Link { clue: Clue::new(clue), answer: place, headword: NOT_STATED });
                }
            }
        }
        let mut numbers: FxHashMap<&str, Vec<usize>> = FxHashMap::default();
        words.iter().enumerate().for_each(|(n, &word)| numbers.entry(word).or_default().push(n));
        for (clue, number) in clues.iter().zip(0..) {
            for (answer, place) in norms.answers(clue).iter().zip(0..) {
                for &word in numbers.get(answer).into_iter().flatten() {
                    let link = Link { clue: Clue::new(number), answer: NOT_STATED, headword: place };
                    lists[word].push(link);
                }
            }
        }
        lists.iter_mut().for_each(merge);
        Links { lists }
    }

    /// Returns the links of a word, by clue.
    pub(crate) fn list(&self, word: usize) -> &[Link] {
        &self.lists[word]
    }

    /// Returns the lawful clues that are stated for each keyword of a table, in order of the keywords, with their shares of
    /// P(clue | keyword); those of a keyword sum to [`STATED`].
    pub(crate) fn stated<'l>(&'l self, table: &'l Association) -> impl Iterator<Item = StatedPair> + 'l {
        let keywords = (0..table.keywords() as u16).map(Keyword);
        self.lists.iter().zip(keywords).flat_map(move |(list, keyword)| {
            let legal = list.iter().filter(move |link| link.is_legal(keyword, table));
            let sum: f32 = legal.clone().map(|link| link.weight(BACK)).sum();
            legal.map(move |link| {
                let share = STATED * link.weight(BACK) / sum;
                StatedPair { keyword, clue: link.clue, share }
            })
        })
    }

    /// Returns the links of each word.
    pub(crate) fn lists(&self) -> impl Iterator<Item = &Vec<Link>> {
        self.lists.iter()
    }
}

/// Sorts links by clue, and makes one of two directions.
fn merge(list: &mut Vec<Link>) {
    list.sort_by_key(|link| link.clue);
    list.dedup_by(|next, previous| {
        let is_same = next.clue == previous.clue;
        if is_same {
            previous.answer = previous.answer.min(next.answer);
            previous.headword = previous.headword.min(next.headword);
        }
        is_same
    });
}

/// Returns the weight of a place in a list, from 0; 0 if nothing is stated.
fn place_weight(place: u16) -> f32 {
    const FIRST: f32 = 6.0;
    if place == NOT_STATED { 0.0 } else { 1.0 / (f32::from(place) + FIRST) }
}
