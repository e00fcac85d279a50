//! The association table by rows: the likelihoods of all clues under each keyword.

use overhear_engine::rules::{Clue, Keyword};
use rayon::prelude::*;

use super::columns::Columns;
use super::kernels::{TURNED, transpose};

/// The number of keywords whose rows are made together, so that whole cache lines are used.
const GROUP: usize = 16;

/// Returns the first keyword of each group of a columns.
pub(super) fn groups(columns: &Columns) -> Vec<usize> {
    (0..columns.keywords()).step_by(GROUP).collect()
}

/// Returns the keywords of the group that begins with this one.
pub(super) fn keywords(columns: &Columns, first: usize) -> impl Iterator<Item = Keyword> + use<> {
    (first..columns.keywords().min(first + GROUP)).map(|keyword| Keyword(keyword as u16))
}

/// Applies `work` to each keyword and its row of likelihoods; returns the results in deck order.
///
/// The work is spread over all threads.
pub(super) fn map_rows<T: Send>(
    columns: &Columns,
    work: impl Fn(Keyword, &[u16]) -> T + Send + Sync,
) -> Vec<T> {
    let stride = columns.clues().next_multiple_of(TURNED);
    let worked = groups(columns).into_par_iter().map_init(
        || vec![0; GROUP * stride],
        |buffer, first| {
            turn(columns, first, buffer);
            let rows = keywords(columns, first).zip(buffer.chunks_exact(stride));
            rows.map(|(keyword, row)| work(keyword, &row[..columns.clues()])).collect::<Vec<T>>()
        },
    );
    worked.flatten_iter().collect()
}

/// Writes the rows of the group that begins with keyword `first` to all of `buffer`.
fn turn(columns: &Columns, first: usize, buffer: &mut [u16]) {
    let clues = columns.clues();
    let missing = [[0; TURNED]; GROUP / TURNED];
    let run = |clue: usize| -> &[[u16; TURNED]; GROUP / TURNED] {
        if clue >= clues {
            return &missing;
        }
        let run = &columns.row(Clue::new(clue as u32))[first..][..GROUP];
        run.as_chunks().0.try_into().expect("a run has whole squares")
    };
    let stride = buffer.len() / GROUP;
    let mut rows: Vec<_> = buffer.chunks_exact_mut(stride).map(|row| row.as_chunks_mut().0).collect();
    for at in 0..stride / TURNED {
        let runs: [_; TURNED] = std::array::from_fn(|n| run(at * TURNED + n));
        for (part, rows) in rows.as_chunks_mut::<TURNED>().0.iter_mut().enumerate() {
            let turned = transpose(runs.map(|run| run[part]));
            rows.iter_mut().zip(turned).for_each(|(row, turned)| row[at] = turned);
        }
    }
}
