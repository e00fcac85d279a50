//! P(clue | keyword) as it lies in memory.

use overhear_engine::rules::Clue;

use super::kernels::LANES;
use super::slab::Slab;

/// For each clue a column: its likelihood under each keyword as a sixteen-bit float, padded with zeros.
pub(super) struct Columns {
    keywords: usize,
    stride: usize,
    pub(super) values: Slab<u16>,
}

impl Columns {
    /// Columns of zeros.
    pub(super) fn zeroed(keywords: usize, clues: usize) -> Columns {
        let stride = keywords.next_multiple_of(LANES);
        Columns { keywords, stride, values: Slab::zeroed(clues * stride) }
    }

    /// How many keywords a column has.
    #[inline]
    pub(super) const fn keywords(&self) -> usize {
        self.keywords
    }

    /// How long a column is, padding included.
    #[inline]
    pub(super) const fn stride(&self) -> usize {
        self.stride
    }

    /// How many clues there are.
    pub(super) fn clues(&self) -> usize {
        self.values.len() / self.stride
    }

    /// The likelihood of a clue under every keyword, padded with zeros.
    #[inline]
    pub(super) fn of(&self, clue: Clue) -> &[u16] {
        &self.values[clue.index() * self.stride..][..self.stride]
    }
}
