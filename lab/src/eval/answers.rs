//! Answers to recorded clues, the file of predictions, and the rows to which a bot gave no answer. Those count as wrong; too
//! many of them make the command fail.

use std::collections::BTreeMap;

use overhear_agents::free_text::LogBelief;
use overhear_engine::game::{Seed, Stream};
use overhear_engine::rules::Code;
use serde::{Deserialize, Serialize};

use super::Task;
use crate::error::LabError;
use crate::message::Message;
use crate::table::{Frame, NamedRow, counted, fixed, grouped};

/// Belief of an agent about one scored row.
pub(super) struct ScoredRow {
    /// Group of the row: a game, a pool, or the row alone. The bootstrap draws whole groups.
    pub(super) group: usize,
    pub(super) name: String,
    pub(super) round: u32,
    pub(super) code: Code,
    pub(super) belief: LogBelief,
    /// Number of words that the agent does not know.
    pub(super) unknown: u32,
    /// Fault of the answer. A row with a fault counts as a wrong guess and as a uniform belief.
    pub(super) fault: Option<String>,
    /// Digits of a recorded guess that is no code: a wrong guess.
    pub(super) no_code: Option<[u32; 3]>,
}

/// The answer to a row, for a log: beliefs by their bits.
#[derive(Serialize, Deserialize)]
pub(super) struct StoredAnswer {
    pub(super) belief: [u64; Code::COUNT],
    pub(super) unknown: u32,
    pub(super) fault: Option<String>,
}

impl StoredAnswer {
    /// The answer of a row.
    pub(super) fn new(row: &ScoredRow) -> StoredAnswer {
        StoredAnswer { belief: row.belief.to_bits(), unknown: row.unknown, fault: row.fault.clone() }
    }
}

impl ScoredRow {
    /// Returns the probability that the guess is the right code (R8): 1, 0, or 1/k if the right code is among
    /// k equally likely codes.
    pub(super) fn right(&self) -> f64 {
        self.chances(|code| f64::from(code == self.code))
    }

    /// Returns the mean of `value` over the codes that may be guessed; 0 without an answer.
    pub(super) fn chances(&self, value: impl Fn(Code) -> f64) -> f64 {
        if self.fault.is_some() || self.no_code.is_some() {
            return 0.0;
        }
        self.belief.likeliest().map(value).sum::<f64>() / self.belief.likeliest().count() as f64
    }

    /// Returns the guess. Among equally likely codes it is drawn by the row's index in the file; `None`
    /// without an answer.
    fn guess(&self, seed: u64, place: usize) -> Option<Code> {
        if self.fault.is_some() {
            return None;
        }
        let count = self.belief.likeliest().count() as u32;
        let drawn = Stream::of_deal(Seed(seed), place as u64).below(count);
        self.belief.likeliest().nth(drawn as usize)
    }

    /// Returns the name of the row as it appears in the file.
    pub(super) fn row(&self, task: Task) -> String {
        match task {
            Task::Decode => format!("`{}`", self.name),
            Task::Intercept => format!("game `{}`, round {}", self.name, self.round),
        }
    }
}

/// Returns the answers of each group, in the order of the groups' numbers.
pub(super) fn by_group<'a>(answers: impl IntoIterator<Item = &'a ScoredRow>) -> Vec<Vec<&'a ScoredRow>> {
    let mut groups: BTreeMap<usize, Vec<&ScoredRow>> = BTreeMap::new();
    for answer in answers {
        groups.entry(answer.group).or_default().push(answer);
    }
    groups.into_values().collect()
}

/// Returns a frame with a row for each guess.
pub(super) fn predictions(task: Task, answers: &[ScoredRow], seed: u64) -> Frame {
    let mut frame = match task {
        Task::Decode => Frame::new("predictions of decode"),
        Task::Intercept => Frame::new("predictions of intercept"),
    };
    for (place, answer) in answers.iter().enumerate() {
        let row = NamedRow::new(&mut frame);
        let row = match task {
            Task::Decode => row.put("id", &answer.name),
            Task::Intercept => row.put("game", &answer.name).put("round", u64::from(answer.round)),
        };
        let guess = answer.guess(seed, place);
        let believed = guess.map(|_| answer.belief.probabilities(1.0)[answer.code.index()]);
        row.put("guess", guess.map(|guess| u64::from(guess.number()))).put("p_true", believed).end();
    }
    frame
}

/// Maximum number of rows that a message names.
const MOST_NAMED: usize = 5;

/// Returns a sentence on the rows that an agent left without an answer, naming the first of them.
pub(super) fn fault_remark(task: Task, agent: &str, answers: &[ScoredRow]) -> Option<String> {
    let faulty: Vec<(&ScoredRow, &String)> =
        answers.iter().filter_map(|answer| Some((answer, answer.fault.as_ref()?))).collect();
    let named = faulty.iter().take(MOST_NAMED);
    let named: Vec<String> = named.map(|(answer, fault)| format!("{}: {fault}", answer.row(task))).collect();
    let more = if faulty.len() > MOST_NAMED { "; …" } else { "" };
    let count = share_of_rows(faulty.len(), answers.len());
    (!faulty.is_empty()).then(|| {
        format!("`{agent}` gave no answer to {count}, which count as wrong: {}{more}", named.join("; "))
    })
}

/// Returns the error of an evaluation in which an agent left more than the share `most` of the rows without
/// an answer.
pub(super) fn too_many_faults(task: Task, agent: &str, answers: &[ScoredRow], most: f64) -> Option<LabError> {
    let first = answers.iter().find(|answer| answer.fault.is_some())?;
    let faults = answers.iter().filter(|answer| answer.fault.is_some()).count();
    let count = share_of_rows(faults, answers.len());
    (faults as f64 / answers.len() as f64 > most).then(|| {
        let message = Message::new(format_args!("`{agent}` gave no answer to {count}, more than "))
            .setting(("max-fault-rate", most))
            .then(format_args!("; the first is {}", first.row(task)));
        LabError::faults(message)
    })
}

/// Returns the faults as text: `1 of 72 rows (1.4 %)`.
fn share_of_rows(faults: usize, rows: usize) -> String {
    let percent = fixed(100.0 * faults as f64 / rows as f64, 1);
    format!("{} of {} ({percent} %)", grouped(faults as u64), counted(rows as u64, "row"))
}
