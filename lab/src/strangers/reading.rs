//! A mind as a team mate and as an interceptor: Bayes' rule with its own P(clue | keyword).

use overhear_agents::minds::code_posterior;
use overhear_agents::model::World;
use overhear_engine::rules::{BySlot, CLUES, Code, Half, Keyword, Slot};

use super::panel::MeasuringMind;

/// ln P(clue | keyword) of the clues of a half for every keyword of the deck; `None` for a clue that the mind does not know.
pub(super) type HalfRows = [Option<Vec<f64>>; CLUES];

/// Returns what a mind makes of the clues of a half.
pub(super) fn half_rows(mind: &mut MeasuringMind, world: &World, half: &Half) -> HalfRows {
    half.clues.map(|clue| mind.log_probs(world.clue_text(clue?)))
}

/// Returns the code that a team mate takes to be likeliest.
pub(super) fn decoded(rows: &HalfRows, keywords: BySlot<Keyword>) -> Code {
    likeliest(&rows.each_ref().map(|row| match row {
        None => [0.0; 4],
        Some(row) => keywords.0.map(|keyword| row[keyword.index()]),
    }))
}

fn likeliest(logs: &[[f64; 4]; CLUES]) -> Code {
    let posterior = code_posterior(logs);
    // The first of equals: codes are dealt with equal probability, so no place is favoured.
    let best = (1..Code::COUNT).fold(0, |best, n| if posterior[n] > posterior[best] { n } else { best });
    Code::ALL[best]
}

/// An interceptor that holds no table of the giver: P(keyword | slot) from the clues of the rounds before.
pub(super) struct KeywordGuesses {
    /// For each slot a probability of every keyword of the deck.
    rows: BySlot<Vec<f64>>,
}

impl KeywordGuesses {
    /// Returns the prior: every keyword on a card that the interceptor's team does not hold.
    pub(super) fn new(world: &World, own: Option<BySlot<Keyword>>) -> KeywordGuesses {
        let deck = world.deck();
        let mut row = vec![1.0; deck.len()];
        for keyword in own.iter().flat_map(|keywords| keywords.0) {
            deck.card_of(keyword).iter().for_each(|on_card| row[on_card.index()] = 0.0);
        }
        normalise(&mut row);
        KeywordGuesses { rows: BySlot::from_fn(|_| row.clone()) }
    }

    /// Returns the code that is likeliest from the clues alone.
    pub(super) fn intercepted(&self, rows: &HalfRows) -> Code {
        likeliest(&rows.each_ref().map(|row| match row {
            None => [0.0; 4],
            Some(row) => Slot::ALL.map(|slot| self.log_prob(slot, row)),
        }))
    }

    /// Returns ln P(clue | slot), given ln P(clue | keyword) for every keyword.
    fn log_prob(&self, slot: Slot, row: &[f64]) -> f64 {
        let likelihood: f64 = self.rows[slot].iter().zip(row).map(|(p, log)| p * libm::exp(*log)).sum();
        libm::log(likelihood.max(f64::MIN_POSITIVE))
    }

    /// Learns which clue was for which slot. A clue that the mind does not know says nothing.
    pub(super) fn learn(&mut self, code: Code, rows: &HalfRows) {
        for (slot, row) in code.slots().into_iter().zip(rows) {
            let Some(row) = row else { continue };
            self.rows[slot].iter_mut().zip(row).for_each(|(p, log)| *p *= libm::exp(*log));
            normalise(&mut self.rows[slot]);
        }
    }
}

/// Scales probabilities to a sum of 1.
fn normalise(row: &mut [f64]) {
    let total: f64 = row.iter().sum();
    if total > 0.0 {
        row.iter_mut().for_each(|p| *p /= total);
    }
}
