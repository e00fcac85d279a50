//! A player: an Encryptor and a guesser in one seat.

use super::{Agent, Answer, Encryptor, Guesser, KeywordBelief, Question, Seat, Stream, TalkReply, TalkTurn};

/// A player of an agent: an Encryptor and a guesser that share a seat.
pub struct Player {
    pub(super) encryptor: Box<dyn Encryptor>,
    pub(super) guesser: Box<dyn Guesser>,
}

impl Player {
    /// Creates a player of an agent. Call [`Player::begin`] before the first question.
    pub fn new(agent: &dyn Agent) -> Player {
        Player { encryptor: agent.encryptor(), guesser: agent.guesser() }
    }

    /// Creates a player of an agent in a seat. It answers like a player that has been in the game from the
    /// start.
    pub fn fresh(agent: &dyn Agent, seat: &Seat<'_>) -> Player {
        let mut player = Player::new(agent);
        player.begin(seat);
        player
    }

    /// Begins a game.
    pub fn begin(&mut self, seat: &Seat<'_>) {
        self.encryptor.begin(seat);
        self.guesser.begin(seat);
    }

    /// Replies in a turn of a talk, with random numbers from the stream of the call.
    pub fn discuss(
        &mut self,
        question: &Question<'_>,
        turn: &TalkTurn<'_>,
        stream: &mut Stream,
    ) -> TalkReply {
        self.guesser.discuss(question, turn, stream)
    }

    /// Answers a question, with random numbers from the stream of the call.
    pub fn answer(&mut self, question: &Question<'_>, stream: &mut Stream) -> Answer {
        match question {
            Question::Clues(view) => Answer::Clues(self.encryptor.clues(view, stream)),
            Question::Decode(view) => Answer::Belief(self.guesser.decode(view, stream)),
            Question::Intercept(view) => Answer::Belief(self.guesser.intercept(view, stream)),
            Question::Keywords(view) => {
                let mut believed = KeywordBelief::uniform(view.seat().setup().deck());
                self.guesser.keywords(view, stream, &mut believed);
                Answer::Keywords(believed)
            }
        }
    }
}
