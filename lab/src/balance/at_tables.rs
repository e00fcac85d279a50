//! Two sets of rules on the same deals, at several tables: does what holds at one hold at all of them?

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::compare::{self, CompareResult, Comparison};
use super::compare_config::CompareConfig;
use super::compare_frame::{Compared, Seat};
use super::divided::Divided;
use super::evidence::{Counted, Evidence};
use super::lab::{Lab, Population};
use super::margin::margin;
use super::play::stopped;
use super::whole;
use crate::error::LabError;
use crate::mention::mention;
use crate::table::grouped;
use crate::tournament::Shard;
use crate::watch::Watch;

/// Deals that are held in memory at a time.
const PORTION: u64 = 1000;

/// Compares two sets of rules.
///
/// ```
/// use overhear_lab::balance::PopulationConfig;
/// use overhear_lab::setup::PlayersConfig;
/// use overhear_lab::{CompareConfig, Watch, compare};
///
/// let players = PlayersConfig::of(["random"]);
/// let config = CompareConfig {
///     a: "official".into(),
///     b: "official,round_limit=6".into(),
///     games: Some(40),
///     population: PopulationConfig { seed: Some(1), players, ..PopulationConfig::default() },
///     ..CompareConfig::default()
/// };
/// let result = compare(&config, &Watch::default())?;
/// assert_eq!(result.frame.len(), result.sentences.len());
/// # Ok::<(), overhear_lab::LabError>(())
/// ```
///
/// # Errors
/// What makes no sense, files that cannot be read, an interruption before the first deal is over.
pub fn compare(config: &CompareConfig, watch: &Watch) -> Result<CompareResult, LabError> {
    if config.population.has_tables() {
        whole::<AtTables>(config, watch)
    } else {
        compare::compare(config, watch)
    }
}

/// Two sets of rules that are about to be compared at several tables.
pub(super) struct AtTables(Comparison);

/// What deals of one table have come to.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Played {
    deals: u64,
    measures: Vec<Counted>,
}

impl Divided for AtTables {
    type Config = CompareConfig;
    /// One for each table.
    type Counts = Vec<Played>;
    type Result = CompareResult;

    fn prepare(config: &CompareConfig) -> Result<AtTables, LabError> {
        if config.until {
            let [tables, games] = ["tables", "games"].map(mention);
            let message =
                format_args!("ends with one decision at one table; with {tables} give {games} instead");
            return Err(LabError::clause("until", message));
        }
        Comparison::prepare(config).map(AtTables)
    }

    fn name_files_as(&mut self, asked: &CompareConfig) {
        self.0.name_files_as(asked);
    }

    fn lab(&self) -> &Lab {
        self.0.lab()
    }

    fn lab_mut(&mut self) -> &mut Lab {
        self.0.lab_mut()
    }

    fn identity(&self) -> Value {
        let tables: Vec<String> = self.lab().populations.iter().map(Population::table).collect();
        json!({ "tables": tables, "of": self.0.identity() })
    }

    fn header(&self) -> Vec<String> {
        let way = if self.0.plays.count() == 1 { "played once and judged by both" } else { "played by both" };
        let at = |population: &Population| {
            format!("{}: {} games, {way}", population.title(), grouped(population.schedule.games()))
        };
        let seed = format!("seed {}", self.lab().seed.0);
        self.lab().populations.iter().map(at).chain([seed]).collect()
    }

    fn play(&self, shard: Shard, watch: &Watch) -> Result<Vec<Played>, LabError> {
        let Comparison { lab, plays, .. } = &self.0;
        let counter = watch.count(0, lab.games_of(shard) * plays.count());
        let at = |population| {
            let (mut evidence, mut played) = (self.nothing(population), 0);
            let deals = shard.range(population.schedule.deals());
            for start in deals.clone().step_by(PORTION as usize) {
                if watch.is_over() {
                    break;
                }
                let portion = start..deals.end.min(start + PORTION);
                let sums = plays.run(lab, population, portion, (watch, counter.done()))?;
                evidence.iter_mut().for_each(|one| one.take(start, &sums));
                played += sums[0].len() as u64;
            }
            let measures = evidence.into_iter().map(Evidence::counted).collect();
            Ok(Played { deals: played, measures })
        };
        lab.populations.iter().map(at).collect()
    }

    fn deals(&self, counts: &Vec<Played>) -> Option<Vec<u64>> {
        let tables = &self.lab().populations;
        let fits =
            |(table, played): (&Population, &Played)| played.measures.len() == self.nothing(table).len();
        let all = counts.len() == tables.len() && tables.iter().zip(counts).all(fits);
        all.then(|| counts.iter().map(|played| played.deals).collect())
    }

    fn result(self, parts: Vec<Vec<Played>>) -> Result<CompareResult, LabError> {
        let Comparison { config, lab, plays, measures, .. } = &self.0;
        let (mut found, mut all) = (Vec::new(), 0);
        for (place, population) in lab.populations.iter().enumerate() {
            let mut evidence = self.nothing(population);
            let mut deals = 0;
            for played in parts.iter().map(|part| &part[place]) {
                evidence.iter_mut().zip(&played.measures).for_each(|(own, counted)| own.add(counted));
                deals += played.deals;
            }
            let games = deals * population.schedule.games_of_a_deal();
            all += games;
            let seat = Seat { table: Some(population.table()), games };
            found.extend(evidence.into_iter().map(|one| (seat.clone(), one)));
        }
        found.sort_by_key(|(_, one)| measures.iter().position(|&measure| measure == one.measure));
        let (seats, evidence): (Vec<Seat>, Vec<Evidence>) = found.into_iter().unzip();
        let stopped = stopped(all, lab.games(), None);
        if all == 0 {
            stopped.clone()?;
        }
        let compared = Compared { config, plays, evidence: &evidence, seats: &seats, planned: lab.asked };
        Ok(CompareResult { frame: compared.frame(), sentences: compared.sentences(), unsound: stopped.err() })
    }
}

impl AtTables {
    /// Nothing yet of each measure that can be taken at a table.
    fn nothing(&self, population: &Population) -> Vec<Evidence> {
        let Comparison { config, sets, measures, .. } = &self.0;
        let rules = sets.each_ref().map(|set| *set.switches);
        let margin = |measure| margin(measure, config.margin, config.margin_rounds);
        let two = population.players.len() == 2;
        let measures = measures.iter().filter(|measure| two || !measure.takes_two());
        measures.map(|&measure| Evidence::new(measure, population, margin(measure), &rules)).collect()
    }
}
