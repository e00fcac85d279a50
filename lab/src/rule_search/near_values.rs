//! Values of a switch that are tried by themselves: every option, and numbers near the present one.

use overhear_engine::rules::{Players, Rules, Switch, Values};

/// How far a number is turned, to either side of the present value.
const BESIDE: i32 = 2;

/// A number with more values than this is not turned one by one: seconds, for example.
const MOST_VALUES: i32 = 40;

/// Returns the other values of a switch that are near the present one and make a game of two teams with the other
/// switches of `rules`.
///
/// ```
/// use overhear_engine::rules::{Rules, Switch};
/// use overhear_lab::rule_search::near_values;
///
/// let switch = Switch::find("round_limit").ok_or("no such key")?;
/// assert_eq!(near_values(switch, &Rules::official()), ["6", "7", "9", "10"]);
/// # Ok::<(), &str>(())
/// ```
pub fn near_values(switch: &Switch, rules: &Rules) -> Vec<String> {
    let values: Vec<String> = match switch.values() {
        Values::Choices(choices) => choices.iter().map(|choice| choice.value.to_owned()).collect(),
        Values::Numbers { low, high } if high - low <= MOST_VALUES => {
            let present: i32 = switch.get(rules).to_string().parse().unwrap_or(low);
            let near = present.saturating_sub(BESIDE).max(low)..=present.saturating_add(BESIDE).min(high);
            near.map(|number| number.to_string()).collect()
        }
        Values::Numbers { .. } => switch.tried().iter().map(ToString::to_string).collect(),
    };
    let is_game = |value: &String| {
        let turned = switch.with_value(rules, value).filter(|turned| turned != rules);
        turned.is_some_and(|turned| turned.players == Players::TwoTeams && turned.checked().is_ok())
    };
    values.into_iter().filter(is_game).collect()
}
