//! Advice on the note sheet of a real table.

use crate::common::{file, refused, stdout};
use overhear_engine::rules::Code;
use serde_json::Value;
use tempfile::tempdir;

fn advice(sheet: &str, more: &[&str]) -> Value {
    let dir = tempdir().expect("a directory");
    let path = file(&dir, "sheet.toml", sheet);
    let text = stdout(&[&["advise", &path, "--format", "json"], more].concat());
    serde_json::from_str(&text).expect("JSON")
}

fn words<'a>(list: &'a Value, key: &str) -> Vec<&'a str> {
    list.as_array().expect("a list").iter().map(|entry| entry[key].as_str().expect("a text")).collect()
}

#[test]
#[ignore = "slow: three advices with all words"]
fn the_example_is_advised_on_in_full() {
    let example = stdout(&["advise", "--example"]);
    let answer = advice(&example, &[]);
    assert_eq!(answer["decode"][0]["code"], "3-4-2");
    assert_eq!(answer["intercept"][0]["code"], "2-4-1");
    assert_eq!(answer["unknown_words"], 0);
    let first = &answer["opponents_keywords"][0];
    assert_eq!(words(&first["keywords"], "word").len(), 10);
    assert!(!words(&first["keywords"], "word").contains(&"ring"), "R21: rings was said");
    assert_eq!(first["clues"], serde_json::json!(["orbit", "rings"]));
    assert_eq!(answer["encrypt"]["written"]["verdicts"], serde_json::json!(["legal", "legal", "legal"]));
    let digits = answer["encrypt"]["digits"].as_array().expect("three digits");
    assert_eq!(
        digits.iter().map(|digit| digit["position"].as_u64()).collect::<Vec<_>>(),
        [Some(3), Some(4), Some(2)]
    );
    for digit in digits {
        let keyword = digit["keyword"].as_str().expect("a keyword");
        for clue in digit["clues"].as_array().expect("clues") {
            assert!(clue["p_own"].as_f64().expect("a number") > 0.5, "{clue}");
            assert!(!clue["clue"].as_str().expect("a clue").contains(keyword), "R21: {clue} for {keyword}");
        }
    }
    let dir = tempdir().expect("a directory");
    let path = file(&dir, "sheet.toml", &example);
    let text = stdout(&["advise", &path, "--top", "3"]);
    for part in [
        "The opponents' keyword 1: orbit, rings",
        "The opponents' code",
        "Clues for 3 castle",
        "castle: legal",
    ] {
        assert!(text.contains(part), "{part} is not in {text}");
    }
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
}

#[test]
fn a_sheet_may_hold_less_and_any_text() {
    let answer = advice("[opponents.now]\nclues = [\"x\", \"y\", \"z\"]\n", &["--top", "24"]);
    let codes = answer["intercept"].as_array().expect("codes");
    assert_eq!(
        (codes.len(), answer["decode"].is_null(), answer["encrypt"].is_null()),
        (Code::COUNT, true, true)
    );
    let total: f64 = codes.iter().map(|code| code["probability"].as_f64().expect("a number")).sum();
    assert!((total - 1.0).abs() < 1e-9);
    let answer = advice(
        "[own]\nkeywords = [\"New York\", \"愛\", \"ice cream\", \"x-ray\"]\nnow = { clues = [\"skyscrapers\", \"vanilla cone\", \"xyzzyq\"] }\n",
        &[],
    );
    assert_eq!(answer["decode"][0]["code"].as_str().map(|code| &code[..3]), Some("1-3"));
    assert_eq!(answer["unknown_words"], 3, "愛, xyzzyq and the x of x-ray");
    assert!(stdout(&["advise", "/dev/null"]).contains("Nothing is asked"));
}

#[test]
fn the_law_judges_what_is_written() {
    let sheet = "[own]\nkeywords = [\"sun\", \"scorpion\", \"bread\", \"castle\"]\n\
        round = [{ clues = [\"beach\", \"sting\", \"toast\"], code = \"1-2-3\" }]\n\
        now = { clues = [\"sunflower\", \"8 letters\", \"Toast\"], code = \"1-2-3\" }\n";
    let verdicts = advice(sheet, &[])["encrypt"]["written"]["verdicts"].clone();
    let verdict = |n: usize| verdicts[n].as_str().expect("a verdict").to_owned();
    assert!(verdict(0).starts_with("illegal (R21"), "{verdicts}");
    assert!(verdict(1).starts_with("illegal (R19"), "{verdicts}");
    assert!(verdict(2).starts_with("illegal (R20"), "{verdicts}");
}

#[test]
fn what_is_wrong_with_a_sheet_is_named_by_line_and_key() {
    let dir = tempdir().expect("a directory");
    let ask = |sheet: &str, named: &[&str]| {
        let path = file(&dir, "sheet.toml", sheet);
        refused(&["advise", &path], 2, &[&["sheet.toml"], named].concat());
    };
    ask("langage = \"en\"\n", &["line 1", "did you mean `language`"]);
    ask("language = \"tlh\"\n", &["line 1", "`language`", "en, fr, it or sv"]);
    ask("[own]\nkeyword = []\n", &["line 2", "did you mean `keywords`"]);
    ask("[own]\nkeywords = [\"a\", \"b\"]\n", &["line 2", "`own.keywords`", "4 texts"]);
    ask("[own]\nkeywords = [\"a\", \"b\", \"\", \"d\"]\n", &["`own.keywords`", "empty"]);
    ask("[[opponents.round]]\nclues = [\"a\", \"b\", \"c\"]\n", &["line 1", "no `code`"]);
    ask(
        "[[opponents.round]]\nclues = [\"a\", \"b\", \"c\"]\ncode = \"1-1-2\"\n",
        &["line 3", "`round.code`", "1-1-2"],
    );
    ask("[opponents.round]\n", &["[[opponents.round]]"]);
    ask("[opponents.now]\ncode = \"1-2-3\"\n", &["line 2", "unknown key `code`"]);
    ask("[own.now]\ncode = \"1-2-3\"\n", &["own.keywords"]);
    ask("own = 3\n", &["line 1", "write a table"]);
    ask("[own\n", &["line 1"]);
    refused(&["advise"], 2, &["SHEET.toml"]);
    refused(&["advise", "nowhere.toml"], 1, &["nowhere.toml"]);
    refused(&["advise", "nowhere.toml", "--agent", "bays"], 2, &["--agent bays"]);
}
