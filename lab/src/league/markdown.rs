//! The league as two Markdown tables and the command that makes them again.

use super::figures::{exploited, role, with_error, worst};
use super::{LeagueResult, LeagueRow, LeagueTable};
use crate::exploitability::{LEARNED, observers};
use crate::table::counted;

const ROLES: [&str; 8] =
    ["agent", "score", "missed", "overhears", "overheard", "leak", "mix", "worst against"];

/// Returns the tables with their text and the command that makes them again.
pub fn markdown(result: &LeagueResult, command: &str) -> String {
    let table = &result.table;
    let is_searched = table.rows.iter().any(|row| exploited(row).is_some());
    let titles = ROLES.into_iter().chain(is_searched.then_some("exploited")).map(str::to_owned);
    let rows = table.rows.iter().map(|row| cells(table, row, is_searched)).collect::<Vec<_>>();
    let roles = grid(&titles.collect::<Vec<_>>(), &rows);
    let heads: Vec<_> = std::iter::once("against".to_owned()).chain(table.rows.iter().map(name)).collect();
    let scores: Vec<_> = table.rows.iter().map(|row| scores(row, table.games)).collect();
    let matrix = grid(&heads, &scores);
    let (games, pairs) = (counted(result.games_planned(), "game"), counted(result.deals_planned(), "pair"));
    let sentences = result.sentences().join(" ");
    format!(
        "{sentences}\n\n{roles}\nScores in percent, a shared victory being half a win; ± is half the 95 % interval, clustered by deal;\n\
         a–b gives both ends where the interval is not symmetric; numbers in brackets rest on fewer than 30 games\n\
         ({games}, {pairs} for any two agents). `missed`: own codes that the own team guessed wrongly; `overhears`: codes of others that it\nintercepts; \
         `overheard`: own codes that others intercept. `leak`: bits that opponents\nknow about a code beyond chance, lower is better, negative if the clues mislead them. `mix`: how often to choose each agent if \
         the opponent knows the odds\n(the equilibrium of the table below), with the range that the errors of the scores leave it. `worst against`: the\nmember against which it scores least; the interval allows for having picked the worst.{}{}\n\n{matrix}\nThe score of the row against the column. Written by\n\n\
         ```\n{}\n```\n",
        if is_searched { search(result.exploit_games()) } else { String::new() },
        cheaters(table),
        command
    )
}

fn cheaters(table: &LeagueTable) -> String {
    let cheaters: Vec<_> = table.rows.iter().filter(|row| row.cheats).map(name).collect();
    if cheaters.is_empty() {
        return String::new();
    }
    format!(
        "\n{}: a cheater that is told the secrets. Games against it do not count for other agents, and it is not in the mix.",
        cheaters.join(", ")
    )
}

/// Returns the text on the search for the best guesser against each member.
fn search(games: u64) -> String {
    let guessers: Vec<_> = observers().map(|name| format!("`{name}`")).collect();
    format!(
        " `exploited`: own codes that the best guesser against the\nagent finds, found on one half of {} of the agent \
         against itself and measured on the other. The guessers:\n{}, and `{LEARNED}`, which is fitted to the agent's games.",
        counted(games, "game"),
        guessers.join(", ")
    )
}

fn cells(table: &LeagueTable, row: &LeagueRow, is_searched: bool) -> Vec<String> {
    let worst = format!("{}: {}", name(&table.rows[row.worst]), worst(row, table.games));
    let best = exploited(row).map_or(String::new(), |(rate, guesser)| format!("`{guesser}`: {rate}"));
    let mut cells = [&[name(row)], &role(row, " %", 1)[..], &[worst]].concat();
    cells.extend(is_searched.then_some(best));
    cells
}

fn scores(row: &LeagueRow, games: u64) -> Vec<String> {
    std::iter::once(name(row)).chain(row.against.iter().map(|&score| with_error(score, games))).collect()
}

/// Returns a label as code; a cheater's label gets a mark.
fn name(row: &LeagueRow) -> String {
    format!("`{}`{}", row.label.replace('|', "\\|"), if row.cheats { "\\*" } else { "" })
}

/// Returns a Markdown table whose first column is text and whose others are numbers.
fn grid(heads: &[String], rows: &[Vec<String>]) -> String {
    let rule = format!("| --- |{}\n", " ---: |".repeat(heads.len() - 1));
    line(heads) + &rule + &rows.iter().map(|row| line(row)).collect::<String>()
}

fn line(cells: &[String]) -> String {
    format!("| {} |\n", cells.join(" | "))
}
