//! What an agent owes the table, and whether it keeps it.
//!
//! Views are types, so an agent cannot be handed what R5 hides; it can still remember what it should not, tell itself
//! across the table through memory that its players share, or draw chance from elsewhere. Each [`Duty`] is checked by
//! asking players in games of the agent against itself, and a [`Breach`] says where it was broken.

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

/// Something that every agent owes the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Duty {
    /// Its Encryptor gives three clues, all of them legal (R18, R20, R21).
    Legal,
    /// Its beliefs are probabilities that sum to 1, and what it believes of keywords are weights.
    Probable,
    /// Asked again, or in another order, it answers the same.
    Repeatable,
    /// A fresh player in the middle of a game answers the same as one who was there from the start.
    Fresh,
    /// No answer depends on an earlier game.
    Forgetful,
    /// No answer depends on what R5 hides.
    Blind,
    /// Members who are said to think alike do.
    Alike,
    /// Missing clues (R24) are no obstacle.
    Patient,
}

impl Duty {
    /// Every duty, in the order in which they are checked.
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

    /// What is right when the duty is kept, as a clause.
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

/// Where a duty was broken, and how.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {what}")]
pub struct Breach {
    /// The deal, and the question where it was one.
    pub place: String,
    /// What was found.
    pub what: String,
}

/// An agent, and the games that it is watched in.
#[derive(Clone, Copy)]
pub struct Audit<'a> {
    /// Who is watched; it plays both sides.
    pub agent: &'a dyn Agent,
    /// What is played by.
    pub table: GameSetup<'a>,
    /// Where the deals come from.
    pub seed: Seed,
    /// How many games are played.
    pub games: u64,
    /// Asked before each game: whether the audit goes on. One that does not has looked at fewer games, and says nothing.
    pub goes_on: &'a dyn Fn() -> bool,
}

impl Audit<'_> {
    /// Checks one duty: how many answers were looked at, all of them right.
    ///
    /// # Errors
    /// The first [`Breach`].
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

    /// The numbers of the games.
    fn numbers(&self) -> impl Iterator<Item = u64> {
        (0..self.games).take_while(|_| (self.goes_on)())
    }

    fn deal(&self, number: u64) -> NumberedDeal {
        self.table.deal(self.seed, number)
    }

    fn teams(&self) -> BySide<Team> {
        BySide::from_fn(|side| Team::new(self.agent, self.table.rules().team_sizes()[side]))
    }

    fn play(&self, number: u64, teams: &mut BySide<Team>) -> Game {
        let mut game = Game::new();
        let BySide { white, black } = teams;
        self.table.play(&self.deal(number), BySide { white, black }, &mut game);
        game
    }

    /// The record of a game that has not begun.
    fn blank(&self) -> PublicRecord {
        let mut record = PublicRecord::new();
        record.clear(self.table.rules().players);
        record
    }

    /// Every half of a game, before it is guessed at.
    fn scenes(&self, number: u64) -> Vec<HalfSnapshot> {
        let game = self.play(number, &mut self.teams());
        let (mut record, mut opening) = (self.blank(), self.blank());
        let mut scenes = Vec::new();
        for &half in game.record.halves() {
            if half.round != record.halves().last().map_or(0, |last| last.round) {
                opening = record.clone();
            }
            scenes.push(HalfSnapshot {
                number,
                deal: Deal::clone(&self.deal(number)),
                opening: opening.clone(),
                record: record.clone(),
                half,
            });
            record.push(half);
        }
        scenes
    }

    /// Puts every question of every game to `visit`, until it finds a breach; counts them.
    fn each_question(
        &self,
        mut visit: impl FnMut(&AuditQuestion<'_>) -> Result<(), String>,
    ) -> Result<u64, Breach> {
        let mut asked = 0;
        for number in self.numbers() {
            for scene in self.scenes(number) {
                for question in scene.questions(self) {
                    visit(&question).map_err(|what| question.breach(what))?;
                    asked += 1;
                }
            }
        }
        Ok(asked)
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
