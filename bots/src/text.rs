//! Questions about recorded clues: any texts, in the word lists or not.

use overhear_engine::game::{AnswerError, Belief, PlayerUnavailable};
use overhear_engine::rules::{Code, Side};

use crate::ask::{digits, sent};
use crate::bot::Bot;
use crate::protocol::{PastHalf, QuestionMessage, RoleName, Word};
use crate::reply_check::belief;

/// Maximum round of a question.
pub const LAST_ROUND: u8 = 16;

/// A question which code three texts stand for. An empty text is a missing clue.
#[derive(Clone, Debug)]
pub struct TextQuestion<'a> {
    /// White decodes, Black intercepts.
    pub side: Side,
    /// The own keywords, if known; decoding requires them.
    pub keywords: Option<[&'a str; 4]>,
    /// The clues.
    pub clues: [&'a str; 3],
    /// The round, from 1 to [`LAST_ROUND`].
    pub round: u8,
    /// The past halves, in order.
    pub history: Vec<TextHalf<'a>>,
    /// Seed for random numbers; 53 bits of it are sent.
    pub seed: u64,
}

/// A past half.
#[derive(Clone, Copy, Debug)]
pub struct TextHalf<'a> {
    /// The round, from 1.
    pub round: u8,
    /// The team that gave the clues.
    pub side: Side,
    /// The clues.
    pub clues: [&'a str; 3],
    /// The revealed code.
    pub code: Code,
}

impl Bot {
    /// Returns beliefs about the codes, asking in batches. The role is `decode` for White and `intercept` for
    /// Black. A question without an answer gets an [`AnswerError`].
    ///
    /// # Errors
    /// Returns [`PlayerUnavailable`] if the bot stops answering.
    ///
    /// # Panics
    /// Panics if the bot wants numbers, because these texts have none.
    pub fn overhear(
        &self,
        questions: &[TextQuestion<'_>],
    ) -> Result<Vec<Result<Belief, AnswerError>>, PlayerUnavailable> {
        assert!(self.hello().words, "a bot that wants numbers is not asked about texts");
        let mut asks: Vec<QuestionMessage<'_>> = questions.iter().map(TextQuestion::ask).collect();
        self.answers(&mut asks, |_, reply| belief(reply))
    }
}

impl<'a> TextQuestion<'a> {
    /// Returns the role of the question.
    const fn role(&self) -> RoleName {
        match self.side {
            Side::White => RoleName::Decode,
            Side::Black => RoleName::Intercept,
        }
    }

    fn ask(&self) -> QuestionMessage<'a> {
        QuestionMessage {
            seed: sent(self.seed),
            round: Some(self.round),
            keywords: self.keywords.map(|keywords| keywords.map(Word::Text)),
            clues: Some(texts(self.clues)),
            history: self.history.iter().map(TextHalf::past_half).collect(),
            ..QuestionMessage::new(self.role(), self.side)
        }
    }
}

impl<'a> TextHalf<'a> {
    fn past_half(&self) -> PastHalf<'a> {
        PastHalf {
            round: self.round,
            side: self.side.name(),
            clues: texts(self.clues),
            code: digits(self.code),
            guess: None,
            interception: None,
            forfeited: false,
        }
    }
}

fn texts(clues: [&str; 3]) -> [Option<Word<'_>>; 3] {
    clues.map(|clue| Some(Word::Text(clue)).filter(|_| !clue.is_empty()))
}
