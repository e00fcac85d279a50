//! sweep.csv.

use super::evidence::Decision;
use super::grid::GridPoint;
use super::grid_finding::Spotted;
use super::joint::{Joint, Spot};
use super::sums::Plays;
use crate::table::{Cell, Frame};

/// One measure at every point of a grid.
pub(super) struct Line<'a> {
    /// What the deals have come to.
    pub(super) joint: &'a Joint,
    /// What they say of each point.
    pub(super) spots: Vec<Spot>,
    /// Games of a deal.
    pub(super) each: u64,
    /// The largest difference that counts as none.
    pub(super) margin: f64,
}

impl Line<'_> {
    fn games(&self) -> u64 {
        self.joint.deals * self.each
    }

    fn verdict(&self, spot: &Spot) -> &'static str {
        let decision = spot.overall.and_then(|interval| Decision::by(interval, self.margin));
        decision.map_or(Decision::UNDECIDED, Decision::name)
    }

    fn row(&self, point: &GridPoint, method: &str, spot: &Spot) -> Vec<Cell> {
        let names = [&*point.name, method, self.joint.measure.name()].map(Cell::text);
        let counts = [self.joint.deals, self.games()].map(Cell::Count);
        let margin = Cell::share(self.margin);
        let row = names.into_iter().chain(counts).chain(numbers(spot));
        row.chain([margin, Cell::text(self.verdict(spot))]).collect()
    }

    /// What was found at each point, as far as there are deals to tell.
    pub(super) fn spotted<'a>(&'a self, points: &'a [GridPoint]) -> impl Iterator<Item = Spotted<'a>> {
        let spotted = |(point, spot): (&'a GridPoint, &'a Spot)| {
            Some(Spotted {
                measure: self.joint.measure,
                point: &point.name,
                decision: self.verdict(spot),
                games: self.games(),
                values: [self.spots[0].value?.value, spot.value?.value],
                interval: spot.overall?,
                margin: self.margin,
            })
        };
        points.iter().zip(&self.spots).filter_map(spotted)
    }
}

/// A row for each measure and point.
pub(super) fn frame(points: &[GridPoint], plays: &Plays, lines: &[Line<'_>]) -> Frame {
    let mut frame = Frame::of("sweep.csv");
    for line in lines {
        for (place, (point, spot)) in points.iter().zip(&line.spots).enumerate() {
            frame.push(line.row(point, plays.method(place), spot));
        }
    }
    frame
}

fn numbers(spot: &Spot) -> [Cell; 9] {
    let (value, interval, overall) = (spot.value, spot.interval, spot.overall);
    [
        value.map(|v| v.value),
        value.map(|v| v.interval.low),
        value.map(|v| v.interval.high),
        spot.difference,
        interval.map(|i| i.low),
        interval.map(|i| i.high),
        spot.p,
        overall.map(|i| i.low),
        overall.map(|i| i.high),
    ]
    .map(Cell::share)
}
