//! The full state of a game, from which the views of all roles are derived.

use super::{
    Deal, EncryptorView, GameSetup, GuesserView, InterceptorView, KeywordView, ListenerView, Question, Role,
    Seat,
};
use crate::rules::{BySlot, Clues, Code, Keyword, PublicRecord, Side};

/// The full state between two halves. Only the game loop and tests hold it; players get views.
#[derive(Clone, Copy, Debug)]
pub struct Position<'a> {
    /// The setup of the game, known to all players.
    pub setup: &'a GameSetup<'a>,
    /// The deal, with the secrets of both teams.
    pub deal: &'a Deal,
    /// The record of all finished halves.
    pub record: &'a PublicRecord,
    /// Number of the round, from 1.
    pub round: u8,
}

impl<'a> Position<'a> {
    /// Returns the seat of a member of a team.
    pub fn seat(&self, side: Side, member: u8) -> Seat<'a> {
        Seat {
            setup: self.setup,
            side,
            member,
            noise_seed: self.deal.noise_seeds[side][member as usize],
            keywords: self.setup.rules().gives_clues(side).then_some(&self.deal.keywords[side]),
        }
    }

    /// Returns the code of `side` in this round.
    pub fn code(&self, side: Side) -> Code {
        self.deal.codes[self.round as usize - 1][side]
    }

    /// Returns the keywords of `side`.
    ///
    /// # Panics
    /// If `side` is the lone Interceptor (R17).
    fn keywords(&self, side: Side) -> &'a BySlot<Keyword> {
        assert!(
            self.setup.rules().gives_clues(side),
            "the lone Interceptor has no keywords and no code (R17)"
        );
        &self.deal.keywords[side]
    }

    /// Returns the view of the Encryptor of `side`. Both Encryptors are asked before either half is played
    /// (R4).
    ///
    /// # Panics
    /// If the record already has a half of this round, which the Encryptor must not see, or if `side` is the
    /// lone Interceptor (R17).
    pub fn encryptor(&self, side: Side, member: u8) -> EncryptorView<'a> {
        assert!(
            self.record.halves().last().is_none_or(|half| half.round < self.round),
            "both Encryptors write before either half is played"
        );
        EncryptorView {
            seat: self.seat(side, member),
            keywords: self.keywords(side),
            record: self.record,
            round: self.round,
            code: self.code(side),
        }
    }

    /// Returns the view of a guesser of `side` on the clues of the own Encryptor.
    ///
    /// # Panics
    /// If `side` is the lone Interceptor (R17).
    pub fn guesser(&self, side: Side, member: u8, clues: Clues) -> GuesserView<'a> {
        GuesserView { hearing: self.hearing(side, member, clues), keywords: self.keywords(side) }
    }

    /// Returns the view of an interceptor of `side` on the other team's clues.
    pub fn interceptor(&self, side: Side, member: u8, clues: Clues) -> InterceptorView<'a> {
        InterceptorView(self.hearing(side, member, clues))
    }

    fn hearing(&self, side: Side, member: u8, clues: Clues) -> ListenerView<'a> {
        ListenerView { seat: self.seat(side, member), record: self.record, round: self.round, clues }
    }

    /// Returns the view of a member of `side` that is asked for the opponents' keywords.
    pub fn keyword_guesser(&self, side: Side, member: u8) -> KeywordView<'a> {
        KeywordView { seat: self.seat(side, member), record: self.record }
    }

    /// Returns the question to a member of `side` in a role. `clues` are those read to a guesser or an
    /// interceptor.
    ///
    /// # Panics
    /// As [`Position::encryptor`] and [`Position::guesser`].
    pub fn question(&self, role: Role, side: Side, member: u8, clues: Clues) -> Question<'a> {
        match role {
            Role::Encryptor => Question::Clues(self.encryptor(side, member)),
            Role::Guesser => Question::Decode(self.guesser(side, member, clues)),
            Role::Interceptor => Question::Intercept(self.interceptor(side, member, clues)),
            Role::KeywordGuesser => Question::Keywords(self.keyword_guesser(side, member)),
        }
    }
}
