//! Tournaments on paired deals: playing, counting, rating, and writing of results.

mod added_agent;
mod append_file;
mod clue_chances;
mod config;
pub mod deals;
mod endings;
mod faults;
mod finding;
mod identity;
mod log_format;
mod log_writer;
mod looks;
mod manifest;
mod pair_counts;
mod pairings;
#[cfg(feature = "parquet")]
mod parquet;
mod part_check;
mod plan;
mod play;
mod rating_gap;
mod rating_tables;
mod ratings;
mod result;
mod roles;
mod row;
mod run;
mod run_files;
mod run_forecast;
mod run_state;
mod running_scores;
mod score;
mod sequential;
mod shard;
mod shard_replay;
mod shards;
mod shards_in_memory;
mod sprt_setting;
mod standings;
mod stored;
mod summary;
mod talks;
mod transcript;
mod verdict;

pub use clue_chances::{ClueGivingBots, as_stored};
pub use config::{FaultPolicy, LogDetail, LogFormat, MergeConfig, TournamentConfig};
pub use faults::void_sentence;
pub use finding::{A_SCORE, TestSummary, UNBIASED, findings, pairing_score, score as score_of};
pub use log_writer::{LogBuffer, LogWriter};
pub use manifest::{TournamentManifest, TournamentSettings};
pub use pair_counts::pair_table;
pub use pairings::PairingRow;
pub use part_check::{RunPart, agree, check_equal, complete, complete_for_decision, in_a_row, needed};
pub use plan::Plan;
pub use play::arena;
pub(crate) use ratings::rating_warnings;
pub use ratings::{RatedGames, RatingEvidence, Ratings};
pub use result::TournamentResult;
pub use roles::{PairingRoleScores, RoleScores};
pub use run::{EarlyStop, Interrupted, Tournament};
pub use run_files::{sealed, try_to_read};
pub use run_forecast::RunForecast;
pub use score::{half_points, score, share};
pub use sequential::{BATCH, SequentialTest, TestState, TestVerdict, pair_half_points, unbiased};
pub use shard::{NO_SEED, Shard};
pub use shard_replay::ShardPrefix;
pub use shards::{goes_nowhere, place, shard_in};
pub use shards_in_memory::{check_parts, merge_shards, play_shard};
pub use sprt_setting::SprtSetting;
pub use standings::{StandingRow, code_losses, leak_interval, leaked_bits};
pub use stored::stored_plan;
pub use summary::Summary;
pub use verdict::{OutcomeEntry, TestEntry, scale, undecided};

use crate::error::LabError;
use crate::run_control::RunControl;

/// Plays a tournament to its end, and writes the result if the configuration has an output directory.
///
/// ```
/// use overhear_tournament::setup::PlayersConfig;
/// use overhear_tournament::{TournamentConfig, RunControl, tournament};
///
/// let config = TournamentConfig {
///     games: Some(20),
///     seed: Some(1),
///     players: PlayersConfig::from_specs(["margin", "random"]),
///     ..TournamentConfig::default()
/// };
/// let result = tournament(config, &RunControl::default())?;
/// assert_eq!(result.standings()[0].agent, "margin");
/// # Ok::<(), overhear_tournament::LabError>(())
/// ```
///
/// # Errors
/// Returns an error for settings that make no sense, for files that cannot be read or written, for faults
/// under [`FaultPolicy::Abort`], and after an interruption. Too many faults, and a test without a decision,
/// are reported by [`TournamentResult::check`].
pub fn tournament(config: TournamentConfig, watch: &RunControl) -> Result<TournamentResult, LabError> {
    let mut run = Tournament::begin(config, watch)?;
    run.play().map_err(|stopped| stopped.error)?;
    let result = run.result()?;
    run.publish(&result)?;
    Ok(result)
}
