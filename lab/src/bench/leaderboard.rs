//! leaderboard.jsonl: a card in one line, so that the files of many cards can be joined to a table.

use std::collections::BTreeMap;

use overhear_bots::Bot;
use serde::Serialize;
use serde_json::{Map, Value, json};

use super::BenchConfig;
use super::context::Bench;
use super::number::{BenchNumber, rounded};
use super::tasks::Cost;
use crate::error::LabError;
use crate::store::FileChecksum;

/// A card in one line.
#[derive(Serialize)]
struct LeaderboardRow<'a> {
    /// Name of the suite.
    suite: &'a str,
    /// Hash of all that decides the questions: suite, seed, number of games, rules and words.
    suite_sha256: String,
    program: &'static str,
    agent: &'a str,
    spec: String,
    /// The bot: its name, version, settings and fingerprint; `None` for a built-in agent.
    bot: Option<Value>,
    /// Hash of the file of answers, from which the card can be made again.
    answers_sha256: Option<String>,
    /// Shares of the questions by kind of failure.
    validity: BTreeMap<&'a str, Option<f64>>,
    /// Measures of the agent, without those of built-in players.
    measures: Vec<&'a BenchNumber>,
    usage: Value,
}

/// Returns the line of a card.
///
/// # Errors
/// Returns an error if the file of answers cannot be read.
pub(super) fn row(
    config: &BenchConfig,
    bench: &Bench<'_>,
    measures: &[BenchNumber],
    costs: &[Cost],
) -> Result<String, LabError> {
    let mut decides = json!({
        "suite": config.suite, "seed": bench.seed.0, "games": config.games,
        "rules": [bench.rules, bench.all_rounds], "words": bench.words.sources,
    });
    // Cards against the usual opponents keep the hash that they had before there were fields.
    if let Some(field) = config.field {
        decides["field"] = field.name().into();
    }
    let answers = match &config.answers {
        Some(file) if file.exists() => Some(FileChecksum::of_file(file)?.sha256),
        _ => None,
    };
    let own: Vec<&BenchNumber> =
        measures.iter().filter(|measure| bench.is_subject(&measure.player)).collect();
    let (validity, measures): (Vec<&BenchNumber>, Vec<&BenchNumber>) =
        own.into_iter().partition(|measure| measure.task == "validity");
    let row = LeaderboardRow {
        suite: &config.suite,
        suite_sha256: FileChecksum::new(decides.to_string().as_bytes()).sha256,
        program: concat!("overhear ", env!("CARGO_PKG_VERSION")),
        agent: &bench.spec.label,
        spec: bench.spec.to_string(),
        bot: bench.bots.of(&bench.spec).map(described),
        answers_sha256: answers,
        validity: validity.into_iter().map(|measure| (&*measure.what, measure.value)).collect(),
        measures,
        usage: usage(costs),
    };
    Ok(serde_json::to_string(&row).map_err(LabError::runtime)? + "\n")
}

/// Returns name, version, the settings on which answers depend, and the fingerprint, which holds the hash of the prompts. How the
/// bot is started is not part of it: the line is the same without the bot.
fn described(bot: &Bot) -> Value {
    let (hello, config) = (bot.hello(), bot.config());
    let decisive = hello.params.iter().filter(|param| param.decides);
    let settings: Map<String, Value> = decisive
        .map(|param| (param.key.clone(), config.options.get(&param.key).unwrap_or(&param.default).clone()))
        .collect();
    json!({
        "name": hello.name, "version": hello.version, "fingerprint": hello.fingerprint,
        "settings": settings,
    })
}

fn usage(costs: &[Cost]) -> Value {
    json!({
        "questions": costs.iter().map(|cost| cost.questions).sum::<u64>(),
        "requests": costs.iter().map(|cost| cost.usage.requests).sum::<u64>(),
        "prompt_tokens": costs.iter().map(|cost| cost.usage.prompt_tokens).sum::<u64>(),
        "completion_tokens": costs.iter().map(|cost| cost.usage.completion_tokens).sum::<u64>(),
        "seconds": rounded(costs.iter().map(|cost| cost.usage.seconds).sum()),
        "cost": rounded(costs.iter().map(|cost| cost.usage.cost).sum()),
    })
}
