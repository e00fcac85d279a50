//! Check of an agent against the agent contract.

use std::fmt;
use std::path::PathBuf;

use overhear_agents::audit::{Audit, Duty};
use overhear_agents::registry::{Registry, Spec, build};
use overhear_engine::game::{Agent, Seed, attempt};

use crate::error::LabError;
use crate::partial_result::CUT;
use crate::run_control::RunControl;
use crate::selfcheck::CheckOutcome;
use crate::settings::Settings;
use crate::setup::{
    BotConfig, PlayersConfig, RuleSet, RulesConfig, RunningBots, WordFiles, Words, load_players, ranges, seed,
};

/// Configuration of a check.
#[derive(Clone, Debug, Settings)]
pub struct CheckConfig {
    /// Agent: [LABEL=]PRESET[:key=value,…] or [LABEL=]ENCRYPTOR[:k=v,…]/GUESSER[:k=v,…].
    #[setting(positional, required, value = "SPEC")]
    pub agent: String,
    /// Games of each check.
    #[setting(default = 10, range = ranges::CHECK_GAMES, value = "N")]
    pub games: u64,
    /// Seed of the run; drawn and printed if not given.
    #[setting(value = "U64")]
    pub seed: Option<u64>,
    /// The rules.
    #[setting(group, without = ["team_size"])]
    pub rules: RulesConfig,
    /// The word files.
    #[setting(group)]
    pub words: WordFiles,
    /// Bots.
    #[setting(declared_in = PlayersConfig)]
    pub bots: Vec<BotConfig>,
    /// A file in which the answers of bots are kept.
    #[setting(declared_in = PlayersConfig)]
    pub answers: Option<PathBuf>,
    /// The agents that a SPEC can name.
    #[setting(skip, default = Registry::standard())]
    pub registry: Registry,
}

/// A check of an agent, ready to run.
pub struct AgentCheck {
    spec: Spec,
    agent: Box<dyn Agent>,
    rules: RuleSet,
    words: Words,
    seed: Seed,
    games: u64,
    #[expect(dead_code, reason = "held: the processes of bots end with it")]
    bots: RunningBots,
}

impl fmt::Debug for AgentCheck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AgentCheck").finish_non_exhaustive()
    }
}

impl AgentCheck {
    /// Loads the agent, rules and words.
    ///
    /// ```
    /// use overhear_lab::{AgentCheck, CheckConfig, RunControl};
    ///
    /// let config = CheckConfig { agent: "nearest".to_owned(), games: 1, seed: Some(1), ..CheckConfig::default() };
    /// let mut is_sound = true;
    /// AgentCheck::new(&config, &RunControl::default())?.run(&RunControl::default(), &mut |finding| {
    ///     is_sound &= finding.is_ok();
    ///     Ok(())
    /// })?;
    /// assert!(is_sound);
    /// # Ok::<(), overhear_lab::LabError>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error for an unknown agent, and for invalid rules or words.
    pub fn new(config: &CheckConfig, watch: &RunControl) -> Result<AgentCheck, LabError> {
        config.check()?;
        let rules = RuleSet::from_config(&config.rules)?;
        let players = PlayersConfig {
            bots: config.bots.clone(),
            answers: config.answers.clone(),
            registry: config.registry.clone(),
            ..PlayersConfig::default()
        };
        let loaded = load_players(&players, &config.words, &rules, watch, |players| {
            players.registry.parse(&config.agent).map_err(LabError::from)
        });
        let (spec, words, bots) = loaded?;
        let agent = build(&spec, &words.world)?;
        // Each duty looks at the games, and asks twice.
        let games = 2 * config.games * Duty::ALL.len() as u64;
        bots.forecast([(&spec, 2 * games)], &rules.switches, 0, watch);
        words.announce([&spec], watch);
        Ok(AgentCheck { spec, agent, rules, words, seed: seed(config.seed), games: config.games, bots })
    }

    /// Returns the agent's SPEC.
    pub const fn spec(&self) -> &Spec {
        &self.spec
    }

    /// Returns the seed of the check.
    pub const fn seed(&self) -> u64 {
        self.seed.0
    }

    /// Checks every requirement of the contract, and passes each outcome to `each`. If the agent has a fault,
    /// the last outcome says so.
    ///
    /// # Errors
    /// Returns the errors of `each`, and an error after an interruption.
    pub fn run(
        &self,
        watch: &RunControl,
        each: &mut dyn FnMut(CheckOutcome) -> Result<(), LabError>,
    ) -> Result<(), LabError> {
        let (world, rules) = (&self.words.world, self.rules.switches);
        let setup = world.setup(&rules)?;
        let audit = Audit {
            agent: &*self.agent,
            setup,
            seed: self.seed,
            games: self.games,
            goes_on: &|| !watch.is_over(),
        };
        for duty in Duty::ALL {
            let meaning = duty.meaning();
            let checked = watch.finished(attempt(|| audit.check(duty)));
            let checked = checked.ok_or_else(|| LabError::interrupted(CUT))?;
            let breaks_down = checked.is_err();
            each(match checked {
                Ok(Ok(0)) => Ok(format!("{meaning}: not claimed")),
                Ok(Ok(questions)) => Ok(format!("{meaning} ({questions} looked at)")),
                Ok(Err(breach)) => Err(format!("{meaning}: {breach}")),
                Err(panic) => Err(format!("{meaning}: it breaks down: {panic}")),
            })?;
            if breaks_down {
                return Ok(());
            }
        }
        #[cfg(feature = "minds")]
        if let Some(line) = self.private_understanding(watch)? {
            each(Ok(line))?;
        }
        Ok(())
    }

    /// Returns how much of the agent's understanding is private; `None` where that cannot be said.
    #[cfg(feature = "minds")]
    fn private_understanding(&self, watch: &RunControl) -> Result<Option<String>, LabError> {
        let (agent, world, rules) =
            (std::array::from_ref(&self.agent), &self.words.world, *self.rules.switches);
        let games = GAMES_OF_STRANGERS * self.games;
        // Faults are the duties' to report: an agent that breaks down now and then may do so here alone, and is not measured.
        let measured =
            attempt(|| crate::strangers::private_understanding(agent, world, rules, self.seed, games, watch));
        let line = measured.ok().and_then(Result::ok).flatten();
        if watch.is_over() { Err(LabError::interrupted(CUT)) } else { Ok(line) }
    }
}

/// Number of games that strangers read, for each game of a check.
#[cfg(feature = "minds")]
const GAMES_OF_STRANGERS: u64 = 10;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::ErrorKind;

    #[test]
    fn a_check_that_is_stopped_says_nothing_of_what_it_has_not_finished() {
        let config = CheckConfig {
            agent: "random".to_owned(),
            games: 100_000,
            seed: Some(1),
            words: WordFiles { vocabulary: Some(2000), ..WordFiles::default() },
            ..CheckConfig::default()
        };
        let (watch, mut outcomes) = (RunControl::default(), 0);
        let mut check = AgentCheck::new(&config, &watch).expect("an agent");
        let mut run = |check: &AgentCheck| {
            let stopped = check.run(&watch, &mut |_| {
                outcomes += 1;
                watch.stop.ask();
                Ok(())
            });
            (stopped.expect_err("it is stopped").kind(), outcomes)
        };
        check.games = 2;
        assert_eq!(run(&check), (ErrorKind::Interrupted, 1), "after the first finding");
        check.games = 100_000;
        assert_eq!(run(&check), (ErrorKind::Interrupted, 1), "before the first game of all these");
    }
}
