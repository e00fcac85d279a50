//! Tokens, and what a half adds to them (R7).

use super::{BySide, Rules, Side};

/// Numbers of tokens that a team has taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Tokens {
    /// Number of Interception tokens, for opponents' codes that the team guessed right.
    pub interceptions: u8,
    /// Number of Miscommunication tokens, for own codes that the team guessed wrong.
    pub miscommunications: u8,
}

impl Tokens {
    /// Returns the tiebreaker points of the tokens (R12).
    pub fn points(self, rules: &Rules) -> i32 {
        i32::from(self.interceptions) * i32::from(rules.interception_points)
            + i32::from(self.miscommunications) * i32::from(rules.miscommunication_points)
    }

    /// Returns `true` if these tokens of `side` are enough Interceptions to win (R10).
    pub const fn has_won(self, rules: &Rules, side: Side) -> bool {
        rules.to_win(side) != 0 && self.interceptions >= rules.to_win(side)
    }

    /// Returns `true` if these tokens of `side` are enough Miscommunications to lose (R10).
    pub const fn has_lost(self, rules: &Rules, side: Side) -> bool {
        rules.to_lose(side) != 0 && self.miscommunications >= rules.to_lose(side)
    }
}

/// What a finished half decides about tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HalfOutcome {
    /// The team that gave the clues.
    pub side: Side,
    /// `true` if its guess has all three digits in order (R8).
    pub understood: bool,
    /// `true` if the opponents take an Interception token, for an interception or a forfeited code (R25).
    pub costs_token: bool,
}

/// How halves bring tokens under some rules (R7). All tokens of the project come from here: those of the record, of what-ifs and of
/// planned rounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TokenRule {
    /// Whether a wrong guess is a Miscommunication token: [`Rules::has_miscommunications`].
    has_miscommunications: bool,
}

impl TokenRule {
    /// Returns the rule of a game.
    pub const fn of(rules: &Rules) -> TokenRule {
        TokenRule { has_miscommunications: rules.has_miscommunications() }
    }

    /// Returns the tokens after a half.
    ///
    /// The opponents take a token for an interception or a forfeited code (R25), and the team for a wrong guess. In a game without
    /// Miscommunications ([`Rules::has_miscommunications`]), the lone Interceptor takes both tokens (R17).
    ///
    /// ```
    /// use overhear_engine::rules::{BySide, HalfOutcome, Rules, Side, TokenRule, Tokens};
    /// let missed = HalfOutcome { side: Side::White, understood: false, costs_token: true };
    /// let after = TokenRule::of(&Rules::official()).advance(BySide::default(), missed);
    /// assert_eq!(after.white, Tokens { interceptions: 0, miscommunications: 1 });
    /// assert_eq!(after.black, Tokens { interceptions: 1, miscommunications: 0 });
    /// ```
    #[must_use]
    pub fn advance(self, mut tokens: BySide<Tokens>, half: HalfOutcome) -> BySide<Tokens> {
        tokens[half.side.opponent()].interceptions += u8::from(half.costs_token);
        let misunderstood = u8::from(!half.understood);
        if self.has_miscommunications {
            tokens[half.side].miscommunications += misunderstood;
        } else {
            tokens[half.side.opponent()].interceptions += misunderstood;
        }
        tokens
    }
}
