//! Two decks by the same rules: which is harder, leakier, or makes other games.
//!
//! Deal n has the cards of the same places, the same codes and the same heads with decks of as many cards with as many
//! words. With others it has them as long as no card comes twice among the eight that are drawn, or as often with both: a
//! card that comes twice is drawn again, and what is drawn later moves. What the keywords are is what differs.

use std::path::Path;

use overhear_engine::rules::Rules;

use super::deck_evidence::{DeckEvidence, DeckMeasure};
use super::deck_play::run;
use super::decks_frame::DecksCompared;
use super::lab::{Lab, PopulationConfig};
use super::manifest::{Manifest, Special};
use super::play::stopped;
use super::{BalanceConfig, DEFAULT_GAMES, header, two_teams};
use crate::error::LabError;
use crate::setup::{DataFile, OutConfig, RuleSet, WordFiles};
use crate::store::{Inventory, ResultDir};
use crate::table::{Frame, json};
use crate::watch::{Stop, Watch};

/// Deals that are played with one deck before the other one has them.
const PORTION: u64 = 512;

/// What two decks have shown.
pub struct DecksResult {
    /// The files of both decks.
    pub decks: [String; 2],
    /// decks.csv: a row for each measure.
    pub frame: Frame,
    /// What was found, the weightiest first, a sentence for each measure.
    pub sentences: Vec<String>,
    /// Games that were played with each deck.
    pub games: u64,
    /// The share of deals that had the same codes and heads with both decks.
    pub same_deals: f64,
    manifest: Manifest,
    stopped: Result<(), LabError>,
}

impl DecksResult {
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
        dir.publish(vec![self.frame.file()], Inventory::new(), &self.manifest)
    }

    /// Whether all of it was played.
    ///
    /// # Errors
    /// An interruption.
    pub fn sound(&self) -> Result<(), LabError> {
        self.stopped.clone()
    }
}

/// Plays the same numbers of deals with the deck of the configuration, A, and with another one, B.
///
/// # Errors
/// What makes no sense, such as one deck twice; files that cannot be read or written; an interruption before the first
/// deals are over.
pub fn decks(config: &BalanceConfig, deck_b: &Path, watch: &Watch) -> Result<DecksResult, LabError> {
    let rules = two_teams(RuleSet::asked(&config.rules)?)?;
    let dir = ResultDir::asked(&config.out, &watch.stop)?;
    let asked = config.games.unwrap_or(DEFAULT_GAMES);
    let a = Lab::new(&config.population, &rules, asked, false)?;
    let b = Lab::new(&with_deck(&config.population, deck_b, a.seed.0), &rules, asked, false)?;
    if a.words.world.deck() == b.words.world.deck() {
        let message =
            "it is the deck that it shall be compared with; name another one with --deck or --deck-b";
        return Err(LabError::content(format_args!("--deck-b {}", deck_b.display()), message));
    }
    watch.note(&header(&a, &rules));
    let labs = [a, b];
    let margins = [config.margin, config.margin_rounds];
    let population = &labs[0].populations[0];
    let nothing = |measure| DeckEvidence::new(measure, population, rules.rules, margins);
    let mut evidence = DeckMeasure::ALL.map(nothing);
    let [deals, same_deals] = play(&labs, rules.rules, &mut evidence, watch)?;
    let (games, planned) = (deals * population.schedule.games_of_a_deal(), labs[0].games());
    let stopped = stopped(games, planned, config.out.out.as_deref());
    if deals == 0 {
        stopped.clone()?;
    }
    let decks = labs.each_ref().map(deck);
    let compared = DecksCompared { decks: &decks, evidence: &evidence, deals, same_deals, games, planned };
    let (frame, sentences) = (compared.frame(), compared.sentences());
    let BalanceConfig { margin, margin_rounds, .. } = *config;
    let special = Special { margin, margin_rounds, ..Special::default() };
    let manifest = Manifest::new(&labs[0], &rules, asked, &special, &[games]).with_deck_b(&labs[1].words);
    let same_deals = same_deals as f64 / deals as f64;
    let result = DecksResult { decks, frame, sentences, games, same_deals, manifest, stopped };
    if let (Some(dir), Ok(())) = (dir, &result.stopped) {
        result.publish(dir)?;
    }
    Ok(result)
}

/// The same agents and seed with another deck.
fn with_deck(config: &PopulationConfig, deck: &Path, seed: u64) -> PopulationConfig {
    let words = WordFiles { deck: Some(deck.to_owned()), ..config.words.clone() };
    PopulationConfig { seed: Some(seed), words, ..config.clone() }
}

/// The file of a laboratory's deck.
fn deck(lab: &Lab) -> String {
    let found = lab.words.sources.iter().find(|file| file.role == "deck");
    found.map(DataFile::name).unwrap_or_default()
}

/// Plays until a stop, or to the end; how many deals both have played, and how many of those had the same codes and heads.
fn play(
    labs: &[Lab; 2],
    rules: Rules,
    evidence: &mut [DeckEvidence],
    watch: &Watch,
) -> Result<[u64; 2], LabError> {
    let schedule = &labs[0].populations[0].schedule;
    let counter = watch.count(0, 2 * schedule.games());
    let (mut start, mut same) = (0, 0);
    while start < schedule.deals() && !watch.is_over() {
        let deals = start..schedule.deals().min(start + PORTION);
        let play = |lab| run(lab, rules, deals.clone(), (watch, counter.done()));
        let mut both = [play(&labs[0])?, play(&labs[1])?];
        let common = both[0].len().min(both[1].len());
        both.iter_mut().for_each(|dealt| dealt.truncate(common));
        evidence.iter_mut().for_each(|one| one.take(start, &both));
        let end = start + common as u64;
        same += (start..end).filter(|&number| is_same(labs, &rules, number)).count() as u64;
        start = end;
    }
    Ok([start, same])
}

/// Whether a deal has the same codes and heads with both decks.
fn is_same(labs: &[Lab; 2], rules: &Rules, number: u64) -> bool {
    let [a, b] = labs.each_ref().map(|lab| lab.deal(rules, number));
    a.codes == b.codes && a.heads == b.heads
}
