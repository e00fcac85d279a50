//! A command that has been played, and the numbers in its files.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, ensure};

use crate::process;

/// Fewer games than this say nothing.
const LEAST: u64 = 200;

/// What a command has printed and written.
pub(super) struct CommandOutput {
    printed: String,
    place: PathBuf,
    fewer: u64,
}

impl CommandOutput {
    /// Plays a command at a seed, with its number of games divided by `fewer`.
    pub(super) fn new(
        program: &Path,
        run: &str,
        [seed, fewer]: [u64; 2],
        place: &Path,
    ) -> Result<CommandOutput> {
        let words = words(run, fewer)?;
        let mut play = Command::new(program);
        play.args(&words).args(["--seed", &seed.to_string(), "--format", "csv", "--progress", "none"]);
        play.arg("--out").arg(place);
        process::say(&format!("$ sim-cli {} --seed {seed}", words.join(" ")));
        let output =
            play.stderr(Stdio::inherit()).output().with_context(|| format!("cannot play `{run}`"))?;
        ensure!(output.status.success(), "`sim-cli {run}` ended with {}", output.status);
        let printed = String::from_utf8(output.stdout).context("the table is no text")?;
        Ok(CommandOutput { printed, place: place.to_owned(), fewer })
    }

    /// Whether it has as many games as the page.
    pub(super) const fn is_whole(&self) -> bool {
        self.fewer == 1
    }

    /// A number of a file, in the only row whose cells hold this.
    pub(super) fn number(&self, file: &str, row: &BTreeMap<String, String>, column: &str) -> Result<f64> {
        let text = match file {
            "-" => self.printed.clone(),
            file => {
                fs::read_to_string(self.place.join(file)).with_context(|| format!("there is no {file}"))?
            }
        };
        number(&text, row, column).with_context(|| format!("{file}, column {column}, {row:?}"))
    }
}

/// Returns the words of a command with its number of games divided by `fewer`.
fn words(run: &str, fewer: u64) -> Result<Vec<String>> {
    let mut words: Vec<String> = run.split_whitespace().map(str::to_owned).collect();
    let games = words.iter().position(|word| word == "--games").and_then(|place| words.get_mut(place + 1));
    let games = games.with_context(|| format!("`{run}` does not say how many games"))?;
    *games = (games.parse::<u64>()? / fewer).max(LEAST).to_string();
    Ok(words)
}

fn number(text: &str, row: &BTreeMap<String, String>, column: &str) -> Result<f64> {
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let header = reader.headers()?.clone();
    let cells = row.iter().map(|(name, value)| Ok((place_in(&header, name)?, value)));
    let cells = cells.collect::<Result<Vec<_>>>()?;
    let records = reader.records().collect::<Result<Vec<_>, _>>()?;
    let matches: Vec<_> = records
        .iter()
        .filter(|record| cells.iter().all(|(place, value)| record.get(*place) == Some(value)))
        .collect();
    ensure!(matches.len() == 1, "{} rows are so", matches.len());
    let cell = matches[0].get(place_in(&header, column)?).unwrap_or_default();
    cell.parse().with_context(|| format!("`{cell}` is no number"))
}

fn place_in(header: &csv::StringRecord, name: &str) -> Result<usize> {
    header.iter().position(|title| title == name).with_context(|| format!("no column {name}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_that_of_the_only_row() {
        let row = |pairs: &[(&str, &str)]| {
            pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
        };
        let text = "step,by,share\ntokens,all,0.5\npoints,all,0.25\n";
        assert_eq!(number(text, &row(&[("step", "points")]), "share").expect("a number"), 0.25);
        let wrong = |pairs: &[(&str, &str)], column| {
            number(text, &row(pairs), column).expect_err("no number").to_string()
        };
        assert_eq!(wrong(&[("by", "all")], "share"), "2 rows are so");
        assert_eq!(wrong(&[("x", "all")], "share"), "no column x");
        assert_eq!(wrong(&[("step", "points")], "by"), "`all` is no number");
    }

    #[test]
    fn fewer_games_are_played_of_the_same_command() {
        assert_eq!(
            words("balance --games 5000 --agent x", 10).expect("words").join(" "),
            "balance --games 500 --agent x"
        );
        assert!(words("balance", 10).is_err());
    }
}
