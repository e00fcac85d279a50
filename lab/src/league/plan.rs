//! The agents, rules and schedules of a league.

use overhear_agents::registry::{Preset, Registry, Spec};
use overhear_engine::arena::Schedule;
use overhear_engine::rules::Rules;

use super::LeagueConfig;
use crate::clue_outcomes::endless;
use crate::error::LabError;
use crate::exploitability::search_games;
use crate::message::Message;
use crate::run_control::RunControl;
use crate::settings::Settings as _;
use crate::setup::{
    PlayersConfig, RosterEntry, RuleSet, RunningBots, Words, check_field, load_players, roster,
};

/// Agents that join the default agents of a tournament when none is named: `value`, which is not a preset, a
/// guesser that learns, and the cheating ceiling.
const OTHERS: [&str; 3] = ["value=value/bayes", "keen", "cheater=random/oracle"];

/// A league, ready to play.
#[derive(Debug)]
pub(super) struct LeaguePlan {
    /// The members, followed by the cheaters.
    pub(super) players: Vec<RosterEntry>,
    /// Number of members.
    pub(super) members: usize,
    /// Number of deals that any two agents play.
    pub(super) deals: u64,
    /// Number of games in which the best guesser against each member is found.
    pub(super) exploit_games: u64,
    /// Number of games of each response against each agent of the equilibrium mix.
    pub(super) respond_games: u64,
    /// Seed of the run.
    pub(super) seed: u64,
    /// The rules.
    pub(super) rules: RuleSet,
    /// The words.
    pub(super) words: Words,
    /// The parts that responses are built from.
    pub(super) registry: Registry,
    /// Running bots.
    pub(super) bots: RunningBots,
}

impl LeaguePlan {
    /// Checks the configuration and loads words and agents.
    pub(super) fn new(config: &LeagueConfig, watch: &RunControl) -> Result<LeaguePlan, LabError> {
        if let Some(label) = &config.gauntlet {
            let message = Message::new(
                "a league plays every pairing; for one agent against all others, run a tournament with ",
            )
            .setting("gauntlet");
            return Err(LabError::setting(("gauntlet", label), message));
        }
        config.check()?;
        let rules = RuleSet::from_config(&config.rules)?;
        let players_config = PlayersConfig { agent: named(&config.players), ..config.players.clone() };
        let ((players, members), words, bots) =
            load_players(&players_config, &config.words, &rules, watch, players)?;
        let pairings = members * (members - 1) / 2 + members * (players.len() - members);
        let deals = config.games.div_ceil(2 * pairings as u64);
        let exploit_games = search_games(config.exploit_games, deals);
        Ok(LeaguePlan {
            players,
            members,
            deals,
            exploit_games,
            respond_games: config.respond_games,
            seed: config.seed,
            rules,
            words,
            registry: players_config.registry,
            bots,
        })
    }

    /// Returns the SPECs of the players.
    pub(super) fn specs(&self) -> impl Iterator<Item = &Spec> {
        self.players.iter().map(|player| &player.spec)
    }

    /// Returns the rules without an end by tokens, so that every agent is observed in as many rounds; the rules as they
    /// are if a game would never end.
    pub(super) fn all_rounds(&self) -> Rules {
        *endless(&self.rules.switches).unwrap_or(self.rules.switches)
    }

    /// Returns two schedules: members against members, and members against cheaters.
    pub(super) fn schedules(&self) -> [Schedule; 2] {
        let pairings = (self.members * (self.members - 1) / 2) as u64;
        [
            Schedule::round_robin(self.members, 2 * pairings * self.deals),
            Schedule::between(self.members, self.players.len() - self.members, self.deals),
        ]
    }

    /// Returns the number of games of the league.
    pub(super) fn games(&self) -> u64 {
        self.schedules().iter().map(Schedule::games).sum()
    }
}

/// Returns the SPECs of the agents, with the defaults if none is named.
fn named(players: &PlayersConfig) -> Vec<String> {
    let usual = Preset::roster().iter().map(|preset| preset.name).chain(OTHERS).map(str::to_owned);
    let are_named = !players.agent.is_empty() || players.agents.is_some() || players.field.is_some();
    if are_named { players.agent.clone() } else { usual.collect() }
}

/// Returns the members followed by the cheaters, and the number of members.
fn players(config: &PlayersConfig) -> Result<(Vec<RosterEntry>, usize), LabError> {
    let (members, cheaters): (Vec<_>, Vec<_>) =
        roster(config)?.into_iter().partition(|player| !cheats(player));
    let count = members.len();
    if count < 2 {
        let message = "a league takes at least two agents that do not cheat";
        return Err(LabError::usage(format_args!("{message}; there is {}", ["none", "one"][count])));
    }
    check_field(config, count + cheaters.len(), false)?;
    Ok((members.into_iter().chain(cheaters).collect(), count))
}

fn cheats(player: &RosterEntry) -> bool {
    player.spec.encryptor.cheats() || player.spec.guesser.cheats()
}
