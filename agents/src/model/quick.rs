//! Logarithms and powers that vectorise, for comparisons.

/// Returns log2 to three decimals, for comparisons: the exponent, and a cubic in the mantissa.
#[expect(clippy::inline_always, reason = "it must be compiled for its caller's instruction set")]
#[inline(always)]
pub(crate) fn quick_log2(x: f32) -> f32 {
    let bits = x.to_bits();
    let exponent = (bits >> 23) as i32 - 127;
    let m = f32::from_bits((bits & 0x007F_FFFF) | 0x3F80_0000) - 1.0;
    exponent as f32 + m * (1.423_1 + m * (-0.583_8 + m * 0.160_7))
}

/// Returns 2 to the power of `x` to three decimals, for comparisons; `x` lies between -100 and 100.
#[cfg(feature = "minds")]
#[expect(clippy::inline_always, reason = "it must be compiled for its caller's instruction set")]
#[inline(always)]
pub(crate) fn quick_exp2(x: f32) -> f32 {
    let whole = x.floor();
    let m = x - whole;
    let power = f32::from_bits(((whole as i32 + 127) as u32) << 23);
    power * (1.0 + m * (0.695_6 + m * (0.226_2 + m * 0.078_2)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_are_right_to_three_decimals() {
        for n in 1..4000_i16 {
            let x = f32::from(n) * 0.013;
            assert!((quick_log2(x) - libm::log2f(x)).abs() < 2e-3, "{x}");
            #[cfg(feature = "minds")]
            assert!((quick_exp2(x - 26.0) / libm::exp2f(x - 26.0) - 1.0).abs() < 2e-3, "{x}");
        }
    }
}
