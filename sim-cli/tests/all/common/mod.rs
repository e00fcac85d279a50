//! What the tests of the command line share: the binary, and readers of its files.

pub(crate) mod serving;
pub(crate) mod unfinished;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::Output;
use std::sync::{LazyLock, Mutex, PoisonError};

use assert_cmd::Command;
use tempfile::TempDir;

/// One row of a CSV file, by column.
pub(crate) type Row = HashMap<String, String>;

/// Returns an example of the program, built from the present sources: by `cargo xtask test`, which says so, or now.
///
/// The lock keeps two tests from building at the same time.
pub(crate) fn example(name: &'static str) -> PathBuf {
    static BUILT: Mutex<BTreeSet<&str>> = Mutex::new(BTreeSet::new());
    let program = Path::new(env!("CARGO_BIN_EXE_sim-cli")).with_file_name("examples").join(name);
    let mut built = BUILT.lock().unwrap_or_else(PoisonError::into_inner);
    if std::env::var_os("OVERHEAR_EXAMPLES_BUILT").is_none() && !built.contains(name) {
        // Built with the features of the tests: otherwise cargo replaces the tested program by one with other features. By their
        // profile, what the tests share with it is compiled already.
        let features = if cfg!(feature = "parquet") { "parquet" } else { "" };
        let words = ["build", "--quiet", "--profile", "test", "--package", "sim-cli", "--example", name];
        let mut cargo = std::process::Command::new(env!("CARGO"));
        let ended = cargo.args(words).args(["--features", features]).status().expect("cargo starts");
        assert!(ended.success(), "{name}");
        built.insert(name);
    }
    program
}

/// Every CSV file of a result.
pub(crate) const TABLES: [&str; 9] = [
    "standings.csv",
    "pairings.csv",
    "rounds.csv",
    "endings.csv",
    "covariance.csv",
    "expected.csv",
    "deals.csv",
    "games.csv",
    "halves.csv",
];

/// What makes the program start in a third of the time, for tests in which players need not know many words.
pub(crate) const VOCABULARY: (&str, &str) = ("SIM_CLI_VOCABULARY", "2000");

/// The flag that takes it back.
pub(crate) const ALL_WORDS: [&str; 2] = ["--vocabulary", "20000"];

/// The program with a tenth of the words that players choose clues from.
pub(crate) fn sim() -> Command {
    let mut command = sim_as_it_is();
    command.env(VOCABULARY.0, VOCABULARY.1);
    command
}

/// Where the program remembers the commands of bots that tests start.
pub(crate) const STATE: (&str, &str) = ("XDG_STATE_HOME", concat!(env!("CARGO_TARGET_TMPDIR"), "/state"));

/// The program in an environment that says nothing.
pub(crate) fn sim_as_it_is() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sim-cli"));
    for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("SIM_CLI_") || name == "NO_COLOR") {
        command.env_remove(name);
    }
    command.env(STATE.0, STATE.1);
    command
}

/// Says what a test leaves out here: past what catches the output of tests that pass.
pub(crate) fn skipped(reason: &str) {
    writeln!(io::stderr(), "skipped: {reason}").expect("standard error");
}

/// Where the Python that tests write their bots in stands itself: what the path leads to may be a script that looks for it at every start, and takes longer than
/// a bot.
static PYTHON: LazyLock<Option<String>> = LazyLock::new(|| {
    let answer = std::process::Command::new("python3")
        .args(["-c", "import sys; print(sys.executable)"])
        .output()
        .ok()?;
    let path = String::from_utf8(answer.stdout).ok()?.trim().to_owned();
    (answer.status.success() && !path.is_empty()).then_some(path)
});

/// Returns the path of Python; without one, says what is left out.
pub(crate) fn python() -> Option<&'static str> {
    if PYTHON.is_none() {
        skipped("there is no python3 to write a bot in");
    }
    PYTHON.as_deref()
}

/// Runs the program.
pub(crate) fn run(args: &[&str]) -> Output {
    sim().args(args).output().expect("the program starts")
}

/// Runs the program, which succeeds, and returns its standard output.
pub(crate) fn stdout(args: &[&str]) -> String {
    let output = run(args);
    assert_eq!(output.status.code(), Some(0), "{args:?}: {}", stderr(&output));
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// A run that has ended: its exit code, and both of its streams as text.
#[derive(Debug)]
pub(crate) struct EndedRun {
    pub(crate) code: Option<i32>,
    /// Standard output.
    pub(crate) printed: String,
    /// Standard error.
    pub(crate) message: String,
}

impl EndedRun {
    pub(crate) fn of(output: Output) -> EndedRun {
        let message = stderr(&output);
        let printed = String::from_utf8(output.stdout).expect("UTF-8");
        EndedRun { code: output.status.code(), printed, message }
    }
}

/// Standard error as text.
pub(crate) fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("UTF-8")
}

/// Runs a tournament into a new directory.
pub(crate) fn tournament(args: &[&str]) -> TempDir {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let out = dir.path().to_str().expect("UTF-8");
    stdout(&[&["tournament", "--out", out, "--progress", "none"], args].concat());
    dir
}

/// The rows of a CSV text.
pub(crate) fn rows(text: &str) -> Vec<Row> {
    csv::Reader::from_reader(text.as_bytes()).deserialize().map(|row| row.expect("a row")).collect()
}

/// A deck of words that stand for nearly the same, a card each.
pub(crate) const VEHICLES: &str =
    "car\nautomobile\nvehicle\ntruck\nvan\nbus\ntaxi\nlorry\njeep\nsedan\nmotorcycle\ntram\n";

/// The rows of a file.
pub(crate) fn table(dir: &Path, name: &str) -> Vec<Row> {
    rows(&fs::read_to_string(dir.join(name)).unwrap_or_else(|error| panic!("{name}: {error}")))
}

/// A cell as a count.
pub(crate) fn count(row: &Row, column: &str) -> u64 {
    row[column].parse().unwrap_or_else(|_| panic!("{column} = {} is no count", row[column]))
}

/// A cell as a number.
pub(crate) fn number(row: &Row, column: &str) -> f64 {
    row[column].parse().unwrap_or_else(|_| panic!("{column} = {} is not a number", row[column]))
}

/// Asserts that a call fails with one line that names everything in `named`, and leaves standard output empty.
pub(crate) fn refused(args: &[&str], code: i32, named: &[&str]) -> String {
    let output = run(args);
    let message = stderr(&output);
    assert_eq!(output.status.code(), Some(code), "{args:?}: {message}");
    assert!(output.stdout.is_empty(), "{args:?} writes to standard output");
    assert_eq!(message.lines().count(), 1, "{args:?}: one line, not {message:?}");
    assert!(message.starts_with("error: "), "{message}");
    assert!(!message.contains("panicked") && !message.contains("defect"), "{message}");
    for name in named {
        assert!(message.contains(name), "{args:?}: `{name}` is not named in {message:?}");
    }
    message
}

/// Writes a file into a directory and returns its path.
pub(crate) fn file(dir: &TempDir, name: &str, content: &str) -> String {
    let path = dir.path().join(name);
    fs::write(&path, content).expect("the file is written");
    path.to_str().expect("UTF-8").to_owned()
}

/// Every file of a result but timing.json, with its bytes.
pub(crate) fn files(dir: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(dir).expect("a directory").map(|entry| entry.expect("an entry"));
    let name = |entry: &fs::DirEntry| entry.file_name().into_string().expect("UTF-8");
    let content = |entry: fs::DirEntry| {
        fs::read(entry.path()).unwrap_or_else(|error| panic!("{}: {error}", entry.path().display()))
    };
    entries.map(|entry| (name(&entry), content(entry))).filter(|(name, _)| name != "timing.json").collect()
}

/// Asserts that two directories hold the same files, and says which differ.
pub(crate) fn same_files(one: &Path, other: &Path) {
    let (one, other) = (files(one), files(other));
    let names = |files: &BTreeMap<String, Vec<u8>>| files.keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(&one), names(&other));
    let different: Vec<_> = one.iter().filter(|(name, bytes)| other[*name] != **bytes).collect();
    assert!(different.is_empty(), "{:?} differ", different.iter().map(|(name, _)| name).collect::<Vec<_>>());
}

/// The SHA-256 of a text in hexadecimal digits.
pub(crate) fn sha256(text: &str) -> String {
    use sha2::Digest as _;
    sha2::Sha256::digest(text).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Changes a manifest, and seals it again.
pub(crate) fn reseal(path: &Path, change: impl FnOnce(&mut serde_json::Value)) {
    let mut manifest: serde_json::Value =
        serde_json::from_slice(&fs::read(path).expect("a manifest")).expect("JSON");
    manifest.as_object_mut().expect("an object").remove("sha256");
    change(&mut manifest);
    let text = serde_json::to_string_pretty(&manifest).expect("JSON") + "\n";
    let body = text.strip_suffix("\n}\n").expect("an object");
    fs::write(path, format!("{body},\n  \"sha256\": \"{}\"\n}}\n", sha256(&text))).expect("written");
}

/// Changes a checkpoint or a shard, and seals it again.
pub(crate) fn reseal_lines(path: &Path, change: impl FnOnce(&str) -> String) {
    let text = fs::read_to_string(path).expect("a sealed file");
    let (head, body) = text.split_once('\n').expect("a head");
    let kind = head.rsplit_once(' ').expect("a checksum").0;
    let changed = change(body);
    assert_ne!(changed, body, "something is changed");
    fs::write(path, format!("{kind} {}\n{changed}", sha256(&changed))).expect("written");
}

/// The sources of another build in the place of those of this one.
pub(crate) fn of_another_build(text: &str) -> String {
    let at = text.find("\"sources\": \"").expect("a build") + "\"sources\": \"".len();
    format!("{}{}{}", &text[..at], "0".repeat(64), &text[at + 64..])
}
