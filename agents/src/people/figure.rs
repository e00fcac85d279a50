//! What is counted, and in which rounds.

use std::ops::RangeInclusive;

/// Rounds that are counted together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Round 1: nobody may intercept (R6).
    First,
    /// Rounds 2 to 4.
    Early,
    /// Rounds 5 to 8.
    Late,
    /// Rounds 7 and 8, which are among the late ones.
    Last,
}

impl Phase {
    /// The rounds, from 1.
    ///
    /// ```
    /// use overhear_agents::people::Phase;
    /// assert!(Phase::Late.rounds().contains(&7) && Phase::Last.rounds().contains(&7));
    /// ```
    pub const fn rounds(self) -> RangeInclusive<u8> {
        match self {
            Phase::First => 1..=1,
            Phase::Early => 2..=4,
            Phase::Late => 5..=8,
            Phase::Last => 7..=8,
        }
    }
}

/// A rate of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Figure {
    /// The share of codes that the own team guesses wrongly.
    Missed(Phase),
    /// The share of codes that the opponents guess rightly, of those that they may intercept.
    Overheard(Phase),
}

impl Figure {
    /// Everything that is counted.
    pub const ALL: [Figure; 6] = [
        Figure::Missed(Phase::First),
        Figure::Missed(Phase::Early),
        Figure::Missed(Phase::Late),
        Figure::Missed(Phase::Last),
        Figure::Overheard(Phase::Early),
        Figure::Overheard(Phase::Late),
    ];

    /// The rounds that it is about.
    pub const fn phase(self) -> Phase {
        match self {
            Figure::Missed(phase) | Figure::Overheard(phase) => phase,
        }
    }

    /// What ten games of people came to: so many of so many codes. Nothing where the source does not say.
    ///
    /// ```
    /// use overhear_agents::people::{Figure, Phase};
    /// assert_eq!(Figure::Missed(Phase::Late).counted(), Some([7, 32]));
    /// assert_eq!(Figure::Missed(Phase::Last).counted(), None);
    /// ```
    pub const fn counted(self) -> Option<[u32; 2]> {
        match self {
            Figure::Missed(Phase::First) => Some([0, 10]),
            Figure::Missed(Phase::Early) => Some([5, 30]),
            Figure::Missed(Phase::Late) => Some([7, 32]),
            Figure::Overheard(Phase::Early) => Some([6, 30]),
            Figure::Overheard(Phase::Late) => Some([6, 32]),
            Figure::Missed(Phase::Last) | Figure::Overheard(Phase::First | Phase::Last) => None,
        }
    }
}
