//! Reads an agent's clues with the readers that know the agent: the share of codes that each finds, by round.
//!
//! `cargo run --release -p overhear-agents --example read_giver -- guarded 40 7`
//! `cargo run --release -p overhear-agents --example read_giver -- guarded 40 7 official`
//!
//! The arguments are a SPEC, the number of deals, their seed, and `official` for games of the usual length in place of
//! games with all rounds; then, if wanted, the number of deals whose clues are logged, and chains, sweeps, samples and
//! codes of the simulation. The agent plays itself, and both teams' clues are read. Rates are in percent, with the half
//! width of their 95 % interval, clustered by deal. `agents exploit` prints the same readers' rates beside those of all
//! built-in guessers.

use std::sync::Arc;

use overhear_agents::informed::{ClueCounts, CountsReader, LoggedClues, SimulationEffort, SimulationReader};
use overhear_agents::model::{DEFAULT_CLUES, World};
use overhear_agents::registry::{Spec, build};
use overhear_agents::words::{embedded_deck, embedded_lexicon, embedded_space};
use overhear_engine::game::{Agent, Game, GameSetup, Guesser, Position, Seed, Stream, Team};
use overhear_engine::rules::{BySide, PublicRecord, Rules, Side};
use rayon::prelude::*;

/// The first deal whose clues are logged.
const LOGGED: u64 = 1 << 30;

const ROUNDS: usize = 17;

/// The readers, in the order of the rows.
const READERS: [&str; 5] = ["bayes", "levelk", "robust", "counts", "simulation"];

/// Halves by round, and those that each reader found, in the games of a deal.
#[derive(Clone, Default)]
struct DealCounts {
    halves: [u32; ROUNDS],
    right: [[u32; ROUNDS]; READERS.len()],
    /// Number of rounds of the game.
    rounds: u32,
}

/// What is needed to read a deal.
struct Reading<'a> {
    setup: GameSetup<'a>,
    giver: &'a dyn Agent,
    listeners: Vec<Box<dyn Agent>>,
    counts: Arc<ClueCounts>,
    effort: SimulationEffort,
    seed: Seed,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let spec = arguments.next().ok_or("usage: read_giver SPEC [DEALS [SEED [RULES [LOGGED [EFFORT …]]]]]")?;
    let deals: u64 = arguments.next().map_or(Ok(40), |deals| deals.parse())?;
    let seed = Seed(arguments.next().map_or(Ok(1), |seed| seed.parse())?);
    let is_official = arguments.next().is_some_and(|rules| rules == "official");
    let numbers = arguments.map(|number| number.parse()).collect::<Result<Vec<usize>, _>>()?;
    let usual = SimulationEffort::default();
    let effort = SimulationEffort {
        chains: number_or(&numbers, 1, usual.chains),
        sweeps: number_or(&numbers, 2, usual.sweeps),
        samples: number_or(&numbers, 3, usual.samples as usize) as u32,
        codes: number_or(&numbers, 4, usual.codes),
    };
    let world = World::new(embedded_deck("en")?, embedded_space(), embedded_lexicon(), DEFAULT_CLUES)?;
    let world = Arc::new(world);
    let endless = Rules { tokens_to_win: 0, tokens_to_lose: 0, ..Rules::official() };
    let giver = build(&Spec::parse(&spec)?, &world)?;
    let logged = LOGGED..LOGGED + number_or(&numbers, 0, 16_000) as u64;
    let logged = LoggedClues::play(&world.setup(&endless)?, &*giver, seed, logged, &|| false);
    let counts = Arc::new(ClueCounts::new(&world, &logged.ok_or("it was stopped")?));
    let listeners = READERS[..3]
        .iter()
        .map(|name| Ok(build(&Spec::parse(&format!("nearest/{name}"))?, &world)?))
        .collect::<Result<_, Box<dyn std::error::Error>>>()?;
    let official = Rules::official();
    let setup = world.setup(if is_official { &official } else { &endless })?;
    let reading = Reading { setup, giver: &*giver, listeners, counts, effort, seed };
    let numbers: Vec<u64> = (0..deals).collect();
    let counted: Vec<DealCounts> = numbers.par_iter().map(|&number| reading.read(number)).collect();
    show(&counted);
    Ok(())
}

fn number_or(numbers: &[usize], n: usize, usual: usize) -> usize {
    numbers.get(n).copied().unwrap_or(usual)
}

impl Reading<'_> {
    /// Plays a deal and reads the clues of both teams.
    fn read(&self, number: u64) -> DealCounts {
        let deal = self.setup.deal(self.seed, number);
        let mut teams = BySide::from_fn(|_| Team::new(self.giver, 2));
        let (mut game, mut counts) = (Game::new(), DealCounts::default());
        let BySide { white, black } = &mut teams;
        self.setup.play(&deal, BySide { white, black }, &mut game);
        for side in Side::ALL {
            let mut readers: Vec<Box<dyn Guesser>> =
                self.listeners.iter().map(|agent| agent.guesser()).collect();
            readers.push(Box::new(CountsReader::new(&self.counts)));
            readers.push(Box::new(SimulationReader::new(self.giver, &self.counts, self.effort)));
            let (mut record, mut stream) = (PublicRecord::new(), Stream::of_deal(Seed(0), 0));
            for (n, &half) in game.record.halves().iter().enumerate() {
                let at = Position { setup: &self.setup, deal: &deal, record: &record, round: half.round };
                if n == 0 {
                    readers.iter_mut().for_each(|reader| reader.begin(&at.seat(side.opponent(), 0)));
                }
                if half.side == side && half.interception.is_some() {
                    let (view, round) =
                        (at.interceptor(side.opponent(), 0, half.clues), usize::from(half.round));
                    counts.halves[round] += 1;
                    for (right, reader) in counts.right.iter_mut().zip(&mut readers) {
                        right[round] += u32::from(reader.intercept(&view, &mut stream).best() == half.code);
                    }
                }
                record.push(half);
            }
        }
        counts.rounds = game.record.halves().len() as u32 / 2;
        counts
    }
}

/// Prints a row for each reader.
fn show(deals: &[DealCounts]) {
    let halves = total(deals, |deal| deal.halves.iter().sum());
    let last = deals.iter().map(|deal| deal.rounds).max().unwrap_or_default();
    println!("halves {halves}, rounds a game {:.2}", total(deals, |deal| deal.rounds) / deals.len() as f64);
    println!(
        "reader,found,half_width,{}",
        (2..=last).map(|n| format!("round_{n}")).collect::<Vec<_>>().join(",")
    );
    for (n, name) in READERS.iter().enumerate() {
        let mean = total(deals, |deal| deal.right[n].iter().sum()) / halves;
        let residuals = deals.iter().map(|deal| {
            f64::from(deal.right[n].iter().sum::<u32>()) - mean * f64::from(deal.halves.iter().sum::<u32>())
        });
        let squares: f64 = residuals.map(|residual| residual * residual).sum();
        let rounds: Vec<String> = (2..=last)
            .map(|round| {
                let round = round as usize;
                let share = total(deals, |deal| deal.right[n][round])
                    / total(deals, |deal| deal.halves[round]).max(1.0);
                format!("{:.1}", 100.0 * share)
            })
            .collect();
        println!(
            "{name},{:.1},{:.1},{}",
            100.0 * mean,
            196.0 * libm::sqrt(squares) / halves,
            rounds.join(",")
        );
    }
}

/// Returns the sum of a count over the deals.
fn total(deals: &[DealCounts], of: impl Fn(&DealCounts) -> u32) -> f64 {
    deals.iter().map(|deal| f64::from(of(deal))).sum()
}
