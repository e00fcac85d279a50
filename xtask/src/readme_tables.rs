//! The two tables of README.md against what the program prints.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result, ensure};
use serde::Deserialize;

use crate::process;
use crate::workspace::Workspace;

/// Returns what a command of README.md prints in a format.
fn printed(mut command: Command, words: &str, format: &str) -> Result<String> {
    command.args(words.split_whitespace());
    command.args(["--format", format, "--color", "never", "--progress", "none"]);
    process::output(&mut command).with_context(|| format!("`{words}` of README.md fails"))
}

/// Refuses a program that prints other tables than README.md shows, by the commands that stand there.
pub(crate) fn check(workspace: &Workspace, program: &Path) -> Result<()> {
    let readme = workspace.read("README.md")?;
    let (table, words) = first_table(&readme)?;
    let now = printed(workspace.command(program), words, "table")?;
    ensure!(now.contains(table), "README.md shows another table than the program prints:\n{now}");
    let league = agents(&printed(workspace.command(program), league_command(&readme)?, "csv")?)?;
    ensure!(
        agents_shown(&readme) == league,
        "README.md shows other shares of agents than the program prints: {league:#?}"
    );
    let words = command_of(&readme, "agents strangers ")?;
    let strangers = strangers(&printed(workspace.command(program), words, "csv")?)?;
    ensure!(
        strangers_shown(&readme) == strangers,
        "README.md shows other shares of strangers than the program prints: {strangers:#?}"
    );
    Ok(())
}

/// Returns the table at the head of README.md, and the words of the command below it.
fn first_table(readme: &str) -> Result<(&str, &str)> {
    let mut blocks = readme.split("```").skip(1).step_by(2).map(str::trim);
    let table = blocks.next().context("README.md shows no table")?;
    let words = blocks.find_map(|block| block.strip_prefix("cargo run --release -p sim-cli -- "));
    Ok((table, words.context("README.md has no command below its table")?))
}

/// Returns the words of the command below the table of agents that plays their league.
fn league_command(readme: &str) -> Result<&str> {
    command_of(readme, "agents league ")
}

/// Returns the words of the first command with options that begins so.
fn command_of<'a>(readme: &'a str, begins: &str) -> Result<&'a str> {
    let mut commands = readme.split('`').filter_map(|text| text.strip_prefix("sim-cli "));
    let command = commands.find(|words| words.starts_with(begins) && words.contains(" --"));
    command.with_context(|| format!("README.md has no `{begins}` below its table of agents"))
}

/// The two shares of an agent, as README.md writes them, by its name.
type Shares = BTreeMap<String, [String; 2]>;

/// Returns the last two cells of each row that begins with the name of an agent.
fn agents_shown(readme: &str) -> Shares {
    cells_shown(readme, |cells| {
        let [.., overheard, exploited] = *cells else { return None };
        Some([overheard, exploited])
    })
}

/// Returns the two cells before these.
fn strangers_shown(readme: &str) -> Shares {
    cells_shown(readme, |cells| {
        let [.., refer, understood, _, _] = *cells else { return None };
        Some([refer, understood])
    })
}

/// Returns two cells of each row that begins with the name of an agent.
fn cells_shown(readme: &str, choose: impl for<'a> Fn(&[&'a str]) -> Option<[&'a str; 2]>) -> Shares {
    readme
        .lines()
        .filter(|line| line.starts_with("| `"))
        .filter_map(|line| {
            let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
            let name = cells.first()?.strip_prefix('`')?.strip_suffix('`')?;
            Some((name.to_owned(), choose(&cells)?.map(str::to_owned)))
        })
        .collect()
}

/// What README.md shows of a row of a league.
#[derive(Deserialize)]
struct LeagueRow {
    agent: String,
    intercepted_rate: f64,
    exploited_rate: f64,
    exploited_low: f64,
    exploited_high: f64,
}

/// Returns the shares of a league that is printed as CSV.
fn agents(league: &str) -> Result<Shares> {
    let mut shares = Shares::new();
    for row in csv::Reader::from_reader(league.as_bytes()).deserialize() {
        let row: LeagueRow = row.context("the league has other columns")?;
        let rates = [row.exploited_rate, row.exploited_low, row.exploited_high, row.intercepted_rate];
        let [rate, low, high, overheard] = rates.map(|share| format!("{:.1}", 100.0 * share));
        shares.insert(row.agent, [format!("{overheard} %"), format!("{rate} % [{low}, {high}]")]);
    }
    Ok(shares)
}

/// What README.md shows of a row of `agents strangers`.
#[derive(Deserialize)]
struct StrangersRow {
    agent: String,
    clues_refer: f64,
    understood_by_strangers: f64,
}

/// Returns the shares of strangers that are printed as CSV.
fn strangers(printed: &str) -> Result<Shares> {
    let mut shares = Shares::new();
    for row in csv::Reader::from_reader(printed.as_bytes()).deserialize() {
        let row: StrangersRow = row.context("strangers have other columns")?;
        shares.insert(
            row.agent,
            [row.clues_refer, row.understood_by_strangers].map(|share| format!("{:.1} %", 100.0 * share)),
        );
    }
    Ok(shares)
}

#[cfg(test)]
mod tests {
    use super::*;

    const README: &str = "\
```\na  b\n1  2\n```\n\n```\ncargo run --release -p sim-cli -- tournament --seed 1\n```\n\n\
| preset | clues | overheard | best |\n| --- | --- | ---: | ---: |\n\
| `a` | any | 71.0 % | 50.2 % | 4.2 % | 4.1 % [2.9, 6.8] |\n\nThis is `sim-cli agents league --seed 1` and `sim-cli agents strangers a --seed 1`.\n";

    #[test]
    fn tables_and_commands_are_found() {
        let (table, words) = first_table(README).expect("a table");
        assert_eq!((table, words), ("a  b\n1  2", "tournament --seed 1"));
        assert_eq!(league_command(README).expect("a command"), "agents league --seed 1");
        assert!(league_command("no league").is_err());
    }

    #[test]
    fn shares_of_a_league_are_compared_as_readme_writes_them() {
        let league = "agent,intercepted_rate,exploited_rate,exploited_low,exploited_high\n";
        let equal = agents(&format!("{league}a,0.04155,0.0407,0.0292,0.068\n")).expect("a league");
        assert_eq!(equal, agents_shown(README));
        let other = agents(&format!("{league}a,0.04155,0.0407,0.0292,0.069\n")).expect("a league");
        assert_ne!(other, agents_shown(README));
    }

    #[test]
    fn shares_of_strangers_stand_before_those_of_the_league() {
        let header = "agent,clues_refer,understood_by_strangers\n";
        let equal = strangers(&format!("{header}a,0.7099,0.5021\n")).expect("strangers");
        assert_eq!(equal, strangers_shown(README));
        let other = strangers(&format!("{header}a,0.7099,0.5031\n")).expect("strangers");
        assert_ne!(other, strangers_shown(README));
        let command = command_of(README, "agents strangers ").expect("a command");
        assert_eq!(command, "agents strangers a --seed 1");
    }
}
