//! manifest.json of a finished tune, by which it has a page: tune.json alone says how one goes on.

use std::path::PathBuf;

use serde_json::{Map, Value};

use super::TuneConfig;
use super::request::TuneTask;
use crate::command_line::CommandLine;
use crate::error::LabError;
use crate::measurement::{MeasurementManifest, specs};
use crate::setup::{ManifestHeader, RulesEntry};

/// Returns the manifest of a tune with its sentences and the number of pairs of its test.
pub(super) fn of_tune(
    task: &TuneTask,
    sentences: &[String],
    pairs: u64,
) -> Result<MeasurementManifest, LabError> {
    let config = &task.request.configuration;
    let mut arguments = CommandLine::default();
    arguments.asks_for(&TuneConfig { out: PathBuf::new(), ..config.clone() }, &[]);
    let matches = if task.opponent.is_some() { 2 } else { 1 };
    let climbed = 2 * matches * config.pairs_per_iteration * config.iterations;
    let tested = 2 * pairs + 4 * pairs * u64::from(task.opponent.is_some());
    let header = ManifestHeader::new("tune", true, task.request.seed(), climbed + tested);
    Ok(MeasurementManifest {
        header: header.with(task.request.other_builds()),
        arguments: arguments.into_words(),
        configuration: configuration(config)?,
        findings: sentences.to_vec(),
        agents: specs([&task.agent].into_iter().chain(&task.opponent)),
        rules: Some(RulesEntry::new(&task.match_setup.rules)),
        data: task.match_setup.words.sources.clone(),
    })
}

/// Returns a configuration under the names of its flags, those of groups beside the others.
fn configuration(config: &TuneConfig) -> Result<Value, LabError> {
    let mut entries = Map::new();
    if let Value::Object(fields) = serde_json::to_value(config).map_err(LabError::runtime)? {
        for (key, value) in fields {
            match value {
                Value::Object(group) => entries.extend(group),
                value => drop(entries.insert(key, value)),
            }
        }
    }
    // A tune has one agent, which stands in no file.
    entries.remove("agents");
    let agent = config.players.agent.first().cloned().unwrap_or_default();
    entries.insert("agent".to_owned(), Value::String(agent));
    Ok(Value::Object(entries))
}
