//! Programs at the table: a bot is an agent like any other, and its faults are its own.
//!
//! The bots are written in Python; where there is none, these tests say so and try nothing.

use std::fs::{self, File};
use std::path::PathBuf;

use overhear_lab::experiment::PopulationConfig;
use overhear_lab::setup::{BotConfig, PlayersConfig, WordFiles};
use overhear_lab::{CompareRulesConfig, RunControl, compare};

use crate::common::{python, run, stderr, stdout, tournament};

/// A bot in a few lines: it gives the words behind its own seed's, and believes in the code that the seed says.
const BOT: &str = r#"
import json, os, random, sys
MODE = sys.argv[1] if len(sys.argv) > 1 else "sound"
words, asked = 0, 0
def say(message):
    sys.stdout.write(json.dumps(message) + "\n"); sys.stdout.flush()
for line in sys.stdin:
    told = json.loads(line)
    if "hello" in told:
        roles = ["encrypt", "decode", "intercept"] if MODE == "partial" else ["encrypt", "decode", "intercept", "keywords"]
        say({"hello": {"protocol": 1, "name": "test", "version": "1", "roles": roles, "deterministic": True,
             "params": [{"key": "shift", "kind": "whole", "default": 0, "low": 0, "high": 9, "meaning": "moves words"},
                        {"key": "free", "kind": "real", "default": 0}]}})
        shift = int(told["hello"]["options"].get("shift", 0))
        rounds = told["hello"]["rules"]["round_limit"]
        if MODE == "noting":
            open(__file__ + ".noted", "a").write(f"{shift}\n")
        if MODE == "strict":
            open(__file__ + ".told", "a").write(f"{rounds}\n")
    elif "setup" in told:
        words = len(told["setup"]["vocabulary"]); say({"ready": True})
    elif "ask" in told:
        asked += 1
        if MODE == "mortal" and asked == 3:
            os._exit(7)
        if MODE == "noting":
            open(__file__ + ".asked", "a").write(f"{len(told['ask'])}\n")
        answers = []
        for ask in told["ask"]:
            n = (ask["seed"] + (random.getrandbits(40) if MODE == "moody" else 0)) % words
            if MODE == "strict" and ask.get("round", 0) > rounds:
                answers.append({"id": ask["id"], "error": f"there is no round {ask['round']}"})
            elif ask["role"] == "encrypt":
                tries = len(ask.get("refused", []))
                answers.append({"id": ask["id"], "clues": [(n + shift + k + 7 * tries) % words for k in (0, 100, 200)]})
            elif ask["role"] == "keywords":
                answers.append({"id": ask["id"], "keywords": [n % 100, 100 + n % 100, 200 + n % 100, 300 + n % 100]})
            elif MODE == "silly" and ask["seed"] % 11 == 0:
                answers.append({"id": ask["id"], "code": [9, 9, 9]})
            else:
                factor = {"tiny": 1e-300, "huge": 1e300}.get(MODE, 1)
                answers.append({"id": ask["id"], "p": [factor * (1 + (n >> k & 1)) for k in range(24)]})
        say({"answers": answers})
        if MODE == "double":
            say({"answers": answers[:1]})
    elif "quit" in told:
        break
"#;

/// The value of `--bot` for a bot of this mode, if there is a Python; it stands in the directory.
pub(crate) fn bot(dir: &tempfile::TempDir, mode: &str) -> Option<String> {
    let python = python()?;
    let path: PathBuf = dir.path().join("bot.py");
    fs::write(&path, BOT).expect("written");
    Some(format!("mine={python} {} {mode}", path.display()))
}

fn place() -> tempfile::TempDir {
    tempfile::tempdir().expect("a directory")
}

/// The tables and logs of a run.
fn files(dir: &tempfile::TempDir) -> Vec<(String, Vec<u8>)> {
    let names = ["standings.csv", "pairings.csv", "endings.csv", "games.csv", "halves.csv"];
    names.map(|name| (name.to_owned(), fs::read(dir.path().join(name)).expect(name))).into()
}

#[test]
fn a_bot_plays_a_tournament_to_the_same_bytes_on_any_threads_and_when_it_dies() {
    let dir = place();
    let played = |mode: &str, more: &[&str]| {
        let bot = bot(&dir, mode)?;
        let words = ["--games", "60", "--seed", "3", "--log", "halves", "--agent", "margin", "--bot", &bot];
        Some(tournament(&[&words, more, &["--agent", "mine"][..]].concat()))
    };
    let Some(one) = played("sound", &["-j", "1"]) else { return };
    let two = played("sound", &["-j", "2"]).expect("there is a Python");
    let mortal = played("mortal", &[]).expect("there is a Python");
    assert_eq!(files(&one), files(&two));
    assert_eq!(files(&one), files(&mortal));
    let timing = fs::read_to_string(mortal.path().join("timing.json")).expect("a file");
    assert!(timing.contains("\"crash\""), "{timing}");
    let manifest = fs::read_to_string(one.path().join("manifest.json")).expect("a file");
    assert!(manifest.contains("\"says\": \"test\"") && manifest.contains("bot.py"), "{manifest}");
    let from = one.path().to_str().expect("UTF-8");
    stdout(&["replay", "--from", from, "--game", "7", "--verify"]);
}

#[test]
fn restarts_and_answers_given_twice_are_said_in_the_end() {
    let dir = place();
    let summary = |mode: &str| {
        let bot = bot(&dir, mode)?;
        let games = ["tournament", "--games", "20", "--seed", "3", "--agent", "margin", "--agent", "mine"];
        Some(stderr(&run(&[&games[..], &["--bot", &bot, "--progress", "none"]].concat())))
    };
    let Some(mortal) = summary("mortal") else { return };
    assert!(mortal.contains("; started again ") && mortal.contains(" crash)"), "{mortal}");
    let double = summary("double").expect("there is a Python");
    assert!(double.contains(" given twice, of which the first counts"), "{double}");
    let sound = summary("sound").expect("there is a Python");
    assert!(!sound.contains("started again") && !sound.contains("twice"), "{sound}");
}

#[test]
fn a_secret_among_the_variables_of_a_bot_is_warned_of_by_its_name_alone() {
    let dir = place();
    let Some(bot) = bot(&dir, "sound") else { return };
    let command = bot.split_once('=').expect("a flag").1.replace(' ', "\", \"");
    let file = dir.path().join("mine.toml");
    let entry = format!(
        "[[bot]]\nname = \"mine\"\ncommand = [\"{command}\"]\n\
         [bot.env]\nMINE_API_KEY = \"sk-0123\"\nMAX_TOKENS = \"9\"\n"
    );
    fs::write(&file, entry).expect("written");
    let file = file.to_str().expect("UTF-8");
    let games = ["tournament", "--games", "2", "--seed", "3", "--agent", "margin", "--agent", "mine"];
    let warnings = stderr(&run(&[&games[..], &["--bot", file, "--progress", "none"]].concat()));
    assert!(
        warnings.contains(
            "warning: bot `mine`: its `env` has `MINE_API_KEY`, and checkpoints and shards keep the value"
        ),
        "{warnings}"
    );
    assert!(!warnings.contains("sk-0123") && !warnings.contains("MAX_TOKENS"), "{warnings}");
}

#[test]
fn a_common_factor_of_weights_changes_no_byte() {
    let dir = place();
    let answers = dir.path().join("answers.jsonl");
    let played = |mode: &str, more: &[&str]| {
        let bot = bot(&dir, mode)?;
        let words = ["--games", "30", "--seed", "3", "--log", "halves", "--agent", "margin", "--bot", &bot];
        Some(tournament(&[&words, more, &["--agent", "mine"][..]].concat()))
    };
    let Some(plain) = played("sound", &[]) else { return };
    let stored_answers = ["--answers", answers.to_str().expect("UTF-8")];
    for (mode, more) in
        [("tiny", &[][..]), ("huge", &[]), ("tiny", &stored_answers), ("sound", &stored_answers)]
    {
        let other = played(mode, more).expect("there is a Python");
        assert_eq!(files(&plain), files(&other), "{mode}");
    }
}

#[test]
fn halves_presets_and_parameters_of_a_bot_are_named_like_any_agents() {
    let dir = place();
    let Some(bot) = bot(&dir, "partial") else { return };
    let agents = ["--agent", "mine/bayes", "--agent", "margin/mine", "--agent", "mine:shift=3"];
    let words = ["tournament", "--games", "12", "--seed", "1", "--bot", &bot, "--format", "csv"];
    let table = stdout(&[&words[..], &agents].concat());
    assert!(
        ["mine/bayes", "margin/mine", "mine:shift=3"].iter().all(|agent| table.contains(agent)),
        "{table}"
    );
    let shown = stdout(&["agents", "show", "mine", "--bot", &bot, "--format", "csv"]);
    assert!(shown.contains("mine,shift,0,0,0,9,whole,moves words"), "{shown}");
    let refused = run(&[&words[..], &["--agent", "mine:shift=99", "--agent", "margin"]].concat());
    assert_eq!(refused.status.code(), Some(2));
    assert!(stderr(&refused).contains("it takes a whole number from 0 to 9"), "{}", stderr(&refused));
}

#[test]
#[ignore = "slow: many starts of a bot"]
fn tune_starts_a_bot_with_other_values_of_what_it_declares() {
    let dir = place();
    let Some(bot) = bot(&dir, "noting") else { return };
    let out = |name: &str| dir.path().join(name).to_str().expect("UTF-8").to_owned();
    let words = ["tune", "--agent", "mine:shift=4", "--bot", &bot, "--seed", "3"];
    let few = ["--iterations", "3", "--pairs-per-iteration", "2", "--confirm-pairs", "4"];
    let tuned = |name: &str, threads: &str| {
        let more = ["--param", "shift=1..8", "-j", threads, "--out", &out(name)];
        let output = run(&[&words[..], &few, &more].concat());
        assert!(matches!(output.status.code(), Some(0 | 4)), "{}", stderr(&output));
        ["trace.csv", "result.csv"]
            .map(|file| fs::read_to_string(dir.path().join(name).join(file)).expect(file))
    };
    let [trace, result] = tuned("one", "1");
    assert!(trace.starts_with("iteration,pairs,lead,shift\n") && trace.lines().count() == 5, "{trace}");
    assert!(result.contains("mine:shift="), "{result}");
    let noted = fs::read_to_string(dir.path().join("bot.py.noted")).expect("what the bot was told");
    let noted: std::collections::BTreeSet<u8> =
        noted.lines().map(|shift| shift.parse().expect("a number")).collect();
    assert!(noted.len() > 3 && noted.iter().all(|shift| (0..=8).contains(shift)), "{noted:?}");
    assert_eq!([trace, result], tuned("two", "2"));
    let refused = |param: &str| {
        let output = run(&[&words[..], &few, &["--param", param, "--out", &out("none")]].concat());
        assert_eq!(output.status.code(), Some(2), "{param}");
        stderr(&output)
    };
    assert!(refused("shaft").contains("has no parameter `shaft` (did you mean `shift`?)"));
    assert!(refused("free").contains("it has no range of its own: write free=LOW..HIGH"));
}

#[test]
fn an_answer_that_is_none_costs_its_game_and_a_bot_that_does_not_start_the_run() {
    let dir = place();
    let Some(silly) = bot(&dir, "silly") else { return };
    let words = ["tournament", "--games", "40", "--seed", "2", "--agent", "margin", "--agent", "mine"];
    let output = run(&[&words[..], &["--bot", &silly, "--max-fault-rate", "1"]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(stderr(&output).contains("`mine` broke down in"), "{}", stderr(&output));
    let absent = run(&[&words[..], &["--bot", "mine=/no/such/program"]].concat());
    assert_eq!(absent.status.code(), Some(2));
    assert!(stderr(&absent).contains("--bot mine: no_start"), "{}", stderr(&absent));
    let taken = run(&[&words[..], &["--bot", "margin=true"]].concat());
    assert!(stderr(&taken).contains("an agent named `margin` already exists"), "{}", stderr(&taken));
}

/// Its author is told what the bot said, and not that the program is at fault.
#[test]
fn a_bot_that_declines_a_question_of_its_check_is_quoted() {
    let dir = place();
    let Some(bot) = bot(&dir, "silly") else { return };
    let output = run(&["agents", "check", "mine", "--bot", &bot, "--games", "3", "--seed", "1"]);
    let message = stderr(&output);
    assert_eq!(output.status.code(), Some(5), "{message}");
    assert!(message.contains("it breaks down: bot `mine`") && !message.contains("defect"), "{message}");
}

#[test]
fn kept_answers_play_a_run_again_without_the_bot() {
    let dir = place();
    let Some(bot) = bot(&dir, "sound") else { return };
    let answers = dir.path().join("answers.jsonl");
    let answers = answers.to_str().expect("UTF-8");
    let words = ["--games", "30", "--seed", "5", "--log", "halves", "--agent", "margin", "--agent", "mine"];
    let first = tournament(&[&words[..], &["--bot", &bot, "--answers", answers]].concat());
    fs::write(dir.path().join("bot.py"), "raise SystemExit(9)").expect("written");
    let again = tournament(&[&words[..], &["--bot", &bot, "--answers", answers]].concat());
    assert_eq!(files(&first), files(&again));
    let more = ["tournament", "--games", "34", "--seed", "5", "--agent", "margin", "--agent", "mine"];
    let refused = run(&[&more[..], &["--bot", &bot, "--answers", answers, "--progress", "none"]].concat());
    assert_eq!(refused.status.code(), Some(3), "{}", stderr(&refused));
    let stored = fs::read_to_string(answers).expect("a file");
    let third = stored.lines().nth(2).expect("an answer");
    for (old, new) in [("\"key\":\"", "\"key\":\"x"), ("\"reply\":{", "\"reply\":{\"note\":\"changed\",")] {
        fs::write(answers, stored.replacen(third, &third.replacen(old, new, 1), 1)).expect("written");
        let changed = run(&[&more[..], &["--bot", &bot, "--answers", answers]].concat());
        assert_eq!(changed.status.code(), Some(2));
        assert!(
            stderr(&changed).contains("answers.jsonl: line 3: it was changed since"),
            "{}",
            stderr(&changed)
        );
    }
}

/// As the program of an earlier version has left it.
#[test]
fn answers_without_seals_are_used_and_warned_of() {
    let dir = place();
    let Some(bot) = bot(&dir, "sound") else { return };
    let answers = dir.path().join("answers.jsonl");
    let answers = answers.to_str().expect("UTF-8");
    let words = ["--games", "20", "--seed", "5", "--log", "halves", "--agent", "margin", "--agent", "mine"];
    let words = [&words[..], &["--bot", &bot, "--answers", answers]].concat();
    let first = tournament(&words);
    let without_seals = fs::read_to_string(answers).expect("a file").replacen(
        "{\"overhear_answers\":2}",
        "{\"overhear_answers\":1}",
        1,
    );
    let old: String = without_seals
        .lines()
        .map(|line| match line.split_once(",\"seal\"") {
            Some((body, _)) => format!("{body}}}\n"),
            None => format!("{line}\n"),
        })
        .collect();
    fs::write(answers, &old).expect("written");
    fs::write(dir.path().join("bot.py"), "raise SystemExit(9)").expect("written");
    assert_eq!(files(&first), files(&tournament(&words)));
    let output = run(&[&["tournament"], &words[..4], &words[6..]].concat());
    let expected = format!("{} lines of an earlier version without a checksum", old.lines().count() - 1);
    assert!(stderr(&output).replace(',', "").contains(&expected), "{}", stderr(&output));
    assert_eq!(fs::read_to_string(answers).expect("a file"), old, "nothing was added, and nothing changed");
}

#[test]
fn the_first_answer_to_a_question_stands_for_all_games_that_ask_it() {
    let dir = place();
    let Some(bot) = bot(&dir, "moody") else { return };
    let answers = dir.path().join("answers.jsonl");
    let answers = answers.to_str().expect("UTF-8");
    let agents = ["--agent", "margin", "--agent", "mine", "--agent", "mine/bayes"];
    let words = ["--games", "60", "--seed", "5", "--log", "halves", "--bot", &bot, "--answers", answers];
    let first = tournament(&[&words[..], &agents].concat());
    let stored = fs::read_to_string(answers).expect("a file");
    let keys: Vec<&str> =
        stored.lines().filter_map(|line| line.split("\"key\":\"").nth(1)?.get(..32)).collect();
    let different: std::collections::HashSet<&str> = keys.iter().copied().collect();
    assert!(keys.len() > 100 && keys.len() == different.len(), "{} {}", keys.len(), different.len());
    fs::write(dir.path().join("bot.py"), "raise SystemExit(9)").expect("written");
    assert_eq!(files(&first), files(&tournament(&[&words[..], &agents].concat())));
}

#[test]
fn shards_with_a_bot_are_merged_from_another_folder() {
    let dir = place();
    let Some(_) = bot(&dir, "sound") else { return };
    let place = |name: &str| dir.path().join(name).to_str().expect("UTF-8").to_owned();
    let words = [
        "tournament",
        "--games",
        "40",
        "--seed",
        "4",
        "--agent",
        "margin",
        "--agent",
        "mine",
        "--log",
        "halves",
    ];
    for shard in ["1/2", "2/2"] {
        let out = place(&shard.replace('/', "of"));
        let mut program = crate::common::sim();
        program.current_dir(dir.path()).args(words);
        program.args(["--bot", "mine=python3 bot.py", "--shard", shard, "--out", &out, "--progress", "none"]);
        program.assert().success();
    }
    stdout(&["merge", &place("1of2"), &place("2of2"), "--out", &place("whole")]);
    let bot = bot(&dir, "sound").expect("there is a Python");
    let one = tournament(&[&words[1..], &["--bot", &bot]].concat());
    let halves = |dir: PathBuf| fs::read(dir.join("halves.csv")).expect("a log");
    assert_eq!(halves(one.path().to_owned()), halves(dir.path().join("whole")));
}

#[test]
fn a_bot_is_told_the_rules_that_it_plays_by() {
    let dir = place();
    let Some(bot) = bot(&dir, "strict") else { return };
    let round_limits = || {
        let log = fs::read_to_string(dir.path().join("bot.py.told")).expect("the bot was started");
        fs::remove_file(dir.path().join("bot.py.told")).expect("removed");
        let mut limits: Vec<String> = log.lines().map(str::to_owned).collect();
        limits.sort();
        limits
    };
    let words = ["--bot", &bot, "--agent", "mine", "--agent", "random", "--games", "20", "--seed", "2"];
    let long = "official,tokens_to_win=0,tokens_to_lose=0";
    let short = "official,round_limit=3,tokens_to_win=0,tokens_to_lose=0";
    let answers = dir.path().join("answers.jsonl");
    let stored_answers = ["--answers", answers.to_str().expect("UTF-8")];
    stdout(&[&["rules", "compare", short, long], &words[..]].concat());
    assert_eq!(round_limits(), ["3", "8"], "one for each that is played");
    stdout(&[&["rules", "compare", short, long], &words[..], &stored_answers].concat());
    assert_eq!(round_limits(), ["3", "8"], "two bots that share a file of answers");
    let endless = ["--set", "tokens_to_win=0", "--set", "tokens_to_lose=0", "--set", "round_limit=3"];
    stdout(&[&["balance", "--sweep", "round_limit=4,5"], &words[..], &endless].concat());
    assert_eq!(round_limits(), ["3", "4", "5"]);
    stdout(&[&["rules", "compare", "official", "no-tiebreaker"], &words[..]].concat());
    assert_eq!(round_limits(), ["8"], "rules that are the same to every player are played once");
}

#[test]
fn experiments_of_one_program_use_a_file_of_answers_one_after_the_other() {
    let dir = place();
    let Some(python) = python() else { return };
    bot(&dir, "sound").expect("there is a Python");
    let answers = dir.path().join("answers.jsonl");
    let script = dir.path().join("bot.py").to_str().expect("UTF-8").to_owned();
    let players = PlayersConfig {
        agent: vec!["mine".to_owned()],
        bots: vec![BotConfig::command("mine", vec![python.to_string(), script])],
        answers: Some(answers.clone()),
        ..PlayersConfig::default()
    };
    let words = WordFiles { vocabulary: Some(2000), ..WordFiles::default() };
    let population = PopulationConfig { seed: Some(1), players, words, ..PopulationConfig::default() };
    let config = |b: &str| CompareRulesConfig {
        a: "official".into(),
        b: b.into(),
        games: Some(20),
        population: population.clone(),
        ..CompareRulesConfig::default()
    };
    let played = |b| compare(&config(b), &RunControl::default()).expect("a comparison").frame().to_csv();
    let first = played("no-tiebreaker");
    let free = || File::open(&answers).expect("a file").try_lock().is_ok();
    assert!(free(), "the file is given back with the experiment");
    fs::write(dir.path().join("bot.py"), "raise SystemExit(9)").expect("written");
    assert_eq!(first, played("no-tiebreaker"), "by what the first has kept");
    assert!(free());
}

#[test]
fn an_exploit_asks_a_bot_in_batches_and_names_it_when_it_has_no_answer() {
    let dir = place();
    let Some(sound) = bot(&dir, "noting") else { return };
    let words = ["agents", "exploit", "random/mine", "--against", "guesser", "--games", "2", "--seed", "1"];
    stdout(&[&words[..], &["--bot", &sound]].concat());
    let batches = fs::read_to_string(dir.path().join("bot.py.asked")).expect("questions");
    let batches: Vec<usize> = batches.lines().map(|line| line.parse().expect("a number")).collect();
    assert!(batches.iter().any(|questions| *questions >= 10), "{batches:?}");
    let silly = bot(&dir, "silly").expect("there is a Python");
    let output = run(&[&words[..], &["--bot", &silly]].concat());
    let message = stderr(&output);
    assert_eq!(output.status.code(), Some(3), "{message}");
    assert!(
        message.contains("error: `random/mine:") && message.contains("` broke down in game 0: bot `mine`: "),
        "{message}"
    );
}

#[test]
fn both_decks_of_a_comparison_keep_their_answers_in_one_file() {
    let dir = place();
    let Some(bot) = bot(&dir, "partial") else { return };
    let (deck, answers) = (dir.path().join("deck.txt"), dir.path().join("answers.jsonl"));
    fs::write(&deck, "anchor\nbread\ncastle\ndragon\nengine\nforest\nguitar\nhammer\n").expect("written");
    let [deck, answers] = [&deck, &answers].map(|path| path.to_str().expect("UTF-8"));
    let words =
        ["balance", "--deck-b", deck, "--agent", "mine", "--bot", &bot, "--games", "20", "--seed", "1"];
    let comparison = || stdout(&[&words[..], &["--answers", answers]].concat());
    let first = comparison();
    fs::write(dir.path().join("bot.py"), "raise SystemExit(9)").expect("written");
    assert_eq!(first, comparison(), "the bot is not asked again");
}
