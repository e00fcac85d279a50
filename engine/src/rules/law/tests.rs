//! What the bits of the law say.

use super::*;
use crate::rules::BySlot;

const WORDS: [(&str, &str); 14] = [
    ("sun", ""),
    ("suns", "sun"),
    ("sunny", ""),
    ("sunflower", ""),
    ("flower", ""),
    ("soleil", ""),
    ("ice cream", ""),
    ("Ice-Cream", ""),
    ("two", ""),
    ("mice", "mouse"),
    ("mouse", ""),
    ("the sun also rises", ""),
    ("flowers", "flower"),
    ("ny", ""),
];

fn law() -> ClueLaw {
    let csv = "card,en,fr\n0,sun,soleil\n1,mouse,souris\n2,cup,tasse\n3,pen,stylo\n4,hat,chapeau\n\
               5,box,boîte\n6,map,carte\n7,key,clé\n8,cream,crème\n";
    let deck = Deck::parse(csv, "en").unwrap();
    ClueLaw::new(&WORDS.map(|(text, lemmas)| WordFacts { text, lemmas }), &deck)
}

fn clue(text: &str) -> Clue {
    Clue::new(WORDS.iter().position(|w| w.0 == text).unwrap() as u32)
}

fn verdict(text: &str, own: [u16; 4]) -> Result<(), Illegal> {
    law().verdict(clue(text), &BySlot(own.map(Keyword)), Repeat::Exact, [])
}

#[test]
fn r21_keywords_inflections_translations_compounds_and_phrases_are_no_clues() {
    for text in ["sun", "suns", "soleil", "sunflower", "the sun also rises"] {
        assert_eq!(verdict(text, [0, 2, 3, 4]), Err(Illegal::Keyword), "{text}");
    }
    assert_eq!(verdict("mice", [2, 1, 3, 4]), Err(Illegal::Keyword));
    assert_eq!(verdict("ice cream", [2, 8, 3, 4]), Err(Illegal::Keyword));
}

#[test]
fn r21_other_lemmas_and_other_teams_keywords_pass() {
    for text in ["sunny", "flower", "mice", "ice cream"] {
        assert_eq!(verdict(text, [0, 2, 3, 4]), Ok(()), "{text}");
    }
    assert_eq!(verdict("sun", [1, 2, 3, 4]), Ok(()));
}

#[test]
fn r19_number_words_are_no_clues() {
    assert_eq!(verdict("two", [0, 1, 2, 3]), Err(Illegal::EveryKeyword));
}

#[test]
fn r20_the_same_clue_in_another_spelling_is_a_repeat() {
    let own = BySlot([2, 3, 4, 5].map(Keyword));
    let again = |new: &str, old: &str, repeat| law().verdict(clue(new), &own, repeat, [clue(old)]);
    assert_eq!(again("ice cream", "Ice-Cream", Repeat::Exact), Err(Illegal::Repeated));
    assert_eq!(again("flowers", "flower", Repeat::Exact), Ok(()));
    assert_eq!(again("flowers", "flower", Repeat::Lemma), Err(Illegal::Repeated));
    assert_eq!(again("mice", "flower", Repeat::Lemma), Ok(()));
}

#[test]
fn a_clue_outside_the_vocabulary_is_illegal() {
    let own = BySlot([0, 1, 2, 3].map(Keyword));
    assert_eq!(law().verdict(Clue::new(99), &own, Repeat::Exact, []), Err(Illegal::Unknown));
}

/// A deck of many keywords, none of which is a part of another, and a vocabulary in which some of them occur.
fn many_keywords(keywords: u16) -> (Deck, Vec<String>) {
    let letters = ['b', 'd', 'f', 'g', 'k', 'l', 'm', 'n'];
    let word = |n: u16| [n / 64, n / 8 % 8, n % 8].map(|place| letters[usize::from(place)]).iter().collect();
    let all: Vec<String> = (0..keywords).map(word).collect();
    let deck = Deck::parse(&all.join("\n"), "en").expect("a deck");
    let last = usize::from(keywords) - 1;
    let vocabulary = ["zebra", "two", &all[0], &all[last], &all[63], &all[last - 1], "four"];
    (deck, vocabulary.map(str::to_owned).to_vec())
}

#[test]
fn r19_r21_the_bits_of_many_keywords_do_not_get_mixed_up() {
    for keywords in [64, 65, 127, 128, 200] {
        let (deck, vocabulary) = many_keywords(keywords);
        let texts = || vocabulary.iter().map(String::as_str);
        let fresh = ClueLaw::with_lexicon(texts(), &deck, &crate::rules::NoLexicon);
        let (small, _) = many_keywords(64);
        let small = ClueLaw::with_lexicon(texts(), &small, &crate::rules::NoLexicon);
        let moved = small.for_deck(texts(), &deck, &crate::rules::NoLexicon);
        for law in [&fresh, &moved] {
            let banning =
                |n: usize| law.keywords_banning(Clue::new(n as u32)).map(|keyword| keyword.0).collect();
            let expected =
                [vec![], vec![], vec![0], vec![keywords - 1], vec![63], vec![keywords - 2], vec![]];
            let bans: Vec<Vec<u16>> = (0..vocabulary.len()).map(banning).collect();
            assert_eq!(bans, expected, "{keywords}");
            for (n, bans) in expected.iter().enumerate() {
                let clue = Clue::new(n as u32);
                let is_banned = |keyword: u16| law.is_banned(clue, Keyword(keyword));
                assert!((0..keywords).all(|keyword| is_banned(keyword) == bans.contains(&keyword)));
                assert_eq!(law.is_banned_for_all(clue), ["two", "four"].contains(&&*vocabulary[n]));
            }
        }
    }
}

#[test]
fn r20_the_same_clues_are_repeats_with_another_deck() {
    let other = Deck::parse("ant\nbee\ncat\ndog\nelk\nfox\ngnu\nhen", "en").expect("a deck");
    let moved = law().for_deck(WORDS.iter().map(|word| word.0), &other, &crate::rules::NoLexicon);
    for (a, b) in [("ice cream", "Ice-Cream"), ("flowers", "flower"), ("mice", "flower")] {
        for repeat in [Repeat::Exact, Repeat::Lemma] {
            let repeats = [&law(), &moved].map(|law| law.is_repeat(clue(a), clue(b), repeat));
            assert_eq!(repeats[0], repeats[1], "{a} and {b}");
        }
    }
    assert!(moved.is_repeat(clue("flowers"), clue("flower"), Repeat::Lemma));
}

#[test]
fn r19_r21_a_word_is_forbidden_for_every_keyword_that_it_gives_away_and_for_no_other() {
    let csv = "card,en,fr\n0,sun,soleil\n1,light,sun\n2,bank,banque\n3,shore,banque\n4,hat,chapeau\n\
               5,box,boîte\n6,candy,bonbon\n7,key,clé\n";
    let deck = Deck::parse(csv, "en").expect("a deck");
    let facts = ["sun", "banque", "five", "0"].map(|text| WordFacts { text, lemmas: "" });
    let law = ClueLaw::new(&facts, &deck);
    let banning =
        |clue: u32| law.keywords_banning(Clue::new(clue)).map(|keyword| keyword.0).collect::<Vec<_>>();
    let expected: [Vec<u16>; 4] = [vec![0, 1], vec![2, 3], vec![1, 3, 6], vec![]];
    assert_eq!([0, 1, 2, 3].map(banning), expected);
}
