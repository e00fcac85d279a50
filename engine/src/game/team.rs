//! Teams: the members, the order of the Encryptors, and the pooling of the members' answers.

use super::fault::AskScope;
use super::keyword_guess::KeywordVote;
use super::requests::TeamRequests;
use super::stream::StreamSource;
use super::talk::{Talk, TalkAnswer};
use super::{Agent, Belief, ClueTimes, MAX_MEMBERS, Player, Position, Role, Stream};
use crate::rules::{BySlot, CLUES, Clues, Code, Keyword, Pooling, Side};

/// The members of one team, all played by one agent.
pub struct Team {
    size: u8,
    salt: u64,
    /// The players. Members that think alike share one player.
    pub(super) players: Vec<Player>,
    sees_all: bool,
    pace: ClueTimes,
    naming: KeywordVote,
    /// `true` for the roles with an external player.
    external: [bool; Role::ALL.len()],
}

/// Clues after the review by the law and the referee.
#[derive(Clone, Copy, Debug)]
pub(super) struct ReviewedClues {
    /// The accepted clues; rejected ones are missing.
    pub(super) clues: Clues,
    /// Number of illegal clues in this answer.
    pub(super) illegal: u16,
    /// Number of illegal clues in earlier answers, which were refused.
    pub(super) refused: u16,
    /// Number of clues that the referee found unrelated to their keywords, including those of earlier
    /// answers.
    pub(super) unfit: u16,
}

/// Number of attempts that an Encryptor has left, and counts of the rejected clues so far (R25).
#[derive(Clone, Copy, Debug)]
pub(super) struct ClueAttempts {
    attempts_left: u8,
    refused: u16,
    unfit: u16,
}

impl ClueAttempts {
    pub(super) const fn new(most: u8) -> ClueAttempts {
        ClueAttempts { attempts_left: most, refused: 0, unfit: 0 }
    }

    /// Counts an answer. Returns the final review, or `None` if the Encryptor must be asked again.
    pub(super) fn count(&mut self, answer: ReviewedClues) -> Option<ReviewedClues> {
        // Every field is named, so that the compiler asks what earlier answers add to a new count.
        let ReviewedClues { clues, illegal, refused: _, unfit } = answer;
        self.attempts_left -= 1;
        self.unfit += unfit;
        if illegal == 0 || self.attempts_left == 0 {
            return Some(ReviewedClues { clues, illegal, refused: self.refused, unfit: self.unfit });
        }
        self.refused += illegal;
        None
    }
}

/// The guess of a team: the pooled belief of its members, and the code that it names.
#[derive(Debug)]
pub(super) struct TeamGuess {
    pub(super) belief: Belief,
    pub(super) code: Code,
    /// The talk before the guess, if there was one.
    pub(super) talk: Option<Box<Talk>>,
}

impl TeamGuess {
    /// Returns the guess of a team that knows the code.
    fn certain(code: Code) -> TeamGuess {
        TeamGuess { belief: Belief::certain(code), code, talk: None }
    }

    /// Returns the guess of a single player with this belief.
    fn from_single(belief: Belief, stream: &mut Stream) -> TeamGuess {
        TeamGuess { belief, code: belief.draw_guess(stream), talk: None }
    }

    /// Returns the guess of a team after a talk.
    pub(super) fn after(talk: Talk) -> TeamGuess {
        let TalkAnswer { belief, code } = talk.after;
        TeamGuess { belief, code, talk: Some(Box::new(talk)) }
    }
}

impl Team {
    /// Creates a team of `size` members (R1), or a lone Interceptor (R17).
    ///
    /// # Panics
    /// If `size` is not 1 to [`MAX_MEMBERS`].
    pub fn new(agent: &dyn Agent, size: u8) -> Team {
        assert!((1..=MAX_MEMBERS as u8).contains(&size), "a team has 1 to {MAX_MEMBERS} members, not {size}");
        let count = if agent.thinks_alike() { 1 } else { size };
        let players: Vec<Player> = (0..count).map(|_| Player::new(agent)).collect();
        let external = Role::ALL.map(|role| agent.external_player(role).is_some());
        Team {
            size,
            sees_all: players.iter().any(|player| player.guesser.sees_all())
                && !external[1..].contains(&true),
            players,
            pace: agent.pace(),
            salt: agent.salt(),
            naming: KeywordVote::default(),
            external,
        }
    }

    /// Returns the member that encrypts in a round: the role goes round the team (R4).
    ///
    /// The first member starts. The choice of the first Encryptor changes no result, because one agent plays
    /// all members and their noise seeds are drawn alike.
    pub const fn encryptor_of(&self, round: u8) -> u8 {
        (round - 1) % self.size
    }

    /// Returns the number of members.
    pub const fn size(&self) -> u8 {
        self.size
    }

    /// Returns the salt of the agent, which separates its streams and noise seeds from those of other agents.
    pub(super) const fn salt(&self) -> u64 {
        self.salt
    }

    pub(super) fn begin(&mut self, position: &Position<'_>, side: Side) {
        self.naming.make_room(position.setup.deck());
        let _asking = AskScope::new(side);
        for (member, player) in self.players.iter_mut().enumerate() {
            let seat = position.seat(side, member as u8);
            player.begin(&seat);
        }
    }

    /// Asks the Encryptor until `review` accepts all clues, at most `attempts` times (R25). The last answer
    /// stands.
    pub(super) fn encrypt(
        &mut self,
        position: &Position<'_>,
        side: Side,
        source: StreamSource,
        attempts: u8,
        mut review: impl FnMut(&Clues) -> ReviewedClues,
    ) -> ReviewedClues {
        let _asking = AskScope::new(side);
        let member = self.encryptor_of(position.round);
        let mut stream = source.salted(self.salt).stream(side, member, position.round, Role::Encryptor);
        let view = position.encryptor(side, member);
        let player = self.player(member);
        let mut attempts = ClueAttempts::new(attempts);
        loop {
            let answer = review(&player.encryptor.clues(&view, &mut stream));
            if let Some(last) = attempts.count(answer) {
                return last;
            }
        }
    }

    /// Returns the times at which the Encryptor has written each clue, in milliseconds (R24).
    pub(super) fn written(&self, side: Side, round: u8, source: StreamSource) -> [u64; CLUES] {
        let member = self.encryptor_of(round);
        self.pace.written(&mut Stream::of_pace(source.keys, source.deal, side, member, round))
    }

    /// Returns the guess of a team about its own code or, in the role of the Interceptor, about the other team's.
    pub(super) fn guess(
        &mut self,
        position: &Position<'_>,
        (side, role): (Side, Role),
        source: StreamSource,
        clues: Clues,
    ) -> TeamGuess {
        if self.sees_all {
            return TeamGuess::certain(position.code(guessed_side(side, role)));
        }
        let _asking = AskScope::new(side);
        let source = source.salted(self.salt);
        let turns = self.talk_turns(position.setup, role);
        if turns > 0 {
            return self.talk_over(turns, position, (side, role), source, clues);
        }
        // Two calls, each compiled for its role: members, streams and views are then chosen without a branch.
        if role == Role::Guesser {
            self.ask_members(position, (side, Role::Guesser), source, |player, member, stream| {
                player.guesser.decode(&position.guesser(side, member, clues), stream)
            })
        } else {
            self.ask_members(position, (side, Role::Interceptor), source, |player, member, stream| {
                player.guesser.intercept(&position.interceptor(side, member, clues), stream)
            })
        }
    }

    /// Asks the members that speak in a role, and pools their beliefs. `source` is that of the team, with its salt.
    #[inline]
    fn ask_members(
        &mut self,
        position: &Position<'_>,
        (side, role): (Side, Role),
        source: StreamSource,
        ask: impl FnMut(&mut Player, u8, &mut Stream) -> Belief,
    ) -> TeamGuess {
        let members = self.speaking(position.round, role);
        self.pool(
            position.setup.rules().pooling,
            members,
            |member| source.stream(side, member, position.round, role),
            ask,
        )
    }

    /// Returns the keywords that the team names (R13). Members that think alike are asked once.
    pub(super) fn keywords(
        &mut self,
        position: &Position<'_>,
        side: Side,
        source: StreamSource,
    ) -> BySlot<Keyword> {
        if self.sees_all {
            return position.deal.keywords[side.opponent()];
        }
        let _asking = AskScope::new(side);
        let source = source.salted(self.salt);
        let Team { players, naming, .. } = self;
        let (rules, deck) = (position.setup.rules(), position.setup.deck());
        naming.agree(
            deck,
            position.deal.keywords[side],
            rules.pooling,
            players.len() as u8,
            |member, believed| {
                let mut stream = source.stream(side, member, position.round, Role::KeywordGuesser);
                let guesser = &mut players[member as usize].guesser;
                guesser.keywords(&position.keyword_guesser(side, member), &mut stream, believed);
                stream
            },
        )
    }

    /// Returns `true` if the role has an external player.
    pub(super) const fn is_external(&self, role: Role) -> bool {
        self.external[role as usize]
    }

    /// Opens a request to each member that is asked in a role.
    pub(super) fn open_requests(
        &self,
        side: Side,
        round: u8,
        role: Role,
        source: StreamSource,
        requests: &mut TeamRequests,
    ) {
        let source = source.salted(self.salt);
        // Members that think alike are asked once.
        let most = if self.players.len() == 1 { 1 } else { MAX_MEMBERS };
        for member in self.speaking(round, role).take(most) {
            requests.add(member, source.stream(side, member, round, role));
        }
    }

    /// Returns the members that speak in a role: of the own code, the Encryptor writes the clues and may not
    /// guess (R4).
    pub(super) fn speaking(&self, round: u8, role: Role) -> impl Iterator<Item = u8> + use<> {
        let encryptor = self.encryptor_of(round);
        (0..self.size).filter(move |&member| match role {
            Role::Encryptor => member == encryptor,
            Role::Guesser => member != encryptor,
            Role::Interceptor | Role::KeywordGuesser => true,
        })
    }

    /// Returns the team's guess about a code, from external answers.
    pub(super) fn guess_from_answers(
        &mut self,
        pooling: Pooling,
        (round, role): (u8, Role),
        requests: &TeamRequests,
    ) -> TeamGuess {
        let (members, stream) = (self.speaking(round, role), |member| requests.stream(member));
        self.pool(pooling, members, stream, |_, member, _| requests.belief(member))
    }

    /// Returns the keywords that the team names, from external answers (R13).
    pub(super) fn keywords_from_answers(
        &mut self,
        position: &Position<'_>,
        side: Side,
        requests: &TeamRequests,
    ) -> BySlot<Keyword> {
        let (rules, deck) = (position.setup.rules(), position.setup.deck());
        let (own, count) = (position.deal.keywords[side], self.players.len() as u8);
        self.naming.agree(deck, own, rules.pooling, count, |member, believed| {
            believed.clone_from(requests.keywords(member));
            requests.stream(member)
        })
    }

    /// Returns the player of a member.
    pub(super) fn player(&mut self, member: u8) -> &mut Player {
        let count = self.players.len();
        &mut self.players[member as usize % count]
    }

    /// Asks members and pools their beliefs.
    ///
    /// The stream of the first member decides between equally likely codes.
    #[inline]
    fn pool(
        &mut self,
        pooling: Pooling,
        mut members: impl Iterator<Item = u8>,
        stream_of: impl Fn(u8) -> Stream,
        mut ask: impl FnMut(&mut Player, u8, &mut Stream) -> Belief,
    ) -> TeamGuess {
        let first = members.next().expect("a team has a member who may speak");
        let mut lead = stream_of(first);
        let belief = ask(self.player(first), first, &mut lead);
        // All members would answer alike, and the pool of equal beliefs is that belief.
        if self.players.len() == 1 {
            return TeamGuess::from_single(belief, &mut lead);
        }
        let (mut beliefs, mut ballots) = ([belief; MAX_MEMBERS], [belief.draw_guess(&mut lead); MAX_MEMBERS]);
        let mut count = 1;
        for member in members {
            let mut stream = stream_of(member);
            beliefs[count] = ask(self.player(member), member, &mut stream);
            ballots[count] = beliefs[count].draw_guess(&mut stream);
            count += 1;
        }
        let (belief, code) = Belief::agree(pooling, &beliefs[..count], &ballots[..count], &mut lead);
        TeamGuess { belief, code, talk: None }
    }
}

/// Returns the side whose code is guessed in a role.
const fn guessed_side(side: Side, role: Role) -> Side {
    if matches!(role, Role::Guesser) { side } else { side.opponent() }
}
