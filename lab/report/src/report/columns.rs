//! Columns of figures with a line for each name: name, position on a scale, value, games.

use super::figure::{Anchor, FIRST_LINE, Figure, WIDTH};
use super::text::TextStyle;
use overhear_lab::table::grouped;

/// Minimum width of the scale.
const LEAST: f64 = 96.0;

/// Gap between two columns.
const GAP: f64 = 8.0;

/// Usual heading of the last column.
pub(super) const GAMES: &str = "games";

/// Positions of the columns. Each column is as wide as its widest text; names are limited by the space left.
#[derive(Clone, Copy, Debug)]
pub(super) struct Columns {
    names: f64,
    /// Both ends of the scale.
    pub(super) scale: [f64; 2],
    values: f64,
    /// Heading of the last column; empty if there is none.
    counted: &'static str,
}

impl Columns {
    /// Returns the columns for these lines: name, value, and a count under the heading `counted`, left out if that is empty.
    pub(super) fn from_lines<'a>(
        lines: impl Iterator<Item = (&'a str, String, u64)>,
        counted: &'static str,
    ) -> Columns {
        let (mut names, mut values, mut games) = (0.0_f64, 0.0_f64, TextStyle::Small.width(counted));
        for (name, value, number) in lines {
            names = names.max(TextStyle::Value.width(name));
            values = values.max(TextStyle::Value.width(&value));
            if !counted.is_empty() {
                games = games.max(TextStyle::Small.width(&grouped(number)));
            }
        }
        let values_end = WIDTH - 2.0 - games - GAP;
        let right = values_end - values - GAP;
        let names = names.min(right - LEAST - GAP);
        Columns { names, scale: [names + GAP, right], values: values_end, counted }
    }

    /// Writes the name, the value and the games of the line at this height.
    pub(super) fn write(&self, figure: &mut Figure, y: f64, name: &str, value: &str, games: u64) {
        let (y, name) = (y + 4.0, TextStyle::Value.fitted(name, self.names));
        figure.text(self.names, y, Anchor::End, TextStyle::Value, name);
        figure.text(self.values, y, Anchor::End, TextStyle::Value, value);
        if !self.counted.is_empty() {
            figure.text(WIDTH - 2.0, y, Anchor::End, TextStyle::Small, grouped(games));
        }
    }

    /// Writes the headings of the values and of the games.
    pub(super) fn head(&self, figure: &mut Figure, values: &str) {
        figure.text(self.values, FIRST_LINE, Anchor::End, TextStyle::Small, values);
        figure.text(WIDTH - 2.0, FIRST_LINE, Anchor::End, TextStyle::Small, self.counted);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scale_keeps_its_room_and_numbers_theirs() {
        let long = "a rather long name of an agent with parameters".to_owned();
        for (name, games) in [("human", 40), (&*long, 10_000_000)] {
            let lines = [(name, "-12.3".to_owned(), games)];
            let Columns { names, scale: [left, right], values, .. } =
                Columns::from_lines(lines.into_iter(), GAMES);
            assert!(right - left >= LEAST - 1e-9 && names < left, "{left} to {right}");
            assert!(values - right >= TextStyle::Value.width("-12.3"));
            assert!(WIDTH - values >= TextStyle::Small.width(&grouped(games)));
        }
    }
}
