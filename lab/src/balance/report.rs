//! The report on one set of rules: what is played for it, and what is made of that.

use overhear_stats::Interval;
use serde_json::Value;

use super::divided::Divided;
use super::key::{By, Key};
use super::lab::{Lab, Population};
use super::manifest::{Manifest, Special};
use super::play::{stopped, survey};
use super::rung::Rung;
use super::survey::Books;
use super::tables::Tables;
use super::variant::Variant;
use super::{BalanceConfig, BalanceResult, DEFAULT_GAMES, header, headline, two_teams};
use crate::error::LabError;
use crate::setup::RuleSet;
use crate::tournament::Shard;
use crate::watch::Watch;

/// A report that is about to be played.
pub(super) struct Report {
    config: BalanceConfig,
    rules: RuleSet,
    lab: Lab,
    variants: Vec<Variant>,
}

impl Divided for Report {
    type Config = BalanceConfig;
    type Counts = Vec<Books>;
    type Result = BalanceResult;

    fn prepare(config: &BalanceConfig) -> Result<Report, LabError> {
        let rules = two_teams(RuleSet::asked(&config.rules)?)?;
        let lab = Lab::new(&config.population, &rules, config.games.unwrap_or(DEFAULT_GAMES), true)?;
        let variants = Variant::usual(&rules.rules);
        Ok(Report { config: config.clone(), rules, lab, variants })
    }

    fn name_files_as(&mut self, asked: &BalanceConfig) {
        self.rules.name.clone_from(&asked.rules.rules);
        self.lab.words.name_files_as(&asked.population.words);
    }

    fn lab(&self) -> &Lab {
        &self.lab
    }

    fn lab_mut(&mut self) -> &mut Lab {
        &mut self.lab
    }

    fn identity(&self) -> Value {
        self.manifest(&self.lab.planned()).identity()
    }

    fn header(&self) -> Vec<String> {
        header(&self.lab, &self.rules)
    }

    fn play(&self, shard: Shard, watch: &Watch) -> Result<Vec<Books>, LabError> {
        survey(&self.lab, self.rules.rules, &self.variants, shard, watch)
    }

    fn deals(&self, counts: &Vec<Books>) -> Option<Vec<u64>> {
        let populations = self.lab.populations.iter();
        let deals =
            populations.zip(counts).map(|(one, books)| books.deals(&one.schedule, self.variants.len()));
        (counts.len() == self.lab.populations.len()).then(|| deals.collect()).flatten()
    }

    fn result(self, parts: Vec<Vec<Books>>) -> Result<BalanceResult, LabError> {
        let mut parts = parts.into_iter();
        let mut books = parts.next().unwrap_or_default();
        parts.for_each(|part| books.iter_mut().zip(&part).for_each(|(books, part)| books.merge(part)));
        let books: Vec<Books> = books.into_iter().take_while(|books| books.games() > 0).collect();
        let played: Vec<u64> = books.iter().map(Books::games).collect();
        let stopped = stopped(played.iter().sum(), self.lab.games(), self.config.out.out.as_deref());
        if played.is_empty() {
            stopped.clone()?;
        }
        let mut tables = Tables::new();
        for (population, books) in self.lab.populations.iter().zip(&books) {
            tables.add(population, books, &self.rules.rules, &self.variants);
        }
        let manifest = self.manifest(&played);
        let said = |(population, books)| sentence(population, books, &self.rules);
        let sentences = self.lab.populations.iter().zip(&books).filter_map(said).collect();
        Ok(BalanceResult { lab: self.lab, books, tables, sentences, manifest, stopped })
    }
}

impl Report {
    fn manifest(&self, played: &[u64]) -> Manifest {
        Manifest::new(&self.lab, &self.rules, self.lab.asked, &Special::default(), played)
    }
}

/// How the games of a population end.
fn sentence(population: &Population, books: &Books, rules: &RuleSet) -> Option<String> {
    let share = |rung| books.all().played.share(Key::Ladder(By::All, rung));
    let (tied, shared) = (share(Rung::Tokens).complement(), share(Rung::Shared));
    let ends = Interval { low: tied.low?, high: tied.high? };
    let games = [books.games(), population.schedule.games()];
    Some(headline(&population.labels(), &rules.title(), games, (tied.value?, ends), shared.value?))
}
