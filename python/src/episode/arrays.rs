//! Arrays for Python, a row of bytes for each game.

use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::PyByteArray;
use rayon::ThreadPool;
use rayon::prelude::*;

/// How many bytes of an array are written by one thread: handing over fewer takes longer than writing them.
const WRITTEN_ALONE: usize = 1 << 17;

/// The most arrays that wait to be written again: a loop that has in hand what the last step told, and the last answer of
/// `action_masks`, needs a third for the next.
const REUSED: usize = 3;

/// Arrays that Python was handed, the oldest first. One that Python has dropped since is written again.
///
/// A new array of some megabytes takes longer than the moves whose masks it has: the system gives it page by page, and one thread
/// fills it with zeros before others can write.
#[derive(Default)]
pub(super) struct ReusedArrays(Vec<Py<PyByteArray>>);

impl ReusedArrays {
    /// Returns an array that nothing else holds, after `write` has written all its bytes, which may be any before.
    ///
    /// # Errors
    /// Too little memory.
    pub(super) fn written<'py>(
        &mut self,
        py: Python<'py>,
        len: usize,
        write: impl FnOnce(&mut [u8]),
    ) -> PyResult<Bound<'py, PyByteArray>> {
        let arrays = self.0.iter().map(|array| array.bind(py));
        let dropped = arrays.filter(|array| array.len() == len).find(|array| has_one_holder(array));
        if let Some(array) = dropped {
            overwrite(array, write);
            return Ok(array.clone());
        }
        let array = PyByteArray::new_with(py, len, |all| {
            write(all);
            Ok(())
        })?;
        // What Python still holds is its own from now on.
        if self.0.len() == REUSED {
            self.0.remove(0);
        }
        self.0.push(array.clone().unbind());
        Ok(array)
    }
}

/// Returns `true` if a single reference to the array is left: a variable, a view and an array of numbers hold one each.
#[expect(unsafe_code, reason = "pyo3 has no safe call for the number of references")]
fn has_one_holder(array: &Bound<'_, PyByteArray>) -> bool {
    // SAFETY: the array is alive, and this thread is attached to the interpreter.
    unsafe { ffi::Py_REFCNT(array.as_ptr()) == 1 }
}

/// Writes into an array to which no other reference is left.
#[expect(unsafe_code, reason = "pyo3 cannot know that nothing else refers to the array")]
fn overwrite(array: &Bound<'_, PyByteArray>, write: impl FnOnce(&mut [u8])) {
    // SAFETY: the only reference is that of `ReusedArrays`, which is borrowed. The collector does not track arrays of bytes, so other
    // threads find no way to it while `write` runs, even without the interpreter's lock: its bytes are neither read nor moved.
    write(unsafe { array.as_bytes_mut() });
}

/// Writes a row for each lane. Threads share the writing of a large array: on one it would take as long as the moves of many take.
pub(super) fn write_rows<L: Send>(
    py: Python<'_>,
    pool: &ThreadPool,
    (lanes, all): (&mut [L], &mut [u8]),
    width: usize,
    write: impl Fn(&mut L, &mut [u8]) + Send + Sync,
) {
    if all.len() <= WRITTEN_ALONE {
        let rows = all.chunks_exact_mut(width.max(1)).zip(lanes);
        return rows.for_each(|(row, lane)| write(lane, row));
    }
    let least = WRITTEN_ALONE.div_ceil(width);
    py.detach(|| {
        pool.install(|| {
            let rows = all.par_chunks_exact_mut(width).zip(lanes.par_iter_mut()).with_min_len(least);
            rows.for_each(|(row, lane)| write(lane, row));
        });
    });
}
