//! Sudden death: a tie that the tiebreaker has left open is played on, round by round (R14, a switch).
//!
//! **decided**: a round of sudden death is a round like any other, with its tokens. The first one that brings a team more
//! points than the other (R12) decides for that team; limits of tokens count no more. When as many rounds as the
//! switch allows are over, `final_tie` says what becomes of the tie. What keywords were named before tells nobody anything.

use super::{BySide, Door, Ending, Rules, Side, Step, Tokens};

/// A tie that is played on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SuddenDeath {
    door: Door,
    tied: BySide<Tokens>,
    last: u8,
}

impl Rules {
    /// The tie that is played on after `round`, if that is what becomes of an ending with these tokens.
    ///
    /// ```
    /// use overhear_engine::rules::{BySide, Door, Ending, Rules, Side, Step, Tokens};
    /// let rules = Rules { sudden_death: 2, ..Rules::official() };
    /// let (even, one) = (Tokens::default(), Tokens { interceptions: 1, miscommunications: 0 });
    /// let tokens = BySide { white: even, black: even };
    /// let open = rules.break_tie(Door::RoundLimit, tokens, BySide::default);
    /// let tie = rules.plays_on(open, tokens, 8).ok_or("it is left open")?;
    /// assert_eq!(rules.judge_sudden_death(tie, tokens, 9), None);
    /// let won = rules.judge_sudden_death(tie, BySide { white: one, black: even }, 10).ok_or("it is over")?;
    /// assert_eq!((won.step, won.winner), (Step::SuddenDeath, Some(Side::White)));
    /// let shared = rules.judge_sudden_death(tie, tokens, 10).ok_or("it is over")?;
    /// assert_eq!((shared.step, shared.winner), (Step::Shared, None));
    /// # Ok::<(), &str>(())
    /// ```
    pub fn plays_on(&self, ending: Ending, tokens: BySide<Tokens>, round: u8) -> Option<SuddenDeath> {
        let is_open = self.sudden_death > 0 && matches!(ending.step, Step::Shared | Step::FinalTie);
        let door = ending.door.filter(|_| is_open)?;
        Some(SuddenDeath { door, tied: tokens, last: round + self.sudden_death })
    }

    /// How a tie that is played on ends with the tokens after `round`; nothing if there is another round.
    pub fn judge_sudden_death(&self, tie: SuddenDeath, now: BySide<Tokens>, round: u8) -> Option<Ending> {
        let SuddenDeath { door, tied, last } = tie;
        let gained = BySide::from_fn(|side: Side| now[side].points(self) - tied[side].points(self));
        match gained.leader() {
            None if round < last => None,
            None => Some(self.left_open(door, now)),
            winner => Some(Ending { door: Some(door), step: Step::SuddenDeath, winner }),
        }
    }

    /// The last round that a game can have, those of sudden death included.
    pub const fn last_round(&self) -> u8 {
        self.round_limit + self.sudden_death
    }
}
