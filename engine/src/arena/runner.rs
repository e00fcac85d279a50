//! Parallel play of a schedule, in blocks of deals that are delivered in deal order.

use std::fmt;
use std::ops::{ControlFlow, Range};
use std::sync::{Mutex, PoisonError};

use super::deal_counter::{DealCounter, GameSource};
use super::{Block, Fault, GameNumber, OnFault, Recorder, Schedule, Tally};
use crate::game::{
    Agent, Game, GameSetup, Keys, NumberedDeal, PlayerFault, PooledBeliefs, Seed, Team, guard,
};
use crate::parallel;
use crate::rules::{BySide, Side};

/// Minimal number of games in a block: enough to outweigh the cost of delivery, few enough to keep all
/// threads busy.
pub(super) const BLOCK_GAMES: u64 = 64;

/// Number of blocks that each thread plays before the results are delivered.
const BATCH_BLOCKS: usize = 32;

/// The most bytes of the tallies in a batch, if it has several blocks.
const BATCH_BYTES: u64 = 1 << 30;

/// A run: game setup, agents, schedule and seed, validated against each other.
pub struct Arena<'a> {
    pub(super) setup: GameSetup<'a>,
    pub(super) agents: &'a [Box<dyn Agent>],
    pub(super) schedule: Schedule,
    pub(super) seed: Seed,
}

/// Error returned when the parts of an [`Arena`] do not match.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ArenaError {
    /// The schedule and the list of agents differ in length.
    Agents {
        /// Number of agents in the schedule.
        schedule: usize,
        /// Number of agents in the list.
        agents: usize,
    },
}

impl fmt::Display for ArenaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ArenaError::Agents { schedule, agents } = self;
        write!(f, "the schedule is for {schedule} agents, and there are {agents}")
    }
}

impl std::error::Error for ArenaError {}

/// A block, and the deal number at which it should end.
struct PlannedBlock<P> {
    block: Block<P>,
    end: u64,
}

/// Reusable state of one thread: the keys of the run, a team for every agent and side, a game and counting
/// buffers.
struct ThreadState {
    keys: Keys,
    teams: Vec<BySide<Team>>,
    game: Box<Game>,
    counter: DealCounter,
}

/// Returns the teams of two agents, or both teams of one agent that plays against itself.
fn seated(teams: &mut [BySide<Team>], seats: BySide<usize>) -> BySide<&mut Team> {
    if seats.white == seats.black {
        let BySide { white, black } = &mut teams[seats.white];
        return BySide { white, black };
    }
    let [white, black] = teams.get_disjoint_mut([seats.white, seats.black]).expect("two different agents");
    BySide { white: &mut white[Side::White], black: &mut black[Side::Black] }
}

impl<'a> Arena<'a> {
    /// Creates a run of `schedule` with the game setup `setup`. All randomness is derived from `seed`.
    ///
    /// ```
    /// use overhear_engine::arena::{Arena, ArenaError, Schedule};
    /// use overhear_engine::rules::{CheckedRules, ClueLaw, Deck};
    /// use overhear_engine::game::{Seed, GameSetup};
    ///
    /// let list: String = (0..8).map(|n| format!("word{n}\n")).collect();
    /// let deck = Deck::parse(&list, "en")?;
    /// let law = ClueLaw::new(&[], &deck);
    /// let setup = GameSetup::new(CheckedRules::official(), &deck, &law)?;
    /// let empty = Arena::new(setup, &[], Schedule::round_robin(2, 100), Seed(1));
    /// assert_eq!(empty.err(), Some(ArenaError::Agents { schedule: 2, agents: 0 }));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`ArenaError::Agents`] if the number of agents differs from that of the schedule.
    pub fn new(
        setup: GameSetup<'a>,
        agents: &'a [Box<dyn Agent>],
        schedule: Schedule,
        seed: Seed,
    ) -> Result<Arena<'a>, ArenaError> {
        if schedule.agents() != agents.len() {
            return Err(ArenaError::Agents { schedule: schedule.agents(), agents: agents.len() });
        }
        Ok(Arena { setup, agents, schedule, seed })
    }

    /// Returns the game setup.
    pub const fn setup(&self) -> &GameSetup<'a> {
        &self.setup
    }

    /// Returns the agents.
    pub const fn agents(&self) -> &'a [Box<dyn Agent>] {
        self.agents
    }

    /// Returns the schedule.
    pub const fn schedule(&self) -> &Schedule {
        &self.schedule
    }

    /// Returns the seed of the run.
    pub const fn seed(&self) -> Seed {
        self.seed
    }
}

impl Arena<'_> {
    /// Plays `deals` on the threads of the current rayon pool (without the feature `parallel`: on this one), and passes
    /// the blocks to `each` in deal order.
    ///
    /// The blocks do not depend on the number of threads. `each` can stop the run between two blocks. A block
    /// that [`Recorder::should_stop`] cuts short, perhaps to no deals, is the last one delivered. The next blocks
    /// are already being played during delivery; they are lost when `each` stops the run.
    pub fn run<R: Recorder>(
        &self,
        deals: Range<u64>,
        recorder: &R,
        mut each: impl FnMut(Block<R::Output>) -> ControlFlow<()> + Send,
    ) {
        // Pipeline: one batch is delivered while the next one is played. The batch size depends on the number
        // of threads, but the limits of the blocks do not.
        let step = BLOCK_GAMES.div_ceil(self.schedule.games_of_a_deal());
        let batch = step * self.blocks_of_a_batch();
        let states = Mutex::new(Vec::new());
        let mut played = Vec::new();
        for start in deals.clone().step_by(batch as usize) {
            let end = deals.end.min(start + batch);
            let starts: Vec<u64> = (start..end).step_by(step as usize).collect();
            let before = std::mem::take(&mut played);
            let (flow, next) = parallel::join(
                || hand_over(before, &mut each),
                || {
                    parallel::map_singly(&starts, |&first| {
                        let end = end.min(first + step);
                        PlannedBlock { block: self.block(first..end, recorder, &states), end }
                    })
                },
            );
            if flow.is_break() {
                return;
            }
            played = next;
        }
        let _ = hand_over(played, &mut each);
    }

    /// Returns the number of blocks in a batch. Tallies grow with the pairings: those of a batch shall fit into memory.
    fn blocks_of_a_batch(&self) -> u64 {
        let (agents, pairings) = (self.schedule.agents() as u64, self.schedule.pairings().len() as u64);
        let usual = (BATCH_BLOCKS * parallel::threads()) as u64;
        (BATCH_BYTES / Tally::bytes(agents, pairings)).clamp(1, usual)
    }

    /// Replays one game of the run. Returns `None` if the run has no such game.
    ///
    /// Answers depend only on views and streams, so the game equals that of the run.
    pub fn replay(&self, number: GameNumber) -> Option<Game> {
        let (deal, mut teams) = self.seated(number)?;
        let mut game = Game::new();
        let BySide { white, black } = &mut teams;
        self.setup.play(&self.deal(deal), BySide { white, black }, &mut game);
        Some(game)
    }

    /// Replays one game of the run and catches faults. Returns `None` if the run has no such game.
    ///
    /// After a fault the game is forfeited, and the [`Fault`] is returned with it.
    pub fn replay_with_fault(&self, number: GameNumber) -> Option<(Game, Option<Fault>)> {
        let (deal, mut teams) = self.seated(number)?;
        let (dealt, mut game) = (self.deal(deal), Game::new());
        let BySide { white, black } = &mut teams;
        let played = guard(None, || self.setup.play(&dealt, BySide { white, black }, &mut game));
        let fault = played.err().map(|PlayerFault { side, late, message }| {
            game.forfeit(side);
            Fault { game: number, agent: self.schedule.seats(number)[side], late, message }
        });
        Some((game, fault))
    }

    /// Recomputes all beliefs of the players in a game that [`Arena::replay`] has returned, by asking them
    /// again.
    ///
    /// Returns `None` if the run has no such game.
    pub fn recompute_beliefs(&self, number: GameNumber, game: &Game) -> Option<Vec<PooledBeliefs>> {
        let (deal, mut teams) = self.seated(number)?;
        let BySide { white, black } = &mut teams;
        Some(self.setup.recompute_beliefs(&self.deal(deal), BySide { white, black }, game))
    }

    /// Returns the number of a game's deal, and new teams for the game.
    fn seated(&self, number: GameNumber) -> Option<(u64, BySide<Team>)> {
        let (deal, place, seating) = self.schedule.locate(number)?;
        let seats = self.schedule.pairings()[place].seats(seating);
        Some((deal, BySide::from_fn(|side| self.team(&*self.agents[seats[side]], side))))
    }

    /// Returns the deal with this number.
    pub fn deal(&self, number: u64) -> NumberedDeal {
        self.setup.deal(self.seed, number)
    }

    /// Creates a team of one agent for one side, of the size that the rules prescribe.
    pub(super) fn team(&self, agent: &dyn Agent, side: Side) -> Team {
        Team::new(agent, self.setup.rules().team_sizes()[side])
    }

    /// Plays the games of a block with a pooled thread state.
    fn block<R: Recorder>(
        &self,
        deals: Range<u64>,
        recorder: &R,
        states: &Mutex<Vec<ThreadState>>,
    ) -> Block<R::Output> {
        // At most one entry per thread is created; the pool lasts for one run.
        let idle_state = states.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut state = idle_state.unwrap_or_else(|| self.state());
        let mut block = Block::new(&self.schedule, deals.start);
        for deal in deals {
            if recorder.should_stop() {
                break;
            }
            self.play_deal(deal, &mut state, recorder, &mut block);
        }
        states.lock().unwrap_or_else(PoisonError::into_inner).push(state);
        block
    }

    /// Plays and counts all games of one deal.
    fn play_deal<R: Recorder>(
        &self,
        number: u64,
        state: &mut ThreadState,
        recorder: &R,
        block: &mut Block<R::Output>,
    ) {
        let ThreadState { keys, teams, game, counter } = state;
        let dealt = self.setup.deal(*keys, number);
        let mut played = SequentialGames { arena: self, recorder, dealt, teams, game };
        counter.count_deal(&self.schedule, number, &mut played, recorder, block);
    }

    /// Creates new teams of an agent, one for either side.
    pub(super) fn teams(&self, agent: usize) -> BySide<Team> {
        BySide::from_fn(|side| self.team(&*self.agents[agent], side))
    }

    /// Creates the state of one thread.
    fn state(&self) -> ThreadState {
        ThreadState {
            keys: self.seed.into(),
            teams: (0..self.agents.len()).map(|agent| self.teams(agent)).collect(),
            game: Box::default(),
            counter: DealCounter::default(),
        }
    }
}

/// Passes blocks on in their order, until `each` breaks off or a block is short.
fn hand_over<T>(
    blocks: Vec<PlannedBlock<T>>,
    each: &mut impl FnMut(Block<T>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    blocks.into_iter().try_for_each(|PlannedBlock { block, end }| {
        // A short block follows from `Recorder::should_stop`; blocks behind it would leave a gap.
        let whole = block.deals.end == end;
        each(block)?;
        if whole { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    })
}

/// A source of games that plays the games of a deal one after another, when they are counted.
struct SequentialGames<'a, R> {
    arena: &'a Arena<'a>,
    recorder: &'a R,
    dealt: NumberedDeal,
    teams: &'a mut [BySide<Team>],
    game: &'a mut Game,
}

impl<R: Recorder> SequentialGames<'_, R> {
    fn play(&mut self, seats: BySide<usize>) {
        let SequentialGames { arena, recorder, dealt, teams, game } = self;
        arena.setup.play(dealt, seated(teams, seats), game);
        if recorder.wants_keywords() {
            arena.setup.name_keywords(dealt, seated(teams, seats), game);
        }
    }
}

impl<R: Recorder> GameSource for SequentialGames<'_, R> {
    /// Plays a game to its end, or to the first fault. After a fault the game is forfeited.
    fn next(&mut self, _: GameNumber, seats: BySide<usize>) -> (&Game, Option<PlayerFault>) {
        if self.recorder.on_fault() == OnFault::Unwind {
            self.play(seats);
            return (self.game, None);
        }
        let broken = guard(self.recorder.answer_limit(), || self.play(seats)).err();
        let SequentialGames { arena, teams, game, .. } = self;
        if let Some(PlayerFault { side, .. }) = broken {
            game.forfeit(side);
            // A panic may leave the players in any state, so both agents get new ones.
            for side in Side::ALL {
                teams[seats[side]] = arena.teams(seats[side]);
            }
        }
        (game, broken)
    }
}
