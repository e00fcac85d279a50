//! A population of agents that play an experiment.

use std::fmt;

#[cfg(test)]
use overhear_engine::arena::Schedule;
use overhear_engine::game::Agent;
use overhear_engine::rules::Rules;

use crate::error::LabError;
use crate::setup::{Lineup, RosterEntry, Words};

/// A population: agents that meet each other, or one agent that meets itself.
pub struct Population {
    /// The agents, their pairings, and the number of games.
    pub lineup: Lineup,
    agents: Vec<Box<dyn Agent>>,
    /// Agents for other rule sets, where bots must be told the rules at their start.
    by_rules: Vec<RulesPlayers>,
}

impl fmt::Debug for Population {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Population").finish_non_exhaustive()
    }
}

/// Agents whose bots were started with these rules.
struct RulesPlayers {
    rules: Rules,
    lineup: Lineup,
    agents: Vec<Box<dyn Agent>>,
}

impl Population {
    pub(super) fn new(players: Vec<RosterEntry>, games: u64) -> Population {
        Population { lineup: Lineup::round_robin(players, games), agents: Vec::new(), by_rules: Vec::new() }
    }

    /// Adds the agents whose bots were started with these rules.
    pub(super) fn tell(&mut self, rules: Rules, players: Vec<RosterEntry>) {
        let lineup = Lineup { players, schedule: self.lineup.schedule.clone() };
        self.by_rules.push(RulesPlayers { rules, lineup, agents: Vec::new() });
    }

    /// Builds all agents with the tables that they need.
    ///
    /// # Errors
    /// Returns an error if an agent does not suit the words.
    pub(super) fn build_agents(&mut self, words: &Words) -> Result<(), LabError> {
        self.agents = self.lineup.build(words)?;
        for players in &mut self.by_rules {
            players.agents = players.lineup.build(words)?;
        }
        words.world.forget_unused();
        Ok(())
    }

    /// Returns a population of a test's own agents, reported under the names of others.
    #[cfg(test)]
    pub(crate) fn seated(
        players: Vec<RosterEntry>,
        schedule: Schedule,
        agents: Vec<Box<dyn Agent>>,
    ) -> Population {
        Population { lineup: Lineup { players, schedule }, agents, by_rules: Vec::new() }
    }

    /// Returns the agents for these rules.
    pub(super) fn agents_by(&self, rules: &Rules) -> &[Box<dyn Agent>] {
        let own = self.by_rules.iter().find(|players| players.rules == *rules);
        own.map_or(&self.agents, |players| &players.agents)
    }

    /// Returns the names of the agents.
    pub fn labels(&self) -> Vec<&str> {
        self.lineup.labels()
    }

    /// Returns the title of the population: `human against itself`, `margin and human`, `5 agents`.
    pub fn title(&self) -> String {
        match self.labels()[..] {
            [one] => format!("{one} against itself"),
            [a, b] => format!("{a} and {b}"),
            ref all => format!("{} agents, each against each", all.len()),
        }
    }

    /// Returns the name of the population as one of several matchups: `human`, `close+new`.
    pub fn table(&self) -> String {
        self.labels().join("+")
    }
}
