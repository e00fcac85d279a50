//! Fits the `human` preset: teams of two in self-play, over a grid of σ (rows) and λ (columns) with γ = 0.
//!
//! What is known of people (issue 4): a team misses its own code in 10 to 27 % of halves, is intercepted in 11 to 28 % of
//! halves from round 2 on, and games last 4 to 6 rounds in the mean. The objective is the mean square of how far the three
//! are from the middle of their range, in half-widths: at most 1 where all three are inside.
//!
//! `cargo run --release -p overhear-agents --example fit_human [GAMES]`

use std::ops::ControlFlow;
use std::sync::Arc;

use overhear_agents::model::{DEFAULT_CLUES, World};
use overhear_agents::registry::{Spec, build};
use overhear_agents::words::{embedded_deck, embedded_lexicon, embedded_space};
use overhear_engine::arena::{Arena, Schedule, Tally};
use overhear_engine::rules::Rules;
use overhear_engine::table::{Seed, Table};

const SIGMAS: [f64; 5] = [0.06, 0.07, 0.08, 0.09, 0.10];
const LAMBDAS: [f64; 5] = [0.1, 0.3, 0.5, 0.7, 1.0];

/// The ranges of what is missed, what is intercepted, and the rounds of a game.
const RANGES: [(f64, f64); 3] = [(0.10, 0.27), (0.11, 0.28), (4.0, 6.0)];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let games = std::env::args().nth(1).map_or(Ok(2000), |games| games.parse())?;
    let world = World::new(embedded_deck("en")?, embedded_space(), embedded_lexicon(), DEFAULT_CLUES)?;
    let world = Arc::new(world);
    println!("sigma,lambda,missed,intercepted,rounds,objective");
    for (sigma, lambda) in SIGMAS.iter().flat_map(|sigma| LAMBDAS.map(|lambda| (sigma, lambda))) {
        let found = observe(&world, &format!("pragmatic:gamma=0,sigma={sigma},lambda={lambda}"), games)?;
        let [missed, intercepted, rounds] = found;
        let objective = objective(found);
        println!("{sigma},{lambda},{missed:.4},{intercepted:.4},{rounds:.3},{objective:.3}");
    }
    Ok(())
}

/// The mean square distance from the middle of the ranges, in half-widths.
fn objective(found: [f64; 3]) -> f64 {
    let distance = |(value, (low, high)): (f64, (f64, f64))| {
        let apart = (value - f64::midpoint(low, high)) / ((high - low) / 2.0);
        apart * apart
    };
    found.into_iter().zip(RANGES).map(distance).sum::<f64>() / 3.0
}

/// The share of own codes missed and of codes intercepted, and the mean number of rounds, of an agent against itself.
fn observe(world: &Arc<World>, spec: &str, games: u64) -> Result<[f64; 3], Box<dyn std::error::Error>> {
    let agents = [spec, spec].map(Spec::parse);
    let agents = agents.into_iter().collect::<Result<Vec<_>, _>>()?;
    let agents = agents.iter().map(|spec| build(spec, world)).collect::<Result<Vec<_>, _>>()?;
    let arena = Arena {
        table: Table { rules: Rules::official(), deck: world.deck(), law: world.law() },
        agents: &agents,
        schedule: Schedule::round_robin(2, games),
        seed: Seed(1),
    };
    let mut tally = Tally::new(&arena.schedule);
    arena.run(0..arena.schedule.deals(), &(), |block| {
        tally.merge(&block.tally);
        ControlFlow::Continue(())
    });
    let [a, b] = [&tally.agents[0], &tally.agents[1]];
    let share = |part: u64, whole: u64| part as f64 / whole.max(1) as f64;
    Ok([
        share(a.miscommunications + b.miscommunications, a.halves + b.halves),
        share(a.intercepted + b.intercepted, a.exposed + b.exposed),
        share(a.rounds, a.games),
    ])
}
