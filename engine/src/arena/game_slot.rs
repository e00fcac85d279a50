//! Slots for games in flight, and the factory that starts games in them.

use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use super::reorder::FinishedGame;
use super::{Arena, GameNumber, OnFault, Recorder};
use crate::game::{Answer, AnswerError, Game, Keys, PlayerFault, PlayerRequest, ResumableGame, Team};
use crate::rules::{BySide, Side};

/// A slot for one game in flight, with a queue of games to follow.
#[derive(Default)]
pub(super) struct GameSlot<'a> {
    active: Option<Box<ActiveGame<'a>>>,
    queue: Range<u64>,
    over: Vec<FinishedGame>,
}

/// A game in flight.
struct ActiveGame<'a> {
    number: GameNumber,
    seats: BySide<usize>,
    resumable: ResumableGame<'a>,
}

/// A factory of games that reuses the teams of finished games.
pub(super) struct GameFactory<'a, R> {
    pub(super) arena: &'a Arena<'a>,
    pub(super) recorder: &'a R,
    keys: Keys,
    free: Vec<BySide<Mutex<Vec<Team>>>>,
}

impl<'a> GameSlot<'a> {
    /// Returns `true` if the slot has no game in flight.
    pub(super) const fn is_free(&self) -> bool {
        self.active.is_none()
    }

    /// Sets the numbers of the games to play next.
    pub(super) fn assign(&mut self, games: Range<u64>) {
        self.queue = games;
    }

    /// Removes and returns the games that have finished since the last call.
    pub(super) fn over(&mut self) -> impl Iterator<Item = FinishedGame> {
        self.over.drain(..)
    }

    /// Starts queued games and plays them, until a game waits for external answers or the queue is empty.
    pub(super) fn play<R: Recorder>(&mut self, factory: &GameFactory<'a, R>) {
        loop {
            if self.active.is_none() {
                let Some(number) = self.queue.next() else { return };
                self.active = Some(Box::new(factory.begin(GameNumber(number))));
            }
            let active = self.active.as_mut().expect("it has just begun");
            active.resumable.advance();
            if !active.resumable.is_over() {
                return;
            }
            let active = self.active.take().expect("it is over");
            self.over.push(factory.end(*active));
        }
    }

    /// Returns the open questions of the game in flight, each with the agents of the game.
    pub(super) fn questions(&mut self) -> impl Iterator<Item = (BySide<usize>, PlayerRequest<'_>)> {
        let active = self.active.as_mut();
        active.into_iter().flat_map(|active| {
            let seats = active.seats;
            active.resumable.questions().map(move |request| (seats, request))
        })
    }

    /// Stores the answer to an open question.
    pub(super) fn put(&mut self, side: Side, member: u8, answer: Result<Answer, AnswerError>) {
        let active = self.active.as_mut().expect("questions come from games in flight");
        active.resumable.answer(side, member, answer).expect("its question was sent");
    }
}

impl<'a, R: Recorder> GameFactory<'a, R> {
    pub(super) fn new(arena: &'a Arena<'a>, recorder: &'a R) -> GameFactory<'a, R> {
        let free = arena.agents.iter().map(|_| BySide::default()).collect();
        GameFactory { arena, recorder, keys: arena.seed.into(), free }
    }

    /// Starts a game with the options of the recorder.
    fn begin(&self, number: GameNumber) -> ActiveGame<'a> {
        let GameFactory { arena, recorder, keys, .. } = *self;
        let seats = arena.schedule.seats(number);
        let dealt = arena.setup.deal(keys, number.0 / arena.schedule.games_of_a_deal());
        let teams = BySide::from_fn(|side| self.team(seats[side], side));
        let mut resumable = ResumableGame::new(arena.setup, &dealt, teams, Game::new());
        if recorder.wants_keywords() {
            resumable = resumable.with_keyword_guess();
        }
        if recorder.on_fault() != OnFault::Unwind {
            resumable = resumable.with_fault_guard(recorder.answer_limit());
        }
        ActiveGame { number, seats, resumable }
    }

    /// Returns an idle team of an agent for one side, or a new team if there is none.
    fn team(&self, agent: usize, side: Side) -> Team {
        let free = self.free[agent][side].lock().unwrap_or_else(PoisonError::into_inner).pop();
        free.unwrap_or_else(|| self.arena.team(&*self.arena.agents[agent], side))
    }

    /// Ends a game and releases its teams. The teams of a game with a fault are dropped.
    fn end(&self, ActiveGame { number, seats, resumable }: ActiveGame<'a>) -> FinishedGame {
        let failure = resumable.failure();
        let (game, BySide { white, black }) = resumable.into_parts();
        if failure.is_none() {
            for (side, team) in [(Side::White, white), (Side::Black, black)] {
                let mut free = self.free[seats[side]][side].lock().unwrap_or_else(PoisonError::into_inner);
                free.push(team);
            }
        }
        let broken = failure.map(|(side, AnswerError { late, message })| PlayerFault { side, late, message });
        FinishedGame { number, game, broken }
    }
}
