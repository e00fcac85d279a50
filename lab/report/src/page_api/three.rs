//! Who wins a game of three players, and at which tables.

use overhear_agents::registry::Registry;
use overhear_engine::rules::{Players, RULE_SETS};
use serde::Serialize;

use super::command;
use super::request::ThreePlayerQuestion;
use overhear_lab::balance::{balance, three_player_claim};
use overhear_lab::error::LabError;
use overhear_lab::experiment::{BalanceConfig, PopulationConfig, RANGE_NAME};
use overhear_lab::run_control::{RunControl, StopHandle};
use overhear_lab::setup::{Language, RulesConfig, ranges};

/// What a page is told of games of three players.
#[derive(Debug, Serialize)]
pub(super) struct ThreePlayerAnswer {
    /// Who is favoured, as one sentence.
    headline: String,
    /// What holds at all tables where there are several; then each table.
    sentences: Vec<String>,
    /// The Interceptor's share of the games at each table, with its interval.
    tables: Vec<TableShare>,
    /// Estimated minutes of a game at each table, in the order of the tables.
    minutes: Vec<f64>,
    /// Games at each table.
    games: u64,
    /// The command that says the same.
    command: String,
}

/// The Interceptor's share of the games at a table.
#[derive(Debug, Serialize)]
struct TableShare {
    table: String,
    value: f64,
    low: f64,
    high: f64,
}

/// Plays and answers.
pub(super) fn answer(
    question: &ThreePlayerQuestion,
    (registry, lang): (&Registry, Language),
    stop: &StopHandle,
) -> Result<ThreePlayerAnswer, LabError> {
    let ThreePlayerQuestion { rules, agents, seed, games } = question;
    ranges::AWAITED_GAMES.check(*games)?;
    let is_known =
        RULE_SETS.iter().any(|set| set.name == rules.name() && set.rules.players == Players::Three);
    if !is_known {
        return Err(LabError::content(rules, "these rules are not for three players; choose `three-player`"));
    }
    let tables = if agents.is_empty() { vec![RANGE_NAME.to_owned()] } else { Vec::new() };
    let population = PopulationConfig::of_page(agents, *seed, (registry, lang));
    let population = PopulationConfig { tables, ..population };
    let set: Vec<String> = rules.set().map(str::to_owned).collect();
    let config = BalanceConfig {
        games: Some(*games),
        population,
        rules: RulesConfig { rules: rules.name().to_owned(), set, ..RulesConfig::default() },
        ..BalanceConfig::default()
    };
    let watch = RunControl { stop: stop.clone(), ..RunControl::default() };
    let result = balance(&config, &watch)?;
    let tables: Vec<TableShare> = result
        .lab
        .populations
        .iter()
        .zip(&result.stats)
        .filter_map(|(population, stats)| {
            let [value, low, high] = stats.interceptor_wins(&result.rules)?.numbers()?;
            Some(TableShare { table: population.title(), value, low, high })
        })
        .collect();
    let minutes =
        result.stats.iter().filter_map(|stats| stats.mean_minutes(&result.rules, &result.minutes)).collect();
    let first = tables.first().ok_or_else(LabError::cut_short)?;
    let headline = match &result.opening[..] {
        [] => three_player_claim(first.value, first.low, first.high),
        [first, ..] => first.clone(),
    };
    let sentences = result.opening.into_iter().chain(result.sentences).collect();
    Ok(ThreePlayerAnswer {
        headline,
        sentences,
        tables,
        minutes,
        games: *games,
        command: command::three(question, lang),
    })
}
