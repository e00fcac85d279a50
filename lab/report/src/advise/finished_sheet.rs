//! One team's clues of a finished game, as a page sends them.

use overhear_engine::rules::{Code, same_clue_form};
use serde::Deserialize;

use super::sheet::{NoteSheet, NotedRound, NotedTeam};
use overhear_lab::error::LabError;
use overhear_lab::setup::Language;
use overhear_lab::table::counted;

/// The most rounds of a sheet, and the most characters of a word on it.
const MOST_ROUNDS: usize = overhear_engine::rules::MAX_ROUNDS;
const LONGEST: usize = 100;

/// One team's clues of a finished game.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FinishedSheet {
    /// The team's keywords; empty where an overhearer knows only its clues.
    #[serde(default)]
    pub keywords: Vec<String>,
    /// The rounds, from the first.
    pub rounds: Vec<FinishedRound>,
}

/// The clues of a round, and their code.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FinishedRound {
    /// The clues in the order of the code.
    pub clues: [String; 3],
    /// The code: `4-2-1` or `421`.
    pub code: String,
    /// What the own team guessed.
    #[serde(default)]
    pub guess: Option<String>,
    /// What the other team guessed.
    #[serde(default)]
    pub interception: Option<String>,
}

/// A round whose codes have been read.
#[derive(Clone, Debug)]
pub(super) struct CheckedRound {
    pub(super) clues: [String; 3],
    pub(super) code: Code,
    pub(super) guess: Option<Code>,
    pub(super) interception: Option<Code>,
}

impl FinishedSheet {
    /// Returns the keywords.
    ///
    /// # Errors
    /// Not four different words.
    pub(super) fn held(&self) -> Result<[&str; 4], LabError> {
        let held: Vec<&str> = self.keywords.iter().map(|word| word.trim()).collect();
        let held: [&str; 4] = held.try_into().map_err(|held: Vec<&str>| {
            LabError::content("keywords", format_args!("there are {}; write four", held.len()))
        })?;
        for (place, word) in held.iter().enumerate() {
            check_word(&format!("keyword {}", place + 1), word)?;
            if let Some(first) =
                held[..place].iter().position(|other| same_clue_form(other) == same_clue_form(word))
            {
                let name = format!("keyword {}", place + 1);
                return Err(LabError::content(
                    name,
                    format_args!("`{word}` is keyword {} already; write another", first + 1),
                ));
            }
        }
        Ok(held)
    }

    /// Returns the rounds with their codes.
    ///
    /// # Errors
    /// No round, too many, an empty clue, or a text that is not a code, by its round.
    pub(super) fn checked(&self) -> Result<Vec<CheckedRound>, LabError> {
        match self.rounds.len() {
            1..=MOST_ROUNDS => {}
            0 => return Err(LabError::content("rounds", "there is none; write three clues and their code")),
            count => {
                return Err(LabError::content(
                    "rounds",
                    format_args!("there are {count}; at most {MOST_ROUNDS} are read"),
                ));
            }
        }
        self.rounds.iter().zip(1..).map(|(round, number)| round.checked(number)).collect()
    }
}

impl FinishedRound {
    fn checked(&self, number: usize) -> Result<CheckedRound, LabError> {
        for (clue, place) in self.clues.iter().zip(1..) {
            check_word(&format!("round {number}, clue {place}"), clue.trim())?;
        }
        Ok(CheckedRound {
            clues: self.clues.each_ref().map(|clue| clue.trim().to_owned()),
            code: code(number, "code", &self.code)?,
            guess: code_if_written(number, "guess", self.guess.as_deref())?,
            interception: code_if_written(number, "interception", self.interception.as_deref())?,
        })
    }
}

fn code(number: usize, what: &str, text: &str) -> Result<Code, LabError> {
    let name = format!("round {number}, {what}");
    text.trim().parse::<Code>().map_err(|error| LabError::content(name, error))
}

fn code_if_written(number: usize, what: &str, text: Option<&str>) -> Result<Option<Code>, LabError> {
    let text = text.filter(|text| !text.trim().is_empty());
    text.map(|text| code(number, what, text)).transpose()
}

/// Returns the sheet before a round, as the law of clues judges it.
pub(super) fn sheet_before(rounds: &[CheckedRound]) -> NoteSheet {
    let rounds =
        rounds.iter().map(|round| NotedRound { clues: round.clues.clone(), code: round.code }).collect();
    let own = NotedTeam { rounds, now: None };
    NoteSheet { language: Language::English, keywords: None, own, opponents: NotedTeam::default() }
}

fn check_word(name: &str, word: &str) -> Result<(), LabError> {
    match word.chars().count() {
        0 => Err(LabError::content(name, "it is empty; write a word")),
        1..=LONGEST => Ok(()),
        count => {
            let count = counted(count as u64, "character");
            Err(LabError::content(name, format_args!("{count}; write at most {LONGEST}")))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sheet(keywords: &[&str], code: &str, clue: &str) -> FinishedSheet {
        let clues = [clue, "grass", "wool"].map(str::to_owned);
        let round = FinishedRound { clues, code: code.to_owned(), ..FinishedRound::default() };
        FinishedSheet {
            keywords: keywords.iter().map(|&word| word.to_owned()).collect(),
            rounds: vec![round],
        }
    }

    #[test]
    fn codes_are_read_as_people_write_them() {
        let keywords = ["hotel", "baker", "balcony", "hamburger"];
        for code in ["4-2-1", "421", " 4-2-1 "] {
            let rounds =
                sheet(&keywords, code, "bun").checked().unwrap_or_else(|error| panic!("{code}: {error}"));
            assert_eq!(rounds[0].code.to_string(), "4-2-1", "{code}");
        }
    }

    #[test]
    fn what_is_wrong_is_named_by_its_place() {
        let keywords = ["hotel", "baker", "balcony", "hamburger"];
        let refused = |sheet: FinishedSheet| {
            let held = sheet.held().map(drop);
            held.and_then(|()| sheet.checked().map(drop)).expect_err("it is wrong").to_string()
        };
        assert!(refused(sheet(&keywords[..3], "421", "bun")).starts_with("keywords: there are 3"));
        assert!(
            refused(sheet(&["hotel", "Hotel", "a", "b"], "421", "bun")).starts_with("keyword 2: `Hotel`")
        );
        assert!(
            refused(sheet(&["hotel", " ", "a", "b"], "421", "bun")).starts_with("keyword 2: it is empty")
        );
        assert!(refused(sheet(&keywords, "422", "bun")).starts_with("round 1, code: "));
        assert!(refused(sheet(&keywords, "421", "")).starts_with("round 1, clue 1: it is empty"));
        assert!(
            refused(FinishedSheet { rounds: Vec::new(), ..sheet(&keywords, "421", "x") })
                .starts_with("rounds: ")
        );
    }
}
