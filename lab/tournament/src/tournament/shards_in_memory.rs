//! A run in parts that travel as bytes. Parts need no directory, and machines need no common disk.

use std::path::PathBuf;

use overhear_agents::registry::Registry;
use overhear_engine::arena::Tally;

use super::plan::{Plan, planned_games};
use super::run::Tournament;
use super::run_files::Checkpoint;
use super::run_state::{CountedDeals, RunState};
use super::shard::NO_SEED;
use super::shards::{AssembledRun, FinishedShard, assemble, deals};
use super::{LogDetail, Shard, TournamentConfig, TournamentResult};
use crate::error::LabError;
use crate::run_control::RunControl;
use crate::settings::Settings as _;
use crate::setup::{Build, Lineup, OutConfig, roster};

/// Checks that a run can be divided into `of` parts, as far as this is known before files are read. With bots
/// or a file of agents the number of deals is not known yet.
///
/// ```
/// use overhear_tournament::TournamentConfig;
/// use overhear_tournament::setup::PlayersConfig;
/// use overhear_tournament::tournament::check_parts;
///
/// let players = PlayersConfig::from_specs(["margin", "random"]);
/// let config = TournamentConfig { games: Some(10), seed: Some(1), players, ..TournamentConfig::default() };
/// assert!(check_parts(&config, 5).is_ok());
/// let refused = check_parts(&config, 6).map_err(|error| error.to_string());
/// assert_eq!(refused, Err("shard 1/6: the run has only 5 deals to share".to_owned()));
/// ```
///
/// # Errors
/// Returns an error without a seed, for unknown agents, for numbers that make no sense, and for fewer deals
/// than parts.
pub fn check_parts(config: &TournamentConfig, of: u64) -> Result<(), LabError> {
    let shard = Shard::new(1, of)?;
    config.check()?;
    let games = planned_games(config)?;
    if config.seed.is_none() {
        return Err(LabError::setting("seed", NO_SEED));
    }
    if config.players.agents.is_some() || !config.players.bots.is_empty() {
        return Ok(());
    }
    let players = roster(&config.players)?;
    shard.divides(Lineup::of_tournament(players, config.gauntlet.as_deref(), games)?.schedule.deals())
}

/// Plays one part of a run and returns its sealed counts; [`merge_shards`] makes the result of all parts.
/// Playing a part again gives equal counts on any machine.
///
/// ```
/// use overhear_agents::registry::Registry;
/// use overhear_tournament::setup::PlayersConfig;
/// use overhear_tournament::tournament::{Shard, merge_shards, play_shard};
/// use overhear_tournament::{TournamentConfig, RunControl, tournament};
///
/// let players = PlayersConfig::from_specs(["nearest", "random"]);
/// let config = TournamentConfig { pairs: Some(9), seed: Some(7), players, ..TournamentConfig::default() };
/// let part = |index| play_shard(config.clone(), Shard::new(index, 2)?, &RunControl::default());
/// let merged = merge_shards(&[part(2)?, part(1)?], false, &Registry::standard(), &RunControl::default())?;
/// assert_eq!(merged.to_json(), tournament(config.clone(), &RunControl::default())?.to_json());
/// # Ok::<(), overhear_tournament::LabError>(())
/// ```
///
/// # Errors
/// Returns the errors of [`tournament`](super::tournament()), and an error for a configuration without a seed
/// or with logs: a part has counts only.
pub fn play_shard(config: TournamentConfig, shard: Shard, watch: &RunControl) -> Result<Vec<u8>, LabError> {
    let config = TournamentConfig { shard: Some(shard), out: OutConfig::default(), ..config };
    if config.seed.is_none() {
        return Err(LabError::content(format_args!("shard {shard}"), NO_SEED));
    }
    if config.log != LogDetail::None {
        let message = "a part that travels as bytes has no logs; play it as a shard into a directory";
        return Err(LabError::content(format_args!("shard {shard}"), message));
    }
    let plan = Plan::new(&config, watch)?;
    shard.divides(plan.lineup.schedule.deals())?;
    let start = deals(&plan, config.shard).start;
    let nothing = CountedDeals { tally: Tally::new(&plan.lineup.schedule), next: start };
    let state = RunState::new(&plan, &config, nothing, None);
    let mut run = Tournament::new(config, plan, state, None, 0.0, watch);
    run.play()?;
    run.seal()
}

/// Merges the parts of a run, in any order. With a sequential test the parts up to its decision suffice. The
/// deals of the last part before the decision are played again.
///
/// # Errors
/// Returns an error if a part is missing, repeated, damaged or of another run, or if another build played a
/// part and `allow_other_build` is not set.
pub fn merge_shards(
    parts: &[Vec<u8>],
    allow_other_build: bool,
    registry: &Registry,
    watch: &RunControl,
) -> Result<TournamentResult, LabError> {
    if parts.is_empty() {
        return Err(LabError::usage("there are no parts to merge"));
    }
    let parts = (1..).zip(parts).map(|(number, bytes)| open_part(number, bytes, allow_other_build));
    let parts = parts.collect::<Result<Vec<_>, _>>()?;
    let mut whole = assemble(parts, OutConfig::default(), registry, watch)?;
    whole.replay_deals_before_decision(&mut None, watch)?;
    let AssembledRun { config, plan, state, rows, seconds, .. } = whole;
    let running = config.running.is_some().then_some(rows);
    Ok(Tournament::new(config, plan, state, None, seconds, watch).result()?.with_running(running))
}

/// Reads a part from its bytes. `number` counts the parts to merge from 1.
fn open_part(number: usize, bytes: &[u8], any_build: bool) -> Result<FinishedShard, LabError> {
    let name = format!("part {number} of those to merge");
    let content = Checkpoint::open_shard(&name, bytes)?;
    Build::refuse(&content.build, &name, any_build)?;
    Ok(FinishedShard::new(PathBuf::from(name), content))
}
