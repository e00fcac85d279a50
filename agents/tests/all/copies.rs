//! Copies of an agent: salted ones play alike in strength but not move for move, handicapped ones blunder, and the
//! tables of those that are gone can be let go of.

use crate::common::{SEED, agent, deal, setup, teams, uneven_setup};
use overhear_agents::model::ModelKey;
use overhear_engine::game::{Game, Stream, Team};
use overhear_engine::rules::{BySide, Code, Rules};

/// Games of one agent as White against another.
fn games(white: &str, black: &str, count: u64) -> Vec<Game> {
    let setup = setup(Rules::official());
    let (mut white, mut black) = (Team::new(&*agent(white), 2), Team::new(&*agent(black), 2));
    let game = |number| {
        let mut game = Game::new();
        let teams = BySide { white: &mut white, black: &mut black };
        setup.play(&deal(&setup, number), teams, &mut game);
        game
    };
    (0..count).map(game).collect()
}

#[test]
fn a_salt_of_zero_is_no_salt() {
    assert!(games("margin", "human", 20) == games("margin:salt=0,blunder=0", "human:salt=0", 20));
}

#[test]
fn a_salted_copy_draws_clues_of_its_own_on_the_same_deals() {
    let (plain, salted) = (games("margin", "margin", 20), games("margin:salt=1", "margin", 20));
    let again = games("margin:salt=1", "margin", 20);
    let other = games("margin:salt=2", "margin", 20);
    assert!(salted == again, "a salt is a name, not chance");
    let mut alike = 0;
    for ((plain, salted), other) in plain.iter().zip(&salted).zip(&other) {
        let [first, second] = [0, 1].map(|n| [plain, salted, other].map(|game| game.record.halves()[n]));
        assert_eq!(first[0].code, first[1].code, "the deal is the same");
        alike += u32::from(first[0].clues == first[1].clues) + u32::from(first[1].clues == first[2].clues);
        assert_eq!(second[0].clues, second[1].clues, "the other team is not salted");
    }
    assert!(alike < 4, "{alike} of 40 answers are alike");
}

#[test]
fn a_salted_copy_has_heads_of_its_own() {
    let guess = |spec: &str| games("nearest/bayes", spec, 30);
    let plain = guess("nearest/bayes:sigma=0.15");
    let salted = guess("nearest/bayes:sigma=0.15,salt=1");
    let beliefs = |games: &[Game]| games.iter().map(|game| game.beliefs()[1].guess).collect::<Vec<_>>();
    let same = beliefs(&plain).iter().zip(beliefs(&salted)).filter(|(a, b)| **a == *b).count();
    assert!(same < 5, "{same} of 30 beliefs are alike");
    let [salted, plain] = ["nearest/bayes:salt=1", "nearest/bayes"].map(|spec| beliefs(&guess(spec)));
    assert_eq!(salted, plain, "without error all members are alike");
}

#[test]
fn who_always_blunders_plays_at_random_and_who_never_does_plays_well() {
    assert!(games("margin:blunder=1", "margin", 1)[0].beliefs()[0].guess < 0.05);
    let right = |spec: &str| {
        let games = games(spec, "random", 400);
        let halves: Vec<_> = games.iter().filter_map(|game| game.record.halves().first()).collect();
        halves.iter().filter(|half| half.guess == half.code).count()
    };
    let (never, half, always) =
        (right("margin"), right("margin/bayes:blunder=0.5"), right("margin:blunder=1"));
    assert!(never > 390, "{never}");
    assert!((170..=250).contains(&half), "{half} of 400, 208 expected");
    assert!((5..=35).contains(&always), "{always} of 400, 17 expected");
}

#[test]
fn a_salt_of_one_part_is_another_salt_than_one_of_both() {
    let clues = |spec: &str| games(spec, "random", 10).iter().map(|g| g.record.halves()[0].clues).collect();
    let by_spec: [Vec<_>; 3] = ["margin:salt=1", "margin:salt=1/bayes", "margin/bayes:salt=1"].map(clues);
    assert!(by_spec[0] != by_spec[1] && by_spec[1] != by_spec[2] && by_spec[0] != by_spec[2]);
}

#[test]
fn codes_are_dealt_alike_to_all_copies() {
    let setup = uneven_setup(Rules::official());
    let mut copies = teams(&*agent("human:salt=9"));
    let dealt = deal(&setup, 4);
    let game = crate::common::play(&setup, 4, &mut copies);
    let codes: Vec<Code> = game.record.halves().iter().map(|half| half.code).collect();
    let expected: Vec<Code> = dealt.codes.iter().flat_map(|codes| [codes.white, codes.black]).collect();
    assert_eq!(codes, expected[..codes.len()]);
    assert_eq!(
        *deal(&setup, 4),
        overhear_engine::game::Deal::draw(setup.deck(), &mut Stream::of_deal(SEED, 4))
    );
}

#[test]
fn tables_that_no_agent_uses_can_be_let_go_of() {
    let table = |beta| {
        let key = ModelKey { beta, alpha: 0.4 };
        std::sync::Arc::downgrade(&crate::common::WORLD.association(key))
    };
    let player = agent("nearest:beta=11,alpha=0.4/uniform");
    let [used, unused] = [11.0, 12.0].map(table);
    assert!(used.upgrade().is_some() && unused.upgrade().is_some(), "the world keeps both");
    crate::common::WORLD.forget_unused();
    assert!(used.upgrade().is_some() && unused.upgrade().is_none());
    drop(player);
    crate::common::WORLD.forget_unused();
    assert!(used.upgrade().is_none());
}
