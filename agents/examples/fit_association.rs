//! Fits the association model to recorded clues: the mean log likelihood of each (keyword, clue) pair over a grid of
//! β (rows) and α (columns), in nats. The default of `alpha` is the best; that of `beta` lies between
//! this fit and the fit to whole codes (`docs/people.md`).
//!
//! `cargo run --release -p overhear-agents --example fit_association data/eval/clues-en.csv`

use std::collections::HashMap;

use overhear_agents::model::{DEFAULT_CLUES, ModelKey, World};
use overhear_agents::words::{embedded_deck, embedded_lexicon, embedded_space};
use overhear_engine::rules::{Clue, Keyword};

const ALPHAS: [f64; 6] = [0.0, 0.2, 0.3, 0.4, 0.5, 0.7];
const BETAS: [f64; 7] = [9.0, 12.0, 14.0, 15.0, 16.0, 18.0, 20.0];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).ok_or("usage: fit_association FILE.csv (columns keyword,clue)")?;
    let world = World::new(embedded_deck("en")?, embedded_space(), embedded_lexicon(), DEFAULT_CLUES)?;
    let text = std::fs::read_to_string(&path)?;
    let pairs = pairs(&world, &text);
    println!("{} of {} clues are in the clue vocabulary", pairs.len(), text.lines().count() - 1);
    println!("beta   {}", ALPHAS.map(|alpha| format!("alpha={alpha:<4}")).join(" "));
    for beta in BETAS {
        let cells = ALPHAS.map(|alpha| format!("{:<10.3}", mean_log_likelihood(&world, &pairs, beta, alpha)));
        println!("{beta:<6} {}", cells.join(" "));
    }
    Ok(())
}

/// The rows whose keyword is in the deck and whose clue an automatic player may give.
fn pairs(world: &World, text: &str) -> Vec<(Keyword, Clue)> {
    let clues = (0..world.clues() as u32).map(Clue::new);
    let clues: HashMap<&str, Clue> = clues.map(|clue| (world.clue_text(clue), clue)).collect();
    let keywords = world.deck().keywords().iter().enumerate();
    let keywords: HashMap<&str, Keyword> =
        keywords.map(|(n, keyword)| (keyword.text.as_str(), Keyword(n as u16))).collect();
    text.lines()
        .skip(1)
        .filter_map(|line| {
            let (keyword, clue) = line.split_once(',')?;
            Some((*keywords.get(keyword)?, *clues.get(clue)?))
        })
        .collect()
}

fn mean_log_likelihood(world: &World, pairs: &[(Keyword, Clue)], beta: f64, alpha: f64) -> f64 {
    let table = world.association(ModelKey { beta, alpha });
    let logs = pairs
        .iter()
        .map(|&(keyword, clue)| libm::log(f64::from(table.likelihood(keyword, clue)).max(f64::MIN_POSITIVE)));
    let legal = logs.filter(|log| *log > -100.0);
    let (sum, count) = legal.fold((0.0, 0), |(sum, count), log| (sum + log, count + 1));
    sum / f64::from(count.max(1))
}
