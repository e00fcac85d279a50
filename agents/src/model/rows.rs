//! The association table turned round: the likelihoods of all clues under a few keywords.

use std::cell::Cell;

use overhear_engine::rules::{Clue, Keyword};

use super::Association;
use super::kernels::{TURNED, transpose};

/// Keywords whose rows are made together, so that whole cache lines are used.
const GROUP: usize = 16;

thread_local! {
    /// Room for the rows of a group, all of which is written each time.
    static ROOM: Cell<Vec<u16>> = const { Cell::new(Vec::new()) };
}

/// For each of some keywords that stand side by side the likelihood of every clue, as sixteen-bit floats.
pub(super) struct Rows {
    first: usize,
    clues: usize,
    stride: usize,
    values: Vec<u16>,
}

impl Rows {
    /// The first keyword of each group of a table.
    pub(super) fn groups(table: &Association) -> Vec<usize> {
        (0..table.keywords()).step_by(GROUP).collect()
    }

    /// The keywords of the group that begins with this one.
    pub(super) fn keywords(table: &Association, first: usize) -> impl Iterator<Item = Keyword> + use<> {
        (first..table.keywords().min(first + GROUP)).map(|keyword| Keyword(keyword as u16))
    }

    /// The rows of the group that begins with a keyword.
    pub(super) fn new(table: &Association, first: usize) -> Rows {
        let clues = table.clues();
        let stride = clues.next_multiple_of(TURNED);
        let mut values = ROOM.take();
        values.resize(GROUP * stride, 0);
        let missing = [[0; TURNED]; GROUP / TURNED];
        let run = |clue: usize| -> &[[u16; TURNED]; GROUP / TURNED] {
            if clue >= clues {
                return &missing;
            }
            let run = &table.column(Clue::new(clue as u32))[first..][..GROUP];
            run.as_chunks().0.as_array().expect("a run has whole squares")
        };
        let mut rows: Vec<_> = values.chunks_exact_mut(stride).map(|row| row.as_chunks_mut().0).collect();
        for at in 0..stride / TURNED {
            let runs: [_; TURNED] = std::array::from_fn(|n| run(at * TURNED + n));
            for (part, rows) in rows.as_chunks_mut::<TURNED>().0.iter_mut().enumerate() {
                let turned = transpose(runs.map(|run| run[part]));
                rows.iter_mut().zip(turned).for_each(|(row, turned)| row[at] = turned);
            }
        }
        Rows { first, clues, stride, values }
    }

    /// The row of a keyword of the group.
    pub(super) fn of(&self, keyword: Keyword) -> &[u16] {
        &self.values[(keyword.index() - self.first) * self.stride..][..self.clues]
    }
}

impl Drop for Rows {
    fn drop(&mut self) {
        ROOM.set(std::mem::take(&mut self.values));
    }
}
