//! The sections about an experiment on agents: each of its tables, as the schema describes it.

use super::main_figure;
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
            let title = entry.file.trim_end_matches(".csv");
            let mut section = Section::new(title, sentence(entry.meaning));
            section.figures.extend(main_figure::figure(entry.file, &table));
            section.tables.push(view(&table, entry.columns(Presence::Always)));
            sections.push(section);
        }
    }
    Ok(sections)
}

/// Returns a meaning as the sentence that it is.
fn sentence(meaning: &str) -> String {
    let mut letters = meaning.chars();
    let first = letters.next().map(char::to_uppercase);
    first.into_iter().flatten().chain(letters).chain(['.']).collect()
}

/// Returns the columns of a table: words and counts, then numbers with their intervals.
fn view<'a>(table: &CsvTable, columns: impl Iterator<Item = &'a ColumnEntry>) -> TableView {
    let columns = columns.filter(|column| column.end.is_none());
    let (numbers, words): (Vec<_>, Vec<_>) = columns.partition(|column| column.stored == Storage::Float64);
    let titles = |column: &&ColumnEntry| column.name.replace('_', " ");
    let words: Vec<(&str, String)> = words.iter().map(|column| (column.name, titles(column))).collect();
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
