//! Bots that talk with their team before it guesses.

use std::path::Path;
use std::sync::Arc;

use crate::common::{Native, PlayedGame, PlayedRun, TestWords, in_batches, overheard, sequential};
use crate::kit::{python, with_kit};
use crate::traffic::check;
use overhear_bots::protocol::RoleName;
use overhear_bots::{AnswerFile, Bot, BotAgent, BotConfig, BotContext, BotFaultCounts, BotFaultKind};
use overhear_engine::arena::Arena;
use overhear_engine::game::{Agent, MAX_MESSAGE, Talk};
use overhear_engine::rules::{Code, Rules};

const TURNS: u8 = 2;

/// The body of a bot: members doubt alone, and then follow the first message that they have heard.
fn body(discuss: &str) -> String {
    format!(
        "    thinks_alike = False\n    \
             def decode(self, questions):\n        \
                 return [[1 + q.rng.random() for n in range(24)] for q in questions]\n    \
             intercept = decode\n    \
             def discuss(self, q):\n        \
                 assert q.about in ('decode', 'intercept') and len(q.alone) == 3 and (q.last or not q.said or q.turn > 1)\n        \
                 {discuss}\n"
    )
}

const FOLLOWS: &str =
    "return ('', q.said[0]['code']) if q.last else 'I say %d-%d-%d in turn %d' % (*q.alone, q.turn)";

pub(crate) struct Played {
    pub(crate) batches: PlayedRun,
    table: PlayedRun,
    pub(crate) counts: BotFaultCounts,
}

/// Plays a bot in teams of three and four that talk, in batches and one question at a time.
pub(crate) fn play(config: BotConfig, answers: &Path, turns: u8) -> Played {
    let world = TestWords::new();
    let context = BotContext {
        answers: Some(Arc::new(AnswerFile::open(answers).expect("a file of answers"))),
        ..BotContext::default()
    };
    let rules = Rules { white_team: 3, black_team: 4, ..Rules::official() };
    let bot = Bot::start_with(config, world.words(), &rules, context);
    let bot = Arc::new(bot.unwrap_or_else(|fault| panic!("{fault}")));
    let stand_in: Box<dyn Agent> = Box::new(Native::new(false));
    let seated = BotAgent::new("bot", Arc::clone(&bot), &RoleName::ALL, Some(stand_in)).expect("seated");
    let agents: [Box<dyn Agent>; 2] = [Box::new(Native::new(false)), Box::new(seated)];
    let quiet = world.arena(rules, &agents, 4);
    let (table, schedule) = (quiet.setup().with_talk(turns), quiet.schedule().clone());
    let arena = Arena::new(table, &agents, schedule, quiet.seed()).expect("they agree");
    let (ended, batches) = in_batches(&arena, 64);
    assert_eq!(ended, Ok(()));
    let table = sequential(&arena);
    Played { batches, table, counts: bot.counts() }
}

/// The talks of the bot's teams.
pub(crate) fn talks(run: &PlayedRun) -> impl Iterator<Item = &Talk> {
    run.games.iter().flat_map(|PlayedGame { seats, game, .. }| {
        game.talks.iter().filter(move |talk| seats[talk.team] == 1)
    })
}

#[test]
fn members_of_a_bot_hear_each_other_and_answers_are_kept() {
    if !python() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let (config, answers) = (with_kit(folder.path(), &body(FOLLOWS)), folder.path().join("answers.jsonl"));
    let first = play(overheard(config.clone(), folder.path()), &answers, TURNS);
    assert!(first.batches.faults.is_empty(), "{:?}", first.batches.faults.first());
    assert!(first.batches == first.table, "talks in batches are those of the loop");
    check(folder.path());
    assert!(talks(&first.batches).count() > 10);
    for talk in talks(&first.batches) {
        let leader = &talk.members[0];
        let [a, b, c] = leader.alone.code.slots();
        assert_eq!(talk.messages.len(), usize::from(TURNS) * talk.members.len());
        assert_eq!(talk.messages[0].text, format!("I say {a}-{b}-{c} in turn 1"));
        let first: Code = talk.messages[0].code;
        assert!(talk.members.iter().all(|member| member.after.code == first));
    }
    let second = play(config, &answers, TURNS);
    assert_eq!(second.counts.requests, 0, "every answer was kept");
    assert!(second.batches == first.batches);
}

#[test]
fn a_bot_without_the_role_does_not_speak() {
    if !python() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let silent = body("").replace("discuss", "other");
    let silent = silent.split("    def other").next().expect("a body");
    let config = with_kit(folder.path(), silent);
    let [with, without] = [TURNS, 0].map(|turns| play(config.clone(), &folder.path().join("answers"), turns));
    assert_eq!(talks(&with.batches).count(), 0);
    assert!(
        with.batches.games.iter().any(|played| !played.game.talks.is_empty()),
        "the built-in agent talks"
    );
    assert!(without.batches.games.iter().all(|played| played.game.talks.is_empty()));
}

#[test]
fn a_long_text_is_cut_and_what_is_no_text_costs_its_game_alone() {
    if !python() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let config = with_kit(folder.path(), &body("return 'é\\n' * 600"));
    let long = play(config, &folder.path().join("answers"), 1);
    assert!(long.batches.faults.is_empty());
    let talks: Vec<&Talk> = talks(&long.batches).collect();
    assert!(talks.iter().flat_map(|talk| &talk.messages).all(|one| one.text.chars().count() <= MAX_MESSAGE));
    assert!(talks.iter().any(|talk| !talk.messages.is_empty()));
    let config = with_kit(folder.path(), &body("return {'text': 5 if q.seed % 9 == 0 else ''}"));
    let wrong = play(config, &folder.path().join("others"), 1);
    let faults = &wrong.batches.faults;
    assert!(
        !faults.is_empty() && faults.iter().all(|fault| fault.message.contains("`text` 5 is not a text"))
    );
    assert!(faults.len() < wrong.batches.games.len());
    assert!(wrong.counts.count(BotFaultKind::BadAnswer) > 0);
    assert_eq!(wrong.counts.count(BotFaultKind::Nonsense), 0);
}
