//! Scores for display, eighty columns wide.

use overhear_lab::EvalResult;
use overhear_lab::eval::EvalRow;
use overhear_lab::table::{MeasuredValue, fixed, grouped, printable};

use crate::output::{Column, Paint, render, wrapped};

/// Returns a line on the file, a sentence, and a table with a row for each agent.
pub(super) fn table(EvalResult { rows, sentence, .. }: &EvalResult, paint: Paint) -> String {
    let numbers = ["n", "code", "95 %", "digit", "log loss", "brier", "unknown"].map(Column::numbers);
    let columns: Vec<Column> = std::iter::once(Column::words("agent")).chain(numbers).collect();
    let title =
        rows.first().map_or(String::new(), |row| format!("{} {}", row.task.name(), printable(&row.file)));
    let table = render(&columns, rows.iter().map(cells).collect(), paint);
    let said = sentence.as_deref().map_or(String::new(), wrapped);
    format!("{}\n{said}{table}{}\n", paint.bold(&title), paint.legend(LEGEND))
}

fn cells(row: &EvalRow) -> Vec<String> {
    let number = |value: f64| fixed(value, 3);
    let loss = |loss: MeasuredValue| loss.as_in_files().map_or(String::new(), |loss| number(loss.value));
    vec![
        printable(&row.agent),
        grouped(row.n),
        number(row.code_accuracy.value),
        ends(row.code_accuracy).unwrap_or_default(),
        number(row.digit_accuracy),
        loss(row.log_loss),
        loss(row.brier),
        grouped(row.unknown_words),
    ]
}

/// Returns the interval of a number as files have it.
fn ends(measured: MeasuredValue) -> Option<String> {
    let ends = measured.as_in_files()?.interval?;
    Some(format!("[{}, {}]", fixed(ends.low, 3), fixed(ends.high, 3)))
}

const LEGEND: &str = "\
code, digit: share of codes and of digits guessed right; 95 %: interval of code.
log loss: nats. unknown: words of the file that are not in the space.";
