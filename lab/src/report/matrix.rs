//! Who scores how much against whom.

use super::figure::{Anchor, Figure, WIDTH};
use super::source::CsvTable;
use crate::table::{fixed, shortened, spread};

const LEFT: f64 = 74.0;
const TOP: f64 = 18.0;
const ROW: f64 = 34.0;

/// The most agents whose names and numbers can be read at this size.
pub(super) const MOST_AGENTS: usize = 7;

/// A score with its ends.
type Score = [f64; 3];

/// The matrix of pairings.csv: the row's score against the column, in percent; nothing for one pairing or too many
/// agents.
pub(super) fn scores(pairings: &CsvTable) -> Option<Figure> {
    let mut agents: Vec<&str> = Vec::new();
    let mut found: Vec<([&str; 2], Score)> = Vec::new();
    for row in pairings.rows() {
        let [a, b] = row.agents();
        agents.extend([a, b].into_iter().filter(|name| !agents.contains(name)).collect::<Vec<_>>());
        let [value, low, high] = row.measured("a_score")?;
        found.push(([a, b], [value, low, high]));
        found.push(([b, a], [1.0 - value, 1.0 - high, 1.0 - low]));
    }
    if !(3..=MOST_AGENTS).contains(&agents.len()) {
        return None;
    }
    agents.sort_by(|a, b| total(&found, b).total_cmp(&total(&found, a)));
    let height = TOP + ROW * agents.len() as f64 + 4.0;
    let mut figure = Figure::new("scores", "Score of each agent against each other", height);
    let width = (WIDTH - LEFT) / agents.len() as f64;
    for (n, name) in agents.iter().enumerate() {
        figure.text(LEFT + (n as f64 + 0.5) * width, 12.0, Anchor::Middle, "small", shortened(name, 9));
        figure.text(LEFT - 6.0, TOP + (n as f64 + 0.6) * ROW, Anchor::End, "label", shortened(name, 12));
    }
    for (pair, [value, low, high]) in &found {
        let place = |name: &str| agents.iter().position(|agent| *agent == name).unwrap_or(0) as f64;
        let (x, y) = (LEFT + place(pair[1]) * width, TOP + place(pair[0]) * ROW);
        figure.rect(x + 1.0, y + 1.0, width - 2.0, ROW - 2.0, cell(*low, *high, *value));
        figure.text(x + width / 2.0, y + 15.0, Anchor::Middle, "label cell", fixed(100.0 * value, 1));
        figure.text(x + width / 2.0, y + 27.0, Anchor::Middle, "small cell", ends([*value, *low, *high]));
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

/// The interval below a score: ± where it lies about in the middle, else its ends, for which there is room without digits.
fn ends(score: Score) -> String {
    let percent = score.map(|share| 100.0 * share);
    match spread(percent.map(Some), 1).split_once('±') {
        Some((_, half)) => format!("±{half}"),
        None => format!("{}–{}", fixed(percent[1], 0), fixed(percent[2], 0)),
    }
}

fn total(found: &[([&str; 2], Score)], name: &str) -> f64 {
    found.iter().filter(|(pair, _)| pair[0] == name).map(|(_, score)| score[0]).sum()
}

/// A style by how far the score is from even, where that is established.
fn cell(low: f64, high: f64, value: f64) -> String {
    let far = (libm::ceil((value - 0.5).abs() * 10.0) as u32).clamp(1, 5);
    match (low > 0.5, high < 0.5) {
        (true, _) => format!("win{far}"),
        (_, true) => format!("loss{far}"),
        _ => "even".to_owned(),
    }
}

fn described(found: &[([&str; 2], Score)]) -> String {
    let line = |(pair, score): &([&str; 2], Score)| {
        let [value, low, high] = score.map(|number| fixed(100.0 * number, 1));
        format!("{} against {}: {value} % ({low} to {high})", pair[0], pair[1])
    };
    found.iter().step_by(2).map(line).collect::<Vec<_>>().join("; ") + "."
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_an_interval_with_the_score_in_its_middle_has_half_a_width() {
        assert_eq!([ends([0.5, 0.45, 0.55]), ends([1.0, 0.969, 1.0])], ["±5.0", "97–100"]);
    }
}
