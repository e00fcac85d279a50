//! How a bot was used: what its answers cost, and counts of its activity and faults.

use serde::{Deserialize, Serialize};

use crate::bot_fault::BotFaultKind;

/// Cost of answers, as reported by the bot. A missing number counts as 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Usage {
    /// Requests to a model, failed ones included.
    pub requests: u64,
    /// Tokens read by the model.
    pub prompt_tokens: u64,
    /// Tokens written by the model.
    pub completion_tokens: u64,
    /// Duration in seconds.
    pub seconds: f64,
    /// Price, in the bot's currency.
    pub cost: f64,
}

impl std::ops::AddAssign for Usage {
    fn add_assign(&mut self, other: Usage) {
        self.requests += other.requests;
        self.prompt_tokens += other.prompt_tokens;
        self.completion_tokens += other.completion_tokens;
        self.seconds += other.seconds;
        self.cost += other.cost;
    }
}

/// Counts of a bot's activity and faults.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BotFaultCounts {
    /// Questions answered or given up.
    pub questions: u64,
    /// Messages with questions.
    pub batches: u64,
    /// Processes started.
    pub starts: u64,
    /// Processes of these that were started in place of one that was lost.
    pub restarts: u64,
    /// Questions that were sent to it, those that were asked again among them.
    pub requests: u64,
    /// Questions that were asked again because clues were illegal.
    pub illegal: u64,
    /// What the answers have cost, by what the bot says.
    pub usage: Usage,
    /// Different questions whose answers were used, kept ones among them, where answers are kept.
    pub different: u64,
    /// What those answers have cost, whenever they were given.
    pub used: Usage,
    kinds: [u64; BotFaultKind::ALL.len()],
}

impl BotFaultCounts {
    /// Returns the number of faults of a kind.
    pub const fn count(&self, kind: BotFaultKind) -> u64 {
        self.kinds[kind as usize]
    }

    pub(crate) const fn add(&mut self, kind: BotFaultKind) {
        self.kinds[kind as usize] += 1;
    }
}
