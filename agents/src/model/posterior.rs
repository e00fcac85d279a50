//! The posterior of hidden keywords, given the clues so far.

use overhear_engine::rules::{BySlot, CLUES, Clue, Clues, Code, Keyword, PublicRecord, Side, Slot};

use super::{NoisyAssociation, blend, blend_in_place, dots};

/// For each slot of one team a probability for every keyword of the deck:
/// P(w | H) ∝ prior(w) · Π P(h | w) over the clues h revealed for the slot.
///
/// Linear and normalised after every clue: the dot product that predicts a clue is also the normaliser of the
/// update, so no logarithm is taken. The slots are independent; that the four keywords differ is ignored.
/// The clues of a slot are taken as independent, given its keyword: hence the product.
#[derive(Clone, Debug)]
pub(crate) struct Posterior {
    /// The belief about a slot before its first clue.
    prior: Vec<f32>,
    /// The belief about each slot after its first clue.
    rows: BySlot<Vec<f32>>,
    /// The number of updates of each row; at 0 the prior applies.
    updates: BySlot<u32>,
    /// The number of halves of the record already processed.
    halves_read: usize,
    /// The last prediction, reused as the normaliser when the code is revealed.
    predicted: [Option<(Clue, [f32; 4])>; CLUES],
}

impl Posterior {
    pub(crate) fn new(stride: usize) -> Posterior {
        Posterior {
            prior: vec![0.0; stride],
            rows: BySlot::from_fn(|_| vec![0.0; stride]),
            updates: BySlot::default(),
            halves_read: 0,
            predicted: [None; CLUES],
        }
    }

    /// Resets to the prior: uniform over the deck, except for the `excluded` keywords.
    pub(crate) fn reset(&mut self, keywords: usize, excluded: impl Iterator<Item = Keyword> + Clone) {
        const OUT: f32 = -1.0;
        let mut possible = keywords;
        // Marking with −1 counts a keyword that is excluded twice only once.
        for keyword in excluded.clone() {
            possible -= usize::from(std::mem::replace(&mut self.prior[keyword.index()], OUT) != OUT);
        }
        self.prior[..keywords].fill(1.0 / possible as f32);
        excluded.for_each(|keyword| self.prior[keyword.index()] = 0.0);
        self.halves_read = 0;
        self.updates = BySlot::default();
        self.predicted = [None; CLUES];
    }

    /// Processes the halves of `side` played since the last call.
    pub(crate) fn catch_up(&mut self, record: &PublicRecord, side: Side, perception: &mut NoisyAssociation) {
        for half in &record.halves()[self.halves_read..] {
            if half.side == side {
                self.learn(&half.clues, half.code, perception);
            }
        }
        self.halves_read = record.halves().len();
    }

    /// Multiplies the likelihoods of revealed clues in: one pass over the deck for a clue, without a logarithm.
    fn learn(&mut self, clues: &Clues, code: Code, perception: &mut NoisyAssociation) {
        for (slot, clue) in code.slots().into_iter().zip(clues) {
            let Some(clue) = *clue else { continue };
            let column = perception.column(clue);
            // A guesser has usually predicted this clue already; its dot product saves a pass over the
            // column.
            let predicted = self.predicted.iter().flatten().find(|(heard, _)| *heard == clue);
            let evidence = match predicted {
                Some((_, rows)) => rows[slot.index()],
                None => dots(column, [self.row(slot)])[0],
            };
            // Bayes: row(w) · P(clue | w) / evidence, with evidence = Σ row(w) · P(clue | w), so the row sums to 1 again.
            // Evidence 0 means that no keyword explains the clue; the row then stays as it was.
            // The first clue reads the shared prior and writes the slot's own row; later ones update it in place.
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

    /// Returns the belief about a slot.
    pub(crate) fn row(&self, slot: Slot) -> &[f32] {
        if self.updates[slot] == 0 { &self.prior } else { &self.rows[slot] }
    }

    /// Returns the number of updates of each slot's row since the game began.
    pub(crate) fn updates(&self) -> BySlot<u32> {
        self.updates
    }

    /// Returns P(clue | H) for each clue and slot; 1 for a missing clue.
    pub(crate) fn predict(&mut self, clues: &Clues, perception: &mut NoisyAssociation) -> [[f32; 4]; CLUES] {
        // One pass over a clue's column serves all four slots: 4 products for each number read.
        self.predicted = clues.map(|clue| {
            clue.map(|clue| (clue, dots(perception.column(clue), Slot::ALL.map(|slot| self.row(slot)))))
        });
        self.predicted.map(|row| row.map_or([1.0; 4], |(_, row)| row))
    }
}
