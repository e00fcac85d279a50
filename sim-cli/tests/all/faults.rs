//! Agents that break down: told apart, counted, and an exit code when there are too many.

use std::fs;

use crate::common::{Row, count, number, run, stderr, table, tournament};

const DRILL: [&str; 9] = [
    "tournament",
    "--agent",
    "margin",
    "--agent",
    "drill=faulty:panic=0.02,illegal=0.05/uniform",
    "--seed",
    "3",
    "--games",
    "1000",
];

fn with<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [&DRILL[..], more].concat()
}

fn row(rows: Vec<Row>, agent: &str) -> Row {
    rows.into_iter().find(|row| row["agent"] == agent).expect("the agent has a row")
}

#[test]
fn a_breakdown_is_a_lost_game_and_a_fault_of_its_own() {
    let dir = tournament(&with(&["--log", "halves", "--max-fault-rate", "1"])[1..]);
    let games = table(dir.path(), "games.csv");
    let forfeited: Vec<&Row> = games.iter().filter(|game| game["step"] == "forfeit").collect();
    assert!(forfeited.len() > 20 && forfeited.len() < 300, "{}", forfeited.len());
    assert!(forfeited.iter().all(|game| game["winner_agent"] == "margin" && game["door"] == "none"));
    let (drill, margin) =
        (row(table(dir.path(), "standings.csv"), "drill"), row(table(dir.path(), "standings.csv"), "margin"));
    assert_eq!((count(&drill, "faults"), count(&margin, "faults")), (forfeited.len() as u64, 0));
    assert!(
        count(&drill, "illegal_clues") > 0 && count(&margin, "illegal_clues") == 0,
        "breaches are no faults"
    );
    assert_eq!((count(&drill, "games"), games.len()), (1000, 1000));
    let endings = table(dir.path(), "endings.csv");
    let of_step: u64 =
        endings.iter().filter(|row| row["step"] == "forfeit").map(|row| count(row, "games")).sum();
    assert_eq!(of_step, forfeited.len() as u64);
    for name in ["endings.csv", "rounds.csv"] {
        let rows = table(dir.path(), name);
        assert_eq!(rows.iter().map(|row| count(row, "games")).sum::<u64>(), 1000, "{name}");
        assert!((rows.iter().map(|row| number(row, "share")).sum::<f64>() - 1.0).abs() < 1e-4, "{name}");
    }
    let halves = table(dir.path(), "halves.csv");
    assert_eq!(halves.len() as u64, count(&drill, "halves") + count(&margin, "halves"));
}

#[test]
fn an_answer_that_comes_too_late_is_told_apart_from_a_breakdown() {
    let slow = [
        "tournament",
        "--agent",
        "margin",
        "--agent",
        "drill=faulty:late=0.02,panic=0.02/uniform",
        "--seed",
        "3",
    ];
    let limited = ["--games", "200", "--answer-limit", "40", "--max-fault-rate", "1"];
    let dir = tournament(&[&slow[1..], &limited].concat());
    let drill = row(table(dir.path(), "standings.csv"), "drill");
    let (faults, late) = (count(&drill, "faults"), count(&drill, "late_answers"));
    assert!(late > 0 && late < faults, "{late} of {faults}");
    let patient = run(&[&slow[..], &["--games", "200", "--max-fault-rate", "1"]].concat());
    assert!(!stderr(&patient).contains("too late"), "without a limit no answer is late");
}

#[test]
fn without_faults_there_is_no_row_for_them() {
    let dir =
        tournament(&["--agent", "random", "--agent", "faulty/uniform", "--games", "200", "--seed", "1"]);
    assert!(table(dir.path(), "endings.csv").iter().all(|row| row["step"] != "forfeit"));
    let manifest = fs::read_to_string(dir.path().join("manifest.json")).expect("a manifest");
    assert!(!manifest.contains("void_deals") && manifest.contains("\"on_fault\": \"forfeit\""));
}

#[test]
fn a_void_deal_is_in_no_file() {
    let dir = tournament(&with(&["--log", "games", "--on-fault", "void", "--max-fault-rate", "1"])[1..]);
    let games = table(dir.path(), "games.csv");
    assert!(games.iter().all(|game| game["step"] != "forfeit"));
    let manifest = fs::read_to_string(dir.path().join("manifest.json")).expect("a manifest");
    let manifest: serde_json::Value = serde_json::from_str(&manifest).expect("JSON");
    let (deals, void) = (manifest["deals"].as_u64(), manifest["void_deals"].as_u64().expect("some are void"));
    assert_eq!((deals, games.len() as u64), (Some(500 - void), 1000 - 2 * void));
    assert_eq!(manifest["complete"], true);
    let drill = row(table(dir.path(), "standings.csv"), "drill");
    assert_eq!(count(&drill, "games"), 1000 - 2 * void);
    assert!(count(&drill, "faults") >= void && void > 10);
}

#[test]
fn too_many_faults_are_exit_code_3_with_the_result_written() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let out = dir.path().to_str().expect("UTF-8");
    let output = run(&with(&["--out", out]));
    let message = stderr(&output);
    assert_eq!(output.status.code(), Some(3), "{message}");
    assert!(message.contains("warning: `drill` broke down in "), "{message}");
    assert!(
        message.contains(", first in game ") && message.contains(": a breakdown was asked for"),
        "{message}"
    );
    let last = message.lines().last().expect("a line");
    assert!(last.contains(" faults in 1,000 games, more than --max-fault-rate 0.01"), "{message}");
    assert!(!message.contains("defect") && !message.contains("panicked"), "{message}");
    assert!(dir.path().join("manifest.json").exists() && !output.stdout.is_empty());
    assert_eq!(run(&with(&["--max-fault-rate", "0.5"])).status.code(), Some(0));
}

#[test]
fn abort_ends_the_run_and_leaves_nothing() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let out = dir.path().join("new");
    let output = run(&with(&["--on-fault", "abort", "--out", out.to_str().expect("UTF-8")]));
    let message = stderr(&output);
    assert_eq!(output.status.code(), Some(3), "{message}");
    let last = message.lines().last().expect("a line");
    assert!(last.starts_with("error: --on-fault abort: `drill` broke down in game "), "{message}");
    assert!(last.ends_with(": a breakdown was asked for") && output.stdout.is_empty(), "{message}");
    assert!(!out.exists());
    let one = run(&with(&["--on-fault", "abort", "-j", "1"]));
    assert_eq!(
        stderr(&one).lines().last(),
        Some(last),
        "the first fault is the same on any number of threads"
    );
}

/// Experiments that have no flag for faults.
const OTHERS: [&[&str]; 7] = [
    &["balance", "--agent", BROKEN, "--games", "400", "--seed", "1"],
    &["balance", "--agent", BROKEN, "--games", "400", "--seed", "1", "--by", "card"],
    &["balance", "--agent", BROKEN, "--games", "400", "--seed", "1", "--sweep", "round_limit=5,6"],
    &["rules", "compare", "official", "short", "--agent", BROKEN, "--games", "400", "--seed", "1"],
    &["agents", "exploit", BROKEN, "--games", "40", "--seed", "1"],
    &["calibrate", "--agent", BROKEN, "--runs", "1", "--pairs", "200"],
    &["tune", "--agent", BROKEN, "--param", "illegal", "--iterations", "2", "--seed", "1"],
];

const BROKEN: &str = "drill=faulty:panic=0.01/uniform";

#[test]
fn elsewhere_a_breakdown_ends_the_experiment_and_names_agent_and_game() {
    for words in OTHERS {
        let output = run(words);
        let message = stderr(&output);
        assert_eq!(output.status.code(), Some(3), "{words:?}: {message}");
        let last = message.lines().last().expect("a line");
        let begins = ["error: `drill` broke down in game ", "error: `faulty:panic=0.01"];
        assert!(begins.iter().any(|begin| last.starts_with(begin)), "{words:?}: {message}");
        assert!(
            last.contains("broke down in game ") && last.ends_with(": a breakdown was asked for"),
            "{message}"
        );
        assert!(!message.contains("defect") && !message.contains("panicked"), "{message}");
    }
    let sound = ["balance", "--agent", "faulty/uniform", "--games", "40", "--seed", "1"];
    assert_eq!(run(&sound).status.code(), Some(0), "the drill that does not panic is played");
    let on =
        |threads| stderr(&run(&[OTHERS[0], &["-j", threads]].concat())).lines().last().map(str::to_owned);
    assert_eq!(on("1"), on("2"), "the first fault is the same on any number of threads");
}

#[test]
fn a_check_finds_that_an_agent_breaks_down() {
    let output = run(&["agents", "check", "faulty:panic=0.05/uniform", "--games", "2", "--seed", "1"]);
    let (message, report) = (stderr(&output), String::from_utf8_lossy(&output.stdout).into_owned());
    assert_eq!(output.status.code(), Some(5), "{message}");
    assert!(
        report.contains("FAILED  its clues are legal: it breaks down: a breakdown was asked for"),
        "{report}"
    );
    assert!(!message.contains("defect"), "{message}");
}

#[test]
fn what_void_deals_leave_out_is_said_by_the_run_and_on_the_page() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let out = dir.path().join("void");
    let out = out.to_str().expect("text");
    let output = run(&with(&["--on-fault", "void", "--max-fault-rate", "1", "--out", out]));
    let manifest: serde_json::Value =
        serde_json::from_slice(&fs::read(format!("{out}/manifest.json")).expect("a manifest")).expect("JSON");
    let void = manifest["void_deals"].as_u64().expect("a number");
    assert!(void > 20 && manifest["deals"].as_u64() == Some(500 - void), "{manifest}");
    let sentence = format!("{void} of 500 deals are void because of faults; no number counts them.");
    assert!(stderr(&output).contains(&sentence), "{}", stderr(&output));
    run(&["report", out]);
    let page = fs::read_to_string(format!("{out}/report.html")).expect("a page");
    assert!(page.contains(&sentence));
}

#[test]
fn a_run_whose_deals_are_all_void_names_the_agent_at_fault() {
    let args =
        ["--agent", "random", "--agent", "drill=faulty:panic=1/uniform", "--games", "4", "--seed", "1"];
    let void = ["--on-fault", "void", "--max-fault-rate", "1"];
    let output = run(&[&["tournament"][..], &args, &void].concat());
    let message = stderr(&output);
    assert_eq!(output.status.code(), Some(3), "{message}");
    let expected = "error: --on-fault void: every deal is void, so there is nothing to count (2 deals): `drill` broke down in ";
    assert!(message.lines().last().is_some_and(|line| line.starts_with(expected)), "{message}");
}
