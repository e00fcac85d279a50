//! `agents check` and `selfcheck`: a line on each check. Agents that break a duty are built in the tests of
//! `overhear_agents::audit`; here the command line.

use crate::common::{refused, stdout};

#[test]
fn an_agent_that_keeps_its_duties_passes_with_a_line_on_each() {
    let text = stdout(&["agents", "check", "random/history", "--games", "3", "--seed", "4"]);
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].contains("random/history:sharpness=12, seed 4, 3 games"), "{text}");
    assert_eq!(lines.iter().filter(|line| line.starts_with("ok      ")).count(), 9, "{text}");
    assert_eq!(lines.last(), Some(&"all checks passed"));
    for part in [
        "hidden changes no answer",
        "an earlier game",
        "clues are legal",
        "beliefs are probabilities",
        "understood in private",
    ] {
        assert!(text.contains(part), "{part} is not in {text}");
    }
    assert_eq!(stdout(&["agents", "check", "random/history", "--games", "3", "--seed", "4"]), text);
}

#[test]
fn what_is_no_agent_is_refused() {
    refused(&["agents", "check", "pragmatc"], 2, &["did you mean `pragmatic`"]);
    refused(&["agents", "check", "random", "--games", "0"], 2, &["--games"]);
    refused(&["agents", "check", "random", "--rules", "offical"], 2, &["official"]);
}

#[test]
#[ignore = "slow: the check itself is a step of its own"]
fn all_checks_pass_and_a_seed_gives_the_same_lines() {
    let report = stdout(&["selfcheck", "--games", "60", "--seed", "3"]);
    assert!(report.starts_with("seed 3, 60 games a check\n"), "{report}");
    for preset in ["random", "nearest", "margin", "pragmatic", "human"] {
        let line = format!("ok      {preset} against itself: 30 pairs, each exactly 0.5\n");
        assert!(report.contains(&line), "{report}");
    }
    assert!(report.contains("60 games of the presets of a tournament, one hash "), "{report}");
    assert_eq!(report.matches("replays as it was played").count(), 3, "{report}");
    assert!(report.ends_with("all checks passed\n") && !report.contains("FAILED"), "{report}");
    assert_eq!(stdout(&["selfcheck", "--games", "60", "--seed", "3"]), report);
}

#[test]
#[ignore = "slow: the check itself is a step of its own"]
fn a_single_game_is_rounded_up_and_threads_change_nothing_but_their_number() {
    let report = stdout(&["selfcheck", "--games", "1", "--seed", "3", "-j", "3"]);
    assert!(report.contains("1 thread and 3: 20 games"), "{report}");
    let other = stdout(&["selfcheck", "--games", "1", "--seed", "3", "-j", "2"]);
    assert_eq!(other.replace("1 thread and 2", "1 thread and 3"), report);
}

#[test]
fn bad_flags_of_the_selfcheck_are_named() {
    refused(&["selfcheck", "--games", "0"], 2, &["--games", "0"]);
    refused(&["selfcheck", "--threads", "1"], 2, &["--threads", "1"]);
}
