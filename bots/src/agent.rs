//! Agents backed by an external player, in all roles or in some.

use std::sync::Arc;

use overhear_engine::game::{
    Agent, Answer, Belief, ClueTimes, Encryptor, EncryptorView, ExternalPlayer, Guesser, GuesserView,
    InterceptorView, KeywordBelief, KeywordView, NoAnswer, PlayerRequest, Question, Refusal, Role, Seat,
    Stream, TalkReply, TalkTurn,
};
use overhear_engine::rules::Clues;

use crate::bot::Bot;
use crate::protocol::RoleName;

/// An agent whose answers come from a bot or another external player.
///
/// Games that can wait collect its questions in batches. Elsewhere its players ask one question at a time and
/// get equal answers; a fault then panics in the player.
pub struct BotAgent {
    label: String,
    batched: Arc<dyn ExternalPlayer>,
    one_by_one: Arc<dyn ExternalPlayer>,
    /// By role, `true` if the external player answers it.
    plays: [bool; 4],
    thinks_alike: bool,
    stand_in: Option<Box<dyn Agent>>,
}

/// Error for a role that neither the bot nor a stand-in plays.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("bot `{bot}` does not play the role `{}`: name an agent that does", serde_json::to_string(.role).unwrap_or_default().trim_matches('"'))]
pub struct MissingRole {
    /// Name of the bot.
    pub bot: String,
    /// The role.
    pub role: RoleName,
}

impl BotAgent {
    /// Returns an agent in which the bot plays those of `roles` that it can; the stand-in plays the others.
    ///
    /// # Errors
    /// Returns [`MissingRole`] if the bot does not play a role and there is no stand-in.
    pub fn new(
        label: &str,
        bot: Arc<Bot>,
        roles: &[RoleName],
        stand_in: Option<Box<dyn Agent>>,
    ) -> Result<BotAgent, MissingRole> {
        let plays = RoleName::ALL.map(|role| roles.contains(&role) && bot.plays(role));
        let missing = RoleName::ALL.into_iter().find(|&role| !plays[role as usize]);
        match missing {
            Some(role) if stand_in.is_none() => Err(MissingRole { bot: bot.config().name.clone(), role }),
            _ => {
                let (thinks_alike, one_by_one) = (bot.hello().thinks_alike, Arc::clone(&bot));
                Ok(BotAgent {
                    label: label.to_owned(),
                    batched: bot,
                    one_by_one,
                    plays,
                    thinks_alike,
                    stand_in,
                })
            }
        }
    }

    /// Returns an agent in which external players answer the roles in `plays`; the stand-in plays the others.
    /// `one_by_one` answers where games cannot wait.
    pub fn with_stand_in(
        label: &str,
        [batched, one_by_one]: [Arc<dyn ExternalPlayer>; 2],
        plays: [bool; Role::ALL.len()],
        thinks_alike: bool,
        stand_in: Box<dyn Agent>,
    ) -> BotAgent {
        let stand_in = Some(stand_in);
        BotAgent { label: label.to_owned(), batched, one_by_one, plays, thinks_alike, stand_in }
    }

    fn plays(&self, role: RoleName) -> bool {
        self.plays[role as usize]
    }
}

impl Agent for BotAgent {
    fn label(&self) -> &str {
        &self.label
    }

    fn encryptor(&self) -> Box<dyn Encryptor> {
        match &self.stand_in {
            Some(stand_in) if !self.plays(RoleName::Encrypt) => stand_in.encryptor(),
            _ => Box::new(RemoteEncryptor {
                player: Arc::clone(&self.one_by_one),
                last: None,
                refused: Vec::new(),
            }),
        }
    }

    fn guesser(&self) -> Box<dyn Guesser> {
        let stand_in = self.stand_in.as_ref().map(|stand_in| stand_in.guesser());
        match stand_in {
            Some(guesser) if self.plays[1..] == [false; 3] => guesser,
            stand_in => {
                Box::new(RemoteGuesser { player: Arc::clone(&self.one_by_one), plays: self.plays, stand_in })
            }
        }
    }

    fn pace(&self) -> ClueTimes {
        self.stand_in.as_ref().map_or_else(ClueTimes::default, |stand_in| stand_in.pace())
    }

    fn thinks_alike(&self) -> bool {
        let stand_in = self.stand_in.as_ref().filter(|_| self.plays != [true; 4]);
        self.thinks_alike && stand_in.is_none_or(|stand_in| stand_in.thinks_alike())
    }

    fn salt(&self) -> u64 {
        self.stand_in.as_ref().map_or(0, |stand_in| stand_in.salt())
    }

    fn external_player(&self, role: Role) -> Option<Arc<dyn ExternalPlayer>> {
        self.plays(role.into()).then(|| Arc::clone(&self.batched))
    }
}

/// Asks one question and waits for the answer.
///
/// # Panics
/// Panics with [`NoAnswer`] if there is no answer.
fn ask(
    player: &dyn ExternalPlayer,
    question: Question<'_>,
    stream: &mut Stream,
    refused: &[Refusal],
) -> Answer {
    ask_request(player, PlayerRequest { question, stream, refused, talk: None })
}

fn ask_request(player: &dyn ExternalPlayer, mut request: PlayerRequest<'_>) -> Answer {
    let answers = player.answer(std::slice::from_mut(&mut request));
    let answer = answers.unwrap_or_else(|outage| unanswered(&outage)).pop();
    answer.expect("one question has one answer").unwrap_or_else(|failure| unanswered(&failure))
}

fn unanswered(reason: &impl std::fmt::Display) -> ! {
    std::panic::panic_any(NoAnswer(reason.to_string()))
}

/// The clues of the last question.
#[derive(Clone, Copy)]
struct LastClues {
    /// The stream's next number at that time. A question with this stream number is a repetition of the last one.
    next: u64,
    clues: Clues,
}

/// An Encryptor whose clues come from an external player.
struct RemoteEncryptor {
    player: Arc<dyn ExternalPlayer>,
    last: Option<LastClues>,
    /// Clues refused so far, of this attempt and earlier ones (R25).
    refused: Vec<Refusal>,
}

impl Encryptor for RemoteEncryptor {
    fn begin(&mut self, _: &Seat<'_>) {
        self.last = None;
    }

    fn clues(&mut self, view: &EncryptorView<'_>, stream: &mut Stream) -> Clues {
        match self.last {
            Some(LastClues { next, clues }) if next == stream.clone().bits() => {
                self.refused.extend(view.refusals(&clues));
            }
            _ => self.refused.clear(),
        }
        let Answer::Clues(clues) = ask(&*self.player, Question::Clues(*view), stream, &self.refused) else {
            unreachable!("answers fit their questions")
        };
        self.last = Some(LastClues { next: stream.clone().bits(), clues });
        clues
    }
}

/// A guesser whose answers come from an external player, or from a stand-in for roles that it does not play.
struct RemoteGuesser {
    player: Arc<dyn ExternalPlayer>,
    plays: [bool; 4],
    stand_in: Option<Box<dyn Guesser>>,
}

impl RemoteGuesser {
    /// Returns the stand-in if the external player does not play the role.
    fn second_guesser(&mut self, role: RoleName) -> Option<&mut Box<dyn Guesser>> {
        self.stand_in.as_mut().filter(|_| !self.plays[role as usize])
    }

    fn believed(&self, question: Question<'_>, stream: &mut Stream) -> Belief {
        match ask(&*self.player, question, stream, &[]) {
            Answer::Belief(belief) => belief,
            _ => unreachable!("answers fit their questions"),
        }
    }
}

impl Guesser for RemoteGuesser {
    fn begin(&mut self, seat: &Seat<'_>) {
        if let Some(stand_in) = &mut self.stand_in {
            stand_in.begin(seat);
        }
    }

    fn decode(&mut self, view: &GuesserView<'_>, stream: &mut Stream) -> Belief {
        match self.second_guesser(RoleName::Decode) {
            Some(other) => other.decode(view, stream),
            None => self.believed(Question::Decode(*view), stream),
        }
    }

    fn intercept(&mut self, view: &InterceptorView<'_>, stream: &mut Stream) -> Belief {
        match self.second_guesser(RoleName::Intercept) {
            Some(other) => other.intercept(view, stream),
            None => self.believed(Question::Intercept(*view), stream),
        }
    }

    fn keywords(&mut self, view: &KeywordView<'_>, stream: &mut Stream, believed: &mut KeywordBelief) {
        if let Some(other) = self.second_guesser(RoleName::Keywords) {
            return other.keywords(view, stream, believed);
        }
        match ask(&*self.player, Question::Keywords(*view), stream, &[]) {
            Answer::Keywords(answer) => *believed = answer,
            _ => unreachable!("answers fit their questions"),
        }
    }

    fn talks(&self, role: Role) -> bool {
        match self.stand_in.as_ref().filter(|_| !self.plays[role as usize]) {
            Some(stand_in) => stand_in.talks(role),
            None => self.player.talks(),
        }
    }

    fn discuss(&mut self, question: &Question<'_>, turn: &TalkTurn<'_>, stream: &mut Stream) -> TalkReply {
        if let Some(other) = self.second_guesser(question.role().into()) {
            return other.discuss(question, turn, stream);
        }
        let request = PlayerRequest { question: *question, stream, refused: &[], talk: Some(*turn) };
        match ask_request(&*self.player, request) {
            Answer::Talk(reply) => reply,
            _ => unreachable!("answers fit their questions"),
        }
    }
}
