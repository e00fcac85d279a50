//! A league that is interrupted in each of its parts comes to the files of one that is not.

use std::fs;
use std::path::Path;

use overhear_agents::registry::Registry;

use super::LeagueConfig;
use crate::run::{InterruptedRun, play_kept};
use crate::run_control::RunControl;
use crate::setup::{OutConfig, PlayersConfig, WordFiles};
use crate::tests::stopped_in;

fn tables(dir: &Path) -> Vec<Vec<u8>> {
    let names = ["league.csv", "matrix.csv", "responses.csv"];
    names.map(|name| fs::read(dir.join(name)).expect("a table")).into()
}

#[test]
fn a_league_without_a_cheater_goes_on_in_each_of_its_parts() {
    let dir = tempfile::tempdir().expect("a directory");
    let [whole, cut] = ["whole", "cut"].map(|name| dir.path().join(name));
    let out = |path: &Path| OutConfig { out: Some(path.to_owned()), force: false };
    let config = LeagueConfig {
        games: 20,
        players: PlayersConfig::from_specs(["nearest", "random"]),
        words: WordFiles { vocabulary: Some(2000), ..WordFiles::default() },
        exploit_games: Some(4),
        respond_games: 8,
        ..LeagueConfig::default()
    };
    let finished = play_kept(&config, dir.path(), &out(&whole), &RunControl::default());
    finished.expect("it is played").check_complete().expect("to its end");
    // The league, the best guessers, the halving, the moves, the fit, and the responses.
    let begun = play_kept(&config, dir.path(), &out(&cut), &stopped_in(1));
    assert!(begun.is_err(), "no deal was played");
    let resume = |watch: &RunControl| {
        let interrupted = InterruptedRun::<LeagueConfig>::find(
            &cut,
            &["agents league"],
            false,
            &Registry::standard(),
            watch,
        );
        interrupted.expect("a checkpoint").play(watch).expect("it is played").1.check_complete()
    };
    for part in 2..=6 {
        assert!(resume(&stopped_in(part)).is_err(), "it was stopped in part {part}");
    }
    resume(&RunControl::default()).expect("to its end");
    assert!(tables(&cut) == tables(&whole));
}
