//! How likely each code is, as logarithms: no probability is rounded to 0 before it is asked for.

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

/// Nats by which equally likely codes may differ: the order in which terms are added makes less of a difference.
const ROUNDING: f64 = 1e-9;

impl LogBelief {
    /// Every code alike.
    pub const UNIFORM: LogBelief = LogBelief([0.0; Code::COUNT]);

    /// The sum, over a code's digits, of what stands in the clue's row for the digit's slot.
    pub fn from_rows(rows: &[[f64; 4]; 3]) -> LogBelief {
        LogBelief(
            Code::ALL
                .map(|code| code.slots().into_iter().zip(rows).map(|(slot, row)| row[slot.index()]).sum()),
        )
    }

    /// The logarithms of 24 numbers in the order of [`Code::ALL`], which need not sum to 1.
    pub fn of_probabilities(probabilities: &[f32; Code::COUNT]) -> LogBelief {
        LogBelief(probabilities.map(|p| libm::log(p.into())))
    }

    /// The likeliest code; of equally likely ones the first in [`Code::ALL`].
    pub fn best(&self) -> Code {
        self.likeliest().next().unwrap_or(Code::ALL[0])
    }

    /// The codes than which none is likelier, but for rounding, in the order of [`Code::ALL`].
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

    /// A probability for each code: proportional to exp(log / `temperature`). They sum to 1.
    pub fn probabilities(&self, temperature: f64) -> [f64; Code::COUNT] {
        let greatest = self.0.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let weights = self.0.map(|log| libm::exp((log - greatest) / temperature));
        let total: f64 = weights.iter().sum();
        weights.map(|weight| weight / total)
    }

    /// The logarithm of a code's probability, in nats.
    pub fn log_probability(&self, code: Code, temperature: f64) -> f64 {
        let greatest = self.0.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let total: f64 = self.0.iter().map(|log| libm::exp((log - greatest) / temperature)).sum();
        (self.0[code.index()] - greatest) / temperature - libm::log(total)
    }
}
