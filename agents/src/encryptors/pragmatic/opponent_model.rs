//! The Encryptor's model of the opponents: a `bayes` guesser with the whole deck as prior.

use overhear_engine::game::EncryptorView;
use overhear_engine::rules::{BySlot, Keyword, Slot};

use super::SlotRows;
use crate::model::{
    NoisyAssociation, Posterior, RowBuffer, Shortlists, list_above, mix, prefetch, quick_log2,
};

/// The opponents' knowledge of the own keywords.
pub(super) struct OpponentModel {
    /// The table without player noise.
    public: NoisyAssociation,
    posterior: Posterior,
    likely: BySlot<LikelyKeywords>,
    gathered: RowBuffer,
    /// The probability above which a keyword is among the likely ones.
    suspicion: f32,
}

/// The keywords of a slot that the opponents think likely.
#[derive(Clone, Default)]
struct LikelyKeywords {
    named: Vec<(Keyword, f32)>,
    /// The total probability of all other keywords.
    rest: f32,
    /// The number of clues behind these probabilities.
    found_at: Option<u32>,
}

impl OpponentModel {
    /// Creates the model of opponents with this perception.
    pub(super) fn new(own: &NoisyAssociation, suspicion: f32) -> OpponentModel {
        let table = own.table();
        OpponentModel {
            posterior: Posterior::new(table.stride()),
            likely: BySlot::from_fn(|_| LikelyKeywords {
                named: Vec::with_capacity(table.stride()),
                ..LikelyKeywords::default()
            }),
            gathered: RowBuffer::default(),
            public: own.public(),
            suspicion,
        }
    }

    /// Resets the model for a new game.
    pub(super) fn reset(&mut self, keywords: usize) {
        self.posterior.reset(keywords, std::iter::empty());
        self.likely.0.iter_mut().for_each(|likely| likely.found_at = None);
    }

    /// Updates the likely keywords of every slot from the public record.
    pub(super) fn catch_up(&mut self, view: &EncryptorView<'_>) {
        self.posterior.catch_up(view.record(), view.seat().side(), &mut self.public);
        let updates = self.posterior.updates();
        for slot in Slot::ALL {
            let LikelyKeywords { named, rest, found_at } = &mut self.likely[slot];
            if *found_at == Some(updates[slot]) {
                continue;
            }
            *found_at = Some(updates[slot]);
            *rest = 1.0;
            named.clear();
            if updates[slot] > 0 {
                list_above(self.posterior.row(slot), self.suspicion, named);
                *rest -= named.iter().map(|(_, weight)| weight).sum::<f32>();
            }
        }
    }

    /// Returns the bits that the opponents know about the keyword in a slot: log2 of its posterior over its
    /// prior.
    pub(super) fn known(&self, slot: Slot, keyword: Keyword) -> f32 {
        let row = self.posterior.row(slot);
        quick_log2((row[keyword.index()] * self.public.table().keywords() as f32).max(f32::MIN_POSITIVE))
    }

    /// Updates the opponents' likelihoods of the shortlist of `keyword`.
    ///
    /// Likely keywords are summed exactly; the mean of the deck replaces all other keywords, so the cost depends on
    /// the likely keywords only.
    pub(super) fn overhear(
        &mut self,
        keyword: Keyword,
        shortlists: &Shortlists,
        (heard, heard_at): (&mut SlotRows, &mut BySlot<Option<u32>>),
    ) {
        let (block, base) = (shortlists.block(keyword), shortlists.mean_logs(keyword));
        for at in Slot::ALL {
            let LikelyKeywords { named, rest, found_at } = &self.likely[at];
            if heard_at[at] != *found_at {
                heard_at[at] = *found_at;
                let (rows, named) = match block {
                    Some(rows) => {
                        named.iter().for_each(|(keyword, _)| prefetch(&rows[keyword.index()]));
                        (rows, &named[..])
                    }
                    None => self.gathered.gather(shortlists, keyword, named),
                };
                mix(&mut heard[at.index()], base, rest.max(0.0), rows, named);
            }
        }
    }
}
