//! What the rules leave no choice in. A share that can be nothing else is no estimate, and has no interval.

use overhear_engine::rules::{Door, FinalTie, Players, Rules, Side};

use super::book::Book;
use super::key::{By, Key, LastRound};
use crate::paired::{Rung, possible};
use crate::table::Measured;

/// A book, read by the rules that its games were played by.
#[derive(Clone, Copy, Debug)]
pub struct BookReader<'a> {
    /// What was counted.
    pub book: &'a Book,
    /// What was played by.
    pub rules: &'a Rules,
}

impl BookReader<'_> {
    /// Returns the share of all games that has been counted under a key, clustered by deal; nothing without games.
    pub fn share(&self, key: Key) -> Option<Measured> {
        let found = self.book.share(key)?;
        let seen = self.book.counted(key);
        let is_certain = match seen {
            0 => !can_be(self.rules, key),
            seen => seen == self.book.games() && must_be(self.rules, key),
        };
        Some(if is_certain { Measured { interval: None, ..found } } else { found })
    }

    /// Returns the score of White or of the first agent in the games of a key, clustered by deal; nothing without such games.
    pub fn score(&self, key: Key) -> Option<Measured> {
        let found = self.book.score(key)?;
        let is_certain = score_of(self.rules, key) == Some(found.value);
        Some(if is_certain { Measured { interval: None, ..found } } else { found })
    }
}

/// Whether a game of two healthy teams can be counted under a key.
pub(super) fn can_be(rules: &Rules, key: Key) -> bool {
    match key {
        Key::Ladder(by, rung) => possible::decides(rules, rung) && can_meet(rules, by, rung),
        Key::Rounds(rounds) => possible::rounds(rules).contains(&rounds),
        Key::Open(rounds) => rounds < rules.last_round(),
        Key::LastRound(LastRound::Shared) => can_be_shared(rules),
        _ => true,
    }
}

/// Whether every game of two healthy teams is counted under a key.
fn must_be(rules: &Rules, key: Key) -> bool {
    matches!(key, Key::Open(rounds) if rounds < *possible::rounds(rules).start())
}

/// Whether games of a kind can be decided on a rung.
fn can_meet(rules: &Rules, by: By, rung: Rung) -> bool {
    let is_tied = rung != Rung::Tokens;
    let wins = Side::ALL.map(|side| rules.to_win(side) > 0);
    let loses = Side::ALL.map(|side| rules.to_lose(side) > 0);
    match by {
        By::All => true,
        By::Door(None) => !is_tied,
        By::Door(Some(door)) => {
            is_tied
                && match door {
                    Door::WonAndLost => (0..Side::ALL.len()).any(|side| wins[side] && loses[side]),
                    Door::BothWon => wins == [true; 2],
                    Door::BothLost => loses == [true; 2],
                    Door::RoundLimit => true,
                }
        }
        By::Round(rounds) => possible::rounds(rules).contains(&rounds),
        By::Winner(None) => rung == Rung::Shared && can_be_shared(rules),
        By::Winner(Some(side)) => {
            rung != Rung::Shared
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

/// Whether a victory can be shared (R14).
fn can_be_shared(rules: &Rules) -> bool {
    rules.players == Players::TwoTeams && !matches!(rules.final_tie, FinalTie::White | FinalTie::Black)
}

/// What the score of a key is by rule, if it can be nothing else (R14): the first agent has White in one game of a pair.
fn score_of(rules: &Rules, key: Key) -> Option<f64> {
    let is_open = rules.sudden_death > 0;
    match (key, rules.final_tie) {
        _ if is_open => None,
        (Key::White(Some(Rung::Shared)) | Key::First(Some(Rung::Shared)), FinalTie::Shared) => Some(0.5),
        (Key::White(Some(Rung::Shared)), FinalTie::White) => Some(1.0),
        (Key::White(Some(Rung::Shared)), FinalTie::Black) => Some(0.0),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use overhear_engine::rules::Tiebreak;

    use super::*;

    /// Fifty deals of two games: one of tokens in three rounds that White wins, one that is shared after eight.
    fn book() -> Book {
        let mut book = Book::new(2);
        for _ in 0..50 {
            for (rung, rounds, white, winner) in
                [(Rung::Tokens, 3, 2, Some(Side::White)), (Rung::Shared, 8, 1, None)]
            {
                [By::All, By::Round(rounds), By::Winner(winner)]
                    .into_iter()
                    .for_each(|by| book.count(Key::Ladder(by, rung)));
                book.count(Key::Rounds(rounds));
                (1..rounds).for_each(|round| book.count(Key::Open(round)));
                book.add(Key::White(Some(rung)), white, 2);
            }
            book.close_deal();
        }
        book
    }

    #[test]
    fn what_the_rules_leave_no_choice_in_has_no_interval() {
        let (book, rules) = (book(), Rules::official());
        let read = BookReader { book: &book, rules: &rules };
        let share = |key| read.share(key).map(|share| (share.value, share.interval.is_some()));
        let shared = read.score(Key::White(Some(Rung::Shared))).expect("fifty games");
        assert_eq!((shared.value, shared.interval), (0.5, None));
        for (key, value) in [
            (Key::Rounds(1), 0.0),
            (Key::Open(1), 1.0),
            (Key::Open(8), 0.0),
            (Key::Ladder(By::Winner(None), Rung::Points), 0.0),
            (Key::Ladder(By::Winner(Some(Side::Black)), Rung::Shared), 0.0),
            (Key::Ladder(By::Door(None), Rung::Keywords), 0.0),
            (Key::Ladder(By::Round(1), Rung::Tokens), 0.0),
        ] {
            assert_eq!(share(key), Some((value, false)), "{key:?}");
        }
    }

    #[test]
    fn what_only_did_not_happen_keeps_its_interval() {
        let (book, rules) = (book(), Rules::official());
        let read = BookReader { book: &book, rules: &rules };
        for key in [
            Key::Rounds(2),
            Key::Open(2),
            Key::Open(7),
            Key::Ladder(By::All, Rung::Points),
            Key::Ladder(By::Winner(Some(Side::White)), Rung::Keywords),
            Key::Ladder(By::Winner(None), Rung::Shared),
            Key::Ladder(By::Door(Some(Door::BothLost)), Rung::Points),
            Key::LastRound(LastRound::Shared),
        ] {
            assert!(read.share(key).is_some_and(|share| share.interval.is_some()), "{key:?}");
        }
        assert!(read.score(Key::White(Some(Rung::Tokens))).is_some_and(|score| score.interval.is_some()));
        let rules = Rules { final_tie: FinalTie::MoreInterceptions, ..rules };
        let read = BookReader { book: &book, rules: &rules };
        assert!(read.score(Key::White(Some(Rung::Shared))).is_some_and(|score| score.interval.is_some()));
    }

    #[test]
    fn other_rules_leave_other_choices() {
        let can = |rules: Rules, key| can_be(&rules, key);
        let official = Rules::official();
        let points = Key::Ladder(By::All, Rung::Points);
        assert!(can(official, points) && !can(Rules { tiebreak: Tiebreak::Shared, ..official }, points));
        let both_lost = Key::Ladder(By::Door(Some(Door::BothLost)), Rung::Points);
        assert!(can(official, both_lost) && !can(Rules { tokens_to_lose: 0, ..official }, both_lost));
        let given = Rules { final_tie: FinalTie::White, ..official };
        assert!(!can(given, Key::LastRound(LastRound::Shared)));
        assert!(can(given, Key::Ladder(By::Winner(Some(Side::White)), Rung::Shared)));
        assert!(!can(given, Key::Ladder(By::Winner(Some(Side::Black)), Rung::Shared)));
        let three = Rules::three_player();
        assert!(can(three, Key::Rounds(1)) && !can(three, points));
    }
}
