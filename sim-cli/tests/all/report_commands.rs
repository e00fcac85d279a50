//! The command on a page of `report` plays the same games again.

use crate::common::{file, stdout, tournament};
use crate::report::{ODD, balance, plays_again};

#[test]
fn the_command_on_the_page_plays_the_same_games() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    plays_again(&balance(&dir, &["--set", "round_limit=4", "--set", "black_team=3"]));
    let two = ["--agent", "random", "--agent", "nearest", "--games", "60", "--seed", "3"];
    plays_again(tournament(&two).path());
}

#[test]
#[ignore = "slow: ten pages, and what each of their commands plays"]
fn every_kind_of_command_on_a_page_plays_the_same_games() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    plays_again(&balance(&dir, &["--set", "round_limit=4", "--set", "black_team=3"]));
    plays_again(&balance(&dir, &["--force", "--sweep", "round_limit=5..6", "--team-size", "3"]));
    let rules = file(&dir, "my rules.toml", "round_limit = 5\nrepeat = \"lemma\"\nwhite_team = 3\n");
    let agents = file(
        &dir,
        "agents.toml",
        "[[agent]]\nlabel = \"it's a 'label' $HOME\"\nspec = \"margin:top=20/history\"\n[[agent]]\nspec = \"random\"\n",
    );
    let two = ["--agent", "random", "--agent", "nearest"];
    let runs: [&[&str]; 6] = [
        &["--agent", "margin:top=9", "--agent", "margin:top=9", "--set", "black_team=3"],
        &["--rules", &rules, "--agents", &agents, "--log", "games", "--running", "7"],
        &["--rules", "three-player", "--agent", ODD, "--agent", "random"],
        &[
            "--agent",
            "random",
            "--agent",
            "faulty:panic=0.05/uniform",
            "--on-fault",
            "void",
            "--max-fault-rate",
            "0.9",
        ],
        &["--other-space", "ours=built-in", "--agent", "margin:space=ours", "--agent", "random"],
        &[&two[..], &["--answer-limit", "600000", "--lang", "en"]].concat(),
    ];
    for run in runs {
        plays_again(tournament(&[run, &["--games", "60", "--seed", "3"]].concat()).path());
    }
    let test = ["--sprt", "elo0=0,elo1=25", "--agent", "margin", "--agent", "margin:top=32", "--seed", "5"];
    plays_again(tournament(&test).path());
}

#[test]
fn the_command_of_a_run_from_a_file_the_environment_and_shards_needs_none_of_them() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let config =
        file(&dir, "c.toml", "games = 40\nseed = 4\nagent = [\"margin\", \"random\"]\nlog = \"halves\"\n");
    let parts: Vec<String> = (1..=2)
        .map(|index| {
            let out = dir.path().join(index.to_string()).to_str().expect("UTF-8").to_owned();
            let mut shard = crate::common::sim();
            shard.env("SIM_CLI_SET", "round_limit=5;black_team=3").env("SIM_CLI_ON_FAULT", "void");
            let shard_name = format!("{index}/2");
            shard.args(["tournament", "--config", &config, "--shard", &shard_name, "--out", &out]);
            assert_eq!(shard.output().expect("it runs").status.code(), Some(0));
            out
        })
        .collect();
    let merged = dir.path().join("merged");
    stdout(&["merge", "--out", merged.to_str().expect("UTF-8"), &parts[0], &parts[1]]);
    plays_again(&merged);
}
