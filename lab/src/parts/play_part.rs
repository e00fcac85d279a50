//! Plays a part of whatever was requested.

use std::path::Path;

use super::request::{ExperimentRequest, with_config};
use super::sealed_part::sealed_part;
use crate::error::LabError;
use crate::experiment::ShardableConfig;
use crate::run_control::RunControl;
use crate::setup::{OutConfig, ranges};
use crate::store::{Inventory, ResultDir, SHARD_FILE};
use crate::tournament::{NO_SEED, Shard, goes_nowhere};

impl ExperimentRequest {
    /// Plays a part, and seals what was counted; [`merge_parts`](super::merge_parts) makes the result of all parts. Played again, a
    /// part has the same counts, on any machine.
    ///
    /// ```
    /// use overhear_agents::registry::Registry;
    /// use overhear_lab::experiment::{PopulationConfig, TabularResult as _};
    /// use overhear_lab::parts::{ExperimentRequest, merge_parts};
    /// use overhear_lab::setup::PlayersConfig;
    /// use overhear_lab::tournament::Shard;
    /// use overhear_lab::{BalanceConfig, RunControl, balance};
    /// use std::path::Path;
    ///
    /// let players = PlayersConfig::from_specs(["random"]);
    /// let population = PopulationConfig { seed: Some(7), players, ..PopulationConfig::default() };
    /// let config = BalanceConfig { games: Some(9), population, ..BalanceConfig::default() };
    /// let request = ExperimentRequest::Balance(config.clone());
    /// let part = |index| request.play_part(Path::new("."), Shard::new(index, 2)?, &RunControl::default());
    /// let merged = merge_parts(&[part(2)?, part(1)?], false, &Registry::standard())?;
    /// assert_eq!(merged.tabled().to_json(), balance(&config, &RunControl::default())?.to_json());
    /// # Ok::<(), overhear_lab::LabError>(())
    /// ```
    ///
    /// # Errors
    /// Those of the experiment; a part that there is not; a configuration without a seed; an interruption.
    pub fn play_part(&self, folder: &Path, shard: Shard, watch: &RunControl) -> Result<Vec<u8>, LabError> {
        with_config!(self, config => sealed_part(config, self, folder, (shard, watch)))
    }

    /// Plays a part into a directory.
    ///
    /// # Errors
    /// Those of [`play_part`](ExperimentRequest::play_part); a directory that may not be written, a disk that fails.
    pub fn play_shard(
        &self,
        folder: &Path,
        shard: Shard,
        out: &OutConfig,
        watch: &RunControl,
    ) -> Result<(), LabError> {
        let Some(dir) = ResultDir::from_config(out, &watch.stop)? else {
            return Err(goes_nowhere(shard));
        };
        let part = self.play_part(folder, shard, watch)?;
        dir.replace(Vec::new(), Inventory::new(), (SHARD_FILE, part))
    }

    /// Refuses an experiment that cannot be played in so many parts, as far as that can be told before any file is read: where
    /// bots or a file of agents play, it is not known how many deals there are.
    ///
    /// # Errors
    /// Those of a part: no seed, no such agents, fewer deals than parts.
    pub fn check_parts(&self, of: u64) -> Result<(), LabError> {
        let shard = Shard::new(1, of)?;
        with_config!(self, config => check_parts(config, shard))
    }
}

fn check_parts<C: ShardableConfig>(config: &C, shard: Shard) -> Result<(), LabError> {
    let population = config.population();
    if population.seed.is_none() {
        return Err(LabError::setting("seed", NO_SEED));
    }
    if population.players.agents.is_some() || !population.players.bots.is_empty() {
        return Ok(());
    }
    let games = ranges::GAMES.check(config.games())?;
    shard.divides(population.most_deals(games, C::WITH_ROSTER)?)
}
