//! A team: its members, whose turn it is to encrypt, and how many minds become one answer.

use super::{Agent, Belief, Encryptor, Guesser, MAX_MEMBERS, Position, Role, Seed, Stream};
use crate::rules::{BySlot, Clues, Keyword, Side};

/// The members of one team, all played by one agent.
pub struct Team {
    size: u8,
    minds: Vec<Mind>,
    sees_all: bool,
}

/// A head: members who think alike share one.
struct Mind {
    encryptor: Box<dyn Encryptor>,
    guesser: Box<dyn Guesser>,
}

/// Clues after the law has looked at them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reviewed {
    /// The legal ones; the others are missing.
    pub(super) clues: Clues,
    /// How many were illegal.
    pub(super) illegal: u16,
    /// How many illegal ones were refused before this answer.
    pub(super) refused: u16,
}

/// Where a game's random numbers come from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Source {
    pub(super) seed: Seed,
    pub(super) deal: u64,
}

impl Source {
    fn stream(self, side: Side, member: u8, round: u8, role: Role) -> Stream {
        Stream::of_call(self.seed, self.deal, side, member, round, role)
    }
}

impl Team {
    /// A team of `size` members (R1).
    ///
    /// # Panics
    /// If `size` is not 2 to [`MAX_MEMBERS`].
    pub fn new(agent: &dyn Agent, size: u8) -> Team {
        assert!((2..=MAX_MEMBERS as u8).contains(&size), "a team has 2 to {MAX_MEMBERS} members, not {size}");
        let heads = if agent.thinks_alike() { 1 } else { size };
        let mind = |_| Mind { encryptor: agent.encryptor(), guesser: agent.guesser() };
        let minds: Vec<Mind> = (0..heads).map(mind).collect();
        Team { size, sees_all: minds.iter().any(|mind| mind.guesser.sees_all()), minds }
    }

    /// Whose turn it is to encrypt: the role goes round the team (R4).
    pub const fn encryptor_of(&self, round: u8) -> u8 {
        (round - 1) % self.size
    }

    pub(super) fn begin(&mut self, position: &Position<'_>, side: Side) {
        for (member, mind) in self.minds.iter_mut().enumerate() {
            let seat = position.seat(side, member as u8);
            mind.encryptor.begin(&seat);
            mind.guesser.begin(&seat);
        }
    }

    /// Asks the Encryptor until `review` finds no fault, at most `attempts` times (R25); the last answer stands.
    pub(super) fn encrypt(
        &mut self,
        position: &Position<'_>,
        side: Side,
        source: Source,
        attempts: u8,
        review: impl Fn(&Clues) -> Reviewed,
    ) -> Reviewed {
        let member = self.encryptor_of(position.round);
        let mut stream = source.stream(side, member, position.round, Role::Encryptor);
        let view = position.encryptor(side, member);
        let mind = self.mind(member);
        let mut refused = 0;
        for _ in 1..attempts {
            let answer = review(&mind.encryptor.clues(&view, &mut stream));
            if answer.illegal == 0 {
                return Reviewed { refused, ..answer };
            }
            refused += answer.illegal;
        }
        Reviewed { refused, ..review(&mind.encryptor.clues(&view, &mut stream)) }
    }

    /// The pooled belief of everybody but the Encryptor, who keeps silent (R4).
    pub(super) fn decode(
        &mut self,
        position: &Position<'_>,
        side: Side,
        source: Source,
        clues: Clues,
    ) -> Belief {
        if self.sees_all {
            return Belief::certain(position.code(side));
        }
        let silent = self.encryptor_of(position.round);
        self.pool(Some(silent), |mind, member| {
            let mut stream = source.stream(side, member, position.round, Role::Guesser);
            mind.guesser.decode(&position.guesser(side, member, clues), &mut stream)
        })
    }

    /// The pooled belief of all members about the other team's code.
    pub(super) fn intercept(
        &mut self,
        position: &Position<'_>,
        side: Side,
        source: Source,
        clues: Clues,
    ) -> Belief {
        if self.sees_all {
            return Belief::certain(position.code(side.opponent()));
        }
        self.pool(None, |mind, member| {
            let mut stream = source.stream(side, member, position.round, Role::Interceptor);
            mind.guesser.intercept(&position.interceptor(side, member, clues), &mut stream)
        })
    }

    /// The keywords that the team names (R13): its first member speaks.
    pub(super) fn keywords(
        &mut self,
        position: &Position<'_>,
        side: Side,
        source: Source,
    ) -> BySlot<Keyword> {
        if self.sees_all {
            return position.deal.keywords[side.opponent()];
        }
        let mut stream = source.stream(side, 0, position.round, Role::KeywordGuesser);
        self.mind(0).guesser.keywords(&position.keyword_guesser(side, 0), &mut stream)
    }

    fn mind(&mut self, member: u8) -> &mut Mind {
        let heads = self.minds.len();
        &mut self.minds[member as usize % heads]
    }

    fn pool(&mut self, silent: Option<u8>, mut ask: impl FnMut(&mut Mind, u8) -> Belief) -> Belief {
        let mut asked = (0..self.size).filter(|&member| Some(member) != silent);
        if self.minds.len() == 1 {
            let spokesman = asked.next().expect("a team has a member who may speak");
            return ask(self.mind(spokesman), spokesman);
        }
        let mut beliefs = [Belief::UNIFORM; MAX_MEMBERS];
        let mut count = 0;
        for member in asked {
            beliefs[count] = ask(self.mind(member), member);
            count += 1;
        }
        Belief::pool(&beliefs[..count])
    }
}
