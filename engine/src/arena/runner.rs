//! Plays a schedule on all threads, in blocks of deals that are handed over in deal order.

use std::ops::{ControlFlow, Range};
use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;

use super::{GameNumber, Outcome, Schedule, Seating, Tally};
use crate::rules::{BySide, Side};
use crate::table::{Agent, Deal, Game, Seed, Table, Team};

/// How many games make a block, at least: enough to outweigh handing it over, few enough to keep threads busy.
const BLOCK_GAMES: u64 = 64;

/// How many blocks each thread gets before the results are handed over.
const BATCH_BLOCKS: usize = 32;

/// A run: the table, the agents, who meets whom, and the seed.
pub struct Arena<'a> {
    /// What is played by.
    pub table: Table<'a>,
    /// Who plays.
    pub agents: &'a [Box<dyn Agent>],
    /// Who meets whom, and how often.
    pub schedule: Schedule,
    /// The seed of everything.
    pub seed: Seed,
}

/// Some deals, played.
#[derive(Clone, Debug)]
pub struct Block<P> {
    /// Which deals.
    pub deals: Range<u64>,
    /// What they add up to.
    pub tally: Tally,
    /// What the recorder wrote, in the order of the games.
    pub page: P,
}

/// Looks at every game as it ends, on whatever thread played it.
pub trait Recorder: Sync {
    /// What it writes about the games of one block.
    type Page: Default + Send;

    /// Called once for each game, in order within a block. `seats` are places in the list of agents.
    fn game(&self, number: GameNumber, seats: BySide<usize>, game: &Game, page: &mut Self::Page);
}

/// Records nothing.
impl Recorder for () {
    type Page = ();

    fn game(&self, _: GameNumber, _: BySide<usize>, _: &Game, (): &mut ()) {}
}

/// The players of one thread: a team for every agent and side, and the game they play in.
struct Bench {
    teams: Vec<BySide<Team>>,
    game: Box<Game>,
    outcomes: Vec<[Outcome; 2]>,
    scratch: Vec<u64>,
}

impl Arena<'_> {
    /// Plays `deals` on the threads of the current rayon pool. `each` gets the blocks in deal order, whatever the
    /// number of threads, and can stop the run between two of them.
    pub fn run<R: Recorder>(
        &self,
        deals: Range<u64>,
        recorder: &R,
        mut each: impl FnMut(Block<R::Page>) -> ControlFlow<()>,
    ) {
        let step = BLOCK_GAMES.div_ceil(self.schedule.games_of_a_deal());
        let batch = step * (BATCH_BLOCKS * rayon::current_num_threads()) as u64;
        let benches = Mutex::new(Vec::new());
        let mut start = deals.start;
        while start < deals.end {
            let end = deals.end.min(start + batch);
            let starts: Vec<u64> = (start..end).step_by(step as usize).collect();
            let block = |&first: &u64| self.block(first..end.min(first + step), recorder, &benches);
            let blocks: Vec<Block<R::Page>> = starts.par_iter().with_max_len(1).map(block).collect();
            if blocks.into_iter().try_for_each(&mut each).is_break() {
                return;
            }
            start = end;
        }
    }

    /// Plays one game of the run alone; the same game as in the run.
    pub fn replay(&self, number: GameNumber) -> Option<Game> {
        let (deal_number, place, seating) = self.schedule.locate(number)?;
        let seats = self.schedule.pairings()[place].seats(seating);
        let mut teams = BySide::from_fn(|side| self.team(&*self.agents[seats[side]], side));
        let mut game = Game::new();
        let BySide { white, black } = &mut teams;
        self.table.play(self.seed, deal_number, &self.deal(deal_number), BySide { white, black }, &mut game);
        Some(game)
    }

    /// The deal with this number.
    pub fn deal(&self, number: u64) -> Deal {
        Deal::numbered(&self.table.rules, self.table.deck, self.seed, number)
    }

    fn team(&self, agent: &dyn Agent, side: Side) -> Team {
        Team::new(agent, self.table.rules.team_sizes()[side])
    }

    fn block<R: Recorder>(
        &self,
        deals: Range<u64>,
        recorder: &R,
        benches: &Mutex<Vec<Bench>>,
    ) -> Block<R::Page> {
        let kept = benches.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut bench = kept.unwrap_or_else(|| self.bench());
        let mut tally = Tally::new(&self.schedule);
        let mut page = R::Page::default();
        for deal in deals.clone() {
            self.play_deal(deal, &mut bench, recorder, &mut tally, &mut page);
        }
        benches.lock().unwrap_or_else(PoisonError::into_inner).push(bench);
        Block { deals, tally, page }
    }

    fn play_deal<R: Recorder>(
        &self,
        number: u64,
        bench: &mut Bench,
        recorder: &R,
        tally: &mut Tally,
        page: &mut R::Page,
    ) {
        let deal = self.deal(number);
        bench.outcomes.clear();
        for (place, &pairing) in self.schedule.pairings().iter().enumerate() {
            let outcomes = Seating::ALL.map(|seating| {
                let seats = pairing.seats(seating);
                let [white, black] = bench
                    .teams
                    .get_disjoint_mut([seats.white, seats.black])
                    .expect("a pairing is of two different agents");
                let teams = BySide { white: &mut white[Side::White], black: &mut black[Side::Black] };
                self.table.play(self.seed, number, &deal, teams, &mut bench.game);
                recorder.game(self.schedule.number(number, place, seating), seats, &bench.game, page);
                tally.add_game(pairing, place, seating, &bench.game)
            });
            bench.outcomes.push(outcomes);
        }
        tally.add_deal(&self.schedule, &bench.outcomes, &mut bench.scratch);
    }

    fn bench(&self) -> Bench {
        let both = |agent: &dyn Agent| BySide::from_fn(|side| self.team(agent, side));
        Bench {
            teams: self.agents.iter().map(|agent| both(&**agent)).collect(),
            game: Box::default(),
            outcomes: Vec::new(),
            scratch: Vec::new(),
        }
    }
}
