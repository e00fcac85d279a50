//! The games behind each row: an Encryptor with two guessers, of which each decodes once and intercepts once.

use overhear_agents::model::World;
use overhear_engine::game::{Agent, Seed};
use overhear_engine::rules::CheckedRules;

use super::row::CrossRow;
use crate::clue_outcomes::play_clue_outcomes;
use crate::error::LabError;
use crate::measurement::StepLog;
use crate::partial_result::PartialResult;
use crate::run_control::RunControl;
use crate::table::counted;

/// What is crossed: some parts, each of which takes the place of the Encryptor, the decoder and the interceptor.
pub(super) trait Crossed {
    /// Returns the names of the parts.
    fn names(&self) -> Vec<String>;

    /// Returns the agent whose Encryptor and guesser are of these parts.
    fn agent(&self, giver: usize, guesser: usize) -> Result<Box<dyn Agent>, LabError>;
}

/// An Encryptor, which leads both teams, and their guessers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CrossedTeams {
    pub(super) giver: usize,
    pub(super) one: usize,
    pub(super) other: usize,
}

/// Returns every Encryptor with every two guessers.
pub(super) fn combinations(parts: usize) -> Vec<CrossedTeams> {
    (0..parts)
        .flat_map(|giver| {
            (0..parts).flat_map(move |one| (one..parts).map(move |other| CrossedTeams { giver, one, other }))
        })
        .collect()
}

/// What all games have in common.
pub(super) struct CrossGames<'a> {
    pub(super) world: &'a World,
    pub(super) rules: CheckedRules,
    pub(super) seed: Seed,
    /// Games for each Encryptor and pair of guessers, as requested.
    pub(super) requested: u64,
}

impl CrossGames<'_> {
    /// Returns the number of games for each Encryptor and pair of guessers, in whole pairs.
    pub(super) const fn of_a_combination(&self) -> u64 {
        2 * self.requested.div_ceil(2)
    }

    /// Returns the number of all games.
    pub(super) fn all(&self, parts: usize) -> u64 {
        self.of_a_combination() * combinations(parts).len() as u64
    }

    /// Plays all combinations, and returns a row for each Encryptor, decoder and interceptor.
    pub(super) fn play(
        &self,
        crossed: &impl Crossed,
        watch: &RunControl,
        log: &mut StepLog,
    ) -> Result<PartialResult<Vec<CrossRow>>, LabError> {
        let (names, games) = (crossed.names(), self.of_a_combination());
        let seed = self.seed;
        watch.note(&[format!(
            "seed {}, {} for each pair of guessers",
            seed.0,
            counted(self.requested, "game")
        )]);
        let mut rows = Vec::new();
        let counter = watch.count(0, self.all(names.len()));
        for CrossedTeams { giver, one, other } in combinations(names.len()) {
            let outcomes = log.step((counter.done(), games), || {
                let agents = [crossed.agent(giver, one)?, crossed.agent(giver, other)?];
                play_clue_outcomes(
                    self.world,
                    *self.rules,
                    &agents,
                    seed,
                    0..games / 2,
                    (watch, counter.done()),
                )
            })?;
            let Some(outcomes) = outcomes else { return Ok(PartialResult::new(rows, false)) };
            let [giver, one_name, other_name] = [giver, one, other].map(|part| names[part].as_str());
            rows.push(CrossRow::new([giver, one_name, other_name].map(str::to_owned), &outcomes[0]));
            if one != other {
                rows.push(CrossRow::new([giver, other_name, one_name].map(str::to_owned), &outcomes[1]));
            }
        }
        Ok(PartialResult::new(rows, true))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_encryptor_leads_every_two_guessers_once() {
        let teams_of_three = combinations(3);
        assert_eq!(teams_of_three.len(), 18);
        assert_eq!(teams_of_three[1], CrossedTeams { giver: 0, one: 0, other: 1 });
        assert!(teams_of_three.iter().all(|teams| teams.one <= teams.other));
        let cells =
            teams_of_three.iter().map(|teams| if teams.one == teams.other { 1 } else { 2 }).sum::<usize>();
        assert_eq!(cells, 27);
    }
}
