//! Questions that can be put to a player at a moment of a game.

use overhear_engine::rules::{Clues, Half, Players, PublicRecord, Rules, Side};
use overhear_engine::table::{
    Agent, Belief, Deal, Encryptor, Guesser, KeywordBelief, Position, Role, Seat, Seed, Stream, Table,
};

use super::Audit;

/// A half of a game that is about to be guessed at.
pub(super) struct Scene {
    pub(super) number: u64,
    pub(super) deal: Deal,
    /// The record when the Encryptors wrote.
    pub(super) opening: PublicRecord,
    /// The record when the clues are read.
    pub(super) record: PublicRecord,
    pub(super) half: Half,
}

impl Scene {
    /// Everything that can be asked, the Encryptors once a round.
    pub(super) fn questions<'a>(&'a self, audit: &'a Audit<'a>) -> Vec<Question<'a>> {
        let giver = self.half.side;
        let rules = &audit.table.rules;
        let mut asked = Vec::new();
        if giver == Side::White {
            asked.extend(encryptors(rules).map(|side| (Role::Encryptor, side)));
        }
        asked.extend([(Role::Guesser, giver), (Role::Interceptor, giver.opponent())]);
        if rules.players == Players::TwoTeams {
            asked.extend(Side::ALL.map(|side| (Role::KeywordGuesser, side)));
        }
        let question = |(role, side)| Question {
            table: &audit.table,
            seed: audit.seed,
            number: self.number,
            deal: &self.deal,
            opening: &self.opening,
            record: &self.record,
            round: self.half.round,
            clues: self.half.clues,
            role,
            side,
            member: self.half.round % 2,
        };
        asked.into_iter().map(question).collect()
    }
}

/// The sides that give clues (R17).
fn encryptors(rules: &Rules) -> impl Iterator<Item = Side> {
    Side::ALL.into_iter().filter(|&side| rules.gives_clues(side))
}

/// What one member of a team is asked.
#[derive(Clone, Copy)]
pub(super) struct Question<'a> {
    pub(super) table: &'a Table<'a>,
    pub(super) seed: Seed,
    pub(super) number: u64,
    pub(super) deal: &'a Deal,
    pub(super) opening: &'a PublicRecord,
    pub(super) record: &'a PublicRecord,
    pub(super) round: u8,
    pub(super) clues: Clues,
    pub(super) role: Role,
    pub(super) side: Side,
    pub(super) member: u8,
}

/// What a player answers.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Answer {
    Clues(Clues),
    Belief(Belief),
    Keywords(KeywordBelief),
}

/// One head: a giver of clues and a guesser who have begun a game.
pub(super) struct Head {
    encryptor: Box<dyn Encryptor>,
    guesser: Box<dyn Guesser>,
}

impl Head {
    pub(super) fn new(agent: &dyn Agent, seat: &Seat<'_>) -> Head {
        let mut head = Head { encryptor: agent.encryptor(), guesser: agent.guesser() };
        head.encryptor.begin(seat);
        head.guesser.begin(seat);
        head
    }
}

impl<'a> Question<'a> {
    /// Whether it is this role of this side that is asked.
    fn is_of(&self, role: Role, side: Side) -> bool {
        (self.role, self.side) == (role, side)
    }

    fn position(&self) -> Position<'a> {
        let record = if self.role == Role::Encryptor { self.opening } else { self.record };
        Position { table: self.table, deal: self.deal, record, round: self.round }
    }

    pub(super) fn seat(&self) -> Seat<'a> {
        self.position().seat(self.side, self.member)
    }

    /// The stream that the game gives a member for this question.
    pub(super) fn stream_of(&self, member: u8) -> Stream {
        Stream::of_call(self.seed, self.number, self.side, member, self.round, self.role)
    }

    /// The answer of a head that may have been asked before.
    pub(super) fn ask(&self, head: &mut Head) -> Answer {
        self.put_to(head, self.stream_of(self.member))
    }

    /// The answer of a player who has just sat down and draws from `stream`.
    pub(super) fn ask_drawing(&self, agent: &dyn Agent, stream: Stream) -> Answer {
        self.put_to(&mut Head::new(agent, &self.seat()), stream)
    }

    fn put_to(&self, head: &mut Head, mut stream: Stream) -> Answer {
        let at = self.position();
        let (side, member) = (self.side, self.member);
        match self.role {
            Role::Encryptor => Answer::Clues(head.encryptor.clues(&at.encryptor(side, member), &mut stream)),
            Role::Guesser => {
                Answer::Belief(head.guesser.decode(&at.guesser(side, member, self.clues), &mut stream))
            }
            Role::Interceptor => {
                Answer::Belief(head.guesser.intercept(&at.interceptor(side, member, self.clues), &mut stream))
            }
            Role::KeywordGuesser => {
                let mut believed = KeywordBelief::uniform(self.table.deck);
                head.guesser.keywords(&at.keyword_guesser(side, member), &mut stream, &mut believed);
                Answer::Keywords(believed)
            }
        }
    }

    /// The answer of a player who has just sat down.
    pub(super) fn ask_fresh(&self, agent: &dyn Agent) -> Answer {
        self.ask_drawing(agent, self.stream_of(self.member))
    }

    /// Lets both Encryptors of the round write first, as they do in a game: whatever they leave in memory that players
    /// share is there when the question comes.
    pub(super) fn ask_in_the_round(&self, agent: &dyn Agent) -> Answer {
        for side in encryptors(&self.table.rules).filter(|&side| !self.is_of(Role::Encryptor, side)) {
            let writes = Question { role: Role::Encryptor, side, member: (self.round - 1) % 2, ..*self };
            writes.ask_fresh(agent);
        }
        self.ask_fresh(agent)
    }
}

pub(super) const fn role_name(role: Role) -> &'static str {
    match role {
        Role::Encryptor => "encryptor",
        Role::Guesser => "guesser",
        Role::Interceptor => "interceptor",
        Role::KeywordGuesser => "keyword guesser",
    }
}
