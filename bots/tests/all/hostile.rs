//! The bot of an endpoint against a server that misbehaves: nothing is paid twice, no failure is kept, and counts add up.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;

use overhear_bots::protocol::RoleName;
use overhear_bots::{
    AnswerFile, Bot, BotAgent, BotConfig, BotContext, BotFaultCounts, BotFaultKind, ReplyFault, RequestBudget,
};
use overhear_engine::game::{Agent, MAX_MESSAGE, PlayerUnavailable};
use overhear_engine::rules::Rules;

use crate::common::{Native, PlayedRun, TestWords, in_batches};
use crate::kit::{example, python};
use crate::talk;

/// A server that ends with the test.
struct Server {
    child: Child,
    port: u16,
}

impl Server {
    fn start(mode: &str) -> Server {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/hostile_server.py");
        let mut child = Command::new("python3")
            .args([script.as_os_str(), mode.as_ref()])
            .stdout(Stdio::piped())
            .spawn()
            .expect("Python starts");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("its output")).read_line(&mut line).expect("a port");
        Server { child, port: line.trim().parse().expect("a port") }
    }

    fn count(&self, name: &str) -> u64 {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).expect("it listens");
        stream.write_all(b"GET /stats HTTP/1.0\r\n\r\n").expect("asked");
        let mut text = String::new();
        stream.read_to_string(&mut text).expect("told");
        let stats: serde_json::Value =
            serde_json::from_str(text.split("\r\n\r\n").nth(1).expect("a body")).expect("JSON");
        stats[name].as_u64().expect("a count")
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn config(server: &Server, prompt: &Path) -> BotConfig {
    let command = ["python3", &example("endpoint_bot.py"), &prompt.display().to_string()];
    let mut config = BotConfig::command("model", command);
    config.env.insert("OPENAI_API_KEY".to_owned(), "none".to_owned());
    config.env.insert("no_proxy".to_owned(), "127.0.0.1".to_owned());
    for (key, value) in [
        ("url", format!("http://127.0.0.1:{}/v1", server.port).into()),
        ("wait", 0.01.into()),
        ("tries", 6.into()),
        ("timeout", 20.into()),
    ] {
        config.options.insert(key.to_owned(), value);
    }
    config
}

struct Played {
    ended: Result<(), PlayerUnavailable>,
    run: PlayedRun,
    counts: BotFaultCounts,
    is_absent: bool,
}

impl Played {
    fn count(&self, kind: BotFaultKind) -> u64 {
        self.counts.count(kind)
    }
}

fn play(config: BotConfig, answers: &Path, most: Option<u64>, again: &[ReplyFault]) -> Played {
    let world = TestWords::new();
    let answers = AnswerFile::open(answers).expect("a file of answers");
    answers.forget(again);
    let surroundings = BotContext {
        answers: Some(Arc::new(answers)),
        budget: Arc::new(RequestBudget::new(most)),
        ..BotContext::default()
    };
    let bot = Bot::start_with(config, world.words(), &Rules::official(), surroundings);
    let bot = Arc::new(bot.unwrap_or_else(|fault| panic!("{fault}")));
    let stand_in: Box<dyn Agent> = Box::new(Native::new(true));
    let seated = BotAgent::new("bot", Arc::clone(&bot), &RoleName::ALL, Some(stand_in)).expect("seated");
    let agents: [Box<dyn Agent>; 2] = [Box::new(Native::new(true)), Box::new(seated)];
    let (ended, run) = in_batches(&world.arena(Rules::official(), &agents, 12), 64);
    let ended = ended.map_err(|error| PlayerUnavailable(format!("{error:?}")));
    Played { ended, run, counts: bot.counts(), is_absent: bot.absence().is_some() }
}

#[test]
fn a_hostile_server_costs_no_answer_twice_and_no_failure_is_kept() {
    if !python() {
        return;
    }
    let (folder, server) = (tempfile::tempdir().expect("a folder"), Server::start("hostile"));
    let (answers, prompt) = (folder.path().join("kept.jsonl"), folder.path().join("prompt.txt"));
    std::fs::copy(example("prompt.txt"), &prompt).expect("a prompt");
    let first = play(config(&server, &prompt), &answers, None, &[]);
    assert_eq!(first.ended, Ok(()));
    let counts = &first.counts;
    assert_eq!((server.count("twice"), first.count(BotFaultKind::Lost)), (0, 0));
    assert_eq!(counts.usage.requests, server.count("requests"), "{counts:?}");
    assert_eq!(
        counts.usage.prompt_tokens + counts.usage.completion_tokens,
        server.count("tokens"),
        "what was paid for is counted"
    );
    let stored = std::fs::read_to_string(&answers).expect("the file");
    assert_eq!(stored.matches("{\"answer\":").count() as u64, counts.requests, "a line for each question");
    let failed = |kind: &str| stored.matches(&format!("\"fault\":\"{kind}\"")).count();
    assert!(failed("malformed") > 0 && failed("lost") == 0 && failed("late") == 0, "{stored}");
    assert!(first.run.faults.len() < 24, "some games are played to the end");

    let requests = server.count("requests");
    let second = play(config(&server, &prompt), &answers, None, &[]);
    assert!(second.run == first.run, "the same games");
    assert_eq!((server.count("requests"), second.counts.requests), (requests, 0));
    let mut other = config(&server, &prompt);
    for (key, value) in [("at_once", 2.into()), ("wait", 0.5.into()), ("url", "http://127.0.0.1:9/".into())] {
        other.options.insert(key.to_owned(), value);
    }
    let elsewhere = play(other.clone(), &answers, None, &[]);
    assert!(elsewhere.run == first.run, "how it is reached decides nothing");
    other.env.insert("OPENAI_API_KEY".to_owned(), String::new());
    let absent = play(other, &answers, None, &[]);
    assert!(absent.run == first.run && absent.is_absent, "played again without the bot");

    let again = play(config(&server, &prompt), &answers, None, &[ReplyFault::Malformed]);
    assert_eq!(again.ended, Ok(()));
    assert!(
        server.count("requests") > requests && server.count("twice") == 0,
        "only failures are asked again"
    );

    let requests = server.count("requests");
    let text = std::fs::read_to_string(&prompt).expect("the prompt").replace("You play", "We play");
    std::fs::write(&prompt, text).expect("edited");
    let limited = play(config(&server, &prompt), &answers, Some(5), &[]);
    let end = limited.ended.expect_err("the limit").0;
    assert!(end.contains("5 questions were sent, the most that --max-requests allows"), "{end}");
    assert!(server.count("requests") > requests, "an edited prompt is asked anew");
    assert_eq!(limited.counts.requests, 5);
}

#[test]
fn members_talk_through_a_hostile_server_and_nothing_is_paid_twice() {
    if !python() {
        return;
    }
    let (folder, server) = (tempfile::tempdir().expect("a folder"), Server::start("hostile"));
    let answers = folder.path().join("kept.jsonl");
    let mut config = config(&server, Path::new(&example("prompt.txt")));
    config.command.push(example("discuss.txt"));
    config.options.insert("temperature".to_owned(), 0.5.into());
    let first = talk::play(config.clone(), &answers, 1);
    let talks = || talk::talks(&first.batches).filter(|talk| !talk.messages.is_empty());
    assert!(talks().count() > 5, "{:?}", first.batches.faults.first());
    assert!(talks().flat_map(|talk| &talk.messages).all(|one| one.text.chars().count() <= MAX_MESSAGE));
    let (counts, requests) = (&first.counts, server.count("requests"));
    assert_eq!((server.count("twice"), counts.count(BotFaultKind::Lost)), (0, 0));
    assert_eq!(counts.usage.requests, requests, "{counts:?}");
    let second = talk::play(config, &answers, 1);
    assert!(second.batches == first.batches && server.count("requests") == requests);
}

#[test]
fn an_outage_ends_the_run_with_the_servers_words_and_nothing_of_it_is_kept() {
    if !python() {
        return;
    }
    for (mode, words) in [
        ("down", "503: no model today"),
        ("final", "400: temperature 0 is not taken"),
        ("drip", "no answer of the endpoint within 0.3 s"),
        ("drip heads", "no answer of the endpoint within 0.3 s"),
        ("redirect", "302 and names another address, http://127.0.0.1:9/login; set the option url"),
    ] {
        let (folder, server) = (tempfile::tempdir().expect("a folder"), Server::start(mode));
        let answers = folder.path().join("kept.jsonl");
        let mut config = config(&server, Path::new(&example("prompt.txt")));
        config.options.insert("tries".to_owned(), 2.into());
        if mode.starts_with("drip") {
            config.options.insert("timeout".to_owned(), 0.3.into());
        }
        let played = play(config, &answers, None, &[]);
        let end = played.ended.expect_err("the outage").0;
        assert!(end.contains(words), "{mode}: {end}");
        assert!(server.count("requests") < 200, "{mode}: it does not go on");
        let stored = std::fs::read_to_string(&answers).expect("the file");
        assert!(!stored.contains("{\"answer\":"), "{mode}: {stored}");
    }
}

#[test]
fn a_model_that_is_unloaded_ends_the_run_and_no_refusal_is_kept() {
    if !python() {
        return;
    }
    let (folder, server) = (tempfile::tempdir().expect("a folder"), Server::start("unloaded"));
    let answers = folder.path().join("kept.jsonl");
    let config = config(&server, Path::new(&example("prompt.txt")));
    let played = play(config, &answers, None, &[]);
    let end = played.ended.expect_err("the outage").0;
    assert!(end.contains("404: model not found"), "{end}");
    let usage = played.counts.usage;
    let tokens = usage.prompt_tokens + usage.completion_tokens;
    assert_eq!(tokens, server.count("tokens"), "what came before the end was paid for");
    let stored = std::fs::read_to_string(&answers).expect("the file");
    assert!(stored.matches("{\"answer\":").count() >= 20 && !stored.contains("\"error\""), "{stored}");
}

#[test]
fn questions_that_are_refused_for_what_they_say_do_not_end_the_run() {
    if !python() {
        return;
    }
    let (folder, server) = (tempfile::tempdir().expect("a folder"), Server::start("filter"));
    let answers = folder.path().join("kept.jsonl");
    let prompt = example("prompt.txt");
    let first = play(config(&server, Path::new(&prompt)), &answers, None, &[]);
    assert_eq!(first.ended, Ok(()), "the first question is refused, but not every question would be");
    assert!(first.count(BotFaultKind::Declined) > 0 && first.count(BotFaultKind::Lost) == 0);
    let requests = server.count("requests");
    let second = play(config(&server, Path::new(&prompt)), &answers, None, &[]);
    assert!(second.run == first.run && server.count("requests") == requests, "a refusal is kept");
}

#[test]
fn a_model_that_cannot_format_weighs_the_codes_by_log_probability() {
    if !python() {
        return;
    }
    let played = |mode: &str| {
        let (folder, server) = (tempfile::tempdir().expect("a folder"), Server::start(mode));
        let (answers, prompt) = (folder.path().join("kept.jsonl"), folder.path().join("prompt.txt"));
        std::fs::write(&prompt, "[decode]\n{keywords}\n{heard}\n[intercept]\n{sheet}\n{heard}\n")
            .expect("a prompt");
        let mut config = config(&server, &prompt);
        config.options.insert("logprobs".to_owned(), 1.into());
        let played = play(config, &answers, None, &[]);
        (played, server.count("requests"), std::fs::read_to_string(&answers).expect("the file"))
    };
    let (weighed, requests, stored) = played("weigh");
    assert_eq!(weighed.ended, Ok(()));
    assert_eq!((weighed.counts.usage.requests, weighed.count(BotFaultKind::Malformed)), (requests, 0));
    assert_eq!(weighed.counts.usage.prompt_tokens, 240 * requests, "one request holds all codes");
    assert!(requests > 10 && stored.contains("-1.0") && !stored.contains("-50"), "{stored}");
    let (mute, _, _) = played("mute");
    let end = mute.ended.expect_err("no answer can be had").0;
    assert!(end.contains("tells no log-probabilities"), "{end}");
}
