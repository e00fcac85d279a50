//! `agents cross` and `agents exploit`: measured from outside.

use std::path::Path;

use crate::common::{Row, number, refused, rows, run, stderr, stdout};
use overhear_agents::words::{Space, embedded_space, write_native};

/// Writes the first eleventh of the dimensions of the embedded space: a player with this space has other associations.
fn coarse_space(path: &Path) {
    coarse_space_of(path, 11);
}

/// The embedded space with one in so many of its dimensions.
fn coarse_space_of(path: &Path, one_in: usize) {
    let whole = embedded_space();
    let dims = whole.dims() / one_in;
    let row = |place| whole.row(place).into_iter().take(dims).map(f32::from).collect::<Vec<_>>();
    let values: Vec<f32> = (0..whole.words().len()).flat_map(row).collect();
    let space = Space::from_vectors(whole.words().clone(), dims, &values);
    std::fs::write(path, write_native(&space)).expect("the file can be written");
}

fn cell(rows: &[Row], [giver, decoder, interceptor]: [&str; 3], column: &str) -> f64 {
    let names = [("giver", giver), ("decoder", decoder), ("interceptor", interceptor)];
    let row = rows.iter().find(|row| names.iter().all(|(key, name)| row[*key] == *name));
    number(row.expect("every combination has a row"), column)
}

#[test]
fn heads_that_think_in_one_space_understand_each_other_best() {
    let dir = tempfile::tempdir().expect("a directory");
    let file = dir.path().join("coarse.bin");
    coarse_space(&file);
    let coarse = file.to_str().expect("a path in UTF-8");
    let arguments =
        ["agents", "cross", "--space", "built-in", "--space", coarse, "--games", "40", "--seed", "1"];
    let csv = stdout(&arguments);
    assert_eq!(csv, stdout(&arguments), "one seed, one result");
    let header = "giver,decoder,interceptor,halves,decode_rate,decode_low,decode_high,chances,intercept_rate,\
                  intercept_low,intercept_high";
    assert_eq!(csv.lines().next(), Some(header));
    let rows = rows(&csv);
    assert_eq!(rows.len(), 8);
    let decoded = |decoder| cell(&rows, ["built-in", decoder, "built-in"], "decode_rate");
    assert!(decoded("built-in") > 0.98 && decoded(coarse) < 0.97, "{csv}");
    let intercepted = |interceptor| cell(&rows, ["built-in", "built-in", interceptor], "intercept_rate");
    assert!(intercepted("built-in") > intercepted(coarse), "{csv}");
}

/// One row of a tournament's standings.
fn standing<'a>(rows: &'a [Row], agent: &str) -> &'a Row {
    rows.iter().find(|row| row["agent"] == agent).expect("every agent has a row")
}

#[test]
fn agents_of_one_tournament_may_think_in_different_spaces() {
    let dir = tempfile::tempdir().expect("a directory");
    let file = dir.path().join("coarse.bin");
    coarse_space(&file);
    let other = format!("coarse={}", file.display());
    let out = dir.path().join("run");
    let agents = ["plain=margin", "wary=margin/adaptive:spaces=1", "blind=margin/adaptive:spaces=0"];
    let mut arguments = vec!["tournament", "--games", "600", "--seed", "1", "--other-space", &other];
    arguments.extend(["--agent", "foreign=margin:space=coarse"]);
    agents.iter().for_each(|agent| arguments.extend(["--agent", agent]));
    let standings = rows(&stdout(&arguments));
    let rate = |agent: &str, column: &str| number(standing(&standings, agent), column);
    assert!(rate("foreign", "miscommunication_rate") < 0.02, "both members think alike");
    assert!(rate("plain", "intercepted_rate") > rate("foreign", "intercepted_rate") + 0.1, "{standings:?}");
    assert!(rate("wary", "interception_rate") > rate("blind", "interception_rate"), "{standings:?}");
    arguments.extend(["--log", "halves", "--out", out.to_str().expect("a path in UTF-8")]);
    stdout(&arguments);
    let run = out.to_str().expect("a path in UTF-8");
    stdout(&["replay", "--from", run, "--game", "3", "--verify"]);
    coarse_space_of(&file, 4);
    refused(&["replay", "--from", run, "--game", "3"], 2, &["coarse.bin", "SHA-256"]);
}

#[test]
fn a_space_that_nobody_has_named_is_refused() {
    let play = |others: &[&'static str]| {
        [&["tournament", "--agent", "margin", "--agent", "x=margin:space=wiki"], others].concat()
    };
    refused(&play(&[]), 2, &["--agent x=margin:space=wiki", "unknown space `wiki`", "there is none"]);
    let named = ["--other-space", "wikki=built-in"];
    refused(&play(&named), 2, &["did you mean `wikki`?"]);
    let twice = ["--other-space", "wiki=built-in", "--other-space", "wiki=built-in"];
    refused(&play(&twice), 2, &["--other-space wiki", "taken"]);
    refused(&play(&["--other-space", "wiki=nowhere.bin"]), 1, &["nowhere.bin"]);
    refused(&play(&["--other-space", "nowhere.bin"]), 2, &["NAME=FILE"]);
}

#[test]
fn a_matrix_takes_two_different_spaces_that_there_are() {
    let cross = |others: &[&'static str]| [&["agents", "cross", "--space", "built-in"], others].concat();
    refused(&cross(&[]), 2, &["at least two spaces"]);
    refused(&cross(&["--space", "built-in"]), 2, &["built-in", "given twice"]);
    refused(&cross(&["--space", "nowhere.bin"]), 1, &["nowhere.bin"]);
}

#[test]
#[ignore = "slow: many runs"]
fn the_safest_giver_is_found_and_measured_on_fresh_deals() {
    let arguments =
        ["agents", "exploit", "nearest/history", "--against", "guesser", "--games", "20", "--seed", "1"];
    let csv = stdout(&arguments);
    assert_eq!(csv, stdout(&arguments), "one seed, one result");
    assert_eq!(csv.lines().next(), Some("stage,spec,games,halves,rate,rate_low,rate_high"));
    let rows = rows(&csv);
    for kind in ["random", "nearest", "margin", "pragmatic"] {
        assert!(rows.iter().any(|row| row["stage"] == "rung 1" && row["spec"] == kind), "{kind}: {csv}");
    }
    let last = rows.last().expect("a winner");
    assert_eq!((last["stage"].as_str(), last["games"].as_str()), ("fresh deals", "20"));
    assert_ne!(last["spec"], "random", "nobody understands that: {csv}");
    let [low, rate, high] = ["rate_low", "rate", "rate_high"].map(|column| number(last, column));
    assert!(low <= rate && rate <= high, "{csv}");
}

#[test]
fn an_agent_that_is_none_is_not_exploited() {
    refused(&["agents", "exploit", "margn", "--games", "20"], 2, &["margn", "did you mean `margin`?"]);
}

/// A cross of agents with few games.
const CROSSED: [&str; 6] = ["agents", "cross", "--games", "40", "--seed", "1"];

#[test]
fn three_agents_give_twenty_seven_cells_whatever_the_threads() {
    let agents = ["--agent", "margin", "--agent", "nearest/history", "--agent", "blind=random/uniform"];
    let words = [&CROSSED[..], &agents, &["--format", "csv"]].concat();
    let csv = stdout(&[&words[..], &["-j", "1"]].concat());
    assert_eq!(csv, stdout(&[&words[..], &["-j", "2"]].concat()));
    let rows = rows(&csv);
    assert_eq!(rows.len(), 27);
    let labels = ["margin", "nearest/history", "blind"];
    for (giver, decoder, interceptor) in
        labels.iter().flat_map(|a| labels.iter().flat_map(move |b| labels.map(|c| (*a, *b, c))))
    {
        let rate = |column| cell(&rows, [giver, decoder, interceptor], column);
        let [low, rate_of_codes, high] = ["decode_low", "decode_rate", "decode_high"].map(rate);
        assert!(low <= rate_of_codes && rate_of_codes <= high && low < high, "{csv}");
        // Those who listen to nothing, and those who say nothing, know as much as a blind guess.
        assert!((giver == "blind" || decoder == "blind") == (rate_of_codes < 0.5), "{csv}");
    }
    let report = stdout(&[&CROSSED[..], &agents].concat());
    assert!(report.contains("blind"), "{report}");
}

#[test]
fn an_agent_beside_itself_is_what_one_space_beside_itself_is() {
    let dir = tempfile::tempdir().expect("a directory");
    let file = dir.path().join("coarse.bin");
    coarse_space(&file);
    let coarse = file.to_str().expect("a path in UTF-8");
    let spaces = [&CROSSED[..], &["--space", "built-in", "--space", coarse, "--format", "csv"]].concat();
    let agents = [&CROSSED[..], &["--agent", "margin", "--agent", "random", "--format", "csv"]].concat();
    let (of_spaces, of_agents) = (rows(&stdout(&spaces)), rows(&stdout(&agents)));
    for column in ["halves", "decode_rate", "decode_low", "chances", "intercept_rate", "intercept_high"] {
        let alone = cell(&of_agents, ["margin"; 3], column);
        assert_eq!(alone, cell(&of_spaces, ["built-in"; 3], column), "{column}");
    }
}

#[test]
fn a_bot_is_crossed_and_what_it_does_not_answer_costs_a_half() {
    let dir = tempfile::tempdir().expect("a directory");
    let crossed = |mode: &str| {
        let bot = crate::bots::bot(&dir, mode)?;
        let words = ["--agent", "margin", "--agent", "mine", "--bot", &bot, "--format", "csv"];
        Some(run(&[&CROSSED[..], &words].concat()))
    };
    let Some(sound) = crossed("sound") else { return };
    let silly = crossed("silly").expect("there is a Python");
    for output in [&sound, &silly] {
        assert_eq!(output.status.code(), Some(0), "{}", stderr(output));
        let rows = rows(&String::from_utf8(output.stdout.clone()).expect("UTF-8"));
        assert_eq!(rows.len(), 8);
        assert!(cell(&rows, ["margin"; 3], "decode_rate") > 0.9);
        assert!(cell(&rows, ["margin", "mine", "margin"], "decode_rate") < 0.3);
        assert!(cell(&rows, ["margin", "margin", "margin"], "halves") > 100.0);
    }
    assert!(stderr(&silly).contains("malformed"), "{}", stderr(&silly));
    assert!(stderr(&sound).contains("questions"), "{}", stderr(&sound));
}

#[test]
fn what_cannot_be_crossed_is_refused() {
    let two = ["agents", "cross", "--agent", "margin", "--agent", "nearest"];
    let spaces = ["--space", "built-in", "--space", "few.bin"];
    refused(&[&two[..], &spaces].concat(), 2, &["--space few.bin", "several agents in one space"]);
    refused(&[&two[..4], &spaces[..2]].concat(), 2, &["two agents", "--agent SPEC --agent SPEC"]);
    refused(&["agents", "cross", "--agent", "margin", "--agent", "margn"], 2, &["margn", "did you mean"]);
    refused(&["agents", "cross", "--agent", "a=margin", "--agent", "a=nearest"], 2, &["taken already"]);
}
