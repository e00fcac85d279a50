//! `sim-cli report` of results that cannot be shown, and what a page may not do.

use std::fs;
use std::path::Path;

use crate::common::{file, refused, reseal, run, sha256, stderr, stdout, tournament};
use crate::report::{balance, between, page};

#[test]
fn a_page_may_load_and_run_nothing() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let page = page(&balance(&dir, &[]), &dir);
    let sheet = stdout(&["replay", "--seed", "1", "--game", "0", "--format", "html"]);
    for page in [page, sheet] {
        let policy = between(&page, "http-equiv=\"Content-Security-Policy\" content=\"", "\"")[0];
        assert!(policy.contains("default-src 'none'") && policy.contains("style-src 'sha256-"), "{policy}");
        assert!(!policy.contains("unsafe") && !page.contains(" style=\""), "{policy}");
        assert!(page.find("Content-Security").expect("a policy") < page.find("<style>").expect("a style"));
    }
}

#[test]
fn a_page_is_not_written_under_the_name_of_another_kind_of_file() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let result = balance(&dir, &[]);
    for name in ["page.png", "page.SVG", "page.csv"] {
        let out = dir.path().join(name);
        let place = result.to_str().expect("UTF-8");
        refused(&["report", place, "--out", out.to_str().expect("UTF-8")], 2, &["--out", name, ".html"]);
        assert!(!out.exists(), "{name} was written");
    }
}

#[test]
fn a_table_that_is_missing_empty_or_changed_is_refused_by_name() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let agents =
        ["--agent", "margin", "--agent", "random", "--games", "20", "--seed", "1", "--log", "halves"];
    let result = tournament(&agents);
    let place = result.path().to_str().expect("UTF-8");
    let out = dir.path().join("new.html").to_str().expect("UTF-8").to_owned();
    let report = ["report", place, "--out", &out];
    for name in ["standings.csv", "pairings.csv", "rounds.csv", "endings.csv", "games.csv", "halves.csv"] {
        let path = result.path().join(name);
        let good = fs::read(&path).expect("a table");
        let mut flipped = good.clone();
        flipped[good.len() / 2] ^= 1;
        for bad in [Vec::new(), good[..good.len() - 1].to_vec(), flipped] {
            fs::write(&path, bad).expect("written");
            refused(&report, 2, &[name, "it was changed"]);
        }
        fs::remove_file(&path).expect("it is there");
        refused(&report, 2, &[name, "missing"]);
        fs::write(&path, good).expect("written");
    }
    let manifest = result.path().join("manifest.json");
    let text = fs::read_to_string(&manifest).expect("a manifest");
    fs::write(&manifest, text.replace("\"seed\": 1", "\"seed\": 2")).expect("written");
    refused(&report, 2, &["manifest.json", "damaged or was edited"]);
    fs::write(&manifest, text).expect("written");
    stdout(&report);
}

#[test]
fn a_page_without_a_place_stands_beside_its_result_and_writes_over_nothing() {
    let result = tournament(&["--agent", "margin", "--agent", "random", "--games", "4", "--seed", "1"]);
    let place = result.path().to_str().expect("UTF-8");
    let output = run(&["report", place]);
    let page = result.path().join("report.html");
    assert!(stderr(&output).contains("report.html") && page.is_file(), "{}", stderr(&output));
    refused(&["report", place], 2, &["report.html", "--force"]);
    stdout(&["report", place, "--force"]);
    let standings = result.path().join("standings.csv");
    refused(
        &["report", place, "--force", "--out", standings.to_str().expect("UTF-8")],
        2,
        &["standings.csv"],
    );
}

#[test]
fn what_is_no_result_and_what_is_in_the_way_are_named() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let place = dir.path().to_str().expect("UTF-8");
    let page = file(&dir, "page.html", "mine");
    refused(&["report", place, "--out", &page], 2, &["page.html", "--force"]);
    let new = dir.path().join("new.html");
    let new = new.to_str().expect("UTF-8");
    refused(&["report", place, "--out", new], 2, &["manifest.json"]);
    file(&dir, "manifest.json", "{\"command\": \"something\"}");
    refused(&["report", place, "--out", new], 2, &["manifest.json", "program"]);
    file(&dir, "manifest.json", "{");
    refused(&["report", place, "--out", new], 2, &["manifest.json", "line 1"]);
    let nowhere = run(&["report", place, "--out", "/nowhere/at/all.html"]);
    assert_ne!(nowhere.status.code(), Some(0), "{}", stderr(&nowhere));
    assert_eq!(fs::read_to_string(&page).expect("the file is still there"), "mine");
    assert!(!Path::new(new).exists(), "nothing half is left");
}

/// Changes a file of a result, and seals the result again.
fn forge(result: &Path, name: &str, change: impl FnOnce(&str) -> String) {
    let path = result.join(name);
    let text = change(&fs::read_to_string(&path).expect("a table"));
    fs::write(&path, &text).expect("written");
    reseal(&result.join("manifest.json"), |manifest| {
        manifest["files"][name]["sha256"] = sha256(&text).into();
        manifest["files"][name]["bytes"] = text.len().into();
    });
}

#[test]
fn a_sealed_table_with_what_cannot_be_drawn_is_refused_by_line_and_column() {
    let agents = ["--agent", "margin", "--agent", "random", "--games", "4", "--seed", "1", "--log", "halves"];
    let dir = tempfile::tempdir().expect("a temporary directory");
    let page = dir.path().join("new.html").to_str().expect("UTF-8").to_owned();
    let second = |text: &str, cells: &[(usize, &str)]| {
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let mut row: Vec<&str> = lines[1].split(',').collect();
        cells.iter().for_each(|&(place, cell)| row[place] = cell);
        lines[1] = row.join(",");
        lines.join("\n") + "\n"
    };
    let long = "x".repeat(1001);
    let forged: [(&str, usize, &str, &str); 14] = [
        ("standings.csv", 0, "mar\u{1b}[31mgin", "\\u{1b}"),
        ("standings.csv", 0, &long, "at most 1,000"),
        ("standings.csv", 5, "NaN", "`score`"),
        ("pairings.csv", 7, "inf", "`a_score`"),
        ("games.csv", 3, "mar\u{202e}gin", "\\u{202e}"),
        ("games.csv", 0, "x", "`game`"),
        ("halves.csv", 10, "NaN", "`p_guess`"),
        ("halves.csv", 10, "1.5", "`p_guess`"),
        ("halves.csv", 1, "300", "`round`"),
        ("halves.csv", 2, "green", "`side`"),
        ("endings.csv", 3, "knockout", "`step`"),
        ("endings.csv", 2, "e", "`door`"),
        ("endings.csv", 4, "", "`winner`"),
        ("standings.csv", 1, "-5", "`games`"),
    ];
    for (name, place, cell, place_named) in forged {
        let result = tournament(&agents);
        forge(result.path(), name, |text| second(text, &[(place, cell)]));
        let place = result.path().to_str().expect("UTF-8");
        refused(&["report", place, "--out", &page], 2, &[name, "line 2", place_named]);
    }
    let result = tournament(&agents);
    forge(result.path(), "halves.csv", |text| second(text, &[(10, "")]));
    stdout(&["report", result.path().to_str().expect("UTF-8"), "--out", &page]);
}
