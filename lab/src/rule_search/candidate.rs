//! Candidates of a search: the starting rules with some switches changed.

use overhear_engine::rules::{Deck, Players, Rules, SWITCHES, Switch, Values};

use super::near_values::near_values;
use crate::error::LabError;
use crate::paired::SweepAxis;
use crate::setup::{RuleSet, TEAM_SIZE, find_switch, with_setting};

/// Name of the starting rules in result files.
pub(super) const BASE: &str = "base";

/// Most single changes of a search.
const MOST_CHANGES: usize = 256;

/// A switch, or both team sizes, with another value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Change {
    /// Place among the changes of the search, which orders the settings of a candidate.
    place: usize,
    key: String,
    value: String,
}

impl Change {
    /// Returns `KEY=VALUE`.
    fn setting(&self) -> String {
        format!("{}={}", self.key, self.value)
    }

    /// Returns `true` if both set the same switch.
    fn meets(&self, other: &Change) -> bool {
        self.key == other.key
            || (self.key == TEAM_SIZE && sets_a_team(&other.key))
            || (other.key == TEAM_SIZE && sets_a_team(&self.key))
    }
}

/// Returns `true` for a key that decides the size of a team, or of both.
fn sets_a_team(key: &str) -> bool {
    [TEAM_SIZE, "white_team", "black_team"].contains(&key)
}

/// The starting rules with some changes.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    /// The changes, in the order of their places.
    pub(super) changes: Vec<Change>,
    /// The rules.
    pub(super) rules: Rules,
}

impl Candidate {
    /// Returns the starting rules.
    pub(super) const fn base(rules: Rules) -> Candidate {
        Candidate { changes: Vec::new(), rules }
    }

    /// Returns the candidate with one more change; `None` if it sets a switch again, or makes no game with this deck.
    pub(super) fn with(&self, change: &Change, deck: &Deck) -> Option<Candidate> {
        if self.changes.iter().any(|other| other.meets(change)) {
            return None;
        }
        let rules = with_setting(&self.rules, &change.setting()).ok()?;
        check(&rules, deck).ok()?;
        let mut changes = self.changes.clone();
        changes.push(change.clone());
        changes.sort_by_key(|change| change.place);
        Some(Candidate { changes, rules })
    }

    /// Returns the changes as `KEY=VALUE KEY=VALUE`, or `base`.
    pub(super) fn name(&self) -> String {
        let settings: Vec<String> = self.changes.iter().map(Change::setting).collect();
        if settings.is_empty() { BASE.to_owned() } else { settings.join(" ") }
    }

    /// Returns the rules as `rules compare` takes them.
    pub(super) fn spec(&self, base: &RuleSet) -> String {
        let sized = base.team_size().filter(|&size| size != Rules::official().white_team);
        let sized = sized.map(|size| format!("{TEAM_SIZE}={size}"));
        let settings = base.set.iter().cloned().chain(sized).chain(self.changes.iter().map(Change::setting));
        settings.fold(base.name.clone(), |spec, setting| format!("{spec},{setting}"))
    }
}

/// Checks that rules make a game of two teams with this deck.
fn check(rules: &Rules, deck: &Deck) -> Result<(), String> {
    if rules.players != Players::TwoTeams {
        return Err("a search is about games of two teams".to_owned());
    }
    let checked = rules.checked().map_err(|error| error.to_string())?;
    checked.check_deck(deck).map_err(|error| error.to_string())
}

/// Returns every single change of a search: those that were asked for, or near values of every switch.
///
/// # Errors
/// Returns an error for starting rules of three players, an unknown switch, a value that makes no game, and changes that are too many
/// or none.
pub(super) fn changes(base: &RuleSet, vary: &[String], deck: &Deck) -> Result<Vec<Change>, LabError> {
    check(&base.switches, deck).map_err(|error| LabError::setting(("rules", base.title()), error))?;
    let mut settings = Vec::new();
    if vary.is_empty() {
        for switch in &SWITCHES {
            let values = near_values(switch, &base.switches).into_iter().filter(|value| {
                switch.with_value(&base.switches, value).is_some_and(|rules| check(&rules, deck).is_ok())
            });
            settings.extend(values.map(|value| (switch.key().to_owned(), value)));
        }
    }
    // What was asked for by name is refused where it makes no game; near values that make none were left out above.
    for text in vary {
        let axis = axis(base, text).map_err(|message| LabError::setting(("vary", text), message))?;
        if settings.iter().any(|(key, _)| *key == axis.key) {
            return Err(LabError::setting(("vary", text), format_args!("`{}` appears twice", axis.key)));
        }
        for value in axis.values {
            let setting = format!("{}={value}", axis.key);
            let rules = with_setting(&base.switches, &setting).map_err(|error| about(&setting, &error))?;
            check(&rules, deck).map_err(|error| LabError::setting(("vary", &setting), error))?;
            if rules != *base.switches {
                settings.push((axis.key.clone(), value));
            }
        }
    }
    match settings.len() {
        0 => Err(LabError::clause("vary", "changes nothing: every value is that of the starting rules")),
        1..=MOST_CHANGES => Ok(settings
            .into_iter()
            .enumerate()
            .map(|(place, (key, value))| Change { place, key, value })
            .collect()),
        many => Err(LabError::clause(
            "vary",
            format_args!("names {many} changes; at most {MOST_CHANGES} can be tried"),
        )),
    }
}

/// Returns the error about a setting as one about what is varied.
fn about(setting: &str, error: &LabError) -> LabError {
    let message = error.message();
    let message = message.split_once(": ").map_or(&*message, |(_, message)| message);
    LabError::setting(("vary", setting), message)
}

/// Reads `KEY`, which stands for its near values, or `KEY=VALUES`.
fn axis(base: &RuleSet, text: &str) -> Result<SweepAxis, String> {
    let key = text.split_once('=').map_or(text, |(key, _)| key).trim();
    let switch: &Switch = find_switch(if key == TEAM_SIZE { "white_team" } else { key })?;
    if text.contains('=') {
        return text.parse();
    }
    let values = match switch.values() {
        Values::Numbers { low, high } if key == TEAM_SIZE => {
            (low..=high).map(|size| size.to_string()).collect()
        }
        _ => near_values(switch, &base.switches),
    };
    if values.is_empty() {
        return Err(format!("it has no near values; name some, as in {key}=VALUE,VALUE"));
    }
    Ok(SweepAxis { key: key.to_owned(), values })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::setup::{Words, rules};

    fn settings(vary: &[&str]) -> Result<Vec<String>, String> {
        let (base, words) =
            (rules("official", &[]).expect("official rules"), Words::built_in().expect("words"));
        let vary: Vec<String> = vary.iter().map(|&text| text.to_owned()).collect();
        let changes = changes(&base, &vary, words.world.deck()).map_err(|error| error.to_string())?;
        Ok(changes.iter().map(Change::setting).collect())
    }

    #[test]
    fn a_switch_is_varied_by_its_values_or_near_ones() {
        assert_eq!(settings(&["round_limit=7..9"]).expect("changes"), ["round_limit=7", "round_limit=9"]);
        assert_eq!(settings(&["tokens_to_win"]).expect("changes").len(), 4);
        assert_eq!(settings(&[TEAM_SIZE]).expect("changes"), ["team_size=3", "team_size=4"]);
        let every = settings(&[]).expect("changes");
        assert!(every.contains(&"tiebreak=points".to_owned()) && every.len() > 40, "{every:?}");
        assert!(!every.iter().any(|setting| setting.starts_with("players=")));
    }

    #[test]
    fn what_cannot_be_varied_is_refused_by_name() {
        for (vary, part) in [
            (&["keywords=5"][..], "vary keywords=5: a team has four keywords and a code three digits"),
            (&["code_length"], "a code three digits"),
            (&["round_limt"], "did you mean `round_limit`?"),
            (&["round_limit=8"], "changes nothing"),
            (&["round_limit=99"], "is out of range"),
            (&["players=three"], "two teams"),
            (&["sand_timer"], "as in sand_timer=VALUE,VALUE"),
            (&["round_limit=6", "round_limit=7"], "appears twice"),
        ] {
            let refused = settings(vary).expect_err("no changes");
            assert!(refused.contains(part), "{vary:?}: {refused}");
        }
    }

    #[test]
    fn changes_combine_where_they_make_a_game() {
        let (official, words) = (Rules::official(), Words::built_in().expect("words"));
        let change =
            |place, key: &str, value: &str| Change { place, key: key.to_owned(), value: value.to_owned() };
        let deck = words.world.deck();
        let short = Candidate::base(official).with(&change(1, "round_limit", "3"), deck).expect("a game");
        assert!(short.with(&change(2, "round_limit", "2"), deck).is_none());
        assert!(short.with(&change(2, "interception_from_round", "5"), deck).is_none());
        let both = short.with(&change(0, "tiebreak", "points"), deck).expect("a game");
        assert_eq!(
            (both.name().as_str(), short.name().as_str()),
            ("tiebreak=points round_limit=3", "round_limit=3")
        );
        let sized = Candidate::base(official).with(&change(0, TEAM_SIZE, "3"), deck).expect("a game");
        assert!(sized.with(&change(1, "black_team", "2"), deck).is_none());
        assert_eq!(Candidate::base(official).name(), BASE);
    }
}
