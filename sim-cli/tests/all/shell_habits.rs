//! What people expect of a program in a shell: `~`, `nohup`, empty lists of settings.

use std::fs;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use tempfile::tempdir;

use crate::common::{file, refused, sim, stderr};

#[test]
fn a_leading_tilde_is_the_home_folder_wherever_a_path_stands() {
    let home = tempdir().expect("a directory");
    let work = tempdir().expect("a directory");
    let deck = "anchor\nbread\ncastle\nriver\ngarden\nhammer\npirate\ndragon\n";
    fs::write(home.path().join("deck.txt"), deck).expect("written");
    fs::write(home.path().join("rules.toml"), "round_limit = 4\n").expect("written");
    let config = file(&work, "run.toml", "deck = \"~/deck.txt\"\nout = \"~/from_config\"\n");
    let games = ["tournament", "--games", "2", "--seed", "1", "--agent", "random", "--agent", "nearest"];
    let played = |more: &[&str], variable: Option<(&str, &str)>| {
        let mut program = sim();
        program.args(games).args(more).current_dir(work.path()).env("HOME", home.path()).envs(variable);
        let output = program.output().expect("it starts");
        assert_eq!(output.status.code(), Some(0), "{more:?}: {}", stderr(&output));
    };
    played(&["--out=~/from_flag", "--deck", "~/deck.txt"], None);
    played(&["--config", &config], None);
    played(&[], Some(("SIM_CLI_OUT", "~/from_environment")));
    played(&["--rules", "~/rules.toml", "--out", "~/x/~"], None);
    for made in ["from_flag", "from_config", "from_environment", "x/~"] {
        assert!(home.path().join(made).join("manifest.json").exists(), "{made}");
    }
    let left: Vec<_> = fs::read_dir(work.path()).expect("a folder").collect();
    assert_eq!(left.len(), 1, "nothing is written to a folder named ~: {left:?}");
}

#[test]
fn an_empty_list_of_settings_is_no_wish_for_the_default() {
    let dir = tempdir().expect("a directory");
    for empty in ["agent = []\n", "set = {}\n"] {
        let config = file(&dir, "run.toml", empty);
        refused(&["tournament", "--config", &config], 2, &["line 1", "for the default, leave the key out"]);
    }
}

#[cfg(unix)]
#[test]
fn signals_that_were_ignored_at_the_start_end_no_run() {
    let script = "trap '' HUP TERM; exec \"$0\" tournament --games 4000 --seed 1 --agent random --agent random --progress none";
    let mut run = Command::new("sh")
        .args(["-c", script, env!("CARGO_BIN_EXE_sim-cli")])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("a shell");
    let id = run.id().to_string();
    let status = loop {
        if let Some(status) = run.try_wait().expect("a child") {
            break status;
        }
        for signal in ["-HUP", "-TERM"] {
            Command::new("kill").args([signal, &id]).stderr(Stdio::null()).status().expect("kill");
        }
        sleep(Duration::from_millis(5));
    };
    assert!(status.success(), "{status}");
}
