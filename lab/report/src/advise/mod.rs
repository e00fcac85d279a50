//! Analysis of the note sheet of a real game.

mod bot_reading;
mod clues;
mod finished_sheet;
mod game_review;
mod readings;
mod review;
mod review_sentences;
mod sheet;
mod suggest;
mod suggestion;

use std::path::{Path, PathBuf};

use overhear_agents::free_text::{
    FreeTextGuesser, Listener, LogBelief, ParsedClue, SlotClues, TextTask, text_refusal,
};
use overhear_agents::registry::{Registry, Spec};
use overhear_engine::rules::{Code, Slot, stands_for_missing};
use serde::Serialize;

pub use clues::{ClueAdvice, WrittenClue, WrittenClues};
pub use finished_sheet::{FinishedRound, FinishedSheet};
pub use game_review::{
    BetterClue, ClueReview, GameReview, OverheardRound, RoundReview, SlotReview, TurningPoint, WordRemark,
};
use overhear_lab::error::LabError;
use overhear_lab::run_control::RunControl;
use overhear_lab::setup::{
    AssociationFile, BotConfig, ClueReader, PlayersConfig, TomlDocument, WordFiles, Words, check_words,
    ranges, readers,
};
pub use readings::{ClueReading, WordReading};
pub use review::GameReviewer;
use sheet::{NoteSheet, NotedTeam};
pub use suggest::{SuggestedClue, SuggestedRound};
pub use suggestion::{BestTriple, DigitAdvice, Suggestion};

/// Example of a sheet, with explanations.
pub const EXAMPLE: &str = include_str!("example.toml");

/// Advice about a sheet. Parts without a question are absent.
#[derive(Debug, Serialize)]
pub struct Advice {
    /// Name of the agent.
    pub agent: String,
    /// For each position, the likeliest keywords of the opponents.
    pub opponents_keywords: Vec<SlotAdvice>,
    /// The likeliest codes of the opponents' clues.
    pub intercept: Option<Vec<CodeAdvice>>,
    /// What each of the opponents' clues says by itself.
    pub intercept_clues: Option<Vec<ClueReading>>,
    /// The likeliest codes of the own clues.
    pub decode: Option<Vec<CodeAdvice>>,
    /// What each of the own clues says by itself.
    pub decode_clues: Option<Vec<ClueReading>>,
    /// For the own Encryptor.
    pub encrypt: Option<ClueAdvice>,
    /// How many words of the sheet the agent does not know.
    pub unknown_words: u32,
    /// The words of the sheet that are not known as they stand, and what they were taken for.
    pub readings: Vec<WordReading>,
}

/// Keywords that the opponents may hold in one position.
#[derive(Debug, Serialize)]
pub struct SlotAdvice {
    /// The position, 1 to 4.
    pub position: usize,
    /// The revealed clues of the position.
    pub clues: Vec<String>,
    /// Keywords, the likeliest first.
    pub keywords: Vec<KeywordAdvice>,
}

/// A possible keyword.
#[derive(Debug, Serialize)]
pub struct KeywordAdvice {
    /// The keyword.
    pub word: String,
    /// Its posterior probability.
    pub probability: f64,
}

/// A possible code.
#[derive(Debug, Serialize)]
pub struct CodeAdvice {
    /// The code.
    pub code: String,
    /// Its posterior probability.
    pub probability: f64,
}

/// Reads a sheet and discards it, for the fuzz targets.
pub(crate) fn try_to_read(path: &Path) -> Result<(), LabError> {
    NoteSheet::read(&TomlDocument::read(path)?).map(drop)
}

/// Configuration of [`advise`].
#[derive(Clone, Debug)]
pub struct AdviseConfig {
    /// TOML file with the note sheet of a real game.
    pub sheet: PathBuf,
    /// Agent whose guesser answers, as a SPEC.
    pub agent: String,
    /// Number of keywords, codes and clues to list.
    pub top: usize,
    /// The word embedding; the built-in one by default.
    pub space: Option<PathBuf>,
    /// The deck that the opponents' keywords come from; the built-in one by default.
    pub deck: Option<PathBuf>,
    /// Tables of P(clue | keyword), for agents that name them.
    pub associations: Vec<AssociationFile>,
    /// Bots.
    pub bots: Vec<BotConfig>,
    /// File that stores the answers of bots.
    pub answers: Option<PathBuf>,
    /// The agents that a SPEC can name.
    pub registry: Registry,
}

impl Default for AdviseConfig {
    fn default() -> AdviseConfig {
        AdviseConfig {
            sheet: PathBuf::new(),
            agent: "pragmatic".to_owned(),
            top: 10,
            space: None,
            deck: None,
            associations: Vec::new(),
            bots: Vec::new(),
            answers: None,
            registry: Registry::standard(),
        }
    }
}

/// Reads a sheet and gives advice. A bot answers what clues stand for; a built-in agent answers the rest.
///
/// ```
/// use overhear_report::advise::EXAMPLE;
/// use overhear_lab::RunControl;
/// use overhear_report::{AdviseConfig, advise};
///
/// let dir = tempfile::tempdir().map_err(overhear_lab::LabError::runtime)?;
/// let sheet = dir.path().join("sheet.toml");
/// std::fs::write(&sheet, EXAMPLE).map_err(overhear_lab::LabError::runtime)?;
/// let config = AdviseConfig { sheet, top: 3, ..AdviseConfig::default() };
/// let advice = advise(&config, &RunControl::default())?;
/// assert_eq!(advice.opponents_keywords.len(), 4);
/// # Ok::<(), overhear_lab::LabError>(())
/// ```
///
/// # Errors
/// Returns an error for settings that make no sense, by file, line and key, and for a bot that does not start
/// or answer.
pub fn advise(config: &AdviseConfig, watch: &RunControl) -> Result<Advice, LabError> {
    ranges::TOP.check(config.top as u64)?;
    if config.bots.is_empty() {
        agent_spec(config, &config.registry)?;
    }
    let document = TomlDocument::read(&config.sheet)?;
    let sheet = NoteSheet::read(&document)?;
    missing_values(document.name(), &sheet).iter().for_each(|line| watch.progress.warn(line));
    if sheet.keywords.is_none() && sheet.own.now.is_some() {
        return Err(LabError::content(
            document.name(),
            "`own.now` asks about own keywords; give `own.keywords`",
        ));
    }
    let (space, deck, associations) =
        (config.space.clone(), config.deck.clone(), config.associations.clone());
    let files = WordFiles { space, deck, lang: sheet.language, associations, ..WordFiles::default() };
    let (bots, answers, registry) = (config.bots.clone(), config.answers.clone(), config.registry.clone());
    let players = PlayersConfig { bots, answers, registry, ..PlayersConfig::default() };
    let (spec, words, bots) =
        readers(&players, &files, watch, |players| agent_spec(config, &players.registry))?;
    check_words(&spec, &words).map_err(|error| LabError::setting(("agent", &config.agent), error))?;
    words.announce([&spec], watch);
    let reading = ClueReader::new(spec, &bots)?;
    if let Some(reason) = text_refusal(&reading.spec, TextTask::Overhear) {
        return Err(LabError::setting(("agent", &config.agent), reason));
    }
    let listener = FreeTextGuesser::new(&words.world, &reading.spec);
    let listener = if config.deck.is_some() { listener.with_known_deck() } else { listener };
    let advice = Advice::new(&listener, &words, &sheet, reading.label.clone(), config.top);
    bot_reading::of_bot(advice, &reading, &sheet, config.top)
}

/// Returns a warning for each word of a sheet that stands for a missing value in many tables.
fn missing_values(name: &str, sheet: &NoteSheet) -> Vec<String> {
    let mut words: Vec<&str> = sheet.texts().filter(|text| stands_for_missing(text)).collect();
    words.sort_unstable();
    words.dedup();
    let sentence =
        "stands for a missing value in many tables and is read as a word here; write a missing clue as \"\"";
    words.into_iter().map(|word| format!("{name}: `{word}` {sentence}")).collect()
}

/// Returns the agent whose beliefs are asked for.
fn agent_spec(config: &AdviseConfig, registry: &Registry) -> Result<Spec, LabError> {
    registry.parse(&config.agent).map_err(|error| LabError::spec(("agent", &config.agent), error))
}

impl Advice {
    fn new(
        listener: &FreeTextGuesser<'_>,
        words: &Words,
        sheet: &NoteSheet,
        agent: String,
        top: usize,
    ) -> Advice {
        let (own, opponents) = (revealed(listener, &sheet.own), revealed(listener, &sheet.opponents));
        let keywords = sheet.keywords.as_ref().map(|keywords| keywords.each_ref().map(String::as_str));
        let heard = sheet.opponents.now.as_ref().and_then(|now| now.clues.as_ref());
        let spoken = sheet.own.now.as_ref().and_then(|now| now.clues.as_ref());
        let team = Listener { earlier: Some(&own), ..Listener::default() };
        let decode = keywords
            .zip(spoken)
            .map(|(held, spoken)| listener.decode_as(team, held, spoken.each_ref().map(String::as_str)));
        let code = sheet.own.now.as_ref().and_then(|now| now.code);
        let encrypt = keywords.zip(code).map(|(held, code)| {
            let table = clues::EncryptorTable { listener, words, sheet, held, code, own: &own };
            clues::advise(&table, top)
        });
        Advice {
            agent,
            opponents_keywords: likely_keywords(listener, sheet, &opponents, top),
            intercept: heard.map(|clues| codes(&listener.overhear(&opponents, &hear(listener, clues)), top)),
            intercept_clues: heard.map(|clues| {
                readings::of_clues(
                    clues,
                    |clue| listener.slot_probabilities(&opponents, &listener.hear(clue)),
                    |_| None,
                )
            }),
            decode: decode.map(|belief| codes(&belief, top)),
            decode_clues: keywords.zip(spoken).map(|(held, spoken)| {
                readings::of_clues(
                    spoken,
                    |clue| listener.taken_as(team, held, clue),
                    |(clue, position)| Some(listener.is_stated(held[position], clue)),
                )
            }),
            encrypt,
            unknown_words: unknown(listener, sheet),
            readings: readings::of_words(listener, sheet),
        }
    }
}

/// Returns the clues that a team has revealed so far.
fn revealed(listener: &FreeTextGuesser<'_>, team: &NotedTeam) -> SlotClues {
    let mut revealed = SlotClues::default();
    for round in &team.rounds {
        listener.reveal(&mut revealed, round.code, &hear(listener, &round.clues));
    }
    revealed
}

fn hear(listener: &FreeTextGuesser<'_>, clues: &[String; 3]) -> [ParsedClue; 3] {
    clues.each_ref().map(|clue| listener.hear(clue))
}

fn codes(belief: &LogBelief, top: usize) -> Vec<CodeAdvice> {
    let probabilities = belief.probabilities(1.0);
    let mut codes = Code::ALL.map(|code| (code, probabilities[code.index()]));
    codes.sort_by(|a, b| b.1.total_cmp(&a.1));
    codes
        .iter()
        .take(top)
        .map(|&(code, probability)| CodeAdvice { code: code.to_string(), probability })
        .collect()
}

fn likely_keywords(
    listener: &FreeTextGuesser<'_>,
    sheet: &NoteSheet,
    opponents: &SlotClues,
    top: usize,
) -> Vec<SlotAdvice> {
    let own: Vec<&str> = sheet.keywords.iter().flatten().map(String::as_str).collect();
    let likely_keywords = listener.likely_keywords(opponents, &own, top);
    Slot::ALL
        .map(|slot| SlotAdvice {
            position: slot.index() + 1,
            clues: clues_for(&sheet.opponents, slot),
            keywords: likely_keywords[slot]
                .iter()
                .map(|likely| KeywordAdvice { word: likely.word.clone(), probability: likely.probability })
                .collect(),
        })
        .into()
}

/// Returns the clues under a number of the note sheet (R26).
fn clues_for(team: &NotedTeam, slot: Slot) -> Vec<String> {
    let pairs = team.rounds.iter().flat_map(|round| round.code.slots().into_iter().zip(&round.clues));
    pairs.filter(|(at, clue)| *at == slot && !clue.is_empty()).map(|(_, clue)| clue.clone()).collect()
}

fn unknown(listener: &FreeTextGuesser<'_>, sheet: &NoteSheet) -> u32 {
    sheet.texts().map(|text| listener.reader().read(text).unknown).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use overhear_lab::ErrorKind;

    #[test]
    fn no_advice_is_refused_by_the_key_of_its_number() {
        let config = AdviseConfig { top: 0, ..AdviseConfig::default() };
        let error = advise(&config, &RunControl::default()).expect_err("a number of no clue");
        assert_eq!((error.kind(), error.about()), (ErrorKind::Usage, Some("top")), "{error}");
    }
}
