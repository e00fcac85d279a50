//! Plain names of switches and their values, shown beside the keys.

use overhear_engine::rules::{Switch, Values};

use crate::setup::TEAM_SIZE;

/// Returns the plain name of a switch.
pub fn switch_name(key: &str) -> Option<&'static str> {
    if key == TEAM_SIZE {
        return Some("Players in each team");
    }
    Switch::find(key).map(|switch| switch.name)
}

/// Returns the plain name of a switch's value; `None` for a number.
pub fn value_name(key: &str, value: &str) -> Option<&'static str> {
    match Switch::find(key)?.values() {
        Values::Numbers { .. } => None,
        Values::Choices(choices) => {
            choices.iter().find(|choice| choice.value == value).map(|choice| choice.name)
        }
    }
}

/// Returns a setting in plain words: `Rounds at most 5`, `Steps of the tiebreaker: points alone`. Other text
/// is returned unchanged.
pub fn setting_name(setting: &str) -> String {
    let named = setting.split_once('=').and_then(|(key, value)| Some((key, value, switch_name(key)?)));
    let Some((key, value, name)) = named else { return setting.to_owned() };
    value_name(key, value).map_or_else(|| format!("{name} {value}"), |value| format!("{name}: {value}"))
}

/// Returns a change of the tiebreaker in a few words: `points alone`, `still even: White wins`.
pub fn change_name(setting: &str) -> String {
    let Some((key, value)) = setting.split_once('=') else { return setting.to_owned() };
    let name = value_name(key, value).unwrap_or(value);
    match key {
        "interception_points" => format!("Interception worth {value}"),
        "miscommunication_points" => format!("Miscommunication worth {value}"),
        "keyword_match" => format!("keywords by {value}"),
        "final_tie" => format!("still even: {name}"),
        _ => name.to_owned(),
    }
}

/// Returns several settings in plain words, separated by commas, from `round_limit=5 tokens_to_lose=2`.
pub(crate) fn settings_name(settings: &str) -> String {
    settings.split(' ').map(setting_name).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use overhear_engine::rules::{SWITCHES, WhatIfMethod};

    use super::*;

    #[test]
    fn settings_are_said_in_words() {
        assert_eq!(
            settings_name("round_limit=5 tiebreak=points own=1"),
            "Rounds at most 5, Steps of the tiebreaker: points alone, own=1"
        );
        let changes = ["tiebreak=points", "final_tie=white", "interception_points=2", "own"].map(change_name);
        assert_eq!(changes, ["points alone", "still even: White wins", "Interception worth 2", "own"]);
    }

    #[test]
    fn a_change_of_the_tiebreaker_has_a_name_that_is_no_bare_number_and_no_name_of_another_change() {
        let rejudged = SWITCHES.iter().filter(|switch| switch.what_if == WhatIfMethod::JudgeAgain);
        let names = rejudged.flat_map(|switch| {
            switch.tried().into_iter().map(|value| change_name(&format!("{}={value}", switch.key())))
        });
        let names: Vec<String> = names.collect();
        assert!(names.iter().all(|name| name.parse::<i32>().is_err()), "{names:?}");
        assert_eq!(names.iter().collect::<HashSet<_>>().len(), names.len(), "{names:?}");
    }
}
