//! The aversion of a hiding Encryptor to being understood by a plain listener.

use overhear_engine::rules::Code;

/// Ratio of two frequencies for each half octave, from 1 down, of a plain listener's probability for the
/// right code.
///
/// The first is the frequency for this Encryptor's clues, the second for an Encryptor without the aversion.
pub type Secrecy = [f64; HALF_OCTAVES];

/// The number of half octaves; probabilities below 2⁻⁸ count as equal.
const HALF_OCTAVES: usize = 16;

/// Correction of a plain listener's belief.
#[derive(Clone, Debug)]
pub(crate) struct SecrecyCorrection(Secrecy);

impl SecrecyCorrection {
    /// Returns the ratios of a secrecy to the power of `strength`.
    pub(crate) fn new(secrecy: &Secrecy, strength: f64) -> SecrecyCorrection {
        SecrecyCorrection(secrecy.map(|ratio| libm::pow(ratio, strength)))
    }

    /// Returns the ratio for a code with this probability for a plain listener.
    pub(crate) fn cost(&self, p: f64) -> f64 {
        self.0[half_octave(p)]
    }

    /// Weighs the codes by their ratios; `plain` are a plain listener's weights of the codes.
    pub(crate) fn apply(&self, plain: &[f64; Code::COUNT], codes: &mut [f64; Code::COUNT]) {
        let total: f64 = plain.iter().sum();
        if total > 0.0 {
            codes.iter_mut().zip(plain).for_each(|(code, p)| *code *= self.cost(p / total));
        }
    }
}

/// Returns the number of half octaves by which a probability lies below 1, rounded down: the exponent of its
/// square.
fn half_octave(p: f64) -> usize {
    let exponent = (((p * p) as f32).to_bits() >> 23).min(127);
    (127 - exponent).saturating_sub(1).min(HALF_OCTAVES as u32 - 1) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_octaves_count_from_one_down() {
        for (p, expected) in
            [(1.0, 0), (0.71, 0), (0.70, 1), (0.49, 2), (1.0 / 24.0, 9), (1e-9, 15), (0.0, 15)]
        {
            assert_eq!(half_octave(p), expected, "{p}");
        }
    }

    #[test]
    fn inverting_distrusts_what_a_plain_listener_finds_likely() {
        let secrecy: Secrecy = std::array::from_fn(|n| if n < 4 { 0.1 } else { 2.0 });
        let plain: [f64; Code::COUNT] = std::array::from_fn(|n| if n == 3 { 1.0 } else { 1.0 / 23.0 });
        let mut codes = plain;
        SecrecyCorrection::new(&secrecy, 0.0).apply(&plain, &mut codes);
        assert_eq!(codes, plain, "power 0 changes nothing");
        SecrecyCorrection::new(&secrecy, 1.0).apply(&plain, &mut codes);
        assert!((codes[3] - 0.1).abs() < 1e-12 && (codes[0] - 2.0 / 23.0).abs() < 1e-12, "{codes:?}");
    }
}
