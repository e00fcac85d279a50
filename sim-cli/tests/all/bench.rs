//! Cards of agents: built-in agents beside them, exact answers behind it, and the same bytes without the bot.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::common::python::python;
use crate::common::{refused, run, same_files, stderr, stdout};

const SMALL: [&str; 4] = ["--games", "12", "--vocabulary", "2000"];

/// A bot of the kit that says the code that it is told wherever it foresees, and gives the words behind its code.
const BOT: &str = r#"
class Mine(Bot):
    name, fingerprint, ignores = "mine", FINGERPRINT, ("seed", "member", "head", "guesses")
    words = True

    def clues(self, questions):
        return [[self.vocabulary[(7 * len(q.given) + 50 * len(q.refused) + 13 * d + 1) % 1900] for d in q.code]
                for q in questions]

    def decode(self, questions):
        return [Answer(self.first(q), {"requests": 1, "prompt_tokens": 5, "cost": 0.5}) for q in questions]

    def first(self, q):
        return Malformed("nothing") if sum(map(ord, q.clues[0] or "x")) % 3 == 0 else (1, 2, 3)

    def intercept(self, questions):
        return [[1] * 24 for q in questions]

    def predict(self, questions):
        for place, q in reversed(list(enumerate(questions))):
            assert q.reader["spec"] in ("bayes", "history", "adaptive") and len(q.clues) == 3
            yield place, {"code": q.code, "confidence": 1}

serve(Mine())
"#;

fn card(args: &[&str], out: &Path) -> Value {
    let out = out.display().to_string();
    let output = run(&[&["bench"], args, &SMALL, &["--out", &out]].concat());
    assert!(output.status.success(), "{}", stderr(&output));
    let text = fs::read_to_string(Path::new(&out).join("card.json")).expect("a card");
    serde_json::from_str(&text).expect("JSON")
}

fn value(card: &Value, task: &str, player: &str, measure: &str) -> f64 {
    let rows = card["measures"].as_array().expect("measures");
    let is_it = |row: &&Value| row["task"] == task && row["player"] == player && row["measure"] == measure;
    let row = rows.iter().find(is_it).unwrap_or_else(|| panic!("{task}, {player}, {measure}: {card}"));
    row["value"].as_f64().unwrap_or_else(|| panic!("{row}"))
}

#[test]
fn a_built_in_agent_is_between_floor_and_ceiling() {
    let dir = tempfile::tempdir().expect("a folder");
    let (first, again) = (dir.path().join("a"), dir.path().join("b"));
    let found = card(&["margin"], &first);
    card(&["margin", "--threads", "1"], &again);
    same_files(&first, &again);
    for (task, measure) in [
        ("decode", "accuracy"),
        ("intercept", "bits"),
        ("leak", "understood by `bayes`"),
        ("play", "score against all"),
    ] {
        let own = value(&found, task, "margin", measure);
        assert_eq!(own.to_bits(), value(&found, task, "ceiling: `margin`", measure).to_bits(), "{task}");
        assert!(own > value(&found, task, "floor: `random`", measure), "{task}");
    }
    for reader in ["bayes", "history", "adaptive"] {
        let skill = format!("skill of `{reader}`");
        assert!((value(&found, "predict", "ceiling: exact", &skill) - 1.0).abs() < 1e-6);
        assert!(value(&found, "predict", "floor: every code alike", &skill).abs() < 1e-6);
        let diagnostic = format!("skill of `{reader}`, diagnostic items");
        assert!(value(&found, "predict", "floor: the true code", &diagnostic) <= 0.0);
    }
}

/// Clues with their codes, as every player of a card gets them.
fn clues(card: &Path) -> Vec<Value> {
    let text = fs::read_to_string(card.join("items.jsonl")).expect("items");
    let items = text.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    let read = items.filter(|item| item["task"] == "decode" || item["task"] == "intercept");
    read.map(|item| {
        json!([item["task"], item["giver"], item["game"], item["round"], item["clues"], item["code"]])
    })
    .collect()
}

#[test]
fn good_and_bad_players_get_the_same_clues() {
    let dir = tempfile::tempdir().expect("a folder");
    let [good, bad] = ["margin", "random"].map(|agent| {
        card(&[agent], &dir.path().join(agent));
        clues(&dir.path().join(agent))
    });
    // Three givers, 4 games each, 5 rounds: each decoded, and intercepted from round 2.
    assert_eq!((good.len(), &good), (3 * 4 * (5 + 4), &bad));
}

fn write_bot(path: &Path, fingerprint: &str) -> Option<String> {
    let kit = Path::new(env!("CARGO_MANIFEST_DIR")).join("../bots/kit");
    let head = format!(
        "import sys\nsys.path.insert(0, {:?})\nfrom overhear_bot import Answer, Bot, Malformed, serve\nFINGERPRINT = {fingerprint:?}\n",
        kit.display().to_string()
    );
    fs::write(path, head + BOT).expect("written");
    Some(format!("mine={} {}", python()?, path.display()))
}

#[test]
fn a_card_is_made_again_from_kept_answers_to_the_same_bytes() {
    let dir = tempfile::tempdir().expect("a folder");
    let path = |name: &str| dir.path().join(name);
    let Some(bot) = write_bot(&path("mine.py"), "one") else { return };
    let kept = path("kept.jsonl").display().to_string();
    let asked = ["mine", "--bot", &bot, "--answers", &kept];
    let found = card(&asked, &path("a"));
    assert_eq!(found["fingerprint"], "one");
    assert!(value(&found, "validity", "mine", "malformed") > 0.0);
    for measure in ["skill of `bayes`", "egocentrism of `history`, diagnostic items"] {
        let floor = value(&found, "predict", "floor: the true code", measure);
        assert!((value(&found, "predict", "mine", measure) - floor).abs() < 1e-6, "{measure}");
    }
    let cost = fs::read_to_string(path("a").join("cost.csv")).expect("costs");
    let read = cost.lines().find(|line| line.starts_with("decode and intercept,")).expect("a task");
    let cells: Vec<f64> = read.split(',').skip(1).map(|cell| cell.parse().expect("a number")).collect();
    assert!(cells[1] > 10.0 && (cells[2] - 5.0 * cells[1]).abs() < 1e-9, "{read}");
    let before = fs::read(&kept).expect("answers");
    let absent = ["mine", "--bot", "mine=no-such-program-here", "--answers", &kept];
    card(&absent, &path("b"));
    same_files(&path("a"), &path("b"));
    assert_eq!(fs::read(&kept).expect("answers"), before, "nothing is asked again");

    let other = write_bot(&path("mine.py"), "two").expect("there is Python");
    let asked = ["mine", "--bot", &other, "--answers", &kept, "--max-requests", "3"];
    let output = run(&[&["bench"], &asked[..], &SMALL].concat());
    assert!(!output.status.success(), "another fingerprint is asked anew");
    assert!(stderr(&output).contains("3 questions were sent, the most that --max-requests allows"));
}

#[test]
fn a_forecast_asks_nothing_and_an_unknown_suite_is_refused() {
    let output = run(&["bench", "margin", "--dry"]);
    assert!(output.status.success() && output.stdout.is_empty());
    assert!(stderr(&output).contains("at most 0 questions"), "{}", stderr(&output));
    refused(&["bench", "margin", "--suite", "decrypto-9"], 2, &["decrypto-9", "decrypto-1"]);
}

#[test]
fn a_card_has_a_page_with_its_finding_first() {
    let dir = tempfile::tempdir().expect("a folder");
    let out = dir.path().join("card");
    card(&["margin"], &out);
    stdout(&["report", out.to_str().expect("UTF-8")]);
    let page = fs::read_to_string(out.join("report.html")).expect("a page");
    assert!(page.contains("of 100 codes from clues of built-in agents"));
    assert!(page.contains("sim-cli bench") && page.contains("egocentrism"));
    fs::write(out.join("card.csv"), "task\n").expect("written");
    refused(&["report", out.to_str().expect("UTF-8"), "--force"], 2, &["card.csv"]);
}
