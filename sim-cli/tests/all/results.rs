//! The files of a result: the same for any number of threads, as Parquet too, adding up, fair to an agent that meets itself.

use std::collections::BTreeMap;
use std::fs;
use std::sync::LazyLock;

use crate::common::{TABLES, count, files, number, table, tournament};
use tempfile::TempDir;

const ROSTER: [&str; 8] = [
    "--agent",
    "margin",
    "--agent",
    "weird, \"label\"=human",
    "--agent",
    "nearest/history",
    "--agent",
    "random",
];

static RESULT: LazyLock<TempDir> = LazyLock::new(|| {
    tournament(&[&ROSTER[..], &["--games", "600", "--seed", "7", "--log", "halves", "-j", "2"]].concat())
});

#[test]
fn one_thread_and_two_and_a_second_run_write_the_same_bytes() {
    let expected = files(RESULT.path());
    assert!(TABLES.iter().all(|name| expected.contains_key(*name)), "{:?}", expected.keys());
    assert_eq!(expected.len(), TABLES.len() + 2, "and the manifest and the counts: {:?}", expected.keys());
    for threads in ["1", "2"] {
        let args = [&ROSTER[..], &["--games", "600", "--seed", "7", "--log", "halves", "--threads", threads]]
            .concat();
        let again = tournament(&args);
        assert!(files(again.path()) == expected, "--threads {threads} writes other files");
    }
}

#[test]
fn another_seed_is_another_tournament() {
    let other = tournament(&[&ROSTER[..], &["--games", "600", "--seed", "8"]].concat());
    for name in ["standings.csv", "pairings.csv", "rounds.csv", "endings.csv"] {
        let [a, b] = [RESULT.path(), other.path()].map(|dir| fs::read(dir.join(name)).expect("a file"));
        assert!(a != b, "{name} is the same for two seeds");
    }
}

#[test]
fn standings_add_up() {
    let standings = table(RESULT.path(), "standings.csv");
    assert_eq!(standings.len(), 4);
    let mut ratings = 0.0;
    for row in &standings {
        assert_eq!(count(row, "wins") + count(row, "losses") + count(row, "shared"), count(row, "games"));
        assert_eq!(count(row, "games"), 300);
        let score =
            (count(row, "wins") as f64 + count(row, "shared") as f64 / 2.0) / count(row, "games") as f64;
        assert!((score - number(row, "score")).abs() < 1e-6);
        assert!((number(row, "score_low")..=number(row, "score_high")).contains(&number(row, "score")));
        if row["rating_basis"] == "penalty" {
            assert_eq!((row["rating_low"].as_str(), row["rating_high"].as_str()), ("", ""), "open");
        } else {
            assert!(
                (number(row, "rating_low")..=number(row, "rating_high")).contains(&number(row, "rating"))
            );
        }
        let rate = count(row, "miscommunications") as f64 / count(row, "halves") as f64;
        assert!((rate - number(row, "miscommunication_rate")).abs() < 1e-6);
        assert!(count(row, "interceptions") <= count(row, "interception_chances"));
        assert!((number(row, "mean_rounds") * 300.0 - count(row, "halves") as f64).abs() < 0.01);
        assert_eq!(row["faults"], "0");
        ratings += number(row, "rating");
    }
    assert!(ratings.abs() < 0.01, "ratings have the mean 0: {ratings}");
    let scores: Vec<f64> = standings.iter().map(|row| number(row, "score")).collect();
    assert!(scores.is_sorted_by(|a, b| a >= b), "best first: {scores:?}");
    assert!((scores.iter().sum::<f64>() - 2.0).abs() < 1e-5);
}

#[test]
fn pairings_rounds_and_endings_add_up() {
    let (rounds, endings) = (table(RESULT.path(), "rounds.csv"), table(RESULT.path(), "endings.csv"));
    let pairings = table(RESULT.path(), "pairings.csv");
    assert_eq!(pairings.len(), 6);
    for row in &pairings {
        let of = |rows: &[crate::common::Row]| -> Vec<crate::common::Row> {
            rows.iter()
                .filter(|r| r["agent_a"] == row["agent_a"] && r["agent_b"] == row["agent_b"])
                .cloned()
                .collect()
        };
        let ptnml: Vec<u64> = (0..5).map(|n| count(row, &format!("ptnml_{n}"))).collect();
        assert_eq!(ptnml.iter().sum::<u64>(), count(row, "pairs"));
        assert_eq!(2 * count(row, "pairs"), count(row, "games"));
        assert_eq!(count(row, "a_wins") + count(row, "b_wins") + count(row, "shared"), count(row, "games"));
        let half_points: u64 = ptnml.iter().zip(0..).map(|(pairs, points)| pairs * points).sum();
        assert_eq!(2 * count(row, "a_wins") + count(row, "shared"), half_points);
        let (rounds, endings) = (of(&rounds), of(&endings));
        assert_eq!(rounds.len(), 8, "a row for every number of rounds");
        for rows in [&rounds, &endings] {
            assert_eq!(rows.iter().map(|r| count(r, "games")).sum::<u64>(), count(row, "games"));
            assert!((rows.iter().map(|r| number(r, "share")).sum::<f64>() - 1.0).abs() < 1e-4);
        }
        let played: u64 = rounds.iter().map(|r| count(r, "rounds") * count(r, "games")).sum();
        assert!((played as f64 / count(row, "games") as f64 - number(row, "mean_rounds")).abs() < 1e-6);
        let tied = endings.iter().filter(|r| r["door"] != "none").map(|r| count(r, "games")).sum::<u64>();
        assert_eq!(tied, count(row, "tiebreaks"));
        let shared =
            endings.iter().filter(|r| r["winner"] == "shared").map(|r| count(r, "games")).sum::<u64>();
        assert_eq!(shared, count(row, "shared"));
    }
}

#[test]
fn the_rows_of_games_are_the_standings() {
    let games = table(RESULT.path(), "games.csv");
    assert_eq!(games.len(), 600);
    for (n, row) in games.iter().enumerate() {
        assert_eq!(count(row, "game"), n as u64);
        assert_eq!(count(row, "deal"), n as u64 / 12);
        assert_eq!(count(row, "pair_half"), 1 + n as u64 % 2);
        assert!((1..=8).contains(&count(row, "rounds")));
        for tokens in [
            "white_interceptions",
            "white_miscommunications",
            "black_interceptions",
            "black_miscommunications",
        ] {
            assert!(count(row, tokens) <= 2, "game {n}: {tokens} = {}", row[tokens]);
        }
        let winner = match row["winner"].as_str() {
            "shared" => "",
            side => &row[side],
        };
        assert_eq!(row["winner_agent"], winner);
        assert_eq!(
            row["white_keywords_right"].is_empty(),
            !matches!(row["step"].as_str(), "keywords" | "shared")
        );
    }
    for row in table(RESULT.path(), "standings.csv") {
        let wins = games.iter().filter(|game| game["winner_agent"] == row["agent"]).count() as u64;
        assert_eq!(wins, count(&row, "wins"), "{}", row["agent"]);
    }
}

#[test]
fn the_rows_of_halves_are_the_games() {
    let halves = table(RESULT.path(), "halves.csv");
    let mut by_game: BTreeMap<u64, Vec<&crate::common::Row>> = BTreeMap::new();
    halves.iter().for_each(|row| by_game.entry(count(row, "game")).or_default().push(row));
    for game in table(RESULT.path(), "games.csv") {
        let halves = &by_game[&count(&game, "game")];
        assert_eq!(halves.len() as u64, 2 * count(&game, "rounds"));
        for side in ["white", "black"] {
            let own = || halves.iter().filter(|row| row["side"] == side);
            let missed = own().filter(|row| row["guess_right"] == "0").count() as u64;
            assert_eq!(missed, count(&game, &format!("{side}_miscommunications")));
            let other = if side == "white" { "black" } else { "white" };
            let caught = own().filter(|row| row["intercepted"] == "1").count() as u64;
            assert_eq!(caught, count(&game, &format!("{other}_interceptions")));
        }
    }
    for row in &halves {
        let first = count(row, "round") == 1;
        assert_eq!(row["interception"].is_empty() && row["p_interception"].is_empty(), first, "R6");
        assert_eq!(row["guess_right"] == "1", row["guess"] == row["code"]);
        assert_eq!(count(row, "encryptor"), 1 + (count(row, "round") - 1) % 2, "R4");
        assert!((0.0..=1.0).contains(&number(row, "p_guess")));
        assert!(["clue_1", "clue_2", "clue_3"].iter().all(|clue| !row[*clue].is_empty()));
    }
}

#[test]
fn an_agent_against_itself_scores_one_half_in_every_pair() {
    for preset in ["random", "nearest", "margin", "pragmatic", "human"] {
        let dir = tournament(&["--agent", preset, "--agent", preset, "--games", "200", "--seed", "3"]);
        let row = &table(dir.path(), "pairings.csv")[0];
        assert_eq!(row["agent_b"], format!("{preset}-2"));
        assert_eq!((count(row, "ptnml_2"), count(row, "pairs")), (100, 100), "{preset}");
        assert_eq!((row["a_score"].as_str(), row["elo"].as_str()), ("0.500000", "0.000"));
        assert_eq!(row["nelo"], "", "undefined where all pairs are alike");
    }
}

#[test]
fn rules_teams_and_a_space_of_ones_own_are_played() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let word =
        |n: usize| format!("mot{}{}", char::from(b'a' + (n / 26) as u8), char::from(b'a' + (n % 26) as u8));
    let space: String = (0..400)
        .map(|n| {
            let row: String = (0..12)
                .map(|d| format!(" {}", ((n * 7 + d * 13) * (d + 3) % 101) as f64 / 50.0 - 1.0))
                .collect();
            word(n) + &row + "\n"
        })
        .collect();
    let deck = "card,fr\n".to_owned()
        + &(0..40).map(|n| format!("{},{}\n", n / 4, word(10 * n))).collect::<String>();
    let (space, deck) =
        (crate::common::file(&dir, "fr.vec", &space), crate::common::file(&dir, "deck.csv", &deck));
    let result = tournament(&[
        "--space",
        &space,
        "--deck",
        &deck,
        "--lang",
        "fr",
        "--team-size",
        "4",
        "--set",
        "round_limit=3",
        "--agent",
        "margin",
        "--agent",
        "nearest",
        "--games",
        "40",
        "--log",
        "halves",
        "--seed",
        "1",
    ]);
    assert_eq!(table(result.path(), "rounds.csv").len(), 3);
    let halves = table(result.path(), "halves.csv");
    assert!(halves.iter().all(|row| count(row, "encryptor") == count(row, "round")), "four take turns");
    assert!(halves.iter().all(|row| row["clue_1"].starts_with("mot")));
    let manifest = fs::read_to_string(result.path().join("manifest.json")).expect("a manifest");
    let manifest: serde_json::Value = serde_json::from_str(&manifest).expect("JSON");
    assert_eq!(manifest["configuration"]["rules"]["switches"]["round_limit"], 3);
    assert_eq!(
        (&manifest["seed"], &manifest["games"], &manifest["complete"]),
        (&1.into(), &40.into(), &true.into())
    );
    assert_eq!(manifest["data"][0]["sha256"].as_str().map(str::len), Some(64));
}

#[test]
fn one_deal_leaves_nearly_everything_possible() {
    let dir = tournament(&["--pairs", "1", "--agent", "margin", "--agent", "random", "--seed", "1"]);
    let row = &table(dir.path(), "standings.csv")[0];
    assert_eq!(
        (row["games"].as_str(), row["rating_low"].as_str(), row["rating_high"].as_str()),
        ("2", "", "")
    );
    assert!(number(row, "score_low") < 0.1, "{row:?}");
    let pairing = &table(dir.path(), "pairings.csv")[0];
    let of_pairing = ["a_score_low", "a_score_high"].map(|column| pairing[column].as_str());
    assert_eq!(of_pairing, ["score_low", "score_high"].map(|column| row[column].as_str()), "one interval");
    assert_eq!((pairing["elo"].as_str(), pairing["elo_high"].as_str()), ("", ""), "open: {pairing:?}");
}

#[cfg(not(feature = "parquet"))]
#[test]
fn a_program_without_parquet_says_how_to_build_one_with_it() {
    let named = ["--log-format parquet", "the feature `parquet`"];
    crate::common::refused(&["tournament", "--log-format", "parquet", "--log", "games"], 2, &named);
}

#[cfg(feature = "parquet")]
#[test]
fn threads_and_shards_change_no_byte_of_parquet() {
    let args =
        ["--agent", "random", "--agent", "b=random", "--games", "400", "--seed", "1", "--log", "halves"];
    let args = [&args[..], &["--log-format", "parquet"]].concat();
    let whole = tournament(&args);
    let names = files(whole.path());
    assert!(
        names.contains_key("games.parquet") && names.contains_key("halves.parquet"),
        "{:?}",
        names.keys()
    );
    assert!(names.keys().all(|name| name != "games.csv" && name != "halves.csv"));
    crate::common::same_files(tournament(&[&args[..], &["-j", "3"]].concat()).path(), whole.path());
    let dir = tempfile::tempdir().expect("a temporary directory");
    let path = |name: &str| dir.path().join(name).to_str().expect("UTF-8").to_owned();
    for (shard, out) in [("1/2", path("one")), ("2/2", path("two"))] {
        crate::common::stdout(&[&["tournament", "--shard", shard, "--out", &out], &args[..]].concat());
    }
    crate::common::stdout(&["merge", &path("two"), &path("one"), "--out", &path("whole")]);
    crate::common::same_files(&dir.path().join("whole"), whole.path());
}

#[test]
fn the_expected_score_of_an_agent_that_never_scored_has_an_interval_with_one_open_end() {
    let run = tournament(&[
        "--agent", "nearest", "--agent", "margin", "--agent", "random", "--pairs", "30", "--seed", "1",
    ]);
    let expected = table(run.path(), "expected.csv");
    let row = |a: &str, b: &str| {
        let of_both = expected.iter().find(|row| row["agent_a"] == a && row["agent_b"] == b).expect("a row");
        ["expected_score", "expected_score_low", "expected_score_high"].map(|column| number(of_both, column))
    };
    let (hopeless, sure) = (row("random", "nearest"), row("nearest", "random"));
    assert!(hopeless[1] == 0.0 && hopeless[0] < hopeless[2] && hopeless[2] < 0.5, "{hopeless:?}");
    for (end, other) in [(0, 0), (1, 2), (2, 1)] {
        assert!((hopeless[end] + sure[other] - 1.0).abs() < 2e-6, "{hopeless:?} {sure:?}");
    }
    let even = row("nearest", "margin");
    assert!(even[1] > 0.0 && even[2] < 1.0, "both have scored: {even:?}");
}
