//! Bots that do wrong: each wrong is told apart and counted, the guilty question alone is at fault, and nobody is left behind.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::common::{Native, PlayedGame, PlayedRun, TestWords, drill, in_batches, overheard, seated};
use overhear_bots::{
    Bot, BotConfig, BotContext, BotFaultCounts, BotFaultKind, INTERRUPTED, Interrupt, RemarkCallback,
    UnknownClue,
};
use overhear_engine::arena::RunError;
use overhear_engine::game::{Agent, PlayerUnavailable};
use overhear_engine::rules::{Rules, Side};

/// Every n-th question goes wrong.
const RARE: u64 = 50;

fn play(mode: &str, number: u64, deals: u64) -> (Result<(), RunError>, PlayedRun, BotFaultCounts) {
    let world = TestWords::new();
    let mut order = drill(mode, number);
    order.answer_limit = if mode == "stall" { 0.25 } else { 60.0 };
    let bot = world.start(order).expect("it starts");
    let agents: [Box<dyn Agent>; 2] = [Box::new(Native::default()), seated(&bot)];
    let (ended, run) = in_batches(&world.arena(Rules::official(), &agents, deals), 64);
    (ended, run, bot.counts())
}

/// The games of the sound bot, without those in which the other one is at fault.
fn but_for(sound: &PlayedRun, faulty: &PlayedRun) -> bool {
    let lost: Vec<_> = faulty.faults.iter().map(|fault| fault.game).collect();
    let unaffected = |run: &PlayedRun| -> Vec<_> {
        run.games.iter().filter(|played| !lost.contains(&played.number)).cloned().collect()
    };
    unaffected(sound) == unaffected(faulty)
}

#[test]
fn the_guilty_question_alone_is_at_fault() {
    let (_, sound, _) = play("sound", 1, 24);
    let kinds = [
        ("crash", BotFaultKind::Crash),
        ("giveup", BotFaultKind::Crash),
        ("torn", BotFaultKind::Torn),
        ("nonsense", BotFaultKind::Nonsense),
        ("flood", BotFaultKind::Flood),
        ("decline", BotFaultKind::Declined),
        ("bad", BotFaultKind::BadAnswer),
        ("unreadable", BotFaultKind::BadAnswer),
    ];
    for (mode, kind) in kinds {
        let (ended, run, counts) = play(mode, RARE, 24);
        assert_eq!(ended, Ok(()), "{mode}");
        assert!((3..40).contains(&run.faults.len()), "{mode}: {} faults", run.faults.len());
        assert!(run.faults.iter().all(|fault| fault.agent == 1 && !fault.late), "{mode}");
        assert!(run.faults.iter().all(|fault| fault.message.contains(kind.name())), "{:?}", run.faults[0]);
        assert!(but_for(&sound, &run), "{mode}: every other game is played as ever");
        let others =
            BotFaultKind::ALL.into_iter().filter(|&other| other != kind && other != BotFaultKind::Unasked);
        assert!(others.map(|other| counts.count(other)).sum::<u64>() == 0, "{mode}: {counts:?}");
        assert!(counts.count(kind) >= run.faults.len() as u64, "{mode}: {counts:?}");
    }
}

#[test]
fn who_crashes_is_quoted() {
    let (_, run, _) = play("crash", RARE, 30);
    let message = &run.faults[0].message;
    assert!(message.contains("exit status: 1") && message.contains("division by zero"), "{message}");
    let (_, run, _) = play("torn", RARE, 30);
    let message = &run.faults[0].message;
    assert!(message.contains("in the middle of the line `{\"answers\""), "{message}");
}

#[test]
fn restarts_are_counted_beside_the_first_starts_of_all_processes() {
    let world = TestWords::new();
    let bot = world.start(BotConfig { processes: 8, ..drill("crash", RARE) }).expect("it starts");
    let agents: [Box<dyn Agent>; 2] = [Box::new(Native::default()), seated(&bot)];
    let (ended, _) = in_batches(&world.arena(Rules::official(), &agents, 2), 1);
    let counts = bot.counts();
    assert_eq!(ended, Ok(()));
    assert!(counts.restarts > 0 && counts.starts == 8 + counts.restarts, "{counts:?}");
    assert!(counts.restarts <= counts.count(BotFaultKind::Crash), "{counts:?}");
}

#[test]
fn an_answer_to_no_question_is_quoted_by_its_number_once() {
    let world = TestWords::new();
    let remarks = Arc::new(Mutex::new(Vec::new()));
    let heard = Arc::clone(&remarks);
    let on_remark: RemarkCallback = Arc::new(move |line| heard.lock().expect("whole").push(line.to_owned()));
    let context = BotContext { on_remark: Some(on_remark), ..BotContext::default() };
    let bot = Bot::start_with(drill("unasked", 1), world.words(), &Rules::official(), context);
    let bot = Arc::new(bot.unwrap_or_else(|fault| panic!("{fault}")));
    let agents: [Box<dyn Agent>; 2] = [Box::new(Native::default()), seated(&bot)];
    let (ended, _) = in_batches(&world.arena(Rules::official(), &agents, 2), 64);
    assert_eq!(ended, Ok(()));
    assert!(bot.counts().count(BotFaultKind::Unasked) > 1);
    let remarks = remarks.lock().expect("whole");
    let about: Vec<&String> = remarks.iter().filter(|line| line.contains("an answer has the id ")).collect();
    let [remark] = about[..] else { panic!("{remarks:?}") };
    assert!(
        remark.contains("an answer has the id ") && remark.contains(", which no question has"),
        "{remark}"
    );
    assert!(remark.ends_with("Repeat the `id` of the question"), "{remark}");
}

#[test]
fn a_question_that_takes_too_long_is_late_and_no_other_is() {
    let (_, sound, _) = play("sound", 1, 6);
    let (ended, run, counts) = play("stall", RARE, 6);
    assert_eq!(ended, Ok(()));
    assert!((1..10).contains(&run.faults.len()), "{} faults", run.faults.len());
    assert!(run.faults.iter().all(|fault| fault.late && fault.message.contains("after 0.25 s")));
    assert!(but_for(&sound, &run));
    assert_eq!(run.tally.agents[1].late_answers, run.faults.len() as u64);
    assert!(counts.count(BotFaultKind::Late) > 0 && counts.count(BotFaultKind::Crash) == 0, "{counts:?}");
}

/// Plays with a bot that answers nothing in time. Returns the remarks, and the error that ended the run.
fn remarks(mode: &str, seconds: f64) -> (Vec<String>, String) {
    let world = TestWords::new();
    let remarks = Arc::new(Mutex::new(Vec::new()));
    let heard = Arc::clone(&remarks);
    let on_remark: RemarkCallback = Arc::new(move |line| heard.lock().expect("whole").push(line.to_owned()));
    let config = BotConfig { answer_limit: seconds, restarts: 1, ..drill(mode, 1) };
    let context = BotContext { on_remark: Some(on_remark), ..BotContext::default() };
    let bot = Bot::start_with(config, world.words(), &Rules::official(), context);
    let bot = Arc::new(bot.unwrap_or_else(|fault| panic!("{fault}")));
    let agents: [Box<dyn Agent>; 2] = [Box::new(Native::default()), seated(&bot)];
    let (ended, _) = in_batches(&world.arena(Rules::official(), &agents, 2), 64);
    assert!(bot.counts().count(BotFaultKind::Late) > 1, "{ended:?}");
    let Err(RunError::Outage(outage)) = ended else { panic!("{ended:?}") };
    (remarks.lock().expect("whole").clone(), outage.0)
}

#[test]
fn the_first_lateness_alone_is_remarked_on() {
    let (remarks, _) = remarks("stall", 0.25);
    assert!(remarks.len() == 1 && remarks[0].contains("answers missing after 0.25 s"), "{remarks:?}");
}

#[test]
fn a_line_that_answers_nothing_is_quoted_at_once_and_in_the_end() {
    let (remarks, outage) = remarks("misnamed", 0.25);
    let quoted =
        remarks[0].contains("the line `{\"answer\":[{") && remarks[0].contains("it has no `answers`");
    assert!(quoted && remarks.len() == 2, "{remarks:?}");
    assert!(outage.contains("; it wrote `{\"answer\":[{"), "{outage}");
}

#[test]
fn bytes_without_a_line_end_are_quoted_before_the_time_is_over_and_in_the_end() {
    let (remarks, outage) = remarks("unended", 2.5);
    assert!(remarks[0].contains("has written `{\"answers\":[{") && remarks.len() == 2, "{remarks:?}");
    assert!(outage.contains("` without a line end"), "{outage}");
}

#[test]
fn who_fails_at_everything_ends_the_run() {
    let (ended, run, counts) = play("crash", 1, 50);
    let Err(RunError::Outage(outage)) = ended else { panic!("{ended:?}") };
    assert!(outage.0.contains("3 times in a row, crash"), "{outage}");
    assert!(run.games.is_empty() && counts.starts < 40, "{counts:?}");
}

#[test]
fn who_does_not_start_is_told_why() {
    let world = TestWords::new();
    let fault = |order: BotConfig| world.start(order).map(drop).expect_err("it does not start");
    let missing = fault(BotConfig::command("missing", ["/nowhere/bot"]));
    assert!(missing.kind == BotFaultKind::NoStart && missing.what.contains("/nowhere/bot"), "{missing}");
    let empty = fault(BotConfig::command("empty", [""; 0]));
    assert!(
        empty.kind == BotFaultKind::NoStart && empty.what.contains("key `command`: it is empty"),
        "{empty}"
    );
    let stillborn = fault(drill("stillborn", 1));
    assert_eq!(stillborn.kind, BotFaultKind::NoHello);
    assert!(
        stillborn.what.contains("exit status: 3") && stillborn.what.ends_with("| cannot find my model"),
        "{stillborn}"
    );
    let silent = fault(BotConfig { startup: 0.3, ..drill("silent", 1) });
    assert!(
        silent.kind == BotFaultKind::NoHello && silent.what.contains("no hello within 0.3 s"),
        "{silent}"
    );
    let chatty = fault(drill("chatty", 1));
    assert!(
        chatty.kind == BotFaultKind::WrongHello && chatty.what.contains("`Loading the model…`"),
        "{chatty}"
    );
    let foreign = fault(drill("foreign", 1));
    assert!(
        foreign.kind == BotFaultKind::WrongHello && foreign.what.contains("it speaks protocol 2"),
        "{foreign}"
    );
}

#[test]
fn an_option_is_one_that_the_bot_declares() {
    let world = TestWords::new();
    let with = |key: &str, value: serde_json::Value| {
        let mut order = drill("sound", 1);
        order.options.insert(key.to_owned(), value);
        world.start(order).map(drop).map_err(|fault| fault.what)
    };
    assert_eq!(with("heat", 1.5.into()), Ok(()));
    assert!(with("heat", 3.into()).expect_err("too much").contains("it is at most 2"));
    assert!(with("heat", "high".into()).expect_err("no number").contains("real is wanted"));
    assert!(with("cold", 1.into()).expect_err("unknown").contains("no parameter `cold`; it has heat"));
}

/// What travels, and what is counted, where every clue for a code's first digit is in no vocabulary.
fn insist(hello: &str, order: Option<UnknownClue>) -> (Vec<Value>, BotFaultCounts) {
    let (world, folder) = (TestWords::new(), tempfile::tempdir().expect("a folder"));
    let mut drill = BotConfig { unknown_clue: order, ..drill("unknown", 1) };
    drill.command.push(hello.to_owned());
    let bot = world.start(overheard(drill, folder.path())).expect("it starts");
    let agents: [Box<dyn Agent>; 2] = [Box::new(Native::default()), seated(&bot)];
    let (ended, run) = in_batches(&world.arena(Rules::official(), &agents, 10), 64);
    assert_eq!((ended, run.faults.len()), (Ok(()), 0));
    let (white, black) = (Side::White, Side::Black);
    let halves = run.games.iter().flat_map(|PlayedGame { seats, game, .. }| {
        let side = if seats.white == 1 { white } else { black };
        game.record.halves().iter().filter(move |half| half.side == side)
    });
    assert!(halves.into_iter().all(|half| half.clues[0].is_none()), "it is missing at last");
    let text = std::fs::read_to_string(folder.path().join("told")).expect("lines");
    let messages = text.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    let asks = messages.filter_map(|message| message.get("ask").and_then(Value::as_array).cloned()).flatten();
    (asks.filter(|ask| ask["role"] == "encrypt").collect(), bot.counts())
}

/// How many of the questions come after so many clues that are in no vocabulary.
fn after(asks: &[Value], refused: usize) -> usize {
    let unknown = |ask: &Value| {
        let refused = ask["refused"].as_array().map(Vec::as_slice).unwrap_or_default();
        refused.iter().filter(|one| one["why"] == "the clue is not in the vocabulary").count()
    };
    asks.iter().filter(|ask| unknown(ask) == refused).count()
}

#[test]
fn an_unknown_clue_is_asked_for_again_three_times_or_missing_as_hello_or_order_say() {
    for (hello, order) in
        [("reject", None), ("missing", Some(UnknownClue::Reject)), ("reject", Some(UnknownClue::Reject))]
    {
        let (asks, counts) = insist(hello, order);
        let first = after(&asks, 0);
        assert!(first > 20 && [1, 2, 3].iter().all(|&n| after(&asks, n) == first), "{hello} {order:?}");
        assert_eq!((asks.len(), counts.count(BotFaultKind::UnknownClue)), (4 * first, 4 * first as u64));
    }
    for (hello, order) in [("missing", None), ("reject", Some(UnknownClue::Missing))] {
        let (asks, counts) = insist(hello, order);
        assert!(asks.len() > 20 && after(&asks, 0) == asks.len(), "{hello} {order:?}");
        assert_eq!(counts.count(BotFaultKind::UnknownClue), asks.len() as u64);
    }
}

#[test]
fn a_hello_that_wants_its_unknown_clues_heard_is_refused_where_nobody_hears_them() {
    let mut order = drill("unknown", 1);
    order.command.push("embed".to_owned());
    let refused = TestWords::new().start(order).map(drop).expect_err("nobody could hear them");
    assert_eq!(refused.kind, BotFaultKind::WrongHello);
    assert!(refused.what.contains("texts cannot be read in this run"), "{refused}");
    let mut order = drill("unknown", 1);
    order.command.push("spell".to_owned());
    let refused = TestWords::new().start(order).map(drop).expect_err("there is no such thing");
    let expected = "unknown variant `spell`, expected one of `reject`, `missing`, `embed`";
    assert!(refused.what.contains(expected), "{refused}");
}

#[test]
fn who_says_nothing_without_end_is_a_flood_and_not_waited_for() {
    for mode in ["empty", "idle"] {
        let (ended, run, counts) = play(mode, RARE, 2);
        assert_eq!(ended, Ok(()), "{mode}");
        let is_flood = |message: &str| message.contains("flood: more than") && message.contains("lines");
        assert!(run.faults.iter().all(|fault| is_flood(&fault.message)), "{mode}: {:?}", run.faults);
        assert!(
            counts.count(BotFaultKind::Flood) > 0 && counts.count(BotFaultKind::Late) == 0,
            "{mode}: {counts:?}"
        );
    }
}

/// A bot that leaves a child behind, and a file with the numbers of both.
fn with_a_child(mode: &str, folder: &tempfile::TempDir) -> (BotConfig, PathBuf) {
    let file = folder.path().join("pids");
    let mut order = drill(mode, 1);
    order.command.push(file.display().to_string());
    (order, file)
}

/// How long something may take, on a machine that is busy, that would take ten minutes if a bot were waited for.
const SOON: Duration = Duration::from_secs(60);

/// How many of those in a file live.
fn alive_of(file: &Path) -> usize {
    let pids = std::fs::read_to_string(file).expect("it says who");
    pids.split_whitespace().filter(|pid| is_alive(pid)).count()
}

/// How many of those in a file live on although they were told to end.
fn left_of(file: &Path) -> usize {
    let deadline = Instant::now() + SOON;
    while alive_of(file) > 0 && Instant::now() < deadline {
        std::thread::sleep(Duration::from_millis(20));
    }
    alive_of(file)
}

#[test]
fn nobody_is_left_behind() {
    let (world, folder) = (TestWords::new(), tempfile::tempdir().expect("a folder"));
    for (mode, before) in [("stubborn", &[][..]), ("deaf", &[]), ("stubborn", &["setsid"])] {
        let (mut order, file) = with_a_child(mode, &folder);
        order.command.splice(0..0, before.iter().map(|&word| word.to_owned()));
        let bot: Arc<Bot> = world.start(order).expect("it starts");
        assert_eq!(alive_of(&file), 2, "the bot and its child");
        let begun = Instant::now();
        drop(bot);
        assert!(begun.elapsed() < SOON, "{mode} {before:?}: {:?}", begun.elapsed());
        assert_eq!(left_of(&file), 0, "{mode} {before:?}");
    }
}

#[test]
fn bots_of_a_run_that_do_not_end_by_themselves_are_ended_together() {
    let (world, folder) = (TestWords::new(), tempfile::tempdir().expect("a folder"));
    let bots: Vec<_> =
        (0..10).map(|_| world.start(with_a_child("stubborn", &folder).0).expect("it starts")).collect();
    let begun = Instant::now();
    Bot::end_together(bots);
    // Each is given two seconds to end by itself: one after the other would take twenty.
    assert!(begun.elapsed() < Duration::from_secs(18), "{:?}", begun.elapsed());
    assert_eq!(left_of(&folder.path().join("pids")), 0);
}

#[test]
fn who_has_ended_is_told_although_its_child_holds_its_output() {
    let begun = Instant::now();
    let (ended, run, counts) = play("orphan", RARE, 3);
    assert_eq!(ended, Ok(()));
    assert!(run.faults.iter().all(|fault| !fault.late && fault.message.contains("exit status: 5")));
    assert!(counts.count(BotFaultKind::Crash) > 0 && counts.count(BotFaultKind::Late) == 0, "{counts:?}");
    let each = begun.elapsed() / counts.count(BotFaultKind::Crash) as u32;
    assert!(each < Duration::from_secs(30), "{each:?}, and not a minute");
}

/// Starts a bot of a run that is told to stop a moment later, and asks it if it starts.
fn interrupted(order: BotConfig) -> (Duration, Result<RunError, overhear_bots::BotFault>) {
    let (world, stop) = (TestWords::new(), Arc::new(AtomicBool::new(false)));
    let signal = Arc::clone(&stop);
    let interrupt = Interrupt::when(move || signal.load(Ordering::Relaxed));
    let (begun, surroundings) = (Instant::now(), BotContext { interrupt, ..BotContext::default() });
    std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(300));
        stop.store(true, Ordering::Relaxed);
    });
    let ended = Bot::start_with(order, world.words(), &Rules::official(), surroundings).map(|bot| {
        let agents: [Box<dyn Agent>; 2] = [Box::new(Native::default()), seated(&Arc::new(bot))];
        in_batches(&world.arena(Rules::official(), &agents, 3), 64).0.expect_err("it is not waited for")
    });
    (begun.elapsed(), ended)
}

#[test]
fn a_run_that_is_told_to_stop_waits_no_longer_than_a_moment() {
    let (elapsed, fault) = interrupted(drill("silent", 1));
    assert_eq!(fault.expect_err("it says nothing").kind, BotFaultKind::NoHello);
    assert!(elapsed < SOON, "{elapsed:?}");
    for mode in ["stall", "deaf"] {
        let folder = tempfile::tempdir().expect("a folder");
        let (order, file) = with_a_child(mode, &folder);
        let (elapsed, ended) = interrupted(order);
        assert_eq!(
            ended.expect("it starts"),
            RunError::Outage(PlayerUnavailable(INTERRUPTED.to_owned())),
            "{mode}"
        );
        assert!(elapsed < SOON, "{mode}: {elapsed:?}");
        assert!(mode != "deaf" || left_of(&file) == 0);
    }
}

/// Hundreds of questions are open, and the next answer never keeps the run waiting.
#[test]
fn a_bot_that_answers_steadily_is_left_soon_after_a_stop() {
    let (elapsed, ended) = interrupted(drill("slow", 1));
    let outage = PlayerUnavailable(INTERRUPTED.to_owned());
    assert_eq!(ended.expect("it starts"), RunError::Outage(outage));
    assert!(elapsed < SOON, "{elapsed:?}");
}

/// Whether a process runs; one that is dead and has not been fetched does not.
fn is_alive(pid: &str) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    stat.rsplit(") ").next().is_some_and(|rest| !rest.is_empty() && !rest.starts_with('Z'))
}
