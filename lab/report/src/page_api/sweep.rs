//! One number of the rules turned through a range, with everything else as the page has it.

use std::cmp::Ordering;
use std::ops::RangeInclusive;
use std::{fmt, slice};

use overhear_agents::registry::Registry;
use overhear_engine::rules::{Rules, Switch, Values};
use serde::Serialize;

use super::command;
use overhear_lab::comparison_answers::ComparisonRequest;
use overhear_lab::error::LabError;
use overhear_lab::experiment::{BalanceConfig, PopulationConfig};
use overhear_lab::paired::{Measure, SweepAxis, SweepResult, sweep};
use overhear_lab::run_control::{RunControl, StopHandle};
use overhear_lab::setup::{Language, RulesConfig, not_allowed};
use overhear_lab::table::{fixed, grouped};

/// Games with each value; the user waits for them.
const GAMES: u64 = 1000;

/// Maximum number of values, which is also what a narrow chart has room for.
const MOST_VALUES: i64 = 12;

/// What a page is told of a sweep.
#[derive(Debug, Serialize)]
pub(super) struct SweepAnswer {
    /// How far the number moves what matters most, as one sentence.
    headline: String,
    /// What holds of each measure.
    sentences: Vec<String>,
    /// The values played, in order.
    values: Vec<String>,
    /// The value that the page's rules have.
    own: String,
    /// Values that make no game, each with its reason.
    left_out: Vec<String>,
    /// Every measure at every value.
    measures: Vec<SweptMeasure>,
    /// Games with each value.
    games: u64,
    /// The command that says the same.
    command: String,
}

/// A measure at every value; numbers are in its own unit.
#[derive(Debug, Serialize)]
struct SweptMeasure {
    measure: Measure,
    title: &'static str,
    unit: &'static str,
    factor: f64,
    points: Vec<SweptPoint>,
}

/// A measure at a value.
#[derive(Debug, Serialize)]
struct SweptPoint {
    value: f64,
    low: f64,
    high: f64,
    /// Whether it differs from the value that the page's rules have, as in sweep.csv.
    verdict: String,
}

/// The values of a range that make a game, and for each of the others why it makes none.
#[derive(Default)]
struct CheckedRange {
    playable: Vec<String>,
    refused: Vec<String>,
}

/// Checks the values of a number with these rules.
fn checked_range(base: &Rules, switch: &Switch, values: RangeInclusive<i64>) -> CheckedRange {
    let mut checked = CheckedRange::default();
    for value in values.map(|value| value.to_string()) {
        let turned = switch.with_value(base, &value).ok_or_else(|| not_allowed(switch, &value));
        match turned.and_then(|rules| rules.checked().map(drop).map_err(|error| error.to_string())) {
            Ok(()) => checked.playable.push(value),
            Err(reason) => checked.refused.push(format!("{value}: {reason}")),
        }
    }
    checked
}

/// Plays and answers.
pub(super) fn answer(
    question: &ComparisonRequest,
    (key, low, high): (&str, i64, i64),
    (registry, lang): (&Registry, Language),
    stop: &StopHandle,
) -> Result<SweepAnswer, LabError> {
    let switch = Switch::find(key).filter(|switch| matches!(switch.values(), Values::Numbers { .. }));
    let switch = switch.ok_or_else(|| refuse(format_args!("`{key}` is no number of the rules")))?;
    if high < low {
        return Err(refuse(format_args!("the range ends at {high}, before it begins at {low}")));
    }
    let count = high.saturating_sub(low).saturating_add(1);
    if count > MOST_VALUES {
        return Err(refuse(format_args!("{count} values; a range has at most {MOST_VALUES}")));
    }
    let base = question.b.read()?;
    let CheckedRange { playable: values, refused: left_out } =
        checked_range(&base.switches, switch, low..=high);
    if values.is_empty() {
        return Err(refuse(format_args!("no value makes a game: {}", left_out.join("; "))));
    }
    let axis = SweepAxis { key: key.to_owned(), values };
    let set: Vec<String> = question.b.set().map(str::to_owned).collect();
    let config = BalanceConfig {
        games: Some(GAMES),
        population: PopulationConfig::of_page(&question.agents, question.seed, (registry, lang)),
        rules: RulesConfig { rules: question.b.name().to_owned(), set, ..RulesConfig::default() },
        margin: Some(question.margin),
        margin_rounds: Some(question.margin_rounds),
        ..BalanceConfig::default()
    };
    let watch = RunControl { stop: stop.clone(), ..RunControl::default() };
    let result = sweep(&config, slice::from_ref(&axis), &watch)?;
    let measures = measures(&result, &axis);
    Ok(SweepAnswer {
        headline: headline(switch.name, &axis.values, &measures),
        sentences: result.sentences,
        own: switch.get(&base.switches).to_string(),
        command: command::sweep(question, &axis, GAMES, lang),
        values: axis.values,
        left_out,
        measures,
        games: GAMES,
    })
}

fn refuse(message: fmt::Arguments<'_>) -> LabError {
    LabError::content("sweep", message)
}

/// Returns the numbers of each measure in the order of the values. A measure without numbers is left out.
fn measures(result: &SweepResult, axis: &SweepAxis) -> Vec<SweptMeasure> {
    Measure::ALL
        .into_iter()
        .filter_map(|measure| {
            let points: Option<Vec<SweptPoint>> = axis
                .values
                .iter()
                .map(|value| {
                    let name = format!("{}={value}", axis.key);
                    let row = result.rows.iter().find(|row| row.measure == measure && row.point == name)?;
                    let [value, low, high] = row.value?.as_in_files()?.numbers()?;
                    Some(SweptPoint { value, low, high, verdict: row.verdict.name().to_owned() })
                })
                .collect();
            let wording = measure.wording();
            Some(SweptMeasure {
                measure,
                title: wording.title,
                unit: wording.unit,
                factor: wording.factor,
                points: points?,
            })
        })
        .collect()
}

/// Returns how far the range moves the first of the measures that it moves clearly; ties come first.
fn headline(name: &str, values: &[String], measures: &[SweptMeasure]) -> String {
    if let [only] = values {
        return format!(
            "“{name}” was played with {only} alone: choose a range with at least two values that make a game."
        );
    }
    let (start, end) = (0, values.len() - 1);
    let with = format!("With “{name}” between {} and {}", values[start], values[end]);
    let moved = measures
        .iter()
        .filter(|swept| swept.points.iter().any(|point| point.verdict == "different"))
        .min_by_key(|swept| match swept.measure {
            Measure::TiebreakRate => 0,
            // A limit of rounds moves the last round in any case.
            Measure::LimitRate => 2,
            _ => 1,
        });
    let Some(SweptMeasure { measure, unit, factor, points, .. }) = moved else {
        return format!("{with}, no result changes clearly in {} games with each value.", grouped(GAMES));
    };
    let least = (0..points.len()).min_by(|&a, &b| by_value(points, a, b)).expect("a value");
    let most = (0..points.len()).max_by(|&a, &b| by_value(points, a, b)).expect("a value");
    let places = usize::from(points.iter().any(|point| (point.high - point.low) * factor < 2.0));
    let numbers: Vec<String> = points.iter().map(|point| fixed(point.value * factor, places)).collect();
    let wording = measure.wording();
    let (one, many) = (["rises", "falls", "lies"], ["rise", "fall", "lie"]);
    let (thing, [rise, fall, lie]) = (wording.subject(), if wording.is_plural { many } else { one });
    let rises = by_value(points, start, least).is_eq() && by_value(points, end, most).is_eq();
    let falls = by_value(points, start, most).is_eq() && by_value(points, end, least).is_eq();
    if !rises && !falls {
        let [least, most] = [least, most].map(|place| format!("{} (at {})", numbers[place], values[place]));
        return format!("{with}, {thing} {lie} between {least} and {most} {unit}.");
    }
    let verb = if rises { rise } else { fall };
    format!(
        "If “{name}” rises from {} to {}, {thing} {verb} from {} to {} {unit}.",
        values[start], values[end], numbers[start], numbers[end]
    )
}

/// Compares the values at two places.
fn by_value(points: &[SweptPoint], a: usize, b: usize) -> Ordering {
    points[a].value.total_cmp(&points[b].value)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn swept_answer(key: &str, range: (i64, i64)) -> Result<SweepAnswer, LabError> {
        let question =
            ComparisonRequest { agents: vec!["nearest".to_owned()], ..ComparisonRequest::default() };
        let registry = Registry::standard();
        answer(&question, (key, range.0, range.1), (&registry, Language::English), &StopHandle::default())
    }

    #[test]
    fn a_range_of_rounds_moves_ties_and_names_its_own_value() {
        let reply = swept_answer("round_limit", (2, 8)).expect("a sweep");
        let of_one_agent = Measure::ALL.into_iter().filter(|measure| !measure.takes_two()).count();
        assert_eq!((&*reply.own, reply.values.len(), reply.measures.len()), ("8", 6, of_one_agent));
        assert!(
            reply.headline.starts_with(
                "If “Rounds at most” rises from 3 to 8, games that play the last round fall from "
            ),
            "{}",
            reply.headline
        );
        let own = &reply.measures[0].points[5];
        assert_eq!(own.verdict, "base");
        assert!(own.low <= own.value && own.value <= own.high);
        assert!(reply.command.contains("round_limit=3,4,5,6,7,8"), "{}", reply.command);
    }

    #[test]
    fn values_that_make_no_game_are_left_out_and_named() {
        let reply = swept_answer("round_limit", (2, 4)).expect("a sweep");
        assert!(reply.left_out[0].starts_with("2: `tokens_to_win`"), "{:?}", reply.left_out);
        assert_eq!(reply.values, ["3", "4"]);
    }

    #[test]
    fn a_single_value_says_that_nothing_is_compared() {
        let reply = swept_answer("round_limit", (5, 5)).expect("a sweep");
        assert!(
            reply.headline.starts_with("“Rounds at most” was played with 5 alone: "),
            "{}",
            reply.headline
        );
    }

    #[test]
    fn what_is_no_range_is_refused() {
        for (key, range, reason) in [
            ("tiebreak", (1, 2), "`tiebreak` is no number"),
            ("fame", (1, 2), "`fame` is no number"),
            ("round_limit", (5, 4), "before it begins"),
            ("session", (0, 1000), "1001 values; a range has at most 12"),
            ("session", (i64::MIN, i64::MAX), "values; a range has at most 12"),
            ("round_limit", (-5, -1), "no value makes a game"),
        ] {
            let error = swept_answer(key, range).expect_err("no range").to_string();
            assert!(error.contains(reason), "{error}");
        }
    }
}
