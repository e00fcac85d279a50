//! The games in [`RatioSums`], grouped by what their minutes depend on.

use overhear_engine::rules::Rules;

use super::ratio_sums::RatioSums;
use super::statistic::{GameGroup, Statistic};
use crate::experiment::TimedGames;

/// Returns the games by rounds and by whether keywords were guessed.
pub(super) fn of_sums(ratios: &RatioSums, rules: &Rules) -> TimedGames {
    let mut games = TimedGames::new();
    for key in ratios.keys() {
        if let Statistic::Ladder(GameGroup::Round(rounds), kind) = key {
            *games.entry((rounds, kind.has_keyword_guesses(rules))).or_default() += ratios.games_counted(key);
        }
    }
    games
}
