//! Matrix of scores of agents against each other.

use super::figure::{Anchor, FIRST_LINE, Figure, WIDTH};
use super::source::CsvTable;
use super::text::TextStyle;
use overhear_lab::table::{MeasuredValue, fixed};

/// Maximum width of the names of the rows.
const NAMES: f64 = 100.0;

/// Minimum width of a cell: `97–100` in the widest font, and its frame.
const LEAST: f64 = 46.0;

/// Height of a line of a name.
const LINE: f64 = 12.0;
const ROW: f64 = 34.0;

/// Height of a row without intervals.
const LOW_ROW: f64 = 22.0;

/// Maximum number of agents whose numbers are legible with their intervals.
pub(super) const MOST_AGENTS: usize = 7;

/// Maximum number of agents whose numbers are legible alone.
const MOST_ALONE: usize = 12;

/// Half the size of a mark at the head of a column, and its gap from the matrix.
const MARK: f64 = 8.0;

/// Scores of agents against each other.
#[derive(Clone, Debug, Default)]
pub(super) struct ScoreTable<'a> {
    scores: Vec<PairScore<'a>>,
}

/// The score of an agent against another.
#[derive(Clone, Debug)]
struct PairScore<'a> {
    agent: &'a str,
    opponent: &'a str,
    score: MeasuredValue,
}

impl<'a> ScoreTable<'a> {
    /// Returns the scores of pairings.csv; none if one has no interval.
    pub(super) fn of_pairings(pairings: &'a CsvTable) -> ScoreTable<'a> {
        let scores: Option<Vec<_>> = pairings
            .rows()
            .map(|row| {
                let ([a, b], score) = (row.agents(), row.measured("a_score")?);
                score.interval?;
                let reverse = PairScore { agent: b, opponent: a, score: score.complement() };
                Some([PairScore { agent: a, opponent: b, score }, reverse])
            })
            .collect();
        ScoreTable { scores: scores.unwrap_or_default().into_iter().flatten().collect() }
    }

    /// Returns the scores of a league's matrix.csv, which has both directions.
    pub(super) fn of_league(matrix: &'a CsvTable) -> ScoreTable<'a> {
        let scores = matrix.rows().filter_map(|row| {
            let (agent, opponent) = (row.text("agent"), row.text("opponent"));
            Some(PairScore { agent, opponent, score: row.measured("score")? })
        });
        ScoreTable { scores: scores.collect() }
    }

    fn agents(&self) -> Vec<&'a str> {
        let mut agents: Vec<&str> = Vec::new();
        for name in self.scores.iter().flat_map(|pair| [pair.agent, pair.opponent]) {
            if !agents.contains(&name) {
                agents.push(name);
            }
        }
        agents.sort_by(|a, b| total(&self.scores, b).total_cmp(&total(&self.scores, a)));
        agents
    }
}

/// Returns the matrix: the row's score against the column, in percent; `None` for one pairing or too many agents. `order` has the
/// agents in the order of their colours and marks.
pub(super) fn scores(table: &ScoreTable<'_>, order: &[String]) -> Option<Figure> {
    let (scores, agents) = (&table.scores, table.agents());
    if !(3..=MOST_ALONE).contains(&agents.len()) {
        return None;
    }
    let has_ends = agents.len() <= MOST_AGENTS;
    let (row, columns) = (TextStyle::Label, agents.len() as f64);
    let least = if has_ends { LEAST } else { LOW_ROW };
    let left = (row.widest(agents.iter().copied()) + 8.0).min(NAMES).min(WIDTH - least * columns);
    let (width, tall) = ((WIDTH - left) / columns, if has_ends { ROW } else { LOW_ROW });
    let top = FIRST_LINE + 5.0;
    let mut figure =
        Figure::new("scores", "Score of each agent against each other", top + tall * columns + 4.0);
    for (n, name) in agents.iter().enumerate() {
        let place = order.iter().position(|agent| agent == name).unwrap_or(n);
        figure.mark(place, [left + (n as f64 + 0.5) * width, top - MARK - 1.0], (*name).to_owned());
        let lines = row.in_two_lines(name, left - 6.0);
        let first = top + (n as f64 + 0.6) * tall - LINE / 2.0 * (lines.len() - 1) as f64;
        for (line, text) in lines.iter().enumerate() {
            figure.text(left - 6.0, first + LINE * line as f64, Anchor::End, row, text);
        }
        figure.explain_mark(place, *name);
    }
    for PairScore { agent, opponent, score } in scores {
        let [row, column] =
            [agent, opponent].map(|name| agents.iter().position(|agent| agent == name).unwrap_or(0) as f64);
        let (x, y) = (left + column * width, top + row * tall);
        figure.rect(x + 1.0, y + 1.0, width - 2.0, tall - 2.0, cell(score));
        let (x, value) = (x + width / 2.0, fixed(100.0 * score.value, usize::from(has_ends)));
        figure.text(x, y + 15.0, Anchor::Middle, TextStyle::CellLabel, value);
        if has_ends {
            figure.text(x, y + 27.0, Anchor::Middle, TextStyle::CellSmall, ends(score));
        }
    }
    figure.description = described(scores);
    let intervals = if has_ends {
        "Below each: its 95 % interval, clustered by deal."
    } else {
        "The table has the intervals."
    };
    figure.comment(format!(
        "Row against column, in percent; a win counts 1, a shared victory ½. {intervals} The stronger the colour, the further \
         from even; plain: the interval holds 50 %."
    ));
    figure.explain("win5", "more than half");
    figure.explain("loss5", "less than half");
    Some(figure)
}

/// Returns the interval below a score: ± if it is about symmetric, otherwise its ends without decimals, with a dash, since scores have no
/// sign and cells are narrow.
fn ends(score: &MeasuredValue) -> String {
    let percent = score.scaled(100.0);
    match (percent.text(1).split_once('±'), percent.interval) {
        (Some((_, half)), _) => format!("±{half}"),
        (None, Some(ends)) => format!("{}–{}", fixed(ends.low, 0), fixed(ends.high, 0)),
        (None, None) => String::new(),
    }
}

fn total(scores: &[PairScore<'_>], name: &str) -> f64 {
    scores.iter().filter(|pair| pair.agent == name).map(|pair| pair.score.value).sum()
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

fn described(scores: &[PairScore<'_>]) -> String {
    scores
        .iter()
        .step_by(2)
        .filter_map(|PairScore { agent, opponent, score }| {
            let [value, low, high] = score.numbers()?.map(|number| fixed(100.0 * number, 1));
            Some(format!("{agent} against {opponent}: {value} % ({low} to {high})"))
        })
        .collect::<Vec<_>>()
        .join("; ")
        + "."
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
