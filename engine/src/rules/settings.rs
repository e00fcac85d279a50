//! A set of rules: all switches whose reading was decided or that a designer may change.

#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

use super::{
    BySide, CodeDraw, FinalTie, KeywordMatch, OnIllegalClue, Players, Pooling, RefereeMode, Repeat, Side,
    Tiebreak, Waiting,
};

/// Minimal number of members in a team that gives clues (R1).
pub const MIN_TEAM: u8 = 2;

/// Maximal number of members in a team (R1).
pub const MAX_TEAM: u8 = 4;

/// Maximal `referee_top`, in words of a thousand: every word is fit.
pub const MAX_REFEREE_TOP: u16 = 1000;

/// A set of rules. [`Rules::official`] returns the published game; [`SWITCHES`](super::SWITCHES) documents
/// every key.
///
/// ```
/// use overhear_engine::rules::Rules;
/// let short: Rules = toml::from_str("round_limit = 5")?;
/// assert_eq!(short, Rules { round_limit: 5, ..Rules::official() });
/// assert!(toml::from_str::<Rules>("rounds = 5").is_err());
/// # Ok::<(), toml::de::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields, default))]
pub struct Rules {
    /// Number of teams and players (R1, R17).
    pub players: Players,
    /// Number of members in White's team (R1); 2 in the three-player game.
    pub white_team: u8,
    /// Number of members in Black's team, within one of White's (R1); 1 in the three-player game.
    pub black_team: u8,
    /// Method by which the members of a team agree on a guess (R4).
    pub pooling: Pooling,
    /// Method by which the codes are drawn (R3).
    pub codes: CodeDraw,
    /// Number of games in a session, in which no keyword is repeated (R2); 0 means no session.
    ///
    /// The deck must have words for all games ([`Rules::check_deck`]). Without a session, every game uses the
    /// whole deck, both faces. The deals of one session are drawn without replacement, so they are not quite
    /// independent.
    pub session: u16,
    /// The last round (R10, R17).
    pub round_limit: u8,
    /// The first round in which codes may be intercepted (R6); `round_limit` + 1 means never.
    pub interception_from_round: u8,
    /// Teams that may not intercept before that round (R6).
    pub waiting: Waiting,
    /// Number of Interception tokens that win (R10, R17); 0 means that no number does.
    pub tokens_to_win: u8,
    /// Number of Miscommunication tokens that lose (R10); 0 means that no number does.
    ///
    /// With three players, 0 also means that a wrong guess is an Interception token of the Interceptor (R17);
    /// see [`has_miscommunications`](Rules::has_miscommunications).
    pub tokens_to_lose: u8,
    /// Interception tokens that Black needs in addition to `tokens_to_win`; negative means fewer. A handicap
    /// (R10).
    pub black_more_to_win: i8,
    /// Miscommunication tokens that Black can take in addition to `tokens_to_lose`; negative means fewer
    /// (R10).
    pub black_more_to_lose: i8,
    /// Steps of the tiebreaker, in order (R11 to R14).
    pub tiebreak: Tiebreak,
    /// Points for an Interception token in the tiebreaker (R12).
    pub interception_points: i8,
    /// Points for a Miscommunication token in the tiebreaker (R12).
    pub miscommunication_points: i8,
    /// Condition under which a keyword named in the tiebreaker is right (R13).
    pub keyword_match: KeywordMatch,
    /// Maximal number of sudden-death rounds after an even tiebreaker (R14); 0 means none.
    pub sudden_death: u8,
    /// Winner of a game that the tiebreaker leaves even (R14).
    pub final_tie: FinalTie,
    /// Condition under which a clue is a repeat (R20).
    pub repeat: Repeat,
    /// Consequence of an illegal clue (R25).
    pub on_illegal_clue: OnIllegalClue,
    /// Seconds that an Encryptor has left when the other one is done (R24); 0 means no timer.
    pub sand_timer: u16,
    /// Treatment of a clue that is unrelated to its keyword (R19, R22).
    pub referee: RefereeMode,
    /// Number of words in a thousand, those most associated with a keyword, that are fit for it.
    pub referee_top: u16,
}

impl Rules {
    /// Returns the published rules for two teams (R1 to R16).
    pub const fn official() -> Rules {
        Rules {
            players: Players::TwoTeams,
            white_team: 2,
            black_team: 2,
            pooling: Pooling::LogLinear,
            codes: CodeDraw::WithReplacement,
            session: 0,
            round_limit: 8,
            interception_from_round: 2,
            waiting: Waiting::Both,
            tokens_to_win: 2,
            tokens_to_lose: 2,
            black_more_to_win: 0,
            black_more_to_lose: 0,
            tiebreak: Tiebreak::PointsKeywords,
            interception_points: 1,
            miscommunication_points: -1,
            keyword_match: KeywordMatch::Set,
            sudden_death: 0,
            final_tie: FinalTie::Shared,
            repeat: Repeat::Exact,
            on_illegal_clue: OnIllegalClue::Reject,
            sand_timer: 0,
            referee: RefereeMode::Off,
            referee_top: 50,
        }
    }

    /// Returns the published rules for three players (R17): White is the team of two, Black the lone
    /// Interceptor.
    pub const fn three_player() -> Rules {
        Rules {
            players: Players::Three,
            black_team: 1,
            round_limit: 5,
            tokens_to_lose: 0,
            ..Rules::official()
        }
    }

    /// Returns `true` if `side` may intercept the other team's code in `round` (R6).
    pub const fn may_intercept(&self, round: u8, side: Side) -> bool {
        let begun = round >= self.interception_from_round && self.interception_from_round <= self.round_limit;
        begun || matches!((self.waiting, side), (Waiting::Black, Side::White))
    }

    /// Returns `true` if a wrong guess is a Miscommunication token of the team that guessed (R7).
    ///
    /// In the three-player game with `tokens_to_lose` = 0, it is an Interception token of the Interceptor (R17).
    ///
    /// ```
    /// use overhear_engine::rules::Rules;
    /// let three = Rules::three_player();
    /// assert!(Rules::official().has_miscommunications() && !three.has_miscommunications());
    /// assert!(Rules { tokens_to_lose: 2, ..three }.has_miscommunications());
    /// ```
    pub const fn has_miscommunications(&self) -> bool {
        matches!(self.players, Players::TwoTeams) || self.tokens_to_lose > 0
    }

    /// Returns `true` if an illegal clue in `round` forfeits the code to `opponent` (R25).
    ///
    /// There is no forfeit in rounds in which the opponent could not intercept.
    pub fn forfeits(&self, round: u8, opponent: Side) -> bool {
        self.on_illegal_clue == OnIllegalClue::ForfeitCode && self.may_intercept(round, opponent)
    }

    /// Returns the number of Interception tokens that win for `side` (R10, R17); 0 means that no number does.
    ///
    /// ```
    /// use overhear_engine::rules::{Rules, Side};
    /// let handicap = Rules { black_more_to_win: 1, ..Rules::official() };
    /// assert_eq!([Side::White, Side::Black].map(|side| handicap.to_win(side)), [2, 3]);
    /// ```
    pub const fn to_win(&self, side: Side) -> u8 {
        match side {
            Side::White => self.tokens_to_win,
            Side::Black => self.tokens_to_win.saturating_add_signed(self.black_more_to_win),
        }
    }

    /// Returns the number of Miscommunication tokens that lose for `side` (R10); 0 means that no number does.
    pub const fn to_lose(&self, side: Side) -> u8 {
        match side {
            Side::White => self.tokens_to_lose,
            Side::Black => self.tokens_to_lose.saturating_add_signed(self.black_more_to_lose),
        }
    }

    /// Returns the rules without token limits: every game lasts to the round limit (R10).
    #[must_use]
    pub const fn without_token_limits(self) -> Rules {
        let (black_more_to_win, black_more_to_lose) = (0, 0);
        Rules { tokens_to_win: 0, tokens_to_lose: 0, black_more_to_win, black_more_to_lose, ..self }
    }

    /// Returns the rules with the token limits of White and Black swapped (R10).
    #[must_use]
    pub const fn with_limits_exchanged(self) -> Rules {
        Rules {
            tokens_to_win: self.to_win(Side::Black),
            tokens_to_lose: self.to_lose(Side::Black),
            black_more_to_win: -self.black_more_to_win,
            black_more_to_lose: -self.black_more_to_lose,
            ..self
        }
    }

    /// Returns the number of members of each team (R1).
    pub const fn team_sizes(&self) -> BySide<u8> {
        BySide { white: self.white_team, black: self.black_team }
    }

    /// Returns the number of the member of `side` that encrypts in `round`, from 0: the role goes round the team
    /// (R4).
    ///
    /// ```
    /// use overhear_engine::rules::{Rules, Side};
    /// let encryptor = |round| Rules::official().encryptor_of(Side::White, round);
    /// assert_eq!([1, 2, 3].map(encryptor), [0, 1, 0]);
    /// ```
    pub fn encryptor_of(&self, side: Side, round: u8) -> u8 {
        (round - 1) % self.team_sizes()[side]
    }

    /// Returns `true` if `side` has keywords and a code and gives clues; only the lone Interceptor does not
    /// (R17).
    pub const fn gives_clues(&self, side: Side) -> bool {
        matches!((self.players, side), (Players::TwoTeams, _) | (Players::Three, Side::White))
    }
}

impl Default for Rules {
    fn default() -> Self {
        Rules::official()
    }
}
