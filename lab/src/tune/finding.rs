//! Findings of a tuning run, in sentences.

use overhear_stats::{Estimate, Interval};

use crate::table::{counted, fixed};
use crate::tournament::TestVerdict;

/// Results of the tuned agent.
pub(super) struct TuneSummary<'a> {
    /// Verdict of the test against the initial agent.
    pub(super) verdict: TestVerdict,
    /// Number of pairs of games in the test.
    pub(super) pairs: u64,
    /// Elo difference from the initial agent, with its interval; an unbounded end is infinite.
    pub(super) elo: Option<(f64, Interval)>,
    /// Gain in points against the opponent of the climb, if there is one, as a share.
    pub(super) gain: Option<(String, Estimate)>,
    /// Label of the initial agent.
    pub(super) start: &'a str,
    /// Scale of the test.
    pub(super) scale: &'a str,
}

impl TuneSummary<'_> {
    /// Returns sentences on whether the tuned agent is stronger than the initial agent, and on its gain
    /// against the opponent.
    pub(super) fn sentences(&self) -> Vec<String> {
        let against = self.gain.as_ref().map(|(opponent, gain)| gained(opponent, gain));
        std::iter::once(self.strength()).chain(against).collect()
    }

    fn strength(&self) -> String {
        let TuneSummary { start, scale, .. } = self;
        let verdict = match self.verdict {
            TestVerdict::AcceptH1 => "The tuned agent is stronger than the original agent",
            TestVerdict::AcceptH0 => {
                "The tuned agent is no stronger than the original agent, by what the test was to find"
            }
            TestVerdict::NoDifference => "The tuned agent plays exactly as the original agent",
            TestVerdict::Undecided => {
                "Not known yet whether the tuned agent is stronger than the original agent"
            }
        };
        let numbers = self.elo.map(|(elo, Interval { low, high })| [elo, low, high]);
        let range = match numbers.filter(|numbers| numbers.iter().all(|number| number.is_finite())) {
            Some(numbers) => {
                let [elo, low, high] = numbers.map(|value| fixed(value, 1));
                format!(": {elo} {scale} more than “{start}” ({low} to {high})")
            }
            None => String::new(),
        };
        let pairs = counted(self.pairs, "pair");
        format!("{verdict}{range}, after {pairs} of games on deals that the climb has not seen.")
    }
}

fn gained(opponent: &str, gain: &Estimate) -> String {
    let Interval { low, high } = gain.interval;
    let verdict = match (low > 0.0, high < 0.0) {
        (true, _) => "clearly more",
        (_, true) => "clearly less",
        _ => "not known yet whether more",
    };
    let [gain, low, high] = [gain.value, low, high].map(|share| fixed(100.0 * share, 1));
    format!("Against “{opponent}” it has {gain} of 100 points more than that ({low} to {high}): {verdict}.")
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHOWN: TuneSummary<'_> = TuneSummary {
        verdict: TestVerdict::AcceptH1,
        pairs: 1024,
        elo: Some((12.34, Interval { low: 4.0, high: 20.0 })),
        gain: None,
        start: "a",
        scale: "nElo",
    };

    #[test]
    fn the_verdict_comes_with_its_range_and_with_what_it_gains_against_another() {
        let gain = Estimate { value: 0.03, se: 0.01, interval: Interval { low: 0.01, high: 0.05 } };
        assert_eq!(
            TuneSummary { gain: Some(("x".to_owned(), gain)), ..SHOWN }.sentences(),
            [
                "The tuned agent is stronger than the original agent: 12.3 nElo more than “a” (4.0 to 20.0), after 1,024 \
                 pairs of games on deals that the climb has not seen.",
                "Against “x” it has 3.0 of 100 points more than that (1.0 to 5.0): clearly more."
            ]
        );
    }

    #[test]
    fn an_open_end_has_no_range_and_an_open_test_no_verdict() {
        let open = (12.34, Interval { low: 4.0, high: f64::INFINITY });
        let said = TuneSummary { verdict: TestVerdict::Undecided, elo: Some(open), ..SHOWN }.sentences();
        let expected = "Not known yet whether the tuned agent is stronger than the original agent, after 1,024 pairs of \
                        games on deals that the climb has not seen.";
        assert_eq!(said, [expected]);
    }
}
