//! sweep.csv.

use super::evidence::Decision;
use super::grid::GridPoint;
use super::grid_finding::Spotted;
use super::joint::{Joint, Spot};
use super::sums::Plays;
use crate::table::{Cell, Frame, NamedRow};

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

    fn fill<'a>(&self, row: NamedRow<'a>, spot: &Spot) -> NamedRow<'a> {
        row.put_all([
            ("measure", Cell::text(self.joint.measure.name())),
            ("deals", Cell::Count(self.joint.deals)),
            ("games", Cell::Count(self.games())),
            ("difference", Cell::share(spot.difference)),
            ("p_adjusted", Cell::share(spot.p)),
            ("margin", Cell::share(self.margin)),
            ("verdict", Cell::text(self.verdict(spot))),
        ])
        .put_estimate("value", spot.value)
        .put_ends("difference", spot.interval, Cell::share)
        .put_range(["overall_low", "overall_high"], spot.overall, Cell::share)
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
            let row = NamedRow::of(&mut frame).put("point", Cell::text(&*point.name));
            line.fill(row.put("method", Cell::text(plays.method(place))), spot).end();
        }
    }
    frame
}
