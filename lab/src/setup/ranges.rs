//! Ranges of all numeric settings, shared with the command line and the Python package.

use std::fmt;
use std::ops::RangeInclusive;

use crate::error::LabError;
use crate::table::grouped;

/// Maximum number of games. Sums over it do not overflow.
pub const MOST_GAMES: u64 = 1_000_000_000_000_000;

/// A setting that is a count, with its range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CountRange {
    /// Key of the setting.
    pub key: &'static str,
    /// Minimum.
    pub low: u64,
    /// Maximum.
    pub high: u64,
}

/// A setting that is a non-negative number, with its range.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NumberRange {
    /// Key of the setting.
    pub key: &'static str,
    /// `true` if 0 is excluded.
    pub above_zero: bool,
    /// Maximum.
    pub high: f64,
}

/// Games of a run.
pub const GAMES: CountRange = counts("games", 1, MOST_GAMES);
/// Pairs of games of a run.
pub const PAIRS: CountRange = counts("pairs", 1, MOST_GAMES / 2);
/// Games of an agent against itself, in which the best guesser is found; 0: none.
pub const EXPLOIT_GAMES: CountRange = counts("exploit-games", 0, MOST_GAMES);
/// Games of each response against each agent of an equilibrium mix; 0: no responses.
pub const RESPOND_GAMES: CountRange = counts("respond-games", 0, MOST_GAMES);
/// Games of a comparison on the page.
pub const PAGE_GAMES: CountRange = counts("games", 1, 10_000_000);
/// Games of an answer that the page waits for.
pub const AWAITED_GAMES: CountRange = counts("games", 1, 20_000);
/// Number of a game, from 0.
pub const GAME: CountRange = counts("game", 0, MOST_GAMES - 1);
/// Games of an agent check.
pub const CHECK_GAMES: CountRange = counts("games", 1, 100_000);
/// Games of a matchup of people.
pub const PEOPLE_GAMES: CountRange = counts("games", 2, MOST_GAMES);
/// Maximum milliseconds of an answer.
pub const ANSWER_LIMIT: CountRange = counts("answer-limit", 1, 3_600_000);
/// Turns of a talk; 0 for no talks.
pub const DISCUSS: CountRange = counts("discuss", 0, overhear_engine::game::MAX_TALK_TURNS as u64);
/// Deals between two rows of running.csv.
pub const RUNNING: CountRange = counts("running", 1, u64::MAX);
/// Seconds between two checkpoints.
pub const CHECKPOINT: CountRange = counts("checkpoint", 0, 86_400);
/// Parts of a run.
pub const SHARDS: CountRange = counts("shards", 1, 1_000_000);
/// Iterations of a tuning run.
pub const ITERATIONS: CountRange = counts("iterations", 1, 10_000_000);
/// Pairs of games in each iteration.
pub const PAIRS_PER_ITERATION: CountRange = counts("pairs-per-iteration", 1, 1_000_000);
/// Maximum number of pairs in the test after tuning.
pub const CONFIRM_PAIRS: CountRange = counts("confirm-pairs", 1, 1_000_000_000);
/// Runs of a calibration.
pub const RUNS: CountRange = counts("runs", 1, 1_000_000);
/// Number of keywords, codes and clues in advice.
pub const TOP: CountRange = counts("top", 1, 1000);
/// Resamples of a bootstrap.
pub const RESAMPLES: CountRange = counts("resamples", 1, 1_000_000);
/// Random flips of a sign-flip test.
pub const FLIPS: CountRange = counts("flips", 1, 10_000_000);

/// Share of games with a fault above which a run fails.
pub const MAX_FAULT_RATE: NumberRange = NumberRange { key: "max-fault-rate", above_zero: false, high: 1.0 };
/// Perturbation of a parameter in tuning, as a share of its range.
pub const STEP: NumberRange = numbers("step", 1.0);
/// Learning rate of tuning.
pub const RATE: NumberRange = numbers("rate", 1.0);
/// Equivalence margin, in percentage points.
pub const MARGIN: NumberRange = numbers("margin", 100.0);
/// Equivalence margin of the mean length, in rounds.
pub const MARGIN_ROUNDS: NumberRange = numbers("margin-rounds", 100.0);

const fn counts(key: &'static str, low: u64, high: u64) -> CountRange {
    CountRange { key, low, high }
}

const fn numbers(key: &'static str, high: f64) -> NumberRange {
    NumberRange { key, above_zero: true, high }
}

impl CountRange {
    /// Returns the range from minimum to maximum.
    pub const fn range(self) -> RangeInclusive<u64> {
        self.low..=self.high
    }

    /// Returns the count if it is in range.
    ///
    /// # Errors
    /// Returns an error that names the setting and its range.
    pub fn check(self, asked: u64) -> Result<u64, LabError> {
        if self.range().contains(&asked) {
            return Ok(asked);
        }
        let message = format_args!("takes {} to {}", grouped(self.low), grouped(self.high));
        Err(LabError::setting((self.key, asked), message))
    }
}

impl NumberRange {
    /// Returns `true` if a number is in range.
    pub fn contains(self, number: f64) -> bool {
        number <= self.high && if self.above_zero { number > 0.0 } else { number >= 0.0 }
    }

    /// Returns the number if it is in range.
    ///
    /// # Errors
    /// Returns an error that names the setting and its range; also for NaN.
    pub fn check(self, asked: f64) -> Result<f64, LabError> {
        if self.contains(asked) { Ok(asked) } else { Err(LabError::setting((self.key, asked), self)) }
    }
}

impl fmt::Display for NumberRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.above_zero {
            write!(f, "takes a number above 0, at most {}", self.high)
        } else {
            write!(f, "takes a number from 0 to {}", self.high)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::PopulationConfig;
    use crate::setup::{PlayersConfig, RulesConfig, WordFiles};
    use crate::statistics::{BootstrapConfig, PairedConfig, bootstrap, paired_numbers};
    use crate::threads::MOST_THREADS;
    use crate::{
        AdviseConfig, AgentCheck, BalanceConfig, CalibrateConfig, CheckConfig, CompareRulesConfig,
        CrossConfig, ErrorKind, ExploitConfig, FrontierConfig, LeagueConfig, PeopleConfig, ReplayConfig,
        ReplayRun, RunControl, TournamentConfig, TuneConfig,
    };
    use overhear_agents::registry::Registry;
    use overhear_engine::rules::{MAX_TEAM, MIN_TEAM};

    fn refused<T>(what: Result<T, LabError>) -> String {
        what.map(drop).expect_err("no number of games").to_string()
    }

    #[test]
    fn nothing_plays_no_games_and_nothing_more_than_numbers_hold() {
        for games in [0, MOST_GAMES + 1, u64::MAX] {
            let expected = format!("games {games}: takes 1 to 1,000,000,000,000,000");
            let says = |message: String| assert_eq!(message, expected);
            let (players, watch) = (PlayersConfig::from_specs(["random", "nearest"]), RunControl::default());
            let population =
                PopulationConfig { seed: Some(1), players: players.clone(), ..PopulationConfig::default() };
            let tournament = TournamentConfig { games: Some(games), players, ..TournamentConfig::default() };
            says(refused(crate::tournament(tournament.clone(), &watch)));
            let pairs = TournamentConfig { games: None, pairs: Some(games), ..tournament };
            assert!(
                refused(crate::tournament(pairs, &watch)).starts_with(&format!("pairs {games}: takes 1 to "))
            );
            let (a, b) = ("official".into(), "short".into());
            let compare = CompareRulesConfig {
                a,
                b,
                games: Some(games),
                population: population.clone(),
                ..CompareRulesConfig::default()
            };
            says(refused(crate::compare(&compare, &watch)));
            let balance = BalanceConfig { games: Some(games), population, ..BalanceConfig::default() };
            says(refused(crate::balance(&balance, &watch)));
            says(refused(crate::sweep(&balance, &["round_limit=5..6".parse().expect("an axis")], &watch)));
            says(refused(crate::league(&LeagueConfig { games, ..LeagueConfig::default() }, &watch)));
        }
    }

    #[test]
    fn what_is_no_number_of_a_setting_is_refused_by_its_key() {
        let said = |error: Result<f64, LabError>| error.expect_err("no such number").to_string();
        assert_eq!(said(STEP.check(0.0)), "step 0: takes a number above 0, at most 1");
        assert_eq!(said(MARGIN.check(f64::NAN)), "margin NaN: takes a number above 0, at most 100");
        assert_eq!(said(MAX_FAULT_RATE.check(-0.5)), "max-fault-rate -0.5: takes a number from 0 to 1");
        assert!([0.0, 0.5, 1.0].into_iter().all(|rate| MAX_FAULT_RATE.check(rate).is_ok()));
        assert!(RATE.check(1.0).is_ok() && RATE.check(f64::MIN_POSITIVE).is_ok() && RATE.check(1.1).is_err());
        assert!(GAME.check(0).is_ok() && GAME.check(MOST_GAMES).is_err() && ITERATIONS.check(0).is_err());
    }

    #[test]
    fn every_experiment_refuses_numbers_by_their_keys() {
        let watch = RunControl::default();
        let says = |what: Result<(), LabError>, key: &str| {
            let error = what.expect_err(key);
            assert_eq!((error.kind(), error.about()), (ErrorKind::Usage, Some(key)), "{error}");
        };
        let tuned = |config: TuneConfig, key| says(crate::tune(&config, &watch).map(drop), key);
        let tune = || TuneConfig {
            players: PlayersConfig::from_specs(["margin"]),
            param: vec!["top".to_owned()],
            ..TuneConfig::default()
        };
        tuned(TuneConfig { iterations: 0, ..tune() }, "iterations");
        tuned(TuneConfig { pairs_per_iteration: 0, ..tune() }, "pairs-per-iteration");
        tuned(TuneConfig { confirm_pairs: 0, ..tune() }, "confirm-pairs");
        tuned(TuneConfig { param: Vec::new(), ..tune() }, "param");
        for number in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            tuned(TuneConfig { step: number, ..tune() }, "step");
            tuned(TuneConfig { rate: number, ..tune() }, "rate");
        }
        let tournament =
            |config: TournamentConfig, key| says(crate::tournament(config, &watch).map(drop), key);
        let asked = TournamentConfig::default;
        tournament(TournamentConfig { answer_limit: Some(0), ..asked() }, "answer-limit");
        tournament(TournamentConfig { discuss: 9, ..asked() }, "discuss");
        for rate in [-0.1, 1.1, f64::NAN] {
            tournament(TournamentConfig { max_fault_rate: rate, ..asked() }, "max-fault-rate");
        }
        let out = crate::setup::OutConfig { out: Some("nowhere".into()), force: false };
        tournament(TournamentConfig { running: Some(0), out: out.clone(), ..asked() }, "running");
        tournament(TournamentConfig { checkpoint: Some(86_401), out, ..asked() }, "checkpoint");
        for margin in [0.0, -1.0, f64::NAN, 101.0] {
            let config = BalanceConfig { margin: Some(margin), ..BalanceConfig::default() };
            says(crate::balance(&config, &watch).map(drop), "margin");
            says(crate::sweep(&config, &[], &watch).map(drop), "margin");
            let config = CompareRulesConfig { margin_rounds: Some(margin), ..CompareRulesConfig::default() };
            says(crate::compare(&config, &watch).map(drop), "margin-rounds");
        }
        let calibrated = |config: &CalibrateConfig| crate::calibrate(config, &watch).map(drop);
        says(calibrated(&CalibrateConfig { runs: 0, ..CalibrateConfig::default() }), "runs");
        says(calibrated(&CalibrateConfig { pairs: 0, ..CalibrateConfig::default() }), "pairs");
        says(crate::coverage(0, 1, &watch).map(drop), "runs");
        says(crate::Selfcheck::new(0, None, None, &Registry::standard()).map(drop), "games");
        let people = PeopleConfig { games: 1, ..PeopleConfig::default() };
        says(crate::people(&people, &watch).map(drop), "games");
        for games in [0, 100_001] {
            says(
                AgentCheck::new(&CheckConfig { games, ..CheckConfig::default() }, &watch).map(drop),
                "games",
            );
        }
        says(crate::cross(&CrossConfig { games: 0, ..CrossConfig::default() }, &watch).map(drop), "games");
        says(
            crate::exploit(&ExploitConfig { games: 0, ..ExploitConfig::default() }, &watch).map(drop),
            "games",
        );
        let frontier = FrontierConfig { games: 0, ..FrontierConfig::default() };
        says(crate::frontier(&frontier, &watch).map(drop), "games");
        says(crate::advise(&AdviseConfig { top: 0, ..AdviseConfig::default() }, &watch).map(drop), "top");
        let resampled = BootstrapConfig { resamples: 0, ..BootstrapConfig::default() };
        says(bootstrap(&resampled).map(drop), "resamples");
        let flipped = PairedConfig { flips: 0, ..PairedConfig::default() };
        says(paired_numbers(&flipped).map(drop), "flips");
        let run = ReplayRun::Asked {
            seed: 1,
            players: Box::new(PlayersConfig::default()),
            rules: RulesConfig::default(),
            words: WordFiles::default(),
            discuss: 0,
        };
        let replay = ReplayConfig { game: u64::MAX, run, registry: Registry::standard() };
        says(crate::replay(&replay, &watch).map(drop), "game");
    }

    /// Returns the module of the Python package that has these ranges.
    fn python_module() -> String {
        let counts = [
            GAMES,
            PAIRS,
            GAME,
            EXPLOIT_GAMES,
            RESPOND_GAMES,
            ANSWER_LIMIT,
            DISCUSS,
            RUNNING,
            CHECKPOINT,
            SHARDS,
            ITERATIONS,
            PAIRS_PER_ITERATION,
            CONFIRM_PAIRS,
            RUNS,
            TOP,
        ];
        let numbers = [MAX_FAULT_RATE, STEP, RATE, MARGIN, MARGIN_ROUNDS];
        let entry = |key: &str, range| format!("    \"{}\": {range},\n", key.replace('-', "_"));
        let count = |of: CountRange| entry(of.key, format!("({}, {})", of.low, of.high));
        let number = |of: NumberRange| {
            let low = if of.above_zero { "TINY" } else { "0" };
            entry(of.key, format!("({low}, {})", of.high))
        };
        // Ranges that are not the laboratory's own, under the names of the arguments.
        let spec = Registry::standard().parse("nearest").expect("an agent with all of these");
        let params = ["blunder", "beta", "alpha"].map(|key| {
            let (param, _) = spec.param(key).expect(key);
            entry(key, format!("({}, {})", param.low, param.high))
        });
        let others = [
            entry("team_size", format!("({MIN_TEAM}, {MAX_TEAM})")),
            entry("threads", format!("(1, {MOST_THREADS})")),
        ];
        let table = |entries: String| format!("dict[str, tuple[float, float]] = {{\n{entries}}}\n");
        format!(
            "\"\"\"Ranges of numbers. Do not edit: `UPDATE_GOLDEN=1 cargo test -p overhear-lab python_ranges` writes this file.\"\"\"\n\n\
             TINY = 5e-324\n\nCOUNTS: {}\nNUMBERS: {}\"\"\"What need not be whole.\"\"\"\n",
            table(counts.map(count).concat() + &others.concat()),
            table(numbers.map(number).concat() + &params.concat())
        )
    }

    #[test]
    fn python_ranges_are_those_of_the_laboratory() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../python/lib/overhear/_range_table.py");
        let module = python_module();
        if std::env::var_os("UPDATE_GOLDEN").is_some() {
            std::fs::write(path, &module).expect("the package is beside the laboratory");
        }
        let written = std::fs::read_to_string(path).expect("the package is beside the laboratory");
        assert_eq!(written.replace("\r\n", "\n"), module, "write it again with UPDATE_GOLDEN=1");
    }
}
