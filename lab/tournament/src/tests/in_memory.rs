//! Runs whose results and parts are kept in memory.

use super::*;
use crate::table::{Frame, MeasuredValue};
use crate::tournament::{LogDetail, NO_SEED, Shard, ShardPrefix, check_parts, merge_shards, play_shard};

#[test]
fn a_result_in_memory_is_saved_as_its_run_would_have_been() {
    let dir = tempfile::tempdir().expect("a directory");
    let [played, saved] = ["played", "saved"].map(|name| dir.path().join(name));
    let config = between(&["nearest", "random"], 9);
    play(&config, &played);
    let result = tournament(config.clone(), &RunControl::default()).expect("it plays");
    let out = OutConfig { out: Some(saved.clone()), force: false };
    result.save(&out).expect("it is written");
    are_equal(&played, &saved);
    assert!(result.to_json().contains(r#""command": "tournament""#), "{}", result.to_json());
    let logged = play(&TournamentConfig { log: LogDetail::Deals, ..config }, &dir.path().join("logged"));
    let out = OutConfig { out: Some(dir.path().join("none")), force: false };
    let refused = logged.save(&out).expect_err("its rows are not in memory").to_string();
    assert!(refused.contains("copy that directory"), "{refused}");
}

#[test]
fn scores_are_those_of_the_tables_from_either_side() {
    let agents = ["nearest", "margin", "random"];
    let result = tournament(between(&agents, 40), &RunControl::default()).expect("it plays");
    let [standings, pairings] =
        ["standings.csv", "pairings.csv"].map(|name| table(&result, name).expect("a table of the result"));
    for row in 0..standings.len() {
        let label = standings.cell(row, "agent").as_csv();
        let score = result.score(&label).and_then(MeasuredValue::as_in_files);
        assert_eq!(score, standings.measured(row, "score"), "{label}");
    }
    for row in 0..pairings.len() {
        let [one, other] = ["agent_a", "agent_b"].map(|column| pairings.cell(row, column).as_csv());
        let score = result.score_against(&one, &other).expect("they have played");
        assert_eq!(score.as_in_files(), pairings.measured(row, "a_score"));
        assert_eq!(result.score_against(&other, &one), Some(score.complement()));
    }
    assert_eq!(result.score("bayes").or(result.score_against("margin", "margin")), None);
}

/// Returns a table of a result.
fn table<'a>(result: &'a TournamentResult, name: &str) -> Option<&'a Frame> {
    result.tables().into_iter().find(|table| table.file().0 == name)
}

#[test]
fn parts_in_memory_make_the_result_of_the_run() {
    let tested =
        TournamentConfig { sprt: "elo0=0,elo1=200".parse().ok(), ..between(&["nearest", "random"], 300) };
    // A part has 100 of the 300 deals, and the first look, after 100, decides.
    for (config, needed) in [(between(&["nearest", "random"], 9), 3), (tested, 1)] {
        let part = |index| {
            let shard = Shard::new(index, 3).expect("a part");
            play_shard(config.clone(), shard, &RunControl::default()).expect("it plays")
        };
        let parts: Vec<Vec<u8>> = (1..=needed).map(part).collect();
        let mut prefix = ShardPrefix::default();
        let decided: Vec<bool> =
            parts.iter().map(|part| prefix.add_shard(part).expect("the next part")).collect();
        assert!(
            decided.iter().zip(1..).all(|(&decided, number)| decided == (number == needed)),
            "{decided:?}"
        );
        let merged =
            merge_shards(&parts, false, &Registry::standard(), &RunControl::default()).expect("a run");
        let whole = tournament(config.clone(), &RunControl::default()).expect("it plays");
        assert_eq!(merged.to_json(), whole.to_json());
        let wrong = ShardPrefix::default().add_shard(&part(2)).expect_err("it is not the first").to_string();
        assert_eq!(wrong, "part 1: it is shard 2/3");
    }
}

#[test]
fn what_cannot_be_divided_is_refused() {
    let config = between(&["nearest", "random"], 5);
    assert!(check_parts(&config, 5).is_ok());
    let refused = |config: &TournamentConfig, of| check_parts(config, of).expect_err("no parts").to_string();
    assert_eq!(refused(&config, 6), "shard 1/6: the run has only 5 deals to share");
    let seedless = TournamentConfig { seed: None, ..config.clone() };
    assert!(refused(&seedless, 2).contains(NO_SEED));
    let shard = Shard::new(1, 2).expect("a part");
    let refusal =
        |config| play_shard(config, shard, &RunControl::default()).expect_err("no part").to_string();
    assert!(refusal(seedless).contains(NO_SEED));
    assert!(refusal(TournamentConfig { log: LogDetail::Games, ..config }).contains("has no logs"));
}
