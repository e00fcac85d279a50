//! How well the people at a table know each other, and what is to be expected of them.
//!
//! A table of regular players may come to whatever the ten games leave open (their 95 % intervals, cut to where a
//! model is of use). What strangers and old friends do nobody has counted. It is **assumed** that strangers miss more and
//! watch less than the ten games, old friends miss less and watch better: each has the half of Wilson's 95 % interval on
//! its side of the rate. The source has no counts of rounds 7 and 8 alone: there the end for rounds 5 to 8 and an eighth
//! more is the most. Old friends may take `BoardGameGeek`'s seven rounds, the others the rulebook's six.

use super::{PeopleRate, RoundRange};

/// How well the people at a table know each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Familiarity {
    /// They meet for the first time.
    New,
    /// They play now and then.
    Regular,
    /// Old friends.
    Close,
}

/// What a fit is drawn to: a rate, and how many codes speak for it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FitTarget {
    /// The rate.
    pub rate: f64,
    /// As if it had been counted in so many codes.
    pub codes: f64,
}

impl Familiarity {
    /// From strangers to friends.
    pub const ALL: [Familiarity; 3] = [Familiarity::New, Familiarity::Regular, Familiarity::Close];

    /// The preset that plays like them.
    pub const fn preset(self) -> &'static str {
        match self {
            Familiarity::New => "new",
            Familiarity::Regular => "regular",
            Familiarity::Close => "close",
        }
    }

    /// The least and the greatest rate to be expected.
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

    /// The least and the greatest mean number of rounds to be expected.
    pub const fn rounds(self) -> [f64; 2] {
        match self {
            Familiarity::New | Familiarity::Regular => [4.0, 6.0],
            Familiarity::Close => [4.0, 7.0],
        }
    }

    /// What a fit is drawn to: the counted rate for regular players, the middle of their range for the others, with the
    /// weight of the ten games. In round 1 it is none of ten for all. Rounds 7 and 8 count as half of rounds 5 to 8 once more.
    pub fn aim(self, figure: PeopleRate) -> FitTarget {
        if figure == PeopleRate::Missed(RoundRange::Last) {
            let late = self.aim(PeopleRate::Missed(RoundRange::Late));
            return FitTarget { codes: late.codes / 2.0, ..late };
        }
        let [cases, codes] = figure.counted().expect("all else was counted").map(f64::from);
        let [low, high] = self.range(figure);
        let counted = self == Familiarity::Regular || figure.phase() == RoundRange::First;
        FitTarget { rate: if counted { cases / codes } else { f64::midpoint(low, high) }, codes }
    }
}
