//! The differences of two sets of rules at several tables, a cell for each table and measure.

use overhear_lab::paired::{Measure, RulesRow, Verdict};
use overhear_lab::table::MeasuredValue;
use serde::Serialize;

/// A difference, B minus A, at a table; numbers are in the unit of the measure.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct TableCell {
    /// Who plays, as `--tables` takes it.
    table: String,
    measure: Measure,
    /// Title of the measure, for display.
    title: &'static str,
    /// Unit to print after numbers multiplied by `factor`.
    unit: &'static str,
    factor: f64,
    value: f64,
    /// The interval that holds for all tables and measures at once; nothing if it is not known.
    low: Option<f64>,
    high: Option<f64>,
    verdict: Verdict,
    /// The verdict in words.
    words: &'static str,
}

/// Returns the cells of a comparison at several tables, row by row, without the measures of one of two agents, which only some tables have.
pub(super) fn table_cells(rows: &[RulesRow]) -> Vec<TableCell> {
    rows.iter().filter(|row| !row.comparison.measure.takes_two()).filter_map(cell).collect()
}

/// Returns the cell of a row, with its numbers as files have them; `None` without a difference.
fn cell(RulesRow { comparison, matchup, .. }: &RulesRow) -> Option<TableCell> {
    let (wording, verdict) = (comparison.measure.wording(), comparison.change()?);
    let interval = matchup.as_ref().and_then(|matchup| matchup.overall);
    let difference = MeasuredValue { interval, ..comparison.difference? }.as_in_files()?;
    Some(TableCell {
        table: matchup.as_ref().map_or(String::new(), |matchup| matchup.table.clone()),
        measure: comparison.measure,
        title: wording.title,
        unit: wording.unit,
        factor: wording.factor,
        value: difference.value,
        low: difference.interval.map(|ends| ends.low),
        high: difference.interval.map(|ends| ends.high),
        verdict,
        words: verdict.words(),
    })
}

#[cfg(test)]
mod tests {
    use overhear_lab::experiment::PopulationConfig;
    use overhear_lab::run_control::RunControl;
    use overhear_lab::{CompareRulesConfig, compare};

    use super::*;

    #[test]
    fn cells_are_the_rows_of_the_file() {
        let tables = ["new", "nearest+random"].map(str::to_owned).into();
        let config = CompareRulesConfig {
            a: "official".into(),
            b: "official,round_limit=3".into(),
            games: Some(100),
            population: PopulationConfig { seed: Some(1), tables, ..PopulationConfig::default() },
            ..CompareRulesConfig::default()
        };
        let comparison = compare(&config, &RunControl::default()).expect("a comparison");
        let cells = table_cells(&comparison.rows);
        let in_file = |number: Option<f64>| number.map_or(String::new(), |number| format!("{number:.6}"));
        let table = comparison.frame();
        let text = |row: usize, column: &str| table.cell(row, column).as_csv();
        let is_of_two = |row: usize| ["better_score", "first_score"].contains(&&*text(row, "measure"));
        let is_shown = |row: &usize| !text(*row, "difference").is_empty() && !is_of_two(*row);
        let rows: Vec<usize> = (0..table.len()).filter(is_shown).collect();
        assert_eq!(rows.len(), cells.len());
        for (row, cell) in rows.into_iter().zip(&cells) {
            assert_eq!(cell.table, text(row, "table"));
            assert_eq!(cell.measure.name(), text(row, "measure"));
            assert_eq!(in_file(Some(cell.value)), text(row, "difference"));
            assert_eq!(in_file(cell.low), text(row, "overall_low"));
            assert_eq!(in_file(cell.high), text(row, "overall_high"));
        }
        let shorter = cells.iter().find(|cell| cell.measure == Measure::MeanRounds).expect("the length");
        assert_eq!((shorter.table.as_str(), shorter.verdict), ("new", Verdict::Less), "{cells:?}");
    }
}
