//! Values of a switch that are tried by themselves: every option, and numbers near the present one.

use overhear_engine::rules::{Players, Rules, SWITCHES, Switch, Values};

/// How far a number is turned, to either side of the present value.
pub const BESIDE: i32 = 2;

/// A number with more values than this is not turned one by one: seconds, for example.
pub const MOST_VALUES: i32 = 40;

/// Returns the keys of the switches that have no near values: too many numbers, of which the declaration names none to try.
pub fn untried_switches() -> Vec<&'static str> {
    let untried = SWITCHES.iter().filter(|switch| is_wide(switch) && switch.tried().is_empty());
    untried.map(Switch::key).collect()
}

fn is_wide(switch: &Switch) -> bool {
    matches!(switch.values(), Values::Numbers { low, high } if high - low > MOST_VALUES)
}

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
        Values::Numbers { .. } if is_wide(switch) => switch.tried().iter().map(ToString::to_string).collect(),
        Values::Numbers { low, high } => {
            let present: i32 = switch.get(rules).to_string().parse().unwrap_or(low);
            let near = present.saturating_sub(BESIDE).max(low)..=present.saturating_add(BESIDE).min(high);
            near.map(|number| number.to_string()).collect()
        }
    };
    let allowed = values.into_iter().filter(|value| {
        let turned = switch.with_value(rules, value).filter(|turned| turned != rules);
        turned.is_some_and(|turned| turned.players == Players::TwoTeams && turned.checked().is_ok())
    });
    allowed.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_switch_of_two_teams_has_near_values_unless_its_numbers_are_many() {
        assert_eq!(untried_switches(), ["session", "sand_timer", "referee_top"]);
        for switch in &SWITCHES {
            let key = switch.key();
            let is_tried = key != "players" && !untried_switches().contains(&key);
            assert_eq!(!near_values(switch, &Rules::official()).is_empty(), is_tried, "{key}");
        }
    }
}
