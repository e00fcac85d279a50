//! Games of Encryptors, decoders and interceptors that use different word embeddings, or are of different agents.

mod agents;
mod cells;
mod one_or_several;
mod row;
mod spaces;

use std::ffi::OsString;
use std::path::PathBuf;

use overhear_agents::registry::Registry;
use serde::{Deserialize, Serialize};

use crate::error::LabError;
use crate::input::text_at_home;
use crate::measurement::{Measurement, StepLog};
use crate::message::Message;
use crate::partial_result::PartialResult;
use crate::run::Experiment;
use crate::run_control::RunControl;
use crate::settings::Settings;
use crate::setup::{AssociationFile, BotConfig, PlayersConfig, ranges, seed};
use crate::table::{Frame, TableRow as _};
pub use row::CrossRow;

/// Configuration of [`cross`].
#[derive(Clone, Debug, Deserialize, Serialize, Settings)]
#[serde(default, deny_unknown_fields)]
pub struct CrossConfig {
    /// A word embedding, or `built-in`; at least two, or one with --associations, are crossed for one agent. Deck and clues
    /// come from the first.
    #[setting(value = "FILE", read_by = file_at_home)]
    pub space: Vec<String>,
    /// CSV with columns `keyword`, `clue`, `weight`: P(clue | keyword) as an alternative to an embedding (repeatable).
    #[setting(value = "NAME=FILE")]
    pub associations: Vec<AssociationFile>,
    /// The agent whose embeddings are crossed, or several agents, whose Encryptors and guessers are crossed (repeatable).
    #[serde(with = "one_or_several")]
    #[setting(default = vec!["margin".to_owned()], value = "SPEC")]
    pub agent: Vec<String>,
    /// Keyword deck [default: built in].
    #[setting(value = "FILE")]
    pub deck: Option<PathBuf>,
    /// Games for each Encryptor and pair of guessers, rounded up to whole pairs.
    #[setting(default = 2000, range = ranges::GAMES, value = "N")]
    pub games: u64,
    /// Seed of the run; drawn and printed if not given.
    #[setting(value = "U64")]
    pub seed: Option<u64>,
    /// Bots, which play where --agent names them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[setting(declared_in = PlayersConfig)]
    pub bots: Vec<BotConfig>,
    /// A file in which the answers of bots are kept.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[setting(declared_in = PlayersConfig)]
    pub answers: Option<PathBuf>,
    /// The agents that a SPEC can name.
    #[serde(skip)]
    #[setting(skip, default = Registry::standard())]
    pub registry: Registry,
}

/// What [`cross`] finds.
#[derive(Clone, Debug, PartialEq)]
pub struct CrossResult {
    /// A row for each Encryptor, decoder and interceptor.
    pub rows: Vec<CrossRow>,
    /// `true` if agents were crossed, `false` if the embeddings of one agent.
    pub is_of_agents: bool,
}

/// Plays every combination of embeddings or of agents, all rounds of every game. Returns a row for each Encryptor, decoder
/// and interceptor; after a stop, the finished rows.
///
/// ```
/// use overhear_lab::{CrossConfig, RunControl, cross};
///
/// let agent = vec!["nearest".to_owned(), "random".to_owned()];
/// let result = cross(&CrossConfig { agent, games: 2, ..CrossConfig::default() }, &RunControl::default())?.found;
/// assert_eq!(result.rows.len(), 8);
/// let space = vec!["built-in".to_owned()];
/// let refused = cross(&CrossConfig { space, ..CrossConfig::default() }, &RunControl::default());
/// assert!(refused.is_err_and(|error| error.message().contains("at least two spaces")));
/// # Ok::<(), overhear_lab::LabError>(())
/// ```
///
/// # Errors
/// Returns an error for settings that make no sense, for unreadable files, and for a bot that does not start or stops
/// answering.
pub fn cross(args: &CrossConfig, watch: &RunControl) -> Result<PartialResult<CrossResult>, LabError> {
    args.play(watch, &mut StepLog::default())
}

impl Experiment for CrossConfig {
    type Output = CrossResult;

    fn command(&self) -> &'static str {
        "agents cross"
    }

    fn seeded(self) -> CrossConfig {
        CrossConfig { seed: Some(seed(self.seed).0), ..self }
    }

    fn with_registry(self, registry: &Registry) -> CrossConfig {
        CrossConfig { registry: registry.clone(), ..self }
    }

    fn play(&self, watch: &RunControl, log: &mut StepLog) -> Result<PartialResult<CrossResult>, LabError> {
        self.check()?;
        let is_of_agents = self.agent.len() > 1;
        let played =
            if is_of_agents { agents::play(self, watch, log) } else { spaces::play(self, watch, log) }?;
        Ok(played.map(|rows| CrossResult { rows, is_of_agents }))
    }
}

impl Measurement for CrossConfig {
    fn seed(&self) -> u64 {
        self.seed.unwrap_or_default()
    }

    fn tables(result: &CrossResult) -> Vec<Frame> {
        vec![CrossRow::frame(&result.rows)]
    }

    fn findings(result: &CrossResult) -> Vec<String> {
        if result.is_of_agents {
            return row::findings_on_agents(&result.rows);
        }
        result.rows.iter().filter(|row| row.interceptor == row.giver).filter_map(CrossRow::sentence).collect()
    }
}

/// Returns the name of an embedding, with the home folder in the place of a leading `~`.
fn file_at_home(space: &OsString) -> OsString {
    space.to_str().map_or_else(|| space.clone(), |text| text_at_home(text).into())
}

/// Returns the file of an embedding; `None` for the built-in one.
fn space_file(space: &str) -> Option<PathBuf> {
    (space != "built-in").then(|| PathBuf::from(space))
}

/// Returns the error of a configuration that leaves nothing to cross.
fn too_few() -> LabError {
    let (built_in, agent) = (("space", "built-in"), ("agent", "SPEC"));
    LabError::usage(
        Message::new("agents cross takes at least two spaces, a space and a table, or two agents: ")
            .then(both(built_in, ("space", "FILE")))
            .then(", ")
            .then(both(built_in, ("associations", "NAME=FILE")))
            .then(", ")
            .then(both(agent, agent)),
    )
}

/// Returns two settings, one after the other.
fn both(one: (&'static str, &'static str), other: (&'static str, &'static str)) -> Message {
    Message::of(one).then(" ").setting(other)
}
