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
    factory: PlayerFactory<dyn Encryptor>,
    share: f64,
    world: &Arc<World>,
) -> PlayerFactory<dyn Encryptor> {
    blundering(factory, &crate::encryptors::random::KIND, share, world, |both| Box::new(both))
}

/// Returns a guesser that believes equally in all codes in a share of its answers.
pub(super) fn guesser(
    factory: PlayerFactory<dyn Guesser>,
    share: f64,
    world: &Arc<World>,
) -> PlayerFactory<dyn Guesser> {
    blundering(factory, &crate::guessers::uniform::KIND, share, world, |both| Box::new(both))
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
    PlayerFactory::new(
        move || {
            boxed(HandicappedPlayer { share: share as f32, player: (sighted.make)(), blind: (blind.make)() })
        },
        thinks_alike,
    )
}

#[cfg(test)]
mod tests {
    use overhear_engine::game::{Agent, Game, Seed, Team};
    use overhear_engine::rules::{BySide, Deck, Language, Rules};

    use super::*;
    use crate::registry::{Spec, build};
    use crate::words::{embedded_lexicon, embedded_space};

    /// A guesser that talks about the opponents' codes alone, in words of its own.
    struct Talker;

    impl Guesser for Talker {
        fn decode(&mut self, _: &GuesserView<'_>, _: &mut Stream) -> Belief {
            Belief::UNIFORM
        }

        fn intercept(&mut self, _: &InterceptorView<'_>, _: &mut Stream) -> Belief {
            Belief::UNIFORM
        }

        fn keywords(&mut self, _: &KeywordView<'_>, _: &mut Stream, _: &mut KeywordBelief) {}

        fn talks(&self, role: Role) -> bool {
            role == Role::Interceptor
        }

        fn discuss(&mut self, _: &Question<'_>, _: &TalkTurn<'_>, _: &mut Stream) -> TalkReply {
            TalkReply { text: "as the player says it".to_owned(), belief: None }
        }
    }

    /// A guesser that must not be asked to talk.
    struct Blind;

    impl Guesser for Blind {
        fn decode(&mut self, _: &GuesserView<'_>, _: &mut Stream) -> Belief {
            Belief::UNIFORM
        }

        fn intercept(&mut self, _: &InterceptorView<'_>, _: &mut Stream) -> Belief {
            Belief::UNIFORM
        }

        fn keywords(&mut self, _: &KeywordView<'_>, _: &mut Stream, _: &mut KeywordBelief) {}

        fn discuss(&mut self, _: &Question<'_>, _: &TalkTurn<'_>, _: &mut Stream) -> TalkReply {
            unreachable!("the handicapped player passes every talk to its player")
        }
    }

    struct Handicapped(PlayerFactory<dyn Encryptor>);

    impl Agent for Handicapped {
        fn label(&self) -> &'static str {
            "handicapped"
        }

        fn encryptor(&self) -> Box<dyn Encryptor> {
            (self.0.make)()
        }

        fn guesser(&self) -> Box<dyn Guesser> {
            let both: HandicappedPlayer<dyn Guesser> =
                HandicappedPlayer { share: 0.5, player: Box::new(Talker), blind: Box::new(Blind) };
            Box::new(both)
        }
    }

    fn world() -> Arc<World> {
        let words = ["ocean", "hammer", "piano", "desert", "doctor", "crown", "winter", "engine"];
        let deck = Deck::from_words(words, Language::English).expect("a deck");
        Arc::new(World::new(deck, embedded_space(), embedded_lexicon(), 500).expect("a world"))
    }

    #[test]
    fn an_oracle_does_not_blunder() {
        let world = world();
        let attempt = |spec: &str| build(&Spec::parse(spec).expect("a SPEC"), &world).map(drop);
        assert_eq!(attempt("random/oracle"), Ok(()));
        assert_eq!(attempt("random:blunder=1/oracle:blunder=0"), Ok(()));
        let refused = attempt("random/oracle:blunder=0.001").expect_err("it cannot blunder").to_string();
        assert_eq!(refused, "`oracle`: it is told every code and cannot blunder; leave out `blunder`");
    }

    #[test]
    fn a_handicapped_guesser_talks_as_the_player_that_it_handicaps() {
        let world = world();
        let random = &crate::encryptors::random::KIND;
        let encryptors = (random.prepare)(&world, &Values::defaults(random.params));
        let agent = Handicapped(encryptors.expect("it needs nothing"));
        let rules = Rules { white_team: 3, black_team: 3, ..Rules::official() };
        let setup = world.setup(&rules).expect("a table").with_talk(1);
        let mut game = Game::new();
        let mut teams = BySide::from_fn(|_| Team::new(&agent, 3));
        let BySide { white, black } = &mut teams;
        setup.play(&setup.deal(Seed(1), 0), BySide { white, black }, &mut game);
        assert!(!game.talks.is_empty());
        for talk in &game.talks {
            assert_ne!(
                talk.team,
                game.record.halves()[talk.half].side,
                "it talks about the opponents' codes alone"
            );
            assert!(
                talk.messages.len() == 3
                    && talk.messages.iter().all(|message| message.text == "as the player says it")
            );
        }
    }
}
