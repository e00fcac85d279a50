//! Whether an agent keeps what it owes the table.

use overhear_agents::audit::{Audit, Duty};
use overhear_agents::registry::{Registry, Spec, build};
use overhear_engine::table::{Agent, Seed};

use crate::bots::Bots;
use crate::error::LabError;
use crate::selfcheck::Finding;
use crate::setup::{BotOrder, PlayersConfig, RuleSet, RulesConfig, WordFiles, Words, company, ranges, seed};

/// An agent, and the games in which it is watched.
#[derive(Clone, Debug)]
pub struct CheckConfig {
    /// The agent as a SPEC.
    pub agent: String,
    /// Games of each check.
    pub games: u64,
    /// The seed of all chance; drawn if there is none.
    pub seed: Option<u64>,
    /// What is played by.
    pub rules: RulesConfig,
    /// The words.
    pub words: WordFiles,
    /// Programs that play under names of their own.
    pub bots: Vec<BotOrder>,
    /// The agents that a SPEC can name.
    pub registry: Registry,
}

impl Default for CheckConfig {
    fn default() -> CheckConfig {
        CheckConfig {
            agent: String::new(),
            games: 10,
            seed: None,
            rules: RulesConfig::default(),
            words: WordFiles::default(),
            bots: Vec::new(),
            registry: Registry::standard(),
        }
    }
}

/// A check of an agent that is about to be made.
pub struct AgentCheck {
    spec: Spec,
    agent: Box<dyn Agent>,
    rules: RuleSet,
    words: Words,
    seed: Seed,
    games: u64,
    #[expect(dead_code, reason = "held: the processes of bots end with it")]
    bots: Bots,
}

impl AgentCheck {
    /// Looks the agent up.
    ///
    /// ```
    /// use overhear_lab::{AgentCheck, CheckConfig};
    ///
    /// let config = CheckConfig { agent: "nearest".to_owned(), games: 1, seed: Some(1), ..CheckConfig::default() };
    /// let mut kept = true;
    /// AgentCheck::new(&config)?.run(&mut |finding| {
    ///     kept &= finding.is_ok();
    ///     Ok(())
    /// })?;
    /// assert!(kept);
    /// # Ok::<(), overhear_lab::LabError>(())
    /// ```
    ///
    /// # Errors
    /// If there is no such agent, rules or words.
    pub fn new(config: &CheckConfig) -> Result<AgentCheck, LabError> {
        ranges::CHECK_GAMES.check(config.games)?;
        let rules = RuleSet::asked(&config.rules)?;
        let players = PlayersConfig {
            bots: config.bots.clone(),
            registry: config.registry.clone(),
            ..PlayersConfig::default()
        };
        let who = |players: &PlayersConfig| players.registry.parse(&config.agent).map_err(LabError::usage);
        let (spec, words, bots) = company(&players, &config.words, &rules, who)?;
        let agent = build(&spec, &words.world)?;
        Ok(AgentCheck { spec, agent, rules, words, seed: seed(config.seed), games: config.games, bots })
    }

    /// The agent.
    pub const fn spec(&self) -> &Spec {
        &self.spec
    }

    /// The seed of all chance.
    pub const fn seed(&self) -> u64 {
        self.seed.0
    }

    /// Checks every duty; `each` is told what was found, one finding after the other.
    ///
    /// # Errors
    /// Those of `each`.
    pub fn run(&self, each: &mut dyn FnMut(Finding) -> Result<(), LabError>) -> Result<(), LabError> {
        let (world, rules) = (&self.words.world, self.rules.switches);
        let table = world.table(&rules)?;
        let audit = Audit { agent: &*self.agent, table, seed: self.seed, games: self.games };
        Duty::ALL.into_iter().try_for_each(|duty| {
            let meaning = duty.meaning();
            each(match audit.check(duty) {
                Ok(0) => Ok(format!("{meaning}: not claimed")),
                Ok(asked) => Ok(format!("{meaning} ({asked} looked at)")),
                Err(breach) => Err(format!("{meaning}: {breach}")),
            })
        })
    }
}
