//! What the clues so far tell about hidden keywords.

use overhear_engine::rules::{BySlot, CLUES, Clue, Clues, Code, Keyword, PublicRecord, Side, Slot};

use super::{Perception, blend, blend_in_place, dots};

/// For each slot of one team a probability for every keyword of the deck:
/// P(w | H) ∝ prior(w) · Π P(h | w) over the clues h revealed for the slot.
///
/// Linear and normalised after every clue: the dot product that predicts a clue is also the normaliser of the
/// update, so no logarithm is taken. The slots are independent; that the four keywords differ is ignored.
#[derive(Clone, Debug)]
pub(crate) struct Posterior {
    /// What is believed of a slot before its first clue.
    prior: Vec<f32>,
    /// What is believed after that.
    rows: BySlot<Vec<f32>>,
    /// How often each row has been updated; at 0 the prior stands for it.
    updates: BySlot<u32>,
    /// Halves of the record that have been looked at.
    seen: usize,
    /// The last prediction: it is also the normaliser when the code is shown.
    predicted: [Option<(Clue, [f32; 4])>; CLUES],
}

impl Posterior {
    pub(crate) fn new(stride: usize) -> Posterior {
        Posterior {
            prior: vec![0.0; stride],
            rows: BySlot::from_fn(|_| vec![0.0; stride]),
            updates: BySlot::default(),
            seen: 0,
            predicted: [None; CLUES],
        }
    }

    /// Forgets everything: every keyword of the deck is as likely as another, but for the `excluded` ones.
    pub(crate) fn reset(&mut self, keywords: usize, excluded: impl Iterator<Item = Keyword> + Clone) {
        const OUT: f32 = -1.0;
        let mut left = keywords;
        for keyword in excluded.clone() {
            left -= usize::from(std::mem::replace(&mut self.prior[keyword.index()], OUT) != OUT);
        }
        self.prior[..keywords].fill(1.0 / left as f32);
        excluded.for_each(|keyword| self.prior[keyword.index()] = 0.0);
        self.seen = 0;
        self.updates = BySlot::default();
        self.predicted = [None; CLUES];
    }

    /// Takes in the halves of `side` that have been played since the last call.
    pub(crate) fn catch_up(&mut self, record: &PublicRecord, side: Side, perception: &mut Perception) {
        for half in &record.halves()[self.seen..] {
            if half.side == side {
                self.learn(&half.clues, half.code, perception);
            }
        }
        self.seen = record.halves().len();
    }

    fn learn(&mut self, clues: &Clues, code: Code, perception: &mut Perception) {
        for (slot, clue) in code.slots().into_iter().zip(clues) {
            let Some(clue) = *clue else { continue };
            let column = perception.column(clue);
            let predicted = self.predicted.iter().flatten().find(|(heard, _)| *heard == clue);
            let evidence = match predicted {
                Some((_, rows)) => rows[slot.index()],
                None => dots(column, [self.row(slot)])[0],
            };
            if evidence > 0.0 {
                if self.updates[slot] == 0 {
                    blend(&mut self.rows[slot], &self.prior, column, 1.0 / evidence);
                } else {
                    blend_in_place(&mut self.rows[slot], column, 1.0 / evidence);
                }
                self.updates[slot] += 1;
            }
        }
        self.predicted = [None; CLUES];
    }

    /// What is believed of a slot.
    pub(crate) fn row(&self, slot: Slot) -> &[f32] {
        if self.updates[slot] == 0 { &self.prior } else { &self.rows[slot] }
    }

    /// How often the row of each slot has changed since the game began.
    pub(crate) fn updates(&self) -> BySlot<u32> {
        self.updates
    }

    /// P(clue | H) for each clue and slot; a missing clue tells nothing.
    pub(crate) fn predict(&mut self, clues: &Clues, perception: &mut Perception) -> [[f32; 4]; CLUES] {
        self.predicted = clues.map(|clue| {
            clue.map(|clue| (clue, dots(perception.column(clue), Slot::ALL.map(|slot| self.row(slot)))))
        });
        self.predicted.map(|row| row.map_or([1.0; 4], |(_, row)| row))
    }
}
