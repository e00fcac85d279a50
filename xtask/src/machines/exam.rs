//! What is played on every machine, in a directory each: the files in it are compared.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};

use super::interrupted;
use super::machine::Machine;
use crate::process;
use crate::workspace::Workspace;

/// A bot that is compiled where C is.
const BOT: &str = "bots/kit/examples/letters_bot.c";

/// Files with the ends of lines that Windows has: a deck, rules, recorded clues.
const FILES: [(&str, &str); 3] = [
    ("deck.csv", "car\nautomobile\nvehicle\ntruck\nvan\nbus\ntaxi\nlorry\njeep\nsedan\nmotorcycle\ntram\n"),
    ("rules.toml", "round_limit = 5\n"),
    (
        "recorded.csv",
        "id,kw1,kw2,kw3,kw4,code,clue1,clue2,clue3\n1,anchor,planet,bread,beach,3-1-2,baker,ships,rings of saturn\n\
         2,anchor,planet,bread,beach,1-2-4,ship's crew,orbit,sandcastles\n",
    ),
];

/// What is run, with the name of what is kept of its standard output. A word with `>` is a path.
const COMMANDS: [(&str, &str); 16] = [
    (
        "tournament",
        "tournament --agent margin --agent pragmatic/adaptive --agent human --agent value/bayes:distinct=1 \
         --games 48 --seed 7 --log halves --out >results/tournament",
    ),
    (
        "shard-1",
        "tournament --agent margin --agent random --games 40 --seed 3 --log games --shard 1/2 --out >one",
    ),
    (
        "shard-2",
        "tournament --agent margin --agent random --games 40 --seed 3 --log games --shard 2/2 --out >two",
    ),
    ("merge", "merge >one >two --out >merged"),
    (
        "bot",
        "tournament --bot letters=./letters --agent letters --agent nearest --games 20 --seed 2 --log halves --out >bot",
    ),
    (
        "lines",
        "tournament --deck deck.csv --rules rules.toml --agent nearest --agent random --games 20 --seed 4 --out >lines",
    ),
    ("balance", "balance --games 40 --seed 1 --agent margin --agent random --out >balance"),
    ("sweep", "balance --games 20 --seed 1 --agent random --sweep round_limit=3..4 --out >sweep"),
    ("report", "report >results/tournament --out >tournament.html"),
    ("report-balance", "report >balance --out >balance.html"),
    ("selfcheck", "selfcheck --games 40 --seed 1"),
    ("clue", "rules clue --keyword anchor --keyword planet anchorage"),
    ("show", "rules show sudden-death"),
    ("eval", "eval decode recorded.csv --agent margin --predictions >predictions.csv"),
    ("replay", "replay --agent margin --agent human --seed 5 --game 3"),
    ("schema", "schema"),
];

/// A directory in which everything is played on one machine.
pub(super) struct Exam<'a> {
    workspace: &'a Workspace,
    place: PathBuf,
}

impl<'a> Exam<'a> {
    /// Lays out the directory of a machine, with a bot in it.
    pub(super) fn begin(workspace: &'a Workspace, machine: &Machine, name: &str) -> Result<Exam<'a>> {
        let place = workspace.fresh(&format!("machines/{name}"))?;
        fs::create_dir_all(&place).with_context(|| format!("cannot make {}", place.display()))?;
        for (name, text) in FILES {
            fs::write(place.join(name), text.replace('\n', "\r\n")).with_context(|| name.to_owned())?;
        }
        let mut compiler = workspace.command(machine.compiler());
        process::run(compiler.args(["-O1", "-o"]).arg(place.join("letters")).arg(workspace.path(BOT)))?;
        Ok(Exam { workspace, place })
    }

    /// Returns the directory.
    pub(super) fn place(&self) -> &Path {
        &self.place
    }

    /// Plays everything.
    pub(super) fn pass(&self, machine: &Machine) -> Result<()> {
        for (name, words) in COMMANDS {
            let (code, out, err) = self.run(machine, words)?;
            ensure!(code == Some(0), "{}: `sim-cli {words}` ends with {code:?}: {err}", machine.name());
            fs::write(self.place.join(format!("{name}.stdout")), out).with_context(|| name.to_owned())?;
        }
        interrupted::play(self.workspace, machine, &self.place)
    }

    /// Runs a command, and returns its exit code and both of its streams.
    pub(super) fn run(&self, machine: &Machine, words: &str) -> Result<(Option<i32>, String, String)> {
        let words = words.split_whitespace().map(|word| match word.strip_prefix('>') {
            Some(path) => machine.path(path),
            None => word.to_owned(),
        });
        let mut command = machine.program(self.workspace);
        let output = command.current_dir(&self.place).args(words).output().context("it does not start")?;
        let [out, err] =
            [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
        Ok((output.status.code(), out, err))
    }
}
