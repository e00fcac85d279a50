//! sweep.csv.

use super::grid::Point;
use super::joint::{Joint, Spot};
use super::sums::Plays;
use crate::table::{Cell, Frame};

const COLUMNS: &[&str] = &[
    "point",
    "method",
    "measure",
    "deals",
    "games",
    "value",
    "low",
    "high",
    "difference",
    "difference_low",
    "difference_high",
    "p_adjusted",
];

/// A row for each measure and point.
pub(super) fn frame(points: &[Point], plays: &Plays, joint: &[Joint], each: u64) -> Frame {
    let mut frame = Frame::new(COLUMNS);
    for one in joint {
        for (place, (point, spot)) in points.iter().zip(one.spots(points)).enumerate() {
            let names = [&*point.name, plays.method(place), one.measure.name()].map(Cell::text);
            let counts = [one.deals, one.deals * each].map(Cell::Count);
            frame.push(names.into_iter().chain(counts).chain(numbers(&spot)).collect());
        }
    }
    frame
}

fn numbers(spot: &Spot) -> [Cell; 7] {
    let (value, interval) = (spot.value, spot.interval);
    [
        value.map(|v| v.value),
        value.map(|v| v.interval.low),
        value.map(|v| v.interval.high),
        spot.difference,
        interval.map(|i| i.low),
        interval.map(|i| i.high),
        spot.p,
    ]
    .map(Cell::share)
}
