//! What people expect of a program in a shell: `~`, `nohup`, empty lists of settings.

use std::fs;
#[cfg(unix)]
use std::io::{BufRead as _, BufReader};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use tempfile::tempdir;

use crate::common::{file, refused, sim, stderr};

#[test]
fn a_dash_is_standard_input_in_every_reader_of_a_file() {
    let dir = tempfile::tempdir().expect("a directory");
    let deck = "anchor\nbread\ncastle\nriver\ngarden\nhammer\npirate\ndragon\n";
    let clues =
        "id,kw1,kw2,kw3,kw4,code,clue1,clue2,clue3\n1,anchor,bread,castle,river,1–2–3,ship,flour,king\n";
    let numbers = "x\n1\n2\n4\n";
    let vectors = "ice 1 0 2\nsun 3 1 0\nfog 0 1 1\nsea 2 2 1\n";
    let games = ["--games", "2", "--seed", "1", "--agent", "random", "--agent", "nearest"];
    let play = |flag: &'static str| [&["tournament", flag, "-"][..], &games].concat();
    let out = file(&dir, "out.space", "");
    let cases: [(Vec<&str>, &str); 9] = [
        (play("--deck"), deck),
        (play("--rules"), "round_limit = 4\n"),
        (play("--config"), "log = \"none\"\n"),
        (vec!["eval", "decode", "-", "--agent", "nearest"], clues),
        (vec!["rules", "check", "-"], "round_limit = 4\n"),
        (vec!["stats", "bootstrap", "--file", "-", "--column", "x"], numbers),
        (vec!["stats", "paired", "--file", "-", "--column", "x"], numbers),
        (vec!["space", "near", "ice", "--space", "-"], vectors),
        (vec!["space", "import", "-", "--out", &out, "--force"], vectors),
    ];
    for (args, input) in cases {
        let output = sim().args(&args).write_stdin(input).output().expect("it starts");
        assert_eq!(output.status.code(), Some(0), "{args:?}: {}", stderr(&output));
    }
    let empty =
        sim().args(["stats", "bootstrap", "--file", "-", "--column", "x"]).output().expect("it starts");
    assert!(stderr(&empty).contains("-: the file is empty"), "{}", stderr(&empty));
}

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
    // A new run ignores the variable of a flag that goes with --resume.
    played(&[], Some(("SIM_CLI_ALLOW_OTHER_BUILD", "true")));
    played(&["--rules", "~/rules.toml", "--out", "~/x/~"], None);
    for directory in ["from_flag", "from_config", "from_environment", "x/~"] {
        assert!(home.path().join(directory).join("manifest.json").exists(), "{directory}");
    }
    let entries: Vec<_> = fs::read_dir(work.path()).expect("a folder").collect();
    assert_eq!(entries.len(), 1, "nothing is written to a folder named ~: {entries:?}");
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
    let script = "trap '' HUP TERM; echo ready; exec \"$0\" tournament --games 4000 --seed 1 --agent random --agent random --progress none";
    let mut run = Command::new("sh")
        .args(["-c", script, env!("CARGO_BIN_EXE_sim-cli")])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("a shell");
    // Signals that come before the shell ignores them would end it.
    let mut output = BufReader::new(run.stdout.take().expect("standard output"));
    output.read_line(&mut String::new()).expect("the shell is ready");
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
