//! Many games that wait for answers from outside, in flight at once.
//!
//! Games are played in two lots in turn: while the questions of one are away, the players of this program answer in the
//! other, on all threads. Whoever is asked by post gets all questions of a lot in one batch. Results depend neither on the
//! number of games in flight nor on who answers first: games are counted in the order of their numbers.

use std::ops::{ControlFlow, Range};
use std::sync::mpsc;
use std::thread::Scope;

use rayon::prelude::*;

use super::ledger::Ledger;
use super::post::Post;
use super::slot::{Hall, Slot};
use super::{Arena, Block, Fault, Recorder};
use crate::rules::Side;
use crate::table::Outage;

/// How games that wait are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lots {
    /// Games in flight for each thread, in both lots; at least two.
    pub in_flight: usize,
}

impl Default for Lots {
    /// 128 games a thread: more no longer fit the caches.
    fn default() -> Self {
        Lots { in_flight: 128 }
    }
}

/// Why a run ended before its last deal.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Stopped {
    /// A player broke down where that ends the run ([`OnFault::Unwind`](super::OnFault::Unwind)).
    #[error("game {}: {}", .0.game.0, .0.message)]
    Fault(Fault),
    /// Somebody who is asked by post answers no more.
    #[error(transparent)]
    Outage(#[from] Outage),
}

impl Arena<'_> {
    /// Plays `deals` as [`Arena::run`] does, and asks by post whoever has a
    /// [`Correspondent`](crate::table::Correspondent): with the same players and answers, the blocks add up to the same.
    ///
    /// Players of this program answer on the threads of the current rayon pool, or on this one where the pool has no other;
    /// questions are carried by threads of their own.
    ///
    /// # Errors
    /// [`Stopped`]; the blocks handed over are without a gap. An outage hands over all whole deals before it.
    pub fn run_in_lots<R: Recorder>(
        &self,
        deals: Range<u64>,
        recorder: &R,
        lots: Lots,
        mut each: impl FnMut(Block<R::Page>) -> ControlFlow<()>,
    ) -> Result<(), Stopped> {
        let slots = (lots.in_flight * rayon::current_num_threads()).div_ceil(2).max(1);
        let (post, hall) = (Post::new(self), Hall::new(self, recorder));
        let mut ledger = Ledger::new(self, deals, 4 * slots);
        std::thread::scope(|scope| {
            let mut courier = Courier::new(scope, &post);
            let mut here = vec![Lot::new(slots), Lot::new(slots)];
            loop {
                for lot in &mut here {
                    lot.play(&hall, &post, &mut ledger);
                }
                let (waiting, mut idle): (Vec<_>, Vec<_>) = here.into_iter().partition(Lot::waits);
                waiting.into_iter().for_each(|lot| courier.send(lot));
                let flow = self.hand_over(&mut ledger, recorder, false, &mut each)?;
                if flow.is_break() || ledger.is_done() {
                    return Ok(());
                }
                match courier.receive() {
                    Ok(lot) => idle.extend(lot),
                    Err(outage) => {
                        let _ = self.hand_over(&mut ledger, recorder, true, &mut each)?;
                        return Err(outage.into());
                    }
                }
                here = idle;
            }
        })
    }

    fn hand_over<R: Recorder>(
        &self,
        ledger: &mut Ledger,
        recorder: &R,
        rest: bool,
        each: &mut impl FnMut(Block<R::Page>) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, Stopped> {
        while let Some(block) = ledger.block(self, recorder, rest) {
            if each(block.map_err(Stopped::Fault)?).is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }
}

/// Carries the questions of lots to and fro on a thread of its own.
struct Courier<'a> {
    send: mpsc::Sender<Lot<'a>>,
    answered: mpsc::Receiver<Result<Lot<'a>, Outage>>,
    away: usize,
}

impl<'a> Courier<'a> {
    fn new<'scope>(scope: &'scope Scope<'scope, '_>, post: &'scope Post) -> Courier<'a>
    where
        'a: 'scope,
    {
        let (send, letters) = mpsc::channel::<Lot<'a>>();
        let (reply, answered) = mpsc::channel();
        scope.spawn(move || {
            for mut lot in letters {
                let delivered = post.deliver(&mut lot.0);
                if reply.send(delivered.map(|()| lot)).is_err() {
                    return;
                }
            }
        });
        Courier { send, answered, away: 0 }
    }

    fn send(&mut self, lot: Lot<'a>) {
        self.send.send(lot).expect("the courier waits for lots");
        self.away += 1;
    }

    /// Waits for the next lot with its answers, if any is away.
    fn receive(&mut self) -> Result<Option<Lot<'a>>, Outage> {
        if self.away == 0 {
            return Ok(None);
        }
        self.away -= 1;
        self.answered.recv().expect("the courier brings every lot back").map(Some)
    }
}

/// Half of the games in flight.
struct Lot<'a>(Vec<Slot<'a>>);

impl<'a> Lot<'a> {
    fn new(slots: usize) -> Lot<'a> {
        Lot((0..slots).map(|_| Slot::default()).collect())
    }

    /// Plays until every game waits, or nothing more can be begun.
    fn play<R: Recorder>(&mut self, hall: &Hall<'a, R>, post: &Post, ledger: &mut Ledger) {
        loop {
            match rayon::current_num_threads() {
                1 => self.0.iter_mut().for_each(|slot| slot.play(hall)),
                _ => self.0.par_iter_mut().for_each(|slot| slot.play(hall)),
            }
            let waits = |number| {
                let seats = hall.arena.schedule.seats(number);
                Side::ALL.into_iter().any(|side| post.reaches(seats[side]))
            };
            let mut begun = false;
            for slot in &mut self.0 {
                slot.over().for_each(|played| ledger.keep(played));
                if slot.is_free()
                    && let Some(games) = ledger.begin(hall.recorder, waits)
                {
                    slot.take(games);
                    begun = true;
                }
            }
            if !begun {
                return;
            }
        }
    }

    /// Whether a game of it waits for an answer.
    fn waits(&self) -> bool {
        self.0.iter().any(|slot| !slot.is_free())
    }
}
