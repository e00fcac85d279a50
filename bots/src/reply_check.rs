//! Validation of a reply against its question.

use overhear_engine::game::{Answer, Belief, KeywordBelief, PlayerRequest, Question, TalkReply};
use overhear_engine::rules::{BySlot, CLUES, Clues, Code, Slot, counted};

use serde_json::Value;

use crate::bot_fault::{BotFault, BotFaultKind};
use crate::reply::{BotWord, Reply};
use crate::stated_chances::StatedChances;
use crate::words::WordLists;

/// A valid answer, with the rejected clues in it. Rejected clues count as missing.
pub(crate) struct ValidatedAnswer {
    pub(crate) answer: Answer,
    pub(crate) unknown: Vec<RejectedClue>,
    /// The chances that this answer states of its clues.
    pub(crate) risk: Option<StatedChances>,
}

/// A rejected clue, with its place and the reason.
pub(crate) struct RejectedClue {
    pub(crate) place: usize,
    pub(crate) clue: BotWord,
    pub(crate) why: String,
}

impl From<Answer> for ValidatedAnswer {
    fn from(answer: Answer) -> ValidatedAnswer {
        ValidatedAnswer { answer, unknown: Vec::new(), risk: None }
    }
}

/// Validates a reply as the answer to its question. With `embed` any text may be a clue.
pub(crate) fn judge(
    request: &PlayerRequest<'_>,
    reply: &Reply,
    words: &WordLists,
    embed: bool,
) -> Result<ValidatedAnswer, BotFault> {
    if let Some(failure) = reply.failure() {
        return Err(failure);
    }
    if request.talk.is_some() {
        return talk(reply).map(|reply| Answer::Talk(reply).into()).map_err(bad);
    }
    match &request.question {
        Question::Clues(_) => clues(reply, words, embed),
        Question::Decode(_) | Question::Intercept(_) => {
            belief(reply).map(|belief| Answer::Belief(belief).into()).map_err(bad)
        }
        Question::Keywords(view) => {
            let named = keywords(reply, words).map_err(bad)?;
            Ok(Answer::Keywords(KeywordBelief::certain(view.seat().setup().deck(), named)).into())
        }
    }
}

fn bad(what: String) -> BotFault {
    BotFault::new(BotFaultKind::BadAnswer, what)
}

fn clues(reply: &Reply, words: &WordLists, embed: bool) -> Result<ValidatedAnswer, BotFault> {
    let bot_words = reply.clues.as_deref().ok_or_else(|| bad("`clues` is required".to_owned()))?;
    let risk = StatedChances::read(reply).map_err(bad)?;
    if bot_words.len() != CLUES {
        return Err(bad(format!("`clues` has {}, not 3", counted(bot_words.len() as u64, "word"))));
    }
    let (mut clues, mut unknown): (Clues, Vec<_>) = ([None; CLUES], Vec::new());
    for (place, word) in bot_words.iter().enumerate() {
        let Some(word) = word else { continue };
        clues[place] = words.clue(word);
        match (clues[place], word) {
            (Some(_), _) => {}
            (None, BotWord::Text(text)) => {
                let clue = if embed {
                    words.clue_from_text(text)
                } else {
                    Err("the clue is not in the vocabulary".to_owned())
                };
                match clue {
                    Ok(clue) => clues[place] = Some(clue),
                    Err(why) => unknown.push(RejectedClue { place, clue: word.clone(), why }),
                }
            }
            (None, BotWord::Number(number)) => {
                let most = words.setup().vocabulary.len();
                return Err(bad(format!(
                    "there is no clue {number}: the vocabulary has {}",
                    counted(most as u64, "word")
                )));
            }
        }
    }
    Ok(ValidatedAnswer { answer: Answer::Clues(clues), unknown, risk })
}

/// Returns the reply in a talk. Without `p` and `code` the member keeps its belief. The engine cuts the text.
fn talk(reply: &Reply) -> Result<TalkReply, String> {
    let text = match &reply.text {
        None => None,
        Some(Value::String(text)) => Some(text.clone()),
        Some(other) => return Err(format!("`text` {other} is not a text")),
    };
    let belief = match (&reply.p, &reply.code) {
        (None, None) if text.is_some() => None,
        (None, None) => return Err("`text`, `p` or `code` is required".to_owned()),
        _ => Some(belief(reply)?),
    };
    Ok(TalkReply { text: text.unwrap_or_default(), belief })
}

/// Returns the belief about the codes in a reply.
pub(crate) fn belief(reply: &Reply) -> Result<Belief, String> {
    match (&reply.p, &reply.code) {
        (Some(p), None) => {
            let weights: [f64; Code::COUNT] = p[..]
                .try_into()
                .map_err(|_| format!("`p` has {}, not 24", counted(p.len() as u64, "weight")))?;
            Belief::try_from_weights(weights)
                .ok_or_else(|| "`p`: all weights are 0, or one is below 0".to_owned())
        }
        (None, Some(code)) => self::code(code).map(Belief::certain),
        (None, None) => Err("`p` or `code` is required".to_owned()),
        (Some(_), Some(_)) => Err("`p` and `code` cannot be combined; send one".to_owned()),
    }
}

fn code(digits: &[u8]) -> Result<Code, String> {
    let slots: Option<Vec<Slot>> =
        digits.iter().map(|&digit| Slot::ALL.get(usize::from(digit).checked_sub(1)?).copied()).collect();
    let slots: Option<[Slot; CLUES]> = slots.and_then(|slots| slots.try_into().ok());
    slots
        .and_then(Code::new)
        .ok_or_else(|| format!("`code` {digits:?} is not three different digits from 1 to 4"))
}

fn keywords(reply: &Reply, words: &WordLists) -> Result<BySlot<overhear_engine::rules::Keyword>, String> {
    let bot_words = reply.keywords.as_deref().ok_or("`keywords` is required")?;
    let keywords = bot_words
        .iter()
        .map(|word| words.keyword(word).ok_or_else(|| format!("{word} is not a keyword of the deck")))
        .collect::<Result<Vec<_>, String>>()?;
    let count = keywords.len();
    keywords
        .try_into()
        .map(BySlot)
        .map_err(|_| format!("`keywords` has {}, not 4", counted(count as u64, "word")))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the belief of an answer with these weights, each followed by a decimal exponent.
    fn believed(exponent: &str, weights: &[u32]) -> Result<Belief, String> {
        let weights: Vec<String> = weights.iter().map(|weight| format!("{weight}{exponent}")).collect();
        let line = format!("{{\"id\":0,\"p\":[{}]}}", weights.join(","));
        belief(&serde_json::from_str(&line).map_err(|error| error.to_string())?)
    }

    #[test]
    fn a_common_factor_of_weights_changes_nothing() {
        let weights: Vec<u32> = (0..24).map(|n| 1 << (n % 8)).collect();
        let plain = believed("", &weights).expect("weights");
        for exponent in ["e-46", "e-300", "e39", "e300", ".0"] {
            let scaled = believed(exponent, &weights).expect("weights");
            let pairs = scaled.probabilities().iter().zip(plain.probabilities());
            assert!(pairs.into_iter().all(|(a, b)| (a - b).abs() <= f32::EPSILON * b), "{exponent}");
        }
        for exponent in ["e-323", "e307"] {
            assert_eq!(believed(exponent, &[7; 24]), Ok(Belief::UNIFORM), "{exponent}");
        }
    }

    #[test]
    fn a_reply_in_a_talk_may_leave_out_one_of_its_parts() {
        let read = |line: &str| talk(&serde_json::from_str(line).expect("a reply"));
        let talk_reply = |text: &str, belief| Ok(TalkReply { text: text.to_owned(), belief });
        let code = Code::ALL[23];
        assert_eq!(read("{\"id\":0,\"text\":\"\"}"), talk_reply("", None));
        assert_eq!(read("{\"id\":0,\"code\":[4,3,2]}"), talk_reply("", Some(Belief::certain(code))));
        assert_eq!(
            read("{\"id\":0,\"text\":\"a\",\"code\":[4,3,2]}"),
            talk_reply("a", Some(Belief::certain(code)))
        );
        for (line, why) in [
            ("{\"id\":0,\"text\":5}", "`text` 5 is not a text"),
            ("{\"id\":0}", "`text`, `p` or `code` is required"),
            ("{\"id\":0,\"text\":\"a\",\"p\":[1]}", "1 weight, not 24"),
            ("{\"id\":0,\"text\":\"a\",\"code\":[4,4,2]}", "not three different digits"),
        ] {
            assert!(read(line).is_err_and(|problem| problem.contains(why)), "{line}");
        }
    }

    #[test]
    fn what_is_no_weights_is_refused() {
        let nothing = Err("`p`: all weights are 0, or one is below 0".to_owned());
        assert_eq!(believed("", &[0; 24]), nothing);
        assert_eq!(believed("e-400", &[1; 24]), nothing, "too small for 64 bits");
        assert!(believed("e400", &[1; 24]).is_err_and(|problem| problem.contains("number out of range")));
        assert!(believed("", &[1; 23]).is_err_and(|problem| problem.contains("23 weights, not 24")));
    }
}
