//! A talk in progress.
//!
//! Both ways to ask a team lead through it: the game loop asks members one after another, and a game that waits
//! for external players opens a request to each member of a turn. Both give equal talks, because a turn's
//! messages are heard only when the turn ends.

use super::{Talk, TalkAnswer, TalkMember, TalkMessage, TalkReply, TalkTurn, message};
use crate::game::{Belief, MAX_MEMBERS, Stream};
use crate::rules::{Pooling, Side};

/// A talk in progress.
#[derive(Debug)]
pub(in crate::game) struct TalkState {
    turns: u8,
    /// The present turn, from 1.
    turn: u8,
    is_last: bool,
    speakers: Vec<Speaker>,
    pooling: Pooling,
    pool: TalkAnswer,
    /// Messages of earlier turns.
    messages: Vec<TalkMessage>,
    /// Messages of this turn, which are heard when it ends.
    spoken: Vec<TalkMessage>,
}

/// A member that talks.
#[derive(Clone, Debug)]
pub(in crate::game) struct Speaker {
    pub(in crate::game) member: u8,
    /// The answer before the talk.
    pub(in crate::game) alone: TalkAnswer,
    /// The belief at present.
    pub(in crate::game) belief: Belief,
    /// The stream of the member's call, as the answer alone and the draw of its code have left it.
    pub(in crate::game) stream: Stream,
}

impl TalkState {
    /// Opens a talk between members that have answered alone, in their order.
    ///
    /// The stream of the first member decides between equally likely codes, as without a talk.
    ///
    /// # Panics
    /// If there are no members, or no turns.
    pub(in crate::game) fn new(turns: u8, pooling: Pooling, speakers: Vec<Speaker>) -> TalkState {
        assert!(turns > 0, "a talk has a turn");
        // A copy of the stream, so that the talk's own draws do not change the answer without it.
        let mut lead = speakers[0].stream.clone();
        let pool = agree(pooling, speakers.iter().map(|speaker| speaker.alone), &mut lead);
        let mut talk = TalkState {
            turns,
            turn: 0,
            is_last: false,
            speakers,
            pooling,
            pool,
            messages: Vec::new(),
            spoken: Vec::new(),
        };
        talk.begin_turn();
        talk
    }

    /// Moves every member's stream on, so that a question of another turn has another seed.
    fn begin_turn(&mut self) {
        self.turn += 1;
        self.speakers.iter_mut().for_each(|speaker| {
            speaker.stream.bits();
        });
    }

    /// Returns the members that talk, with their streams.
    pub(in crate::game) fn speakers(&self) -> &[Speaker] {
        &self.speakers
    }

    /// Returns the present turn of the member at this place of [`speakers`](TalkState::speakers).
    pub(in crate::game) fn turn_at(&self, place: usize) -> TalkTurn<'_> {
        let Speaker { member, alone, .. } = self.speakers[place];
        TalkTurn {
            turn: self.turn,
            is_last: self.is_last,
            member,
            alone: alone.belief,
            guess: alone.code,
            messages: &self.messages,
        }
    }

    /// Returns the present turn of a member.
    ///
    /// # Panics
    /// If the member does not talk.
    pub(in crate::game) fn turn_of(&self, member: u8) -> TalkTurn<'_> {
        let place = self.speakers.iter().position(|speaker| speaker.member == member);
        self.turn_at(place.expect("only members that talk are asked"))
    }

    /// Records the reply of the member at this place, and its stream as the call has left it.
    pub(in crate::game) fn put(&mut self, place: usize, reply: &TalkReply, stream: Stream) {
        let speaker = &mut self.speakers[place];
        speaker.stream = stream;
        speaker.belief = reply.belief.unwrap_or(speaker.belief);
        let text = message(&reply.text);
        if !self.is_last && !text.is_empty() {
            let code = if speaker.stays() { speaker.alone.code } else { speaker.belief.best() };
            let member = speaker.member;
            self.spoken.push(TalkMessage { turn: self.turn, member, text, code });
        }
    }

    /// Ends a turn in which all members have replied. Returns `true` if they are asked again.
    pub(in crate::game) fn end_turn(&mut self) -> bool {
        if self.is_last {
            return false;
        }
        let silent = self.spoken.is_empty();
        self.messages.append(&mut self.spoken);
        // Members that have heard nothing have no reason to answer again.
        if self.messages.is_empty() {
            self.speakers.iter_mut().for_each(|speaker| speaker.belief = speaker.alone.belief);
            return false;
        }
        self.is_last = silent || self.turn == self.turns;
        self.begin_turn();
        true
    }

    /// Returns the record of a talk that has ended. `half` is the index of the half to come in the record.
    pub(in crate::game) fn finish(mut self, half: usize, team: Side) -> Talk {
        let members: Vec<TalkMember> = self.speakers.iter_mut().map(Speaker::answers).collect();
        let after = if self.messages.is_empty() {
            self.pool
        } else {
            let answers = members.iter().map(|member| member.after);
            let TalkAnswer { belief, code } = agree(self.pooling, answers, &mut self.speakers[0].stream);
            // A draw among equally likely codes is no reason to name another one than before.
            let stays = self.pooling == Pooling::LogLinear
                && belief.likeliest().any(|likely| likely == self.pool.code);
            TalkAnswer { belief, code: if stays { self.pool.code } else { code } }
        };
        Talk { half, team, members, pool: self.pool, after, messages: self.messages }
    }
}

impl Speaker {
    /// Returns `true` if what the member named alone is among its likeliest codes now.
    fn stays(&self) -> bool {
        self.belief.likeliest().any(|code| code == self.alone.code)
    }

    /// Returns the answers before and after the talk.
    ///
    /// A member whose guess is still among its likeliest codes stays with it, so that a draw is no revision.
    fn answers(&mut self) -> TalkMember {
        let stays = self.stays();
        let Speaker { member, alone, belief, ref mut stream } = *self;
        let code = if stays { alone.code } else { belief.draw_guess(stream) };
        TalkMember { member, alone, after: TalkAnswer { belief, code } }
    }
}

/// Returns the answer on which members agree.
fn agree(pooling: Pooling, answers: impl Iterator<Item = TalkAnswer>, lead: &mut Stream) -> TalkAnswer {
    let first = TalkAnswer { belief: Belief::UNIFORM, code: Belief::UNIFORM.best() };
    let (mut all, mut count) = ([first; MAX_MEMBERS], 0);
    for answer in answers {
        all[count] = answer;
        count += 1;
    }
    let (beliefs, ballots) = (all.map(|answer| answer.belief), all.map(|answer| answer.code));
    let (belief, code) = Belief::agree(pooling, &beliefs[..count], &ballots[..count], lead);
    TalkAnswer { belief, code }
}
