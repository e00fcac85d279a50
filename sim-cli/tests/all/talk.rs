//! Tournaments in which members talk before their team guesses.

use std::fs;
use std::path::Path;

use crate::common::unfinished::Run;
use crate::common::{count, number, refused, run, same_files, stderr, stdout, table, tournament};
use serde_json::Value;

/// Members of `human` think differently; those of `margin` do not, and are silent.
const AGENTS: [&str; 10] =
    ["--agent", "human", "--agent", "margin", "--seed", "3", "--team-size", "4", "--log", "halves"];

const TALKING: [&str; 2] = ["--discuss", "2"];

fn text(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}

fn played(games: &str, more: &[&str]) -> tempfile::TempDir {
    tournament(&[&AGENTS[..], &["--games", games], more].concat())
}

#[test]
fn without_talks_a_result_knows_nothing_of_them() {
    let (plain, off) = (played("8", &[]), played("8", &["--discuss", "0"]));
    same_files(plain.path(), off.path());
    for name in ["talk.csv", "transcripts.csv"] {
        assert!(!plain.path().join(name).exists(), "{name}");
    }
    for name in ["manifest.json", "counts.json"] {
        let text = fs::read_to_string(plain.path().join(name)).expect(name);
        assert!(!text.contains("discuss") && !text.contains("talks"), "{name}");
    }
}

#[test]
fn what_is_counted_is_what_is_logged() {
    let dir = played("24", &TALKING);
    let log = table(dir.path(), "transcripts.csv");
    let (halves, counts) = (table(dir.path(), "halves.csv"), table(dir.path(), "talk.csv"));
    assert_eq!(counts.len(), 4, "two roles of two agents");
    for row in &counts {
        let own = |line: &&crate::common::Row| {
            line["agent"] == row["agent"] && (line["side"] == line["team"]) == (row["role"] == "decode")
        };
        let lines: Vec<_> = log.iter().filter(own).collect();
        let steps = |step: &str| lines.iter().filter(|line| line["step"] == step).collect::<Vec<_>>();
        let right = |step| steps(step).iter().filter(|line| line["right"] == "1").count() as u64;
        for (column, counted) in [
            ("talks", steps("pool").len() as u64),
            ("answers", steps("alone").len() as u64),
            ("messages", steps("message").len() as u64),
            ("alone_right", right("alone")),
            ("pool_right", right("pool")),
            ("after_right", right("team")),
            ("followed", steps("after").iter().filter(|line| !line["followed"].is_empty()).count() as u64),
        ] {
            assert_eq!(count(row, column), counted, "{column} of {row:?}");
        }
        let revised =
            steps("alone").iter().zip(steps("after")).filter(|(a, b)| a["code"] != b["code"]).count();
        assert_eq!(count(row, "revisions"), revised as u64);
        if row["agent"] == "margin" {
            assert!(lines.is_empty() && row["gain"].is_empty());
            continue;
        }
        assert!(count(row, "talks") > 40 && revised > 10, "{row:?}");
        for name in ["alone_rate", "pool_rate", "after_rate", "gain"] {
            let [low, value, high] = ["_low", "", "_high"].map(|end| number(row, &format!("{name}{end}")));
            assert!(low <= value && value <= high, "{name} of {row:?}");
        }
        let rate = |of, over| count(row, of) as f64 / count(row, over) as f64;
        assert!((number(row, "after_rate") - rate("after_right", "talks")).abs() < 1e-5);
        assert!((number(row, "alone_rate") - rate("alone_right", "answers")).abs() < 1e-5);
    }
    // The answer of the team after the talk is its guess.
    for line in log.iter().filter(|line| line["step"] == "team") {
        let same = |half: &&crate::common::Row| {
            ["game", "round", "side"].into_iter().all(|column| half[column] == line[column])
        };
        let half = halves.iter().find(same).expect("every talk is about a half");
        let guess = if line["side"] == line["team"] { "guess" } else { "interception" };
        assert_eq!(half[guess], line["code"]);
    }
    // The page has the rows of the agent that talks, and of no other.
    let page = dir.path().join("talk.html");
    stdout(&["report", text(dir.path()), "--out", text(&page)]);
    let page = fs::read_to_string(page).expect("a page");
    let (_, talks) =
        page.split_once("Members of a team answer alone, talk, and answer again").expect("a section");
    let talks = talks.split("</section>").next().expect("a section");
    for row in counts.iter().filter(|row| row["agent"] == "human") {
        assert!(talks.contains(&row["talks"]) && talks.contains(&row["revisions"]), "{row:?}: {talks}");
    }
    assert!(talks.contains("human") && !talks.contains("margin"), "{talks}");
    for line in log.iter().filter(|line| line["step"] == "message") {
        assert!(line["text"].ends_with(" %") && line["text"].contains('-'), "{line:?}");
    }
}

#[test]
fn threads_parts_and_interruptions_change_nothing() {
    let whole = played("300", &[&TALKING[..], &["-j", "1"]].concat());
    same_files(whole.path(), played("300", &[&TALKING[..], &["-j", "3"]].concat()).path());
    let dir = tempfile::tempdir().expect("a directory");
    let parts: Vec<_> = (1..=2)
        .map(|part| {
            let (out, shard) = (dir.path().join(part.to_string()), format!("{part}/2"));
            let args = ["tournament", "--out", text(&out), "--shard", &shard, "--games", "300"];
            stdout(&[&args[..], &AGENTS, &TALKING, &["--progress", "none"]].concat());
            out
        })
        .collect();
    let merged = dir.path().join("merged");
    stdout(&["merge", "--out", text(&merged), text(&parts[0]), text(&parts[1])]);
    same_files(whole.path(), &merged);
    let killed = dir.path().join("killed");
    let args = ["tournament", "--out", text(&killed), "--games", "300", "--checkpoint", "0"];
    Run::start(&[&args[..], &AGENTS, &TALKING].concat()).reaches(&killed, 40).kill();
    stdout(&["tournament", "--resume", text(&killed), "--progress", "none"]);
    same_files(whole.path(), &killed);
}

#[test]
fn a_replay_prints_the_talks_and_finds_an_edited_transcript() {
    let dir = played("8", &TALKING);
    let from = ["replay", "--from", text(dir.path()), "--game", "1", "--verify"];
    let sheets = stdout(&from);
    for part in ["Members alone: ", "; pooled ", "Turn 1, member ", "Turn 2, member ", "After the talk: "] {
        assert!(sheets.contains(part), "{part}: {sheets}");
    }
    let again =
        ["replay", "--seed", "3", "--game", "1", "--team-size", "4", "--agent", "human", "--agent", "margin"];
    assert_eq!(stdout(&[&again[..], &TALKING].concat()), sheets);
    let json: Value =
        serde_json::from_str(&stdout(&[&from[..], &["--format", "json"]].concat())).expect("JSON");
    let log = table(dir.path(), "transcripts.csv");
    let logged = log.iter().filter(|line| line["game"] == "1" && line["step"] == "message").count();
    let halves = json["halves"].as_array().expect("halves");
    let talks = halves.iter().filter_map(|half| half["talks"].as_array()).flatten();
    let shown_messages: usize = talks.map(|talk| talk["said"].as_array().expect("messages").len()).sum();
    assert!(logged > 0 && shown_messages == logged, "{shown_messages} of {logged}");
    let page = stdout(&[&from[..], &["--format", "html"]].concat());
    assert_eq!(page.matches("<p>Turn ").count(), logged);
    let path = dir.path().join("transcripts.csv");
    let edited = fs::read_to_string(&path).expect("a log").replacen(" %", "0 %", 2000);
    fs::write(&path, edited).expect("written");
    refused(&from, 5, &["transcripts.csv", "`text`"]);
}

#[test]
fn who_does_not_talk_is_said_and_teams_of_two_are_refused() {
    let remarks = stderr(&run(&[&["tournament", "--games", "2"], &AGENTS[..8], &TALKING].concat()));
    assert!(remarks.contains("`margin` does not talk: its members think alike"), "{remarks}");
    assert!(!remarks.contains("`human` does not talk"), "{remarks}");
    refused(
        &["tournament", "--agent", "human", "--agent", "margin", "--discuss", "1"],
        2,
        &["--discuss 1", "teams of 3"],
    );
    refused(&["tournament", "--discuss", "9"], 2, &["--discuss", "9"]);
}
