//! Playing of one part of a requested experiment.

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
    /// Plays a part and returns its sealed counts; [`merge_parts`](super::merge_parts) makes the result of
    /// all parts. Playing a part again gives equal counts on any machine.
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
    /// let merged = merge_parts(&[part(2)?, part(1)?], false, &Registry::standard(), &RunControl::default())?;
    /// assert_eq!(merged.tabled().to_json(), balance(&config, &RunControl::default())?.to_json());
    /// # Ok::<(), overhear_lab::LabError>(())
    /// ```
    ///
    /// # Errors
    /// Returns the errors of the experiment, and an error for a part number out of range, a configuration
    /// without a seed, and an interruption.
    pub fn play_part(&self, folder: &Path, shard: Shard, watch: &RunControl) -> Result<Vec<u8>, LabError> {
        with_config!(self, config => sealed_part(config, self, folder, (shard, watch)))
    }

    /// Plays a part into a directory.
    ///
    /// # Errors
    /// Returns the errors of [`play_part`](ExperimentRequest::play_part), and an error if the directory
    /// cannot be written.
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

    /// Checks that the experiment can be divided into `of` parts, as far as this is known before files are
    /// read. With bots or a file of agents the number of deals is not known yet.
    ///
    /// # Errors
    /// Returns an error without a seed, for unknown agents, and for fewer deals than parts.
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
