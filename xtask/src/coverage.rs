//! `cargo xtask coverage`: how often the printed 95 % intervals hold what they are about.
//!
//! Each command is played once with very many deals, whose numbers stand for the truth, and then a few hundred times with few, each time with
//! another seed. Of every column of the result files that has two ends, it is counted how often they hold the number of the large run. The
//! program is taken as users have it: nothing here knows how an interval is computed.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};

use crate::workspace::Workspace;
use crate::{optimised, parallel, process};

/// A command, and how large its runs are.
struct Trial {
    /// What the table calls it.
    name: &'static str,
    /// Words of the command.
    command: &'static str,
    /// The flag that sets the size.
    flag: &'static str,
    /// Sizes of the small runs.
    sizes: [u64; 3],
    /// Size of the run that stands for the truth.
    large: u64,
}

/// Returns a trial of pairs on deals.
const fn pairs(name: &'static str, command: &'static str, large: u64) -> Trial {
    Trial { name, command, flag: "--pairs", sizes: [25, 100, 400], large }
}

/// Returns a trial of games, two of which are a pair.
const fn games(name: &'static str, command: &'static str, large: u64) -> Trial {
    Trial { name, command, flag: "--games", sizes: [50, 200, 800], large }
}

const TRIALS: [Trial; 9] = [
    pairs("nearest and margin", "tournament --agent nearest --agent margin", 150_000),
    pairs("human and nearest-k", "tournament --agent human --agent nearest-k", 60_000),
    pairs(
        "five, one never scores",
        "tournament --agent nearest --agent margin --agent nearest-k --agent new --agent random",
        20_000,
    ),
    pairs(
        "teams of three that talk",
        "tournament --team-size 3 --discuss 1 --agent new --agent margin:sigma=0.1",
        30_000,
    ),
    games("balance of human", "balance --agent human", 100_000),
    games("rules compared", "rules compare official short --agent human", 60_000),
    games(
        "league of four",
        "agents league --exploit-games 0 --agent nearest --agent margin --agent human --agent random",
        60_000,
    ),
    games("givers and readers crossed", "agents cross --agent nearest --agent margin", 60_000),
    games(
        "frontier of pragmatic",
        "agents frontier --exploit-games 0 --giver pragmatic --lambda 0,0.5 --gamma 0",
        20_000,
    ),
];

/// Result files, and the columns that say which row is which.
const FILES: [(&str, &[&str]); 17] = [
    ("standings.csv", &["agent"]),
    ("pairings.csv", &["agent_a", "agent_b"]),
    ("expected.csv", &["agent_a", "agent_b"]),
    ("talk.csv", &["agent", "role"]),
    ("ladder.csv", &["by", "value", "step"]),
    ("lengths.csv", &["rounds"]),
    ("seats.csv", &["step"]),
    ("drama.csv", &["quantity", "value"]),
    ("whatifs.csv", &["change", "method"]),
    ("skill.csv", &["better", "worse", "step"]),
    ("kinds.csv", &["kind", "team", "other", "step"]),
    (
        "comebacks.csv",
        &["interceptions", "miscommunications", "opponent_interceptions", "opponent_miscommunications"],
    ),
    ("rules.csv", &["measure"]),
    ("league.csv", &["agent"]),
    ("matrix.csv", &["agent", "opponent"]),
    ("cross.csv", &["giver", "decoder", "interceptor"]),
    ("frontier.csv", &["lambda", "gamma", "referee"]),
];

/// The columns with two ends, by file: the column, its lower and its upper end.
type Intervals = BTreeMap<String, Vec<[String; 3]>>;

/// Seed of the large run; the small ones have the numbers after it.
const SEED: u64 = 1000;

/// Coverage below which an interval fails, in %: what is promised, less three Monte Carlo errors.
const PROMISED: f64 = 93.0;

/// Coverage above which an interval is called wide, in %. It says less than it could, and nothing false.
const WIDE: f64 = 99.5;

/// What is asked of a run of this command.
pub(crate) struct Request {
    /// Small runs of each size.
    pub(crate) runs: u32,
    /// The trials whose names hold this text; all if empty.
    pub(crate) only: String,
    /// Only the smallest size, against a tenth of the large run.
    pub(crate) is_quick: bool,
}

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

    /// Returns the largest share that chance makes plausible, in %.
    fn at_best(self) -> f64 {
        self.percent() + 3.0 * self.error()
    }

    fn fails(self) -> bool {
        self.runs > 0 && self.at_best() < PROMISED
    }
}

/// What `cargo xtask test --all` asks.
pub(crate) const QUICK: Request = Request { runs: 100, only: String::new(), is_quick: true };

/// Where and how runs are played.
struct Laboratory<'a> {
    workspace: &'a Workspace,
    program: PathBuf,
    room: PathBuf,
    intervals: Intervals,
}

/// Plays the trials, prints the table, and fails if an interval covers too little.
///
/// # Errors
/// If a run fails, an end is on the wrong side of its number, or an interval covers clearly less than promised.
pub(crate) fn run(workspace: &Workspace, request: &Request) -> Result<()> {
    optimised::build(workspace)?;
    let program = optimised::program(workspace, "sim-cli")?;
    let schema =
        process::output(workspace.command(&program).arg("schema")).context("`sim-cli schema` failed")?;
    let laboratory =
        Laboratory { workspace, room: workspace.fresh("coverage")?, intervals: intervals(&schema)?, program };
    let trials: Vec<&Trial> = TRIALS.iter().filter(|trial| trial.name.contains(&request.only)).collect();
    ensure!(!trials.is_empty(), "--only {}: no trial is called so", request.only);
    println!("| runs | file, column | small | middle | large |");
    println!("| --- | --- | ---: | ---: | ---: |");
    let (mut failed, mut wide) = (Vec::new(), Vec::new());
    for trial in trials {
        let (sizes, large) = if request.is_quick {
            (&trial.sizes[..1], trial.large / 10)
        } else {
            (&trial.sizes[..], trial.large)
        };
        let truth = laboratory.play(trial, large, SEED)?;
        let held = sizes.iter().map(|&size| laboratory.held(trial, size, request.runs, &truth));
        let held = held.collect::<Result<Vec<_>>>()?;
        for (file, column) in columns(&truth) {
            let rows: Vec<Held> = held.iter().map(|held| worst(held, &file, &column)).collect();
            let cells: Vec<String> = rows.iter().map(|held| cell(*held)).collect();
            println!("| {} | `{file}`, `{column}` | {} |", trial.name, cells.join(" | "));
            for (held, size) in rows.iter().zip(sizes) {
                let place = format!(
                    "{}, {} {size}: `{column}` of {file} in {:.1} %",
                    trial.name,
                    trial.flag,
                    held.percent()
                );
                if held.fails() {
                    failed.push(place);
                } else if held.runs > 0 && held.percent() > WIDE {
                    wide.push(place);
                }
            }
        }
    }
    println!();
    println!(
        "In %, of {} runs a column; of the rows of a file the one that is held least often, chance allowed for.",
        request.runs
    );
    if !wide.is_empty() {
        println!("Wider than 95 % asks, above {WIDE} %: {}.", wide.join("; "));
    }
    ensure!(failed.is_empty(), "covered less often than promised: {}", failed.join("; "));
    Ok(())
}

/// Reads which columns are ends of which, from the program's own description of its files.
fn intervals(schema: &str) -> Result<Intervals> {
    let files: Vec<serde_json::Value> = serde_json::from_str(schema)?;
    let mut intervals = Intervals::new();
    for file in &files {
        let columns = file["columns"].as_array().context("schema: a file without columns")?;
        let end = |side: &str, column: &str| {
            let is_it = |end: &serde_json::Value| end["end"]["of"] == column && end["end"]["side"] == side;
            columns.iter().find(|end| is_it(end)).and_then(|end| end["name"].as_str().map(str::to_owned))
        };
        let names = columns.iter().filter_map(|column| column["name"].as_str());
        let with_ends =
            names.filter_map(|name| Some([name.to_owned(), end("lower", name)?, end("upper", name)?]));
        let name = file["file"].as_str().context("schema: a file without a name")?;
        intervals.insert(name.to_owned(), with_ends.collect());
    }
    Ok(intervals)
}

/// Returns the share of a row as the table shows it; empty if no run printed ends.
fn cell(held: Held) -> String {
    if held.runs == 0 { String::new() } else { format!("{:.1}", held.percent()) }
}

/// Returns each file and column once.
fn columns(numbers: &Numbers) -> Vec<(String, String)> {
    let mut columns: Vec<_> =
        numbers.keys().map(|[file, column, _]| (file.clone(), column.clone())).collect();
    columns.dedup();
    columns
}

/// Returns the row of a column that is held least often, chance allowed for: one that few runs printed says little.
fn worst(held: &BTreeMap<[String; 3], Held>, file: &str, column: &str) -> Held {
    let of_column = held.iter().filter(|([f, c, _], held)| f == file && c == column && held.runs > 0);
    let shares = of_column.map(|(_, held)| *held);
    shares.min_by(|a, b| a.at_best().total_cmp(&b.at_best())).unwrap_or_default()
}

impl Laboratory<'_> {
    /// Plays the small runs of a size, and counts which ends hold the numbers of the large run.
    fn held(
        &self,
        trial: &Trial,
        size: u64,
        runs: u32,
        truth: &Numbers,
    ) -> Result<BTreeMap<[String; 3], Held>> {
        let processors = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        let played =
            parallel::each(processors, runs as usize, |n| self.play(trial, size, SEED + 1 + n as u64));
        let mut held: BTreeMap<[String; 3], Held> = BTreeMap::new();
        for numbers in played {
            let numbers = numbers?;
            let origin = rating_origin(&numbers, truth);
            for (place, printed) in numbers {
                ensure!(
                    printed.low <= printed.value && printed.value <= printed.high,
                    "{place:?} at {size}: {printed:?} lies outside of its own ends"
                );
                let Some(truth) = truth.get(&place) else { continue };
                let value = if is_rating(&place) { truth.value + origin } else { truth.value };
                let count = held.entry(place).or_default();
                count.runs += 1;
                count.held += u32::from(printed.low <= value && value <= printed.high);
            }
        }
        eprintln!("{}: {runs} runs of {size}", trial.name);
        Ok(held)
    }

    /// Plays a run, and reads its numbers.
    fn play(&self, trial: &Trial, size: u64, seed: u64) -> Result<Numbers> {
        let place = self.room.join(format!("run-{size}-{seed}"));
        let mut command = self.workspace.command(&self.program);
        command.args(trial.command.split_whitespace());
        command.args([trial.flag, &size.to_string(), "--seed", &seed.to_string()]);
        command.args(["--progress", "none", "--force", "--out"]).arg(&place);
        process::output(&mut command).with_context(|| format!("{}: a run of {size} failed", trial.name))?;
        let mut numbers = Numbers::new();
        for (file, keys) in FILES.iter().filter(|(file, _)| place.join(file).exists()) {
            let intervals =
                self.intervals.get(*file).with_context(|| format!("{file} is not in the schema"))?;
            read(&place.join(file), file, keys, intervals, &mut numbers)?;
        }
        fs::remove_dir_all(&place)?;
        Ok(numbers)
    }
}

/// Returns `true` for a number on the scale of ratings.
fn is_rating([file, column, _]: &[String; 3]) -> bool {
    file == "standings.csv" && column == "rating"
}

/// Returns what brings the ratings of the large run to the origin of a small one. Only differences of ratings mean something: their
/// mean is 0, and where an agent has never scored, as it may in a small run and not in the large one, that of the others. So
/// the agents with two finite ends get the same mean in both. It is 0 where all agents have them.
fn rating_origin(small: &Numbers, large: &Numbers) -> f64 {
    let has_ends = |printed: &Printed| printed.low.is_finite() && printed.high.is_finite();
    let rated = small.iter().filter(|(place, printed)| is_rating(place) && has_ends(printed));
    let differences: Vec<f64> =
        rated.filter_map(|(place, printed)| Some(printed.value - large.get(place)?.value)).collect();
    differences.iter().sum::<f64>() / differences.len().max(1) as f64
}

/// Adds the numbers of a file that have two ends.
fn read(
    path: &Path,
    file: &str,
    keys: &[&str],
    intervals: &[[String; 3]],
    numbers: &mut Numbers,
) -> Result<()> {
    let mut reader =
        csv::Reader::from_path(path).with_context(|| format!("cannot read {}", path.display()))?;
    let header = reader.headers()?.clone();
    let at = |name: &str| header.iter().position(|column| column == name);
    for row in reader.records() {
        let row = row?;
        let key: Vec<&str> = keys.iter().filter_map(|key| at(key).map(|n| &row[n])).collect();
        for [column, low, high] in intervals {
            let (Some(value), Some(low), Some(high)) = (at(column), at(low), at(high)) else { continue };
            let [value, low, high] = [value, low, high].map(|place| &row[place]);
            if low.is_empty() && high.is_empty() {
                continue;
            }
            if value.is_empty() && !low.is_empty() && !high.is_empty() {
                continue;
            }
            let (low, high) = (number_or(low, f64::NEG_INFINITY)?, number_or(high, f64::INFINITY)?);
            // An infinite number is not printed: it lies at the open end. To leave it out would count only runs in which an agent
            // that hardly ever scores did score.
            let infinite = if low.is_finite() { high } else { low };
            let printed = Printed { value: number_or(value, infinite)?, low, high };
            numbers.insert([file.to_owned(), column.clone(), key.join("/")], printed);
        }
    }
    Ok(())
}

/// Reads a number; an empty cell is `empty`.
fn number_or(cell: &str, empty: f64) -> Result<f64> {
    if cell.is_empty() { Ok(empty) } else { Ok(cell.parse()?) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_with_ends_are_read_by_row_and_open_ends_are_infinite() {
        let path = std::env::temp_dir().join(format!("overhear-coverage-{}.csv", std::process::id()));
        fs::write(&path, "agent,games,score,score_low,score_high\na,9,0.5,0.4,\nb,9,,,\nc,9,,0.3,\n")
            .unwrap();
        let mut numbers = Numbers::new();
        let schema = r#"[{"file": "standings.csv", "columns": [{"name": "score", "end": null},
            {"name": "score_low", "end": {"of": "score", "side": "lower"}},
            {"name": "score_high", "end": {"of": "score", "side": "upper"}}]}]"#;
        let intervals = intervals(schema).unwrap();
        read(&path, "standings.csv", &["agent"], &intervals["standings.csv"], &mut numbers).unwrap();
        fs::remove_file(&path).unwrap();
        let number = |row: &str, value, low| {
            (["standings.csv", "score", row].map(str::to_owned), Printed { value, low, high: f64::INFINITY })
        };
        assert_eq!(numbers, Numbers::from([number("a", 0.5, 0.4), number("c", f64::INFINITY, 0.3)]));
    }

    #[test]
    fn ratings_are_compared_from_one_origin() {
        let run = |ratings: [(&str, f64, f64); 3]| -> Numbers {
            let number = |(agent, value, low): (&str, f64, f64)| {
                (
                    ["standings.csv", "rating", agent].map(str::to_owned),
                    Printed { value, low, high: value + 100.0 },
                )
            };
            ratings.map(number).into()
        };
        let large = run([("a", 400.0, 300.0), ("b", 200.0, 100.0), ("c", -600.0, -700.0)]);
        let never_scored = run([("a", 110.0, 10.0), ("b", -110.0, -200.0), ("c", -900.0, f64::NEG_INFINITY)]);
        assert_eq!(rating_origin(&never_scored, &large), -300.0);
        assert_eq!(rating_origin(&large, &large), 0.0);
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
