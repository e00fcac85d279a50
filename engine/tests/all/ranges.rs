//! What a switch says that it takes is what it takes.

use overhear_engine::rules::{Players, Rules, SWITCHES, Switch, Values};
use proptest::prelude::*;

use super::common::random_rules::rules;

/// The rules with a switch at a number, whatever it says that it takes; nothing if it cannot hold it.
fn set(rules: &Rules, switch: &Switch, number: i32) -> Option<Rules> {
    let mut table = toml::Table::try_from(rules).expect("rules are a table");
    table.insert(switch.key().to_owned(), number.into());
    table.try_into().ok()
}

/// The switches that take numbers, with the ends of these.
fn ranges() -> impl Iterator<Item = (&'static Switch, [i32; 2])> {
    SWITCHES.iter().filter_map(|switch| match switch.values() {
        Values::Numbers { low, high } => Some((switch, [low, high])),
        Values::Choices(_) => None,
    })
}

proptest! {
    #[test]
    fn no_rules_take_a_number_outside_of_a_declared_range(rules in rules(), beyond in 1..200i32) {
        for (switch, [low, high]) in ranges() {
            for number in [low - beyond, high + beyond] {
                prop_assert_eq!(switch.with_value(&rules, &number.to_string()), None, "{} {}", switch.key(), number);
                let refused = set(&rules, switch, number).is_none_or(|rules| rules.check().is_err());
                prop_assert!(refused, "{} = {number} makes a game", switch.key());
            }
        }
    }
}

/// Rules that leave some switch its whole range.
fn generous() -> Vec<Rules> {
    let long = Rules { round_limit: 16, interception_from_round: 1, ..Rules::official() };
    let three = Rules { players: Players::Three, black_team: 1, tokens_to_lose: 0, ..long };
    let never = Rules { tokens_to_win: 0, ..long };
    let late = Rules { tokens_to_win: 16, tokens_to_lose: 16, ..long };
    let early = Rules { tokens_to_win: 1, tokens_to_lose: 1, ..long };
    let short = Rules { round_limit: 1, ..early };
    let large = Rules { white_team: 4, black_team: 4, ..long };
    let more = Rules { white_team: 3, black_team: 3, ..long };
    vec![Rules::official(), long, three, never, late, early, short, large, more]
}

#[test]
fn the_ends_of_every_declared_range_make_a_game() {
    let bases = generous();
    bases.iter().for_each(|rules| assert_eq!(rules.check(), Ok(())));
    for (switch, ends) in ranges() {
        for end in ends {
            let mut turned = bases.iter().filter_map(|rules| switch.with_value(rules, &end.to_string()));
            assert!(turned.any(|rules| rules.check().is_ok()), "{} = {end}", switch.key());
        }
    }
}
