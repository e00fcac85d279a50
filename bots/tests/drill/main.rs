//! A bot for drills: it answers by `mind.rs`, and does wrong what its first argument says.
//!
//! `drill-bot MODE [NUMBER] [EXTRA]`. With a number n, every n-th question (by its digest) or message is the one that goes wrong. Extra is
//! a file, or what the hello says of unknown clues.

mod mind;

use std::io::{BufRead, Write, stderr, stdin, stdout};
use std::process::{Command, Stdio, exit};
use std::time::Duration;

use serde_json::{Value, json};

use mind::QuestionNumbers;

struct Drill {
    mode: String,
    number: u64,
    extra: Option<String>,
    vocabulary: u64,
    deck: u64,
    messages: u64,
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let number = arguments.get(2).and_then(|text| text.parse().ok()).unwrap_or(1);
    let (mode, extra) = (arguments.get(1).cloned().unwrap_or_default(), arguments.get(3).cloned());
    let mut drill = Drill { mode, number, extra, vocabulary: 0, deck: 0, messages: 0 };
    for line in stdin().lock().lines().map_while(Result::ok) {
        let message: Value = serde_json::from_str(&line).expect("the program writes JSON");
        if message.get("hello").is_some() {
            drill.hello();
        } else if let Some(setup) = message.get("setup") {
            if drill.mode == "deaf" {
                say(&json!({ "ready": true }));
                break;
            }
            let count = |key: &str| setup[key].as_array().expect("a list").len() as u64;
            (drill.vocabulary, drill.deck) = (count("vocabulary"), count("deck"));
            say(&json!({ "ready": true, "unknown field": [1] }));
        } else if let Some(asks) = message.get("ask") {
            drill.answer(asks.as_array().expect("a list"));
        } else if drill.mode != "stubborn" {
            return;
        }
    }
    if drill.mode == "stubborn" || drill.mode == "deaf" {
        std::thread::sleep(Duration::from_secs(600));
    }
}

impl Drill {
    fn hello(&self) {
        match self.mode.as_str() {
            "silent" => std::thread::sleep(Duration::from_secs(600)),
            "stillborn" => {
                eprintln!("cannot find my model");
                exit(3);
            }
            "chatty" => println!("Loading the model…"),
            "stubborn" | "deaf" => self.leave_a_child(),
            _ => {}
        }
        if self.mode == "noisy" {
            let line = vec![b'x'; 1 << 16];
            (0..80).for_each(|_| stderr().write_all(&line).expect("standard error is read"));
        }
        let roles = if self.mode == "mute" {
            json!(["decode", "intercept"])
        } else {
            json!(["encrypt", "decode", "intercept", "keywords"])
        };
        let protocol = if self.mode == "foreign" { 2 } else { 1 };
        let param =
            json!({ "key": "heat", "kind": "real", "default": 0, "low": 0, "high": 2, "meaning": "none" });
        let wants = ["unknown", "unsayable"].contains(&self.mode.as_str());
        let version = self.extra.as_deref().filter(|_| self.mode == "versioned").unwrap_or("1");
        let unknown_clue = self.extra.as_deref().filter(|_| wants).unwrap_or("reject");
        say(&json!({ "hello": {
            "protocol": protocol, "name": "drill", "version": version, "roles": roles, "batch": 40,
            "thinks_alike": self.mode == "alike", "deterministic": true, "params": [param],
            "unknown_clue": unknown_clue, "mood": "fine",
        } }));
    }

    /// Starts somebody who outlives it, and says who.
    fn leave_a_child(&self) {
        let file = self.extra.as_ref().expect("a file");
        let leave = "sleep 600 & echo $PPID $! > \"$0.part\" && mv \"$0.part\" \"$0\"";
        let status = Command::new("sh").args(["-c", leave, file]).stdout(Stdio::null()).status();
        assert!(status.expect("a shell").success());
    }

    fn answer(&mut self, asks: &[Value]) {
        self.messages += 1;
        if self.mode == "mortal" && self.messages > self.number {
            exit(9);
        }
        let questions: Vec<(u64, QuestionNumbers)> =
            asks.iter().map(|ask| (number(&ask["id"]), self.question_numbers(ask))).collect();
        let mut answers: Vec<Value> = Vec::new();
        for (id, question) in &questions {
            let guilty = question.digest().is_multiple_of(self.number);
            answers.push(if guilty { self.wrong(*id, question, &answers) } else { right(*id, question) });
        }
        match self.mode.as_str() {
            "marked" => {
                print!("\n\u{feff}");
                say(&json!({ "answers": answers }));
                print!("\r\n \n");
            }
            "bytewise" => {
                let line = json!({ "answers": answers }).to_string() + "\n";
                let mut out = stdout().lock();
                line.bytes().for_each(|byte| {
                    out.write_all(&[byte]).and_then(|()| out.flush()).unwrap_or_else(|_| exit(0));
                });
            }
            "twice" => {
                say(&json!({ "answers": answers }));
                say(&json!({ "answers": [answers[0]] }));
            }
            "misnamed" => say(&json!({ "answer": answers })),
            "unended" => {
                print!("{}", json!({ "answers": answers }));
                stdout().flush().unwrap_or_else(|_| exit(0));
            }
            "slow" => answers.iter().for_each(|answer| {
                std::thread::sleep(Duration::from_millis(50));
                say(&json!({ "answers": [answer] }));
            }),
            "apart" => answers.iter().rev().for_each(|answer| say(&json!({ "answers": [answer] }))),
            "unasked" => {
                say(&json!({ "answers": [right(1 << 40, &questions[0].1)] }));
                say(&json!({ "answers": answers }));
            }
            _ => say(&json!({ "answers": answers })),
        }
    }

    /// The answer to a guilty question, if there is any after what happens.
    fn wrong(&self, id: u64, question: &QuestionNumbers, before: &[Value]) -> Value {
        match self.mode.as_str() {
            "crash" => {
                say(&json!({ "answers": before }));
                eprintln!("division by zero");
                exit(1)
            }
            "torn" => {
                print!("{{\"answers\":[{{\"id\":{id},\"p\":[0.1,");
                stdout().flush().expect("standard output is read");
                exit(0)
            }
            "stall" => {
                std::thread::sleep(Duration::from_secs(600));
                exit(0)
            }
            "nonsense" => {
                println!("thinking about {id}");
                right(id, question)
            }
            "flood" => loop {
                say(&json!({ "answers": [{ "id": 1_u64 << 40, "p": [1] }] }));
            },
            "giveup" => {
                println!("{}", json!({ "error": "out of memory" }));
                exit(0)
            }
            // What it has started holds its standard output open.
            "orphan" => {
                Command::new("sleep").arg("600").stderr(Stdio::null()).spawn().expect("a child");
                exit(5)
            }
            "empty" => loop {
                stdout().lock().write_all(&[b'\n'; 4096]).unwrap_or_else(|_| exit(0));
            },
            "idle" => loop {
                let lines = b"{\"thinking\":1}\n".repeat(1000);
                stdout().lock().write_all(&lines).unwrap_or_else(|_| exit(0));
            },
            "decline" => json!({ "id": id, "error": "no idea" }),
            "bad" => json!({ "id": id, "p": [1, 2], "clues": [1, 2, 3, 4], "keywords": [999_999, 1, 2, 3] }),
            "unreadable" => json!({ "id": id, "p": "all alike", "clues": 7, "keywords": {} }),
            "unknown" => {
                json!({ "id": id, "p": vec![1; 24], "clues": ["xyzzy", null, 5], "keywords": [0, 1, 2, 3] })
            }
            "unsayable" if question.role == 0 => {
                json!({ "id": id, "clues": ["x".repeat(101), "NaN", "a\u{1b}[2Jb"] })
            }
            _ => right(id, question),
        }
    }

    fn question_numbers(&self, ask: &Value) -> QuestionNumbers {
        let word = |word: &Value| word.as_u64().map_or(0, |number| number + 1);
        let list = |value: &Value, each: &dyn Fn(&Value) -> u64| -> Vec<u64> {
            value.as_array().map(|list| list.iter().map(each).collect()).unwrap_or_default()
        };
        let digits = |value: &Value| if value.is_null() { vec![0; 3] } else { list(value, &number) };
        let half = |half: &Value| {
            let ends = [number(&half["round"]), side(&half["side"]) as u64];
            let middle =
                [list(&half["clues"], &word), digits(&half["code"]), digits(&half["guess"])].concat();
            let forfeited = u64::from(half["forfeited"].as_bool().unwrap_or(false));
            [&ends[..], &middle, &digits(&half["interception"]), &[forfeited]].concat()
        };
        let roles = ["encrypt", "decode", "intercept", "keywords"];
        let refused = ask["refused"].as_array().map(Vec::as_slice).unwrap_or_default();
        QuestionNumbers {
            role: roles.iter().position(|role| ask["role"] == *role).expect("a role"),
            side: side(&ask["side"]),
            member: number(&ask["member"]),
            noise_seed: number(&ask["head"]),
            seed: number(&ask["seed"]),
            round: ask["round"].as_u64().unwrap_or(0),
            keywords: list(&ask["keywords"], &number),
            code: list(&ask["code"], &number),
            clues: list(&ask["clues"], &word),
            history: ask["history"].as_array().expect("a list").iter().map(half).collect(),
            refused: refused.iter().flat_map(|one| [number(&one["place"]), word(&one["clue"])]).collect(),
            vocabulary: self.vocabulary,
            deck: self.deck,
        }
    }
}

fn say(message: &Value) {
    let line = message.to_string();
    let mut out = stdout().lock();
    writeln!(out, "{line}").and_then(|()| out.flush()).unwrap_or_else(|_| exit(0));
}

fn number(value: &Value) -> u64 {
    value.as_u64().expect("a whole number")
}

fn side(value: &Value) -> usize {
    usize::from(value == "black")
}

fn right(id: u64, question: &QuestionNumbers) -> Value {
    let thought = question.think();
    match question.role {
        0 => json!({ "id": id, "clues": thought.clues, "note": "well" }),
        3 => json!({ "id": id, "keywords": thought.keywords }),
        _ => {
            let weights: Vec<Value> = thought.weights.iter().map(|weight| json!(weight)).collect();
            json!({ "id": id, "p": weights })
        }
    }
}
