//! Agents that go by a table of P(clue | keyword) in the place of the word space.

use std::fs;

use crate::common::{ALL_WORDS, run, stderr, stdout, tournament};

/// A table in which every keyword of the deck calls up five words of its own: the n-th keyword the words from 60 n on.
fn table(dir: &tempfile::TempDir) -> String {
    let deck = overhear_data::DECK;
    let mut reader = csv::Reader::from_reader(deck.as_bytes());
    let place = reader.headers().expect("a header").iter().position(|name| name == "en").expect("English");
    let keywords: Vec<String> = reader.records().map(|row| row.expect("a row")[place].to_owned()).collect();
    let lexicon = stdout(&["space", "near", "water", "-n", "3000", "--format", "csv"]);
    let words: Vec<&str> =
        lexicon.lines().skip(1).map(|line| line.split(',').nth(1).expect("a word")).collect();
    let row =
        |n: usize, k: usize| format!("{},{},{},test\n", keywords[n], words[(6 * n + k) % words.len()], 6 - k);
    let rows = (0..keywords.len()).flat_map(|n| (0..6).map(move |k| (n, k)));
    let text = "keyword,clue,weight,source\n".to_owned() + &rows.map(|(n, k)| row(n, k)).collect::<String>();
    let path = dir.path().join("norms.csv");
    fs::write(&path, text).expect("written");
    format!("norms={}", path.display())
}

#[test]
fn a_team_that_goes_by_a_table_understands_itself_and_not_the_space() {
    let dir = tempfile::tempdir().expect("a directory");
    let norms = table(&dir);
    let agents =
        ["--agent", "own=margin:associations=norms", "--agent", "mixed=margin:associations=norms/bayes"];
    let words = ["--games", "400", "--seed", "1", "--associations", &norms, "--log", "halves"];
    let result = tournament(&[&words[..], &ALL_WORDS, &agents].concat());
    let standings = fs::read_to_string(result.path().join("standings.csv")).expect("a table");
    let row = |name: &str| standings.lines().find(|line| line.starts_with(name)).expect(name).to_owned();
    let missed = |name: &str| row(name).split(',').nth(14).expect("a cell").parse::<f64>().expect("a rate");
    let header = standings.lines().next().expect("a header");
    assert_eq!(header.split(',').nth(14), Some("miscommunication_rate"), "{header}");
    assert!(missed("own") < 0.1 && missed("mixed") > 0.4, "{standings}");
    let manifest = fs::read_to_string(result.path().join("manifest.json")).expect("a file");
    assert!(manifest.contains("associations norms"), "{manifest}");
    let from = result.path().to_str().expect("UTF-8");
    stdout(&["replay", "--from", from, "--game", "3", "--verify"]);
}

#[test]
fn what_is_not_there_is_named() {
    let dir = tempfile::tempdir().expect("a directory");
    let norms = table(&dir);
    let refused = |words: &[&str]| {
        let output = run(&[&["tournament", "--games", "2"], words].concat());
        assert_eq!(output.status.code(), Some(2), "{words:?}: {}", stderr(&output));
        stderr(&output)
    };
    let unknown =
        refused(&["--agent", "margin:associations=norm", "--agent", "random", "--associations", &norms]);
    assert!(unknown.contains("did you mean `norms`?"), "{unknown}");
    let both =
        ["--agent", "margin:associations=norms,space=x", "--agent", "random", "--associations", &norms];
    assert!(refused(&both).contains("by a space or by associations, not by both"));
    assert!(refused(&["--associations", "norms"]).contains("write NAME=FILE"));
    let missing = run(&["tournament", "--games", "2", "--associations", "n=/no/such.csv"]);
    assert_eq!(missing.status.code(), Some(1), "{}", stderr(&missing));
}
