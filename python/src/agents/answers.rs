//! Answers as bytes, which the Python side has looked at: their shape is right, and every number in its range.

use overhear_engine::game::{Answer, Belief, KeywordBelief, Question};
use overhear_engine::rules::{BySlot, Clue, Code, Keyword, Slot};

/// The answers to questions of one form, or that these bytes are none.
pub(super) fn answers(form: &str, bytes: &[u8], questions: &[&Question<'_>]) -> Option<Vec<Answer>> {
    match form {
        "clues" => rows::<3>(bytes, questions.len()).map(|rows| rows.map(clues).collect()),
        "weights" => weights(bytes, questions.len()),
        "codes" => rows::<3>(bytes, questions.len())?.map(code).collect(),
        "named" => rows::<4>(bytes, questions.len())?.zip(questions).map(named).collect(),
        "believed" => believed(bytes, questions),
        _ => None,
    }
}

/// Rows of numbers of four bytes.
fn rows<const N: usize>(bytes: &[u8], count: usize) -> Option<impl Iterator<Item = [[u8; 4]; N]>> {
    let rows = bytes.as_chunks::<4>().0.as_chunks::<N>().0;
    (bytes.len() == 4 * N * count).then(|| rows.iter().copied())
}

fn clues(row: [[u8; 4]; 3]) -> Answer {
    Answer::Clues(row.map(|word| u32::try_from(i32::from_ne_bytes(word)).ok().map(Clue::new)))
}

/// For each question a weight for every code, in eight bytes.
fn weights(bytes: &[u8], count: usize) -> Option<Vec<Answer>> {
    let rows = bytes.as_chunks::<8>().0.as_chunks::<24>().0;
    (bytes.len() == 8 * 24 * count).then(|| {
        rows.iter()
            .map(|row| Belief::try_from_weights(row.map(f64::from_ne_bytes)).map(Answer::Belief))
            .collect()
    })?
}

fn code(row: [[u8; 4]; 3]) -> Option<Answer> {
    let [a, b, c] =
        row.map(|digit| Slot::ALL.get((i32::from_ne_bytes(digit) as usize).wrapping_sub(1)).copied());
    Some(Answer::Belief(Belief::certain(Code::new([a?, b?, c?])?)))
}

fn named((row, question): ([[u8; 4]; 4], &&Question<'_>)) -> Option<Answer> {
    let deck = question.seat().setup().deck();
    let keywords = row.map(|word| Keyword(i32::from_ne_bytes(word) as u16));
    let known = keywords.iter().all(|keyword| keyword.index() < deck.len());
    known.then(|| Answer::Keywords(KeywordBelief::certain(deck, BySlot(keywords))))
}

/// For each question and slot a weight for every keyword of the deck, in eight bytes.
fn believed(bytes: &[u8], questions: &[&Question<'_>]) -> Option<Vec<Answer>> {
    let deck = questions.first()?.seat().setup().deck();
    let row = 8 * deck.len();
    if bytes.len() != 4 * row * questions.len() {
        return None;
    }
    bytes
        .chunks_exact(4 * row)
        .map(|rows| {
            let mut belief = KeywordBelief::uniform(deck);
            for (slot, row) in Slot::ALL.into_iter().zip(rows.chunks_exact(row)) {
                let weights: Vec<f64> =
                    row.as_chunks::<8>().0.iter().map(|&weight| f64::from_ne_bytes(weight)).collect();
                if !belief.try_set_weights(slot, &weights) {
                    return None;
                }
            }
            Some(Answer::Keywords(belief))
        })
        .collect()
}
