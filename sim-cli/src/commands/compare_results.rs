//! `sim-cli compare`: comparison of two tournaments; that of two cards is in `compare_cards`.

use overhear_lab::run::play_kept;
use overhear_lab::table::{TableRow as _, counted, fixed, printable};
use overhear_lab::{CompareResultsConfig, ResultComparison, ResultDifference, is_card};

use super::compare_cards;
use crate::cli::{CompareResultsArgs, working_folder};
use crate::failure::Failure;
use crate::output::{
    Column, OutputFormat, Paint, form, number, on_stdout, print, render, show, with_ends, wrapped,
};
use crate::terminal::{quiet, say, written};

const LEGEND: &str = "\
B − A: with its 95 % interval. pairing: precision gained by sharing deals, as a
factor on their number. p: for no difference, all rows together (Holm).
";

/// Compares two results.
pub(crate) fn run(args: &CompareResultsArgs) -> Result<(), Failure> {
    let config = &args.config.0;
    if is_card(&config.a) {
        return compare_cards::run(args);
    }
    let watch = quiet();
    let result = play_kept(config, &working_folder(), &args.out.config(), &watch)?;
    let comparison = &result.found;
    written(args.out.out.as_deref(), "");
    match form(args.display.format) {
        OutputFormat::Table => print(&screen(config, comparison, on_stdout(args.display.color))),
        OutputFormat::Csv | OutputFormat::Json => {
            say(std::slice::from_ref(&comparison.method));
            say(&comparison.notes);
            show(&ResultDifference::frame(&comparison.rows), &args.display)
        }
    }
}

/// Returns the comparison for display, sentences first.
fn screen(config: &CompareResultsConfig, comparison: &ResultComparison, paint: Paint) -> String {
    let mut columns = ["agent", "against", "measure"].map(Column::words).to_vec();
    columns.extend(["A", "B", "B − A", "pairing", "p"].map(Column::numbers));
    let cells = comparison.rows.iter().map(row).collect();
    let deals = comparison.rows.first().map_or([0; 2], |row| [row.deals_a, row.deals_b]);
    let [a, b] = [(&config.a, deals[0]), (&config.b, deals[1])].map(|(path, deals)| {
        format!("{}, {}", printable(&path.display().to_string()), counted(deals, "deal"))
    });
    let sentences = std::iter::once(&comparison.method).chain(&comparison.notes).chain(&comparison.sentences);
    let sentences: String = sentences.map(|line| wrapped(line)).collect();
    format!("A: {a}\nB: {b}\n{sentences}{}{}", render(&columns, cells, paint), paint.legend(LEGEND))
}

fn row(row: &ResultDifference) -> Vec<String> {
    let ResultDifference { agent_a, agent_b, .. } = row;
    let opponent = if row.opponent.is_empty() { "all" } else { &row.opponent };
    vec![
        if agent_a == agent_b { agent_a.clone() } else { format!("{agent_a} = {agent_b}") },
        opponent.to_owned(),
        row.measure.replace('_', " "),
        number(row.value_a, 4),
        number(row.value_b, 4),
        with_ends(row.difference, 4),
        row.variance_ratio.map_or_else(String::new, |ratio| fixed(ratio, 1) + "×"),
        number(row.difference_p_adjusted, 4),
    ]
}
