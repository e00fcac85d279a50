//! Agents, each of which takes every place: their Encryptors lead both teams, their guessers decode and intercept.

use std::sync::Arc;

use overhear_agents::model::World;
use overhear_agents::registry::{Spec, build};
use overhear_engine::game::Agent;

use super::cells::{CrossGames, Crossed, combinations};
use super::row::CrossRow;
use super::{CrossConfig, space_file};
use crate::clue_outcomes::all_rounds;
use crate::error::LabError;
use crate::forgiven_agent::ForgivenAgent;
use crate::measurement::{RunSources, StepLog, specs};
use crate::partial_result::PartialResult;
use crate::run_control::RunControl;
use crate::setup::{PlayersConfig, RuleSet, WordFiles, check_players, load_players, named, seed};
use crate::table::printable;

/// Plays every Encryptor with every two guessers.
pub(super) fn play(
    config: &CrossConfig,
    watch: &RunControl,
    log: &mut StepLog,
) -> Result<PartialResult<Vec<CrossRow>>, LabError> {
    let rules = RuleSet { name: "official".to_owned(), set: Vec::new(), switches: all_rounds(&[])? };
    let (players, mut words, bots) =
        load_players(&players(config), &word_files(config)?, &rules, watch, named)?;
    check_players(&players, &mut words)?;
    let agents: Vec<Spec> = players.iter().map(|player| player.spec.clone()).collect();
    let games = CrossGames {
        world: &words.world,
        rules: rules.switches,
        seed: seed(config.seed),
        requested: config.games,
    };
    log.begin(&RunSources {
        games: games.all(agents.len()),
        agents: specs(&agents),
        data: words.sources.clone(),
        ..RunSources::default()
    })?;
    words.announce(&agents, watch);
    let crossed = CrossedAgents { agents, world: &words.world };
    let seats = crossed.seats();
    bots.forecast(seats.iter().map(|spec| (spec, games.of_a_combination())), &rules.switches, 0, watch);
    games.play(&crossed, watch, log)
}

/// Returns who is to be looked up: the agents that are named.
fn players(config: &CrossConfig) -> PlayersConfig {
    PlayersConfig {
        agent: config.agent.clone(),
        bots: config.bots.clone(),
        answers: config.answers.clone(),
        registry: config.registry.clone(),
        ..PlayersConfig::default()
    }
}

/// Returns the words: one embedding for all agents, but for those that name tables.
fn word_files(config: &CrossConfig) -> Result<WordFiles, LabError> {
    let space = match &config.space[..] {
        [] => None,
        [space] => space_file(space),
        [_, second, ..] => {
            let message = "either the spaces of one agent are crossed, or several agents in one space";
            return Err(LabError::setting(("space", second), message));
        }
    };
    let (deck, associations) = (config.deck.clone(), config.associations.clone());
    Ok(WordFiles { space, deck, associations, ..WordFiles::default() })
}

/// Agents that are crossed.
struct CrossedAgents<'a> {
    agents: Vec<Spec>,
    world: &'a Arc<World>,
}

impl CrossedAgents<'_> {
    /// Returns the agent with the Encryptor of one and the guesser of another.
    fn spec(&self, giver: usize, guesser: usize) -> Spec {
        let [giver, guesser] = [giver, guesser].map(|agent| &self.agents[agent]);
        let label = if giver.label == guesser.label {
            giver.label.clone()
        } else {
            format!("{} with {}", giver.label, guesser.label)
        };
        Spec { label, encryptor: giver.encryptor.clone(), guesser: guesser.guesser.clone() }
    }

    /// Returns the two agents of each combination.
    fn seats(&self) -> Vec<Spec> {
        combinations(self.agents.len())
            .into_iter()
            .flat_map(|teams| [teams.one, teams.other].map(|guesser| self.spec(teams.giver, guesser)))
            .collect()
    }
}

impl Crossed for CrossedAgents<'_> {
    fn names(&self) -> Vec<String> {
        self.agents.iter().map(|agent| printable(&agent.label)).collect()
    }

    /// A missing answer costs its half, not the run.
    fn agent(&self, giver: usize, guesser: usize) -> Result<Box<dyn Agent>, LabError> {
        Ok(Box::new(ForgivenAgent::new(build(&self.spec(giver, guesser), self.world)?)))
    }
}
