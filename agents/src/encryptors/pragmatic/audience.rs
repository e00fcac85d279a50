//! The opponents, as the clue giver imagines them: a `bayes` guesser with the whole deck as prior.

use std::sync::Arc;

use overhear_engine::rules::{BySlot, Keyword, Slot};
use overhear_engine::table::EncryptorView;

use super::prospects::{Prospects, Rows};
use crate::model::{Association, LANES, Perception, Posterior, Shortlists, dots, greatest, mix, prefetch};

/// What the opponents know of the own keywords.
pub(super) struct Audience {
    /// The table as everybody sees it.
    public: Perception,
    posterior: Posterior,
    suspects: BySlot<Suspects>,
}

/// The keywords that the opponents seriously suspect in a slot.
#[derive(Clone, Default)]
struct Suspects {
    named: Vec<(Keyword, f32)>,
    /// The probability of all others together.
    rest: f32,
    /// How many clues they were found from.
    found_at: Option<u32>,
}

impl Audience {
    pub(super) fn new(table: Arc<Association>) -> Audience {
        let nobody = || Suspects { named: Vec::with_capacity(table.stride()), ..Suspects::default() };
        Audience {
            posterior: Posterior::new(table.stride()),
            suspects: BySlot::from_fn(|_| nobody()),
            public: Perception::new(table, None),
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
                name_suspects(self.posterior.row(slot), named);
                *rest -= named.iter().map(|(_, weight)| weight).sum::<f32>();
            }
        }
    }

    /// Brings what the opponents would make of the candidates for `keyword` up to date.
    ///
    /// Where they suspect few keywords, these are added up for the whole shortlist at once, and the mean of the
    /// deck stands for the others; where they suspect many, each candidate's whole column is.
    pub(super) fn overhear(&self, keyword: Keyword, shortlists: &Shortlists, prospects: &mut Prospects) {
        let Prospects { heard, heard_at, candidates, .. } = prospects;
        let rows = shortlists.block(keyword);
        let mut vague = Slot::ALL;
        let mut count = 0;
        for at in Slot::ALL {
            let Suspects { named, rest, found_at } = &self.suspects[at];
            if heard_at[at] == *found_at {
                continue;
            }
            heard_at[at] = *found_at;
            if named.len() > FEW {
                vague[count] = at;
                count += 1;
                continue;
            }
            named.iter().for_each(|(suspect, _)| prefetch(&rows[suspect.index()]));
            mix(&mut heard[at.index()], shortlists.means(keyword), rest.max(0.0), rows, named);
        }
        if count > 0 {
            let clues = shortlists.clues(keyword);
            let column = |n: usize| self.public.table().column(clues[usize::from(candidates[n])]);
            for n in 0..candidates.len() {
                prefetch(column((n + AHEAD).min(candidates.len() - 1)));
                hear(column(n), &vague[..count], &self.posterior, heard, usize::from(candidates[n]));
            }
        }
    }
}

/// The least probability at which a keyword is suspected by name.
const SERIOUS: f32 = 3e-5;

/// So many suspects are cheaper to add up one by one than all keywords for each candidate.
const FEW: usize = 64;

/// Lists the keywords that are seriously suspected, until there are more than a few.
fn name_suspects(row: &[f32], named: &mut Vec<(Keyword, f32)>) {
    for (n, chunk) in row.chunks(LANES).enumerate() {
        if greatest(chunk).0 <= SERIOUS {
            continue;
        }
        for (lane, &weight) in chunk.iter().enumerate() {
            if weight > SERIOUS {
                named.push((Keyword((n * LANES + lane) as u16), weight));
            }
        }
        if named.len() > FEW {
            return;
        }
    }
}

/// How many candidates ahead the memory is asked for their columns.
const AHEAD: usize = 3;

/// P(clue | history) for some slots, written to one place of their rows.
fn hear(column: &[u16], slots: &[Slot], audience: &Posterior, heard: &mut Rows, place: usize) {
    let mut write = |slot: Slot, p: f32| heard[slot.index()][place] = p;
    match *slots {
        [a, b, c] => {
            let sums = dots(column, [a, b, c].map(|slot| audience.row(slot)));
            [a, b, c].into_iter().zip(sums).for_each(|(slot, p)| write(slot, p));
        }
        [a, b] => {
            let sums = dots(column, [a, b].map(|slot| audience.row(slot)));
            [a, b].into_iter().zip(sums).for_each(|(slot, p)| write(slot, p));
        }
        _ => slots.iter().for_each(|&slot| write(slot, dots(column, [audience.row(slot)])[0])),
    }
}
