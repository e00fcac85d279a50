//! The parameters of a table of P(clue | keyword).

use crate::kind::{ALPHA, BETA, Values};

/// The parameters of an association table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ModelKey {
    /// Sharpness β: how much a similarity of 1 raises the logarithm of the probability.
    pub beta: f64,
    /// Weight α of the clue's frequency.
    pub alpha: f64,
}

impl Default for ModelKey {
    /// Returns the parameters that agents are fitted with.
    fn default() -> ModelKey {
        ModelKey { beta: BETA.default, alpha: ALPHA.default }
    }
}

impl ModelKey {
    /// Returns the parameters with β multiplied by the sharpness of a space ([`Space::sharpness`](crate::words::Space::sharpness)).
    pub(crate) fn sharpened(self, sharpness: f64) -> ModelKey {
        ModelKey { beta: self.beta * sharpness, ..self }
    }

    /// Returns the parameters as an agent declares them.
    pub(crate) fn from_values(values: &Values) -> ModelKey {
        ModelKey { beta: values.get("beta"), alpha: values.get("alpha") }
    }
}
