//! Questions to a player at a moment of a game.

use overhear_engine::game::{Agent, Answer, Deal, GameSetup, Player, Position, Question, Role, Seed, Stream};
use overhear_engine::rules::{Clues, Half, Players, PublicRecord, Rules, Side};

use super::Audit;

/// A half of a game before its guesses.
pub(super) struct HalfSnapshot {
    pub(super) number: u64,
    pub(super) deal: Deal,
    /// The record when the Encryptors wrote their clues.
    pub(super) opening: PublicRecord,
    /// The record when the clues are read.
    pub(super) record: PublicRecord,
    pub(super) half: Half,
}

impl HalfSnapshot {
    /// Returns all questions of the half; those for the Encryptors once in a round.
    pub(super) fn questions<'a>(&'a self, audit: &'a Audit<'a>) -> Vec<AuditQuestion<'a>> {
        let giver = self.half.side;
        let rules = audit.setup.rules();
        let mut seats = Vec::new();
        if giver == Side::White {
            seats.extend(encryptors(rules).map(|side| (Role::Encryptor, side)));
        }
        seats.extend([(Role::Guesser, giver), (Role::Interceptor, giver.opponent())]);
        if rules.players == Players::TwoTeams {
            seats.extend(Side::ALL.map(|side| (Role::KeywordGuesser, side)));
        }
        seats
            .into_iter()
            .map(|(role, side)| AuditQuestion {
                setup: &audit.setup,
                seed: audit.seed,
                number: self.number,
                deal: &self.deal,
                opening: &self.opening,
                record: &self.record,
                round: self.half.round,
                clues: self.half.clues,
                role,
                side,
                member: member_asked(rules, side, self.half.round),
            })
            .collect()
    }
}

/// Returns the member that is asked: the one after the Encryptor of the round (R4), who guesses in a game. Clues are asked of that member too: the
/// record holds legal clues alone, so that what the Encryptor itself writes at this moment is known to be legal.
fn member_asked(rules: &Rules, side: Side, round: u8) -> u8 {
    (rules.encryptor_of(side, round) + 1) % rules.team_sizes()[side]
}

/// Returns the sides that give clues (R17).
fn encryptors(rules: &Rules) -> impl Iterator<Item = Side> {
    Side::ALL.into_iter().filter(|&side| rules.gives_clues(side))
}

/// A question to one member of a team.
#[derive(Clone, Copy)]
pub(super) struct AuditQuestion<'a> {
    pub(super) setup: &'a GameSetup<'a>,
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

impl<'a> AuditQuestion<'a> {
    /// Returns the moment of the game: an Encryptor has not seen the clues of the round.
    fn position(&self) -> Position<'a> {
        let record = if self.role == Role::Encryptor { self.opening } else { self.record };
        Position { setup: self.setup, deal: self.deal, record, round: self.round }
    }

    /// Returns the question in the engine's form.
    pub(super) fn question(&self) -> Question<'a> {
        self.position().question(self.role, self.side, self.member, self.clues)
    }

    /// Returns the stream that a game gives a member for this question.
    pub(super) fn stream_of(&self, member: u8) -> Stream {
        Stream::of_call(self.seed, self.number, self.side, member, self.round, self.role)
    }

    /// Returns the answer of a player that may have been asked before.
    pub(super) fn ask(&self, player: &mut Player) -> Answer {
        player.answer(&self.question(), &mut self.stream_of(self.member))
    }

    /// Returns the answer of a new player that draws from `stream`.
    pub(super) fn ask_drawing(&self, agent: &dyn Agent, mut stream: Stream) -> Answer {
        let question = self.question();
        Player::fresh(agent, question.seat()).answer(&question, &mut stream)
    }

    /// Returns the answer of a new player.
    pub(super) fn ask_fresh(&self, agent: &dyn Agent) -> Answer {
        self.ask_drawing(agent, self.stream_of(self.member))
    }

    /// Returns the answer after the other Encryptors of the round have written, as in a game. Whatever they leave
    /// in shared memory is there when the question comes.
    pub(super) fn ask_in_the_round(&self, agent: &dyn Agent) -> Answer {
        let rules = self.setup.rules();
        for side in encryptors(rules) {
            if (self.role, self.side) != (Role::Encryptor, side) {
                let member = rules.encryptor_of(side, self.round);
                AuditQuestion { role: Role::Encryptor, side, member, ..*self }.ask_fresh(agent);
            }
        }
        self.ask_fresh(agent)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r4_questions_go_to_a_member_that_does_not_encrypt() {
        for rules in [
            Rules::official(),
            Rules { white_team: 4, black_team: 3, ..Rules::official() },
            Rules::three_player(),
        ] {
            for (round, side) in (1..=8).flat_map(|round| Side::ALL.map(|side| (round, side))) {
                let (member, size) = (member_asked(&rules, side, round), rules.team_sizes()[side]);
                assert!(
                    member < size && (size == 1 || member != rules.encryptor_of(side, round)),
                    "{side}, round {round}"
                );
            }
        }
    }
}
