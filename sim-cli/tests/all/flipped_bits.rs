//! What rots is noticed: a flipped bit anywhere in a file that is read again is refused by the name of the file.

use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use crate::common::unfinished::{CHECKPOINT, Run};
use crate::common::{refused, stdout, tournament};

const TWO: [&str; 6] = ["--agent", "random", "--agent", "b=random", "--seed", "3"];

/// Something that was written, and the command that reads it again.
struct Written {
    _dir: TempDir,
    files: Vec<PathBuf>,
    reads: Vec<String>,
}

fn text(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}

/// Every file of a directory but what may differ between runs and what says whose the directory is.
fn files_of(dir: &Path) -> Vec<PathBuf> {
    let paths = fs::read_dir(dir).expect("a directory").map(|entry| entry.expect("an entry").path());
    let mut files: Vec<PathBuf> = paths
        .filter(|path| path.is_file() && !path.ends_with("timing.json") && !path.ends_with("lock"))
        .collect();
    files.sort();
    files
}

impl Written {
    fn new(dir: TempDir, files: Vec<PathBuf>, reads: &[&str]) -> Written {
        assert!(!files.is_empty());
        Written { _dir: dir, files, reads: reads.iter().map(|word| (*word).to_owned()).collect() }
    }

    /// A result with its logs, which `report` reads.
    fn result() -> Written {
        let dir = tournament(&[&TWO[..], &["--games", "20", "--log", "halves", "--running", "5"]].concat());
        let (files, place) = (files_of(dir.path()), text(dir.path()).to_owned());
        assert!(files.len() >= 8, "{files:?}");
        let page = format!("{place}/page.html");
        Written::new(dir, files, &["report", &place, "--out", &page])
    }

    /// A report of balance, which `report` reads.
    fn balance() -> Written {
        let dir = tempfile::tempdir().expect("a directory");
        let place = text(dir.path()).to_owned();
        stdout(&[&["balance", "--games", "40", "--out", &place], &TWO[..]].concat());
        let files = files_of(dir.path());
        let page = format!("{place}/page.html");
        Written::new(dir, files, &["report", &place, "--out", &page])
    }

    /// Two shards with logs, which `merge` reads.
    fn shards() -> Written {
        let dir = tempfile::tempdir().expect("a directory");
        let parts = ["one", "two"].map(|name| text(&dir.path().join(name)).to_owned());
        for (part, shard) in parts.iter().zip(["1/2", "2/2"]) {
            let play = ["tournament", "--games", "40", "--log", "games", "--shard", shard, "--out", part];
            stdout(&[&play, &TWO[..]].concat());
        }
        let (files, merged) = (files_of(Path::new(&parts[1])), text(&dir.path().join("merged")).to_owned());
        Written::new(dir, files, &["merge", &parts[0], &parts[1], "--out", &merged])
    }

    /// A run that was interrupted: its checkpoint, which `--resume` reads.
    fn unfinished() -> Written {
        let dir = tempfile::tempdir().expect("a directory");
        let place = text(dir.path()).to_owned();
        let begin = ["tournament", "--out", &place, "--checkpoint", "0", "--games", "100000000"];
        Run::start(&[&begin, &TWO[..]].concat()).reaches(dir.path(), 100).kill();
        let files = vec![dir.path().join(CHECKPOINT)];
        Written::new(dir, files, &["tournament", "--resume", &place])
    }

    /// A tune that was interrupted: its checkpoint, which `--resume` reads.
    fn tune() -> Written {
        let dir = tempfile::tempdir().expect("a directory");
        let place = text(dir.path()).to_owned();
        let begin = ["tune", "--agent", "margin", "--param", "top=1..128", "--seed", "1", "--out", &place];
        let mut run = Run::start(&begin);
        run.says("top from 1 to 128");
        run.kill();
        let files = vec![dir.path().join(CHECKPOINT)];
        Written::new(dir, files, &["tune", "--resume", &place])
    }

    /// Flips one bit after another in each file, so many of them from its beginning to its end.
    fn rots(&self, flips: usize) {
        let reads: Vec<&str> = self.reads.iter().map(String::as_str).collect();
        for path in &self.files {
            let good = fs::read(path).expect("a file");
            for n in 0..flips {
                let (place, bit) = (n * (good.len() - 1) / (flips - 1), 1 << (n * 5 % 8));
                let mut bad = good.clone();
                bad[place] ^= bit;
                fs::write(path, bad).expect("written");
                let name = path.file_name().and_then(|name| name.to_str()).expect("a name");
                refused(&reads, 2, &[name]);
            }
            fs::write(path, good).expect("written");
        }
    }
}

const KINDS: [fn() -> Written; 5] =
    [Written::result, Written::balance, Written::shards, Written::unfinished, Written::tune];

#[test]
fn a_flipped_bit_in_any_kind_of_file_is_refused_by_name() {
    KINDS.iter().for_each(|kind| kind().rots(3));
}

#[test]
#[ignore = "slow: some thousand starts of the program"]
fn a_flipped_bit_anywhere_in_any_kind_of_file_is_refused_by_name() {
    KINDS.iter().for_each(|kind| kind().rots(100));
}
