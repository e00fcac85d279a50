//! Sixteen-bit floats: the upper half of an `f32`, eight bits of precision, its whole range.

/// Returns the nearest sixteen-bit float, halves to even.
#[expect(clippy::inline_always, reason = "it must be compiled for its caller's instruction set")]
#[inline(always)]
pub(crate) fn narrow(value: f32) -> u16 {
    let bits = value.to_bits();
    // No weight nears the end of `f32`, so nothing wraps; without the check of it a loop takes eight at a time in builds with checks, too.
    (bits.wrapping_add(0x7FFF + (bits >> 16 & 1)) >> 16) as u16
}

/// Returns the `f32` that a sixteen-bit float stands for.
#[expect(clippy::inline_always, reason = "it must be compiled for its caller's instruction set")]
#[inline(always)]
pub(crate) const fn widen(bits: u16) -> f32 {
    f32::from_bits((bits as u32) << 16)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn narrowing_loses_at_most_one_part_in_256() {
        for n in 1..10_000 {
            let value = n as f32 * 1.37e-7;
            assert!((widen(narrow(value)) / value - 1.0).abs() <= 1.0 / 256.0);
        }
    }

    #[test]
    fn the_order_of_positive_values_is_the_order_of_their_bits() {
        let values = [0.0, 1e-30, 2e-5, 2.1e-5, 0.5, 1.0, 300.0];
        assert!(values.windows(2).all(|w| narrow(w[0]) < narrow(w[1])));
    }
}
