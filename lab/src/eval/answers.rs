//! Answers, and the file of predictions.

use overhear_agents::free_text::LogBelief;
use overhear_engine::rules::Code;
use overhear_engine::table::{Seed, Stream};

use super::Task;
use crate::table::{Cell, Frame, NamedRow};

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
    /// How often the whole code is guessed (R8): always, never, or 1 in k where k codes are equally likely and the right one is
    /// among them.
    pub(super) fn right(&self) -> f64 {
        self.chances(|code| f64::from(code == self.code))
    }

    /// The mean over what may be guessed.
    pub(super) fn chances(&self, value: impl Fn(Code) -> f64) -> f64 {
        self.belief.likeliest().map(value).sum::<f64>() / self.belief.likeliest().count() as f64
    }

    /// A guess: of equally likely codes any, drawn by the row's place in the file.
    fn guess(&self, seed: u64, place: usize) -> Code {
        let count = self.belief.likeliest().count() as u32;
        let drawn = Stream::of_deal(Seed(seed), place as u64).below(count);
        self.belief.likeliest().nth(drawn as usize).expect("one of so many")
    }
}

/// A row for each guess.
pub(super) fn predictions(task: Task, answers: &[Answered], seed: u64) -> Frame {
    let mut frame = match task {
        Task::Decode => Frame::of("predictions of decode"),
        Task::Intercept => Frame::of("predictions of intercept"),
    };
    for (place, answer) in answers.iter().enumerate() {
        let (name, round) = (Cell::text(answer.name.clone()), Cell::Count(answer.round.into()));
        let row = NamedRow::of(&mut frame);
        let row = match task {
            Task::Decode => row.put("id", name),
            Task::Intercept => row.put("game", name).put("round", round),
        };
        row.put("guess", Cell::Count(answer.guess(seed, place).number().into()))
            .put("p_true", Cell::share(answer.belief.probabilities(1.0)[answer.code.index()]))
            .end();
    }
    frame
}
