//! The time that an Encryptor takes for a clue (R24).
//!
//! The distribution is a table of equally likely times in whole milliseconds, computed when an agent is
//! built. A game only draws an index, and computes no logarithms.

use super::Stream;
use crate::rules::{BySide, CLUES, Rules, Side};

/// Number of equally likely times in a distribution.
const TIMES: usize = 64;

/// A distribution of times for one clue: equally likely times, in milliseconds.
///
/// ```
/// use overhear_engine::game::{ClueTimes, Seed, Stream};
/// let steady = ClueTimes::steady(9_000);
/// assert_eq!(steady.written(&mut Stream::of_deal(Seed(1), 0)), [9_000, 18_000, 27_000]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClueTimes([u32; TIMES]);

impl ClueTimes {
    /// Returns the distribution with a single time.
    pub const fn steady(milliseconds: u32) -> ClueTimes {
        ClueTimes([milliseconds; TIMES])
    }

    /// Returns the distribution with these quantiles.
    ///
    /// `quantile` maps a share in (0, 1) to the time below which this share of all times lies. It is
    /// evaluated at the middles of equal shares.
    pub fn from_quantiles(quantile: impl Fn(f64) -> u32) -> ClueTimes {
        ClueTimes(std::array::from_fn(|n| quantile((n as f64 + 0.5) / TIMES as f64)))
    }

    /// Draws the time at which each clue of a half is written, in milliseconds after the codes are drawn.
    ///
    /// Clues are written one after another.
    pub fn written(&self, stream: &mut Stream) -> [u64; CLUES] {
        let mut now = 0;
        std::array::from_fn(|_| {
            now += u64::from(self.0[stream.below(TIMES as u32) as usize]);
            now
        })
    }
}

impl Default for ClueTimes {
    /// Returns ten seconds for every clue.
    fn default() -> Self {
        ClueTimes::steady(10_000)
    }
}

/// Returns the number of clues that each Encryptor has time to write in a round (R24).
///
/// The sand timer starts when the first Encryptor is done; without one there is time for all clues, and no times are drawn.
/// `time` draws the times of a side, and `noted` receives those of both.
pub(super) fn written_in_time(
    rules: &Rules,
    noted: &mut Vec<[u64; CLUES]>,
    time: impl FnMut(Side) -> [u64; CLUES],
) -> BySide<usize> {
    let milliseconds = 1000 * u64::from(rules.sand_timer);
    if milliseconds == 0 {
        return BySide { white: CLUES, black: CLUES };
    }
    let times = BySide::from_fn(time);
    noted.extend([times.white, times.black]);
    let turned = times.white[CLUES - 1].min(times.black[CLUES - 1]);
    BySide::from_fn(|side| in_time(times[side], turned + milliseconds))
}

/// Returns the number of clues of a half that are written by `deadline`.
fn in_time(written: [u64; CLUES], deadline: u64) -> usize {
    written.iter().filter(|&&at| at <= deadline).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Seed;

    #[test]
    fn r24_clues_are_written_one_after_another_and_late_ones_are_the_last() {
        let pace = ClueTimes::from_quantiles(|share| (20_000.0 * share) as u32);
        assert!(pace != ClueTimes::from_quantiles(|share| (10_000.0 * share) as u32));
        for deal in 0..200 {
            let written = pace.written(&mut Stream::of_deal(Seed(4), deal));
            assert!(written.windows(2).all(|pair| pair[0] < pair[1]), "{written:?}");
            let counts = [0, 15_000, 30_000, 60_000].map(|deadline| in_time(written, deadline));
            assert!(counts.windows(2).all(|pair| pair[0] <= pair[1]), "{counts:?}");
            assert_eq!((counts[0], counts[3]), (0, 3));
        }
    }

    #[test]
    fn r24_a_clue_written_as_the_last_grain_falls_is_in_time() {
        assert_eq!(in_time([10, 20, 30], 20), 2);
        assert_eq!(in_time([10, 20, 30], 19), 1);
    }
}
