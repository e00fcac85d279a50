//! The chances that bots state of their clues stand in halves.csv; without any the file is as it was.

use std::fs;
use std::path::Path;

use crate::common::unfinished::Run;
use crate::common::{python, run, same_files, stderr, stdout, table};

const BOT: &str = r#"
import sys
sys.path.insert(0, KIT)
from overhear_bot import Bot, serve

class Mine(Bot):
    name, fingerprint = "mine", "1"

    def clues(self, questions):
        return [self.answer(q, [(7 * len(q.given) + 50 * len(q.refused) + 13 * d + 1) % 1900 for d in q.code]) for q in questions]

    def answer(self, q, clues):
        return CHANCES(q, clues)

serve(Mine())
"#;

/// A bot that states chances as this expression says; `None` without Python.
fn bot(dir: &Path, name: &str, chances: &str) -> Option<String> {
    let kit = Path::new(env!("CARGO_MANIFEST_DIR")).join("../bots/kit").display().to_string();
    let text = BOT.replace("KIT", &format!("{kit:?}")).replace("CHANCES(q, clues)", chances);
    let path = dir.join(name);
    fs::write(&path, text).expect("written");
    Some(format!("mine={} {}", python()?, path.display()))
}

fn play(dir: &Path, out: &str, bot: &str, more: &[&str]) -> std::path::PathBuf {
    let out = dir.join(out);
    let path = out.display().to_string();
    let args = ["tournament", "--agent", "mine/bayes", "--agent", "margin", "--seed", "5", "--out", &path];
    stdout(&[&args[..], &["--bot", bot, "--log", "halves", "--progress", "none"], more].concat());
    out
}

const STATES: &str = "{'clues': clues, **({'p_understood': 0.25} if q.round < 3 else {}), **({'p_overheard': 1} if q.round == 2 else {})}";

/// The log of halves of a bot that states chances; `None` without Python.
pub(crate) fn halves_with_chances(dir: &Path) -> Option<String> {
    let out = play(dir, "stated", &bot(dir, "states.py", STATES)?, &["--games", "24"]);
    Some(fs::read_to_string(out.join("halves.csv")).expect("a log"))
}

#[test]
fn stated_chances_stand_beside_their_clues() {
    let dir = tempfile::tempdir().expect("a directory");
    let Some(bot) = bot(dir.path(), "states.py", STATES) else { return };
    let path_of_answers = dir.path().join("kept.jsonl").display().to_string();
    let answers = ["--answers", &path_of_answers];
    let whole = play(dir.path(), "whole", &bot, &[&["--games", "24"][..], &answers].concat());
    let halves = table(&whole, "halves.csv");
    let expected = |half: &crate::common::Row| match (half["agent"].as_str(), half["round"].as_str()) {
        ("mine/bayes", "1") => ("0.250000", ""),
        ("mine/bayes", "2") => ("0.250000", "1.000000"),
        _ => ("", ""),
    };
    for half in &halves {
        assert_eq!((half["p_understood"].as_str(), half["p_overheard"].as_str()), expected(half), "{half:?}");
    }
    assert!(halves.iter().any(|half| !half["p_overheard"].is_empty()));
    // Threads, parts, interruptions and stored answers change nothing.
    let again = play(dir.path(), "again", &bot, &[&["--games", "24", "-j", "1"][..], &answers].concat());
    same_files(&whole, &again);
    let parts: Vec<String> = (1..=2)
        .map(|part| {
            let shard = format!("{part}/2");
            let more = [&["--games", "24", "--shard", &shard][..], &answers].concat();
            play(dir.path(), &part.to_string(), &bot, &more).display().to_string()
        })
        .collect();
    let merged = dir.path().join("merged");
    stdout(&["merge", "--out", &merged.display().to_string(), &parts[0], &parts[1]]);
    same_files(&whole, &merged);
    let killed = dir.path().join("killed");
    let path = killed.display().to_string();
    let args = ["tournament", "--agent", "mine/bayes", "--agent", "margin", "--seed", "5", "--out", &path];
    let more = ["--bot", &bot, "--log", "halves", "--games", "24", "--checkpoint", "0"];
    Run::start(&[&args[..], &more, &answers].concat()).reaches(&killed, 3).kill();
    stdout(&["tournament", "--resume", &path, "--progress", "none"]);
    same_files(&whole, &killed);
    // A replay states them again, and finds an edited one.
    let from = whole.display().to_string();
    let replay = ["replay", "--from", &from, "--game", "3", "--verify"];
    stdout(&replay);
    let log = whole.join("halves.csv");
    let edited = fs::read_to_string(&log).expect("a log").replace("0.250000,1.000000", "0.250000,0.900000");
    fs::write(&log, edited).expect("written");
    let verified = run(&replay);
    assert_eq!(verified.status.code(), Some(5));
    assert!(
        stderr(&verified).contains("`p_overheard` is `0.900000`, and `1.000000`"),
        "{}",
        stderr(&verified)
    );
}

#[test]
fn where_nothing_is_stated_the_log_is_as_before() {
    let dir = tempfile::tempdir().expect("a directory");
    let Some(bot) = bot(dir.path(), "silent.py", "clues") else { return };
    let whole = play(dir.path(), "whole", &bot, &["--games", "12"]);
    let text = fs::read_to_string(whole.join("halves.csv")).expect("a log");
    assert!(text.lines().next().expect("a header").ends_with(",slot_4"), "{text}");
    let columns = |line: &str| line.split(',').count();
    assert!(text.lines().all(|line| columns(line) == 29), "no text of this log has a comma");
    stdout(&["replay", "--from", &whole.display().to_string(), "--game", "1", "--verify"]);
}
