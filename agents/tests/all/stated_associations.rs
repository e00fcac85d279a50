//! What somebody has stated of P(clue | keyword) reaches whoever says that he goes by it.

use std::sync::Arc;

use overhear_agents::free_text::{FreeTextGuesser, ParsedClue, SlotClues};
use overhear_agents::model::{ModelKey, StatedAssociations, World};
use overhear_agents::registry::Spec;
use overhear_agents::words::{embedded_deck, embedded_lexicon, embedded_space};
use overhear_engine::rules::{Clue, Code, Keyword};

use crate::common::WORLD;

/// A world in which the norms say that one clue stands for one keyword, and another for another.
fn world(stated: &[(&str, &str, f64)]) -> Arc<World> {
    let mut norms = StatedAssociations::default();
    for &(keyword, clue, weight) in stated {
        assert!(norms.set(self::keyword(keyword), self::clue(clue), weight));
    }
    let deck = embedded_deck("en").expect("a deck");
    let world = World::new(deck, embedded_space(), embedded_lexicon(), 3000).expect("a world");
    let other = world.with_other("same", &embedded_space()).expect("the same words");
    Arc::new(other.with_associations("norms", norms))
}

fn keyword(text: &str) -> Keyword {
    let place = WORLD.deck().keywords().iter().position(|keyword| keyword.text == text);
    Keyword(place.unwrap_or_else(|| panic!("no keyword {text}")) as u16)
}

fn clue(text: &str) -> Clue {
    let clue = (0..WORLD.clues() as u32).map(Clue::new).find(|&clue| WORLD.clue_text(clue) == text);
    clue.unwrap_or_else(|| panic!("no clue {text}"))
}

/// Norms that turn two keywords round.
fn crossed() -> Arc<World> {
    world(&[("hotel", "sea", 3.0), ("pirate", "room", 3.0)])
}

#[test]
fn a_common_factor_of_weights_changes_nothing() {
    let shares = |weights: [f64; 2]| {
        let world = world(&[("pirate", "sea", weights[0]), ("pirate", "room", weights[1])]);
        let (_, stated_world) = world.associated().next().expect("norms");
        let table = stated_world.association(ModelKey::default());
        ["sea", "room"].map(|text| table.likelihood(keyword("pirate"), clue(text)))
    };
    let [sea, room] = shares([1e308, 1e308]);
    assert!((sea - 0.45).abs() < 0.02 && (room - 0.45).abs() < 0.01, "{sea} {room}");
    for weight in [1e308, 1e-46, 1e-300, 5e-324] {
        assert_eq!(shares([weight; 2]), shares([1.0, 1.0]), "{weight}");
    }
    assert_eq!(shares([3e-310, 1e-310]), shares([3.0, 1.0]));
    let [sea, room] = shares([3.0, 1.0]);
    assert!(sea > 2.0 * room, "{sea} {room}");
}

#[test]
fn those_who_do_not_know_the_deck_go_by_what_is_stated_of_its_words() {
    let world = crossed();
    let (_, stated_world) = world.associated().next().expect("norms");
    let likelihood = |world: &World, word: &str, clue_text: &str| {
        let open = world.open_vocabulary(ModelKey::default(), 2000);
        let place = open.words().iter().position(|&known| known == clue(word)).expect(word);
        open.table().likelihood(Keyword(place as u16), clue(clue_text))
    };
    assert!(likelihood(stated_world, "hotel", "sea") > 0.8 && likelihood(&world, "hotel", "sea") < 0.1);
    assert_eq!(likelihood(stated_world, "music", "sea"), likelihood(&world, "music", "sea"));
}

#[test]
fn whoever_reckons_with_other_spaces_does_so_beside_what_is_stated() {
    let world = crossed();
    let (_, stated_world) = world.associated().next().expect("norms");
    assert_eq!(stated_world.others().map(|(name, _)| name).collect::<Vec<_>>(), ["same"]);
    let seen_elsewhere = world.others().next().expect("another space").1;
    assert!(seen_elsewhere.others().next().is_none());
}

#[test]
fn free_text_is_heard_by_what_is_stated_where_it_is_known() {
    let world = crossed();
    let listener = |text: &str| FreeTextGuesser::new(&world, &Spec::parse(text).expect("a SPEC"));
    let (plain, norms) = (listener("margin"), listener("margin/bayes:associations=norms"));
    let held = ["hotel", "pirate", "mercury", "milk"];
    let likeliest = |listener: &FreeTextGuesser<'_>, held: [&str; 4], clue: &str| {
        let shares = listener.keyword_probabilities(held, clue);
        (0..4).max_by(|&a, &b| shares[a].total_cmp(&shares[b])).expect("four")
    };
    assert_eq!((likeliest(&plain, held, "Sea"), likeliest(&norms, held, "Sea")), (1, 0));
    assert_eq!((likeliest(&plain, held, "room"), likeliest(&norms, held, "room")), (0, 1));
    let strange = ["hotel", "pirate", "zinfandel", "milk"];
    assert_eq!(plain.keyword_probabilities(strange, "sea"), norms.keyword_probabilities(strange, "sea"));
    assert_eq!(
        plain.keyword_probabilities(held, "a sea of rooms"),
        norms.keyword_probabilities(held, "a sea of rooms")
    );
    // A clue that no list of the program has at the keyword.
    let world = self::world(&[("hotel", "army", 3.0)]);
    let listener = |text: &str| FreeTextGuesser::new(&world, &Spec::parse(text).expect("a SPEC"));
    let suspicion = |text: &str| {
        let listener = listener(text);
        let mut revealed = SlotClues::default();
        let heard: [ParsedClue; 3] = ["army", "music", "door"].map(|clue| listener.hear(clue));
        listener.reveal(&mut revealed, Code::ALL[0], &heard);
        let likely_keywords = listener.likely_keywords(&revealed, &[], usize::MAX);
        let mut likely = likely_keywords[Code::ALL[0].slots()[0]].iter();
        likely.find(|likely| likely.word == "hotel").map_or(0.0, |likely| likely.probability)
    };
    let (norms, plain) = (suspicion("margin/bayes:associations=norms"), suspicion("margin"));
    assert!(norms > 100.0 * plain, "{norms} {plain}");
}
