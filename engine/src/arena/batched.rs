//! A batched run: many games in flight, whose questions to external players are sent in batches.
//!
//! The games form two batches. While the questions of one batch are with the external players, the built-in agents
//! play the games of the other on all threads. A player gets all open questions of a batch in one call. Games are
//! counted in the order of their numbers, so results depend neither on the number of games in flight nor on the
//! order of answers.

use std::fmt;
use std::ops::{ControlFlow, Range};
use std::sync::mpsc;
use std::thread::{self, Scope};

use super::dispatch::{Dispatcher, thread_start_error};
use super::game_slot::{GameFactory, GameSlot};
use super::reorder::ReorderBuffer;
use super::{Arena, Block, Fault, Recorder};
use crate::game::PlayerUnavailable;
use crate::parallel;
use crate::rules::Side;

/// The most games of a batch that are played at the wish of an external player.
const MOST_IN_A_BATCH: usize = 1 << 14;

/// Options of a batched run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BatchOptions {
    /// Number of games in flight for each thread, in both batches together; at least two.
    pub in_flight: usize,
}

impl Default for BatchOptions {
    /// Returns 128 games a thread. More games no longer fit the caches.
    fn default() -> Self {
        BatchOptions { in_flight: 128 }
    }
}

/// Error returned by [`Arena::run_batched`] when a run stops before its last deal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RunError {
    /// A player had a fault, and faults end the run ([`OnFault::Unwind`](super::OnFault::Unwind)).
    Fault(Fault),
    /// An external player no longer answers.
    Outage(PlayerUnavailable),
}

impl fmt::Display for RunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RunError::Fault(fault) => write!(f, "game {}: {}", fault.game.0, fault.message),
            RunError::Outage(outage) => outage.fmt(f),
        }
    }
}

impl std::error::Error for RunError {}

impl From<PlayerUnavailable> for RunError {
    fn from(outage: PlayerUnavailable) -> RunError {
        RunError::Outage(outage)
    }
}

impl Arena<'_> {
    /// Plays `deals` as [`Arena::run`] does, and sends the questions of external players in batches.
    ///
    /// A role with an [`ExternalPlayer`](crate::game::ExternalPlayer) is external. The blocks add up to those
    /// of [`Arena::run`] if players and answers are equal. Blocks go to `each` in deal order.
    ///
    /// Built-in agents run on the current rayon pool, or on the calling thread if the pool has a single
    /// thread. Separate threads wait for the external players.
    ///
    /// # Errors
    /// Returns [`RunError`] after a fault that ends the run, and if an external player stops answering. In the
    /// second case all whole deals before the error are delivered first. The delivered blocks are always
    /// contiguous.
    pub fn run_batched<R: Recorder>(
        &self,
        deals: Range<u64>,
        recorder: &R,
        options: BatchOptions,
        mut each: impl FnMut(Block<R::Output>) -> ControlFlow<()>,
    ) -> Result<(), RunError> {
        let (dispatcher, factory) = (Dispatcher::new(self), GameFactory::new(self, recorder));
        let usual = (options.in_flight * parallel::threads()).div_ceil(2).max(1);
        // Slots beyond half of the games would leave nothing to play while the other half waits.
        let games = (deals.end - deals.start).saturating_mul(self.schedule.games_of_a_deal());
        let useful = usize::try_from(games.div_ceil(2)).unwrap_or(usize::MAX);
        let slots = usual.max(dispatcher.largest_batch().min(MOST_IN_A_BATCH).min(useful));
        let mut buffer = ReorderBuffer::new(self, deals, 4 * slots);
        thread::scope(|scope| {
            let mut dispatch = DispatchThread::new(scope, &dispatcher)?;
            let mut here = vec![GameBatch::new(slots), GameBatch::new(slots)];
            // 1. Play the batches at hand until each of their games waits.
            // 2. Send the batches with open questions away; the others stay at hand.
            // 3. Deliver finished blocks.
            // 4. Wait for one batch with its answers.
            loop {
                for batch in &mut here {
                    batch.play(&factory, &dispatcher, &mut buffer);
                }
                let (waiting, mut idle): (Vec<_>, Vec<_>) = here.into_iter().partition(GameBatch::waits);
                waiting.into_iter().for_each(|batch| dispatch.send(batch));
                let flow = self.hand_over(&mut buffer, recorder, false, &mut each)?;
                if flow.is_break() || buffer.is_done() {
                    return Ok(());
                }
                match dispatch.receive() {
                    Ok(batch) => idle.extend(batch),
                    Err(outage) => {
                        let _ = self.hand_over(&mut buffer, recorder, true, &mut each)?;
                        return Err(outage.into());
                    }
                }
                here = idle;
            }
        })
    }

    /// Passes all blocks that are ready to `each`, until `each` stops the run.
    fn hand_over<R: Recorder>(
        &self,
        buffer: &mut ReorderBuffer,
        recorder: &R,
        rest: bool,
        each: &mut impl FnMut(Block<R::Output>) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, RunError> {
        while let Some(block) = buffer.block(self, recorder, rest) {
            if each(block.map_err(RunError::Fault)?).is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }
}

/// A thread that carries the questions of batches to the external players and brings the answers back.
struct DispatchThread<'a> {
    send: mpsc::Sender<GameBatch<'a>>,
    answered: mpsc::Receiver<Result<GameBatch<'a>, PlayerUnavailable>>,
    away: usize,
}

impl<'a> DispatchThread<'a> {
    fn new<'scope>(
        scope: &'scope Scope<'scope, '_>,
        dispatcher: &'scope Dispatcher,
    ) -> Result<DispatchThread<'a>, PlayerUnavailable>
    where
        'a: 'scope,
    {
        let (send, batches) = mpsc::channel::<GameBatch<'a>>();
        let (reply, answered) = mpsc::channel();
        let carrier = thread::Builder::new().spawn_scoped(scope, move || {
            for mut batch in batches {
                let delivered = dispatcher.deliver(&mut batch.0);
                if reply.send(delivered.map(|()| batch)).is_err() {
                    // The run has ended early and dropped the receiver.
                    return;
                }
            }
        });
        carrier.map_err(|error| thread_start_error(&error))?;
        Ok(DispatchThread { send, answered, away: 0 })
    }

    fn send(&mut self, batch: GameBatch<'a>) {
        self.send.send(batch).expect("the dispatch thread waits for batches");
        self.away += 1;
    }

    /// Waits for the next batch with its answers. Returns `None` if no batch has been sent.
    fn receive(&mut self) -> Result<Option<GameBatch<'a>>, PlayerUnavailable> {
        if self.away == 0 {
            return Ok(None);
        }
        self.away -= 1;
        self.answered.recv().expect("the dispatch thread returns every batch").map(Some)
    }
}

/// A batch of games in flight: half of all, each in its slot.
struct GameBatch<'a>(Vec<GameSlot<'a>>);

impl<'a> GameBatch<'a> {
    fn new(slots: usize) -> GameBatch<'a> {
        GameBatch((0..slots).map(|_| GameSlot::default()).collect())
    }

    /// Plays until every game waits for external answers or no more games can be started.
    fn play<R: Recorder>(
        &mut self,
        factory: &GameFactory<'a, R>,
        dispatcher: &Dispatcher,
        buffer: &mut ReorderBuffer,
    ) {
        loop {
            parallel::for_each_mut(&mut self.0, |slot| slot.play(factory));
            let mut begun = false;
            for slot in &mut self.0 {
                slot.over().for_each(|played| buffer.keep(played));
                if !slot.is_free() {
                    continue;
                }
                // A slot must wait for a game with an external player, so such a game ends the slot's queue.
                let games = buffer.begin(factory.recorder, |number| {
                    let seats = factory.arena.schedule.seats(number);
                    Side::ALL.into_iter().any(|side| dispatcher.has_external_player(seats[side]))
                });
                if let Some(games) = games {
                    slot.assign(games);
                    begun = true;
                }
            }
            if !begun {
                return;
            }
        }
    }

    /// Returns `true` if at least one game waits for an answer.
    fn waits(&self) -> bool {
        self.0.iter().any(|slot| !slot.is_free())
    }
}
