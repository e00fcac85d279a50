//! Tests of whole runs: what they write, and that parts, a resumed run and a joined agent write the same.

mod in_memory;
mod joined;
mod parts;
mod tables;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use overhear_agents::registry::Registry;

use crate::setup::{OutConfig, PlayersConfig, WordFiles};
use crate::tournament::{MergeConfig, Tournament};
use crate::{LabError, RunControl, TournamentConfig, TournamentResult, tournament};

/// Returns a run between these agents that writes nothing.
pub(crate) fn between(agents: &[&str], pairs: u64) -> TournamentConfig {
    let players = PlayersConfig::from_specs(agents.iter().copied());
    let words = WordFiles { vocabulary: Some(1000), ..WordFiles::default() };
    TournamentConfig { pairs: Some(pairs), seed: Some(7), players, words, ..TournamentConfig::default() }
}

/// Plays a run into a directory.
fn play(config: &TournamentConfig, dir: &Path) -> TournamentResult {
    let out = OutConfig { out: Some(dir.to_owned()), force: false };
    tournament(TournamentConfig { out, ..config.clone() }, &RunControl::default()).expect("it plays")
}

/// Merges directories into another. Returns the sentence on how many of them a sequential test needed.
fn merge(dirs: &[&Path], out: &Path) -> Result<Option<String>, LabError> {
    let config = MergeConfig {
        shards: dirs.iter().map(|&dir| dir.to_owned()).collect(),
        out: Some(out.to_owned()),
        registry: Registry::standard(),
        ..MergeConfig::default()
    };
    let watch = RunControl::default();
    let run = Tournament::merge(&config, &watch)?;
    let (needed, result) = (run.needed().map(str::to_owned), run.result()?);
    run.publish(&result)?;
    Ok(needed)
}

/// Returns the files of a directory, without the seconds that the games took.
fn files(dir: &Path) -> BTreeMap<String, String> {
    let entries = fs::read_dir(dir).expect("a directory").map(|entry| entry.expect("an entry").path());
    let named = entries.map(|path| {
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        (name, fs::read_to_string(path).expect("text"))
    });
    named.filter(|(name, _)| name != "timing.json").collect()
}

/// Checks that two directories have the same files with the same bytes.
fn are_equal(one: &Path, other: &Path) {
    let (one, other) = (files(one), files(other));
    assert!(one.keys().eq(other.keys()), "{:?}, {:?}", one.keys(), other.keys());
    for (name, text) in &one {
        assert_eq!(Some(text), other.get(name), "{name}");
    }
}
