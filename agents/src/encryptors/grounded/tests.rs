//! Clues of `grounded` in games.

use std::sync::Arc;

use overhear_engine::game::{Game, Seed};
use overhear_engine::rules::{BySide, Deck, Keyword, Rules};

use super::Tables;
use crate::model::{ModelKey, World};
use crate::registry::{Spec, build};
use crate::words::{embedded_deck, embedded_lexicon, embedded_space};

/// Plays games of `grounded` with itself and calls `with` for each keyword, with a clue that was given for it.
fn each_given(world: &Arc<World>, games: u64, mut with: impl FnMut(Keyword, overhear_engine::rules::Clue)) {
    let agent = build(&Spec::parse("grounded/bayes").expect("a SPEC"), world).expect("an agent");
    let setup = world.setup(&Rules::official()).expect("a setup");
    let [mut white, mut black] = [0, 1].map(|_| overhear_engine::game::Team::new(&*agent, 2));
    let mut game = Game::default();
    for number in 0..games {
        let dealt = setup.deal(Seed(5), number);
        setup.play(&dealt, BySide { white: &mut white, black: &mut black }, &mut game);
        for half in game.record.halves() {
            for (slot, clue) in half.code.slots().into_iter().zip(half.clues) {
                with(dealt.keywords[half.side][slot], clue.expect("it always has a clue"));
            }
        }
    }
}

fn english(clues: usize) -> Arc<World> {
    let deck = embedded_deck("en").expect("a deck");
    Arc::new(World::new(deck, embedded_space(), embedded_lexicon(), clues).expect("a world"))
}

#[test]
fn every_clue_refers_to_its_keyword() {
    let world = english(8000);
    let tables = Tables::new(&world, ModelKey::default()).expect("tables");
    let (mut count, mut weak) = (0, 0);
    each_given(&world, 20, |keyword, clue| {
        let place = tables.place(clue).expect("a clue that refers to some keyword");
        let own = tables.references.lists[keyword.index()].iter().find(|reference| reference.place == place);
        let own = own.unwrap_or_else(|| panic!("{} for keyword {}", world.clue_text(clue), keyword.index()));
        count += 1;
        weak += usize::from(own.weakness > 2.0);
    });
    assert!(count > 400 && weak * 2 < count, "{weak} of {count} are only near");
}

#[test]
fn a_deck_that_no_mind_knows_has_clues() {
    let words = "sailor\nkitchen\nviolin\nthunder\nglacier\nbutcher\nharvest\norphan\npalace\ntractor";
    let deck = Deck::parse(words, "en").expect("a deck");
    let world = Arc::new(World::new(deck, embedded_space(), embedded_lexicon(), 4000).expect("a world"));
    let mut count = 0;
    each_given(&world, 3, |_, _| count += 1);
    assert!(count >= 3 * 2 * 3 * 3, "{count}");
}
