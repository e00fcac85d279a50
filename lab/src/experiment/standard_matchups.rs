//! The tables of which people ask whether something holds at all of them.
//!
//! Four kinds of teams each against itself: strangers, people who play now and then, old friends
//! ([`Familiarity`](overhear_agents::people::Familiarity) says what is known of them), and the strongest reader. And two
//! mixed tables: old friends against strangers, the ends of the range of people, between which any other mix of them lies;
//! and people against a team that gives clues as they do and reads like `keen`. (`keen` itself beats `human` in 99 of 100
//! games, in fewer than four rounds: no table at which a rule could show what it does.)

use crate::error::LabError;
use crate::mention::mention;
use crate::setup::{PlayersConfig, RosterEntry, at_table};

/// The name of the whole range.
pub const RANGE_NAME: &str = "range";

/// The tables of the range: the name of each, and who sits there.
pub const RANGE: [[&str; 2]; 6] = [
    ["new"; 2],
    ["human"; 2],
    ["close"; 2],
    ["keen"; 2],
    ["close+new"; 2],
    ["human+sleuth", "human+sleuth=pragmatic:sigma=0.08,lambda=0.5,gamma=0/adaptive:sigma=0.08"],
];

/// Games of each of several tables when nothing is said.
pub(crate) const TABLE_GAMES: u64 = 10_000;

/// Who sits at each table that is asked for.
///
/// # Errors
/// Agents that there are not, two tables that are one, players who are named beside the tables.
pub(crate) fn tables(players: &PlayersConfig, asked: &[String]) -> Result<Vec<Vec<RosterEntry>>, LabError> {
    let refuse = |message: String| Err(LabError::setting("tables", message));
    if !players.agent.is_empty() || players.agents.is_some() {
        let [agent, agents] = ["agent", "agents"].map(mention);
        return refuse(format!(
            "tables name their own players: leave out {agent} and {agents}, or name one table by them"
        ));
    }
    let names = asked.iter().flat_map(|name| seated(name.trim()));
    let tables = names.map(|name| at_table(&players.registry, name)).collect::<Result<Vec<_>, _>>()?;
    let labels = |table: &Vec<RosterEntry>| {
        let mut labels: Vec<_> = table.iter().map(|player| player.spec.label.clone()).collect();
        labels.sort();
        labels
    };
    for (place, table) in tables.iter().enumerate() {
        if tables[..place].iter().any(|other| labels(other) == labels(table)) {
            let name = labels(table).join("+");
            return refuse(format!(
                "the table `{name}` is there already: give one of its teams another LABEL="
            ));
        }
    }
    Ok(tables)
}

/// Who sits at the tables of a name.
fn seated(name: &str) -> Vec<&str> {
    let known = RANGE.iter().filter(|[known, _]| name == RANGE_NAME || name == *known);
    let known: Vec<&str> = known.map(|[_, seated]| *seated).collect();
    if known.is_empty() { vec![name] } else { known }
}

#[cfg(test)]
mod tests {
    use overhear_agents::registry::Preset;

    use super::*;

    fn find_matchups(asked: &[&str]) -> Result<Vec<usize>, String> {
        let asked: Vec<String> = asked.iter().map(|&name| name.to_owned()).collect();
        let tables = tables(&PlayersConfig::default(), &asked).map_err(|error| error.to_string())?;
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
        for (asked, said) in [
            (&["human", "range"][..], "the table `human` is there already"),
            (&["new+close", "close+new"], "the table `close+new` is there already"),
            (&["hunam"], "tables hunam"),
            (&["new+close+keen"], "two teams play at a table"),
        ] {
            let refused = find_matchups(asked).expect_err("no table");
            assert!(refused.contains(said), "{refused}");
        }
        let players = PlayersConfig::from_specs(["human"]);
        let refused = tables(&players, &["new".to_owned()]).expect_err("both").to_string();
        assert!(refused.contains("leave out agent and agents"), "{refused}");
    }
}
