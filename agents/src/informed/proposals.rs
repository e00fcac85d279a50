//! Distributions from which keywords are supposed.

use overhear_engine::game::Stream;
use overhear_engine::rules::{BySlot, Keyword, Slot};

use super::keyword_beliefs::normalise;

/// Share of keywords that are proposed by what other chains suppose.
const BY_CHAINS: f64 = 0.3;

/// Share of keywords that are proposed by a flattened belief, in which the counts count half.
const FLAT: f64 = 0.2;

/// For each slot a distribution over the keywords.
pub(super) struct Proposals {
    /// The probability of each keyword.
    rows: BySlot<Vec<f64>>,
    /// The running sums of the probabilities.
    running: BySlot<Vec<f64>>,
}

impl Proposals {
    pub(super) fn new(keywords: usize) -> Proposals {
        Proposals {
            rows: BySlot::from_fn(|_| vec![0.0; keywords]),
            running: BySlot::from_fn(|_| vec![0.0; keywords]),
        }
    }

    /// Sets the distribution of a slot from the belief about it and from the keywords that the chains suppose.
    pub(super) fn set(&mut self, slot: Slot, belief: &[f64], supposed: impl Iterator<Item = Keyword>) {
        let row = &mut self.rows[slot];
        row.iter_mut().zip(belief).for_each(|(to, p)| *to = libm::sqrt(*p));
        normalise(row);
        row.iter_mut().zip(belief).for_each(|(to, p)| *to = FLAT * *to + (1.0 - FLAT) * p);
        let supposed: Vec<Keyword> = supposed.collect();
        if !supposed.is_empty() {
            row.iter_mut().for_each(|to| *to *= 1.0 - BY_CHAINS);
            let share = BY_CHAINS / supposed.len() as f64;
            supposed.iter().for_each(|keyword| row[keyword.index()] += share);
        }
        normalise(row);
        let mut sum = 0.0;
        for (to, p) in self.running[slot].iter_mut().zip(&*row) {
            sum += p;
            *to = sum;
        }
    }

    /// Returns the probability that a keyword is drawn.
    pub(super) fn probability(&self, slot: Slot, keyword: Keyword) -> f64 {
        self.rows[slot][keyword.index()]
    }

    /// Draws a keyword.
    pub(super) fn draw(&self, slot: Slot, stream: &mut Stream) -> Keyword {
        let running = &self.running[slot];
        let target = stream.unit_f64() * running.last().copied().unwrap_or(1.0);
        let place = running.partition_point(|&sum| sum <= target);
        // A target that rounds up to the sum falls behind the last keyword that can be drawn.
        Keyword(if place < running.len() {
            place
        } else {
            self.rows[slot].iter().rposition(|&p| p > 0.0).unwrap_or(0)
        } as u16)
    }
}
