//! Rows without an answer from a bot. They count as wrong; too many of them make the command fail.

use super::answers::ScoredRow;
use super::questions::Questions;
use crate::error::LabError;
use crate::message::Message;
use crate::table::{counted, fixed, grouped};

/// Maximum number of rows that a message names.
const NAMED: usize = 5;

/// Returns a sentence on the rows that an agent left without an answer, naming the first of them.
pub(super) fn remark((questions, agent): (&Questions, &str), answers: &[ScoredRow]) -> Option<String> {
    let faulty: Vec<(&ScoredRow, &String)> =
        answers.iter().filter_map(|answer| Some((answer, answer.fault.as_ref()?))).collect();
    let named = faulty.iter().take(NAMED);
    let named: Vec<String> =
        named.map(|(answer, fault)| format!("{}: {fault}", answer.row(questions.task))).collect();
    let more = if faulty.len() > NAMED { "; …" } else { "" };
    let count = share_of_rows(faulty.len(), answers.len());
    let sentence =
        || format!("`{agent}` gave no answer to {count}, which count as wrong: {}{more}", named.join("; "));
    (!faulty.is_empty()).then(sentence)
}

/// Returns the error of an evaluation in which an agent left more than the share `most` of the rows without
/// an answer.
pub(super) fn too_many(
    (questions, agent): (&Questions, &str),
    answers: &[ScoredRow],
    most: f64,
) -> Option<LabError> {
    let first = answers.iter().find(|answer| answer.fault.is_some())?;
    let faults = answers.iter().filter(|answer| answer.fault.is_some()).count();
    let count = share_of_rows(faults, answers.len());
    let error = || {
        let message = Message::new(format_args!("`{agent}` gave no answer to {count}, more than "))
            .setting(("max-fault-rate", most))
            .then(format_args!("; the first is {}", first.row(questions.task)));
        LabError::faults(message)
    };
    (faults as f64 / answers.len() as f64 > most).then(error)
}

/// Returns the faults as text: `1 of 72 rows (1.4 %)`.
fn share_of_rows(faults: usize, rows: usize) -> String {
    let percent = fixed(100.0 * faults as f64 / rows as f64, 1);
    format!("{} of {} ({percent} %)", grouped(faults as u64), counted(rows as u64, "row"))
}
