//! Report section on decoding against interception, from the output of `sim-cli agents frontier`.

use overhear_stats::Interval;

use super::dots::CHANCE;
use super::figure::{Anchor, Figure, Scale, WIDTH, series};
use super::page::{Section, TableView};
use super::source::{CsvRow, ResultFiles};
use super::text::TextStyle;
use overhear_lab::error::LabError;
use overhear_lab::table::{MeasuredValue, counted};

const TOP: f64 = 12.0;
const BOTTOM: f64 = 220.0;
const LEFT: f64 = 44.0;
const RIGHT: f64 = WIDTH - 12.0;

/// Possible ticks of the scale of interceptions.
const TICKS: [f64; 8] = [0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0];

/// One combination of weights and referee.
struct FrontierPoint<'a> {
    lambda: &'a str,
    gamma: &'a str,
    referee: &'a str,
    decoded: MeasuredValue,
    intercepted: MeasuredValue,
}

/// Returns the section about frontier.csv; empty without that file.
pub(super) fn section(source: &ResultFiles) -> Result<Section, LabError> {
    let mut section = Section::new(
        "The frontier: understood, and not overheard",
        "A clue giver with other weights of secrecy: λ for this half, γ for what a clue gives away for later ones. \
         From frontier.csv, which “sim-cli agents frontier” has printed.",
    );
    let Some(table) = source.table("frontier.csv")? else { return Ok(section) };
    let points = table.rows().map(point).collect::<Result<Vec<_>, _>>()?;
    if points.is_empty() {
        return Ok(section);
    }
    section.figures.push(draw(&points));
    section.tables.push(TableView::new(
        &table,
        &[
            ("lambda", "λ"),
            ("gamma", "γ"),
            ("referee", "referee"),
            ("halves", "halves"),
            ("exposed", "exposed"),
        ],
        &[("decoded_rate", "decoded, %", 2), ("intercepted_rate", "overheard, %", 2)],
    ));
    Ok(section)
}

fn point(row: CsvRow<'_>) -> Result<FrontierPoint<'_>, LabError> {
    Ok(FrontierPoint {
        lambda: row.text("lambda"),
        gamma: row.text("gamma"),
        referee: row.text("referee"),
        decoded: row.needed("decoded_rate")?,
        intercepted: row.needed("intercepted_rate")?,
    })
}

/// Returns a rate in percent with its interval, if it has one.
fn in_percent(rate: MeasuredValue) -> String {
    rate.scaled(100.0).text(1) + " %"
}

/// Scales of the plot.
struct PlotScales {
    across: Scale,
    up: Scale,
}

impl PlotScales {
    /// Returns scales that hold all points: from the rarest interception, or chance, to 1; from the worst
    /// decoding to 1.
    fn around(points: &[FrontierPoint<'_>]) -> PlotScales {
        let rarest = points
            .iter()
            .map(|point| point.intercepted.value)
            .filter(|rate| *rate > 0.0)
            .fold(CHANCE, f64::min);
        let worst = points
            .iter()
            .map(|point| point.decoded.interval.map_or(point.decoded.value, |ends| ends.low))
            .map(|low| 100.0 * low)
            .fold(99.9, f64::min);
        PlotScales {
            across: Scale { domain: [libm::log(0.7 * rarest), 0.0], range: [LEFT, RIGHT] },
            up: Scale { domain: [worst - 0.05 * (100.0 - worst), 100.0], range: [BOTTOM, TOP] },
        }
    }

    fn x(&self, intercepted: f64) -> f64 {
        self.across.place(libm::log(intercepted))
    }

    fn y(&self, decoded: f64) -> f64 {
        self.up.place(100.0 * decoded)
    }

    fn place(&self, point: &FrontierPoint<'_>) -> [f64; 2] {
        [self.x(point.intercepted.value), self.y(point.decoded.value)]
    }
}

/// Returns the plot of the points of every referee, with a line through the undominated points of each.
fn draw(points: &[FrontierPoint<'_>]) -> Figure {
    let plane = PlotScales::around(points);
    let mut figure = Figure::new("frontier", "Decoding against interception", BOTTOM + 36.0);
    axes(&mut figure, &plane);
    let mut sentences = Vec::new();
    for (n, referee) in referees(points).into_iter().enumerate() {
        let of_one: Vec<&FrontierPoint<'_>> =
            points.iter().filter(|point| point.referee == referee).collect();
        let best = unbeaten(&of_one);
        let places: Vec<[f64; 2]> = best.iter().map(|point| plane.place(point)).collect();
        figure.polyline(&places, format!("line dash{n} {}", series(n)));
        best.iter().for_each(|point| cross(&mut figure, &plane, point, n));
        of_one.iter().for_each(|point| figure.mark(n, plane.place(point), title(point)));
        figure.explain_mark(n, format!("referee: {referee}"));
        let titles: Vec<String> = best.iter().map(|point| title(point)).collect();
        let count = counted(of_one.len() as u64, "point");
        sentences.push(format!("referee {referee}, {count}; unbeaten: {}", titles.join("; ")));
    }
    figure.description = format!("Codes decoded against codes intercepted. {}.", sentences.join(". "));
    figure.comment(
        "Upwards: codes that the own team decodes, %. Above and to the left is better. A line joins the points of one \
         referee that no other beats in both; crosses on it: 95 % intervals. Each point says its weights when \
         pointed at; all numbers stand below.",
    );
    figure
}

fn axes(figure: &mut Figure, plane: &PlotScales) {
    for tick in TICKS.into_iter().filter(|tick| libm::log(*tick) >= plane.across.domain[0]) {
        let x = plane.x(tick);
        figure.line([x, TOP], [x, BOTTOM], "grid");
        figure.text(x, BOTTOM + 14.0, Anchor::Middle, TextStyle::Small, format!("{}", 100.0 * tick));
    }
    figure.grid_up(&plane.up, [LEFT, RIGHT]);
    let chance = plane.x(CHANCE);
    figure.line([chance, TOP], [chance, BOTTOM], "axis dash1");
    figure.text(chance + 5.0, BOTTOM - 6.0, Anchor::Start, TextStyle::Small, "chance: 1 of 24");
    let name = "codes intercepted, % (logarithmic)";
    figure.axis_name(f64::midpoint(LEFT, RIGHT), BOTTOM + 31.0, name);
}

/// Draws the intervals of a point.
fn cross(figure: &mut Figure, plane: &PlotScales, point: &FrontierPoint<'_>, n: usize) {
    let [x, y] = plane.place(point);
    let class = format!("thin {}", series(n));
    if let Some(Interval { low, high }) = point.intercepted.interval {
        figure.line([plane.x(low), y], [plane.x(high), y], &*class);
    }
    if let Some(Interval { low, high }) = point.decoded.interval {
        figure.line([x, plane.y(low)], [x, plane.y(high)], &*class);
    }
}

/// Returns the modes of the referee, in file order.
fn referees<'a>(points: &[FrontierPoint<'a>]) -> Vec<&'a str> {
    let mut modes: Vec<&str> = Vec::new();
    for point in points {
        if !modes.contains(&point.referee) {
            modes.push(point.referee);
        }
    }
    modes
}

/// Returns the points that no other point dominates, in order of interception; of equal points the first.
fn unbeaten<'a, 'b>(points: &[&'b FrontierPoint<'a>]) -> Vec<&'b FrontierPoint<'a>> {
    let mut sorted = points.to_vec();
    sorted.sort_by(|a, b| {
        let by_interception = a.intercepted.value.total_cmp(&b.intercepted.value);
        by_interception.then(b.decoded.value.total_cmp(&a.decoded.value))
    });
    // In this order a point is beaten exactly if an earlier one decodes as much or more.
    let mut most = f64::NEG_INFINITY;
    sorted.retain(|point| {
        let better = point.decoded.value > most;
        most = most.max(point.decoded.value);
        better
    });
    sorted
}

fn title(point: &FrontierPoint<'_>) -> String {
    let FrontierPoint { lambda, gamma, decoded, intercepted, .. } = point;
    format!(
        "λ {lambda}, γ {gamma}: decoded {}, intercepted {}",
        in_percent(*decoded),
        in_percent(*intercepted)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(decoded: f64, intercepted: f64) -> FrontierPoint<'static> {
        let rate = |value| MeasuredValue { value, interval: None };
        FrontierPoint {
            lambda: "0",
            gamma: "0",
            referee: "off",
            decoded: rate(decoded),
            intercepted: rate(intercepted),
        }
    }

    #[test]
    fn a_point_is_beaten_by_one_that_is_better_in_both() {
        let points = [point(0.9, 0.3), point(0.8, 0.1), point(0.85, 0.4), point(0.8, 0.1), point(0.7, 0.1)];
        let best = unbeaten(&points.iter().collect::<Vec<_>>());
        let rates: Vec<_> = best.iter().map(|point| (point.decoded.value, point.intercepted.value)).collect();
        assert_eq!(rates, [(0.8, 0.1), (0.9, 0.3)]);
    }

    #[test]
    fn no_interception_at_all_stands_at_the_edge() {
        let points = [point(1.0, 0.0), point(1.0, 1.0)];
        let plane = PlotScales::around(&points);
        assert_eq!(points.each_ref().map(|point| plane.place(point)), [[LEFT, TOP], [RIGHT, TOP]]);
    }
}
