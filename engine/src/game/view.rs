//! The views of the roles: everything that a role may know (R5). No field of a view leads to hidden data.
//!
//! Only a [`Position`](super::Position) creates views. A guesser cannot read the code:
//!
//! ```compile_fail
//! fn cheat(view: &overhear_engine::game::GuesserView<'_>) -> overhear_engine::rules::Code {
//!     view.code()
//! }
//! ```
//!
//! An interceptor cannot read the keywords of the other team:
//!
//! ```compile_fail
//! use overhear_engine::rules::{BySlot, Keyword};
//! fn cheat<'a>(view: &overhear_engine::game::InterceptorView<'a>) -> &'a BySlot<Keyword> {
//!     &view.deal().keywords[view.seat().side().opponent()]
//! }
//! ```
//!
//! An interceptor need not have keywords: the lone Interceptor of the three-player game has none (R17). A
//! seat therefore has them as an `Option`, and only Encryptors and guessers have them in any case:
//!
//! ```compile_fail
//! use overhear_engine::rules::{BySlot, Keyword};
//! fn own<'a>(view: &overhear_engine::game::InterceptorView<'a>) -> &'a BySlot<Keyword> {
//!     view.keywords()
//! }
//! ```
//!
//! Code outside the engine cannot create a view:
//!
//! ```compile_fail
//! fn forge(seat: overhear_engine::game::Seat<'_>) -> overhear_engine::game::KeywordView<'_> {
//!     overhear_engine::game::KeywordView { seat, record: &Default::default() }
//! }
//! ```

use std::ops::Deref;

use super::GameSetup;
use crate::rules::{BySlot, Clue, Clues, Code, Keyword, PublicRecord, RefereeMode, Side, Slot};

/// The place of an asked player, with its knowledge from the start of the game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Seat<'a> {
    pub(super) setup: &'a GameSetup<'a>,
    pub(super) side: Side,
    pub(super) member: u8,
    pub(super) noise_seed: u64,
    pub(super) keywords: Option<&'a BySlot<Keyword>>,
}

impl<'a> Seat<'a> {
    /// Returns the rules, the deck and the law of clues, which all players know.
    pub const fn setup(&self) -> &'a GameSetup<'a> {
        self.setup
    }

    /// Returns the team of the player.
    pub const fn side(&self) -> Side {
        self.side
    }

    /// Returns the index of the player in the team, from 0.
    pub const fn member(&self) -> u8 {
        self.member
    }

    /// Returns the seed of the player's individual associations. An agent may let associations depend on it.
    pub const fn noise_seed(&self) -> u64 {
        self.noise_seed
    }

    /// Returns the own team's keywords, or `None` for the lone Interceptor (R17).
    pub const fn keywords(&self) -> Option<&'a BySlot<Keyword>> {
        self.keywords
    }

    /// Returns `true` unless an enforced referee refuses the clue as unrelated to the keyword (R19, R22).
    #[inline]
    pub fn passes_referee(&self, clue: Clue, keyword: Keyword) -> bool {
        self.setup.rules().referee != RefereeMode::Enforce || self.setup.is_fit(clue, keyword)
    }
}

/// The view of the Encryptor: own keywords, own code, and the public record up to the last round.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EncryptorView<'a> {
    pub(super) seat: Seat<'a>,
    pub(super) keywords: &'a BySlot<Keyword>,
    pub(super) record: &'a PublicRecord,
    pub(super) round: u8,
    pub(super) code: Code,
}

impl<'a> EncryptorView<'a> {
    /// Returns the seat of the player.
    pub const fn seat(&self) -> &Seat<'a> {
        &self.seat
    }

    /// Returns the own team's keywords.
    pub const fn keywords(&self) -> &'a BySlot<Keyword> {
        self.keywords
    }

    /// Returns the public record up to the last round.
    pub const fn record(&self) -> &'a PublicRecord {
        self.record
    }

    /// Returns the number of the round, from 1.
    pub const fn round(&self) -> u8 {
        self.round
    }

    /// Returns the code to encrypt.
    pub const fn code(&self) -> Code {
        self.code
    }

    /// Returns `true` if the law allows the clue (R19 to R21) after those already chosen for this code, and no enforced
    /// referee refuses it for the keyword of `slot` (R22).
    #[inline]
    pub fn is_legal(&self, slot: Slot, chosen: &[Option<Clue>], clue: Clue) -> bool {
        self.seat.passes_referee(clue, self.keywords[slot]) && self.is_lawful(chosen, clue)
    }

    /// Returns `true` if the law allows the clue (R19 to R21) after those already chosen for this code.
    #[inline]
    pub fn is_lawful(&self, chosen: &[Option<Clue>], clue: Clue) -> bool {
        let (setup, side) = (self.seat.setup, self.seat.side);
        let earlier = self.record.clues_of(side).iter().copied().chain(chosen.iter().copied().flatten());
        setup.law().verdict(clue, self.keywords, setup.rules().repeat, earlier).is_ok()
    }
}

/// The common part of the views of a guesser and an interceptor.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ListenerView<'a> {
    pub(super) seat: Seat<'a>,
    pub(super) record: &'a PublicRecord,
    pub(super) round: u8,
    pub(super) clues: Clues,
}

impl<'a> ListenerView<'a> {
    /// Returns the seat of the player.
    pub const fn seat(&self) -> &Seat<'a> {
        &self.seat
    }

    /// Returns the public record of all finished halves.
    pub const fn record(&self) -> &'a PublicRecord {
        self.record
    }

    /// Returns the number of the round, from 1.
    pub const fn round(&self) -> u8 {
        self.round
    }

    /// Returns the clues that were read out.
    pub const fn clues(&self) -> &Clues {
        &self.clues
    }
}

/// The view of a guesser on the clues of the own Encryptor: own keywords, all finished halves, the clues.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GuesserView<'a> {
    pub(super) hearing: ListenerView<'a>,
    pub(super) keywords: &'a BySlot<Keyword>,
}

impl<'a> GuesserView<'a> {
    /// Returns the own team's keywords.
    pub const fn keywords(&self) -> &'a BySlot<Keyword> {
        self.keywords
    }
}

/// The view of an interceptor on the other team's clues: all finished halves, the clues, and own keywords if
/// any (R17).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct InterceptorView<'a>(pub(super) ListenerView<'a>);

impl<'a> Deref for GuesserView<'a> {
    type Target = ListenerView<'a>;
    fn deref(&self) -> &ListenerView<'a> {
        &self.hearing
    }
}

impl<'a> Deref for InterceptorView<'a> {
    type Target = ListenerView<'a>;
    fn deref(&self) -> &ListenerView<'a> {
        &self.0
    }
}

/// The view of a player that names the opponents' keywords in the tiebreaker (R13).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct KeywordView<'a> {
    pub(super) seat: Seat<'a>,
    pub(super) record: &'a PublicRecord,
}

impl<'a> KeywordView<'a> {
    /// Returns the seat of the player.
    pub const fn seat(&self) -> &Seat<'a> {
        &self.seat
    }

    /// Returns the public record of the whole game.
    pub const fn record(&self) -> &'a PublicRecord {
        self.record
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::rules::{ClueLaw, Deck, Referee, Rules, WordFacts};

    const KEYWORDS: BySlot<Keyword> = BySlot([Keyword(0), Keyword(1), Keyword(2), Keyword(3)]);

    /// Returns whether clue 0, about the first keyword alone, passes for the first two, and is legal for them.
    fn verdicts(referee: RefereeMode) -> [[bool; 2]; 2] {
        let deck = Deck::parse("ant\nbee\ncat\ndog\nelk\nfox\ngnu\nhen", "en").expect("a deck");
        let referee_of_first = Referee::new(deck.len(), [[KEYWORDS[Slot::First]]]);
        let law = ClueLaw::new(&[WordFacts { text: "stone", lemmas: "" }], &deck);
        let law = law.with_referee(Arc::new(referee_of_first));
        let rules = Rules { referee, ..Rules::official() }.checked().expect("a game");
        let setup = GameSetup::new(rules, &deck, &law).expect("a game");
        let seat =
            Seat { setup: &setup, side: Side::White, member: 0, noise_seed: 0, keywords: Some(&KEYWORDS) };
        let (record, code) = (PublicRecord::default(), Code::ALL[0]);
        let view = EncryptorView { seat, keywords: &KEYWORDS, record: &record, round: 1, code };
        let (clue, slots) = (Clue::new(0), [Slot::First, Slot::Second]);
        [
            slots.map(|slot| seat.passes_referee(clue, KEYWORDS[slot])),
            slots.map(|slot| view.is_legal(slot, &[], clue)),
        ]
    }

    #[test]
    fn r22_only_a_referee_that_is_enforced_refuses_a_clue_and_only_one_about_another_keyword() {
        assert_eq!(verdicts(RefereeMode::Enforce), [[true, false]; 2]);
        for referee in [RefereeMode::Off, RefereeMode::Warn] {
            assert_eq!(verdicts(referee), [[true, true]; 2], "{referee:?}");
        }
    }
}
