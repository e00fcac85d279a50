//! The rates that are counted, by rounds.

use std::ops::RangeInclusive;

/// Rounds that are counted together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RoundRange {
    /// Round 1, without interception (R6).
    First,
    /// Rounds 2 to 4.
    Early,
    /// Rounds 5 to 8.
    Late,
    /// Rounds 7 and 8, which also count as late.
    Last,
}

impl RoundRange {
    /// Returns the rounds, from 1.
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

/// A rate of a team.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PeopleRate {
    /// Share of codes that the own team guesses wrongly.
    Missed(RoundRange),
    /// Share of codes that the opponents intercept, among those that they may intercept.
    Overheard(RoundRange),
}

impl PeopleRate {
    /// Every rate.
    pub const ALL: [PeopleRate; 6] = [
        PeopleRate::Missed(RoundRange::First),
        PeopleRate::Missed(RoundRange::Early),
        PeopleRate::Missed(RoundRange::Late),
        PeopleRate::Missed(RoundRange::Last),
        PeopleRate::Overheard(RoundRange::Early),
        PeopleRate::Overheard(RoundRange::Late),
    ];

    /// Returns the rounds of the rate.
    pub const fn phase(self) -> RoundRange {
        match self {
            PeopleRate::Missed(phase) | PeopleRate::Overheard(phase) => phase,
        }
    }

    /// Returns the cases and codes in ten games of people; `None` if the source does not give them.
    ///
    /// ```
    /// use overhear_agents::people::{PeopleRate, RoundRange};
    /// assert_eq!(PeopleRate::Missed(RoundRange::Late).cases_and_codes(), Some([7, 32]));
    /// assert_eq!(PeopleRate::Missed(RoundRange::Last).cases_and_codes(), None);
    /// ```
    pub const fn cases_and_codes(self) -> Option<[u32; 2]> {
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
