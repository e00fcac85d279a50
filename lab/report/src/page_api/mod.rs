//! JSON API behind the page, in a browser as WebAssembly and in `sim-cli serve`.
//!
//! Requests are independent, so any instance can answer any request:
//! `{"ask":"choices"}`, `{"ask":"plan","question":{…}}`, `{"ask":"play","question":{…},"first":0,"end":500}`,
//! `{"ask":"answer","question":{…},"tally":{…}}`, `{"ask":"tables","question":{…}}`,
//! `{"ask":"sweep","question":{…},"key":"round_limit","low":4,"high":9}`,
//! `{"ask":"game","question":{…},"rules":"b","game":7,"step":"points"}`, `{"ask":"deck","text":"…"}`,
//! `{"ask":"compare_deck","text":"…","question":{…}}`,
//! `{"ask":"improve_deck","text":"…","question":{…},"words":["car"],"except":["tram"]}`,
//! `{"ask":"try_deck","text":"…","question":{…},"replaced":[{"word":"car","instead":"bread"}]}`,
//! `{"ask":"three","question":{…}}`, `{"ask":"review","sheet":{…}}`,
//! `{"ask":"suggest","sheet":{…},"round":3}`, `{"ask":"overhear","sheet":{…}}`, `{"ask":"words","texts":[…]}`,
//! `{"ask":"judge","own":{…},"other":{…},"rounds":6}`.
//! Each may name the language of its words, `"lang":"fr"`; without it the words are English.
//! The reply is `{"ok":…}` or `{"error":"…"}`. Tallies are whole numbers that add up place by place and key by key.

mod candidates;
mod choices;
mod command;
mod deck_advice;
mod decks;
mod judge;
mod length;
mod request;
mod sweep;
mod table_cells;
mod three;

use overhear_agents::registry::Registry;
use overhear_agents::words::load_language;
use serde::Serialize;
use serde_json::{Value, json};

use crate::advise::GameReviewer;
pub use candidates::{RuleAnswers, rule_answers};
pub use choices::{PageChoices, choices};
use deck_advice::DeckTrial;
pub use length::too_long;
use overhear_lab::comparison_answers::{ComparisonRequest, LiveComparison};
use overhear_lab::error::LabError;
use overhear_lab::paired::{EndingKind, MatchupCounts, compare};
use overhear_lab::run_control::{RunControl, StopHandle};
use overhear_lab::setup::{Language, Words};
pub use overhear_lab::wording::{switch_name, value_name};
use request::{PageRequest, RulesArm};

/// Number of games searched for a tied game, or for one that a given step decided.
const SEARCH: u64 = 1000;

/// Maximum number of deals that a request plays, as the next request waits for it.
const MOST_DEALS: u64 = 100_000;

/// Games of each standard matchup; small, as the user waits.
const TABLE_GAMES: u64 = 500;

/// The plan of a comparison.
#[derive(Debug, Serialize)]
struct PlannedAnswer {
    deals: u64,
    games: u64,
    games_of_a_deal: u64,
    plays: u64,
    agents: Vec<String>,
    departures: Vec<String>,
    command: String,
}

/// Answers requests, in each language with its own words.
#[derive(Debug, Default)]
pub struct PageApi {
    registry: Registry,
    languages: Vec<PageApiForLanguage>,
}

impl PageApi {
    /// Returns an API with these agents.
    pub fn new(registry: &Registry) -> PageApi {
        PageApi { registry: registry.clone(), languages: Vec::new() }
    }

    /// Answers a request.
    pub fn ask(&mut self, request: &str) -> String {
        self.ask_until(request, &StopHandle::default())
    }

    /// Answers a request, or returns an error early when `stop` is requested.
    pub fn ask_until(&mut self, request: &str, stop: &StopHandle) -> String {
        let answer =
            read(request).and_then(|(language, request)| self.in_language(language).answer(request, stop));
        match answer {
            Ok(value) => json!({ "ok": value }),
            Err(error) => json!({ "error": error.to_string() }),
        }
        .to_string()
    }

    /// Returns the part that answers with the words of a language, made when it is needed first.
    fn in_language(&mut self, language: Language) -> &mut PageApiForLanguage {
        let place = self.languages.iter().position(|api| api.language == language).unwrap_or_else(|| {
            let registry = self.registry.clone();
            let api = PageApiForLanguage { registry, language, words: None, comparison: None, coach: None };
            self.languages.push(api);
            self.languages.len() - 1
        });
        &mut self.languages[place]
    }
}

/// Answers requests about words of a language. Caches the words and the players of the last comparison.
#[derive(Debug)]
struct PageApiForLanguage {
    registry: Registry,
    language: Language,
    words: Option<Words>,
    comparison: Option<LiveComparison>,
    coach: Option<GameReviewer>,
}

impl PageApiForLanguage {
    fn answer(&mut self, request: PageRequest, stop: &StopHandle) -> Result<Value, LabError> {
        match request {
            PageRequest::Choices => {
                let registry = self.registry.clone();
                value(&choices(self.words()?, &registry))
            }
            PageRequest::Plan { question } => value(&planned(self.comparison(&question)?)),
            PageRequest::Play { question, first, end } => {
                let end = end.min(first.saturating_add(MOST_DEALS));
                value(&self.comparison(&question)?.play_until(first..end.max(first), stop)?)
            }
            PageRequest::Answer { question, tally } => {
                let tally: MatchupCounts = serde_json::from_value(tally)
                    .map_err(|error| LabError::usage(format_args!("these are not sums: {error}")))?;
                value(&self.comparison(&question)?.answer(&tally)?)
            }
            PageRequest::Tables { question } => self.at_tables(&question, stop),
            PageRequest::Sweep { question, key, low, high } => {
                self.comparison(&question)?;
                value(&sweep::answer(&question, (&key, low, high), (&self.registry, self.language), stop)?)
            }
            PageRequest::Game { question, rules, game, tied, step: kind } => {
                let decided_by = kind.as_deref().map(request::step).transpose()?;
                let search = match decided_by {
                    Some(kind) => GameSearch::DecidedBy(kind),
                    None if tied => GameSearch::Tied,
                    None => GameSearch::Number,
                };
                self.game(&question, matches!(rules, RulesArm::B), (game, search), stop)
            }
            PageRequest::Deck { text } => value(&decks::check(&text, self.words()?)?),
            PageRequest::CompareDeck { text, question } => {
                let registry = self.registry.clone();
                value(&decks::compare(&text, &question, self.words()?, &registry, stop)?)
            }
            PageRequest::ImproveDeck { text, question, words, except } => {
                let registry = self.registry.clone();
                let trial = DeckTrial::new(&text, question, self.words()?, &registry, stop)?;
                value(&trial.offers(&words, &except)?)
            }
            PageRequest::TryDeck { text, question, replaced } => {
                let registry = self.registry.clone();
                value(&DeckTrial::new(&text, question, self.words()?, &registry, stop)?.verdict(&replaced)?)
            }
            PageRequest::Three { question } => {
                value(&three::answer(&question, (&self.registry, self.language), stop)?)
            }
            PageRequest::Words { texts } => value(&self.coach()?.unknown_words(&texts, stop)?),
            PageRequest::Review { sheet, opponents: false } => value(&self.coach()?.review(&sheet, stop)?),
            PageRequest::Review { sheet, opponents: true } => {
                value(&self.coach()?.review_opponents(&sheet, stop)?)
            }
            PageRequest::Suggest { sheet, round } => value(&self.coach()?.suggest(&sheet, round, stop)?),
            PageRequest::Overhear { sheet } => value(&self.coach()?.overhear(&sheet, stop)?),
            PageRequest::Judge { own, other, rounds } => value(&judge::endings(own, other, rounds)),
        }
    }

    fn game(
        &mut self,
        question: &ComparisonRequest,
        of_b: bool,
        (game, search): (u64, GameSearch),
        stop: &StopHandle,
    ) -> Result<Value, LabError> {
        let comparison = self.comparison(question)?;
        let (what, decided_by) = match search {
            GameSearch::Number => (String::new(), None),
            GameSearch::Tied => ("tied game".to_owned(), None),
            GameSearch::DecidedBy(kind) => (format!("game decided by {}", in_words(kind)), Some(kind)),
        };
        let number = match search {
            GameSearch::Number => game,
            _ => comparison.next_tied(of_b, (game, SEARCH), decided_by, stop)?.ok_or_else(|| {
                let message = format_args!(
                    "no {what} among the {SEARCH} games from {game} on; begin with another number"
                );
                LabError::content("game", message)
            })?,
        };
        let sheets = comparison.game(of_b, number)?;
        let rules = comparison.rules(of_b);
        let points = sheets.sheets.iter().map(|sheet| sheet.tokens.points(&rules)).collect::<Vec<_>>();
        Ok(
            json!({ "sheets": value(&sheets)?, "points": points, "command": command::replay(comparison, of_b, number) }),
        )
    }

    /// Plays a few games at each standard matchup, and answers as `rules compare --tables range` does.
    fn at_tables(&mut self, question: &ComparisonRequest, stop: &StopHandle) -> Result<Value, LabError> {
        self.comparison(question)?;
        let watch = RunControl { stop: stop.clone(), ..RunControl::default() };
        let comparison = compare(&question.at_tables(TABLE_GAMES, &self.registry, self.language), &watch)?;
        let command = command::tables(question, TABLE_GAMES, self.language);
        let cells = value(&table_cells::table_cells(&comparison.rows))?;
        Ok(
            json!({ "sentences": comparison.sentences, "cells": cells, "games": TABLE_GAMES, "command": command }),
        )
    }

    /// Returns the words, loading them at first use.
    fn words(&mut self) -> Result<&Words, LabError> {
        if self.words.is_none() {
            self.words = Some(Words::built_in_of(self.language)?);
        }
        Ok(self.words.as_ref().expect("they are read"))
    }

    /// Returns the coach, made when it is needed first.
    fn coach(&mut self) -> Result<&GameReviewer, LabError> {
        if self.coach.is_none() {
            self.coach = Some(GameReviewer::new(self.words()?)?);
        }
        Ok(self.coach.as_ref().expect("it is made"))
    }

    /// Returns the players of a comparison, building them at first use.
    fn comparison(&mut self, question: &ComparisonRequest) -> Result<&LiveComparison, LabError> {
        if self.comparison.as_ref().is_none_or(|comparison| comparison.question() != question) {
            let registry = self.registry.clone();
            let comparison = LiveComparison::new(question, self.words()?, &registry)?;
            self.comparison = Some(comparison);
        }
        Ok(self.comparison.as_ref().expect("they are seated"))
    }
}

/// Which game is read.
#[derive(Clone, Copy, Debug)]
enum GameSearch {
    /// The game of a number.
    Number,
    /// The first tied game from that number on.
    Tied,
    /// The first game from that number on that was decided on a step.
    DecidedBy(EndingKind),
}

/// Returns a step of the tiebreaker in words.
const fn in_words(step: EndingKind) -> &'static str {
    match step {
        EndingKind::Tokens => "tokens",
        EndingKind::Points => "the tiebreaker's points",
        EndingKind::Keywords => "the tiebreaker's keywords",
        EndingKind::Shared => "nothing, or by the last step",
    }
}

/// Parses a request, and the language of its words.
fn read(request: &str) -> Result<(Language, PageRequest), LabError> {
    let parsed: Result<Value, _> = serde_json::from_str(request);
    if let Some(reason) = length::excess(request.len(), parsed.as_ref().unwrap_or(&Value::Null)) {
        return Err(LabError::usage(reason));
    }
    let mut request = parsed.map_err(|error| not_a_request(&error))?;
    let language = match request.as_object_mut().and_then(|request| request.remove("lang")) {
        None => Language::English,
        Some(Value::String(code)) => code.parse().map_err(|error| LabError::content("lang", error))?,
        Some(other) => {
            return Err(LabError::content("lang", format_args!("`{other}` is not the code of a language")));
        }
    };
    request::check_numbers(&request)?;
    Ok((language, serde_json::from_value(request).map_err(|error| not_a_request(&error))?))
}

fn not_a_request(error: &serde_json::Error) -> LabError {
    LabError::usage(format_args!("not a request: {error}"))
}

/// Loads the words of a language from a bundle, which a page loads when they are asked for, into a program that was built without
/// them. Its later requests may name the language.
///
/// # Errors
/// An unknown language, a damaged bundle, and words of other languages that the program has already.
pub fn load_words(lang: &str, bundle: Vec<u8>) -> Result<(), LabError> {
    let language: Language = lang.parse().map_err(|error| LabError::content("lang", error))?;
    load_language(language.code(), bundle.leak()).map_err(|error| LabError::content("lang", error))
}

fn planned(comparison: &LiveComparison) -> PlannedAnswer {
    let schedule = comparison.schedule();
    PlannedAnswer {
        deals: schedule.deals(),
        games: schedule.games(),
        games_of_a_deal: schedule.games_of_a_deal(),
        plays: comparison.plays(),
        agents: comparison.labels().into_iter().map(str::to_owned).collect(),
        departures: comparison.departures(),
        command: command::compare(comparison.question(), comparison.language()),
    }
}

fn value(content: &impl Serialize) -> Result<Value, LabError> {
    serde_json::to_value(content).map_err(LabError::runtime)
}

#[cfg(test)]
mod tests;
