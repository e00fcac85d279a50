//! The questions of a file: rows with a code, in groups that belong together.

use std::collections::HashMap;
use std::path::Path;
use std::sync::atomic::AtomicU64;

use overhear_agents::free_text::{FreeTextGuesser, Listener, LogBelief, ParsedClue, SlotClues};
use overhear_bots::{LAST_ROUND, TextHalf, TextQuestion};
use overhear_engine::game::{Seed, Stream};
use overhear_engine::rules::{Code, Side};
use rayon::prelude::*;

use super::answers::{ScoredRow, StoredAnswer};
use super::coded_clues::{CodedClues, GroupedRows, KeywordFault, RecordedGuess};
use super::layout::{self, Layout, QuestionOptions};
use super::optional_columns::{NumberedNames, OptionalColumns};
use super::{Task, associations};
use crate::csv_records::{CsvRecord, CsvSource, Records};
use crate::error::LabError;
use crate::measurement::StepLog;
use crate::run_control::RunControl;
use crate::setup::{BotReader, DataFile, DataRole, DataSource};

/// First round whose code an interceptor is scored on (R6).
pub(super) const FIRST_SCORED: u32 = 2;

/// A row that is scored.
pub(super) struct ScoredQuestion<'a> {
    group: usize,
    row: &'a CodedClues,
    /// The earlier rows of its game, for interception.
    earlier: &'a [CodedClues],
}

impl ScoredQuestion<'_> {
    fn answered(&self, belief: LogBelief, unknown: u32) -> ScoredRow {
        answered(self.group, self.row, belief, unknown)
    }
}

/// All questions of a file.
pub(super) struct Questions {
    pub(super) task: Task,
    pub(super) file: String,
    /// The file as a manifest lists it.
    pub(super) source: DataFile,
    /// Rows that are answered together: those of a game, or a single row.
    groups: Vec<Vec<CodedClues>>,
}

impl Questions {
    /// Reads a file of a task.
    pub(super) fn read(task: Task, path: &Path, options: QuestionOptions) -> Result<Questions, LabError> {
        let file = CsvSource::read(path)?;
        let source = DataFile {
            role: DataRole::Clues,
            place: DataSource::File(path.to_owned()),
            sha256: Some(file.sha256()),
        };
        let GroupedRows { file, groups } = match (task, Layout::detect(&file)?) {
            (Task::Decode, Layout::Sheet) => decode_rows(&file, options)?,
            (Task::Decode, Layout::Halves) => halves_to_decode(&file, options)?,
            (Task::Decode, Layout::Associations) => associations::rounds(&file, options)?,
            (Task::Intercept, Layout::Halves) => intercept_rows(&file, layout::HALVES_INTERCEPT, options)?,
            (Task::Intercept, _) => intercept_rows(&file, layout::intercept(), options)?,
        };
        let scored = groups.iter().flatten().any(|row| task == Task::Decode || row.round >= FIRST_SCORED);
        if !scored {
            return Err(LabError::content(file, "no row can be scored; give games with two or more rounds"));
        }
        Ok(Questions { task, file, source, groups })
    }

    /// Returns all answers of a guesser in group order, independent of the number of threads; `None` if it was stopped.
    pub(super) fn put_to(
        &self,
        listener: &FreeTextGuesser<'_>,
        watch: &RunControl,
    ) -> Option<Vec<ScoredRow>> {
        let groups: Option<Vec<_>> = self
            .groups
            .par_iter()
            .enumerate()
            .map(|(group, rows)| {
                watch.finished(())?;
                Some(match self.task {
                    Task::Decode => rows.iter().map(|row| decoded(listener, group, row)).collect::<Vec<_>>(),
                    Task::Intercept => intercepted(listener, group, rows),
                })
            })
            .collect();
        groups.map(|groups| groups.into_iter().flatten().collect())
    }
}

impl Questions {
    /// The same answers from a log of finished steps, if they stand there.
    pub(super) fn logged(
        &self,
        log: &mut StepLog,
        ask: impl FnOnce() -> Result<Option<Vec<ScoredRow>>, LabError>,
    ) -> Result<Option<Vec<ScoredRow>>, LabError> {
        let mut fresh = None;
        let games = AtomicU64::new(0);
        let stored: Option<Vec<StoredAnswer>> = log.step((&games, 0), || {
            let Some(rows) = ask()? else { return Ok(None) };
            let answers = rows.iter().map(StoredAnswer::new).collect();
            fresh = Some(rows);
            Ok(Some(answers))
        })?;
        let Some(stored) = stored else { return Ok(None) };
        let restored = self.scored().zip(stored).map(|(question, answer)| {
            let StoredAnswer { belief, unknown, fault } = answer;
            ScoredRow { fault, ..question.answered(LogBelief::from_bits(belief), unknown) }
        });
        Ok(Some(fresh.unwrap_or_else(|| restored.collect())))
    }

    /// Returns all answers of a bot in group order. A bot receives texts, so no word counts as unknown to it.
    pub(super) fn put_to_bot(&self, bot: &BotReader, seed: u64) -> Result<Vec<ScoredRow>, LabError> {
        let scored: Vec<ScoredQuestion<'_>> = self.scored().collect();
        let texts = scored.iter().enumerate().map(|(place, question)| {
            let drawn = Stream::of_deal(Seed(seed), place as u64).bits();
            self.in_words(question, drawn).ok_or_else(|| self.late_round(question.row))
        });
        let answers = bot.read(&texts.collect::<Result<Vec<_>, _>>()?)?;
        let rows = scored.iter().zip(answers).map(|(question, answer)| match answer {
            Ok(belief) => question.answered(belief, 0),
            Err(fault) => {
                ScoredRow { fault: Some(fault), ..question.answered(LogBelief::from_rows(&[[0.0; 4]; 3]), 0) }
            }
        });
        Ok(rows.collect())
    }

    /// Returns the scored rows.
    pub(super) fn scored(&self) -> impl Iterator<Item = ScoredQuestion<'_>> {
        let groups = self.groups.iter().enumerate();
        let all = groups.flat_map(move |(group, rows)| {
            rows.iter().enumerate().map(move |(place, row)| ScoredQuestion {
                group,
                row,
                earlier: if self.task == Task::Decode { &[] } else { &rows[..place] },
            })
        });
        all.filter(|question| self.task == Task::Decode || question.row.round >= FIRST_SCORED)
    }

    /// Returns the recorded guesses of the scored rows that have one, each as a belief that is sure of it.
    pub(super) fn recorded_guesses(&self) -> impl Iterator<Item = ScoredRow> {
        self.scored().filter_map(|question| {
            let (belief, no_code) = match question.row.recorded {
                RecordedGuess::Unknown => return None,
                RecordedGuess::NoCode(digits) => (LogBelief::UNIFORM, Some(digits)),
                RecordedGuess::Code(code) => (LogBelief::of_code(code), None),
            };
            Some(ScoredRow { no_code, ..question.answered(belief, 0) })
        })
    }

    /// Returns a question as a bot receives it; `None` for a round that a bot is not asked about.
    fn in_words<'a>(&self, question: &ScoredQuestion<'a>, seed: u64) -> Option<TextQuestion<'a>> {
        let ScoredQuestion { row, earlier, .. } = *question;
        let history = earlier.iter().map(|row| {
            let (clues, code) = (row.clues.each_ref().map(String::as_str), row.code);
            Some(TextHalf { round: text_round(row.round)?, side: Side::White, clues, code })
        });
        Some(TextQuestion {
            side: self.task.side(),
            keywords: (self.task == Task::Decode).then(|| row.keywords.each_ref().map(String::as_str)),
            clues: row.clues.each_ref().map(String::as_str),
            round: text_round(row.round.max(1))?,
            history: history.collect::<Option<Vec<_>>>()?,
            seed,
        })
    }

    fn late_round(&self, row: &CodedClues) -> LabError {
        let message = format!("game `{}`: a bot is asked about rounds up to {LAST_ROUND}", row.name);
        LabError::content(&self.file, message)
    }
}

/// Returns a round as a bot reads it; `None` behind the last round of any game.
fn text_round(round: u32) -> Option<u8> {
    u8::try_from(round).ok().filter(|&round| round <= LAST_ROUND)
}

/// Refuses a keyword that stands twice among a team's four, and one that is missing. `first` is the column of the first.
fn check_keywords<const N: usize>(
    records: &Records<N>,
    record: &CsvRecord<N>,
    first: usize,
) -> Result<(), LabError> {
    let keywords = &record.fields[first..first + 4];
    match KeywordFault::find(keywords) {
        None => Ok(()),
        Some(KeywordFault::Empty(place)) => {
            Err(records.wrong(record, first + place, "the field is empty; write a keyword"))
        }
        Some(KeywordFault::Repeated(place)) => {
            let keyword = &keywords[place];
            let message =
                format!("`{keyword}` is a keyword of this row already; a team holds four different ones");
            Err(records.wrong(record, first + place, message))
        }
    }
}

fn decode_rows(file: &CsvSource, options: QuestionOptions) -> Result<GroupedRows, LabError> {
    let records = Records::read(file, layout::decode())?;
    if !options.missing_as_words {
        records.refuse_missing(1..5)?;
        records.refuse_missing(6..9)?;
    }
    let mut optional = OptionalColumns::read(file, options)?;
    let (mut rows, mut lines) = (Vec::new(), HashMap::new());
    for (place, record) in records.rows().iter().enumerate() {
        let [name, kw1, kw2, kw3, kw4, code, clue1, clue2, clue3] = record.fields.clone();
        check_keywords(&records, record, 1)?;
        let code = code.parse().map_err(|error| records.wrong(record, 5, error))?;
        let keywords = [kw1, kw2, kw3, kw4];
        let (recorded, pool) = (optional.recorded_guess(place)?, optional.pool(place, &[])?);
        // Several people may have guessed at the same clues, and a pool may hold what another one holds.
        let earlier =
            if optional.has_guesses() { None } else { lines.insert((&record.fields, pool), record.line) };
        if let Some(line) = earlier {
            let message = format_args!("the row repeats line {line} and would count twice; keep one of them");
            return Err(LabError::content(format_args!("{}: line {}", records.name(), record.line), message));
        }
        let row = CodedClues { name, round: 0, keywords, code, clues: [clue1, clue2, clue3], recorded, pool };
        rows.push(vec![row]);
    }
    Ok(GroupedRows { file: records.name().to_owned(), groups: rows })
}

/// Returns the rows of a tournament's halves.csv, each as its own group.
fn halves_to_decode(file: &CsvSource, options: QuestionOptions) -> Result<GroupedRows, LabError> {
    let records = Records::read(file, layout::HALVES_DECODE)?;
    if !options.missing_as_words {
        records.refuse_missing(4..11)?;
    }
    let mut optional = OptionalColumns::read(file, options)?;
    let mut rows = Vec::new();
    for (place, record) in records.rows().iter().enumerate() {
        let [game, round, side, code, clue1, clue2, clue3, kw1, kw2, kw3, kw4] = record.fields.clone();
        let meant = [kw1, kw2, kw3, kw4];
        check_keywords(&records, record, 7)?;
        let code: Code = code.parse().map_err(|error| records.wrong(record, 3, error))?;
        // The file has the keywords in the order of the clues, then the keyword without a clue.
        let mut keywords: [String; 4] = Default::default();
        let slots = code.slots().into_iter().chain([code.left_out()]);
        meant.into_iter().zip(slots).for_each(|(word, slot)| keywords[slot.index()] = word);
        let name = format!("{game} {round} {side}");
        let (recorded, pool) = (optional.recorded_guess(place)?, optional.pool(place, &[])?);
        let all = [clue1, clue2, clue3];
        rows.push(vec![CodedClues { name, round: 0, keywords, code, clues: all, recorded, pool }]);
    }
    Ok(GroupedRows { file: records.name().to_owned(), groups: rows })
}

/// Returns the rounds of every game. The first six columns are those of a sheet; a seventh distinguishes the
/// two teams of a game.
fn intercept_rows<const N: usize>(
    file: &CsvSource,
    columns: [&'static str; N],
    options: QuestionOptions,
) -> Result<GroupedRows, LabError> {
    let records = Records::read(file, columns)?;
    if !options.missing_as_words {
        records.refuse_missing(3..6)?;
    }
    let mut optional = OptionalColumns::read(file, options)?;
    let (mut games, mut names): (Vec<Vec<CodedClues>>, _) = (Vec::new(), NumberedNames::default());
    for (place, record) in records.rows().iter().enumerate() {
        let [name, round, code, clue1, clue2, clue3] = std::array::from_fn(|n| record.fields[n].clone());
        if name.is_empty() {
            return Err(records.wrong(record, 0, "the field is empty; write the name of the game"));
        }
        let name = record.fields[6..].iter().fold(name, |name, side| format!("{name} {side}"));
        let number = round.parse().ok().filter(|&round: &u32| round > 0);
        let round = number.ok_or_else(|| {
            records.wrong(record, 1, format_args!("`{round}` is not a round; rounds count from 1"))
        })?;
        let code = code.parse().map_err(|error| records.wrong(record, 2, error))?;
        let number = names.number(&name);
        if number == games.len() {
            games.push(Vec::new());
        }
        let game = &mut games[number];
        let expected = game.last().map_or(1, |last| last.round + 1);
        if round != expected {
            let message = format!(
                "round {round} of game `{name}` stands where its round {expected} is expected; write every round of a game, in \
                 order from 1, for what was revealed before decides what can be known"
            );
            return Err(records.wrong(record, 1, message));
        }
        let (recorded, pool) = (optional.recorded_guess(place)?, optional.pool(place, game)?);
        let (keywords, all) = (Default::default(), [clue1, clue2, clue3]);
        game.push(CodedClues { name, round, keywords, code, clues: all, recorded, pool });
    }
    Ok(GroupedRows { file: records.name().to_owned(), groups: games })
}

fn decoded(listener: &FreeTextGuesser<'_>, group: usize, row: &CodedClues) -> ScoredRow {
    let clues = row.clues.each_ref().map(String::as_str);
    let keywords = row.keywords.each_ref().map(String::as_str);
    let unknown = clues.iter().chain(&keywords).map(|text| listener.reader().read(text).unknown).sum();
    let team = Listener { noise_seed: group as u64, earlier: None };
    answered(group, row, listener.decode_as(team, keywords, clues), unknown)
}

/// Returns the answers to the rounds of a game, each based on the clues revealed before it.
fn intercepted(listener: &FreeTextGuesser<'_>, group: usize, rows: &[CodedClues]) -> Vec<ScoredRow> {
    let mut revealed = SlotClues::default();
    let mut answers = Vec::new();
    for row in rows {
        let clues: [ParsedClue; 3] = row.clues.each_ref().map(|clue| listener.hear_as(group as u64, clue));
        if row.round >= FIRST_SCORED {
            let unknown = clues.iter().map(|clue| clue.reading().unknown).sum();
            answers.push(answered(group, row, listener.overhear(&revealed, &clues), unknown));
        }
        listener.reveal(&mut revealed, row.code, &clues);
    }
    answers
}

fn answered(group: usize, row: &CodedClues, belief: LogBelief, unknown: u32) -> ScoredRow {
    ScoredRow {
        group: row.pool.unwrap_or(group),
        name: row.name.clone(),
        round: row.round,
        code: row.code,
        belief,
        unknown,
        fault: None,
        no_code: None,
    }
}
