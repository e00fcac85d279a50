//! Matrix of scores of agents against each other.

use super::figure::{Anchor, FIRST_LINE, Figure, WIDTH};
use super::source::CsvTable;
use super::text::TextStyle;
use overhear_lab::table::{MeasuredValue, fixed};

/// Maximum width of the names of the rows.
const NAMES: f64 = 100.0;

/// Minimum width of a cell: `97–100` in the widest font, and its frame.
const LEAST: f64 = 44.0;

/// Height of a line of a name.
const LINE: f64 = 12.0;
const ROW: f64 = 34.0;

/// Maximum number of agents whose names and numbers are legible.
pub(super) const MOST_AGENTS: usize = 7;

/// Returns the matrix of pairings.csv: the row's score against the column, in percent; `None` for one pairing
/// or too many agents.
pub(super) fn scores(pairings: &CsvTable) -> Option<Figure> {
    let mut agents: Vec<&str> = Vec::new();
    let mut found: Vec<([&str; 2], MeasuredValue)> = Vec::new();
    for row in pairings.rows() {
        let [a, b] = row.agents();
        agents.extend([a, b].into_iter().filter(|name| !agents.contains(name)).collect::<Vec<_>>());
        let score = row.measured("a_score")?;
        score.interval?;
        found.push(([a, b], score));
        found.push(([b, a], score.complement()));
    }
    if !(3..=MOST_AGENTS).contains(&agents.len()) {
        return None;
    }
    agents.sort_by(|a, b| total(&found, b).total_cmp(&total(&found, a)));
    let (row, column, columns) = (TextStyle::Label, TextStyle::Small, agents.len() as f64);
    let left = (row.widest(agents.iter().copied()) + 8.0).min(NAMES).min(WIDTH - LEAST * columns);
    let width = (WIDTH - left) / columns;
    let heads: Vec<Vec<String>> = agents.iter().map(|name| column.in_two_lines(name, width - 4.0)).collect();
    let top = FIRST_LINE + 5.0 + LINE * heads.iter().map(|lines| lines.len() - 1).max().unwrap_or(0) as f64;
    let height = top + ROW * columns + 4.0;
    let mut figure = Figure::new("scores", "Score of each agent against each other", height);
    for (n, (name, head)) in agents.iter().zip(&heads).enumerate() {
        for (line, text) in head.iter().rev().enumerate() {
            let (x, y) = (left + (n as f64 + 0.5) * width, top - 5.0 - LINE * line as f64);
            figure.text(x, y, Anchor::Middle, column, text);
        }
        let lines = row.in_two_lines(name, left - 6.0);
        let first = top + (n as f64 + 0.6) * ROW - LINE / 2.0 * (lines.len() - 1) as f64;
        for (line, text) in lines.iter().enumerate() {
            figure.text(left - 6.0, first + LINE * line as f64, Anchor::End, row, text);
        }
    }
    for (pair, score) in &found {
        let place = |name: &str| agents.iter().position(|agent| *agent == name).unwrap_or(0) as f64;
        let (x, y) = (left + place(pair[1]) * width, top + place(pair[0]) * ROW);
        figure.rect(x + 1.0, y + 1.0, width - 2.0, ROW - 2.0, cell(score));
        let (x, value) = (x + width / 2.0, fixed(100.0 * score.value, 1));
        figure.text(x, y + 15.0, Anchor::Middle, TextStyle::CellLabel, value);
        figure.text(x, y + 27.0, Anchor::Middle, TextStyle::CellSmall, ends(score));
    }
    figure.description = described(&found);
    figure.comment(
        "Row against column, in percent; a win counts 1, a shared victory ½. ±, –: 95 %, clustered by deal. \
                      The stronger the colour, the further from even; plain: the interval holds 50 %.",
    );
    figure.explain("win5", "more than half");
    figure.explain("loss5", "less than half");
    Some(figure)
}

/// Returns the interval below a score: ± if it is about symmetric, otherwise its ends without decimals.
fn ends(score: &MeasuredValue) -> String {
    let percent = score.scaled(100.0);
    match (percent.text(1).split_once('±'), percent.interval) {
        (Some((_, half)), _) => format!("±{half}"),
        (None, Some(ends)) => format!("{}–{}", fixed(ends.low, 0), fixed(ends.high, 0)),
        (None, None) => String::new(),
    }
}

fn total(found: &[([&str; 2], MeasuredValue)], name: &str) -> f64 {
    found.iter().filter(|(pair, _)| pair[0] == name).map(|(_, score)| score.value).sum()
}

/// Returns the style class of a score, by its distance from even if that is established.
fn cell(score: &MeasuredValue) -> String {
    let far = (libm::ceil((score.value - 0.5).abs() * 10.0) as u32).clamp(1, 5);
    match score.interval {
        Some(ends) if ends.low > 0.5 => format!("win{far}"),
        Some(ends) if ends.high < 0.5 => format!("loss{far}"),
        _ => "even".to_owned(),
    }
}

fn described(found: &[([&str; 2], MeasuredValue)]) -> String {
    let line = |(pair, score): &([&str; 2], MeasuredValue)| {
        let [value, low, high] = score.numbers()?.map(|number| fixed(100.0 * number, 1));
        Some(format!("{} against {}: {value} % ({low} to {high})", pair[0], pair[1]))
    };
    found.iter().step_by(2).filter_map(line).collect::<Vec<_>>().join("; ") + "."
}

#[cfg(test)]
mod tests {
    use overhear_stats::Interval;

    use super::*;

    #[test]
    fn only_an_interval_with_the_score_in_its_middle_has_half_a_width() {
        let score = |value, low, high| MeasuredValue { value, interval: Some(Interval { low, high }) };
        assert_eq!([ends(&score(0.5, 0.45, 0.55)), ends(&score(1.0, 0.969, 1.0))], ["±5.0", "97–100"]);
    }
}
