//! The league: every agent against every other, with a floor, a ceiling and the equilibrium mix.
//!
//! A league is a tournament with other tables. Cheating agents are its ceiling, not members: they meet every
//! member on the same deals, but these games count only in the cheaters' rows.

mod figures;
mod finding;
mod frames;
mod markdown;
mod page;
mod plan;
mod play;
mod responses;
#[cfg(test)]
mod resumed;
mod table;

use overhear_agents::registry::Registry;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::error::LabError;
use crate::experiment::stopped;
use crate::measurement::{Measurement, RunSources, StepLog, specs};
use crate::partial_result::{CUT, PartialResult};
use crate::run::Experiment;
use crate::run_control::RunControl;
use crate::settings::Settings;
use crate::setup::{
    BotEntry, PlayersConfig, RulesConfig, RulesEntry, WordFiles, games_of_each, ranges, rounded_up,
};
use crate::table::{Frame, counted, grouped, json};
pub use figures::{exploited, percent, role, worst};
pub use markdown::markdown;
pub use page::LeaguePage;
use plan::LeaguePlan;
use play::LeagueGames;
pub use responses::Response;
pub use table::{LeagueRow, LeagueTable};

/// Configuration of a league.
#[derive(Clone, Debug, Deserialize, Serialize, Settings)]
#[serde(default, deny_unknown_fields)]
pub struct LeagueConfig {
    /// Games of the league, split evenly over the pairings and rounded up to whole pairs.
    #[setting(default = 100_000, range = ranges::GAMES, value = "N")]
    pub games: u64,
    /// Seed of the run.
    #[setting(default = 1, value = "U64")]
    pub seed: u64,
    /// The agents.
    #[setting(
        group,
        without = ["agents"],
        reworded = [
            "agent",
            "An agent (repeatable) [default: those of a tournament, value=value/bayes, keen, and the cheater \
             cheater=random/oracle]",
        ]
    )]
    pub players: PlayersConfig,
    /// Refused: a league needs every pairing.
    #[setting(hidden, value = "LABEL")]
    pub gauntlet: Option<String>,
    /// The rules.
    #[setting(group, without = ["team_size"])]
    pub rules: RulesConfig,
    /// The word files.
    #[setting(group)]
    pub words: WordFiles,
    /// Also write the tables into a Markdown file, between its lines `<!-- league -->` and `<!-- /league -->`.
    ///
    /// A stopped league leaves it unchanged and says so.
    #[setting(value = "FILE", heading = "Output")]
    pub write: Option<PathBuf>,
    /// Games of each agent or combination against itself, in which the best guesser against it is found and measured; 0: none
    /// [default: as many as deals, at most 200].
    #[setting(range = ranges::EXPLOIT_GAMES, value = "N")]
    pub exploit_games: Option<u64>,
    /// Games to measure the regret of the equilibrium mix: what the best of several agents built against it scores above 50
    /// of 100, on other deals. Takes minutes; 0: none.
    ///
    /// Half of them choose the best, half measure it; the search plays some hundred times as many.
    #[setting(default = 0, range = ranges::RESPOND_GAMES, value = "N")]
    pub respond_games: u64,
}

/// Result of [`league`].
#[derive(Debug)]
pub struct LeagueResult {
    plan: LeaguePlan,
    played: [LeagueGames; 2],
    stopped: Result<(), LabError>,
    /// Figures of each agent.
    pub table: LeagueTable,
    /// Fresh responses to the equilibrium mix, the best on the choosing deals first; empty without a search.
    pub responses: Vec<Response>,
}

impl LeagueResult {
    /// Returns sentences on the strongest member, on the equilibrium mix and on its regret.
    pub fn sentences(&self) -> Vec<String> {
        finding::findings(&self.table, &self.responses)
    }

    /// Returns a frame with a row for each agent.
    pub fn agents(&self) -> Frame {
        frames::agents(&self.table)
    }

    /// Returns a frame with a row for each agent and each opponent that it has met.
    pub fn matrix(&self) -> Frame {
        frames::matrix(&self.table)
    }

    /// Returns a frame with a row for each response to the equilibrium mix; `None` without a search.
    pub fn response_rows(&self) -> Option<Frame> {
        (!self.responses.is_empty()).then(|| frames::responses(&self.responses))
    }

    /// Returns the number of games in which the best guesser against each member is found and measured.
    pub const fn exploit_games(&self) -> u64 {
        self.plan.exploit_games
    }

    /// Returns the planned number of games.
    pub fn games_planned(&self) -> u64 {
        self.plan.games()
    }

    /// Returns the planned number of deals of any two agents.
    pub const fn deals_planned(&self) -> u64 {
        self.plan.deals
    }

    /// Returns the result as one JSON document.
    pub fn to_json(&self) -> String {
        let rules = &self.plan.rules;
        json(&Document {
            seed: self.plan.seed,
            games: self.played.iter().map(LeagueGames::games).sum(),
            deals: self.played[0].tally.deals,
            rules: &rules.name,
            set: &rules.set,
            bots: self.plan.bots.entries(),
            agents: self.agents(),
            matrix: self.matrix(),
            responses: self.response_rows(),
        })
    }

    /// Checks that the league is complete.
    ///
    /// # Errors
    /// Returns an error after an interruption.
    pub fn check(&self) -> Result<(), LabError> {
        self.stopped.clone()
    }
}

/// Plays a league.
///
/// ```
/// use overhear_lab::setup::PlayersConfig;
/// use overhear_lab::{LeagueConfig, RunControl, league};
///
/// let players = PlayersConfig::from_specs(["margin", "nearest", "random"]);
/// let result = league(&LeagueConfig { games: 60, players, ..LeagueConfig::default() }, &RunControl::default())?;
/// assert_eq!((result.agents().len(), result.matrix().len()), (3, 6));
/// # Ok::<(), overhear_lab::LabError>(())
/// ```
///
/// # Errors
/// Returns an error for settings that make no sense, for unreadable files, for a fault of an agent, and if
/// the run is interrupted before its first deal ends.
pub fn league(config: &LeagueConfig, watch: &RunControl) -> Result<LeagueResult, LabError> {
    config.play(watch, &mut StepLog::default()).map(|result| result.found)
}

fn play_league(
    config: &LeagueConfig,
    watch: &RunControl,
    log: &mut StepLog,
) -> Result<LeagueResult, LabError> {
    let plan = LeaguePlan::new(config, watch)?;
    log.begin(&RunSources {
        games: plan.games(),
        agents: specs(plan.specs()),
        rules: Some(RulesEntry::new(&plan.rules)),
        data: plan.words.sources.clone(),
    })?;
    watch.note(&header(&plan));
    let pairings = plan.schedules().iter().map(|schedule| schedule.pairings().len() as u64).sum();
    let remark = rounded_up(config.games, plan.games(), pairings);
    remark.iter().for_each(|line| watch.progress.warn(line));
    plan.words.announce(plan.specs(), watch);
    let respond_games = responses::most_games(&plan)?;
    let members = plan.players[..plan.members].iter().map(|member| (&member.spec, respond_games));
    let schedules = plan.schedules();
    let seats = games_of_each(&plan.players, &schedules).into_iter().chain(members);
    plan.bots.forecast(seats, &plan.rules.switches, 0, watch);
    // Three parts, each of which needs the one before: games, best guessers, and responses to the mix that the table tells. A stop leaves
    // out those that follow.
    let played = play::play(&plan, watch, log)?;
    let games = played.iter().map(LeagueGames::games).sum::<u64>();
    let search = if games < plan.games() { None } else { play::best_guessers(&plan, watch, log)? };
    let stopped = stopped(games, plan.games(), config.write.as_deref())
        .and_then(|()| search.as_ref().map(|_| ()).ok_or_else(|| LabError::interrupted(CUT)));
    if played[0].tally.deals == 0 {
        stopped.clone()?;
    }
    let table = LeagueTable::new(&plan, &played, &search.unwrap_or_default())?;
    let responses = if stopped.is_ok() { responses::find(&plan, &table, watch, log)? } else { None };
    let stopped =
        stopped.and_then(|()| responses.as_ref().map(|_| ()).ok_or_else(|| LabError::interrupted(CUT)));
    Ok(LeagueResult { plan, played, stopped, table, responses: responses.unwrap_or_default() })
}

impl Experiment for LeagueConfig {
    type Output = LeagueResult;

    fn command(&self) -> &'static str {
        "agents league"
    }

    fn with_registry(self, registry: &Registry) -> LeagueConfig {
        LeagueConfig { players: self.players.with_registry(registry), ..self }
    }

    fn play(&self, watch: &RunControl, log: &mut StepLog) -> Result<PartialResult<LeagueResult>, LabError> {
        let result = play_league(self, watch, log)?;
        let stopped = result.stopped.clone();
        let result = PartialResult::new(result, true);
        Ok(match stopped {
            Ok(()) => result,
            Err(error) => result.stopped_by(error),
        })
    }
}

impl Measurement for LeagueConfig {
    fn seed(&self) -> u64 {
        self.seed
    }

    fn tables(result: &LeagueResult) -> Vec<Frame> {
        [result.agents(), result.matrix()].into_iter().chain(result.response_rows()).collect()
    }

    fn findings(result: &LeagueResult) -> Vec<String> {
        result.sentences()
    }
}

fn header(plan: &LeaguePlan) -> [String; 2] {
    let (games, deals) = (counted(plan.games(), "game"), grouped(plan.deals));
    [
        format!(
            "{games} of {}; deals, each played twice by any two: {deals}",
            counted(plan.players.len() as u64, "agent")
        ),
        format!("rules {}, seed {}", plan.rules.title(), plan.seed),
    ]
}

/// The JSON document of a result.
#[derive(Serialize)]
struct Document<'a> {
    seed: u64,
    games: u64,
    deals: u64,
    rules: &'a str,
    set: &'a [String],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    bots: Vec<BotEntry>,
    agents: Frame,
    matrix: Frame,
    #[serde(skip_serializing_if = "Option::is_none")]
    responses: Option<Frame>,
}
