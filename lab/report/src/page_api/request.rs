//! The requests of a page.

use serde::Deserialize;
use serde_json::Value;

use crate::advise::FinishedSheet;
use overhear_lab::comparison_answers::{ComparisonRequest, DeckQuestion};
use overhear_lab::error::LabError;
use overhear_lab::paired::EndingKind;
use overhear_lab::setup::{Replacement, RulesSpec};

/// What a page can ask.
#[derive(Debug, Deserialize)]
#[serde(tag = "ask", rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum PageRequest {
    /// The decks, rules, tables and languages to choose from.
    Choices,
    /// What a question comes to before it is played.
    Plan { question: ComparisonRequest },
    /// Deals to be played.
    Play { question: ComparisonRequest, first: u64, end: u64 },
    /// What sums say.
    Answer { question: ComparisonRequest, tally: Value },
    /// Whether the answer holds at a range of tables.
    Tables { question: ComparisonRequest },
    /// What changes while a number of rule set B is turned through a range.
    Sweep { question: ComparisonRequest, key: String, low: i64, high: i64 },
    /// A game as note sheets; with `tied` the next tied one from there, with `step` the next one decided on that step.
    Game {
        question: ComparisonRequest,
        rules: RulesArm,
        game: u64,
        #[serde(default)]
        tied: bool,
        #[serde(default)]
        step: Option<String>,
    },
    /// What a deck of one's own holds.
    Deck { text: String },
    /// Whether that deck is harder than the built-in one, and which of its words are bad.
    CompareDeck { text: String, question: DeckQuestion },
    /// Replacements tested in it: for these words, or for those that stand out if none is named.
    ImproveDeck {
        text: String,
        question: DeckQuestion,
        #[serde(default)]
        words: Vec<String>,
        /// Words that may not replace any.
        #[serde(default)]
        except: Vec<String>,
    },
    /// Whether it is better with these replacements.
    TryDeck { text: String, question: DeckQuestion, replaced: Vec<Replacement> },
    /// Who wins a game of three players.
    Three { question: ThreePlayerQuestion },
    /// Which of some words are not known, and what is understood in their place.
    Words { texts: Vec<String> },
    /// A finished game, clue by clue; with `opponents` the other team's side of it.
    Review {
        sheet: FinishedSheet,
        #[serde(default)]
        opponents: bool,
    },
    /// Clues for a round of it.
    Suggest { sheet: FinishedSheet, round: usize },
    /// What a perfect overhearer makes of each round.
    Overhear { sheet: FinishedSheet },
    /// How a game with these tokens ends by each tiebreaker.
    Judge { own: TokenCount, other: TokenCount, rounds: u8 },
}

/// One of the two sets of rules.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum RulesArm {
    A,
    B,
}

/// A game of three players.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct ThreePlayerQuestion {
    /// The rules: `three-player`, and further switches.
    pub(super) rules: RulesSpec,
    /// Agents as `[LABEL=]SPEC`; none for the range of matchups.
    pub(super) agents: Vec<String>,
    pub(super) seed: u64,
    /// Games at each table.
    pub(super) games: u64,
}

impl Default for ThreePlayerQuestion {
    fn default() -> ThreePlayerQuestion {
        ThreePlayerQuestion {
            rules: "three-player".into(),
            agents: vec!["human".to_owned()],
            seed: 1,
            games: 2000,
        }
    }
}

/// The tokens of a team.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TokenCount {
    pub(super) interceptions: u8,
    pub(super) miscommunications: u8,
}

/// Returns the step of this name in files.
///
/// # Errors
/// A name of none, with all that there are.
pub(super) fn step(name: &str) -> Result<EndingKind, LabError> {
    let matching = EndingKind::ALL.into_iter().find(|step| step.name() == name);
    matching.ok_or_else(|| {
        let names = EndingKind::ALL.map(EndingKind::name).join(", ");
        LabError::content("step", format_args!("there is no `{name}`; there are {names}"))
    })
}

/// Integers of a comparison.
const WHOLE: [&str; 2] = ["seed", "games"];

/// Other numbers of a comparison, with the names of their settings.
const OTHER: [(&str, &str); 2] = [("margin", "margin"), ("margin_rounds", "margin-rounds")];

/// Integers beside the comparison.
const BESIDE: [&str; 5] = ["first", "end", "game", "round", "rounds"];

/// Refuses unusable numbers, which come from the fields and the address of the page, by name, before the rest of the request is parsed.
pub(super) fn check_numbers(request: &Value) -> Result<(), LabError> {
    let question = &request["question"];
    WHOLE.into_iter().try_for_each(|name| whole_number(name, &question[name]))?;
    BESIDE.into_iter().try_for_each(|name| whole_number(name, &request[name]))?;
    OTHER.into_iter().try_for_each(|(key, setting)| number(setting, &question[key]))
}

/// Checks that a number is an integer in range or absent.
fn whole_number(name: &'static str, value: &Value) -> Result<(), LabError> {
    let is_right = value.is_u64() || value.is_null();
    if is_right { Ok(()) } else { Err(LabError::setting((name, value), "takes a whole number, 0 or more")) }
}

fn number(name: &'static str, value: &Value) -> Result<(), LabError> {
    let is_right = value.is_number() || value.is_null();
    if is_right { Ok(()) } else { Err(LabError::setting((name, value), "takes a number")) }
}
