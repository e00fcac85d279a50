//! How directions are laid out that are multiplied together.

/// Directions that one register takes, four bytes of each.
pub(super) const GROUP: usize = 16;

/// Directions whose products are worked out together.
pub(crate) const PANEL: usize = 4 * GROUP;

/// Numbers of a direction that stand side by side.
pub(super) const QUAD: usize = 4;

/// Quads that are worked on without looking whether there are more.
pub(super) const STEP: usize = 4;

/// [`PANEL`] directions; those that are missing are zeros.
pub(super) struct Panel {
    /// For each quad of dimensions the four numbers of every direction.
    pub(super) values: Vec<[[i8; QUAD]; PANEL]>,
    /// The sum of the numbers of each direction.
    pub(super) sums: [i32; PANEL],
    /// So many quads may be added up in half a word, whatever the digits are; whole [`STEP`]s.
    pub(super) run: usize,
}
