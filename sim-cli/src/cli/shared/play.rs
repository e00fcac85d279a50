//! Flags about games, agents and rules.

use std::path::PathBuf;

use clap::builder::TypedValueParser;
use clap::{ArgAction, Args};
use overhear_agents::registry::Registry;
use overhear_engine::rules::{MAX_TEAM, MIN_TEAM};
use overhear_lab::setup::{Field, PlayersConfig, RulesConfig, ranges};

use super::bots::players;
use super::{AnswersArgs, BotArgs, Choice, choice, count};

/// Returns a parser of numbers of games.
pub(in crate::cli) fn games() -> impl TypedValueParser<Value = u64> {
    count(ranges::GAMES.range())
}

/// The seed.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct SeedArgs {
    /// Seed of the run; drawn and printed if not given
    #[arg(long, value_name = "U64")]
    pub(crate) seed: Option<u64>,
}

/// Number of threads.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct ThreadsArgs {
    /// Threads to play on; results never depend on it [default: `RAYON_NUM_THREADS`, or all cores]
    #[arg(short = 'j', long, visible_alias = "concurrency", value_name = "N",
          value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
}

/// Team size.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct TeamArgs {
    /// Players in each team; overrides `white_team` and `black_team` of the rules [default: 2]
    #[arg(long, value_name = "N", help_heading = "Players",
          value_parser = clap::value_parser!(u8).range(i64::from(MIN_TEAM)..=i64::from(MAX_TEAM)))]
    pub(crate) team_size: Option<u8>,
}

/// Standard opponents.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct FieldArgs {
    /// Add a standard set of opponents, listed before --agent
    #[arg(long, visible_alias = "opponents", value_name = "WHO", value_parser = choice(FIELDS),
          help_heading = "Players")]
    pub(crate) field: Option<Field>,
}

const FIELDS: &[Choice<Field>] =
    &[(Field::Presets, Field::Presets.name(), "random, nearest, margin, pragmatic and human")];

/// The agents.
#[derive(Clone, Debug, Args)]
pub(crate) struct PlayersArgs {
    /// An agent: [LABEL=]PRESET[:key=value,…] or [LABEL=]ENCRYPTOR[:k=v,…]/GUESSER[:k=v,…] (repeatable)
    /// [default: random, nearest, margin, pragmatic, human]
    #[arg(long, value_name = "SPEC", action = ArgAction::Append, help_heading = "Players")]
    pub(crate) agent: Vec<String>,
    /// TOML file with agents and bots, listed before those of --agent and --bot
    #[arg(long, value_name = "FILE", help_heading = "Players")]
    pub(crate) agents: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) bots: BotArgs,
    #[command(flatten)]
    pub(crate) answers: AnswersArgs,
    #[command(flatten)]
    pub(crate) team: TeamArgs,
}

/// The rules.
#[derive(Clone, Debug, Args)]
pub(crate) struct RulesArgs {
    /// Rules: a name from `sim-cli rules list`, or a TOML file
    #[arg(long, value_name = "NAME|FILE", default_value = "official", help_heading = "Rules")]
    pub(crate) rules: String,
    /// Set one switch of the rules (repeatable)
    #[arg(long, value_name = "KEY=VALUE", action = ArgAction::Append, help_heading = "Rules")]
    pub(crate) set: Vec<String>,
}

impl PlayersArgs {
    /// Returns the configuration of the agents.
    pub(crate) fn config(&self, registry: &Registry) -> PlayersConfig {
        PlayersConfig {
            agent: self.agent.clone(),
            agents: self.agents.clone(),
            ..players(&self.bots, &self.answers, registry)
        }
    }
}

impl RulesArgs {
    /// Returns the configuration of the rules with this team size.
    pub(crate) fn config(&self, team: TeamArgs) -> RulesConfig {
        RulesConfig { rules: self.rules.clone(), set: self.set.clone(), team_size: team.team_size }
    }
}

impl TeamArgs {
    /// Returns the team size of the rules.
    pub(in crate::cli) const fn as_ruled() -> TeamArgs {
        TeamArgs { team_size: None }
    }
}
