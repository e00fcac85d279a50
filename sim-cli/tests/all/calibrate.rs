//! `calibrate`: copies of one agent are not told apart, a handicapped one is found, and the figures are reproducible.

use crate::common::{Row, count, number, refused, rows, run, stderr, stdout};

const QUICK: [&str; 9] =
    ["calibrate", "--runs", "40", "--sprt", "elo0=0,elo1=100", "--blunder", "0.12", "--seed", "7"];

fn cases(text: &str) -> [Row; 2] {
    rows(text).try_into().expect("a row for the copies, one for the handicap")
}

#[test]
#[ignore = "slow: many runs"]
fn equal_copies_are_seldom_told_apart_and_a_handicapped_one_is_found() {
    let table = stdout(&QUICK);
    let [copies, handicap] = cases(&table);
    assert_eq!((copies["case"].as_str(), handicap["case"].as_str()), ("copies", "handicap"));
    for row in [&copies, &handicap] {
        let answers = ["accepted_h1", "accepted_h0", "undecided"].map(|column| count(row, column));
        assert_eq!((answers.iter().sum::<u64>(), count(row, "runs")), (40, 40));
        assert_eq!(answers[2], 0);
        let share = number(row, "share_h1");
        assert!((share - answers[0] as f64 / 40.0).abs() < 1e-6);
        assert!((number(row, "share_h1_low")..=number(row, "share_h1_high")).contains(&share));
        assert!(number(row, "mean_pairs") >= 100.0);
        assert!(number(row, "longest_pairs") >= number(row, "mean_pairs"));
    }
    assert!(number(&copies, "share_h1_low") <= 0.05, "judged by the interval, as the command does: {table}");
    assert!(number(&handicap, "share_h1_high") >= 0.95 && count(&handicap, "accepted_h1") > 20, "{table}");
    assert_eq!(stdout(&[&QUICK[..], &["-j", "1"]].concat()), table, "the threads change nothing");
}

#[test]
#[ignore = "slow: many runs"]
fn a_handicap_that_is_none_is_not_found_and_that_is_a_mismatch() {
    let args = [&QUICK[..5], &["--blunder", "0", "--seed", "7"]].concat();
    let output = run(&args);
    assert_eq!(output.status.code(), Some(5), "{}", stderr(&output));
    assert!(stderr(&output).ends_with("error: calibrate: out of the wanted range: handicap\n"));
    let [_, handicap] = cases(&String::from_utf8(output.stdout).expect("UTF-8"));
    assert!(count(&handicap, "accepted_h1") <= 4);
}

#[test]
fn too_few_pairs_leave_a_run_undecided() {
    let output = run(&["calibrate", "--runs", "2", "--pairs", "150"]);
    assert_eq!(output.status.code(), Some(5), "{}", stderr(&output));
    let [copies, _] = cases(&String::from_utf8(output.stdout).expect("UTF-8"));
    assert_eq!((count(&copies, "undecided"), count(&copies, "longest_pairs")), (2, 150));
}

#[test]
fn bad_flags_are_named() {
    refused(&["calibrate", "--runs", "0"], 2, &["--runs"]);
    refused(&["calibrate", "--agent", "margn"], 2, &["--agent margn", "did you mean `margin`?"]);
    refused(&["calibrate", "--blunder", "1.5"], 2, &["--blunder", "blunder = 1.5", "from 0 to 1"]);
    refused(&["calibrate", "--sprt", "elo1=x"], 2, &["--sprt", "elo1"]);
}

#[test]
#[ignore = "slow: many runs"]
fn every_printed_interval_covers_in_every_case() {
    let table = rows(&stdout(&["calibrate", "--coverage", "--runs", "60", "--seed", "3"]));
    for interval in ["score", "elo", "nelo", "share", "difference", "running", "stopped", "rating"] {
        let cases: Vec<&Row> = table.iter().filter(|row| row["interval"] == interval).collect();
        assert!(cases.len() >= 12, "{interval}: {}", cases.len());
        for row in cases {
            assert!(number(row, "coverage_high") >= 0.93, "{row:?}");
            assert!(row["mean_width"].is_empty() || number(row, "mean_width") > 0.0, "{row:?}");
        }
    }
    for verdict in ["equivalent", "equivalent until"] {
        let cases: Vec<&Row> = table.iter().filter(|row| row["interval"] == verdict).collect();
        assert_eq!(cases.len(), 10, "{verdict}");
        assert!(cases.iter().all(|row| number(row, "coverage_high") >= 0.95), "{cases:?}");
        assert!(
            cases.iter().any(|row| number(row, "coverage") < 1.0) || verdict.ends_with("until"),
            "{cases:?}"
        );
    }
}

#[test]
fn a_handicap_made_for_another_test_is_not_judged() {
    let args = ["calibrate", "--runs", "2", "--sprt", "elo0=0,elo1=200", "--pairs", "200"];
    let output = run(&args);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(stderr(&output).contains("the handicap is not judged"));
}
