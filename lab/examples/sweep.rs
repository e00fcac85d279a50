//! What shorter games would change: one switch of the rules swept over the same deals.
//!
//! `cargo run --release -p overhear-lab --example sweep`

use overhear_lab::experiment::PopulationConfig;
use overhear_lab::paired::{SweepAxis, SweepResult};
use overhear_lab::setup::PlayersConfig;
use overhear_lab::{BalanceConfig, LabError, RunControl, sweep};

fn swept(games: u64, axis: &str) -> Result<SweepResult, LabError> {
    let axis: SweepAxis = axis.parse().map_err(|message: String| LabError::setting("sweep", message))?;
    let players = PlayersConfig::from_specs(["nearest"]);
    let population = PopulationConfig { seed: Some(1), players, ..PopulationConfig::default() };
    let config = BalanceConfig { games: Some(games), population, ..BalanceConfig::default() };
    sweep(&config, &[axis], &RunControl::default())
}

fn main() -> Result<(), LabError> {
    let result = swept(1000, "round_limit=5..7")?;
    result.sentences.iter().for_each(|sentence| println!("{sentence}"));
    Ok(())
}

#[test]
fn every_value_is_a_point_and_what_is_no_value_is_an_error() -> Result<(), LabError> {
    let result = swept(40, "round_limit=5..7")?;
    let points = ["base", "round_limit=5", "round_limit=6", "round_limit=7"];
    assert!(result.points().eq(points));
    assert!(swept(40, "round_limit").is_err() && swept(40, "round_limit=99..99").is_err());
    Ok(())
}
