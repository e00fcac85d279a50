//! `sim-cli agents people`: rates of people-like agents by round, beside the rates expected of people.

use overhear_agents::registry::Registry;
use overhear_lab::table::{TableRow as _, fixed, grouped, plain};
use overhear_lab::{PeopleConfig, PeopleLine};
use overhear_stats::Interval;

use super::kept_run::run as measured;
use crate::cli::ExperimentArgs;
use crate::failure::Failure;
use crate::output::{Column, OutputFormat, form, on_stdout, print, render, show};
use crate::terminal::running;

const LEGEND: &str = "\
missed: own codes guessed wrongly, %. overheard: codes intercepted, %. length:
rounds. range: expected at such a table. people: ten games (arXiv 2506.20664),
overheard by a language model. What separates new and close is assumed.
";

/// Plays each people-like team against itself and prints its rates.
pub(crate) fn run(args: &ExperimentArgs<PeopleConfig>, registry: &Registry) -> Result<(), Failure> {
    let watch = running(args.run, args.display.color)?;
    let people = measured(args, registry, &watch)?;
    let lines = &people.result.found;
    match form(args.display.format) {
        OutputFormat::Csv | OutputFormat::Json => show(&PeopleLine::frame(lines), &args.display),
        OutputFormat::Table => {
            let paint = on_stdout(args.display.color);
            let rows = lines.iter().map(row).collect();
            print(&(render(&columns(), rows, paint) + &paint.legend(LEGEND)))
        }
    }?;
    people.finish()
}

fn row(line: &PeopleLine) -> Vec<String> {
    let is_share = line.figure != "mean_rounds";
    let (first, last) = (line.first_round, line.last_round);
    let rounds = if first == last { first.to_string() } else { format!("{first} to {last}") };
    let Interval { low, high } = line.range;
    vec![
        line.preset.to_owned(),
        if is_share { line.figure } else { "length" }.to_owned(),
        rounds,
        grouped(line.n),
        line.value.map_or(String::new(), |number| measured_text(number.value, is_share)),
        line.value.and_then(|number| number.interval).map_or(String::new(), |ends| {
            format!("{}–{}", measured_text(ends.low, is_share), measured_text(ends.high, is_share))
        }),
        format!("{} to {}", expected_text(low, is_share), expected_text(high, is_share)),
        line.inside.replace('_', " "),
        line.people_cases
            .zip(line.people_codes)
            .map_or(String::new(), |(cases, codes)| format!("{cases} of {codes}")),
    ]
}

/// Returns a measured share in percent, or a measured number of rounds.
fn measured_text(value: f64, is_share: bool) -> String {
    if is_share { fixed(100.0 * value, 1) } else { fixed(value, 2) }
}

/// Returns an end of an expected range, without decimals that it does not need.
fn expected_text(value: f64, is_share: bool) -> String {
    if is_share { plain(100.0 * value, 1) } else { plain(value, 2) }
}

fn columns() -> Vec<Column> {
    let numbers = ["n", "found", "95 %", "range"].map(Column::numbers);
    let words = ["table", "figure", "rounds"].map(Column::words);
    let rest = [Column::words("inside"), Column::numbers("people")];
    words.into_iter().chain(numbers).chain(rest).collect()
}
