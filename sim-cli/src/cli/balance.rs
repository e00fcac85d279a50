//! `sim-cli balance`.

use overhear_agents::registry::Registry;
use std::path::PathBuf;
use std::str::FromStr;

use clap::{ArgAction, ArgGroup, Args};
use overhear_lab::BalanceConfig;
use overhear_lab::balance::WordStatsConfig;
use overhear_lab::experiment::{GroupBy, TimeAssumptions};
use overhear_lab::paired::{DecksConfig, SweepAxis, SweepConfig};
use overhear_lab::parts::ExperimentRequest;
use overhear_lab::setup::OutConfig;
use overhear_lab::tournament::Shard;

use super::shared::{Choice, MarginArgs, choice, games};
use super::{OutArgs, PopulationArgs, RulesArgs};

const EXAMPLES: &str = "\
Examples:
  sim-cli balance
  sim-cli balance --agent pragmatic --agent margin --out results/balance
  sim-cli balance --tables range --games 4000
  sim-cli balance --by keyword --format csv
  sim-cli balance --deck mine.csv --deck-b yours.csv --games 10000
  sim-cli balance --sweep round_limit=5..10 --sweep tokens_to_lose=2,3 --games 20000";

const WAYS: &str = "\
What players do not react to (order of the tiebreaker, points, keyword match) is judged again on the games that \
were played, exactly. Any other switch is played again on the same deals. Every table says which of the two was done.";

const DECKS: &str = "\
--deck-b plays the same numbers of deals with --deck (A) and with the other one (B): missed clues (which is what a clash of \
two keywords comes to), overheard ones, length, ties and shared victories, B less A, paired by the number of the deal, with \
95 % intervals and a verdict at 5 % for all measures together (Holm). Agents, rules and seed are the same. With decks of as \
many cards and words a card the keywords of a deal stand in the same places, and its codes and heads are the same; with others \
only where no card came twice in the draw, or as often with both: the table says on how many deals. Late clues are overheard \
more often than early ones, so a deck with shorter games has fewer of them overheard.";

const TABLES: &str = "\
--tables plays all of it at each table, so many --games at each (10000 if nothing is said), and says first what holds at all \
of them: the ranges there hold for all tables and measures at once (Bonferroni). `range` stands for strangers (new), people \
who play now and then (human), old friends (close) and the strongest reader (keen), each against itself, and for two mixed \
tables: old friends against strangers (close+new), the ends of the range of people; and people against a team that gives \
clues as they do and reads like keen (human+sleuth). What the people-like ones rest on: `sim-cli agents show new`.

--minutes: setting up; until the first Encryptor of a round has written the clues (clue), and how much longer the other one \
writes (wait; a sand timer bounds it); talking over a code (guess; both teams at the same time) and revealing it, twice a \
round; naming the keywords in the tiebreaker. No timed games stand behind these: they are round numbers that make half an hour of a \
game, of which sellers print 15 to 45 minutes.";

/// Groupings of word statistics.
const CUTS: &[Choice<GroupBy>] = &[
    (
        GroupBy::Keyword,
        GroupBy::Keyword.name(),
        "Keywords: which are misunderstood or overheard more often than others",
    ),
    (GroupBy::Card, GroupBy::Card.name(), "Cards, with all of their keywords"),
    (GroupBy::Pair, GroupBy::Pair.name(), "Two keywords of one team: which are taken for each other"),
];

/// Arguments of `balance`.
#[derive(Debug, Args)]
#[command(mut_group("MarginArgs", |margin| margin.requires("compared")))]
#[command(group(ArgGroup::new("compared").args(["sweep", "deck_b"])))]
#[command(after_help = EXAMPLES, after_long_help = format!("{EXAMPLES}\n\n{WAYS}\n\n{TABLES}\n\n{DECKS}"))]
pub(crate) struct BalanceArgs {
    /// Games of the run; with --sweep of each point, with --deck-b of each deck [default: 100000; with
    /// --sweep 10000]
    #[arg(long, value_name = "N", value_parser = games())]
    pub(crate) games: Option<u64>,
    #[command(flatten)]
    pub(crate) population: PopulationArgs,

    #[command(flatten)]
    pub(crate) rules: RulesArgs,
    /// Print clue failures by keyword, card, or pair of keywords instead of the report
    #[arg(long, visible_alias = "group-by", value_parser = choice(CUTS), value_name = "WHAT", conflicts_with = "sweep")]
    pub(crate) by: Option<GroupBy>,
    /// Compare --deck with this deck instead of the report: which is harder or leaks more
    #[arg(long, value_name = "FILE", conflicts_with = "sweep", help_heading = "Words")]
    pub(crate) deck_b: Option<PathBuf>,
    /// Try every value of a switch, in every combination with other sweeps (repeatable): KEY=5..10 or
    /// KEY=2,3; `team_size` sets both teams
    #[arg(long, value_name = "KEY=VALUES", action = ArgAction::Append, help_heading = "Rules",
          value_parser = <SweepAxis as FromStr>::from_str)]
    pub(crate) sweep: Vec<SweepAxis>,
    #[command(flatten)]
    pub(crate) margin: MarginArgs,
    /// Set assumed minutes of actions in a game, as in clue=1.5,guess=2; see --help [default:
    /// setup=5,clue=1,wait=1,guess=1,reveal=0.25,keywords=2]
    #[arg(long, value_name = "KEY=MINUTES,…", value_parser = <TimeAssumptions as FromStr>::from_str,
          conflicts_with_all = ["sweep", "by", "deck_b"])]
    pub(crate) minutes: Option<TimeAssumptions>,

    #[command(flatten)]
    pub(crate) out: OutArgs,
    /// Play only the I-th of N ranges of the deals; `sim-cli merge` makes one result of all N
    #[arg(long, value_name = "I/N", value_parser = <Shard as FromStr>::from_str)]
    pub(crate) shard: Option<Shard>,
}

impl BalanceArgs {
    /// Returns the requested experiment.
    pub(crate) fn experiment(&self, registry: &Registry) -> ExperimentRequest {
        let config = self.config(registry);
        match (&self.by, &self.deck_b) {
            _ if !self.sweep.is_empty() => {
                ExperimentRequest::Sweep(SweepConfig { config, axes: self.sweep.clone() })
            }
            (Some(by), _) => ExperimentRequest::Census(WordStatsConfig { config, by: *by }),
            (None, Some(deck_b)) => ExperimentRequest::Decks(DecksConfig { config, deck_b: deck_b.clone() }),
            (None, None) => ExperimentRequest::Balance(config),
        }
    }

    /// Returns the output directory and its options.
    pub(crate) fn out(&self) -> OutConfig {
        self.out.config()
    }

    fn config(&self, registry: &Registry) -> BalanceConfig {
        BalanceConfig {
            games: self.games,
            population: self.population.config(registry),
            rules: self.rules.config(self.population.players.team),
            margin: self.margin.margin,
            margin_rounds: self.margin.margin_rounds,
            minutes: self.minutes.unwrap_or_default(),
            out: self.out(),
        }
    }
}
