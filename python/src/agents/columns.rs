//! Questions of one role as columns.

use bytemuck::{NoUninit, cast_slice};
use overhear_engine::game::{PlayerRequest, Question};
use overhear_engine::rules::{BySlot, Clue, Clues, Code, Half, Keyword};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

/// Number of bits of a number that are shown. Every language has whole numbers of this size, and so has the protocol of bots.
const BITS: u32 = 53;

/// What stands for a word that is not there.
pub(crate) const NONE: i32 = -1;

/// What the questions tell, a row for each.
#[derive(Default)]
pub(super) struct Columns {
    side: Vec<u8>,
    member: Vec<u8>,
    round: Vec<u8>,
    noise_seed: Vec<u64>,
    seed: Vec<u64>,
    keywords: Vec<[i32; 4]>,
    code: Vec<[u8; 3]>,
    clues: Vec<[i32; 3]>,
    offsets: Vec<i64>,
    past: Past,
    refused: Refused,
}

/// Every half that has been heard, question by question.
#[derive(Default)]
struct Past {
    round: Vec<u8>,
    side: Vec<u8>,
    clues: Vec<[i32; 3]>,
    code: Vec<[u8; 3]>,
    guess: Vec<[u8; 3]>,
    interception: Vec<[u8; 3]>,
    forfeited: Vec<u8>,
}

/// Clues that were refused before, with the rows of their questions.
#[derive(Default)]
struct Refused {
    row: Vec<i64>,
    place: Vec<u8>,
    clue: Vec<i32>,
    why: Vec<String>,
}

impl Columns {
    /// The columns of questions, all of one role.
    pub(super) fn from_batch<'q, 'a: 'q>(batch: impl Iterator<Item = &'q mut PlayerRequest<'a>>) -> Columns {
        let mut columns = Columns { offsets: vec![0], ..Columns::default() };
        batch.for_each(|request| columns.push(request));
        columns
    }

    fn push(&mut self, request: &mut PlayerRequest<'_>) {
        let (row, seed) = (self.side.len() as i64, seed(request));
        let PlayerRequest { question, refused, .. } = request;
        let seat = question.seat();
        self.side.push(seat.side().index() as u8);
        self.member.push(seat.member());
        self.noise_seed.push(seat.noise_seed() >> (64 - BITS));
        self.seed.push(seed);
        self.keywords.push(seat.keywords().map_or([NONE; 4], |keywords| numbers(*keywords)));
        let (round, code, clues) = match question {
            Question::Clues(view) => (view.round(), digits(view.code()), [NONE; 3]),
            Question::Decode(view) => (view.round(), [0; 3], words(view.clues())),
            Question::Intercept(view) => (view.round(), [0; 3], words(view.clues())),
            Question::Keywords(_) => (0, [0; 3], [NONE; 3]),
        };
        self.round.push(round);
        self.code.push(code);
        self.clues.push(clues);
        let halves = question.record().halves();
        halves.iter().for_each(|half| self.past.push(half));
        self.offsets.push(self.past.round.len() as i64);
        for refusal in *refused {
            self.refused.row.push(row);
            self.refused.place.push(refusal.place as u8);
            self.refused.clue.push(word(Some(refusal.clue)));
            self.refused.why.push(refusal.why.to_string());
        }
    }

    /// The columns as Python has them: bytes by name, and the reasons of refusals.
    pub(super) fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        let Columns { past, refused, .. } = self;
        dict.set_item("side", bytes(py, &self.side))?;
        dict.set_item("member", bytes(py, &self.member))?;
        dict.set_item("round", bytes(py, &self.round))?;
        dict.set_item("head", bytes(py, &self.noise_seed))?;
        dict.set_item("seed", bytes(py, &self.seed))?;
        dict.set_item("keywords", bytes(py, &self.keywords))?;
        dict.set_item("code", bytes(py, &self.code))?;
        dict.set_item("clues", bytes(py, &self.clues))?;
        dict.set_item("offsets", bytes(py, &self.offsets))?;
        dict.set_item("past_round", bytes(py, &past.round))?;
        dict.set_item("past_side", bytes(py, &past.side))?;
        dict.set_item("past_clues", bytes(py, &past.clues))?;
        dict.set_item("past_code", bytes(py, &past.code))?;
        dict.set_item("past_guess", bytes(py, &past.guess))?;
        dict.set_item("past_interception", bytes(py, &past.interception))?;
        dict.set_item("past_forfeited", bytes(py, &past.forfeited))?;
        dict.set_item("refused_row", bytes(py, &refused.row))?;
        dict.set_item("refused_place", bytes(py, &refused.place))?;
        dict.set_item("refused_clue", bytes(py, &refused.clue))?;
        dict.set_item("refused_why", &refused.why)?;
        Ok(dict)
    }
}

impl Past {
    fn push(&mut self, half: &Half) {
        self.round.push(half.round);
        self.side.push(half.side.index() as u8);
        self.clues.push(words(&half.clues));
        self.code.push(digits(half.code));
        self.guess.push(digits(half.guess));
        self.interception.push(half.interception.map_or([0; 3], digits));
        self.forfeited.push(u8::from(half.forfeited));
    }
}

fn bytes<'py, T: NoUninit>(py: Python<'py>, column: &[T]) -> Bound<'py, PyBytes> {
    PyBytes::new(py, cast_slice(column))
}

/// The number that a class begins with. An Encryptor draws it, so that each repeated question has another; a
/// guesser leaves its stream as it is: its team's choice among equally likely codes is drawn from it.
fn seed(request: &mut PlayerRequest<'_>) -> u64 {
    let bits = match request.question {
        Question::Clues(_) => request.stream.bits(),
        _ => request.stream.clone().bits(),
    };
    bits >> (64 - BITS)
}

/// A clue's number.
fn word(clue: Option<Clue>) -> i32 {
    clue.map_or(NONE, |clue| clue.index() as i32)
}

/// The numbers of three clues.
pub(crate) fn words(clues: &Clues) -> [i32; 3] {
    clues.map(word)
}

/// The numbers of four keywords.
pub(crate) fn numbers(keywords: BySlot<Keyword>) -> [i32; 4] {
    keywords.0.map(|keyword| keyword.0.into())
}

/// A code's digits, 1 to 4.
pub(crate) fn digits(code: Code) -> [u8; 3] {
    code.slots().map(|slot| slot.index() as u8 + 1)
}
