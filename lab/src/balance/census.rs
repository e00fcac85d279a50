//! Which keywords are hard, which are overheard, and which clash.

use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use overhear_engine::arena::{GameNumber, Recorder, Schedule};
use overhear_engine::rules::{BySide, Rules};
use overhear_engine::table::Game;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::book::Book;
use super::census_frame::frame;
use super::cut::Subject;
use super::key::Key;
use super::rates::Rates;
use crate::error::LabError;
use crate::experiment::{
    BalanceConfig, Cut, DEFAULT_GAMES, Lab, PopulationConfig, Provenance, Setting, Shardable,
    ShardableConfig, Special, Tabled, published,
};
use crate::paired::Slip;
use crate::playing;
use crate::setup::OutConfig;
use crate::table::Frame;
use crate::tournament::Shard;
use crate::watch::Watch;

/// What clues have shown about the words.
#[derive(Debug)]
pub struct CensusResult {
    /// What has a row of its own.
    pub cut: Cut,
    /// keywords.csv, cards.csv or pairs.csv.
    pub frame: Frame,
    /// What was found, a sentence or two for each thing that can go wrong.
    pub sentences: Vec<String>,
    /// Games that were played.
    pub games: u64,
    rates: Vec<Rates>,
    provenance: Provenance,
}

impl CensusResult {
    /// Rows of the frame that differ clearly from the mean, all of them counted together, the farthest first: those above
    /// it or those below.
    pub fn standing_out(&self, slip: Slip, above: bool) -> Vec<usize> {
        let rates = self.rates.iter().find(|rates| rates.slip == slip);
        rates.map_or_else(Vec::new, |rates| rates.standing_out(above))
    }
}

impl Tabled for CensusResult {
    fn frames(&self) -> Vec<&Frame> {
        vec![&self.frame]
    }

    fn provenance(&self) -> &Provenance {
        &self.provenance
    }
}

/// Plays games, and counts what becomes of the clues for each keyword, card or pair of keywords.
///
/// # Errors
/// What makes no sense, files that cannot be read or written, an interruption before the first game is over.
pub fn census(config: &BalanceConfig, cut: Cut, watch: &Watch) -> Result<CensusResult, LabError> {
    published::<Census>(&WordStatsConfig { config: config.clone(), by: cut }, &config.out, watch)
}

/// What is asked of counts of what becomes of the clues for each keyword, card or pair.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WordStatsConfig {
    /// Games that are looked at.
    pub config: BalanceConfig,
    /// What has a row of its own.
    pub by: Cut,
}

impl ShardableConfig for WordStatsConfig {
    type Experiment = Census;
    const COMMAND: &'static str = "balance --by";

    fn population(&self) -> &PopulationConfig {
        &self.config.population
    }

    fn population_mut(&mut self) -> &mut PopulationConfig {
        &mut self.config.population
    }

    fn games(&self) -> u64 {
        self.config.population.games(self.config.games, DEFAULT_GAMES)
    }

    fn within(&self, folder: &Path) -> WordStatsConfig {
        WordStatsConfig { config: self.config.within(folder), by: self.by }
    }

    fn writing_to(self, out: &OutConfig) -> WordStatsConfig {
        WordStatsConfig { config: self.config.writing_to(out), ..self }
    }
}

/// Clues that are about to be counted.
pub(crate) struct Census {
    setting: Setting,
    cut: Cut,
}

impl Shardable for Census {
    type Config = WordStatsConfig;
    type Counts = Book;
    type Result = CensusResult;

    fn prepare(WordStatsConfig { config, by }: &WordStatsConfig, watch: &Watch) -> Result<Census, LabError> {
        config.population.at_one_table("by")?;
        Ok(Census { setting: Setting::new(config, DEFAULT_GAMES, false, watch)?, cut: *by })
    }

    fn name_files_as(&mut self, asked: &WordStatsConfig) {
        self.setting.name_files_as(&asked.config);
    }

    fn lab(&self) -> &Lab {
        &self.setting.lab
    }

    fn lab_mut(&mut self) -> &mut Lab {
        &mut self.setting.lab
    }

    fn identity(&self) -> Value {
        self.setting.identity(&self.special())
    }

    fn header(&self) -> Vec<String> {
        self.setting.header()
    }

    fn play(&self, shard: Shard, watch: &Watch) -> Result<Book, LabError> {
        play(&self.setting.lab, *self.setting.rules.switches, self.cut, shard, watch)
    }

    fn deals(&self, book: &Book) -> Option<Vec<u64>> {
        let each = self.setting.lab.populations[0].schedule.games_of_a_deal();
        book.is_like(&Book::new(each)).then(|| vec![book.deals()])
    }

    fn result(self, parts: Vec<Book>) -> Result<CensusResult, LabError> {
        let mut book = Book::default();
        parts.iter().for_each(|part| book.merge(part));
        let (cut, games) = (self.cut, book.games());
        let provenance = self.setting.provenance(&self.special(), &[games])?;
        let subjects: Vec<Subject> = book.keys().filter_map(subject).collect();
        let rates: Vec<Rates> = cut.slips().iter().map(|&slip| Rates::new(&book, slip, &subjects)).collect();
        let frame = frame(cut, &subjects, &rates, self.setting.lab.words.world.deck());
        let sentences = rates.iter().map(|rates| rates.sentence(cut)).collect();
        Ok(CensusResult { cut, frame, sentences, games, rates, provenance })
    }
}

impl Census {
    fn special(&self) -> Special {
        Special { by: Some(self.cut), ..Special::default() }
    }
}

/// What a key of clues is about; each clue can be missed.
const fn subject(key: Key) -> Option<Subject> {
    match key {
        Key::Clues(Slip::Missed, subject) => Some(subject),
        _ => None,
    }
}

fn play(lab: &Lab, rules: Rules, cut: Cut, shard: Shard, watch: &Watch) -> Result<Book, LabError> {
    let population = &lab.populations[0];
    let schedule = &population.schedule;
    let counter = watch.count(0, lab.games_of(shard));
    let clerk = Clerk { lab, schedule, cut, done: counter.done() };
    let mut book = Book::new(schedule.games_of_a_deal());
    playing::play(&lab.arena(population, rules)?, shard.range(schedule.deals()), &clerk, |block| {
        block.page.iter().for_each(|page| book.merge(page));
        watch.flow()
    })?;
    Ok(book)
}

/// Books every clue of every game.
struct Clerk<'a> {
    lab: &'a Lab,
    schedule: &'a Schedule,
    cut: Cut,
    done: &'a AtomicU64,
}

impl Recorder for Clerk<'_> {
    type Page = Option<Book>;

    fn game(&self, number: GameNumber, _: BySide<usize>, game: &Game, page: &mut Option<Book>) {
        self.done.fetch_add(1, Ordering::Relaxed);
        let book = page.get_or_insert_with(|| Book::new(self.schedule.games_of_a_deal()));
        for half in game.record.halves() {
            let deck = self.lab.words.world.deck();
            self.cut.tell(half, game.keywords[half.side].0, deck, |subject, slip, wrong| {
                book.add(Key::Clues(slip, subject), wrong.into(), 1);
            });
        }
        if self.schedule.closes_deal(number) {
            book.close_deal();
        }
    }
}
