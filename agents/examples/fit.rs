//! Fit.
use overhear_agents::{model::*, words::*};
use overhear_engine::rules::*;
use std::collections::HashMap;
fn main() {
    let (space, lexicon, deck) = (embedded_space(), embedded_lexicon(), embedded_deck("en").unwrap());
    let csv = std::fs::read_to_string("data/eval/clues-en.csv").unwrap();
    let world = World::new(deck, space, lexicon, DEFAULT_CLUES).unwrap();
    let clue_of: HashMap<String, Clue> = (0..world.clues() as u32).map(|n| (world.clue_text(Clue::new(n)).to_owned(), Clue::new(n))).collect();
    let kw_of: HashMap<&str, Keyword> = world.deck().keywords().iter().enumerate().map(|(n, k)| (k.text.as_str(), Keyword(n as u16))).collect();
    let pairs: Vec<(Keyword, Clue)> = csv.lines().skip(1).filter_map(|l| { let (k, c) = l.split_once(',')?; Some((kw_of[k], *clue_of.get(c)?)) }).collect();
    println!("{} pairs", pairs.len());
    for beta in [8.0, 10.0, 12.0, 13.0, 14.0, 15.0, 16.0, 18.0, 20.0] {
        for alpha in [0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8] {
            let t = world.association(ModelKey { beta, alpha });
            let ll: f64 = pairs.iter().map(|&(k, c)| (t.likelihood(k, c) as f64).ln()).sum::<f64>() / pairs.len() as f64;
            print!(" {ll:.3}");
        }
        println!("  beta {beta}");
    }
}
