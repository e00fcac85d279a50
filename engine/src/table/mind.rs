//! A head at the table: a giver of clues and a guesser.

use super::{Agent, Answer, Encryptor, Guesser, KeywordBelief, Question, Seat, Stream};

/// A giver of clues and a guesser who share a seat, made by an agent.
pub struct Mind {
    pub(super) encryptor: Box<dyn Encryptor>,
    pub(super) guesser: Box<dyn Guesser>,
}

impl Mind {
    /// New players of an agent, who have not sat down yet.
    pub fn new(agent: &dyn Agent) -> Mind {
        Mind { encryptor: agent.encryptor(), guesser: agent.guesser() }
    }

    /// New players of an agent in the seat of whoever is asked: they answer as those would who were there from the start.
    pub fn fresh(agent: &dyn Agent, seat: &Seat<'_>) -> Mind {
        let mut mind = Mind::new(agent);
        mind.begin(seat);
        mind
    }

    /// Begins a game.
    pub fn begin(&mut self, seat: &Seat<'_>) {
        self.encryptor.begin(seat);
        self.guesser.begin(seat);
    }

    /// Answers a question, drawing from the call's stream.
    pub fn answer(&mut self, question: &Question<'_>, stream: &mut Stream) -> Answer {
        match question {
            Question::Clues(view) => Answer::Clues(self.encryptor.clues(view, stream)),
            Question::Decode(view) => Answer::Belief(self.guesser.decode(view, stream)),
            Question::Intercept(view) => Answer::Belief(self.guesser.intercept(view, stream)),
            Question::Keywords(view) => {
                let mut believed = KeywordBelief::uniform(view.seat().table().deck());
                self.guesser.keywords(view, stream, &mut believed);
                Answer::Keywords(believed)
            }
        }
    }
}
