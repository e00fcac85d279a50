//! Answers as bytes, which the Python side has looked at: their shape is right, and every number in its range.

use overhear_engine::rules::{BySlot, Clue, Code, Keyword, Slot};
use overhear_engine::table::{Answer, Belief, KeywordBelief, Question};

/// The answers to questions of one form, or that these bytes are none.
pub(super) fn answers(form: &str, bytes: &[u8], questions: &[&Question<'_>]) -> Option<Vec<Answer>> {
    match form {
        "clues" => rows::<3>(bytes, questions.len()).map(|rows| rows.map(clues).collect()),
        "weights" => rows::<24>(bytes, questions.len())?.map(weights).collect(),
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

fn weights(row: [[u8; 4]; 24]) -> Option<Answer> {
    Belief::stated(row.map(f32::from_ne_bytes)).map(Answer::Belief)
}

fn code(row: [[u8; 4]; 3]) -> Option<Answer> {
    let slot = |digit| Slot::ALL.get((i32::from_ne_bytes(digit) as usize).wrapping_sub(1)).copied();
    let [a, b, c] = row.map(slot);
    Some(Answer::Belief(Belief::certain(Code::new([a?, b?, c?])?)))
}

fn named((row, question): ([[u8; 4]; 4], &&Question<'_>)) -> Option<Answer> {
    let deck = question.seat().table().deck();
    let keywords = row.map(|word| Keyword(i32::from_ne_bytes(word) as u16));
    let known = keywords.iter().all(|keyword| keyword.index() < deck.len());
    known.then(|| Answer::Keywords(KeywordBelief::named(deck, BySlot(keywords))))
}

/// For each question and slot a weight for every keyword of the deck.
fn believed(bytes: &[u8], questions: &[&Question<'_>]) -> Option<Vec<Answer>> {
    let deck = questions.first()?.seat().table().deck();
    if bytes.len() != 16 * deck.len() * questions.len() {
        return None;
    }
    let answer = |rows: &[u8]| {
        let mut belief = KeywordBelief::uniform(deck);
        for (slot, row) in Slot::ALL.into_iter().zip(rows.chunks_exact(4 * deck.len())) {
            let weights = row.as_chunks::<4>().0.iter().map(|weight| f32::from_ne_bytes(*weight));
            belief.of_mut(slot).iter_mut().zip(weights).for_each(|(place, weight)| *place = weight);
        }
        Answer::Keywords(belief)
    };
    Some(bytes.chunks_exact(16 * deck.len()).map(answer).collect())
}
