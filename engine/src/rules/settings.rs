//! One set of rules: every switch whose reading was decided, or that a designer may want to turn.

use serde::{Deserialize, Serialize};

use super::MAX_ROUNDS;

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
    /// The round after which nobody plays on (R10), 1 to [`MAX_ROUNDS`].
    pub round_limit: u8,
    /// The first round in which codes may be intercepted (R6).
    pub interception_from_round: u8,
    /// Interception tokens that win (R10); 0: none ever do.
    pub tokens_to_win: u8,
    /// Miscommunication tokens that lose (R10); 0: none ever do.
    pub tokens_to_lose: u8,
    /// What settles a tie, in which order (R11 to R14).
    pub tiebreak: Tiebreak,
    /// Points for an Interception token in the tiebreaker (R12).
    pub interception_points: i8,
    /// Points for a Miscommunication token in the tiebreaker (R12).
    pub miscommunication_points: i8,
    /// When a keyword named in the tiebreaker is right (R13).
    pub keyword_match: KeywordMatch,
    /// When two clues are the same (R20).
    pub repeat: Repeat,
    /// What an illegal clue costs (R25).
    pub on_illegal_clue: OnIllegalClue,
}

/// The steps of the tiebreaker in order; what they leave open is shared (R14).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Tiebreak {
    /// Points, then keywords: the published order.
    PointsKeywords,
    /// Keywords, then points.
    KeywordsPoints,
    /// Points alone.
    Points,
    /// Keywords alone.
    Keywords,
    /// Neither: every tie is shared.
    Shared,
}

/// When a keyword named in the tiebreaker counts as right (R13).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum KeywordMatch {
    /// It is among the opponents' four.
    Set,
    /// It stands in the position it was named for.
    Position,
}

/// When a clue repeats an earlier one of the same team (R20).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Repeat {
    /// The texts are equal in the form of [`same_clue_form`](super::same_clue_form).
    Exact,
    /// Or they are inflections of one lemma.
    Lemma,
}

/// What happens when an Encryptor gives an illegal clue (R25).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OnIllegalClue {
    /// The Encryptor is asked again, three times; then the clue is missing.
    Reject,
    /// The clue is missing at once.
    Missing,
    /// The clue is missing, and the opponents receive an Interception token for the code.
    ForfeitCode,
}

/// A switch holds a value that makes no game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{key}` = {value} is out of range: {allowed}")]
#[non_exhaustive]
pub struct RulesError {
    /// The switch.
    pub key: &'static str,
    /// What it holds.
    pub value: i32,
    /// What it may hold.
    pub allowed: String,
}

impl Rules {
    /// The game as published.
    pub const fn official() -> Rules {
        Rules {
            round_limit: 8,
            interception_from_round: 2,
            tokens_to_win: 2,
            tokens_to_lose: 2,
            tiebreak: Tiebreak::PointsKeywords,
            interception_points: 1,
            miscommunication_points: -1,
            keyword_match: KeywordMatch::Set,
            repeat: Repeat::Exact,
            on_illegal_clue: OnIllegalClue::Reject,
        }
    }

    /// Refuses values that make no game: too many rounds, or a threshold that can never be reached.
    ///
    /// ```
    /// use overhear_engine::rules::Rules;
    /// assert!(Rules::official().check().is_ok());
    /// let error = Rules { round_limit: 0, ..Rules::official() }.check().unwrap_err();
    /// assert_eq!(error.to_string(), "`round_limit` = 0 is out of range: 1 to 16");
    /// ```
    ///
    /// # Errors
    /// A [`RulesError`] for the first switch that is out of range.
    pub fn check(&self) -> Result<(), RulesError> {
        let limit = i32::from(self.round_limit);
        let first = i32::from(self.interception_from_round);
        within("round_limit", limit, 1, MAX_ROUNDS as i32, "")?;
        within("interception_from_round", first, 1, limit, " (the round limit)")?;
        let chances = limit - first + 1;
        within("tokens_to_win", self.tokens_to_win.into(), 0, chances, OFF_OR_REACHABLE)?;
        within("tokens_to_lose", self.tokens_to_lose.into(), 0, limit, OFF_OR_REACHABLE)?;
        within("interception_points", self.interception_points.into(), -100, 100, "")?;
        within("miscommunication_points", self.miscommunication_points.into(), -100, 100, "")
    }

    /// Whether codes may be intercepted in `round` (R6).
    pub const fn may_intercept(&self, round: u8) -> bool {
        round >= self.interception_from_round
    }
}

const OFF_OR_REACHABLE: &str = " (0: never; above, it can never be reached before the round limit)";

fn within(key: &'static str, value: i32, low: i32, high: i32, note: &str) -> Result<(), RulesError> {
    if (low..=high).contains(&value) {
        return Ok(());
    }
    Err(RulesError { key, value, allowed: format!("{low} to {high}{note}") })
}

impl Default for Rules {
    fn default() -> Self {
        Rules::official()
    }
}
