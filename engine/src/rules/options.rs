//! What the switches of [`Rules`](super::Rules) can be set to.

use serde::{Deserialize, Serialize};

/// Who plays against whom.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Players {
    /// Two teams of two to four (R1).
    #[default]
    TwoTeams,
    /// A team of two, White, against a lone Interceptor, Black (R17).
    Three,
}

/// How the members of a team who may speak agree on a guess (R4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Pooling {
    /// The likeliest code of their beliefs' log-linear pool.
    LogLinear,
    /// The code that most of them hold the likeliest; of codes with equal votes the lowest. What is recorded of
    /// their beliefs is the pool all the same, so log losses compare.
    Vote,
}

/// Who may not intercept before the first round with interceptions (R6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Waiting {
    /// Neither team: the reading that was decided.
    Both,
    /// Black alone, who would be the first to hear clues: what the French and Italian books say of round 1, word for word.
    Black,
}

/// How the codes of a team are drawn (R3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CodeDraw {
    /// Each from all 24: the same code can come twice running.
    WithReplacement,
    /// None comes twice to one team in a game.
    NoRepeat,
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
    /// The clue is missing, and the opponents receive an Interception token for the code, as soon as they may
    /// intercept (R6): a forfeit, and no interception.
    ForfeitCode,
}

/// Who wins when points and keywords have settled nothing (R14).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FinalTie {
    /// The teams share the victory: the published rule.
    Shared,
    /// White, whose clues are read first.
    White,
    /// Black, whose clues are read second.
    Black,
}
