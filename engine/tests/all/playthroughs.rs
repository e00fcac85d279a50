//! Golden playthroughs: one readable file a game.
//!
//! A file of `tests/playthroughs/` begins with a script (its form is described in `common/script.rs`). Below the
//! line stands everything that the engine made of it: each question to a player with all that the player was
//! handed, as the players themselves noted it down; each half; the tokens, as Interceptions + Miscommunications;
//! the judgement of each round; the note sheets and the ending. The test plays the script and compares line by line.
//!
//! To add a game, write a script and run
//!
//! ```text
//! UPDATE_GOLDEN=1 cargo test -p overhear-engine --test all playthroughs
//! ```
//!
//! which rewrites everything below the line of every file. Read the difference before committing it: the line
//! `expect` of a script is not rewritten, and must agree with the ending.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use crate::common::script::Script;
use crate::common::{render, scripted};
use overhear_engine::game::Game;
use overhear_engine::rules::{DecidedBy, Side, TieCondition};

const LINE: &str = "----";

/// The script of a file, the rest of it, and where it lies.
struct Golden {
    path: PathBuf,
    script: String,
    rest: String,
}

fn all() -> Vec<Golden> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/playthroughs");
    let entries = fs::read_dir(folder).expect("the folder of playthroughs is there");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("a file").path()).collect();
    paths.sort();
    let read = |path: PathBuf| {
        let text = fs::read_to_string(&path).expect("a playthrough is text").replace("\r\n", "\n");
        let (script, rest) = text.split_once(&format!("{LINE}\n")).unwrap_or((&text, ""));
        Golden { path, script: script.to_owned(), rest: rest.to_owned() }
    };
    paths.into_iter().map(read).collect()
}

fn play(golden: &Golden) -> (Arc<Script>, Game, String) {
    let script = Arc::new(Script::parse(&golden.script));
    let (game, questions) = scripted::play(&script, &script.deal);
    let text = render::game(&script, &game, &questions);
    (script, game, text)
}

/// The first line that differs, as a message.
fn difference(golden: &Golden, played: &str) -> Option<String> {
    let (mut expected, mut actual) = (golden.rest.lines(), played.lines());
    let above = golden.script.lines().count() + 1;
    for n in 1.. {
        match (expected.next(), actual.next()) {
            (None, None) => return None,
            (a, b) if a == b => {}
            (a, b) => {
                let name = golden.path.display();
                let [a, b] = [a, b].map(|line| line.unwrap_or("(the end)"));
                return Some(format!("{name}:{}\n  golden: {a}\n  played: {b}", above + n));
            }
        }
    }
    None
}

#[test]
fn every_golden_game_is_played_as_it_stands() {
    let update = std::env::var_os("UPDATE_GOLDEN").is_some_and(|value| value == "1");
    for golden in all() {
        let (_, _, text) = play(&golden);
        if update {
            let script = golden.script.trim_end();
            fs::write(&golden.path, format!("{script}\n{LINE}\n{text}")).expect("the file can be written");
        } else if let Some(message) = difference(&golden, &text) {
            panic!("{message}\nUPDATE_GOLDEN=1 rewrites the file");
        }
    }
}

#[test]
fn every_golden_game_ends_as_its_script_expects_and_plays_all_of_it() {
    for golden in all() {
        let (script, game, _) = play(&golden);
        let name = golden.path.display();
        assert_eq!(render::ending(&game), script.expected, "{name}");
        assert_eq!(game.record.halves().len(), script.halves.len(), "{name}");
        assert_eq!(game.named.is_some(), script.named.white.is_some(), "{name}");
        for (half, scripted) in game.record.halves().iter().zip(&script.halves) {
            assert_eq!((half.round, half.side, half.code), (scripted.round, scripted.side, scripted.code));
            assert_eq!((half.interception, half.guess), (scripted.interception, scripted.guess), "{name}");
        }
    }
}

#[test]
fn r11_to_r14_r17_every_door_and_every_step_has_a_golden_game() {
    let endings: BTreeSet<_> = all().iter().map(|golden| play(golden).1.ending).collect();
    for door in TieCondition::ALL {
        for step in [DecidedBy::Points, DecidedBy::Keywords, DecidedBy::Shared] {
            let has_golden =
                endings.iter().any(|ending| (ending.tie_condition, ending.decided_by) == (Some(door), step));
            assert!(has_golden, "no golden game goes through door {door} and is settled by {step}");
        }
    }
    for (step, winner) in [(DecidedBy::Interceptor, Side::Black), (DecidedBy::Team, Side::White)] {
        let has_golden =
            endings.iter().any(|ending| (ending.decided_by, ending.winner) == (step, Some(winner)));
        assert!(has_golden, "no golden game of three players is won by {step}");
    }
    for step in [DecidedBy::Interceptions, DecidedBy::Miscommunications, DecidedBy::Both] {
        let winners =
            endings.iter().filter(|ending| (ending.tie_condition, ending.decided_by) == (None, step));
        assert_eq!(winners.count(), 2, "each team wins a golden game by {step}");
    }
}
