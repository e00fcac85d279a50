//! Opponents who compare a clue with the earlier clues of each slot, without a thought of keywords.

use overhear_engine::rules::{Clue, Slot};

use super::candidates::{FEW, SlotCandidates};
use crate::model::{World, quick_exp2};

/// Sharpness of the comparison, in bits per unit of similarity.
const SHARPNESS: f32 = 8.66;

/// Shares of the nearest earlier clue and of the mean of all.
const SHARES: [f32; 2] = [0.6, 0.4];

/// The similarity that stands for a slot without clues.
const UNHEARD: f32 = 0.15;

/// How near the candidates of a slot are to the clues heard of each slot.
#[derive(Clone)]
pub(super) struct Echoes {
    nearest: [[f32; FEW]; 4],
    sums: [[f32; FEW]; 4],
    heard: [u32; 4],
}

impl Echoes {
    pub(super) const fn none() -> Echoes {
        Echoes { nearest: [[0.0; FEW]; 4], sums: [[0.0; FEW]; 4], heard: [0; 4] }
    }

    /// Hears a clue of a slot; `buffer` is a buffer of the clues' directions.
    pub(super) fn hear(
        &mut self,
        world: &World,
        slot: Slot,
        clue: Clue,
        candidates: &SlotCandidates,
        buffer: &mut [i16],
    ) {
        let rows = world.clue_rows();
        if clue.index() >= rows.len() {
            return;
        }
        let length = rows.inverse_lengths[clue.index()];
        let heard = rows.row(clue.index(), buffer);
        let (nearest, sums) = (&mut self.nearest[slot.index()], &mut self.sums[slot.index()]);
        let products = candidates.products(heard);
        for n in 0..candidates.len {
            let similarity = products[n] as f32 * length * candidates.lengths[n];
            nearest[n] = if self.heard[slot.index()] == 0 { similarity } else { nearest[n].max(similarity) };
            sums[n] += similarity;
        }
        self.heard[slot.index()] += 1;
    }

    /// Writes a weight for each candidate and slot: how well it continues the clues of the slot.
    pub(super) fn write(&self, rows: &mut [[f32; FEW]; 4]) {
        for (slot, row) in rows.iter_mut().enumerate() {
            let heard = self.heard[slot];
            if heard == 0 {
                row.fill(quick_exp2(SHARPNESS * UNHEARD));
                continue;
            }
            let [nearest, mean] = [SHARES[0], SHARES[1] / heard as f32];
            let similarities = self.nearest[slot].iter().zip(&self.sums[slot]);
            for (weight, (near, sum)) in row.iter_mut().zip(similarities) {
                *weight = quick_exp2(SHARPNESS * (nearest * near + mean * sum));
            }
        }
    }
}
