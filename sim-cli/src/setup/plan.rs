//! A tournament as it will be played: every argument checked, every file read.

use std::hash::{BuildHasher as _, Hasher as _};

use overhear_engine::arena::Schedule;
use overhear_engine::table::Seed;

use super::{Player, RuleSet, Words, roster};
use crate::cli::{SeedArgs, SprtSetting, TournamentArgs};
use crate::failure::Failure;

/// How many games a run has when nothing is said.
const DEFAULT_GAMES: u64 = 10_000;

/// Everything that decides the result.
pub(crate) struct Plan {
    /// Who plays.
    pub(crate) players: Vec<Player>,
    /// What is played by.
    pub(crate) rules: RuleSet,
    /// The words.
    pub(crate) words: Words,
    /// The language that is played.
    pub(crate) language: &'static str,
    /// The seed of everything.
    pub(crate) seed: Seed,
    /// How many games were asked for.
    pub(crate) asked: u64,
    /// Who meets whom, how often.
    pub(crate) schedule: Schedule,
    /// Milliseconds that an answer may take, if there is a limit.
    pub(crate) answer_limit: Option<u64>,
    /// The test that ends the run before.
    pub(crate) sprt: Option<SprtSetting>,
}

impl Plan {
    /// Checks the arguments, the cheap ones first.
    pub(crate) fn new(args: &TournamentArgs) -> Result<Plan, Failure> {
        let asked = games(args)?;
        let rules = RuleSet::asked(&args.rules)?.with_team_size(args.players.team.team_size)?;
        let players = roster(&args.players.agent, args.players.agents.as_deref())?;
        if args.sprt.is_some() && players.len() != 2 {
            let count = players.len();
            return Err(Failure::content(
                "--sprt",
                format_args!("it compares two agents; there are {count}"),
            ));
        }
        let words = Words::load(&args.words)?;
        rules.check(&words)?;
        players.iter().try_for_each(|player| player.check(&words))?;
        Ok(Plan {
            schedule: Schedule::round_robin(players.len(), asked),
            players,
            rules,
            words,
            language: args.words.lang.code(),
            seed: seed(args.seed),
            asked,
            answer_limit: args.answer_limit,
            sprt: args.sprt,
        })
    }

    /// The names of the agents, in their order.
    pub(crate) fn labels(&self) -> Vec<&str> {
        self.players.iter().map(|player| player.spec.label.as_str()).collect()
    }
}

fn games(args: &TournamentArgs) -> Result<u64, Failure> {
    match (args.games, args.pairs) {
        (Some(_), Some(_)) => Err(Failure::usage("give either --games or --pairs, not both")),
        (Some(games), None) => Ok(games),
        (None, Some(pairs)) => Ok(2 * pairs),
        (None, None) => Ok(DEFAULT_GAMES),
    }
}

/// The seed that was asked for, or one that is drawn: below 2⁵³, so that every JSON reader takes it for the number it is.
pub(crate) fn seed(args: SeedArgs) -> Seed {
    Seed(args.seed.unwrap_or_else(|| std::hash::RandomState::new().build_hasher().finish() >> 11))
}
