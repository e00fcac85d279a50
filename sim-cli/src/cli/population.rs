//! Flags of commands on rules: games, agents and words.

use overhear_agents::registry::Registry;
use std::path::PathBuf;

use clap::{ArgAction, Args};
use overhear_lab::experiment::PopulationConfig;

use super::{DisplayArgs, PlayersArgs, ProgressArgs, SeedArgs, ThreadsArgs, WordArgs};

const AGENT: &str = "\
An agent: [LABEL=]PRESET[:key=value,…] or [LABEL=]ENCRYPTOR[:k=v,…]/GUESSER[:k=v,…]; a single agent meets itself, \
several meet each other (repeatable) [default: human]";

/// Games, agents, words, and the format of results.
#[derive(Debug, Args)]
#[command(mut_arg("agent", |agent| agent.help(AGENT)))]
pub(crate) struct PopulationArgs {
    #[command(flatten)]
    pub(crate) seed: SeedArgs,
    #[command(flatten)]
    pub(crate) threads: ThreadsArgs,
    /// TOML file with defaults for these flags
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) players: PlayersArgs,
    /// Matchups that each play everything, instead of --agent (repeatable): SPEC against itself, SPEC+SPEC,
    /// or `range` for the standard matchups new, human, close, keen, close+new and human+sleuth (clues like
    /// human, guesses like keen)
    #[arg(long, visible_alias = "matchups", value_name = "TABLE", action = ArgAction::Append, help_heading = "Players",
          conflicts_with_all = ["agent", "agents"])]
    pub(crate) tables: Vec<String>,

    #[command(flatten)]
    pub(crate) words: WordArgs,
    #[command(flatten)]
    pub(crate) display: DisplayArgs,
    #[command(flatten)]
    pub(crate) progress: ProgressArgs,
}

impl PopulationArgs {
    /// Returns the agents and words.
    pub(super) fn config(&self, registry: &Registry) -> PopulationConfig {
        PopulationConfig {
            seed: self.seed.seed,
            players: self.players.config(registry),
            tables: self.tables.clone(),
            words: self.words.files(),
        }
    }
}
