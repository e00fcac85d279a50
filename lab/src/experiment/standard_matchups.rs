//! The standard matchups, used to ask whether a finding holds for all kinds of players.
//!
//! Four matchups have one kind of team against itself: strangers, occasional players, old friends
//! ([`Familiarity`](overhear_agents::people::Familiarity) gives the evidence), and a strong guesser. Two
//! are mixed: old friends against strangers, the extremes of people; and people against a team that gives
//! clues like them and reads like `keen`. A `keen` team itself is not a matchup: it beats `human` in 99 of 100
//! games within four rounds, too fast for a rule to matter.

use crate::error::LabError;
use crate::message::Message;
use crate::setup::{PlayersConfig, RosterEntry, at_table};

/// Name of the whole set of matchups.
pub const RANGE_NAME: &str = "range";

/// The standard matchups: name and agents of each.
pub const RANGE: [[&str; 2]; 6] = [
    ["new"; 2],
    ["human"; 2],
    ["close"; 2],
    ["keen"; 2],
    ["close+new"; 2],
    ["human+sleuth", "human+sleuth=pragmatic:sigma=0.09,lambda=0.5,gamma=0/adaptive:sigma=0.09"],
];

/// Default number of games of each of several matchups.
pub(crate) const TABLE_GAMES: u64 = 10_000;

/// Returns the agents of each requested matchup.
///
/// # Errors
/// Returns an error for unknown agents, for a repeated matchup, and if agents are named beside the matchups.
pub(crate) fn tables(
    players: &PlayersConfig,
    requested: &[String],
) -> Result<Vec<Vec<RosterEntry>>, LabError> {
    if !players.agent.is_empty() || players.agents.is_some() {
        let message = Message::new("tables name their own players: leave out ")
            .setting("agent")
            .then(" and ")
            .setting("agents")
            .then(", or name one table by them");
        return Err(LabError::setting("tables", message));
    }
    let names = requested.iter().flat_map(|name| seated(name.trim()));
    let tables = names.map(|name| at_table(&players.registry, name)).collect::<Result<Vec<_>, _>>()?;
    for (place, table) in tables.iter().enumerate() {
        let labels = sorted_labels(table);
        if tables[..place].iter().any(|other| sorted_labels(other) == labels) {
            let name = labels.join("+");
            let message =
                format_args!("the table `{name}` is already there; give one of its teams another LABEL=");
            return Err(LabError::setting("tables", message));
        }
    }
    Ok(tables)
}

fn sorted_labels(table: &[RosterEntry]) -> Vec<String> {
    let mut labels: Vec<_> = table.iter().map(|player| player.spec.label.clone()).collect();
    labels.sort();
    labels
}

/// Returns the specs of the matchups that a name stands for.
fn seated(name: &str) -> Vec<&str> {
    let known = RANGE.iter().filter(|[known, _]| name == RANGE_NAME || name == *known);
    let known: Vec<&str> = known.map(|[_, seated]| *seated).collect();
    if known.is_empty() { vec![name] } else { known }
}

#[cfg(test)]
mod tests {
    use overhear_agents::registry::Preset;

    use super::*;

    fn find_matchups(requested: &[&str]) -> Result<Vec<usize>, String> {
        let requested: Vec<String> = requested.iter().map(|&name| name.to_owned()).collect();
        let tables = tables(&PlayersConfig::default(), &requested).map_err(|error| error.to_string())?;
        Ok(tables.iter().map(Vec::len).collect())
    }

    #[test]
    fn the_range_and_others_are_seated() {
        assert_eq!(
            find_matchups(&["range", "sharp=human:sigma=0.04,lambda=1+new"]),
            Ok(vec![1, 1, 1, 1, 2, 2, 2])
        );
    }

    #[test]
    fn who_reads_like_the_strongest_gives_clues_like_people() {
        let sleuth = overhear_agents::registry::Spec::parse(RANGE[5][1].split_once('+').expect("two").1);
        let (sleuth, human) =
            (sleuth.expect("an agent").to_string(), Preset::named("human").expect("a preset"));
        for (key, value) in
            human.settings.iter().filter(|(key, _)| ["sigma", "lambda", "gamma"].contains(key))
        {
            assert!(sleuth.contains(&format!("{key}={value}")), "{key}: {sleuth}");
        }
        assert_eq!(find_matchups(&["human+sleuth"]), Ok(vec![2]));
    }

    #[test]
    fn what_makes_no_table_is_refused() {
        for (requested, reason) in [
            (&["human", "range"][..], "the table `human` is already there"),
            (&["new+close", "close+new"], "the table `close+new` is already there"),
            (&["hunam"], "tables hunam"),
            (&["new+close+keen"], "two teams play at a table"),
        ] {
            let refused = find_matchups(requested).expect_err("no table");
            assert!(refused.contains(reason), "{refused}");
        }
        let players = PlayersConfig::from_specs(["human"]);
        let refused = tables(&players, &["new".to_owned()]).expect_err("both").to_string();
        assert!(refused.contains("leave out agent and agents"), "{refused}");
    }
}
