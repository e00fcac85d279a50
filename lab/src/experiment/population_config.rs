//! Who plays an experiment on rules: one population, the default populations, or several matchups.

use std::path::Path;

use overhear_agents::registry::Registry;
use overhear_engine::arena::Schedule;
use serde::{Deserialize, Serialize};

use super::standard_matchups::{TABLE_GAMES, tables};
use crate::error::LabError;
use crate::message::Message;
use crate::settings::Settings;
use crate::setup::{Language, Lineup, PlayersConfig, RosterEntry, WordFiles, check_field, named, roster};

/// The agent that meets itself if no agent is named.
const PEOPLE: &str = "human";

/// The agents and the words of an experiment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Settings)]
#[serde(default, deny_unknown_fields)]
pub struct PopulationConfig {
    /// Seed of the run; drawn and printed if not given.
    #[setting(value = "U64")]
    pub seed: Option<u64>,
    /// The agents.
    #[setting(
        group,
        without = ["field"],
        reworded = [
            "agent",
            "An agent: [LABEL=]PRESET[:key=value,…] or [LABEL=]ENCRYPTOR[:k=v,…]/GUESSER[:k=v,…]; a single agent meets itself, \
             several meet each other (repeatable) [default: human]",
        ]
    )]
    pub players: PlayersConfig,
    /// Matchups that each play everything, instead of --agent (repeatable): SPEC against itself, SPEC+SPEC, or `range` for
    /// the standard matchups new, human, close, keen, close+new and human+sleuth (clues like human, guesses like keen).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[setting(alias = "matchups", value = "TABLE", heading = "Players", conflicts = ["agent", "agents"])]
    pub tables: Vec<String>,
    /// The word files.
    #[setting(group)]
    pub words: WordFiles,
}

/// The agents of a population and its number of games.
pub(super) struct PlannedPopulation {
    pub(super) players: Vec<RosterEntry>,
    pub(super) games: u64,
}

impl PopulationConfig {
    /// Returns agents of a registry and the built-in words of a language. A page reads no files.
    pub fn of_page(
        agents: &[String],
        seed: u64,
        (registry, language): (&Registry, Language),
    ) -> PopulationConfig {
        let (agent, registry) = (agents.to_vec(), registry.clone());
        PopulationConfig {
            seed: Some(seed),
            players: PlayersConfig { agent, registry, ..PlayersConfig::default() },
            words: WordFiles::embedded(language),
            ..PopulationConfig::default()
        }
    }

    /// Returns `true` if there are several matchups.
    pub(crate) fn has_tables(&self) -> bool {
        !self.tables.is_empty()
    }

    /// Returns the number of games of each population: `requested`, or the default, which is `usual` without
    /// matchups.
    pub(crate) fn games(&self, requested: Option<u64>, usual: u64) -> u64 {
        requested.unwrap_or(if self.has_tables() { TABLE_GAMES } else { usual })
    }

    /// Returns the number of deals of the population that has the most.
    pub(crate) fn most_deals(&self, games: u64, with_roster: bool) -> Result<u64, LabError> {
        let populations = self.populations_of(&self.players, games, with_roster)?;
        let deals = populations
            .into_iter()
            .filter(|planned| planned.games > 0)
            .map(|planned| Lineup::round_robin(planned.players, planned.games).schedule.deals());
        Ok(deals.max().unwrap_or_default())
    }

    /// Returns the configuration with files resolved in `folder`.
    pub(crate) fn within(&self, folder: &Path) -> PopulationConfig {
        PopulationConfig {
            players: self.players.within(folder),
            words: self.words.within(folder),
            ..self.clone()
        }
    }

    /// Checks that there is only one matchup.
    pub(crate) fn at_one_table(&self, what: &'static str) -> Result<(), LabError> {
        if !self.has_tables() {
            return Ok(());
        }
        let message = Message::of(what)
            .then(" is played at one table: name it with ")
            .setting("agent")
            .then("; `balance` and `rules compare` play at several");
        Err(LabError::setting("tables", message))
    }

    /// Returns the agents of each population and its number of games. `players` are those of the configuration,
    /// with the bots that run.
    pub(super) fn populations_of(
        &self,
        players: &PlayersConfig,
        games: u64,
        with_roster: bool,
    ) -> Result<Vec<PlannedPopulation>, LabError> {
        if !self.tables.is_empty() {
            let tables = tables(players, &self.tables)?.into_iter();
            return Ok(tables.map(|players| PlannedPopulation { players, games }).collect());
        }
        let requested = named(players)?;
        check_field(players, requested.len(), false)?;
        if !requested.is_empty() {
            return Ok(vec![PlannedPopulation { players: requested, games }]);
        }
        let people = named(&of_registry(players, &[PEOPLE]))?;
        if !with_roster {
            return Ok(vec![PlannedPopulation { players: people, games }]);
        }
        let roster = roster(&of_registry(players, &[]))?;
        let others = of_roster(games, Schedule::round_robin(roster.len(), 1).games_of_a_deal());
        Ok(vec![
            PlannedPopulation { players: people, games: games - others },
            PlannedPopulation { players: roster, games: others },
        ])
    }
}

/// Returns a configuration that names these agents of the registry of another.
fn of_registry(players: &PlayersConfig, agent: &[&str]) -> PlayersConfig {
    PlayersConfig { registry: players.registry.clone(), ..PlayersConfig::from_specs(agent.iter().copied()) }
}

/// Returns the roster's share of the games: two thirds, rounded down to whole deals of `deal` games. The
/// other population can play any number of games and takes the rest. If two thirds are less than one deal,
/// returns them unrounded.
const fn of_roster(games: u64, deal: u64) -> u64 {
    let others = games - games.div_ceil(3);
    if others < deal { others } else { others / deal * deal }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_asked_for_is_played_where_it_makes_whole_deals() {
        assert_eq!(
            [100_000, 60, 59, 30, 29, 10].map(|games| of_roster(games, 20)),
            [66_660, 40, 20, 20, 19, 6]
        );
    }
}
