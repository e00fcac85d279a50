//! The kit and the bots that come with it, played. What is not on the machine is left out, and said so.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::common::{Native, PlayedGame, PlayedRun, TestWords, in_batches, overheard};
use crate::traffic::check;
use overhear_bots::protocol::RoleName;
use overhear_bots::{Bot, BotAgent, BotConfig, BotFaultKind};
use overhear_engine::game::Agent;
use overhear_engine::rules::{Rules, Side};

pub(crate) fn example(name: &str) -> String {
    let path: PathBuf = [env!("CARGO_MANIFEST_DIR"), "kit", "examples", name].iter().collect();
    path.display().to_string()
}

/// Whether a command succeeds; if not, says what is left out.
fn is_here(command: &[&str], what: &str) -> bool {
    let status = Command::new(command[0])
        .args(&command[1..])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    let is_here = status.is_ok_and(|status| status.success());
    if !is_here {
        eprintln!("left out: {what} is not on this machine");
    }
    is_here
}

pub(crate) fn python() -> bool {
    is_here(&["python3", "--version"], "Python")
}

/// Plays a bot against the native agent, which stands in for what it does not play; all its traffic is checked.
fn play(config: BotConfig, deals: u64) -> (PlayedRun, Arc<Bot>) {
    let (world, folder) = (TestWords::new(), tempfile::tempdir().expect("a folder"));
    let bot = world.start(overheard(config, folder.path())).unwrap_or_else(|fault| panic!("{fault}"));
    let stand_in: Box<dyn Agent> = Box::new(Native::new(true));
    let seated =
        BotAgent::new("bot", Arc::clone(&bot), &RoleName::ALL, Some(stand_in)).expect("all is played");
    let agents: [Box<dyn Agent>; 2] = [Box::new(Native::new(true)), Box::new(seated)];
    let (ended, run) = in_batches(&world.arena(Rules::official(), &agents, deals), 64);
    assert_eq!(ended, Ok(()));
    assert!(check(folder.path())[0] > 3);
    (run, bot)
}

/// How many halves a bot's team has understood, and how many it has played.
fn understood(run: &PlayedRun) -> (u64, u64) {
    let bot = &run.tally.agents[1];
    (bot.halves - bot.miscommunications, bot.halves)
}

#[test]
fn the_random_bot_plays_every_role() {
    if !python() {
        return;
    }
    let (run, bot) = play(BotConfig::command("random", ["python3", &example("random_bot.py")]), 40);
    assert_eq!((run.faults.len(), bot.hello().roles.len()), (0, 4));
    assert!(bot.hello().deterministic && bot.counts().questions > 200);
}

#[test]
fn the_bot_of_word_norms_understands_itself() {
    if !python() {
        return;
    }
    let (world, folder) = (TestWords::new(), tempfile::tempdir().expect("a folder"));
    let norms = folder.path().join("norms.csv");
    let rows: String = (0..160)
        .map(|n| format!("{},{},{}\n", world.deck.keywords()[n % 40].text, world.vocabulary[n], 50 - n / 40))
        .collect();
    std::fs::write(&norms, format!("keyword,clue,weight\n{rows}")).expect("a file");
    let config =
        BotConfig::command("norms", ["python3", &example("norms_bot.py"), &norms.display().to_string()]);
    let (run, bot) = play(config, 40);
    let (right, all) = understood(&run);
    assert!(run.faults.is_empty() && right * 10 > all * 9, "{right} of {all}");
    assert!(bot.hello().words && bot.hello().params[0].key == "floor");
    let illegal = run.tally.agents[1].illegal_clues;
    assert_eq!(illegal, 0, "it says nothing twice");
}

#[test]
fn the_bot_of_vectors_understands_itself() {
    if !is_here(&["python3", "-c", "import numpy"], "NumPy") {
        return;
    }
    let (world, folder) = (TestWords::new(), tempfile::tempdir().expect("a folder"));
    let file = folder.path().join("vectors.txt");
    let numbers =
        |n: usize| -> String { (0..40).map(|axis| if axis == n % 40 { " 1" } else { " 0" }).collect() };
    let deck = world.deck.keywords().iter().map(|keyword| keyword.text.as_str()).enumerate();
    let words = world.vocabulary.iter().map(String::as_str).enumerate();
    let lines: String = deck.chain(words).map(|(n, word)| format!("{word}{}\n", numbers(n))).collect();
    std::fs::write(&file, lines).expect("a file");
    let config =
        BotConfig::command("vectors", ["python3", &example("vectors_bot.py"), &file.display().to_string()]);
    let (run, _) = play(config, 40);
    let (right, all) = understood(&run);
    assert!(run.faults.is_empty() && right * 10 > all * 9, "{right} of {all}: {:?}", run.faults.first());
}

#[test]
fn a_bot_in_c_speaks_the_protocol() {
    if !is_here(&["cc", "--version"], "a compiler of C") {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let program = folder.path().join("letters").display().to_string();
    let built = Command::new("cc").args(["-O2", "-o", &program, &example("letters_bot.c")]).status();
    assert!(built.expect("it runs").success());
    let (run, bot) = play(BotConfig::command("letters", [program]), 40);
    assert_eq!((run.faults.len(), bot.hello().name.as_str()), (0, "letters"));
    assert!(!bot.plays(RoleName::Keywords) && bot.counts().questions > 200);
}

#[test]
fn a_bot_for_node_speaks_the_protocol_and_stands_in_the_document() {
    let source = std::fs::read_to_string(example("node_bot.mjs")).expect("the example");
    let document = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/bots.md");
    let document = std::fs::read_to_string(document).expect("docs/bots.md");
    assert!(document.contains(source.trim_end()), "docs/bots.md shows another node_bot.mjs");
    if !is_here(&["node", "--version"], "Node.js") {
        return;
    }
    let (run, bot) = play(BotConfig::command("node", ["node", &example("node_bot.mjs")]), 40);
    assert_eq!((run.faults.len(), bot.hello().roles.len()), (0, 2));
    assert!(!bot.plays(RoleName::Encrypt) && bot.counts().questions > 100);
}

/// Answers requests for chat completions: every third one with 429, and the code that is in the prompt's order else.
fn endpoint(busy: Arc<AtomicUsize>) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address");
    std::thread::spawn(move || {
        for (count, stream) in listener.incoming().map_while(Result::ok).enumerate() {
            let busy = Arc::clone(&busy);
            std::thread::spawn(move || serve(stream, count, &busy));
        }
    });
    format!("http://{address}/v1")
}

fn serve(mut stream: TcpStream, count: usize, busy: &AtomicUsize) {
    let mut reader = BufReader::new(stream.try_clone().expect("a stream"));
    let (mut line, mut head, mut length) = (String::new(), String::new(), 0);
    while reader.read_line(&mut line).is_ok_and(|bytes| bytes > 2) {
        if let Some((_, value)) = line.to_lowercase().split_once("content-length:") {
            length = value.trim().parse().expect("a length");
        }
        head += &line;
        line.clear();
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).expect("a body");
    assert!(head.starts_with("POST /v1/chat/completions ") && head.contains("Bearer none"), "{head}");
    let request: serde_json::Value = serde_json::from_slice(&body).expect("JSON");
    let prompt = request["messages"][0]["content"].as_str().expect("a prompt");
    let answer = if count.is_multiple_of(3) {
        busy.fetch_add(1, Ordering::Relaxed);
        "HTTP/1.1 429 Too Many Requests\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".to_owned()
    } else {
        let list = if prompt.contains("give clues") {
            clues(prompt)
        } else if prompt.contains("four of these words") {
            "[\"keywaaa\", \"keywaab\", \"keywaac\", \"keywaad\"]".to_owned()
        } else {
            "[4, 2, 1]".to_owned()
        };
        let content = format!("I think of\n{list}");
        let body = serde_json::json!({ "choices": [{ "message": { "content": content } }] }).to_string();
        format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}", body.len())
    };
    let _ = stream.write_all(answer.as_bytes());
}

/// Three words of the vocabulary that the prompt has not.
fn clues(prompt: &str) -> String {
    let words = TestWords::new().vocabulary;
    let free: Vec<String> =
        words.into_iter().filter(|word| !prompt.contains(word.as_str())).take(3).collect();
    format!("[\"{}\", \"{}\", \"{}\"]", free[0], free[1], free[2])
}

#[test]
fn the_bot_of_an_endpoint_asks_it_again_when_it_is_busy() {
    if !python() {
        return;
    }
    let busy = Arc::new(AtomicUsize::new(0));
    let mut config =
        BotConfig::command("model", ["python3", &example("endpoint_bot.py"), &example("prompt.txt")]);
    config.env.insert("OPENAI_API_KEY".to_owned(), "none".to_owned());
    config.env.insert("no_proxy".to_owned(), "127.0.0.1".to_owned());
    config.options.insert("url".to_owned(), endpoint(Arc::clone(&busy)).into());
    config.options.insert("wait".to_owned(), 0.01.into());
    let (run, bot) = play(config, 4);
    assert!(run.faults.is_empty(), "{:?}", run.faults);
    assert!(!bot.hello().deterministic && busy.load(Ordering::Relaxed) > 10);
    let guesses = run.games.iter().flat_map(|PlayedGame { seats, game, .. }| {
        let own = Side::ALL.into_iter().filter(move |&side| seats[side] == 1);
        own.flat_map(|side| game.record.halves_of(side)).map(|half| half.guess.number())
    });
    assert!(guesses.into_iter().all(|guess| guess == 421));
}

#[test]
fn the_bot_of_an_endpoint_says_that_it_wants_a_key() {
    if !python() {
        return;
    }
    let mut config =
        BotConfig::command("model", ["python3", &example("endpoint_bot.py"), &example("prompt.txt")]);
    config.env.insert("OPENAI_API_KEY".to_owned(), String::new());
    let fault = TestWords::new().start(config).map(drop).expect_err("it has no key");
    assert!(
        fault.kind == BotFaultKind::NoHello && fault.what.contains("OPENAI_API_KEY is not set"),
        "{fault}"
    );
}

/// Runs a script of tests, and returns what it prints.
fn run(script: &str) -> String {
    let (script, folder) = (
        Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(script),
        tempfile::tempdir().expect("a folder"),
    );
    let ran = Command::new("python3").arg(script).current_dir(folder.path()).output().expect("Python starts");
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    String::from_utf8_lossy(&ran.stdout).into_owned()
}

#[test]
fn the_parts_of_the_bot_of_an_endpoint_find_answers_and_wait_as_they_should() {
    if python() {
        assert_eq!(run("endpoint_cases.py").trim(), "done");
    }
}

#[test]
fn answers_in_any_library_of_numbers_become_plain_json() {
    if !python() {
        return;
    }
    let tried = run("kit_answers.py");
    assert!(tried.starts_with("plain"), "{tried}");
    if tried.trim() == "plain" {
        eprintln!("left out: NumPy is not on this machine");
    }
}

/// A bot that is the kit with this body of a class.
pub(crate) fn with_kit(folder: &Path, body: &str) -> BotConfig {
    let (bot, kit) = (folder.join("mine.py"), Path::new(env!("CARGO_MANIFEST_DIR")).join("kit"));
    let kit = kit.to_str().expect("a path in UTF-8");
    let source = format!(
        "import sys; sys.path.insert(0, {kit:?})\n\
         from overhear_bot import Bot, serve\n\
         class Mine(Bot):\n{body}\n\
         serve(Mine())\n"
    );
    std::fs::write(&bot, source).expect("a file");
    BotConfig::command("mine", ["python3", &bot.display().to_string()])
}

#[test]
fn the_kit_speaks_utf_8_whatever_the_locale() {
    if !python() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let body = "    words = True\n    encoding = sys.stdin.encoding.lower()\n    \
                def setup(self):\n        \
                    assert self.encoding.startswith(self.options['before']), self.encoding\n        \
                    assert (self.deck[0], self.vocabulary[0]) == ('\\u00e9toile', '\\u732b'), self.deck[0]\n    \
                params = [{'key': 'before', 'kind': 'text', 'default': ''}]\n    \
                def decode(self, questions):\n        \
                    raise ValueError('\\u00e9toile')\n";
    for (variable, value, before) in [
        ("PYTHONIOENCODING", "cp1252", "cp1252"),
        ("PYTHONIOENCODING", "utf-16", "utf-16"),
        ("PYTHONIOENCODING", "ascii:ignore", "ascii"),
        ("LC_ALL", "C", ""),
        ("PYTHONUTF8", "0", ""),
    ] {
        let mut config = with_kit(folder.path(), body);
        config.env.insert(variable.to_owned(), value.to_owned());
        config.options.insert("before".to_owned(), before.into());
        let deck: Vec<String> = ["étoile", "b", "c", "d", "e", "f", "g", "h"].map(str::to_owned).into();
        let words = overhear_bots::WordLists::new("fr", vec!["猫".to_owned()], deck);
        let bot = Bot::start(config, words, &Rules::official());
        assert!(bot.is_ok(), "{variable}={value}: {}", bot.map(drop).unwrap_err());
    }
}

#[test]
fn a_weight_that_is_no_number_costs_one_game_and_numbers_of_any_library_are_numbers() {
    if !python() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let body = "    class Number:\n        \
                    def item(self): return 1.0\n    \
                def decode(self, questions):\n        \
                    return [[self.Number()] * 23 + [float('nan') if q.seed % 40 == 0 else 1] for q in questions]\n";
    let (run, bot) = play(with_kit(folder.path(), body), 60);
    assert!((1..30).contains(&run.faults.len()), "{} faults", run.faults.len());
    assert!(run.faults.iter().all(|fault| fault.message.contains("infinite or no number")));
    assert_eq!(bot.counts().count(BotFaultKind::Nonsense), 0);
}

#[test]
fn an_exception_in_a_bot_costs_one_game_and_its_traceback_is_kept() {
    if !python() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let log = folder.path().join("mine.log");
    let body = "    def decode(self, questions):\n        \
                    print('this is no message')\n        \
                    return [[1 / (q.seed % 40)] * 24 for q in questions]\n";
    let mut config = with_kit(folder.path(), body);
    config.log = Some(log.clone());
    let (run, bot) = play(config, 60);
    assert!((1..30).contains(&run.faults.len()), "{} faults", run.faults.len());
    assert!(
        run.faults.iter().all(|fault| fault.message.contains("ZeroDivisionError")),
        "{:?}",
        run.faults[0]
    );
    assert_eq!(bot.counts().count(BotFaultKind::Lost), run.faults.len() as u64);
    let log = std::fs::read_to_string(log).expect("a log");
    assert!(log.contains("Traceback") && log.contains("this is no message"), "{log}");
}
