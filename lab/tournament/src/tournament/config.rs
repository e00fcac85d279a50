//! Configuration of a tournament.

use std::path::{Path, PathBuf};

use overhear_agents::registry::Registry;
use serde::{Deserialize, Serialize};

use super::{Shard, SprtSetting};
use crate::error::LabError;
use crate::setup::{OutConfig, PlayersConfig, RulesConfig, WordFiles, ranges};

/// Configuration of a tournament. The default plays 10,000 games under the official rules between the presets
/// of [`Preset::roster`]: `random`, `nearest`, `margin`, `pragmatic` and `human`. It writes no files.
///
/// In JSON missing keys take their defaults, and unknown keys are refused.
///
/// ```
/// use overhear_tournament::TournamentConfig;
/// let asked: TournamentConfig = serde_json::from_str(r#"{"games": 20, "players": {"agent": ["margin", "random"]}}"#)?;
/// assert_eq!((asked.games, asked.max_fault_rate), (Some(20), 0.01));
/// assert!(serde_json::from_str::<TournamentConfig>(r#"{"gaems": 20}"#).is_err());
/// # Ok::<(), serde_json::Error>(())
/// ```
///
/// [`Preset::roster`]: overhear_agents::registry::Preset::roster
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct TournamentConfig {
    /// Number of games, split evenly over the pairings and rounded up to whole pairs.
    pub games: Option<u64>,
    /// Number of pairs of games, instead of `games`.
    pub pairs: Option<u64>,
    /// Seed of the run; drawn at random if `None`.
    pub seed: Option<u64>,
    /// Number of threads requested. The run itself uses the thread pool of its caller.
    pub threads: Option<u16>,
    /// Sequential test between two agents that ends the run.
    pub sprt: Option<SprtSetting>,
    /// Part of the run to play.
    pub shard: Option<Shard>,
    /// The agents. Default: `random`, `nearest`, `margin`, `pragmatic` and `human`.
    pub players: PlayersConfig,
    /// Label of an agent that meets all others, which then do not meet each other.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gauntlet: Option<String>,
    /// Number of turns in which teams of three or four talk before they guess; 0 for none.
    #[serde(skip_serializing_if = "is_off")]
    pub discuss: u8,
    /// Maximum milliseconds of an answer. A longer answer is a fault, so results depend on the machine.
    pub answer_limit: Option<u64>,
    /// Handling of a game in which an agent has a fault.
    pub on_fault: FaultPolicy,
    /// Share of games with a fault above which the run fails.
    pub max_fault_rate: f64,
    /// The rules.
    pub rules: RulesConfig,
    /// The word files.
    pub words: WordFiles,
    /// Output directory and what it keeps.
    #[serde(skip)]
    pub out: OutConfig,
    /// Working directory of the request, needed if the run is resumed from another directory.
    #[serde(skip)]
    pub folder: PathBuf,
    /// Rows to write besides the summary.
    pub log: LogDetail,
    /// File format of these rows.
    pub log_format: LogFormat,
    /// Number of deals between two rows of running.csv; `None` for no such file.
    pub running: Option<u64>,
    /// Seconds between two checkpoints; 0 for a checkpoint after every block of games.
    pub checkpoint: Option<u32>,
}

impl Default for TournamentConfig {
    fn default() -> TournamentConfig {
        TournamentConfig {
            games: None,
            pairs: None,
            seed: None,
            threads: None,
            sprt: None,
            shard: None,
            players: PlayersConfig::default(),
            gauntlet: None,
            discuss: 0,
            answer_limit: None,
            on_fault: FaultPolicy::Forfeit,
            max_fault_rate: 0.01,
            rules: RulesConfig::default(),
            words: WordFiles::default(),
            out: OutConfig::default(),
            folder: PathBuf::new(),
            log: LogDetail::None,
            log_format: LogFormat::Csv,
            running: None,
            checkpoint: None,
        }
    }
}

impl TournamentConfig {
    /// Checks the numbers, except the number of games, which the plan checks.
    pub(crate) fn check(&self) -> Result<(), LabError> {
        self.answer_limit.map_or(Ok(0), |limit| ranges::ANSWER_LIMIT.check(limit))?;
        ranges::DISCUSS.check(self.discuss.into())?;
        self.running.map_or(Ok(0), |deals| ranges::RUNNING.check(deals))?;
        self.checkpoint.map_or(Ok(0), |seconds| ranges::CHECKPOINT.check(seconds.into()))?;
        ranges::MAX_FAULT_RATE.check(self.max_fault_rate).map(drop)
    }

    /// Returns the configuration in which relative file names are resolved in `folder`, where such files
    /// exist.
    pub(super) fn within(&self, folder: &Path) -> TournamentConfig {
        TournamentConfig {
            players: self.players.within(folder),
            rules: self.rules.within(folder),
            words: self.words.within(folder),
            ..self.clone()
        }
    }
}

/// Returns `true` for no talks. Files of runs without talks do not name them.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
pub(super) const fn is_off(turns: &u8) -> bool {
    *turns == 0
}

/// Configuration of a merge.
#[derive(Clone, Debug, Default)]
pub struct MergeConfig {
    /// Directories of all shards of a run, in any order; or of a result and of another agent's gauntlet.
    pub shards: Vec<PathBuf>,
    /// Output directory.
    pub out: Option<PathBuf>,
    /// `true` to replace an earlier result there.
    pub force: bool,
    /// Working directory of the request.
    pub folder: PathBuf,
    /// `true` to accept shards of other builds. The manifest then names those builds.
    pub allow_other_build: bool,
    /// The agents that a SPEC can name.
    pub registry: Registry,
}

/// Handling of a game in which an agent has a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FaultPolicy {
    /// The other side wins the game.
    Forfeit,
    /// The whole deal is discarded, for all pairings.
    Void,
    /// The run ends with an error.
    Abort,
}

impl FaultPolicy {
    /// Every policy.
    pub const ALL: [FaultPolicy; 3] = [FaultPolicy::Forfeit, FaultPolicy::Void, FaultPolicy::Abort];

    /// Returns the name used in files.
    pub const fn name(self) -> &'static str {
        match self {
            FaultPolicy::Forfeit => "forfeit",
            FaultPolicy::Void => "void",
            FaultPolicy::Abort => "abort",
        }
    }
}

/// File format of the rows of games and halves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LogFormat {
    /// Comma-separated values.
    Csv,
    /// Apache Parquet, if the program was built with it.
    Parquet,
}

impl LogFormat {
    /// Every format.
    pub const ALL: [LogFormat; 2] = [LogFormat::Csv, LogFormat::Parquet];

    /// Returns the name used in files.
    pub const fn name(self) -> &'static str {
        match self {
            LogFormat::Csv => "csv",
            LogFormat::Parquet => "parquet",
        }
    }
}

/// Detail of the rows written besides the summary.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LogDetail {
    /// No rows.
    None,
    /// A row for each pairing on each deal.
    Deals,
    /// Also a row for each game.
    Games,
    /// Also a row for each half.
    Halves,
}

impl LogDetail {
    /// Every level of detail.
    pub const ALL: [LogDetail; 4] = [LogDetail::None, LogDetail::Deals, LogDetail::Games, LogDetail::Halves];

    /// Returns the name used in files.
    pub const fn name(self) -> &'static str {
        match self {
            LogDetail::None => "none",
            LogDetail::Deals => "deals",
            LogDetail::Games => "games",
            LogDetail::Halves => "halves",
        }
    }
}
