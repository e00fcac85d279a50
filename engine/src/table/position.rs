//! The whole truth about a moment of a game, from which every role's view is cut.

use super::{
    Deal, EncryptorView, GuesserView, Hearing, InterceptorView, KeywordView, Question, Role, Seat, Table,
};
use crate::rules::{BySlot, Clues, Code, Keyword, PublicRecord, Side};

/// Everything there is to know between two halves. Only the game loop and tests hold one; players get views.
#[derive(Clone, Copy, Debug)]
pub struct Position<'a> {
    /// What everybody knows.
    pub table: &'a Table<'a>,
    /// What was dealt, to both teams.
    pub deal: &'a Deal,
    /// Everything played so far.
    pub record: &'a PublicRecord,
    /// The round, from 1.
    pub round: u8,
}

impl<'a> Position<'a> {
    /// The place of a member of a team.
    pub fn seat(&self, side: Side, member: u8) -> Seat<'a> {
        Seat {
            table: self.table,
            side,
            member,
            head: self.deal.heads[side][member as usize],
            keywords: self.table.rules().gives_clues(side).then_some(&self.deal.keywords[side]),
        }
    }

    /// The code that `side` has drawn for this round.
    pub fn code(&self, side: Side) -> Code {
        self.deal.codes[self.round as usize - 1][side]
    }

    fn keywords(&self, side: Side) -> &'a BySlot<Keyword> {
        assert!(
            self.table.rules().gives_clues(side),
            "the lone Interceptor has no keywords and no code (R17)"
        );
        &self.deal.keywords[side]
    }

    /// What the Encryptor of `side` may know. Both are asked before either half is played (R4).
    ///
    /// # Panics
    /// If a half of this round stands in the record already: the Encryptor must not see it. If `side` is the lone
    /// Interceptor (R17).
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

    /// What a guesser of `side` may know of the own Encryptor's clues.
    ///
    /// # Panics
    /// If `side` is the lone Interceptor (R17).
    pub fn guesser(&self, side: Side, member: u8, clues: Clues) -> GuesserView<'a> {
        GuesserView { hearing: self.hearing(side, member, clues), keywords: self.keywords(side) }
    }

    /// What an interceptor of `side` may know of the other team's clues.
    pub fn interceptor(&self, side: Side, member: u8, clues: Clues) -> InterceptorView<'a> {
        InterceptorView(self.hearing(side, member, clues))
    }

    fn hearing(&self, side: Side, member: u8, clues: Clues) -> Hearing<'a> {
        Hearing { seat: self.seat(side, member), record: self.record, round: self.round, clues }
    }

    /// What a member of `side` may know when the opponents' keywords are asked for.
    pub fn keyword_guesser(&self, side: Side, member: u8) -> KeywordView<'a> {
        KeywordView { seat: self.seat(side, member), record: self.record }
    }

    /// What a member of `side` is asked in a role; `clues` are those that a guesser or an interceptor has heard.
    ///
    /// # Panics
    /// As [`Position::encryptor`] and [`Position::guesser`] do.
    pub fn question(&self, role: Role, side: Side, member: u8, clues: Clues) -> Question<'a> {
        match role {
            Role::Encryptor => Question::Clues(self.encryptor(side, member)),
            Role::Guesser => Question::Decode(self.guesser(side, member, clues)),
            Role::Interceptor => Question::Intercept(self.interceptor(side, member, clues)),
            Role::KeywordGuesser => Question::Keywords(self.keyword_guesser(side, member)),
        }
    }
}
