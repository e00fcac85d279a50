//! The commands that play nothing, and the layers below the flags.

use std::collections::HashSet;
use std::process::Command;

use tempfile::TempDir;

use crate::common::{file, number, refused, rows, run, sim, stderr, stdout, table, tournament};

#[test]
fn agents_are_listed_and_shown() {
    let list = rows(&stdout(&["agents", "list"]));
    let names = |kind: &str| -> Vec<String> {
        list.iter().filter(|row| row["kind"] == kind).map(|row| row["name"].clone()).collect()
    };
    assert!(names("preset").contains(&"human".to_owned()));
    assert!(names("encryptor").contains(&"pragmatic".to_owned()));
    assert!(names("guesser").contains(&"bayes".to_owned()));
    for row in &list {
        let shown = rows(&stdout(&["agents", "show", &row["name"]]));
        let mut numbers = shown.iter().filter(|row| ["whole", "real"].contains(&row["kind"].as_str()));
        assert!(
            numbers.all(|row| (number(row, "low")..=number(row, "high")).contains(&number(row, "value")))
        );
    }
    let shown = rows(&stdout(&["agents", "show", "margin:top=9"]));
    let top = shown.iter().find(|row| row["key"] == "top").expect("a parameter");
    assert_eq!((top["value"].as_str(), top["default"].as_str(), top["kind"].as_str()), ("9", "64", "whole"));
    let shown = rows(&stdout(&["agents", "show", "margin/bayes:candidates=open"]));
    let candidates = shown.iter().find(|row| row["key"] == "candidates").expect("a parameter");
    assert_eq!(
        ["value", "low", "high", "kind"].map(|key| candidates[key].as_str()),
        ["open", "deck", "open", "choice"]
    );
    let shown = rows(&stdout(&["agents", "show", "margin/bayes:space=wiki"]));
    let spaces = shown.iter().filter(|row| row["key"] == "space").map(|row| row["value"].as_str());
    assert_eq!(spaces.collect::<Vec<_>>(), ["", "wiki"], "the guesser alone thinks there");
}

#[test]
fn the_frontier_has_a_row_for_each_combination_and_names_what_is_wrong() {
    let weights = ["--lambda", "0,1", "--gamma", "0,0.1", "--games", "40"];
    let frontier = rows(&stdout(&[&["agents", "frontier", "--referee", "enforce"][..], &weights].concat()));
    assert_eq!(frontier.len(), 4);
    let point = |lambda: &str, gamma: &str| {
        let row =
            frontier.iter().find(|row| row["lambda"] == lambda && row["gamma"] == gamma).expect("a row");
        for share in ["decoded", "intercepted"] {
            let [low, rate, high] = ["low", "rate", "high"].map(|end| number(row, &format!("{share}_{end}")));
            assert!(low <= rate && rate <= high, "{low} {rate} {high}");
        }
        number(row, "intercepted_rate")
    };
    assert!(point("1", "0") < point("0", "0"), "secrecy keeps clues from being intercepted");
    assert!(point("1", "0.1") < point("1", "0"), "and so does the thought for later rounds");
    refused(&["agents", "frontier", "--referee", "of"], 2, &["referee", "off, warn, enforce"]);
    refused(&["agents", "frontier", "--gamma", "9"], 2, &["gamma", "from 0 to 2"]);
    refused(&["agents", "frontier", "--giver", "margin"], 2, &["lambda"]);
}

#[test]
fn rules_that_are_shown_are_taken_back() {
    assert_eq!(rows(&stdout(&["rules", "list"]))[0]["name"], "official");
    let shown = stdout(&["rules", "show", "official"]);
    for part in ["# R10: ", "# allowed: 1 to 16", "round_limit = 8", "tiebreak = \"points_keywords\""] {
        assert!(shown.contains(part), "{part} is not in {shown}");
    }
    let dir = tempfile::tempdir().expect("a temporary directory");
    let path = file(&dir, "rules.toml", &shown);
    assert_eq!(stdout(&["rules", "check", &path]), format!("{path}: the official rules\n"));
    assert!(stdout(&["rules", "show", &path]).ends_with(shown.split_once('\n').expect("a title").1));
    let short = file(&dir, "short.toml", &shown.replace("round_limit = 8", "round_limit = 5"));
    assert!(stdout(&["rules", "check", &short]).ends_with("but for round_limit = 5\n"));
    let play = |rules: &str| {
        stdout(&[
            "tournament",
            "--rules",
            rules,
            "--seed",
            "1",
            "--games",
            "20",
            "--agent",
            "random",
            "--agent",
            "human",
        ])
    };
    assert_eq!(play(&path), play("official"));
}

#[test]
fn the_space_is_described_searched_and_converted() {
    let info = rows(&stdout(&["space", "info"]));
    let value = |key: &str| info.iter().find(|row| row["key"] == key).expect("a key")["value"].clone();
    assert_eq!((value("words"), value("keywords")), ("80000".to_owned(), "440".to_owned()));
    let near = rows(&stdout(&["space", "near", "ocean", "--count", "25"]));
    assert_eq!(near.len(), 25);
    assert!(near.iter().take(5).any(|row| row["word"] == "sea"), "{near:?}");
    assert!(near.windows(2).all(|w| number(&w[0], "cosine") >= number(&w[1], "cosine")));
    let dir = tempfile::tempdir().expect("a temporary directory");
    let text = "ice 1 0 0 0\ncar 0 1 0 0\nice 0 0 1 0\nsnow 0.9 0.1 0 0\nbus 0.1 0.9 0 0\n";
    let (from, to) = (file(&dir, "small.vec", text), dir.path().join("small.bin"));
    let to = to.to_str().expect("UTF-8");
    let import = ["space", "import", &from, "--out", to, "--components", "0"];
    let output = sim().args(import).output().expect("it runs");
    assert!(stderr(&output).contains("line 3: skipped"), "{}", stderr(&output));
    let report = rows(&String::from_utf8(output.stdout).expect("UTF-8"));
    assert_eq!((report[0]["words"].as_str(), report[0]["skipped"].as_str()), ("4", "1"));
    let near = rows(&stdout(&["space", "near", "ice", "-n", "1", "--space", to]));
    assert_eq!(near[0]["word"], "snow");
}

#[test]
fn an_import_says_which_keywords_are_missing() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let deck = file(&dir, "deck.txt", "glace\nvoiture\nmontre\ncerf-volant\nsoleil\nlune\nmer\npont\n");
    let import = |from: &str, more: &[&str]| {
        let to = dir.path().join("small.bin");
        let to = to.to_str().expect("UTF-8");
        let common = ["space", "import", from, "--out", to, "--components", "0", "--force"];
        sim().args(common).args(["--deck", &deck, "--lang", "fr"]).args(more).output().expect("it runs")
    };
    let counts = |output: &std::process::Output| {
        let report = rows(std::str::from_utf8(&output.stdout).expect("UTF-8"));
        ["words", "keywords", "keywords_missing"].map(|column| report[0][column].clone())
    };
    let vectors = file(
        &dir,
        "fr.vec",
        "et 1 0\nglace 0 1\nneige 1 1\nvoiture 1 2\ncerf 2 1\nsoleil 1 3\nlune 3 1\nmer 3 2\npont 2 3\n",
    );
    let output = import(&vectors, &[]);
    assert_eq!(counts(&output), ["9", "8", "1"]);
    assert!(
        stderr(&output).contains("1 of the deck's 8 keywords is not in the space"),
        "{}",
        stderr(&output)
    );
    assert!(stderr(&output).contains(": montre\n"), "{}", stderr(&output));
    assert_eq!(
        counts(&import(&vectors, &["--words", "1"])),
        ["8", "8", "1"],
        "keywords stay wherever they stand"
    );
    let whole = file(
        &dir,
        "whole.vec",
        "glace 0 1\nvoiture 1 2\nmontre 1 1\ncerf-volant 2 1\nsoleil 1 3\nlune 3 1\nmer 3 2\npont 2 3\n",
    );
    let output = import(&whole, &[]);
    assert_eq!(counts(&output), ["8", "8", "0"]);
    assert!(!stderr(&output).contains("not in the space"), "{}", stderr(&output));
}

#[test]
fn an_array_is_imported_with_its_words() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let header = "{'descr': '<f4', 'fortran_order': False, 'shape': (3, 2), }\n";
    let mut array = b"\x93NUMPY\x01\x00".to_vec();
    array.extend((header.len() as u16).to_le_bytes());
    array.extend(header.bytes());
    array.extend([1.0f32, 0.0, 0.0, 1.0, 0.9, 0.1].iter().flat_map(|x| x.to_le_bytes()));
    let from = dir.path().join("small.npy");
    std::fs::write(&from, array).expect("written");
    let (from, to) = (from.to_str().expect("UTF-8"), dir.path().join("small.bin"));
    let (to, list) = (to.to_str().expect("UTF-8"), file(&dir, "words.txt", "ice\ncar\nsnow\n"));
    refused(&["space", "import", from, "--out", to], 2, &["small.npy", "--word-list"]);
    let short = file(&dir, "short.txt", "ice\ncar\n");
    refused(&["space", "import", from, "--word-list", &short, "--out", to], 2, &["3 rows", "2 lines"]);
    stdout(&["space", "import", from, "--word-list", &list, "--out", to, "--components", "0"]);
    assert_eq!(rows(&stdout(&["space", "near", "ice", "-n", "1", "--space", to]))[0]["word"], "snow");
}

#[test]
fn scripts_and_pages_are_written() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        assert!(stdout(&["completions", shell]).contains("tournament"), "{shell}");
    }
    assert!(stdout(&["man"]).contains(".TH sim-cli 1"));
    assert!(stdout(&["man", "space", "near"]).contains("cosine"));
}

#[test]
fn flags_are_over_the_environment_over_the_file_over_defaults() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let config =
        "games = 40\nseed = 1\nagent = [\"random\", \"nearest\"]\nteam_size = 3\nset = { round_limit = 4 }\n";
    let config = file(&dir, "config.toml", config);
    let play = |flags: &[&str], variables: &[(&str, &str)]| {
        let mut command = sim();
        command.args(["tournament", "--format", "json"]).args(flags).envs(variables.iter().copied());
        let output = command.output().expect("it runs");
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        serde_json::from_slice::<serde_json::Value>(&output.stdout).expect("JSON")
    };
    let file = play(&["--config", &config], &[]);
    assert_eq!((&file["games"], &file["seed"]), (&40.into(), &1.into()));
    assert_eq!(file["configuration"]["team_size"], 3);
    assert_eq!(file["configuration"]["rules"]["switches"]["round_limit"], 4);
    let environment = play(
        &[],
        &[
            ("SIM_CLI_CONFIG", &config),
            ("SIM_CLI_SEED", "2"),
            ("SIM_CLI_PAIRS", "5"),
            ("SIM_CLI_AGENT", "margin;random"),
        ],
    );
    assert_eq!((&environment["games"], &environment["seed"]), (&10.into(), &2.into()));
    assert_eq!(environment["configuration"]["agents"][0]["label"], "margin");
    let flags = play(
        &["--config", &config, "--games", "6", "--seed", "3"],
        &[("SIM_CLI_SEED", "2"), ("SIM_CLI_PAIRS", "5")],
    );
    assert_eq!((&flags["games"], &flags["seed"]), (&6.into(), &3.into()));
    let defaults = play(&["--agent", "random", "--agent", "b=random"], &[]);
    assert_eq!((&defaults["games"], &defaults["configuration"]["team_size"]), (&10_000.into(), &2.into()));
}

#[test]
fn an_agents_file_comes_before_the_flags() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let agents = "[[agent]]\nspec = \"margin:top=20/history\"\n\n[[agent]]\nlabel = \"bold\"\npreset = \"pragmatic\"\n\
                  settings = { lambda = 0.1, top = 8 }\n\n[[agent]]\npreset = \"random\"\n";
    let agents = file(&dir, "agents.toml", agents);
    let text = stdout(&[
        "tournament",
        "--games",
        "24",
        "--format",
        "json",
        "--agents",
        &agents,
        "--agent",
        "random",
    ]);
    let document: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let entries = document["configuration"]["agents"].as_array().expect("a list").clone();
    let labels: Vec<&str> = entries.iter().filter_map(|entry| entry["label"].as_str()).collect();
    assert_eq!(labels, ["margin:top=20/history", "bold", "random", "random-2"]);
    assert!(
        entries[1]["spec"].as_str().is_some_and(|spec| spec.contains("lambda=0.1") && spec.contains("top=8"))
    );
}

#[test]
fn the_law_of_clues_answers_in_a_line() {
    let ask = |args: &[&str]| stdout(&[&["rules", "clue"], args].concat());
    let anchor = ["--keyword", "anchor", "--keyword", "place", "--keyword", "scorpion"];
    let ask_anchor = |clue: &str| ask(&[&[clue], &anchor[..]].concat());
    assert_eq!(ask_anchor("harbour chain"), "legal\n");
    assert_eq!(ask_anchor("anchors"), "illegal: R21: an inflection of a keyword\n");
    assert_eq!(ask_anchor("face"), "legal\n");
    assert_eq!(ask_anchor("plaice"), "doubtful: R19: it sounds like the keyword\n");
    assert_eq!(ask_anchor("rhymes with face"), "illegal: R19: it sounds like the keyword\n");
    let inside = "illegal: R21: a word that is made of a keyword\n";
    assert_eq!(ask_anchor("escorpión"), inside, "the lists have no Spanish, but the keyword stands in it");
    assert_eq!(
        ask(&["escorpión", "--keyword", "xylitol"]),
        "doubtful: R21: I do not know this word; it may be a translation\n",
        "no list has the keyword"
    );
    assert_eq!(ask(&["quai", "--keyword", "quay"]), "illegal: R21: a translation of a keyword\n");
    assert_eq!(ask(&["motor", "--keyword", "engine"]), "legal\n", "the word is English too");
    assert_eq!(ask_anchor("tripod"), "doubtful: R19: it alludes to position 3\n");
    assert_eq!(ask_anchor("8 letters"), "illegal: R19: its number of letters\n");
    assert_eq!(ask_anchor("musketeers"), "doubtful: R19: it alludes to position 3\n");
    assert_eq!(ask(&["ancla", "--keyword", "anchor"]), "legal\n");
    assert_eq!(ask(&["ancre", "--keyword", "anchor"]), "illegal: R21: a translation of a keyword\n");
    assert_eq!(ask(&["mast", "--keyword", "gäst", "--lang", "sv"]), "legal\n");
    assert_eq!(
        ask(&["gästerna", "--keyword", "gäst", "--lang", "sv"]),
        "illegal: R21: an inflection of a keyword\n"
    );
    assert_eq!(
        ask(&["två\nrader", "--keyword", "hav", "--lang", "sv"]),
        "illegal: R18: a line break or another control character\n"
    );
    assert_eq!(ask(&["4", "--keyword", "anchor", "--meant", "1"]), "legal\n");
}

#[test]
fn the_law_of_clues_judges_a_file_and_a_deck() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let pairs = file(&dir, "pairs.csv", "keyword,clue\nchat,souris\nchat,cat\nchien,chiens\nchat,chats\n");
    let printed = stdout(&["rules", "clue", "--file", &pairs, "--lang", "fr", "--format", "csv"]);
    let verdicts: Vec<String> = rows(&printed).iter().map(|row| row["verdict"].clone()).collect();
    assert_eq!(verdicts, ["legal", "illegal", "illegal", "illegal"]);
    let deck = file(&dir, "deck.csv", "fr,en\nzorglub,wizzle\na,b\nc,d\ne,f\ng,h\ni,j\nk,l\nchat,cat\n");
    let ask = |more: &[&str]| {
        stdout(&[&["rules", "clue", "wizzle", "--keyword", "zorglub", "--lang", "fr"], more].concat())
    };
    assert_eq!(ask(&[]), "doubtful: R21: I do not know this word; it may be a translation\n");
    assert_eq!(ask(&["--deck", &deck]), "illegal: R21: a translation of a keyword\n");
    refused(&["rules", "clue", "--file", &pairs, "--keyword", "a"], 2, &["--file", "--keyword"]);
    refused(&["rules", "clue"], 2, &["--keyword"]);
}

#[test]
fn the_law_of_clues_refuses_keywords_that_no_team_holds() {
    let ask = |args: &[&str], message: &str| {
        refused(&[&["rules", "clue", "sea", "--keyword", "anchor"], args].concat(), 2, &[message]);
    };
    ask(&["--meant", "3"], "--meant 3");
    ask(&["--keyword", "Anchor"], "given twice");
    ask(&["--keyword", ""], "has no letter or digit");
    ask(&["--keyword", "…"], "has no letter or digit");
    ask(&["--keyword", "a1", "--keyword", "b1", "--keyword", "c1", "--keyword", "d1"], "the fifth");
}

#[test]
fn the_size_of_the_vocabulary_is_part_of_the_run() {
    let agents =
        ["--agent", "random", "--agent", "nearest", "--games", "40", "--seed", "2", "--log", "halves"];
    let played = |words: &str| tournament(&[&agents[..], &["--vocabulary", words]].concat());
    let (few, all) = (played("300"), played("20000"));
    let content = |dir: &TempDir, file| std::fs::read_to_string(dir.path().join(file)).expect("a file");
    assert!(
        content(&few, "manifest.json").contains("300 words")
            && !content(&all, "manifest.json").contains(" words")
    );
    let clues = |dir: &TempDir| -> HashSet<String> {
        let halves = table(dir.path(), "halves.csv");
        halves
            .iter()
            .flat_map(|half| ["clue_1", "clue_2", "clue_3"].map(|column| half[column].clone()))
            .collect()
    };
    assert!(clues(&few).len() <= 300 && clues(&all).len() > 300);
    let from = few.path().to_str().expect("UTF-8");
    stdout(&["replay", "--from", from, "--game", "3", "--verify"]);
    stdout(&["report", from]);
    assert!(content(&few, "report.html").contains("--vocabulary 300"));
    refused(&["tournament", "--vocabulary", "255"], 2, &["--vocabulary", "255"]);
    let output = run(&[
        "tournament",
        "--agent",
        "random",
        "--agent",
        "nearest",
        "--games",
        "2",
        "--vocabulary",
        "80000",
    ]);
    assert!(stderr(&output).contains("words of the space may be clues, not 80000"), "{}", stderr(&output));
}

#[test]
fn the_program_answers_to_its_own_name() {
    let called = |args: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_overhear")).args(args).output().expect("it starts");
        assert!(output.status.success(), "{args:?}");
        String::from_utf8(output.stdout).expect("text")
    };
    assert!(called(&["--help"]).contains("Usage: overhear"));
    assert!(called(&["man"]).contains("overhear"));
    assert!(called(&["completions", "bash"]).contains("complete -F _overhear"));
    assert_eq!(called(&["stats", "wilson", "81", "263"]), stdout(&["stats", "wilson", "81", "263"]));
}
