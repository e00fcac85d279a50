//! Findings of a tournament as sentences, from its tables in memory or in files.

use overhear_stats::Interval;

use super::SprtSetting;
use super::pairings::PairingRow;
use super::sequential::{SequentialTest, TestVerdict};
use super::standings::StandingRow;
use super::verdict::scale;
use crate::strength::{AgentScore, HeadToHead, ScoreWithInterval, sentences};
use crate::table::{MeasuredValue, counted};

/// Outcome of a sequential test.
#[derive(Clone, Copy, Debug)]
pub struct TestSummary {
    /// The verdict.
    pub verdict: TestVerdict,
    /// Number of pairs of games that the test has seen.
    pub pairs: u64,
    /// The tested hypotheses.
    pub setting: SprtSetting,
}

impl TestSummary {
    /// Returns the outcome of a test.
    fn from_test(test: &SequentialTest) -> TestSummary {
        TestSummary { verdict: test.verdict(), pairs: test.pairs().pairs(), setting: test.setting }
    }

    /// Returns the outcome in a sentence. Numbers are those of the first agent against the second.
    fn sentence(self, [one, other]: [&str; 2]) -> String {
        let Interval { low, high } = self.setting.sprt.hypotheses();
        let (scale, pairs) = (scale(self.setting.model), counted(self.pairs, "pair"));
        let (accepted, rejected) =
            if self.verdict == TestVerdict::AcceptH0 { (low, high) } else { (high, low) };
        match self.verdict {
            TestVerdict::AcceptH0 | TestVerdict::AcceptH1 => format!(
                "A sequential test ended the run after {pairs} of games: {accepted} {scale} rather than {rejected} for \
                 “{one}” against “{other}”; the range allows for that end."
            ),
            TestVerdict::NoDifference => {
                format!("No difference seen: {pairs} of games, all of them exact ties.")
            }
            TestVerdict::Undecided => format!(
                "The sequential test of {low} or {high} {scale} for “{one}” against “{other}” is undecided after {pairs} \
                 of games."
            ),
        }
    }
}

/// Returns the findings of a result.
pub fn findings(standings: &[AgentScore], duels: &[HeadToHead], tested: Option<TestSummary>) -> Vec<String> {
    let labels = duels.first().map(|duel| [&*duel.one, &*duel.other]);
    let tested = tested.zip(labels).map(|(tested, labels)| tested.sentence(labels));
    sentences(standings, duels).into_iter().chain(tested).collect()
}

/// Returns the findings of a result in memory, from its numbers as files have them.
pub(super) fn of_rows(
    standings: &[StandingRow],
    pairings: &[PairingRow],
    test: Option<&SequentialTest>,
) -> Vec<String> {
    let standings = standings.iter().map(|row| AgentScore {
        label: row.agent.clone(),
        games: row.games,
        faults: row.faults,
        score: score(row.score.and_then(MeasuredValue::as_in_files)),
    });
    let duels = pairings.iter().map(|row| HeadToHead {
        one: row.agent_a.clone(),
        other: row.agent_b.clone(),
        games: row.games,
        score: score(row.corrected_score().and_then(MeasuredValue::as_in_files)),
    });
    let (standings, duels): (Vec<AgentScore>, Vec<HeadToHead>) = (standings.collect(), duels.collect());
    findings(&standings, &duels, test.map(TestSummary::from_test))
}

/// Column with the score of a pairing's first agent.
pub const A_SCORE: &str = "a_score";

/// Column with the score of a pairing's first agent, corrected for a test that ended the run.
pub const UNBIASED: &str = "a_score_unbiased";

/// Returns a score with its interval; `None` without an interval.
pub fn score(measured: Option<MeasuredValue>) -> Option<ScoreWithInterval> {
    let measured = measured?;
    Some((measured.value, measured.interval?))
}

/// Returns the score of a pairing's first agent, corrected if a test ended the run. The interval is corrected
/// in any case.
pub fn pairing_score(measured: Option<MeasuredValue>, unbiased: Option<f64>) -> Option<ScoreWithInterval> {
    let (value, interval) = score(measured)?;
    Some((unbiased.unwrap_or(value), interval))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_test_says_what_it_holds_for_true() {
        let of = |text: &str| text.parse().expect("a test");
        let tested = TestSummary { verdict: TestVerdict::AcceptH1, pairs: 1024, setting: of("elo1=5") };
        assert_eq!(
            tested.sentence(["a", "b"]),
            "A sequential test ended the run after 1,024 pairs of games: 5 nElo rather than 0 for “a” against “b”; the range \
             allows for that end."
        );
        let open =
            TestSummary { verdict: TestVerdict::Undecided, setting: of("elo1=5,model=logistic"), ..tested };
        assert!(
            open.sentence(["a", "b"])
                .starts_with("The sequential test of 0 or 5 Elo for “a” against “b” is undecided")
        );
    }
}
