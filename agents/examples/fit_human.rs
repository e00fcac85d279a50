//! Fits the presets `new`, `regular` (= `human`) and `close`: tables of people, from strangers to old friends.
//!
//! Teams of two play against themselves over a grid of σ (how far members differ) and `words` (how many words come to an
//! interceptor's mind as a keyword). The objective is `Counts::misfit`: the log
//! likelihood ratio, in nats, between what is played and what ten games of people came to, by round, with the number of rounds.
//! λ is assumed: strangers heed the opponents least.
//!
//! `cargo run --release -p overhear-agents --example fit_human [GAMES [PRESET]]`

use std::ops::ControlFlow;
use std::sync::Arc;

use overhear_agents::model::{DEFAULT_CLUES, World};
use overhear_agents::people::{Counts, Familiarity, RoundCountsRecorder};
use overhear_agents::registry::{Spec, build};
use overhear_agents::words::{embedded_deck, embedded_lexicon, embedded_space};
use overhear_engine::arena::{Arena, Schedule};
use overhear_engine::game::Seed;
use overhear_engine::rules::Rules;

const SIGMAS: [f64; 9] = [0.07, 0.08, 0.085, 0.09, 0.095, 0.1, 0.11, 0.12, 0.13];
const WORDS: [u32; 5] = [125, 250, 500, 1000, 2000];

type Failure = Box<dyn std::error::Error>;

fn main() -> Result<(), Failure> {
    let mut args = std::env::args().skip(1);
    let games = args.next().map_or(Ok(2000), |games| games.parse())?;
    let preset = args.next();
    let world = World::new(embedded_deck("en")?, embedded_space(), embedded_lexicon(), DEFAULT_CLUES)?;
    let world = Arc::new(world);
    println!(
        "preset,sigma,words,missed_1,missed_2_4,missed_5_8,missed_7_8,overheard_2_4,overheard_5_8,rounds,misfit"
    );
    for table in Familiarity::ALL {
        if preset.as_ref().is_none_or(|preset| preset == table.preset()) {
            fit(table, &world, games)?;
        }
    }
    Ok(())
}

/// Prints the grid for one kind of table.
fn fit(table: Familiarity, world: &Arc<World>, games: u64) -> Result<(), Failure> {
    for (sigma, words) in SIGMAS.into_iter().flat_map(|sigma| WORDS.map(|words| (sigma, words))) {
        let spec = format!("{}:sigma={sigma},words={words}", table.preset());
        let counts = play(world, &spec, games)?;
        println!("{},{sigma},{words},{}", table.preset(), row(table, &counts));
    }
    Ok(())
}

fn row(table: Familiarity, counts: &Counts) -> String {
    let rates = counts.figures.map(|[cases, codes]| format!("{:.4}", cases as f64 / codes.max(1) as f64));
    let rounds = counts.rounds as f64 / counts.games as f64;
    format!("{},{rounds:.3},{:.3}", rates.join(","), counts.misfit(table))
}

/// What games of an agent against itself come to.
fn play(world: &Arc<World>, spec: &str, games: u64) -> Result<Counts, Failure> {
    let agents = [build(&Spec::parse(spec)?, world)?];
    let arena = Arena::new(world.setup(&Rules::official())?, &agents, Schedule::self_play(games), Seed(1))?;
    let mut counts = Counts::default();
    arena.run(0..arena.schedule().deals(), &RoundCountsRecorder, |block| {
        block.output.iter().for_each(|game| counts.add(game));
        ControlFlow::Continue(())
    });
    Ok(counts)
}
