//! Experiments on agents keep their result in a directory, have a page, and go on after an interruption.

use std::fs;
use std::path::Path;

use serde_json::Value;
use tempfile::{TempDir, tempdir};

#[cfg(unix)]
use crate::common::unfinished::Run;
use crate::common::{VEHICLES, file, files, refused, run, same_files, stderr, stdout, tournament};

/// Commands that play for a moment, the tables that they keep, and a sentence of their pages.
const KEPT: [(&str, &[&str], &str); 12] = [
    (
        "agents frontier --games 20 --lambda 0,1 --gamma 0 --referee off --seed 3",
        &["frontier.csv"],
        "decoded most often",
    ),
    ("agents people --games 6 --seed 3", &["people.csv"], "expected of such a table"),
    ("agents exploit random/uniform --games 20 --seed 3", &["exploit.csv"], "that it has not seen"),
    (
        "agents cross --space built-in --associations t=TABLE --agent margin --games 6 --seed 3",
        &["cross.csv"],
        "that thinks in",
    ),
    (
        "agents cross --agent nearest --agent margin --agent random --games 6 --seed 3",
        &["cross.csv"],
        "are decoded, against its own interceptor: by",
    ),
    (
        "agents league --games 40 --seed 3 --agent random --agent nearest --agent margin",
        &["league.csv", "matrix.csv"],
        "nearest",
    ),
    (
        "agents strangers nearest margin --games 12 --seed 3",
        &["strangers.csv", "by_stranger.csv"],
        "refer to their keyword in",
    ),
    (
        "rules search mean_rounds>3.5 --vary tokens_to_lose=3..4 --agent random --games 600 --seed 3",
        &["search.csv"],
        "The starting rules",
    ),
    ("eval decode CLUES --agent nearest --agent margin", &["eval.csv"], "too few"),
    (
        "tune --agent nearest:blunder=0.5 --param blunder --iterations 3 --pairs-per-iteration 2 --seed 3 \
         --sprt elo0=0,elo1=100",
        &["result.csv", "trace.csv"],
        "on deals that the climb has not seen",
    ),
    (
        "calibrate --agent random --runs 3 --pairs 20",
        &["calibrate.csv"],
        "Of runs between equally strong copies",
    ),
    ("calibrate --coverage --runs 20 --seed 2", &["coverage.csv"], "In none of 434 cases"),
];

/// Returns how many of the words name the command.
fn words_of_name(words: &[String]) -> usize {
    if ["calibrate", "tune"].contains(&words[0].as_str()) { 1 } else { 2 }
}

/// The words of a command with its files, which stand in a directory.
fn words(command: &str, dir: &TempDir) -> Vec<String> {
    let table = file(dir, "table.csv", "keyword,clue,weight\nanchor,ship,2\nbread,toast,1\n");
    let clues = "id,kw1,kw2,kw3,kw4,code,clue1,clue2,clue3\n1,anchor,bread,castle,dragon,1-2-3,ship,toast,knight\n\
                 2,anchor,bread,castle,dragon,4-2-3,fire,butter,king\n";
    let clues = file(dir, "clues.csv", clues);
    command.split(' ').map(|word| word.replace("TABLE", &table).replace("CLUES", &clues)).collect()
}

fn call(words: &[String], more: &[&str]) -> Vec<String> {
    words.iter().cloned().chain(more.iter().map(|&word| word.to_owned())).collect()
}

fn ran(words: &[String]) -> std::process::Output {
    run(&words.iter().map(String::as_str).collect::<Vec<_>>())
}

fn path(dir: &TempDir, name: &str) -> String {
    dir.path().join(name).to_str().expect("UTF-8").to_owned()
}

fn manifest(dir: &Path) -> Value {
    serde_json::from_slice(&fs::read(dir.join("manifest.json")).expect("a manifest")).expect("JSON")
}

/// The words of a manifest after the name of its command.
fn arguments(manifest: &Value) -> Vec<String> {
    let words = manifest["arguments"].as_array().expect("words").iter();
    words.map(|word| word.as_str().expect("a text").to_owned()).collect()
}

#[test]
fn a_result_is_kept_has_a_page_is_not_replaced_unasked_and_comes_again_by_the_command_of_its_manifest() {
    for (command, tables, sentence) in KEPT {
        let dir = tempdir().expect("a directory");
        let (words, out) = (words(command, &dir), path(&dir, "kept"));
        let played = ran(&call(&words, &["--out", &out, "--format", "csv"]));
        assert!(played.status.success(), "{command}: {}", stderr(&played));
        assert!(stderr(&played).contains("sim-cli report"), "{command}: {}", stderr(&played));
        let stored = files(Path::new(&out));
        let names: Vec<&str> = stored.keys().map(String::as_str).collect();
        let mut expected: Vec<&str> = tables.iter().copied().chain(["manifest.json"]).collect();
        expected.sort_unstable();
        assert_eq!(names, expected, "{command}");
        assert!(stored[tables[0]] == played.stdout, "{command}: what is printed is what is kept");
        let manifest = manifest(Path::new(&out));
        let title = words[..words_of_name(&words)].join(" ");
        assert_eq!(
            (manifest["command"].as_str(), manifest["complete"].as_bool()),
            (Some(&*title), Some(true))
        );
        let [data, agents] = ["data", "agents"].map(|key| manifest[key].as_array().expect("a list").len());
        assert_eq!(data > 0, agents > 0, "{command}: words are named where an agent plays");

        let again = ran(&call(&words, &["--out", &out]));
        assert_eq!(again.status.code(), Some(2), "{command}");
        assert!(stderr(&again).contains("--force") && files(Path::new(&out)) == stored, "{command}");
        let repeated = [&words[..words_of_name(&words)], &arguments(&manifest)].concat();
        let other = path(&dir, "other");
        let played = ran(&call(&repeated, &["--out", &other]));
        assert!(played.status.success(), "{repeated:?}: {}", stderr(&played));
        same_files(Path::new(&other), Path::new(&out));
        assert!(ran(&call(&words, &["--out", &out, "--force"])).status.success(), "{command}");
        assert_eq!(files(Path::new(&out)).keys().collect::<Vec<_>>(), stored.keys().collect::<Vec<_>>());

        stdout(&["report", &out]);
        let page = fs::read_to_string(Path::new(&out).join("report.html")).expect("a page");
        assert!(page.contains(sentence), "{command}: {sentence}");
        assert!(page.contains(&format!("sim-cli {title}")) && page.contains("<table"), "{command}");
        refused(&["compare", &out, &out], 2, &[&title, "tournament"]);
    }
}

#[test]
fn a_comparison_of_results_is_kept_as_well() {
    let [a, b] = ["4", "5"].map(|seed| {
        tournament(&["--agent", "nearest", "--agent", "random", "--games", "40", "--seed", seed])
    });
    let dir = tempdir().expect("a directory");
    let out = path(&dir, "kept");
    let words = ["compare", a.path().to_str().expect("UTF-8"), b.path().to_str().expect("UTF-8")];
    let printed = stdout(&[&words[..], &["--out", &out, "--format", "csv"]].concat());
    assert_eq!(fs::read_to_string(Path::new(&out).join("compare.csv")).expect("a table"), printed);
    stdout(&["report", &out]);
    let page = fs::read_to_string(Path::new(&out).join("report.html")).expect("a page");
    assert!(page.contains("unpaired") && page.contains("sim-cli compare"));
    refused(&[&words[..], &["--out", &out]].concat(), 2, &["--out", "compare.csv", "--force"]);
}

#[test]
fn force_is_about_a_directory_and_resume_about_an_interrupted_run() {
    let dir = tempdir().expect("a directory");
    let (deck, out) = (file(&dir, "deck.txt", VEHICLES), path(&dir, "kept"));
    refused(&["agents", "people", "--force"], 2, &["--force", "--out"]);
    refused(&["agents", "people", "--resume", &out], 2, &["--resume", "no such directory"]);
    refused(&["agents", "people", "--resume", &out, "--games", "9"], 2, &["--games", "--resume"]);
    refused(&["agents", "exploit", "margin", "--resume", &out], 2, &["--resume"]);
    stdout(&["agents", "people", "--games", "2", "--seed", "1", "--deck", &deck, "--out", &out]);
    refused(&["agents", "people", "--resume", &out], 2, &["--resume", "complete"]);
}

/// How many words name a command that plays for a while, and the command.
#[cfg(unix)]
const LONG: [(usize, &str); 10] = [
    (2, "agents frontier --games 40 --lambda 0,1 --gamma 0,0.1 --referee off --seed 3"),
    (2, "agents people --games 300 --seed 3"),
    (2, "agents exploit random/uniform --games 10 --seed 3"),
    (
        2,
        "agents league --games 1200 --seed 3 --agent random --agent nearest --agent margin --agent cheater=random/oracle \
         --respond-games 2",
    ),
    (2, "rules search mean_rounds>9 --vary round_limit --agent nearest --games 12000 --seed 3"),
    (
        1,
        "tune --agent nearest:blunder=0.5 --param blunder --opponent random --iterations 150 --pairs-per-iteration 4 --seed 3 \
         --sprt elo0=0,elo1=40",
    ),
    (1, "calibrate --coverage --runs 20 --seed 2"),
    (1, "balance --games 6000 --seed 3 --agent random --agent nearest"),
    (2, "rules compare official official,round_limit=6 --games 6000 --seed 3 --agent nearest --agent margin"),
    (
        2,
        "rules compare official short --until --margin 20 --games 20000 --seed 3 --agent nearest --agent margin",
    ),
];

/// How often a run is interrupted, each time a little later, before it goes on to its end.
#[cfg(unix)]
const INTERRUPTIONS: u64 = 2;

#[cfg(unix)]
#[test]
fn an_interrupted_run_says_how_it_goes_on_and_comes_to_the_same_bytes() {
    let dir = tempdir().expect("a directory");
    for (n, (named, command)) in LONG.into_iter().enumerate() {
        let [whole, cut] = ["whole", "cut"].map(|name| path(&dir, &format!("{name}-{n}")));
        let words = words(command, &dir);
        // Calibrations show no progress.
        let quiet: &[&str] = if words[0] == "calibrate" { &[] } else { &["--progress", "none"] };
        let begun = call(&words, &[&["--out", &cut, "-j", "1"], quiet].concat());
        let mut pieces = 0;
        let mut running = Run::start(&begun.iter().map(String::as_str).collect::<Vec<_>>());
        let named = &words[..named];
        loop {
            running = running.keeps_steps(Path::new(&cut));
            std::thread::sleep(std::time::Duration::from_millis(500 * pieces));
            let ended = if pieces < INTERRUPTIONS { running.signal("INT").end() } else { running.end() };
            if ended.status.success() {
                break;
            }
            pieces += 1;
            let message = stderr(&ended);
            assert_eq!(ended.status.code(), Some(130), "{command}: {message}");
            if Path::new(&cut).join(".overhear-run").exists() {
                assert!(
                    message.trim_end().ends_with(&format!("{} --resume {cut}", named.join(" "))),
                    "{message}"
                );
                let again = call(named, &[&["--resume", &cut, "-j", "2"], quiet].concat());
                running = Run::start(&again.iter().map(String::as_str).collect::<Vec<_>>());
            } else {
                running = Run::start(&begun.iter().map(String::as_str).collect::<Vec<_>>());
            }
        }
        assert!(pieces > 0, "{command} was not interrupted");
        assert!(ran(&call(&words, &["--out", &whole])).status.success());
        same_files(Path::new(&whole), Path::new(&cut));
        assert!(!Path::new(&cut).join(".overhear-run").exists(), "{command}");
    }
}
