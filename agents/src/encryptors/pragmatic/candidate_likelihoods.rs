//! The likelihoods of a keyword's shortlist: clarity to the own team and information for the opponents.

use overhear_engine::rules::{BySlot, Keyword, Slot};

use super::SlotRows;
use super::feasibility_counts::FeasibilityCounts;
use crate::model::{NoisyAssociation, SHORTLIST, Shortlists};

/// The likelihoods of each clue of a keyword's shortlist under four hypotheses.
#[derive(Clone)]
pub(super) struct CandidateLikelihoods {
    /// P(clue | own keyword), by slot.
    pub(super) own: SlotRows,
    /// P(clue | history) for the opponents, by slot.
    pub(super) heard: SlotRows,
    /// P(clue | history) for a listener that knows only the reach of clues.
    pub(super) reached: FeasibilityCounts,
    /// The number of clues behind each row of `heard`.
    pub(super) heard_at: BySlot<Option<u32>>,
    /// P(clue | history) for opponents that know the Encryptor's habit.
    pub(super) known: SlotRows,
    /// The number of clues behind each row of `known`.
    pub(super) known_at: BySlot<Option<u32>>,
    /// The cost of each candidate in later rounds, in bits.
    pub(super) costs: [f32; SHORTLIST],
}

impl CandidateLikelihoods {
    pub(super) fn unknown() -> CandidateLikelihoods {
        CandidateLikelihoods {
            own: [[0.0; SHORTLIST]; 4],
            heard: [[0.0; SHORTLIST]; 4],
            reached: FeasibilityCounts::unknown(),
            heard_at: BySlot::default(),
            known: [[0.0; SHORTLIST]; 4],
            known_at: BySlot::default(),
            costs: [0.0; SHORTLIST],
        }
    }

    /// Resets the history for a new game.
    pub(super) fn reset(&mut self) {
        self.heard_at = BySlot::default();
        self.known_at = BySlot::default();
        self.reached.reset();
    }

    /// Stores the likelihoods of a slot's shortlist under the own keywords.
    pub(super) fn list(
        &mut self,
        slot: Slot,
        keywords: BySlot<Keyword>,
        shortlists: &Shortlists,
        perception: &NoisyAssociation,
    ) {
        let own = keywords[slot];
        let mut buffer = None;
        let rows = shortlists.likelihoods(own, keywords.0, &mut buffer);
        for ((row, &keyword), likelihoods) in self.own.iter_mut().zip(&keywords).zip(rows) {
            perception.write_row(keyword, shortlists.clues(own), likelihoods, row);
        }
    }
}
