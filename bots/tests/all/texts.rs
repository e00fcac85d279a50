//! Any text may be a clue, where a bot asks for it: all hear it, and what comes of it hangs on nothing but the text.

use std::fs::{read_to_string, write};

use overhear_bots::protocol::RoleName;
use overhear_bots::{BotAgent, BotConfig, BotFaultKind, TextQuestion, UnknownClue};
use overhear_engine::game::Agent;
use overhear_engine::rules::{Rules, Side};
use serde_json::Value;

use crate::common::{Native, PlayedGame, PlayedRun, TestWords, drill, in_batches, overheard, seated};
use crate::kit::{example, python, with_kit};
use crate::traffic::check;

/// What is said to the keywords of the small world: a word, phrases, and one that the law forbids.
fn norms(world: &TestWords) -> String {
    let say = |n: usize| {
        let (keyword, own) = (&world.deck.keywords()[n % 40].text, &world.vocabulary[n]);
        let text = match n / 40 {
            0 => format!("the Great {}", own.to_uppercase()),
            1 => format!("\"{own}, and what is beyond\""),
            2 => format!("a {own}"),
            _ => own.clone(),
        };
        format!("{keyword},{text},{}\n", 50 - n / 40)
    };
    format!("keyword,clue,weight\n{}", (0..160).map(say).collect::<String>())
}

/// The example that says norms, and any text among them.
fn phrases(world: &TestWords, folder: &std::path::Path) -> BotConfig {
    let file = folder.join("norms.csv");
    write(&file, norms(world)).expect("a file");
    let command = ["python3", &example("norms_bot.py"), &file.display().to_string()].map(str::to_owned);
    let mut order = overheard(BotConfig::command("norms", command), folder);
    order.options.insert("free".to_owned(), true.into());
    order
}

/// What was said and guessed, game by game, in words.
fn game_texts(world: &TestWords, run: &PlayedRun) -> Vec<String> {
    let half = |half: &overhear_engine::rules::Half| {
        let clues = half.clues.map(|clue| clue.map(|clue| world.text(clue)));
        format!("{clues:?} {} {} {:?}", half.code, half.guess, half.interception)
    };
    let game =
        |halves: &[overhear_engine::rules::Half]| halves.iter().map(half).collect::<Vec<_>>().join("; ");
    run.games
        .iter()
        .map(|played| format!("{} {:?}", game(played.game.record.halves()), played.game.beliefs()))
        .collect()
}

#[test]
fn phrases_are_said_heard_and_told_to_the_same_end_whatever_the_threads_and_messages() {
    if !python() {
        return;
    }
    let mut ends = Vec::new();
    for (threads, in_flight, batch, processes) in [(1, 64, None, 1), (2, 7, Some(3), 2), (2, 500, None, 1)] {
        let (world, folder, other) = (
            TestWords::with_texts(),
            tempfile::tempdir().expect("a folder"),
            tempfile::tempdir().expect("a folder"),
        );
        let mut order = phrases(&world, folder.path());
        (order.batch, order.processes) = (batch, processes);
        let bot = world.start(order).unwrap_or_else(|fault| panic!("{fault}"));
        let listener = world.start(overheard(drill("sound", 1), other.path())).expect("it starts");
        let alone: Box<dyn Agent> = Box::new(Native::new(true));
        let speaks = BotAgent::new("bot", bot.clone(), &RoleName::ALL, Some(alone)).expect("all is played");
        let agents: [Box<dyn Agent>; 3] = [Box::new(Native::new(true)), Box::new(speaks), seated(&listener)];
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        let (ended, run) =
            pool.install(|| in_batches(&world.arena(Rules::official(), &agents, 30), in_flight));
        assert_eq!((ended, run.faults.len()), (Ok(()), 0));
        let phrases = run.games.iter().flat_map(|played| played.game.record.halves());
        let phrases = phrases.flat_map(|half| half.clues).flatten().filter(|clue| clue.index() >= 200);
        assert!(phrases.count() > 100);
        let own = &run.tally.agents[1];
        assert!(own.miscommunications * 10 < own.halves && own.illegal_clues == 0, "{own:?}");
        if processes == 1 {
            assert!(check(folder.path())[0] > 3 && check(other.path())[0] > 3);
            let text = read_to_string(other.path().join("told")).expect("lines");
            assert!(
                text.contains(",\"the great w") || text.contains("[\"the great w"),
                "who is told numbers is told texts"
            );
        }
        ends.push(game_texts(&world, &run));
    }
    assert!(ends[0].iter().any(|game| game.contains(", and what is beyond")));
    assert!(ends[0] == ends[1] && ends[1] == ends[2]);
}

#[test]
fn what_no_table_can_hold_is_asked_for_again_and_then_missing() {
    let (world, folder) = (TestWords::with_texts(), tempfile::tempdir().expect("a folder"));
    let mut order = drill("unsayable", 1);
    order.unknown_clue = Some(UnknownClue::Embed);
    let bot = world.start(overheard(order, folder.path())).expect("it starts");
    let agents: [Box<dyn Agent>; 2] = [Box::new(Native::new(true)), seated(&bot)];
    let (ended, run) = in_batches(&world.arena(Rules::official(), &agents, 5), 64);
    assert_eq!((ended, run.faults.len()), (Ok(()), 0));
    for PlayedGame { seats, game, .. } in &run.games {
        let own = Side::ALL.into_iter().find(|&side| seats[side] == 1).expect("it plays");
        assert!(game.record.halves_of(own).all(|half| half.clues == [None; 3]));
    }
    check(folder.path());
    let text = read_to_string(folder.path().join("told")).expect("lines");
    let asks = text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok()?.get("ask").cloned());
    let most = asks.filter_map(|asks| asks.as_array().cloned()).flatten();
    let most = most.filter_map(|ask| Some(ask["refused"].as_array()?.len())).max();
    assert_eq!(most, Some(9), "three times three");
    for why in ["101 characters; at most 100", "as a missing value", "a character that does not show"] {
        assert!(text.contains(why), "{why}");
    }
}

#[test]
fn a_recorded_clue_without_an_answer_is_counted_and_has_the_bots_words() {
    if !python() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let body = "    words = True\n    \
                def decode(self, questions):\n        \
                    return [{'error': 'not today'}, [1] * 23, [1, 2, 3]]\n";
    let bot = TestWords::new().start(with_kit(folder.path(), body)).unwrap_or_else(|fault| panic!("{fault}"));
    let question = |round| TextQuestion {
        side: Side::White,
        keywords: Some(["sun", "river", "castle", "piano"]),
        clues: ["moon", "", "hat"],
        round,
        history: Vec::new(),
        seed: 0,
    };
    let answers = bot.overhear(&[1, 2, 3].map(question)).expect("it answers");
    let failure = |place: usize| answers[place].as_ref().expect_err("no belief").message.clone();
    assert!(failure(0).contains("not today"), "{}", failure(0));
    assert!(failure(1).contains("23 weights, not 24"), "{}", failure(1));
    assert!(answers[2].is_ok());
    let count = |kind| bot.counts().count(kind);
    assert_eq!((count(BotFaultKind::Declined), count(BotFaultKind::BadAnswer)), (1, 1));
    assert_eq!(bot.counts().questions, 3);
}
