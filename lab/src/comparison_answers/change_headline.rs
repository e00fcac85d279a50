//! The finding of a comparison as one sentence that needs nothing beside it.

use overhear_engine::rules::{Switch, WhatIfMethod};

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
    fn from(finding: &LiveFinding) -> ChangedMeasure {
        let half_width = (finding.difference.high - finding.difference.low) / 2.0;
        let values = [finding.a.value, finding.b.value];
        ChangedMeasure { measure: finding.measure, verdict: finding.verdict, values, half_width }
    }
}

impl From<&Finding<'_>> for ChangedMeasure {
    fn from(finding: &Finding<'_>) -> ChangedMeasure {
        let Finding { measure, values, .. } = *finding;
        ChangedMeasure {
            measure,
            verdict: finding.verdict(),
            values,
            half_width: finding.interval.half_width(),
        }
    }
}

/// Returns the weightiest finding about rules (`official,round_limit=6`) as a headline.
pub fn rules_headline(rules: &str, findings: &[Finding<'_>]) -> String {
    let (name, set) = rules.split_once(',').unwrap_or((rules, ""));
    let departures: Vec<String> = set.split(',').filter(|one| !one.is_empty()).map(str::to_owned).collect();
    headline(
        &ChangedRules { departures: &departures, name },
        findings.iter().map(ChangedMeasure::from).collect(),
        true,
    )
}

/// Rules that were changed.
#[derive(Clone, Copy, Debug)]
pub(super) struct ChangedRules<'a> {
    /// The changed settings: `round_limit = 6`.
    pub(super) departures: &'a [String],
    /// Name of the changed rule set, for changes that no setting names.
    pub(super) name: &'a str,
}

impl ChangedRules<'_> {
    /// Returns the settings that can change a measure: those that only name another winner of the same games change no more than
    /// who wins.
    fn relevant(&self, measure: Option<Measure>) -> Vec<&str> {
        let all: Vec<&str> = self.departures.iter().map(String::as_str).collect();
        let relevant: Vec<&str> = all.iter().copied().filter(|text| may_change(text, measure)).collect();
        if relevant.is_empty() { all } else { relevant }
    }

    /// Returns the changes as the subject of a sentence, `“Rounds at most 6”`.
    fn subject(&self, measure: Option<Measure>) -> Subject {
        let names: Vec<String> = self.relevant(measure).into_iter().map(quoted_setting).collect();
        match &names[..] {
            [] => Subject { text: format!("the rules “{}”", self.name), is_plural: true },
            [one] => Subject { text: one.clone(), is_plural: false },
            [one, other] => Subject { text: format!("{one} and {other}"), is_plural: true },
            all => Subject { text: format!("these {} changes", all.len()), is_plural: true },
        }
    }
}

/// Returns `true` if a departure can change a measure.
fn may_change(departure: &str, measure: Option<Measure>) -> bool {
    let key = departure.split(['=', ' ']).next().unwrap_or_default();
    measure.is_none_or(Measure::depends_on_judge)
        || Switch::find(key).is_none_or(|switch| switch.what_if != WhatIfMethod::JudgeAgain)
}

/// The subject of a sentence.
#[derive(Clone, Debug)]
struct Subject {
    text: String,
    is_plural: bool,
}

impl Subject {
    /// Returns the verb that agrees with the subject.
    fn verb(&self, plural: &str) -> String {
        if self.is_plural { plural.to_owned() } else { format!("{plural}s") }
    }
}

/// Returns a departure (`round_limit = 6`) by its plain name, in quotation marks.
fn quoted_setting(departure: &str) -> String {
    format!("“{}”", setting_name(&departure.replace(" = ", "=").replace('"', "")))
}

/// Returns the weightiest finding as a headline: `“Rounds at most 6” nearly doubles ties: 32 of 100 games, up from 17.`
pub(super) fn headline_of_change(
    changed: &ChangedRules<'_>,
    findings: &[LiveFinding],
    is_complete: bool,
) -> String {
    headline(changed, findings.iter().map(ChangedMeasure::from).collect(), is_complete)
}

fn headline(changed: &ChangedRules<'_>, mut measures: Vec<ChangedMeasure>, is_complete: bool) -> String {
    measures.sort_by_key(|one| rank(one.verdict, one.measure));
    let clear = measures.first().filter(|first| first.verdict.is_clear());
    let sentence = match (clear, measures.first()) {
        (Some(first), _) => {
            let subject = changed.subject(Some(first.measure));
            if let Some(effect) = effect(first) {
                let verb = subject.verb(effect.verb);
                let (object, end) = (first.measure.wording().it, effect.end);
                format!("{} {}{verb} {object}{end}: {}", subject.text, effect.before, numbers(first))
            } else {
                format!("with {}, {}: {}", subject.text, change(first), numbers(first))
            }
        }
        (None, None) => format!("with {}, no game has been played yet", changed.subject(None).text),
        (None, Some(first)) if first.verdict == Verdict::NoneThatMatters => {
            format!("with {}, there is no change that matters", changed.subject(None).text)
        }
        (None, Some(first)) => {
            let title = first.measure.wording().title.to_lowercase();
            format!(
                "with {}, no change is certain yet: {title}, {}",
                changed.subject(None).text,
                numbers(first)
            )
        }
    };
    if is_complete { format!("{}.", capital(&sentence)) } else { format!("So far: {sentence}.") }
}

/// Returns a sentence with a capital at its beginning.
fn capital(sentence: &str) -> String {
    let mut letters = sentence.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// What rules do to a share of games, in parts of a sentence: `nearly`, `double`; or `make`, ties, `rarer`.
#[derive(Clone, Copy, Debug)]
struct Effect {
    before: &'static str,
    verb: &'static str,
    end: &'static str,
}

/// Returns what a clear change does to a share; `None` for a measure that says it in words of its own.
fn effect(finding: &ChangedMeasure) -> Option<Effect> {
    if finding.measure.wording().change.is_some() {
        return None;
    }
    let (before, verb, end) = match Ratio::of(finding) {
        Ratio::Double => ("at least ", "double", ""),
        Ratio::NearlyDouble => ("nearly ", "double", ""),
        Ratio::More => ("", "make", " more frequent"),
        Ratio::Gone => ("", "end", ""),
        Ratio::Half => ("at least ", "halve", ""),
        Ratio::NearlyHalf => ("nearly ", "halve", ""),
        Ratio::Less => ("", "make", " rarer"),
    };
    Some(Effect { before, verb, end })
}

/// Returns the weightiest clear change with its numbers as a clause, if any is clear.
pub(super) fn clear_change(findings: &[Finding<'_>]) -> Option<String> {
    let clear = findings.iter().filter(|one| one.verdict().is_clear());
    let first = clear.min_by_key(|one| rank(one.verdict(), one.measure)).map(ChangedMeasure::from)?;
    Some(format!("{}: {}", change(&first), numbers(&first)))
}

/// Returns a clear change as a clause: `ties nearly double`.
fn change(finding: &ChangedMeasure) -> String {
    let (is_more, wording) = (finding.verdict == Verdict::More, finding.measure.wording());
    if let Some([more, less]) = wording.change {
        return if is_more { more } else { less }.to_owned();
    }
    let verb = match Ratio::of(finding) {
        Ratio::Double => "at least double",
        Ratio::NearlyDouble => "nearly double",
        Ratio::More => "become more frequent",
        Ratio::Gone => "disappear",
        Ratio::Half => "fall by half or more",
        Ratio::NearlyHalf => "nearly halve",
        Ratio::Less => "become rarer",
    };
    format!("{} {verb}", wording.it)
}

/// How a clearly changed value compares with the one before.
#[derive(Clone, Copy, Debug)]
enum Ratio {
    Double,
    NearlyDouble,
    More,
    Gone,
    Half,
    NearlyHalf,
    Less,
}

impl Ratio {
    fn of(finding: &ChangedMeasure) -> Ratio {
        let ([a, b], is_more) = (finding.values, finding.verdict == Verdict::More);
        match (is_more, if is_more { b / a } else { a / b }) {
            (true, ratio) if ratio >= DOUBLE && ratio.is_finite() => Ratio::Double,
            (true, ratio) if ratio >= NEARLY && ratio.is_finite() => Ratio::NearlyDouble,
            (true, _) => Ratio::More,
            (false, ratio) if ratio.is_infinite() => Ratio::Gone,
            (false, ratio) if ratio >= DOUBLE => Ratio::Half,
            (false, ratio) if ratio >= NEARLY => Ratio::NearlyHalf,
            (false, _) => Ratio::Less,
        }
    }
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

    const fn changed(departures: &[String]) -> ChangedRules<'_> {
        ChangedRules { departures, name: "short" }
    }

    fn sentence(measure: Measure, values: [f64; 2], verdict: Verdict) -> String {
        let departures = ["x".to_owned()];
        headline_of_change(&changed(&departures), &[finding(measure, values, 0.015, verdict)], true)
    }

    #[test]
    fn a_clear_change_is_said_by_its_size() {
        for (values, verdict, expected) in [
            ([0.17, 0.32], Verdict::More, "“x” nearly doubles ties: 32 of 100 games, up from 17."),
            ([0.17, 0.40], Verdict::More, "“x” at least doubles ties: 40 of 100 games, up from 17."),
            ([0.17, 0.22], Verdict::More, "“x” makes ties more frequent: 22 of 100 games, up from 17."),
            ([0.0, 0.22], Verdict::More, "“x” makes ties more frequent: 22 of 100 games, up from 0."),
            ([0.4, 0.21], Verdict::Less, "“x” nearly halves ties: 21 of 100 games, down from 40."),
            ([0.4, 0.0], Verdict::Less, "“x” ends ties: 0 of 100 games, down from 40."),
            ([0.4, 0.35], Verdict::Less, "“x” makes ties rarer: 35 of 100 games, down from 40."),
        ] {
            assert_eq!(sentence(Measure::TiebreakRate, values, verdict), expected);
        }
        assert_eq!(
            sentence(Measure::MeanRounds, [5.2, 4.6], Verdict::Less),
            "With “x”, games are shorter: 4.60 rounds, down from 5.20."
        );
        assert!(sentence(Measure::WhiteScore, [0.5, 0.45], Verdict::Less).contains("Black does better"));
    }

    #[test]
    fn what_is_not_clear_is_not_claimed() {
        assert_eq!(
            sentence(Measure::TiebreakRate, [0.17; 2], Verdict::NoneThatMatters),
            "With “x”, there is no change that matters."
        );
        let open = sentence(Measure::TiebreakRate, [0.17, 0.19], Verdict::NotKnownYet);
        assert_eq!(open, "With “x”, no change is certain yet: ties, 19 of 100 games, up from 17.");
        let early = finding(Measure::TiebreakRate, [0.17, 0.4], 0.02, Verdict::More);
        assert!(
            headline_of_change(&changed(&["x".to_owned()]), &[early], false)
                .starts_with("So far: “x” at least doubles ties")
        );
    }

    #[test]
    fn changes_are_named_plainly() {
        let subject = |texts: &[&str], measure| {
            let departures: Vec<String> = texts.iter().map(|text| (*text).to_owned()).collect();
            changed(&departures).subject(measure).text
        };
        assert_eq!(subject(&["round_limit = 6"], None), "“Rounds at most 6”");
        let two = ["round_limit = 6", "tiebreak = \"points\""];
        let both = "“Rounds at most 6” and “Steps of the tiebreaker: points alone”";
        assert_eq!(subject(&two, Some(Measure::WhiteScore)), both);
        assert_eq!(subject(&["a = 1", "b = 2", "c = 3"], None), "these 3 changes");
        assert_eq!(subject(&[], None), "the rules “short”");
    }

    #[test]
    fn a_change_that_cannot_move_a_measure_is_not_named_for_it() {
        let two = ["round_limit = 6", "tiebreak = \"points\""].map(str::to_owned);
        let ties = finding(Measure::TiebreakRate, [0.17, 0.32], 0.015, Verdict::More);
        assert_eq!(
            headline_of_change(&changed(&two), &[ties], true),
            "“Rounds at most 6” nearly doubles ties: 32 of 100 games, up from 17."
        );
        let score = finding(Measure::SharedRate, [0.01, 0.08], 0.015, Verdict::More);
        assert!(
            headline_of_change(&changed(&two), &[score], true)
                .contains("points alone” at least double shared")
        );
        let judged = ["tiebreak = \"points\"".to_owned()];
        assert_eq!(
            changed(&judged).subject(Some(Measure::TiebreakRate)).text,
            "“Steps of the tiebreaker: points alone”"
        );
    }
}
