//! Comparison of two decks under the same rules: which deck is harder or leaks more.
//!
//! With decks of equal size and equally many words per card, deal n has cards of the same places, the same
//! codes and the same individual associations. Other decks draw the same places as long as no card repeats
//! among the eight drawn, or repeats equally often. A repeated card is drawn again, which shifts later draws.
//! Only the keywords differ then.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::arms::{Arm, PlayPlan};
use super::measure::Measure;
use super::multiplicity::{Contrast, Multiplicity};
use super::rows::{self, DecksRow};
use super::run::{PairedRun, PartCounts, Row};
use super::sentences::{Finding, deck_sentences};
use crate::error::LabError;
use crate::experiment::{
    BalanceConfig, DEFAULT_GAMES, ExperimentSetup, ManifestExtras, PopulationConfig, Provenance,
    RuleExperiment, Shardable, ShardableConfig, TabularResult, published,
};
use crate::message::Message;
use crate::run_control::RunControl;
use crate::setup::{DataRole, OutConfig, WordFiles};
use crate::table::{Frame, TableRow as _};
use crate::tournament::Shard;

/// Result of [`decks`]: tables and sentences about two decks.
#[derive(Debug)]
pub struct DecksResult {
    /// The files of both decks.
    pub decks: [String; 2],
    /// A row for each measure.
    pub rows: Vec<DecksRow>,
    /// One sentence for each measure, the most important first.
    pub sentences: Vec<String>,
    /// Games played with each deck.
    pub games: u64,
    /// Share of deals that had the same codes and individual associations with both decks.
    pub same_deals: f64,
    provenance: Provenance,
}

impl DecksResult {
    /// Returns decks.csv.
    pub fn frame(&self) -> Frame {
        DecksRow::frame(&self.rows)
    }
}

impl TabularResult for DecksResult {
    fn frames(&self) -> Vec<Frame> {
        vec![self.frame()]
    }

    fn provenance(&self) -> &Provenance {
        &self.provenance
    }
}

/// Plays the same deal numbers with the configured deck, A, and with another deck, B.
///
/// # Errors
/// Returns an error for settings that make no sense, such as the same deck twice, for files that cannot be
/// read or written, and if the run is interrupted before its first deals end.
pub fn decks(config: &BalanceConfig, deck_b: &Path, watch: &RunControl) -> Result<DecksResult, LabError> {
    let with_deck_b = DecksConfig { config: config.clone(), deck_b: deck_b.to_owned() };
    published::<DeckComparison>(&with_deck_b, &config.out, watch)
}

/// Configuration of a comparison of two decks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DecksConfig {
    /// Games to play, with deck A.
    pub config: BalanceConfig,
    /// File of deck B.
    pub deck_b: PathBuf,
}

impl ShardableConfig for DecksConfig {
    type Experiment = DeckComparison;
    const COMMAND: &'static str = "balance --deck-b";

    fn population(&self) -> &PopulationConfig {
        &self.config.population
    }

    fn population_mut(&mut self) -> &mut PopulationConfig {
        &mut self.config.population
    }

    fn games(&self) -> u64 {
        self.config.population.games(self.config.games, DEFAULT_GAMES)
    }

    fn within(&self, folder: &Path) -> DecksConfig {
        let in_folder = Some(folder.join(&self.deck_b)).filter(|file| file.exists());
        let deck_b = in_folder.unwrap_or_else(|| self.deck_b.clone());
        DecksConfig { config: self.config.within(folder), deck_b }
    }

    fn writing_to(self, out: &OutConfig) -> DecksConfig {
        DecksConfig { config: self.config.writing_to(out), ..self }
    }
}

/// A comparison of two decks, ready to run.
pub(crate) struct DeckComparison {
    /// The experiment with deck A.
    setting: RuleExperiment,
    /// The setup with deck B.
    b: ExperimentSetup,
    run: PairedRun,
}

impl Shardable for DeckComparison {
    type Config = DecksConfig;
    type Counts = PartCounts;
    type Result = DecksResult;

    fn prepare(
        DecksConfig { config, deck_b }: &DecksConfig,
        watch: &RunControl,
    ) -> Result<DeckComparison, LabError> {
        config.population.at_one_table("deck-b")?;
        let setting = RuleExperiment::new(config, DEFAULT_GAMES, false, watch)?;
        let RuleExperiment { rules, lab: a, .. } = &setting;
        let other = with_deck(&config.population, deck_b, a.seed.0);
        let mut b = ExperimentSetup::with_bots(&a.bots, &other, rules, a.asked, false, watch)?;
        b.words.keep_what_is_new_to(&a.words);
        if a.words.world.deck() == b.words.world.deck() {
            let message = Message::new("both decks are the same; name another with ")
                .setting("deck")
                .then(" or ")
                .setting("deck-b");
            return Err(LabError::setting(("deck-b", deck_b.display()), message));
        }
        let arms = [0, 1].map(|setup| Arm { rules: *rules.switches, setup });
        let plan = PlayPlan::new(arms.into());
        let margins = [config.margin, config.margin_rounds];
        let run = PairedRun::of_pair(plan, Measure::OF_DECKS.to_vec(), margins);
        Ok(DeckComparison { setting, b, run })
    }

    fn announce(&self, watch: &RunControl) {
        watch.note(&self.header());
        self.setting.lab.announce(watch);
        self.b.announce(watch);
    }

    fn name_files_as(&mut self, DecksConfig { config: requested, deck_b }: &DecksConfig) {
        self.setting.name_files_as(requested);
        let seed = self.setting.lab.seed.0;
        self.b.words.name_files_as(&with_deck(&requested.population, deck_b, seed).words);
    }

    fn lab(&self) -> &ExperimentSetup {
        &self.setting.lab
    }

    fn lab_mut(&mut self) -> &mut ExperimentSetup {
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

    fn arms(&self) -> u64 {
        self.run.plan.count()
    }

    fn play(&self, shard: Shard, watch: &RunControl) -> Result<PartCounts, LabError> {
        self.run.play(&self.labs(), (shard, watch), |_| false)
    }

    fn deals(&self, counts: &PartCounts) -> Option<Vec<u64>> {
        self.run.deals_of_part(&self.setting.lab, counts)
    }

    fn result(self, parts: Vec<PartCounts>) -> Result<DecksResult, LabError> {
        let lab = &self.setting.lab;
        let matchup = &lab.populations[0];
        let counts = self.run.merged(lab, &parts).swap_remove(0);
        let games = counts.deals * matchup.lineup.schedule.games_of_a_deal();
        let provenance = self.provenance(games)?;
        let estimates = self.run.estimates(matchup, &counts);
        let contrasts = estimates.iter().map(|estimates| Contrast { estimates, arm: 1 });
        let rows =
            Row::all(Multiplicity::Holm, contrasts.map(|contrast| contrast.at("", games, lab.games())));
        let decks = self.labs().map(deck);
        let table = rows::of_decks(&decks, counts.same_deals, &rows);
        let findings: Vec<Finding<'_>> = rows.iter().filter_map(|row| row.finding(None)).collect();
        let same_deals = counts.same_deals as f64 / counts.deals as f64;
        Ok(DecksResult {
            sentences: deck_sentences(&findings),
            decks,
            rows: table,
            games,
            same_deals,
            provenance,
        })
    }
}

impl DeckComparison {
    /// Returns the setups of both decks.
    const fn labs(&self) -> [&ExperimentSetup; 2] {
        [&self.setting.lab, &self.b]
    }

    fn special(&self) -> ManifestExtras {
        let BalanceConfig { margin, margin_rounds, .. } = self.setting.config;
        ManifestExtras { margin, margin_rounds, ..ManifestExtras::default() }
    }

    fn provenance(&self, games: u64) -> Result<Provenance, LabError> {
        let Provenance { manifest, stopped } = self.setting.provenance(&self.special(), &[games])?;
        Ok(Provenance { manifest: manifest.with_deck_b(&self.b.words), stopped })
    }
}

/// Returns the configuration with another deck and this seed; the agents stay.
fn with_deck(config: &PopulationConfig, deck: &Path, seed: u64) -> PopulationConfig {
    let words = WordFiles { deck: Some(deck.to_owned()), ..config.words.clone() };
    PopulationConfig { seed: Some(seed), words, ..config.clone() }
}

/// Returns the file of a setup's deck.
fn deck(lab: &ExperimentSetup) -> String {
    lab.words.source(&DataRole::Deck).map(|deck| deck.place.to_string()).unwrap_or_default()
}
