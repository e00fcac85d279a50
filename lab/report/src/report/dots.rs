//! Dot plots: numbers with their intervals, one line each.

use super::columns::{Columns, GAMES};
use super::figure::{Figure, Scale};
use overhear_engine::rules::Code;
use overhear_lab::table::{counted, fixed, grouped};

const LINE: f64 = 17.0;
const TOP: f64 = 20.0;

/// What a blind guess of a code is worth.
pub(super) const CHANCE: f64 = 1.0 / Code::COUNT as f64;

/// One line of the plot.
#[derive(Clone, Debug)]
pub(super) struct Dot {
    /// Label of the line.
    pub(super) label: String,
    /// Style class of the dot.
    pub(super) class: String,
    /// The number and both ends of its interval.
    pub(super) number: [f64; 3],
    /// Number of games behind it.
    pub(super) games: u64,
}

/// Meaning of the numbers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Axis<'a> {
    /// Name of the axis, below the scale.
    pub(super) name: &'a str,
    /// Factor for display: 100 for percent.
    pub(super) factor: f64,
    /// Position of the neutral line: no difference, or an even score.
    pub(super) zero: f64,
    /// Decimals of the numbers.
    pub(super) digits: usize,
}

impl<'a> Axis<'a> {
    /// Returns the axis of shares, shown as percent.
    pub(super) const fn share(name: &'a str, zero: f64) -> Axis<'a> {
        Axis { name, factor: 100.0, zero, digits: 1 }
    }

    /// Returns the value of a dot as it is shown.
    fn value_of(self, dot: &Dot) -> String {
        fixed(self.factor * dot.number[0], self.digits)
    }
}

/// Returns the plot with dots from top to bottom, with the games behind each; `None` without dots.
pub(super) fn dots(id: &str, title: &str, axis: Axis<'_>, dots: &[Dot]) -> Option<Figure> {
    dots_of(id, title, axis, dots, GAMES)
}

/// Returns the plot with another heading of the counts behind each dot; they are left out if it is empty.
pub(super) fn dots_of(
    id: &str,
    title: &str,
    axis: Axis<'_>,
    dots: &[Dot],
    heading: &'static str,
) -> Option<Figure> {
    if dots.is_empty() {
        return None;
    }
    let bottom = TOP + LINE * dots.len() as f64 + 2.0;
    let mut figure = Figure::new(id, title, bottom + 34.0);
    let ends: Vec<f64> = dots.iter().flat_map(|dot| dot.number).map(|number| axis.factor * number).collect();
    let low = ends.iter().copied().fold(axis.factor * axis.zero, f64::min);
    let high = ends.into_iter().fold(axis.factor * axis.zero, f64::max);
    let lines = dots.iter().map(|dot| (&*dot.label, axis.value_of(dot), dot.games));
    let columns = Columns::from_lines(lines, heading);
    let margin = if high > low { 0.06 * (high - low) } else { 1.0 };
    let scale = Scale { domain: [low - margin, high + margin], range: columns.scale };
    figure.grid_across(&scale, [TOP, bottom], 3);
    let zero = scale.place(axis.factor * axis.zero);
    figure.line([zero, TOP], [zero, bottom], "axis");
    columns.head(&mut figure, "");
    for (n, dot) in dots.iter().enumerate() {
        let y = TOP + LINE * (n as f64 + 0.5);
        let [value, low, high] = dot.number.map(|number| scale.place(axis.factor * number));
        columns.write(&mut figure, y, &dot.label, &axis.value_of(dot), dot.games);
        figure.line([low, y], [high, y], format!("whisker {}", dot.class));
        figure.circle(value, y, 3.0, &*dot.class);
    }
    let [left, right] = columns.scale;
    figure.axis_name(f64::midpoint(left, right), bottom + 29.0, axis.name);
    figure.description = described(axis, dots, heading);
    figure.comment("Lines: 95 % intervals; where none is seen, it is narrower than its dot.");
    Some(figure)
}

fn described(axis: Axis<'_>, dots: &[Dot], heading: &str) -> String {
    let digits = axis.digits;
    let lines = dots.iter().map(|dot| {
        let [value, low, high] = dot.number.map(|number| fixed(axis.factor * number, digits));
        let count = match heading {
            "" => String::new(),
            GAMES => format!(", {}", counted(dot.games, "game")),
            other => format!(", {} {other}", grouped(dot.games)),
        };
        format!("{}: {value} ({low} to {high}{count})", dot.label)
    });
    format!("{}. {}.", axis.name, lines.collect::<Vec<_>>().join("; "))
}
