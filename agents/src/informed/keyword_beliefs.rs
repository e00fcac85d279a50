//! The posterior of an Encryptor's keywords under clue counts, slot by slot.

use overhear_engine::game::Seat;
use overhear_engine::rules::{BySlot, CLUES, Clues, Half, Slot};

use super::ClueCounts;

/// For each slot of a team a probability for every keyword: P(w | H) ∝ prior(w) · Π P(h | w) over the clues h that were
/// revealed for the slot. Slots are independent.
pub(super) struct KeywordBeliefs {
    rows: BySlot<Vec<f64>>,
    buffer: Vec<f32>,
}

impl KeywordBeliefs {
    pub(super) fn new(keywords: usize) -> KeywordBeliefs {
        KeywordBeliefs { rows: BySlot::from_fn(|_| vec![0.0; keywords]), buffer: vec![0.0; keywords] }
    }

    /// Resets to the prior: every keyword on a card that the seat does not hold.
    pub(super) fn reset(&mut self, seat: &Seat<'_>) {
        let deck = seat.setup().deck();
        for row in &mut self.rows.0 {
            row.fill(1.0);
            let own = seat.keywords().into_iter().flatten();
            own.flat_map(|&keyword| deck.card_of(keyword)).for_each(|keyword| row[keyword.index()] = 0.0);
            normalise(row);
        }
    }

    /// Learns the clues of a half whose code is known. A clue that is impossible for every keyword says nothing.
    pub(super) fn learn(&mut self, counts: &ClueCounts, half: &Half, is_overheard: bool) {
        for (slot, clue) in half.code.slots().into_iter().zip(half.clues) {
            let Some(clue) = clue else { continue };
            counts.write_likelihoods(clue, is_overheard, &mut self.buffer);
            let row = &mut self.rows[slot];
            if self.buffer.iter().zip(&*row).any(|(&likelihood, &p)| f64::from(likelihood) * p > 0.0) {
                row.iter_mut().zip(&self.buffer).for_each(|(p, &likelihood)| *p *= f64::from(likelihood));
                normalise(row);
            }
        }
    }

    /// Returns the probability of every keyword for a slot.
    pub(super) fn row(&self, slot: Slot) -> &[f64] {
        &self.rows[slot]
    }

    /// Returns P(clue | slot) for each clue and slot, and writes the likelihoods of each clue under every keyword.
    pub(super) fn predict(
        &self,
        counts: &ClueCounts,
        clues: &Clues,
        likelihoods: &mut [Vec<f32>; CLUES],
    ) -> [[f32; 4]; CLUES] {
        let mut predicted = [[1.0; 4]; CLUES];
        for ((clue, likelihoods), predicted) in clues.iter().zip(likelihoods).zip(&mut predicted) {
            let Some(clue) = clue else {
                likelihoods.fill(1.0);
                continue;
            };
            counts.write_likelihoods(*clue, true, likelihoods);
            *predicted = Slot::ALL.map(|slot| {
                let terms = self.row(slot).iter().zip(&*likelihoods);
                terms.map(|(p, &likelihood)| p * f64::from(likelihood)).sum::<f64>() as f32
            });
        }
        predicted
    }
}

/// Scales a row to sum to 1.
pub(super) fn normalise(row: &mut [f64]) {
    let total: f64 = row.iter().sum();
    if total > 0.0 {
        row.iter_mut().for_each(|p| *p /= total);
    }
}
