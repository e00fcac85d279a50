//! One attack: its folder is laid out, the command runs, and all that must hold is looked at.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};

use super::fault::inflict;
use super::table::Attack;
use crate::workspace::copy_folder;

/// Longer than any refusal takes, on a machine that has other things to do.
const PATIENCE: Duration = Duration::from_secs(60);

/// Lays the folder out, runs the command in it, and checks everything.
pub(super) fn run(program: &Path, fixtures: &Path, place: &Path, attack: &Attack) -> Result<()> {
    let dir = place.join("dir");
    fs::create_dir_all(&dir)?;
    if let Some(name) = &attack.fixture {
        copy_folder(&fixtures.join(name), &dir.join(name)).with_context(|| format!("no fixture `{name}`"))?;
    }
    for (name, text) in &attack.files {
        fs::write(dir.join(name), text).with_context(|| name.clone())?;
    }
    attack.faults.iter().try_for_each(|fault| inflict(&dir, fault))?;
    let before = contents(&dir)?;
    let [out, err] = ["stdout", "stderr"].map(|name| place.join(name));
    let mut child = command(program, attack)
        .current_dir(&dir)
        .stdin(Stdio::null())
        .stdout(File::create(&out)?)
        .stderr(File::create(&err)?)
        .spawn()?;
    let status = wait(&mut child)?;
    let [out, err] = [fs::read(out)?, fs::read(err)?].map(|text| String::from_utf8_lossy(&text).into_owned());
    check_output(attack, status, &out, &err)?;
    unchanged(attack, &before, &contents(&dir)?)?;
    fs::remove_dir_all(place)?;
    Ok(())
}

/// The command in an environment that says nothing else, after what the shell is to do.
fn command(program: &Path, attack: &Attack) -> Command {
    let mut command = match &attack.shell {
        Some(before) => {
            let mut shell = Command::new("bash");
            shell.arg("-c").arg(format!("{before}; exec \"$0\" \"$@\"")).arg(program);
            shell
        }
        None => Command::new(program),
    };
    command.args(attack.words());
    for (name, _) in std::env::vars_os().filter(|(name, _)| name.to_string_lossy().starts_with("SIM_CLI_")) {
        command.env_remove(name);
    }
    command.envs(&attack.env);
    command
}

/// Waits for the end, but not for ever.
fn wait(child: &mut Child) -> Result<ExitStatus> {
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(status);
        }
        if start.elapsed() > PATIENCE {
            child.kill()?;
            child.wait()?;
            bail!("it has not ended after {} s", PATIENCE.as_secs());
        }
        sleep(Duration::from_millis(5));
    }
}

/// The exit code and both streams: what must be said is said, in a line, and nothing raw comes out.
fn check_output(attack: &Attack, status: ExitStatus, out: &str, err: &str) -> Result<()> {
    let complaint: String = err.trim_end().escape_debug().take(400).collect();
    ensure!(status.code() == Some(attack.exit), "{status} where {} must be: {complaint}", attack.exit);
    for word in ["panicked", "a defect of", "memory allocation of"] {
        ensure!(!err.contains(word), "{complaint}");
    }
    for text in &attack.says {
        ensure!(err.contains(text.as_str()), "`{text}` is not said: {complaint}");
    }
    for text in &attack.prints {
        ensure!(out.contains(text.as_str()), "`{text}` is not printed");
    }
    ensure!(!err.contains(is_raw) && !out.contains(is_raw), "a control character comes out raw: {complaint}");
    if attack.exit == 2 {
        ensure!(err.trim_end().lines().count() == 1, "more than a line: {complaint}");
        ensure!(out.is_empty(), "a refusal writes to standard output");
    }
    Ok(())
}

/// Whether a character changes what a terminal shows beside it.
fn is_raw(c: char) -> bool {
    (c.is_control() && c != '\n' && c != '\t')
        || matches!(c, '\u{202a}'..='\u{202e}' | '\u{200e}' | '\u{200f}')
}

/// All that lies in a folder: files with their bytes, everything else by its kind.
fn contents(dir: &Path) -> Result<BTreeMap<PathBuf, Vec<u8>>> {
    let mut files = BTreeMap::new();
    let mut folders = vec![dir.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder)? {
            let path = entry?.path();
            let metadata = fs::symlink_metadata(&path)?;
            let content = if metadata.is_dir() {
                folders.push(path.clone());
                Vec::new()
            } else if metadata.is_file() && metadata.len() < 1 << 28 {
                fs::read(&path)?
            } else {
                format!("{:?} {}", metadata.file_type(), metadata.len()).into_bytes()
            };
            files.insert(path.strip_prefix(dir)?.to_owned(), content);
        }
    }
    Ok(files)
}

fn unchanged(
    attack: &Attack,
    before: &BTreeMap<PathBuf, Vec<u8>>,
    after: &BTreeMap<PathBuf, Vec<u8>>,
) -> Result<()> {
    let paths = before.keys().chain(after.keys());
    for path in paths.filter(|path| !attack.changes.iter().any(|name| path.starts_with(name))) {
        let what = match (before.get(path), after.get(path)) {
            (Some(old), Some(new)) if old == new => continue,
            (Some(_), Some(_)) => "was changed",
            (Some(_), None) => "was removed",
            _ => "was left behind",
        };
        bail!("{} {what}", path.display());
    }
    Ok(())
}
