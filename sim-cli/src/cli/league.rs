//! `sim-cli agents league`.

use overhear_agents::registry::Registry;
use std::path::PathBuf;

use clap::{ArgAction, Args};
use overhear_lab::LeagueConfig;
use overhear_lab::setup::{PlayersConfig, ranges};

use super::shared::{count, games, players};
use super::{
    AnswersArgs, BotArgs, DisplayArgs, FieldArgs, KeepArgs, ProgressArgs, RulesArgs, TeamArgs, ThreadsArgs,
    WordArgs,
};

/// Arguments of `agents league`.
#[derive(Debug, Args)]
pub(crate) struct LeagueArgs {
    /// Games of the league, split evenly over the pairings and rounded up to whole pairs
    #[arg(long, value_name = "N", default_value_t = LeagueConfig::default().games, value_parser = games())]
    pub(crate) games: u64,
    /// Seed of the run
    #[arg(long, value_name = "U64", default_value_t = LeagueConfig::default().seed)]
    pub(crate) seed: u64,
    /// Games of each agent against itself to find and measure the guesser that intercepts it best; 0: none
    /// [default: as many as deals, at most 200]
    #[arg(long, value_name = "N", value_parser = count(ranges::EXPLOIT_GAMES.range()))]
    pub(crate) exploit_games: Option<u64>,
    /// Games to measure the regret of the equilibrium mix: what the best of several agents built against it
    /// scores above 50 of 100, on other deals. Takes minutes; 0: none
    #[arg(long, value_name = "N", default_value_t = LeagueConfig::default().respond_games, value_parser = count(ranges::RESPOND_GAMES.range()))]
    pub(crate) respond_games: u64,
    #[command(flatten)]
    pub(crate) threads: ThreadsArgs,

    /// An agent (repeatable) [default: those of a tournament, value=value/bayes, keen, and the cheater
    /// cheater=random/oracle]
    #[arg(long, value_name = "SPEC", action = ArgAction::Append, help_heading = "Players")]
    pub(crate) agent: Vec<String>,

    #[command(flatten)]
    pub(crate) field: FieldArgs,
    /// Refused: a league needs every pairing
    #[arg(long, value_name = "LABEL", hide = true)]
    pub(crate) gauntlet: Option<String>,
    #[command(flatten)]
    pub(crate) bots: BotArgs,
    #[command(flatten)]
    pub(crate) answers: AnswersArgs,
    #[command(flatten)]
    pub(crate) rules: RulesArgs,
    #[command(flatten)]
    pub(crate) words: WordArgs,

    /// Also write the tables into a Markdown file, between its lines `<!-- league -->` and `<!-- /league -->`
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub(crate) write: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) keep: KeepArgs,
    #[command(flatten)]
    pub(crate) display: DisplayArgs,
    #[command(flatten)]
    pub(crate) progress: ProgressArgs,
}

impl LeagueArgs {
    /// Returns the configuration.
    pub(crate) fn config(&self, registry: &Registry) -> LeagueConfig {
        LeagueConfig {
            games: self.games,
            seed: self.seed,
            players: PlayersConfig {
                agent: self.agent.clone(),
                field: self.field.field,
                ..players(&self.bots, &self.answers, registry)
            },
            gauntlet: self.gauntlet.clone(),
            rules: self.rules.config(TeamArgs::as_ruled()),
            words: self.words.files(),
            write: self.write.clone(),
            exploit_games: self.exploit_games,
            respond_games: self.respond_games,
        }
    }
}
