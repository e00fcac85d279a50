//! P(clue | keyword) of an Encryptor, estimated from logged games.

use std::sync::Arc;

use overhear_engine::rules::Clue;
use rustc_hash::FxHashMap;

use super::LoggedClues;
use crate::model::{Association, ModelKey, World, widen};

/// Number of clues that the association table counts for, beside those that were logged for a keyword.
const BY_ASSOCIATION: f32 = 2.0;

/// Number of clues that the Encryptor's overall use of clues counts for.
const BY_USE: f32 = 2.0;

/// P(clue | keyword) for one Encryptor: smoothed counts.
///
/// A keyword's counts are mixed with two weak priors: the association table, which knows clues that were never logged,
/// and the Encryptor's use of each clue over all keywords. Clues of halves in which no interception is possible are
/// counted apart.
pub struct ClueCounts {
    table: Arc<Association>,
    /// By phase.
    phases: [Phase; 2],
}

/// The counts of one phase.
struct Phase {
    /// 1 / (clues of the keyword + those of the priors).
    scales: Vec<f32>,
    /// Share of a clue that was never logged, of all clues.
    unseen: f32,
    /// The row of each clue in `likelihoods`.
    places: FxHashMap<u32, usize>,
    /// For each clue that was logged, its likelihood under every keyword.
    likelihoods: Vec<f32>,
}

impl ClueCounts {
    /// Creates the table from logged clues.
    pub fn new(world: &World, logged: &LoggedClues) -> ClueCounts {
        let table = world.association(ModelKey::default());
        let phases = [0, 1].map(|phase| Phase::new(&table, &logged.pairs[phase]));
        ClueCounts { table, phases }
    }

    /// Returns the number of keywords.
    pub fn keywords(&self) -> usize {
        self.table.keywords()
    }

    /// Writes P(clue | keyword) for every keyword. `is_overheard`: an interception is possible.
    ///
    /// # Panics
    /// If `to` is not as long as the deck.
    pub fn write_likelihoods(&self, clue: Clue, is_overheard: bool, to: &mut [f32]) {
        let phase = &self.phases[usize::from(is_overheard)];
        let size = self.keywords();
        if let Some(place) = phase.places.get(&(clue.index() as u32)) {
            to.copy_from_slice(&phase.likelihoods[place * size..][..size]);
            return;
        }
        let column = column(&self.table, clue);
        for (n, (to, scale)) in to.iter_mut().zip(&phase.scales).enumerate() {
            let associated = column.map_or(0.0, |column| widen(column[n]));
            *to = (BY_ASSOCIATION * associated + BY_USE * phase.unseen) * scale;
        }
    }
}

impl Phase {
    fn new(table: &Association, pairs: &FxHashMap<(u16, u32), u32>) -> Phase {
        let size = table.keywords();
        let (mut by_keyword, mut by_clue, mut total) = (vec![0u32; size], FxHashMap::default(), 0u64);
        for (&(keyword, clue), &count) in pairs {
            by_keyword[usize::from(keyword)] += count;
            *by_clue.entry(clue).or_insert(0u32) += count;
            total += u64::from(count);
        }
        // Rows stand in the order of the clues, so that tables of equal counts are equal.
        let mut clues: Vec<(u32, u32)> = by_clue.into_iter().collect();
        clues.sort_unstable();
        let scales: Vec<f32> =
            by_keyword.iter().map(|&count| (count as f32 + BY_ASSOCIATION + BY_USE).recip()).collect();
        let unseen = (table.clues() as f32 * (total as f32 + 1.0)).recip();
        let places: FxHashMap<u32, usize> = (0..).zip(&clues).map(|(n, &(clue, _))| (clue, n)).collect();
        let mut likelihoods = Vec::with_capacity(clues.len() * size);
        for &(clue, count) in &clues {
            let used = unseen + count as f32 / (total as f32 + 1.0);
            let column = column(table, Clue::new(clue));
            likelihoods.extend((0..size).map(|n| {
                let prior = BY_ASSOCIATION * column.map_or(0.0, |column| widen(column[n])) + BY_USE * used;
                prior * scales[n]
            }));
        }
        for (&(keyword, clue), &count) in pairs {
            let keyword = usize::from(keyword);
            likelihoods[places[&clue] * size + keyword] += count as f32 * scales[keyword];
        }
        Phase { scales, unseen, places, likelihoods }
    }
}

/// Returns the association of a clue with every keyword; `None` for a text outside the vocabulary.
fn column(table: &Association, clue: Clue) -> Option<&[u16]> {
    (clue.index() < table.clues()).then(|| table.column(clue))
}
