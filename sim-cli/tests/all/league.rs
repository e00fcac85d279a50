//! `agents league`: who beats whom, the ceiling, the mix, and the part of a Markdown file that it writes.

use std::fs;
use std::path::Path;

use crate::common::{Row, file, files, number, refused, rows, same_files, stdout};
use tempfile::tempdir;

const HEADER: &str = "agent,score,score_low,score_high,decoded_rate,interception_rate,intercepted_rate,leaked_bits,\
                      equilibrium_share,worst_opponent,worst_score,worst_score_low,worst_score_high,\
                      equilibrium_share_low,equilibrium_share_high,least_score_low,least_score_high,\
                      leaked_bits_low,leaked_bits_high,best_guesser,exploited_rate,exploited_low,exploited_high";

const MEMBERS: [&str; 6] = ["--agent", "nearest", "--agent", "margin", "--agent", "random"];
const CHEATER: [&str; 2] = ["--agent", "cheater=random/oracle"];

fn league(more: &[&str]) -> String {
    stdout(&[&["agents", "league", "--seed", "3", "--progress", "none"], more].concat())
}

/// The members alone on 20 deals, or with the cheater on the same.
fn members(more: &[&str]) -> String {
    league(&[&["--games", "120"], &MEMBERS[..], more].concat())
}

fn with_cheater(more: &[&str]) -> String {
    league(&[&["--games", "240"], &MEMBERS[..], &CHEATER, more].concat())
}

fn row<'a>(rows: &'a [Row], agent: &str) -> &'a Row {
    rows.iter().find(|row| row["agent"] == agent).unwrap_or_else(|| panic!("{agent} has a row"))
}

#[test]
fn the_members_come_by_score_and_the_cheater_beats_them_all() {
    let csv = with_cheater(&["-j", "1"]);
    assert_eq!(csv, with_cheater(&["-j", "2"]), "threads change nothing");
    assert_eq!(csv.lines().next(), Some(HEADER));
    let rows = rows(&csv);
    assert_eq!(rows.len(), 4);
    let scores: Vec<f64> = rows[..3].iter().map(|row| number(row, "score")).collect();
    assert!(scores.is_sorted_by(|a, b| a >= b), "{scores:?}");
    assert!((scores.iter().sum::<f64>() - 1.5).abs() < 1e-5, "members play for their own points: {scores:?}");
    let cheater = &rows[3];
    assert_eq!((&*cheater["agent"], &*cheater["equilibrium_share"]), ("cheater", ""));
    for column in ["score", "decoded_rate", "interception_rate", "worst_score"] {
        assert!(number(cheater, column) > 0.999, "{column}");
    }
    let low = number(cheater, "score_low");
    assert!(low > 0.8 && low < 0.95, "twenty deals are no certainty: {low}");
}

#[test]
fn the_shares_of_the_mix_sum_to_one_and_the_floor_has_none() {
    let rows = rows(&members(&[]));
    let total: f64 = rows.iter().map(|row| number(row, "equilibrium_share")).sum();
    assert!((total - 1.0).abs() < 1e-5, "{total}");
    let floor = row(&rows, "random");
    assert_eq!(number(floor, "equilibrium_share"), 0.0);
    assert!(number(floor, "decoded_rate") < 0.2 && number(row(&rows, "margin"), "decoded_rate") > 0.9);
    assert!(number(floor, "worst_score_high") < 0.5, "somebody exploits the floor");
}

#[test]
fn games_against_a_cheater_count_for_nobody_else() {
    let (alone, together) = (members(&[]), with_cheater(&[]));
    let together: Vec<&str> = together.lines().filter(|line| !line.starts_with("cheater,")).collect();
    assert_eq!(alone.lines().collect::<Vec<_>>(), together);
}

#[test]
fn json_has_the_matrix_in_both_directions() {
    let document: serde_json::Value =
        serde_json::from_str(&with_cheater(&["--format", "json"])).expect("JSON");
    assert_eq!(
        (&document["games"], &document["deals"], &document["seed"]),
        (&240.into(), &20.into(), &3.into())
    );
    let matrix = document["matrix"].as_array().expect("a list");
    assert_eq!(matrix.len(), 12, "every two agents, from either side");
    for entry in matrix {
        let back = |other: &&serde_json::Value| {
            (&other["agent"], &other["opponent"]) == (&entry["opponent"], &entry["agent"])
        };
        let back = matrix.iter().find(back).expect("the other direction");
        let sum = |one: &str, other: &str| {
            entry[one].as_f64().expect("a number") + back[other].as_f64().expect("a number")
        };
        assert!((sum("score", "score") - 1.0).abs() < 1e-5, "{entry}");
        assert!((sum("score_low", "score_high") - 1.0).abs() < 1e-5, "{entry}");
    }
}

#[test]
fn the_tables_fit_eighty_columns() {
    let text = with_cheater(&["--format", "table", "--agent", "a-very-long-label=margin:top=20"]);
    let sentences = text.split('─').next().unwrap_or_default().replace("\n  ", " ");
    assert!(sentences.contains("of 4 agents"), "{sentences}");
    assert!(sentences.contains("Against an opponent who knows how you choose, send “"), "{sentences}");
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    assert!(text.contains("a-ver…abel") && text.contains("cheater*"), "{text}");
}

#[test]
fn writing_replaces_what_stands_between_the_marks_and_nothing_else() {
    let dir = tempdir().expect("a directory");
    let path = file(&dir, "page.md", "before\n\n<!-- league -->\nold\n<!-- /league -->\n\nafter\n");
    let read = || fs::read_to_string(&path).expect("the page");
    let write = ["--write", &path];
    with_cheater(&write);
    let first = read();
    let (sentences, tables) = first.split_once("\n\n| agent | score |").expect("sentences, then tables");
    assert!(
        sentences.starts_with("before\n\n<!-- league -->\n")
            && sentences.contains(" of 100 points in 80 games"),
        "{sentences}"
    );
    assert!(tables.contains("| `margin` | "), "{tables}");
    assert!(first.ends_with("\n<!-- /league -->\n\nafter\n") && !first.contains("\nold\n"), "{first}");
    let command = first.lines().find(|line| line.starts_with("sim-cli ")).expect("the command");
    let beginning = "sim-cli agents league --games 240 --seed 3 --agent nearest --agent margin --agent random \
                --agent \"cheater=random/oracle\" --vocabulary 2000 --write ";
    assert!(command.starts_with(beginning), "{command}");
    with_cheater(&write);
    assert_eq!(first, read(), "the second time changes nothing");
    let words = overhear_lab::table::Shell::here().words(command).expect("a shell takes it");
    stdout(&words.iter().skip(1).map(String::as_str).collect::<Vec<_>>());
    assert_eq!(first, read(), "the command that stands there makes the same");
}

#[test]
fn a_page_without_the_marks_is_refused_and_kept() {
    let dir = tempdir().expect("a directory");
    let cases = [
        ("neither", "text\n", "<!-- league -->"),
        ("no-end", "<!-- league -->\ntext\n", "<!-- /league -->"),
        ("exchanged", "<!-- /league -->\n<!-- league -->\n", "<!-- /league -->"),
        ("amidst", "see <!-- league --> here\n<!-- /league -->\n", "<!-- league -->"),
    ];
    for (name, content, mark) in cases {
        let path = file(&dir, name, content);
        refused(&["agents", "league", "--write", &path], 2, &[name, &format!("no line `{mark}`")]);
        assert_eq!(fs::read_to_string(&path).expect("the page"), content);
    }
    let nowhere = dir.path().join("nowhere.md");
    refused(&["agents", "league", "--write", nowhere.to_str().expect("UTF-8")], 1, &["nowhere.md"]);
}

#[test]
fn a_league_takes_two_agents_that_do_not_cheat() {
    let refused =
        |agents: &[&str], named: &[&str]| refused(&[&["agents", "league"], agents].concat(), 2, named);
    refused(&["--agent", "margin", "--agent", "random/oracle"], &["at least two agents", "there is one"]);
    refused(&["--agent", "random/oracle", "--agent", "steganographer/oracle"], &["there is none"]);
    refused(&["--agent", "margn", "--agent", "random"], &["margn", "margin"]);
}

#[test]
fn a_league_with_an_agent_that_breaks_down_says_which() {
    let args = ["agents", "league", "--games", "40", "--agent", "margin", "--agent", "random"];
    let faulty = ["--agent", "broken=faulty:panic=1/uniform", "--progress", "none"];
    let output = crate::common::run(&[&args[..], &faulty].concat());
    let message = crate::common::stderr(&output);
    assert_eq!(output.status.code(), Some(3), "{message}");
    assert!(output.stdout.is_empty() && message.contains("`broken` broke down in"), "{message}");
}

/// A league whose mix is `nearest` alone, kept in a directory of this name.
fn of_two(dir: &Path, name: &str, more: &[&str]) -> String {
    let out = dir.join(name).to_str().expect("UTF-8").to_owned();
    let arguments = ["--games", "40", "--agent", "nearest", "--agent", "random", "--exploit-games", "0"];
    league(&[&arguments[..], &["--out", &out], more].concat());
    out
}

#[test]
fn a_mix_of_plain_clues_is_beaten_by_a_fresh_response_whose_regret_is_kept() {
    let dir = tempdir().expect("a directory");
    let [one, two] =
        ["1", "2"].map(|threads| of_two(dir.path(), threads, &["--respond-games", "60", "-j", threads]));
    same_files(Path::new(&one), Path::new(&two));
    let responses = String::from_utf8(files(Path::new(&one))["responses.csv"].clone()).expect("UTF-8");
    let rows = rows(&responses);
    let chosen: Vec<&str> = rows.iter().map(|row| &*row["chosen"]).collect();
    assert!(chosen[0] == "yes" && chosen[1..].iter().all(|word| *word == "no"), "{chosen:?}");
    let scores: Vec<f64> = rows.iter().map(|row| number(row, "choosing_score")).collect();
    assert!(scores.is_sorted_by(|a, b| a >= b), "{scores:?}");
    let best = &rows[0];
    assert_eq!((&*best["games"], &*best["choosing_games"]), ("30", "30"));
    assert!(number(best, "regret_low") > 0.1, "{best:?}");
    assert!((number(best, "score") - number(best, "regret") - 0.5).abs() < 1e-9, "{best:?}");
    let is_own = |row: &&Row| row["response"].ends_with(&format!("/{}", row["interceptor"]));
    let (own, learned): (Vec<&Row>, Vec<&Row>) = rows.iter().partition(is_own);
    assert!(learned.iter().all(|row| row["interceptor"] == "learned"), "{rows:?}");
    assert_eq!(own.len() + 1, learned.len(), "`nearest` itself is no fresh response: {rows:?}");
    // The response is a SPEC: played again it beats `nearest` as well.
    stdout(&["agents", "show", &best["response"]]);
    let mine = format!("mine={}", best["response"]);
    let again = league(&["--games", "60", "--agent", "nearest", "--agent", &mine, "--exploit-games", "0"]);
    assert!(number(row(&crate::common::rows(&again), "mine"), "score_low") > 0.5, "{again}");
    stdout(&["report", &one]);
    let page = fs::read_to_string(Path::new(&one).join("report.html")).expect("a page");
    assert!(
        page.contains("A fresh agent beats this mix: the best of ") && page.contains("regret of the mix")
    );
}

#[test]
fn without_responses_a_league_says_nothing_of_them() {
    let dir = tempdir().expect("a directory");
    let out = of_two(dir.path(), "none", &[]);
    assert!(!files(Path::new(&out)).contains_key("responses.csv"));
    assert!(!members(&["--format", "json"]).contains("responses"));
}
