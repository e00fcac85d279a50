//! Log probabilities as integers, so that sums over games do not depend on their order.

/// The binary logarithm of a probability, in units of 2⁻³² bits; never positive.
///
/// Sums are exact, so shards, threads and resumed runs add up to equal numbers.
///
/// ```
/// use overhear_engine::game::FixedLog2;
/// assert_eq!(FixedLog2::log2(1.0).as_bits(), 0.0);
/// assert_eq!(FixedLog2::log2(0.25).as_bits(), -2.0);
/// assert!((FixedLog2::log2(0.3).as_bits() - (0.3f64).log2()).abs() < 1e-6);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FixedLog2(pub i64);

const INTERVALS: usize = 1 << TABLE_BITS;
const TABLE_BITS: u32 = 10;
const REST_BITS: u32 = 23 - TABLE_BITS;
const ONE: f64 = 4_294_967_296.0;

/// log2(1 + n/1024) in units of 2⁻³², for linear interpolation.
static LOG2: std::sync::LazyLock<[i64; INTERVALS + 1]> = std::sync::LazyLock::new(|| {
    std::array::from_fn(|n| libm::round(libm::log2(1.0 + n as f64 / INTERVALS as f64) * ONE) as i64)
});

impl FixedLog2 {
    /// Least probability that is distinguished from 0. Smaller ones cost 30 bits (20.8 nats) of log loss.
    pub const FLOOR: f32 = 1.0 / 1_073_741_824.0;

    /// Returns the logarithm of a probability, by linear interpolation between 1024 points an octave: within
    /// 2⁻²² bits.
    pub fn log2(probability: f32) -> FixedLog2 {
        let bits = probability.clamp(FixedLog2::FLOOR, 1.0).to_bits();
        // An `f32` is 2^exponent · (1 + mantissa / 2²³). The top ten bits of the mantissa select the
        // interval, the others interpolate in it.
        let exponent = i64::from(bits >> 23) - 127;
        let point = (bits >> REST_BITS) as usize & (INTERVALS - 1);
        let rest = i64::from(bits & ((1 << REST_BITS) - 1));
        let (low, high) = (LOG2[point], LOG2[point + 1]);
        FixedLog2((exponent << 32) + low + (((high - low) * rest) >> REST_BITS))
    }

    /// Returns the logarithm in bits.
    pub fn as_bits(self) -> f64 {
        self.0 as f64 / ONE
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_within_its_bound_everywhere() {
        for n in 1..=100_000 {
            let p = n as f32 / 100_000.0;
            let error = FixedLog2::log2(p).as_bits() - libm::log2(f64::from(p));
            assert!(error.abs() < 1.0 / 4_194_304.0, "log2({p}) is off by {error}");
        }
    }

    #[test]
    fn impossible_costs_thirty_bits_and_nonsense_no_more() {
        assert_eq!(FixedLog2::log2(0.0).as_bits(), -30.0);
        assert_eq!(FixedLog2::log2(2.0).as_bits(), 0.0);
    }
}
