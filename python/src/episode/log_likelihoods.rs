//! A table of log P(clue | keyword) that Python has made, read where games are played.

use overhear_engine::rules::Keyword;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;

use super::shortlists::LOWEST;

/// log P(clue | keyword): a row for each clue, a 32-bit float for each keyword. The bytes are Python's, so that the table is in memory
/// once, and single environments and many at once read the same numbers.
pub(super) struct LogLikelihoods {
    bytes: PyBackedBytes,
    keywords: usize,
}

impl LogLikelihoods {
    /// Returns the table in these bytes.
    ///
    /// # Errors
    /// Bytes that are no floats, or no whole rows.
    pub(super) fn new(bytes: PyBackedBytes, keywords: usize) -> PyResult<LogLikelihoods> {
        let floats = bytemuck::try_cast_slice::<u8, f32>(&bytes).map(<[f32]>::len);
        if !floats.is_ok_and(|floats| floats > 0 && floats.is_multiple_of(keywords.max(1))) {
            return Err(PyValueError::new_err("a float is expected for each clue and keyword"));
        }
        Ok(LogLikelihoods { bytes, keywords })
    }

    /// Writes the bits of four numbers for each clue, those under these keywords; the lowest ones where there is no clue.
    pub(super) fn write(
        &self,
        clues: impl Iterator<Item = Option<u32>>,
        keywords: [Keyword; 4],
        bits: &mut [i32],
    ) {
        let floats: &[f32] = bytemuck::cast_slice(&self.bytes);
        for (bits, clue) in bits.chunks_exact_mut(4).zip(clues) {
            let row = clue.map(|clue| &floats[clue as usize * self.keywords..]);
            for (cell, keyword) in bits.iter_mut().zip(keywords) {
                *cell = row.map_or(LOWEST as f32, |row| row[keyword.index()]).to_bits() as i32;
            }
        }
    }
}
