//! Which place a clue has among all clues for a keyword, in steps of half an octave.
//!
//! A clue giver who hides what he means does not say the likeliest words; which share of the time he goes how far
//! down each keyword's list is what a [`Habit`](super::Habit) models him by. Ranks count the likelier clues; clues that
//! are equally likely share the best place.

use overhear_engine::rules::Clue;
use rayon::prelude::*;

use super::Association;

/// How many steps there are.
pub const RANK_STEPS: usize = 28;

/// The first rank of each step: the likeliest clue has rank 0, and every second step is twice as far down.
pub const FIRST_RANKS: [usize; RANK_STEPS] = [
    0, 1, 2, 3, 5, 7, 10, 15, 22, 31, 44, 63, 90, 127, 180, 255, 361, 511, 723, 1023, 1447, 2047, 2895, 4095,
    5792, 8191, 11_584, 16_383,
];

/// Keywords whose rows are gathered together, so that whole cache lines are used.
const GROUP: usize = 16;

/// For each keyword the least likelihood that reaches each step, and how many clues stand on it.
pub struct Ranks {
    stride: usize,
    /// Rows of `stride`, one for each step but the first.
    bars: Vec<u16>,
    counts: Vec<[u32; RANK_STEPS]>,
}

impl Ranks {
    pub(super) fn new(table: &Association) -> Ranks {
        let (keywords, stride) = (table.keywords(), table.stride());
        let groups: Vec<usize> = (0..keywords).step_by(GROUP).collect();
        let found: Vec<_> = groups.into_par_iter().flat_map_iter(|first| group(table, first)).collect();
        let mut bars = vec![0; (RANK_STEPS - 1) * stride];
        for (keyword, (own, _)) in found.iter().enumerate() {
            own.iter().enumerate().for_each(|(step, &bar)| bars[step * stride + keyword] = bar);
        }
        Ranks { stride, bars, counts: found.into_iter().map(|(_, counts)| counts).collect() }
    }

    /// Writes for each keyword the step that a clue with these likelihoods stands on, 0 for the likeliest.
    pub(crate) fn steps(&self, column: &[u16], to: &mut [u8]) {
        to.fill(0);
        for bars in self.bars.chunks_exact(self.stride) {
            to.iter_mut().zip(bars).zip(column).for_each(|((to, &bar), &p)| *to += u8::from(p < bar));
        }
    }

    /// The step of a clue with this likelihood, as a sixteen-bit float, for a keyword.
    pub fn step(&self, keyword: usize, likelihood: u16) -> usize {
        self.bars.chunks_exact(self.stride).filter(|bars| likelihood < bars[keyword]).count()
    }

    /// How many clues stand on each step for a keyword; clues that the law forbids are not counted.
    pub fn counts(&self, keyword: usize) -> &[u32; RANK_STEPS] {
        &self.counts[keyword]
    }
}

/// The bars and counts of the keywords from `first` on.
fn group(table: &Association, first: usize) -> Vec<([u16; RANK_STEPS - 1], [u32; RANK_STEPS])> {
    let width = GROUP.min(table.keywords() - first);
    let mut rows: Vec<Vec<u16>> = vec![Vec::with_capacity(table.clues()); width];
    for clue in (0..table.clues() as u32).map(Clue::new) {
        let run = &table.column(clue)[first..first + width];
        rows.iter_mut().zip(run).filter(|(_, p)| **p > 0).for_each(|(row, &p)| row.push(p));
    }
    rows.into_iter().map(bars_of).collect()
}

fn bars_of(mut row: Vec<u16>) -> ([u16; RANK_STEPS - 1], [u32; RANK_STEPS]) {
    row.sort_unstable_by(|a, b| b.cmp(a));
    let bars = std::array::from_fn(|step| match FIRST_RANKS[step + 1] {
        // The step before ends with the clues that are as likely as its last one.
        next if next <= row.len() => row[next - 1],
        _ => 0,
    });
    let mut counts = [0; RANK_STEPS];
    row.iter().for_each(|&p| counts[bars.iter().filter(|&&bar| p < bar).count()] += 1);
    (bars, counts)
}
