//! e^x of many numbers at once.
//!
//! The algorithm is `expf` of `libm` (`e_expf.c` of FreeBSD) with its branches turned into selections. It
//! therefore runs in vector lanes and returns bits equal to those of `libm`.

use std::f32::consts::LOG2_E;

/// Limit on the size of arguments: below it the result is neither infinite nor subnormal.
pub(crate) const LIMIT: f32 = 87.0;

const LN2_HI: f32 = 6.931_457_5e-1;
const LN2_LO: f32 = 1.428_606_8e-6;
const P1: f32 = 1.666_662_5e-1;
const P2: f32 = -2.766_733_3e-3;

/// The bits of ln 2 / 2, 3 ln 2 / 2 and 2⁻¹⁴.
const HALF_LN2: u32 = 0x3eb1_7218;
const THREE_HALVES_LN2: u32 = 0x3f85_1592;
const TINY: u32 = 0x3900_0000;

/// Returns e^x for |`x`| below [`LIMIT`].
#[expect(clippy::inline_always, reason = "it must be compiled for its caller's instruction set")]
#[inline(always)]
pub(super) fn exp(x: f32) -> f32 {
    // 1. Choose k so that x = k ln 2 + r with |r| ≤ ln 2 / 2. 2. Subtract k ln 2 in two parts, so r keeps its
    // digits. 3. A rational approximation gives e^r. 4. Scale by 2^k through the exponent bits.
    let size = x.to_bits() & 0x7fff_ffff;
    let far = truncated(LOG2_E * x + 0.5f32.copysign(x));
    let near = 1.0f32.copysign(x);
    let k = if size > THREE_HALVES_LN2 { far } else { near };
    let k = if size > HALF_LN2 { k } else { 0.0 };
    let (high, low) = (x - k * LN2_HI, k * LN2_LO);
    let rest = high - low;
    let square = rest * rest;
    let c = rest - square * (P1 + square * P2);
    let y = 1.0 + (rest * c / (2.0 - c) - low + high);
    let power = f32::from_bits(((k + WHOLE).to_bits() << 23).wrapping_add(1.0f32.to_bits()));
    if size > TINY { y * power } else { 1.0 + x }
}

/// A number between which and its double all floats are integers; adding and subtracting it rounds. Its
/// lowest bits are zeros.
const WHOLE: f32 = 12_582_912.0;

/// Returns `x` rounded towards 0, for |`x`| below 2²².
#[expect(clippy::inline_always, reason = "it must be compiled for its caller's instruction set")]
#[inline(always)]
fn truncated(x: f32) -> f32 {
    let nearest = (x + WHOLE) - WHOLE;
    if nearest.abs() > x.abs() { nearest - 1.0f32.copysign(x) } else { nearest }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares with `libm` at regular steps of both signs up to the limit.
    fn compare(step: usize) {
        for bits in (0..LIMIT.to_bits()).step_by(step) {
            for x in [f32::from_bits(bits), -f32::from_bits(bits)] {
                assert_eq!(exp(x).to_bits(), libm::expf(x).to_bits(), "{x}");
            }
        }
    }

    #[test]
    fn the_bits_are_those_of_libm() {
        compare(997);
        for edge in [HALF_LN2, THREE_HALVES_LN2, TINY, LIMIT.to_bits() - 2] {
            for bits in edge - 2..edge + 2 {
                let x = f32::from_bits(bits);
                assert_eq!(exp(x).to_bits(), libm::expf(x).to_bits(), "{x}");
                assert_eq!(exp(-x).to_bits(), libm::expf(-x).to_bits(), "-{x}");
            }
        }
    }

    #[test]
    #[ignore = "slow: two thousand million numbers"]
    fn the_bits_are_those_of_libm_for_every_number() {
        compare(1);
    }
}
