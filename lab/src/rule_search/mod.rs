//! Search for rules that meet goals.
//!
//! Every single change of the switches is tried on the same deals. Pairs and triples follow, chosen by the sum of what their changes add
//! by themselves (main effects), and raced by successive halving (Jamieson & Talwalkar 2016). A candidate is as near to the goals as the
//! farther end of its intervals. The best are played again on fresh deals, with intervals that hold for all of them at once, so that the
//! search does not bias what is said of them.

mod allocation;
mod candidate;
mod counts;
mod goal;
mod near_values;
mod row;
mod stages;

use overhear_agents::registry::Registry;
use serde::{Deserialize, Serialize};

use self::allocation::Allocation;
pub use self::allocation::{COMBINATIONS, LEFT, MOST_COMBINED, SCREENING};
use self::candidate::changes;
use self::counts::GoalCounter;
use self::goal::Goal;
pub use self::goal::GoalMeasure;
pub use self::near_values::{BESIDE, MOST_VALUES, near_values, untried_switches};
pub use self::row::RuleSearchRow;
use self::row::{Standing, sentences};
pub use self::stages::FINALISTS;
use self::stages::{Search, fresh};
use crate::command_line::CommandLine;
use crate::error::LabError;
use crate::experiment::{ExperimentSetup, PopulationConfig, TimeAssumptions};
use crate::measurement::{Measurement, RunSources, StepLog, specs};
use crate::paired::CompareRulesConfig;
use crate::partial_result::PartialResult;
use crate::run::Experiment;
use crate::run_control::RunControl;
use crate::settings::Settings;
use crate::setup::{RuleSet, RulesConfig, RulesEntry, ranges, seed};
use crate::table::{Frame, TableRow as _, counted};

/// Configuration of [`search_rules`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Settings)]
#[serde(default, deny_unknown_fields)]
pub struct RuleSearchConfig {
    /// Goals: measures of `rules compare`, or `mean_minutes`, with their ranges, as in `tiebreak_rate<0.1, mean_rounds in 5..6`.
    #[setting(positional, required, value = "GOAL")]
    pub goals: Vec<String>,
    /// A switch that may change, to near values or to those named; `team_size` sets both teams (repeatable) [default: every switch].
    #[setting(value = "KEY[=VALUES]", heading = "Rules")]
    pub vary: Vec<String>,
    /// Games of the whole search, over all candidates.
    #[setting(default = 100_000, range = ranges::GAMES, value = "N")]
    pub games: u64,
    /// The agents and words.
    #[setting(group, without = ["tables", "bots", "answers"])]
    pub population: PopulationConfig,
    /// The rules from which the search starts.
    #[setting(group)]
    pub rules: RulesConfig,
    /// Set assumed minutes of actions in a game, as in clue=1.5,guess=2; see `balance --help`.
    #[setting(value = "KEY=MINUTES,…")]
    pub minutes: TimeAssumptions,
}

/// What a search has found.
#[derive(Clone, Debug, Default)]
pub struct FoundRules {
    /// search.csv: a row for each candidate of each stage and each goal; the last stage is the confirmation.
    pub rows: Vec<RuleSearchRow>,
    /// Whether the goals hold on fresh deals, in sentences; none after a stop.
    pub sentences: Vec<String>,
}

impl FoundRules {
    /// Returns every row as a table.
    pub fn frame(&self) -> Frame {
        RuleSearchRow::frame(&self.rows)
    }
}

/// Searches for rules that meet goals, and confirms the best on fresh deals. After a stop, the finished stages are returned.
///
/// ```
/// use overhear_lab::experiment::PopulationConfig;
/// use overhear_lab::setup::PlayersConfig;
/// use overhear_lab::{RuleSearchConfig, RunControl, search_rules};
///
/// let players = PlayersConfig::from_specs(["random"]);
/// let population = PopulationConfig { seed: Some(1), players, ..PopulationConfig::default() };
/// let (goals, vary) = (vec!["mean_rounds<3".to_owned()], vec!["round_limit=3..4".to_owned()]);
/// let config = RuleSearchConfig { goals, vary, games: 400, population, ..RuleSearchConfig::default() };
/// let result = search_rules(&config, &RunControl::default())?.whole()?;
/// assert_eq!(result.sentences[0], "The starting rules meet every goal: no change is needed.");
/// # Ok::<(), overhear_lab::LabError>(())
/// ```
///
/// # Errors
/// Returns an error for goals, switches or agents that make no sense, and for files that cannot be read.
pub fn search_rules(
    config: &RuleSearchConfig,
    watch: &RunControl,
) -> Result<PartialResult<FoundRules>, LabError> {
    config.play(watch, &mut StepLog::default())
}

impl Experiment for RuleSearchConfig {
    type Output = FoundRules;

    fn command(&self) -> &'static str {
        "rules search"
    }

    fn seeded(mut self) -> RuleSearchConfig {
        self.population.seed = Some(seed(self.population.seed).0);
        self
    }

    fn with_registry(mut self, registry: &Registry) -> RuleSearchConfig {
        self.population.players.registry = registry.clone();
        self
    }

    fn play(&self, watch: &RunControl, log: &mut StepLog) -> Result<PartialResult<FoundRules>, LabError> {
        self.check()?;
        self.minutes.check()?;
        self.population.at_one_table("vary")?;
        let goals = Goal::parse_all(&self.goals)?;
        let base = RuleSet::from_config(&self.rules)?;
        let mut lab = ExperimentSetup::new(&self.population, &base, self.games, false, watch)?;
        if !lab.bots.is_empty() {
            return Err(LabError::usage(
                "bots are told the rules at their start and a search changes them; name agents that are built in",
            ));
        }
        let changes = changes(&base, &self.vary, lab.words.world.deck())?;
        let schedule = &lab.populations[0].lineup.schedule;
        let (each, title) = (schedule.games_of_a_deal(), lab.populations[0].title());
        let allocation = Allocation::new(self.games, each, changes.len())?;
        log.begin(&RunSources {
            games: self.games,
            agents: specs(lab.populations[0].lineup.specs()),
            rules: Some(RulesEntry::new(&base)),
            data: lab.words.sources.clone(),
        })?;
        lab.seat()?;
        watch.note(&[
            format!("{title}: {}, seed {}", counted(self.games, "game"), lab.seed.0),
            format!("rules {} and {}", base.title(), counted(changes.len() as u64, "single change")),
        ]);
        lab.words.announce(lab.populations[0].lineup.specs(), watch);
        let (count, first_seed) = (GoalCounter { goals: &goals, minutes: self.minutes }, lab.seed);
        let counter = watch.count(0, allocation.all * each);
        let mut search = Search {
            lab,
            count,
            allocation,
            watch,
            log,
            counter,
            spreads: Vec::new(),
            rows: Vec::new(),
            played: 0,
        };
        let confirmed = search.run(*base.switches, &changes)?;
        let (rows, is_whole) = (search.rows, confirmed.is_some());
        let sentences = confirmed.map_or_else(Vec::new, |confirmed| {
            let mut lines = sentences(&goals, &confirmed);
            lines.extend(repeated(self, &base, &confirmed, fresh(first_seed).0));
            lines
        });
        Ok(PartialResult::new(FoundRules { rows, sentences }, is_whole))
    }
}

impl Measurement for RuleSearchConfig {
    fn seed(&self) -> u64 {
        self.population.seed.unwrap_or_default()
    }

    fn tables(result: &FoundRules) -> Vec<Frame> {
        vec![result.frame()]
    }

    fn findings(result: &FoundRules) -> Vec<String> {
        result.sentences.clone()
    }
}

/// Returns the sentence with the command that plays the confirmation of the best candidate again.
fn repeated(config: &RuleSearchConfig, base: &RuleSet, confirmed: &[Standing], seed: u64) -> Option<String> {
    let best = confirmed.first().filter(|best| !best.candidate.changes.is_empty())?;
    let [a, b] =
        [&confirmed.last()?.candidate, &best.candidate].map(|candidate| candidate.spec(base).as_str().into());
    let population = PopulationConfig { seed: Some(seed), ..config.population.clone() };
    let games = Some(best.games);
    let mut line = CommandLine::new("rules compare");
    line.asks_for(&CompareRulesConfig { a, b, games, population, ..CompareRulesConfig::default() }, &[]);
    Some(format!(
        "The first is played again, with its differences from the starting rules, by `{}`.",
        line.end()
    ))
}

#[cfg(test)]
mod tests;
