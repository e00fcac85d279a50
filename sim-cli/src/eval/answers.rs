//! Answers, and the file of predictions.

use overhear_agents::free_text::LogBelief;
use overhear_engine::rules::Code;

use super::Task;
use crate::output::{Cell, Frame};

/// What an agent believes of one row that is scored.
pub(super) struct Answered {
    /// Rows of one group are drawn together in the bootstrap.
    pub(super) group: usize,
    pub(super) name: String,
    pub(super) round: u32,
    pub(super) code: Code,
    pub(super) belief: LogBelief,
    /// Words that the agent does not know.
    pub(super) unknown: u32,
}

impl Answered {
    /// Whether the whole code is guessed (R8).
    pub(super) fn is_right(&self) -> bool {
        self.belief.best() == self.code
    }
}

/// A row for each guess.
pub(super) fn predictions(task: Task, answers: &[Answered]) -> Frame {
    let mut frame = match task {
        Task::Decode => Frame::new(&["id", "guess", "p_true"]),
        Task::Intercept => Frame::new(&["game", "round", "guess", "p_true"]),
    };
    for answer in answers {
        let mut row = vec![Cell::text(answer.name.clone())];
        row.extend((task == Task::Intercept).then(|| Cell::Count(answer.round.into())));
        row.push(Cell::text(answer.belief.best().to_string()));
        row.push(Cell::share(answer.belief.probabilities(1.0)[answer.code.index()]));
        frame.push(row);
    }
    frame
}
