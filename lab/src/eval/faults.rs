//! Rows to which a bot gave no answer: they count as wrong, and too many of them are an exit code.

use super::answers::ScoredRow;
use super::questions::Questions;
use crate::error::LabError;
use crate::mention::mention;
use crate::table::{fixed, grouped};

/// Number of rows are named.
const NAMED: usize = 5;

/// Returns the sentence about the rows that an agent left without an answer, with the first of them, if there
/// are any.
pub(super) fn remark((questions, agent): (&Questions, &str), answers: &[ScoredRow]) -> Option<String> {
    let faulty: Vec<(&ScoredRow, &String)> =
        answers.iter().filter_map(|answer| Some((answer, answer.fault.as_ref()?))).collect();
    let named = faulty.iter().take(NAMED);
    let named: Vec<String> =
        named.map(|(answer, fault)| format!("{}: {fault}", answer.row(questions.task))).collect();
    let more = if faulty.len() > NAMED { "; …" } else { "" };
    let count = counted(faulty.len(), answers.len());
    let sentence =
        || format!("`{agent}` gave no answer to {count}, which count as wrong: {}{more}", named.join("; "));
    (!faulty.is_empty()).then(sentence)
}

/// Returns how an evaluation ends in which an agent left more than this share of the rows without an answer.
pub(super) fn too_many(
    (questions, agent): (&Questions, &str),
    answers: &[ScoredRow],
    most: f64,
) -> Option<LabError> {
    let first = answers.iter().find(|answer| answer.fault.is_some())?;
    let faults = answers.iter().filter(|answer| answer.fault.is_some()).count();
    let count = counted(faults, answers.len());
    let (row, limit) = (first.row(questions.task), mention(("max-fault-rate", most)));
    let error = || {
        LabError::faults(format_args!(
            "`{agent}` gave no answer to {count}, more than {limit}; the first is {row}"
        ))
    };
    (faults as f64 / answers.len() as f64 > most).then(error)
}

/// As in `1 of 72 rows (1.4 %)`.
fn counted(faults: usize, rows: usize) -> String {
    let percent = fixed(100.0 * faults as f64 / rows as f64, 1);
    format!("{} of {} rows ({percent} %)", grouped(faults as u64), grouped(rows as u64))
}
