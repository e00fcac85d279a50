//! The pairing that the ratings describe worst: how far they are from its score, in a sentence.
//!
//! A rating is one number for each agent, and agents need not line up: one may be good against some opponents and bad against others. The
//! sentence says how far that goes. It is no test: with many games any difference is clear, and games of a deal depend on each other.

use crate::table::fixed;

/// A pairing whose score is not what the ratings expect; both are `agent`'s.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct RatingGap {
    pub(super) agent: String,
    pub(super) opponent: String,
    pub(super) score: f64,
    pub(super) expected: f64,
}

impl RatingGap {
    /// Returns the difference of score and expectation, without a sign.
    pub(super) fn size(&self) -> f64 {
        (self.score - self.expected).abs()
    }

    /// Returns `true` if the scores differ as they are printed.
    pub(super) fn is_visible(&self) -> bool {
        let [score, expected] = self.printed();
        score != expected
    }

    /// Returns the score and the expected one, in %.
    fn printed(&self) -> [String; 2] {
        [self.score, self.expected].map(|share| fixed(100.0 * share, 1))
    }

    /// Returns both scores, in %, in a sentence.
    pub(super) fn sentence(&self) -> String {
        let (agent, opponent, [score, expected]) = (&self.agent, &self.opponent, self.printed());
        format!(
            "ratings sum up all pairings; farthest from them: {agent} scores {score} against {opponent}, expected {expected}"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sentence_has_both_numbers_in_percent() {
        let gap = RatingGap { agent: "a".into(), opponent: "b".into(), score: 0.712, expected: 0.6349 };
        let expected =
            "ratings sum up all pairings; farthest from them: a scores 71.2 against b, expected 63.5";
        assert_eq!(gap.sentence(), expected);
        assert!((gap.size() - 0.0771).abs() < 1e-12);
        assert!(gap.is_visible() && !RatingGap { expected: 0.7119, ..gap }.is_visible());
    }
}
