//! Flow diagram of endings: how play ended, what decided, and the winner.

use overhear_engine::rules::{DecidedBy, Side, TieCondition};

use super::figure::{Anchor, FIRST_LINE, Figure, WIDTH, percent};
use super::source::{CsvRow, CsvTable};
use super::text::TextStyle;
use overhear_lab::error::LabError;
use overhear_lab::paired::EndingKind;
use overhear_lab::table::counted;

/// Ways in which play ends: outright, then the tie conditions of R11.
const WAYS: [&str; 1 + TieCondition::ALL.len()] =
    ["no tie", "won and lost", "both won", "both lost", "last round"];

/// The winners: a side, or shared.
const WINNERS: [&str; 1 + Side::ALL.len()] = ["White", "Black", "shared"];

/// Headings of the three columns.
const HEADINGS: [&str; 3] = ["end of play", "decided by", "winner"];

/// Number of deciding steps.
const STEPS: usize = EndingKind::ALL.len();

const HEIGHT: f64 = 300.0;
const TOP: f64 = 22.0;
const GAP: f64 = 12.0;
const NODE: f64 = 9.0;
const LINE: f64 = 13.0;

/// Gap between a node and its label.
const BESIDE: f64 = 4.0;

/// Distance between the nodes of the ways and those of the steps.
const WAY_TO_STEP: f64 = 60.0;

/// Numbers of games by tie condition and step, and by winner and step.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct EndingFlow {
    doors: [[u64; STEPS]; WAYS.len()],
    winners: [[u64; STEPS]; WINNERS.len()],
}

impl EndingFlow {
    /// Reads the rows of ladder.csv about these two agents.
    pub(super) fn of_balance(table: &CsvTable, agents: [&str; 2]) -> Result<EndingFlow, LabError> {
        let mut ladder = EndingFlow::default();
        for row in table.rows().filter(|row| row.agents() == agents) {
            let step = row.one_of("step", EndingKind::ALL.map(|kind| (kind.name(), kind as usize)))?;
            let games = row.count("games");
            match row.text("by") {
                "door" => ladder.doors[way(row, "value")?][step] += games,
                "winner" => ladder.winners[winner(row, "value")?][step] += games,
                _ => {}
            }
        }
        Ok(ladder)
    }

    /// Reads endings.csv, all pairings together.
    pub(super) fn of_tournament(table: &CsvTable) -> Result<EndingFlow, LabError> {
        let mut ladder = EndingFlow::default();
        for row in table.rows() {
            let step = row.one_of(
                "step",
                DecidedBy::ALL.map(|step| (step.name(), EndingKind::of_step(step) as usize)),
            )?;
            let games = row.count("games");
            ladder.doors[way(row, "door")?][step] += games;
            ladder.winners[winner(row, "winner")?][step] += games;
        }
        Ok(ladder)
    }

    /// Returns the games that reached the tiebreaker.
    pub(super) fn tied(&self) -> EndingFlow {
        let mut tied = self.clone();
        tied.doors[0] = [0; STEPS];
        tied.winners.iter_mut().for_each(|row| row[0] = 0);
        tied
    }

    fn games(&self) -> u64 {
        self.doors.iter().flatten().sum()
    }

    fn steps(&self) -> [u64; STEPS] {
        std::array::from_fn(|step| self.doors.iter().map(|door| door[step]).sum())
    }

    /// Returns the diagram; `None` without games.
    pub(super) fn draw(&self, id: &str, title: &str) -> Option<Figure> {
        let games = self.games();
        if games == 0 {
            return None;
        }
        let mut figure = Figure::new(id, title, HEIGHT + TOP + 8.0);
        let columns = [row_sums(&self.doors), self.steps().to_vec(), row_sums(&self.winners)];
        let nodes = columns.each_ref().map(|column| stack(column));
        let (classes, steps) = (EndingKind::ALL.map(EndingKind::name), self.names());
        let names: [&[&str]; 3] = [&WAYS, &steps, &WINNERS];
        let labels: [Vec<String>; 3] = std::array::from_fn(|n| {
            let counted = names[n].iter().zip(&columns[n]);
            counted.map(|(name, &sum)| format!("{name} {}", percent(sum as f64 / games as f64, 1))).collect()
        });
        let left = widest(&labels[0], &columns[0]).max(TextStyle::Head.width(HEADINGS[0]) - NODE) + BESIDE;
        let right = (NODE + BESIDE + widest(&labels[2], &columns[2])).max(TextStyle::Head.width(HEADINGS[2]));
        let xs = [left, left + WAY_TO_STEP, WIDTH - right];
        let scale = scale(games);
        self.bands(&mut figure, &nodes, xs, scale);
        for (n, (x, anchor)) in [(xs[0] + NODE, Anchor::End), (xs[1], Anchor::Start), (xs[2], Anchor::Start)]
            .into_iter()
            .enumerate()
        {
            figure.text(x, FIRST_LINE, anchor, TextStyle::Head, HEADINGS[n]);
        }
        for (n, column) in columns.iter().enumerate() {
            let lines = spread(&nodes[n], column, scale);
            for (k, &sum) in column.iter().enumerate().filter(|(_, sum)| **sum > 0) {
                let class = if n == 1 { classes[k] } else { "node" };
                figure.rect(xs[n], nodes[n][k], NODE, (sum as f64 * scale).max(0.8), class);
                let (label, y) = (&*labels[n][k], lines[k] + 4.0);
                match n {
                    0 => figure.text(xs[n] - BESIDE, y, Anchor::End, TextStyle::Value, label),
                    1 => figure.explain(classes[k], label),
                    _ => figure.text(xs[n] + NODE + BESIDE, y, Anchor::Start, TextStyle::Value, label),
                }
            }
        }
        figure.description = self.described();
        figure.caption = format!(
            "{}. Ways into the tiebreaker: one team has won and lost at once, both have won, both have lost, or the \
             last round is over. The steps that decide stand in the legend, from top to bottom.",
            counted(games, "game")
        );
        Some(figure)
    }

    fn bands(&self, figure: &mut Figure, nodes: &[Vec<f64>; 3], xs: [f64; 3], scale: f64) {
        // Each node is filled from the top: a band begins where the one drawn before it ends, on both sides.
        let mut into_step = nodes[1].clone();
        let mut out_of_step = nodes[1].clone();
        for (door, row) in self.doors.iter().enumerate() {
            let mut from = nodes[0][door];
            for (step, &games) in row.iter().enumerate().filter(|(_, games)| **games > 0) {
                let thick = games as f64 * scale;
                figure.band(
                    [xs[0] + NODE, from],
                    [xs[1], into_step[step]],
                    thick,
                    format!("flow {}", EndingKind::ALL[step].name()),
                );
                from += thick;
                into_step[step] += thick;
            }
        }
        for (winner, row) in self.winners.iter().enumerate() {
            let mut to = nodes[2][winner];
            for (step, &games) in row.iter().enumerate().filter(|(_, games)| **games > 0) {
                let thick = games as f64 * scale;
                figure.band(
                    [xs[1] + NODE, out_of_step[step]],
                    [xs[2], to],
                    thick,
                    format!("flow {}", EndingKind::ALL[step].name()),
                );
                to += thick;
                out_of_step[step] += thick;
            }
        }
    }

    /// Returns the names of the steps. Games that no step decides are shared, unless a last step awards some
    /// of them to a side.
    fn names(&self) -> [&'static str; STEPS] {
        let last = EndingKind::Shared as usize;
        let is_given = self.winners[..Side::ALL.len()].iter().any(|row| row[last] > 0);
        EndingKind::ALL
            .map(|kind| if kind == EndingKind::Shared && is_given { "a last step" } else { kind.name() })
    }

    fn described(&self) -> String {
        let games = self.games() as f64;
        let parts =
            self.steps().into_iter().zip(self.names()).filter(|(sum, _)| *sum > 0).map(|(sum, step)| {
                let share = percent(sum as f64 / games, 1);
                if step == "shared" {
                    format!("{share} are shared")
                } else {
                    format!("{share} are decided by {step}")
                }
            });
        let [white, black, shared] =
            self.winners.map(|row| percent(row.iter().sum::<u64>() as f64 / games, 1));
        format!(
            "Of {} {}. White wins {white}, Black {black}, {shared} are shared.",
            counted(self.games(), "game"),
            parts.collect::<Vec<_>>().join(", ")
        )
    }
}

/// Returns the index in [`WAYS`] of a cell's text.
fn way(row: CsvRow<'_>, column: &str) -> Result<usize, LabError> {
    row.one_of(column, std::iter::once("none").chain(TieCondition::ALL.map(TieCondition::name)).zip(0..))
}

/// Returns the index in [`WINNERS`] of a cell's text.
fn winner(row: CsvRow<'_>, column: &str) -> Result<usize, LabError> {
    row.one_of(column, Side::ALL.map(Side::name).into_iter().chain(["shared"]).zip(0..))
}

fn row_sums(rows: &[[u64; STEPS]]) -> Vec<u64> {
    rows.iter().map(|row| row.iter().sum()).collect()
}

/// Returns the width of the widest label of a column; what has no games has no label.
fn widest(labels: &[String], column: &[u64]) -> f64 {
    let shown = labels.iter().zip(column).filter(|(_, sum)| **sum > 0);
    shown.map(|(label, _)| TextStyle::Value.width(label)).fold(0.0, f64::max)
}

/// Returns the units for each game, equal in all columns. The fullest column has five nodes.
fn scale(games: u64) -> f64 {
    (HEIGHT - GAP * (WAYS.len() as f64 - 1.0)) / games.max(1) as f64
}

/// Returns the upper ends of a column's nodes.
fn stack(column: &[u64]) -> Vec<f64> {
    let filled = column.iter().filter(|sum| **sum > 0).count();
    let games: u64 = column.iter().sum();
    let scale = scale(games);
    let room = if filled > 1 { (HEIGHT - games as f64 * scale) / (filled as f64 - 1.0) } else { 0.0 };
    let mut y = TOP;
    let mut tops = Vec::new();
    for &sum in column {
        tops.push(y);
        if sum > 0 {
            y += sum as f64 * scale + room.min(GAP * 2.0);
        }
    }
    tops
}

/// Returns the heights of the labels: the middles of their nodes, moved apart where they would touch.
fn spread(tops: &[f64], column: &[u64], scale: f64) -> Vec<f64> {
    let mut labels: Vec<f64> =
        tops.iter().zip(column).map(|(top, sum)| top + *sum as f64 * scale / 2.0).collect();
    let filled: Vec<usize> = (0..column.len()).filter(|&n| column[n] > 0).collect();
    // Push labels down to keep a line's distance, then up from the bottom edge so that none leaves the
    // figure.
    let mut lowest = TOP - LINE / 2.0;
    for &n in &filled {
        labels[n] = labels[n].max(lowest + LINE);
        lowest = labels[n];
    }
    let mut highest = TOP + HEIGHT + LINE / 2.0;
    for &n in filled.iter().rev() {
        labels[n] = labels[n].min(highest - LINE);
        highest = labels[n];
    }
    labels
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_never_touch_and_stay_on_the_figure() {
        let column = [1, 0, 1, 1, 10_000];
        let tops = stack(&column);
        let labels = spread(&tops, &column, scale(10_003));
        let shown: Vec<f64> = [0, 2, 3, 4].map(|n| labels[n]).to_vec();
        assert!(shown.windows(2).all(|pair| pair[1] - pair[0] >= LINE - 1e-9), "{shown:?}");
        assert!(shown.iter().all(|y| (TOP..=TOP + HEIGHT).contains(y)), "{shown:?}");
    }

    #[test]
    fn every_game_is_in_the_words_and_nothing_makes_no_figure() {
        assert!(EndingFlow::default().draw("x", "x").is_none());
        let mut ladder = EndingFlow::default();
        ladder.doors[0][0] = 6;
        ladder.doors[4][1] = 3;
        ladder.doors[4][3] = 1;
        ladder.winners = [[4, 1, 0, 0], [2, 2, 0, 0], [0, 0, 0, 1]];
        let tied = ladder.tied().draw("x", "x").expect("four games");
        assert!(tied.description.starts_with("Of 4 games 75.0 % are decided by points, 25.0 % are shared."));
        let figure = ladder.draw("x", "x").expect("ten games");
        assert!(figure.description.starts_with("Of 10 games 60.0 % are decided by tokens, 30.0 % "));
        assert!(figure.description.ends_with("White wins 50.0 %, Black 40.0 %, 10.0 % are shared."));
        ladder.winners = [[4, 1, 0, 1], [2, 2, 0, 0], [0; STEPS]];
        let figure = ladder.draw("x", "x").expect("ten games");
        let endings = "30.0 % are decided by points, 10.0 % are decided by a last step. White wins 60.0 %";
        assert!(figure.description.contains(endings), "{}", figure.description);
    }
}
