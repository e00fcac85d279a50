//! Which keywords are hard, which are overheard, and which clash.

use std::sync::atomic::{AtomicU64, Ordering};

use overhear_engine::arena::{GameNumber, Recorder, Schedule};
use overhear_engine::rules::{BySide, Rules};
use overhear_engine::table::Game;
use serde_json::Value;

use super::book::Book;
use super::census_frame::frame;
use super::cut::{Cut, Slip, Subject};
use super::divided::Divided;
use super::key::Key;
use super::lab::Lab;
use super::manifest::{Manifest, Special};
use super::play::stopped;
use super::rates::Rates;
use super::{BalanceConfig, DEFAULT_GAMES, header, two_teams, whole};
use crate::error::LabError;
use crate::playing;
use crate::setup::{OutConfig, RuleSet};
use crate::store::{Inventory, ResultDir};
use crate::table::{Frame, json};
use crate::tournament::Shard;
use crate::watch::{Stop, Watch};

/// What clues have shown about the words.
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
    manifest: Manifest,
    stopped: Result<(), LabError>,
}

impl CensusResult {
    /// Rows of the frame that differ clearly from the mean, all of them counted together, the farthest first: those above
    /// it or those below.
    pub fn standing_out(&self, slip: Slip, above: bool) -> Vec<usize> {
        let rates = self.rates.iter().find(|rates| rates.slip == slip);
        rates.map_or_else(Vec::new, |rates| rates.standing_out(above))
    }

    /// Manifest and table in one JSON document.
    pub fn to_json(&self) -> String {
        json(&self.manifest.with(&[&self.frame]))
    }

    /// Writes the files of the result into a directory: those of a run that was told to write there from the start.
    ///
    /// # Errors
    /// A directory that may not be written, a disk that fails.
    pub fn save(&self, out: &OutConfig) -> Result<(), LabError> {
        let Some(dir) = ResultDir::asked(out, &Stop::default())? else { return Ok(()) };
        self.publish(dir)
    }

    fn publish(&self, dir: ResultDir) -> Result<(), LabError> {
        let file = self.frame.file();
        dir.publish(vec![file], Inventory::new(), &self.manifest)
    }

    /// Whether all of it was played.
    ///
    /// # Errors
    /// An interruption.
    pub fn sound(&self) -> Result<(), LabError> {
        self.stopped.clone()
    }
}

/// Plays games, and counts what becomes of the clues for each keyword, card or pair of keywords.
///
/// # Errors
/// What makes no sense, files that cannot be read or written, an interruption before the first game is over.
pub fn census(config: &BalanceConfig, cut: Cut, watch: &Watch) -> Result<CensusResult, LabError> {
    let dir = ResultDir::asked(&config.out, &watch.stop)?;
    let result = whole::<Census>(&(config.clone(), cut), watch)?;
    if let (Some(dir), Ok(())) = (dir, &result.stopped) {
        result.publish(dir)?;
    }
    Ok(result)
}

/// Clues that are about to be counted.
pub(super) struct Census {
    config: BalanceConfig,
    cut: Cut,
    rules: RuleSet,
    lab: Lab,
}

impl Divided for Census {
    type Config = (BalanceConfig, Cut);
    type Counts = Book;
    type Result = CensusResult;

    fn prepare((config, cut): &(BalanceConfig, Cut)) -> Result<Census, LabError> {
        let rules = two_teams(RuleSet::asked(&config.rules)?)?;
        let lab = Lab::new(&config.population, &rules, config.games.unwrap_or(DEFAULT_GAMES), false)?;
        Ok(Census { config: config.clone(), cut: *cut, rules, lab })
    }

    fn name_files_as(&mut self, (asked, _): &(BalanceConfig, Cut)) {
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
        self.manifest(self.lab.games()).identity()
    }

    fn header(&self) -> Vec<String> {
        header(&self.lab, &self.rules)
    }

    fn play(&self, shard: Shard, watch: &Watch) -> Result<Book, LabError> {
        play(&self.lab, self.rules.rules, self.cut, shard, watch)
    }

    fn deals(&self, book: &Book) -> Option<Vec<u64>> {
        let each = self.lab.populations[0].schedule.games_of_a_deal();
        book.is_like(&Book::new(each)).then(|| vec![book.deals()])
    }

    fn result(self, parts: Vec<Book>) -> Result<CensusResult, LabError> {
        let mut book = Book::default();
        parts.iter().for_each(|part| book.merge(part));
        let (cut, games) = (self.cut, book.games());
        let stopped = stopped(games, self.lab.games(), self.config.out.out.as_deref());
        if games == 0 {
            stopped.clone()?;
        }
        let subjects: Vec<Subject> = book.keys().filter_map(subject).collect();
        let rates: Vec<Rates> = cut.slips().iter().map(|&slip| Rates::new(&book, slip, &subjects)).collect();
        let frame = frame(cut, &subjects, &rates, self.lab.words.world.deck());
        let sentences = rates.iter().map(|rates| rates.sentence(cut)).collect();
        let manifest = self.manifest(games);
        Ok(CensusResult { cut, frame, sentences, games, rates, manifest, stopped })
    }
}

impl Census {
    fn manifest(&self, games: u64) -> Manifest {
        let special = Special { by: Some(self.cut), ..Special::default() };
        Manifest::new(&self.lab, &self.rules, self.lab.asked, &special, &[games])
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
    let clerk = Clerk { lab, rules, schedule, cut, done: counter.done() };
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
    rules: Rules,
    schedule: &'a Schedule,
    cut: Cut,
    done: &'a AtomicU64,
}

impl Recorder for Clerk<'_> {
    type Page = Option<Book>;

    fn game(&self, number: GameNumber, _: BySide<usize>, game: &Game, page: &mut Option<Book>) {
        self.done.fetch_add(1, Ordering::Relaxed);
        let each = self.schedule.games_of_a_deal();
        let book = page.get_or_insert_with(|| Book::new(each));
        let (deal, ..) = self.schedule.locate(number).expect("a game of the schedule");
        let keywords = self.lab.deal(&self.rules, deal).keywords;
        for half in game.record.halves() {
            let deck = self.lab.words.world.deck();
            self.cut.tell(half, keywords[half.side].0, deck, |subject, slip, wrong| {
                book.add(Key::Clues(slip, subject), wrong.into(), 1);
            });
        }
        if (number.0 + 1).is_multiple_of(each) {
            book.close_deal();
        }
    }
}
