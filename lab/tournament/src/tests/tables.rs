//! The tables of a run: as their golden file has them, and as counted from the rows of games by a few lines of their own.

use std::fmt::Write as _;
use std::path::PathBuf;

use super::*;
use crate::setup::RulesConfig;
use crate::tournament::LogDetail;

/// Compares a text with the golden file of this name, or writes it there.
fn is_golden(name: &str, actual: &str) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src/tests/golden").join(name);
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(&path, actual).expect("the golden file is written");
        return;
    }
    let golden = fs::read_to_string(&path).expect("a golden file");
    let rows = golden.lines().zip(actual.lines());
    rows.for_each(|(expected, actual)| assert_eq!(expected, actual, "{name}"));
    assert_eq!(golden.len(), actual.len(), "{name} has more lines or fewer");
}

/// Returns a run's tables and rows, and what it says.
fn shown(config: &TournamentConfig, without: &[&str]) -> String {
    let dir = tempfile::tempdir().expect("a directory");
    let place = dir.path().join("out");
    let result = play(config, &place);
    let mut text = String::new();
    for line in result.sentences().iter().chain(result.verdict()).chain(result.warnings()) {
        writeln!(text, "{line}").expect("text");
    }
    for (name, rows) in files(&place) {
        if name.rsplit('.').next() == Some("csv") && !without.contains(&&*name) {
            write!(text, "=== {name}\n{rows}").expect("text");
        }
    }
    let manifest: serde_json::Value =
        serde_json::from_str(&files(&place)["manifest.json"]).expect("a manifest");
    for key in ["configuration", "ratings", "test", "sprt", "games"] {
        if let Some(value) = manifest.get(key) {
            writeln!(text, "{key}: {value}").expect("text");
        }
    }
    text
}

#[test]
fn the_tables_of_three_agents_are_as_ever() {
    let config = TournamentConfig {
        log: LogDetail::Deals,
        running: Some(6),
        ..between(&["margin", "nearest", "human"], 36)
    };
    is_golden("three_agents.txt", &shown(&config, &[]));
}

#[test]
fn the_rows_of_two_games_are_as_ever() {
    let config = TournamentConfig { log: LogDetail::Halves, ..between(&["margin", "human"], 1) };
    is_golden(
        "two_games.txt",
        &shown(&config, &["standings.csv", "pairings.csv", "rounds.csv", "expected.csv"]),
    );
}

#[test]
fn the_outcomes_of_sequential_tests_are_as_ever() {
    let test = |agents: &[&str], sprt: &str, pairs| {
        shown(
            &TournamentConfig { sprt: sprt.parse().ok(), ..between(agents, pairs) },
            &["rounds.csv", "endings.csv", "expected.csv"],
        )
    };
    let better = test(&["nearest", "random"], "elo0=0,elo1=200", 500);
    let worse = test(&["random", "nearest"], "elo0=0,elo1=100,model=logistic", 500);
    let unclear = test(&["nearest", "margin"], "elo0=0,elo1=5", 150);
    is_golden("tests.txt", &[better, worse, unclear].join("\n"));
}

/// Returns the rows of a table, by column.
fn rows(text: &str) -> Vec<BTreeMap<&str, &str>> {
    let mut lines = text.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let header = lines.next().expect("a header");
    lines.map(|line| header.iter().copied().zip(line).collect()).collect()
}

#[test]
fn standings_and_deals_are_those_of_the_games() {
    let config = TournamentConfig { log: LogDetail::Halves, ..between(&["margin", "nearest", "random"], 30) };
    let dir = tempfile::tempdir().expect("a directory");
    play(&config, &dir.path().join("out"));
    let files = files(&dir.path().join("out"));
    let (games, halves) = (rows(&files["games.csv"]), rows(&files["halves.csv"]));
    let number = |text: &str| text.parse::<f64>().expect("a number");
    for row in rows(&files["standings.csv"]) {
        let agent = row["agent"];
        let own: Vec<_> =
            games.iter().filter(|game| [game["white"], game["black"]].contains(&agent)).collect();
        let won = own.iter().filter(|game| game["winner_agent"] == agent).count();
        let shared = own.iter().filter(|game| game["winner"] == "shared").count();
        let rounds: f64 = own.iter().map(|game| number(game["rounds"])).sum();
        let own_halves: Vec<_> = halves.iter().filter(|half| half["agent"] == agent).collect();
        let missed = own_halves.iter().filter(|half| half["code"] != half["guess"]).count();
        let open: Vec<_> = own_halves.iter().filter(|half| !half["interception"].is_empty()).collect();
        let overheard = open.iter().filter(|half| half["code"] == half["interception"]).count();
        let of = |part: usize, all: usize| format!("{:.6}", part as f64 / all as f64);
        let expected = [
            ("games", own.len().to_string()),
            ("wins", won.to_string()),
            ("losses", (own.len() - won - shared).to_string()),
            ("shared", shared.to_string()),
            ("score", of(2 * won + shared, 2 * own.len())),
            ("mean_rounds", format!("{:.6}", rounds / own.len() as f64)),
            ("halves", own_halves.len().to_string()),
            ("miscommunications", missed.to_string()),
            ("miscommunication_rate", of(missed, own_halves.len())),
            ("intercepted_rate", of(overheard, open.len())),
        ];
        for (column, value) in expected {
            assert_eq!(number(row[column]), number(&value), "{agent}: {column}");
        }
    }
    for row in rows(&files["deals.csv"]) {
        let pair = [row["agent_a"], row["agent_b"]];
        let both: Vec<_> = games
            .iter()
            .filter(|game| {
                game["deal"] == row["deal"] && pair.contains(&game["white"]) && pair.contains(&game["black"])
            })
            .collect();
        assert_eq!(both.len(), 2, "a pair of games");
        for (game, column, seat) in [(both[0], "a_white", "white"), (both[1], "a_black", "black")] {
            assert_eq!(game[seat], pair[0]);
            let score = match game["winner"] {
                "shared" => "0.5",
                winner if winner == seat => "1.0",
                _ => "0.0",
            };
            assert_eq!(row[column], score, "{column}");
        }
        let rounds: f64 = both.iter().map(|game| number(game["rounds"])).sum();
        assert_eq!(number(row["rounds"]), rounds);
        let tied = both.iter().filter(|game| game["door"] != "none").count();
        assert_eq!(number(row["tiebreaks"]), tied as f64);
    }
}

#[test]
fn talks_have_a_row_for_each_answer_and_say_which_are_right() {
    let rules = RulesConfig { team_size: Some(3), ..RulesConfig::default() };
    let config =
        TournamentConfig { discuss: 2, rules, log: LogDetail::Halves, ..between(&["margin", "human"], 1) };
    let dir = tempfile::tempdir().expect("a directory");
    play(&config, &dir.path().join("out"));
    let files = files(&dir.path().join("out"));
    let (talks, halves) = (rows(&files["transcripts.csv"]), rows(&files["halves.csv"]));
    let mut answers = BTreeMap::<_, Vec<_>>::new();
    for row in talks.iter().filter(|row| row["step"] != "message") {
        let place = ["game", "round", "side"].map(|column| row[column]);
        let half = halves.iter().find(|half| ["game", "round", "side"].map(|column| half[column]) == place);
        let half = half.expect("a half");
        assert_eq!(row["right"], if row["code"] == half["code"] { "1" } else { "0" }, "{row:?}");
        answers.entry((place, row["team"])).or_default().push((row["step"], row["member"]));
        if row["step"] == "team" && row["team"] == row["side"] {
            assert_eq!((row["code"], row["agent"]), (half["guess"], half["agent"]), "{row:?}");
        }
    }
    assert!(!answers.is_empty(), "teams of three talk");
    for (talk, steps) in answers {
        let alone = steps.iter().filter(|(step, _)| *step == "alone").map(|(_, member)| *member);
        let after = steps.iter().filter(|(step, _)| *step == "after").map(|(_, member)| *member);
        assert!(alone.eq(after), "{talk:?}: {steps:?}");
        let ends = [steps[0], steps[steps.len() / 2 - 1], steps[steps.len() - 1]].map(|(step, _)| step);
        assert_eq!(ends, ["alone", "pool", "team"], "{talk:?}: {steps:?}");
    }
}

#[cfg(feature = "parquet")]
#[test]
fn logs_of_games_and_halves_become_parquet_and_nothing_else_does() {
    let config = TournamentConfig {
        log: LogDetail::Halves,
        log_format: crate::tournament::LogFormat::Parquet,
        ..between(&["margin", "human"], 1)
    };
    let dir = tempfile::tempdir().expect("a directory");
    play(&config, &dir.path().join("out"));
    let entries = fs::read_dir(dir.path().join("out")).expect("a directory");
    let names = entries.map(|entry| entry.expect("an entry").file_name().into_string().expect("text"));
    let is_log = |name: &String| ["deals.", "games.", "halves."].iter().any(|log| name.starts_with(log));
    let mut logs: Vec<String> = names.filter(is_log).collect();
    logs.sort_unstable();
    assert_eq!(logs, ["deals.csv", "games.parquet", "halves.parquet"]);
}
