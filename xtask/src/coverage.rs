//! `cargo xtask coverage`: how often the printed 95 % intervals hold what they are about.
//!
//! Each command is played once with very many deals, whose numbers stand for the truth, and then a few hundred times with few, each time with
//! another seed. Of every column of the result files that has two ends, it is counted how often they hold the number of the large run. The
//! program is taken as users have it: nothing here knows how an interval is computed.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};

use crate::workspace::Workspace;
use crate::{optimised, parallel, process};

/// A command, and how large its runs are.
struct Trial {
    /// What the table calls it.
    name: &'static str,
    /// Words of the command.
    command: &'static [&'static str],
    /// The flag that sets the size.
    flag: &'static str,
    /// Sizes of the small runs.
    sizes: [u64; 3],
    /// Size of the run that stands for the truth.
    large: u64,
}

const TRIALS: [Trial; 4] = [
    Trial {
        name: "nearest and margin",
        command: &["tournament", "--agent", "nearest", "--agent", "margin"],
        flag: "--pairs",
        sizes: [25, 100, 400],
        large: 150_000,
    },
    Trial {
        name: "human and nearest-k",
        command: &["tournament", "--agent", "human", "--agent", "nearest-k"],
        flag: "--pairs",
        sizes: [25, 100, 400],
        large: 60_000,
    },
    Trial {
        name: "teams of three that talk",
        command: &[
            "tournament",
            "--team-size",
            "3",
            "--discuss",
            "1",
            "--agent",
            "new",
            "--agent",
            "margin:sigma=0.1",
        ],
        flag: "--pairs",
        sizes: [25, 100, 400],
        large: 30_000,
    },
    Trial {
        name: "balance of human",
        command: &["balance", "--agent", "human"],
        flag: "--games",
        sizes: [50, 200, 800],
        large: 100_000,
    },
];

/// Result files, and the columns that say which row is which.
const FILES: [(&str, &[&str]); 9] = [
    ("standings.csv", &["agent"]),
    ("pairings.csv", &["agent_a", "agent_b"]),
    ("expected.csv", &["agent_a", "agent_b"]),
    ("talk.csv", &["agent", "role"]),
    ("ladder.csv", &["by", "value", "step"]),
    ("lengths.csv", &["rounds"]),
    ("seats.csv", &["step"]),
    ("drama.csv", &["quantity", "value"]),
    ("whatifs.csv", &["change", "method"]),
];

/// Seed of the large run; the small ones have the numbers after it.
const SEED: u64 = 1000;

/// Coverage below which an interval fails, in %: what is promised, less three Monte Carlo errors.
const PROMISED: f64 = 93.0;

/// A number with its ends, as printed; an end that is open is infinite.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Printed {
    value: f64,
    low: f64,
    high: f64,
}

/// The numbers with ends of a result, by file, column and row.
type Numbers = BTreeMap<[String; 3], Printed>;

/// Runs that held the number of the large run, and all runs that printed ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Held {
    held: u32,
    runs: u32,
}

impl Held {
    fn percent(self) -> f64 {
        100.0 * f64::from(self.held) / f64::from(self.runs.max(1))
    }

    /// Returns the Monte Carlo error of a share that is as promised, in %.
    fn error(self) -> f64 {
        (PROMISED * (100.0 - PROMISED) / f64::from(self.runs.max(1))).sqrt()
    }

    fn fails(self) -> bool {
        self.runs > 0 && self.percent() < PROMISED - 3.0 * self.error()
    }
}

/// Plays every trial, prints the table, and fails if an interval covers too little.
///
/// # Errors
/// If a run fails, an end is on the wrong side of its number, or an interval covers clearly less than promised.
pub(crate) fn run(workspace: &Workspace, runs: u32) -> Result<()> {
    optimised::build(workspace)?;
    let program = optimised::program(workspace, "sim-cli")?;
    let room = workspace.fresh("coverage")?;
    println!("| runs | file, column | small | middle | large |");
    println!("| --- | --- | ---: | ---: | ---: |");
    let mut failed = Vec::new();
    for trial in &TRIALS {
        let truth = play(workspace, &program, &room, trial, trial.large, SEED)?;
        let held = trial.sizes.map(|size| held(workspace, &program, &room, trial, size, runs, &truth));
        let held = held.into_iter().collect::<Result<Vec<_>>>()?;
        for (file, column) in columns(&truth) {
            let worst: Vec<Held> = held.iter().map(|held| worst(held, &file, &column)).collect();
            let cells: Vec<String> = worst.iter().map(|held| cell(*held)).collect();
            println!("| {} | `{file}`, `{column}` | {} |", trial.name, cells.join(" | "));
            let places = worst.iter().zip(trial.sizes).filter(|(held, _)| held.fails());
            failed.extend(places.map(|(held, size)| {
                format!(
                    "{}, {} {size}: `{column}` of {file} in {:.1} %",
                    trial.name,
                    trial.flag,
                    held.percent()
                )
            }));
        }
    }
    println!();
    println!("In %, of {runs} runs a column; of the rows of a file the one that is held least often.");
    ensure!(failed.is_empty(), "covered less often than promised: {}", failed.join("; "));
    Ok(())
}

/// Returns the share of a row as the table shows it; empty if no run printed ends.
fn cell(held: Held) -> String {
    if held.runs == 0 { String::new() } else { format!("{:.1}", held.percent()) }
}

/// Returns each file and column once.
fn columns(numbers: &Numbers) -> Vec<(String, String)> {
    let mut found: Vec<_> = numbers.keys().map(|[file, column, _]| (file.clone(), column.clone())).collect();
    found.dedup();
    found
}

/// Returns the row of a column that is held least often.
fn worst(held: &BTreeMap<[String; 3], Held>, file: &str, column: &str) -> Held {
    let of_column = held.iter().filter(|([f, c, _], held)| f == file && c == column && held.runs > 0);
    let shares = of_column.map(|(_, held)| *held);
    shares.min_by(|a, b| a.percent().total_cmp(&b.percent())).unwrap_or_default()
}

/// Plays the small runs of a size, and counts which ends hold the numbers of the large run.
fn held(
    workspace: &Workspace,
    program: &Path,
    room: &Path,
    trial: &Trial,
    size: u64,
    runs: u32,
    truth: &Numbers,
) -> Result<BTreeMap<[String; 3], Held>> {
    let processors = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let played = parallel::each(processors, runs as usize, |n| {
        play(workspace, program, room, trial, size, SEED + 1 + n as u64)
    });
    let mut held: BTreeMap<[String; 3], Held> = BTreeMap::new();
    for numbers in played {
        for (place, printed) in numbers? {
            ensure!(
                printed.low <= printed.value && printed.value <= printed.high,
                "{place:?} at {size}: {printed:?} lies outside of its own ends"
            );
            let Some(truth) = truth.get(&place) else { continue };
            let count = held.entry(place).or_default();
            count.runs += 1;
            count.held += u32::from(printed.low <= truth.value && truth.value <= printed.high);
        }
    }
    eprintln!("{}: {runs} runs of {size}", trial.name);
    Ok(held)
}

/// Plays a run, and reads its numbers.
fn play(
    workspace: &Workspace,
    program: &Path,
    room: &Path,
    trial: &Trial,
    size: u64,
    seed: u64,
) -> Result<Numbers> {
    let place = room.join(format!("{}-{size}-{seed}", trial.command[0]));
    let mut command = workspace.command(program);
    command.args(trial.command).args([trial.flag, &size.to_string(), "--seed", &seed.to_string()]);
    command.args(["--progress", "none", "--force", "--out"]).arg(&place);
    process::output(&mut command).with_context(|| format!("{}: a run of {size} failed", trial.name))?;
    let mut numbers = Numbers::new();
    for (file, keys) in FILES {
        if place.join(file).exists() {
            read(&place.join(file), file, keys, &mut numbers)?;
        }
    }
    fs::remove_dir_all(&place)?;
    Ok(numbers)
}

/// Adds the numbers of a file that have two ends.
fn read(path: &Path, file: &str, keys: &[&str], numbers: &mut Numbers) -> Result<()> {
    let mut reader =
        csv::Reader::from_path(path).with_context(|| format!("cannot read {}", path.display()))?;
    let header = reader.headers()?.clone();
    let at = |name: &str| header.iter().position(|column| column == name);
    for row in reader.records() {
        let row = row?;
        let key: Vec<&str> = keys.iter().filter_map(|key| at(key).map(|n| &row[n])).collect();
        for (n, column) in header.iter().enumerate() {
            let ends = (at(&format!("{column}_low")), at(&format!("{column}_high")));
            let (Some(low), Some(high)) = ends else { continue };
            let is_printed = !(row[n].is_empty() || row[low].is_empty() && row[high].is_empty());
            if is_printed {
                let end = |cell: &str, open: f64| if cell.is_empty() { Ok(open) } else { cell.parse() };
                let printed = Printed {
                    value: row[n].parse()?,
                    low: end(&row[low], f64::NEG_INFINITY)?,
                    high: end(&row[high], f64::INFINITY)?,
                };
                numbers.insert([file.to_owned(), column.to_owned(), key.join("/")], printed);
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_with_ends_are_read_by_row_and_open_ends_are_infinite() {
        let path = std::env::temp_dir().join(format!("overhear-coverage-{}.csv", std::process::id()));
        fs::write(&path, "agent,games,score,score_low,score_high\na,9,0.5,0.4,\nb,9,,,\n").unwrap();
        let mut numbers = Numbers::new();
        read(&path, "standings.csv", &["agent"], &mut numbers).unwrap();
        fs::remove_file(&path).unwrap();
        let place = ["standings.csv", "score", "a"].map(str::to_owned);
        let printed = Printed { value: 0.5, low: 0.4, high: f64::INFINITY };
        assert_eq!(numbers, Numbers::from([(place, printed)]));
    }

    #[test]
    fn the_row_that_is_held_least_often_counts_and_chance_is_allowed_for() {
        let place = |row: &str| ["f.csv", "x", row].map(str::to_owned);
        let (often, seldom) = (Held { held: 96, runs: 100 }, Held { held: 84, runs: 100 });
        let held = BTreeMap::from([(place("a"), often), (place("b"), seldom), (place("c"), Held::default())]);
        assert_eq!(worst(&held, "f.csv", "x"), seldom);
        assert!(seldom.fails() && !Held { held: 90, runs: 100 }.fails() && !Held::default().fails());
    }
}
