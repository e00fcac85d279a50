//! An agent that a bot answers for, in all roles or in some.

use std::sync::Arc;

use overhear_engine::rules::Clues;
use overhear_engine::table::{
    Agent, Answer, Asked, Belief, Correspondent, Encryptor, EncryptorView, Guesser, GuesserView,
    InterceptorView, KeywordBelief, KeywordView, Pace, Question, Refusal, Role, Seat, Stream,
};

use crate::bot::Bot;
use crate::protocol::RoleName;

/// A bot in the seats of an agent.
///
/// Where games can wait it is asked in batches. Elsewhere its players ask it one question at a time, and get the same
/// answers; a fault of its is then a panic of the player.
pub struct Seated {
    label: String,
    bot: Arc<Bot>,
    /// Whether the bot answers, by role.
    plays: [bool; 4],
    stand_in: Option<Box<dyn Agent>>,
}

/// A role that nobody plays.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("bot `{bot}` does not play the role `{}`: name an agent that does", serde_json::to_string(.role).unwrap_or_default().trim_matches('"'))]
pub struct MissingRole {
    /// The bot.
    pub bot: String,
    /// The role.
    pub role: RoleName,
}

impl Seated {
    /// Seats a bot for those of `roles` that it plays; the stand-in plays the others.
    ///
    /// # Errors
    /// [`MissingRole`] if there is no stand-in for a role that the bot does not play.
    pub fn new(
        label: &str,
        bot: Arc<Bot>,
        roles: &[RoleName],
        stand_in: Option<Box<dyn Agent>>,
    ) -> Result<Seated, MissingRole> {
        let plays = RoleName::ALL.map(|role| roles.contains(&role) && bot.plays(role));
        let missing = RoleName::ALL.into_iter().find(|&role| !plays[role as usize]);
        match missing {
            Some(role) if stand_in.is_none() => Err(MissingRole { bot: bot.order().name.clone(), role }),
            _ => Ok(Seated { label: label.to_owned(), bot, plays, stand_in }),
        }
    }

    fn plays(&self, role: RoleName) -> bool {
        self.plays[role as usize]
    }
}

impl Agent for Seated {
    fn label(&self) -> &str {
        &self.label
    }

    fn encryptor(&self) -> Box<dyn Encryptor> {
        match &self.stand_in {
            Some(stand_in) if !self.plays(RoleName::Encrypt) => stand_in.encryptor(),
            _ => Box::new(Writer { bot: Arc::clone(&self.bot), last: None, refused: Vec::new() }),
        }
    }

    fn guesser(&self) -> Box<dyn Guesser> {
        let stand_in = self.stand_in.as_ref().map(|stand_in| stand_in.guesser());
        match stand_in {
            Some(guesser) if self.plays[1..] == [false; 3] => guesser,
            stand_in => Box::new(Reader { bot: Arc::clone(&self.bot), plays: self.plays, stand_in }),
        }
    }

    fn pace(&self) -> Pace {
        self.stand_in.as_ref().map_or_else(Pace::default, |stand_in| stand_in.pace())
    }

    fn thinks_alike(&self) -> bool {
        let stand_in = self.stand_in.as_ref().filter(|_| self.plays != [true; 4]);
        self.bot.hello().thinks_alike && stand_in.is_none_or(|stand_in| stand_in.thinks_alike())
    }

    fn salt(&self) -> u64 {
        self.stand_in.as_ref().map_or(0, |stand_in| stand_in.salt())
    }

    fn correspondent(&self, role: Role) -> Option<Arc<dyn Correspondent>> {
        self.plays(role.into()).then(|| Arc::clone(&self.bot) as Arc<dyn Correspondent>)
    }
}

/// Asks one question, and waits.
///
/// # Panics
/// If there is no answer.
fn ask(bot: &Bot, question: Question<'_>, stream: &mut Stream, refused: &[Refusal]) -> Answer {
    let mut asked = Asked { question, stream, refused };
    let answers = bot.answer(std::slice::from_mut(&mut asked));
    let answer = answers.unwrap_or_else(|outage| panic!("{outage}")).pop();
    answer.expect("one question has one answer").unwrap_or_else(|failure| panic!("{failure}"))
}

/// A giver of clues who asks the bot.
struct Writer {
    bot: Arc<Bot>,
    /// What he said last, and the next number of the stream as he left it: whoever is asked with that stream is asked again.
    last: Option<(u64, Clues)>,
    /// What was refused of it, and before (R25).
    refused: Vec<Refusal>,
}

impl Encryptor for Writer {
    fn begin(&mut self, _: &Seat<'_>) {
        self.last = None;
    }

    fn clues(&mut self, view: &EncryptorView<'_>, stream: &mut Stream) -> Clues {
        match self.last {
            Some((next, clues)) if next == stream.clone().bits() => {
                self.refused.extend(view.refusals(&clues));
            }
            _ => self.refused.clear(),
        }
        let Answer::Clues(clues) = ask(&self.bot, Question::Clues(*view), stream, &self.refused) else {
            unreachable!("the bot's answers fit their questions")
        };
        self.last = Some((stream.clone().bits(), clues));
        clues
    }
}

/// A guesser who asks the bot, or a stand-in for what it does not play.
struct Reader {
    bot: Arc<Bot>,
    plays: [bool; 4],
    stand_in: Option<Box<dyn Guesser>>,
}

impl Reader {
    /// Who answers in the bot's place, if it does not play the role.
    fn other(&mut self, role: RoleName) -> Option<&mut Box<dyn Guesser>> {
        self.stand_in.as_mut().filter(|_| !self.plays[role as usize])
    }

    fn believed(&self, question: Question<'_>, stream: &mut Stream) -> Belief {
        match ask(&self.bot, question, stream, &[]) {
            Answer::Belief(belief) => belief,
            _ => unreachable!("the bot's answers fit their questions"),
        }
    }
}

impl Guesser for Reader {
    fn begin(&mut self, seat: &Seat<'_>) {
        if let Some(stand_in) = &mut self.stand_in {
            stand_in.begin(seat);
        }
    }

    fn decode(&mut self, view: &GuesserView<'_>, stream: &mut Stream) -> Belief {
        match self.other(RoleName::Decode) {
            Some(other) => other.decode(view, stream),
            None => self.believed(Question::Decode(*view), stream),
        }
    }

    fn intercept(&mut self, view: &InterceptorView<'_>, stream: &mut Stream) -> Belief {
        match self.other(RoleName::Intercept) {
            Some(other) => other.intercept(view, stream),
            None => self.believed(Question::Intercept(*view), stream),
        }
    }

    fn keywords(&mut self, view: &KeywordView<'_>, stream: &mut Stream, believed: &mut KeywordBelief) {
        if let Some(other) = self.other(RoleName::Keywords) {
            return other.keywords(view, stream, believed);
        }
        match ask(&self.bot, Question::Keywords(*view), stream, &[]) {
            Answer::Keywords(answer) => *believed = answer,
            _ => unreachable!("the bot's answers fit their questions"),
        }
    }
}
