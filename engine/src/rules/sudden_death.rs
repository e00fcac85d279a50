//! Sudden death: further rounds after a tiebreaker that left the game even (R14, a switch).
//!
//! **decided**: a round of sudden death is an ordinary round with its tokens. The first round that brings one
//! team more points than the other (R12) decides for that team; token limits no longer apply. After the
//! maximal number of rounds, `final_tie` decides. Players are not told which keywords
//! were named in the tiebreaker.

use super::{BySide, DecidedBy, Ending, Rules, Side, TieCondition, Tokens};

/// A tie that is being played on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SuddenDeath {
    condition: TieCondition,
    tied: BySide<Tokens>,
    last: u8,
}

impl Rules {
    /// Returns the tie to play on after `round`, or `None` if the ending with these tokens is final.
    ///
    /// ```
    /// use overhear_engine::rules::{BySide, TieCondition, Ending, Rules, Side, DecidedBy, Tokens};
    /// let rules = Rules { sudden_death: 2, ..Rules::official() };
    /// let (even, one) = (Tokens::default(), Tokens { interceptions: 1, miscommunications: 0 });
    /// let tokens = BySide { white: even, black: even };
    /// let open = rules.break_tie(TieCondition::RoundLimit, tokens, BySide::default);
    /// let tie = rules.begin_sudden_death(open, tokens, 8).ok_or("it is left open")?;
    /// assert_eq!(rules.judge_sudden_death(tie, tokens, 9), None);
    /// let won = rules.judge_sudden_death(tie, BySide { white: one, black: even }, 10).ok_or("it is over")?;
    /// assert_eq!((won.decided_by, won.winner), (DecidedBy::SuddenDeath, Some(Side::White)));
    /// let shared = rules.judge_sudden_death(tie, tokens, 10).ok_or("it is over")?;
    /// assert_eq!((shared.decided_by, shared.winner), (DecidedBy::Shared, None));
    /// # Ok::<(), &str>(())
    /// ```
    pub fn begin_sudden_death(
        &self,
        ending: Ending,
        tokens: BySide<Tokens>,
        round: u8,
    ) -> Option<SuddenDeath> {
        let is_open =
            self.sudden_death > 0 && matches!(ending.decided_by, DecidedBy::Shared | DecidedBy::FinalTie);
        let condition = ending.tie_condition.filter(|_| is_open)?;
        Some(SuddenDeath { condition, tied: tokens, last: round + self.sudden_death })
    }

    /// Returns the ending of a tie after a sudden-death `round`, or `None` if another round follows.
    pub fn judge_sudden_death(&self, tie: SuddenDeath, now: BySide<Tokens>, round: u8) -> Option<Ending> {
        let SuddenDeath { condition, tied, last } = tie;
        // Points gained since the tie, so the points that made the tie do not matter.
        let gained = BySide::from_fn(|side: Side| now[side].points(self) - tied[side].points(self));
        match gained.leader() {
            None if round < last => None,
            None => Some(self.final_tie_ending(condition, now)),
            winner => {
                Some(Ending { tie_condition: Some(condition), decided_by: DecidedBy::SuddenDeath, winner })
            }
        }
    }

    /// Returns the last round that a game can have, including sudden death.
    pub const fn last_round(&self) -> u8 {
        self.round_limit + self.sudden_death
    }
}
