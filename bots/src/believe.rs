//! Questions about beliefs in the opponents' keywords. Benchmarks ask them; games do not.

use overhear_engine::game::{AnswerError, PlayerUnavailable};
use overhear_engine::rules::{BySlot, Half, Keyword, Side, Slot, counted};

use crate::ask::{WordEncoding, sent};
use crate::bot::Bot;
use crate::protocol::{BeliefOf, OFFERED, QuestionMessage, RoleName};
use crate::reply::Reply;
use crate::words::WordLists;

/// A belief about each of the opponents' keywords: the probability of each offered word. A slot sums to 1.
pub type OfferedBelief = BySlot<[f64; OFFERED]>;

/// A question for a belief about the opponents' keywords, with a choice of words for each.
#[derive(Clone, Copy, Debug)]
pub struct BelieveQuestion<'a> {
    /// The team that is asked.
    pub side: Side,
    /// Its own keywords.
    pub keywords: BySlot<Keyword>,
    /// The halves that are over.
    pub history: &'a [Half],
    /// The words to choose from.
    pub offered: &'a BySlot<[Keyword; OFFERED]>,
    /// The belief that is asked for.
    pub ask: BeliefOf,
    /// The opponents' keywords; `None` for [`BeliefOf::Now`].
    pub revealed: Option<BySlot<Keyword>>,
    /// Seed for random numbers; 53 bits of it are sent.
    pub seed: u64,
}

impl Bot {
    /// Asks for beliefs about keywords, in batches. A question without an answer has an [`AnswerError`].
    ///
    /// # Errors
    /// [`PlayerUnavailable`] if the bot answers no more.
    pub fn believe(
        &self,
        questions: &[BelieveQuestion<'_>],
    ) -> Result<Vec<Result<OfferedBelief, AnswerError>>, PlayerUnavailable> {
        let speech = self.encoding();
        let mut asks: Vec<QuestionMessage<'_>> =
            questions.iter().map(|question| speech.believe(question)).collect();
        self.answers(&mut asks, |place, reply| stated(reply, questions[place].offered, speech.words))
    }
}

impl<'w> WordEncoding<'w> {
    fn believe<'a>(self, question: &BelieveQuestion<'a>) -> QuestionMessage<'a>
    where
        'w: 'a,
    {
        QuestionMessage {
            seed: sent(question.seed),
            keywords: Some(self.keywords(question.keywords)),
            history: question.history.iter().map(|half| self.half(half)).collect(),
            ask: Some(question.ask),
            offered: question.offered.iter().map(|words| words.map(|word| self.keyword(word))).collect(),
            revealed: question.revealed.map(|keywords| self.keywords(keywords)),
            ..QuestionMessage::new(RoleName::Believe, question.side)
        }
    }
}

/// Returns the belief that a reply states, or what is wrong with it.
fn stated(
    reply: &Reply,
    offered: &BySlot<[Keyword; OFFERED]>,
    words: &WordLists,
) -> Result<OfferedBelief, String> {
    match (&reply.slots, &reply.words) {
        (Some(slots), None) => weighed(slots),
        (None, Some(named)) => {
            if named.len() != Slot::ALL.len() {
                return Err(format!("`words` has {}, not 4", counted(named.len() as u64, "word")));
            }
            let mut belief = BySlot([[0.0; OFFERED]; 4]);
            for (slot, word) in Slot::ALL.into_iter().zip(named) {
                let keyword =
                    words.keyword(word).ok_or_else(|| format!("{word} is not a keyword of the deck"))?;
                let place = offered[slot].iter().position(|&one| one == keyword);
                let place = place.ok_or_else(|| {
                    format!("{word} is not among the words offered for keyword {}", slot.index() + 1)
                })?;
                belief[slot][place] = 1.0;
            }
            Ok(belief)
        }
        _ => Err("exactly one of `slots` and `words` is required".to_owned()),
    }
}

fn weighed(slots: &[Vec<f64>]) -> Result<OfferedBelief, String> {
    if slots.len() != Slot::ALL.len() {
        return Err(format!("`slots` has {} lists, not 4", slots.len()));
    }
    let mut belief = BySlot([[0.0; OFFERED]; 4]);
    for (slot, weights) in Slot::ALL.into_iter().zip(slots) {
        let weights: [f64; OFFERED] = weights.as_slice().try_into().map_err(|_| {
            format!("a list of `slots` has {}, not {OFFERED}", counted(weights.len() as u64, "weight"))
        })?;
        let largest = weights.iter().copied().fold(0.0, f64::max);
        if weights.iter().any(|weight| !weight.is_finite() || *weight < 0.0) || largest == 0.0 {
            return Err("a weight is negative, or all of a list are 0".to_owned());
        }
        // Divided by the largest first, the sum neither overflows nor vanishes.
        let shares = weights.map(|weight| weight / largest);
        let total: f64 = shares.iter().sum();
        belief[slot] = shares.map(|share| share / total);
    }
    Ok(belief)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Result<OfferedBelief, String> {
        let deck = (0..40).map(|n| format!("WORD{n}")).collect();
        let words = WordLists::new("en", vec!["moon".to_owned()], deck);
        let offered = BySlot::from_fn(|slot| std::array::from_fn(|n| Keyword((8 * slot.index() + n) as u16)));
        stated(&serde_json::from_str(line).expect("a reply"), &offered, &words)
    }

    #[test]
    fn weights_are_scaled_and_words_are_certain() {
        let belief = read(
            "{\"id\":0,\"slots\":[[1,1,1,1,0,0,0,0],[1e-300,0,0,0,0,0,0,1e-300],[1e300,1e300,0,0,0,0,0,0],[0,0,0,0,0,0,0,3]]}",
        )
        .expect("a belief");
        assert_eq!((belief[Slot::First][3], belief[Slot::Second][7]), (0.25, 0.5));
        assert_eq!((belief[Slot::Third][1], belief[Slot::Fourth][7]), (0.5, 1.0));
        let belief = read("{\"id\":0,\"words\":[\"word3\",8,\"WORD23\",31]}").expect("a belief");
        let certain = BySlot([3, 0, 7, 7]);
        assert!(Slot::ALL.into_iter().all(|slot| belief[slot][certain[slot]] == 1.0));
    }

    #[test]
    fn what_is_no_belief_is_refused_with_its_reason() {
        for (line, why) in [
            ("{\"id\":0,\"code\":[1,2,3]}", "exactly one of `slots` and `words`"),
            ("{\"id\":0,\"words\":[\"word3\",8,\"word23\"]}", "3 words, not 4"),
            ("{\"id\":0,\"words\":[\"word3\",8,\"word23\",\"moon\"]}", "not a keyword of the deck"),
            ("{\"id\":0,\"words\":[\"word9\",8,\"word23\",31]}", "not among the words offered for keyword 1"),
            ("{\"id\":0,\"slots\":[[1,1,1,1,1,1,1,1]]}", "1 lists, not 4"),
            ("{\"id\":0,\"slots\":[[1],[1],[1],[1]]}", "1 weight, not 8"),
            ("{\"id\":0,\"slots\":[[0,0,0,0,0,0,0,0],[1],[1],[1]]}", "all of a list are 0"),
            ("{\"id\":0,\"slots\":[[1,1,1,1,1,1,1,-1],[1],[1],[1]]}", "negative"),
        ] {
            let problem = read(line).expect_err(line);
            assert!(problem.contains(why), "{line}: {problem}");
        }
    }
}
