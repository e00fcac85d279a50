//! `sim-cli leaderboard`: cards in one table; and `sim-cli report`: a page of finished results.

use overhear_lab::table::{MeasuredValue, TableRow as _, fixed, json, printable, quoted};
use overhear_lab::{LeaderboardRow, leaderboard as leaderboard_rows};
use overhear_report::report::{write_cards_page, write_report};

use crate::cli::{LeaderboardArgs, ReportArgs};
use crate::failure::Failure;
use crate::output::{Column, OutputFormat, form, on_stdout, print, render};
use crate::terminal::say;

/// Headings of the columns of numbers.
const NUMBERS: [&str; 8] =
    ["score", "decode", "intercept", "understood", "overheard", "predict", "survived", "invalid"];

const LEGEND: &str = "\
questions: cards can be compared where it is the same. decode, intercept: bits.
overheard: by the best guesser. predict: skill for `bayes`. [ ]: 95 % intervals.
";

/// Prints the table of cards.
pub(crate) fn leaderboard(args: &LeaderboardArgs) -> Result<(), Failure> {
    let rows = leaderboard_rows(&args.cards)?;
    if let Some(out) = &args.out {
        let written = write_cards_page(&args.cards, out, args.force)?;
        say(&[format!("written: {}", quoted(&written.display().to_string()))]);
    }
    match form(args.display.format) {
        OutputFormat::Table => {
            let paint = on_stdout(args.display.color);
            let mut columns = ["suite", "questions", "agent"].map(Column::words).to_vec();
            columns.extend(NUMBERS.map(Column::numbers));
            print(&(render(&columns, rows.iter().map(cells).collect(), paint) + &paint.legend(LEGEND)))
        }
        OutputFormat::Json => print(&json(&LeaderboardRow::frame(&rows))),
        OutputFormat::Csv => print(&LeaderboardRow::frame(&rows).to_csv()),
    }
}

fn cells(row: &LeaderboardRow) -> Vec<String> {
    let measures = [
        row.score,
        row.decode_bits,
        row.intercept_bits,
        row.understood,
        row.exploited,
        row.predict_skill,
        row.survived,
    ];
    // Shares of answers are counts, without an interval.
    let invalid = row.invalid.map(|value| MeasuredValue { value, interval: None });
    let numbers = measures.into_iter().chain([invalid]).map(|number| number.map_or(String::new(), text));
    [&row.suite, &row.questions, &row.agent].map(|word| printable(word)).into_iter().chain(numbers).collect()
}

/// Returns a number with its interval.
fn text(number: MeasuredValue) -> String {
    let ends = number.as_in_files().and_then(|number| number.interval);
    let ends =
        ends.map_or(String::new(), |ends| format!(" [{}, {}]", fixed(ends.low, 2), fixed(ends.high, 2)));
    fixed(number.value, 2) + &ends
}

/// Writes one page of figures and tables from a result, or from several cards.
pub(crate) fn report(args: &ReportArgs) -> Result<(), Failure> {
    let written = write_report(&args.dirs, args.out.as_deref(), args.force)?;
    say(&[format!("written: {}", quoted(&written.display().to_string()))]);
    Ok(())
}
