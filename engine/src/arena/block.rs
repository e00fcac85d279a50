//! Some deals, played: what they add up to, and what a recorder wrote of them.

use std::ops::Range;

use super::{GameNumber, Schedule, Tally};
use crate::table::Breakdown;

/// Some deals, played.
#[derive(Clone, Debug)]
pub struct Block<P> {
    /// Which deals.
    pub deals: Range<u64>,
    /// What they add up to.
    pub tally: Tally,
    /// What the recorder wrote, in the order of the games.
    pub page: P,
    /// Who broke down, in the order of the games.
    pub faults: Vec<Fault>,
}

/// An agent that broke down in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The game.
    pub game: GameNumber,
    /// The agent's place in the list.
    pub agent: usize,
    /// Whether it answered, but too late.
    pub late: bool,
    /// What its panic said, or how long the answer took.
    pub message: String,
}

impl<P: Default> Block<P> {
    /// A block of no deals, the first of which will be `first`.
    pub(super) fn new(schedule: &Schedule, first: u64) -> Block<P> {
        Block { deals: first..first, tally: Tally::new(schedule), page: P::default(), faults: Vec::new() }
    }

    pub(super) fn note(&mut self, game: GameNumber, agent: usize, broken: Breakdown) {
        self.tally.agents[agent].add_fault(broken.late);
        self.faults.push(Fault { game, agent, late: broken.late, message: broken.message });
    }

    /// Counts of the deal just played nothing but who broke down; `faults` were known before it.
    pub(super) fn leave_out(&mut self, before: Tally, faults: usize) {
        self.tally = before;
        self.tally.void_deals += 1;
        self.faults[faults..].iter().for_each(|fault| self.tally.agents[fault.agent].add_fault(fault.late));
    }
}
