//! Revealed clues of one team by slot, in free text.

use overhear_engine::rules::{BySlot, Slot};

use crate::words::{TextVector, float_dot};

/// How much of the mean of earlier clues is believed: they are held back by one clue.
const ECHO_SHRINK: f32 = 1.0;

/// A clue of the opponents with its forms and similarities.
#[derive(Clone, Debug)]
pub struct ParsedClue {
    pub(super) reading: TextVector,
    /// Its words and their lemmas. No keyword of its team is among them (R21).
    pub(super) forms: Vec<String>,
    /// Cosine with every possible keyword, plus what is stated of the two in that unit; empty for a clue that is not
    /// understood.
    pub(super) closeness: Vec<f32>,
}

impl ParsedClue {
    /// Returns the parsed text.
    pub fn reading(&self) -> &TextVector {
        &self.reading
    }
}

/// Revealed clues of one team, by slot.
#[derive(Clone, Debug, Default)]
pub struct SlotClues(pub(super) BySlot<SlotEvidence>);

/// What the clues of one slot tell.
#[derive(Clone, Debug, Default)]
pub(super) struct SlotEvidence {
    /// Sum of their directions.
    pub(super) sum: Vec<f32>,
    /// How many have a direction.
    pub(super) count: u32,
    /// Log likelihood of all clues under each possible keyword; empty before the first clue.
    pub(super) logs: Vec<f32>,
    /// Their words and lemmas.
    pub(super) forms: Vec<String>,
}

impl SlotClues {
    /// Returns the likeness of a text to the clues of each slot; 0 without any.
    pub(super) fn likeness(&self, reading: &TextVector) -> [f64; 4] {
        let Some(direction) = &reading.direction else { return [0.0; 4] };
        Slot::ALL
            .map(|slot| &self.0[slot])
            .map(|slot| float_dot(&slot.sum, direction) / f64::from(slot.count as f32 + ECHO_SHRINK))
    }
}

/// Adds a vector times a factor; an empty sum is 0.
pub(super) fn add(sum: &mut Vec<f32>, values: &[f32], scale: f32) {
    if sum.is_empty() {
        sum.resize(values.len(), 0.0);
    }
    sum.iter_mut().zip(values).for_each(|(sum, value)| *sum += scale * value);
}
