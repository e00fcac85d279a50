//! The layout of directions for their integer dot products.
//!
//! Many directions are laid out so that a register takes four components of several. The single direction is
//! cut into digits from 0 to 15: products with them fit sixteen bits and can be summed there. x + 8 is one
//! digit for the components −8 to 7 of the usual space; in other spaces x + 128 makes two.

use multiversion::multiversion;

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

/// The greatest digit.
const DIGIT: i32 = 15;

/// Directions, laid out in panels.
pub(crate) struct Panels {
    pub(super) panels: Vec<Panel>,
    /// The number of components of a direction, a multiple of [`QUAD`].
    pub(super) dims: usize,
}

/// One direction, cut into digits.
#[derive(Default)]
pub(crate) struct Digits {
    pub(super) low: Vec<[u8; QUAD]>,
    /// The upper digits; empty if one digit for each component is enough.
    pub(super) high: Vec<[u8; QUAD]>,
}

impl Panels {
    /// Lays out contiguous directions of `dims` eight-bit components.
    pub(crate) fn new(rows: &[i16], dims: usize) -> Panels {
        assert!(dims.is_multiple_of(QUAD * STEP), "directions are padded");
        let panels = rows.chunks(PANEL * dims).map(|rows| Panel::new(rows, dims)).collect();
        Panels { panels, dims }
    }
}

impl Panel {
    fn new(rows: &[i16], dims: usize) -> Panel {
        let mut panel =
            Panel { values: vec![[[0; QUAD]; PANEL]; dims / QUAD], sums: [0; PANEL], run: dims / QUAD };
        let mut largest = 1;
        for (n, row) in rows.chunks_exact(dims).enumerate() {
            panel.sums[n] = row.iter().map(|&x| i32::from(x)).sum();
            for (quad, numbers) in panel.values.iter_mut().zip(row.as_chunks::<QUAD>().0) {
                quad[n] = numbers.map(|x| i8::try_from(x).expect("numbers of directions have eight bits"));
                largest = numbers.iter().fold(largest, |largest, &x| largest.max(i32::from(x).abs()));
            }
        }
        let longest = (i32::from(i16::MAX) / (2 * DIGIT * largest)) as usize;
        panel.run = panel.run.min(longest) / STEP * STEP;
        panel
    }
}

impl Digits {
    /// Cuts another direction of eight-bit components into digits.
    pub(crate) fn set(&mut self, row: &[i16]) {
        let quads = row.len() / QUAD;
        self.low.resize(quads, [0; QUAD]);
        let fits = row.iter().fold(true, |all, x| all & (-8..8).contains(x));
        self.high.resize(if fits { 0 } else { quads }, [0; QUAD]);
        let add = if fits { 8 } else { 128 };
        write_digits(self.low.as_flattened_mut(), row, add, 0);
        write_digits(self.high.as_flattened_mut(), row, add, 4);
    }
}

/// Writes four bits, from `bit` on, of each component plus `add`; components have eight bits, so that nothing wraps.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl+avx512dq", "x86_64+avx2", "aarch64+neon"))]
fn write_digits(to: &mut [u8], row: &[i16], add: i16, bit: u32) {
    for (to, &x) in to.iter_mut().zip(row) {
        *to = (x.wrapping_add(add) >> bit & 15) as u8;
    }
}
