//! A tuning run with its names looked up and its numbers checked.

use std::iter;

use overhear_agents::registry::{Registry, Spec, check};
use overhear_engine::game::Seed;

use super::config::TuneConfig;
use super::trace::Trace;
use super::tuned_param::TunedParam;
use crate::error::LabError;
use crate::match_setup::{MatchSetup, seed_of};
use crate::measurement::{RunSources, specs};
use crate::run_control::RunControl;
use crate::settings::Settings as _;
use crate::setup::{RuleSet, RulesEntry, RunningBots, load_players, seed};
use crate::table::{counted, grouped};

/// Purpose of a seed derived from a tuning run's seed.
#[derive(Clone, Copy)]
pub(super) enum SeedPurpose {
    /// Deals of the climb.
    Climb,
    /// Deals of the final test.
    Test,
    /// Random perturbations.
    Moves,
}

/// Everything that a tuning run plays with.
pub(super) struct TuneTask<'a> {
    /// The configuration.
    pub(super) config: &'a TuneConfig,
    /// Seed of the run, drawn if the configuration has none.
    pub(super) seed: Seed,
    /// The initial agent.
    pub(super) agent: Spec,
    /// Opponent of both variants. `None`: the variants play each other.
    pub(super) opponent: Option<Spec>,
    /// The parameters being tuned.
    pub(super) tuned_params: Vec<TunedParam>,
    /// Rules and words of the matches.
    pub(super) match_setup: MatchSetup,
    bots: RunningBots,
}

/// The agent, its opponent and the parameters being tuned.
struct TuneSubject {
    agent: Spec,
    opponent: Option<Spec>,
    tuned_params: Vec<TunedParam>,
}

impl TuneTask<'_> {
    /// Resolves a configuration, cheap checks first.
    pub(super) fn new<'a>(config: &'a TuneConfig, watch: &RunControl) -> Result<TuneTask<'a>, LabError> {
        config.players.only_spec()?;
        config.check()?;
        if config.param.is_empty() {
            return Err(LabError::clause("param", "is required: the parameter to tune"));
        }
        let rules = RuleSet::from_config(&config.rules)?;
        let subject = load_players(&config.players, &config.words, &rules, watch, |players| {
            TuneSubject::new(config, &players.registry)
        })?;
        let (TuneSubject { agent, opponent, tuned_params }, mut words, bots) = subject;
        for (key, spec) in [("agent", Some(&agent)), ("opponent", opponent.as_ref())] {
            let Some(spec) = spec else { continue };
            check(spec, &words.world).map_err(|error| LabError::setting((key, &spec.label), error))?;
            words.add_files_of([spec])?;
        }
        let (seed, match_setup) = (seed(config.seed), MatchSetup { rules, words });
        Ok(TuneTask { config, seed, agent, opponent, tuned_params, match_setup, bots })
    }

    /// Returns what the run plays with. The number of games depends on the test.
    pub(super) fn sources(&self) -> RunSources {
        RunSources {
            games: 0,
            agents: specs(self.players()),
            rules: Some(RulesEntry::new(&self.match_setup.rules)),
            data: self.match_setup.words.sources.clone(),
        }
    }

    /// Returns the seed for a purpose.
    pub(super) fn seed_for(&self, purpose: SeedPurpose) -> Seed {
        seed_of(self.seed.0, purpose as u64)
    }

    /// Returns the number of games in an iteration.
    pub(super) fn games_of_iteration(&self) -> u64 {
        let matches = if self.opponent.is_some() { 2 } else { 1 };
        2 * matches * self.config.pairs_per_iteration
    }

    /// Returns the number of games of a whole run whose test took this many pairs.
    pub(super) fn games(&self, tested_pairs: u64) -> u64 {
        let compared = if self.opponent.is_some() { 4 * tested_pairs } else { 0 };
        self.games_of_iteration() * self.config.iterations + 2 * tested_pairs + compared
    }

    /// Reports what is left to play after the iterations of a trace, and what it asks of bots at most.
    pub(super) fn introduce(&self, trace: &Trace, watch: &RunControl) {
        let iterations = self.config.iterations;
        let remaining = iterations.saturating_sub(trace.iteration());
        let ranges: Vec<String> = self.tuned_params.iter().map(TunedParam::span).collect();
        let all = counted(iterations, "iteration");
        watch.note(&[
            format!("{} of {all} to play, seed {}", grouped(remaining), self.seed.0),
            format!("{}: {}", self.agent.label, ranges.join(", ")),
        ]);
        self.match_setup.words.announce(self.players(), watch);
        let games = 4 * self.config.pairs_per_iteration * remaining + 4 * self.config.confirm_pairs;
        let seats = self.players().map(|spec| (spec, games));
        self.bots.forecast(seats, &self.match_setup.rules.switches, 0, watch);
    }

    /// Returns how many iterations a trace has, with the parameters after them.
    pub(super) fn progress(&self, trace: &Trace) -> String {
        let values = self.tuned_params.iter().zip(trace.values());
        let values: Vec<String> =
            values.map(|(param, &value)| format!("{} {}", param.key, param.rounded(value))).collect();
        let all = counted(self.config.iterations, "iteration");
        format!("{} of {all}: {}", grouped(trace.iteration()), values.join(", "))
    }

    /// Returns the agent with the last parameters of a trace, as written in a SPEC.
    pub(super) fn tuned(&self, trace: &Trace) -> Result<Spec, LabError> {
        let mut spec = self.agent.clone();
        for (param, &value) in self.tuned_params.iter().zip(trace.values()) {
            spec.set(param.key, param.rounded(value)).map_err(LabError::runtime)?;
        }
        Ok(spec)
    }

    fn players(&self) -> impl Iterator<Item = &Spec> {
        iter::once(&self.agent).chain(&self.opponent)
    }
}

impl TuneSubject {
    /// Looks up the agents and the parameters.
    fn new(config: &TuneConfig, registry: &Registry) -> Result<TuneSubject, LabError> {
        let agent = spec(registry, "agent", config.players.only_spec()?)?;
        let opponent = config.opponent.as_deref().map(|text| spec(registry, "opponent", text)).transpose()?;
        let mut tuned_params: Vec<TunedParam> = Vec::new();
        for text in &config.param {
            let tuned_param = TunedParam::parse(text, &agent)?;
            if tuned_params.iter().any(|earlier| earlier.key == tuned_param.key) {
                return Err(LabError::setting(("param", text), "this is tuned already"));
            }
            tuned_params.push(tuned_param);
        }
        Ok(TuneSubject { agent, opponent, tuned_params })
    }
}

fn spec(registry: &Registry, key: &'static str, text: &str) -> Result<Spec, LabError> {
    registry.parse(text).map_err(|error| LabError::spec((key, text), error))
}
