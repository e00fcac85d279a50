//! The memory layout of directions for integer products.

/// Number of directions in one register, four bytes each.
pub(super) const GROUP: usize = 16;

/// Number of directions multiplied together.
pub(crate) const PANEL: usize = 4 * GROUP;

/// Number of adjacent components of a direction.
pub(super) const QUAD: usize = 4;

/// Number of quads processed without a bounds check.
pub(super) const STEP: usize = 4;

/// [`PANEL`] directions; missing ones are zeros.
pub(super) struct Panel {
    /// The four components of every direction, for each quad of dimensions.
    pub(super) values: Vec<[[i8; QUAD]; PANEL]>,
    /// The sum of the components of each direction.
    pub(super) sums: [i32; PANEL],
    /// The number of quads that fit a sixteen-bit sum for any digits, in whole [`STEP`]s.
    pub(super) run: usize,
}
