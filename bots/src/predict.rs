//! Questions about what another player will guess. Benchmarks ask them; games do not.

use overhear_engine::game::{AnswerError, Belief, PlayerUnavailable};
use overhear_engine::rules::{BySlot, Clues, Code, Half, Keyword, Side};

use crate::ask::digits;
use crate::bot::Bot;
use crate::bot_fault::{BotFault, BotFaultKind};
use crate::protocol::{QuestionMessage, ReaderMessage, RoleName};
use crate::reply::Reply;
use crate::reply_check::belief;
use crate::stated_chances::probability;

/// Which code another player will guess: asked of one who knows the code and the keywords.
#[derive(Clone, Copy, Debug)]
pub struct PredictQuestion<'a> {
    /// The team that gives the clues.
    pub side: Side,
    /// Its keywords.
    pub keywords: BySlot<Keyword>,
    /// Its code.
    pub code: Code,
    /// The clues for the code.
    pub clues: Clues,
    /// The round, from 1.
    pub round: u8,
    /// The halves that are over.
    pub history: &'a [Half],
    /// The player whose guess is to be predicted.
    pub reader: ReaderMessage<'a>,
}

impl Bot {
    /// Asks what others will guess, in batches. A question without an answer has an [`AnswerError`].
    ///
    /// # Errors
    /// [`PlayerUnavailable`] if the bot answers no more.
    pub fn predict(
        &self,
        questions: &[PredictQuestion<'_>],
    ) -> Result<Vec<Result<Belief, AnswerError>>, PlayerUnavailable> {
        let speech = self.encoding();
        let mut asks: Vec<QuestionMessage<'_>> =
            questions.iter().map(|question| speech.predict(question)).collect();
        self.answers(&mut asks, |_, reply| prediction(reply))
    }
}

impl<'w> crate::ask::WordEncoding<'w> {
    fn predict<'a>(self, question: &PredictQuestion<'a>) -> QuestionMessage<'a>
    where
        'w: 'a,
    {
        QuestionMessage {
            round: Some(question.round),
            keywords: Some(self.keywords(question.keywords)),
            code: Some(digits(question.code)),
            clues: Some(self.clues(&question.clues)),
            history: question.history.iter().map(|half| self.half(half)).collect(),
            reader: Some(question.reader),
            ..QuestionMessage::new(RoleName::Predict, question.side)
        }
    }
}

/// What a reply says of each code. A code with a chance leaves the rest to the others.
fn prediction(reply: &Reply) -> Result<Belief, String> {
    let Some(chance) = reply.confidence else { return belief(reply) };
    if reply.p.is_some() {
        return Err("`confidence` and `p` cannot be combined; send `code` with `confidence`".to_owned());
    }
    let chance = probability("confidence", chance)?;
    let code = belief(reply)?.best();
    let rest = (1.0 - chance) / (Code::COUNT - 1) as f64;
    let weights = std::array::from_fn(|n| if n == code.index() { chance } else { rest });
    Ok(Belief::try_from_weights(weights).expect("a probability leaves no negative rest"))
}

impl Bot {
    /// Asks questions of benchmarks, reads each reply with the number of its question, and counts what is wrong with it.
    pub(crate) fn answers<T>(
        &self,
        asks: &mut [QuestionMessage<'_>],
        read: impl Fn(usize, &Reply) -> Result<T, String>,
    ) -> Result<Vec<Result<T, AnswerError>>, PlayerUnavailable> {
        let replies = self.settle(asks)?;
        self.count_questions(asks.len());
        Ok(replies
            .into_iter()
            .enumerate()
            .map(|(place, reply)| {
                let answer = reply.and_then(|reply| match reply.failure() {
                    Some(failure) => Err(self.noted(failure)),
                    None => read(place, &reply)
                        .map_err(|what| self.noted(BotFault::new(BotFaultKind::BadAnswer, what))),
                });
                answer.map_err(|fault| self.failure(&fault))
            })
            .collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Result<Belief, String> {
        prediction(&serde_json::from_str(line).expect("a reply"))
    }

    #[test]
    fn a_code_with_a_chance_leaves_the_rest_to_the_others() {
        let belief = read("{\"id\":0,\"code\":[4,2,1],\"confidence\":0.54}").expect("a belief");
        let best = belief.best();
        assert_eq!((digits(best), belief.probability(best)), ([4, 2, 1], 0.54));
        assert!(
            Code::ALL
                .iter()
                .filter(|&&code| code != best)
                .all(|&code| { (belief.probability(code) - 0.02).abs() < 1e-6 })
        );
        for (line, why) in [
            ("{\"id\":0,\"code\":[4,2,1],\"confidence\":1.5}", "`confidence` is not a probability"),
            ("{\"id\":0,\"p\":[1],\"confidence\":0.5}", "send `code` with `confidence`"),
            ("{\"id\":0,\"confidence\":0.5}", "`p` or `code` is required"),
        ] {
            assert!(read(line).is_err_and(|problem| problem.contains(why)), "{line}");
        }
        assert_eq!(read("{\"id\":0,\"code\":[4,2,1]}"), Ok(Belief::certain(best)));
    }
}
