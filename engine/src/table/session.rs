//! Sessions: games in a row that go through the keyword deck (R2).
//!
//! Game n of a session takes the next eight cards of the shuffled deck. When fewer are left, the deck is turned to
//! its other face and shuffled anew, and no keyword comes back before both faces are gone through. The order of the
//! cards depends on the seed and on the session alone, so any game of it can be dealt without the others.

use super::{Seed, Stream};
use crate::rules::{BySide, BySlot, CARDS_IN_PLAY, Deck, Keyword};

/// The keywords of deal number `number` where `games` deals in a row make a session.
pub(super) fn keywords(deck: &Deck, seed: Seed, number: u64, games: u64) -> BySide<BySlot<Keyword>> {
    let (session, game) = (number / games, number % games);
    let mut stream = Stream::of_session(seed, session);
    let games_of_a_face = (deck.cards().len() / CARDS_IN_PLAY) as u64;
    let (turn, place) = (game / games_of_a_face, (game % games_of_a_face) as usize);
    let first_face = u64::from(stream.below(2));
    let face = ((first_face + turn) % 2) as usize;
    let mut cards: Vec<usize> = (0..deck.cards().len()).collect();
    for _ in 0..=turn {
        shuffle(&mut cards, &mut stream);
    }
    let cards = &cards[place * CARDS_IN_PLAY..][..CARDS_IN_PLAY];
    let mut choice = Stream::of_session_game(seed, number);
    let mut four = |cards: &[usize]| {
        BySlot(std::array::from_fn(|n| {
            let words = deck.face(cards[n], face);
            words[choice.below(words.len() as u32) as usize]
        }))
    };
    let (white, black) = cards.split_at(CARDS_IN_PLAY / 2);
    BySide { white: four(white), black: four(black) }
}

/// Puts the cards in a random order (Fisher & Yates 1938; Durstenfeld 1964).
fn shuffle(cards: &mut [usize], stream: &mut Stream) {
    for n in (1..cards.len()).rev() {
        cards.swap(n, stream.below(n as u32 + 1) as usize);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    const SEED: Seed = Seed(9);

    /// Twenty cards with two words on each of two faces: two games a face, four games before a word comes back.
    fn two_faces() -> Deck {
        let rows: String =
            (0..80).map(|n| format!("{},{},w{n}\n", n / 4, if n % 4 < 2 { "blue" } else { "red" })).collect();
        Deck::parse(&format!("card,face,en\n{rows}"), "en").unwrap()
    }

    fn words(deck: &Deck, number: u64, games: u64) -> Vec<Keyword> {
        let BySide { white, black } = keywords(deck, SEED, number, games);
        white.iter().chain(black.iter()).copied().collect()
    }

    #[test]
    fn r2_no_keyword_comes_back_until_both_faces_are_gone_through() {
        let deck = two_faces();
        let mut faces = HashSet::new();
        for session in 0..50 {
            let games: Vec<_> = (0..4).map(|game| words(&deck, 4 * session + game, 4)).collect();
            let all: HashSet<_> = games.iter().flatten().collect();
            assert_eq!(all.len(), 32, "session {session}");
            let face_of = |game: &Vec<Keyword>| {
                let faces: HashSet<bool> = game.iter().map(|word| word.index() % 4 < 2).collect();
                assert_eq!(faces.len(), 1, "a game is played with one face");
                faces.contains(&true)
            };
            let turned: Vec<bool> = games.iter().map(face_of).collect();
            assert!(turned[0] == turned[1] && turned[2] == turned[3] && turned[0] != turned[2]);
            faces.insert(turned[0]);
            for pair in [&games[..2], &games[2..]] {
                let cards: HashSet<_> = pair.iter().flatten().map(|word| word.index() / 4).collect();
                assert_eq!(cards.len(), 16, "no card comes twice on one face");
            }
        }
        assert_eq!(faces.len(), 2, "sessions begin with either face");
    }

    #[test]
    fn r2_a_long_session_begins_anew_and_sessions_differ() {
        let deck = two_faces();
        let games: Vec<_> = (0..6).map(|game| words(&deck, game, 6)).collect();
        let again: HashSet<_> = games.iter().flatten().collect();
        assert!(again.len() < 48, "after four games words may come back");
        assert_ne!(words(&deck, 0, 6), words(&deck, 6, 6));
    }

    #[test]
    fn r2_a_deck_without_faces_is_gone_through_in_one() {
        let list: String = (0..16).map(|n| format!("w{n}\n")).collect();
        let deck = Deck::parse(&list, "en").unwrap();
        let all: HashSet<_> = (0..2).flat_map(|game| words(&deck, game, 2)).collect();
        assert_eq!(all.len(), 16);
    }

    #[test]
    fn r2_every_word_comes_equally_often() {
        let deck = two_faces();
        let mut seen = [0; 80];
        (0..8000).for_each(|n| words(&deck, n, 3).iter().for_each(|word| seen[word.index()] += 1));
        assert!(seen.iter().all(|n| (680..920).contains(n)), "{seen:?}");
    }
}
