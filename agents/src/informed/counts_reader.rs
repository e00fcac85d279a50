//! A guesser that knows how often an Encryptor gave each clue for each keyword.

use std::sync::Arc;

use overhear_engine::game::{
    Belief, Guesser, GuesserView, InterceptorView, KeywordBelief, KeywordView, Seat, Stream,
};
use overhear_engine::rules::{CLUES, PublicRecord, Rules, Side, Slot};

use super::ClueCounts;
use super::keyword_beliefs::KeywordBeliefs;

/// Bayes' rule over [`ClueCounts`]: P(code | clues, H) ∝ Π Σ P(clueᵢ | w) P(w | H at codeᵢ).
pub struct CountsReader {
    counts: Arc<ClueCounts>,
    beliefs: KeywordBeliefs,
    halves_read: usize,
    likelihoods: [Vec<f32>; CLUES],
}

impl CountsReader {
    /// Creates a reader.
    pub fn new(counts: &Arc<ClueCounts>) -> CountsReader {
        let keywords = counts.keywords();
        CountsReader {
            counts: Arc::clone(counts),
            beliefs: KeywordBeliefs::new(keywords),
            halves_read: 0,
            likelihoods: std::array::from_fn(|_| vec![0.0; keywords]),
        }
    }

    fn catch_up(&mut self, rules: &Rules, record: &PublicRecord, side: Side) {
        for half in record.halves()[self.halves_read..].iter().filter(|half| half.side == side) {
            self.beliefs.learn(&self.counts, half, rules.may_intercept(half.round, side.opponent()));
        }
        self.halves_read = record.halves().len();
    }
}

impl Guesser for CountsReader {
    fn begin(&mut self, seat: &Seat<'_>) {
        self.beliefs.reset(seat);
        self.halves_read = 0;
    }

    fn decode(&mut self, view: &GuesserView<'_>, _: &mut Stream) -> Belief {
        decoded(&self.counts, view, &mut self.likelihoods[0])
    }

    fn intercept(&mut self, view: &InterceptorView<'_>, _: &mut Stream) -> Belief {
        let seat = view.seat();
        self.catch_up(seat.setup().rules(), view.record(), seat.side().opponent());
        Belief::from_clue_rows(&self.beliefs.predict(&self.counts, view.clues(), &mut self.likelihoods))
    }

    fn keywords(&mut self, view: &KeywordView<'_>, _: &mut Stream, believed: &mut KeywordBelief) {
        let seat = view.seat();
        self.catch_up(seat.setup().rules(), view.record(), seat.side().opponent());
        for slot in Slot::ALL {
            let row = self.beliefs.row(slot);
            believed.weights_mut(slot).iter_mut().zip(row).for_each(|(to, &p)| *to = p as f32);
        }
    }
}

/// Returns what the counts say of the own team's clues. `buffer` is as long as the deck.
pub(super) fn decoded(counts: &ClueCounts, view: &GuesserView<'_>, buffer: &mut [f32]) -> Belief {
    let seat = view.seat();
    let is_overheard = seat.setup().rules().may_intercept(view.round(), seat.side().opponent());
    Belief::from_clue_rows(&view.clues().map(|clue| match clue {
        None => [1.0; 4],
        Some(clue) => {
            counts.write_likelihoods(clue, is_overheard, buffer);
            view.keywords().0.map(|keyword| buffer[keyword.index()])
        }
    }))
}
