//! The best agents against opponents that know you: a small league of three agents, and its sentences.
//!
//! `cargo run --release -p overhear-lab --example league`

use overhear_lab::setup::PlayersConfig;
use overhear_lab::{LabError, LeagueConfig, LeagueResult, RunControl, league};

fn played(games: u64) -> Result<LeagueResult, LabError> {
    let players = PlayersConfig::from_specs(["random", "nearest", "margin"]);
    league(&LeagueConfig { games, players, ..LeagueConfig::default() }, &RunControl::default())
}

fn main() -> Result<(), LabError> {
    let result = played(600)?;
    result.sentences().iter().for_each(|sentence| println!("{sentence}"));
    print!("{}", result.agents().to_csv());
    Ok(())
}

#[test]
fn everybody_has_a_row_and_there_is_something_to_say() -> Result<(), LabError> {
    let result = played(60)?;
    assert_eq!((result.agents().len(), result.matrix().len()), (3, 6));
    assert!(!result.sentences().is_empty());
    result.check()
}
