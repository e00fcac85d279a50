//! Figures as lists of shapes, which the template writes as SVG.

use serde::Serialize;

use crate::table::fixed;

/// How wide every figure is, in its own units: a pixel each on a narrow screen.
pub(super) const WIDTH: f64 = 360.0;

/// One figure.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Figure {
    /// Its name in the page.
    pub(super) id: String,
    /// The title, for those who cannot see it, too.
    pub(super) title: String,
    /// What there is to see, in words and numbers.
    pub(super) description: String,
    /// The caption under it.
    pub(super) caption: String,
    /// What stands for what.
    pub(super) legend: Vec<LegendEntry>,
    /// The height in units.
    pub(super) height: f64,
    shapes: Vec<Shape>,
}

/// A colour of the legend.
#[derive(Clone, Debug, Serialize)]
pub(super) struct LegendEntry {
    /// The style.
    pub(super) class: String,
    /// The outline of its mark around (0, 0); empty for a patch of colour.
    pub(super) mark: &'static str,
    /// What it stands for.
    pub(super) text: String,
}

/// A piece of a figure; `class` is a style of the page.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum Shape {
    Rect { x: String, y: String, width: String, height: String, class: String },
    Circle { x: String, y: String, radius: String, class: String },
    Path { d: String, class: String },
    Mark { x: String, y: String, d: &'static str, class: String, title: String },
    Text { x: String, y: String, class: String, anchor: &'static str, text: String },
}

/// Where a text stands from its point.
#[derive(Clone, Copy, Debug)]
pub(super) enum Anchor {
    /// To the right of it.
    Start,
    /// On both sides.
    Middle,
    /// To the left of it.
    End,
}

/// Outlines around (0, 0) that can be told apart without colour, even where they stand on each other.
const MARKS: [&str; 3] =
    ["M-2.8 0A2.8 2.8 0 1 1 2.8 0A2.8 2.8 0 1 1 -2.8 0Z", "M-4.2 -4.2H4.2V4.2H-4.2Z", "M0 -8L7 4.8H-7Z"];

/// A number of SVG.
fn at(value: f64) -> String {
    let text = format!("{value:.1}");
    text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
}

impl Figure {
    /// An empty figure.
    pub(super) fn new(id: &str, title: impl Into<String>, height: f64) -> Figure {
        Figure {
            id: id.to_owned(),
            title: title.into(),
            description: String::new(),
            caption: String::new(),
            legend: Vec::new(),
            height,
            shapes: Vec::new(),
        }
    }

    /// A box with its upper left corner.
    pub(super) fn rect(&mut self, x: f64, y: f64, width: f64, height: f64, class: impl Into<String>) {
        let [x, y, width, height] = [x, y, width, height].map(at);
        self.shapes.push(Shape::Rect { x, y, width, height, class: class.into() });
    }

    /// A dot.
    pub(super) fn circle(&mut self, x: f64, y: f64, radius: f64, class: impl Into<String>) {
        let [x, y, radius] = [x, y, radius].map(at);
        self.shapes.push(Shape::Circle { x, y, radius, class: class.into() });
    }

    /// The mark of the n-th series, with words for those who point at it.
    pub(super) fn mark(&mut self, n: usize, at_point: [f64; 2], title: String) {
        let [x, y] = at_point.map(at);
        let class = format!("mark {}", series(n));
        self.shapes.push(Shape::Mark { x, y, d: MARKS[n % MARKS.len()], class, title });
    }

    /// A straight line.
    pub(super) fn line(&mut self, from: [f64; 2], to: [f64; 2], class: impl Into<String>) {
        self.polyline(&[from, to], class);
    }

    /// A line through several points.
    pub(super) fn polyline(&mut self, points: &[[f64; 2]], class: impl Into<String>) {
        let points: Vec<String> = points.iter().map(|&[x, y]| format!("{} {}", at(x), at(y))).collect();
        self.shapes.push(Shape::Path { d: format!("M{}", points.join("L")), class: class.into() });
    }

    /// A band between two vertical edges, each given by x and y of its upper end, as thick at both.
    pub(super) fn band(
        &mut self,
        [x0, y0]: [f64; 2],
        [x1, y1]: [f64; 2],
        thick: f64,
        class: impl Into<String>,
    ) {
        let middle = at(f64::midpoint(x0, x1));
        let [x0, x1, top0, top1, end0, end1] = [x0, x1, y0, y1, y0 + thick, y1 + thick].map(at);
        let d = format!(
            "M{x0} {top0}C{middle} {top0} {middle} {top1} {x1} {top1}V{end1}C{middle} {end1} {middle} {end0} {x0} {end0}Z"
        );
        self.shapes.push(Shape::Path { d, class: class.into() });
    }

    /// A text on its baseline.
    pub(super) fn text(&mut self, x: f64, y: f64, anchor: Anchor, class: &str, text: impl Into<String>) {
        let anchor = match anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        let [x, y] = [x, y].map(at);
        self.shapes.push(Shape::Text { x, y, class: class.to_owned(), anchor, text: text.into() });
    }

    /// Lines across with the round values of a vertical scale, between two places.
    pub(super) fn grid_up(&mut self, up: &Scale, [left, right]: [f64; 2]) {
        for tick in up.ticks(4) {
            let y = up.place(tick);
            self.line([left, y], [right, y], "grid");
            self.text(left - 4.0, y + 4.0, Anchor::End, "small", fixed(tick, up.digits(4)));
        }
    }

    /// Sets the caption.
    pub(super) fn comment(&mut self, caption: impl Into<String>) {
        self.caption = caption.into();
    }

    /// Adds to the legend.
    pub(super) fn explain(&mut self, class: &str, text: impl Into<String>) {
        self.legend.push(LegendEntry { class: class.to_owned(), mark: "", text: text.into() });
    }

    /// Adds the mark of the n-th series to the legend.
    pub(super) fn explain_mark(&mut self, n: usize, text: impl Into<String>) {
        let class = format!("mark {}", series(n));
        self.legend.push(LegendEntry { class, mark: MARKS[n % MARKS.len()], text: text.into() });
    }
}

/// A scale from values to places.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scale {
    /// The values at both ends.
    pub(super) domain: [f64; 2],
    /// Their places.
    pub(super) range: [f64; 2],
}

impl Scale {
    /// The place of a value; values beyond the ends stay at them.
    pub(super) fn place(&self, value: f64) -> f64 {
        let [low, high] = self.domain;
        let share = if high > low { ((value - low) / (high - low)).clamp(0.0, 1.0) } else { 0.5 };
        self.range[0] + share * (self.range[1] - self.range[0])
    }

    /// Round values along the scale, about so many.
    pub(super) fn ticks(&self, about: usize) -> Vec<f64> {
        let [low, high] = self.domain;
        let step = round_step((high - low) / about as f64);
        let first = (low / step - 1e-9).ceil() as i64;
        let last = (high / step + 1e-9).floor() as i64;
        (first..=last).map(|n| n as f64 * step).collect()
    }

    /// How many digits behind the point the ticks take.
    pub(super) fn digits(&self, about: usize) -> usize {
        let step = round_step((self.domain[1] - self.domain[0]) / about as f64);
        (-libm::floor(libm::log10(step) + 1e-9)).max(0.0) as usize
    }
}

/// 1, 2 or 5 times a power of ten, at least as large.
fn round_step(least: f64) -> f64 {
    if !least.is_finite() || least <= 0.0 {
        return 1.0;
    }
    let power = libm::pow(10.0, libm::floor(libm::log10(least)));
    let step = [1.0, 2.0, 5.0, 10.0].into_iter().find(|step| step * power >= least * (1.0 - 1e-9));
    step.unwrap_or(10.0) * power
}

/// The style of the n-th of several series.
pub(super) fn series(n: usize) -> String {
    format!("s{}", n % 7)
}

/// A share in percent.
pub(super) fn percent(share: f64, digits: usize) -> String {
    fixed(100.0 * share, digits) + " %"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_within_the_ends() {
        let scale = Scale { domain: [0.0, 1.0], range: [0.0, 100.0] };
        assert_eq!(scale.ticks(4), [0.0, 0.5, 1.0]);
        assert_eq!((scale.place(0.25), scale.place(7.0), scale.digits(4)), (25.0, 100.0, 1));
        let narrow = Scale { domain: [-0.013, 0.021], range: [0.0, 1.0] };
        assert_eq!((narrow.ticks(4).len(), narrow.digits(4)), (4, 2));
        let single = Scale { domain: [2.0, 2.0], range: [0.0, 10.0] };
        assert_eq!(single.place(2.0), 5.0);
    }
}
