//! The files that the program writes are read by its own commands on statistics, and numbers are taken as they stand or
//! refused with their right spelling.

use std::fs;
use std::path::Path;

use overhear_lab::statistics::{BootstrapConfig, PairedColumns, PairedConfig, bootstrap, paired_numbers};

use crate::common::unfinished::Run;
use crate::common::{file, refused, rows, run, sim, stderr, stdout, table, tournament};

/// Every CSV file of a directory with its columns.
fn columns(dir: &Path) -> Vec<(String, String)> {
    let names = fs::read_dir(dir).expect("a directory").map(|entry| entry.expect("an entry").file_name());
    let names = names
        .map(|name| name.into_string().expect("UTF-8"))
        .filter(|name| Path::new(name).extension().is_some_and(|ending| ending == "csv"));
    let columns = |name: String| {
        let text = fs::read_to_string(dir.join(&name)).expect("a file");
        let mut reader = csv::Reader::from_reader(text.as_bytes());
        let header = reader.headers().expect("a header").clone();
        header.iter().map(|column| (name.clone(), column.to_owned())).collect::<Vec<_>>()
    };
    names.flat_map(columns).collect()
}

#[test]
fn every_numeric_column_of_every_result_file_is_read_and_its_empty_cells_are_counted() {
    let agents = ["--agent", "nearest", "--agent", "random", "--agent", "margin"];
    let dir = tournament(
        &[&["--games", "8", "--seed", "1", "--log", "halves", "--running", "2"], &agents[..]].concat(),
    );
    let (mut read, mut with_gaps) = (0, 0);
    for (name, column) in columns(dir.path()) {
        let path = dir.path().join(&name);
        let cells: Vec<String> = table(dir.path(), &name).iter().map(|row| row[&column].clone()).collect();
        let filled: Vec<&String> = cells.iter().filter(|cell| !cell.is_empty()).collect();
        if cells.is_empty() || !filled.iter().all(|cell| cell.parse::<f64>().is_ok()) {
            continue;
        }
        let config = BootstrapConfig {
            file: path.clone(),
            column: column.clone(),
            resamples: 20,
            ..Default::default()
        };
        let columns = PairedColumns::Difference(column.clone());
        let difference = PairedConfig { file: path, columns, flips: 20, ..PairedConfig::default() };
        let mut remarks = Vec::new();
        let mean = bootstrap(&config, |remark| remarks.push(remark)).map_err(|error| error.to_string());
        let compared =
            paired_numbers(&difference, |remark| remarks.push(remark)).map_err(|error| error.to_string());
        if filled.is_empty() {
            let all_empty = mean.expect_err("no number");
            assert!(all_empty.contains(&format!("`{column}` is empty in all")), "{name}: {all_empty}");
            continue;
        }
        let mean = mean.unwrap_or_else(|error| panic!("{name} {column}: {error}"));
        assert_eq!(mean.rows()[0][0], filled.len().to_string(), "{name} {column}");
        match compared {
            Ok(_) => assert!(filled.len() > 1, "{name} {column}"),
            Err(error) => {
                assert!(filled.len() == 1 && error.contains("at least two"), "{name} {column}: {error}");
            }
        }
        let left_out = cells.len() - filled.len();
        let remark_of_gaps = format!(
            "{left_out} of {} rows {} left out",
            cells.len(),
            if left_out == 1 { "is" } else { "are" }
        );
        assert_eq!(remarks.len(), if left_out > 0 { 2 } else { 0 }, "{name} {column}");
        assert!(
            remarks
                .iter()
                .all(|remark| remark.contains(&remark_of_gaps) && remark.contains(&format!("`{column}`"))),
            "{remarks:?}"
        );
        read += 1;
        with_gaps += usize::from(left_out > 0);
    }
    assert!(read > 100 && with_gaps > 5, "{read} columns are read, {with_gaps} with empty cells");
}

#[test]
fn what_is_left_out_is_said_beside_the_table() {
    let dir = tournament(&[
        "--games", "8", "--seed", "1", "--log", "halves", "--agent", "nearest", "--agent", "random",
    ]);
    let path = |name: &str| dir.path().join(name).display().to_string();
    let halves = path("halves.csv");
    let output =
        run(&["stats", "bootstrap", "--file", &halves, "--column", "p_interception", "--cluster", "game"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let remarks = stderr(&output);
    assert!(
        remarks.contains("halves.csv: ") && remarks.contains("left out, for `p_interception` is empty there"),
        "{remarks}"
    );
    let both = run(&["stats", "paired", "--file", &halves, "--a", "p_guess", "--b", "p_interception"]);
    assert!(stderr(&both).contains("`p_guess` or `p_interception` is empty there"), "{}", stderr(&both));
    let mix = rows(&stdout(&["stats", "equilibrium", "--file", &path("pairings.csv")]));
    assert_eq!(mix.len(), 2);
    let gaps = tempfile::tempdir().expect("a directory");
    let none = file(&gaps, "none.csv", "a,b\n1,\n2,\n");
    refused(
        &["stats", "bootstrap", "--file", &none, "--column", "b"],
        2,
        &["none.csv: `b` is empty in all 2 rows"],
    );
}

#[test]
fn a_number_is_taken_as_it_stands_or_refused_with_what_to_write() {
    let dir = tempfile::tempdir().expect("a directory");
    let large = file(&dir, "large.csv", "x\n9007199254740993\n1\n");
    refused(
        &["stats", "paired", "--file", &large, "--column", "x"],
        2,
        &["line 2", "`9007199254740993` would be rounded"],
    );
    let read = |cell: &str| file(&dir, "cells.csv", &format!("x;y\n1;2\n{cell};2\n"));
    let either = "`1,234` is not a number; write 1234 if the comma groups thousands, 1.234 if it stands before decimals";
    refused(&["stats", "bootstrap", "--file", &read("1,234"), "--column", "x"], 2, &["line 3", either]);
    refused(
        &["stats", "bootstrap", "--file", &read("0,5"), "--column", "x"],
        2,
        &["`0,5` is not a number; write 0.5"],
    );
    let paired = file(&dir, "paired.csv", "x\n1\n2\n3\n");
    let of_flag = |flag: &str, value: &str, named: &[&str]| {
        refused(&["stats", "paired", "--file", &paired, "--column", "x", flag, value], 2, named);
    };
    of_flag("--margin", "0,5", &["--margin", "takes a number above 0; write 0.5"]);
    of_flag(
        "--seed",
        "1,000",
        &["--seed", "not a whole number; write 1000 if these are thousands, 1 if they are decimals"],
    );
    of_flag("--flips", "many", &["--flips", "not a whole number"]);
    refused(&["tournament", "--games", "1,500"], 2, &["--games", "takes a whole number", "; write 1500"]);
    refused(
        &["tournament", "--set", "round_limit=6.0"],
        2,
        &["`round_limit` = 6.0 is not a whole number; write 6; takes 1 to 16"],
    );
}

#[test]
fn a_run_without_a_result_yet_says_how_to_go_on() {
    let dir = tempfile::tempdir().expect("a directory");
    let out = dir.path().join("run");
    let path = out.to_str().expect("UTF-8");
    let games = ["tournament", "--games", "2000000", "--seed", "1", "--agent", "random", "--agent", "random"];
    let run = Run::start(&[&games[..], &["--checkpoint", "0", "--progress", "none", "--out", path]].concat());
    run.reaches(&out, 1).kill();
    let resume = format!("--resume {path}");
    for command in
        [["report", path].as_slice(), &["compare", path, path], &["replay", "--from", path, "--game", "0"]]
    {
        refused(command, 2, &["was interrupted and has no result yet", &resume]);
    }
}

#[test]
fn a_folder_that_begins_with_a_dash_is_printed_so_that_the_next_command_finds_it() {
    let work = tempfile::tempdir().expect("a directory");
    let games = [
        "tournament",
        "--games",
        "2",
        "--seed",
        "1",
        "--agent",
        "random",
        "--agent",
        "nearest",
        "--out=-dash",
    ];
    let output = sim().args(games).current_dir(work.path()).output().expect("it starts");
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let message = stderr(&output);
    let next = message.split("as a page: sim-cli ").nth(1).expect("the next command");
    let next: Vec<&str> = next.split(';').next().expect("a command").split_whitespace().collect();
    assert_eq!(next, ["report", "./-dash"], "{message}");
    let reported = sim().args(next).current_dir(work.path()).output().expect("it starts");
    assert_eq!(reported.status.code(), Some(0), "{}", stderr(&reported));
    assert!(work.path().join("-dash").join("report.html").exists());
}
