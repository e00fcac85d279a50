//! The public record (R5) and the two pages of the note sheet (R26).

use std::iter;

use super::{BySide, BySlot, CLUES, Clue, Half, Rules, Side, Slot, TokenRule, Tokens};

/// Maximal number of rounds in a game under any rules. The official limit is 8 (R10).
pub const MAX_ROUNDS: usize = 16;

/// Maximal number of halves in a game under any rules.
pub const MAX_HALVES: usize = 2 * MAX_ROUNDS;

/// All finished halves of a game, and the tokens that follow from them.
///
/// The record has a fixed size, so a game allocates no memory for it.
#[derive(Clone, Debug)]
pub struct PublicRecord {
    rule: TokenRule,
    halves: [Half; MAX_HALVES],
    played: usize,
    tokens: BySide<Tokens>,
    clue_lists: BySide<ClueList>,
}

/// The clues of one side, in the order of play.
#[derive(Clone, Debug)]
struct ClueList {
    clues: [Clue; CLUES * MAX_ROUNDS],
    count: usize,
}

/// An empty list of clues.
const UNSAID: ClueList = ClueList { clues: [Clue::new(0); CLUES * MAX_ROUNDS], count: 0 };

/// A filler for halves that have not been played.
const NOTHING: Half = Half {
    round: 0,
    side: Side::White,
    clues: [None; 3],
    guess: super::Code::ALL[0],
    interception: None,
    code: super::Code::ALL[0],
    forfeited: false,
};

impl PublicRecord {
    /// Creates the empty record of two teams.
    pub const fn new() -> Self {
        PublicRecord::for_rules(&Rules::official())
    }

    /// Creates an empty record, with tokens as these rules give them.
    pub const fn for_rules(rules: &Rules) -> Self {
        let none = Tokens { interceptions: 0, miscommunications: 0 };
        PublicRecord {
            rule: TokenRule::of(rules),
            halves: [NOTHING; MAX_HALVES],
            played: 0,
            tokens: BySide { white: none, black: none },
            clue_lists: BySide { white: UNSAID, black: UNSAID },
        }
    }

    /// Clears the record for another game by these rules. Old entries stay in memory but are not reachable.
    pub fn clear(&mut self, rules: &Rules) {
        self.rule = TokenRule::of(rules);
        self.played = 0;
        self.tokens = BySide::default();
        Side::ALL.into_iter().for_each(|side| self.clue_lists[side].count = 0);
    }

    /// Adds a half and its tokens ([`TokenRule::advance`]).
    ///
    /// # Panics
    /// If the record already has [`MAX_HALVES`] halves.
    pub fn push(&mut self, half: Half) {
        self.halves[self.played] = half;
        self.played += 1;
        let list = &mut self.clue_lists[half.side];
        for clue in half.clues.into_iter().flatten() {
            list.clues[list.count] = clue;
            list.count += 1;
        }
        self.tokens = self.rule.advance(self.tokens, half.outcome());
    }

    /// Returns the record after the first `halves` halves.
    ///
    /// # Panics
    /// If fewer halves have been played.
    #[must_use]
    pub fn up_to(&self, halves: usize) -> PublicRecord {
        let mut record = PublicRecord { rule: self.rule, ..PublicRecord::new() };
        self.halves()[..halves].iter().for_each(|&half| record.push(half));
        record
    }

    /// Returns the halves in the order of play.
    #[inline]
    pub fn halves(&self) -> &[Half] {
        &self.halves[..self.played]
    }

    /// Returns the halves in which `side` gave the clues, in the order of play.
    pub fn halves_of(&self, side: Side) -> impl DoubleEndedIterator<Item = &Half> + Clone {
        self.halves().iter().filter(move |half| half.side == side)
    }

    /// Returns the tokens of each team.
    pub const fn tokens(&self) -> BySide<Tokens> {
        self.tokens
    }

    /// Returns the tokens of each team before the first half and after each half.
    pub fn token_history(&self) -> impl Iterator<Item = BySide<Tokens>> + '_ {
        let after = self.halves().iter().scan(BySide::default(), |tokens, half| {
            *tokens = self.rule.advance(*tokens, half.outcome());
            Some(*tokens)
        });
        iter::once(BySide::default()).chain(after)
    }

    /// Returns all clues that `side` has given, in the order of play (R20).
    #[inline]
    pub fn clues_of(&self, side: Side) -> &[Clue] {
        &self.clue_lists[side].clues[..self.clue_lists[side].count]
    }

    /// Returns the clues that `side` has given for `slot`: one list of the note sheet (R26).
    pub fn clues_for(&self, side: Side, slot: Slot) -> impl Iterator<Item = Clue> + '_ {
        self.halves_of(side)
            .flat_map(|half| half.code.slots().into_iter().zip(half.clues))
            .filter_map(move |(at, clue)| clue.filter(|_| at == slot))
    }

    /// Returns the four lists of clues at the bottom of one page of the note sheet (R26).
    pub fn sheet(&self, side: Side) -> BySlot<Vec<Clue>> {
        BySlot::from_fn(|slot| self.clues_for(side, slot).collect())
    }
}

impl Default for PublicRecord {
    fn default() -> Self {
        PublicRecord::new()
    }
}

impl PartialEq for PublicRecord {
    fn eq(&self, other: &Self) -> bool {
        self.rule == other.rule && self.halves() == other.halves()
    }
}

impl Eq for PublicRecord {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Code;

    fn half(side: Side, code: &str, guess: &str, interception: Option<&str>, first_clue: u32) -> Half {
        let code_of = |text: &str| text.parse::<Code>().unwrap();
        Half {
            round: 1,
            side,
            clues: [0, 1, 2].map(|n| Some(Clue::new(first_clue + n))),
            guess: code_of(guess),
            interception: interception.map(code_of),
            code: code_of(code),
            forfeited: false,
        }
    }

    #[test]
    fn r7_both_tokens_can_come_in_one_half_and_a_wrong_interception_costs_nothing() {
        let mut record = PublicRecord::new();
        record.push(half(Side::White, "1-2-3", "1-2-4", Some("1-2-3"), 0));
        record.push(half(Side::Black, "1-2-3", "1-2-3", Some("3-2-1"), 3));
        let tokens = record.tokens();
        assert_eq!(tokens.white, Tokens { interceptions: 0, miscommunications: 1 });
        assert_eq!(tokens.black, Tokens { interceptions: 1, miscommunications: 0 });
        assert_eq!(record.up_to(1).tokens().black.interceptions, 1);
        assert_eq!(record.up_to(0), PublicRecord::new());
    }

    #[test]
    fn r8_two_digits_right_are_not_enough() {
        let near = half(Side::White, "1-2-3", "1-3-2", Some("1-2-4"), 0);
        assert!(!near.understood() && !near.intercepted());
    }

    #[test]
    fn r26_the_sheet_lists_the_clues_under_their_numbers() {
        let mut record = PublicRecord::new();
        record.push(half(Side::White, "4-2-1", "4-2-1", None, 10));
        record.push(half(Side::Black, "1-2-3", "1-2-3", None, 20));
        record.push(half(Side::White, "2-3-4", "2-3-4", None, 30));
        let clues = |n: &[u32]| n.iter().map(|&n| Clue::new(n)).collect::<Vec<_>>();
        assert_eq!(
            record.sheet(Side::White).0,
            [clues(&[12]), clues(&[11, 30]), clues(&[31]), clues(&[10, 32])]
        );
        assert_eq!(record.sheet(Side::Black).0, [clues(&[20]), clues(&[21]), clues(&[22]), clues(&[])]);
    }

    #[test]
    fn r17_a_shorter_record_of_three_players_has_their_tokens() {
        let rules = Rules { tokens_to_lose: 0, ..Rules::three_player() };
        let mut record = PublicRecord::for_rules(&rules);
        for (n, guess) in [1, 2, 1].into_iter().enumerate() {
            let (round, guess) = (n as u8 + 1, crate::rules::Code::ALL[guess]);
            record.push(Half { round, guess, code: crate::rules::Code::ALL[1], ..NOTHING });
        }
        assert!(!rules.has_miscommunications());
        assert_eq!(record.up_to(3), record);
        assert_eq!([1, 2].map(|halves| record.up_to(halves).tokens().black.interceptions), [0, 1]);
    }
}
