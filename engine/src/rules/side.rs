//! The two teams (R1).

use std::cmp::Ordering;
use std::fmt;
use std::ops::{Index, IndexMut};

#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

/// One of the two teams. White's half of a round is played first (R4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[repr(u8)]
pub enum Side {
    /// The team whose clues are read first.
    White,
    /// The team whose clues are read second.
    Black,
}

impl Side {
    /// Both sides, in the order of play.
    pub const ALL: [Side; 2] = [Side::White, Side::Black];

    /// Returns the other team.
    #[must_use]
    pub const fn opponent(self) -> Side {
        match self {
            Side::White => Side::Black,
            Side::Black => Side::White,
        }
    }

    /// Returns 0 for White and 1 for Black.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the name of the side in files and on screens.
    pub const fn name(self) -> &'static str {
        match self {
            Side::White => "white",
            Side::Black => "black",
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A value for each team.
///
/// ```
/// use overhear_engine::rules::{BySide, Side};
/// let mut points = BySide { white: 1, black: 0 };
/// points[Side::Black] += 2;
/// assert_eq!(points, BySide { white: 1, black: 2 });
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct BySide<T> {
    /// White's value.
    pub white: T,
    /// Black's value.
    pub black: T,
}

impl<T> BySide<T> {
    /// Computes the value of each side, White first.
    pub fn from_fn(mut f: impl FnMut(Side) -> T) -> Self {
        BySide { white: f(Side::White), black: f(Side::Black) }
    }

    /// Returns the values with the teams swapped.
    #[must_use]
    pub fn exchanged(self) -> Self {
        BySide { white: self.black, black: self.white }
    }
}

impl<T: Ord> BySide<T> {
    /// Returns the side with the greater value, or `None` if the values are equal.
    pub fn leader(&self) -> Option<Side> {
        match self.white.cmp(&self.black) {
            Ordering::Greater => Some(Side::White),
            Ordering::Less => Some(Side::Black),
            Ordering::Equal => None,
        }
    }
}

impl<T> Index<Side> for BySide<T> {
    type Output = T;
    fn index(&self, side: Side) -> &T {
        match side {
            Side::White => &self.white,
            Side::Black => &self.black,
        }
    }
}

impl<T> IndexMut<Side> for BySide<T> {
    fn index_mut(&mut self, side: Side) -> &mut T {
        match side {
            Side::White => &mut self.white,
            Side::Black => &mut self.black,
        }
    }
}
