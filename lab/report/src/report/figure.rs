//! Figures as lists of shapes, which the template writes as SVG.

use serde::Serialize;

use super::text::TextStyle;
use overhear_lab::table::fixed;

/// Width of every figure in its own units, a pixel each on a narrow screen.
pub(super) const WIDTH: f64 = 360.0;

/// Baseline of a text at the upper edge.
pub(super) const FIRST_LINE: f64 = 15.0;

/// A figure.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Figure {
    /// Its id in the page.
    pub(super) id: String,
    /// The title, which screen readers announce as well.
    pub(super) title: String,
    /// Description in words and numbers, for screen readers.
    pub(super) description: String,
    /// The caption below the figure.
    pub(super) caption: String,
    /// The legend.
    pub(super) legend: Vec<LegendEntry>,
    /// Height in units.
    pub(super) height: f64,
    shapes: Vec<Shape>,
}

/// An entry of the legend.
#[derive(Clone, Debug, Serialize)]
pub(super) struct LegendEntry {
    /// Style class.
    pub(super) class: String,
    /// Outline of the mark around (0, 0); empty for a patch of colour.
    pub(super) mark: &'static str,
    /// Explanation.
    pub(super) text: String,
}

/// A shape of a figure; `class` is a style of the page.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum Shape {
    Rect { x: String, y: String, width: String, height: String, class: String },
    Circle { x: String, y: String, radius: String, class: String },
    Path { d: String, class: String },
    Mark { x: String, y: String, d: &'static str, class: String, title: String },
    Text { x: String, y: String, class: String, anchor: &'static str, text: String },
}

/// Alignment of a text relative to its point.
#[derive(Clone, Copy, Debug)]
pub(super) enum Anchor {
    /// To the right of the point.
    Start,
    /// Centred on the point.
    Middle,
    /// To the left of the point.
    End,
}

/// Outlines around (0, 0) that can be distinguished without colour, even when they overlap: circle, square, triangle, diamond,
/// triangle on its tip, cross, hourglass.
const MARKS: [&str; 7] = [
    "M-2.8 0A2.8 2.8 0 1 1 2.8 0A2.8 2.8 0 1 1 -2.8 0Z",
    "M-4.2 -4.2H4.2V4.2H-4.2Z",
    "M0 -8L7 4.8H-7Z",
    "M0 -6.5L6.5 0L0 6.5L-6.5 0Z",
    "M0 8L7 -4.8H-7Z",
    "M-1.8 -6H1.8V-1.8H6V1.8H1.8V6H-1.8V1.8H-6V-1.8H-1.8Z",
    "M-5.5 -6H5.5L0 0L5.5 6H-5.5L0 0Z",
];

/// Returns the outline of the n-th series. Those that share a colour have different marks.
pub(super) const fn mark_outline(n: usize) -> &'static str {
    MARKS[(n + n / MARKS.len()) % MARKS.len()]
}

/// Returns a number in SVG notation.
fn at(value: f64) -> String {
    let text = format!("{value:.1}");
    text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
}

impl Figure {
    /// Returns an empty figure.
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

    /// Adds a rectangle, given its upper left corner.
    pub(super) fn rect(&mut self, x: f64, y: f64, width: f64, height: f64, class: impl Into<String>) {
        let [x, y, width, height] = [x, y, width, height].map(at);
        self.shapes.push(Shape::Rect { x, y, width, height, class: class.into() });
    }

    /// Adds a circle.
    pub(super) fn circle(&mut self, x: f64, y: f64, radius: f64, class: impl Into<String>) {
        let [x, y, radius] = [x, y, radius].map(at);
        self.shapes.push(Shape::Circle { x, y, radius, class: class.into() });
    }

    /// Adds the mark of the n-th series, with a tooltip.
    pub(super) fn mark(&mut self, n: usize, at_point: [f64; 2], title: String) {
        let [x, y] = at_point.map(at);
        let class = format!("mark {}", series(n));
        self.shapes.push(Shape::Mark { x, y, d: mark_outline(n), class, title });
    }

    /// Adds a straight line.
    pub(super) fn line(&mut self, from: [f64; 2], to: [f64; 2], class: impl Into<String>) {
        self.polyline(&[from, to], class);
    }

    /// Adds a line through several points.
    pub(super) fn polyline(&mut self, points: &[[f64; 2]], class: impl Into<String>) {
        let points: Vec<String> = points.iter().map(|&[x, y]| format!("{} {}", at(x), at(y))).collect();
        self.shapes.push(Shape::Path { d: format!("M{}", points.join("L")), class: class.into() });
    }

    /// Adds a band of constant thickness between two vertical edges, given by their upper ends.
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

    /// Adds a text on its baseline. The text stays within the figure in every font: a centred text is moved,
    /// a longer one shortened, and the figure grows downwards.
    pub(super) fn text(&mut self, x: f64, y: f64, anchor: Anchor, style: TextStyle, text: impl AsRef<str>) {
        let (room, anchor_name) = match anchor {
            Anchor::Start => (WIDTH - x, "start"),
            Anchor::Middle => (WIDTH, "middle"),
            Anchor::End => (x, "end"),
        };
        let text = style.fitted(text.as_ref(), room);
        if text.is_empty() {
            return;
        }
        let half = style.width(&text) / 2.0;
        let x = if matches!(anchor, Anchor::Middle) { x.clamp(half, WIDTH - half) } else { x };
        let y = y.max(style.ascent());
        self.height = self.height.max(libm::ceil(y + style.descent()));
        let ([x, y], class) = ([x, y].map(at), style.class().to_owned());
        self.shapes.push(Shape::Text { x, y, class, anchor: anchor_name, text });
    }

    /// Adds the name of an axis centred on a point, in as many lines as needed.
    pub(super) fn axis_name(&mut self, x: f64, y: f64, name: &str) {
        for (n, line) in TextStyle::Head.lines(name, WIDTH).iter().enumerate() {
            self.text(x, y + 14.0 * n as f64, Anchor::Middle, TextStyle::Head, line);
        }
    }

    /// Adds horizontal lines at the round values of a vertical scale.
    pub(super) fn grid_up(&mut self, up: &Scale, [left, right]: [f64; 2]) {
        for tick in up.ticks(4) {
            let y = up.place(tick);
            self.line([left, y], [right, y], "grid");
            self.text(left - 4.0, y + 4.0, Anchor::End, TextStyle::Small, fixed(tick, up.digits(4)));
        }
    }

    /// Adds vertical lines at the round values of a horizontal scale: about `most`, fewer if labels would
    /// touch.
    pub(super) fn grid_across(&mut self, across: &Scale, [top, bottom]: [f64; 2], most: usize) {
        for Tick { value, label } in across.labelled_ticks(most) {
            let x = across.place(value);
            self.line([x, top], [x, bottom], "grid");
            self.text(x, bottom + 13.0, Anchor::Middle, TextStyle::Small, label);
        }
    }

    /// Sets the caption.
    pub(super) fn comment(&mut self, caption: impl Into<String>) {
        self.caption = caption.into();
    }

    /// Adds an entry to the legend.
    pub(super) fn explain(&mut self, class: &str, text: impl Into<String>) {
        self.legend.push(LegendEntry { class: class.to_owned(), mark: "", text: text.into() });
    }

    /// Adds the mark of the n-th series to the legend.
    pub(super) fn explain_mark(&mut self, n: usize, text: impl Into<String>) {
        let class = format!("mark {}", series(n));
        self.legend.push(LegendEntry { class, mark: mark_outline(n), text: text.into() });
    }
}

/// A round value of a scale, with its label.
struct Tick {
    value: f64,
    label: String,
}

/// A scale from values to positions.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scale {
    /// Values at both ends.
    pub(super) domain: [f64; 2],
    /// Positions of both ends.
    pub(super) range: [f64; 2],
}

impl Scale {
    /// Returns the position of a value; values beyond the ends are clamped.
    pub(super) fn place(&self, value: f64) -> f64 {
        let [low, high] = self.domain;
        let share = if high > low { ((value - low) / (high - low)).clamp(0.0, 1.0) } else { 0.5 };
        self.range[0] + share * (self.range[1] - self.range[0])
    }

    /// Returns about this many round values along the scale.
    pub(super) fn ticks(&self, about: usize) -> Vec<f64> {
        let [low, high] = self.domain;
        let step = round_step((high - low) / about as f64);
        let first = (low / step - 1e-9).ceil() as i64;
        let last = (high / step + 1e-9).floor() as i64;
        (first..=last).map(|n| n as f64 * step).collect()
    }

    /// Returns round values with their labels: about `most`, or fewer so that labels keep a gap.
    fn labelled_ticks(&self, most: usize) -> Vec<Tick> {
        const GAP: f64 = 6.0;
        (1..=most)
            .rev()
            .map(|about| self.with_labels(about))
            .find(|ticks| {
                ticks.windows(2).all(|pair| {
                    let [tick, next] = [&pair[0], &pair[1]];
                    let halves = [tick, next].map(|tick| TextStyle::Small.width(&tick.label) / 2.0);
                    self.place(next.value) - self.place(tick.value) >= halves[0] + halves[1] + GAP
                })
            })
            .unwrap_or_else(|| self.with_labels(1).into_iter().take(1).collect())
    }

    fn with_labels(&self, about: usize) -> Vec<Tick> {
        let digits = self.digits(about);
        let values = self.ticks(about).into_iter();
        values.map(|value| Tick { value, label: fixed(value, digits) }).collect()
    }

    /// Returns the number of decimals that the ticks need.
    pub(super) fn digits(&self, about: usize) -> usize {
        let step = round_step((self.domain[1] - self.domain[0]) / about as f64);
        (-libm::floor(libm::log10(step) + 1e-9)).max(0.0) as usize
    }
}

/// Returns 1, 2 or 5 times a power of ten, at least as large as `least`.
fn round_step(least: f64) -> f64 {
    if !least.is_finite() || least <= 0.0 {
        return 1.0;
    }
    let power = libm::pow(10.0, libm::floor(libm::log10(least)));
    let step = [1.0, 2.0, 5.0, 10.0].into_iter().find(|step| step * power >= least * (1.0 - 1e-9));
    step.unwrap_or(10.0) * power
}

/// Returns the style of the n-th series.
pub(super) fn series(n: usize) -> String {
    format!("s{}", n % 7)
}

/// Returns a share in percent.
pub(super) fn percent(share: f64, digits: usize) -> String {
    fixed(100.0 * share, digits) + " %"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forty_nine_series_have_a_colour_and_mark_each() {
        let looks: std::collections::HashSet<_> = (0..49).map(|n| (series(n), mark_outline(n))).collect();
        assert_eq!(looks.len(), 49);
    }

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

    #[test]
    fn labels_of_ticks_never_touch() {
        let labels = |width: f64| {
            let scale = Scale { domain: [-12_000.0, 12_000.0], range: [0.0, width] };
            scale.labelled_ticks(4).into_iter().map(|tick| tick.label).collect::<Vec<_>>()
        };
        assert_eq!(labels(300.0), ["-10000", "0", "10000"]);
        assert_eq!(labels(40.0), ["0"]);
        let (small, wide) = (Scale { domain: [0.0, 1.0], range: [0.0, 300.0] }, [0.0, 0.5, 1.0]);
        assert_eq!(small.labelled_ticks(4).into_iter().map(|tick| tick.value).collect::<Vec<_>>(), wide);
        assert_eq!(labels(20.0), ["0"]);
    }

    #[test]
    fn no_text_stands_outside_its_figure() {
        let long = "a rather long name ".repeat(8);
        let mut figure = Figure::new("x", "x", 20.0);
        figure.text(2.0, 3.0, Anchor::Middle, TextStyle::Label, "near the edge");
        figure.text(350.0, 19.0, Anchor::Start, TextStyle::Label, &long);
        figure.text(180.0, 19.0, Anchor::Middle, TextStyle::Label, &long);
        figure.axis_name(180.0, 30.0, &long);
        for shape in &figure.shapes {
            let Shape::Text { x, y, anchor, text, .. } = shape else { panic!("only texts") };
            let [x, y]: [f64; 2] = [x, y].map(|number| number.parse().expect("a number"));
            let width = TextStyle::Label.width(text);
            let left = x - width
                * ["start", "middle", "end"].iter().position(|a| a == anchor).expect("one") as f64
                / 2.0;
            assert!(left > -0.1 && left + width < WIDTH + 0.1, "{text}: {left} to {}", left + width);
            assert!(y >= 14.0 && y + 4.0 < figure.height, "{text}: {y} in {}", figure.height);
        }
        assert!(figure.shapes.len() > 4, "the name of the axis is broken, not shortened");
    }
}
