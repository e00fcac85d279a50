//! Entry points of the fuzz targets: readers of files from users or other programs. Not a public interface.

use std::fs;
use std::path::PathBuf;

use crate::advise;
use overhear_lab::error::LabError;
use overhear_lab::setup::PlayersConfig;
use overhear_lab::{eval, setup, tournament};

/// Kind of file to read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FuzzInput {
    /// File of `--agents`.
    Agents,
    /// File of `--rules`.
    Rules,
    /// Note sheet of `advise`.
    Sheet,
    /// Clues for `eval decode`.
    Decode,
    /// Clues for `eval intercept`.
    Intercept,
    /// Body of a checkpoint, sealed before it is read.
    Checkpoint,
    /// Body of a shard, sealed before it is read.
    Shard,
}

/// Returns the error message for a file with this content; `None` if it is accepted.
///
/// # Panics
/// Panics if the temporary directory cannot be written.
pub fn refusal(kind: FuzzInput, content: &[u8]) -> Option<String> {
    let path = scratch();
    let sealed;
    let content = match kind {
        FuzzInput::Checkpoint | FuzzInput::Shard => {
            sealed = tournament::sealed(&String::from_utf8_lossy(content), kind == FuzzInput::Shard);
            &sealed
        }
        _ => content,
    };
    fs::write(&path, content).expect("a temporary directory");
    let result: Result<(), LabError> = match kind {
        FuzzInput::Checkpoint | FuzzInput::Shard => tournament::try_to_read(&path, kind == FuzzInput::Shard),
        FuzzInput::Agents => {
            setup::named(&PlayersConfig { agents: Some(path.clone()), ..PlayersConfig::default() }).map(drop)
        }
        FuzzInput::Rules => setup::rules(&path.display().to_string(), &[]).map(drop),
        FuzzInput::Sheet => advise::try_to_read(&path),
        FuzzInput::Decode | FuzzInput::Intercept => eval::try_to_read(&path, kind == FuzzInput::Intercept),
    };
    result.err().map(|error| error.message())
}

/// Returns the path of a temporary file of this process.
fn scratch() -> PathBuf {
    std::env::temp_dir().join(format!("overhear-fuzz-{}.in", std::process::id()))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use overhear_agents::registry::Spec;
    use overhear_agents::words::{Wanted, is_unsealed, parse_space, read_unsealed};
    use overhear_engine::rules::{Deck, Rules};

    use super::*;

    #[test]
    fn every_seed_is_read() {
        let seeds = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds/files");
        let kinds = [
            (FuzzInput::Checkpoint, "checkpoint"),
            (FuzzInput::Shard, "shard"),
            (FuzzInput::Agents, "agents"),
            (FuzzInput::Rules, "rules"),
            (FuzzInput::Sheet, "sheet"),
            (FuzzInput::Decode, "decode"),
            (FuzzInput::Intercept, "intercept"),
        ];
        for (kind, name) in kinds {
            let seed = fs::read(seeds.join(name)).expect("a seed");
            assert_eq!(refusal(kind, &seed[1..]), None, "{name}");
            let refused = refusal(kind, b"\x1b[31m = nan\n[[").expect("that is nothing");
            assert!(!refused.contains(char::is_control), "{name}: {refused:?}");
        }
    }

    /// Returns `true` if a seed of a target is read without an error; `None` for other targets.
    fn is_read(target: &str, content: &[u8]) -> Option<bool> {
        let text = || std::str::from_utf8(content).expect("a text");
        let words = Wanted::first(100);
        Some(match target {
            "rules" => toml::from_str::<Rules>(text()).is_ok_and(|rules| rules.check().is_ok()),
            "deck" => Deck::parse(text(), "en").is_ok(),
            "space" if is_unsealed(content) => read_unsealed(content.to_vec()).is_ok(),
            "space" => ["x.bin", "x.vec"]
                .into_iter()
                .any(|name| parse_space(content.to_vec(), Path::new(name), &words, 1).is_ok()),
            "spec" => Spec::parse(text()).is_ok(),
            _ => return None,
        })
    }

    #[test]
    fn the_seeds_of_other_targets_are_read_but_those_that_are_wrong_on_purpose() {
        let mut refused = Vec::new();
        for target in ["rules", "deck", "space", "spec"] {
            let seeds = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds").join(target);
            for seed in fs::read_dir(&seeds).expect("seeds") {
                let seed = seed.expect("a file");
                let content = fs::read(seed.path()).expect("a seed");
                if is_read(target, &content) == Some(false) {
                    refused.push(format!("{target}/{}", seed.file_name().display()));
                }
            }
        }
        refused.sort();
        let wrong = ["deck/quoted-header.csv", "deck/torn.csv", "rules/wrong.toml", "spec/space_with_signs"];
        assert_eq!(refused, wrong);
    }
}
