//! Misunderstood against overheard: every agent.

use super::figure::{Anchor, Figure, Scale, WIDTH, percent, series};
use super::source::{Row, Table};
use crate::table::fixed;

const TOP: f64 = 12.0;
const BOTTOM: f64 = 220.0;
const LEFT: f64 = 40.0;

/// A place on the plane.
struct Point<'a> {
    name: &'a str,
    missed: f64,
    caught: f64,
}

/// From the rows of standings.csv; nothing for a single agent.
pub(super) fn scatter(standings: &Table) -> Option<Figure> {
    let points: Vec<Point<'_>> = standings.rows().filter_map(point).collect();
    if points.len() < 2 {
        return None;
    }
    let most = |of: fn(&Point<'_>) -> f64| points.iter().map(of).fold(0.0, f64::max) * 108.0 + 0.01;
    let across = Scale { domain: [0.0, most(|p| p.missed)], range: [LEFT, WIDTH - 20.0] };
    let up = Scale { domain: [0.0, most(|p| p.caught)], range: [BOTTOM, TOP] };
    let mut figure = Figure::new("tradeoff", "Misunderstood against overheard", BOTTOM + 34.0);
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
    for (n, point) in points.iter().enumerate() {
        let [x, y] = [across.place(100.0 * point.missed), up.place(100.0 * point.caught)];
        figure.circle(x, y, 4.5, series(n));
        figure.explain(&series(n), point.name);
    }
    figure.text(
        f64::midpoint(LEFT, WIDTH),
        BOTTOM + 30.0,
        Anchor::Middle,
        "head",
        "own codes misunderstood, %",
    );
    let described = points.iter().map(|p| {
        format!("{}: {} misunderstood, {} overheard", p.name, percent(p.missed, 1), percent(p.caught, 1))
    });
    figure.description = described.collect::<Vec<_>>().join("; ") + ".";
    figure.comment("Upwards: own codes overheard by the opponents, %. Below and to the left is better.");
    Some(figure)
}

fn point(row: Row<'_>) -> Option<Point<'_>> {
    Some(Point {
        name: row.text("agent"),
        missed: row.number("miscommunication_rate")?,
        caught: row.number("intercepted_rate")?,
    })
}
