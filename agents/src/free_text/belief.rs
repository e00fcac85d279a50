//! Beliefs about codes as logarithms, so that no probability underflows before a temperature is applied.

use overhear_engine::rules::Code;

/// An unnormalised log probability for each code, in the order of [`Code::ALL`].
///
/// ```
/// use overhear_agents::free_text::LogBelief;
/// use overhear_engine::rules::Code;
/// let belief = LogBelief::from_rows(&[[2.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0; 4]]);
/// assert_eq!(belief.best().to_string(), "1-2-3");
/// let total: f64 = belief.probabilities(1.0).iter().sum();
/// assert!((total - 1.0).abs() < 1e-12);
/// assert!(belief.probabilities(9.0)[0] < belief.probabilities(1.0)[0]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LogBelief([f64; Code::COUNT]);

/// Difference in nats up to which codes count as equally likely. It exceeds the rounding errors of sums in
/// different orders.
const ROUNDING: f64 = 1e-9;

impl LogBelief {
    /// Equal probabilities.
    pub const UNIFORM: LogBelief = LogBelief([0.0; Code::COUNT]);

    /// Returns, for each code, the sum over its digits of the clue's entry for the digit's slot.
    pub fn from_rows(rows: &[[f64; 4]; 3]) -> LogBelief {
        LogBelief(
            Code::ALL
                .map(|code| code.slots().into_iter().zip(rows).map(|(slot, row)| row[slot.index()]).sum()),
        )
    }

    /// Returns the logarithms of 24 weights in the order of [`Code::ALL`], which need not sum to 1.
    pub fn of_probabilities(probabilities: &[f32; Code::COUNT]) -> LogBelief {
        LogBelief(probabilities.map(|p| libm::log(p.into())))
    }

    /// Returns the belief that is sure of a code.
    pub fn of_code(code: Code) -> LogBelief {
        LogBelief(Code::ALL.map(|other| if other == code { 0.0 } else { f64::NEG_INFINITY }))
    }

    /// The bits of the 24 logarithms, which a file can hold.
    pub fn to_bits(&self) -> [u64; Code::COUNT] {
        self.0.map(f64::to_bits)
    }

    /// The belief with these bits.
    pub fn from_bits(bits: [u64; Code::COUNT]) -> LogBelief {
        LogBelief(bits.map(f64::from_bits))
    }

    /// Returns the likeliest code, the first in [`Code::ALL`] of equally likely ones.
    pub fn best(&self) -> Code {
        self.likeliest().next().unwrap_or(Code::ALL[0])
    }

    /// Returns all likeliest codes up to rounding, in the order of [`Code::ALL`].
    ///
    /// ```
    /// use overhear_agents::free_text::LogBelief;
    /// assert_eq!(LogBelief::UNIFORM.likeliest().count(), 24);
    /// let two = LogBelief::from_rows(&[[2.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0; 4]]);
    /// assert_eq!(two.likeliest().map(|code| code.to_string()).collect::<Vec<_>>(), ["1-2-3", "1-2-4"]);
    /// ```
    pub fn likeliest(&self) -> impl Iterator<Item = Code> {
        let least = self.0.iter().copied().fold(f64::NEG_INFINITY, f64::max) - ROUNDING;
        Code::ALL.into_iter().filter(move |code| self.0[code.index()] >= least)
    }

    /// Returns the probabilities of the codes, proportional to exp(log / `temperature`), with sum 1.
    pub fn probabilities(&self, temperature: f64) -> [f64; Code::COUNT] {
        shares(self.0, temperature)
    }

    /// Returns the logarithm of a code's probability, in nats.
    pub fn log_probability(&self, code: Code, temperature: f64) -> f64 {
        let greatest = self.0.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let total: f64 = self.0.iter().map(|log| libm::exp((log - greatest) / temperature)).sum();
        (self.0[code.index()] - greatest) / temperature - libm::log(total)
    }
}

/// Returns the shares proportional to exp(log / `temperature`), with sum 1.
pub(super) fn shares<const N: usize>(logs: [f64; N], temperature: f64) -> [f64; N] {
    let greatest = logs.into_iter().fold(f64::NEG_INFINITY, f64::max);
    let weights = logs.map(|log| libm::exp((log - greatest) / temperature));
    let total: f64 = weights.iter().sum();
    weights.map(|weight| weight / total)
}
