//! Two decks by the same rules: which is harder, leakier, or makes other games.
//!
//! Deal n has the cards of the same places, the same codes and the same heads with decks of as many cards with as many
//! words. With others it has them as long as no card comes twice among the eight that are drawn, or as often with both: a
//! card that comes twice is drawn again, and what is drawn later moves. What the keywords are is what differs.

use std::path::{Path, PathBuf};

use overhear_engine::table::{Seed, Table};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::deck_evidence::{DeckCounted, DeckEvidence};
use super::deck_measure::DeckMeasure;
use super::deck_play::run;
use super::decks_frame::DecksCompared;
use super::divided::Divided;
use super::lab::{Lab, PopulationConfig};
use super::manifest::Special;
use super::provenance::{Provenance, Tabled};
use super::setting::Setting;
use super::{BalanceConfig, DEFAULT_GAMES, published};
use crate::error::LabError;
use crate::mention::mention;
use crate::setup::{Role, WordFiles};
use crate::table::Frame;
use crate::tournament::Shard;
use crate::watch::Watch;

/// Deals that are played with one deck before the other one has them.
const PORTION: u64 = 512;

/// What two decks have shown.
#[derive(Debug)]
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
    provenance: Provenance,
}

impl Tabled for DecksResult {
    fn frames(&self) -> Vec<&Frame> {
        vec![&self.frame]
    }

    fn provenance(&self) -> &Provenance {
        &self.provenance
    }
}

/// Plays the same numbers of deals with the deck of the configuration, A, and with another one, B.
///
/// # Errors
/// What makes no sense, such as one deck twice; files that cannot be read or written; an interruption before the first
/// deals are over.
pub fn decks(config: &BalanceConfig, deck_b: &Path, watch: &Watch) -> Result<DecksResult, LabError> {
    published::<Decks>(&(config.clone(), deck_b.to_owned()), &config.out, watch)
}

/// What some deals have come to with both decks.
#[derive(Serialize, Deserialize)]
pub(super) struct DecksCounted {
    deals: u64,
    same_deals: u64,
    evidence: Vec<DeckCounted>,
}

/// Two decks that are about to be compared.
pub(super) struct Decks {
    /// With the first deck.
    setting: Setting,
    /// With the other one.
    b: Lab,
}

impl Divided for Decks {
    type Config = (BalanceConfig, PathBuf);
    type Counts = DecksCounted;
    type Result = DecksResult;

    fn prepare((config, deck_b): &(BalanceConfig, PathBuf)) -> Result<Decks, LabError> {
        config.population.at_one_table("deck-b")?;
        let setting = Setting::new(config, DEFAULT_GAMES, false)?;
        let Setting { rules, lab: a, .. } = &setting;
        let other = with_deck(&config.population, deck_b, a.seed.0);
        let mut b = Lab::beside(&a.bots, &other, rules, a.asked, false)?;
        b.words.keep_what_is_new_to(&a.words);
        if a.words.world.deck() == b.words.world.deck() {
            let [one, other] = ["deck", "deck-b"].map(mention);
            let message = format_args!(
                "it is the deck that it shall be compared with; name another one with {one} or {other}"
            );
            return Err(LabError::setting(("deck-b", deck_b.display()), message));
        }
        Ok(Decks { setting, b })
    }

    fn tell(&self, watch: &Watch) {
        watch.note(&self.header());
        self.setting.lab.tell(watch);
        self.b.tell(watch);
    }

    fn name_files_as(&mut self, (asked, deck_b): &(BalanceConfig, PathBuf)) {
        self.setting.name_files_as(asked);
        let seed = self.setting.lab.seed.0;
        self.b.words.name_files_as(&with_deck(&asked.population, deck_b, seed).words);
    }

    fn lab(&self) -> &Lab {
        &self.setting.lab
    }

    fn lab_mut(&mut self) -> &mut Lab {
        &mut self.setting.lab
    }

    fn seat(&mut self) -> Result<(), LabError> {
        self.setting.lab.seat()?;
        self.b.seat()
    }

    fn identity(&self) -> Value {
        let planned = self.setting.lab.planned();
        self.setting.manifest(&self.special(), &planned).with_deck_b(&self.b.words).identity()
    }

    fn header(&self) -> Vec<String> {
        self.setting.header()
    }

    fn play(&self, shard: Shard, watch: &Watch) -> Result<DecksCounted, LabError> {
        let (labs, rules, mut evidence) = (self.labs(), *self.setting.rules.switches, self.nothing());
        let tables = [labs[0].table(&rules)?, labs[1].table(&rules)?];
        let deals = shard.range(labs[0].populations[0].schedule.deals());
        let counter = watch.count(0, 2 * labs[0].games_of(shard));
        let (mut start, mut same_deals) = (deals.start, 0);
        while start < deals.end && !watch.is_over() {
            let portion = start..deals.end.min(start + PORTION);
            let play = |lab| run(lab, rules, portion.clone(), (watch, counter.done()));
            let mut both = [play(labs[0])?, play(labs[1])?];
            let common = both[0].len().min(both[1].len());
            both.iter_mut().for_each(|dealt| dealt.truncate(common));
            evidence.iter_mut().for_each(|one| one.take(start, &both));
            let end = start + common as u64;
            same_deals +=
                (start..end).filter(|&number| is_same(&tables, labs[0].seed, number)).count() as u64;
            start = end;
        }
        let evidence = evidence.into_iter().map(DeckEvidence::counted).collect();
        Ok(DecksCounted { deals: start - deals.start, same_deals, evidence })
    }

    fn deals(&self, counts: &DecksCounted) -> Option<Vec<u64>> {
        let nothing = self.nothing();
        let takes = nothing.iter().zip(&counts.evidence).all(|(nothing, one)| nothing.takes(one));
        let fits = counts.evidence.len() == nothing.len() && takes && counts.same_deals <= counts.deals;
        fits.then(|| vec![counts.deals])
    }

    fn result(self, parts: Vec<DecksCounted>) -> Result<DecksResult, LabError> {
        let (labs, mut evidence) = (self.labs(), self.nothing());
        for part in &parts {
            evidence.iter_mut().zip(&part.evidence).for_each(|(own, part)| own.add(part));
        }
        let deals: u64 = parts.iter().map(|part| part.deals).sum();
        let same_deals: u64 = parts.iter().map(|part| part.same_deals).sum();
        let games = deals * labs[0].populations[0].schedule.games_of_a_deal();
        let provenance = self.provenance(games)?;
        let planned = labs[0].games();
        let decks = labs.map(deck);
        let compared =
            DecksCompared { decks: &decks, evidence: &evidence, deals, same_deals, games, planned };
        let (frame, sentences) = (compared.frame(), compared.sentences());
        let same_deals = same_deals as f64 / deals as f64;
        Ok(DecksResult { decks, frame, sentences, games, same_deals, provenance })
    }
}

impl Decks {
    /// With either deck.
    const fn labs(&self) -> [&Lab; 2] {
        [&self.setting.lab, &self.b]
    }

    /// Nothing yet of each measure.
    fn nothing(&self) -> [DeckEvidence; DeckMeasure::ALL.len()] {
        let Setting { config, rules, lab } = &self.setting;
        let margins = [config.margin, config.margin_rounds];
        DeckMeasure::ALL
            .map(|measure| DeckEvidence::new(measure, &lab.populations[0], *rules.switches, margins))
    }

    fn special(&self) -> Special {
        let BalanceConfig { margin, margin_rounds, .. } = self.setting.config;
        Special { margin, margin_rounds, ..Special::default() }
    }

    fn provenance(&self, games: u64) -> Result<Provenance, LabError> {
        let Provenance { manifest, stopped } = self.setting.provenance(&self.special(), &[games])?;
        Ok(Provenance { manifest: manifest.with_deck_b(&self.b.words), stopped })
    }
}

/// The same agents and seed with another deck.
fn with_deck(config: &PopulationConfig, deck: &Path, seed: u64) -> PopulationConfig {
    let words = WordFiles { deck: Some(deck.to_owned()), ..config.words.clone() };
    PopulationConfig { seed: Some(seed), words, ..config.clone() }
}

/// The file of a laboratory's deck.
fn deck(lab: &Lab) -> String {
    lab.words.source(&Role::Deck).map(|deck| deck.place.to_string()).unwrap_or_default()
}

/// Whether a deal has the same codes and heads with both decks.
fn is_same(tables: &[Table<'_>; 2], seed: Seed, number: u64) -> bool {
    let [a, b] = tables.each_ref().map(|table| table.deal(seed, number));
    a.codes == b.codes && a.heads == b.heads
}
