//! How a team talks: its members are asked one after another, or by requests to external players.

use super::state::{Speaker, TalkState};
use super::{MIN_TALKING_TEAM, TalkAnswer, TalkReply};
use crate::game::requests::TeamRequests;
use crate::game::stream::StreamSource;
use crate::game::team::TeamGuess;
use crate::game::{Answer, Belief, GameSetup, Position, Role, Stream, Team};
use crate::rules::{Clues, Pooling, Side};

impl Team {
    /// Returns the number of turns of the team's talks in a role; 0 if it does not talk.
    ///
    /// Members that think alike have nothing to tell each other.
    pub(in crate::game) fn talk_turns(&self, setup: &GameSetup<'_>, role: Role) -> u8 {
        let turns = setup.talk_turns();
        let talks = turns > 0
            && self.size() >= MIN_TALKING_TEAM
            && self.players.len() > 1
            && self.players[0].guesser.talks(role);
        if talks { turns } else { 0 }
    }

    /// Asks the members alone, lets them talk, and asks them again.
    ///
    /// `source` is that of the team, with its salt.
    pub(in crate::game) fn talk_over(
        &mut self,
        turns: u8,
        position: &Position<'_>,
        (side, role): (Side, Role),
        source: StreamSource,
        clues: Clues,
    ) -> TeamGuess {
        let speakers: Vec<Speaker> = self
            .speaking(position.round, role)
            .map(|member| {
                let mut stream = source.stream(side, member, position.round, role);
                let question = position.question(role, side, member, clues);
                match self.player(member).answer(&question, &mut stream) {
                    Answer::Belief(belief) => Speaker::new(member, belief, stream),
                    _ => unreachable!("guessers answer with beliefs"),
                }
            })
            .collect();
        // 1. Each member replies to the messages of earlier turns, so the order of members within a turn changes nothing.
        // 2. The turn ends: its messages can be heard. After the last turn members answer once more.
        // Every member keeps one stream through the talk; a game that waits for external players moves it on alike.
        let mut talk = TalkState::new(turns, position.setup.rules().pooling, speakers);
        loop {
            for place in 0..talk.speakers().len() {
                let Speaker { member, ref stream, .. } = talk.speakers()[place];
                let mut stream = stream.clone();
                let question = position.question(role, side, member, clues);
                let reply = self.player(member).discuss(&question, &talk.turn_at(place), &mut stream);
                talk.put(place, &reply, stream);
            }
            if !talk.end_turn() {
                return TeamGuess::after(talk.finish(position.record.halves().len(), side));
            }
        }
    }

    /// Opens a talk after the answers of external members alone.
    pub(in crate::game) fn open_talk(
        &self,
        turns: u8,
        pooling: Pooling,
        (round, role): (u8, Role),
        requests: &TeamRequests,
    ) -> TalkState {
        let speakers = self
            .speaking(round, role)
            .map(|member| Speaker::new(member, requests.belief(member), requests.stream(member)));
        TalkState::new(turns, pooling, speakers.collect())
    }
}

impl TalkState {
    /// Opens a request to each member that talks.
    pub(in crate::game) fn open_requests(&self, requests: &mut TeamRequests) {
        self.speakers().iter().for_each(|speaker| requests.add(speaker.member, speaker.stream.clone()));
    }

    /// Records the replies of a turn, and ends it. Returns `true` if the members are asked again.
    pub(in crate::game) fn hear(&mut self, requests: &TeamRequests) -> bool {
        for place in 0..self.speakers().len() {
            let member = self.speakers()[place].member;
            let reply: &TalkReply = requests.talk_reply(member);
            self.put(place, reply, requests.stream(member));
        }
        self.end_turn()
    }
}

impl Speaker {
    /// Returns a member that has answered alone, and draws the code that it names.
    fn new(member: u8, belief: Belief, mut stream: Stream) -> Speaker {
        let code = belief.draw_guess(&mut stream);
        Speaker { member, alone: TalkAnswer { belief, code }, belief, stream }
    }
}
