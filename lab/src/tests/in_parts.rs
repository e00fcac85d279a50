//! Every experiment on rules and words, in parts.

use std::path::Path;

use overhear_agents::registry::Registry;

use crate::balance::WordStatsConfig;
use crate::experiment::{GroupBy, PopulationConfig};
use crate::paired::SweepConfig;
use crate::parts::{ExperimentRequest, merge_parts};
use crate::setup::{OutConfig, PlayersConfig, WordFiles};
use crate::tournament::Shard;
use crate::{BalanceConfig, CompareRulesConfig, RunControl};

/// Returns an experiment of each kind on 7 deals.
fn requests(seed: u64) -> [ExperimentRequest; 4] {
    let population = PopulationConfig {
        seed: Some(seed),
        players: PlayersConfig::from_specs(["nearest", "random"]),
        words: WordFiles { vocabulary: Some(500), ..WordFiles::default() },
        ..PopulationConfig::default()
    };
    let config =
        BalanceConfig { games: Some(14), population: population.clone(), ..BalanceConfig::default() };
    let axes = vec!["round_limit=6..7".parse().expect("an axis")];
    let compare = CompareRulesConfig {
        a: "official".into(),
        b: "official,round_limit=6".into(),
        games: Some(14),
        population,
        ..CompareRulesConfig::default()
    };
    [
        ExperimentRequest::Balance(config.clone()),
        ExperimentRequest::WordStats(WordStatsConfig { config: config.clone(), by: GroupBy::Keyword }),
        ExperimentRequest::Sweep(SweepConfig { config, axes }),
        ExperimentRequest::Compare(compare),
    ]
}

#[test]
fn parts_of_an_experiment_make_the_whole_one_and_other_parts_are_refused() {
    let watch = RunControl::default();
    for (request, other) in requests(3).into_iter().zip(requests(4)) {
        let part = |request: &ExperimentRequest, index| {
            let shard = Shard::new(index, 3).expect("a part");
            request.play_part(Path::new("."), shard, &watch).expect("it plays")
        };
        let merged = |parts: &[Vec<u8>]| merge_parts(parts, false, &Registry::standard(), &watch);
        let [one, two, three] = [1, 2, 3].map(|index| part(&request, index));
        let whole = request.play_whole(&OutConfig::default(), &watch).expect("it plays");
        let from_parts = merged(&[three.clone(), one.clone(), two.clone()]).expect("it merges");
        assert_eq!(from_parts.tabled().to_json(), whole.tabled().to_json());
        assert!(merged(&[one.clone(), three.clone()]).is_err(), "a part is missing");
        assert!(merged(&[one, part(&other, 2), three]).is_err(), "a part has another seed");
        assert!(request.check_parts(7).is_ok());
        let refused = request.check_parts(8).expect_err("fewer deals than parts").to_string();
        assert_eq!(refused, "shard 1/8: the run has only 7 deals to share");
    }
}
