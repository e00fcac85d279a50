//! A result names the commands of its bots, and may come from other people: no command is started that is not needed, and none that
//! was not started here before unless the user agrees.

use std::fs;
use std::path::Path;
use std::process::Output;

use crate::bots::bot;
use crate::common::{EndedRun, STATE, same_files, sim, stderr};

/// A result with a bot that writes down each of its starts, and a user who has started nothing here.
struct Received {
    dir: tempfile::TempDir,
    bot: String,
}

impl Received {
    /// Nothing without Python.
    fn new() -> Option<Received> {
        let dir = tempfile::tempdir().expect("a directory");
        let bot = bot(&dir, "noting")?;
        Some(Received { dir, bot })
    }

    fn path(&self, name: &str) -> String {
        self.dir.path().join(name).display().to_string()
    }

    /// Runs the program for the user who made the result.
    fn by_maker(&self, args: &[&str]) -> Output {
        let out = sim().env(STATE.0, self.path("maker")).args(args).output().expect("it starts");
        assert_eq!(out.status.code(), Some(0), "{args:?}: {}", stderr(&out));
        out
    }

    /// Runs the program for the user who received it; returns its exit code and what it says.
    fn by_receiver(&self, args: &[&str]) -> EndedRun {
        let mut program = sim();
        EndedRun::of(program.env(STATE.0, self.path("receiver")).args(args).output().expect("it starts"))
    }

    /// How often the bot was started.
    fn starts(&self) -> usize {
        fs::read_to_string(self.path("bot.py.noted")).map_or(0, |starts| starts.lines().count())
    }
}

const ASKED: [&str; 12] = [
    "tournament",
    "--agent",
    "random",
    "--agent",
    "nearest",
    "--agent",
    "mine",
    "--pairs",
    "12",
    "--seed",
    "1",
    "--bot",
];

#[test]
fn a_replay_starts_the_bots_of_its_game_alone_and_no_unknown_command_unasked() {
    let Some(received) = Received::new() else { return };
    let from = received.path("result");
    received.by_maker(&[&ASKED[..], &[&received.bot, "--out", &from, "--log", "games"]].concat());
    let games = fs::read_to_string(Path::new(&from).join("games.csv")).expect("games");
    let number = |is_its: &dyn Fn(&str) -> bool| {
        let row = games.lines().skip(1).find(|row| is_its(row)).expect("a game");
        row.split(',').next().expect("a number").to_owned()
    };
    let (with, without) = (number(&|row| row.contains("mine")), number(&|row| !row.contains("mine")));
    let before = received.starts();

    let EndedRun { code, message, .. } =
        received.by_receiver(&["replay", "--from", &from, "--game", &without]);
    assert_eq!((code, received.starts()), (Some(0), before), "it does not play: {message}");

    let replay = ["replay", "--from", &from, "--game", &with];
    let EndedRun { code, message, .. } = received.by_receiver(&replay);
    assert_eq!((code, received.starts()), (Some(2), before), "{message}");
    for named in ["manifest.json", "bot.py", "noting", "was not started here before", "--run-bots"] {
        assert!(message.contains(named), "{named}: {message}");
    }
    received.by_maker(&replay);
    assert_eq!(received.starts(), before + 1, "who made it is not asked");
    let agreed = received.by_receiver(&[&replay[..], &["--run-bots"]].concat());
    assert_eq!((agreed.code, received.starts()), (Some(0), before + 2), "{}", agreed.message);
    assert_eq!(received.by_receiver(&replay).code, Some(0), "it was started here before");
}

#[test]
fn a_merge_starts_no_bot() {
    let Some(received) = Received::new() else { return };
    let place = |name: &str| received.path(name);
    let balance = ["balance", "--agent", "mine", "--games", "12", "--seed", "3", "--bot"];
    for (command, name) in [(&ASKED[..], "tournament"), (&balance[..], "balance")] {
        let whole = place(&format!("{name}-whole"));
        received.by_maker(&[command, &[&received.bot, "--out", &whole]].concat());
        let parts = ["1/2", "2/2"].map(|shard| {
            let out = place(&format!("{name}-{}", &shard[..1]));
            received.by_maker(&[command, &[&received.bot, "--out", &out, "--shard", shard]].concat());
            out
        });
        let (before, merged) = (received.starts(), place(&format!("{name}-merged")));
        let EndedRun { code, message, .. } =
            received.by_receiver(&["merge", &parts[0], &parts[1], "--out", &merged]);
        assert_eq!((code, received.starts()), (Some(0), before), "{name}: {message}");
        same_files(Path::new(&whole), Path::new(&merged));
    }
}

#[test]
fn an_added_agent_is_merged_without_its_bot() {
    let Some(received) = Received::new() else { return };
    let (base, added, all) = (received.path("base"), received.path("added"), received.path("all"));
    let common = ["--seed", "1", "--log", "deals", "--agent", "random", "--agent", "nearest"];
    received.by_maker(&[&["tournament", "--pairs", "2", "--out", &base][..], &common].concat());
    let gauntlet =
        ["--agent", "mine", "--bot", &received.bot, "--gauntlet", "mine", "--games", "8", "--out", &added];
    received.by_maker(&[&["tournament"], &common[..], &gauntlet].concat());
    let before = received.starts();
    let EndedRun { code, message, .. } = received.by_receiver(&["merge", &base, &added, "--out", &all]);
    assert_eq!((code, received.starts()), (Some(0), before), "{message}");
}

#[test]
#[cfg(unix)]
fn a_run_that_goes_on_asks_for_unknown_commands() {
    use crate::common::unfinished::Run;

    let Some(received) = Received::new() else { return };
    let out = received.path("cut");
    let games = ["--agent", "mine", "--agent", "random", "--games", "100000", "--seed", "1", "--out", &out];
    let command = [&["tournament", "--bot", &received.bot, "--progress", "none"], &games[..]].concat();
    let ended = Run::start(&command).keeps_steps(Path::new(&out)).signal("INT").end();
    assert_eq!(ended.status.code(), Some(130), "{}", stderr(&ended));
    let before = received.starts();
    let EndedRun { code, message, .. } = received.by_receiver(&["tournament", "--resume", &out]);
    assert_eq!((code, received.starts()), (Some(2), before), "{message}");
    assert!(message.contains("was not started here before") && message.contains("--run-bots"), "{message}");
    let going = Run::start(&["tournament", "--resume", &out, "--progress", "none", "--checkpoint", "0"]);
    let ended = going.reaches(Path::new(&out), 5).signal("INT").end();
    assert_eq!(ended.status.code(), Some(130), "who began it is not asked: {}", stderr(&ended));
}
