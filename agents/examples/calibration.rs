//! A reliability table of an interceptor against a clue giver, and its expected calibration error.
//!
//! `cargo run --release -p overhear-agents --example calibration -- sampler/bayes nearest/bayes 3000`

mod reliability;

use std::sync::Arc;

use overhear_agents::model::{DEFAULT_CLUES, World};
use overhear_agents::words::{embedded_deck, embedded_lexicon, embedded_space};
use overhear_engine::game::Seed;
use reliability::{BINS, measure};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [giver, listener, rest @ ..] = arguments.as_slice() else {
        return Err("usage: calibration GIVER LISTENER [GAMES]: two SPECs and how many games".into());
    };
    let games = rest.first().map_or(Ok(3000), |games| games.parse())?;
    let world = World::new(embedded_deck("en")?, embedded_space(), embedded_lexicon(), DEFAULT_CLUES)?;
    let reliability = measure(&Arc::new(world), giver, listener, games, Seed(9))?;
    println!("from,to,halves,believed,right");
    for bin in 0..BINS {
        let [from, to] = [bin, bin + 1].map(|n| n as f64 / BINS as f64);
        let halves = reliability.halves[bin].max(1) as f64;
        let (believed, right) = (reliability.believed[bin] / halves, reliability.right[bin] as f64 / halves);
        println!("{from},{to},{},{believed:.4},{right:.4}", reliability.halves[bin]);
    }
    println!("expected calibration error {:.4}", reliability.error());
    Ok(())
}
