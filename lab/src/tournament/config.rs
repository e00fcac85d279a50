//! What a tournament is asked for.

use std::path::{Path, PathBuf};

use overhear_agents::registry::Registry;
use serde::{Deserialize, Serialize};

use super::{Shard, SprtSetting};
use crate::error::LabError;
use crate::setup::{OutConfig, PlayersConfig, RulesConfig, WordFiles, ranges};

/// A tournament. The default plays 10,000 games by the official rules between the presets of [`Preset::roster`]: `random`,
/// `nearest`, `margin`, `pragmatic` and `human`; and writes nothing.
///
/// In JSON what is not said is as in the default, and an unknown key is refused.
///
/// ```
/// use overhear_lab::TournamentConfig;
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
    /// Games, split evenly over the pairings and rounded up to whole pairs.
    pub games: Option<u64>,
    /// Pairs of games, in place of `games`.
    pub pairs: Option<u64>,
    /// The seed of all chance; drawn if there is none.
    pub seed: Option<u64>,
    /// Threads that the run was asked to use; it plays on the pool of its caller, whatever stands here.
    pub threads: Option<u16>,
    /// A sequential test of two agents that ends the run.
    pub sprt: Option<SprtSetting>,
    /// The part of the run that is played.
    pub shard: Option<Shard>,
    /// Who plays; `random`, `nearest`, `margin`, `pragmatic` and `human`, if nobody is named.
    pub players: PlayersConfig,
    /// The label of the one agent that meets all others, who then do not meet each other.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gauntlet: Option<String>,
    /// Milliseconds that an answer may take: longer is a fault, and results then depend on the machine.
    pub answer_limit: Option<u64>,
    /// What becomes of a game in which an agent breaks down.
    pub on_fault: FaultPolicy,
    /// The share of games with a fault above which a run has failed.
    pub max_fault_rate: f64,
    /// What is played by.
    pub rules: RulesConfig,
    /// The words.
    pub words: WordFiles,
    /// Where the result goes.
    #[serde(skip)]
    pub out: OutConfig,
    /// The working folder in which it is asked, for a run that is taken up in another one.
    #[serde(skip)]
    pub folder: PathBuf,
    /// Rows that are written besides the summary.
    pub log: LogDetail,
    /// What these rows are written as.
    pub log_format: LogFormat,
    /// Deals between two rows of running.csv, if that is written.
    pub running: Option<u64>,
    /// Seconds between two checkpoints, 0 for one after every block of games.
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
    /// Refuses numbers that make no sense; of games the plan does.
    pub(crate) fn check(&self) -> Result<(), LabError> {
        self.answer_limit.map_or(Ok(0), |limit| ranges::ANSWER_LIMIT.check(limit))?;
        self.running.map_or(Ok(0), |deals| ranges::RUNNING.check(deals))?;
        self.checkpoint.map_or(Ok(0), |seconds| ranges::CHECKPOINT.check(seconds.into()))?;
        ranges::MAX_FAULT_RATE.check(self.max_fault_rate).map(drop)
    }

    /// The same with the files that stand in `folder`, if they still do, in place of those that are named relatively.
    pub(super) fn within(&self, folder: &Path) -> TournamentConfig {
        TournamentConfig {
            players: self.players.within(folder),
            rules: self.rules.within(folder),
            words: self.words.within(folder),
            ..self.clone()
        }
    }
}

/// What one result is made of.
#[derive(Clone, Debug, Default)]
pub struct MergeConfig {
    /// Directories of all the shards of a run, in any order; or of a result and of the gauntlet of another agent.
    pub shards: Vec<PathBuf>,
    /// Where the result goes.
    pub out: Option<PathBuf>,
    /// Whether an earlier result there is replaced.
    pub force: bool,
    /// The working folder in which it is asked.
    pub folder: PathBuf,
    /// Whether shards may be of another build; the manifest will say so.
    pub allow_other_build: bool,
    /// The agents that a SPEC can name.
    pub registry: Registry,
}

/// What becomes of a game in which an agent breaks down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FaultPolicy {
    /// The other side wins.
    Forfeit,
    /// The whole deal is left out, for all pairings.
    Void,
    /// The run ends.
    Abort,
}

impl FaultPolicy {
    /// Every policy.
    pub const ALL: [FaultPolicy; 3] = [FaultPolicy::Forfeit, FaultPolicy::Void, FaultPolicy::Abort];

    /// The name in files.
    pub const fn name(self) -> &'static str {
        match self {
            FaultPolicy::Forfeit => "forfeit",
            FaultPolicy::Void => "void",
            FaultPolicy::Abort => "abort",
        }
    }
}

/// What rows of games and halves are written as.
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

    /// The name in files.
    pub const fn name(self) -> &'static str {
        match self {
            LogFormat::Csv => "csv",
            LogFormat::Parquet => "parquet",
        }
    }
}

/// Which rows are written besides the summary.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LogDetail {
    /// None.
    None,
    /// One for each pairing on each deal.
    Deals,
    /// One for each game as well.
    Games,
    /// One for each half as well.
    Halves,
}

impl LogDetail {
    /// Every detail.
    pub const ALL: [LogDetail; 4] = [LogDetail::None, LogDetail::Deals, LogDetail::Games, LogDetail::Halves];

    /// The name in files.
    pub const fn name(self) -> &'static str {
        match self {
            LogDetail::None => "none",
            LogDetail::Deals => "deals",
            LogDetail::Games => "games",
            LogDetail::Halves => "halves",
        }
    }
}
