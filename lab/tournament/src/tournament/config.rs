//! Configuration of a tournament.

use std::path::{Path, PathBuf};

use overhear_agents::registry::Registry;
use serde::{Deserialize, Serialize};

use super::{Shard, SprtSetting};
use crate::settings::{Choice, NamedChoice, Settings};
use crate::setup::{OutConfig, PlayersConfig, RulesConfig, WordFiles, ranges};

/// Configuration of a tournament. The default plays 10,000 games under the official rules between the presets
/// of [`Preset::roster`]: `random`, `nearest`, `margin`, `pragmatic` and `human`. It writes no files.
///
/// In JSON missing keys take their defaults, and unknown keys are refused.
///
/// ```
/// use overhear_tournament::TournamentConfig;
/// let config: TournamentConfig = serde_json::from_str(r#"{"games": 20, "players": {"agent": ["margin", "random"]}}"#)?;
/// assert_eq!((config.games, config.max_fault_rate), (Some(20), 0.01));
/// assert!(serde_json::from_str::<TournamentConfig>(r#"{"gaems": 20}"#).is_err());
/// # Ok::<(), serde_json::Error>(())
/// ```
///
/// [`Preset::roster`]: overhear_agents::registry::Preset::roster
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Settings)]
#[serde(default, deny_unknown_fields)]
pub struct TournamentConfig {
    /// Games of the run, split evenly over the pairings and rounded up to whole pairs [default: 10000].
    #[setting(range = ranges::GAMES, value = "N")]
    pub games: Option<u64>,
    /// Pairs of games, instead of --games; both games of a pair share a deal, with the seats swapped.
    #[setting(range = ranges::PAIRS, value = "N")]
    pub pairs: Option<u64>,
    /// Seed of the run; drawn and printed if not given.
    #[setting(value = "U64")]
    pub seed: Option<u64>,
    /// Number of threads requested. The run itself uses the thread pool of its caller.
    #[setting(skip)]
    pub threads: Option<u16>,
    /// Stop as soon as a sequential test of two agents decides (exit code 4 if it does not):
    /// elo0=0,elo1=5,alpha=0.05,beta=0.05[,model=normalized|logistic].
    #[setting(value = "KEY=VALUE,…")]
    pub sprt: Option<SprtSetting>,
    /// Play only the I-th of N ranges of the deals; `sim-cli merge` makes one result of all N.
    #[setting(value = "I/N")]
    pub shard: Option<Shard>,
    /// The agents.
    #[setting(group)]
    pub players: PlayersConfig,
    /// Play only LABEL against each other agent; add the games to a finished result with `sim-cli merge`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[setting(value = "LABEL", heading = "Players")]
    pub gauntlet: Option<String>,
    /// Turns of talk in teams of three or four: members answer alone, talk, and answer again; with 0 they do not talk, and
    /// their first answers are pooled.
    #[serde(skip_serializing_if = "is_off")]
    #[setting(range = ranges::DISCUSS, value = "N", heading = "Players")]
    pub discuss: u8,
    /// Maximum milliseconds of an answer (bots have their own `answer_limit`, in seconds); longer is a fault, and results
    /// then depend on the machine [default: no limit].
    #[setting(range = ranges::ANSWER_LIMIT, value = "MS", heading = "Players")]
    pub answer_limit: Option<u64>,
    /// Handle games with a fault: an agent panics, exceeds --answer-limit, or its bot gives no valid answer.
    #[setting(default = FaultPolicy::Forfeit, value = "HOW", heading = "Players")]
    pub on_fault: FaultPolicy,
    /// Exit with code 3 if more than this share of the games has a fault.
    #[setting(default = 0.01, range = ranges::MAX_FAULT_RATE, value = "X", heading = "Players")]
    pub max_fault_rate: f64,
    /// The rules.
    #[setting(group)]
    pub rules: RulesConfig,
    /// The word files.
    #[setting(group)]
    pub words: WordFiles,
    /// Output directory and what it keeps.
    #[serde(skip)]
    #[setting(skip)]
    pub out: OutConfig,
    /// Working directory of the request, needed if the run is resumed from another directory.
    #[serde(skip)]
    #[setting(skip)]
    pub folder: PathBuf,
    /// Rows to write besides the summary: deals.csv, also games.csv, or also halves.csv (with --out).
    #[setting(default = LogDetail::None, heading = "Output")]
    pub log: LogDetail,
    /// Format of these rows.
    #[setting(default = LogFormat::Csv, heading = "Output")]
    pub log_format: LogFormat,
    /// Also write running.csv: every pairing's score so far, a row every N deals (with --out).
    #[setting(range = ranges::RUNNING, value = "N", heading = "Output")]
    pub running: Option<u64>,
    /// Seconds between two checkpoints; 0: after every block of games (with --out) [default: 30].
    #[setting(range = ranges::CHECKPOINT, value = "SECONDS", heading = "Output")]
    pub checkpoint: Option<u32>,
}

impl TournamentConfig {
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

impl NamedChoice for FaultPolicy {
    const VALUES: &'static [FaultPolicy] = &FaultPolicy::ALL;
    const CHOICES: &'static [Choice] = &[
        Choice { name: FaultPolicy::Forfeit.name(), help: "The other side wins" },
        Choice { name: FaultPolicy::Void.name(), help: "The whole deal is discarded, for all pairings" },
        Choice { name: FaultPolicy::Abort.name(), help: "The run ends with an error" },
    ];
}

impl NamedChoice for LogFormat {
    const VALUES: &'static [LogFormat] = &LogFormat::ALL;
    const CHOICES: &'static [Choice] = &[
        Choice { name: LogFormat::Csv.name(), help: "Comma-separated values" },
        Choice { name: LogFormat::Parquet.name(), help: "Apache Parquet, if the program was built with it" },
    ];
}

impl NamedChoice for LogDetail {
    const VALUES: &'static [LogDetail] = &LogDetail::ALL;
    const CHOICES: &'static [Choice] = &[
        Choice { name: LogDetail::None.name(), help: "No rows" },
        Choice {
            name: LogDetail::Deals.name(),
            help: "A row for each pairing on each deal, as `merge` needs to add an agent, and `compare` to pair deals",
        },
        Choice { name: LogDetail::Games.name(), help: "Also a row for each game" },
        Choice { name: LogDetail::Halves.name(), help: "Also a row for each half" },
    ];
}
