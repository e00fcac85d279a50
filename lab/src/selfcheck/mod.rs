//! Whether this build keeps the promises that every result rests on.
//!
//! An agent against itself scores exactly 0.5 in every pair, the number of threads changes nothing, and a game
//! replays alone as it was played in the run.

mod mirror;
mod replays;
mod threads;

use overhear_agents::registry::PRESETS;
use overhear_engine::arena::Schedule;

use crate::bots::Bots;
use crate::error::LabError;
use crate::setup::{Language, Plan, PlayersConfig, RuleSet, RulesConfig, Words, roster, seed};
use crate::tournament::agents;

/// What a check has found: what is right, or what differs.
pub type Finding = Result<String, String>;

/// A check of this build that is about to be made.
pub struct Selfcheck {
    plan: Plan,
    pools: threads::Pools,
}

impl Selfcheck {
    /// A check in so many games, rounded up to whole pairs; one thread is compared with `threads`, or with all cores.
    ///
    /// # Errors
    /// If the threads cannot be started.
    pub fn new(games: u64, asked: Option<u64>, threads: Option<u16>) -> Result<Selfcheck, LabError> {
        Ok(Selfcheck { plan: plan(games, asked)?, pools: threads::Pools::new(threads)? })
    }

    /// The seed of all chance.
    pub const fn seed(&self) -> u64 {
        self.plan.seed.0
    }

    /// Checks everything; `each` is told what was found, one finding after the other.
    ///
    /// # Errors
    /// Those of `each`, and what cannot be worked out.
    pub fn run(&self, each: &mut dyn FnMut(Finding) -> Result<(), LabError>) -> Result<(), LabError> {
        let Selfcheck { plan, pools } = self;
        for preset in &PRESETS {
            each(mirror::check(pools, plan, preset.name, plan.asked)?)?;
        }
        let agents = agents(plan)?;
        let [alone, together] = pools.each(|| threads::play(plan, &agents));
        let (alone, together) = (alone?, together?);
        each(pools.compare(&alone, &together, plan.schedule.games()))?;
        together
            .games
            .iter()
            .try_for_each(|(number, recorded)| each(replays::compare(*number, recorded, plan, &agents)))
    }
}

/// All presets by the official rules with the built-in words.
fn plan(games: u64, asked: Option<u64>) -> Result<Plan, LabError> {
    let players = roster(&PlayersConfig::default())?;
    Ok(Plan {
        schedule: Schedule::round_robin(players.len(), games),
        players,
        rules: RuleSet::asked(&RulesConfig::default())?,
        words: Words::built_in()?,
        language: Language::English,
        seed: seed(asked),
        asked: games,
        answer_limit: None,
        sprt: None,
        bots: Bots::default(),
    })
}
