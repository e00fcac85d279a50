//! Missed against overheard: every agent.

use super::figure::{Anchor, Figure, Scale, WIDTH, percent, series};
use super::source::{CsvRow, CsvTable};
use crate::table::{fixed, shortened};

const TOP: f64 = 26.0;
const BOTTOM: f64 = 234.0;
const LEFT: f64 = 40.0;

/// A place on the plane.
struct Point<'a> {
    name: &'a str,
    missed: f64,
    caught: f64,
}

/// From the rows of standings.csv; nothing for a single agent.
pub(super) fn scatter(standings: &CsvTable) -> Option<Figure> {
    let points: Vec<Point<'_>> = standings.rows().filter_map(point).collect();
    if points.len() < 2 {
        return None;
    }
    let most = |of: fn(&Point<'_>) -> f64| points.iter().map(of).fold(0.0, f64::max) * 108.0 + 0.01;
    let across = Scale { domain: [0.0, most(|p| p.missed)], range: [LEFT, WIDTH - 20.0] };
    let up = Scale { domain: [0.0, most(|p| p.caught)], range: [BOTTOM, TOP] };
    let mut figure = Figure::new("tradeoff", "Missed against overheard", BOTTOM + 34.0);
    for tick in across.ticks(4) {
        figure.line([across.place(tick), TOP], [across.place(tick), BOTTOM], "grid");
        figure.text(
            across.place(tick),
            BOTTOM + 14.0,
            Anchor::Middle,
            "small",
            fixed(tick, across.digits(4)),
        );
    }
    figure.grid_up(&up, [LEFT, WIDTH - 20.0]);
    let mut labels = Vec::new();
    for (n, point) in points.iter().enumerate() {
        let [x, y] = [across.place(100.0 * point.missed), up.place(100.0 * point.caught)];
        figure.circle(x, y, 4.5, series(n));
        let (name, is_right) = (shortened(point.name, 16), x > WIDTH * 0.6);
        let label = (beside(&mut labels, x, y), if is_right { Anchor::End } else { Anchor::Start });
        figure.text(if is_right { x - 8.0 } else { x + 8.0 }, label.0, label.1, "value", name);
    }
    figure.text(2.0, 12.0, Anchor::Start, "head", "own codes overheard by the opponents, %");
    figure.text(f64::midpoint(LEFT, WIDTH), BOTTOM + 30.0, Anchor::Middle, "head", "own codes missed, %");
    let described = points
        .iter()
        .map(|p| format!("{}: {} missed, {} overheard", p.name, percent(p.missed, 1), percent(p.caught, 1)));
    figure.description = described.collect::<Vec<_>>().join("; ") + ".";
    figure.comment("Below and to the left is better. Names stand beside their dots, one below the other where these fall together.");
    Some(figure)
}

/// The height of the label of a dot, lower than those that stand where it would.
fn beside(labels: &mut Vec<[f64; 2]>, x: f64, y: f64) -> f64 {
    let mut line = y + 4.0;
    while labels.iter().any(|[other, taken]| (other - x).abs() < 110.0 && (taken - line).abs() < 12.0) {
        line += 12.0;
    }
    labels.push([x, line]);
    line
}

fn point(row: CsvRow<'_>) -> Option<Point<'_>> {
    Some(Point {
        name: row.text("agent"),
        missed: row.number("miscommunication_rate")?,
        caught: row.number("intercepted_rate")?,
    })
}
