//! What results name stays as it was: the opponents of a reference field, their words and their games.
//!
//! Only before the first release with a field may its pins be renewed. No variable does that: each test prints what it found.

use overhear_agents::registry::{REFERENCE_1, Spec};

use super::golden::played;
use crate::common::{GAME_WORLD, hash_of};

/// What to do if a test fails.
const FROZEN: &str =
    "results of released versions name `reference-1`: leave it as it was, and make `reference-2` instead";

/// Hash of names, SPECs and hashes of files.
const FIELD: &str = "d9f1d15f662f24a5b5e134d56e38c16359a9e48cc8430d3e4468d825786d79bb";

/// Hash of what becomes of games.
const GAMES: &str = "6c3e5ea9f10ba552201355e7e850e63b38fc73c6918b808f0c4b02e83f4a93fd";

#[test]
fn the_field_is_as_it_was() {
    let files = REFERENCE_1.files.iter().map(|file| format!("{} {}", file.name, file.sha256));
    let specs = REFERENCE_1.agents.iter().map(|&spec| spec.to_owned());
    let lines = std::iter::once(REFERENCE_1.name.to_owned()).chain(specs).chain(files);
    let text: String = lines.map(|line| line + "\n").collect();
    assert_eq!(hash_of(text.as_bytes()), FIELD, "{text}\n{FROZEN}");
}

#[test]
fn every_parameter_is_written_out_and_means_what_it_did() {
    for &text in REFERENCE_1.agents {
        let spec = Spec::parse(text).unwrap_or_else(|error| panic!("{error}; {FROZEN}"));
        assert_eq!(format!("{}={spec}", spec.label), text, "{FROZEN}");
    }
}

#[test]
fn the_words_are_those_that_it_was_made_with() {
    for file in REFERENCE_1.files {
        assert!(file.is_embedded(), "{} differs; {FROZEN}", file.name);
    }
    assert_eq!(REFERENCE_1.files.len(), overhear_agents::words::EMBEDDED_FILES.len(), "{FROZEN}");
}

#[test]
fn its_games_go_as_they_did() {
    let text = played(&GAME_WORLD, REFERENCE_1.agents, 900);
    assert_eq!(hash_of(text.as_bytes()), GAMES, "{text}\n{FROZEN}");
}

#[test]
fn the_field_is_found_among_other_agents_and_only_whole() {
    let specs: Vec<Spec> =
        REFERENCE_1.agents.iter().chain(&["margin"]).map(|text| Spec::parse(text).expect("a SPEC")).collect();
    let agents: Vec<&Spec> = specs.iter().rev().collect();
    assert!(REFERENCE_1.is_among(&agents));
    assert!(!REFERENCE_1.is_among(&agents[..agents.len() - 1]));
    let mut other = specs.clone();
    other[5].set("top", 63.0).expect("in range");
    assert!(!REFERENCE_1.is_among(&other.iter().collect::<Vec<_>>()));
}
