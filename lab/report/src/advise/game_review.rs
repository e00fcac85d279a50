//! What a coach says of a finished game.

use std::fmt::Display;

use overhear_engine::rules::ClueVerdict;
use serde::{Serialize, Serializer};

use super::suggest::SuggestedClue;
use super::{CodeAdvice, KeywordAdvice};

/// A word that is not known, and what is understood in its place.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct WordRemark {
    /// The word.
    pub word: String,
    /// The word that is understood instead; nothing if it tells nothing.
    pub understood: Option<String>,
}

/// A finished game.
#[derive(Debug, Serialize)]
pub struct GameReview {
    /// The finding as one sentence.
    pub headline: String,
    /// The mean chance of the own team to read a code, of 100; nothing if no round has words that are all known.
    pub clear: Option<f64>,
    /// The mean chance that the other team misses a code, of 100; nothing before the second round.
    pub secret: Option<f64>,
    /// The round that was overheard most, from 1.
    pub loudest: Option<usize>,
    /// The round that was read least, from 1; nothing if no round has words that are all known.
    pub riskiest: Option<usize>,
    /// The round that cost most, or could have, and a clue that would have done better there; not looked for in the opponents' game.
    pub turning_point: Option<TurningPoint>,
    /// Words that are not known.
    pub remarks: Vec<WordRemark>,
    /// Each round.
    pub rounds: Vec<RoundReview>,
    /// For each keyword what the other team could name in the tiebreaker.
    pub tiebreaker: Vec<SlotReview>,
}

/// The round that cost a team most, or could have.
#[derive(Debug, Serialize)]
pub struct TurningPoint {
    /// The round, from 1.
    pub round: usize,
    /// What is said of it, with the better clue.
    pub sentence: String,
    /// A better clue; nothing if none of those that people say is.
    pub better: Option<BetterClue>,
}

/// A clue that was given, and one that would have been better.
#[derive(Debug, Serialize)]
pub struct BetterClue {
    /// The clue that was given.
    pub given: String,
    /// How likely the own team takes it alone for its keyword.
    pub p_own: f64,
    /// How likely the other team takes it alone for its position; nothing before there is anything to go by.
    pub p_overheard: Option<f64>,
    /// The better one.
    pub instead: SuggestedClue,
}

/// A round.
#[derive(Debug, Serialize)]
pub struct RoundReview {
    /// The round, from 1.
    pub round: usize,
    /// Its code.
    pub code: String,
    /// `quiet`, `fair`, `loud`, `unclear`, `illegal`, `misread`, `intercepted`, or `unknown` for a word that tells nothing.
    pub kind: &'static str,
    /// What is said of it.
    pub sentence: String,
    /// How likely the own team is to read the code; nothing if one of its words is not known.
    pub p_read: Option<f64>,
    /// How likely the other team is to overhear it; nothing before there is anything to go by, and if a clue is not known.
    pub p_overheard: Option<f64>,
    /// The code that the own team most likely reads.
    pub likeliest: String,
    /// Each clue.
    pub clues: Vec<ClueReview>,
}

fn as_text<T: Display, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}

/// A clue.
#[derive(Debug, Serialize)]
pub struct ClueReview {
    /// The clue.
    pub clue: String,
    /// The position of its keyword: 1 to 4.
    pub position: usize,
    /// Its keyword.
    pub keyword: String,
    /// What the law of clues says of it.
    #[serde(serialize_with = "as_text")]
    pub verdict: ClueVerdict,
    /// What it was in a word: `not allowed`, `unclear`, `loud`, `fair`, `good` or `not known`.
    pub badge: &'static str,
    /// How likely the own team takes it alone for its keyword.
    pub p_own: f64,
    /// The keyword that it is taken for most likely otherwise.
    pub rival: KeywordAdvice,
    /// How likely the other team takes it alone for its position; nothing before there is anything to go by.
    pub p_overheard: Option<f64>,
    /// How likely the other team thought of the keyword before.
    pub before: f64,
    /// How likely it thinks of it afterwards.
    pub after: f64,
}

/// What the other team could name for a keyword.
#[derive(Debug, Serialize)]
pub struct SlotReview {
    /// The position: 1 to 4.
    pub position: usize,
    /// The keyword.
    pub keyword: String,
    /// The clues for it.
    pub clues: Vec<String>,
    /// The words that the other team would name, the likeliest first.
    pub named: Vec<KeywordAdvice>,
    /// The place of the keyword among them, from 1; nothing if it is far down.
    pub place: Option<usize>,
    /// Its probability.
    pub probability: f64,
}

/// What a perfect overhearer makes of a round.
#[derive(Debug, Serialize)]
pub struct OverheardRound {
    /// The round, from 1.
    pub round: usize,
    /// The code that is most likely.
    pub guess: String,
    /// How likely the right one is.
    pub p_right: f64,
    /// The likeliest codes.
    pub codes: Vec<CodeAdvice>,
}
