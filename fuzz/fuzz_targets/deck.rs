//! Keyword decks: whatever is in the file, it is refused with a reason, or games can be dealt from it.
#![no_main]

use libfuzzer_sys::fuzz_target;
use overhear_engine::game::{Deal, Seed, Stream};
use overhear_engine::rules::{ClueLaw, Deck, WordFacts};

fuzz_target!(|text: &str| {
    for language in ["en", "sv"] {
        match Deck::parse(text, language) {
            Err(error) => assert!(!error.to_string().contains('\n'), "one line: {error}"),
            Ok(deck) => deal(&deck),
        }
    }
});

fn deal(deck: &Deck) {
    let dealt = Deal::draw(deck, &mut Stream::of_deal(Seed(1), 0));
    let words: Vec<_> = dealt.keywords.white.iter().chain(dealt.keywords.black.iter()).collect();
    for (n, word) in words.iter().enumerate() {
        assert!(deck.card_of(**word).contains(word));
        assert!(words[..n].iter().all(|other| !deck.card_of(**word).contains(other)), "eight cards");
        assert!(!deck.text(**word).trim().is_empty());
    }
    let facts = deck.keywords().iter().take(64).map(|word| WordFacts { text: &word.text, lemmas: "" });
    let law = ClueLaw::new(&facts.collect::<Vec<_>>(), deck);
    assert_eq!(law.vocabulary(), deck.len().min(64));
}
