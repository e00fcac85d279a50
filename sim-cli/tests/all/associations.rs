//! Agents that go by a table of P(clue | keyword) in the place of the word space.

use std::fs;
use std::path::MAIN_SEPARATOR;

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

/// A table of one keyword.
fn one_keyword(dir: &tempfile::TempDir) -> String {
    let path = dir.path().join("one.csv");
    fs::write(&path, "keyword,clue,weight\npirate,water,3\n").expect("written");
    format!("one={}", path.display())
}

/// Commands that take a table, each in a few games, with an agent that goes by `one`.
fn commands(dir: &tempfile::TempDir) -> Vec<Vec<String>> {
    let (deck, tune) = (dir.path().join("deck.txt"), dir.path().join("tune"));
    fs::write(&deck, "pirate\nsnow\nwater\nmusic\nlion\nbread\ncloud\npaper\n").expect("written");
    let sheet = dir.path().join("sheet.toml");
    let keywords = "[\"anchor\", \"bread\", \"castle\", \"dragon\"]";
    fs::write(
        &sheet,
        format!("own.keywords = {keywords}\nown.now.clues = [\"tower\", \"wings\", \"flour\"]\n"),
    )
    .expect("written");
    let clues = concat!(env!("CARGO_MANIFEST_DIR"), "/../data/eval/clues-en.csv");
    let [deck, tune, sheet] = [&deck, &tune, &sheet].map(|path| path.to_str().expect("UTF-8"));
    let agent = "margin:associations=one";
    let commands: [&[&str]; 14] = [
        &["tournament", "--agent", agent, "--agent", "random", "--games", "2"],
        &["agents", "league", "--agent", agent, "--agent", "random", "--games", "2"],
        &["balance", "--agent", agent, "--games", "2"],
        &["balance", "--agent", agent, "--games", "2", "--sweep", "round_limit=6,8"],
        &["balance", "--agent", agent, "--games", "2", "--by", "card"],
        &["balance", "--agent", agent, "--games", "2", "--deck-b", deck],
        &["rules", "compare", "official", "official,round_limit=6", "--agent", agent, "--games", "2"],
        &[
            "tune",
            "--agent",
            agent,
            "--param",
            "top",
            "--iterations",
            "1",
            "--confirm-pairs",
            "2",
            "--out",
            tune,
        ],
        &["eval", "decode", clues, "--agent", agent],
        &["agents", "check", agent, "--games", "1"],
        &["agents", "frontier", "--giver", "pragmatic:associations=one", "--games", "2", "--lambda", "0"],
        &["agents", "exploit", agent, "--games", "2"],
        &["replay", "--agent", agent, "--agent", "random", "--game", "1", "--seed", "1"],
        &["advise", sheet, "--agent", agent],
    ];
    commands.iter().map(|words| words.iter().map(|&word| word.to_owned()).collect()).collect()
}

#[test]
fn every_command_says_what_a_table_covers_and_that_nobody_goes_by_it() {
    let dir = tempfile::tempdir().expect("a directory");
    let one = one_keyword(&dir);
    let with = |words: &[String]| {
        let words: Vec<&str> = words.iter().map(String::as_str).chain(["--associations", &one]).collect();
        stderr(&run(&words))
    };
    for words in commands(&dir) {
        let warnings = with(&words);
        let covered = "one.csv: 1 weight for 1 of the deck's ";
        assert!(warnings.contains("warning: ") && warnings.contains(covered), "{words:?}: {warnings}");
        assert!(!warnings.contains("no agent uses"), "{words:?}: {warnings}");
        let idle: Vec<String> = words.iter().map(|word| word.replace(":associations=one", "")).collect();
        let idle: Vec<String> = idle
            .iter()
            .map(|word| word.replace(&format!("{MAIN_SEPARATOR}tune"), &format!("{MAIN_SEPARATOR}idle")))
            .collect();
        let warnings = with(&idle);
        assert!(warnings.contains("warning: no agent uses the associations `one`"), "{idle:?}: {warnings}");
    }
}

#[test]
fn a_table_that_covers_the_deck_is_noted_without_a_warning() {
    let dir = tempfile::tempdir().expect("a directory");
    let deck = dir.path().join("deck.txt");
    fs::write(&deck, "pirate\nsnow\nlion\nbread\ncloud\npaper\nviolin\nbottle\n").expect("written");
    let rows = "pirate,sea,1\nsnow,cold,2\nlion,king,1\nbread,food,1\ncloud,sky,1\npaper,book,1\nviolin,music,1\nbottle,wine,1\n";
    let path = dir.path().join("norms.csv");
    fs::write(&path, format!("keyword,clue,weight\n{rows}")).expect("written");
    let norms = format!("norms={}", path.display());
    let deck = ["--deck", deck.to_str().expect("UTF-8")];
    let agents = ["--agent", "margin:associations=norms", "--agent", "random", "--associations", &norms];
    let agents = [&deck[..], &agents].concat();
    let warnings = stderr(&run(&[&["tournament", "--games", "2"], &agents[..]].concat()));
    assert!(warnings.contains("norms.csv: 8 weights for all 8 keywords of the deck"), "{warnings}");
    assert!(!warnings.contains("warning: /") && !warnings.contains("rows skipped"), "{warnings}");
}

#[test]
fn clues_of_people_are_read_by_a_table_and_in_one_space() {
    let dir = tempfile::tempdir().expect("a directory");
    let clues = dir.path().join("clues.csv");
    let rows = "id,kw1,kw2,kw3,kw4,code,clue1,clue2,clue3\n1,pirate,hotel,jar,milk,1-2-3,water,guest,honey\n";
    fs::write(&clues, rows).expect("written");
    let clues = clues.to_str().expect("UTF-8");
    let one = one_keyword(&dir);
    let eval = |agent: &str| run(&["eval", "decode", clues, "--agent", agent, "--associations", &one]);
    let loss = |agent: &str| {
        let output =
            stdout(&["eval", "decode", clues, "--agent", agent, "--associations", &one, "--format", "csv"]);
        let place =
            output.lines().next().and_then(|header| header.split(',').position(|name| name == "log_loss"));
        let row = output.lines().nth(1).expect("a row");
        row.split(',').nth(place.expect("a column")).expect("a cell").parse::<f64>().expect("a number")
    };
    assert!(loss("margin:associations=one") < loss("margin"));
    for (agent, message) in [
        ("margin/bayes:associations=nosuch", "unknown associations `nosuch`; there are one"),
        ("margin/bayes:space=nosuch", "load `nosuch` with --space FILE"),
        ("margin/history:associations=one", "`history` takes no associations; those that do: nearest"),
    ] {
        let refused = eval(agent);
        assert_eq!(refused.status.code(), Some(2), "{agent}");
        assert!(stderr(&refused).contains(message), "{}", stderr(&refused));
    }
}

#[test]
fn givers_and_guessers_are_crossed_with_a_table_as_with_a_space() {
    let dir = tempfile::tempdir().expect("a directory");
    let norms = table(&dir);
    let cross = |words: &[&str]| {
        let command =
            ["agents", "cross", "--space", "built-in", "--games", "40", "--seed", "1", "--format", "csv"];
        run(&[&command[..], words].concat())
    };
    let rows = cross(&["--associations", &norms]);
    let rows = String::from_utf8(rows.stdout).expect("UTF-8");
    let understood = |parts: &str| {
        let row =
            rows.lines().find(|row| row.starts_with(parts)).unwrap_or_else(|| panic!("{parts}: {rows}"));
        let place =
            rows.lines().next().and_then(|header| header.split(',').position(|name| name == "decode_rate"));
        row.split(',').nth(place.expect("a column")).expect("a cell").parse::<f64>().expect("a rate")
    };
    assert!(understood("norms,norms,built-in") > understood("norms,built-in,norms") + 0.3, "{rows}");
    let refused = |words: &[&str]| {
        let output = cross(words);
        assert_eq!(output.status.code(), Some(2), "{words:?}");
        stderr(&output)
    };
    assert!(refused(&[]).contains("--space built-in --associations NAME=FILE"));
    let random = refused(&["--associations", &norms, "--agent", "random"]);
    assert!(random.contains("`random` takes no associations"), "{random}");
    let own = refused(&["--associations", &norms, "--agent", "margin:associations=norms"]);
    assert!(own.contains("sets every space and table in turn"), "{own}");
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
    assert!(refused(&both).contains("a space or associations, not both"));
    assert!(refused(&["--associations", "norms"]).contains("write NAME=FILE"));
    let missing = run(&["tournament", "--games", "2", "--associations", "n=/no/such.csv"]);
    assert_eq!(missing.status.code(), Some(1), "{}", stderr(&missing));
}
