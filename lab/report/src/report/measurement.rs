//! The sections about an experiment on agents: each of its tables, as the schema describes it.

use super::main_figure;
use super::matrix::{self, ScoreTable};
use super::page::{Section, TableView};
use super::source::{CsvTable, ResultFiles};
use overhear_lab::error::LabError;
use overhear_lab::table::{ColumnEntry, Presence, Storage, schema};

/// Returns a section for each table that the result has and the schema describes.
pub(super) fn sections(source: &ResultFiles) -> Result<Vec<Section>, LabError> {
    let mut sections = Vec::new();
    // The frontier has a section of its own.
    for entry in schema().iter().filter(|entry| entry.file != "frontier.csv") {
        if let Some(table) = source.table(entry.file)? {
            let mut section = Section::new(title(entry.file), sentence(entry.meaning));
            section.figures.extend(main_figure::figures(entry.file, &table));
            if entry.file == MATRIX {
                let order = source.agent_order("league.csv")?;
                section.figures.extend(matrix::scores(&ScoreTable::of_league(&table), &order));
            }
            let view = view(&table, entry.columns(Presence::Always));
            section.tables.push(if entry.file == "league.csv" { view.marked() } else { view });
            sections.push(section);
        }
    }
    Ok(sections)
}

/// The scores of a league's agents against each other.
const MATRIX: &str = "matrix.csv";

/// Headings of the tables of experiments on agents.
const TITLES: [(&str, &str); 17] = [
    ("league.csv", "Standings of the league"),
    (MATRIX, "Scores of the league's agents against each other"),
    ("responses.csv", "Agents built against the equilibrium mix"),
    ("compare.csv", "Two results side by side"),
    ("eval.csv", "Agents on recorded clues"),
    ("search.csv", "The search, stage by stage"),
    ("cross.csv", "Encryptors, decoders and interceptors, crossed"),
    ("exploit.csv", "The search for an agent that exploits another"),
    ("people.csv", "Agents beside people"),
    ("trace.csv", "Steps of the tuning"),
    ("result.csv", "The tuned agent against the original one"),
    ("calibrate.csv", "Verdicts of the sequential test"),
    ("coverage.csv", "How often intervals hold the truth"),
    ("card.csv", "Results by task"),
    ("cost.csv", "Time and cost by task"),
    ("talk.csv", "Talks of teams"),
    ("endings.csv", "How games end"),
];

/// Returns the heading of a table.
fn title(file: &str) -> String {
    let known = TITLES.iter().find(|(name, _)| *name == file).map(|(_, title)| (*title).to_owned());
    known.unwrap_or_else(|| {
        sentence(&file.trim_end_matches(".csv").replace('_', " ")).trim_end_matches('.').to_owned()
    })
}

/// Returns a meaning as the sentence that it is.
fn sentence(meaning: &str) -> String {
    let mut letters = meaning.chars();
    let first = letters.next().map(char::to_uppercase);
    first.into_iter().flatten().chain(letters).chain(['.']).collect()
}

/// Returns the columns of a table: words and counts, then numbers with their intervals.
pub(super) fn view<'a>(table: &CsvTable, columns: impl Iterator<Item = &'a ColumnEntry>) -> TableView {
    let columns = columns.filter(|column| column.end.is_none());
    let (numbers, words): (Vec<_>, Vec<_>) = columns.partition(|column| column.stored == Storage::Float64);
    let words: Vec<(&str, String)> =
        words.iter().map(|column| (column.name, column.name.replace('_', " "))).collect();
    let numbers: Vec<(&str, String, usize)> = numbers.iter().map(|column| number(column)).collect();
    let words: Vec<(&str, &str)> = words.iter().map(|(name, title)| (*name, title.as_str())).collect();
    let numbers: Vec<(&str, &str, usize)> =
        numbers.iter().map(|(name, title, digits)| (*name, title.as_str(), *digits)).collect();
    TableView::new(table, &words, &numbers)
}

/// Returns the name, the title and the digits of a column of numbers: shares are in percent.
fn number(column: &ColumnEntry) -> (&'static str, String, usize) {
    let title = column.name.replace('_', " ");
    if column.kind == "share" { (column.name, title + ", %", 1) } else { (column.name, title, 3) }
}
