//! Sentences about a grid of rules: for each measure, how many rule sets differ and which differ most.

use super::measure::Measure;
use super::sentences::{Finding, measure_sentences, verdict_words};
use super::verdict::Verdict;
use crate::wording::settings_name;

/// Returns the sentences, the most important measure first. Points with the base rules are left out.
pub fn grid_sentences(findings: &[Finding<'_>]) -> Vec<String> {
    let others: Vec<Finding<'_>> =
        findings.iter().filter(|one| one.interval.width() > 0.0).copied().collect();
    measure_sentences(&others, of_measure)
}

/// Returns the sentence about a point.
fn of_point(finding: &Finding<'_>) -> String {
    format!("With “{}” ({}): {}", settings_name(finding.place), finding.place, finding.sentence())
}

/// Returns the sentences about one measure.
fn of_measure(measure: Measure, points: &[Finding<'_>]) -> String {
    let furthest = furthest(points).into_iter().map(of_point);
    let counted = (points.len() > 1).then(|| verdict_counts_sentence(measure, points));
    counted.into_iter().chain(furthest).collect::<Vec<_>>().join(" ")
}

/// Returns the sentence that counts the points by verdict.
fn verdict_counts_sentence(measure: Measure, points: &[Finding<'_>]) -> String {
    let wording = measure.wording();
    let counts: Vec<String> = Verdict::ALL
        .into_iter()
        .filter_map(|verdict| {
            let count = points.iter().filter(|one| one.verdict() == verdict).count();
            let words = verdict_words(verdict, &wording, points[0].margin);
            match count {
                0 => None,
                _ if count < points.len() => Some(format!("{words} with {count}")),
                _ if verdict.is_clear() => Some(format!("{words} with all of them")),
                _ => Some(format!("{words} with any of them")),
            }
        })
        .collect();
    format!("{} under {} other sets of rules: {}.", wording.title, points.len(), counts.join(", "))
}

/// Returns the points with clearly the most and clearly the least; if none is clear, the point with the
/// largest observed difference.
fn furthest<'a, 'b>(points: &'a [Finding<'b>]) -> Vec<&'a Finding<'b>> {
    let clear = [Verdict::More, Verdict::Less].map(|verdict| most(points, |one| one.verdict() == verdict));
    let clear: Vec<_> = clear.into_iter().flatten().collect();
    if clear.is_empty() { most(points, |_| true).into_iter().collect() } else { clear }
}

/// Returns the first of the points with the largest difference.
fn most<'a, 'b>(points: &'a [Finding<'b>], counts: impl Fn(&Finding<'b>) -> bool) -> Option<&'a Finding<'b>> {
    // Of equal elements `max_by` returns the last, hence the reversal.
    let counted = points.iter().rev().filter(|one| counts(one));
    counted.max_by(|a, b| a.difference.abs().total_cmp(&b.difference.abs()))
}

#[cfg(test)]
mod tests {
    use overhear_stats::Interval;

    use super::super::verdict::Decision;
    use super::*;

    fn ties(place: &'static str, decision: &str, value: f64, low: f64, high: f64) -> Finding<'static> {
        Finding {
            measure: Measure::TiebreakRate,
            place,
            decision: Decision::named(decision),
            games: 1000,
            planned: 1000,
            values: [0.17, value],
            difference: value - 0.17,
            interval: Interval { low, high },
            margin: 0.005,
            is_fixed: false,
        }
    }

    #[test]
    fn one_point_has_the_sentence_of_a_comparison() {
        let findings =
            [ties("base", "equivalent", 0.17, 0.0, 0.0), ties("r=6", "different", 0.23, 0.04, 0.08)];
        assert_eq!(
            grid_sentences(&findings),
            ["With “r=6” (r=6): Clearly more ties: 23 of 100 games instead of 17 (between 4 and 8 more)."]
        );
    }

    #[test]
    fn points_with_one_verdict_are_not_counted() {
        for (decision, values, shared_verdict) in [
            ("undecided", [0.16, 0.17], "not known yet with any of them"),
            (
                "equivalent",
                [0.171, 0.172],
                "no difference that matters (up to 0.5 of 100 games) with any of them",
            ),
            ("different", [0.23, 0.40], "clearly more ties with all of them"),
        ] {
            let findings = [("r=6", values[0]), ("r=5", values[1])]
                .map(|(place, value)| ties(place, decision, value, value - 0.18, value - 0.16));
            let start = format!("Ties under 2 other sets of rules: {shared_verdict}.");
            let sentences = grid_sentences(&findings);
            assert!(sentences[0].starts_with(&start), "{}", sentences[0]);
        }
    }

    #[test]
    fn of_many_points_those_that_differ_most_are_named() {
        let findings = [
            ties("r=5", "different", 0.40, 0.21, 0.25),
            ties("r=6", "different", 0.23, 0.04, 0.08),
            ties("r=8", "different within margin", 0.171, 0.0005, 0.0015),
            ties("r=9", "undecided", 0.16, -0.02, 0.01),
            ties("r=10", "different", 0.12, -0.07, -0.03),
        ];
        let rounds = Finding { measure: Measure::MeanRounds, ..ties("r=5", "undecided", 0.2, -0.3, 0.3) };
        let sentences = grid_sentences(&[&[rounds], &findings[..]].concat());
        assert_eq!(
            sentences[0],
            "Ties under 5 other sets of rules: clearly more ties with 2, clearly fewer ties with 1, no difference that \
             matters (up to 0.5 of 100 games) with 1, not known yet with 1. With “r=5” (r=5): Clearly more ties: 40 of 100 games \
             instead of 17 (between 21 and 25 more). With “r=10” (r=10): Clearly fewer ties: 12 of 100 games instead of 17 (between \
             3 and 7 fewer)."
        );
        assert!(sentences[1].starts_with("With “r=5” (r=5): Length: not known yet."), "{}", sentences[1]);
    }
}
