//! `sim-cli agents`.

use overhear_agents::registry::Registry;
use std::path::PathBuf;

use clap::{Args, Subcommand};
use overhear_lab::setup::{AssociationFile, ranges};
use overhear_lab::{CheckConfig, CrossConfig, ExploitConfig, FrontierConfig, Opponent, PeopleConfig};

use super::shared::{Choice, choice, count, games};
use super::{BotArgs, DisplayArgs, LeagueArgs, RulesArgs, RunArgs, SeedArgs, TeamArgs, WordArgs};

/// What to do about agents.
#[derive(Debug, Subcommand)]
pub(crate) enum AgentsCommand {
    /// List presets, clue givers and guessers
    List {
        #[command(flatten)]
        display: DisplayArgs,
    },
    /// Play a clue giver with several weights and report how often it is decoded and intercepted
    ///
    /// Every combination of the lists is played over the same deals, all rounds to the end (`tokens_to_win =
    /// 0`, `tokens_to_lose = 0`); the other team gives clues as `nearest` does. Written as frontier.csv into
    /// the directory of a result (`--format csv > DIR/frontier.csv`), it is a figure of `report`.
    Frontier(FrontierArgs),
    /// Show the parameters of an agent: range, default, meaning
    Show {
        /// A preset, a guesser, or any SPEC
        name: String,
        #[command(flatten)]
        bots: BotArgs,
        #[command(flatten)]
        display: DisplayArgs,
    },
    /// Check that an agent keeps the contract of players; exit code 5 if it does not
    ///
    /// Its clues are legal; its beliefs are probabilities; asked again, in another order or as a fresh player
    /// it answers the same; no answer depends on an earlier game or on anything that is hidden. A line on
    /// each goes to standard output.
    Check(CheckArgs),
    /// Play Encryptors, decoders and interceptors that use different word embeddings
    ///
    /// A row for each combination of spaces: how often a giver who thinks in one is understood by a team that
    /// thinks in another, and intercepted by opponents who think in a third. All rounds of every game are
    /// played.
    Cross(CrossArgs),
    /// Search for the interceptor that reads an Encryptor best, or the Encryptor that an interceptor reads worst
    ///
    /// Every kind is tried with each parameter moved; the better half goes on to more games, until the best
    /// is measured on deals that the search has not seen. All rounds of every game are played.
    Exploit(ExploitArgs),
    /// Play every agent against every other; print scores, roles and the equilibrium
    ///
    /// The floor is `random`. The ceiling is a cheater who is told everything: it meets each of the others, but its games
    /// do not count for other agents, and it is left out of the mix.
    League(LeagueArgs),
    /// Compare the presets for people with recorded games, by round
    ///
    /// A row for each preset and figure: the rate of codes missed and overheard in some rounds, or the mean
    /// number of rounds, with its 95 % interval, the range that is to be expected of such a table, and the
    /// counts of ten recorded games of people.
    People(PeopleArgs),
}

/// Arguments of `agents check`.
#[derive(Debug, Args)]
pub(crate) struct CheckArgs {
    /// The agent: [LABEL=]PRESET[:key=value,…] or [LABEL=]ENCRYPTOR[:k=v,…]/GUESSER[:k=v,…]
    #[arg(value_name = "SPEC")]
    pub(crate) agent: String,
    /// Games in which it is watched
    #[arg(long, value_name = "N", default_value_t = CheckConfig::default().games, value_parser = count(ranges::CHECK_GAMES.range()))]
    pub(crate) games: u64,
    #[command(flatten)]
    pub(crate) bots: BotArgs,
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
    /// Weights of the bits given away, γ; 0: only this half counts
    #[arg(long, value_name = "X,…", value_delimiter = ',', default_value = "0,0.02,0.05,0.1,0.2,0.5")]
    pub(crate) gamma: Vec<f64>,
    /// What the referee does, each in turn
    #[arg(long, value_name = "MODE,…", value_delimiter = ',', default_value = "off,enforce")]
    pub(crate) referee: Vec<String>,
    /// The clue giver: anything that has `lambda` and `gamma`, further settings included
    #[arg(long, visible_alias = "encryptor", value_name = "SPEC", default_value_t = FrontierConfig::default().giver)]
    pub(crate) giver: String,
    /// Who decodes, on the giver's team
    #[arg(long, value_name = "SPEC", default_value_t = FrontierConfig::default().decoder)]
    pub(crate) decoder: String,
    /// Who intercepts
    #[arg(long, value_name = "SPEC", default_value_t = FrontierConfig::default().interceptor)]
    pub(crate) interceptor: String,
    /// Games for each combination
    #[arg(long, value_name = "N", default_value_t = FrontierConfig::default().games, value_parser = games())]
    pub(crate) games: u64,
    /// Seed of all chance
    #[arg(long, value_name = "U64", default_value_t = FrontierConfig::default().seed)]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) words: WordArgs,
    #[command(flatten)]
    pub(crate) run: RunArgs,
    #[command(flatten)]
    pub(crate) display: DisplayArgs,
}

/// Arguments of `agents cross`.
#[derive(Debug, Args)]
pub(crate) struct CrossArgs {
    /// A word space, or `built-in`; give it at least twice, or --associations. Deck and clues are those of
    /// the first
    #[arg(long, value_name = "FILE", required = true)]
    pub(crate) space: Vec<String>,
    /// CSV with columns `keyword`, `clue`, `weight`: P(clue | keyword) that a part goes by as it thinks in a
    /// space (repeatable)
    #[arg(long, value_name = "NAME=FILE")]
    pub(crate) associations: Vec<AssociationFile>,
    /// Agents that play
    #[arg(long, value_name = "SPEC", default_value_t = CrossConfig::default().agent)]
    pub(crate) agent: String,
    /// Keyword deck [default: built in]
    #[arg(long, value_name = "FILE")]
    pub(crate) deck: Option<PathBuf>,
    /// Games for each giver and pair of guessers, rounded up to whole pairs
    #[arg(long, value_name = "N", default_value_t = CrossConfig::default().games, value_parser = games())]
    pub(crate) games: u64,
    #[command(flatten)]
    pub(crate) seed: SeedArgs,
    #[command(flatten)]
    pub(crate) run: RunArgs,
    /// How the result looks.
    #[command(flatten)]
    pub(crate) display: DisplayArgs,
}

/// Arguments of `agents people`.
#[derive(Debug, Args)]
pub(crate) struct PeopleArgs {
    /// Games of each table
    #[arg(long, value_name = "N", default_value_t = PeopleConfig::default().games, value_parser = count(ranges::PEOPLE_GAMES.range()))]
    pub(crate) games: u64,
    #[command(flatten)]
    pub(crate) seed: SeedArgs,
    #[command(flatten)]
    pub(crate) run: RunArgs,
    #[command(flatten)]
    pub(crate) words: WordArgs,
    /// How the result looks.
    #[command(flatten)]
    pub(crate) display: DisplayArgs,
}

/// What of an agent is exploited.
const OPPONENTS: &[Choice<Opponent>] = &[
    (
        Opponent::Giver,
        "giver",
        "Its clue giver: the search is for the interceptor with the most interceptions",
    ),
    (
        Opponent::Guesser,
        "guesser",
        "Its guesser: the search is for the clue giver that it understands most often without intercepting",
    ),
];

/// Arguments of `agents exploit`.
#[derive(Debug, Args)]
pub(crate) struct ExploitArgs {
    /// Agent to exploit
    pub(crate) spec: String,
    /// What of it is
    #[arg(long, value_parser = choice(OPPONENTS), default_value = "giver")]
    pub(crate) against: Opponent,
    /// Games on fresh deals in the end; the search begins with a sixteenth
    #[arg(long, value_name = "N", default_value_t = ExploitConfig::default().games, value_parser = games())]
    pub(crate) games: u64,
    #[command(flatten)]
    pub(crate) bots: BotArgs,
    #[command(flatten)]
    pub(crate) seed: SeedArgs,
    #[command(flatten)]
    pub(crate) words: WordArgs,
    #[command(flatten)]
    pub(crate) run: RunArgs,
    /// How the result looks.
    #[command(flatten)]
    pub(crate) display: DisplayArgs,
}

impl CheckArgs {
    /// What is asked for.
    pub(crate) fn config(&self, registry: &Registry) -> CheckConfig {
        CheckConfig {
            bots: self.bots.orders(),
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
    /// What is asked for.
    pub(crate) fn config(&self, registry: &Registry) -> FrontierConfig {
        FrontierConfig {
            lambda: self.lambda.clone(),
            gamma: self.gamma.clone(),
            referee: self.referee.clone(),
            giver: self.giver.clone(),
            decoder: self.decoder.clone(),
            interceptor: self.interceptor.clone(),
            games: self.games,
            seed: self.seed,
            words: self.words.files(),
            registry: registry.clone(),
        }
    }
}

impl CrossArgs {
    /// What is asked for.
    pub(crate) fn config(&self, registry: &Registry) -> CrossConfig {
        CrossConfig {
            space: self.space.clone(),
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
    /// What is asked for.
    pub(crate) fn config(&self, registry: &Registry) -> ExploitConfig {
        ExploitConfig {
            spec: self.spec.clone(),
            against: self.against,
            games: self.games,
            seed: self.seed.seed,
            bots: self.bots.orders(),
            words: self.words.files(),
            registry: registry.clone(),
        }
    }
}
