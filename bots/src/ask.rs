//! A question as a message: all that its view tells.

use overhear_engine::rules::{BySlot, Clue, Clues, Code, Half, Keyword};
use overhear_engine::table::{Asked, Hearing, Question};

use crate::protocol::{Ask, PastHalf, Refused, RoleName, SaidWord, Word};
use crate::words::Words;

/// How many bits of a number travel: so many are whole numbers in every language.
const BITS: u32 = 53;

/// Words as a bot wants them.
#[derive(Clone, Copy)]
pub(crate) struct Speech<'a> {
    pub(crate) words: &'a Words,
    /// Whether it wants texts.
    pub(crate) texts: bool,
}

impl<'a> Speech<'a> {
    fn clue(self, clue: Clue) -> Word<'a> {
        if self.texts { Word::Text(self.words.clue_text(clue)) } else { Word::Number(clue.index() as u32) }
    }

    fn keyword(self, keyword: Keyword) -> Word<'a> {
        if self.texts { Word::Text(self.words.keyword_text(keyword)) } else { Word::Number(keyword.0.into()) }
    }

    fn clues(self, clues: &Clues) -> [Option<Word<'a>>; 3] {
        clues.map(|clue| clue.map(|clue| self.clue(clue)))
    }

    fn keywords(self, keywords: BySlot<Keyword>) -> [Word<'a>; 4] {
        keywords.0.map(|keyword| self.keyword(keyword))
    }

    fn half(self, half: &Half) -> PastHalf<'a> {
        PastHalf {
            round: half.round,
            side: half.side.name(),
            clues: self.clues(&half.clues),
            code: digits(half.code),
            guess: digits(half.guess),
            interception: half.interception.map(digits),
            forfeited: half.forfeited,
        }
    }

    /// The message of a question; its number is still to be given.
    pub(crate) fn ask(self, asked: &mut Asked<'_>) -> Ask<'a> {
        let seed = seed(asked);
        let Asked { question, refused, .. } = asked;
        let seat = question.seat();
        let mut ask = Ask {
            id: 0,
            role: RoleName::from(question.role()),
            side: seat.side().name(),
            member: seat.member(),
            head: seat.head() >> (64 - BITS),
            seed,
            round: None,
            keywords: seat.keywords().map(|&keywords| self.keywords(keywords)),
            code: None,
            clues: None,
            history: question.record().halves().iter().map(|half| self.half(half)).collect(),
            refused: Vec::new(),
        };
        match question {
            Question::Clues(view) => {
                (ask.round, ask.code) = (Some(view.round()), Some(digits(view.code())));
                let told = |clue| match self.clue(clue) {
                    Word::Number(number) => SaidWord::Number(number.into()),
                    Word::Text(text) => SaidWord::Text(text.to_owned()),
                };
                let refused = refused.iter();
                ask.refused = refused
                    .map(|one| Refused { place: one.place, clue: told(one.clue), why: one.why.to_string() })
                    .collect();
            }
            Question::Decode(view) => self.hear(view, &mut ask),
            Question::Intercept(view) => self.hear(view, &mut ask),
            Question::Keywords(_) => {}
        }
        ask
    }

    fn hear(self, hearing: &Hearing<'_>, ask: &mut Ask<'a>) {
        (ask.round, ask.clues) = (Some(hearing.round()), Some(self.clues(hearing.clues())));
    }
}

/// The number that a bot begins with. An Encryptor draws it, so that each time that he is asked again he has another; a guesser
/// leaves his stream as it is, for what his team says of equally likely codes is drawn from it.
pub(crate) fn seed(asked: &mut Asked<'_>) -> u64 {
    let bits = match asked.question {
        Question::Clues(_) => asked.stream.bits(),
        _ => asked.stream.clone().bits(),
    };
    bits >> (64 - BITS)
}

fn digits(code: Code) -> [u8; 3] {
    code.slots().map(|slot| slot.index() as u8 + 1)
}
