//! Report sections about words that are missed, overheard or confused more or less often than the others.

use super::dots::{Axis, Dot, dots_of};
use super::figure::Figure;
use super::page::{Section, TableView};
use super::source::{CsvRow, CsvTable};
use overhear_lab::balance::Outliers;
use overhear_lab::experiment::GroupBy;
use overhear_lab::paired::ClueFailure;

/// Number of words at each end that are shown unfolded.
const ENDS: usize = 7;

/// Returns the sentence on how many words stand out; `None` without clues.
pub(super) fn outliers(table: &CsvTable, cut: GroupBy, failure: ClueFailure) -> Option<String> {
    let [stem, whole] = cut.rate_columns(failure);
    let mean = Some(sum(table, stem) / sum(table, whole)).filter(|mean| mean.is_finite())?;
    let p: Vec<f64> = table.rows().filter_map(|row| row.number(&format!("{stem}_p"))).collect();
    let (known, seeming) = (p.len() as u64, p.iter().filter(|p| **p < 0.05).count() as u64);
    let chance = table.rows().filter_map(|row| row.number(&format!("{stem}_p_null"))).sum();
    // Words above the mean and below it; one without an estimate lies on it.
    let out = [true, false].map(|above| {
        let rows = table.rows().filter(|row| {
            let value = row.measured(&format!("{stem}_shrunk")).map_or(mean, |likely| likely.value);
            row.number(&format!("{stem}_p_adjusted")).is_some_and(|p| p < 0.05) && (value > mean) == above
        });
        rows.count() as u64
    });
    Some(Outliers { cut, failure, known, seeming, chance, out }.sentence(mean))
}

fn sum(table: &CsvTable, column: &str) -> f64 {
    table.rows().map(|row| row.count(column)).sum::<u64>() as f64
}

/// Returns the section on words that stand out, those with the most failures first.
pub(super) fn words(table: &CsvTable, cut: GroupBy) -> Section {
    let of_chances = if cut == GroupBy::Pair {
        ""
    } else {
        ", or for “overheard” of the chances: the clues whose digit the other team could find"
    };
    let mut section = Section::new(
        "The words that stand out",
        format!(
            "Percent of the clues{of_chances}. Shown are \
             those that differ clearly from the mean when all rows of {} are counted together. Likely: pulled towards the mean as far as the row's own clues leave it open, with the ends of its 95 % \
             interval. Where there are many, the seven highest and the seven lowest stand first, and all of them fold away.",
            cut.file()
        ),
    );
    let names = match cut {
        GroupBy::Keyword => [("keyword", "keyword"), ("card", "card")],
        GroupBy::Card => [("card", "card"), ("keywords", "keywords")],
        GroupBy::Pair => [("keyword_a", "keyword"), ("keyword_b", "keyword")],
    };
    for &failure in cut.failures() {
        let [stem, whole] = cut.rate_columns(failure);
        let [p, rate, shrunk] = ["p_adjusted", "rate", "shrunk"].map(|end| format!("{stem}_{end}"));
        let mut rows: Vec<CsvRow<'_>> =
            table.rows().filter(|row| row.number(&p).is_some_and(|p| p < 0.05)).collect();
        rows.sort_by(|a, b| value_or_0(b, &shrunk).total_cmp(&value_or_0(a, &shrunk)));
        if !rows.is_empty() {
            let numbers = [(&*rate, "seen, %", 1), (&*shrunk, "likely, %", 1)];
            let mut names = names.to_vec();
            names.push((stem, stem));
            if rows.len() > 2 * ENDS {
                let ends = rows[..ENDS].iter().chain(&rows[rows.len() - ENDS..]);
                section.tables.push(TableView::from_rows(ends.copied(), &names, &numbers));
            }
            section.tables.push(TableView::from_rows(rows.into_iter(), &names, &numbers));
        }
        section.figures.extend(ends(table, cut, [stem, whole]));
    }
    section
}

/// Returns a word with a capital letter.
fn capitalised(word: &str) -> String {
    format!("{}{}", word[..1].to_uppercase(), &word[1..])
}

fn value_or_0(row: &CsvRow<'_>, column: &str) -> f64 {
    row.measured(column).map_or(0.0, |measured| measured.value)
}

/// Returns the figure of the words that fail most and least, whether they stand out or not.
fn ends(table: &CsvTable, cut: GroupBy, [stem, whole]: [&'static str; 2]) -> Option<Figure> {
    let shrunk = format!("{stem}_shrunk");
    let mut lines: Vec<Dot> = table
        .rows()
        .filter_map(|row| {
            let number = row.measured(&shrunk)?.numbers()?;
            let label = match cut {
                GroupBy::Keyword => row.text("keyword").to_owned(),
                GroupBy::Card => format!("{}: {}", row.text("card"), row.text("keywords")),
                GroupBy::Pair => format!("{}, {}", row.text("keyword_a"), row.text("keyword_b")),
            };
            Some(Dot { label, class: "s0".to_owned(), number, games: row.count(whole) })
        })
        .collect();
    lines.sort_by(|a, b| b.number[0].total_cmp(&a.number[0]));
    if lines.len() > 2 * ENDS {
        lines.drain(ENDS..lines.len() - ENDS);
    }
    let name = format!("likely rate: {stem}, of 100 {whole}");
    let title = format!("{}s {stem} most and least", capitalised(cut.name()));
    let axis = Axis { name: &name, factor: 100.0, zero: 0.0, digits: 1 };
    dots_of(&format!("ends-{stem}"), &title, axis, &lines, whole)
}

#[cfg(test)]
mod tests {
    use super::*;
    use overhear_lab::table::{ColumnEntry, FileEntry};

    /// Returns a table of one row about the words of a cut, with 40 clues of which 30 could be overheard.
    fn words_table(cut: GroupBy) -> CsvTable {
        let columns = &FileEntry::find(cut.file()).columns;
        let header: Vec<&str> = columns.iter().map(|column| column.name).collect();
        let cell = |column: &ColumnEntry| match column.name {
            "clues" => "40",
            "chances" => "30",
            _ if column.kind == "text" => "hotel",
            _ => "0",
        };
        let row: Vec<&str> = columns.iter().map(cell).collect();
        let dir = tempfile::tempdir().expect("a directory");
        let path = dir.path().join(cut.file());
        std::fs::write(&path, format!("{}\n{}\n", header.join(","), row.join(","))).expect("a file");
        CsvTable::read(cut.file(), &path).expect("a table")
    }

    #[test]
    fn figures_of_words_count_what_could_fail() {
        for (cut, expected) in [
            (GroupBy::Keyword, &["40 clues", "30 chances"][..]),
            (GroupBy::Card, &["40 clues", "30 chances"]),
            (GroupBy::Pair, &["40 clues"]),
        ] {
            let figures = words(&words_table(cut), cut).figures;
            assert_eq!(figures.len(), expected.len(), "{cut:?}");
            for (figure, expected) in figures.iter().zip(expected) {
                let (description, (_, whole)) =
                    (&figure.description, expected.split_once(' ').expect("a number"));
                assert!(
                    description.contains(expected) && description.contains(&format!("of 100 {whole}")),
                    "{description}"
                );
            }
        }
    }
}
