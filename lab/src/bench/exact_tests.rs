//! The exact answers of `predict` and `believe`, rebuilt by enumeration on a small deck.

use overhear_agents::model::{Association, ModelKey};
use overhear_engine::rules::{BySlot, Clues, Code, Half, Keyword, Side, Slot};

use super::context::Bench;
use super::predict::READERS;
use super::small_bench::small_bench;

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
            let said = code.slots().into_iter().zip(clues);
            let likely = said.map(|(slot, clue)| {
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
        let of_bayes = items.iter().filter(|item| READERS[item.reader].0 == "bayes");
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
