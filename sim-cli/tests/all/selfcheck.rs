//! `sim-cli selfcheck`: it passes, says so, and is done soon.

use crate::common::{refused, stdout};

#[test]
#[ignore = "slow: the check itself is a step of its own"]
fn all_checks_pass_and_a_seed_gives_the_same_lines() {
    let said = stdout(&["selfcheck", "--games", "60", "--seed", "3"]);
    assert!(said.starts_with("seed 3, 60 games a check\n"), "{said}");
    for preset in ["random", "nearest", "margin", "pragmatic", "human"] {
        let line = format!("ok      {preset} against itself: 30 pairs, each exactly 0.5\n");
        assert!(said.contains(&line), "{said}");
    }
    assert!(said.contains("60 games of the presets of a tournament, one hash "), "{said}");
    assert_eq!(said.matches("replays as it was played").count(), 3, "{said}");
    assert!(said.ends_with("all checks passed\n") && !said.contains("FAILED"), "{said}");
    assert_eq!(stdout(&["selfcheck", "--games", "60", "--seed", "3"]), said);
}

#[test]
#[ignore = "slow: the check itself is a step of its own"]
fn a_single_game_is_rounded_up_and_threads_change_nothing_but_their_number() {
    let said = stdout(&["selfcheck", "--games", "1", "--seed", "3", "-j", "3"]);
    assert!(said.contains("1 thread and 3: 20 games"), "{said}");
    let other = stdout(&["selfcheck", "--games", "1", "--seed", "3", "-j", "2"]);
    assert_eq!(other.replace("1 thread and 2", "1 thread and 3"), said);
}

#[test]
fn bad_flags_are_named() {
    refused(&["selfcheck", "--games", "0"], 2, &["--games", "0"]);
    refused(&["selfcheck", "--threads", "1"], 2, &["--threads", "1"]);
}
