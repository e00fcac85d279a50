//! What a grid of rules has shown, in a few sentences on each measure: under how many sets of rules it differs, and those
//! under which it differs most.

use overhear_stats::Interval;

use super::evidence::Decision;
use super::finding::{Numbers, margin_text, more_games, rank, sentence};
use super::measure::Measure;
use super::verdict::Verdict;
use crate::wording::settings_name;

/// What was found of a measure at a point, against the rules that the sweep starts from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Spotted<'a> {
    /// What is measured.
    pub(crate) measure: Measure,
    /// The point's name.
    pub(crate) point: &'a str,
    /// What was decided, by its name in files.
    pub(crate) decision: &'a str,
    /// Games of the point.
    pub(crate) games: u64,
    /// The measure by the rules that the sweep starts from, and at the point.
    pub(crate) values: [f64; 2],
    /// The interval of the difference, for all points and measures at once; of no width if the rules are the same.
    pub(crate) interval: Interval,
    /// The largest difference that counts as none.
    pub(crate) margin: f64,
}

impl Spotted<'_> {
    fn difference(&self) -> f64 {
        self.values[1] - self.values[0]
    }

    fn verdict(&self) -> Verdict {
        Verdict::of(Decision::named(self.decision), self.difference())
    }

    fn sentence(&self) -> String {
        let Spotted { measure, point, games, values: [a, b], interval, margin, .. } = *self;
        let more = more_games([games; 2], self.difference(), interval, margin);
        let said = sentence(&measure.wording(), self.verdict(), &Numbers { a, b, interval, margin }, more);
        format!("With “{}” ({point}): {said}", settings_name(point))
    }
}

/// What was found, the weightiest measure first.
pub(crate) fn sentences(spotted: &[Spotted<'_>]) -> Vec<String> {
    let of = |measure: Measure| {
        let other = |one: &&Spotted<'_>| one.measure == measure && one.interval.width() > 0.0;
        let points: Vec<Spotted<'_>> = spotted.iter().filter(other).copied().collect();
        let weight = points.iter().map(|one| rank(one.verdict(), measure)).min()?;
        Some((weight, of_measure(measure, &points)))
    };
    let mut said: Vec<_> = Measure::ALL.into_iter().filter_map(of).collect();
    said.sort_by_key(|(weight, _)| *weight);
    said.into_iter().map(|(_, sentences)| sentences).collect()
}

/// What was found of one measure.
fn of_measure(measure: Measure, points: &[Spotted<'_>]) -> String {
    let furthest = furthest(points).into_iter().map(Spotted::sentence);
    let counted = (points.len() > 1).then(|| counted(measure, points));
    counted.into_iter().chain(furthest).collect::<Vec<_>>().join(" ")
}

/// How many points have each verdict.
fn counted(measure: Measure, points: &[Spotted<'_>]) -> String {
    let wording = measure.wording();
    let of = |verdict: Verdict| {
        let count = points.iter().filter(|one| one.verdict() == verdict).count();
        let words = match verdict {
            Verdict::More | Verdict::Less => format!("clearly {}", wording.behind_clearly(verdict)),
            Verdict::NoneThatMatters => {
                format!("{} (up to {})", verdict.words(), margin_text(&wording, points[0].margin))
            }
            Verdict::NotKnownYet => verdict.words().to_owned(),
        };
        (count > 0).then(|| format!("{words} with {count}"))
    };
    let counts: Vec<String> = Verdict::ALL.into_iter().filter_map(of).collect();
    format!("{} under {} other sets of rules: {}.", wording.title, points.len(), counts.join(", "))
}

/// The points with clearly the most and clearly the least; where nothing is clear, the one that seems to differ most.
fn furthest<'a, 'b>(points: &'a [Spotted<'b>]) -> Vec<&'a Spotted<'b>> {
    let clear = [Verdict::More, Verdict::Less].map(|verdict| most(points, |one| one.verdict() == verdict));
    let clear: Vec<_> = clear.into_iter().flatten().collect();
    if clear.is_empty() { most(points, |_| true).into_iter().collect() } else { clear }
}

/// The first of those points that differ most.
fn most<'a, 'b>(points: &'a [Spotted<'b>], counts: impl Fn(&Spotted<'b>) -> bool) -> Option<&'a Spotted<'b>> {
    let size = |one: &Spotted<'_>| one.difference().abs();
    points.iter().rev().filter(|one| counts(one)).max_by(|a, b| size(a).total_cmp(&size(b)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ties(
        point: &'static str,
        decision: &'static str,
        value: f64,
        low: f64,
        high: f64,
    ) -> Spotted<'static> {
        let interval = Interval { low, high };
        let (measure, values) = (Measure::TiebreakRate, [0.17, value]);
        Spotted { measure, point, decision, games: 1000, values, interval, margin: 0.005 }
    }

    #[test]
    fn one_point_has_the_sentence_of_a_comparison() {
        let found = [ties("base", "equivalent", 0.17, 0.0, 0.0), ties("r=6", "different", 0.23, 0.04, 0.08)];
        assert_eq!(
            sentences(&found),
            ["With “r=6” (r=6): Clearly more ties: 23 of 100 games instead of 17 (between 4 and 8 more)."]
        );
    }

    #[test]
    fn of_many_points_those_that_differ_most_are_named() {
        let found = [
            ties("r=5", "different", 0.40, 0.21, 0.25),
            ties("r=6", "different", 0.23, 0.04, 0.08),
            ties("r=8", "different within margin", 0.171, 0.0005, 0.0015),
            ties("r=9", "undecided", 0.16, -0.02, 0.01),
            ties("r=10", "different", 0.12, -0.07, -0.03),
        ];
        let rounds = Spotted { measure: Measure::MeanRounds, ..ties("r=5", "undecided", 0.2, -0.3, 0.3) };
        let said = sentences(&[&[rounds], &found[..]].concat());
        assert_eq!(
            said[0],
            "Ties under 5 other sets of rules: clearly more ties with 2, clearly fewer ties with 1, no difference that \
             matters (up to 0.5 of 100 games) with 1, not known yet with 1. With “r=5” (r=5): Clearly more ties: 40 of 100 games \
             instead of 17 (between 21 and 25 more). With “r=10” (r=10): Clearly fewer ties: 12 of 100 games instead of 17 (between \
             3 and 7 fewer)."
        );
        assert!(said[1].starts_with("With “r=5” (r=5): Length: not known yet."), "{}", said[1]);
    }
}
