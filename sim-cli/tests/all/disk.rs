//! Disks that fail: a line that names the file, exit code 1, the earlier result intact, nothing half-written.

use std::ffi::OsStr;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::{env, fs};

use crate::common::unfinished::{self, Run};
use crate::common::{VOCABULARY, files, same_files, skipped, stderr, stdout, tournament};
use tempfile::TempDir;

const TWO: [&str; 6] = ["--agent", "random", "--agent", "nearest", "--seed", "9"];

fn text(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}

/// Asserts that a run has failed for want of a disk, and can go on: no result is on standard output.
fn failed(output: &Output, named: &[&str]) {
    assert!(output.stdout.is_empty());
    failed_for_want_of_disk(output, named);
}

/// Asserts that a run has failed for want of a disk: one line on it.
fn failed_for_want_of_disk(output: &Output, named: &[&str]) {
    let message = stderr(output);
    assert_eq!(output.status.code(), Some(1), "{message}");
    let errors: Vec<&str> = message.lines().filter(|line| line.starts_with("error: ")).collect();
    assert_eq!(errors.len(), 1, "{message}");
    assert!(!message.contains("defect") && !message.contains("panicked"), "{message}");
    named.iter().for_each(|name| assert!(errors[0].contains(name), "`{name}` is not named in {}", errors[0]));
}

/// A small disk of its own.
struct SmallDisk(TempDir);

/// Says that a test has been run again as root of a namespace of its own, where everybody may mount.
const INSIDE: &str = "OVERHEAR_TEST_INSIDE";

impl SmallDisk {
    /// The disk, where we may mount one; else the test is run again where we may, and is over here.
    fn mount(options: &str, test: &str) -> Option<SmallDisk> {
        let dir = tempfile::tempdir().expect("a temporary directory");
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", options, "tmpfs"]).arg(dir.path());
        if mount.output().is_ok_and(|output| output.status.success()) {
            return Some(SmallDisk(dir));
        }
        if env::var_os(INSIDE).is_some()
            || !inside("true").output().is_ok_and(|output| output.status.success())
        {
            skipped("no tmpfs can be mounted here");
            return None;
        }
        let mut again = inside(env::current_exe().expect("a program"));
        again.stderr(Stdio::inherit());
        let output = again.args(["--exact", test]).env(INSIDE, "1").output().expect("it is run");
        let report = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success() && report.contains("1 passed"), "{report}");
        None
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    fn remount(&self, options: &str) {
        let mut mount = Command::new("mount");
        mount.args(["-o", &format!("remount,{options}"), "tmpfs"]).arg(self.path());
        assert!(mount.status().expect("mount").success());
    }
}

/// A command as root of a namespace.
fn inside(program: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new("unshare");
    command.args(["--user", "--map-root-user", "--mount"]).arg(program);
    command
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        drop(Command::new("umount").arg("-l").arg(self.path()).status());
    }
}

#[test]
fn a_full_disk_keeps_the_earlier_result_and_the_run_goes_on_when_there_is_room() {
    let Some(disk) = SmallDisk::mount(
        "size=1m",
        "disk::a_full_disk_keeps_the_earlier_result_and_the_run_goes_on_when_there_is_room",
    ) else {
        return;
    };
    let out = disk.path().join("result");
    let small = ["--games", "40", "--log", "halves"];
    stdout(&[&["tournament", "--out", text(&out)], &TWO[..], &small].concat());
    let before = files(&out);
    let large = ["--games", "5000", "--log", "halves", "--checkpoint", "0"];
    let output =
        crate::common::run(&[&["tournament", "--force", "--out", text(&out)], &TWO[..], &large].concat());
    failed(&output, &[text(&out), "No space left on device", "--resume"]);
    assert!(before.iter().all(|(name, bytes)| fs::read(out.join(name)).ok().as_ref() == Some(bytes)));
    disk.remount("size=64m");
    stdout(&["tournament", "--resume", text(&out), "--progress", "none"]);
    same_files(&out, tournament(&[&TWO[..], &large].concat()).path());
}

/// Without a mount: no file may grow beyond a limit, whether the shell passes the signal for that on or ignores it.
#[test]
fn a_limit_of_file_size_is_an_error_like_any_other() {
    for script in ["trap '' XFSZ; ulimit -f 200; exec \"$@\"", "ulimit -f 200; exec \"$@\""] {
        stops_at_a_limit_of_file_size(script);
    }
}

fn stops_at_a_limit_of_file_size(script: &str) {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let out = dir.path().join("result");
    let mut shell = Command::new("sh");
    shell.env(VOCABULARY.0, VOCABULARY.1).args([
        "-c",
        script,
        "sh",
        env!("CARGO_BIN_EXE_sim-cli"),
        "tournament",
        "--out",
        text(&out),
    ]);
    let output = shell.args(TWO).args(["--games", "5000", "--log", "halves"]).output().expect("a shell");
    failed(&output, &[text(&out), "halves.csv", "File too large", "--resume"]);
    assert!(!out.join("manifest.json").exists());
    stdout(&["tournament", "--resume", text(&out), "--progress", "none"]);
    same_files(&out, tournament(&[&TWO[..], &["--games", "5000", "--log", "halves"]].concat()).path());
}

#[test]
fn a_limit_of_processor_time_is_an_interruption() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let out = dir.path().join("result");
    let mut shell = Command::new("sh");
    shell.env(VOCABULARY.0, VOCABULARY.1).args([
        "-c",
        "ulimit -t 6; exec \"$@\"",
        "sh",
        env!("CARGO_BIN_EXE_sim-cli"),
    ]);
    shell.args(["tournament", "--games", "1000000000", "--checkpoint", "0", "--out", text(&out)]).args(TWO);
    let output = shell.output().expect("a shell");
    let message = stderr(&output);
    assert_eq!(output.status.code(), Some(130), "{message}");
    assert!(message.contains("the limit of processor time (ulimit -t) is nearly reached\n"), "{message}");
    assert!(message.trim_end().lines().last().is_some_and(|line| line.contains("--resume")), "{message}");
    assert!(out.join(".overhear-run/checkpoint").exists());
}

#[test]
fn a_read_only_directory_is_found_out_before_the_first_game() {
    let Some(disk) =
        SmallDisk::mount("size=1m", "disk::a_read_only_directory_is_found_out_before_the_first_game")
    else {
        return;
    };
    disk.remount("ro");
    for out in [disk.path().to_owned(), disk.path().join("new")] {
        let output =
            crate::common::run(&[&["tournament", "--games", "10", "--out", text(&out)], &TWO[..]].concat());
        failed(&output, &[text(&out), "Read-only file system"]);
        assert!(!stderr(&output).contains("games played"));
    }
}

#[test]
fn a_disk_that_becomes_read_only_in_the_midst_keeps_the_checkpoint() {
    let Some(disk) =
        SmallDisk::mount("size=64m", "disk::a_disk_that_becomes_read_only_in_the_midst_keeps_the_checkpoint")
    else {
        return;
    };
    let args = ["tournament", "--games", "100000000", "--checkpoint", "0", "--out", text(disk.path())];
    let running = Run::start(&[&args[..], &TWO].concat()).reaches(disk.path(), 100).signal("STOP");
    let mount =
        Command::new("mount").args(["-o", "remount,ro", "tmpfs"]).arg(disk.path()).output().expect("mount");
    let output = running.signal("CONT");
    if !mount.status.success() {
        skipped("a disk in use cannot be made read-only here");
        return;
    }
    failed(&output.end(), &[text(disk.path()), "Read-only file system"]);
    assert!(unfinished::checkpointed(disk.path()).is_some_and(|next| next >= 100));
}

#[test]
fn a_directory_that_vanishes_is_an_error() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let out = dir.path().join("result");
    let args =
        ["tournament", "--games", "100000000", "--checkpoint", "0", "--log", "games", "--out", text(&out)];
    let running = Run::start(&[&args[..], &TWO].concat()).reaches(&out, 100).signal("STOP");
    fs::remove_dir_all(&out).expect("removed");
    let output = running.signal("CONT").end();
    failed_for_want_of_disk(&output, &[text(&out), "No such file or directory", "the checkpoint is gone"]);
    assert!(!stderr(&output).contains("--resume") && !out.exists());
    let standings = String::from_utf8(output.stdout).expect("UTF-8");
    assert_eq!(crate::common::rows(&standings).len(), 2, "the standings so far are printed: {standings}");
}

#[test]
fn a_path_through_a_file_is_an_error() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let file = crate::common::file(&dir, "file", "content");
    let below = format!("{file}/result");
    let output = crate::common::run(&[&["tournament", "--games", "10", "--out", &below], &TWO[..]].concat());
    failed(&output, &[&below, "Not a directory"]);
    let output = crate::common::run(&[&["tournament", "--games", "10", "--out", &file], &TWO[..]].concat());
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
    assert_eq!(fs::read_to_string(file).expect("a file"), "content");
}
