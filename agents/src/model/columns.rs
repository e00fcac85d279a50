//! The memory layout of P(clue | keyword).

use overhear_engine::rules::Clue;

use super::kernels::LANES;
use super::slab::Slab;

/// One column for each clue: its likelihood under each keyword as a sixteen-bit float, padded with zeros.
///
/// A posterior update reads one column in sequence, so a clue costs one run of memory.
pub(super) struct Columns {
    keywords: usize,
    stride: usize,
    pub(super) values: Slab<u16>,
}

impl Columns {
    /// Creates columns of zeros.
    pub(super) fn zeroed(keywords: usize, clues: usize) -> Columns {
        let stride = keywords.next_multiple_of(LANES);
        Columns { keywords, stride, values: Slab::zeroed(clues * stride) }
    }

    /// Returns the number of keywords in a column.
    #[inline]
    pub(super) const fn keywords(&self) -> usize {
        self.keywords
    }

    /// Returns the length of a column, padding included.
    #[inline]
    pub(super) const fn stride(&self) -> usize {
        self.stride
    }

    /// Returns the number of clues.
    pub(super) fn clues(&self) -> usize {
        self.values.len() / self.stride
    }

    /// Returns the likelihood of a clue under every keyword, padded with zeros.
    #[inline]
    pub(super) fn row(&self, clue: Clue) -> &[u16] {
        &self.values[clue.index() * self.stride..][..self.stride]
    }
}
