//! The finding of a comparison as one sentence that needs nothing beside it.

use super::live_finding::LiveFinding;
use crate::paired::{Finding, Measure, Verdict, rank};
use crate::table::{digits, fixed};
use crate::wording::setting_name;

/// From this ratio on, or below its inverse, a share is said to double or to halve.
const DOUBLE: f64 = 2.0;

/// From this ratio on, or below its inverse, a share is said nearly to double or to halve.
const NEARLY: f64 = 1.8;

/// A measure and what was found of it.
#[derive(Clone, Copy, Debug)]
struct ChangedMeasure {
    measure: Measure,
    verdict: Verdict,
    values: [f64; 2],
    half_width: f64,
}

impl From<&LiveFinding> for ChangedMeasure {
    fn from(found: &LiveFinding) -> ChangedMeasure {
        let half_width = (found.difference.high - found.difference.low) / 2.0;
        let values = [found.a.value, found.b.value];
        ChangedMeasure { measure: found.measure, verdict: found.verdict, values, half_width }
    }
}

impl From<&Finding<'_>> for ChangedMeasure {
    fn from(found: &Finding<'_>) -> ChangedMeasure {
        let half_width = found.interval.half_width();
        ChangedMeasure { measure: found.measure, verdict: found.verdict(), values: found.values, half_width }
    }
}

/// Returns the weightiest finding about rules (`official,round_limit=6`) as a headline.
pub fn rules_headline(rules: &str, found: &[Finding<'_>]) -> String {
    let (name, set) = rules.split_once(',').unwrap_or((rules, ""));
    let departures: Vec<String> = set.split(',').filter(|one| !one.is_empty()).map(str::to_owned).collect();
    headline(&with_changes(&departures, name), found.iter().map(ChangedMeasure::from).collect(), true)
}

/// Returns the names of changed rules as a clause: `With “Rounds at most 6”`.
pub(super) fn with_changes(departures: &[String], name: &str) -> String {
    let names: Vec<String> = departures.iter().map(|one| quoted_setting(one)).collect();
    match &names[..] {
        [] => format!("With the rules “{name}”"),
        [one] => format!("With {one}"),
        [one, other] => format!("With {one} and {other}"),
        all => format!("With these {} changes", all.len()),
    }
}

/// Returns a departure (`round_limit = 6`) by its plain name, in quotation marks.
fn quoted_setting(departure: &str) -> String {
    format!("“{}”", setting_name(&departure.replace(" = ", "=").replace('"', "")))
}

/// Returns the weightiest finding as a headline: `With “Rounds at most 6”, ties nearly double: 32 of 100 games, up from 17.`
pub(super) fn headline_of_change(with: &str, found: &[LiveFinding], is_complete: bool) -> String {
    headline(with, found.iter().map(ChangedMeasure::from).collect(), is_complete)
}

fn headline(with: &str, mut found: Vec<ChangedMeasure>, is_complete: bool) -> String {
    found.sort_by_key(|one| rank(one.verdict, one.measure));
    let so_far = if is_complete { "" } else { "So far: " };
    let with = if is_complete { with.to_owned() } else { with.replacen("With", "with", 1) };
    let clause = match found.first() {
        None => "no game has been played yet".to_owned(),
        Some(first) => match first.verdict {
            Verdict::More | Verdict::Less => format!("{}: {}", change(first), numbers(first)),
            Verdict::NoneThatMatters => "there is no change that matters".to_owned(),
            Verdict::NotKnownYet => {
                let title = first.measure.wording().title;
                format!("no change is certain yet: {}, {}", title.to_lowercase(), numbers(first))
            }
        },
    };
    format!("{so_far}{with}, {clause}.")
}

/// Returns the weightiest clear change with its numbers as a clause, if any is clear.
pub(super) fn clear_change(found: &[Finding<'_>]) -> Option<String> {
    let clear = found.iter().filter(|one| one.verdict().is_clear());
    let first = clear.min_by_key(|one| rank(one.verdict(), one.measure)).map(ChangedMeasure::from)?;
    Some(format!("{}: {}", change(&first), numbers(&first)))
}

/// Returns a clear change as a clause: `ties nearly double`.
fn change(finding: &ChangedMeasure) -> String {
    let (is_more, wording) = (finding.verdict == Verdict::More, finding.measure.wording());
    if let Some([more, less]) = wording.change {
        return if is_more { more } else { less }.to_owned();
    }
    let [a, b] = finding.values;
    let verb = match (is_more, if is_more { b / a } else { a / b }) {
        (true, ratio) if ratio >= DOUBLE && ratio.is_finite() => "at least double",
        (true, ratio) if ratio >= NEARLY && ratio.is_finite() => "nearly double",
        (true, _) => "become more frequent",
        (false, ratio) if ratio.is_infinite() => "disappear",
        (false, ratio) if ratio >= DOUBLE => "fall by half or more",
        (false, ratio) if ratio >= NEARLY => "nearly halve",
        (false, _) => "become rarer",
    };
    format!("{} {verb}", wording.it)
}

/// Returns both numbers of a finding: `32 of 100 games, up from 17`.
fn numbers(finding: &ChangedMeasure) -> String {
    let wording = finding.measure.wording();
    let places = digits(finding.half_width * wording.factor);
    let [a, b] = finding.values.map(|value| fixed(value * wording.factor, places));
    let way = match finding.values[1].total_cmp(&finding.values[0]) {
        _ if a == b => return format!("{b} {}, as before", wording.unit),
        std::cmp::Ordering::Less => "down",
        _ => "up",
    };
    format!("{b} {}, {way} from {a}", wording.unit)
}

/// Returns whether a deck is harder than another one, from the share of clues that are missed.
pub fn deck_headline([own, other]: [&str; 2], verdict: Verdict, [a, b]: [f64; 2]) -> String {
    let claim = match verdict {
        Verdict::More => format!("{own} is harder than {other}"),
        Verdict::Less => format!("{own} is easier than {other}"),
        Verdict::NoneThatMatters => format!("{own} is as hard as {other}"),
        Verdict::NotKnownYet => {
            format!("Whether {} is harder than {other} is not known yet", own.to_lowercase())
        }
    };
    let [a, b] = [a, b].map(|share| fixed(100.0 * share, 1));
    format!("{claim}: {b} of 100 clues are missed, {a} with {other}.")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::comparison_answers::NumberWithRange;

    fn finding(measure: Measure, [a, b]: [f64; 2], half: f64, verdict: Verdict) -> LiveFinding {
        let wording = measure.wording();
        let number = |value: f64| NumberWithRange { value, low: value - half, high: value + half };
        LiveFinding {
            measure,
            title: wording.title,
            meaning: wording.meaning,
            unit: wording.unit,
            factor: wording.factor,
            games: 1000,
            a: number(a),
            b: number(b),
            difference: number(b - a),
            margin: String::new(),
            verdict,
            words: verdict.words(),
            sentence: String::new(),
        }
    }

    fn said(measure: Measure, values: [f64; 2], verdict: Verdict) -> String {
        headline_of_change("With “X”", &[finding(measure, values, 0.015, verdict)], true)
    }

    #[test]
    fn a_clear_change_is_said_by_its_size() {
        for (values, verdict, expected) in [
            ([0.17, 0.32], Verdict::More, "With “X”, ties nearly double: 32 of 100 games, up from 17."),
            ([0.17, 0.40], Verdict::More, "With “X”, ties at least double: 40 of 100 games, up from 17."),
            (
                [0.17, 0.22],
                Verdict::More,
                "With “X”, ties become more frequent: 22 of 100 games, up from 17.",
            ),
            ([0.0, 0.22], Verdict::More, "With “X”, ties become more frequent: 22 of 100 games, up from 0."),
            ([0.4, 0.21], Verdict::Less, "With “X”, ties nearly halve: 21 of 100 games, down from 40."),
            ([0.4, 0.0], Verdict::Less, "With “X”, ties disappear: 0 of 100 games, down from 40."),
            ([0.4, 0.35], Verdict::Less, "With “X”, ties become rarer: 35 of 100 games, down from 40."),
        ] {
            assert_eq!(said(Measure::TiebreakRate, values, verdict), expected);
        }
        assert_eq!(
            said(Measure::MeanRounds, [5.2, 4.6], Verdict::Less),
            "With “X”, games are shorter: 4.60 rounds, down from 5.20."
        );
        assert!(said(Measure::WhiteScore, [0.5, 0.45], Verdict::Less).contains("Black does better"));
    }

    #[test]
    fn what_is_not_clear_is_not_claimed() {
        assert_eq!(
            said(Measure::TiebreakRate, [0.17; 2], Verdict::NoneThatMatters),
            "With “X”, there is no change that matters."
        );
        let open = said(Measure::TiebreakRate, [0.17, 0.19], Verdict::NotKnownYet);
        assert_eq!(open, "With “X”, no change is certain yet: ties, 19 of 100 games, up from 17.");
        let early = finding(Measure::TiebreakRate, [0.17, 0.4], 0.02, Verdict::More);
        assert!(
            headline_of_change("With “X”", &[early], false)
                .starts_with("So far: with “X”, ties at least double")
        );
    }

    #[test]
    fn changes_are_named_plainly() {
        let departures = |texts: &[&str]| {
            with_changes(&texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>(), "short")
        };
        assert_eq!(departures(&["round_limit = 6"]), "With “Rounds at most 6”");
        assert_eq!(
            departures(&["round_limit = 6", "tiebreak = \"points\""]),
            "With “Rounds at most 6” and “Steps of the tiebreaker: points alone”"
        );
        assert_eq!(departures(&["a = 1", "b = 2", "c = 3"]), "With these 3 changes");
        assert_eq!(departures(&[]), "With the rules “short”");
    }
}
