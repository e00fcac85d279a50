//! Open requests of one team to external players, and the answers.

use super::{Answer, AnswerError, Belief, KeywordBelief, MAX_MEMBERS, Stream, TalkReply};
use crate::rules::Clues;

/// A request to one member, and the answer once it has arrived.
#[derive(Debug)]
pub(super) struct RequestState {
    pub(super) stream: Stream,
    pub(super) answer: Option<Result<Answer, AnswerError>>,
}

/// The requests to a team in one phase of a game, by member.
#[derive(Debug, Default)]
pub(super) struct TeamRequests([Option<RequestState>; MAX_MEMBERS]);

impl TeamRequests {
    /// Returns `true` if there are no requests.
    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().all(Option::is_none)
    }

    /// Adds a request to a member, with the stream of the call.
    pub(super) fn add(&mut self, member: u8, stream: Stream) {
        self.0[member as usize] = Some(RequestState { stream, answer: None });
    }

    /// Returns the members without an answer, and their streams.
    pub(super) fn open(&mut self) -> impl Iterator<Item = (u8, &mut Stream)> {
        let requests = self.0.iter_mut().enumerate();
        requests.filter_map(|(member, request)| {
            let request = request.as_mut().filter(|request| request.answer.is_none())?;
            Some((member as u8, &mut request.stream))
        })
    }

    /// Returns `true` if a member has a request without an answer.
    pub(super) fn is_open(&self, member: u8) -> bool {
        let request = self.0.get(member as usize).and_then(Option::as_ref);
        request.is_some_and(|request| request.answer.is_none())
    }

    /// Stores the answer of a member.
    ///
    /// # Panics
    /// If the member has no request.
    pub(super) fn put(&mut self, member: u8, answer: Result<Answer, AnswerError>) {
        let request = self.0[member as usize].as_mut();
        request.expect("an answer follows a request").answer = Some(answer);
    }

    /// Returns `None` while an answer is missing, and otherwise the first failure, if any.
    pub(super) fn are_answered(&self) -> Option<Result<(), AnswerError>> {
        let mut outcome = Ok(());
        for request in self.0.iter().flatten() {
            if let (Err(failure), Ok(())) = (request.answer.as_ref()?, &outcome) {
                outcome = Err(failure.clone());
            }
        }
        Some(outcome)
    }

    /// Removes all requests.
    pub(super) fn clear(&mut self) {
        self.0 = Self::default().0;
    }

    /// Removes and returns the clues of the Encryptor. The request is open again, with the stream where it
    /// was left.
    pub(super) fn take_clues(&mut self, member: u8) -> Clues {
        match self.0[member as usize].as_mut().and_then(|request| request.answer.take()) {
            Some(Ok(Answer::Clues(clues))) => clues,
            _ => unreachable!("{ANSWERED}"),
        }
    }

    /// Returns the stream of a member, as the call left it.
    pub(super) fn stream(&self, member: u8) -> Stream {
        self.0[member as usize].as_ref().expect(ANSWERED).stream.clone()
    }

    /// Returns the belief of a member about the code.
    pub(super) fn belief(&self, member: u8) -> Belief {
        match self.0[member as usize].as_ref().and_then(|request| request.answer.as_ref()) {
            Some(Ok(Answer::Belief(belief))) => *belief,
            _ => unreachable!("{ANSWERED}"),
        }
    }

    /// Returns the reply of a member in a talk.
    pub(super) fn talk_reply(&self, member: u8) -> &TalkReply {
        match self.0[member as usize].as_ref().and_then(|request| request.answer.as_ref()) {
            Some(Ok(Answer::Talk(reply))) => reply,
            _ => unreachable!("{ANSWERED}"),
        }
    }

    /// Returns the belief of a member about the other team's keywords.
    pub(super) fn keywords(&self, member: u8) -> &KeywordBelief {
        match self.0[member as usize].as_ref().and_then(|request| request.answer.as_ref()) {
            Some(Ok(Answer::Keywords(believed))) => believed,
            _ => unreachable!("{ANSWERED}"),
        }
    }
}

/// Invariant of the accessors: callers check [`TeamRequests::are_answered`] first.
const ANSWERED: &str = "the member has already answered";
