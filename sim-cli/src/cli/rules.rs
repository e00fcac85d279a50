//! `sim-cli rules`.

use std::path::PathBuf;
use std::str::FromStr;

use clap::{Args, Subcommand};
use overhear_agents::registry::Registry;
use overhear_engine::rules::{Code, Slot};
use overhear_lab::rule_search::{
    BESIDE, COMBINATIONS, FINALISTS, GoalMeasure, LEFT, MOST_COMBINED, MOST_VALUES, SCREENING,
    untried_switches,
};
use overhear_lab::setup::{Language, OutConfig};
use overhear_lab::tournament::Shard;
use overhear_lab::{CompareRulesConfig, RuleSearchConfig};

use super::experiment::{ExperimentArgs, RulesRunArgs};
use super::shared::named;
use super::{Declared, DisplayArgs};

const COMPARISON: &str = "\
Both rule sets are played on the same deals. If they differ only in ways that no player reacts to, the games are \
rejudged instead of played twice. Differences are B minus A for each deal, with 95 % likelihood intervals that allow \
for events not seen yet. `different`: the difference is not 0. `equivalent`: two one-sided tests place the difference \
within the margin. `different within margin`: both. Each holds at 5 % for all measures together (Holm). --until looks after every 1000 deals with a confidence \
sequence that holds at all looks at once, and ends with exit code 4 if the games do not suffice.

--tables compares the rule sets at each matchup, with --games games each (default 10000), and says for each measure \
whether a finding holds at all matchups, and at which it does not, or not yet. These verdicts follow from intervals \
that hold for all matchups and measures at once (Bonferroni). For `range` see `sim-cli balance --help`.";

const SEARCH: &str = "\
Examples:
  sim-cli rules search \"tiebreak_rate<0.1, mean_rounds in 5..6\"
  sim-cli rules search \"mean_minutes in 20..25\" --vary round_limit --vary tokens_to_win=1..3 --out results/search";

/// Returns how a search goes on, with the numbers by which it does.
fn stages() -> String {
    let measures = GoalMeasure::names();
    let (last, others) = measures.split_last().expect("there are measures");
    let (measures, untried) = (others.join(", "), untried_switches().join(", "));
    format!(
        "Goals are MEASURE<NUMBER, MEASURE>NUMBER or MEASURE in LOW..HIGH, with commas between, where MEASURE is {measures} or \
         {last}. Shares and scores are numbers from 0 to 1.

{SCREENING} % of the games try the starting rules and every single change on the same deals. If none of the best is known to meet \
         every goal, {COMBINATIONS} % try pairs of changes and again {COMBINATIONS} % triples: at most {MOST_COMBINED} combinations of \
         changes that have an effect, those that promise most by the sum of what their changes did alone, beside the {LEFT} best so \
         far. The better half goes on and doubles its games while these suffice. A candidate is ranked by what the farther ends of \
         its 95 % intervals lack to meet the goals, in standard deviations between deals, then by how few switches it changes.

The games that are left play the starting rules and up to {FINALISTS} candidates that rank before them on the deals of the next seed. \
         Only these say whether a goal holds: its whole interval is in the range (95 %, Bonferroni over all of them).

--vary KEY tries every option, or numbers up to {BESIDE} away; numbers with more than {MOST_VALUES} values ({untried}) change only if \
         their values are named."
    )
}

/// Commands about rules.
#[derive(Debug, Subcommand)]
pub(crate) enum RulesCommand {
    /// List the named rule sets
    List {
        #[command(flatten)]
        display: DisplayArgs,
    },
    /// Write rules as a commented TOML file, which --rules accepts
    Show {
        /// A name from `rules list`, or a file
        name: String,
    },
    /// Check a file of rules, and list its differences from the official rules
    Check {
        /// The file
        file: PathBuf,
    },
    /// Play two rule sets on the same deals; test for a difference or equivalence
    Compare(Box<CompareRulesArgs>),
    /// Search for rules that meet goals, and confirm the best on fresh deals
    ///
    /// Tries single changes of the switches, then pairs and triples of those that help.
    #[command(after_help = SEARCH, after_long_help = format!("{SEARCH}\n\n{}", stages()))]
    Search(Box<ExperimentArgs<RuleSearchConfig>>),
    /// Judge a clue by the clue law: `legal`, `illegal: R…` or `doubtful: R…`
    Clue(ClueArgs),
}

/// Arguments of `rules compare`.
#[derive(Debug, Args)]
#[command(after_long_help = COMPARISON)]
pub(crate) struct CompareRulesArgs {
    #[command(flatten)]
    pub(crate) requested: Declared<CompareRulesConfig>,
    #[command(flatten)]
    pub(crate) run: RulesRunArgs,
    /// Play only the I-th of N ranges of the deals, into --out; `sim-cli merge` makes one result of all N
    #[arg(long, value_name = "I/N", value_parser = <Shard as FromStr>::from_str, requires = "out")]
    pub(crate) shard: Option<Shard>,
}

impl CompareRulesArgs {
    /// Returns the output directory and its options.
    pub(crate) fn out(&self) -> OutConfig {
        self.run.keep.out.config()
    }

    /// Returns the configuration.
    pub(crate) fn config(&self, registry: &Registry) -> CompareRulesConfig {
        let mut config = CompareRulesConfig { out: self.out(), ..self.requested.0.clone() };
        config.population.players.registry = registry.clone();
        config
    }
}

/// A clue with its context.
#[derive(Debug, Args)]
pub(crate) struct ClueArgs {
    /// The clue: a word, a phrase or a sentence
    #[arg(required_unless_present = "file")]
    pub(crate) text: Option<String>,
    /// Judge each row of a CSV file with the columns keyword and clue, and print a table
    #[arg(long, value_name = "FILE", conflicts_with_all = ["text", "keywords", "meant", "given", "code", "lemma"])]
    pub(crate) file: Option<PathBuf>,
    /// Read cells of the file such as NA, none and ? as words, instead of refusing them as missing values
    #[arg(long, requires = "file")]
    pub(crate) missing_as_words: bool,
    /// A keyword of the team, in screen order (one to four times)
    #[arg(long = "keyword", value_name = "WORD", required_unless_present = "file")]
    pub(crate) keywords: Vec<String>,
    /// Position of the keyword that the clue is for, 1 to 4 [default: any]
    #[arg(long, value_name = "POSITION", value_parser = slot)]
    pub(crate) meant: Option<Slot>,
    /// An earlier clue of the team (repeatable)
    #[arg(long, value_name = "CLUE")]
    pub(crate) given: Vec<String>,
    /// The code of the round, such as 4-2-1
    #[arg(long, value_name = "CODE")]
    pub(crate) code: Option<Code>,
    /// Count an inflected form of an earlier clue as a repetition (repeat = lemma)
    #[arg(long)]
    pub(crate) lemma: bool,
    /// Language of the game
    #[arg(long, value_name = "LANG", value_parser = named::<Language>(), default_value = "en")]
    pub(crate) lang: Language,
    /// Deck whose translations of the keywords are forbidden, besides those of the lexicon [default: built in]
    #[arg(long, value_name = "FILE")]
    pub(crate) deck: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) display: DisplayArgs,
}

fn slot(text: &str) -> Result<Slot, String> {
    let digit = text.parse().ok().and_then(Slot::from_digit);
    digit.ok_or_else(|| format!("`{text}` is not a position; takes 1 to 4"))
}
