//! Tests of a small card in the making: the exact answers of `predict` and `believe` are rebuilt by enumeration; each task ends soon
//! after a stop; no seed overflows.

use std::thread;
use std::time::{Duration, Instant};

use overhear_agents::model::{Association, ModelKey};
use overhear_agents::registry::Registry;
use overhear_engine::game::Seed;
use overhear_engine::rules::{BySlot, Clues, Code, Half, Keyword, Rules, Side, Slot};

use super::ROUNDS;
use super::context::{Bench, opponents};
use super::predict::READERS;
use super::static_items::static_items;
use crate::clue_outcomes::all_rounds;
use crate::error::{ErrorKind, LabError};
use crate::run_control::RunControl;
use crate::setup::{RunningBots, WordFiles, Words};

/// Twelve keywords.
const DECK: &str = "SUN\nRIVER\nCASTLE\nPIANO\nBREAD\nSHADOW\nENGINE\nCLOWN\nFOREST\nKNIFE\nGHOST\nHORSE\n";

/// Calls a function with a card of `margin` in the making, with this seed and number of games.
fn small_bench<T>((seed, games): (u64, u64), test: impl FnOnce(&Bench<'_>) -> T) -> T {
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

/// For each slot, the product of the likelihoods of its past clues under each of the possible keywords.
fn products(table: &Association, possible: &[Keyword], history: &[Half], giver: Side) -> BySlot<Vec<f64>> {
    let mut products = BySlot::from_fn(|_| vec![1.0; possible.len()]);
    for half in history.iter().filter(|half| half.side == giver) {
        for (slot, clue) in half.code.slots().into_iter().zip(half.clues) {
            let Some(clue) = clue else { continue };
            for (product, &word) in products[slot].iter_mut().zip(possible) {
                *product *= f64::from(table.likelihood(word, clue));
            }
        }
    }
    products
}

/// The keywords that a member with these of its own can think possible for the others.
fn possible(bench: &Bench<'_>, own: BySlot<Keyword>) -> Vec<Keyword> {
    let all = (0..bench.words.world.deck().len() as u16).map(Keyword);
    all.filter(|word| own.iter().all(|other| other != word)).collect()
}

#[test]
fn beliefs_about_keywords_are_the_posterior_by_enumeration() {
    small_bench((5, 12), |bench| {
        let table = bench.words.world.association(ModelKey::default());
        let items = bench.believe_items().expect("items");
        assert_eq!(items.len(), 12 * 3);
        for item in items {
            let possible = possible(bench, item.own);
            let products = products(&table, &possible, &item.history, item.side.opponent());
            assert_eq!(item.history.len(), 2 * usize::from(item.round));
            for slot in Slot::ALL {
                let weight = |word: Keyword| {
                    let place = possible.iter().position(|&one| one == word);
                    place.map_or(0.0, |place| products[slot][place])
                };
                let offered = item.offered[slot];
                assert_eq!(offered[item.truth[slot]], item.keywords[slot]);
                let total: f64 = offered.iter().map(|&word| weight(word)).sum();
                for (word, exact) in offered.into_iter().zip(item.exact[slot]) {
                    let expected = weight(word) / total;
                    assert!((exact - expected).abs() < 1e-4, "{exact}, by enumeration {expected}");
                }
                let least = offered.iter().filter(|&&word| word != item.keywords[slot]);
                let least = least.map(|&word| weight(word)).fold(f64::INFINITY, f64::min);
                let left_out = (0..12).map(Keyword).filter(|word| !offered.contains(word));
                let largest = left_out.map(weight).fold(0.0, f64::max);
                assert!(largest <= least * 1.001, "the seven likeliest others are offered");
            }
        }
    });
}

/// The probability of each code by enumeration of all combinations of four keywords.
fn codes(table: &Association, possible: &[Keyword], products: &BySlot<Vec<f64>>, clues: &Clues) -> Vec<f64> {
    let count = possible.len();
    let mut weights = vec![0.0; Code::COUNT];
    for combination in 0..count.pow(4) {
        let places = BySlot([0, 1, 2, 3].map(|slot| combination / count.pow(slot) % count));
        let past: f64 = Slot::ALL.into_iter().map(|slot| products[slot][places[slot]]).product();
        for (weight, code) in weights.iter_mut().zip(Code::ALL) {
            let numbered = code.slots().into_iter().zip(clues);
            let likely = numbered.map(|(slot, clue)| {
                clue.map_or(1.0, |clue| f64::from(table.likelihood(possible[places[slot]], clue)))
            });
            *weight += past * likely.product::<f64>();
        }
    }
    let total: f64 = weights.iter().sum();
    weights.into_iter().map(|weight| weight / total).collect()
}

#[test]
fn predicted_guesses_of_bayes_are_the_posterior_by_enumeration() {
    small_bench((5, 12), |bench| {
        let table = bench.words.world.association(ModelKey::default());
        let setup = bench.words.world.setup(&bench.rules).expect("a game");
        let items = bench.predict_items().expect("items");
        let of_bayes = items.iter().filter(|item| READERS[item.reader].spec == "bayes");
        let mut count = 0;
        for item in of_bayes {
            let giver = item.half.side;
            let own = setup.deal(bench.seed, item.deal).keywords[giver.opponent()];
            let possible = possible(bench, own);
            let products = products(&table, &possible, &item.history, giver);
            let expected = codes(&table, &possible, &products, &item.half.clues);
            for (code, expected) in Code::ALL.into_iter().zip(expected) {
                let exact = f64::from(item.exact.probability(code));
                assert!((exact - expected).abs() < 1e-4, "{exact}, by enumeration {expected}");
            }
            count += 1;
        }
        assert!(count >= 6, "{count} items");
    });
}

/// Games that no task finishes before the stop.
const ENDLESS: u64 = 100_000;

/// Time until the stop.
const BEFORE: Duration = Duration::from_millis(300);

/// Longest time that a task may take after a stop.
const MOST: Duration = Duration::from_secs(5);

/// Runs a task of an endless card, stops it, and checks that it ends soon and says so.
fn stops(name: &str, task: impl FnOnce(&Bench<'_>) -> Result<(), LabError>) {
    small_bench((5, ENDLESS), |bench| {
        let stop = bench.watch.stop.clone();
        let stopped = thread::spawn(move || {
            thread::sleep(BEFORE);
            stop.ask();
            Instant::now()
        });
        let error = task(bench).expect_err(name);
        let taken = stopped.join().expect("a time").elapsed();
        assert_eq!(error.kind(), ErrorKind::Interrupted, "{name}: {error}");
        assert!(taken < MOST, "{name}: {taken:?} after the stop");
    });
}

#[test]
fn every_task_ends_soon_after_a_stop() {
    stops("decode and intercept", |bench| bench.read((&mut Vec::new(), &mut Vec::new())));
    stops("leak", |bench| bench.leak((&mut Vec::new(), &mut Vec::new())));
    stops("play", |bench| bench.play((&mut Vec::new(), &mut Vec::new())));
    stops("predict", |bench| bench.predict((&mut Vec::new(), &mut Vec::new())));
    stops("believe", |bench| bench.believe((&mut Vec::new(), &mut Vec::new())));
    stops("items", |bench| static_items(bench).map(drop));
}

#[test]
fn the_largest_seed_makes_deals_too() {
    let counts = small_bench((u64::MAX, 1), |bench| {
        let (mut measures, mut items) = (Vec::new(), Vec::new());
        bench.read((&mut measures, &mut items)).expect("clues are read");
        bench.play((&mut measures, &mut items)).expect("games are played");
        [items.len(), static_items(bench).expect("items").len()]
    });
    assert!(counts.iter().all(|&items| items > 0), "{counts:?}");
}
