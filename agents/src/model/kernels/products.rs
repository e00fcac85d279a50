//! The integer dot products of one direction with many.
//!
//! Many directions are laid out so that a register takes four components of several. The single direction is
//! cut into digits from 0 to 15: products with them fit sixteen bits and can be summed there. x + 8 is one
//! digit for the components −8 to 7 of the usual space; in other spaces x + 128 makes two. Integer sums are
//! exact in any order.

use multiversion::multiversion;

#[cfg(target_arch = "x86_64")]
use super::wide;

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
    panels: Vec<Panel>,
    /// The number of components of a direction, a multiple of [`QUAD`].
    dims: usize,
}

/// One direction, cut into digits.
#[derive(Default)]
pub(crate) struct Digits {
    low: Vec<[u8; QUAD]>,
    /// The upper digits; empty if one digit for each component is enough.
    high: Vec<[u8; QUAD]>,
}

impl Panels {
    /// Lays out contiguous directions of `dims` eight-bit components.
    pub(crate) fn new(rows: &[i16], dims: usize) -> Panels {
        assert!(dims.is_multiple_of(QUAD * STEP), "directions are padded");
        let panels = rows.chunks(PANEL * dims).map(|rows| Panel::new(rows, dims)).collect();
        Panels { panels, dims }
    }

    /// Writes the products of a direction with those of a panel.
    ///
    /// The offset of the digits is removed through the component sums.
    pub(crate) fn products(&self, panel: usize, digits: &Digits, out: &mut [i32; PANEL]) {
        debug_assert_eq!(digits.low.len() * QUAD, self.dims);
        let panel = &self.panels[panel];
        if digits.high.is_empty() {
            digit_products(panel, &digits.low, out);
            out.iter_mut().zip(&panel.sums).for_each(|(out, sum)| *out -= 8 * sum);
        } else {
            let mut high = [0; PANEL];
            digit_products(panel, &digits.low, out);
            digit_products(panel, &digits.high, &mut high);
            for n in 0..PANEL {
                out[n] += 16 * high[n] - 128 * panel.sums[n];
            }
        }
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

/// Writes the products of the digits with every direction of a panel.
fn digit_products(panel: &Panel, digits: &[[u8; QUAD]], out: &mut [i32; PANEL]) {
    #[cfg(target_arch = "x86_64")]
    if wide::digit_products(panel, digits, out) {
        return;
    }
    portable_products(panel, digits, out);
}

fn portable_products(panel: &Panel, digits: &[[u8; QUAD]], out: &mut [i32; PANEL]) {
    out.fill(0);
    for (digits, quads) in digits.iter().zip(&panel.values) {
        let digits = digits.map(i32::from);
        for (out, quad) in out.iter_mut().zip(quads) {
            *out += (0..QUAD).map(|n| digits[n] * i32::from(quad[n])).sum::<i32>();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DIMS: usize = 64;

    /// Returns `count` vectors of numbers from −`size` to `size`, with the extremes in the first two.
    fn rows(count: usize, size: i16) -> Vec<i16> {
        let mut rows: Vec<i16> =
            (0..count * DIMS).map(|n| (n * n % 251) as i16 % (2 * size + 1) - size).collect();
        rows[..DIMS].fill(size);
        rows[DIMS..2 * DIMS].fill(-size);
        rows
    }

    fn exact(a: &[i16], b: &[i16]) -> i32 {
        a.iter().zip(b).map(|(&x, &y)| i32::from(x) * i32::from(y)).sum()
    }

    #[test]
    fn products_are_exact_for_numbers_of_any_size_by_every_instruction_set() {
        for (many, one) in [(7, 7), (127, 7), (7, 127), (127, 127)] {
            let (rows, others) = (rows(100, many), rows(3, one));
            let panels = Panels::new(&rows, DIMS);
            assert_eq!(panels.panels.len(), 2);
            let (mut digits, mut out) = (Digits::default(), [0; PANEL]);
            for other in others.chunks_exact(DIMS) {
                digits.set(other);
                for (n, row) in rows.chunks_exact(DIMS).enumerate() {
                    panels.products(n / PANEL, &digits, &mut out);
                    assert_eq!(out[n % PANEL], exact(row, other), "{many} × {one}");
                }
                let panel = &panels.panels[0];
                portable_products(panel, &digits.low, &mut out);
                #[cfg(target_arch = "x86_64")]
                wide::all_digit_products(panel, &digits.low)
                    .into_iter()
                    .flatten()
                    .for_each(|products| assert_eq!(products, out));
            }
        }
    }
}
