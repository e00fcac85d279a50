//! Every experiment checks its numbers.

use overhear_agents::registry::Registry;

use crate::experiment::PopulationConfig;
use crate::setup::PlayersConfig;
use crate::setup::ranges::MOST_GAMES;
use crate::statistics::{BootstrapConfig, PairedConfig, bootstrap, paired_numbers};
use crate::{
    AgentCheck, BalanceConfig, CalibrateConfig, CheckConfig, CompareRulesConfig, CrossConfig, ErrorKind,
    ExploitConfig, FrontierConfig, LabError, LeagueConfig, PeopleConfig, ReplayConfig, ReplayRun, RunControl,
    TournamentConfig, TuneConfig,
};

fn refused<T>(what: Result<T, LabError>) -> String {
    what.map(drop).expect_err("no number of games").to_string()
}

#[test]
fn nothing_plays_no_games_and_nothing_more_than_numbers_hold() {
    for games in [0, MOST_GAMES + 1, u64::MAX] {
        let expected = format!("games {games}: takes 1 to 1,000,000,000,000,000");
        let says = |message: String| assert_eq!(message, expected);
        let (players, watch) = (PlayersConfig::from_specs(["random", "nearest"]), RunControl::default());
        let population =
            PopulationConfig { seed: Some(1), players: players.clone(), ..PopulationConfig::default() };
        let tournament = TournamentConfig { games: Some(games), players, ..TournamentConfig::default() };
        says(refused(crate::tournament(tournament.clone(), &watch)));
        let pairs = TournamentConfig { games: None, pairs: Some(games), ..tournament };
        assert!(
            refused(crate::tournament(pairs, &watch)).starts_with(&format!("pairs {games}: takes 1 to "))
        );
        let (a, b) = ("official".into(), "short".into());
        let compare = CompareRulesConfig {
            a,
            b,
            games: Some(games),
            population: population.clone(),
            ..CompareRulesConfig::default()
        };
        says(refused(crate::compare(&compare, &watch)));
        let balance = BalanceConfig { games: Some(games), population, ..BalanceConfig::default() };
        says(refused(crate::balance(&balance, &watch)));
        says(refused(crate::sweep(&balance, &["round_limit=5..6".parse().expect("an axis")], &watch)));
        says(refused(crate::league(&LeagueConfig { games, ..LeagueConfig::default() }, &watch)));
    }
}

#[test]
fn every_experiment_refuses_numbers_by_their_keys() {
    let watch = RunControl::default();
    let says = |what: Result<(), LabError>, key: &str| {
        let error = what.expect_err(key);
        assert_eq!((error.kind(), error.about()), (ErrorKind::Usage, Some(key)), "{error}");
    };
    let tuned = |config: TuneConfig, key| says(crate::tune(&config, &watch).map(drop), key);
    let tune = || TuneConfig {
        players: PlayersConfig::from_specs(["margin"]),
        param: vec!["top".to_owned()],
        ..TuneConfig::default()
    };
    tuned(TuneConfig { iterations: 0, ..tune() }, "iterations");
    tuned(TuneConfig { pairs_per_iteration: 0, ..tune() }, "pairs-per-iteration");
    tuned(TuneConfig { confirm_pairs: 0, ..tune() }, "confirm-pairs");
    tuned(TuneConfig { param: Vec::new(), ..tune() }, "param");
    for number in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        tuned(TuneConfig { step: number, ..tune() }, "step");
        tuned(TuneConfig { rate: number, ..tune() }, "rate");
    }
    let tournament = |config: TournamentConfig, key| says(crate::tournament(config, &watch).map(drop), key);
    let usual = TournamentConfig::default;
    tournament(TournamentConfig { answer_limit: Some(0), ..usual() }, "answer-limit");
    tournament(TournamentConfig { discuss: 9, ..usual() }, "discuss");
    for rate in [-0.1, 1.1, f64::NAN] {
        tournament(TournamentConfig { max_fault_rate: rate, ..usual() }, "max-fault-rate");
    }
    let out = crate::setup::OutConfig { out: Some("nowhere".into()), force: false };
    tournament(TournamentConfig { running: Some(0), out: out.clone(), ..usual() }, "running");
    tournament(TournamentConfig { checkpoint: Some(86_401), out, ..usual() }, "checkpoint");
    for margin in [0.0, -1.0, f64::NAN, 101.0] {
        let config = BalanceConfig { margin: Some(margin), ..BalanceConfig::default() };
        says(crate::balance(&config, &watch).map(drop), "margin");
        says(crate::sweep(&config, &[], &watch).map(drop), "margin");
        let config = CompareRulesConfig { margin_rounds: Some(margin), ..CompareRulesConfig::default() };
        says(crate::compare(&config, &watch).map(drop), "margin-rounds");
    }
    let calibrated = |config: &CalibrateConfig| crate::calibrate(config, &watch).map(drop);
    says(calibrated(&CalibrateConfig { runs: 0, ..CalibrateConfig::default() }), "runs");
    says(calibrated(&CalibrateConfig { pairs: 0, ..CalibrateConfig::default() }), "pairs");
    says(calibrated(&CalibrateConfig { runs: 0, coverage: true, ..CalibrateConfig::default() }), "runs");
    says(crate::Selfcheck::new(0, None, None, &Registry::standard()).map(drop), "games");
    let people = PeopleConfig { games: 1, ..PeopleConfig::default() };
    says(crate::people(&people, &watch).map(drop), "games");
    for games in [0, 100_001] {
        says(AgentCheck::new(&CheckConfig { games, ..CheckConfig::default() }, &watch).map(drop), "games");
    }
    says(crate::cross(&CrossConfig { games: 0, ..CrossConfig::default() }, &watch).map(drop), "games");
    #[cfg(feature = "minds")]
    {
        let strangers = crate::StrangersConfig { nearest: 0.0, ..crate::StrangersConfig::default() };
        says(crate::strangers(&strangers, &watch).map(drop), "nearest");
        let strangers = crate::StrangersConfig { items: 0, ..crate::StrangersConfig::default() };
        says(crate::strangers(&strangers, &watch).map(drop), "items");
    }
    says(crate::exploit(&ExploitConfig { games: 0, ..ExploitConfig::default() }, &watch).map(drop), "games");
    let frontier = FrontierConfig { games: 0, ..FrontierConfig::default() };
    says(crate::frontier(&frontier, &watch).map(drop), "games");
    let resampled = BootstrapConfig { resamples: 0, ..BootstrapConfig::default() };
    says(bootstrap(&resampled, |_| {}).map(drop), "resamples");
    let flipped = PairedConfig { flips: 0, ..PairedConfig::default() };
    says(paired_numbers(&flipped, |_| {}).map(drop), "flips");
    let run = ReplayRun::Asked(Box::default());
    let replay = ReplayConfig { game: u64::MAX, run, registry: Registry::standard() };
    says(crate::replay(&replay, &watch).map(drop), "game");
}
