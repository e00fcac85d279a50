//! A game of an agent with itself.

use overhear_engine::rules::{BySide, BySlot, Half, Keyword};

/// The halves of a game of an agent with itself.
#[derive(Clone, Debug)]
pub(super) struct PlayedGame {
    pub(super) keywords: BySide<BySlot<Keyword>>,
    pub(super) halves: Vec<Half>,
}
