//! A bot that thinks like an agent is that agent, to the last bit of every belief, whatever happens to its processes.

use std::path::Path;
use std::sync::Arc;

use crate::common::{Native, TestWords, drill, in_batches, seated, sequential};
use overhear_bots::protocol::RoleName;
use overhear_bots::{AnswerFile, Bot, BotAgent, BotConfig, BotContext, BotFaultKind};
use overhear_engine::arena::{GameNumber, OnFault};
use overhear_engine::game::Agent;
use overhear_engine::rules::{OnIllegalClue, Rules, Side};

fn native(alike: bool) -> Box<dyn Agent> {
    Box::new(Native::new(alike))
}

/// Rules that lead everywhere: illegal clues of all sorts, keywords, three players, members who vote.
fn all_rules() -> [Rules; 4] {
    let official = Rules::official();
    let keywords = overhear_engine::rules::Tiebreak::Keywords;
    let large = Rules { white_team: 4, black_team: 3, ..official };
    [
        Rules { round_limit: 4, tiebreak: keywords, ..official },
        Rules { on_illegal_clue: OnIllegalClue::ForfeitCode, sand_timer: 20, ..official },
        Rules { pooling: overhear_engine::rules::Pooling::Vote, ..large },
        Rules::three_player(),
    ]
}

#[test]
fn a_bot_that_thinks_like_an_agent_plays_its_games() {
    let world = TestWords::new();
    for (rules, alike) in all_rules().into_iter().flat_map(|rules| [(rules, false), (rules, true)]) {
        let bot = world.start(drill(if alike { "alike" } else { "sound" }, 1)).expect("it starts");
        let natives = [native(alike), native(alike)];
        let abroad = [native(alike), seated(&bot)];
        let expected = sequential(&world.arena(rules, &natives, 60));
        let (ended, run) = in_batches(&world.arena(rules, &abroad, 60), 128);
        assert_eq!(ended, Ok(()));
        assert!(run == expected, "{rules:?}, alike: {alike}");
        let refused: usize = run.games.iter().map(|played| played.game.refused.len()).sum();
        assert!(refused > 5, "clues are refused: {refused}");
    }
}

#[test]
fn processes_messages_threads_and_deaths_change_nothing() {
    let (world, rules) = (TestWords::new(), Rules { round_limit: 4, ..Rules::official() });
    let expected = sequential(&world.arena(rules, &[native(false), native(false)], 150));
    let modes = [
        ("sound", 1),
        ("apart", 1),
        ("twice", 1),
        ("unasked", 1),
        ("noisy", 1),
        ("mortal", 12),
        ("marked", 1),
        ("bytewise", 1),
    ];
    for (n, (mode, number)) in modes.into_iter().enumerate() {
        let mut order = drill(mode, number);
        (order.processes, order.batch) = (1 + n % 3, [None, Some(7)][n % 2]);
        let bot = world.start(order).expect("it starts");
        let abroad = [native(false), seated(&bot)];
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1 + n % 2).build().expect("threads");
        let (ended, run) =
            pool.install(|| in_batches(&world.arena(rules, &abroad, 150), [16, 128, 500][n % 3]));
        assert_eq!(ended, Ok(()), "{mode}");
        assert!(run == expected, "{mode}");
        let counts = bot.counts();
        let expected = match mode {
            "twice" => Some(BotFaultKind::Twice),
            "unasked" => Some(BotFaultKind::Unasked),
            "mortal" => Some(BotFaultKind::Crash),
            _ => None,
        };
        for kind in BotFaultKind::ALL {
            assert_eq!(counts.count(kind) > 0, expected == Some(kind), "{mode}: {kind}: {counts:?}");
        }
        assert!(
            mode != "mortal" || counts.count(BotFaultKind::Crash) >= 10,
            "{} deaths",
            counts.count(BotFaultKind::Crash)
        );
        assert!(counts.questions > 2000 && counts.batches < counts.questions);
    }
}

#[test]
fn asked_one_by_one_it_answers_as_in_batches() {
    let (world, rules) = (TestWords::new(), Rules { round_limit: 4, ..Rules::official() });
    let bot = world.start(drill("sound", 1)).expect("it starts");
    let abroad = [native(false), seated(&bot)];
    let arena = world.arena(rules, &abroad, 20);
    let (_, run) = in_batches(&arena, 128);
    assert!(sequential(&arena) == run, "the loop asks each question by itself");
    let replayed = arena.replay(GameNumber(17)).expect("a game of the run");
    assert!(replayed == run.games[17].game);
    assert_eq!(
        arena.recompute_beliefs(GameNumber(17), &replayed).expect("the same game").len(),
        replayed.record.halves().len()
    );
}

#[test]
fn what_a_bot_does_not_play_a_stand_in_does() {
    let (world, rules) = (TestWords::new(), Rules { round_limit: 4, ..Rules::official() });
    let expected = sequential(&world.arena(rules, &[native(false), native(false)], 40));
    let mute = world.start(drill("mute", 1)).expect("it starts");
    let missing =
        BotAgent::new("bot", mute.clone(), &RoleName::ALL, None).map(drop).expect_err("it gives no clues");
    assert_eq!(missing.role, RoleName::Encrypt);
    assert!(missing.to_string().contains("`encrypt`"), "{missing}");
    let stood_in = |roles: &[RoleName]| {
        let stood_in =
            BotAgent::new("bot", mute.clone(), roles, Some(native(false))).expect("somebody plays all");
        let agents: [Box<dyn Agent>; 2] = [native(false), Box::new(stood_in)];
        let arena = world.arena(rules, &agents, 40);
        let (ended, run) = in_batches(&arena, 128);
        assert_eq!(ended, Ok(()));
        assert!(run == expected && sequential(&arena) == expected, "{roles:?}");
    };
    stood_in(&RoleName::ALL);
    stood_in(&[RoleName::Intercept]);
    stood_in(&[]);
    assert_eq!(mute.counts().count(BotFaultKind::BadAnswer), 0);
}

#[test]
fn the_bot_takes_no_part_of_the_run_that_is_not_its_own() {
    let (world, rules) = (TestWords::new(), Rules::official());
    let bot = world.start(drill("decline", 1)).expect("it starts");
    let agents = [native(true), native(true), seated(&bot)];
    let (ended, run) = in_batches(&world.arena(rules, &agents, 30), 128);
    assert_eq!(ended, Ok(()));
    assert!(run.faults.iter().all(|fault| fault.agent == 2) && run.faults.len() == 120);
    let alone = [native(true), native(true)];
    let expected = sequential(&world.arena(rules, &alone, 30));
    let others = run.games.iter().filter(|played| Side::ALL.iter().all(|&side| played.seats[side] != 2));
    assert!(others.map(|played| &played.game).eq(expected.games.iter().map(|played| &played.game)));
    assert_eq!(OnFault::default(), OnFault::Unwind);
}

/// Plays with stored answers. Returns the processes started, the questions sent, and whether the bot was absent.
fn with_answers(file: &Path, bot: BotConfig, deals: u64) -> (u64, u64, bool) {
    let (world, rules) = (TestWords::new(), Rules { round_limit: 3, ..Rules::official() });
    let answers = Some(Arc::new(AnswerFile::open(file).expect("answers")));
    let bot = Bot::start_with(bot, world.words(), &rules, BotContext { answers, ..BotContext::default() });
    let bot = Arc::new(bot.unwrap_or_else(|fault| panic!("{fault}")));
    let (ended, _) = in_batches(&world.arena(rules, &[native(false), seated(&bot)], deals), 64);
    assert_eq!(ended, Ok(()));
    (bot.counts().starts, bot.counts().requests, bot.absence().is_some())
}

#[test]
fn a_bot_with_stored_answers_is_heard_first_and_a_raised_version_alone_makes_it_asked_anew() {
    let folder = tempfile::tempdir().expect("a directory");
    let file = folder.path().join("answers.jsonl");
    let bot = |version: &str| {
        let mut bot = drill("versioned", 1);
        bot.command.push(version.to_owned());
        bot
    };
    let (starts, first, _) = with_answers(&file, bot("1"), 2);
    assert!(starts == 1 && first > 20, "{starts} starts, {first} questions");
    assert_eq!(with_answers(&file, bot("1"), 2), (1, 0, false), "nothing has changed");
    assert_eq!(with_answers(&file, bot("2"), 2), (1, first, false), "a new version");
    assert_eq!(with_answers(&file, bot("1"), 2), (1, 0, false), "the old answers are still there");
    let (starts, more, _) = with_answers(&file, bot("2"), 4);
    assert!(starts == 1 && more > 0, "more games than are stored: {starts} starts, {more} questions");
    let missing = BotConfig { command: vec!["/nowhere/bot".to_owned()], ..bot("2") };
    assert_eq!(with_answers(&file, missing, 2), (1, 0, true), "without the bot its stored answers play");
}
