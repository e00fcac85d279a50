//! Cards of agents: measures of an agent by a fixed suite of tasks with known answers.
//!
//! Built-in agents give the clues. Two of them are on every card: a floor without any knowledge, and a reference that
//! other built-in agents may surpass. Tasks with an exact answer have a ceiling. The answers of a bot are stored, so a card can be made again, byte for byte, without the bot.
//!
//! A stopped card keeps no finished tasks: its validity and its costs count the questions of the whole run, and a task that is
//! taken from a log asks none. It is made again from the stored answers.

mod adaptation;
mod beliefs;
mod believe;
mod believe_item;
mod believe_score;
mod card;
mod card_comparison;
mod card_items;
mod context;
mod halves;
mod leaderboard;
mod leaderboard_table;
mod leak;
mod number;
mod predict;
mod published;
mod risk;
mod static_items;
mod stored_card;
mod talk;
mod tasks;
#[cfg(test)]
mod tests;

use std::path::PathBuf;

use overhear_agents::registry::{Registry, Spec};
use overhear_engine::game::Seed;
use serde::{Deserialize, Serialize};

pub use card::BenchCard;
use card::CardHeader;
pub use card_comparison::{CardComparison, CardDifference, CompareCardsConfig, compare_cards, is_card};
use context::{Bench, opponents};
pub use leaderboard_table::{LeaderboardRow, leaderboard};
use number::BenchNumber;
pub use number::certain_bits;
pub use static_items::bench_items;

use crate::clue_outcomes::all_rounds;
use crate::error::{ErrorKind, LabError};
use crate::measurement::{Measurement, RunSources, StepLog, specs};
use crate::message::Message;
use crate::partial_result::PartialResult;
use crate::run::Experiment;
use crate::run_control::RunControl;
use crate::settings::Settings;
use crate::setup::{BotConfig, Field, PlayersConfig, RuleSet, RulesConfig, WordFiles, load_players, ranges};
use crate::table::{Frame, counted};

/// The suites, each with its seed: all cards of a suite are of the same deals.
const SUITES: [(&str, u64); 2] = [("decrypto-1", 20_261), (published::SUITE, 20_262)];

/// Rounds of a game in the tasks that need as many for every agent.
const ROUNDS: u8 = 5;

/// Answers a second in the forecast of a card's duration.
const ANSWERS_A_SECOND: u64 = 20;

/// Configuration of [`bench()`].
#[derive(Clone, Debug, Serialize, Deserialize, Settings)]
#[serde(default, deny_unknown_fields)]
pub struct BenchConfig {
    /// The agent: the name of a --bot, or any SPEC.
    #[serde(rename(serialize = "spec"), alias = "spec")]
    #[setting(positional, required, value = "NAME")]
    pub agent: String,
    /// Name of the set of tasks and deals.
    #[setting(default = SUITES[0].0.to_owned(), value = "NAME")]
    pub suite: String,
    /// Use new deals from this seed, which no model can have read about.
    #[setting(value = "U64")]
    pub seed: Option<u64>,
    /// Games of each task.
    #[setting(default = 60, range = ranges::GAMES, value = "N")]
    pub games: u64,
    /// Opponents of whole games, instead of random, nearest, margin and pragmatic.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[setting(value = "WHO", alias = "opponents")]
    pub field: Option<Field>,
    /// Also decode these recorded clues, in the format of `eval decode`; bots get them as text.
    #[setting(value = "FILE")]
    pub clues: Option<PathBuf>,
    /// The word files.
    #[setting(group)]
    pub words: WordFiles,
    /// Bots.
    #[serde(skip_serializing)]
    #[setting(declared_in = PlayersConfig)]
    pub bots: Vec<BotConfig>,
    /// A file in which the answers of bots are kept.
    #[serde(skip_serializing)]
    #[setting(declared_in = PlayersConfig)]
    pub answers: Option<PathBuf>,
    /// Print the largest number of questions, and ask none.
    #[serde(skip_serializing)]
    pub dry: bool,
    /// The agents that a SPEC can name.
    #[serde(skip)]
    #[setting(skip, default = Registry::standard())]
    pub registry: Registry,
}

/// Makes the card of an agent. Returns `None` if only the forecast was asked for.
///
/// ```
/// use overhear_lab::{BenchConfig, RunControl, bench};
///
/// let config = BenchConfig { agent: "margin".to_owned(), dry: true, ..BenchConfig::default() };
/// assert!(bench(&config, &RunControl::default())?.is_none());
/// # Ok::<(), overhear_lab::LabError>(())
/// ```
///
/// # Errors
/// Returns an error for a wrong configuration, for a bot that does not start or stops answering, and after a stop.
pub fn bench(config: &BenchConfig, watch: &RunControl) -> Result<Option<BenchCard>, LabError> {
    if config.dry {
        return with_bench(config, watch, |bench| {
            bench.forecast();
            Ok(None)
        });
    }
    config.play(watch, &mut StepLog::default()).map(|card| Some(card.found))
}

impl Experiment for BenchConfig {
    type Output = BenchCard;
    const KEEPS_STEPS: bool = false;

    fn command(&self) -> &'static str {
        "bench"
    }

    fn with_registry(self, registry: &Registry) -> BenchConfig {
        BenchConfig { registry: registry.clone(), ..self }
    }

    fn play(&self, watch: &RunControl, log: &mut StepLog) -> Result<PartialResult<BenchCard>, LabError> {
        let card = with_bench(self, watch, |bench| {
            log.begin(&RunSources {
                games: bench.games,
                agents: specs([&bench.spec]),
                data: bench.words.sources.clone(),
                ..RunSources::default()
            })?;
            bench.forecast();
            bench.card(self)
        });
        card.map(|card| PartialResult::new(card, true)).map_err(|error| match error.kind() {
            ErrorKind::Interrupted => interrupted(self),
            _ => error,
        })
    }
}

impl Measurement for BenchConfig {
    fn seed(&self) -> u64 {
        suite_seed(self).unwrap_or_default()
    }

    fn tables(card: &BenchCard) -> Vec<Frame> {
        vec![card.frame()]
    }

    fn files(card: &BenchCard) -> Vec<(String, Vec<u8>)> {
        card.files()
    }

    fn findings(card: &BenchCard) -> Vec<String> {
        card.findings()
    }
}

/// Returns the error of a stopped card.
fn interrupted(config: &BenchConfig) -> LabError {
    const STOPPED: &str = "interrupted before the card was complete";
    match &config.answers {
        Some(file) => LabError::interrupted(format_args!(
            "{STOPPED}; the same command resumes from the answers in {}",
            file.display()
        )),
        None => LabError::interrupted(STOPPED),
    }
}

impl Bench<'_> {
    /// Says how many questions there are at most.
    fn forecast(&self) {
        let (most, of_best) = if self.is_published {
            (self.most_published_questions(), "")
        } else {
            let of_best = "; the best guesser costs none: it reads the clues of the task leak";
            (self.most_questions(), of_best)
        };
        self.watch.note(&[format!(
            "at most {}, {} at {ANSWERS_A_SECOND} a second; clues that are refused are asked for again{of_best}",
            counted(most, "question"),
            counted(most.div_ceil(60 * ANSWERS_A_SECOND), "minute"),
        )]);
    }

    /// Has the agent do all tasks.
    fn card(&self, config: &BenchConfig) -> Result<BenchCard, LabError> {
        let (mut measures, mut items, mut costs) = (Vec::new(), Vec::new(), Vec::new());
        if self.is_published {
            self.run_published((&mut measures, &mut items), &mut costs)?;
        } else {
            self.run(config.clues.as_deref(), &mut measures, &mut items, &mut costs)?;
        }
        self.watch.check_stop()?;
        context::name_ceilings(&mut measures);
        let row = leaderboard::row(config, self, &measures, &costs)?;
        Ok(BenchCard::new(CardHeader::new(config, self), measures, items, &costs, row))
    }
}

/// Checks the suite and what it takes, and returns the seed of its deals.
fn suite_seed(config: &BenchConfig) -> Result<u64, LabError> {
    let Some((name, seed)) = SUITES.into_iter().find(|(name, _)| *name == config.suite) else {
        let names = SUITES.map(|(name, _)| format!("`{name}`")).join(" or ");
        let message = format_args!("unknown suite; takes {names}");
        return Err(LabError::setting(("suite", &config.suite), message));
    };
    if let (published::SUITE, Some(file)) = (name, &config.clues) {
        let message = Message::new(format_args!("the suite `{name}` does not use recorded clues; take "))
            .setting(("suite", SUITES[0].0));
        return Err(LabError::setting(("clues", file.display()), message));
    }
    if let (published::SUITE, Some(field)) = (name, config.field) {
        let message = format_args!("the suite `{name}` has one opponent, `{}`; take ", published::BASELINE);
        let message = Message::new(message).setting(("suite", SUITES[0].0));
        return Err(LabError::setting(("field", field.name()), message));
    }
    config.check()?;
    Ok(config.seed.unwrap_or(seed))
}

/// Starts the bots, loads the words, and calls `make` with them.
fn with_bench<T>(
    config: &BenchConfig,
    watch: &RunControl,
    make: impl FnOnce(&Bench<'_>) -> Result<T, LabError>,
) -> Result<T, LabError> {
    let seed = Seed(suite_seed(config)?);
    let is_published = config.suite == published::SUITE;
    let players = PlayersConfig {
        bots: config.bots.clone(),
        answers: config.answers.clone(),
        field: config.field,
        registry: config.registry.clone(),
        ..PlayersConfig::default()
    };
    let rules = if is_published { published::SUITE.to_owned() } else { RulesConfig::default().rules };
    let rules = RuleSet::from_config(&RulesConfig { rules, ..RulesConfig::default() })?;
    let ((spec, registry), words, bots) = load_players(&players, &config.words, &rules, watch, |players| {
        let spec: Spec = players.registry.parse(&config.agent)?;
        Ok((spec, players.registry.clone()))
    })?;
    words.announce([&spec], watch);
    let bench = Bench {
        spec,
        opponents: opponents(config.field, &registry)?,
        registry,
        words: &words,
        is_deck_known: config.words.deck.is_some(),
        rules: *rules.switches,
        all_rounds: *all_rounds(&[format!("round_limit={ROUNDS}"), "tiebreak=shared".to_owned()])?,
        is_published,
        seed,
        games: config.games,
        bots: &bots,
        watch,
    };
    make(&bench)
}

/// Numbers and items of a card, to which each task adds its own.
type BenchOutput<'a> = (&'a mut Vec<BenchNumber>, &'a mut Vec<serde_json::Value>);
