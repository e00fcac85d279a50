//! Agents against recorded clues: the columns, the files, the interval, and what is refused.

use std::fmt::Write as _;
use std::fs;

use crate::common::{count, file, number, refused, rows, stdout};
use tempfile::{TempDir, tempdir};

const HEADER: &str = "task,file,agent,n,code_accuracy,code_accuracy_low,code_accuracy_high,digit_accuracy,log_loss,\
    brier,unknown_words,log_loss_low,log_loss_high,brier_low,brier_high,faults,fault_rate,strict_accuracy\n";

/// Twelve rows that anybody decodes, with phrases, capitals, foreign letters and a word that nobody knows.
fn decode_file(dir: &TempDir) -> String {
    let mut text = "note,id,kw1,kw2,kw3,kw4,code,clue1,clue2,clue3\n".to_owned();
    let clues = [
        ("3-1-2", "baker", "SHIPS", "rings of saturn"),
        ("1.2.4", "ship's crew", "orbit", "Sandcastles"),
        ("423", "seaside holiday", "ASTRONOMER", "toast with butter"),
        ("4 3 1", "ocean waves", "sourdough,crust", "xyzzyq ships"),
    ];
    for copy in 0..3 {
        for (n, (code, a, b, c)) in clues.iter().enumerate() {
            writeln!(text, "x,r{copy}{n},anchor,Planet,bread,the beach,{code},{a},\"{b}\",{c}")
                .expect("a string");
        }
    }
    file(dir, "decode.csv", &text.replace("sourdough,crust", "sourdough crust"))
}

fn intercept_file(dir: &TempDir) -> String {
    let mut text = "game,round,code,clue1,clue2,clue3,kw1\n".to_owned();
    let rounds = [
        ("1-2-3", "ship", "guitar", "bread"),
        ("2-3-1", "violin", "toast", "sailor"),
        ("4-3-2", "ice", "flour", "concert"),
        ("3-1-4", "dough", "harbour", "winter"),
    ];
    for game in 0..6 {
        for (n, (code, a, b, c)) in rounds.iter().enumerate() {
            writeln!(text, "g{game},{},{code},{a},{b},{c},secret", n + 1).expect("a string");
        }
    }
    file(dir, "intercept.csv", &text)
}

#[test]
fn decoding_is_scored_in_the_promised_columns() {
    let dir = tempdir().expect("a directory");
    let path = decode_file(&dir);
    let text = stdout(&["eval", "decode", &path, "--agent", "margin"]);
    assert!(text.starts_with(HEADER), "{text}");
    let row = &rows(&text)[0];
    assert_eq!((row["task"].as_str(), row["agent"].as_str(), &row["file"]), ("decode", "margin", &path));
    assert_eq!((count(row, "n"), count(row, "unknown_words")), (12, 3));
    assert_eq!((number(row, "code_accuracy"), number(row, "digit_accuracy")), (1.0, 1.0));
    assert!(number(row, "log_loss") < 0.7 && number(row, "brier") < 0.7, "{row:?}");
    let floor = &rows(&stdout(&["eval", "decode", &path, "--agent", "random"]))[0];
    assert!((number(floor, "log_loss") - libm::log(24.0)).abs() < 1e-6);
    assert!((number(floor, "brier") - 23.0 / 24.0).abs() < 1e-6);
}

#[test]
fn losses_have_an_interval_from_five_rows_on_and_none_of_width_0() {
    let dir = tempdir().expect("a directory");
    let path = decode_file(&dir);
    let whole = fs::read_to_string(&path).expect("the file");
    let of = |lines: usize, agent: &str| {
        let few: String = whole.split_inclusive('\n').take(1 + lines).collect();
        fs::write(&path, few).expect("it is written");
        rows(&stdout(&["eval", "decode", &path, "--agent", agent])).remove(0)
    };
    for (agent, stem) in
        ["margin", "random"].into_iter().flat_map(|agent| [(agent, "log_loss"), (agent, "brier")])
    {
        let ends = ["low", "high"].map(|end| format!("{stem}_{end}"));
        let few = of(4, agent);
        assert!(ends.iter().all(|end| few[end].is_empty()) && number(&few, stem) > 0.0, "{few:?}");
        let [five, twelve] = [5, 12].map(|lines| {
            let row = of(lines, agent);
            let [low, high] = [0, 1].map(|end| number(&row, &ends[end]));
            let value = number(&row, stem);
            assert!(low <= value && value <= high && high - low > 0.01, "{row:?}");
            high - low
        });
        assert!(twelve < five, "{agent} {stem}: {twelve} {five}");
    }
}

#[test]
fn interception_learns_from_the_rounds_before_and_never_from_keywords() {
    let dir = tempdir().expect("a directory");
    let path = intercept_file(&dir);
    let ask = |path: &str| {
        stdout(&["eval", "intercept", path, "--agent", "nearest", "--agent", "h=random/history"])
    };
    let text = ask(&path);
    assert!(text.starts_with(HEADER), "{text}");
    let scores = rows(&text);
    for row in &scores {
        assert_eq!(count(row, "n"), 18, "the first round is not scored");
    }
    let shares =
        ["code_accuracy", "code_accuracy_low", "code_accuracy_high"].map(|column| number(&scores[0], column));
    assert!(shares[0] == 1.0 && (0.5..1.0).contains(&shares[1]) && shares[2] == 1.0, "{:?}", scores[0]);
    assert!(number(&scores[1], "code_accuracy") > 0.6, "{:?}", scores[1]);
    let other = fs::read_to_string(&path).expect("the file").replace("secret", "anchor");
    fs::write(&path, other).expect("it is written");
    assert_eq!(ask(&path), text);
}

#[test]
fn predictions_and_calibration_are_files() {
    let dir = tempdir().expect("a directory");
    let path = |name: &str| dir.path().join(name).to_str().expect("UTF-8").to_owned();
    let (guesses, bins) = (path("guesses.csv"), path("bins.csv"));
    let decode = decode_file(&dir);
    let shown = stdout(&[
        "eval",
        "decode",
        &decode,
        "--agent",
        "human",
        "--predictions",
        &guesses,
        "--calibration",
        &bins,
        "--format",
        "table",
    ]);
    let words: Vec<&str> = shown.split_whitespace().collect();
    assert!(words.join(" ").contains("The expected calibration error is 0."), "{shown}");
    let predictions = rows(&fs::read_to_string(&guesses).expect("predictions"));
    assert!(fs::read_to_string(&guesses).expect("predictions").starts_with("id,guess,p_true\nr00,312,0."));
    assert_eq!(predictions.len(), 12);
    let calibration = rows(&fs::read_to_string(&bins).expect("bins"));
    assert_eq!(calibration.len(), 11);
    assert_eq!(calibration[..10].iter().map(|bin| count(bin, "guesses")).sum::<u64>(), 12);
    assert_eq!((calibration[10]["bin"].as_str(), count(&calibration[10], "guesses")), ("all", 12));
    assert!(number(&calibration[10], "gap_by_chance") > 0.0);
    let intercept = intercept_file(&dir);
    let again = ["eval", "intercept", &intercept, "--agent", "human", "--predictions", &guesses];
    refused(&again, 2, &["--predictions", "--force"]);
    stdout(&[&again[..], &["--force"]].concat());
    let text = fs::read_to_string(&guesses).expect("predictions");
    assert!(text.starts_with("game,round,guess,p_true\ng0,2,231,0."), "{text}");
}

#[test]
fn no_input_and_no_device_is_written_over() {
    let dir = tempdir().expect("a directory");
    let decode = decode_file(&dir);
    let before = fs::read(&decode).expect("a file");
    let aside = dir.path().join("p.csv").to_str().expect("UTF-8").to_owned();
    for (files, named) in [
        (&["--predictions", &decode][..], "--predictions"),
        (&["--calibration", &decode], "--calibration"),
        if cfg!(windows) {
            (&["--calibration", "NUL"], "a device on Windows")
        } else {
            (&["--calibration", "/dev/null"], "not a regular file")
        },
        (&["--predictions", &aside, "--calibration", &aside], "name another"),
    ] {
        let args = ["eval", "decode", &decode, "--agent", "random", "--force"];
        refused(&[&args[..], files].concat(), 2, &[named]);
    }
    assert_eq!(fs::read(&decode).expect("a file"), before);
}

#[test]
fn a_fitted_temperature_is_a_row_of_its_own() {
    let dir = tempdir().expect("a directory");
    let path = decode_file(&dir);
    let scores = rows(&stdout(&["eval", "decode", &path, "--agent", "margin", "--fit-temperature"]));
    assert_eq!(scores.len(), 2);
    assert!(scores[1]["agent"].starts_with("margin, temperature 0."), "{:?}", scores[1]);
    assert_eq!(scores[0]["code_accuracy"], scores[1]["code_accuracy"]);
    assert!(number(&scores[1], "log_loss") < number(&scores[0], "log_loss"));
    let short = file(&dir, "short.csv", "id,kw1,kw2,kw3,kw4,code,clue1,clue2,clue3\n1,a,b,c,d,1-2-3,x,y,z\n");
    refused(&["eval", "decode", &short, "--agent", "margin", "--fit-temperature"], 2, &["--fit-temperature"]);
}

#[test]
fn the_interval_is_seeded_and_by_game() {
    let dir = tempdir().expect("a directory");
    let mut text = fs::read_to_string(decode_file(&dir)).expect("the file");
    text = text.replace("r00,anchor", "r00,toast").replace("r11,anchor", "r11,loaf");
    let path = file(&dir, "mixed.csv", &text);
    let ask = |seed: &str| stdout(&["eval", "decode", &path, "--agent", "margin", "--seed", seed]);
    assert_eq!(ask("1"), ask("1"));
    let row = &rows(&ask("1"))[0];
    let [low, mid, high] =
        ["code_accuracy_low", "code_accuracy", "code_accuracy_high"].map(|column| number(row, column));
    assert!(low <= mid && mid <= high, "{row:?}");
}

#[test]
fn bad_rows_are_named_by_file_line_and_column() {
    let dir = tempdir().expect("a directory");
    let decode =
        |rows: &str| file(&dir, "bad.csv", &format!("id,kw1,kw2,kw3,kw4,code,clue1,clue2,clue3\n{rows}"));
    let ask = |task: &str, path: &str, named: &[&str]| {
        refused(&["eval", task, path, "--agent", "random"], 2, named);
    };
    ask("decode", &decode("1,a,b,c,d,1-2-2,x,y,z\n"), &["bad.csv: line 2: column `code`", "1-2-2"]);
    ask("decode", &decode("1,a,b,c,d,1-2-3,x,y,z\n2,a,,c,d,1-2-3,x,y,z\n"), &["line 3: column `kw2`"]);
    ask("decode", &decode("1,a,b,c,d,1-2-3,x,y\n"), &["line 2", "8 fields where the header has 9"]);
    ask("decode", &decode(""), &["bad.csv", "no rows"]);
    ask("decode", &file(&dir, "bad.csv", "id,kw1\n1,a\n"), &["line 1", "no column `kw2`"]);
    let typo = "id,kw1,kw2,kw3,kw4,code,clue1,clue2,cleu3\n1,a,b,c,d,1-2-3,x,y,z\n";
    ask("decode", &file(&dir, "bad.csv", typo), &["no column `clue3`", "did you mean `cleu3`"]);
    let intercept = |rows: &str| file(&dir, "bad.csv", &format!("game,round,code,clue1,clue2,clue3\n{rows}"));
    ask("intercept", &intercept("g,one,1-2-3,x,y,z\n"), &["line 2: column `round`", "`one`"]);
    ask("intercept", &intercept("g,0,1-2-3,x,y,z\n"), &["line 2: column `round`"]);
    ask(
        "intercept",
        &intercept("g,2,1-2-3,x,y,z\ng,1,1-2-3,x,y,z\n"),
        &["line 2: column `round`", "in order"],
    );
    ask("intercept", &intercept("g,1,1-2-3,x,y,z\n"), &["no row can be scored"]);
    refused(&["eval", "decode", "nowhere.csv", "--agent", "random"], 1, &["nowhere.csv"]);
    refused(&["eval", "decode", &decode("1,a,b,c,d,1-2-3,x,y,z\n")], 2, &["--agent"]);
    let two = ["--agent", "random", "--agent", "margin", "--predictions", "p.csv"];
    refused(
        &[&["eval", "decode", &decode("1,a,b,c,d,1-2-3,x,y,z\n")], &two[..]].concat(),
        2,
        &["--predictions"],
    );
    fs::write(
        dir.path().join("bad.csv"),
        b"id,kw1,kw2,kw3,kw4,code,clue1,clue2,clue3\n1,\xff,b,c,d,1-2-3,x,y,z\n",
    )
    .expect("it is written");
    let path = dir.path().join("bad.csv");
    ask("decode", path.to_str().expect("UTF-8"), &["line 2", "UTF-8"]);
}

#[test]
fn every_preset_answers_any_text() {
    let dir = tempdir().expect("a directory");
    let rows_of = "1,愛,a,🌞,don't,1-2-3,,\"line\nbreak\",zażółć gęślą\n2,ICE CREAM,new york,o2,x-ray,2-3-4,R2-D2,…,\"\"\"quoted\"\"\"\n";
    let path =
        file(&dir, "any.csv", &format!("\u{feff}id,kw1,kw2,kw3,kw4,code,clue1,clue2,clue3\n{rows_of}"));
    let presets = rows(&stdout(&["agents", "list"])).into_iter().filter(|row| row["kind"] == "preset");
    for preset in presets {
        let row =
            &rows(&stdout(&["eval", "decode", &path, "--agent", &preset["name"], "--missing-as-words"]))[0];
        assert_eq!(count(row, "n"), 2);
        assert!(number(row, "log_loss").is_finite());
    }
}

#[test]
fn the_table_for_people_breaks_no_number() {
    let dir = tempdir().expect("a directory");
    let path = decode_file(&dir);
    let text =
        stdout(&["eval", "decode", &path, "--agent", "margin", "--fit-temperature", "--format", "table"]);
    assert!(text.lines().skip(1).all(|line| line.chars().count() <= 80), "{text}");
    let row = text.lines().find(|line| line.starts_with("margin ")).expect("a row of the agent");
    assert!(text.lines().nth(1).is_some_and(|line| line.contains("rows are too few to say")), "{text}");
    assert!(row.contains("  1.000  [0.768, 1.000]  1.000  "), "{text}");
}

#[test]
fn a_file_that_cannot_be_written_is_named_as_it_was_given() {
    let dir = tempdir().expect("a directory");
    let path = decode_file(&dir);
    let args = ["eval", "decode", &path, "--agent", "random", "--predictions", "nowhere/p.csv"];
    let message = refused(&args, 1, &["nowhere/p.csv: No such file"]);
    assert!(!message.contains(".tmp"), "{message}");
}

#[test]
fn a_header_that_is_nearly_right_is_told_so() {
    let dir = tempdir().expect("a directory");
    let ask = |header: &str, named: &[&str]| {
        let path = file(&dir, "header.csv", &format!("{header}\n1,a,b,c,d,1-2-3,x,y,z\n"));
        refused(&["eval", "decode", &path, "--agent", "random"], 2, named);
    };
    ask("ID,KW1,KW2,KW3,KW4,CODE,CLUE1,CLUE2,CLUE3", &["line 1", "`id`", "did you mean `ID`?"]);
    ask(
        "x,kw1,kw2,kw3,kw4,code,clue1,clue2,clue3",
        &["`id`", "the first line, which names the columns, has `x`, `kw1`"],
    );
    ask("1,sun,dog,cup,pen,1-2-3,ink,hot,bark", &["no column `id`, `kw1`", "has `1`, `sun`, `dog`"]);
}

#[test]
fn a_file_is_read_as_spreadsheets_of_all_systems_write_it() {
    let dir = tempdir().expect("a directory");
    let lines =
        ["id,kw1,kw2,kw3,kw4,code,clue1,clue2,clue3", "1,sun,river,castle,piano,1-2-3,noon,bridge,moat"];
    let scores_of = |name: &str, text: String| {
        let path = file(&dir, name, &text);
        let csv = stdout(&["eval", "decode", &path, "--agent", "nearest"]);
        csv.replace(&path, "file")
    };
    let plain = scores_of("plain.csv", lines.join("\n"));
    for (name, text) in [
        ("semicolons.csv", format!("\u{feff}{}\r\n", lines.join("\r\n").replace(',', ";"))),
        ("tabs.tsv", lines.join("\n").replace(',', "\t")),
        ("mac.csv", lines.join("\r")),
        ("rest.csv", format!("{}\n,,,,,,,,\n,,,,,,,,\n", lines.join("\n"))),
    ] {
        assert_eq!(scores_of(name, text), plain, "{name}");
    }
    let path = file(&dir, "empty.csv", "");
    refused(&["eval", "decode", &path, "--agent", "nearest"], 2, &["empty.csv: the file is empty"]);
}

#[test]
fn who_knows_nothing_is_right_once_in_24_whatever_the_codes_are() {
    let dir = tempdir().expect("a directory");
    let lines: String =
        (0..40).map(|n| format!("{n},sun,river,castle,piano,1-2-3,noon,bridge,moat\n")).collect();
    let path = file(&dir, "same.csv", &format!("id,kw1,kw2,kw3,kw4,code,clue1,clue2,clue3\n{lines}"));
    let predictions = dir.path().join("guesses.csv").to_str().expect("UTF-8").to_owned();
    let args = ["eval", "decode", &path, "--agent", "random", "--predictions", &predictions];
    let scores = rows(&stdout(&args));
    for (column, expected) in [("code_accuracy", 1.0 / 24.0), ("digit_accuracy", 0.25)] {
        assert!((number(&scores[0], column) - expected).abs() < 1e-6, "{:?}", scores[0]);
    }
    let guesses = rows(&fs::read_to_string(&predictions).expect("a file"));
    let different: std::collections::HashSet<_> = guesses.iter().map(|row| row["guess"].clone()).collect();
    assert!(different.len() > 10 && different.iter().all(|guess| guess.len() == 3), "{different:?}");
    assert_eq!(scores, rows(&stdout(&args[..5])), "one seed, one result");
}

#[test]
fn the_halves_of_a_tournament_and_a_list_of_clues_are_read() {
    let dir = tempdir().expect("a directory");
    let out = dir.path().join("run").to_str().expect("UTF-8").to_owned();
    let play = ["tournament", "--agent", "nearest", "--agent", "margin", "--games", "40", "--seed", "2"];
    stdout(&[&play[..], &["--log", "halves", "--out", &out]].concat());
    let halves = format!("{out}/halves.csv");
    let decoded = rows(&stdout(&["eval", "decode", &halves, "--agent", "margin"]));
    assert!(number(&decoded[0], "code_accuracy") > 0.8, "{:?}", decoded[0]);
    let intercepted = rows(&stdout(&["eval", "intercept", &halves, "--agent", "margin"]));
    let scored = rows(&fs::read_to_string(&halves).expect("a file"));
    let scored = scored.iter().filter(|row| row["round"] != "1").count();
    assert_eq!(number(&intercepted[0], "n") as usize, scored);
    let list = "keyword,clue\nsun,noon\nsun,rays\nriver,bank\ncastle,moat\npiano,Chopin\n";
    let list = file(&dir, "list.csv", list);
    let accuracy_rows = rows(&stdout(&["eval", "decode", &list, "--agent", "margin"]));
    assert_eq!(number(&accuracy_rows[0], "n") as usize, 5);
    let short = file(&dir, "short.csv", "keyword,clue\nsun,noon\nriver,bank\ncastle,moat\n");
    refused(&["eval", "decode", &short, "--agent", "margin"], 2, &["short.csv", "3 keywords"]);
    refused(&["eval", "intercept", &list, "--agent", "margin"], 2, &["no column `game`"]);
}

/// Two recorded games of three turns in the benchmark's format.
pub(crate) fn recorded_games(dir: &TempDir) -> String {
    let turn = |n: usize, code: &str, hints: [&str; 3], bob: &str, eve: &str| {
        let keywords = serde_json::json!(["anchor", "planet", "bread", "beach"]);
        let answers: [serde_json::Value; 2] =
            [bob, eve].map(|text| serde_json::from_str(text).expect("JSON"));
        serde_json::json!({
            "keywords": keywords, "turn": n, "code": code, "hints": hints, "guess_bob": answers[0], "guess_eve": answers[1]
        })
    };
    let game = |eve: &str| {
        serde_json::json!({ "episode": 0, "summarized_history": [
            turn(0, "123", ["ship", "orbit", "toast"], "[1, 2, 3]", "[4, 3, 2]"),
            turn(1, "341", ["flour", "sand", "harbour"], "\"3-4-1\"", eve),
            turn(2, "214", ["saturn", "sailor", "sea, side"], "[1, 1, 4]", "null"),
        ]})
    };
    let games = serde_json::json!({ "stats": {}, "histories": [game("[3, 4, 1]"), game("[1, 4, 3]")] });
    file(dir, "games.json", &games.to_string())
}

#[test]
fn recorded_games_become_files_of_both_tasks_and_their_guesses_are_scored() {
    let dir = tempdir().expect("a directory");
    let games = recorded_games(&dir);
    let out = dir.path().join("human").to_str().expect("UTF-8").to_owned();
    let written = rows(&stdout(&["eval", "import", &games, "--out", &out]));
    let scored =
        |n: usize| (count(&written[n], "games"), count(&written[n], "rows"), count(&written[n], "scored"));
    assert_eq!((scored(0), scored(1)), ((2, 6, 6), (2, 6, 4)));
    let decode = fs::read_to_string(format!("{out}/decode.csv")).expect("the file");
    assert!(
        decode.contains("1 3,anchor,planet,bread,beach,214,saturn,sailor,\"sea, side\",1,1-1-4\n"),
        "{decode}"
    );

    let evaluation = rows(&stdout(&["eval", "decode", &format!("{out}/decode.csv"), "--agent", "margin"]));
    let [agent, people] = &evaluation[..] else { panic!("{evaluation:?}") };
    assert_eq!((people["agent"].as_str(), count(people, "n"), count(people, "faults")), ("(recorded)", 6, 0));
    assert!((number(people, "code_accuracy") - 4.0 / 6.0).abs() < 1e-6, "{people:?}");
    // Twice 1-1-4 for 2-1-4: a wrong guess with two right digits.
    assert!((number(people, "digit_accuracy") - 16.0 / 18.0).abs() < 1e-6, "{people:?}");
    assert!(people["log_loss"].is_empty() && people["brier"].is_empty(), "{people:?}");
    assert!(number(agent, "log_loss") >= 0.0 && agent["log_loss_low"].is_empty(), "two pools: {agent:?}");
    let shown = ["eval", "decode", &format!("{out}/decode.csv"), "--agent", "margin", "--format", "table"];
    assert!(!stdout(&shown).contains("NaN"));

    let evaluation =
        rows(&stdout(&["eval", "intercept", &format!("{out}/intercept.csv"), "--agent", "nearest"]));
    let people = &evaluation[1];
    assert_eq!((count(people, "n"), number(people, "code_accuracy")), (2, 0.5), "two turns have no answer");

    refused(&["eval", "import", &games, "--out", &out], 2, &["the file exists", "--force"]);
    stdout(&["eval", "import", &games, "--out", &out, "--force"]);
    let twice = ["eval", "import", &games, &games, "--out", &out, "--force"];
    refused(&twice, 2, &["games.json: game 1: it stands in "]);
    let own = ["eval", "decode", &format!("{out}/decode.csv"), "--agent", "(recorded)=margin"];
    refused(&own, 2, &["the label `(recorded)` is that of the recorded guesses"]);
}

#[test]
fn what_is_no_recorded_game_is_refused_by_its_place() {
    let dir = tempdir().expect("a directory");
    let out = dir.path().join("human");
    for (text, refusal) in [
        ("\u{80}\u{4}pickle", "line 1: it cannot be read as JSON"),
        ("[{\"code\": 1,\n\"code\": 2}]", "line 2: it cannot be read as JSON (the key `code` stands twice"),
        ("[]", "it has no games"),
        ("{\"histories\": [{}]}", "game 1: it has no list `summarized_history`"),
        (
            "[{\"summarized_history\": [{\"keywords\": [\"a\", \"b\"]}]}]",
            "game 1: turn 1: `keywords` is not a list of 4 texts",
        ),
    ] {
        let path = file(&dir, "games.json", text);
        refused(
            &["eval", "import", &path, "--out", out.to_str().expect("UTF-8")],
            2,
            &["games.json", refusal],
        );
        assert!(!out.exists(), "nothing is written");
    }
}

#[test]
fn rows_of_a_pool_are_drawn_together() {
    let dir = tempdir().expect("a directory");
    // Each row stands four times, as a file does that reuses its clues.
    let pooled = |with: bool| {
        let mut text =
            format!("id,kw1,kw2,kw3,kw4,code,clue1,clue2,clue3{}\n", if with { ",pool" } else { "" });
        for n in 0..96 {
            let clues = if n % 24 < 12 { "ship,orbit,toast" } else { "toast,ship,orbit" };
            let pool = if with { format!(",p{}", n % 24) } else { String::new() };
            writeln!(text, "r{n},anchor,planet,bread,beach,1-2-3,{clues}{pool}").expect("a string");
        }
        let path = file(&dir, "decode.csv", &text);
        let row = rows(&stdout(&["eval", "decode", &path, "--agent", "margin"])).remove(0);
        assert_eq!(number(&row, "code_accuracy"), 0.5, "{row:?}");
        number(&row, "code_accuracy_high") - number(&row, "code_accuracy_low")
    };
    let (rows_alone, pools) = (pooled(false), pooled(true));
    assert!(pools > 1.6 * rows_alone, "{pools} {rows_alone}");
    let tied = rows(&stdout(&["eval", "decode", &decode_file(&dir), "--agent", "random"])).remove(0);
    assert!(number(&tied, "strict_accuracy") == 0.0 && number(&tied, "code_accuracy") > 0.0, "{tied:?}");
}
