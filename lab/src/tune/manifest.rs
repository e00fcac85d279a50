//! manifest.json of a finished tune, by which it has a page: tune.json alone says how one goes on.

use overhear_engine::game::Seed;
use serde_json::Value;

use super::TuneConfig;
use super::request::{Request, TuneTask};
use crate::error::LabError;
use crate::measurement::{MeasurementManifest, flags, specs};
use crate::setup::{ManifestHeader, RulesEntry};

/// The keys of a request that say nothing of what was asked for.
const ABOUT_THE_FILE: [&str; 5] = ["schema_version", "program", "build", "other_builds", "played"];

/// Returns the manifest of a tune with its sentences and the number of pairs of its test.
pub(super) fn of_tune(
    task: &TuneTask,
    sentences: &[String],
    pairs: u64,
) -> Result<MeasurementManifest, LabError> {
    let request = &task.request;
    let (asked, usual) = (asked(request)?, asked(&Request::new(&TuneConfig::default()))?);
    let matches = if task.opponent.is_some() { 2 } else { 1 };
    let climbed = 2 * matches * request.pairs_per_iteration * request.iterations;
    let tested = 2 * pairs + 4 * pairs * u64::from(task.opponent.is_some());
    let header = ManifestHeader::new("tune", true, Seed(request.seed), climbed + tested);
    Ok(MeasurementManifest {
        header: header.with(request.other_builds()),
        arguments: flags(&asked, &usual),
        configuration: asked,
        findings: sentences.to_vec(),
        agents: specs([&task.agent].into_iter().chain(&task.opponent)),
        rules: Some(RulesEntry::new(&task.match_setup.rules)),
        data: task.match_setup.words.sources.clone(),
    })
}

/// Returns what a request asks for, under the names of its flags.
fn asked(request: &Request) -> Result<Value, LabError> {
    let mut asked = serde_json::to_value(request).map_err(LabError::runtime)?;
    if let Value::Object(keys) = &mut asked {
        keys.retain(|key, _| !ABOUT_THE_FILE.contains(&key.as_str()));
        let params = keys.remove("params").unwrap_or_default();
        keys.insert("param".to_owned(), params);
    }
    Ok(asked)
}
