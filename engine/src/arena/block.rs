//! A block: the counts of consecutive deals, together with the output of a recorder.

use std::ops::Range;

use super::{GameNumber, Schedule, Tally};
use crate::game::PlayerFault;

/// The results of consecutive deals.
#[derive(Clone, Debug)]
pub struct Block<P> {
    /// Numbers of the deals in this block.
    pub deals: Range<u64>,
    /// Counts over all games of the block.
    pub tally: Tally,
    /// Output of the recorder, in game order.
    pub output: P,
    /// Faults of the players, in game order.
    pub faults: Vec<Fault>,
}

/// A fault of an agent: a panic, no answer, an answer that does not fit, or one after the time limit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Number of the game in which the fault happened.
    pub game: GameNumber,
    /// Position of the agent in the list of agents.
    pub agent: usize,
    /// `true` if the agent answered after the time limit.
    pub late: bool,
    /// Message of the panic or of the bot's fault, or the time that the answer took.
    pub message: String,
}

impl<P: Default> Block<P> {
    /// Creates an empty block whose first deal will be `first`.
    pub(super) fn new(schedule: &Schedule, first: u64) -> Block<P> {
        Block { deals: first..first, tally: Tally::new(schedule), output: P::default(), faults: Vec::new() }
    }

    /// Records a fault of an agent in a game.
    pub(super) fn note(&mut self, game: GameNumber, agent: usize, broken: PlayerFault) {
        self.tally.agents[agent].add_fault(broken.late);
        self.faults.push(Fault { game, agent, late: broken.late, message: broken.message });
    }

    /// Discards all counts of the last deal except its faults, and counts the deal as void.
    ///
    /// `before` is the tally before the deal, `faults` the number of faults recorded before it.
    pub(super) fn void_deal(&mut self, before: Tally, faults: usize) {
        self.tally = before;
        self.tally.void_deals += 1;
        // `before` lacks the faults of the void deal, so they are counted again.
        self.faults[faults..].iter().for_each(|fault| self.tally.agents[fault.agent].add_fault(fault.late));
    }
}
