//! Familiarity of players with each other, and the rates expected for it.
//!
//! Regular players may have any rate compatible with the ten recorded games: the 95 % intervals, restricted
//! to a useful range. No source counts strangers and old friends. By **assumption** strangers miss more codes
//! and intercept fewer than the ten games, and old friends miss fewer and intercept more: each gets the half
//! of Wilson's 95 % interval on its side of the rate. The source does not count rounds 7 and 8 separately;
//! their upper limit is the end for rounds 5 to 8 plus an eighth. Old friends may take `BoardGameGeek`'s
//! seven rounds, the others the rulebook's six.

use super::{PeopleRate, RoundRange};

/// Familiarity of the players with each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Familiarity {
    /// Players who have never met.
    New,
    /// Occasional players.
    Regular,
    /// Old friends.
    Close,
}

/// Target of a fit: a rate and its weight.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FitTarget {
    /// The rate.
    pub rate: f64,
    /// Weight of the rate, in counted codes.
    pub codes: f64,
}

impl Familiarity {
    /// Every familiarity, in ascending order.
    pub const ALL: [Familiarity; 3] = [Familiarity::New, Familiarity::Regular, Familiarity::Close];

    /// Returns the preset that models these players.
    pub const fn preset(self) -> &'static str {
        match self {
            Familiarity::New => "new",
            Familiarity::Regular => "regular",
            Familiarity::Close => "close",
        }
    }

    /// Returns the minimum and maximum of the expected rate.
    pub const fn range(self, figure: PeopleRate) -> [f64; 2] {
        use PeopleRate::{Missed, Overheard};
        let [new, regular, close] = match figure {
            Missed(RoundRange::First) => [[0.0, 0.28], [0.0, 0.12], [0.0, 0.12]],
            Missed(RoundRange::Early) => [[0.17, 0.34], [0.07, 0.30], [0.07, 0.17]],
            Missed(RoundRange::Late) => [[0.22, 0.39], [0.12, 0.32], [0.11, 0.22]],
            Missed(RoundRange::Last) => [[0.0, 0.44], [0.0, 0.36], [0.0, 0.25]],
            Overheard(RoundRange::First | RoundRange::Early) => [[0.10, 0.20], [0.10, 0.32], [0.20, 0.37]],
            Overheard(RoundRange::Late | RoundRange::Last) => [[0.09, 0.19], [0.10, 0.36], [0.19, 0.35]],
        };
        match self {
            Familiarity::New => new,
            Familiarity::Regular => regular,
            Familiarity::Close => close,
        }
    }

    /// Returns the minimum and maximum of the expected mean number of rounds.
    pub const fn rounds(self) -> [f64; 2] {
        match self {
            Familiarity::New | Familiarity::Regular => [4.0, 6.0],
            Familiarity::Close => [4.0, 7.0],
        }
    }

    /// Returns the target of a fit. Regular players have the counted rate, the others the middle of their
    /// range, all with the weight of the ten games. In round 1 it is none of ten. Rounds 7 and 8 add half the
    /// weight of rounds 5 to 8.
    pub fn aim(self, figure: PeopleRate) -> FitTarget {
        if figure == PeopleRate::Missed(RoundRange::Last) {
            let late = self.aim(PeopleRate::Missed(RoundRange::Late));
            return FitTarget { codes: late.codes / 2.0, ..late };
        }
        let [cases, codes] = figure.cases_and_codes().expect("all else was counted").map(f64::from);
        let [low, high] = self.range(figure);
        let counted = self == Familiarity::Regular || figure.phase() == RoundRange::First;
        FitTarget { rate: if counted { cases / codes } else { f64::midpoint(low, high) }, codes }
    }
}
