//! The working folder that is kept with a request.

use std::path::{Path, PathBuf};

use super::PlayersConfig;

/// Returns the working folder to keep with a request: `folder` if something is named from it, otherwise an empty path.
/// Requests that name nothing from a folder are then the same bytes wherever they are made.
///
/// `tables` are the matchups of the request. `named` is its configuration, and `found` the configuration with file names
/// resolved in `folder`.
pub fn kept_folder<C: PartialEq>(
    folder: &Path,
    (players, tables): (&PlayersConfig, &[String]),
    named: &C,
    found: &C,
) -> PathBuf {
    // Bots are started in the folder, and a file in a SPEC, which stands in quotes, is looked for there first.
    let names_files = |spec: &String| spec.contains('"');
    let is_used = named != found
        || players.agents.is_some()
        || !players.bots.is_empty()
        || players.agent.iter().chain(tables).any(names_files);
    if is_used { folder.to_owned() } else { PathBuf::new() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::setup::{BotConfig, WordFiles};

    #[test]
    fn a_folder_is_kept_only_if_something_is_named_from_it() {
        let dir = tempfile::tempdir().expect("a folder");
        std::fs::write(dir.path().join("deck.csv"), "").expect("written");
        let kept = |players: &PlayersConfig, words: &WordFiles| {
            let found = words.within(dir.path());
            kept_folder(dir.path(), (players, &[]), words, &found) == dir.path()
        };
        let (two, plain) = (PlayersConfig::from_specs(["margin", "human"]), WordFiles::default());
        assert!(!kept(&two, &plain));
        let deck = |path: PathBuf| WordFiles { deck: Some(path), ..WordFiles::default() };
        assert!(kept(&two, &deck("deck.csv".into())));
        assert!(!kept(&two, &deck(dir.path().join("deck.csv"))), "named from the root");
        assert!(kept(&PlayersConfig::from_specs(["mine:table=\"a b.csv\""]), &plain));
        let bots = vec![BotConfig::command("b", vec!["./bot".to_owned()])];
        assert!(kept(&PlayersConfig { bots, ..two.clone() }, &plain));
        assert!(kept(&PlayersConfig { agents: Some("/a.toml".into()), ..two }, &plain));
    }
}
