//! Tests of the readers on games of small worlds.

use std::sync::Arc;

use overhear_engine::game::{
    Agent, Belief, Encryptor, EncryptorView, Game, Guesser, Position, Seed, Stream, Team,
};
use overhear_engine::rules::{BySide, CLUES, Clue, Clues, Code, PublicRecord, Rules, Side};

use super::{ClueCounts, CountsReader, LoggedClues, SimulationEffort, SimulationReader};
use crate::model::World;
use crate::registry::{Spec, build};
use crate::words::{embedded_deck, embedded_lexicon, embedded_space};

const EFFORT: SimulationEffort = SimulationEffort { chains: 4, sweeps: 8, samples: 2, codes: 4 };

const SEED: Seed = Seed(3);

fn world() -> Arc<World> {
    let deck = embedded_deck("en").expect("a deck");
    Arc::new(World::new(deck, embedded_space(), embedded_lexicon(), 2000).expect("a world"))
}

fn agent(spec: &str, world: &Arc<World>) -> Box<dyn Agent> {
    build(&Spec::parse(spec).expect("a SPEC"), world).expect("an agent")
}

fn endless() -> Rules {
    Rules { tokens_to_win: 0, tokens_to_lose: 0, ..Rules::official() }
}

fn logged(world: &World, giver: &dyn Agent, deals: u64) -> LoggedClues {
    let setup = world.setup(&endless()).expect("a setup");
    LoggedClues::play(&setup, giver, SEED, 1 << 20..(1 << 20) + deals, &|| false).expect("nothing stops it")
}

/// An agent of another program: its clues depend on the keyword, the slot and the sum of the four keywords.
struct Stranger {
    guesser: Box<dyn Agent>,
}

struct StrangeEncryptor;

impl Agent for Stranger {
    fn label(&self) -> &'static str {
        "stranger"
    }

    fn encryptor(&self) -> Box<dyn Encryptor> {
        Box::new(StrangeEncryptor)
    }

    fn guesser(&self) -> Box<dyn Guesser> {
        self.guesser.guesser()
    }
}

impl Encryptor for StrangeEncryptor {
    fn clues(&mut self, view: &EncryptorView<'_>, _: &mut Stream) -> Clues {
        let sum: u32 = view.keywords().iter().map(|keyword| u32::from(keyword.0)).sum();
        view.code().slots().map(|slot| {
            let place =
                u32::from(view.keywords()[slot].0) / 20 * 40 + (sum + u32::from(view.round()) * 5) % 40;
            Some(Clue::new(place))
        })
    }
}

/// A belief about a half, with its code.
struct ReadHalf {
    belief: Belief,
    code: Code,
}

/// Reads the clues of White in one deal of a giver against itself. `is_fresh`: a new reader is asked in every half.
fn read(
    world: &World,
    giver: &dyn Agent,
    deal: u64,
    is_fresh: bool,
    reader: &dyn Fn() -> Box<dyn Guesser>,
) -> Vec<ReadHalf> {
    let setup = world.setup(&endless()).expect("a setup");
    let deal = setup.deal(SEED, deal);
    let mut teams = BySide::from_fn(|_| Team::new(giver, 2));
    let mut game = Game::new();
    let BySide { white, black } = &mut teams;
    setup.play(&deal, BySide { white, black }, &mut game);
    let (mut record, mut current, mut read_halves) = (PublicRecord::new(), None, Vec::new());
    for &half in game.record.halves() {
        let at = Position { setup: &setup, deal: &deal, record: &record, round: half.round };
        if is_fresh || current.is_none() {
            let mut new = reader();
            new.begin(&at.seat(Side::Black, 0));
            current = Some(new);
        }
        if let (Some(reader), Side::White, true) = (&mut current, half.side, half.interception.is_some()) {
            let view = at.interceptor(Side::Black, 0, half.clues);
            let belief = reader.intercept(&view, &mut Stream::of_deal(SEED, 0));
            read_halves.push(ReadHalf { belief, code: half.code });
        }
        record.push(half);
    }
    read_halves
}

/// Returns the share of White's codes in a few deals that a reader finds.
fn share(world: &World, giver: &dyn Agent, deals: u64, reader: &dyn Fn() -> Box<dyn Guesser>) -> f64 {
    let halves: Vec<ReadHalf> = (0..deals).flat_map(|deal| read(world, giver, deal, false, reader)).collect();
    halves.iter().filter(|half| half.belief.best() == half.code).count() as f64 / halves.len() as f64
}

#[test]
fn logs_add_up_whatever_the_order_and_stop_when_told() {
    let (world, rules) = (world(), endless());
    let giver = agent("margin/uniform", &world);
    let setup = world.setup(&rules).expect("a setup");
    let play = |deals| LoggedClues::play(&setup, &*giver, SEED, deals, &|| false).expect("nothing stops it");
    let (whole, mut parts) = (play(0..40), play(17..40));
    assert_eq!(whole.len(), 40 * 2 * 8 * 3, "three clues in each half");
    parts.merge(&play(0..17));
    assert_eq!(parts, whole);
    assert!(play(0..0).is_empty());
    assert!(LoggedClues::play(&setup, &*giver, SEED, 0..40, &|| true).is_none());
}

#[test]
fn counts_are_probabilities_and_follow_the_log() {
    let world = world();
    let giver = agent("nearest/uniform", &world);
    let counts = ClueCounts::new(&world, &logged(&world, &*giver, 200));
    let mut sums = vec![0.0; counts.keywords()];
    let mut row = vec![0.0; counts.keywords()];
    for n in 0..2000 {
        counts.write_likelihoods(Clue::new(n), true, &mut row);
        assert!(row.iter().all(|&p| p > 0.0 && p < 1.0));
        sums.iter_mut().zip(&row).for_each(|(sum, p)| *sum += p);
    }
    assert!(sums.iter().all(|sum| (sum - 1.0).abs() < 0.02), "{sums:?}");
}

#[test]
fn plain_clues_are_found_by_all_and_clues_that_say_nothing_by_none() {
    let world = world();
    for (spec, range) in [("nearest/bayes", 0.7..=1.0), ("random/uniform", 0.0..=0.2)] {
        let giver = agent(spec, &world);
        let counts = Arc::new(ClueCounts::new(&world, &logged(&world, &*giver, 300)));
        let by_counts = share(&world, &*giver, 8, &|| Box::new(CountsReader::new(&counts)));
        let simulating = || -> Box<dyn Guesser> { Box::new(SimulationReader::new(&*giver, &counts, EFFORT)) };
        let by_simulation = share(&world, &*giver, 8, &simulating);
        assert!(
            range.contains(&by_counts) && range.contains(&by_simulation),
            "{spec}: {by_counts}, {by_simulation}"
        );
    }
}

#[test]
fn an_agent_of_another_program_is_read_by_its_answers_alone() {
    let world = world();
    let giver = Stranger { guesser: agent("nearest/uniform", &world) };
    let counts = Arc::new(ClueCounts::new(&world, &logged(&world, &giver, 300)));
    let simulating = || -> Box<dyn Guesser> { Box::new(SimulationReader::new(&giver, &counts, EFFORT)) };
    let rate = share(&world, &giver, 6, &simulating);
    assert!(rate > 0.4, "{rate}; chance is 1 in 24");
}

#[test]
fn a_reader_that_comes_late_says_what_a_present_one_says() {
    let world = world();
    for spec in ["pragmatic/uniform", "human"] {
        let giver = agent(spec, &world);
        let counts = Arc::new(ClueCounts::new(&world, &logged(&world, &*giver, 20)));
        let reader = || -> Box<dyn Guesser> { Box::new(SimulationReader::new(&*giver, &counts, EFFORT)) };
        let [present, again, late] =
            [false, false, true].map(|is_fresh| read(&world, &*giver, 1, is_fresh, &reader));
        for ((present, again), late) in present.iter().zip(&again).zip(&late) {
            assert_eq!(present.belief, again.belief, "{spec}: asked twice");
            assert_eq!(present.belief, late.belief, "{spec}: asked in the middle of the game");
        }
    }
}

#[test]
fn an_encryptor_would_choose_what_it_gave_and_seldom_what_it_gave_for_others() {
    let (world, rules) = (world(), endless());
    let setup = world.setup(&rules).expect("a setup");
    for spec in ["guarded/uniform", "pragmatic/uniform", "value/uniform"] {
        let mut encryptor = agent(spec, &world).encryptor();
        let (mut own, mut others) = (0, 0);
        for number in 0..30 {
            let (deal, other) = (setup.deal(SEED, number), setup.deal(SEED, number + 1000));
            let record = PublicRecord::for_rules(&rules);
            let at = Position { setup: &setup, deal: &deal, record: &record, round: 2 };
            let stream = Stream::of_deal(SEED, number);
            encryptor.begin(&at.seat(Side::White, 0));
            let clues = encryptor.clues(&at.encryptor(Side::White, 0), &mut stream.clone());
            let mut agreed = |deal| {
                let at = Position { setup: &setup, deal, record: &record, round: 2 };
                encryptor.begin(&at.seat(Side::White, 0));
                let chosen =
                    encryptor.would_choose(&at.encryptor(Side::White, 0), &clues, &mut stream.clone());
                chosen.iter().filter(|chosen| **chosen == Some(true)).count()
            };
            own += agreed(&*deal);
            others += agreed(&*other);
        }
        assert!(own > 30 * CLUES * 8 / 10 && others < 30 * CLUES / 5, "{spec}: {own}, {others}");
    }
}
