//! What has been asked of a team by post, and what has come back.

use super::{Answer, Belief, Failure, KeywordBelief, MAX_MEMBERS, Stream};
use crate::rules::Clues;

/// A question to one member, and his answer when it has come.
#[derive(Debug)]
pub(super) struct Letter {
    pub(super) stream: Stream,
    pub(super) answer: Option<Result<Answer, Failure>>,
}

/// The letters to a team in one stage of a game, by member.
#[derive(Debug, Default)]
pub(super) struct Letters([Option<Letter>; MAX_MEMBERS]);

impl Letters {
    /// Whether nothing has been asked.
    pub(super) fn are_unwritten(&self) -> bool {
        self.0.iter().all(Option::is_none)
    }

    /// Asks a member, who draws from this stream.
    pub(super) fn write(&mut self, member: u8, stream: Stream) {
        self.0[member as usize] = Some(Letter { stream, answer: None });
    }

    /// The members who have not answered yet, and their streams.
    pub(super) fn open(&mut self) -> impl Iterator<Item = (u8, &mut Stream)> {
        let letters = self.0.iter_mut().enumerate();
        letters.filter_map(|(member, letter)| {
            let letter = letter.as_mut().filter(|letter| letter.answer.is_none())?;
            Some((member as u8, &mut letter.stream))
        })
    }

    /// Whether a member has been asked and has not answered.
    pub(super) fn is_open(&self, member: u8) -> bool {
        let letter = self.0.get(member as usize).and_then(Option::as_ref);
        letter.is_some_and(|letter| letter.answer.is_none())
    }

    /// Puts in what a member answers.
    ///
    /// # Panics
    /// If he has not been asked.
    pub(super) fn put(&mut self, member: u8, answer: Result<Answer, Failure>) {
        let letter = self.0[member as usize].as_mut();
        letter.expect("whoever answers has been asked").answer = Some(answer);
    }

    /// Whether everybody has answered; the failure of the first who could not.
    pub(super) fn are_answered(&self) -> Option<Result<(), Failure>> {
        let mut found = Ok(());
        for letter in self.0.iter().flatten() {
            if let (Err(failure), Ok(())) = (letter.answer.as_ref()?, &found) {
                found = Err(failure.clone());
            }
        }
        Some(found)
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.0 = Self::default().0;
    }

    /// Takes the clues of the Encryptor, who can be asked again with the stream where it is.
    pub(super) fn take_clues(&mut self, member: u8) -> Clues {
        match self.0[member as usize].as_mut().and_then(|letter| letter.answer.take()) {
            Some(Ok(Answer::Clues(clues))) => clues,
            _ => unreachable!("{ANSWERED}"),
        }
    }

    /// A member's stream, as it was left.
    pub(super) fn stream(&self, member: u8) -> Stream {
        self.0[member as usize].as_ref().expect(ANSWERED).stream.clone()
    }

    /// What a member believes of the code.
    pub(super) fn belief(&self, member: u8) -> Belief {
        match self.0[member as usize].as_ref().and_then(|letter| letter.answer.as_ref()) {
            Some(Ok(Answer::Belief(belief))) => *belief,
            _ => unreachable!("{ANSWERED}"),
        }
    }

    /// What a member believes of the other team's keywords.
    pub(super) fn keywords(&self, member: u8) -> &KeywordBelief {
        match self.0[member as usize].as_ref().and_then(|letter| letter.answer.as_ref()) {
            Some(Ok(Answer::Keywords(believed))) => believed,
            _ => unreachable!("{ANSWERED}"),
        }
    }
}

/// What is made sure before an answer is read.
const ANSWERED: &str = "the member has answered what he was asked";
