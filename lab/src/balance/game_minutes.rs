//! The games in [`RatioSums`], grouped by what their minutes depend on.

use overhear_engine::rules::{Rules, Tiebreak};

use super::ratio_sums::RatioSums;
use super::statistic::{GameGroup, Statistic};
use crate::experiment::TimedGames;
use crate::paired::EndingKind;

/// Returns `true` if keywords were guessed in a game with this ending (R11 to R14).
pub(crate) fn is_named(rules: &Rules, rung: EndingKind) -> bool {
    match (rules.tiebreak, rung) {
        (_, EndingKind::Tokens)
        | (Tiebreak::Points | Tiebreak::Shared, _)
        | (Tiebreak::PointsKeywords, EndingKind::Points) => false,
        (Tiebreak::PointsKeywords | Tiebreak::KeywordsPoints | Tiebreak::Keywords, _) => true,
    }
}

/// Returns the games by rounds and by whether keywords were guessed.
pub(super) fn of_book(book: &RatioSums, rules: &Rules) -> TimedGames {
    let mut games = TimedGames::new();
    for key in book.keys() {
        if let Statistic::Ladder(GameGroup::Round(rounds), rung) = key {
            *games.entry((rounds, is_named(rules, rung))).or_default() += book.counted(key);
        }
    }
    games
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keywords_are_named_where_the_rules_come_to_them() {
        let named = |tiebreak| {
            let rules = Rules { tiebreak, ..Rules::official() };
            EndingKind::ALL.map(|rung| is_named(&rules, rung))
        };
        assert_eq!(named(Tiebreak::PointsKeywords), [false, false, true, true]);
        assert_eq!(named(Tiebreak::KeywordsPoints), [false, true, true, true]);
        assert_eq!(named(Tiebreak::Points), [false; 4]);
    }
}
