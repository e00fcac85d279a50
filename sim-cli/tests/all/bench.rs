//! Cards of agents: built-in agents beside them, exact answers behind it, and the same bytes without the bot.

use std::fs;
use std::path::Path;
#[cfg(unix)]
use std::thread::sleep;
#[cfg(unix)]
use std::time::{Duration, Instant};

use serde_json::{Value, json};

#[cfg(unix)]
use crate::common::unfinished::Run;
use crate::common::{ALL_WORDS, example, python, refused, run, same_files, stderr, stdout};

pub(crate) const SMALL: [&str; 4] = ["--games", "12", "--vocabulary", "2000"];

/// A bot of the kit that says the code that it is told wherever it foresees, and gives the words behind its code.
const BOT: &str = r#"
class Mine(Bot):
    name, fingerprint, ignores = "mine", FINGERPRINT, ("seed", "member", "head", "guesses")
    words = True
    params = [
        {"key": "wait", "kind": "real", "default": 0, "low": 0, "high": 9, "meaning": "a wait", "decides": False},
        {"key": "shift", "kind": "whole", "default": 1, "low": 0, "high": 9, "meaning": "a shift"},
    ]

    def clues(self, questions):
        return [{"clues": self.words_for(q), "p_understood": 0.25, "p_overheard": 0.5} for q in questions]

    def words_for(self, q):
        return [self.vocabulary[(7 * len(q.given) + 50 * len(q.refused) + 13 * d + 1) % 1900] for d in q.code]

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

    def believe(self, questions):
        return [self.belief(q) for q in questions]

    def belief(self, q):
        assert len(q.offered) == 4 and all(len(set(words)) == 8 for words in q.offered)
        assert (q.revealed is None) == (q.ask == "now") and len(q.keywords) == 4
        return q.revealed or [[1] * 7 + [len(q.history)]] * 4

serve(Mine())
"#;

pub(crate) fn card(args: &[&str], out: &Path) -> Value {
    card_of_size(args, &SMALL, out)
}

fn card_of_size(args: &[&str], size: &[&str], out: &Path) -> Value {
    let out = out.display().to_string();
    let output = run(&[&["bench"], args, size, &["--out", &out]].concat());
    assert!(output.status.success(), "{}", stderr(&output));
    let text = fs::read_to_string(Path::new(&out).join("card.json")).expect("a card");
    serde_json::from_str(&text).expect("JSON")
}

pub(crate) fn value(card: &Value, task: &str, player: &str, measure: &str) -> f64 {
    let rows = card["measures"].as_array().expect("measures");
    let is_it = |row: &&Value| row["task"] == task && row["player"] == player && row["measure"] == measure;
    let row = rows.iter().find(is_it).unwrap_or_else(|| panic!("{task}, {player}, {measure}: {card}"));
    row["value"].as_f64().unwrap_or_else(|| panic!("{row}"))
}

/// Checks that no other built-in player of a card does better than a ceiling.
fn no_ceiling_is_worse(card: &Value) {
    let rows = card["measures"].as_array().expect("measures");
    let is_built_in = |row: &&Value| {
        row["player"].as_str().is_some_and(|player| player.starts_with("floor: ") || player == "exact belief")
    };
    let ceilings: Vec<&Value> = rows
        .iter()
        .filter(|row| row["player"].as_str().is_some_and(|player| player.starts_with("ceiling: ")))
        .collect();
    assert!(ceilings.len() > 20, "{}", ceilings.len());
    let mut compared = 0;
    for ceiling in ceilings {
        let (task, measure) = (&ceiling["task"], ceiling["measure"].as_str().expect("a name"));
        let others =
            rows.iter().filter(is_built_in).filter(|row| row["task"] == *task && row["measure"] == measure);
        for other in others {
            let (Some(best), Some(value)) = (ceiling["value"].as_f64(), other["value"].as_f64()) else {
                continue;
            };
            // Skills and matches are best at 1; the other measures at 0, which is the right value.
            let is_better = if measure.starts_with("skill") || measure.contains(" match ") {
                value > best + 1e-6
            } else {
                value.abs() < best.abs() - 1e-6
            };
            assert!(!is_better, "{task}, {measure}: {value} is better than {best}");
            compared += 1;
        }
    }
    assert!(compared > 40, "{compared}");
}

#[test]
fn whole_games_are_played_against_the_agents_of_a_field() {
    let dir = tempfile::tempdir().expect("a folder");
    let (usual, frozen) = (dir.path().join("usual"), dir.path().join("frozen"));
    let size = [&["--games", "4"][..], &ALL_WORDS].concat();
    let scores = |card: &Value| -> Vec<String> {
        let rows = card["measures"].as_array().expect("measures").iter();
        let own = rows.filter(|row| row["task"] == "play" && row["player"] == "margin");
        let names = own.filter_map(|row| row["measure"].as_str()?.strip_prefix("score against `"));
        names.map(|name| name.trim_end_matches('`').to_owned()).collect()
    };
    let usual_card = card_of_size(&["margin"], &size, &usual);
    assert_eq!(scores(&usual_card), ["random", "nearest", "margin", "pragmatic"]);
    assert!(usual_card.get("field").is_none());
    let card = card_of_size(&["margin", "--field", "reference-1"], &size, &frozen);
    let ranking = scores(&card);
    assert_eq!((ranking.len(), &*ranking[0], &*ranking[9]), (10, "ref1-random", "ref1-guarded"));
    assert_eq!(card["field"], "reference-1");
    let text = |dir: &Path, name: &str| fs::read_to_string(dir.join(name)).expect("written");
    let manifest: Value = serde_json::from_str(&text(&frozen, "manifest.json")).expect("JSON");
    assert_eq!(manifest["configuration"]["field"], "reference-1");
    assert!(text(&frozen, "card.md").contains("against the agents of `reference-1`"));
    let hash = |dir: &Path| {
        let row: Value = serde_json::from_str(&text(dir, "leaderboard.jsonl")).expect("JSON");
        row["suite_sha256"].clone()
    };
    assert_ne!(hash(&usual), hash(&frozen), "other opponents are another suite");
    // The tasks without opponents are the same.
    assert_eq!(text(&usual, "items.jsonl"), text(&frozen, "items.jsonl"));
    let field = ["bench", "margin", "--field", "reference-1", "--dry"];
    refused(&[&field[..], &["--vocabulary", "2000"]].concat(), 2, &["reference-1", "vocabulary", "presets"]);
    refused(
        &[&field[..], &["--suite", "decrypto-benchmark"]].concat(),
        2,
        &["reference-1", "one opponent, `nearest-k`", "decrypto-1"],
    );
}

#[test]
fn a_built_in_agent_is_above_the_floor_and_no_ceiling_is_below_another() {
    let dir = tempfile::tempdir().expect("a folder");
    let (first, again) = (dir.path().join("a"), dir.path().join("b"));
    let margin_card = card(&["margin"], &first);
    card(&["margin", "--threads", "1"], &again);
    same_files(&first, &again);
    for (task, measure) in [
        ("decode", "accuracy"),
        ("intercept", "bits"),
        ("leak", "understood by `bayes`"),
        ("leak", "overheard by the best guesser"),
        ("play", "score against all"),
    ] {
        let own = value(&margin_card, task, "margin", measure);
        assert_eq!(
            own.to_bits(),
            value(&margin_card, task, "reference: `margin`", measure).to_bits(),
            "{task}"
        );
        assert!(own > value(&margin_card, task, "floor: `random`", measure), "{task}");
    }
    no_ceiling_is_worse(&margin_card);
    let mapping = |player: &str| value(&margin_card, "adaptation", player, "mapping, level");
    assert!(mapping("margin") > mapping("floor: `random`") + 0.1);
    for state in ["level", "trailing", "one token from losing"] {
        let measure = format!("understood, {state}");
        assert!(
            (0.0..=1.0).contains(&value(&margin_card, "adaptation", "floor: `random`", &measure)),
            "{state}"
        );
    }
    for reader in ["bayes", "history", "adaptive"] {
        let skill = format!("skill of `{reader}`");
        assert!((value(&margin_card, "predict", "ceiling: exact", &skill) - 1.0).abs() < 1e-6);
        assert!(value(&margin_card, "predict", "floor: every code alike", &skill).abs() < 1e-6);
        let diagnostic = format!("skill of `{reader}`, diagnostic items");
        assert!(value(&margin_card, "predict", "floor: the true code", &diagnostic) <= 0.0);
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

pub(crate) fn write_bot(path: &Path, fingerprint: &str) -> Option<String> {
    write_bot_with(path, fingerprint, BOT)
}

/// Writes a bot with these sources, and returns how it is started.
pub(crate) fn write_bot_with(path: &Path, fingerprint: &str, sources: &str) -> Option<String> {
    let kit = Path::new(env!("CARGO_MANIFEST_DIR")).join("../bots/kit");
    let head = format!(
        "import sys\nsys.path.insert(0, {:?})\nfrom overhear_bot import Answer, Bot, Malformed, serve\nFINGERPRINT = {fingerprint:?}\n",
        kit.display().to_string()
    );
    fs::write(path, head + sources).expect("written");
    Some(format!("mine={} {}", python()?, path.display()))
}

#[test]
fn a_card_is_made_again_from_kept_answers_to_the_same_bytes() {
    let dir = tempfile::tempdir().expect("a folder");
    let path = |name: &str| dir.path().join(name);
    let Some(bot) = write_bot(&path("mine.py"), "one") else { return };
    let answers = path("kept.jsonl").display().to_string();
    let arguments = ["mine", "--bot", &bot, "--answers", &answers];
    let bot_card = card(&arguments, &path("a"));
    assert_eq!(bot_card["fingerprint"], "one");
    assert!(value(&bot_card, "validity", "mine", "malformed") > 0.0);
    for measure in ["skill of `bayes`", "egocentrism of `history`, diagnostic items"] {
        let floor = value(&bot_card, "predict", "floor: the true code", measure);
        assert!((value(&bot_card, "predict", "mine", measure) - floor).abs() < 1e-6, "{measure}");
    }
    for reader in ["bayes", "history", "adaptive"] {
        let skill = format!("skill of `{reader}`, diagnostic items");
        assert!(value(&bot_card, "predict", "mine", &skill) <= 0.0, "{reader}");
    }
    let risk = |player: &str, measure: &str| value(&bot_card, "stated risk", player, measure);
    let floor = "floor: always one half";
    assert!((risk("mine", "Brier score of p_overheard") - 0.25).abs() < 1e-6);
    for measure in ["Brier score of p_overheard", "log loss in bits against exact chances of p_overheard"] {
        assert!((risk("mine", measure) - risk(floor, measure)).abs() < 1e-6, "{measure}");
    }
    assert!(
        (risk("mine", "Brier score of p_understood") - risk(floor, "Brier score of p_understood")).abs()
            > 0.01
    );
    assert!(risk("ceiling: exact", "Brier score against exact chances of p_understood").abs() < 1e-9);
    let believed = |measure: &str| value(&bot_card, "believe", "mine", measure);
    assert!(believed("hindsight") > 0.3 && believed("false belief") > 0.3);
    assert_eq!(believed("weak match before the reveal").to_bits(), 0f64.to_bits());
    assert!((believed("strong match of the question asked twice") - 1.0).abs() < 1e-9);
    assert!(believed("knowledge: bits from the exact belief, after round 5") > 0.1);
    let cost = fs::read_to_string(path("a").join("cost.csv")).expect("costs");
    let read = cost.lines().find(|line| line.starts_with("decode and intercept,")).expect("a task");
    let cells: Vec<f64> = read.split(',').skip(1).map(|cell| cell.parse().expect("a number")).collect();
    assert!(cells[1] > 10.0 && (cells[2] - 5.0 * cells[1]).abs() < 1e-9, "{read}");
    // Three givers, 4 games each, after three rounds; the repeated question does not differ, as the seed is ignored.
    assert!(cost.lines().any(|line| line.starts_with("believe,108,")), "{cost}");
    let dry = run(&[&["bench"], &arguments[..], &SMALL, &["--dry"]].concat());
    let forecast = stderr(&dry);
    let most = forecast.split("at most ").nth(1).and_then(|text| text.split(' ').next()).expect("a number");
    let most: u64 = most.replace(',', "").parse().expect("a number");
    let counts = cost.lines().skip(1).filter_map(|line| line.split(',').nth(1));
    let asked_in_all: u64 = counts.map(|count| count.parse::<u64>().expect("a number")).sum();
    assert!(most >= asked_in_all && most < 10 * asked_in_all, "{most} forecast, {asked_in_all} asked");
    let before = fs::read(&answers).expect("answers");
    assert_eq!(bot_card["spec"], "mine:shift=1/mine:shift=1", "how a bot is reached is no part of it");
    let elsewhere =
        "[[bot]]\nname = \"mine\"\ncommand = [\"no-such-program-here\"]\noptions = { wait = 2.5 }\n";
    fs::write(path("elsewhere.toml"), elsewhere).expect("written");
    let elsewhere = path("elsewhere.toml").display().to_string();
    let absent = ["mine", "--bot", &elsewhere, "--answers", &answers];
    card(&absent, &path("b"));
    same_files(&path("a"), &path("b"));
    assert_eq!(fs::read(&answers).expect("answers"), before, "nothing is asked again");

    let other = write_bot(&path("mine.py"), "two").expect("there is Python");
    let arguments = ["mine", "--bot", &other, "--answers", &answers, "--max-requests", "3"];
    let output = run(&[&["bench"], &arguments[..], &SMALL].concat());
    assert!(!output.status.success(), "another fingerprint is asked anew");
    assert!(stderr(&output).contains("3 questions were sent, the most that --max-requests allows"));
}

/// The bot needs a second for each prediction, so the task would last some minutes; it marks each in a file.
#[cfg(unix)]
#[test]
fn a_stopped_card_ends_soon_and_resumes_from_the_answers() {
    let dir = tempfile::tempdir().expect("a folder");
    let path = |name: &str| dir.path().join(name);
    let slow = BOT.replace(
        "            yield place",
        "            open(__file__ + '.marks', 'a').write('x')\n            __import__('time').sleep(1)\n            yield place",
    );
    let Some(bot) = write_bot_with(&path("mine.py"), "one", &slow) else { return };
    let (answers, out) = (path("kept.jsonl").display().to_string(), path("a").display().to_string());
    let arguments = ["mine", "--bot", &bot, "--answers", &answers];
    let mut stopped = Run::start(&[&["bench"], &arguments[..], &SMALL, &["--out", &out]].concat());
    stopped.says("predict …");
    let predictions = || {
        let text = fs::read_to_string(&answers).expect("answers");
        text.lines().filter(|line| line.contains("\"confidence\"")).count()
    };
    let begun = Instant::now();
    while fs::metadata(path("mine.py.marks")).map_or(0, |marks| marks.len()) < 3 {
        assert!(begun.elapsed() < Duration::from_secs(120), "it predicts nothing");
        sleep(Duration::from_millis(20));
    }
    let begun = Instant::now();
    let output = stopped.signal("INT").end();
    assert_eq!(output.status.code(), Some(130));
    assert!(begun.elapsed() < Duration::from_secs(60), "{:?}", begun.elapsed());
    let before = predictions();

    write_bot(&path("mine.py"), "one");
    card(&arguments, &path("a"));
    assert!(before > 0 && before < predictions(), "{before} of {}", predictions());
    card(&["mine", "--bot", &bot], &path("b"));
    for file in ["card.csv", "items.jsonl"] {
        let [resumed, whole] = ["a", "b"].map(|card| fs::read(path(card).join(file)).expect("a card"));
        assert!(resumed == whole, "{file}");
    }
}

/// Rows of card.csv about a player, but for those that only a bot has.
fn rows(card: &Path, player: &str) -> Vec<String> {
    let text = fs::read_to_string(card.join("card.csv")).expect("a card");
    let rows = text.lines().filter(|row| row.split(',').nth(1) == Some(player));
    let shared =
        rows.filter(|row| !["predict,", "believe,", "validity,"].iter().any(|task| row.starts_with(task)));
    shared.map(|row| row.replacen(player, "player", 1)).collect()
}

#[test]
fn a_question_that_the_agent_behind_the_protocol_cannot_read_has_a_sentence_as_its_answer() {
    let rules = serde_json::to_value(overhear_engine::rules::Rules::official()).expect("JSON");
    let ask = |id: u64, more: Value| {
        let mut ask = json!({ "id": id, "role": "intercept", "side": "white", "round": 1, "keywords": [0, 1, 2, 3],
            "clues": [5, 6, 7], "history": [] });
        ask.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
        ask
    };
    let asks = [
        ask(0, json!({ "keywords": null })),
        ask(1, json!({ "keywords": [0, 1, 2, 60000] })),
        ask(2, json!({ "round": 0 })),
        ask(
            3,
            json!({ "history": [{ "round": 1, "side": "white", "clues": [1, 2, 3], "code": [1, 1, 2] }] }),
        ),
        ask(4, json!({ "role": "predict" })),
        ask(5, json!({ "role": "juggle" })),
        ask(6, json!({})),
    ];
    let vocabulary: Vec<String> = (0..2000).map(|n| format!("w{n}")).collect();
    let lines = [
        json!({ "hello": { "rules": rules } }),
        json!({ "setup": { "vocabulary": vocabulary, "deck": [] } }),
        json!({ "ask": asks }),
        json!({ "quit": true }),
    ];
    let lines: String = lines.iter().map(|line| format!("{line}\n")).collect();
    let mut bot = assert_cmd::Command::new(example("agent_bot"));
    let output = bot.arg("nearest/bayes").write_stdin(lines).assert().success();
    let output = String::from_utf8_lossy(&output.get_output().stdout).into_owned();
    let output: Value = serde_json::from_str(output.lines().nth(2).expect("answers")).expect("JSON");
    for (id, why) in [
        "the question has no `keywords`",
        "there is no keyword 60000",
        "there is no round 0",
        "[1,1,2] is not a code",
        "the question has no `reader`",
        "it does not play the role \"juggle\"",
    ]
    .into_iter()
    .enumerate()
    {
        let answer = &output["answers"][id];
        assert!(answer["error"].as_str().is_some_and(|error| error.contains(why)), "{why}: {answer}");
        assert_eq!(answer["id"], id);
    }
    assert_eq!(output["answers"][6]["p"].as_array().map(Vec::len), Some(24));
}

#[test]
fn a_built_in_agent_behind_the_protocol_has_its_own_card() {
    let dir = tempfile::tempdir().expect("a folder");
    let [home, bot] = ["home", "bot"].map(|name| dir.path().join(name));
    card(&["nearest"], &home);
    let program = format!("mine={} nearest/bayes", example("agent_bot").display());
    let agent_card = card(&["mine", "--bot", &program], &bot);
    let (at_home, behind) = (rows(&home, "nearest"), rows(&bot, "mine"));
    assert!(at_home.len() >= 12, "{at_home:?}");
    assert_eq!(at_home, behind);
    let others = |card: &Path| -> Vec<String> {
        let text = fs::read_to_string(card.join("card.csv")).expect("a card");
        text.lines()
            .filter(|row| {
                let agent = row.split(',').nth(1).expect("a task, then who plays");
                ["floor: ", "ceiling: ", "reference: ", "exact belief"]
                    .iter()
                    .any(|label| agent.starts_with(label))
            })
            .map(str::to_owned)
            .collect()
    };
    assert_eq!(others(&home), others(&bot));

    // The reader also knows the keywords of its own team, which the bot does not: in a dozen items that may show.
    let larger = ["--games", "24", "--vocabulary", "2000"];
    let larger = card_of_size(&["mine", "--bot", &program], &larger, &dir.path().join("larger"));
    let skill = value(&larger, "predict", "mine", "skill of `bayes`");
    assert!((skill - 1.0).abs() < 0.005, "1.00 against `bayes`: {skill}");
    let believed = |measure: &str| value(&agent_card, "believe", "mine", measure);
    for measure in
        ["knowledge: bits from the exact belief", "hindsight", "false belief", "shift before the reveal"]
    {
        assert!(believed(measure).abs() < 1e-5, "{measure}: {}", believed(measure));
    }
    for measure in ["strong match before the reveal", "weak match of the other reader"] {
        assert!((believed(measure) - 1.0).abs() < 1e-9, "{measure}");
    }
    let knows_less =
        value(&agent_card, "believe", "floor: every word alike", "knowledge: bits from the exact belief");
    assert!(knows_less > 0.5, "{knows_less}");
}

#[test]
fn a_forecast_asks_nothing_and_an_unknown_suite_is_refused() {
    let output = run(&["bench", "margin", "--dry"]);
    assert!(output.status.success() && output.stdout.is_empty());
    assert!(stderr(&output).contains("at most 0 questions"), "{}", stderr(&output));
    refused(&["bench", "margin", "--suite", "decrypto-9"], 2, &["decrypto-9", "decrypto-1"]);
}

#[test]
fn a_card_is_replaced_as_a_whole_and_only_by_force() {
    let dir = tempfile::tempdir().expect("a folder");
    let out = dir.path().join("card");
    card(&["margin"], &out);
    let named = out.to_str().expect("UTF-8");
    let again = [&["bench", "nearest"], &SMALL[..], &["--out", named]].concat();
    refused(&again, 2, &["it holds a result (card.csv)", "--force"]);
    let by_force = run(&[&again[..], &["--force"]].concat());
    assert!(by_force.status.success(), "{}", stderr(&by_force));
    let mut files: Vec<String> = fs::read_dir(&out)
        .expect("a folder")
        .map(|entry| entry.expect("an entry").file_name().display().to_string())
        .collect();
    files.sort();
    let all = ["card.csv", "card.json", "card.md", "cost.csv", "items.jsonl", "leaderboard.jsonl"];
    assert_eq!(files, [&all[..], &["manifest.json"]].concat());
    let manifest = fs::read_to_string(out.join("manifest.json")).expect("a manifest");
    let manifest: Value = serde_json::from_str(&manifest).expect("JSON");
    assert_eq!(manifest["configuration"]["spec"], "nearest");
    assert_eq!(manifest["files"].as_object().map(serde_json::Map::len), Some(all.len()));
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
