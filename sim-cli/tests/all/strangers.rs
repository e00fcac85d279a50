//! A bot as a stranger: what it is asked, what is kept, and what is counted.

use std::fs;
use std::path::Path;

use tempfile::tempdir;

use crate::bench::write_bot_with;
use crate::common::{refused, run, same_files, stderr, stdout};

/// A bot that knows no word: it decodes and intercepts by the lengths of words, and judges by their first letters. It fails if it is
/// told anything else of a game.
pub(crate) const BOT: &str = r#"
class Mine(Bot):
    name, fingerprint, ignores = "mine", FINGERPRINT, ("seed", "member", "head", "guesses")
    words = True

    def decode(self, questions):
        for q in questions:
            assert not q.history and q.round == 1 and q.code is None and len(set(q.keywords)) == 4
        return [(1, 2, 3) if len(q.clues[0]) % 2 else (4, 2, 1) for q in questions]

    def intercept(self, questions):
        for q in questions:
            assert q.keywords is None and q.history and all(half.side != q.side and half.guess is None for half in q.history)
            assert q.round > len(q.history) and q.pair is None
        return [[1] * 23 + [2] for q in questions]

    def judge(self, questions):
        for q in questions:
            assert q.keywords is None and not q.history and q.clues is None
        return [2 if q.pair["keyword"][0] == q.pair["clue"][0] else len(q.pair["clue"]) % 2 for q in questions]

serve(Mine())
"#;

const PLAYED: [&str; 9] =
    ["agents", "strangers", "nearest", "margin", "--games", "30", "--items", "10", "--seed=4"];

fn strangers(more: &[&str], out: &Path) -> String {
    let out = out.display().to_string();
    let output = run(&[&PLAYED, more, &["--out", &out]].concat());
    assert!(output.status.success(), "{}", stderr(&output));
    stderr(&output)
}

/// Returns the rows of a table, each by its columns.
fn rows(file: &Path) -> Vec<Vec<String>> {
    let text = fs::read_to_string(file).expect("a table");
    text.lines().map(|line| line.split(',').map(str::to_owned).collect()).collect()
}

#[test]
fn a_bot_is_asked_one_item_a_game_and_its_answers_are_kept() {
    let dir = tempdir().expect("a folder");
    let path = |name: &str| dir.path().join(name);
    let Some(bot) = write_bot_with(&path("mine.py"), "one", BOT) else { return };
    let answers = path("kept.jsonl").display().to_string();
    let arguments = ["--bot", &bot, "--answers", &answers];
    let forecast = strangers(&arguments, &path("a"));
    assert!(forecast.contains("60 questions"), "the forecast: {forecast}");
    let by_stranger = rows(&path("a").join("by_stranger.csv"));
    let column = |name: &str| by_stranger[0].iter().position(|column| column == name).expect("a column");
    let own: Vec<&Vec<String>> = by_stranger.iter().filter(|row| row[1] == "mine").collect();
    assert_eq!(own.len(), 2, "a row an agent: {by_stranger:?}");
    for row in own {
        assert_eq!((&*row[column("pairs")], &*row[column("halves")]), ("10", "10"));
        assert!(row[column("chances")].parse::<u32>().is_ok_and(|chances| (8..=10).contains(&chances)));
        let rate = |name: &str| row[column(name)].parse::<f64>().expect("a share");
        assert!(rate("weak_rate") > 0.0 && rate("refer_rate") < 0.5 && rate("decode_rate") < 0.5);
    }
    // Without its program, from the answers that are kept.
    fs::remove_file(path("mine.py")).expect("removed");
    strangers(&arguments, &path("b"));
    same_files(&path("a"), &path("b"));
}

#[test]
fn strangers_need_an_agent_and_games_enough() {
    refused(&["agents", "strangers", "--games", "4"], 2, &["no agent is named"]);
    let dir = tempdir().expect("a folder");
    let Some(bot) = write_bot_with(&dir.path().join("mine.py"), "one", BOT) else { return };
    let command = ["agents", "strangers", "nearest", "--games", "20", "--items", "7", "--bot", &bot];
    refused(&command, 2, &["--items 7", "add --games"]);
}

#[test]
fn clues_of_a_file_are_tested_at_their_keywords_and_at_all_others() {
    let dir = tempdir().expect("a folder");
    let file = dir.path().join("clues.csv");
    fs::write(&file, "keyword,clue\ncastle,king\npirate,ship\nviolin,cello\n").expect("written");
    let file = file.display().to_string();
    let text = stdout(&["agents", "strangers", "--clues", &file, "--format", "csv", "--seed", "1"]);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 3, "{text}");
    assert!(lines[1].contains(",0,0,1.000000,"), "{text}");
    assert!(lines[2].contains(", other keywords") && lines[2].contains(",0,0,0.000000,"), "{text}");
    fs::write(dir.path().join("wrong.csv"), "keyword,clue\nzyzzyva,king\n").expect("written");
    let wrong = dir.path().join("wrong.csv").display().to_string();
    let refusal = "line 2: `zyzzyva` is not a keyword of the deck";
    refused(&["agents", "strangers", "--clues", &wrong], 2, &[refusal]);
}
