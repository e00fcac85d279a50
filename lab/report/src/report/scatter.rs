//! Scatter plot of agents: missed codes against intercepted codes.

use super::figure::{Anchor, FIRST_LINE, Figure, Scale, WIDTH, percent};
use super::source::{CsvRow, CsvTable};
use super::text::TextStyle;

const TOP: f64 = 26.0;
const BOTTOM: f64 = 234.0;
const LEFT: f64 = 40.0;

/// Radius of a dot.
const RADIUS: f64 = 7.0;

/// Gap between the centre of a dot and its name.
const BESIDE: f64 = 10.0;

/// Maximum width of a name.
const NAME: f64 = 120.0;

/// Extent of letters above and below their baseline.
const ABOVE: f64 = 9.0;
const BELOW: f64 = 3.0;

/// Number of lines above and below a dot in which its name may be placed.
const LINES: u8 = 6;

/// An agent's point in the plot.
struct AgentPoint<'a> {
    name: &'a str,
    missed: f64,
    caught: f64,
}

/// Returns the end of a scale in percent that leaves room beyond the greatest share.
fn beyond(shares: impl Iterator<Item = f64>) -> f64 {
    shares.fold(0.0, f64::max) * 108.0 + 0.01
}

/// Returns the plot of standings.csv; `None` for a single agent.
pub(super) fn scatter(standings: &CsvTable) -> Option<Figure> {
    let points: Vec<AgentPoint<'_>> = standings.rows().filter_map(point).collect();
    if points.len() < 2 {
        return None;
    }
    let missed = points.iter().map(|point| point.missed);
    let caught = points.iter().map(|point| point.caught);
    let across = Scale { domain: [0.0, beyond(missed)], range: [LEFT, WIDTH - 20.0] };
    let up = Scale { domain: [0.0, beyond(caught)], range: [BOTTOM, TOP] };
    let mut figure = Figure::new("tradeoff", "Missed against overheard", BOTTOM + 34.0);
    figure.grid_across(&across, [TOP, BOTTOM], 4);
    figure.grid_up(&up, [LEFT, WIDTH - 20.0]);
    let dots: Vec<[f64; 2]> = points
        .iter()
        .map(|point| [across.place(100.0 * point.missed), up.place(100.0 * point.caught)])
        .collect();
    let mut taken: Vec<TextBox> = dots.iter().map(|&dot| TextBox::of_dot(dot)).collect();
    for (n, (point, [x, y])) in points.iter().zip(dots).enumerate() {
        figure.mark(
            n,
            [x, y],
            format!(
                "{}: {} missed, {} overheard",
                point.name,
                percent(point.missed, 1),
                percent(point.caught, 1)
            ),
        );
        let name = TextStyle::Value.fitted(point.name, NAME);
        if let Some((area, anchor)) = free_label_place(&taken, [x, y], TextStyle::Value.width(&name)) {
            let x = if matches!(anchor, Anchor::End) { area.right } else { area.left };
            figure.text(x, area.bottom - BELOW, anchor, TextStyle::Value, name);
            taken.push(area);
        }
    }
    figure.text(2.0, FIRST_LINE, Anchor::Start, TextStyle::Head, "own codes overheard by the opponents, %");
    figure.axis_name(f64::midpoint(LEFT, WIDTH), BOTTOM + 30.0, "own codes missed, %");
    let described = points
        .iter()
        .map(|p| format!("{}: {} missed, {} overheard", p.name, percent(p.missed, 1), percent(p.caught, 1)));
    figure.description = described.collect::<Vec<_>>().join("; ") + ".";
    figure.comment(
        "Below and to the left is better. Names stand beside their dots, or near them where dots fall together; \
         all stand in the table.",
    );
    Some(figure)
}

/// A rectangle of the figure that is occupied.
#[derive(Clone, Copy, Debug)]
struct TextBox {
    left: f64,
    right: f64,
    top: f64,
    bottom: f64,
}

impl TextBox {
    fn of_dot([x, y]: [f64; 2]) -> TextBox {
        TextBox { left: x - RADIUS, right: x + RADIUS, top: y - RADIUS, bottom: y + RADIUS }
    }

    fn touches(&self, other: &TextBox) -> bool {
        self.left < other.right
            && other.left < self.right
            && self.top < other.bottom
            && other.top < self.bottom
    }
}

/// Returns a free rectangle for a name of this width near a dot, the nearest first, with the end of the name
/// that is next to the dot; `None` if there is no room.
fn free_label_place(taken: &[TextBox], [x, y]: [f64; 2], width: f64) -> Option<(TextBox, Anchor)> {
    let sides = [Anchor::Start, Anchor::End];
    // Greedy placement: the dot's own line first, then alternately below and above. Names placed earlier are
    // never moved.
    let lines = (0..LINES).flat_map(|n| [f64::from(n), -f64::from(n)]);
    let places = lines.flat_map(|line| sides.map(|side| (line * (ABOVE + BELOW), side)));
    let areas = places.map(|(down, side)| {
        let baseline = y + 4.0 + down;
        let left = if matches!(side, Anchor::End) { x - BESIDE - width } else { x + BESIDE };
        (TextBox { left, right: left + width, top: baseline - ABOVE, bottom: baseline + BELOW }, side)
    });
    areas.into_iter().find(|(area, _)| {
        let is_inside =
            area.left >= LEFT && area.right <= WIDTH && area.top >= TOP - 4.0 && area.bottom <= BOTTOM;
        is_inside && !taken.iter().any(|other| area.touches(other))
    })
}

fn point(row: CsvRow<'_>) -> Option<AgentPoint<'_>> {
    Some(AgentPoint {
        name: row.text("agent"),
        missed: row.number("miscommunication_rate")?,
        caught: row.number("intercepted_rate")?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_never_touch_each_other_or_a_dot() {
        let dots: Vec<[f64; 2]> =
            (0..12).map(|n| [300.0 + f64::from(n % 3), 120.0 + f64::from(n / 3)]).collect();
        let mut taken: Vec<TextBox> = dots.iter().map(|&dot| TextBox::of_dot(dot)).collect();
        let named = dots.iter().filter_map(|&dot| {
            let (area, _) = free_label_place(&taken, dot, 80.0)?;
            assert!(!taken.iter().any(|other| area.touches(other)), "{area:?}");
            taken.push(area);
            Some(())
        });
        assert!(named.count() >= 8, "there is room above and below");
        assert!(
            free_label_place(&[], [WIDTH - 4.0, BOTTOM], 60.0).is_some_and(|(area, _)| area.right < WIDTH)
        );
    }
}
