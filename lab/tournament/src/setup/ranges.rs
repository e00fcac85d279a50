//! Ranges of numeric settings, shared with the command line and the Python package.

use crate::settings::{CountRange, NumberRange};

/// Maximum number of games. Sums over it do not overflow.
pub const MOST_GAMES: u64 = 1_000_000_000_000_000;

/// Games of a run.
pub const GAMES: CountRange = counts("games", 1, MOST_GAMES);
/// Pairs of games of a run.
pub const PAIRS: CountRange = counts("pairs", 1, MOST_GAMES / 2);
/// Games of an agent against itself, in which the best guesser is found; 0: none.
pub const EXPLOIT_GAMES: CountRange = counts("exploit-games", 0, MOST_GAMES);
/// Games of an agent from which readers that know it learn; 0: none.
pub const INFORMED_GAMES: CountRange = counts("informed-games", 0, MOST_GAMES);
/// Items of each kind that a stranger is asked.
pub const ITEMS: CountRange = counts("items", 1, 1_000_000);
/// Place up to which an answer in the norms counts; 0: none counts.
pub const STATED_WITHIN: CountRange = counts("stated-within", 0, 1000);
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
/// Players in each team.
pub const TEAM_SIZE: CountRange =
    counts("team-size", overhear_engine::rules::MIN_TEAM as u64, overhear_engine::rules::MAX_TEAM as u64);
/// Most frequent words from which automatic players choose clues.
pub const VOCABULARY: CountRange = counts("vocabulary", 256, u32::MAX as u64);
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
/// Share of keywords to which a word that refers to its keyword may be as near.
pub const NEAREST: NumberRange = numbers("nearest", 1.0);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::LabError;

    #[test]
    fn what_is_no_number_of_a_setting_is_refused_by_its_key() {
        let refusal = |error: Result<f64, LabError>| error.expect_err("no such number").to_string();
        assert_eq!(refusal(STEP.check(0.0)), "step 0: takes a number above 0, at most 1");
        assert_eq!(refusal(MARGIN.check(f64::NAN)), "margin NaN: takes a number above 0, at most 100");
        assert_eq!(refusal(MAX_FAULT_RATE.check(-0.5)), "max-fault-rate -0.5: takes a number from 0 to 1");
        assert!([0.0, 0.5, 1.0].into_iter().all(|rate| MAX_FAULT_RATE.check(rate).is_ok()));
        assert!(RATE.check(1.0).is_ok() && RATE.check(f64::MIN_POSITIVE).is_ok() && RATE.check(1.1).is_err());
        assert!(GAME.check(0).is_ok() && GAME.check(MOST_GAMES).is_err() && ITERATIONS.check(0).is_err());
    }
}
