use crate::experiment::PopulationConfig;
use crate::paired::{CompareRulesConfig, Measure, compare};
use crate::setup::PlayersConfig;
use crate::{PartialResult, RuleSearchConfig, RunControl, search_rules};

use super::{FoundRules, RuleSearchRow};

/// Returns a search between agents that give clues at random, which play fast.
fn config(goals: &str, vary: &[&str], games: u64) -> RuleSearchConfig {
    let players = PlayersConfig::from_specs(["random"]);
    let population = PopulationConfig { seed: Some(5), players, ..PopulationConfig::default() };
    let vary = vary.iter().map(|&text| text.to_owned()).collect();
    RuleSearchConfig { goals: vec![goals.to_owned()], vary, games, population, ..RuleSearchConfig::default() }
}

fn search(config: &RuleSearchConfig) -> FoundRules {
    search_rules(config, &RunControl::default()).and_then(PartialResult::whole).expect("a search")
}

fn rows<'a>(result: &'a FoundRules, stage: &str) -> Vec<&'a RuleSearchRow> {
    result.rows.iter().filter(|row| row.stage == stage).collect()
}

#[test]
fn a_goal_that_the_starting_rules_meet_needs_no_change() {
    let result = search(&config("mean_rounds>1.5", &["round_limit=3", "tokens_to_lose=3"], 2000));
    assert_eq!(result.sentences[0], "The starting rules meet every goal: no change is needed.");
    let confirmed = rows(&result, "confirmation");
    assert_eq!(confirmed.len(), 1, "no candidate stands before the starting rules");
    assert_eq!((confirmed[0].rules.as_str(), confirmed[0].verdict.as_str()), ("base", "holds"));
    assert!(rows(&result, "pairs").is_empty(), "nothing is combined where nothing is lacking");
}

#[test]
fn a_goal_that_no_rules_meet_is_said_not_to_hold() {
    let result = search(&config("mean_rounds>7", &["round_limit=3..4", "tokens_to_lose=3"], 4000));
    let confirmed = rows(&result, "confirmation");
    assert!(confirmed.iter().all(|row| row.verdict == "does not hold"), "{confirmed:?}");
    assert!(
        result.sentences[0].starts_with("No rules that were found meet every goal"),
        "{}",
        result.sentences[0]
    );
    assert_eq!(confirmed.last().map(|row| row.rules.as_str()), Some("base"));
}

#[test]
fn a_pair_is_found_where_one_change_is_too_few() {
    let vary = ["tokens_to_lose=3..4", "final_tie=white", "interception_points=2"];
    let result = search(&config("mean_rounds>3.5, shared_rate<0.01", &vary, 20_000));
    let best = rows(&result, "confirmation")[0];
    assert_eq!((best.rules.as_str(), best.verdict.as_str()), ("tokens_to_lose=4 final_tie=white", "holds"));
    assert_eq!(best.switches, 2);
    assert!(rows(&result, "pairs").iter().any(|row| row.rules == best.rules));
    assert!(rows(&result, "triples").is_empty(), "a pair suffices");
    assert!(result.sentences[0].contains("meet"), "{:?}", result.sentences);
    let first = rows(&result, "switches").iter().filter(|row| row.lack.0 == 0.0).count();
    assert!(first > 0, "single changes meet one of the goals");
}

#[test]
fn the_confirmation_is_what_a_comparison_with_the_next_seed_says() {
    let result =
        search(&config("mean_rounds in 2.9..3.3, tiebreak_rate<0.99", &["tokens_to_lose=3..4"], 2000));
    let confirmed = rows(&result, "confirmation");
    let rounds: Vec<&RuleSearchRow> =
        confirmed.iter().copied().filter(|row| row.measure == "mean_rounds").collect();
    let (best, base) = (rounds[0], rounds[rounds.len() - 1]);
    let mut population = config("", &[], 1).population;
    population.seed = Some(6);
    let b = format!("official,{}", best.rules);
    let comparison_config = CompareRulesConfig {
        a: "official".into(),
        b: b.as_str().into(),
        games: Some(best.games),
        measure: vec![Measure::MeanRounds],
        population,
        ..CompareRulesConfig::default()
    };
    let compared = compare(&comparison_config, &RunControl::default()).expect("a comparison");
    let comparison = &compared.rows[0].comparison;
    assert_eq!(comparison.measure, Measure::MeanRounds);
    for (value, row) in [(comparison.value_a, base), (comparison.value_b, best)] {
        let value = value.expect("a number");
        assert!((row.value.expect("games").value - value).abs() < 1e-9, "{value}: {row:?}");
    }
    let command =
        format!("`sim-cli rules compare official \"{b}\" --games {} --seed 6 --agent random`", best.games);
    assert!(
        result.sentences.last().is_some_and(|sentence| sentence.contains(&command)),
        "{:?}",
        result.sentences
    );
}

#[test]
fn threads_change_nothing() {
    let config = config("mean_rounds in 4..5, mean_minutes<30", &["round_limit", "tokens_to_lose"], 6000);
    let with = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        pool.install(|| search(&config).frame().to_csv())
    };
    assert_eq!(with(1), with(2));
}

#[test]
fn what_makes_no_search_is_refused() {
    let refused = |config: &RuleSearchConfig| {
        search_rules(config, &RunControl::default()).expect_err("no search").to_string()
    };
    let few = config("mean_rounds<5", &["round_limit=5..7"], 50);
    assert!(refused(&few).contains("too few to try 3 changes"), "{}", refused(&few));
    let mut three = config("mean_rounds<5", &[], 1000);
    three.rules.rules = "three-player".to_owned();
    assert!(refused(&three).contains("two teams"), "{}", refused(&three));
    let mut tables = config("mean_rounds<5", &[], 1000);
    tables.population.tables = vec!["human".to_owned()];
    tables.population.players.agent = Vec::new();
    assert!(refused(&tables).contains("is played at one table"), "{}", refused(&tables));
}
