//! Bots that read what people have said: `eval` and `advise`; and bots that are exploited.
//!
//! The bot is written in Python; where there is none, these tests say so and try nothing.

use std::fs;
use std::path::Path;

use serde_json::Value;
use tempfile::{TempDir, tempdir};

use crate::common::{file, python, refused, rows, stdout};

/// A bot that says for sure what it can read off: a clue is for the keyword that it begins with, or, overheard, for the number
/// under which it was last said. It writes down all that it is told.
const BOT: &str = r#"
import json, sys, time
log = open(sys.argv[1], "a")
def say(message):
    sys.stdout.write(json.dumps(message) + "\n"); sys.stdout.flush()
def slots(ask):
    if ask["role"] == "decode":
        return [[n + 1 for n, word in enumerate(ask["keywords"]) if clue and clue.startswith(word)] for clue in ask["clues"]]
    said = {}
    for half in ask["history"]:
        if half["side"] != ask["side"]:
            said.update(zip(half["clues"], half["code"]))
    return [[said[clue]] if clue in said else [] for clue in ask["clues"]]
for line in sys.stdin:
    log.write(line); log.flush()
    told = json.loads(line)
    if "hello" in told:
        say({"hello": {"protocol": 1, "name": "reader", "roles": sys.argv[3].split("+"), "words": sys.argv[2] == "texts",
                       "deterministic": True}})
    elif "setup" in told:
        say({"ready": True})
    elif "ask" in told:
        answers = []
        for ask in told["ask"]:
            if ask["role"] == "encrypt":
                answers.append({"id": ask["id"], "clues": [None] * 3}); continue
            if "asleep" in ask["clues"]:
                time.sleep(600)
            if "broken" in ask["clues"]:
                answers.append({"id": ask["id"], "p": [1] * 23}); continue
            found = [slot[0] if slot else None for slot in slots(ask)]
            sure = None not in found and len(set(found)) == 3
            answers.append({"id": ask["id"], **({"code": found} if sure else {"p": [1] * 24})})
        say({"answers": answers})
"#;

const DECODE: &str = "id,kw1,kw2,kw3,kw4,code,clue1,clue2,clue3\n\
    a,Statue of Liberty,zzyx,CASTLE,über,3-1-2,CASTLE ruin,Statue of Liberty at night,zzyxes\n\
    b,one,two,three,four,412,four,one,\n";

const INTERCEPT: &str = "game,round,code,clue1,clue2,clue3,kw1\n\
    g,1,123,big apple,moon,tea,HIDDEN\ng,2,214,moon,big apple,leaf,HIDDEN\ng,3,432,leaf,tea,moon,HIDDEN\n";

struct Place {
    dir: TempDir,
    log: String,
    script: String,
    python: &'static str,
}

/// A folder with the bot; nothing without a Python.
fn place() -> Option<Place> {
    let python = python()?;
    let dir = tempdir().expect("a directory");
    let script = file(&dir, "bot.py", BOT);
    let log = dir.path().join("told.jsonl").to_str().expect("UTF-8").to_owned();
    Some(Place { dir, log, script, python })
}

impl Place {
    fn bot(&self, words: &str, roles: &str) -> String {
        format!("mine={} {} {} {words} {roles}", self.python, self.script, self.log)
    }

    /// All questions that the bot has been asked.
    fn questions(&self) -> Vec<Value> {
        let log = fs::read_to_string(&self.log).expect("a log");
        let lines = log.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
        lines.filter_map(|message| message.get("ask").and_then(Value::as_array).cloned()).flatten().collect()
    }
}

#[test]
fn a_bot_decodes_what_people_have_said_in_any_words() {
    let Some(place) = place() else { return };
    let path = file(&place.dir, "decode.csv", DECODE);
    let predictions = place.dir.path().join("p.csv").to_str().expect("UTF-8").to_owned();
    let bot = place.bot("texts", "decode");
    let words = ["eval", "decode", &path, "--agent", "mine", "--bot", &bot, "--predictions", &predictions];
    let score = &rows(&stdout(&words))[0];
    assert_eq!([&score["agent"], &score["n"], &score["unknown_words"]], ["mine", "2", "0"]);
    let guessed = rows(&fs::read_to_string(&predictions).expect("a file"));
    assert_eq!([&guessed[0]["guess"], &guessed[0]["p_true"]], ["312", "1.000000"]);
    let [first, second] = &place.questions()[..] else { panic!("two questions: {:?}", place.questions()) };
    assert_eq!(first["keywords"], serde_json::json!(["Statue of Liberty", "zzyx", "CASTLE", "über"]));
    assert_eq!(first["clues"][1], "Statue of Liberty at night");
    assert!(second["clues"][2].is_null() && first.get("code").is_none(), "{first} {second}");
    let alone = place.bot("texts", "intercept");
    let other = ["eval", "decode", &path, "--bot", &alone, "--agent", "mine", "--agent", "margin/bayes"];
    let both = rows(&stdout(&other));
    let same = ["code_accuracy", "log_loss", "brier"].map(|column| both[0][column] == both[1][column]);
    assert_eq!(same, [true; 3], "what a bot does not play, `margin/bayes` does");
}

#[test]
fn an_answer_that_is_none_counts_as_wrong_and_its_row_is_named() {
    let Some(place) = place() else { return };
    let rows_of = |broken: usize| -> String {
        let row = |n: usize| {
            let clue = if n < broken { "broken" } else { "one a" };
            format!("row {n},one,two,three,four,123,{clue},two b,three c\n")
        };
        "id,kw1,kw2,kw3,kw4,code,clue1,clue2,clue3\n".to_owned() + &(0..72).map(row).collect::<String>()
    };
    let predictions = place.dir.path().join("p.csv").to_str().expect("UTF-8").to_owned();
    let bot = place.bot("texts", "decode");
    let ask = |broken: usize, more: &[&str]| {
        let path = file(&place.dir, &format!("{broken}.csv"), &rows_of(broken));
        let args = ["eval", "decode", &path, "--agent", "mine", "--bot", &bot, "--format", "csv"];
        let output = crate::common::run(&[&args[..], more].concat());
        let table = rows(std::str::from_utf8(&output.stdout).expect("UTF-8"));
        (output.status.code(), table[0].clone(), crate::common::stderr(&output))
    };
    let (code, row, message) = ask(1, &["--predictions", &predictions]);
    assert_eq!(code, Some(3), "1.4 % are more than 1 %: {message}");
    assert_eq!([&row["n"], &row["faults"], &row["fault_rate"]], ["72", "1", "0.013889"]);
    assert_eq!([&row["code_accuracy"], &row["digit_accuracy"]], ["0.986111", "0.986111"]);
    assert!(
        message.contains("`mine` gave no answer to 1 of 72 rows (1.4 %), which count as wrong: `row 0`: "),
        "{message}"
    );
    assert!(message.contains("more than --max-fault-rate 0.01; the first is `row 0`"), "{message}");
    let guessed = rows(&fs::read_to_string(&predictions).expect("a file"));
    assert_eq!([&guessed[0]["guess"], &guessed[0]["p_true"], &guessed[1]["guess"]], ["", "", "123"]);
    let (code, row, _) = ask(1, &["--max-fault-rate", "0.02"]);
    assert_eq!((code, row["faults"].as_str()), (Some(0), "1"));
    let (code, row, message) = ask(0, &["--max-fault-rate", "0"]);
    assert_eq!((code, row["faults"].as_str(), row["code_accuracy"].as_str()), (Some(0), "0", "1.000000"));
    assert!(!message.contains("no answer"), "{message}");
    let (code, row, message) = ask(72, &[]);
    assert_eq!(
        (code, row["code_accuracy"].as_str(), row["fault_rate"].as_str()),
        (Some(3), "0.000000", "1.000000")
    );
    assert!(
        message.contains("72 of 72 rows (100.0 %)")
            && message.contains("`row 4`: ")
            && !message.contains("`row 5`"),
        "{message}"
    );
}

#[test]
fn a_bot_overhears_what_people_have_said_and_is_never_told_more_than_that() {
    let Some(place) = place() else { return };
    let path = file(&place.dir, "intercept.csv", INTERCEPT);
    let bot = place.bot("texts", "intercept");
    let answers = place.dir.path().join("kept.jsonl").to_str().expect("UTF-8").to_owned();
    let words = ["eval", "intercept", &path, "--agent", "mine", "--bot", &bot, "--answers", &answers];
    let table = stdout(&words);
    assert_eq!(
        &rows(&table)[0]["code_accuracy"],
        "0.520833",
        "round 2 is one of 24 for it, round 3 it reads off"
    );
    let questions = place.questions();
    assert_eq!(questions.len(), 2);
    for (ask, round) in questions.iter().zip(2..) {
        assert!(!ask.to_string().contains("HIDDEN") && ask.get("keywords").is_none(), "{ask}");
        assert_eq!((&ask["round"], ask["side"].as_str()), (&Value::from(round), Some("black")));
        let history = ask["history"].as_array().expect("halves");
        assert!(
            history.iter().all(|half| half["round"].as_i64() < Some(round) && half.get("guess").is_none())
        );
    }
    fs::write(&place.script, "raise SystemExit(9)").expect("written");
    assert_eq!(stdout(&words), table, "kept answers are enough");
}

#[test]
fn a_bot_advises_at_a_real_table() {
    let Some(place) = place() else { return };
    let sheet = "[own]\nkeywords = [\"anchor\", \"bread\", \"castle\", \"dragon\"]\n\
        [own.now]\nclues = [\"dragonfly\", \"castles\", \"breadth\"]\n\
        [[opponents.round]]\nclues = [\"tea\", \"big apple\", \"moon\"]\ncode = \"123\"\n\
        [[opponents.round]]\nclues = [\"leaf\", \"tea\", \"moon\"]\ncode = \"413\"\n\
        [opponents.now]\nclues = [\"moon\", \"leaf\", \"tea\"]\n";
    let sheet = file(&place.dir, "sheet.toml", sheet);
    let toml = format!(
        "[[bot]]\nname = \"mine\"\ncommand = [{:?}, {:?}, {:?}, \"texts\", \"decode+intercept\"]\n",
        place.python, place.script, place.log
    );
    let toml = file(&place.dir, "bots.toml", &toml);
    let advice = stdout(&["advise", &sheet, "--agent", "mine", "--bot", &toml, "--format", "json"]);
    let advice: Value = serde_json::from_str(&advice).expect("JSON");
    let best = |key: &str| (advice[key][0]["code"].clone(), advice[key][0]["probability"].as_f64());
    assert_eq!((advice["agent"].as_str(), best("decode").0), (Some("mine"), "4-3-2".into()));
    assert_eq!(best("intercept").0, "3-4-1");
    assert!(best("decode").1 > Some(0.999) && advice["opponents_keywords"].is_array());
    let questions = place.questions();
    assert_eq!((questions.len(), questions[1]["history"].as_array().map(Vec::len)), (2, Some(2)));
}

#[test]
fn a_bot_that_wants_numbers_cannot_read_and_says_so() {
    let Some(place) = place() else { return };
    let path = file(&place.dir, "decode.csv", DECODE);
    let bot = place.bot("numbers", "decode");
    let named = ["--bot mine", "\"words\": true"];
    refused(&["eval", "decode", &path, "--agent", "mine", "--bot", &bot], 2, &named);
    let nobody = file(&place.dir, "none.toml", "[[agent]]\nspec = \"margin\"\n");
    refused(&["eval", "decode", &path, "--agent", "margin", "--bot", &nobody], 2, &["no entry [[bot]]"]);
    let wrong = file(&place.dir, "wrong.toml", "[[bot]]\nname = \"mine\"\nbatches = 3\n");
    refused(&["agents", "show", "mine", "--bot", &wrong], 2, &[&wrong, "batches"]);
    assert!(Path::new(&place.log).exists());
}

#[test]
#[ignore = "slow: every reader against a bot"]
fn a_bot_is_exploited_like_any_agent() {
    let Some(place) = place() else { return };
    let bot = place.bot("texts", "encrypt+decode+intercept");
    let words =
        ["agents", "exploit", "mine", "--games", "20", "--seed", "1", "--bot", &bot, "--format", "csv"];
    let candidates = rows(&stdout(&words));
    assert!(candidates.iter().any(|row| row["spec"] == "mine"), "it is a candidate, too");
    assert_eq!(candidates.last().map(|row| &*row["stage"]), Some("fresh deals"));
}

#[cfg(unix)]
#[test]
fn an_interrupt_does_not_wait_for_a_reader_and_what_was_scored_is_printed() {
    use crate::common::unfinished::Run;
    use std::time::{Duration, Instant};

    let Some(place) = place() else { return };
    let sheet = file(&place.dir, "sheet.csv", &format!("{DECODE}c,one,two,three,four,123,asleep,one,two\n"));
    let out = place.dir.path().join("kept");
    let out = out.to_str().expect("UTF-8");
    let bot = place.bot("texts", "decode");
    let run = Run::start(&[
        "eval", "decode", &sheet, "--agent", "nearest", "--bot", &bot, "--agent", "mine", "--out", out,
    ]);
    let started = Instant::now();
    while !fs::read_to_string(&place.log).is_ok_and(|log| log.contains("asleep")) {
        assert!(started.elapsed() < Duration::from_secs(300), "the reader is never asked");
        std::thread::sleep(Duration::from_millis(5));
    }
    let (signalled, output) = (Instant::now(), run.signal("INT").end());
    assert!(signalled.elapsed() < Duration::from_secs(30), "the reader sleeps for ten minutes");
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(130), "{errors}");
    assert!(errors.contains("--resume"), "{errors}");
    let scored = rows(std::str::from_utf8(&output.stdout).expect("UTF-8"));
    assert_eq!(scored.iter().map(|row| row["agent"].as_str()).collect::<Vec<_>>(), ["nearest"], "{errors}");
}
