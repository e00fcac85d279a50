//! `sim-cli balance`.

use std::path::PathBuf;
use std::str::FromStr;

use clap::{ArgAction, ArgGroup, Args};
use overhear_agents::registry::Registry;
use overhear_lab::BalanceConfig;
use overhear_lab::balance::WordStatsConfig;
use overhear_lab::experiment::GroupBy;
use overhear_lab::paired::{DecksConfig, SweepAxis, SweepConfig};
use overhear_lab::parts::ExperimentRequest;
use overhear_lab::setup::OutConfig;
use overhear_lab::tournament::Shard;

use super::Declared;
use super::experiment::RulesRunArgs;
use super::shared::{Choice, choice};

const EXAMPLES: &str = "\
Examples:
  sim-cli balance
  sim-cli balance --agent pragmatic --agent margin --out results/balance
  sim-cli balance --tables range --games 4000
  sim-cli balance --by keyword --format csv
  sim-cli balance --deck mine.csv --deck-b yours.csv --games 10000
  sim-cli balance --sweep round_limit=5..10 --sweep tokens_to_lose=2,3 --games 20000";

const WAYS: &str = "\
Changes that no player reacts to (order of the tiebreaker, points, keyword match) are rejudged exactly on the games \
played. Any other switch is played again on the same deals. Every table says which method was used.";

const DECKS: &str = "\
--deck-b plays the same deal numbers with --deck (A) and with the other deck (B). It compares missed clues (clashing \
keywords are missed more often), overheard clues, length, ties and shared victories. Differences are B minus A, paired \
by deal number, with 95 % intervals and a verdict at 5 % for all measures together (Holm). Agents, rules and seed are \
equal. Decks with the same number of cards and of words on each card give a deal the same card places, codes and individual \
associations. Decks of different sizes do so on some deals only; the table says on how many. Late clues are overheard more often than early ones, so a deck with shorter games has fewer of them.";

const TABLES: &str = "\
--tables plays everything at each matchup, with --games games each (default 10000), and reports first what holds at \
all of them. Those intervals hold for all matchups and measures at once (Bonferroni). `range` stands for the \
standard matchups: strangers (new), occasional players (human), old friends (close) and a strong guesser (keen), \
each against itself; old friends against strangers (close+new); and people against a team that gives clues like them \
and guesses like keen (human+sleuth). Evidence for the people-like agents: `sim-cli agents show new`.

--minutes assumes the times of: setting up (setup); the first Encryptor of a round writing clues (clue); the other \
Encryptor finishing (wait; limited by a sand timer); discussing a code (guess; both teams at once) and revealing it \
(reveal), twice a round; guessing keywords in the tiebreaker (keywords). No measurements exist: these round numbers \
give games of half an hour, and sellers print 15 to 45 minutes.";

/// Groupings of word statistics.
const CUTS: &[Choice<GroupBy>] = &[
    Choice {
        value: GroupBy::Keyword,
        name: GroupBy::Keyword.name(),
        help: "Keywords that are missed or overheard more often than others",
    },
    Choice { value: GroupBy::Card, name: GroupBy::Card.name(), help: "Cards, with all of their keywords" },
    Choice {
        value: GroupBy::Pair,
        name: GroupBy::Pair.name(),
        help: "Two keywords of one team that are taken for each other",
    },
];

/// Arguments of `balance`.
#[derive(Debug, Args)]
#[command(mut_arg("margin", |margin| margin.requires("compared")))]
#[command(mut_arg("margin_rounds", |margin| margin.requires("compared")))]
#[command(group(ArgGroup::new("compared").args(["sweep", "deck_b"])))]
#[command(after_help = EXAMPLES, after_long_help = format!("{EXAMPLES}\n\n{WAYS}\n\n{TABLES}\n\n{DECKS}"))]
pub(crate) struct BalanceArgs {
    #[command(flatten)]
    pub(crate) requested: Declared<BalanceConfig>,
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
    pub(crate) run: RulesRunArgs,
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
            (Some(by), _) => ExperimentRequest::WordStats(WordStatsConfig { config, by: *by }),
            (None, Some(deck_b)) => ExperimentRequest::Decks(DecksConfig { config, deck_b: deck_b.clone() }),
            (None, None) => ExperimentRequest::Balance(config),
        }
    }

    /// Returns the output directory and its options.
    pub(crate) fn out(&self) -> OutConfig {
        self.run.keep.out.config()
    }

    fn config(&self, registry: &Registry) -> BalanceConfig {
        let mut config = BalanceConfig { out: self.out(), ..self.requested.0.clone() };
        config.population.players.registry = registry.clone();
        config
    }
}
