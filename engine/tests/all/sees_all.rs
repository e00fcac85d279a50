//! Players that see everything: the upper bound for honest players.

use crate::common::laid;
use crate::common::random_players::{Wild, deck_and_law};
use overhear_engine::game::{
    Agent, Belief, Encryptor, Game, Guesser, GuesserView, InterceptorView, KeywordBelief, KeywordView, Seed,
    Stream, Team,
};
use overhear_engine::rules::{BySide, Rules, Side};

const WILD: Wild =
    Wild { repeats: 0.0, offends: 0.0, omits: 0.0, hears: 0.2, overhears: 0.1, alike: true, slowness: 0 };

/// An agent that gives the clues of [`WILD`] and is told every code.
struct Oracle;

impl Agent for Oracle {
    fn label(&self) -> &'static str {
        "oracle"
    }

    fn encryptor(&self) -> Box<dyn Encryptor> {
        WILD.encryptor()
    }

    fn guesser(&self) -> Box<dyn Guesser> {
        Box::new(Oracle)
    }
}

impl Guesser for Oracle {
    fn decode(&mut self, _: &GuesserView<'_>, _: &mut Stream) -> Belief {
        panic!("it is told the code")
    }

    fn intercept(&mut self, _: &InterceptorView<'_>, _: &mut Stream) -> Belief {
        panic!("it is told the code")
    }

    fn keywords(&mut self, _: &KeywordView<'_>, _: &mut Stream, _: &mut KeywordBelief) {
        panic!("it is told the keywords")
    }

    fn sees_all(&self) -> bool {
        true
    }
}

fn play(rules: Rules, agents: BySide<&dyn Agent>, number: u64) -> Game {
    let (deck, law) = deck_and_law();
    let setup = laid(rules, &deck, &law);
    let mut teams = BySide::from_fn(|side| Team::new(agents[side], 2));
    let (deal, mut game) = (setup.deal(Seed(3), number), Game::new());
    let BySide { white, black } = &mut teams;
    setup.play(&deal, BySide { white, black }, &mut game);
    let BySide { white, black } = &mut teams;
    setup.name_keywords(&deal, BySide { white, black }, &mut game);
    game
}

#[test]
fn a_player_that_sees_all_names_every_code() {
    for number in 0..20 {
        let game = play(Rules::official(), BySide { white: &Oracle, black: &WILD }, number);
        for (half, beliefs) in game.record.halves().iter().zip(game.beliefs()) {
            if half.side == Side::White {
                assert_eq!((half.guess, beliefs.guess), (half.code, 1.0));
            } else if half.interception.is_some() {
                assert_eq!((half.interception, beliefs.interception), (Some(half.code), Some(1.0)));
            }
        }
        assert_eq!(game.ending.winner, Some(Side::White));
    }
}

#[test]
fn r13_a_player_that_sees_all_names_the_keywords_of_the_opponents() {
    let endless = Rules { round_limit: 2, ..Rules::official().without_token_limits() };
    for number in 0..20 {
        let game = play(endless, BySide { white: &Oracle, black: &Oracle }, number);
        let named = game.named.expect("a tie comes to the keywords");
        assert_eq!(named, game.keywords.exchanged());
        assert_eq!(game.keywords_right, Some(BySide { white: 4, black: 4 }));
    }
}
