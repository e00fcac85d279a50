//! Misunderstood against overheard: every agent, and the frontier where there is one.

use super::figure::{Anchor, Figure, Scale, WIDTH, percent, series};
use super::source::{Row, Table};
use crate::output::fixed;

const TOP: f64 = 12.0;
const BOTTOM: f64 = 220.0;
const LEFT: f64 = 40.0;

/// A place on the plane.
struct Point<'a> {
    name: &'a str,
    missed: f64,
    caught: f64,
}

/// From rows that have `miscommunication_rate` and `intercepted_rate`; `joined` draws a line through them in order.
pub(super) fn scatter(id: &str, title: &str, table: &Table, joined: bool) -> Option<Figure> {
    let points: Vec<Point<'_>> = table.rows().filter_map(point).collect();
    if points.len() < 2 {
        return None;
    }
    let most = |of: fn(&Point<'_>) -> f64| points.iter().map(of).fold(0.0, f64::max) * 108.0 + 0.01;
    let across = Scale { domain: [0.0, most(|p| p.missed)], range: [LEFT, WIDTH - 20.0] };
    let up = Scale { domain: [0.0, most(|p| p.caught)], range: [BOTTOM, TOP] };
    let mut figure = Figure::new(id, title, BOTTOM + 34.0);
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
    for tick in up.ticks(4) {
        figure.line([LEFT, up.place(tick)], [WIDTH - 20.0, up.place(tick)], "grid");
        figure.text(LEFT - 4.0, up.place(tick) + 4.0, Anchor::End, "small", fixed(tick, up.digits(4)));
    }
    let places: Vec<[f64; 2]> =
        points.iter().map(|p| [across.place(100.0 * p.missed), up.place(100.0 * p.caught)]).collect();
    if joined {
        figure.polyline(&places, "line s0");
    }
    for (n, (point, [x, y])) in points.iter().zip(places).enumerate() {
        let style = if joined { series(0) } else { series(n) };
        figure.circle(x, y, 4.5, &*style);
        if !joined {
            figure.explain(&style, point.name);
        }
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
    let name =
        ["agent", "label", "point"].map(|column| row.text(column)).into_iter().find(|name| !name.is_empty());
    Some(Point {
        name: name.unwrap_or_default(),
        missed: row.number("miscommunication_rate")?,
        caught: row.number("intercepted_rate")?,
    })
}
