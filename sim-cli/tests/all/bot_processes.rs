//! However a run with bots ends, it ends soon, and no process of theirs is left.
//!
//! The bots are shell scripts that heed neither signals nor the end of their input, and leave children behind.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;
use std::thread::sleep;
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::common::stderr;
use crate::common::unfinished::Run;

/// How long a program may take that was told to end, on a machine that is busy; its bots would take ten minutes.
const SOON: Duration = Duration::from_secs(60);

/// A bot that says what `$1` says it does, and adds the numbers of its processes to `$2`: a command may start several.
const BOT: &str = r#"
trap '' HUP INT TERM
(trap '' HUP INT TERM; sleep 600) & first=$!
sh -c 'trap "" HUP INT TERM; sleep 600 & echo $! > "$0.deep"; wait' "$2.$$" &
until [ -s "$2.$$.deep" ]; do sleep 0.01; done
echo $$ $first $! $(cat "$2.$$.deep") >> "$2"
[ "$1" = silent ] && exec sleep 600
read -r hello
echo '{"hello":{"protocol":1,"name":"slug","words":true,"roles":["encrypt","decode","intercept","keywords"],
"params":[{"key":"heat","kind":"real","default":1,"low":0,"high":2}]}}' | tr -d '\n'
echo
[ "$1" = unready ] && exec sleep 600
read -r setup
echo '{"ready":true}'
[ "$1" = orphan ] && read -r ask && exit 7
[ "$1" = flood ] && exec yes '{"thinking":1}'
[ "$1" = noise ] && exec yes thinking >&2
exec sleep 600
"#;

/// A place for a bot, and the file in which it says who it is.
struct Slug(TempDir);

impl Slug {
    fn new() -> Slug {
        let dir = tempfile::tempdir().expect("a directory");
        fs::write(dir.path().join("bot.sh"), BOT).expect("written");
        Slug(dir)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// What stands behind `--bot`.
    fn order(&self, mode: &str) -> String {
        format!("slug=sh {} {mode} {}", self.path("bot.sh").display(), self.path("pids").display())
    }

    /// Starts the program, and waits until the bot is at it.
    fn run(&self, mode: &str, args: &[&str]) -> Run {
        let run = Run::start(&[args, &["--bot", &self.order(mode)]].concat());
        let begun = Instant::now();
        let begun_processes =
            || fs::read_to_string(self.path("pids")).map_or(0, |pids| pids.split_whitespace().count());
        while begun_processes() < PROCESSES {
            assert!(begun.elapsed() < Duration::from_secs(120), "{mode}: the bot is not started");
            sleep(Duration::from_millis(10));
        }
        sleep(Duration::from_millis(500));
        run
    }

    /// Asserts that no process of the bot lives on.
    fn is_gone(&self, what: &str) {
        let pids = fs::read_to_string(self.path("pids")).expect("it says who");
        assert!(pids.split_whitespace().count().is_multiple_of(PROCESSES), "{pids}");
        let alive = || pids.split_whitespace().filter(|pid| is_alive(pid)).count();
        let begun = Instant::now();
        while alive() > 0 && begun.elapsed() < SOON {
            sleep(Duration::from_millis(10));
        }
        assert_eq!(alive(), 0, "{what}: of {pids}");
    }
}

/// Whether a process runs; one that is dead and has not been fetched does not.
fn is_alive(pid: &str) -> bool {
    let state = std::process::Command::new("ps").args(["-o", "stat=", "-p", pid]).output().expect("ps");
    let state = String::from_utf8_lossy(&state.stdout).trim().to_owned();
    !state.is_empty() && !state.starts_with('Z')
}

/// Returns `true` if the signal QUIT is ignored, as a shell has it in the background: programs inherit that.
fn quit_is_ignored() -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:")).unwrap_or_default();
    u64::from_str_radix(ignored.trim(), 16).is_ok_and(|signals| signals & (1 << (QUIT - 1)) != 0)
}

/// Waits for the end of a program that was told to end.
fn soon(run: Run, what: &str) -> Output {
    let begun = Instant::now();
    let output = run.end();
    assert!(begun.elapsed() < SOON, "{what}: {:?}", begun.elapsed());
    output
}

/// Processes of a bot that starts children of its own.
const PROCESSES: usize = 4;

/// The number of the signal QUIT on Linux.
const QUIT: u32 = 3;

const TOURNAMENT: [&str; 9] =
    ["tournament", "--agent", "slug", "--agent", "random", "--games", "20", "--progress", "none"];

#[test]
fn no_process_is_left_whatever_signal_ends_the_program() {
    let quit = (!quit_is_ignored()).then_some("QUIT");
    for signals in ["INT INT", "TERM TERM", "HUP HUP", "TERM INT", "KILL", "ABRT"].into_iter().chain(quit) {
        for mode in ["stall", "silent"] {
            let (slug, what) = (Slug::new(), format!("{mode}, {signals}"));
            let run = signals.split(' ').fold(slug.run(mode, &TOURNAMENT), Run::signal);
            let output = soon(run, &what);
            assert!(!output.status.success(), "{what}");
            slug.is_gone(&what);
        }
    }
}

/// Bots that answer nothing, and the first signal that each is tried with.
const IDLE: [(&str, &str); 5] =
    [("stall", "INT"), ("silent", "TERM"), ("unready", "HUP"), ("flood", "INT"), ("noise", "TERM")];

/// Asserts that a command ends soon at the first signal.
fn ends_soon(command: &[&str], (mode, signal): (&str, &str)) {
    let (slug, what) = (Slug::new(), format!("{mode}: {command:?}"));
    let output = soon(slug.run(mode, command).signal(signal), &what);
    assert_eq!(output.status.code(), Some(130), "{what}: {}", stderr(&output));
    assert!(stderr(&output).contains("interrupted"), "{what}: {}", stderr(&output));
    slug.is_gone(&what);
}

/// Commands that ask bots, besides the tournament.
fn commands() -> [Vec<&'static str>; 6] {
    const CLUES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../data/eval/clues-en.csv");
    let two = ["--agent", "slug", "--agent", "random", "--games", "20"];
    [
        [&["agents", "league", "--agent", "margin"], &two[..]].concat(),
        [&["rules", "compare", "official", "no-tiebreaker"], &two[..]].concat(),
        vec!["balance", "--agent", "slug", "--games", "20"],
        vec!["eval", "decode", CLUES, "--agent", "slug"],
        vec!["agents", "check", "slug", "--games", "3"],
        vec!["agents", "exploit", "slug", "--games", "20"],
    ]
}

#[test]
fn a_first_signal_ends_every_command_soon_although_the_bot_answers_nothing() {
    IDLE.into_iter().for_each(|idle| ends_soon(&TOURNAMENT, idle));
    commands().iter().for_each(|command| ends_soon(command, IDLE[0]));
}

#[test]
#[ignore = "slow: every command with every bot"]
fn a_first_signal_ends_every_command_soon_whatever_the_bot_does_instead() {
    for command in &commands() {
        IDLE.into_iter().skip(1).for_each(|idle| ends_soon(command, idle));
    }
}

#[test]
fn a_run_that_is_told_to_stop_goes_on_from_its_checkpoint() {
    let (slug, out) = (Slug::new(), "result");
    let out = slug.path(out);
    let out = out.to_str().expect("UTF-8");
    let output = soon(slug.run("stall", &[&TOURNAMENT[..], &["--out", out]].concat()).signal("INT"), "stall");
    assert_eq!(output.status.code(), Some(130), "{}", stderr(&output));
    assert!(stderr(&output).contains("interrupted after 0 of 20 games"), "{}", stderr(&output));
    assert!(stderr(&output).contains("--resume") && Path::new(out).join(".overhear-run").exists());
}

#[test]
fn a_bot_that_ends_while_its_children_hold_its_output_has_crashed() {
    let (slug, begun) = (Slug::new(), Instant::now());
    let output = slug.run("orphan", &TOURNAMENT).end();
    let message = stderr(&output);
    assert_eq!(output.status.code(), Some(3), "{message}");
    let expected = "error: bot `slug`: 3 times in a row, crash: it ended with exit status: 7";
    assert!(message.lines().any(|line| line == expected) && !message.contains("late"), "{message}");
    assert!(begun.elapsed() < 2 * SOON, "{:?}", begun.elapsed());
    slug.is_gone("orphan");
}
