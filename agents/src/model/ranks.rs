//! The rank of a clue among all clues for a keyword, in steps of half an octave.
//!
//! An Encryptor that hides its meaning avoids the likeliest words. A [`Habit`](super::Habit) models it by the
//! share of clues from each step of the ranking. The rank is the number of likelier clues; equally likely
//! clues share the best rank.

use multiversion::multiversion;

use super::LANES;
use super::columns::Columns;
use super::rows;

/// The number of steps.
pub const RANK_STEPS: usize = 28;

/// A weight for each step of rank.
pub type RankWeights = [f32; RANK_STEPS];

/// The first rank of each step: the likeliest clue has rank 0, and every second step is twice as far down.
pub const FIRST_RANKS: [usize; RANK_STEPS] = [
    0, 1, 2, 3, 5, 7, 10, 15, 22, 31, 44, 63, 90, 127, 180, 255, 361, 511, 723, 1023, 1447, 2047, 2895, 4095,
    5792, 8191, 11_584, 16_383,
];

/// The least likelihood that reaches each step, and the number of clues on it, for each keyword.
pub struct Ranks {
    /// For each sixteen keywords, one row for each step but the first.
    bars: Vec<[[u16; LANES]; RANK_STEPS - 1]>,
    counts: Vec<[u32; RANK_STEPS]>,
}

impl Ranks {
    pub(super) fn new(columns: &Columns) -> Ranks {
        let by_keyword = rows::map_rows(columns, |_, row| Levels::default().bars(row));
        let mut bars = vec![[[0; LANES]; RANK_STEPS - 1]; columns.stride() / LANES];
        for (keyword, (own, _)) in by_keyword.iter().enumerate() {
            let rows = &mut bars[keyword / LANES];
            rows.iter_mut().zip(own).for_each(|(row, &bar)| row[keyword % LANES] = bar);
        }
        Ranks { bars, counts: by_keyword.into_iter().map(|(_, counts)| counts).collect() }
    }

    /// Writes the step of a clue for each keyword: 0 for the likeliest, [`RANK_STEPS`] for an impossible
    /// clue.
    pub(crate) fn steps(&self, column: &[u16], to: &mut [u8]) {
        write_steps(&self.bars, column, to);
    }

    /// Returns the step of a clue with this likelihood, as a sixteen-bit float, for a keyword.
    pub fn step(&self, keyword: usize, likelihood: u16) -> usize {
        self.bars[keyword / LANES].iter().filter(|row| likelihood < row[keyword % LANES]).count()
    }

    /// Returns the number of clues on each step for a keyword, without clues that the law forbids.
    pub fn counts(&self, keyword: usize) -> &[u32; RANK_STEPS] {
        &self.counts[keyword]
    }
}

#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl+avx512dq", "x86_64+avx2", "aarch64+neon"))]
fn write_steps(bars: &[[[u16; LANES]; RANK_STEPS - 1]], column: &[u16], to: &mut [u8]) {
    let keywords = column.as_chunks::<LANES>().0.iter().zip(to.as_chunks_mut::<LANES>().0);
    for ((column, to), bars) in keywords.zip(bars) {
        let mut steps = [0u16; LANES];
        for row in bars {
            for n in 0..LANES {
                steps[n] += u16::from(column[n] < row[n]);
            }
        }
        for n in 0..LANES {
            to[n] = if column[n] > 0 { steps[n] as u8 } else { RANK_STEPS as u8 };
        }
    }
}

/// The number of clues of a row at each likelihood.
#[derive(Default)]
struct Levels(Vec<u32>);

impl Levels {
    /// Returns the bars of a row and the number of clues on each step, without those of likelihood 0.
    ///
    /// A counting sort: sixteen-bit likelihoods make at most 65,536 levels.
    fn bars(&mut self, row: &[u16]) -> ([u16; RANK_STEPS - 1], [u32; RANK_STEPS]) {
        let greatest = usize::from(row.iter().copied().fold(0, u16::max));
        self.0.clear();
        self.0.resize(greatest + 1, 0);
        row.iter().for_each(|&p| self.0[usize::from(p)] += 1);
        let (mut bars, mut counts) = ([0; RANK_STEPS - 1], [0; RANK_STEPS]);
        let (mut step, mut rank) = (0, 0);
        for (p, &clues) in self.0.iter().enumerate().skip(1).rev().filter(|&(_, &clues)| clues > 0) {
            counts[step] += clues;
            rank += clues as usize;
            // A step ends with all clues as likely as its last one, so the next step begins below them.
            while step + 1 < RANK_STEPS && rank >= FIRST_RANKS[step + 1] {
                bars[step] = p as u16;
                step += 1;
            }
        }
        (bars, counts)
    }
}
