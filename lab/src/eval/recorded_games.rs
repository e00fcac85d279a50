//! Games that people played, as the Decrypto benchmark records them (A. Lupu, T. Willi, J. Foerster, arXiv 2506.20664), written
//! as files of `eval`.
//!
//! A file of the benchmark is an object with `histories`, a list of games. The `summarized_history` of a game lists its turns:
//! `keywords`, `code`, `hints`, and what the Decoder (`guess_bob`) and the Interceptor (`guess_eve`) answered. A list of games
//! and a game alone are read, too. In the benchmark one side gives clues, so a game has the halves of one team.

use std::path::{Path, PathBuf};
use std::{fmt, fs};

use overhear_engine::rules::{Code, same_clue_form};
use serde::de::{self, Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::Value;

use super::layout::{POOL, RECORDED_GUESS};
use super::questions::FIRST_SCORED;
use crate::error::{FileContext as _, LabError};
use crate::input::{self, SizeLimit};
use crate::setting_ref::SettingRef;
use crate::store::{MANIFEST, SHARD_FILE, Target, check_name};
use crate::table::{Cell, Frame, NamedRow};

/// Configuration of an import of recorded games.
#[derive(Clone, Debug)]
pub struct RecordedGamesConfig {
    /// JSON files of the benchmark.
    pub files: Vec<PathBuf>,
    /// Directory of the two files that are written, `decode.csv` and `intercept.csv`.
    pub out: PathBuf,
    /// `true` to replace these files.
    pub force: bool,
}

/// A turn of a recorded game.
#[derive(PartialEq)]
struct RecordedTurn {
    keywords: [String; 4],
    code: Code,
    clues: [String; 3],
    /// Answers as they are written: people can also name a digit twice.
    decoded: String,
    intercepted: String,
}

/// The turns of a game, in order.
type RecordedGame = Vec<RecordedTurn>;

/// Writes recorded games as `decode.csv` and `intercept.csv`, with the recorded guesses. Games are numbered in the order of the
/// files. Returns a row for each file that was written.
///
/// # Errors
/// Returns an error for a file that is no recorded game, by game, turn and key, and for files that cannot be written.
pub fn import_recorded_games(config: &RecordedGamesConfig) -> Result<Frame, LabError> {
    let mut games: Vec<RecordedGame> = Vec::new();
    for file in &config.files {
        for (number, game) in (1..).zip(read_games(file)?) {
            if let Some(place) = games.iter().position(|earlier| *earlier == game) {
                let message = format!(
                    "it is game {} of the input again, which would count twice; leave it out",
                    place + 1
                );
                return Err(LabError::content(format_args!("{}: game {number}", file.display()), message));
            }
            games.push(game);
        }
    }
    let out = SettingRef::from(("out", config.out.display()));
    check_name(&out, &config.out)?;
    if [MANIFEST, SHARD_FILE].iter().any(|file| config.out.join(file).exists()) {
        return Err(LabError::setting(out, "it holds a result; name another directory"));
    }
    if config.out.exists() && !config.out.is_dir() {
        return Err(LabError::setting(out, "this is a file; name a directory"));
    }
    let inputs: Vec<&Path> = config.files.iter().map(PathBuf::as_path).collect();
    let target = |name| Target::from_config("out", &config.out.join(name), config.force, &inputs);
    let (decode, intercept) = (target("decode.csv")?, target("intercept.csv")?);
    fs::create_dir_all(&config.out).of_setting(&out)?;
    decode.write(decode_sheet(&games).to_csv().as_bytes())?;
    intercept.write(intercept_sheet(&games).to_csv().as_bytes())?;
    let turns = |from: usize| games.iter().map(|game| game.len().saturating_sub(from) as u64).sum::<u64>();
    let mut frame = Frame::new("eval import");
    for (target, scored) in [(decode, turns(0)), (intercept, turns(FIRST_SCORED as usize - 1))] {
        NamedRow::new(&mut frame)
            .put("file", target.path().display().to_string())
            .put("games", games.len() as u64)
            .put("rows", turns(0))
            .put("scored", scored)
            .end();
    }
    Ok(frame)
}

/// Returns decode.csv: the turns of a game are a pool.
fn decode_sheet(games: &[RecordedGame]) -> Frame {
    let mut frame = Frame::with("decode.csv", &[POOL, RECORDED_GUESS]);
    for (game, turns) in games.iter().enumerate() {
        for (turn, RecordedTurn { keywords, code, clues, decoded, .. }) in turns.iter().enumerate() {
            let mut row = NamedRow::new(&mut frame)
                .put("id", format!("{} {}", game + 1, turn + 1))
                .put(POOL, (game + 1).to_string());
            for (column, keyword) in ["kw1", "kw2", "kw3", "kw4"].into_iter().zip(keywords) {
                row = row.put(column, keyword);
            }
            put_clues(row, *code, clues).put(RECORDED_GUESS, decoded).end();
        }
    }
    frame
}

/// Returns intercept.csv.
fn intercept_sheet(games: &[RecordedGame]) -> Frame {
    let mut frame = Frame::with("intercept.csv", &[RECORDED_GUESS]);
    for (game, turns) in games.iter().enumerate() {
        for (turn, RecordedTurn { code, clues, intercepted, .. }) in turns.iter().enumerate() {
            let row =
                NamedRow::new(&mut frame).put("game", (game + 1).to_string()).put("round", turn as u64 + 1);
            put_clues(row, *code, clues).put(RECORDED_GUESS, intercepted).end();
        }
    }
    frame
}

/// Puts the code and its three clues.
fn put_clues<'row>(row: NamedRow<'row>, code: Code, clues: &[String; 3]) -> NamedRow<'row> {
    let row = row.put("code", Cell::Count(code.number().into()));
    ["clue1", "clue2", "clue3"].into_iter().zip(clues).fold(row, |row, (column, clue)| row.put(column, clue))
}

/// Reads all games of a file.
fn read_games(path: &Path) -> Result<Vec<RecordedGame>, LabError> {
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
    let game = |(number, game)| {
        read_game(game).map_err(|problem| {
            LabError::content(
                format_args!("{}: game {number}{}", path.display(), problem.place),
                problem.problem,
            )
        })
    };
    (1..).zip(games).map(game).collect()
}

/// What is wrong with a game, and where in it.
struct GameProblem {
    place: String,
    problem: String,
}

fn read_game(game: &Value) -> Result<RecordedGame, GameProblem> {
    let whole = |problem: &str| GameProblem { place: String::new(), problem: problem.to_owned() };
    let turns = game["summarized_history"].as_array().ok_or_else(|| {
        whole("it has no list `summarized_history`; give games that people played (`human_data` of the benchmark)")
    })?;
    if turns.is_empty() {
        return Err(whole("it has no turns"));
    }
    let mut game: RecordedGame = Vec::new();
    for (number, turn) in (1..).zip(turns) {
        let problem = |problem| GameProblem { place: format!(": turn {number}"), problem };
        let turn = read_turn(turn).map_err(problem)?;
        if game.first().is_some_and(|first| first.keywords != turn.keywords) {
            return Err(problem(
                "`keywords` are others than in turn 1; give each game its own list".to_owned(),
            ));
        }
        game.push(turn);
    }
    Ok(game)
}

fn read_turn(turn: &Value) -> Result<RecordedTurn, String> {
    let keywords: [String; 4] = texts(turn, "keywords")?;
    for (place, keyword) in keywords.iter().enumerate() {
        if keyword.is_empty() {
            return Err("`keywords` has an empty one; a team holds four words".to_owned());
        }
        if keywords[..place].iter().any(|other| same_clue_form(other) == same_clue_form(keyword)) {
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

/// JSON in which no object has a key twice: `serde_json` would keep the last value and say nothing.
struct UniqueKeys(Value);

impl<'de> Deserialize<'de> for UniqueKeys {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<UniqueKeys, D::Error> {
        deserializer.deserialize_any(UniqueKeysVisitor).map(UniqueKeys)
    }
}

struct UniqueKeysVisitor;

impl<'de> Visitor<'de> for UniqueKeysVisitor {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Value, A::Error> {
        let mut values = Vec::new();
        while let Some(UniqueKeys(value)) = list.next_element()? {
            values.push(value);
        }
        Ok(values.into())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Value, A::Error> {
        let mut values = serde_json::Map::new();
        while let Some((key, UniqueKeys(value))) = object.next_entry::<String, UniqueKeys>()? {
            if values.contains_key(&key) {
                return Err(de::Error::custom(format_args!("the key `{key}` stands twice in an object")));
            }
            values.insert(key, value);
        }
        Ok(values.into())
    }
}

/// Returns the texts of a list, each on one line.
fn texts<const N: usize>(turn: &Value, key: &str) -> Result<[String; N], String> {
    let wrong = || format!("`{key}` is not a list of {N} texts");
    let texts = turn[key].as_array().ok_or_else(wrong)?;
    let texts: Option<Vec<String>> = texts
        .iter()
        .map(|text| Some(text.as_str()?.split_whitespace().collect::<Vec<_>>().join(" ")))
        .collect();
    let texts = texts.ok_or_else(wrong)?;
    for text in &texts {
        input::check_text(text).map_err(|problem| format!("`{key}`: {problem}"))?;
    }
    texts.try_into().map_err(|_| wrong())
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
        for (key, to, said) in [
            ("code", serde_json::json!("112"), "`code`: "),
            ("code", Value::Null, "`code`: "),
            ("hints", serde_json::json!(["a", "b"]), "`hints` is not a list of 3 texts"),
            ("keywords", serde_json::json!(["a", "A", "b", "c"]), "`keywords` has `A` twice"),
            ("guess_bob", serde_json::json!([31, 4]), "`guess_bob` is not a code"),
            ("guess_bob", serde_json::json!({ "a": 1 }), "`guess_bob` is not a code"),
            ("guess_eve", serde_json::json!(12), "`guess_eve` is not a code"),
        ] {
            let problem = read_turn(&turn(key, &to)).err().unwrap_or_default();
            assert!(problem.starts_with(said), "{key}: {problem}");
        }
    }
}
