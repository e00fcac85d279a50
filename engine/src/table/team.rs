//! A team: its members, whose turn it is to encrypt, and how many minds become one answer.

use super::fault::Asking;
use super::pace::in_time;
use super::{Agent, Belief, Encryptor, Guesser, MAX_MEMBERS, Pace, Position, Role, Seed, Stream};
use crate::rules::{BySide, BySlot, CLUES, Clues, Code, Keyword, Pooling, Side};

/// The members of one team, all played by one agent.
pub struct Team {
    size: u8,
    salt: u64,
    minds: Vec<Mind>,
    sees_all: bool,
    pace: Pace,
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
    /// How many the referee found not to be about their keywords, those refused before included.
    pub(super) unfit: u16,
}

/// What a team answers: what its members believe together, and the code that it says.
#[derive(Clone, Copy, Debug)]
pub(super) struct Answer {
    pub(super) belief: Belief,
    pub(super) code: Code,
}

impl From<Belief> for Answer {
    fn from(belief: Belief) -> Answer {
        Answer { belief, code: belief.best() }
    }
}

/// Where a game's random numbers come from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Source {
    pub(super) seed: Seed,
    pub(super) deal: u64,
}

impl Source {
    /// The source of an agent with this salt.
    fn salted(self, salt: u64) -> Source {
        Source { seed: self.seed.salted(salt), ..self }
    }

    fn stream(self, side: Side, member: u8, round: u8, role: Role) -> Stream {
        Stream::of_call(self.seed, self.deal, side, member, round, role)
    }
}

impl Team {
    /// A team of `size` members (R1), or of one who intercepts alone (R17).
    ///
    /// # Panics
    /// If `size` is not 1 to [`MAX_MEMBERS`].
    pub fn new(agent: &dyn Agent, size: u8) -> Team {
        assert!((1..=MAX_MEMBERS as u8).contains(&size), "a team has 1 to {MAX_MEMBERS} members, not {size}");
        let heads = if agent.thinks_alike() { 1 } else { size };
        let mind = |_| Mind { encryptor: agent.encryptor(), guesser: agent.guesser() };
        let minds: Vec<Mind> = (0..heads).map(mind).collect();
        let sees_all = minds.iter().any(|mind| mind.guesser.sees_all());
        Team { size, minds, sees_all, pace: agent.pace(), salt: agent.salt() }
    }

    /// Whose turn it is to encrypt: the role goes round the team (R4).
    pub const fn encryptor_of(&self, round: u8) -> u8 {
        (round - 1) % self.size
    }

    /// What sets its agent's streams and heads apart from those of others.
    pub(super) const fn salt(&self) -> u64 {
        self.salt
    }

    pub(super) fn begin(&mut self, position: &Position<'_>, side: Side) {
        let _asking = Asking::of(side);
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
        let _asking = Asking::of(side);
        let member = self.encryptor_of(position.round);
        let mut stream = source.salted(self.salt).stream(side, member, position.round, Role::Encryptor);
        let view = position.encryptor(side, member);
        let mind = self.mind(member);
        let (mut refused, mut unfit) = (0, 0);
        for _ in 1..attempts {
            let answer = review(&mind.encryptor.clues(&view, &mut stream));
            unfit += answer.unfit;
            if answer.illegal == 0 {
                return Reviewed { refused, unfit, ..answer };
            }
            refused += answer.illegal;
        }
        let answer = review(&mind.encryptor.clues(&view, &mut stream));
        Reviewed { refused, unfit: unfit + answer.unfit, ..answer }
    }

    /// When the Encryptor has written each clue, in milliseconds (R24).
    fn written(&self, side: Side, round: u8, source: Source) -> [u64; CLUES] {
        let member = self.encryptor_of(round);
        self.pace.written(&mut Stream::of_pace(source.seed, source.deal, side, member, round))
    }

    /// What everybody but the Encryptor, who keeps silent, makes of the clues (R4).
    pub(super) fn decode(
        &mut self,
        position: &Position<'_>,
        side: Side,
        source: Source,
        clues: Clues,
    ) -> Answer {
        if self.sees_all {
            return Belief::certain(position.code(side)).into();
        }
        let _asking = Asking::of(side);
        let (silent, pooling) = (self.encryptor_of(position.round), position.table.rules.pooling);
        let source = source.salted(self.salt);
        self.pool(pooling, Some(silent), |mind, member| {
            let mut stream = source.stream(side, member, position.round, Role::Guesser);
            mind.guesser.decode(&position.guesser(side, member, clues), &mut stream)
        })
    }

    /// What all members make of the other team's clues.
    pub(super) fn intercept(
        &mut self,
        position: &Position<'_>,
        side: Side,
        source: Source,
        clues: Clues,
    ) -> Answer {
        if self.sees_all {
            return Belief::certain(position.code(side.opponent())).into();
        }
        let _asking = Asking::of(side);
        let source = source.salted(self.salt);
        self.pool(position.table.rules.pooling, None, |mind, member| {
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
        let _asking = Asking::of(side);
        let source = source.salted(self.salt);
        let mut stream = source.stream(side, 0, position.round, Role::KeywordGuesser);
        self.mind(0).guesser.keywords(&position.keyword_guesser(side, 0), &mut stream)
    }

    fn mind(&mut self, member: u8) -> &mut Mind {
        let heads = self.minds.len();
        &mut self.minds[member as usize % heads]
    }

    fn pool(
        &mut self,
        pooling: Pooling,
        silent: Option<u8>,
        mut ask: impl FnMut(&mut Mind, u8) -> Belief,
    ) -> Answer {
        let mut asked = (0..self.size).filter(|&member| Some(member) != silent);
        if self.minds.len() == 1 {
            let spokesman = asked.next().expect("a team has a member who may speak");
            return ask(self.mind(spokesman), spokesman).into();
        }
        let mut beliefs = [Belief::UNIFORM; MAX_MEMBERS];
        let mut count = 0;
        for member in asked {
            beliefs[count] = ask(self.mind(member), member);
            count += 1;
        }
        let pooled = Answer::from(Belief::pool(&beliefs[..count]));
        match pooling {
            Pooling::LogLinear => pooled,
            Pooling::Vote => Answer { code: Belief::vote(&beliefs[..count]), ..pooled },
        }
    }
}

/// How many clues of a round each Encryptor writes before the sand runs out: the timer is turned when the first
/// of them is done (R24).
pub(super) fn written_in_time(
    teams: BySide<&Team>,
    round: u8,
    source: Source,
    milliseconds: u64,
) -> BySide<usize> {
    let times = BySide::from_fn(|side| teams[side].written(side, round, source));
    let turned = times.white[CLUES - 1].min(times.black[CLUES - 1]);
    BySide::from_fn(|side| in_time(times[side], turned + milliseconds))
}
