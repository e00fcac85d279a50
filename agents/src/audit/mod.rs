//! The agent contract, and a check that an agent keeps it.
//!
//! Views are types, so an agent cannot receive what R5 hides. It could still remember too much, communicate
//! through memory that its players share, or use another source of chance. Each requirement is a [`Duty`],
//! checked by asking players in games of the agent against itself. A [`Breach`] says where it was broken.

mod contract;
#[cfg(test)]
mod leak_probe;
mod question;
#[cfg(test)]
mod tests;

use std::fmt;

use overhear_engine::game::{Agent, Deal, Game, GameSetup, NumberedDeal, Seed, Team};
use overhear_engine::rules::{BySide, PublicRecord};

use question::{AuditQuestion, HalfSnapshot};

/// A requirement of the agent contract.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Duty {
    /// The Encryptor gives three legal clues (R18, R20, R21).
    Legal,
    /// Beliefs are probabilities that sum to 1; beliefs about keywords are weights.
    Probable,
    /// Repeated and reordered questions get equal answers.
    Repeatable,
    /// A new player in the middle of a game gives the answers of a player that was there from the start.
    Fresh,
    /// No answer depends on an earlier game.
    Forgetful,
    /// No answer depends on what R5 hides.
    Blind,
    /// Members that are declared to think alike give equal answers.
    Alike,
    /// Missing clues (R24) are handled.
    Patient,
}

impl Duty {
    /// Every requirement, in the order of the checks.
    pub const ALL: [Duty; 8] = [
        Duty::Legal,
        Duty::Probable,
        Duty::Repeatable,
        Duty::Fresh,
        Duty::Forgetful,
        Duty::Blind,
        Duty::Alike,
        Duty::Patient,
    ];

    /// Returns a clause that is true if the requirement is met.
    pub const fn meaning(self) -> &'static str {
        match self {
            Duty::Legal => "its clues are legal",
            Duty::Probable => "its beliefs are probabilities",
            Duty::Repeatable => "asked again or in another order, it answers the same",
            Duty::Fresh => "a fresh player in the middle of a game answers the same",
            Duty::Forgetful => "no answer depends on an earlier game",
            Duty::Blind => "what is hidden changes no answer",
            Duty::Alike => "members who are said to think alike do",
            Duty::Patient => "missing clues are no obstacle",
        }
    }
}

/// A broken requirement.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {what}")]
pub struct Breach {
    /// The deal, and the question if it was one.
    pub place: String,
    /// Description of the breach.
    pub what: String,
}

/// An agent, and the games of its audit.
#[derive(Clone, Copy)]
pub struct Audit<'a> {
    /// The agent, which plays both sides.
    pub agent: &'a dyn Agent,
    /// Rules, deck and clue law of the games.
    pub setup: GameSetup<'a>,
    /// Seed of the deals.
    pub seed: Seed,
    /// Number of games.
    pub games: u64,
    /// Called before each game; returns `false` to stop. A stopped audit covers fewer games and must not be
    /// reported.
    pub goes_on: &'a dyn Fn() -> bool,
}

impl Audit<'_> {
    /// Checks one requirement. Returns the number of answers checked.
    ///
    /// # Errors
    /// Returns the first [`Breach`].
    pub fn check(&self, duty: Duty) -> Result<u64, Breach> {
        match duty {
            Duty::Legal => self.legal(),
            Duty::Probable => self.probable(),
            Duty::Repeatable => self.repeatable(),
            Duty::Fresh => self.fresh(),
            Duty::Forgetful => self.forgetful(),
            Duty::Blind => self.blind(),
            Duty::Alike => self.alike(),
            Duty::Patient => self.patient(),
        }
    }

    /// Returns the numbers of the games.
    fn numbers(&self) -> impl Iterator<Item = u64> {
        (0..self.games).take_while(|_| (self.goes_on)())
    }

    fn deal(&self, number: u64) -> NumberedDeal {
        self.setup.deal(self.seed, number)
    }

    fn teams(&self) -> BySide<Team> {
        BySide::from_fn(|side| Team::new(self.agent, self.setup.rules().team_sizes()[side]))
    }

    fn play(&self, number: u64, teams: &mut BySide<Team>) -> Game {
        let mut game = Game::new();
        let BySide { white, black } = teams;
        self.setup.play(&self.deal(number), BySide { white, black }, &mut game);
        game
    }

    /// Returns the record of a game that has not begun.
    fn blank(&self) -> PublicRecord {
        let mut record = PublicRecord::new();
        record.clear(self.setup.rules());
        record
    }

    /// Returns a snapshot of every half of a game, before its guesses.
    fn snapshots(&self, number: u64) -> Vec<HalfSnapshot> {
        let game = self.play(number, &mut self.teams());
        let (mut record, mut opening) = (self.blank(), self.blank());
        let mut snapshots = Vec::new();
        for &half in game.record.halves() {
            if half.round != record.halves().last().map_or(0, |last| last.round) {
                opening = record.clone();
            }
            snapshots.push(HalfSnapshot {
                number,
                deal: Deal::clone(&self.deal(number)),
                opening: opening.clone(),
                record: record.clone(),
                half,
            });
            record.push(half);
        }
        snapshots
    }

    /// Passes every question of every game to `visit`, until it returns a breach. Returns the number of
    /// questions.
    fn each_question(
        &self,
        mut visit: impl FnMut(&AuditQuestion<'_>) -> Result<(), String>,
    ) -> Result<u64, Breach> {
        let mut count = 0;
        for number in self.numbers() {
            for snapshot in self.snapshots(number) {
                for question in snapshot.questions(self) {
                    visit(&question).map_err(|what| question.breach(what))?;
                    count += 1;
                }
            }
        }
        Ok(count)
    }
}

impl fmt::Debug for Audit<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "an audit of {} over {} games", self.agent.label(), self.games)
    }
}

impl AuditQuestion<'_> {
    fn breach(&self, what: String) -> Breach {
        let (number, round, side) = (self.number, self.round, self.side);
        let place = format!("deal {number}, round {round}, {side} {}", self.role.name());
        Breach { place, what }
    }
}
