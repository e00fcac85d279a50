//! One set of rules: every switch whose reading was decided, or that a designer may want to turn.

use serde::{Deserialize, Serialize};

use super::{
    BySide, CodeDraw, FinalTie, KeywordMatch, OnIllegalClue, Players, Pooling, RefereeMode, Repeat, Side,
    Tiebreak, Waiting,
};

/// The fewest members of a team that gives clues (R1).
pub const MIN_TEAM: u8 = 2;

/// The most members that a team has (R1).
pub const MAX_TEAM: u8 = 4;

/// The greatest `referee_top`, of a thousand words: every word passes.
pub const MAX_REFEREE_TOP: u16 = 1000;

/// A set of rules. [`Rules::official`] is the game as published; [`SWITCHES`](super::SWITCHES) documents every key.
///
/// ```
/// use overhear_engine::rules::Rules;
/// let short: Rules = toml::from_str("round_limit = 5")?;
/// assert_eq!(short, Rules { round_limit: 5, ..Rules::official() });
/// assert!(toml::from_str::<Rules>("rounds = 5").is_err());
/// # Ok::<(), toml::de::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Rules {
    /// Who plays against whom (R1, R17).
    pub players: Players,
    /// Members of White's team (R1); 2 in the three-player game.
    pub white_team: u8,
    /// Members of Black's team, as many as White's but for one (R1); 1 in the three-player game.
    pub black_team: u8,
    /// How the members of a team agree on a guess (R4).
    pub pooling: Pooling,
    /// How the codes are drawn (R3).
    pub codes: CodeDraw,
    /// Games of a session, in which no keyword comes back (R2), at most as many as the deck has words for
    /// ([`Rules::check_deck`]); 0: every game has the whole deck, both faces. Deals of one session are drawn without
    /// replacement and so not quite independent.
    pub session: u16,
    /// The round after which nobody plays on (R10, R17).
    pub round_limit: u8,
    /// The first round in which codes may be intercepted (R6); one after the last: they never may.
    pub interception_from_round: u8,
    /// Who may not intercept before that (R6).
    pub waiting: Waiting,
    /// Interception tokens that win (R10, R17); 0: none ever do.
    pub tokens_to_win: u8,
    /// Miscommunication tokens that lose (R10); 0: none ever do.
    pub tokens_to_lose: u8,
    /// Interception tokens that Black needs beyond `tokens_to_win`, below 0 fewer: a handicap of one team (R10).
    pub black_more_to_win: i8,
    /// Miscommunication tokens that it takes for Black to lose beyond `tokens_to_lose`, below 0 fewer (R10).
    pub black_more_to_lose: i8,
    /// What settles a tie, in which order (R11 to R14).
    pub tiebreak: Tiebreak,
    /// Points for an Interception token in the tiebreaker (R12).
    pub interception_points: i8,
    /// Points for a Miscommunication token in the tiebreaker (R12).
    pub miscommunication_points: i8,
    /// When a keyword named in the tiebreaker is right (R13).
    pub keyword_match: KeywordMatch,
    /// Rounds, at most, that are played on when the tiebreaker has settled nothing (R14); 0: none.
    pub sudden_death: u8,
    /// Who wins when the tiebreaker has settled nothing (R14).
    pub final_tie: FinalTie,
    /// When two clues are the same (R20).
    pub repeat: Repeat,
    /// What an illegal clue costs (R25).
    pub on_illegal_clue: OnIllegalClue,
    /// Seconds that an Encryptor has left when the other one is done (R24); 0: no timer.
    pub sand_timer: u16,
    /// What happens to a clue that is not about its keyword (R19, R22).
    pub referee: RefereeMode,
    /// A clue is about its keyword if it is among so many in a thousand words that are most associated with it.
    pub referee_top: u16,
}

impl Rules {
    /// The game as published, for two teams (R1 to R16).
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

    /// The game as published for three players (R17): White is the team of two, Black the lone Interceptor.
    pub const fn three_player() -> Rules {
        Rules {
            players: Players::Three,
            black_team: 1,
            round_limit: 5,
            tokens_to_lose: 0,
            ..Rules::official()
        }
    }

    /// Whether `side` may intercept the other team's code in `round` (R6).
    pub const fn may_intercept(&self, round: u8, side: Side) -> bool {
        let begun = round >= self.interception_from_round && self.interception_from_round <= self.round_limit;
        begun || matches!((self.waiting, side), (Waiting::Black, Side::White))
    }

    /// Whether an illegal clue of `round` costs the code (R25): `opponent` takes a token, if it might have intercepted.
    pub fn forfeits(&self, round: u8, opponent: Side) -> bool {
        self.on_illegal_clue == OnIllegalClue::ForfeitCode && self.may_intercept(round, opponent)
    }

    /// Interception tokens that win for a team (R10, R17); 0: none ever do.
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

    /// Miscommunication tokens that lose for a team (R10); 0: none ever do.
    pub const fn to_lose(&self, side: Side) -> u8 {
        match side {
            Side::White => self.tokens_to_lose,
            Side::Black => self.tokens_to_lose.saturating_add_signed(self.black_more_to_lose),
        }
    }

    /// The same rules, but that all rounds are played whatever happens in them: no number of tokens wins or loses (R10).
    #[must_use]
    pub const fn without_token_limits(self) -> Rules {
        let (black_more_to_win, black_more_to_lose) = (0, 0);
        Rules { tokens_to_win: 0, tokens_to_lose: 0, black_more_to_win, black_more_to_lose, ..self }
    }

    /// The same rules for teams that change sides: White has the limits that Black had, and the other way round (R10).
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

    /// Members of each team (R1).
    pub const fn team_sizes(&self) -> BySide<u8> {
        BySide { white: self.white_team, black: self.black_team }
    }

    /// Whether `side` has keywords and a code, and gives clues: everybody but the lone Interceptor (R17).
    pub const fn gives_clues(&self, side: Side) -> bool {
        matches!((self.players, side), (Players::TwoTeams, _) | (Players::Three, Side::White))
    }
}

impl Default for Rules {
    fn default() -> Self {
        Rules::official()
    }
}
