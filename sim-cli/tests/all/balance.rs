//! `balance`: the ladder adds up and agrees with a tournament, what-ifs equal fresh runs, threads change nothing.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use crate::common::{ALL_WORDS, Row, count, files, number, rows, run, stderr, stdout, table, tournament};
use tempfile::TempDir;

const PAIR: [&str; 8] = ["--agent", "margin", "--agent", "human", "--games", "600", "--seed", "7"];

static RESULT: LazyLock<TempDir> = LazyLock::new(|| balance(&[&PAIR[..], &["-j", "2"]].concat()));

pub(crate) fn balance(args: &[&str]) -> TempDir {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let out = dir.path().to_str().expect("UTF-8");
    stdout(&[&["balance", "--out", out, "--progress", "none"], args].concat());
    dir
}

pub(crate) fn ladder(rows: &[Row], by: &str, value: &str, step: &str) -> u64 {
    let counted_rows =
        rows.iter().filter(|row| row["by"] == by && row["value"] == value && row["step"] == step);
    counted_rows.map(|row| count(row, "games")).sum()
}

#[test]
fn one_thread_and_two_write_the_same_bytes() {
    let expected = files(RESULT.path());
    assert_eq!(expected.len(), 9, "{:?}", expected.keys());
    let alone = balance(&[&PAIR[..], &["-j", "1"]].concat());
    assert!(files(alone.path()) == expected);
    let other = balance(&[&PAIR[..6], &["--seed", "8"]].concat());
    assert!(files(other.path())["ladder.csv"] != expected["ladder.csv"], "another seed is another run");
}

#[test]
fn the_ladder_is_every_game_once_however_it_is_cut() {
    let ladder = table(RESULT.path(), "ladder.csv");
    for by in ["all", "door", "round", "winner"] {
        let cut = || ladder.iter().filter(|row| row["by"] == by);
        assert_eq!(cut().map(|row| count(row, "games")).sum::<u64>(), 600, "{by}");
        for row in cut() {
            assert!((number(row, "share") - count(row, "games") as f64 / 600.0).abs() < 1e-6);
            let is_certain = row["share_low"].is_empty();
            assert!(
                if is_certain {
                    count(row, "games") == 0
                } else {
                    number(row, "share_low") <= number(row, "share")
                },
                "{row:?}"
            );
            assert!(is_certain || number(row, "share") <= number(row, "share_high"), "{row:?}");
        }
    }
}

#[test]
fn what_the_rules_leave_no_choice_in_is_printed_without_an_interval() {
    let ladder = table(RESULT.path(), "ladder.csv");
    let of = |by: &str, value: &str, step: &str| {
        let is_it = |row: &&Row| row["by"] == by && row["value"] == value && row["step"] == step;
        ladder.iter().find(is_it).unwrap_or_else(|| panic!("{by} {value} {step}"))
    };
    let certain = [("round", "1", "tokens"), ("winner", "shared", "points"), ("door", "none", "keywords")];
    for (by, value, step) in certain {
        let row = of(by, value, step);
        assert_eq!(
            (&*row["share"], &*row["share_low"], &*row["share_high"]),
            ("0.000000", "", ""),
            "{row:?}"
        );
    }
    let open = of("round", "8", "tokens");
    assert!(number(open, "share_low") < number(open, "share_high"), "{open:?}");
    let seats = table(RESULT.path(), "seats.csv");
    let shared =
        seats.iter().find(|row| row["step"] == "shared" && count(row, "games") > 0).expect("shared games");
    assert_eq!((&*shared["white_score"], &*shared["white_score_low"]), ("0.500000", ""));
}

#[test]
fn the_ladder_agrees_with_the_endings_of_a_tournament() {
    let result = tournament(&PAIR);
    let (endings, ladder_rows) = (table(result.path(), "endings.csv"), table(RESULT.path(), "ladder.csv"));
    let rung = |step: &str| match step {
        "points" | "keywords" | "shared" => step.to_owned(),
        _ => "tokens".to_owned(),
    };
    for by in ["door", "winner"] {
        let mut sums: BTreeMap<(String, String), u64> = BTreeMap::new();
        for row in &endings {
            *sums.entry((row[by].clone(), rung(&row["step"]))).or_default() += count(row, "games");
        }
        for ((value, step), games) in sums {
            assert_eq!(ladder(&ladder_rows, by, &value, &step), games, "{by} {value} {step}");
        }
    }
    let rounds = table(result.path(), "rounds.csv");
    for (one, other) in rounds.iter().zip(table(RESULT.path(), "lengths.csv")) {
        assert_eq!(
            (count(one, "rounds"), count(one, "games")),
            (count(&other, "rounds"), count(&other, "games"))
        );
    }
    let pairing = &table(result.path(), "pairings.csv")[0];
    let seats = table(RESULT.path(), "seats.csv");
    assert_eq!(pairing["white_score"], seats[0]["white_score"]);
}

#[test]
fn what_ifs_equal_fresh_runs() {
    every_so_many_what_ifs_equal_fresh_runs(4);
}

#[test]
#[ignore = "slow: a run for each what-if"]
fn every_what_if_equals_a_fresh_run() {
    every_so_many_what_ifs_equal_fresh_runs(1);
}

fn every_so_many_what_ifs_equal_fresh_runs(step: usize) {
    let whatifs = table(RESULT.path(), "whatifs.csv");
    assert_eq!(whatifs.len(), 12);
    let mut changed = 0;
    for row in whatifs.iter().step_by(step) {
        assert_eq!(row["method"], "judged again");
        let fresh = balance(&[&PAIR[..], &["--set", &row["change"]]].concat());
        let fresh = table(fresh.path(), "ladder.csv");
        for step in ["tokens", "points", "keywords", "shared"] {
            assert_eq!(ladder(&fresh, "all", "", step), count(row, step), "{} {step}", row["change"]);
        }
        changed += count(row, "changed");
    }
    assert!(changed > 0, "some tiebreaker makes a difference");
}

#[test]
fn skill_is_told_by_step_and_comebacks_by_state() {
    let skill = table(RESULT.path(), "skill.csv");
    assert_eq!(skill.len(), 5, "all, and a row for each step");
    assert!(number(&skill[0], "score_low") > 0.5, "the better agent is the better one");
    let played = count(&table(RESULT.path(), "seats.csv")[0], "games");
    assert_eq!(count(&skill[0], "games"), played * 4 / 5, "every fifth deal says who that is");
    assert_eq!(skill[1..].iter().map(|row| count(row, "games")).sum::<u64>(), count(&skill[0], "games"));
    let shared = if count(&skill[4], "games") > 0 { "0.500000" } else { "" };
    assert_eq!((skill[4]["step"].as_str(), skill[4]["score"].as_str()), ("shared", shared));
    for row in table(RESULT.path(), "comebacks.csv") {
        let lead = |who: &str| {
            let tokens = |kind: &str| count(&row, &format!("{who}{kind}")) as i64;
            tokens("interceptions") - tokens("miscommunications")
        };
        assert!(lead("") < lead("opponent_"), "the team is behind: {row:?}");
    }
    let drama = table(RESULT.path(), "drama.csv");
    let sum = |quantity: &str| -> u64 {
        drama.iter().filter(|row| row["quantity"] == quantity).map(|row| count(row, "games")).sum()
    };
    assert_eq!((sum("last_round"), sum("lead_changes")), (600, 600));
}

#[test]
fn kinds_are_told_by_tokens_alone_and_measured_on_other_deals() {
    let kinds = table(RESULT.path(), "kinds.csv");
    assert_eq!(kinds.len(), 10, "two kinds; all, and a row for each step");
    for rows in kinds.chunks(5) {
        assert!(number(&rows[0], "team_rate") < number(&rows[0], "other_rate"), "{:?}", rows[0]);
        assert_eq!(count(&rows[0], "games"), 480, "every fifth deal says which agent that is");
        assert_eq!(rows[1..].iter().map(|row| count(row, "games")).sum::<u64>(), 480);
    }
    let team = |kind: &str| kinds.iter().find(|row| row["kind"] == kind).expect("a row")["team"].clone();
    assert_eq!((team("clear"), team("secret")), ("margin".to_owned(), "human".to_owned()));
    let skill = &table(RESULT.path(), "skill.csv")[0];
    let whatifs = table(RESULT.path(), "whatifs.csv");
    let of = |row: &Row, kind: &str| row[&format!("{kind}_difference")].clone();
    for row in &whatifs {
        let better = if skill["better"] == "human" { "secret" } else { "clear" };
        assert_eq!(of(row, "better"), of(row, better), "{}", row["change"]);
        assert!((number(row, "clear_difference") + number(row, "secret_difference")).abs() < 1e-6);
    }
    let alone = balance(&["--agent", "random", "--games", "60", "--seed", "1"]);
    assert!(table(alone.path(), "kinds.csv").is_empty(), "an agent is no clearer than itself");
}

#[test]
fn the_better_of_two_is_found_on_some_deals_and_measured_on_the_others() {
    let args = ["rules", "compare", "official", "official,tiebreak=shared", "--games", "600", "--seed", "7"];
    let comparison = rows(&stdout(&[&args[..], &ALL_WORDS, &PAIR[..4]].concat()));
    let of = |measure: &str| comparison.iter().find(|row| row["measure"] == measure).expect("a row").clone();
    let (first, better) = (of("first_score"), of("better_score"));
    assert_eq!((count(&first, "deals"), count(&better, "deals")), (300, 240));
    assert!(number(&better, "value_a") > 0.5 && number(&first, "value_a") < 0.5, "human is the better one");
    let sweep = balance(&[&PAIR[..], &ALL_WORDS, &["--sweep", "tiebreak=shared"]].concat());
    let point = table(sweep.path(), "sweep.csv")
        .into_iter()
        .find(|row| row["measure"] == "better_score" && row["point"] != "base")
        .expect("a row");
    assert_eq!((count(&point, "deals"), count(&point, "games")), (240, 480));
    for (of_sweep, of_compare) in [("value", "value_b"), ("difference", "difference")] {
        assert!(
            (number(&point, of_sweep) - number(&better, of_compare)).abs() < 2e-6,
            "{point:?} {better:?}"
        );
    }
}

#[test]
fn a_report_without_agents_plays_what_was_asked_for_or_says_that_it_does_not() {
    let remarks =
        |games: &str| stderr(&run(&["balance", "--games", games, "--seed", "1", "--progress", "none"]));
    assert!(!remarks("400").contains("asked for"));
    assert!(
        remarks("10").contains("24 games, 10 asked for: every pairing plays whole deals"),
        "{}",
        remarks("10")
    );
}

#[test]
fn one_agent_meets_itself_once_on_each_deal() {
    let text = stdout(&["balance", "--agent", "random", "--games", "101", "--seed", "3"]);
    let rows = rows(&text);
    assert_eq!(
        ladder(&rows, "all", "", "tokens")
            + ladder(&rows, "all", "", "points")
            + ladder(&rows, "all", "", "keywords")
            + ladder(&rows, "all", "", "shared"),
        101
    );
    let one = rows.iter().find(|row| row["by"] == "all" && row["step"] == "tokens").expect("a row");
    let wilson = stdout(&["stats", "wilson", &one["games"], "101", "--format", "csv"]);
    let wilson = &crate::common::rows(&wilson)[0];
    let [low, high] = ["low", "high"].map(|end| {
        let name = wilson.keys().find(|key| key.ends_with(end)).expect("a column");
        number(wilson, name)
    });
    assert!((number(one, "share_low") - low).abs() < 0.01 && (number(one, "share_high") - high).abs() < 0.01);
}

#[test]
fn the_report_fits_eighty_columns_and_says_what_was_done() {
    let text = stdout(&["balance", "--games", "400", "--seed", "1", "--format", "table"]);
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    for part in [
        "human against itself, 140 games",
        "5 agents",
        "decided by",
        "better team",
        "Which kind of team",
        "another tiebreaker scored",
    ] {
        assert!(text.contains(part), "`{part}` is missing: {text}");
    }
}

#[test]
fn json_is_one_document() {
    let text = stdout(&[&["balance", "--format", "json"], &PAIR[..]].concat());
    let document: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!((&document["seed"], &document["games"]), (&7.into(), &600.into()));
    assert_eq!(document["seats"].as_array().map(Vec::len), Some(5));
    assert!(document["ladder"][0]["share"].is_number());
}
