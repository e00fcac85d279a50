//! Scores for display, eighty columns wide.

use overhear_lab::EvalResult;
use overhear_lab::table::{Cell, fixed, grouped};

use crate::output::{Column, Paint, render, wrapped};

/// Returns a line on the file, a sentence, and a table with a row for each agent.
pub(super) fn table(EvalResult { frame, sentence, .. }: &EvalResult, paint: Paint) -> String {
    let number = |row: usize, column: &str| match frame.cell(row, column) {
        Cell::Number(Some(value), _) | Cell::Precise(Some(value)) | Cell::Given(value) => fixed(*value, 3),
        Cell::Count(count) => grouped(*count),
        Cell::Text(text) => text.clone(),
        Cell::Number(None, _) | Cell::Precise(None) => String::new(),
    };
    let row = |row: usize| {
        let cell = |column| number(row, column);
        let ends = frame.measured(row, "code_accuracy").and_then(|accuracy| accuracy.interval);
        let interval =
            ends.map_or(String::new(), |ends| format!("[{}, {}]", fixed(ends.low, 3), fixed(ends.high, 3)));
        let [agent, n, code] = ["agent", "n", "code_accuracy"].map(cell);
        let [digit, loss, brier, unknown] =
            ["digit_accuracy", "log_loss", "brier", "unknown_words"].map(cell);
        vec![agent, n, code, interval, digit, loss, brier, unknown]
    };
    let numbers = ["n", "code", "95 %", "digit", "log loss", "brier", "unknown"].map(Column::numbers);
    let columns: Vec<Column> = std::iter::once(Column::words("agent")).chain(numbers).collect();
    let title = paint.bold(&format!("{} {}", number(0, "task"), number(0, "file")));
    let table = render(&columns, (0..frame.len()).map(row).collect(), paint);
    let said = sentence.as_deref().map_or(String::new(), wrapped);
    format!("{title}\n{said}{table}{}\n", paint.legend(LEGEND))
}

const LEGEND: &str = "\
code, digit: share of codes and of digits guessed right; 95 %: interval of code.
log loss: nats. unknown: words of the file that are not in the space.";
