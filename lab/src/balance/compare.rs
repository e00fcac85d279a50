//! Two sets of rules on the same deals.

use serde::Deserialize;

use super::compare_frame::Compared;
use super::evidence::Evidence;
use super::lab::{Lab, Population, PopulationConfig};
use super::margin::margin;
use super::measure::Measure;
use super::play::stopped;
use super::sums::Plays;
use crate::error::LabError;
use crate::setup::{RuleSet, rules};
use crate::table::{Frame, grouped};
use crate::watch::Watch;

/// How many games each set of rules is given when nothing is said.
const DEFAULT_GAMES: u64 = 100_000;

/// Deals between two looks of `--until`; without it, between two additions.
const LOOK: u64 = 1000;

/// Two sets of rules that are compared.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct CompareConfig {
    /// The first set of rules: a name, or a TOML file; further switches as in `official,round_limit=6`.
    pub a: String,
    /// The second.
    pub b: String,
    /// Players of a team, on both sides.
    pub team_size: Option<u8>,
    /// Games of each set of rules; 100,000 if nothing is said.
    pub games: Option<u64>,
    /// What is compared: everything if nothing is said, with `until` White's score.
    pub measure: Vec<Measure>,
    /// The largest difference that counts as none, in percentage points; of rounds in hundredths.
    pub margin: Option<f64>,
    /// The largest difference of the mean length that counts as none, in rounds.
    pub margin_rounds: Option<f64>,
    /// Whether it ends as soon as a difference, or equivalence within the margin, is established for the one measure.
    pub until: bool,
    /// Who plays.
    pub population: PopulationConfig,
}

/// What two sets of rules have shown.
#[derive(Debug)]
pub struct CompareResult {
    /// A row for each measure.
    pub frame: Frame,
    /// What was found, the weightiest first, a sentence for each measure.
    pub sentences: Vec<String>,
    unsound: Option<LabError>,
}

impl CompareResult {
    /// Whether it was played to its end.
    ///
    /// # Errors
    /// An interruption, and with `until` games that do not suffice.
    pub fn sound(&self) -> Result<(), LabError> {
        self.unsound.clone().map_or(Ok(()), Err)
    }
}

/// Compares two sets of rules.
///
/// # Errors
/// What makes no sense, files that cannot be read, an interruption before the first deal is over.
pub fn compare(config: &CompareConfig, watch: &Watch) -> Result<CompareResult, LabError> {
    let set = |text: &str| compared(text)?.with_team_size(config.team_size);
    let sets = [set(&config.a)?, set(&config.b)?];
    let lab = Lab::new(&config.population, &sets[0], planned(config), false)?;
    sets.iter().try_for_each(|set| set.check(&lab.words))?;
    let population = &lab.populations[0];
    let measures = measures(config, population)?;
    let plays = Plays::new(sets.iter().map(|set| set.rules).collect());
    watch.note(&header(&lab, population, &plays, config.until));
    let rules = [sets[0].rules, sets[1].rules];
    let margin = |measure| margin(measure, config.margin, config.margin_rounds);
    let evidence = |measure| Evidence::new(measure, population, margin(measure), &rules);
    let mut evidence: Vec<Evidence> = measures.into_iter().map(evidence).collect();
    let deals = play(config, &lab, population, &plays, &mut evidence, watch)?;
    let games = deals * population.schedule.games_of_a_deal();
    let stopped = stopped(games, population.schedule.games(), None);
    if games == 0 {
        stopped.clone()?;
    }
    let planned = planned(config);
    let compared = Compared { config, plays: &plays, evidence: &evidence, games, planned };
    let (frame, sentences) = (compared.frame(), compared.sentences());
    let is_decided = config.until && evidence[0].decision(population.schedule.deals()).is_some();
    let unsound = match (config.until, stopped) {
        (true, _) if is_decided => None,
        (_, Err(stopped)) => Some(stopped),
        (false, Ok(())) => None,
        (true, Ok(())) => {
            Some(LabError::undecided("undecided at the limit of games; raise --games, or --margin"))
        }
    };
    Ok(CompareResult { frame, sentences, unsound })
}

/// How many games of each set of rules there are at most.
fn planned(config: &CompareConfig) -> u64 {
    config.games.unwrap_or(DEFAULT_GAMES)
}

/// Rules by name or file, with switches behind commas.
pub(super) fn compared(text: &str) -> Result<RuleSet, LabError> {
    let mut parts = text.split(',').map(str::trim);
    let name = parts.next().unwrap_or_default();
    rules(name, &parts.map(str::to_owned).collect::<Vec<_>>())
}

/// What is compared: what was asked for, or everything that there is.
fn measures(config: &CompareConfig, population: &Population) -> Result<Vec<Measure>, LabError> {
    let two = population.players.len() == 2;
    if let Some(measure) = config.measure.iter().find(|measure| measure.takes_two() && !two) {
        let message = "it takes two agents: name them with --agent";
        return Err(LabError::content(format_args!("--measure {}", measure.name()), message));
    }
    let mut measures = config.measure.clone();
    measures.dedup();
    match (measures.len(), config.until) {
        (0, true) => Ok(vec![Measure::WhiteScore]),
        (0, false) => Ok(Measure::ALL.into_iter().filter(|measure| two || !measure.takes_two()).collect()),
        (2.., true) => Err(LabError::usage("--until decides one --measure")),
        _ => Ok(measures),
    }
}

fn header(lab: &Lab, population: &Population, plays: &Plays, until: bool) -> Vec<String> {
    let most = if until { "at most " } else { "" };
    let games = most.to_owned() + &grouped(population.schedule.games());
    let way = match plays.count() {
        1 => "played once and judged by both",
        _ => "played by both on the same deals",
    };
    vec![format!("{}: {games} games, {way}", population.title()), format!("seed {}", lab.seed.0)]
}

/// Plays until a decision, a stop, or to the end; how many deals that took.
fn play(
    config: &CompareConfig,
    lab: &Lab,
    population: &Population,
    plays: &Plays,
    evidence: &mut [Evidence],
    watch: &Watch,
) -> Result<u64, LabError> {
    let limit = population.schedule.deals();
    let counter = watch.count(0, population.schedule.games() * plays.count());
    let mut start = 0;
    while start < limit && !watch.is_over() {
        let end = limit.min(start + LOOK);
        let sums = plays.run(lab, population, start..end, (watch, counter.done()))?;
        evidence.iter_mut().for_each(|one| one.take(start, &sums));
        start += sums[0].len() as u64;
        if config.until && evidence[0].decision(limit).is_some() {
            break;
        }
    }
    Ok(start)
}
