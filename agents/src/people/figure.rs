//! What is counted, and in which rounds.

use std::ops::RangeInclusive;

/// Rounds that are counted together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RoundRange {
    /// Round 1: nobody may intercept (R6).
    First,
    /// Rounds 2 to 4.
    Early,
    /// Rounds 5 to 8.
    Late,
    /// Rounds 7 and 8, which are among the late ones.
    Last,
}

impl RoundRange {
    /// The rounds, from 1.
    ///
    /// ```
    /// use overhear_agents::people::RoundRange;
    /// assert!(RoundRange::Late.rounds().contains(&7) && RoundRange::Last.rounds().contains(&7));
    /// ```
    pub const fn rounds(self) -> RangeInclusive<u8> {
        match self {
            RoundRange::First => 1..=1,
            RoundRange::Early => 2..=4,
            RoundRange::Late => 5..=8,
            RoundRange::Last => 7..=8,
        }
    }
}

/// A rate of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PeopleRate {
    /// The share of codes that the own team guesses wrongly.
    Missed(RoundRange),
    /// The share of codes that the opponents guess rightly, of those that they may intercept.
    Overheard(RoundRange),
}

impl PeopleRate {
    /// Everything that is counted.
    pub const ALL: [PeopleRate; 6] = [
        PeopleRate::Missed(RoundRange::First),
        PeopleRate::Missed(RoundRange::Early),
        PeopleRate::Missed(RoundRange::Late),
        PeopleRate::Missed(RoundRange::Last),
        PeopleRate::Overheard(RoundRange::Early),
        PeopleRate::Overheard(RoundRange::Late),
    ];

    /// The rounds that it is about.
    pub const fn phase(self) -> RoundRange {
        match self {
            PeopleRate::Missed(phase) | PeopleRate::Overheard(phase) => phase,
        }
    }

    /// What ten games of people came to: so many of so many codes. Nothing where the source does not say.
    ///
    /// ```
    /// use overhear_agents::people::{PeopleRate, RoundRange};
    /// assert_eq!(PeopleRate::Missed(RoundRange::Late).counted(), Some([7, 32]));
    /// assert_eq!(PeopleRate::Missed(RoundRange::Last).counted(), None);
    /// ```
    pub const fn counted(self) -> Option<[u32; 2]> {
        match self {
            PeopleRate::Missed(RoundRange::First) => Some([0, 10]),
            PeopleRate::Missed(RoundRange::Early) => Some([5, 30]),
            PeopleRate::Missed(RoundRange::Late) => Some([7, 32]),
            PeopleRate::Overheard(RoundRange::Early) => Some([6, 30]),
            PeopleRate::Overheard(RoundRange::Late) => Some([6, 32]),
            PeopleRate::Missed(RoundRange::Last)
            | PeopleRate::Overheard(RoundRange::First | RoundRange::Last) => None,
        }
    }
}
