//! The turns of games as the Decrypto benchmark records them.
//!
//! A file is an object with `histories`, a list of games. The `summarized_history` of a game lists its turns: `keywords`, `code`,
//! `hints`, and what the Decoder (`guess_bob`) and the Interceptor (`guess_eve`) answered. A list of games and a game alone are
//! read, too.

use std::path::Path;

use overhear_engine::rules::Code;
use serde_json::Value;

use super::coded_clues::KeywordFault;
use crate::error::LabError;
use crate::input::{self, SizeLimit};
use crate::unique_keys::UniqueKeys;

/// A turn of a recorded game.
#[derive(PartialEq, Eq, Hash)]
pub(super) struct RecordedTurn {
    pub(super) keywords: [String; 4],
    pub(super) code: Code,
    pub(super) clues: [String; 3],
    /// Answers as they are written: people can also name a digit twice.
    pub(super) decoded: String,
    pub(super) intercepted: String,
}

/// The turns of a game, in order.
pub(super) type RecordedGame = Vec<RecordedTurn>;

/// Reads all games of a file.
///
/// # Errors
/// Returns an error for a file that is no recorded game, by game, turn and key.
pub(super) fn read_games(path: &Path) -> Result<Vec<RecordedGame>, LabError> {
    let text = input::read_text(path, SizeLimit::Table)?;
    let UniqueKeys(file) = serde_json::from_str(&text).map_err(|error| {
        let (line, problem) = (error.line().max(1), error.to_string());
        let problem = problem.rsplit_once(" at line ").map_or(&*problem, |(problem, _)| problem);
        let message = format!("it cannot be read as JSON ({problem}); give the .json file of recorded games");
        LabError::content(format_args!("{}: line {line}", path.display()), message)
    })?;
    let games: Vec<&Value> = match (&file, &file["histories"]) {
        (Value::Array(games), _) | (_, Value::Array(games)) => games.iter().collect(),
        (game, _) => vec![game],
    };
    if games.is_empty() {
        return Err(LabError::content(path.display(), "it has no games"));
    }
    (1..)
        .zip(games)
        .map(|(number, game)| {
            read_game(game).map_err(|problem| {
                LabError::content(
                    format_args!("{}: game {number}{}", path.display(), problem.place),
                    problem.problem,
                )
            })
        })
        .collect()
}

/// What is wrong with a game, and where in it.
struct GameProblem {
    place: String,
    problem: String,
}

impl GameProblem {
    fn of_game(problem: &str) -> GameProblem {
        GameProblem { place: String::new(), problem: problem.to_owned() }
    }

    fn of_turn(number: usize, problem: String) -> GameProblem {
        GameProblem { place: format!(": turn {number}"), problem }
    }
}

fn read_game(game: &Value) -> Result<RecordedGame, GameProblem> {
    let turns = game["summarized_history"].as_array().ok_or_else(|| {
        GameProblem::of_game("it has no list `summarized_history`; give games that people played (`human_data` of the benchmark)")
    })?;
    if turns.is_empty() {
        return Err(GameProblem::of_game("it has no turns"));
    }
    let mut game: RecordedGame = Vec::new();
    for (number, turn) in (1..).zip(turns) {
        let turn = read_turn(turn).map_err(|problem| GameProblem::of_turn(number, problem))?;
        if game.first().is_some_and(|first| first.keywords != turn.keywords) {
            let problem = "`keywords` are others than in turn 1; give each game its own list";
            return Err(GameProblem::of_turn(number, problem.to_owned()));
        }
        game.push(turn);
    }
    Ok(game)
}

fn read_turn(turn: &Value) -> Result<RecordedTurn, String> {
    let keywords: [String; 4] = texts(turn, "keywords")?;
    match KeywordFault::find(&keywords) {
        None => {}
        Some(KeywordFault::Empty(_)) => {
            return Err("`keywords` has an empty one; a team holds four words".to_owned());
        }
        Some(KeywordFault::Repeated(place)) => {
            let keyword = &keywords[place];
            return Err(format!("`keywords` has `{keyword}` twice; a team holds four different ones"));
        }
    }
    let code = digits(turn, "code")?;
    Ok(RecordedTurn {
        keywords,
        code: code.parse().map_err(|error| format!("`code`: {error}"))?,
        clues: texts(turn, "hints")?,
        decoded: digits(turn, "guess_bob")?,
        intercepted: digits(turn, "guess_eve")?,
    })
}

/// Returns the texts of a list, each on one line.
fn texts<const N: usize>(turn: &Value, key: &str) -> Result<[String; N], String> {
    let texts = turn[key].as_array().ok_or_else(|| not_texts(key, N))?;
    let texts: Option<Vec<String>> = texts
        .iter()
        .map(|text| Some(text.as_str()?.split_whitespace().collect::<Vec<_>>().join(" ")))
        .collect();
    let texts = texts.ok_or_else(|| not_texts(key, N))?;
    for text in &texts {
        input::check_text(text).map_err(|problem| format!("`{key}`: {problem}"))?;
    }
    texts.try_into().map_err(|_| not_texts(key, N))
}

fn not_texts(key: &str, count: usize) -> String {
    format!("`{key}` is not a list of {count} texts")
}

/// Returns three digits with dashes, of a list of digits or a text; empty for `null` and an empty list, which stand for no answer.
fn digits(turn: &Value, key: &str) -> Result<String, String> {
    let example = "three digits, as in [3, 1, 4] or \"3-1-4\"";
    let digits: Option<Vec<char>> = match turn.get(key) {
        None => return Err(format!("`{key}` is missing; write {example}, or null if there was no answer")),
        Some(Value::Null) => return Ok(String::new()),
        Some(Value::Array(list)) => list.iter().map(digit).collect(),
        Some(Value::String(text)) => {
            Some(text.chars().filter(|c| !c.is_whitespace() && !"-,.".contains(*c)).collect())
        }
        Some(Value::Number(number)) => Some(number.to_string().chars().collect()),
        Some(_) => None,
    };
    match digits.as_deref() {
        Some([]) => Ok(String::new()),
        Some([a, b, c]) if [a, b, c].iter().all(|digit| digit.is_ascii_digit()) => Ok(format!("{a}-{b}-{c}")),
        _ => Err(format!("`{key}` is not a code; write {example}")),
    }
}

/// Returns the digit of a number or text of one character.
fn digit(value: &Value) -> Option<char> {
    let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let mut characters = text.trim().chars();
    characters.next().filter(|_| characters.next().is_none())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn turn(changed: &str, to: &Value) -> Value {
        let mut turn = serde_json::json!({
            "keywords": ["anchor", "planet", "bread", "beach"], "turn": 0, "code": "312",
            "hints": ["baker", " ships ", "rings\nof saturn"], "guess_bob": [3, 1, 2], "guess_eve": "1-1-2"
        });
        if !changed.is_empty() {
            turn[changed] = to.clone();
        }
        turn
    }

    #[test]
    fn a_turn_is_read_with_what_people_answered() {
        let read = read_turn(&turn("guess_eve", &Value::Null)).expect("a turn");
        assert_eq!(read.clues, ["baker", "ships", "rings of saturn"]);
        assert_eq!((read.code.to_string().as_str(), read.decoded.as_str()), ("3-1-2", "3-1-2"));
        assert_eq!(read.intercepted, "");
        assert_eq!(read_turn(&turn("", &Value::Null)).expect("a turn").intercepted, "1-1-2");
        for (answer, digits) in
            [("[5, 1, 2]", "5-1-2"), ("[\"3\", 1, 2]", "3-1-2"), ("[]", ""), ("312", "3-1-2")]
        {
            let answer: Value = serde_json::from_str(answer).expect("JSON");
            assert_eq!(read_turn(&turn("guess_eve", &answer)).expect("a turn").intercepted, digits);
        }
        let mut lacking = turn("", &Value::Null);
        lacking.as_object_mut().expect("an object").remove("guess_eve");
        assert!(read_turn(&lacking).err().unwrap_or_default().starts_with("`guess_eve` is missing"));
    }

    #[test]
    fn what_is_wrong_with_a_turn_is_said_by_its_key() {
        for (key, to, problem_start) in [
            ("code", serde_json::json!("112"), "`code`: "),
            ("code", Value::Null, "`code`: "),
            ("hints", serde_json::json!(["a", "b"]), "`hints` is not a list of 3 texts"),
            ("keywords", serde_json::json!(["a", "A", "b", "c"]), "`keywords` has `A` twice"),
            ("guess_bob", serde_json::json!([31, 4]), "`guess_bob` is not a code"),
            ("guess_bob", serde_json::json!({ "a": 1 }), "`guess_bob` is not a code"),
            ("guess_eve", serde_json::json!(12), "`guess_eve` is not a code"),
        ] {
            let problem = read_turn(&turn(key, &to)).err().unwrap_or_default();
            assert!(problem.starts_with(problem_start), "{key}: {problem}");
        }
    }
}
