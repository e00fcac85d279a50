//! The integer dot products of one direction with many, from their layout in panels. Integer sums are exact in any order.

use super::panels::{Digits, PANEL, Panel, Panels, QUAD};
#[cfg(target_arch = "x86_64")]
use super::wide;

impl Panels {
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
