//! The cost of answers.

use serde::{Deserialize, Serialize};

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
