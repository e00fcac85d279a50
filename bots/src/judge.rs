//! Questions whether a clue refers to a keyword. Measurements ask them; games do not.

use overhear_engine::game::{AnswerError, PlayerUnavailable};
use overhear_engine::rules::Side;

use crate::bot::Bot;
use crate::protocol::{PairMessage, QuestionMessage, RoleName, Word};
use crate::reply::Reply;

/// Whether a clue refers to a keyword: asked about these two words alone.
#[derive(Clone, Copy, Debug)]
pub struct JudgeQuestion<'a> {
    /// The keyword.
    pub keyword: &'a str,
    /// The clue.
    pub clue: &'a str,
}

/// How a clue refers to a keyword.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ClueVerdict {
    /// It does not.
    Unrelated,
    /// By a detour that few would take.
    Weak,
    /// It does.
    Refers,
}

impl ClueVerdict {
    /// Every verdict, by its number in a reply.
    pub const ALL: [ClueVerdict; 3] = [ClueVerdict::Unrelated, ClueVerdict::Weak, ClueVerdict::Refers];
}

impl Bot {
    /// Asks whether clues refer to keywords, in batches. A question without an answer has an [`AnswerError`].
    ///
    /// # Errors
    /// [`PlayerUnavailable`] if the bot answers no more.
    ///
    /// # Panics
    /// If the bot wants numbers, because these texts have none.
    pub fn judge(
        &self,
        questions: &[JudgeQuestion<'_>],
    ) -> Result<Vec<Result<ClueVerdict, AnswerError>>, PlayerUnavailable> {
        assert!(self.hello().words, "a bot that wants numbers is not asked about texts");
        let mut asks: Vec<QuestionMessage<'_>> = questions.iter().map(JudgeQuestion::ask).collect();
        self.answers(&mut asks, |_, reply| verdict(reply))
    }
}

impl<'a> JudgeQuestion<'a> {
    fn ask(&self) -> QuestionMessage<'a> {
        let pair = PairMessage { keyword: Word::Text(self.keyword), clue: Word::Text(self.clue) };
        QuestionMessage { pair: Some(pair), ..QuestionMessage::new(RoleName::Judge, Side::White) }
    }
}

/// Returns the verdict of a reply, or what is wrong with it.
fn verdict(reply: &Reply) -> Result<ClueVerdict, String> {
    let number = reply.refers.ok_or("`refers` is required: 2, 1 or 0")?;
    let known = ClueVerdict::ALL.get(usize::from(number)).copied();
    known.ok_or_else(|| format!("`refers` is {number}, not 2, 1 or 0"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_verdict_is_a_number_up_to_two() {
        let read = |line: &str| verdict(&serde_json::from_str(line).expect("a reply"));
        assert_eq!(read("{\"id\":0,\"refers\":2}"), Ok(ClueVerdict::Refers));
        assert_eq!(read("{\"id\":0,\"refers\":1}"), Ok(ClueVerdict::Weak));
        assert_eq!(read("{\"id\":0,\"refers\":0}"), Ok(ClueVerdict::Unrelated));
        assert!(read("{\"id\":0,\"refers\":3}").is_err_and(|why| why.contains("is 3")));
        assert!(read("{\"id\":0,\"code\":[1,2,3]}").is_err_and(|why| why.contains("required")));
    }
}
