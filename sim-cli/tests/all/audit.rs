//! `agents check`: a line on each duty. Agents that break one are built in the tests of `overhear_agents::audit`; here
//! the command line.

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
