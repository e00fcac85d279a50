//! A card that says how well an agent plays, by tasks whose right answers are known.
//!
//! House players give the clues and stand beside the agent on every card: a floor that knows nothing, and a ceiling that reads
//! with the exact posterior. What a bot answers is kept, so that a card is printed again, to the same bytes, without it.

mod card;
mod context;
mod forgiving;
mod halves;
mod measure;
mod predict;
mod tasks;

use std::path::PathBuf;

use overhear_agents::registry::{Registry, Spec};
use serde::Deserialize;

pub use card::BenchCard;
use card::CardHeader;
use context::Bench;
use measure::Measure;
use tasks::Cost;

use crate::error::{FileContext as _, LabError};
use crate::partial_result::CUT;
use crate::run_control::RunControl;
use crate::setting_ref::SettingRef;
use crate::setup::{
    BotOrder, OutConfig, PlayersConfig, RuleSet, RulesConfig, WordFiles, load_players, ranges, seed,
};
use crate::store::Target;
use crate::table::grouped;

/// The suite that there is, with its seed: everybody's cards are of the same deals.
const SUITE: (&str, u64) = ("decrypto-1", 20_261);

/// The answers a second by which the time of a card is forecast.
const ANSWERS_A_SECOND: u64 = 20;

/// A card that is asked for.
#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct BenchConfig {
    /// The agent as a SPEC: a bot's name, or a player of the house.
    pub agent: String,
    /// The suite.
    pub suite: String,
    /// The seed of the deals, if it is not the suite's own: fresh deals that no model has read about.
    pub seed: Option<u64>,
    /// Games of each task.
    pub games: u64,
    /// Recorded clues to decode, as `sim-cli eval decode` takes them.
    pub clues: Option<PathBuf>,
    /// The words.
    pub words: WordFiles,
    /// Programs that play under names of their own.
    pub bots: Vec<BotOrder>,
    /// A file in which the answers of bots are kept.
    pub answers: Option<PathBuf>,
    /// Whether the run ends with the forecast.
    pub dry: bool,
    /// Where the files go.
    pub out: OutConfig,
    /// The agents that a SPEC can name.
    #[serde(skip)]
    pub registry: Registry,
}

impl Default for BenchConfig {
    fn default() -> BenchConfig {
        BenchConfig {
            agent: String::new(),
            suite: SUITE.0.to_owned(),
            seed: None,
            games: 60,
            clues: None,
            words: WordFiles::default(),
            bots: Vec::new(),
            answers: None,
            dry: false,
            out: OutConfig::default(),
            registry: Registry::standard(),
        }
    }
}

/// Makes a card; none if only the forecast was asked for.
///
/// ```
/// use overhear_lab::{BenchConfig, RunControl, bench};
///
/// let config = BenchConfig { agent: "margin".to_owned(), dry: true, ..BenchConfig::default() };
/// assert!(bench(&config, &RunControl::default())?.is_none());
/// # Ok::<(), overhear_lab::LabError>(())
/// ```
///
/// # Errors
/// What makes no sense, a bot that does not start or answers no more, an interruption.
pub fn bench(config: &BenchConfig, watch: &RunControl) -> Result<Option<BenchCard>, LabError> {
    if config.suite != SUITE.0 {
        let message = format_args!("there is no such suite; there is `{}`", SUITE.0);
        return Err(LabError::setting(("suite", &config.suite), message));
    }
    ranges::GAMES.check(config.games)?;
    let targets = if config.dry { Vec::new() } else { targets(&config.out)? };
    let players = PlayersConfig {
        bots: config.bots.clone(),
        answers: config.answers.clone(),
        registry: config.registry.clone(),
        ..PlayersConfig::default()
    };
    let rules = RuleSet::from_config(&RulesConfig::default())?;
    let who = |players: &PlayersConfig| {
        let spec: Spec = players.registry.parse(&config.agent)?;
        Ok((spec, players.registry.clone()))
    };
    let ((spec, registry), words, bots) = load_players(&players, &config.words, &rules, watch, who)?;
    words.announce([&spec], watch);
    let seed = seed(Some(config.seed.unwrap_or(SUITE.1)));
    let bench = Bench {
        spec,
        registry,
        words: &words,
        is_deck_known: config.words.deck.is_some(),
        rules: *rules.switches,
        seed,
        games: config.games,
        bots: &bots,
        watch,
    };
    let most = bench.most_questions();
    watch.note(&[format!(
        "at most {} questions, {} minutes at {ANSWERS_A_SECOND} a second; clues that are refused are asked for again",
        grouped(most),
        most.div_ceil(60 * ANSWERS_A_SECOND)
    )]);
    if config.dry {
        return Ok(None);
    }
    let (mut measures, mut items, mut costs) = (Vec::new(), Vec::new(), Vec::new());
    bench.run(config.clues.as_deref(), &mut measures, &mut items, &mut costs)?;
    if watch.is_over() {
        return Err(LabError::interrupted(CUT));
    }
    let header = CardHeader::new(config, seed.0, &bench);
    let card = BenchCard::new(header, measures, items, &costs);
    for (target, text) in targets.into_iter().zip(card.files()) {
        target.write(text.as_bytes())?;
    }
    Ok(Some(card))
}

/// The files of a card; the one that makes a directory a card comes last.
const FILES: [&str; 4] = ["card.md", "items.jsonl", "cost.csv", "card.json"];

/// Sees, before anything is asked, that the files may be written.
fn targets(out: &OutConfig) -> Result<Vec<Target>, LabError> {
    out.check()?;
    let Some(dir) = &out.out else { return Ok(Vec::new()) };
    std::fs::create_dir_all(dir).of_setting(&SettingRef::from(("out", dir.display())))?;
    FILES.iter().map(|file| Target::from_config("out", &dir.join(file), out.force, &[])).collect()
}

/// What the tasks add up to.
type Found<'a> = (&'a mut Vec<Measure>, &'a mut Vec<serde_json::Value>, &'a mut Vec<Cost>);
