//! A run in parts that travel as bytes: no part needs a directory, and no two machines a common disk.

use std::path::PathBuf;

use overhear_agents::registry::Registry;
use overhear_engine::arena::Tally;

use super::run::Tournament;
use super::run_state::RunState;
use super::shards::{AssembledRun, FinishedShard, assemble, deals};
use super::store::Checkpoint;
use super::{LogDetail, Shard, TournamentConfig, TournamentResult};
use crate::error::LabError;
use crate::run_control::RunControl;
use crate::setup::{Build, OutConfig, Plan, planned_games, roster, schedule};

/// Why a part cannot be played without a seed.
pub(crate) const NO_SEED: &str = "every part needs the seed of the run; give one";

/// Refuses a run that cannot be played in so many parts, as far as that can be told before any file is read: where bots or a
/// file of agents play, it is not known how many deals there are.
///
/// ```
/// use overhear_lab::TournamentConfig;
/// use overhear_lab::setup::PlayersConfig;
/// use overhear_lab::tournament::check_parts;
///
/// let players = PlayersConfig::from_specs(["margin", "random"]);
/// let config = TournamentConfig { games: Some(10), seed: Some(1), players, ..TournamentConfig::default() };
/// assert!(check_parts(&config, 5).is_ok());
/// let refused = check_parts(&config, 6).map_err(|error| error.to_string());
/// assert_eq!(refused, Err("shard 1/6: there are only 5 deals to share".to_owned()));
/// ```
///
/// # Errors
/// Those of a part: no seed, no such agents, numbers that make no sense, fewer deals than parts.
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
    shard.divides(schedule(&players, config.gauntlet.as_deref(), games)?.deals())
}

/// Plays one part of a run, and seals what was counted; [`merge_shards`] makes the result of all parts. Played again, a
/// part has the same counts, on any machine.
///
/// ```
/// use overhear_agents::registry::Registry;
/// use overhear_lab::setup::PlayersConfig;
/// use overhear_lab::tournament::{Shard, merge_shards, play_shard};
/// use overhear_lab::{TournamentConfig, RunControl, tournament};
///
/// let players = PlayersConfig::from_specs(["nearest", "random"]);
/// let config = TournamentConfig { pairs: Some(9), seed: Some(7), players, ..TournamentConfig::default() };
/// let part = |index| play_shard(config.clone(), Shard::new(index, 2)?, &RunControl::default());
/// let merged = merge_shards(&[part(2)?, part(1)?], false, &Registry::standard(), &RunControl::default())?;
/// assert_eq!(merged.to_json(), tournament(config.clone(), &RunControl::default())?.to_json());
/// # Ok::<(), overhear_lab::LabError>(())
/// ```
///
/// # Errors
/// As [`tournament`](super::tournament()), and of a configuration without a seed, or with logs: these have no parts that are
/// counts alone.
pub fn play_shard(config: TournamentConfig, shard: Shard, watch: &RunControl) -> Result<Vec<u8>, LabError> {
    let config = TournamentConfig { shard: Some(shard), out: OutConfig::default(), ..config };
    let refuse = |message: &str| Err(LabError::content(format_args!("shard {shard}"), message));
    if config.seed.is_none() {
        return refuse(NO_SEED);
    }
    if config.log != LogDetail::None {
        return refuse("a part that travels as bytes has no logs; play it as a shard into a directory");
    }
    let plan = Plan::new(&config, watch)?;
    shard.divides(plan.schedule.deals())?;
    let start = deals(&plan, config.shard).start;
    let course = RunState::new(&plan, &config, (Tally::new(&plan.schedule), start), None);
    let mut run = Tournament::new(config, plan, course, None, 0.0, watch);
    run.play()?;
    run.seal()
}

/// Makes one result of all the parts of a run, in any order; of a run with a sequential test those up to its decision
/// suffice, and the games of the last that come before it are played again.
///
/// # Errors
/// If they are not all of the parts of one run that it takes, each once and as it was sealed, or another build has played one and
/// `allow_other_build` is not set.
pub fn merge_shards(
    parts: &[Vec<u8>],
    allow_other_build: bool,
    registry: &Registry,
    watch: &RunControl,
) -> Result<TournamentResult, LabError> {
    if parts.is_empty() {
        return Err(LabError::usage("there are no parts to merge"));
    }
    let read = |(n, bytes): (usize, &Vec<u8>)| {
        let name = format!("part {} of those to merge", n + 1);
        let content = Checkpoint::open_shard(&name, bytes)?;
        Build::refuse(&content.build, &name, allow_other_build)?;
        Ok::<FinishedShard, LabError>(FinishedShard::new(PathBuf::from(name), content))
    };
    let parts = parts.iter().enumerate().map(read).collect::<Result<Vec<_>, _>>()?;
    let mut whole = assemble(parts, OutConfig::default(), registry, watch)?;
    whole.play_rest(&mut None, watch)?;
    let AssembledRun { config, plan, course, rows, seconds, .. } = whole;
    let running = config.running.is_some().then_some(rows);
    Ok(Tournament::new(config, plan, course, None, seconds, watch).result()?.with_running(running))
}
