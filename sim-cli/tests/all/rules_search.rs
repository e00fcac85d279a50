//! `rules search`: rules that meet goals, and what is refused.

use crate::common::{refused, stdout};

/// A search that two switches have to answer.
const SEARCH: [&str; 12] = [
    "rules",
    "search",
    "mean_rounds>3.5, shared_rate<0.01",
    "--vary=tokens_to_lose=3..4",
    "--vary=final_tie=white",
    "--agent=random",
    "--games=8000",
    "--seed=5",
    "--progress=none",
    "--color=never",
    "-j",
    "2",
];

#[test]
fn the_best_rules_are_shown_with_what_the_confirmation_says_of_each_goal() {
    let shown = stdout(&[&SEARCH[..], &["--format=table"]].concat());
    let flat = shown.split_whitespace().collect::<Vec<_>>().join(" ");
    for part in [
        "“Miscommunications that lose 4, If still even after the tiebreaker: White wins”: mean_rounds>3.5 holds, with 4.0",
        "shared_rate<0.01 holds, with 0.0",
        "The starting rules: mean_rounds>3.5 does not hold, with 2.0",
        "sim-cli rules compare official \"official,tokens_to_lose=4,final_tie=white\" --games",
        "--seed 6 --agent random --vocabulary 2000`.",
    ] {
        assert!(flat.contains(part), "{part}: {shown}");
    }
    let csv = stdout(&[&SEARCH[..], &["--format=csv"]].concat());
    assert!(
        csv.contains("\nswitches,base,0,") && csv.contains("\npairs,tokens_to_lose=4 final_tie=white,2,"),
        "{csv}"
    );
}

#[test]
fn goals_and_switches_that_do_not_exist_are_refused_by_name() {
    for (words, parts) in [
        (&["tie_rate<0.1"][..], &["unknown measure `tie_rate`", "tiebreak_rate (", "mean_minutes ("][..]),
        (&["tiebreak_rat<0.1"], &["did you mean `tiebreak_rate`?"]),
        (
            &["mean_rounds<5", "--vary", "keywords=5"],
            &["--vary keywords=5", "four keywords and a code three digits"],
        ),
        (&["mean_rounds<5", "--vary", "code_length=4"], &["--vary code_length=4", "a code three digits"]),
        (&["mean_rounds<5", "--vary", "round_limt"], &["did you mean `round_limit`?"]),
        (&["mean_rounds<5", "--games", "100"], &["--games 100", "too few"]),
        (&["mean_rounds<5", "--rules", "three-player"], &["two teams"]),
    ] {
        refused(&[&["rules", "search"][..], words].concat(), 2, parts);
    }
}
