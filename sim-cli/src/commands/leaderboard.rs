//! `sim-cli leaderboard`: cards in one table.

use overhear_lab::leaderboard;
use overhear_lab::table::{Cell, Frame, fixed, json, quoted};
use overhear_report::report::write_cards_page;

use crate::cli::LeaderboardArgs;
use crate::failure::Failure;
use crate::output::{Column, OutputFormat, form, on_stdout, print, render};
use crate::terminal::say;

/// Columns of numbers with their headings on the screen.
const NUMBERS: [(&str, &str); 8] = [
    ("score", "score"),
    ("decode_bits", "decode"),
    ("intercept_bits", "intercept"),
    ("understood", "understood"),
    ("exploited", "overheard"),
    ("predict_skill", "predict"),
    ("survived", "survived"),
    ("invalid", "invalid"),
];

const LEGEND: &str = "\
questions: cards can be compared where it is the same. decode, intercept: bits.
overheard: by the best guesser. predict: skill for `bayes`. [ ]: 95 % intervals.
";

/// Prints the table.
pub(crate) fn run(args: &LeaderboardArgs) -> Result<(), Failure> {
    let frame = leaderboard(&args.cards)?;
    if let Some(out) = &args.out {
        let written = write_cards_page(&args.cards, out, args.force)?;
        say(&[format!("written: {}", quoted(&written.display().to_string()))]);
    }
    match form(args.display.format) {
        OutputFormat::Table => {
            let paint = on_stdout(args.display.color);
            let mut columns = ["suite", "questions", "agent"].map(Column::words).to_vec();
            columns.extend(NUMBERS.map(|(_, heading)| Column::numbers(heading)));
            let rows = (0..frame.len()).map(|place| row(&frame, place)).collect();
            print(&(render(&columns, rows, paint) + &paint.legend(LEGEND)))
        }
        OutputFormat::Json => print(&json(&frame)),
        OutputFormat::Csv => print(&frame.to_csv()),
    }
}

fn row(frame: &Frame, place: usize) -> Vec<String> {
    let words = ["suite", "questions", "agent"].map(|column| frame.cell(place, column).as_csv());
    let numbers = NUMBERS.map(|(column, _)| {
        let Cell::Number(Some(value), _) = frame.cell(place, column) else { return String::new() };
        // Shares of answers are counts, without an interval.
        let measured = if column == "invalid" { None } else { frame.measured(place, column) };
        let ends = measured.and_then(|number| number.interval);
        let ends =
            ends.map_or(String::new(), |ends| format!(" [{}, {}]", fixed(ends.low, 2), fixed(ends.high, 2)));
        fixed(*value, 2) + &ends
    });
    words.into_iter().chain(numbers).collect()
}
