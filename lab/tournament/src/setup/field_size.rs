//! Limits on the number of agents. Counts and games grow with its square.

use overhear_engine::arena::Tally;

use super::PlayersConfig;
use crate::error::LabError;
use crate::message::Message;
use crate::setting_ref::SettingRef;
use crate::table::{counted, grouped};

/// Maximum bytes of the counts of a block of games. Several blocks are counted at once.
const MOST_BYTES: u64 = 1 << 30;

/// Checks that the counts of this many agents fit in memory, before anything is read or built for them.
///
/// # Errors
/// Returns a usage error that names the memory needed and the number of agents that fit.
pub fn check_field(config: &PlayersConfig, agents: usize, gauntlet: bool) -> Result<(), LabError> {
    let agents = agents as u64;
    let bytes = bytes(agents, gauntlet);
    if bytes <= MOST_BYTES {
        return Ok(());
    }
    let origin = match &config.agents {
        Some(file) if config.agent.len() < agents as usize => SettingRef::from(("agents", file.display())),
        _ => SettingRef::from("agent").of_several(),
    };
    let most = grouped(most(gauntlet));
    let (meetings, megabytes) = (counted(pairings(agents, gauntlet), "pairing"), grouped(bytes / 1_000_000));
    let message = Message::new(format_args!(
        "{} make {meetings}, whose counts take {megabytes} MB; at most {most} agents fit",
        counted(agents, "agent")
    ));
    let message = if gauntlet {
        message
    } else {
        message.then(", or one against all others with ").setting("gauntlet")
    };
    Err(LabError::setting(origin, message))
}

/// Returns a remark if a run plays at least twice as many games as requested, because every pairing plays
/// whole pairs.
pub fn rounded_up(requested: u64, games: u64, pairings: u64) -> Option<String> {
    if games < requested.saturating_mul(2) {
        return None;
    }
    let [requested, played] = [requested, games].map(|games| counted(games, "game"));
    let pairings = counted(pairings, "pairing");
    Some(format!("{requested} asked for, {played} played: at least a pair for each pairing ({pairings})"))
}

fn pairings(agents: u64, gauntlet: bool) -> u64 {
    if gauntlet { agents.saturating_sub(1) } else { agents.saturating_mul(agents.saturating_sub(1)) / 2 }
}

fn bytes(agents: u64, gauntlet: bool) -> u64 {
    Tally::bytes(agents, pairings(agents, gauntlet))
}

/// Returns the maximum number of agents whose counts fit.
fn most(gauntlet: bool) -> u64 {
    // Bisection: the counts of `low` agents fit, those of `high` do not.
    let (mut low, mut high) = (2u64, 1 << 32);
    while high - low > 1 {
        let middle = low.midpoint(high);
        *(if bytes(middle, gauntlet) <= MOST_BYTES { &mut low } else { &mut high }) = middle;
    }
    low
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thousand_agents_meet_and_two_thousand_are_refused_with_the_figure() {
        let config = PlayersConfig::default();
        assert!(check_field(&config, 2, false).is_ok() && check_field(&config, 1000, false).is_ok());
        let refused = check_field(&config, 2000, false).expect_err("too many").to_string();
        assert!(
            refused.starts_with("agent: 2,000 agents make 1,999,000 pairings, whose counts take 3,"),
            "{refused}"
        );
        assert!(refused.contains("agents fit, or one against all others with gauntlet"), "{refused}");
        let named = PlayersConfig { agents: Some("a.toml".into()), ..PlayersConfig::default() };
        let refused = check_field(&named, usize::MAX, false).expect_err("too many").to_string();
        assert!(refused.starts_with("agents a.toml: "), "{refused}");
    }

    #[test]
    fn the_most_agents_are_the_last_that_fit() {
        let config = PlayersConfig::default();
        for gauntlet in [false, true] {
            let most = most(gauntlet) as usize;
            assert!(check_field(&config, most, gauntlet).is_ok());
            assert!(check_field(&config, most + 1, gauntlet).is_err(), "{most}");
        }
        assert!(most(true) > 5 * most(false), "a challenger meets many");
    }

    #[test]
    fn only_many_more_games_than_were_asked_for_are_remarked_on() {
        assert_eq!(rounded_up(1000, 1002, 3), None);
        assert_eq!(rounded_up(4, 4, 1), None);
        assert_eq!(
            rounded_up(4, 999_000, 499_500).as_deref(),
            Some(
                "4 games asked for, 999,000 games played: at least a pair for each pairing (499,500 pairings)"
            )
        );
    }
}
