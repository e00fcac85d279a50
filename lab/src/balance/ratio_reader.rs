//! Reading of counts with knowledge of the rules. A share that the rules fix is not an estimate and has no
//! interval.

use overhear_engine::rules::{FinalTie, Players, Rules, Side, TieCondition};

use super::ratio_sums::RatioSums;
use super::statistic::{GameGroup, LastRound, Statistic};
use crate::paired::{EndingKind, possible};
use crate::table::MeasuredValue;

/// [`RatioSums`] together with the rules of their games.
#[derive(Clone, Copy, Debug)]
pub struct RatioReader<'a> {
    /// The counts.
    pub ratios: &'a RatioSums,
    /// The rules of the games.
    pub rules: &'a Rules,
}

impl RatioReader<'_> {
    /// Returns the share of all games counted under a statistic, clustered by deal; `None` without games.
    pub fn share(&self, key: Statistic) -> Option<MeasuredValue> {
        let share = self.ratios.share(key)?;
        let games = self.ratios.games_counted(key);
        // A count of none, or of all games, is certain only if the rules leave no choice; otherwise it is an
        // estimate with an interval.
        let is_certain = match games {
            0 => !can_be(self.rules, key),
            games => games == self.ratios.games() && must_be(self.rules, key),
        };
        Some(if is_certain { MeasuredValue { interval: None, ..share } } else { share })
    }

    /// Returns the score of White or of the first agent in the games of a statistic, clustered by deal;
    /// `None` without such games.
    pub fn score(&self, key: Statistic) -> Option<MeasuredValue> {
        let score = self.ratios.score(key)?;
        let is_certain = score_of(self.rules, key) == Some(score.value);
        Some(if is_certain { MeasuredValue { interval: None, ..score } } else { score })
    }
}

/// Returns `true` if the rules allow a game to be counted under a statistic. Teams are assumed to answer
/// without fault.
pub(super) fn can_be(rules: &Rules, key: Statistic) -> bool {
    match key {
        Statistic::Ladder(by, kind) => possible::decides(rules, kind) && can_meet(rules, by, kind),
        Statistic::Rounds(rounds) => possible::rounds(rules).contains(&rounds),
        Statistic::Open(rounds) => rounds < rules.last_round(),
        Statistic::LastRound(LastRound::Shared) => can_be_shared(rules),
        _ => true,
    }
}

/// Returns `true` if the rules force every game to be counted under a statistic.
fn must_be(rules: &Rules, key: Statistic) -> bool {
    matches!(key, Statistic::Open(rounds) if rounds < *possible::rounds(rules).start())
}

/// Returns `true` if games of a group can have this ending.
fn can_meet(rules: &Rules, by: GameGroup, kind: EndingKind) -> bool {
    let is_tied = kind != EndingKind::Tokens;
    let wins = Side::ALL.map(|side| rules.to_win(side) > 0);
    let loses = Side::ALL.map(|side| rules.to_lose(side) > 0);
    match by {
        GameGroup::All => true,
        GameGroup::Door(None) => !is_tied,
        GameGroup::Door(Some(door)) => {
            is_tied
                && match door {
                    TieCondition::WonAndLost => (0..Side::ALL.len()).any(|side| wins[side] && loses[side]),
                    TieCondition::BothWon => wins == [true; 2],
                    TieCondition::BothLost => loses == [true; 2],
                    TieCondition::RoundLimit => true,
                }
        }
        GameGroup::Round(rounds) => possible::rounds(rules).contains(&rounds),
        GameGroup::Winner(None) => kind == EndingKind::Shared && can_be_shared(rules),
        GameGroup::Winner(Some(side)) => {
            kind != EndingKind::Shared
                || rules.sudden_death > 0
                || match rules.final_tie {
                    FinalTie::Shared => false,
                    FinalTie::White => side == Side::White,
                    FinalTie::Black => side == Side::Black,
                    FinalTie::MoreInterceptions | FinalTie::FewerMiscommunications => true,
                }
        }
    }
}

/// Returns `true` if a victory can be shared (R14).
fn can_be_shared(rules: &Rules) -> bool {
    rules.players == Players::TwoTeams && !matches!(rules.final_tie, FinalTie::White | FinalTie::Black)
}

/// Returns the score that the rules fix for a statistic, if they do (R14). The first agent has White in one
/// game of a pair.
fn score_of(rules: &Rules, key: Statistic) -> Option<f64> {
    let is_open = rules.sudden_death > 0;
    match (key, rules.final_tie) {
        _ if is_open => None,
        (
            Statistic::White(Some(EndingKind::Shared)) | Statistic::First(Some(EndingKind::Shared)),
            FinalTie::Shared,
        ) => Some(0.5),
        (Statistic::White(Some(EndingKind::Shared)), FinalTie::White) => Some(1.0),
        (Statistic::White(Some(EndingKind::Shared)), FinalTie::Black) => Some(0.0),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use overhear_engine::rules::Tiebreak;

    use super::*;

    /// Returns fifty deals of two games: one that White wins by tokens in three rounds, and one shared after
    /// eight.
    fn ratios() -> RatioSums {
        let mut ratios = RatioSums::new(2);
        for _ in 0..50 {
            for (kind, rounds, white, winner) in
                [(EndingKind::Tokens, 3, 2, Some(Side::White)), (EndingKind::Shared, 8, 1, None)]
            {
                [GameGroup::All, GameGroup::Round(rounds), GameGroup::Winner(winner)]
                    .into_iter()
                    .for_each(|by| ratios.count(Statistic::Ladder(by, kind)));
                ratios.count(Statistic::Rounds(rounds));
                (1..rounds).for_each(|round| ratios.count(Statistic::Open(round)));
                ratios.add(Statistic::White(Some(kind)), white, 2);
            }
            ratios.close_deal();
        }
        ratios
    }

    #[test]
    fn what_the_rules_leave_no_choice_in_has_no_interval() {
        let (ratios, rules) = (ratios(), Rules::official());
        let read = RatioReader { ratios: &ratios, rules: &rules };
        let share = |key| read.share(key).map(|share| (share.value, share.interval.is_some()));
        let shared = read.score(Statistic::White(Some(EndingKind::Shared))).expect("fifty games");
        assert_eq!((shared.value, shared.interval), (0.5, None));
        for (key, value) in [
            (Statistic::Rounds(1), 0.0),
            (Statistic::Open(1), 1.0),
            (Statistic::Open(8), 0.0),
            (Statistic::Ladder(GameGroup::Winner(None), EndingKind::Points), 0.0),
            (Statistic::Ladder(GameGroup::Winner(Some(Side::Black)), EndingKind::Shared), 0.0),
            (Statistic::Ladder(GameGroup::Door(None), EndingKind::Keywords), 0.0),
            (Statistic::Ladder(GameGroup::Round(1), EndingKind::Tokens), 0.0),
        ] {
            assert_eq!(share(key), Some((value, false)), "{key:?}");
        }
    }

    #[test]
    fn what_only_did_not_happen_keeps_its_interval() {
        let (ratios, rules) = (ratios(), Rules::official());
        let read = RatioReader { ratios: &ratios, rules: &rules };
        for key in [
            Statistic::Rounds(2),
            Statistic::Open(2),
            Statistic::Open(7),
            Statistic::Ladder(GameGroup::All, EndingKind::Points),
            Statistic::Ladder(GameGroup::Winner(Some(Side::White)), EndingKind::Keywords),
            Statistic::Ladder(GameGroup::Winner(None), EndingKind::Shared),
            Statistic::Ladder(GameGroup::Door(Some(TieCondition::BothLost)), EndingKind::Points),
            Statistic::LastRound(LastRound::Shared),
        ] {
            assert!(read.share(key).is_some_and(|share| share.interval.is_some()), "{key:?}");
        }
        assert!(
            read.score(Statistic::White(Some(EndingKind::Tokens)))
                .is_some_and(|score| score.interval.is_some())
        );
        let rules = Rules { final_tie: FinalTie::MoreInterceptions, ..rules };
        let read = RatioReader { ratios: &ratios, rules: &rules };
        assert!(
            read.score(Statistic::White(Some(EndingKind::Shared)))
                .is_some_and(|score| score.interval.is_some())
        );
    }

    #[test]
    fn other_rules_leave_other_choices() {
        let can = |rules: Rules, key| can_be(&rules, key);
        let official = Rules::official();
        let points = Statistic::Ladder(GameGroup::All, EndingKind::Points);
        assert!(can(official, points) && !can(Rules { tiebreak: Tiebreak::Shared, ..official }, points));
        let both_lost = Statistic::Ladder(GameGroup::Door(Some(TieCondition::BothLost)), EndingKind::Points);
        assert!(can(official, both_lost) && !can(Rules { tokens_to_lose: 0, ..official }, both_lost));
        let tied = |door| Statistic::Ladder(GameGroup::Door(Some(door)), EndingKind::Points);
        for door in [TieCondition::BothWon, TieCondition::WonAndLost] {
            assert!(can(official, tied(door)) && !can(Rules { tokens_to_win: 0, ..official }, tied(door)));
        }
        let white_wins = Rules { final_tie: FinalTie::White, ..official };
        assert!(!can(white_wins, Statistic::LastRound(LastRound::Shared)));
        assert!(can(white_wins, Statistic::Ladder(GameGroup::Winner(Some(Side::White)), EndingKind::Shared)));
        assert!(!can(
            white_wins,
            Statistic::Ladder(GameGroup::Winner(Some(Side::Black)), EndingKind::Shared)
        ));
        let keywords = |side| Statistic::Ladder(GameGroup::Winner(Some(side)), EndingKind::Keywords);
        assert!(Side::ALL.iter().all(|&side| can(white_wins, keywords(side))));
        let black = Rules { final_tie: FinalTie::Black, ..official };
        let of_white = |rules: Rules| score_of(&rules, Statistic::White(Some(EndingKind::Shared)));
        assert_eq!([official, white_wins, black].map(of_white), [Some(0.5), Some(1.0), Some(0.0)]);
        let first = |rules: Rules| score_of(&rules, Statistic::First(Some(EndingKind::Shared)));
        assert_eq!([official, white_wins, black].map(first), [Some(0.5), None, None]);
        assert_eq!(of_white(Rules { sudden_death: 1, ..white_wins }), None);
        assert!(can(black, Statistic::Ladder(GameGroup::Winner(Some(Side::Black)), EndingKind::Shared)));
        assert!(!can(black, Statistic::Ladder(GameGroup::Winner(Some(Side::White)), EndingKind::Shared)));
        let three = Rules::three_player();
        assert!(can(three, Statistic::Rounds(1)) && !can(three, points));
    }
}
