//! Two sets of rules on the same deals.

use std::ops::ControlFlow;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::compare_config::CompareConfig;
use super::compare_frame::{Compared, Seat};
use super::divided::Divided;
use super::evidence::{Counted, Evidence};
use super::lab::{Lab, Population};
use super::margin::{self, margin};
use super::measure::Measure;
use super::play::stopped;
use super::sums::Plays;
use crate::error::LabError;
use crate::mention::mention;
use crate::setup::{AgentEntry, ComparedRules, RuleSet, RulesEntry};
use crate::table::{Frame, grouped};
use crate::tournament::Shard;
use crate::watch::Watch;

/// Deals between two looks of `--until`; without it, between two additions.
const LOOK: u64 = 1000;

/// What two sets of rules have shown.
#[derive(Debug)]
pub struct CompareResult {
    /// A row for each measure.
    pub frame: Frame,
    /// What was found, the weightiest first, a sentence for each measure.
    pub sentences: Vec<String>,
    pub(super) unsound: Option<LabError>,
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
pub(super) fn compare(config: &CompareConfig, watch: &Watch) -> Result<CompareResult, LabError> {
    let mut comparison = Comparison::prepare(config)?;
    comparison.seat()?;
    comparison.tell(watch);
    let mut standing = comparison.nothing();
    comparison.stretches(Shard::WHOLE, watch, |stretch| {
        standing.add(&stretch);
        let goes_on = !config.until || !comparison.is_decided(&standing);
        if goes_on { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    })?;
    comparison.found(&standing)
}

/// What deals without a look between them have come to.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Stretch {
    /// Where they end.
    end: u64,
    deals: u64,
    measures: Vec<Counted>,
}

impl Stretch {
    /// Adds the one that follows.
    fn merge(mut self, next: &Stretch) -> Stretch {
        self.measures.iter_mut().zip(&next.measures).for_each(|(own, next)| own.merge(next));
        Stretch { end: next.end, deals: self.deals + next.deals, ..self }
    }
}

/// What a comparison has come to so far.
struct Standing {
    deals: u64,
    evidence: Vec<Evidence>,
}

impl Standing {
    fn add(&mut self, stretch: &Stretch) {
        self.deals += stretch.deals;
        self.evidence.iter_mut().zip(&stretch.measures).for_each(|(own, counted)| own.add(counted));
    }
}

/// Two sets of rules that are about to be compared.
pub(super) struct Comparison {
    pub(super) config: CompareConfig,
    pub(super) sets: [RuleSet; 2],
    pub(super) lab: Lab,
    pub(super) measures: Vec<Measure>,
    pub(super) plays: Plays,
}

impl Divided for Comparison {
    type Config = CompareConfig;
    /// One for all deals, with `until` one up to each look.
    type Counts = Vec<Stretch>;
    type Result = CompareResult;

    fn prepare(config: &CompareConfig) -> Result<Comparison, LabError> {
        margin::check(config.margin, config.margin_rounds)?;
        let set = |rules: &ComparedRules| rules.read()?.with_team_size(config.team_size);
        let sets = [set(&config.a)?, set(&config.b)?];
        let mut lab = Lab::new(&config.population, &sets[0], config.planned(), false)?;
        sets.iter().try_for_each(|set| set.check(&lab.words))?;
        let measures = measures(config, &lab.populations)?;
        let plays = Plays::new(sets.iter().map(|set| *set.switches).collect());
        lab.tell_bots(&config.population, &plays.played())?;
        Ok(Comparison { config: config.clone(), sets, lab, measures, plays })
    }

    fn name_files_as(&mut self, asked: &CompareConfig) {
        for (set, asked) in self.sets.iter_mut().zip([&asked.a, &asked.b]) {
            asked.name().clone_into(&mut set.name);
        }
        self.config = asked.clone();
        self.lab.words.name_files_as(&asked.population.words);
    }

    fn lab(&self) -> &Lab {
        &self.lab
    }

    fn lab_mut(&mut self) -> &mut Lab {
        &mut self.lab
    }

    fn identity(&self) -> Value {
        let [a, b] = self.sets.each_ref().map(RulesEntry::new);
        let CompareConfig { margin, margin_rounds, until, .. } = self.config;
        json!({
            "games": self.config.planned(),
            "a": a,
            "b": b,
            "measures": self.measures,
            "margin": margin,
            "margin_rounds": margin_rounds,
            "until": until,
            "agents": self.lab.populations.iter().flat_map(|one| &one.players).map(AgentEntry::new).collect::<Vec<_>>(),
            "bots": self.lab.bots.entries(),
            "guests": self.lab.guests,
            "language": self.lab.language,
            "data": self.lab.words.sources,
        })
    }

    fn header(&self) -> Vec<String> {
        header(&self.lab, &self.plays, self.config.until)
    }

    fn play(&self, shard: Shard, watch: &Watch) -> Result<Vec<Stretch>, LabError> {
        let mut all: Vec<Stretch> = Vec::new();
        self.stretches(shard, watch, |stretch| {
            match all.pop_if(|last| !self.is_looked_at(last.end)) {
                Some(last) => all.push(last.merge(&stretch)),
                None => all.push(stretch),
            }
            ControlFlow::Continue(())
        })?;
        Ok(all)
    }

    fn deals(&self, counts: &Vec<Stretch>) -> Option<Vec<u64>> {
        let fits = counts.iter().all(|stretch| stretch.measures.len() == self.measures.len());
        let deals = counts.iter().try_fold(0u64, |sum, stretch| sum.checked_add(stretch.deals));
        deals.filter(|_| fits).map(|deals| vec![deals])
    }

    fn has_looks(&self) -> bool {
        self.config.until
    }

    fn enough(&self, parts: &[Vec<Stretch>]) -> Option<usize> {
        self.told(parts).1
    }

    fn result(self, parts: Vec<Vec<Stretch>>) -> Result<CompareResult, LabError> {
        self.found(&self.told(&parts).0)
    }
}

impl Comparison {
    /// Nothing yet of each measure.
    fn nothing(&self) -> Standing {
        let (rules, population) =
            ([*self.sets[0].switches, *self.sets[1].switches], &self.lab.populations[0]);
        let margin = |measure| margin(measure, self.config.margin, self.config.margin_rounds);
        let nothing = |&measure: &Measure| Evidence::new(measure, population, margin(measure), &rules);
        Standing { deals: 0, evidence: self.measures.iter().map(nothing).collect() }
    }

    /// Whether there is a look after so many deals.
    fn is_looked_at(&self, deals: u64) -> bool {
        self.config.until && (deals.is_multiple_of(LOOK) || deals == self.lab.populations[0].schedule.deals())
    }

    /// Whether the confidence sequence has decided about the one measure.
    fn is_decided(&self, standing: &Standing) -> bool {
        standing.evidence[0].decision(self.lab.populations[0].schedule.deals()).is_some()
    }

    /// What the deals of parts have come to, up to the look that decides, and how many parts that took, if one does.
    fn told(&self, parts: &[Vec<Stretch>]) -> (Standing, Option<usize>) {
        let mut standing = self.nothing();
        for (stretches, part) in parts.iter().zip(1..) {
            for stretch in stretches {
                standing.add(stretch);
                if self.is_looked_at(stretch.end) && self.is_decided(&standing) {
                    return (standing, Some(part));
                }
            }
        }
        (standing, None)
    }

    /// Plays a part from look to look, until a stop or to its end.
    fn stretches(
        &self,
        shard: Shard,
        watch: &Watch,
        mut each: impl FnMut(Stretch) -> ControlFlow<()>,
    ) -> Result<(), LabError> {
        let population = &self.lab.populations[0];
        let deals = shard.range(population.schedule.deals());
        let counter = watch.count(0, self.lab.games_of(shard) * self.plays.count());
        let mut start = deals.start;
        while start < deals.end && !watch.is_over() {
            let portion = start..deals.end.min((start / LOOK + 1) * LOOK);
            let sums = self.plays.run(&self.lab, population, portion, (watch, counter.done()))?;
            let mut measures = self.nothing().evidence;
            measures.iter_mut().for_each(|one| one.take(start, &sums));
            let deals = sums[0].len() as u64;
            start += deals;
            let measures = measures.into_iter().map(Evidence::counted).collect();
            if each(Stretch { end: start, deals, measures }).is_break() {
                break;
            }
        }
        Ok(())
    }

    /// What so many deals say.
    fn found(&self, standing: &Standing) -> Result<CompareResult, LabError> {
        let Comparison { config, lab, plays, .. } = self;
        let schedule = &lab.populations[0].schedule;
        let games = standing.deals * schedule.games_of_a_deal();
        let stopped = stopped(games, schedule.games(), None);
        if games == 0 {
            stopped.clone()?;
        }
        let planned = config.planned();
        let seats = vec![Seat { table: None, games }; standing.evidence.len()];
        let compared = Compared { config, plays, evidence: &standing.evidence, seats: &seats, planned };
        let (frame, sentences) = (compared.frame(), compared.sentences());
        let unsound = match (config.until, stopped) {
            (true, _) if self.is_decided(standing) => None,
            (_, Err(stopped)) => Some(stopped),
            (false, Ok(())) => None,
            (true, Ok(())) => {
                let [games, margin] = ["games", "margin"].map(mention);
                let message = format_args!("undecided at the limit of games; raise {games}, or {margin}");
                Some(LabError::undecided(message))
            }
        };
        Ok(CompareResult { frame, sentences, unsound })
    }
}

/// What is compared: what was asked for, or everything that there is.
fn measures(config: &CompareConfig, populations: &[Population]) -> Result<Vec<Measure>, LabError> {
    let two = populations.iter().any(|population| population.players.len() == 2);
    if let Some(measure) = config.measure.iter().find(|measure| measure.takes_two() && !two) {
        let message = format!("it takes two agents: name them with {}", mention("agent"));
        return Err(LabError::setting(("measure", measure.name()), message));
    }
    let mut measures = config.measure.clone();
    measures.dedup();
    match (measures.len(), config.until) {
        (0, true) => Ok(vec![Measure::WhiteScore]),
        (0, false) => Ok(Measure::ALL.into_iter().filter(|measure| two || !measure.takes_two()).collect()),
        (2.., true) => Err(LabError::clause("until", format_args!("decides one {}", mention("measure")))),
        _ => Ok(measures),
    }
}

fn header(lab: &Lab, plays: &Plays, until: bool) -> Vec<String> {
    let population = &lab.populations[0];
    let most = if until { "at most " } else { "" };
    let games = most.to_owned() + &grouped(population.schedule.games());
    let way = match plays.count() {
        1 => "played once and judged by both",
        _ => "played by both on the same deals",
    };
    vec![format!("{}: {games} games, {way}", population.title()), format!("seed {}", lab.seed.0)]
}
