//! Report sections on two rule sets or two decks side by side.

use super::dots::{Axis, Dot, dots};
use super::figure::Figure;
use super::page::{Section, TableView};
use super::source::CsvTable;
use overhear_lab::paired::Measure;

/// Returns the section on two rule sets side by side.
pub(super) fn two_rules(table: &CsvTable) -> Section {
    let names = table.rows().next().map(|row| (row.text("rules_a"), row.text("rules_b"), row.text("method")));
    let (a, b, method) = names.unwrap_or_default();
    let several = table.rows().any(|row| !row.text("table").is_empty());
    let (rows, holds) = if several {
        ("A row for each measure and table. ", "intervals that hold for all rows at once (Bonferroni)")
    } else {
        ("", "all measures together, at 5 % (Holm), or an interval that holds at all looks")
    };
    let mut section = Section::new(
        "Two sets of rules",
        format!(
            "{rows}A is {a}, B is {b} ({method} on the same deals). Difference: B minus A, paired by the number of the deal, with \
             half of its 95 % interval. Verdict: {holds}."
        ),
    );
    let words = [("measure", "measure"), ("table", "table"), ("verdict", "verdict")];
    let words = words.into_iter().filter(|(column, _)| several || *column != "table").collect::<Vec<_>>();
    section.figures.extend(changes(
        table,
        several,
        Some(if several { "overall_low" } else { "anytime_low" }),
    ));
    section.tables.push(TableView::from_rows(table.rows(), &words, &SIDE_BY_SIDE));
    section
}

/// Returns the figure of what B changes: a line for each share, or at several tables a line for the ties at each. `wide` is the
/// lower end of the interval that the verdict goes by, if it is not the usual one.
fn changes(table: &CsvTable, by_table: bool, wide: Option<&str>) -> Option<Figure> {
    let lines: Vec<Dot> = table
        .rows()
        .filter_map(|row| Some((row, Measure::named(row.text("measure"))?)))
        .filter(
            |(_, measure)| {
                if by_table { *measure == Measure::TiebreakRate } else { measure.wording().is_percent() }
            },
        )
        .filter_map(|(row, measure)| {
            let label = if by_table { row.text("table") } else { measure.wording().title };
            let wide = wide.and_then(|low| row.measured_within("difference", low));
            let wide = wide.filter(|measured| measured.interval.is_some());
            let number = wide.or_else(|| row.measured("difference"))?.numbers()?;
            Some(Dot { label: label.to_owned(), class: "s0".to_owned(), number, games: row.count("games") })
        })
        .collect();
    let title = if by_table { "Ties: what B changes, table by table" } else { "What B changes" };
    let axis = Axis { name: "of 100 games or points more with B", factor: 100.0, zero: 0.0, digits: 1 };
    dots("changes", title, axis, &lines)
}

/// Numbers of two arms side by side: column, heading, decimals.
const SIDE_BY_SIDE: [(&str, &str, usize); 4] =
    [("value_a", "A", 4), ("value_b", "B", 4), ("difference", "difference", 4), ("margin", "margin", 3)];

/// Returns the section on two decks side by side.
pub(super) fn decks(table: &CsvTable) -> Section {
    let names = table.rows().next().map(|row| (row.text("deck_a"), row.text("deck_b")));
    let (a, b) = names.unwrap_or_default();
    let mut section = Section::new(
        "Two decks",
        format!(
            "A is {a}, B is {b}. Difference: B minus A, paired by the number of the deal, with half of its 95 % interval. \
             Verdict: all measures together, at 5 % (Holm)."
        ),
    );
    section.figures.extend(changes(table, false, None));
    let words = [("measure", "measure"), ("verdict", "verdict")];
    section.tables.push(TableView::from_rows(table.rows(), &words, &SIDE_BY_SIDE));
    section
}
