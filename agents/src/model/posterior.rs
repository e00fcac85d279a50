//! What the clues so far tell about hidden keywords.

use overhear_engine::rules::{BySlot, Clue, Clues, Code, Keyword, PublicRecord, Side, Slot};

use super::{Perception, blend, dot_rows};

/// For each slot of one team a probability for every keyword of the deck:
/// P(w | H) ∝ prior(w) · Π P(h | w) over the clues h revealed for the slot.
///
/// Linear and normalised after every clue: the dot product that predicts a clue is also the normaliser of the
/// update, so no logarithm is taken. The slots are independent; that the four keywords differ is ignored.
#[derive(Clone, Debug)]
pub(crate) struct Posterior {
    stride: usize,
    /// Four rows, one behind the other.
    weights: Vec<f32>,
    /// Halves of the record that have been looked at.
    seen: usize,
    /// How often each slot has been updated.
    updates: BySlot<u32>,
}

impl Posterior {
    pub(crate) fn new(stride: usize) -> Posterior {
        Posterior { stride, weights: vec![0.0; 4 * stride], seen: 0, updates: BySlot::default() }
    }

    /// Forgets everything: every keyword of the deck is as likely as another, but for the `excluded` ones.
    pub(crate) fn reset(&mut self, keywords: usize, excluded: impl Iterator<Item = Keyword>) {
        let (first, rest) = self.weights.split_at_mut(self.stride);
        first.fill(0.0);
        first[..keywords].fill(1.0);
        excluded.for_each(|keyword| first[keyword.index()] = 0.0);
        let share = 1.0 / first.iter().sum::<f32>();
        first.iter_mut().for_each(|weight| *weight *= share);
        rest.chunks_exact_mut(self.stride).for_each(|row| row.copy_from_slice(first));
        self.seen = 0;
        self.updates = BySlot::default();
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
            let evidence = dot_rows(column, &self.weights)[slot.index()];
            self.updates[slot] += 1;
            if evidence > 0.0 {
                let row = &mut self.weights[slot.index() * self.stride..][..self.stride];
                blend(row, column, 1.0 / evidence);
            }
        }
    }

    /// P(clue | H) for each slot.
    pub(crate) fn predict(&self, clue: Clue, perception: &mut Perception) -> [f32; 4] {
        dot_rows(perception.column(clue), &self.weights)
    }

    /// How often the row of each slot has changed since the game began.
    pub(crate) fn updates(&self) -> BySlot<u32> {
        self.updates
    }

    /// Four different keywords, found greedily by probability: the likeliest of any slot first.
    pub(crate) fn best_keywords(&self) -> BySlot<Keyword> {
        let mut found: [Option<Keyword>; 4] = [None; 4];
        for _ in Slot::ALL {
            let open = (0..4).filter(|&slot| found[slot].is_none());
            let cells = open.flat_map(|slot| (0..self.stride).map(move |keyword| (slot, keyword)));
            let free = cells.filter(|&(_, keyword)| !found.contains(&Some(Keyword(keyword as u16))));
            let weight = |(slot, keyword): (usize, usize)| self.weights[slot * self.stride + keyword];
            let best = free.reduce(|best, cell| if weight(cell) > weight(best) { cell } else { best });
            let (slot, keyword) = best.expect("a deck has more than four keywords");
            found[slot] = Some(Keyword(keyword as u16));
        }
        BySlot(found.map(|keyword| keyword.expect("each of four turns fills a slot")))
    }
}
