//! The agents of a run, their pairings, and the games of each pairing.

use overhear_agents::registry::Spec;
use overhear_engine::arena::Schedule;
use overhear_engine::game::Agent;

use super::{RosterEntry, Words, unknown};
use crate::error::LabError;
use crate::setting_ref::SettingRef;

/// The agents of a run, their pairings, and the number of games.
#[derive(Clone, Debug)]
pub struct Lineup {
    /// The agents, in the order of their numbers in the schedule.
    pub players: Vec<RosterEntry>,
    /// Pairings of the agents and number of games.
    pub schedule: Schedule,
}

impl Lineup {
    /// Returns agents that all meet each other in this number of games; a single agent meets itself.
    pub fn round_robin(players: Vec<RosterEntry>, games: u64) -> Lineup {
        let schedule = match players.len() {
            1 => Schedule::self_play(games),
            many => Schedule::round_robin(many, games),
        };
        Lineup { players, schedule }
    }

    /// Returns agents that all meet each other or, in a gauntlet, the agent with that label alone.
    ///
    /// # Errors
    /// Returns an error if no agent has the label.
    pub(crate) fn of_tournament(
        players: Vec<RosterEntry>,
        gauntlet: Option<&str>,
        games: u64,
    ) -> Result<Lineup, LabError> {
        let Some(label) = gauntlet else {
            let schedule = Schedule::round_robin(players.len(), games);
            return Ok(Lineup { players, schedule });
        };
        let challenger = players.iter().position(|player| player.spec.label == label);
        let challenger = challenger.ok_or_else(|| {
            let labels = players.iter().map(|player| player.spec.label.as_str());
            LabError::setting(SettingRef::from(("gauntlet", label)), unknown("agent", label, labels))
        })?;
        let schedule = Schedule::gauntlet(players.len(), challenger, games);
        Ok(Lineup { players, schedule })
    }

    /// Returns the number of agents.
    pub fn agents(&self) -> usize {
        self.players.len()
    }

    /// Returns the names of the agents, in order.
    pub fn labels(&self) -> Vec<&str> {
        self.players.iter().map(|player| player.spec.label.as_str()).collect()
    }

    /// Returns the agents' SPECs, in order.
    pub fn specs(&self) -> impl Iterator<Item = &Spec> {
        self.players.iter().map(|player| &player.spec)
    }

    /// Returns the agents with the games that each plays.
    pub fn games_of_each(&self) -> Vec<(&Spec, u64)> {
        games_of_each(&self.players, [&self.schedule])
    }

    /// Builds the agents.
    ///
    /// # Errors
    /// Returns an error if an agent does not suit the words.
    pub fn build(&self, words: &Words) -> Result<Vec<Box<dyn Agent>>, LabError> {
        self.players.iter().map(|player| player.build(words)).collect()
    }
}

/// Returns the agents with the games that each plays by several schedules.
pub fn games_of_each<'a>(
    players: &'a [RosterEntry],
    schedules: impl IntoIterator<Item = &'a Schedule>,
) -> Vec<(&'a Spec, u64)> {
    let mut counts: Vec<(&Spec, u64)> = players.iter().map(|player| (&player.spec, 0)).collect();
    for schedule in schedules {
        let games = schedule.games() / schedule.pairings().len().max(1) as u64;
        for pairing in schedule.pairings() {
            counts[pairing.a].1 += games;
            counts[pairing.b].1 += games;
        }
    }
    counts
}

/// Checks that the words have everything that the agents use, and adds the files that the agents name.
///
/// # Errors
/// Returns an error for an agent that does not suit the words, and for a file that cannot be read.
pub fn check_players<'a>(
    players: impl IntoIterator<Item = &'a RosterEntry>,
    words: &mut Words,
) -> Result<(), LabError> {
    for player in players {
        player.check(words)?;
        words.add_files_of([&player.spec])?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::setup::{PlayersConfig, named};

    fn players(specs: &[&str]) -> Vec<RosterEntry> {
        named(&PlayersConfig::from_specs(specs.iter().copied())).expect("agents")
    }

    #[test]
    fn each_agent_is_counted_with_the_games_that_it_plays() {
        let counted = |lineup: &Lineup| -> Vec<u64> {
            lineup.games_of_each().into_iter().map(|(_, games)| games).collect()
        };
        let three = || players(&["random", "margin", "nearest"]);
        assert_eq!(counted(&Lineup::round_robin(three(), 30)), [20, 20, 20]);
        let one_against_all = Lineup::of_tournament(three(), Some("margin"), 20).expect("a label");
        assert_eq!(counted(&one_against_all), [10, 20, 10]);
        // An agent that meets itself sits on both sides.
        assert_eq!(counted(&Lineup::round_robin(players(&["human"]), 7)), [14]);
    }

    #[test]
    fn a_gauntlet_names_an_agent_of_the_run() {
        let refused = Lineup::of_tournament(players(&["random", "margin"]), Some("margn"), 2);
        let refused = refused.expect_err("no such agent").to_string();
        assert!(refused.starts_with("gauntlet margn: ") && refused.contains("margin"), "{refused}");
    }
}
