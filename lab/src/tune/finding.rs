//! Findings of a tuning run, in sentences.

use overhear_stats::Interval;

use super::row::TunedRow;
use crate::table::{MeasuredValue, counted, fixed};
use crate::tournament::TestVerdict;

/// Returns sentences on whether the tuned agent is stronger than the initial agent, and on its gain against the
/// opponent. `scale` is that of the test.
pub(super) fn sentences(row: &TunedRow, initial: &str, scale: &str) -> Vec<String> {
    let gain = row.opponent_gain.and_then(|gain| gain_sentence(&row.opponent, gain));
    std::iter::once(strength_sentence(row, initial, scale)).chain(gain).collect()
}

fn strength_sentence(row: &TunedRow, initial: &str, scale: &str) -> String {
    let verdict = match row.decision {
        TestVerdict::AcceptH1 => "The tuned agent is stronger than the original agent",
        TestVerdict::AcceptH0 => {
            "The tuned agent is no stronger than the original agent, by what the test was to find"
        }
        TestVerdict::NoDifference => "The tuned agent plays exactly as the original agent",
        TestVerdict::Undecided => "Not known yet whether the tuned agent is stronger than the original agent",
    };
    let numbers = row.elo.and_then(|elo| elo.interval.map(|Interval { low, high }| [elo.value, low, high]));
    let range = match numbers.filter(|numbers| numbers.iter().all(|number| number.is_finite())) {
        Some(numbers) => {
            let [elo, low, high] = numbers.map(|value| fixed(value, 1));
            format!(": {elo} {scale} more than “{initial}” ({low} to {high})")
        }
        None => String::new(),
    };
    let pairs = counted(row.pairs, "pair");
    format!("{verdict}{range}, after {pairs} of games on deals that the climb has not seen.")
}

fn gain_sentence(opponent: &str, gain: MeasuredValue) -> Option<String> {
    let Interval { low, high } = gain.interval?;
    let verdict = match (low > 0.0, high < 0.0) {
        (true, _) => "clearly more",
        (_, true) => "clearly less",
        _ => "not known yet whether more",
    };
    let [gain, low, high] = [gain.value, low, high].map(|share| fixed(100.0 * share, 1));
    Some(format!(
        "Against “{opponent}” it has {gain} of 100 points more than that ({low} to {high}): {verdict}."
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(decision: TestVerdict, high: f64) -> TunedRow {
        TunedRow {
            spec: String::new(),
            iterations: 1,
            pairs_per_iteration: 1,
            seed: 1,
            decision,
            pairs: 1024,
            score: None,
            elo: Some(MeasuredValue { value: 12.34, interval: Some(Interval { low: 4.0, high }) }),
            llr: None,
            opponent: "x".to_owned(),
            opponent_score: None,
            opponent_score_former: None,
            opponent_gain: None,
        }
    }

    #[test]
    fn the_verdict_comes_with_its_range_and_with_what_it_gains_against_another() {
        let gain = MeasuredValue { value: 0.03, interval: Some(Interval { low: 0.01, high: 0.05 }) };
        let row = TunedRow { opponent_gain: Some(gain), ..row(TestVerdict::AcceptH1, 20.0) };
        assert_eq!(
            sentences(&row, "a", "nElo"),
            [
                "The tuned agent is stronger than the original agent: 12.3 nElo more than “a” (4.0 to 20.0), after 1,024 \
                 pairs of games on deals that the climb has not seen.",
                "Against “x” it has 3.0 of 100 points more than that (1.0 to 5.0): clearly more."
            ]
        );
    }

    #[test]
    fn an_open_end_has_no_range_and_an_open_test_no_verdict() {
        let expected = "Not known yet whether the tuned agent is stronger than the original agent, after 1,024 pairs of \
                        games on deals that the climb has not seen.";
        assert_eq!(sentences(&row(TestVerdict::Undecided, f64::INFINITY), "a", "nElo"), [expected]);
    }
}
