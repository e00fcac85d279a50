//! `sim-cli agents`.

use overhear_agents::registry::Registry;
use std::path::PathBuf;

use clap::{Args, Subcommand};
use overhear_lab::input::text_at_home;
use overhear_lab::setup::{AssociationFile, ranges};
use overhear_lab::{CheckConfig, CrossConfig, ExploitConfig, FrontierConfig, Opponent, PeopleConfig};

use super::shared::{Choice, choice, count, games};
use super::{
    AnswersArgs, BotArgs, DisplayArgs, KeepArgs, LeagueArgs, RulesArgs, RunArgs, SeedArgs, TeamArgs, WordArgs,
};

/// Commands about agents.
#[derive(Debug, Subcommand)]
pub(crate) enum AgentsCommand {
    /// List presets, Encryptors and guessers
    List {
        #[command(flatten)]
        display: DisplayArgs,
    },
    /// Measure decoding and interception of an Encryptor under different weights
    ///
    /// Every combination of the lists is played over the same deals, all rounds to the end (`tokens_to_win = 0`,
    /// `tokens_to_lose = 0`); the other team gives clues as `nearest` does.
    /// `report` makes a page of its result (`--out DIR`); written as frontier.csv into the directory of another result
    /// (`--format csv > DIR/frontier.csv`), it is a figure there.
    Frontier(FrontierArgs),
    /// Show the settings of an agent: range, default, meaning
    Show {
        /// A preset, a guesser, or any SPEC
        name: String,
        #[command(flatten)]
        bots: BotArgs,
        #[command(flatten)]
        display: DisplayArgs,
    },
    /// Check that an agent keeps the agent contract; exit code 5 if it does not
    ///
    /// Clues must be legal and beliefs probabilities. Answers must not change when questions are repeated,
    /// reordered or put to a new player. No answer may depend on an earlier game or on hidden information.
    /// Prints a line on each requirement.
    Check(CheckArgs),
    /// Play Encryptors, decoders and interceptors with different word embeddings
    ///
    /// Prints a row for each combination of embeddings: how often an Encryptor with the first is understood
    /// by a team with the second, and intercepted by opponents with the third. All rounds of every game are
    /// played.
    Cross(CrossArgs),
    /// Search for the best interceptor against an Encryptor, or the safest Encryptor against an interceptor
    ///
    /// Tries every kind with each parameter moved. The better half advances to more games, until the best is
    /// measured on deals that the search has not used. All rounds of every game are played.
    Exploit(ExploitArgs),
    /// Play every agent against every other; report scores, styles and the equilibrium mix
    ///
    /// The floor is `random`. The ceiling is a cheater that receives all hidden information: it meets every
    /// agent, but these games count for it alone, and it has no share of the mix.
    League(LeagueArgs),
    /// Compare people-like agents by round with the rates expected of people
    ///
    /// Prints a row for each preset and rate: codes missed or intercepted in some rounds, or the mean number
    /// of rounds, with its 95 % interval, the expected range, and the counts of ten recorded games of people.
    People(PeopleArgs),
}

/// Arguments of `agents check`.
#[derive(Debug, Args)]
pub(crate) struct CheckArgs {
    /// Agent: [LABEL=]PRESET[:key=value,…] or [LABEL=]ENCRYPTOR[:k=v,…]/GUESSER[:k=v,…]
    #[arg(value_name = "SPEC")]
    pub(crate) agent: String,
    /// Games of each check
    #[arg(long, value_name = "N", default_value_t = CheckConfig::default().games, value_parser = count(ranges::CHECK_GAMES.range()))]
    pub(crate) games: u64,
    #[command(flatten)]
    pub(crate) bots: BotArgs,
    #[command(flatten)]
    pub(crate) answers: AnswersArgs,
    #[command(flatten)]
    pub(crate) seed: SeedArgs,
    #[command(flatten)]
    pub(crate) rules: RulesArgs,
    #[command(flatten)]
    pub(crate) words: WordArgs,
}

/// Arguments of `agents frontier`.
#[derive(Debug, Args)]
pub(crate) struct FrontierArgs {
    /// Weights of secrecy, λ
    #[arg(long, value_name = "X,…", value_delimiter = ',', default_value = "0,0.25,0.5,1,2")]
    pub(crate) lambda: Vec<f64>,
    /// Weights of leaked bits, γ; 0: only the current half counts
    #[arg(long, value_name = "X,…", value_delimiter = ',', default_value = "0,0.02,0.05,0.1,0.2,0.5")]
    pub(crate) gamma: Vec<f64>,
    /// Modes of the referee, tried in turn
    #[arg(long, value_name = "MODE,…", value_delimiter = ',', default_value = "off,enforce")]
    pub(crate) referee: Vec<String>,
    /// The Encryptor: any that has `lambda` and `gamma`, with further settings
    #[arg(long, visible_alias = "encryptor", value_name = "SPEC", default_value_t = FrontierConfig::default().giver)]
    pub(crate) giver: String,
    /// The decoder, on the Encryptor's team
    #[arg(long, value_name = "SPEC", default_value_t = FrontierConfig::default().decoder)]
    pub(crate) decoder: String,
    /// The interceptor
    #[arg(long, value_name = "SPEC", default_value_t = FrontierConfig::default().interceptor)]
    pub(crate) interceptor: String,
    /// Games for each combination
    #[arg(long, value_name = "N", default_value_t = FrontierConfig::default().games, value_parser = games())]
    pub(crate) games: u64,
    /// Games of each combination against itself, in which the best guesser against it is found and measured; 0: none
    /// [default: as many as games, at most 200]
    #[arg(long, value_name = "N", value_parser = count(ranges::EXPLOIT_GAMES.range()))]
    pub(crate) exploit_games: Option<u64>,
    /// Seed of the run
    #[arg(long, value_name = "U64", default_value_t = FrontierConfig::default().seed)]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) words: WordArgs,
    #[command(flatten)]
    pub(crate) run: RunArgs,
    #[command(flatten)]
    pub(crate) keep: KeepArgs,
    #[command(flatten)]
    pub(crate) display: DisplayArgs,
}

/// Arguments of `agents cross`.
#[derive(Debug, Args)]
pub(crate) struct CrossArgs {
    /// A word embedding, or `built-in`; needed at least twice, or once with --associations. Deck and clues
    /// come from the first
    #[arg(long, value_name = "FILE", required_unless_present = "resume")]
    pub(crate) space: Vec<String>,
    /// CSV with columns `keyword`, `clue`, `weight`: P(clue | keyword) as an alternative to an embedding
    /// (repeatable)
    #[arg(long, value_name = "NAME=FILE")]
    pub(crate) associations: Vec<AssociationFile>,
    /// The agent
    #[arg(long, value_name = "SPEC", default_value_t = CrossConfig::default().agent)]
    pub(crate) agent: String,
    /// Keyword deck [default: built in]
    #[arg(long, value_name = "FILE")]
    pub(crate) deck: Option<PathBuf>,
    /// Games for each Encryptor and pair of guessers, rounded up to whole pairs
    #[arg(long, value_name = "N", default_value_t = CrossConfig::default().games, value_parser = games())]
    pub(crate) games: u64,
    #[command(flatten)]
    pub(crate) seed: SeedArgs,
    #[command(flatten)]
    pub(crate) run: RunArgs,
    #[command(flatten)]
    pub(crate) keep: KeepArgs,
    /// Format of the result.
    #[command(flatten)]
    pub(crate) display: DisplayArgs,
}

/// Arguments of `agents people`.
#[derive(Debug, Args)]
pub(crate) struct PeopleArgs {
    /// Games of each team
    #[arg(long, value_name = "N", default_value_t = PeopleConfig::default().games, value_parser = count(ranges::PEOPLE_GAMES.range()))]
    pub(crate) games: u64,
    #[command(flatten)]
    pub(crate) seed: SeedArgs,
    #[command(flatten)]
    pub(crate) run: RunArgs,
    #[command(flatten)]
    pub(crate) words: WordArgs,
    #[command(flatten)]
    pub(crate) keep: KeepArgs,
    /// Format of the result.
    #[command(flatten)]
    pub(crate) display: DisplayArgs,
}

/// Roles that can be exploited.
const OPPONENTS: &[Choice<Opponent>] = &[
    (Opponent::Giver, "giver", "Its Encryptor: search for the interceptor with the most interceptions"),
    (
        Opponent::Guesser,
        "guesser",
        "Its guesser: search for the Encryptor that it understands most often without intercepting",
    ),
];

/// Arguments of `agents exploit`.
#[derive(Debug, Args)]
pub(crate) struct ExploitArgs {
    /// The agent to exploit
    #[arg(required_unless_present = "resume", conflicts_with = "resume")]
    pub(crate) spec: Option<String>,
    /// The role to exploit
    #[arg(long, value_parser = choice(OPPONENTS), default_value = "giver")]
    pub(crate) against: Opponent,
    /// Games on fresh deals at the end; the search begins with a sixteenth of them
    #[arg(long, value_name = "N", default_value_t = ExploitConfig::default().games, value_parser = games())]
    pub(crate) games: u64,
    #[command(flatten)]
    pub(crate) bots: BotArgs,
    #[command(flatten)]
    pub(crate) answers: AnswersArgs,
    #[command(flatten)]
    pub(crate) seed: SeedArgs,
    #[command(flatten)]
    pub(crate) words: WordArgs,
    #[command(flatten)]
    pub(crate) run: RunArgs,
    #[command(flatten)]
    pub(crate) keep: KeepArgs,
    /// Format of the result.
    #[command(flatten)]
    pub(crate) display: DisplayArgs,
}

impl PeopleArgs {
    /// What is asked for.
    pub(crate) fn config(&self) -> PeopleConfig {
        PeopleConfig { games: self.games, seed: self.seed.seed, words: self.words.files() }
    }
}

impl CheckArgs {
    /// Returns the configuration of the check.
    pub(crate) fn config(&self, registry: &Registry) -> CheckConfig {
        CheckConfig {
            bots: self.bots.configs(),
            answers: self.answers.answers.clone(),
            agent: self.agent.clone(),
            games: self.games,
            seed: self.seed.seed,
            rules: self.rules.config(TeamArgs::as_ruled()),
            words: self.words.files(),
            registry: registry.clone(),
        }
    }
}

impl FrontierArgs {
    /// Returns the configuration of the frontier.
    pub(crate) fn config(&self, registry: &Registry) -> FrontierConfig {
        FrontierConfig {
            lambda: self.lambda.clone(),
            gamma: self.gamma.clone(),
            referee: self.referee.clone(),
            giver: self.giver.clone(),
            decoder: self.decoder.clone(),
            interceptor: self.interceptor.clone(),
            games: self.games,
            exploit_games: self.exploit_games,
            seed: self.seed,
            words: self.words.files(),
            registry: registry.clone(),
        }
    }
}

impl CrossArgs {
    /// Returns the configuration of the cross table.
    pub(crate) fn config(&self, registry: &Registry) -> CrossConfig {
        CrossConfig {
            space: self.space.iter().map(|space| text_at_home(space)).collect(),
            associations: self.associations.clone(),
            agent: self.agent.clone(),
            deck: self.deck.clone(),
            games: self.games,
            seed: self.seed.seed,
            registry: registry.clone(),
        }
    }
}

impl ExploitArgs {
    /// Returns the configuration of the search.
    pub(crate) fn config(&self, registry: &Registry) -> ExploitConfig {
        ExploitConfig {
            spec: self.spec.clone().unwrap_or_default(),
            against: self.against,
            games: self.games,
            seed: self.seed.seed,
            bots: self.bots.configs(),
            answers: self.answers.answers.clone(),
            words: self.words.files(),
            registry: registry.clone(),
        }
    }
}
