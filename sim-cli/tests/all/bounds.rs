//! Labels, agents, games and threads beyond what can be told apart, counted or started: refused, or remarked on, at once.

use std::fmt::Write as _;

use crate::common::{file, refused, run, sim, stderr, stdout};

#[test]
fn labels_that_readers_of_tables_take_for_values_are_refused() {
    let dir = tempfile::tempdir().expect("a directory");
    for (label, kind) in [
        ("007", "a number"),
        ("7", "a number"),
        ("1e5", "a number"),
        ("+.5", "a number"),
        ("inf", "a number"),
        ("0x1F", "a number"),
        ("true", "a truth value"),
        ("FALSE", "a truth value"),
        ("NaN", "a missing value"),
    ] {
        let refusal = format!("data tools read that label as {kind}");
        let spec = format!("{label}=margin");
        refused(&["tournament", "--agent", "random", "--agent", &spec], 2, &[&refusal, label]);
        let agents = file(&dir, "a.toml", &format!("[[agent]]\nlabel = \"{label}\"\nspec = \"margin\"\n"));
        refused(&["tournament", "--agents", &agents], 2, &["a.toml: line 2", &refusal]);
        let bot = format!("{label}=true");
        refused(&["tournament", "--agent", label, "--agent", "random", "--bot", &bot], 2, &[label]);
    }
    let played = run(&[
        "tournament",
        "--agent",
        "7th=random",
        "--agent",
        "e5=random",
        "--agent",
        "truth=random",
        "--games",
        "6",
        "--seed",
        "1",
    ]);
    assert_eq!(played.status.code(), Some(0), "{}", stderr(&played));
}

#[test]
fn a_label_with_a_mark_of_a_spec_is_told_what_it_may_not_hold() {
    for spec in ["a/b=margin", "a=b=margin", "a=margin/b=bayes"] {
        refused(&["agents", "check", spec], 2, &["a label holds no `/`, `:` or `=`; write [LABEL=]SPEC"]);
    }
}

#[test]
fn a_roster_too_large_for_memory_is_refused_with_the_figure() {
    let dir = tempfile::tempdir().expect("a directory");
    let mut text = String::new();
    (0..2000).for_each(|n| write!(text, "[[agent]]\nlabel='a{n}'\nspec='margin'\n").expect("a string"));
    let agents = file(&dir, "many.toml", &text);
    for command in [["tournament", "--games", "4"], ["balance", "--games", "4"]] {
        refused(
            &[&command[..], &["--agents", &agents]].concat(),
            2,
            &[
                "--agents",
                "many.toml: 2,000 agents make 1,999,000 pairings, whose counts take 3,",
                "agents fit",
            ],
        );
    }
}

#[test]
fn many_more_games_than_were_asked_for_are_remarked_on() {
    let agents = ["--agent", "random", "--agent", "nearest", "--agent", "x=random", "--seed", "1"];
    let remark = "1 game asked for, 6 games played: at least a pair for each pairing (3 pairings)";
    for command in [["tournament"].as_slice(), &["balance"], &["rules", "compare", "official", "short"]] {
        let remarks = |games| stderr(&run(&[command, &agents, &["--games", games]].concat()));
        let (one, five) = (remarks("1"), remarks("5"));
        assert!(one.contains(remark), "{command:?}: {one}");
        assert!(!five.contains("asked for, "), "{command:?}: {five}");
    }
    let league = stderr(&run(&[&["agents", "league", "--games", "1"], &agents[..]].concat()));
    assert!(league.contains("1 game asked for, "), "{league}");
}

#[test]
fn more_threads_than_can_be_started_are_refused_before_they_are() {
    for args in [["tournament", "--games", "2"].as_slice(), &["space", "info"], &["rules", "list"]] {
        let output = sim().env("RAYON_NUM_THREADS", "20000").args(args).output().expect("it starts");
        assert_eq!(output.status.code(), Some(2));
        assert_eq!(
            stderr(&output),
            "error: RAYON_NUM_THREADS: 20000 threads; takes 1 to 1024, or 0 for all cores\n"
        );
        let output = sim().env("RAYON_NUM_THREADS", "2").args(["rules", "list"]).output().expect("it starts");
        assert_eq!(output.status.code(), Some(0));
    }
}

#[test]
fn a_number_of_threads_that_is_no_number_is_ignored_as_the_thread_pool_does() {
    let args = ["tournament", "--games", "2", "--seed", "1", "--agent", "random", "--agent", "nearest"];
    let standings = stdout(&args);
    for text in ["abc", "-1", "1.5", ""] {
        for variable in ["RAYON_NUM_THREADS", "RAYON_RS_NUM_CPUS"] {
            let output = sim().env(variable, text).args(args).output().expect("it starts");
            assert_eq!(output.status.code(), Some(0), "{variable}={text}: {}", stderr(&output));
            assert_eq!(String::from_utf8_lossy(&output.stdout), standings, "{variable}={text}");
            assert!(!stderr(&output).contains(variable), "{variable}={text}: {}", stderr(&output));
        }
    }
}
