//! Readers that know which Encryptor gives the clues.
//!
//! The guessers of [`registry`](crate::registry) know the words and how players of some kind choose clues. The readers
//! here also know the agent. [`CountsReader`] knows how often the agent gave each clue for each keyword in logged games
//! ([`ClueCounts`]). [`SimulationReader`] has the agent's own code: it supposes keywords, asks the agent for its clues
//! under them, and compares these with the clues that were given. Both see no more of a game than an interceptor sees,
//! and work for every [`Agent`](overhear_engine::game::Agent).

mod clue_counts;
mod counts_reader;
mod evaluation;
mod keyword_beliefs;
mod known_game;
mod logged_clues;
mod proposals;
mod simulated_giver;
mod simulation_reader;
#[cfg(test)]
mod tests;

pub use clue_counts::ClueCounts;
pub use counts_reader::CountsReader;
pub use logged_clues::LoggedClues;
pub use simulation_reader::{SimulationEffort, SimulationReader};
