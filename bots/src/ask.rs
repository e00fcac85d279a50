//! Conversion of a question into its message, which has all that the player may know.

use overhear_engine::game::{ListenerView, PlayerRequest, Question, TalkMessage, TalkTurn};
use overhear_engine::rules::{BySlot, Clue, Clues, Code, Half, Keyword};

use crate::protocol::{PastHalf, QuestionMessage, RefusedClueMessage, RoleName, SaidMessage, Word};
use crate::reply::BotWord;
use crate::reply_check::RejectedClue;
use crate::words::WordLists;

/// Bits of a number in a message. Every language represents integers of this size exactly.
const BITS: u32 = 53;

/// Format of words for a bot.
#[derive(Clone, Copy)]
pub(crate) struct WordEncoding<'a> {
    pub(crate) words: &'a WordLists,
    /// `true` for texts, `false` for numbers.
    pub(crate) texts: bool,
}

impl<'a> WordEncoding<'a> {
    fn clue(self, clue: Clue) -> Word<'a> {
        if self.texts || !self.words.has(clue) {
            return Word::Text(self.words.clue_text(clue));
        }
        Word::Number(clue.index() as u32)
    }

    pub(crate) fn keyword(self, keyword: Keyword) -> Word<'a> {
        if self.texts { Word::Text(self.words.keyword_text(keyword)) } else { Word::Number(keyword.0.into()) }
    }

    pub(crate) fn clues(self, clues: &Clues) -> [Option<Word<'a>>; 3] {
        clues.map(|clue| clue.map(|clue| self.clue(clue)))
    }

    pub(crate) fn keywords(self, keywords: BySlot<Keyword>) -> [Word<'a>; 4] {
        keywords.0.map(|keyword| self.keyword(keyword))
    }

    pub(crate) fn half(self, half: &Half) -> PastHalf<'a> {
        PastHalf {
            round: half.round,
            side: half.side.name(),
            clues: self.clues(&half.clues),
            code: digits(half.code),
            guess: Some(digits(half.guess)),
            interception: half.interception.map(digits),
            forfeited: half.forfeited,
        }
    }

    /// Returns the message of a question. Its id is set later.
    pub(crate) fn ask(self, request: &mut PlayerRequest<'_>) -> QuestionMessage<'a> {
        let seed = seed(request);
        let PlayerRequest { question, refused, .. } = request;
        let seat = question.seat();
        let mut ask = QuestionMessage {
            member: seat.member(),
            noise_seed: sent(seat.noise_seed()),
            seed,
            keywords: seat.keywords().map(|&keywords| self.keywords(keywords)),
            history: question.record().halves().iter().map(|half| self.half(half)).collect(),
            ..QuestionMessage::new(question.role().into(), seat.side())
        };
        match question {
            Question::Clues(view) => {
                (ask.round, ask.code) = (Some(view.round()), Some(digits(view.code())));
                let refused = refused.iter();
                ask.refused = refused
                    .map(|one| RefusedClueMessage {
                        place: one.place,
                        clue: match self.clue(one.clue) {
                            Word::Number(number) => BotWord::Number(number.into()),
                            Word::Text(text) => BotWord::Text(text.to_owned()),
                        },
                        why: one.why.to_string(),
                    })
                    .collect();
            }
            Question::Decode(view) => self.hear(view, &mut ask),
            Question::Intercept(view) => self.hear(view, &mut ask),
            Question::Keywords(_) => {}
        }
        if let Some(turn) = &request.talk {
            talk(turn, &mut ask);
        }
        ask
    }

    fn hear(self, hearing: &ListenerView<'_>, ask: &mut QuestionMessage<'a>) {
        (ask.round, ask.clues) = (Some(hearing.round()), Some(self.clues(hearing.clues())));
    }
}

/// Makes the question of the answer alone that of a turn in a talk.
fn talk(turn: &TalkTurn<'_>, ask: &mut QuestionMessage<'_>) {
    ask.about = Some(std::mem::replace(&mut ask.role, RoleName::Discuss));
    (ask.turn, ask.last, ask.alone) = (Some(turn.turn), turn.is_last, Some(digits(turn.guess)));
    let messages = turn.messages.iter().map(|TalkMessage { turn, member, text, code }| SaidMessage {
        turn: *turn,
        member: *member,
        text: text.clone(),
        code: digits(*code),
    });
    ask.said = Some(messages.collect());
}

/// Returns the question once more, with the reasons for the rejection of its clues.
pub(crate) fn once_more<'a>(
    mut ask: QuestionMessage<'a>,
    rejected: Vec<RejectedClue>,
    request: &mut PlayerRequest<'_>,
) -> QuestionMessage<'a> {
    let refused =
        rejected.into_iter().map(|RejectedClue { place, clue, why }| RefusedClueMessage { place, clue, why });
    ask.refused.extend(refused);
    QuestionMessage { seed: seed(request), ..ask }
}

/// Returns the random seed of a question. An Encryptor draws it, so repeated questions get new seeds. A
/// guesser leaves its stream unchanged, because the team draws its guess among equally likely codes from that
/// stream.
fn seed(request: &mut PlayerRequest<'_>) -> u64 {
    let bits = match request.question {
        Question::Clues(_) => request.stream.bits(),
        _ => request.stream.clone().bits(),
    };
    sent(bits)
}

/// Returns the part of a random number that a message has.
pub(crate) const fn sent(number: u64) -> u64 {
    number >> (64 - BITS)
}

pub(crate) fn digits(code: Code) -> [u8; 3] {
    code.slots().map(|slot| slot.index() as u8 + 1)
}

#[cfg(test)]
mod tests {
    use overhear_engine::game::{Deal, GameSetup, Position, Role, Seed, Stream};
    use overhear_engine::rules::{BySide, ClueLaw, Deck, PublicRecord, Rules, Side, WordFacts};

    use super::*;

    const WORDS: [&str; 16] = [
        "ant", "bee", "cat", "dog", "elk", "fox", "gnu", "hen", "ibis", "jay", "kiwi", "lark", "mole",
        "newt", "owl", "pug",
    ];

    /// Returns the message of a question at a position.
    fn message(at: &Position<'_>, (role, side, member): (Role, Side, u8), texts: bool) -> String {
        let words = WORDS.map(str::to_owned);
        let words = WordLists::new("en", words.to_vec(), words.to_vec());
        let clues = [Some(Clue::new(2)), None, Some(Clue::new(9))];
        let mut stream = Stream::of_call(Seed(1), 7, side, member, at.round, role);
        let question = at.question(role, side, member, clues);
        let mut request = PlayerRequest { question, stream: &mut stream, refused: &[], talk: None };
        serde_json::to_string(&WordEncoding { words: &words, texts }.ask(&mut request)).expect("JSON")
    }

    fn record(round: u8, number: usize) -> PublicRecord {
        let mut record = PublicRecord::new();
        for n in 0..2 * (usize::from(round) - 1) {
            let code = |k: usize| Code::ALL[(7 * n + k + number) % 24];
            let clue = |k: usize| Some(Clue::new(((3 * n + k + number) % 16) as u32));
            record.push(Half {
                round: n as u8 / 2 + 1,
                side: Side::ALL[n % 2],
                clues: [clue(0), clue(1), None],
                guess: code(0),
                interception: (n > 1).then(|| code(1)),
                code: code(2),
                forfeited: n % 5 == 4,
            });
        }
        record
    }

    /// Replaces everything in a deal that the member may not know by another deal's. Codes of past rounds are
    /// part of the record.
    fn redealt(deal: &Deal, mut other: Deal, (role, side, member): (Role, Side, u8), round: u8) -> Deal {
        other.keywords[side] = deal.keywords[side];
        other.noise_seeds[side][usize::from(member)] = deal.noise_seeds[side][usize::from(member)];
        if role == Role::Encryptor {
            other.codes[usize::from(round) - 1][side] = deal.codes[usize::from(round) - 1][side];
        }
        other
    }

    #[test]
    fn r5_a_message_tells_what_its_view_tells_and_nothing_of_what_is_hidden() {
        let deck = Deck::parse(&WORDS.join("\n"), "en").expect("a deck");
        let law = ClueLaw::new(&WORDS.map(|text| WordFacts { text, lemmas: "" }), &deck);
        let setup =
            GameSetup::new(Rules::official().checked().expect("a game"), &deck, &law).expect("they agree");
        let deal = |number| Deal::clone(&setup.deal(Seed(3), number));
        let mut messages = std::collections::HashSet::new();
        for (number, round) in (0..20).flat_map(|number| (1..=8).map(move |round| (number, round))) {
            let (here, record) = (deal(number), record(round, number as usize));
            let seats = Side::ALL.into_iter().flat_map(|side| [(side, 0), (side, 1)]);
            for (role, (side, member)) in seats.flat_map(|seat| Role::ALL.map(|role| (role, seat))) {
                let who = (role, side, member);
                let there = redealt(&here, deal(1000 + number), who, round);
                let at = Position { setup: &setup, deal: &here, record: &record, round };
                for texts in [false, true] {
                    let text = message(&at, who, texts);
                    assert_eq!(text, message(&Position { deal: &there, ..at }, who, texts));
                    assert!(messages.insert(text), "every question has a message of its own");
                }
                let noise_seed = (here.noise_seeds[side][usize::from(member)] >> 11).to_string();
                let numbers = message(&at, who, false);
                assert!(numbers.contains(&noise_seed));
                let others = BySide::from_fn(|side| {
                    here.noise_seeds[side].map(|noise_seed| (noise_seed >> 11).to_string())
                });
                let count = [others.white, others.black]
                    .concat()
                    .iter()
                    .filter(|noise_seed| numbers.contains(*noise_seed))
                    .count();
                assert_eq!(count, 1, "only one noise seed is sent");
            }
        }
    }
}
