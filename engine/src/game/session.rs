//! Sessions: games in a row that go through the keyword deck (R2).
//!
//! Game n of a session takes the next eight cards of the shuffled deck, with one word of each. If fewer cards
//! are left, the deck is shuffled again, and other words on the same face are used. If the face has no words
//! left, the deck is turned over. No keyword is repeated, and a session lasts as long as the deck has words
//! ([`Deck::session_games`]). The order of the cards depends only on the key and the session, so any game can
//! be dealt without the others.
//!
//! A single game uses words from both faces, **decided**: it represents any game of a group that owns both.
//! Interceptors must then consider the whole deck rather than one face.

use super::{Keys, Stream};
use crate::rules::{BySide, BySlot, CARDS_IN_PLAY, Deck, Keyword};

/// Returns the keywords of deal `number` if `games` deals in a row make a session.
///
/// # Panics
/// If the deck has too few words for the session.
pub(super) fn keywords(deck: &Deck, keys: Keys, number: u64, games: u64) -> BySide<BySlot<Keyword>> {
    let (session, game) = (number / games, number % games);
    let mut stream = Stream::of_session(keys, session);
    let words = words(deck, game, &mut stream);
    BySide::from_fn(|side| BySlot(std::array::from_fn(|n| words[CARDS_IN_PLAY / 2 * side.index() + n])))
}

/// Returns the words of a game of a session, from eight different cards.
fn words(deck: &Deck, game: u64, stream: &mut Stream) -> Vec<Keyword> {
    // All games of a session repeat these draws from one stream, so they agree on the order.
    // 1. Draw the first face.
    // 2. Shuffle the words on each card of the face.
    // 3. In each pass, shuffle the cards and deal them in eights.
    // 4. After a pass, remove the used words and the cards without words.
    let first = stream.below(deck.faces() as u32) as usize;
    let mut before = 0;
    for turn in 0..deck.faces() {
        let face = (first + turn) % deck.faces();
        let mut cards: Vec<Vec<Keyword>> =
            (0..deck.cards().len()).map(|n| deck.face(n, face).into()).collect();
        cards.iter_mut().for_each(|words| stream.shuffle(words));
        while cards.len() >= CARDS_IN_PLAY {
            stream.shuffle(&mut cards);
            let place = (game - before) as usize * CARDS_IN_PLAY;
            if let Some(dealt) = cards.get(place..place + CARDS_IN_PLAY) {
                return dealt.iter().map(|words| words[0]).collect();
            }
            before += (cards.len() / CARDS_IN_PLAY) as u64;
            for words in &mut cards {
                words.remove(0);
            }
            cards.retain(|words| !words.is_empty());
        }
    }
    panic!("game {game} of a session with a deck for {} games", deck.session_games())
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::game::Seed;

    const SEED: Seed = Seed(9);

    /// Returns twenty cards with two words on each of two faces: two games for each word of a face, eight in
    /// all.
    fn two_faces() -> Deck {
        let rows: String =
            (0..80).map(|n| format!("{},{},w{n}\n", n / 4, if n % 4 < 2 { "blue" } else { "red" })).collect();
        Deck::parse(&format!("card,face,en\n{rows}"), "en").unwrap()
    }

    fn words(deck: &Deck, number: u64, games: u64) -> Vec<Keyword> {
        let BySide { white, black } = keywords(deck, SEED.into(), number, games);
        white.iter().chain(black.iter()).copied().collect()
    }

    #[test]
    fn r2_no_keyword_comes_back_and_a_face_is_gone_through_before_the_deck_is_turned() {
        let deck = two_faces();
        assert_eq!(deck.session_games(), 8);
        let mut faces = HashSet::new();
        for session in 0..50 {
            let games: Vec<_> = (0..8).map(|game| words(&deck, 8 * session + game, 8)).collect();
            let all: HashSet<_> = games.iter().flatten().collect();
            assert_eq!(all.len(), 64, "session {session}");
            let face_of = |game: &Vec<Keyword>| {
                let faces: HashSet<bool> = game.iter().map(|word| word.index() % 4 < 2).collect();
                assert_eq!(faces.len(), 1, "a game is played with one face");
                faces.contains(&true)
            };
            let turned: Vec<bool> = games.iter().map(face_of).collect();
            assert!(turned[..4].iter().all(|&face| face == turned[0]));
            assert!(turned[4..].iter().all(|&face| face != turned[0]));
            faces.insert(turned[0]);
            for pair in games.chunks(2) {
                let cards: HashSet<_> = pair.iter().flatten().map(|word| word.index() / 4).collect();
                assert_eq!(cards.len(), 16, "no card comes twice before all have come");
            }
        }
        assert_eq!(faces.len(), 2, "sessions begin with either face");
    }

    #[test]
    fn r2_the_games_of_a_session_do_not_depend_on_its_length_and_sessions_differ() {
        let deck = two_faces();
        for game in 0..5 {
            assert_eq!(words(&deck, game, 5), words(&deck, game, 8));
        }
        assert_ne!(words(&deck, 0, 6), words(&deck, 6, 6));
    }

    #[test]
    #[should_panic(expected = "game 8 of a session with a deck for 8 games")]
    fn r2_a_session_is_no_longer_than_the_deck() {
        words(&two_faces(), 8, 9);
    }

    #[test]
    fn r2_a_deck_without_faces_is_gone_through_in_one() {
        let list: String = (0..16).map(|n| format!("w{n}\n")).collect();
        let deck = Deck::parse(&list, "en").unwrap();
        let all: HashSet<_> = (0..2).flat_map(|game| words(&deck, game, 2)).collect();
        assert_eq!((all.len(), deck.session_games()), (16, 2));
    }

    #[test]
    fn r2_cards_with_fewer_words_are_gone_before_the_others() {
        let rows: String = (0..24).map(|n| format!("{},w{n}\n", if n < 16 { n / 2 } else { n })).collect();
        let deck = Deck::parse(&format!("card,en\n{rows}"), "en").unwrap();
        assert_eq!(deck.session_games(), 3, "sixteen cards, then the eight that have a second word");
        for session in 0..20 {
            let all: HashSet<_> = (0..3).flat_map(|game| words(&deck, 3 * session + game, 3)).collect();
            assert_eq!(all.len(), 24);
        }
    }

    #[test]
    fn r2_every_word_comes_equally_often() {
        let deck = two_faces();
        let mut counts = [0; 80];
        (0..8000).for_each(|n| words(&deck, n, 3).iter().for_each(|word| counts[word.index()] += 1));
        assert!(counts.iter().all(|n| (680..920).contains(n)), "{counts:?}");
    }
}
