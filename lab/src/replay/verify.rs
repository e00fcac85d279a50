//! Comparison of a replayed game with its logged rows.

use std::path::Path;
use std::sync::atomic::AtomicU64;

use csv::StringRecord;
use overhear_engine::arena::{Arena, GameNumber, Recorder as _};
use overhear_engine::game::Game;
use overhear_engine::rules::BySide;

use crate::error::LabError;
use crate::input;
use crate::store::StoredManifest;
use crate::table::{Frame, counted};
use crate::tournament::{ClueGivingBots, LogBuffer, LogDetail, LogWriter, Plan, as_stored};

/// Compares a replayed game with games.csv, and with halves.csv and transcripts.csv if there are any.
pub(super) fn compare(
    result: &StoredManifest,
    (plan, arena): (&Plan, &Arena<'_>),
    number: GameNumber,
    seats: BySide<usize>,
    game: &Game,
) -> Result<(), LabError> {
    let (done, labels) = (AtomicU64::new(0), plan.lineup.labels());
    let world = &plan.words.world;
    let givers = ClueGivingBots::new(plan, arena);
    let has_givers = givers.is_some();
    let log_writer =
        LogWriter::new(LogDetail::Halves, &done, world, &plan.lineup.schedule, &labels, &plan.rules.switches)
            .with_clue_givers(givers);
    // The rows are written again as the run wrote them, and compared as text.
    let mut page = LogBuffer::default();
    log_writer.game(number, seats, game, &mut page);
    let [games, halves] = page.texts();
    if !result.files().contains_key("games.csv") {
        let path = result.path("games.csv");
        let message = "no log to compare with: the run logged no games in CSV";
        return Err(LabError::content(path.display(), message));
    }
    for (name, rows) in [("games.csv", games), ("halves.csv", halves), ("transcripts.csv", page.talks())] {
        if result.files().contains_key(name) {
            let path = result.path(name);
            let expected = match name {
                "halves.csv" => as_stored(&path, rows, has_givers)?,
                _ => Frame::new(name).to_csv() + rows,
            };
            against(&path, &expected, number)?;
            result.verified(name).map_err(|failure| LabError::mismatch(failure.message()))?;
        }
    }
    Ok(())
}

/// Compares rows, with their header, with the rows of a file about the game.
fn against(path: &Path, expected: &str, number: GameNumber) -> Result<(), LabError> {
    let mut expected = csv::Reader::from_reader(expected.as_bytes());
    let columns = expected.headers().expect("a header is text").clone();
    let mut stored = stored(path, &columns, number)?.into_iter();
    for (n, expected) in expected.records().enumerate() {
        let expected = expected.expect("rows are of the header's length");
        let Some(stored) = stored.next() else {
            let rows =
                if n == 0 { "no row".to_owned() } else { format!("only {}", counted(n as u64, "row")) };
            return Err(differs(path, format_args!("game {} has {rows}", number.0)));
        };
        let line = stored.position().map_or(0, csv::Position::line);
        if let Some(place) = (0..columns.len()).find(|&place| stored[place] != expected[place]) {
            let (column, logged, replayed) = (&columns[place], &stored[place], &expected[place]);
            return Err(differs(
                path,
                format_args!(
                    "line {line}: column `{column}` is `{logged}`, and `{replayed}` when game {} is played again",
                    number.0
                ),
            ));
        }
    }
    match stored.next() {
        None => Ok(()),
        Some(row) => {
            let line = row.position().map_or(0, csv::Position::line);
            Err(differs(path, format_args!("line {line}: one row more than game {} has", number.0)))
        }
    }
}

fn differs(path: &Path, message: impl std::fmt::Display) -> LabError {
    LabError::mismatch(format_args!("{}: {message}", path.display()))
}

/// Returns the logged rows of a game, with their columns in the order of `columns`.
fn stored(path: &Path, columns: &StringRecord, number: GameNumber) -> Result<Vec<StringRecord>, LabError> {
    let mut reader = input::rows(path)?;
    if reader.headers().map_err(|error| unreadable(path, error))? != columns {
        return Err(differs(path, "line 1: these are not the columns that the program writes"));
    }
    let number = number.0.to_string();
    let rows = reader.into_records().filter(|row| row.as_ref().map_or(true, |row| row[0] == *number));
    rows.map(|row| row.map_err(|error| unreadable(path, error))).collect()
}

/// Returns the error of a row. What cannot be read as the table that the program wrote is not what it wrote.
fn unreadable(path: &Path, error: csv::Error) -> LabError {
    if error.is_io_error() {
        LabError::content(path.display(), error)
    } else {
        differs(path, format_args!("it was changed: {error}"))
    }
}
