//! Any text as a clue: a bot that says phrases, among agents of the house that hear them.
//!
//! The bot is written in Python, with the kit; where there is none, these tests say so and try nothing.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::common::unfinished::checkpointed;
use crate::common::{python, run, stderr, stdout, table, tournament};

/// A bot that says phrases of two words by its seed: now and then one with a comma and quotes, one that nobody can hear, one
/// that the law forbids, and one that it has said before.
const BOT: &str = r#"
import os, sys
sys.path.insert(0, KIT)
from overhear_bot import Bot, serve
MODE, LEAVE = sys.argv[1] if len(sys.argv) > 1 else "sound", __file__ + ".leave"

class Phrases(Bot):
    name, version, unknown_clue, words = "phrases", "1", "embed", MODE == "words"
    batch = 16
    asked = 0

    def one(self, q, n):
        first, second = self.vocabulary[n % 2000], self.vocabulary[n // 2000 % 2000]
        if n % 7 == 0:
            return '%s, "%s"' % (first.upper(), second)
        if n % 11 == 0:
            return ["NaN", "", "x" * 101, "...", self.keyword(q.keywords[n % 4])][n % 5]
        if n % 5 == 0 and q.given:
            return self.text(q.given[0]).title()
        return "the %s of  %s" % (first, second)

    def clues(self, questions):
        self.asked += 1
        if os.path.exists(LEAVE):
            with open(LEAVE, "a") as file:
                file.write("x")
            if os.path.getsize(LEAVE) > 60:
                os._exit(7)
        if MODE == "mortal" and self.asked == 3:
            os._exit(7)
        return [[self.one(q, (q.seed >> 8 * k) + len(q.refused)) for k in range(3)] for q in questions]

    def decode(self, questions):
        return [[1 + sum(len(self.text(clue) or "") >> k & 1 for clue in q.clues if clue) for k in range(24)] for q in questions]

    intercept = decode

serve(Phrases())
"#;

/// The value of `--bot` for the bot in a directory, if there is a Python.
fn bot(dir: &Path, mode: &str) -> Option<String> {
    let python = python()?;
    let kit = Path::new(env!("CARGO_MANIFEST_DIR")).join("../bots/kit");
    let path = dir.join("phrases.py");
    fs::write(&path, BOT.replace("KIT", &format!("{:?}", kit.display().to_string()))).expect("written");
    Some(format!("mine={python} {} {mode}", path.display()))
}

/// The same bot as an entry of a file, with one more line.
fn entry(bot: &str, line: &str) -> String {
    let command = bot.split_once('=').expect("a flag").1.replace(' ', "\", \"");
    format!("[[bot]]\nname = \"mine\"\ncommand = [\"{command}\"]\n{line}\n")
}

/// Agents that hear in several ways, with the bot's words in the ears of all.
const PLAY: [&str; 16] = [
    "--games",
    "120",
    "--seed",
    "6",
    "--log",
    "halves",
    "--agent",
    "margin",
    "--agent",
    "mine",
    "--agent",
    "mine/bayes",
    "--agent",
    "margin/adaptive:sigma=0.1",
    "--agent",
    "margin/history",
];

/// The tables and logs of a run.
fn files(dir: &Path) -> Vec<Vec<u8>> {
    let names = ["standings.csv", "pairings.csv", "endings.csv", "games.csv", "halves.csv"];
    names.map(|name| fs::read(dir.join(name)).expect(name)).into()
}

/// The cells of some columns of the half log.
fn cells(dir: &Path, columns: [&str; 4]) -> Vec<[String; 4]> {
    let mut reader = csv::Reader::from_path(dir.join("halves.csv")).expect("a log");
    let header = reader.headers().expect("a header").clone();
    let places = columns.map(|name| header.iter().position(|column| column == name).expect(name));
    reader.records().map(|row| row.expect("a row")).map(|row| places.map(|at| row[at].to_owned())).collect()
}

#[test]
fn phrases_play_to_the_same_bytes_on_any_threads_again_and_without_the_bot() {
    let dir = tempfile::tempdir().expect("a directory");
    let Some(sound) = bot(dir.path(), "sound") else { return };
    let answers = dir.path().join("answers.jsonl").display().to_string();
    let played = |bot: &str, more: &[&str]| tournament(&[&PLAY, &["--bot", bot][..], more].concat());
    let one = played(&sound, &["-j", "1", "--answers", &answers]);
    let mortal = bot(dir.path(), "mortal").expect("there is a Python");
    for other in [played(&sound, &["-j", "2"]), played(&mortal, &["-j", "2"])] {
        assert!(files(one.path()) == files(other.path()));
    }
    let log = cells(one.path(), ["clue_1", "clue_2", "clue_3", "refused"]);
    let clues: BTreeSet<&str> = log.iter().flat_map(|row| &row[..3]).map(String::as_str).collect();
    assert!(clues.iter().filter(|clue| clue.starts_with("the ") && clue.contains(" of ")).count() > 40);
    assert!(clues.iter().any(|clue| clue.contains(", \"")), "commas and quotes are kept");
    assert!(!clues.contains("NaN") && clues.iter().all(|clue| clue.chars().count() <= 100));
    assert!(log.iter().any(|row| row[3].contains("...")), "what the law forbids is refused");
    let from = one.path().display().to_string();
    let game = log.iter().position(|row| row[0].starts_with("the ")).expect("a phrase");
    let number = &cells(one.path(), ["game", "round", "side", "clue_1"])[game][0];
    let replayed = stdout(&["replay", "--from", &from, "--game", number, "--verify"]);
    assert!(replayed.contains(&log[game][0]), "{replayed}");
    fs::write(dir.path().join("phrases.py"), "raise SystemExit(9)").expect("written");
    assert!(files(one.path()) == files(played(&sound, &["--answers", &answers]).path()));
}

#[test]
#[ignore = "slow: bots that give phrases"]
fn phrases_are_merged_to_the_same_bytes() {
    let dir = tempfile::tempdir().expect("a directory");
    let Some(bot) = bot(dir.path(), "words") else { return };
    let place = |name: &str| dir.path().join(name).display().to_string();
    let whole = tournament(&[&PLAY, &["--bot", &bot][..]].concat());
    for shard in ["1/3", "2/3", "3/3"] {
        let out = place(&shard.replace('/', "of"));
        let more = ["--bot", &bot, "--shard", shard, "--out", &out, "--progress", "none"];
        let output = run(&[&["tournament"][..], &PLAY, &more].concat());
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    }
    stdout(&["merge", &place("1of3"), &place("2of3"), &place("3of3"), "--out", &place("merged")]);
    assert!(files(whole.path()) == files(&dir.path().join("merged")));
}

#[test]
#[ignore = "slow: bots that give phrases"]
fn a_run_that_ends_when_its_bot_leaves_goes_on_to_the_same_bytes() {
    let dir = tempfile::tempdir().expect("a directory");
    let Some(bot) = bot(dir.path(), "sound") else { return };
    let words =
        ["--games", "600", "--seed", "6", "--log", "halves", "--agent", "margin", "--agent", "mine/bayes"];
    let whole = tournament(&[&words[..], &["--bot", &bot]].concat());
    let (leave, out) = (dir.path().join("phrases.py.leave"), dir.path().join("out"));
    fs::write(&leave, "").expect("written");
    let file = dir.path().join("bots.toml");
    fs::write(&file, entry(&bot, "restarts = 1")).expect("written");
    let file = file.display().to_string();
    let more =
        ["--bot", &file, "--out", &out.display().to_string(), "--checkpoint", "0", "--progress", "none"];
    let output = run(&[&["tournament"][..], &words, &more].concat());
    assert_eq!(output.status.code(), Some(3), "{}", stderr(&output));
    let next = checkpointed(&out).expect("a checkpoint");
    assert!((1..300).contains(&next), "{next} deals were played");
    fs::remove_file(&leave).expect("it is there");
    stdout(&["tournament", "--resume", &out.display().to_string(), "--progress", "none"]);
    assert!(files(whole.path()) == files(&out));
}

#[test]
fn who_rejects_or_misses_phrases_in_the_entry_overrules_the_hello() {
    let dir = tempfile::tempdir().expect("a directory");
    let Some(bot) = bot(dir.path(), "sound") else { return };
    let file = dir.path().join("bots.toml");
    let entry = |unknown: &str| entry(&bot, &format!("unknown_clue = \"{unknown}\""));
    let played = |unknown: &str| {
        fs::write(&file, entry(unknown)).expect("written");
        let file = file.display().to_string();
        let words =
            ["--games", "12", "--seed", "6", "--log", "halves", "--agent", "margin", "--agent", "mine"];
        tournament(&[&words[..], &["--bot", &file]].concat())
    };
    let phrases = |dir: tempfile::TempDir| {
        let log = cells(dir.path(), ["clue_1", "clue_2", "clue_3", "refused"]);
        log.iter().flat_map(|row| &row[..3]).filter(|clue| clue.starts_with("the ")).count()
    };
    assert_eq!(["missing", "reject"].map(|unknown| phrases(played(unknown))), [0, 0]);
    assert!(phrases(played("embed")) > 20);
    fs::write(&file, entry("heard")).expect("written");
    let refused = run(&["agents", "show", "mine", "--bot", &file.display().to_string()]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(stderr(&refused).contains("embed"), "{}", stderr(&refused));
}

#[test]
fn agents_check_names_a_forbidden_phrase_and_finds_that_phrases_hang_on_nothing_else() {
    let dir = tempfile::tempdir().expect("a directory");
    let Some(bot) = bot(dir.path(), "sound") else { return };
    let output = run(&["agents", "check", "mine/bayes", "--bot", &bot, "--games", "3", "--seed", "2"]);
    let out = String::from_utf8_lossy(&output.stdout);
    assert!(out.contains("FAILED  its clues are legal") && out.contains("clue `"), "{out}");
    for duty in ["a fresh player", "asked again", "no answer depends on an earlier game", "what is hidden"] {
        assert!(out.contains(&format!("ok      {duty}")), "{duty}: {out}");
    }
}

/// A bot that answers a keyword by the first of its texts that was not refused, and then by a text that is legal for all.
const TEXTS_BOT: &str = r#"
import sys
sys.path.insert(0, KIT)
from overhear_bot import Bot, serve
TEXTS = {
    "mouse": ["sounds like house", "une souris grise", "five letters", "a small rodent"],
    "engine": ["an engine's noise", "motor racing"],
    "board": ["a cupboard", "sounds almost like bored", "a flat thing to sleep on"],
}

class Texts(Bot):
    name, version, unknown_clue = "texts", "1", "embed"
    batch = 16

    def one(self, q, place):
        refused = [entry["clue"] for entry in q.refused if entry["place"] == place]
        texts = TEXTS.get(self.keyword(q.keywords[q.code[place] - 1]), [])
        texts = texts + ["something %d%s" % (q.round, letter * 2) for letter in "xqz"]
        return [text for text in texts if text not in refused][0]

    def clues(self, questions):
        return [[self.one(q, place) for place in range(3)] for q in questions]

    def decode(self, questions):
        return [[1] * 24 for _ in questions]

    intercept = decode

serve(Texts())
"#;

#[test]
fn r19_r21_texts_are_refused_in_a_game_if_rules_clue_calls_them_illegal() {
    let dir = tempfile::tempdir().expect("a directory");
    let Some(python) = python() else { return };
    let kit = Path::new(env!("CARGO_MANIFEST_DIR")).join("../bots/kit");
    let [bot, deck] = ["texts.py", "deck.txt"].map(|name| dir.path().join(name));
    fs::write(&bot, TEXTS_BOT.replace("KIT", &format!("{:?}", kit.display().to_string()))).expect("written");
    let keywords = ["mouse", "engine", "board", "hotel", "river", "castle", "window", "garden"];
    fs::write(&deck, keywords.join("\n")).expect("written");
    let (bot, deck) = (format!("mine={python} {}", bot.display()), deck.display().to_string());
    let play = ["--games", "8", "--seed", "3", "--log", "halves", "--deck", &deck, "--bot", &bot];
    let out = tournament(&[&play[..], &["--agent", "mine", "--agent", "random"]].concat());
    let (mut refused, mut given_clues) = (BTreeSet::new(), BTreeSet::new());
    for row in table(out.path(), "halves.csv") {
        let rejected: Vec<&str> = row["refused"].split(" / ").filter(|text| !text.is_empty()).collect();
        refused.extend(rejected.into_iter().map(str::to_owned));
        let clue = |n: usize| (row[&format!("keyword_{n}")].clone(), row[&format!("clue_{n}")].clone());
        given_clues.extend((1..=3).map(clue));
    }
    let verdict_on = |keyword: &str, text: &str| {
        stdout(&["rules", "clue", text, "--keyword", keyword, "--meant", "1", "--deck", &deck])
    };
    for (keyword, text) in [
        ("mouse", "sounds like house"),
        ("mouse", "une souris grise"),
        ("mouse", "five letters"),
        ("engine", "an engine's noise"),
        ("board", "a cupboard"),
    ] {
        let verdict = verdict_on(keyword, text);
        assert!(verdict.starts_with("illegal"), "{text} for {keyword}: {verdict}");
        let was_given = given_clues.contains(&(keyword.to_owned(), text.to_owned()));
        assert!(refused.contains(text) && !was_given, "{text} for {keyword}: {refused:?}, {given_clues:?}");
    }
    for (keyword, text) in [("mouse", "a small rodent"), ("engine", "motor racing")] {
        assert!(!verdict_on(keyword, text).starts_with("illegal"), "{text} for {keyword}");
        assert!(
            given_clues.contains(&(keyword.to_owned(), text.to_owned())),
            "{text} for {keyword}: {given_clues:?}"
        );
    }
}
