//! A parameter being tuned, with its range.

use std::fmt::Display;

use overhear_agents::registry::Spec;
use overhear_stats::{Interval, SpsaSchedule, stochastic_round};

use crate::error::LabError;

/// A parameter being tuned.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct TunedParam {
    /// Its key in a SPEC.
    pub(super) key: &'static str,
    /// Its range.
    pub(super) range: Interval,
    /// Its initial value.
    pub(super) start: f64,
    whole: bool,
}

impl TunedParam {
    /// Reads `NAME` or `NAME=LOW..HIGH`.
    pub(super) fn parse(text: &str, spec: &Spec) -> Result<TunedParam, LabError> {
        let (key, range) = match text.split_once('=') {
            Some((key, range)) => (key.trim(), Some(range)),
            None => (text.trim(), None),
        };
        let (param, start) = spec.param(key).map_err(|error| refuse(text, &error))?;
        let range = match range {
            None if param.low <= f64::MIN || param.high >= f64::MAX => {
                return Err(refuse(text, &format_args!("it has no range of its own: write {key}=LOW..HIGH")));
            }
            None => Interval { low: param.low, high: param.high },
            Some(range) => ends(range).ok_or_else(|| refuse(text, &"a range is written LOW..HIGH"))?,
        };
        if [range.low, range.high].into_iter().any(|end| !param.allows(end)) {
            let message = format_args!("`{key}` lies between {} and {}", param.low, param.high);
            return Err(refuse(text, &message));
        }
        if range.low >= range.high {
            return Err(refuse(text, &"a range goes from a lower to a higher number"));
        }
        if !range.contains(start) {
            let message = format_args!("the agent starts with {key} = {start}, which lies outside");
            return Err(refuse(text, &message));
        }
        Ok(TunedParam { key: param.key, range, start, whole: param.whole })
    }

    /// Returns its name and range in words.
    pub(super) fn span(&self) -> String {
        format!("{} from {} to {}", self.key, self.range.low, self.range.high)
    }

    /// Returns the schedule of step sizes. A count moves by at least 1.
    pub(super) fn schedule(&self, iterations: u64, step: f64, rate: f64) -> SpsaSchedule {
        let step = step * self.range.width();
        let step = if self.whole { step.max(1.0) } else { step };
        SpsaSchedule::new(iterations, step, rate).expect("iterations, step and rate are positive")
    }

    /// Returns the value that an agent plays with. Counts are rounded up or down at random so that their mean
    /// is `value`.
    pub(super) fn playable(&self, value: f64, uniform: f64) -> f64 {
        if self.whole {
            stochastic_round(value, uniform).clamp(self.range.low, self.range.high)
        } else {
            value
        }
    }

    /// Returns the value as written in a SPEC.
    pub(super) fn rounded(&self, value: f64) -> f64 {
        let digits = if self.whole { 1.0 } else { 1e4 };
        ((value * digits).round() / digits).clamp(self.range.low, self.range.high)
    }
}

fn refuse(text: &str, message: &dyn Display) -> LabError {
    LabError::setting(("param", text), message)
}

fn ends(text: &str) -> Option<Interval> {
    let (low, high) = text.split_once("..")?;
    Some(Interval { low: low.trim().parse().ok()?, high: high.trim().parse().ok()? })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tuned_param(text: &str) -> Result<TunedParam, String> {
        let spec = Spec::parse("margin").expect("a preset");
        TunedParam::parse(text, &spec).map_err(|failure| failure.to_string())
    }

    #[test]
    fn a_range_is_the_parameters_own_or_a_narrower_one() {
        let own = tuned_param("top").expect("declared");
        assert_eq!((own.range, own.start), (Interval { low: 1.0, high: 256.0 }, 64.0));
        assert_eq!(tuned_param("beta=10..20").expect("narrower").range, Interval { low: 10.0, high: 20.0 });
    }

    #[test]
    fn what_cannot_be_tuned_is_named() {
        for (text, message) in [
            ("topp", "param topp: `margin` has no parameter `topp` (did you mean `top`?)"),
            ("top=1", "written LOW..HIGH"),
            ("top=1..x", "written LOW..HIGH"),
            ("top=0..9", "`top` lies between 1 and 256"),
            ("top=1..9.5", "`top` lies between 1 and 256"),
            ("top=100..70", "from a lower to a higher"),
            ("top=70..100", "the agent starts with top = 64, which lies outside"),
        ] {
            let refused = tuned_param(text).expect_err(text);
            assert!(refused.contains(message), "{text}: {refused}");
        }
    }

    #[test]
    fn counts_are_rounded_and_numbers_are_not() {
        let (top, beta) = (tuned_param("top").expect("a count"), tuned_param("beta").expect("a number"));
        assert_eq!((top.playable(7.3, 0.6), top.playable(7.3, 0.8), top.rounded(7.6)), (7.0, 8.0, 8.0));
        assert_eq!((beta.playable(7.3, 0.6), beta.rounded(7.123_456)), (7.3, 7.1235));
        assert_eq!(top.playable(256.0, 0.9), 256.0);
    }
}
