//! The scripts of `sim-cli cluster` are run as their schedulers would run them, and come to the run in one piece.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::common::{VOCABULARY, refused, same_files, stdout, tournament};
use tempfile::TempDir;

const FLAGS: [&str; 8] =
    ["--games", "600", "--seed", "9", "--agent", "it's \"mine\" $HOME=nearest", "--agent", "random"];

fn script(scheduler: &[&str]) -> String {
    stdout(&[&["cluster"], scheduler, &["--"], &FLAGS].concat())
}

/// The path of programs, with this one and a `scontrol` that writes down what it is told.
fn programs(dir: &Path) -> String {
    let own = PathBuf::from(env!("CARGO_BIN_EXE_sim-cli"));
    let scontrol = dir.join("scontrol");
    fs::write(&scontrol, "#!/bin/sh\necho \"$@\" >> requeued\n").expect("a file");
    let executable = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    fs::set_permissions(&scontrol, executable).expect("a program");
    let own = own.parent().expect("a directory").display().to_string();
    format!("{own}:{}:{}", dir.display(), std::env::var("PATH").expect("a path"))
}

fn shell(dir: &Path, script: &str, index: (&str, u64)) -> Output {
    let mut shell = Command::new("sh");
    shell.args(["-c", script]).current_dir(dir).env("PATH", programs(dir));
    shell.env(VOCABULARY.0, VOCABULARY.1);
    shell.env(index.0, index.1.to_string()).env("SLURM_ARRAY_JOB_ID", "7").output().expect("a shell")
}

fn merged(dir: &Path, parts: u64) {
    let part = |index| dir.join(format!("parts/{index}")).display().to_string();
    let parts: Vec<String> = (1..=parts).map(part).collect();
    let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
    let out = dir.join("result").display().to_string();
    stdout(&[&["merge", "--out", &out], &parts[..]].concat());
    same_files(Path::new(&out), tournament(&FLAGS).path());
}

fn temporary() -> TempDir {
    tempfile::tempdir().expect("a temporary directory")
}

#[test]
fn the_tasks_of_slurm_come_to_the_run_in_one_piece() {
    let (dir, script) =
        (temporary(), script(&["slurm", "--shards", "3", "--cpus", "2", "--time", "00:10:00"]));
    for line in ["#SBATCH --array=1-3\n", "#SBATCH --cpus-per-task=2\n", "#SBATCH --time=00:10:00\n"] {
        assert!(script.contains(line), "{script}");
    }
    for index in [2, 1, 3, 2] {
        let done = shell(dir.path(), &script, ("SLURM_ARRAY_TASK_ID", index));
        assert!(done.status.success(), "{done:?}");
    }
    assert!(!dir.path().join("requeued").exists());
    merged(dir.path(), 3);
}

#[test]
#[ignore = "slow: a task that is stopped by the clock"]
fn a_task_whose_time_is_up_asks_for_another_turn() {
    let dir = temporary();
    let flags = [
        "--games",
        "4_000_000",
        "--seed",
        "9",
        "--agent",
        "nearest",
        "--agent",
        "random",
        "--checkpoint",
        "0",
    ];
    let script = stdout(&[&["cluster", "slurm", "--shards", "2", "--"], &flags[..]].concat());
    let signalled = format!("(sleep 3; kill -TERM $$) &\n{script}");
    let done = shell(dir.path(), &signalled, ("SLURM_ARRAY_TASK_ID", 1));
    assert_eq!(done.status.code(), Some(130), "{done:?}");
    assert_eq!(fs::read_to_string(dir.path().join("requeued")).expect("it asked"), "requeue 7_1\n");
    assert!(dir.path().join("parts/1/.overhear-run/checkpoint").exists());
}

#[test]
fn the_indices_of_kubernetes_come_to_the_run_in_one_piece() {
    let dir = temporary();
    let manifest = script(&["kubernetes", "--shards", "2", "--image", "here/it:1", "--claim", "disk"]);
    for line in ["  completions: 2\n", "          image: here/it:1\n", "            claimName: disk\n"] {
        assert!(manifest.contains(line), "{manifest}");
    }
    let (_, command) = manifest.split_once("            - |\n").expect("a script");
    let command: String =
        command.lines().map(|line| format!("{}\n", line.trim_start_matches("              "))).collect();
    for index in [1, 0] {
        let done = shell(dir.path(), &command, ("JOB_COMPLETION_INDEX", index));
        assert!(done.status.success(), "{done:?}");
    }
    merged(dir.path(), 2);
}

#[test]
fn experiments_on_rules_come_to_those_in_one_piece() {
    let flags = ["--games", "101", "--seed", "9", "--agent", "random"];
    let grid = ["balance", "--sweep", "round_limit=5..6"];
    let compare = ["rules", "compare", "official", "official,round_limit=6"];
    for command in [&grid[..], &compare] {
        let dir = temporary();
        let script = stdout(&[&["cluster", "slurm", "--shards", "2", "--"], command, &flags].concat());
        for index in [2, 1, 2] {
            let done = shell(dir.path(), &script, ("SLURM_ARRAY_TASK_ID", index));
            assert!(done.status.success(), "{done:?}");
        }
        let merge =
            script.lines().find_map(|line| line.strip_prefix("#     ")).expect("how parts are merged");
        let merged = shell(dir.path(), merge, ("SLURM_ARRAY_TASK_ID", 0));
        assert!(merged.status.success(), "{merged:?}");
        let single = stdout(&[command, &flags, &["--progress", "none"]].concat());
        assert_eq!(String::from_utf8(merged.stdout).expect("UTF-8"), single);
        assert_eq!(dir.path().join("result").exists(), command == &grid[..]);
    }
}

#[test]
fn the_program_for_ray_has_the_flags_as_they_were_said() {
    let program = script(&["ray", "--shards", "5"]);
    assert!(
        program.contains("SHARDS = 5\n") && program.contains(r#""it's \"mine\" $HOME=nearest""#),
        "{program}"
    );
    assert!(!program.contains('@') || program.matches('@').count() == 1, "the decorator alone: {program}");
    assert!(program.contains("DECIDES = False\n"), "{program}");
}

#[test]
fn the_program_for_ray_knows_whether_the_first_parts_may_decide() {
    let test = [&FLAGS[..], &["--sprt", "elo0=0,elo1=5"]].concat();
    let until = ["rules", "compare", "official", "blitz", "--until", "--seed", "1"];
    for flags in [&test[..], &until] {
        let program = stdout(&[&["cluster", "ray", "--"], flags].concat());
        assert!(program.contains("DECIDES = True\n"), "{program}");
    }
}

#[test]
fn what_has_no_parts_is_refused() {
    let refuse = |flags: &[&str], named: &[&str]| {
        refused(&[&["cluster", "slurm", "--"], flags].concat(), 2, named);
    };
    refuse(&["--games", "100"], &["--seed"]);
    refuse(&["--seed", "1", "--shard", "1/2"], &["--shard"]);
    refuse(&["--seed", "1", "--out", "x"], &["--out"]);
    refuse(&["--seed", "1", "-j", "2"], &["--threads", "--cpus"]);
    refuse(&["--seed", "1", "--progress", "none"], &["--progress"]);
    refuse(&["--seed", "1", "--gmaes", "5"], &["--gmaes", "--games"]);
    refuse(&["balance", "--games", "100"], &["--seed"]);
    refuse(&["balance", "--seed", "1", "--out", "x"], &["--out"]);
    refuse(&["rules", "list", "--seed", "1"], &["rules"]);
    refuse(&["rules", "compare", "official", "blitz", "--seed", "1", "-j", "2"], &["--threads", "--cpus"]);
    let few = |job: &[&str], deals: u64| {
        let of = |shards: u64| {
            let shards = shards.to_string();
            let cluster = ["cluster", "slurm", "--shards", &shards, "--"];
            [&cluster, job, &["--seed", "1"]].concat().into_iter().map(str::to_owned).collect::<Vec<_>>()
        };
        let (enough, more) = (of(deals), of(deals + 1));
        let [enough, more] =
            [&enough, &more].map(|words| words.iter().map(String::as_str).collect::<Vec<_>>());
        refused(&more, 2, &[&format!("the run has only {deals} deals to share")]);
        assert!(stdout(&enough).contains("#SBATCH"), "{job:?}");
    };
    few(&["--games", "10", "--agent", "margin", "--agent", "random"], 5);
    few(&["--games", "60"], 3);
    few(&["balance", "--games", "7", "--agent", "random"], 7);
    few(&["balance", "--games", "60"], 20);
    few(&["balance", "--games", "9", "--agent", "random", "--sweep", "round_limit=5..6"], 9);
    few(&["rules", "compare", "official", "blitz", "--games", "8", "--agent", "random"], 8);
    refused(&["cluster", "slurm"], 2, &["<FLAG>"]);
    refused(&["cluster", "slurm", "--time", "2h", "--", "--seed", "1"], 2, &["--time", "02:00:00"]);
}
