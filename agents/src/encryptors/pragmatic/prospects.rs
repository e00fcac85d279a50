//! What is known of a keyword's shortlist: how clear each clue is to the own team, how telling to the other.

use overhear_engine::rules::{BySlot, Keyword, Slot};

use super::reached::Reached;
use super::rows::Rows;
use crate::model::{Perception, SHORTLIST, Shortlists};

/// How likely each clue of a keyword's shortlist is under four hypotheses.
#[derive(Clone)]
pub(super) struct Prospects {
    /// P(clue | own keyword), by slot.
    pub(super) own: Rows,
    /// P(clue | history) in the opponents' eyes, by slot.
    pub(super) heard: Rows,
    /// P(clue | history) to those who know only how far clues reach.
    pub(super) reached: Reached,
    /// How many clues each row of `heard` was computed from.
    pub(super) heard_at: BySlot<Option<u32>>,
    /// What each candidate costs later rounds, in bits.
    pub(super) costs: [f32; SHORTLIST],
}

impl Prospects {
    pub(super) fn unknown() -> Prospects {
        Prospects {
            own: [[0.0; SHORTLIST]; 4],
            heard: [[0.0; SHORTLIST]; 4],
            reached: Reached::unknown(),
            heard_at: BySlot::default(),
            costs: [0.0; SHORTLIST],
        }
    }

    /// Forgets what was made of the last game.
    pub(super) fn reset(&mut self) {
        self.heard_at = BySlot::default();
        self.reached.reset();
    }

    /// Notes the likelihoods of a slot's shortlist under the own keywords.
    pub(super) fn list(
        &mut self,
        slot: Slot,
        keywords: BySlot<Keyword>,
        shortlists: &Shortlists,
        perception: &Perception,
    ) {
        let own = keywords[slot];
        let mut room = None;
        let rows = shortlists.likelihoods(own, keywords.0, &mut room);
        for ((row, &keyword), likelihoods) in self.own.iter_mut().zip(&keywords).zip(rows) {
            perception.write_row(keyword, shortlists.clues(own), likelihoods, row);
        }
    }
}
