//! The players of `random_players.rs` once more: some roles are external, and any answer may fail.

use std::sync::{Arc, Once};

use overhear_engine::game::{
    Agent, Answer, AnswerError, Belief, ClueTimes, Encryptor, EncryptorView, ExternalPlayer, Guesser,
    GuesserView, InterceptorView, KeywordBelief, KeywordView, Player, PlayerRequest, PlayerUnavailable,
    Question, Role, Seat, Stream, TalkReply, TalkTurn, catches_panics,
};
use overhear_engine::rules::Clues;

use super::random_players::Wild;

/// What a player says who breaks down.
const WORN_OUT: &str = "worn out";

/// An agent that answers as [`Wild`] does, or not at all.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ExternalAgent {
    pub(crate) wild: Wild,
    /// The probability that an answer fails.
    pub(crate) frailty: f32,
    /// Who is external, by role.
    pub(crate) external: [bool; 4],
}

impl Agent for ExternalAgent {
    fn label(&self) -> &'static str {
        "abroad"
    }

    fn encryptor(&self) -> Box<dyn Encryptor> {
        Box::new(Frail { wild: self.wild, frailty: self.frailty })
    }

    fn guesser(&self) -> Box<dyn Guesser> {
        Box::new(Frail { wild: self.wild, frailty: self.frailty })
    }

    fn pace(&self) -> ClueTimes {
        self.wild.pace()
    }

    fn thinks_alike(&self) -> bool {
        self.wild.alike
    }

    fn external_player(&self, role: Role) -> Option<Arc<dyn ExternalPlayer>> {
        let external = self.external[role as usize];
        external.then(|| {
            Arc::new(ExternalWild { wild: self.wild, frailty: self.frailty }) as Arc<dyn ExternalPlayer>
        })
    }
}

/// At the table he panics.
struct Frail {
    wild: Wild,
    frailty: f32,
}

impl Frail {
    fn rise(&self, stream: &mut Stream) {
        assert!(self.frailty == 0.0 || stream.unit() >= self.frailty, "{WORN_OUT}");
    }
}

impl Encryptor for Frail {
    fn clues(&mut self, view: &EncryptorView<'_>, stream: &mut Stream) -> Clues {
        self.rise(stream);
        self.wild.clues(view, stream)
    }
}

impl Guesser for Frail {
    fn begin(&mut self, seat: &Seat<'_>) {
        Guesser::begin(&mut self.wild, seat);
    }

    fn decode(&mut self, view: &GuesserView<'_>, stream: &mut Stream) -> Belief {
        self.rise(stream);
        self.wild.decode(view, stream)
    }

    fn intercept(&mut self, view: &InterceptorView<'_>, stream: &mut Stream) -> Belief {
        self.rise(stream);
        self.wild.intercept(view, stream)
    }

    fn keywords(&mut self, view: &KeywordView<'_>, stream: &mut Stream, believed: &mut KeywordBelief) {
        self.rise(stream);
        self.wild.keywords(view, stream, believed);
    }

    fn discuss(&mut self, question: &Question<'_>, turn: &TalkTurn<'_>, stream: &mut Stream) -> TalkReply {
        self.rise(stream);
        self.wild.discuss(question, turn, stream)
    }
}

/// By post he says that he has no answer.
pub(crate) struct ExternalWild {
    wild: Wild,
    frailty: f32,
}

impl ExternalWild {
    /// The answer to one question.
    pub(crate) fn reply(&self, request: &mut PlayerRequest<'_>) -> Result<Answer, AnswerError> {
        let PlayerRequest { question, stream, talk, .. } = request;
        if self.frailty > 0.0 && stream.unit() < self.frailty {
            return Err(AnswerError { late: false, message: WORN_OUT.to_owned() });
        }
        let mut player = Player::fresh(&self.wild, question.seat());
        Ok(match talk {
            Some(turn) => Answer::Talk(player.discuss(question, turn, stream)),
            None => player.answer(question, stream),
        })
    }
}

impl ExternalPlayer for ExternalWild {
    fn answer(
        &self,
        batch: &mut [PlayerRequest<'_>],
    ) -> Result<Vec<Result<Answer, AnswerError>>, PlayerUnavailable> {
        Ok(batch.iter_mut().map(|request| self.reply(request)).collect())
    }
}

/// Panics that are caught say nothing.
pub(crate) fn silence_caught_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let usual = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            if !catches_panics() {
                usual(panic);
            }
        }));
    });
}
