//! `tournament --sprt`: where it ends, what it says, and that the number of threads changes none of it.

use std::fs;
use std::path::Path;

use crate::common::{Row, count, number, refused, run, stderr, table, tournament};

const CLEAR: [&str; 11] = [
    "--agent",
    "margin",
    "--agent",
    "margin:top=32",
    "--seed",
    "5",
    "--sprt",
    "elo0=0,elo1=25,alpha=0.05,beta=0.05",
    "--log",
    "halves",
    "--force",
];

fn manifest(dir: &Path) -> serde_json::Value {
    serde_json::from_slice(&fs::read(dir.join("manifest.json")).expect("a manifest")).expect("JSON")
}

#[test]
fn one_thread_and_more_end_at_the_same_pair_with_the_same_files() {
    let runs = ["1", "2", "5"].map(|threads| tournament(&[&CLEAR[..], &["-j", threads]].concat()));
    let manifest = manifest(runs[0].path());
    let pairs = manifest["pairs"].as_u64().expect("a count");
    assert!(pairs.is_multiple_of(100) && pairs < 5000, "{pairs} pairs");
    assert!(!pairs.is_multiple_of(32), "the end lies within a block of the run: {pairs}");
    assert_eq!((&manifest["sprt"]["pairs"], &manifest["complete"]), (&pairs.into(), &true.into()));
    assert_eq!(manifest["sprt"]["decision"], "accept_h1");
    assert_eq!(manifest["configuration"]["sprt"]["batch_pairs"], 100);
    assert_eq!(manifest["configuration"]["sprt"]["model"], "normalized");
    let pairing = &table(runs[0].path(), "pairings.csv")[0];
    assert_eq!(count(pairing, "pairs"), pairs);
    assert_eq!(table(runs[0].path(), "games.csv").len() as u64, 2 * pairs);
    for name in crate::common::TABLES.into_iter().chain(["manifest.json"]) {
        let [one, two, five] = [0, 1, 2].map(|n: usize| fs::read(runs[n].path().join(name)).expect("a file"));
        assert!(one == two && one == five, "{name} depends on the threads");
    }
}

#[test]
fn a_decided_run_is_the_beginning_of_a_longer_one() {
    let decided = tournament(&CLEAR);
    let pairs = manifest(decided.path())["pairs"].to_string();
    let plain = [&CLEAR[..6], &["--log", "halves", "--pairs", &pairs]].concat();
    let plain = tournament(&plain);
    let corrected =
        |column: &str| ["_low", "_high", "stopped", "_unbiased"].iter().any(|end| column.ends_with(end));
    for name in crate::common::TABLES {
        let [one, other] = [&decided, &plain].map(|dir| {
            let rows = crate::common::table(dir.path(), name).into_iter();
            rows.map(|row| row.into_iter().filter(|(column, _)| !corrected(column)).collect())
                .collect::<Vec<Row>>()
        });
        assert!(one == other, "{name} has other pairs in it");
    }
    let [stopped, fixed] =
        [&decided, &plain].map(|dir| crate::common::table(dir.path(), "pairings.csv").remove(0));
    assert_eq!((stopped["stopped"].as_str(), fixed["stopped"].as_str()), ("accept_h1", "played_out"));
    let width = |row: &Row| number(row, "a_score_high") - number(row, "a_score_low");
    assert!(width(&stopped) >= width(&fixed), "the stop costs certainty");
}

#[test]
fn the_block_says_what_readers_of_chess_tests_look_for() {
    let args = ["tournament", "--agent", "nearest", "--agent", "margin", "--seed", "5", "--progress", "none"];
    let output = run(&[&args[..], &["--sprt", "elo0=0,elo1=50,model=logistic"]].concat());
    let message = stderr(&output);
    assert_eq!(output.status.code(), Some(0), "H0 is a decision, too: {message}");
    for part in [
        "nearest against margin: elo0 0, elo1 50, alpha 0.05, beta 0.05, logistic",
        "\nScore: 0.",
        "\nElo: -",
        ", nElo: -",
        "\nLOS: ",
        "\nPtnml(0-2): [",
        "\nLLR: -",
        "(-2.94, 2.94) [0.00, 50.00]",
        "\nOvershoot: the bounds were moved in by ",
        "\nMedian-unbiased Elo: -",
        "\nSeats: White scores 0.",
        "\nEndings: no tiebreaker ",
        "\nPairs: correlation ",
        ", variance ratio ",
        "\nH0 accepted after ",
    ] {
        assert!(message.contains(part), "`{part}` is not in {message}");
    }
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(text.starts_with("agent,games,"), "the standings as ever: {text}");
    assert_eq!(text.lines().count(), 3);
}

#[test]
fn undecided_at_the_limit_is_exit_code_4_with_the_result_written() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let out = dir.path().to_str().expect("UTF-8");
    let args =
        ["tournament", "--agent", "margin", "--agent", "margin:top=32", "--seed", "1", "--pairs", "130"];
    let output = run(&[&args[..], &["--out", out, "--sprt", "elo0=-1,elo1=1", "--format", "json"]].concat());
    let message = stderr(&output);
    assert_eq!(output.status.code(), Some(4), "{message}");
    assert!(
        message.ends_with(
            "the sequential test is undecided at the limit of 130 pairs (260 games); raise --games\n"
        ),
        "{message}"
    );
    assert!(message.contains("\nundecided after 130 pairs\n"), "{message}");
    let document: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(document["sprt"]["decision"], "undecided");
    assert_eq!(manifest(dir.path())["sprt"], document["sprt"]);
    assert!(document["sprt"]["llr"].as_f64().is_some_and(|llr| llr.abs() < 2.9));
    assert_eq!(document["complete"], true);
}

#[test]
fn an_agent_against_itself_shows_no_difference() {
    for (model, decision, verdict, code) in [
        ("normalized", "no_difference_seen", "no difference seen: 500 pairs, all of them exact ties", 4),
        (
            "logistic",
            "accept_h0",
            "H0 accepted after 100 pairs, all of them exact ties: 0 Elo rather than 10",
            0,
        ),
    ] {
        let sprt = format!("elo0=0,elo1=10,model={model}");
        let args =
            ["tournament", "--agent", "nearest", "--agent", "b=nearest", "--games", "1000", "--seed", "2"];
        let output = run(&[&args[..], &["--sprt", &sprt, "--format", "json"]].concat());
        let message = stderr(&output);
        assert_eq!(output.status.code(), Some(code), "{message}");
        assert!(message.contains(verdict), "{message}");
        assert!(
            message.contains("`nearest` and `b` are the same agent: all their pairs of games are exact ties"),
            "{message}"
        );
        assert!(!message.contains("NaN") && !message.contains("inf"), "{message}");
        let document: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
        assert_eq!(document["sprt"]["decision"], decision);
        assert!(document["sprt"]["elo"].is_null());
        let ptnml = format!("0,0,{},0,0", document["sprt"]["pairs"]);
        let counted = ["stats", "sprt", "--elo0", "0", "--elo1", "10", "--model", model, "--ptnml", &ptnml];
        let counted = run(&[&counted[..], &["--format", "json"]].concat());
        let counted: serde_json::Value = serde_json::from_slice(&counted.stdout).expect("JSON");
        let [one, other] =
            [&counted[0]["llr"], &document["sprt"]["llr"]].map(|llr| llr.as_f64().expect("a number"));
        assert!((one - other).abs() < 1e-5, "{one} {other}");
    }
}

#[test]
fn the_manifest_and_stats_sprt_agree() {
    let dir = tournament(&CLEAR);
    let pairing = &table(dir.path(), "pairings.csv")[0];
    let ptnml = (0..5).map(|n| pairing[&format!("ptnml_{n}")].clone()).collect::<Vec<_>>().join(",");
    let text = crate::common::stdout(&["stats", "sprt", "--ptnml", &ptnml, "--elo1", "25"]);
    let (row, manifest_of_run) = (&crate::common::rows(&text)[0], manifest(dir.path()));
    for column in
        ["llr", "llr_low", "llr_high", "elo", "elo_low", "elo_high", "los", "overshoot_low", "overshoot_high"]
    {
        assert_eq!(manifest_of_run["sprt"][column].as_f64(), Some(number(row, column)), "{column}");
    }
    assert_eq!(manifest_of_run["sprt"]["decision"], row["decision"].as_str(), "the same bounds decide");
}

#[test]
fn a_clean_sweep_is_decided_and_nothing_is_infinite() {
    let args = ["tournament", "--agent", "margin", "--agent", "random", "--seed", "5", "--format", "json"];
    let output = run(&[&args[..], &["--sprt", "elo1=20"]].concat());
    let message = stderr(&output);
    assert_eq!(output.status.code(), Some(0), "{message}");
    assert!(message.contains("Ptnml(0-2): [0, 0, 0, 0, 100]") && message.contains("nElo: ≥ "), "{message}");
    assert!(!message.contains("NaN") && !message.contains("inf"), "{message}");
    let document: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(document["sprt"]["decision"], "accept_h1");
    assert!(document["sprt"]["elo"].is_null(), "{document}");
}

#[test]
fn a_test_that_makes_no_sense_is_refused() {
    let cases: [(&[&str], &[&str]); 5] = [
        (&["--sprt", "elo0=0,elo1=5"], &["--sprt", "two agents", "5"]),
        (&["--sprt", "elo0=5,elo1=0"], &["--sprt", "elo0 = 5"]),
        (&["--sprt", "elo0=0,ello1=5"], &["--sprt", "did you mean `elo1`?"]),
        (&["--sprt", "elo0=0"], &["--sprt", "`elo1` is missing"]),
        (&["--sprt", "yes"], &["--sprt", "key=value"]),
    ];
    for (args, named) in cases {
        refused(&[&["tournament"], args].concat(), 2, named);
    }
}
