//! Games that people played, as the Decrypto benchmark records them (A. Lupu, T. Willi, J. Foerster, arXiv 2506.20664), written
//! as files of `eval`.
//!
//! In the benchmark one side gives clues, so a game has the halves of one team. [`recorded_turn`](super::recorded_turn) has the
//! format.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use overhear_engine::rules::Code;

use super::layout::{POOL, RECORDED_GUESS};
use super::questions::FIRST_SCORED;
use super::recorded_turn::{RecordedGame, RecordedTurn, read_games};
use crate::error::{FileContext as _, LabError};
use crate::setting_ref::SettingRef;
use crate::store::{MANIFEST, SHARD_FILE, Target, check_name};
use crate::table::{Cell, Frame, NamedRow, TableRow};

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

/// A file that was written: a row of the table that `eval import` prints.
#[derive(Clone, Debug, TableRow)]
#[table("eval import")]
pub struct WrittenSheet {
    /// Its path.
    pub file: String,
    /// Games in it.
    pub games: u64,
    /// Turns, one a row.
    pub rows: u64,
    /// Rows that `eval` scores.
    pub scored: u64,
}

/// Writes recorded games as `decode.csv` and `intercept.csv`, with the recorded guesses. Games are numbered in the order of the
/// files. Returns a row for each file that was written.
///
/// # Errors
/// Returns an error for a file that is no recorded game, by game, turn and key, for a game that stands twice, and for files that
/// cannot be written.
pub fn import_recorded_games(config: &RecordedGamesConfig) -> Result<Vec<WrittenSheet>, LabError> {
    let games = read_all(&config.files)?;
    let [decode, intercept] = targets(config)?;
    fs::create_dir_all(&config.out).of_setting(&SettingRef::from(("out", config.out.display())))?;
    decode.write(decode_sheet(&games).to_csv().as_bytes())?;
    intercept.write(intercept_sheet(&games).to_csv().as_bytes())?;
    Ok(vec![written_sheet(&decode, &games, 0), written_sheet(&intercept, &games, FIRST_SCORED - 1)])
}

/// Returns the row of a file; the first `unscored` turns of each game are not scored in it.
fn written_sheet(target: &Target, games: &[RecordedGame], unscored: u32) -> WrittenSheet {
    WrittenSheet {
        file: target.path().display().to_string(),
        games: games.len() as u64,
        rows: turns(games, 0),
        scored: turns(games, unscored),
    }
}

/// Returns the number of turns behind the first `unscored` of each game.
fn turns(games: &[RecordedGame], unscored: u32) -> u64 {
    games.iter().map(|game| game.len().saturating_sub(unscored as usize) as u64).sum()
}

/// Reads all games, and refuses one that stands twice: it would narrow every interval.
fn read_all(files: &[PathBuf]) -> Result<Vec<RecordedGame>, LabError> {
    let (mut games, mut places) = (Vec::new(), Vec::new());
    for file in files {
        for (number, game) in (1u64..).zip(read_games(file)?) {
            games.push(game);
            places.push(format!("{}: game {number}", file.display()));
        }
    }
    let mut first: HashMap<&RecordedGame, &str> = HashMap::new();
    for (game, place) in games.iter().zip(&places) {
        if let Some(earlier) = first.insert(game, place) {
            let message = format!("it stands in {earlier} already, and would count twice; leave it out");
            return Err(LabError::content(place, message));
        }
    }
    Ok(games)
}

/// Checks that the two files can be written.
fn targets(config: &RecordedGamesConfig) -> Result<[Target; 2], LabError> {
    let out = SettingRef::from(("out", config.out.display()));
    check_name(&out, &config.out)?;
    if [MANIFEST, SHARD_FILE].iter().any(|file| config.out.join(file).exists()) {
        return Err(LabError::setting(out, "it holds a result; name another directory"));
    }
    if config.out.exists() && !config.out.is_dir() {
        return Err(LabError::setting(out, "this is a file; name a directory"));
    }
    let inputs: Vec<&Path> = config.files.iter().map(PathBuf::as_path).collect();
    let [decode, intercept] = ["decode.csv", "intercept.csv"]
        .map(|name| Target::from_config("out", &config.out.join(name), config.force, &inputs));
    Ok([decode?, intercept?])
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
