//! A card in the making for tests, on a deck of twelve keywords.

use overhear_agents::registry::Registry;
use overhear_engine::game::Seed;
use overhear_engine::rules::Rules;

use super::ROUNDS;
use super::context::{Bench, opponents};
use crate::clue_outcomes::all_rounds;
use crate::run_control::RunControl;
use crate::setup::{RunningBots, WordFiles, Words};

const DECK: &str = "SUN\nRIVER\nCASTLE\nPIANO\nBREAD\nSHADOW\nENGINE\nCLOWN\nFOREST\nKNIFE\nGHOST\nHORSE\n";

/// Calls a function with a card of `margin` in the making, with this seed and number of games.
pub(super) fn small_bench<T>((seed, games): (u64, u64), test: impl FnOnce(&Bench<'_>) -> T) -> T {
    let dir = tempfile::tempdir().expect("a folder");
    let deck = dir.path().join("deck.txt");
    std::fs::write(&deck, DECK).expect("written");
    let files = WordFiles { deck: Some(deck), vocabulary: Some(2000), ..WordFiles::default() };
    let (words, bots, watch) =
        (Words::load(&files).expect("words"), RunningBots::default(), RunControl::default());
    let registry = Registry::standard();
    let opponents = opponents(None, &registry).expect("built-in agents");
    let rounds = [format!("round_limit={ROUNDS}"), "tiebreak=shared".to_owned()];
    test(&Bench {
        spec: registry.parse("margin").expect("a SPEC"),
        opponents,
        registry,
        words: &words,
        is_deck_known: true,
        rules: Rules::official(),
        all_rounds: *all_rounds(&rounds).expect("rules"),
        is_published: false,
        seed: Seed(seed),
        games,
        bots: &bots,
        watch: &watch,
    })
}
