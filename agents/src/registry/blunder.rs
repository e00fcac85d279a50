//! A handicap: a player that answers blindly in a share of its questions.
//!
//! It weakens an agent by a chosen amount, to test the tests of strength.

use std::sync::Arc;

use overhear_engine::game::{
    Belief, Encryptor, EncryptorView, Guesser, GuesserView, InterceptorView, KeywordBelief, KeywordView,
    Question, Role, Seat, Stream, TalkReply, TalkTurn,
};
use overhear_engine::rules::Clues;

use super::{PartKind, PlayerFactory, Values};
use crate::model::World;

/// Two players. The question's own stream decides which of them answers.
struct HandicappedPlayer<T: ?Sized> {
    share: f32,
    player: Box<T>,
    blind: Box<T>,
}

impl<T: ?Sized> HandicappedPlayer<T> {
    fn next_player(&mut self, stream: &mut Stream) -> &mut T {
        if stream.unit() < self.share { &mut self.blind } else { &mut self.player }
    }
}

impl Encryptor for HandicappedPlayer<dyn Encryptor> {
    fn begin(&mut self, seat: &Seat<'_>) {
        self.player.begin(seat);
        self.blind.begin(seat);
    }

    fn clues(&mut self, view: &EncryptorView<'_>, stream: &mut Stream) -> Clues {
        self.next_player(stream).clues(view, stream)
    }
}

impl Guesser for HandicappedPlayer<dyn Guesser> {
    fn begin(&mut self, seat: &Seat<'_>) {
        self.player.begin(seat);
        self.blind.begin(seat);
    }

    fn decode(&mut self, view: &GuesserView<'_>, stream: &mut Stream) -> Belief {
        self.next_player(stream).decode(view, stream)
    }

    fn intercept(&mut self, view: &InterceptorView<'_>, stream: &mut Stream) -> Belief {
        self.next_player(stream).intercept(view, stream)
    }

    fn keywords(&mut self, view: &KeywordView<'_>, stream: &mut Stream, believed: &mut KeywordBelief) {
        self.next_player(stream).keywords(view, stream, believed);
    }

    fn talks(&self, role: Role) -> bool {
        self.player.talks(role)
    }

    fn discuss(&mut self, question: &Question<'_>, turn: &TalkTurn<'_>, stream: &mut Stream) -> TalkReply {
        self.player.discuss(question, turn, stream)
    }
}

/// Returns an Encryptor that gives random legal clues in a share of its halves.
pub(super) fn encryptor(
    made: PlayerFactory<dyn Encryptor>,
    share: f64,
    world: &Arc<World>,
) -> PlayerFactory<dyn Encryptor> {
    blundering(made, &crate::encryptors::random::KIND, share, world, |both| Box::new(both))
}

/// Returns a guesser that believes equally in all codes in a share of its answers.
pub(super) fn guesser(
    made: PlayerFactory<dyn Guesser>,
    share: f64,
    world: &Arc<World>,
) -> PlayerFactory<dyn Guesser> {
    blundering(made, &crate::guessers::uniform::KIND, share, world, |both| Box::new(both))
}

fn blundering<T: ?Sized + 'static>(
    sighted: PlayerFactory<T>,
    kind: &PartKind<T>,
    share: f64,
    world: &Arc<World>,
    boxed: fn(HandicappedPlayer<T>) -> Box<T>,
) -> PlayerFactory<T> {
    if share == 0.0 {
        return sighted;
    }
    let blind = (kind.prepare)(world, &Values::defaults(kind.params)).expect("a blind player needs nothing");
    let thinks_alike = sighted.thinks_alike && blind.thinks_alike;
    let make = move || {
        boxed(HandicappedPlayer { share: share as f32, player: (sighted.make)(), blind: (blind.make)() })
    };
    PlayerFactory { make: Box::new(make), thinks_alike, external: None }
}
