//! The opponents, as the clue giver imagines them: a `bayes` guesser with the whole deck as prior.

use overhear_engine::rules::{BySlot, Keyword, Slot};
use overhear_engine::table::EncryptorView;

use super::objective::quick_log2;
use super::prospects::Prospects;
use crate::model::{Gathered, Perception, Posterior, Shortlists, list_above, mix, prefetch};

/// What the opponents know of the own keywords.
pub(super) struct Audience {
    /// The table as everybody sees it.
    public: Perception,
    posterior: Posterior,
    suspects: BySlot<Suspects>,
    gathered: Gathered,
    /// The probability above which a keyword is suspected.
    suspicion: f32,
}

/// The keywords that the opponents suspect in a slot.
#[derive(Clone, Default)]
struct Suspects {
    named: Vec<(Keyword, f32)>,
    /// The probability of all others together.
    rest: f32,
    /// How many clues they were found from.
    found_at: Option<u32>,
}

impl Audience {
    /// Of somebody who sees the table like this.
    pub(super) fn new(own: &Perception, suspicion: f32) -> Audience {
        let table = own.table();
        let nobody = || Suspects { named: Vec::with_capacity(table.stride()), ..Suspects::default() };
        Audience {
            posterior: Posterior::new(table.stride()),
            suspects: BySlot::from_fn(|_| nobody()),
            gathered: Gathered::default(),
            public: own.public(),
            suspicion,
        }
    }

    /// Forgets the last game.
    pub(super) fn reset(&mut self, keywords: usize) {
        self.posterior.reset(keywords, std::iter::empty());
        self.suspects.0.iter_mut().for_each(|suspects| suspects.found_at = None);
    }

    /// Brings the suspects of every slot up to date with the public record.
    pub(super) fn catch_up(&mut self, view: &EncryptorView<'_>) {
        self.posterior.catch_up(view.record(), view.seat().side(), &mut self.public);
        let updates = self.posterior.updates();
        for slot in Slot::ALL {
            let Suspects { named, rest, found_at } = &mut self.suspects[slot];
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

    /// The bits that the opponents know about the keyword in a slot: log2 of how many times likelier it has become.
    pub(super) fn known(&self, slot: Slot, keyword: Keyword) -> f32 {
        let row = self.posterior.row(slot);
        quick_log2((row[keyword.index()] * self.public.table().keywords() as f32).max(f32::MIN_POSITIVE))
    }

    /// Brings what the opponents would make of the shortlist of `keyword` up to date: the keywords that they
    /// suspect are added up, and the mean of the deck stands for the others.
    pub(super) fn overhear(&mut self, keyword: Keyword, shortlists: &Shortlists, prospects: &mut Prospects) {
        let Prospects { heard, heard_at, .. } = prospects;
        let (block, base) = (shortlists.block(keyword), shortlists.means(keyword));
        for at in Slot::ALL {
            let Suspects { named, rest, found_at } = &self.suspects[at];
            if heard_at[at] != *found_at {
                heard_at[at] = *found_at;
                let (rows, named) = match block {
                    Some(rows) => {
                        named.iter().for_each(|(suspect, _)| prefetch(&rows[suspect.index()]));
                        (rows, &named[..])
                    }
                    None => self.gathered.gather(shortlists, keyword, named),
                };
                mix(&mut heard[at.index()], base, rest.max(0.0), rows, named);
            }
        }
    }
}
