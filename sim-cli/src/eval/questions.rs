//! What the files ask: rows with a code, in groups that belong together.

use std::collections::HashMap;
use std::path::Path;

use overhear_agents::free_text::{Heard, Listener, LogBelief, SlotClues};
use overhear_engine::rules::Code;
use rayon::prelude::*;

use super::Task;
use super::answers::Answered;
use super::records::{Record, Records};
use crate::failure::Failure;

const DECODE: [&str; 9] = ["id", "kw1", "kw2", "kw3", "kw4", "code", "clue1", "clue2", "clue3"];
const INTERCEPT: [&str; 6] = ["game", "round", "code", "clue1", "clue2", "clue3"];

/// The first round whose code is scored by an interceptor (R6).
const FIRST_SCORED: u32 = 2;

/// Everything that a file asks.
pub(super) struct Questions {
    pub(super) task: Task,
    pub(super) file: String,
    /// Rows that are drawn together in the bootstrap: a game's, or a single one.
    groups: Vec<Vec<Row>>,
}

struct Row {
    /// The id, or the game.
    name: String,
    round: u32,
    /// Empty where a file has none to show.
    keywords: [String; 4],
    code: Code,
    clues: [String; 3],
}

impl Questions {
    /// Reads a file of the task.
    pub(super) fn read(task: Task, path: &Path) -> Result<Questions, Failure> {
        let (file, groups) = match task {
            Task::Decode => decode_rows(path)?,
            Task::Intercept => intercept_rows(path)?,
        };
        let scored = groups.iter().flatten().any(|row| task == Task::Decode || row.round >= FIRST_SCORED);
        if !scored {
            return Err(Failure::content(file, "no row is scored: there is no round from 2 on"));
        }
        Ok(Questions { task, file, groups })
    }

    /// All answers of a guesser in the order of the groups, whatever the number of threads.
    pub(super) fn put_to(&self, listener: &Listener<'_>) -> Vec<Answered> {
        let answer = |(group, rows): (usize, &Vec<Row>)| match self.task {
            Task::Decode => rows.iter().map(|row| decoded(listener, group, row)).collect::<Vec<_>>(),
            Task::Intercept => intercepted(listener, group, rows),
        };
        self.groups.par_iter().enumerate().flat_map_iter(answer).collect()
    }
}

fn decode_rows(path: &Path) -> Result<(String, Vec<Vec<Row>>), Failure> {
    let records = Records::read(path, DECODE)?;
    let row = |record: &Record<9>| {
        let [id, kw1, kw2, kw3, kw4, code, clue1, clue2, clue3] = record.fields.clone();
        let keywords = [kw1, kw2, kw3, kw4];
        if let Some(place) = keywords.iter().position(String::is_empty) {
            return Err(records.wrong(record, 1 + place, "a keyword goes here"));
        }
        let code = code.parse().map_err(|error| records.wrong(record, 5, error))?;
        Ok(vec![Row { name: id, round: 0, keywords, code, clues: [clue1, clue2, clue3] }])
    };
    Ok((records.name().to_owned(), records.rows().iter().map(row).collect::<Result<_, _>>()?))
}

fn intercept_rows(path: &Path) -> Result<(String, Vec<Vec<Row>>), Failure> {
    let records = Records::read(path, INTERCEPT)?;
    let (mut games, mut place_of): (Vec<Vec<Row>>, HashMap<String, usize>) = Default::default();
    for record in records.rows() {
        let [name, round, code, clue1, clue2, clue3] = record.fields.clone();
        if name.is_empty() {
            return Err(records.wrong(record, 0, "the name of a game goes here"));
        }
        let number = round.parse().ok().filter(|&round: &u32| round > 0);
        let round = number.ok_or_else(|| {
            records.wrong(record, 1, format_args!("`{round}` is no round; they count from 1"))
        })?;
        let code = code.parse().map_err(|error| records.wrong(record, 2, error))?;
        let game = *place_of.entry(name.clone()).or_insert(games.len());
        if game == games.len() {
            games.push(Vec::new());
        }
        if let Some(last) = games[game].last().filter(|last| last.round >= round) {
            let message = format!(
                "round {round} of game `{name}` comes after its round {}; write rounds in order",
                last.round
            );
            return Err(records.wrong(record, 1, message));
        }
        games[game].push(Row {
            name,
            round,
            keywords: Default::default(),
            code,
            clues: [clue1, clue2, clue3],
        });
    }
    Ok((records.name().to_owned(), games))
}

fn decoded(listener: &Listener<'_>, group: usize, row: &Row) -> Answered {
    let clues = row.clues.each_ref().map(String::as_str);
    let keywords = row.keywords.each_ref().map(String::as_str);
    let unknown = clues.iter().chain(&keywords).map(|text| listener.reader().read(text).unknown).sum();
    answered(group, row, listener.decode(keywords, clues), unknown)
}

/// The rounds of a game, each after what was revealed before it.
fn intercepted(listener: &Listener<'_>, group: usize, rows: &[Row]) -> Vec<Answered> {
    let mut revealed = SlotClues::default();
    let mut answers = Vec::new();
    for row in rows {
        let clues: [Heard; 3] = row.clues.each_ref().map(|clue| listener.hear(clue));
        if row.round >= FIRST_SCORED {
            let unknown = clues.iter().map(|clue| clue.reading().unknown).sum();
            answers.push(answered(group, row, listener.overhear(&revealed, &clues), unknown));
        }
        listener.reveal(&mut revealed, row.code, &clues);
    }
    answers
}

fn answered(group: usize, row: &Row, belief: LogBelief, unknown: u32) -> Answered {
    Answered { group, name: row.name.clone(), round: row.round, code: row.code, belief, unknown }
}
