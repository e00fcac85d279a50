//! Comparison of two rule sets on the same deals, at one matchup or several.

use std::path::Path;

use serde_json::Value;

use super::arms::PlayPlan;
use super::compare_config::CompareRulesConfig;
use super::counts::MatchupCounts;
use super::estimates::ALPHA;
use super::matchup_sentences::rules_sentences;
use super::multiplicity::{Contrast, Multiplicity};
use super::rows::{self, RulesRow};
use super::run::{PairedRun, PartCounts, PlacedContrast, Row};
use super::sentences::Finding;
use crate::error::LabError;
use crate::experiment::{
    ExperimentManifest, ExperimentSetup, ManifestExtras, Population, PopulationConfig, Provenance,
    RULES_COMPARE, Shardable, ShardableConfig, TabularResult, check_margins, published, stopped,
};
use crate::message::Message;
use crate::run_control::RunControl;
use crate::setup::{OutConfig, RuleSet, RulesEntry};
use crate::table::{Frame, counted};
use crate::tournament::Shard;

/// Result of [`compare`]: tables and sentences about two rule sets.
#[derive(Debug)]
pub struct RulesComparison {
    /// A row for each measure and matchup.
    pub rows: Vec<RulesRow>,
    /// One sentence for each measure, the most important first.
    pub sentences: Vec<String>,
    provenance: Provenance,
    /// Error of a run with `until` that played all games without a decision.
    undecided: Option<LabError>,
}

impl RulesComparison {
    /// Returns rules.csv.
    pub fn frame(&self) -> Frame {
        rows::rules_table(&self.rows)
    }
}

impl TabularResult for RulesComparison {
    fn frames(&self) -> Vec<Frame> {
        vec![self.frame()]
    }

    fn provenance(&self) -> &Provenance {
        &self.provenance
    }

    /// Returns an error if games are missing, or if a decision was requested and not reached.
    fn check(&self) -> Result<(), LabError> {
        self.provenance.stopped.clone()?;
        self.undecided.clone().map_or(Ok(()), Err)
    }
}

/// Compares two rule sets.
///
/// ```
/// use overhear_lab::experiment::PopulationConfig;
/// use overhear_lab::setup::PlayersConfig;
/// use overhear_lab::{CompareRulesConfig, RunControl, compare};
///
/// let players = PlayersConfig::from_specs(["random"]);
/// let config = CompareRulesConfig {
///     a: "official".into(),
///     b: "official,round_limit=6".into(),
///     games: Some(40),
///     population: PopulationConfig { seed: Some(1), players, ..PopulationConfig::default() },
///     ..CompareRulesConfig::default()
/// };
/// let result = compare(&config, &RunControl::default())?;
/// assert_eq!(result.rows.len(), result.sentences.len());
/// assert!(result.rows[0].comparison.difference.is_some());
/// # Ok::<(), overhear_lab::LabError>(())
/// ```
///
/// # Errors
/// Returns an error for settings that make no sense, for unreadable files, and if the run is interrupted
/// before its first deal ends.
pub fn compare(config: &CompareRulesConfig, watch: &RunControl) -> Result<RulesComparison, LabError> {
    published::<RulesComparisonRun>(config, &config.out, watch)
}

impl ShardableConfig for CompareRulesConfig {
    type Experiment = RulesComparisonRun;
    const COMMAND: &'static str = RULES_COMPARE;

    fn population(&self) -> &PopulationConfig {
        &self.population
    }

    fn population_mut(&mut self) -> &mut PopulationConfig {
        &mut self.population
    }

    fn games(&self) -> u64 {
        self.planned()
    }

    fn has_looks(&self) -> bool {
        self.until
    }

    fn within(&self, folder: &Path) -> CompareRulesConfig {
        let (a, b) = (self.a.within(folder), self.b.within(folder));
        CompareRulesConfig { a, b, population: self.population.within(folder), ..self.clone() }
    }

    fn writing_to(self, out: &OutConfig) -> CompareRulesConfig {
        CompareRulesConfig { out: out.clone(), ..self }
    }
}

/// A comparison of two rule sets, ready to run.
pub(crate) struct RulesComparisonRun {
    config: CompareRulesConfig,
    sets: [RuleSet; 2],
    lab: ExperimentSetup,
    run: PairedRun,
}

impl Shardable for RulesComparisonRun {
    type Config = CompareRulesConfig;
    type Counts = PartCounts;
    type Result = RulesComparison;

    fn prepare(config: &CompareRulesConfig, watch: &RunControl) -> Result<RulesComparisonRun, LabError> {
        if config.until && config.population.has_tables() {
            let message = Message::new("takes one table; with ")
                .setting("tables")
                .then(", give ")
                .setting("games")
                .then(" instead");
            return Err(LabError::clause("until", message));
        }
        check_margins(config.margin, config.margin_rounds)?;
        let sets = [
            config.a.read()?.with_team_size(config.team_size)?,
            config.b.read()?.with_team_size(config.team_size)?,
        ];
        let mut lab = ExperimentSetup::new(&config.population, &sets[0], config.planned(), false, watch)?;
        sets.iter().try_for_each(|set| set.check(&lab.words))?;
        let plan = PlayPlan::of_rules(sets.iter().map(|set| *set.switches));
        let margins = [config.margin, config.margin_rounds];
        let run = PairedRun::of_pair(plan, config.measures(&lab.populations)?, margins);
        let run = PairedRun { has_looks: config.until, ..run };
        lab.tell_bots(&config.population, &run.plan.rule_sets(), watch)?;
        Ok(RulesComparisonRun { config: config.clone(), sets, lab, run })
    }

    fn name_files_as(&mut self, requested: &CompareRulesConfig) {
        for (set, requested) in self.sets.iter_mut().zip([&requested.a, &requested.b]) {
            requested.name().clone_into(&mut set.name);
        }
        self.config = requested.clone();
        self.lab.words.name_files_as(&requested.population.words);
    }

    fn lab(&self) -> &ExperimentSetup {
        &self.lab
    }

    fn lab_mut(&mut self) -> &mut ExperimentSetup {
        &mut self.lab
    }

    fn identity(&self) -> Value {
        self.manifest(&self.lab.planned()).identity()
    }

    fn header(&self) -> Vec<String> {
        let several = self.config.population.has_tables();
        let way = match (self.run.plan.count(), several) {
            (1, _) => "played once and judged by both",
            (_, true) => "played by both",
            (_, false) => "played by both on the same deals",
        };
        let most = if self.config.until { "at most " } else { "" };
        let seed = format!("seed {}", self.lab.seed.0);
        self.lab
            .populations
            .iter()
            .map(|population| {
                let games = counted(population.lineup.schedule.games(), "game");
                format!("{}: {most}{games}, {way}", population.title())
            })
            .chain([seed])
            .collect()
    }

    fn arms(&self) -> u64 {
        self.run.plan.count()
    }

    fn play(&self, shard: Shard, watch: &RunControl) -> Result<PartCounts, LabError> {
        self.run.play(&[&self.lab], (shard, watch), |_| false)
    }

    fn play_whole(&self, watch: &RunControl) -> Result<PartCounts, LabError> {
        let matchup = &self.lab.populations[0];
        let mut all = self.run.empty(matchup);
        self.run.play(&[&self.lab], (Shard::WHOLE, watch), |segment| {
            all.merge(&segment.counts);
            self.is_decided(&all)
        })
    }

    fn deals(&self, counts: &PartCounts) -> Option<Vec<u64>> {
        self.run.deals_of_part(&self.lab, counts)
    }

    fn enough(&self, parts: &[PartCounts]) -> Option<usize> {
        self.up_to_the_decision(parts).deciding_part
    }

    fn result(self, parts: Vec<PartCounts>) -> Result<RulesComparison, LabError> {
        if self.config.until {
            let CountsToDecision { counts, deciding_part } = self.up_to_the_decision(&parts);
            return self.build_result(&[counts], deciding_part.is_some());
        }
        let counts = self.run.merged(&self.lab, &parts);
        self.build_result(&counts, false)
    }
}

/// Counts up to the look that decides, or of all parts if none does.
struct CountsToDecision {
    counts: MatchupCounts,
    /// Number of the part with the deciding look, from 1.
    deciding_part: Option<usize>,
}

impl RulesComparisonRun {
    /// Returns the matchups if there are several; empty for one matchup.
    fn matchups(&self) -> impl Iterator<Item = &Population> {
        self.lab.populations.iter().filter(|_| self.config.population.has_tables())
    }

    /// Returns the correction for multiple rows.
    fn multiplicity(&self) -> Multiplicity {
        match (self.config.until, self.config.population.has_tables()) {
            (true, _) => Multiplicity::Anytime {
                planned: self.lab.populations[0].lineup.schedule.deals(),
                alpha: ALPHA,
            },
            (false, true) => Multiplicity::Bonferroni,
            (false, false) => Multiplicity::Holm,
        }
    }

    /// Returns `true` if the confidence sequence has decided about the measure.
    fn is_decided(&self, counts: &MatchupCounts) -> bool {
        let estimates = self.run.estimates(&self.lab.populations[0], counts);
        let contrast = Contrast { estimates: &estimates[0], arm: 1 };
        self.multiplicity().judge(&[contrast])[0].decision.is_some()
    }

    /// Merges the counts of parts up to the look that decides.
    fn up_to_the_decision(&self, parts: &[PartCounts]) -> CountsToDecision {
        let matchup = &self.lab.populations[0];
        let mut counts = self.run.empty(matchup);
        // A look must see exactly the deals that one uninterrupted run would have seen at it. Parts may hold
        // segments that span no look, so segments are merged in order and judged only where a look is due.
        for (part, number) in parts.iter().zip(1..) {
            for segment in &part[0] {
                counts.merge(&segment.counts);
                if self.run.is_looked_at(segment.end, matchup) && self.is_decided(&counts) {
                    return CountsToDecision { counts, deciding_part: Some(number) };
                }
            }
        }
        CountsToDecision { counts, deciding_part: None }
    }

    /// Builds the result from the counts of each matchup; `is_decided` says that a look decided.
    ///
    /// An interrupted run may hold deals behind its last look that would decide as well. It is not complete: what it
    /// comes to must not depend on the moment of the interruption.
    fn build_result(&self, counts: &[MatchupCounts], is_decided: bool) -> Result<RulesComparison, LabError> {
        let RulesComparisonRun { config, lab, run, .. } = self;
        let several = config.population.has_tables();
        let matchups = lab.populations.iter().zip(counts);
        let played: Vec<u64> = matchups
            .clone()
            .map(|(matchup, counts)| counts.deals * matchup.lineup.schedule.games_of_a_deal())
            .collect();
        let names: Vec<String> = lab.populations.iter().map(Population::table).collect();
        let estimates: Vec<_> = matchups.map(|(matchup, counts)| run.estimates(matchup, counts)).collect();
        let mut contrasts: Vec<PlacedContrast<'_>> = Vec::new();
        for (n, (estimates, &games)) in estimates.iter().zip(&played).enumerate() {
            let place = if several { &*names[n] } else { "" };
            let own = estimates.iter().map(|estimates| Contrast { estimates, arm: 1 });
            contrasts.extend(own.map(|contrast| contrast.at(place, games, games)));
        }
        // The sort is stable: rows of one measure stay together, matchups keep their order within it.
        // `by_largest_z` and the tables rely on this.
        contrasts.sort_by_key(|placed| run.measures.iter().position(|&own| own == placed.measure()));
        let multiplicity = self.multiplicity();
        let rows = Row::all(multiplicity, contrasts);
        let table = rows::of_rules(config, run, multiplicity, &rows);
        let findings: Vec<Finding<'_>> = rows
            .iter()
            .filter_map(|row| row.finding(row.judgement.interval.or(row.judgement.overall)))
            .collect();
        let sentences = rules_sentences(&findings);
        let undecided = (config.until && !is_decided).then(|| {
            let message = Message::new("undecided at the limit of games; raise ");
            LabError::undecided(message.setting("games").then(", or ").setting("margin"))
        });
        let provenance = self.provenance(&played, is_decided)?;
        Ok(RulesComparison { rows: table, sentences, provenance, undecided })
    }

    /// Returns the provenance of a result with these numbers of games by matchup.
    fn provenance(&self, played: &[u64], is_decided: bool) -> Result<Provenance, LabError> {
        let mut manifest = self.manifest(played);
        manifest.header.complete |= is_decided;
        let games = played.iter().sum();
        let all = if is_decided { games } else { self.lab.games() };
        let stopped = stopped(games, all, self.config.out.out.as_deref());
        if games == 0 {
            stopped.clone()?;
        }
        Ok(Provenance { manifest, stopped })
    }

    /// Returns the manifest of a run; `played` has the games of each matchup under each rule set.
    fn manifest(&self, played: &[u64]) -> ExperimentManifest {
        let CompareRulesConfig { margin, margin_rounds, until, .. } = self.config;
        let special = ManifestExtras {
            margin,
            margin_rounds,
            tables: self.matchups().map(Population::table).collect(),
            rules_b: Some(RulesEntry::new(&self.sets[1])),
            measure: self.config.measure.iter().map(|measure| measure.name().to_owned()).collect(),
            until,
            ..ManifestExtras::default()
        };
        ExperimentManifest::new(&self.lab, &self.sets[0], self.lab.asked, &special, played)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::PopulationConfig;
    use crate::setup::PlayersConfig;

    /// Returns a run whose rule sets can be told equivalent within a few deals.
    fn run() -> RulesComparisonRun {
        let players = PlayersConfig::from_specs(["nearest", "margin"]);
        let config = CompareRulesConfig {
            a: "official".into(),
            b: "short".into(),
            games: Some(8000),
            margin: Some(20.0),
            until: true,
            population: PopulationConfig { players, seed: Some(3), ..PopulationConfig::default() },
            ..CompareRulesConfig::default()
        };
        let mut run = RulesComparisonRun::prepare(&config, &RunControl::default()).expect("a comparison");
        run.seat().expect("seats");
        run
    }

    #[test]
    fn a_stop_between_two_looks_decides_nothing_and_the_next_look_does() {
        let part = |run: &RulesComparisonRun, number| {
            run.play(Shard::new(number, 8).expect("a part"), &RunControl::default()).expect("counts")
        };
        let interrupted = run();
        let parts = vec![part(&interrupted, 1)];
        let comparison = interrupted.result(parts).expect("a result");
        assert!(comparison.provenance.stopped.is_err(), "500 deals are no look: {:?}", comparison.provenance);
        assert!(!comparison.provenance.manifest.header.complete);
        let going_on = run();
        let parts = vec![part(&going_on, 1), part(&going_on, 2)];
        assert_eq!(going_on.enough(&parts), Some(2));
        let comparison = going_on.result(parts).expect("a result");
        assert!(comparison.provenance.stopped.is_ok());
        assert!(
            comparison.provenance.manifest.header.complete,
            "a decision completes it before its last game"
        );
    }
}
