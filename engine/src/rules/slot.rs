//! The four numbered positions of a team's screen (R2). A digit of a code *is* a slot, so one type serves for
//! both.

use std::fmt;
use std::ops::{Index, IndexMut};

/// One of the four numbered keyword positions, and a digit of a [`Code`](super::Code).
///
/// ```
/// use overhear_engine::rules::Slot;
/// assert_eq!(Slot::Third.to_string(), "3");
/// assert_eq!(Slot::from_digit('3'), Some(Slot::Third));
/// assert_eq!(Slot::from_digit('5'), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Slot {
    /// Position 1.
    First,
    /// Position 2.
    Second,
    /// Position 3.
    Third,
    /// Position 4.
    Fourth,
}

impl Slot {
    /// All slots, in order.
    pub const ALL: [Slot; 4] = [Slot::First, Slot::Second, Slot::Third, Slot::Fourth];

    /// Returns the index of the slot: 0 for position 1, up to 3.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the slot of a printed digit from 1 to 4, or `None` for any other character.
    pub fn from_digit(digit: char) -> Option<Slot> {
        Slot::ALL.into_iter().find(|slot| digit.to_digit(10) == Some(slot.index() as u32 + 1))
    }
}

impl fmt::Display for Slot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.index() + 1)
    }
}

/// A value for each of the four slots.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct BySlot<T>(pub [T; 4]);

impl<T> BySlot<T> {
    /// Computes the value of each slot.
    pub fn from_fn(f: impl FnMut(Slot) -> T) -> Self {
        BySlot(Slot::ALL.map(f))
    }

    /// Returns an iterator over the values in slot order.
    pub fn iter(&self) -> std::slice::Iter<'_, T> {
        self.0.iter()
    }
}

impl<T> Index<Slot> for BySlot<T> {
    type Output = T;
    fn index(&self, slot: Slot) -> &T {
        &self.0[slot.index()]
    }
}

impl<T> IndexMut<Slot> for BySlot<T> {
    fn index_mut(&mut self, slot: Slot) -> &mut T {
        &mut self.0[slot.index()]
    }
}

impl<'a, T> IntoIterator for &'a BySlot<T> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
