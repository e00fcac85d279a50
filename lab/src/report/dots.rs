//! Numbers with their intervals, a line for each.

use super::figure::{Anchor, Figure, Scale, WIDTH};
use crate::table::{fixed, grouped, shortened};

const LINE: f64 = 17.0;
const LABELS: f64 = 168.0;
/// About how wide a letter of a label is.
const LETTER: f64 = 6.4;
/// The room for the numbers on the right.
const VALUES: f64 = 92.0;

const TOP: f64 = 20.0;

/// One line of the figure.
#[derive(Clone, Debug)]
pub(super) struct Dot {
    /// What it is about.
    pub(super) label: String,
    /// The style of the dot.
    pub(super) class: String,
    /// The number and its ends.
    pub(super) number: [f64; 3],
    /// The games behind it.
    pub(super) games: u64,
}

/// How the numbers are meant.
#[derive(Clone, Copy, Debug)]
pub(super) struct Axis<'a> {
    /// What they are, under the scale.
    pub(super) name: &'a str,
    /// What they are multiplied with: 100 for percent.
    pub(super) factor: f64,
    /// Where a line marks nothing: no difference, an even score.
    pub(super) zero: f64,
}

impl Axis<'_> {
    /// Digits of its numbers.
    const fn digits(&self) -> usize {
        if self.factor > 1.0 { 1 } else { 2 }
    }
}

/// The dots from top to bottom; nothing without any.
pub(super) fn dots(id: &str, title: &str, axis: Axis<'_>, dots: &[Dot]) -> Option<Figure> {
    if dots.is_empty() {
        return None;
    }
    let bottom = TOP + LINE * dots.len() as f64 + 2.0;
    let mut figure = Figure::new(id, title, bottom + 34.0);
    let ends = || dots.iter().flat_map(|dot| dot.number).map(|number| axis.factor * number);
    let low = ends().fold(axis.factor * axis.zero, f64::min);
    let high = ends().fold(axis.factor * axis.zero, f64::max);
    let longest = dots.iter().map(|dot| dot.label.chars().count()).max().unwrap_or(0);
    let labels = (LETTER * longest as f64 + 8.0).min(LABELS);
    let margin = if high > low { 0.06 * (high - low) } else { 1.0 };
    let scale = Scale { domain: [low - margin, high + margin], range: [labels + 6.0, WIDTH - VALUES] };
    for tick in scale.ticks(3) {
        figure.line([scale.place(tick), TOP], [scale.place(tick), bottom], "grid");
        figure.text(scale.place(tick), bottom + 13.0, Anchor::Middle, "small", fixed(tick, scale.digits(3)));
    }
    let zero = scale.place(axis.factor * axis.zero);
    figure.line([zero, TOP], [zero, bottom], "axis");
    let digits = axis.digits();
    figure.text(WIDTH - 2.0, 12.0, Anchor::End, "small", "games");
    for (n, dot) in dots.iter().enumerate() {
        let y = TOP + LINE * (n as f64 + 0.5);
        let [value, low, high] = dot.number.map(|number| scale.place(axis.factor * number));
        figure.text(labels, y + 4.0, Anchor::End, "value", shortened(&dot.label, 28));
        figure.line([low, y], [high, y], format!("whisker {}", dot.class));
        figure.circle(value, y, 3.0, &*dot.class);
        figure.text(WIDTH - 48.0, y + 4.0, Anchor::End, "value", fixed(axis.factor * dot.number[0], digits));
        figure.text(WIDTH - 2.0, y + 4.0, Anchor::End, "small", grouped(dot.games));
    }
    figure.text(f64::midpoint(labels, WIDTH - VALUES), bottom + 29.0, Anchor::Middle, "head", axis.name);
    figure.description = described(axis, dots);
    figure.comment("Lines: 95 % intervals; where none is seen, it is narrower than its dot.");
    Some(figure)
}

fn described(axis: Axis<'_>, dots: &[Dot]) -> String {
    let digits = axis.digits();
    let lines = dots.iter().map(|dot| {
        let [value, low, high] = dot.number.map(|number| fixed(axis.factor * number, digits));
        format!("{}: {value} ({low} to {high}, {} games)", dot.label, grouped(dot.games))
    });
    format!("{}. {}.", axis.name, lines.collect::<Vec<_>>().join("; "))
}
