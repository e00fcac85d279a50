//! The association table turned round: the likelihoods of all clues under each keyword.

use overhear_engine::rules::{Clue, Keyword};
use rayon::prelude::*;

use super::Association;
use super::kernels::{TURNED, transpose};

/// Keywords whose rows are made together, so that whole cache lines are used.
const GROUP: usize = 16;

/// The first keyword of each group of a table.
pub(super) fn groups(table: &Association) -> Vec<usize> {
    (0..table.keywords()).step_by(GROUP).collect()
}

/// The keywords of the group that begins with this one.
pub(super) fn keywords(table: &Association, first: usize) -> impl Iterator<Item = Keyword> + use<> {
    (first..table.keywords().min(first + GROUP)).map(|keyword| Keyword(keyword as u16))
}

/// What `work` makes of each keyword and the likelihood of every clue under it, as sixteen-bit floats; in deck order, on
/// all threads.
pub(super) fn each<T: Send>(
    table: &Association,
    work: impl Fn(Keyword, &[u16]) -> T + Send + Sync,
) -> Vec<T> {
    let stride = table.clues().next_multiple_of(TURNED);
    let worked = groups(table).into_par_iter().map_init(
        || vec![0; GROUP * stride],
        |room, first| {
            turn(table, first, room);
            let rows = keywords(table, first).zip(room.chunks_exact(stride));
            rows.map(|(keyword, row)| work(keyword, &row[..table.clues()])).collect::<Vec<T>>()
        },
    );
    worked.flatten_iter().collect()
}

/// Writes the rows of the group that begins with a keyword, all of `room`.
fn turn(table: &Association, first: usize, room: &mut [u16]) {
    let clues = table.clues();
    let missing = [[0; TURNED]; GROUP / TURNED];
    let run = |clue: usize| -> &[[u16; TURNED]; GROUP / TURNED] {
        if clue >= clues {
            return &missing;
        }
        let run = &table.column(Clue::new(clue as u32))[first..][..GROUP];
        run.as_chunks().0.as_array().expect("a run has whole squares")
    };
    let stride = room.len() / GROUP;
    let mut rows: Vec<_> = room.chunks_exact_mut(stride).map(|row| row.as_chunks_mut().0).collect();
    for at in 0..stride / TURNED {
        let runs: [_; TURNED] = std::array::from_fn(|n| run(at * TURNED + n));
        for (part, rows) in rows.as_chunks_mut::<TURNED>().0.iter_mut().enumerate() {
            let turned = transpose(runs.map(|run| run[part]));
            rows.iter_mut().zip(turned).for_each(|(row, turned)| row[at] = turned);
        }
    }
}
