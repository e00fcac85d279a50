//! The minds that the program carries: their tables are distributions, equal what `data/build/minds.py` computed, and decode people.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::Arc;

use overhear_agents::minds::{Mind, MindError, MindWords, Purpose};
use overhear_agents::model::{DEFAULT_CLUES, World};
use overhear_agents::registry::{Spec, build};
use overhear_agents::words::{embedded_lexicon, embedded_space};
use overhear_engine::arena::{Arena, Schedule, Tally};
use overhear_engine::game::Seed;
use overhear_engine::rules::{Code, Deck, Rules};

use crate::common::GAME_WORLD;

#[test]
fn rows_are_distributions_over_the_words() {
    for mind in Mind::all() {
        for keyword in (0..mind.keywords().len()).step_by(29) {
            let sum: f64 = mind.row(keyword).iter().map(|&log| libm::exp(log)).sum();
            assert!((sum - 1.0).abs() < 1e-5, "{} {}: {sum}", mind.name(), mind.keywords()[keyword]);
        }
    }
}

#[test]
fn minds_know_the_keywords_of_the_deck() {
    let deck: Vec<&str> =
        overhear_data::DECK.lines().skip(1).filter_map(|line| line.split(',').nth(2)).collect();
    for mind in Mind::all() {
        assert_eq!(mind.keywords(), deck, "{}", mind.name());
        assert!(deck.iter().all(|keyword| mind.words().place(keyword).is_some()));
    }
    let measured = Mind::names().filter(|known| known.1 == Purpose::Measure).count();
    assert_eq!((measured, Mind::names().count()), (2, 4));
}

/// Returns the clues to measure with that minds know, by keyword.
fn clues(mind: &Mind) -> HashMap<usize, Vec<usize>> {
    let mut clues: HashMap<usize, Vec<usize>> = HashMap::new();
    for line in overhear_data::CLUES.lines().skip(1) {
        let (keyword, clue) = line.split_once(',').expect("two columns");
        let keyword = mind.keyword(keyword).expect("a keyword of the deck");
        clues.entry(keyword).or_default().extend(mind.words().place(clue));
    }
    clues
}

/// Returns the share of halves that a mind decodes: four keywords in a row of those it was not fitted on, one clue each for three.
fn decoded(mind: &Mind) -> f64 {
    let clues = clues(mind);
    let judged: Vec<usize> =
        (1..mind.keywords().len()).step_by(2).filter(|keyword| !clues[keyword].is_empty()).collect();
    let (mut right, mut halves) = (0, 0);
    for (n, four) in judged.windows(4).enumerate() {
        let code = n % Code::COUNT;
        let keywords = [four[0], four[1], four[2], four[3]];
        let code_clues = Code::ALL[code].slots().map(|slot| clues[&keywords[slot.index()]].first().copied());
        let posterior = mind.posterior(keywords, code_clues);
        assert!((posterior.iter().sum::<f64>() - 1.0).abs() < 1e-9);
        let best = (0..Code::COUNT).max_by(|&a, &b| posterior[a].total_cmp(&posterior[b]));
        right += usize::from(best == Some(code));
        halves += 1;
    }
    f64::from(right as u32) / f64::from(halves)
}

#[test]
fn every_mind_decodes_far_more_codes_than_chance() {
    for mind in Mind::all() {
        let share = decoded(&mind);
        assert!(share > 0.4, "{}: {share}", mind.name());
    }
}

#[test]
fn a_row_of_the_matrix_is_the_row() {
    let mind = Mind::load("universal").expect("the program carries it");
    let matrix = mind.matrix(&[7, 3]);
    for (weight, expected) in matrix.row(1).iter().zip(mind.row(3)) {
        assert!((f64::from(*weight) - expected).abs() < 1e-5);
    }
}

#[test]
fn a_clue_that_no_mind_knows_says_nothing() {
    let mind = Mind::load("stated").expect("the program carries it");
    let posterior = mind.posterior([0, 1, 2, 3], [None; 3]);
    assert!(posterior.iter().all(|share| (share - 1.0 / 24.0).abs() < 1e-12));
}

#[test]
fn wrong_names_and_changed_files_are_refused() {
    let error = Mind::load("plato").expect_err("there is none");
    assert_eq!(
        error.to_string(),
        "mind `plato`: there is none of this name; name one of glove, stated, statements, universal"
    );
    let words = Arc::new(MindWords::read(overhear_data::MIND_WORDS).expect("the words"));
    for file in &overhear_data::MIND_FILES[1..] {
        let read = |content: &[u8]| Mind::read(file.name, Purpose::Play, content, Arc::clone(&words));
        assert!(read(file.content).is_ok());
        let mut changed = file.content.to_vec();
        changed[file.content.len() / 2] ^= 1;
        for content in [&changed[..], &file.content[1..], &[], &file.content[..40]] {
            assert!(matches!(read(content), Err(MindError::Damaged { .. })), "{}", file.name);
        }
    }
}

#[test]
fn probabilities_equal_those_of_the_build() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../data/eval/minds-en.csv");
    let table = std::fs::read_to_string(path).expect("the file of the build");
    let minds: HashMap<&str, Mind> =
        Mind::names().map(|(name, _)| (name, Mind::load(name).expect("the program carries it"))).collect();
    for line in table.lines().skip(1) {
        let cells: Vec<&str> = line.split(',').collect();
        let mind = &minds[cells[0]];
        let keyword = mind.keyword(cells[1]).expect("a keyword of the deck");
        let log_prob = mind.log_prob(keyword, mind.words().place(cells[2]).expect("a word of minds"));
        let expected: f64 = cells[3].parse().expect("a number");
        assert!((log_prob - expected).abs() < 2e-6, "{line}: {log_prob}");
    }
    assert_eq!(table.lines().count(), 1 + 4 * 2 * 25);
}

/// What became of 40 games of an agent with itself.
struct SelfPlay {
    /// Codes that the own team decoded, and their number.
    decoded: f64,
    /// Codes that the opponents intercepted, of those that they could.
    intercepted: f64,
}

/// Plays games of a SPEC with itself.
fn self_play(spec: &str) -> SelfPlay {
    let spec = Spec::parse(spec).expect("a SPEC");
    let agents = [build(&spec, &GAME_WORLD).expect("the built-in deck")];
    let setup = GAME_WORLD.setup(&Rules::official()).expect("they agree");
    let arena = Arena::new(setup, &agents, Schedule::self_play(40), Seed(3)).expect("they agree");
    let mut tally = Tally::new(arena.schedule());
    arena.run(0..arena.schedule().deals(), &(), |block| {
        tally.merge(&block.tally);
        ControlFlow::Continue(())
    });
    let agent = &tally.agents[0];
    SelfPlay {
        decoded: 1.0 - agent.miscommunications as f64 / agent.halves as f64,
        intercepted: agent.interceptions as f64 / agent.interception_chances as f64,
    }
}

#[test]
fn strangers_with_one_mind_understand_each_other_and_others_less() {
    for mind in ["statements", "universal"] {
        let alike = self_play(&format!("minds:mind={mind}/minds:mind={mind}"));
        let other = self_play(&format!("minds:mind={mind}/minds:mind=glove"));
        assert!(
            alike.decoded > 0.98 && alike.intercepted > 0.8,
            "{mind}: {} {}",
            alike.decoded,
            alike.intercepted
        );
        assert!(other.decoded < 0.9 && other.decoded > 0.2, "{mind}: {}", other.decoded);
    }
}

#[test]
fn several_minds_understand_one_of_them_better_than_the_table_does() {
    let [minds, table] = ["minds/minds", "minds/bayes"].map(self_play);
    assert!(minds.decoded > table.decoded + 0.05, "{}, by the table {}", minds.decoded, table.decoded);
    assert!(
        minds.intercepted > table.intercepted + 0.05,
        "{}, by the table {}",
        minds.intercepted,
        table.intercepted
    );
}

#[test]
fn a_deck_with_other_keywords_is_named_where_a_mind_is_needed_and_played_where_none_is() {
    let deck = Deck::parse("mercury\nhotel\nbarber\nfeather\njar\napplause\nhunter\nxylophone", "en")
        .expect("a deck");
    let world = World::new(deck, embedded_space(), embedded_lexicon(), DEFAULT_CLUES).expect("a world");
    let world = Arc::new(world);
    let built = |spec: &str| build(&Spec::parse(spec).expect("a SPEC"), &world).map(drop);
    assert_eq!(built("nearest/minds"), Ok(()));
    let error = built("minds:mind=universal/bayes").expect_err("the mind lacks a keyword");
    assert!(
        error.to_string().ends_with(
            "the mind `universal` knows the English keywords of the program alone, and `xylophone` is none of them; name another deck or another player"
        ),
        "{error}"
    );
    assert!(built("nearest/minds:mind=glove").is_err());
}
