//! `minds`: a stranger who gives clues, thinking with a mind of independent origin.
//!
//! A clue is drawn from the words that its mind finds likeliest for the keyword, by their probabilities; one that it would take for
//! another keyword of the team is drawn again. It knows nothing of the word table by which other players choose and understand, and it
//! ignores opponents.

use std::sync::Arc;

use overhear_engine::game::{Encryptor, EncryptorView, Stream};
use overhear_engine::rules::{CLUES, Clue, Clues, Keyword, Slot};
use rayon::prelude::*;

use super::first_legal;
use crate::kind::{EncryptorKind, MIND, Param, PlayerFactory};
use crate::minds::{DeckMind, Mind};
use crate::model::World;

const OWN_MIND: Param = Param::choice(MIND, &Mind::NAMES, "the mind that it thinks with");

/// Number of words to draw from.
const WORDS: Param = Param::whole("top", 40.0, 1.0, MOST as f64, "likeliest words to draw from");

/// The most words that are kept of a keyword: some are forbidden beside other keywords, and some are used up.
const MOST: usize = 256;

pub(crate) const KIND: EncryptorKind = EncryptorKind {
    name: "minds",
    summary: "a stranger: says what comes to a mind of independent origin, and ignores the opponents",
    cheats: false,
    associates: false,
    params: &[OWN_MIND, WORDS],
    prepare: &|world, values| {
        let name = Mind::NAMES[values.get(MIND) as usize];
        let words = Arc::new(LikelyWords::new(world, DeckMind::named(name, world.deck())?));
        let top = values.get("top") as usize;
        Ok(PlayerFactory::new(
            move || -> Box<dyn Encryptor> {
                Box::new(Stranger { words: Arc::clone(&words), top, remaining: Vec::with_capacity(MOST) })
            },
            true,
        ))
    },
};

/// The words that a mind finds likeliest for each keyword.
struct LikelyWords {
    /// Number of clues of the vocabulary.
    clues: usize,
    mind: DeckMind,
    /// For each keyword of the deck its likeliest words, the likeliest first.
    lists: Vec<Vec<LikelyWord>>,
}

/// A clue that a mind finds likely for a keyword.
struct LikelyWord {
    clue: Clue,
    /// Its place among the words of the mind.
    place: usize,
    /// ln P(clue | keyword).
    log_prob: f64,
    /// P(clue | keyword).
    weight: f64,
}

impl LikelyWords {
    fn new(world: &World, mind: DeckMind) -> LikelyWords {
        let clues = (0..world.clues() as u32).map(Clue::new);
        let known = clues.filter_map(|clue| Some((clue, mind.mind().words().place(world.clue_text(clue))?)));
        let known: Vec<(Clue, usize)> = known.collect();
        let keywords = (0..world.deck().len() as u16).into_par_iter().map(Keyword);
        let lists = keywords.map(|keyword| likeliest(&mind, keyword, &known)).collect();
        LikelyWords { clues: world.clues(), mind, lists }
    }

    /// Returns the likeliest words of a keyword, the likeliest first.
    fn list(&self, keyword: Keyword) -> &[LikelyWord] {
        &self.lists[keyword.index()]
    }

    /// Returns whether the mind takes a word for the keyword in `slot` rather than for another of the team.
    fn is_clear(&self, view: &EncryptorView<'_>, slot: Slot, word: &LikelyWord) -> bool {
        let mut others = Slot::ALL.into_iter().filter(|&other| other != slot);
        others.all(|other| self.mind.log_prob(view.keywords()[other], word.place) < word.log_prob)
    }
}

/// Returns the words that a mind finds likeliest for a keyword, of clues with their places in the mind.
fn likeliest(mind: &DeckMind, keyword: Keyword, known: &[(Clue, usize)]) -> Vec<LikelyWord> {
    let mut words: Vec<LikelyWord> = known
        .iter()
        .map(|&(clue, place)| {
            let log_prob = mind.log_prob(keyword, place);
            LikelyWord { clue, place, log_prob, weight: libm::exp(log_prob) }
        })
        .collect();
    words.sort_unstable_by(|a, b| b.log_prob.total_cmp(&a.log_prob).then(a.clue.cmp(&b.clue)));
    words.truncate(MOST);
    words.shrink_to_fit();
    words
}

struct Stranger {
    words: Arc<LikelyWords>,
    top: usize,
    /// Buffer for the places of the words that are left to draw from.
    remaining: Vec<usize>,
}

impl Stranger {
    /// Draws a lawful clue for `slot` from the likeliest words, preferably one that the mind takes for no other keyword of the team.
    fn draw(
        &mut self,
        view: &EncryptorView<'_>,
        slot: Slot,
        earlier: &[Option<Clue>],
        stream: &mut Stream,
    ) -> Option<Clue> {
        let Stranger { words, top, remaining } = self;
        let list = words.list(view.keywords()[slot]);
        let lawful = (0..list.len()).filter(|&n| view.is_legal(slot, earlier, list[n].clue));
        remaining.clear();
        remaining.extend(lawful.take(*top));
        let likeliest = remaining.first().map(|&n| list[n].clue);
        while !remaining.is_empty() {
            let word = &list[remaining.swap_remove(drawn(list, remaining, stream))];
            if words.is_clear(view, slot, word) {
                return Some(word.clue);
            }
        }
        likeliest
    }
}

/// Draws a place in `remaining` by the probabilities of its words.
fn drawn(list: &[LikelyWord], remaining: &[usize], stream: &mut Stream) -> usize {
    let total: f64 = remaining.iter().map(|&n| list[n].weight).sum();
    let mut rest = total * stream.unit_f64();
    let place = remaining.iter().position(|&n| {
        rest -= list[n].weight;
        rest < 0.0
    });
    place.unwrap_or(remaining.len() - 1)
}

impl Encryptor for Stranger {
    fn clues(&mut self, view: &EncryptorView<'_>, stream: &mut Stream) -> Clues {
        let mut clues: Clues = [None; CLUES];
        for (n, slot) in view.code().slots().into_iter().enumerate() {
            let drawn = self.draw(view, slot, &clues[..n], stream);
            clues[n] = drawn.or_else(|| first_legal(self.words.clues, view, slot, &clues[..n]));
        }
        clues
    }
}
