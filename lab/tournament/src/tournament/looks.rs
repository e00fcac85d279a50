//! Pairs of a shard between consecutive looks at the run. With them running.csv and a sequential test can
//! process deals that were played elsewhere.
//!
//! Looks lie at fixed deal numbers of the whole run, so consecutive shards contain all of them. A segment cut
//! by the end of a shard continues in the next shard. If deals may be void, a test looks at pairs that a
//! shard cannot number, so every deal is a segment.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::sequential::BATCH;
use super::{FaultPolicy, TournamentConfig};

/// Numbers of pairs of every pairing, by the score of its first agent in half-points.
pub(super) type Pairs = Vec<[u64; 5]>;

/// The deal numbers at which a run is looked at.
#[derive(Clone, Copy, Debug)]
pub(super) struct LookSchedule {
    running: Option<u64>,
    test: Option<u64>,
}

impl LookSchedule {
    /// Returns the looks of a run; `None` if only its end counts.
    pub(super) fn from_config(config: &TournamentConfig) -> Option<LookSchedule> {
        let apart = if config.on_fault == FaultPolicy::Void { 1 } else { BATCH };
        let looks = LookSchedule { running: config.running, test: config.sprt.map(|_| apart) };
        (looks.running.is_some() || looks.test.is_some()).then_some(looks)
    }

    /// Returns `true` if there is a look after `deals` deals.
    fn are_due(self, deals: u64) -> bool {
        [self.running, self.test].into_iter().flatten().any(|apart| deals.is_multiple_of(apart))
    }

    /// Returns the first look after more than `deals` deals.
    fn after(self, deals: u64) -> u64 {
        let distances = [self.running, self.test].into_iter().flatten();
        distances.map(|apart| (deals / apart + 1).saturating_mul(apart)).min().unwrap_or(u64::MAX)
    }

    /// Returns the ends of the segments of some deals.
    fn ends(self, deals: Range<u64>) -> impl Iterator<Item = u64> {
        let starts_and_end = std::iter::successors(Some(deals.start), move |&start| {
            (start < deals.end).then(|| self.after(start).min(deals.end))
        });
        starts_and_end.skip(1)
    }
}

/// Pairs between two consecutive looks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub(crate) struct LookPairs {
    /// Number of deals of the whole run up to the end of the segment.
    pub(super) end: u64,
    /// The pairs.
    pub(super) pairs: Pairs,
}

impl From<LookPairs> for String {
    /// Returns the end, followed by five numbers for each pairing.
    fn from(segment: LookPairs) -> String {
        let numbers = std::iter::once(segment.end).chain(segment.pairs.into_iter().flatten());
        numbers.map(|number| number.to_string()).collect::<Vec<_>>().join(" ")
    }
}

impl TryFrom<String> for LookPairs {
    type Error = String;

    fn try_from(text: String) -> Result<LookPairs, String> {
        let numbers = text.split(' ').map(str::parse).collect::<Result<Vec<u64>, _>>();
        let numbers = numbers.map_err(|_| format!("`{text}` is not a segment of pairs"))?;
        let (&end, rest) = numbers.split_first().ok_or("a segment is empty")?;
        let (pairs, incomplete) = rest.as_chunks();
        if incomplete.is_empty() {
            Ok(LookPairs { end, pairs: pairs.to_vec() })
        } else {
            Err(format!("`{text}` is cut off"))
        }
    }
}

/// The segments of a shard as it is played.
pub(super) struct LookRecord {
    looks: LookSchedule,
    start: u64,
    segments: Vec<LookPairs>,
    /// Pairs since the last look.
    open: Pairs,
}

impl LookRecord {
    /// Returns an empty record of deals from `start` on.
    pub(super) fn new(looks: LookSchedule, start: u64, pairings: usize) -> LookRecord {
        LookRecord { looks, start, segments: Vec::new(), open: vec![[0; 5]; pairings] }
    }

    /// Continues from these segments. The last may be unfinished.
    pub(super) fn continue_from(&mut self, segments: Vec<LookPairs>) {
        self.segments = segments;
        // A checkpoint may fall between two looks: the unfinished segment becomes the open one again.
        if let Some(last) = self.segments.pop_if(|last| !self.looks.are_due(last.end)) {
            self.open = last.pairs;
        }
    }

    /// Counts a deal, given agent a's half-points in its pairs; empty for a void deal.
    pub(super) fn see(&mut self, deal: u64, points: &[u8]) {
        self.open.iter_mut().zip(points).for_each(|(pairs, &points)| pairs[usize::from(points)] += 1);
        if self.looks.are_due(deal + 1) {
            let none = vec![[0; 5]; self.open.len()];
            self.segments.push(LookPairs { end: deal + 1, pairs: std::mem::replace(&mut self.open, none) });
        }
    }

    /// Returns the segments of the deals before `next`.
    pub(super) fn segments(&self, next: u64) -> Vec<LookPairs> {
        let closed = self.segments.last().map_or(self.start, |segment| segment.end);
        let open = (closed < next).then(|| LookPairs { end: next, pairs: self.open.clone() });
        self.segments.iter().cloned().chain(open).collect()
    }
}

/// Returns `true` if the segments cover exactly these deals and these pairs.
pub(super) fn are_of(
    segments: &[LookPairs],
    looks: Option<LookSchedule>,
    deals: &Range<u64>,
    pairs: &Pairs,
) -> bool {
    let Some(looks) = looks else { return segments.is_empty() };
    let starts = std::iter::once(deals.start).chain(segments.iter().map(|segment| segment.end));
    segments.iter().map(|segment| segment.end).eq(looks.ends(deals.clone()))
        && segments.iter().zip(starts).all(|(segment, start)| fits(segment, start, pairs.len()))
        && sum(segments, pairs.len()) == *pairs
}

/// Returns `true` if the deals from `start` on can have the pairs of a segment.
fn fits(segment: &LookPairs, start: u64, pairings: usize) -> bool {
    // Every pairing has at most one pair on each deal; void deals have none. Together with the sums this
    // rejects files with edited numbers.
    let most = segment.end.saturating_sub(start);
    segment.pairs.len() == pairings
        && segment.pairs.iter().all(|pairs| total(pairs).is_some_and(|total| total <= most))
}

/// Returns the sum of the pairs of some segments.
pub(super) fn sum<'a>(segments: impl IntoIterator<Item = &'a LookPairs>, pairings: usize) -> Pairs {
    let mut all = vec![[0u64; 5]; pairings];
    for (sum, pairs) in segments.into_iter().flat_map(|segment| &segment.pairs).enumerate() {
        let own = &mut all[sum % pairings];
        own.iter_mut().zip(pairs).for_each(|(own, &pairs)| *own = own.saturating_add(pairs));
    }
    all
}

fn total(pairs: &[u64; 5]) -> Option<u64> {
    pairs.iter().try_fold(0u64, |sum, &pairs| sum.checked_add(pairs))
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOOKS: LookSchedule = LookSchedule { running: Some(7), test: Some(10) };

    fn played_pairs(deals: Range<u64>, taken_up_at: u64) -> Vec<LookPairs> {
        let mut record = LookRecord::new(LOOKS, deals.start, 1);
        for deal in deals.clone() {
            if deal == taken_up_at {
                let segments = record.segments(deal);
                record = LookRecord::new(LOOKS, deals.start, 1);
                record.continue_from(segments);
            }
            record.see(deal, &[(deal % 5) as u8]);
        }
        record.segments(deals.end)
    }

    #[test]
    fn segments_end_at_every_look_and_with_the_shard_however_often_it_is_taken_up() {
        let ends = |segments: &[LookPairs]| segments.iter().map(|segment| segment.end).collect::<Vec<_>>();
        let whole = played_pairs(5..24, 0);
        assert_eq!(ends(&whole), [7, 10, 14, 20, 21, 24]);
        assert_eq!(sum(&whole, 1), [[4, 4, 4, 4, 3]]);
        for deal in 5..24 {
            assert_eq!(played_pairs(5..24, deal), whole, "taken up at {deal}");
        }
        assert_eq!(played_pairs(7..7, 0), []);
    }

    #[test]
    fn segments_that_miss_a_look_or_a_pair_are_told() {
        let (segments, deals, pairs) = (played_pairs(5..24, 0), 5..24, vec![[4, 4, 4, 4, 3]]);
        assert!(are_of(&segments, Some(LOOKS), &deals, &pairs));
        assert!(!are_of(&segments[1..], Some(LOOKS), &deals, &pairs));
        assert!(!are_of(&segments, None, &deals, &pairs));
        assert!(!are_of(&segments, Some(LOOKS), &deals, &vec![[4, 4, 4, 3, 4]]));
        let mut moved = segments.clone();
        moved[0].pairs[0][2] += 1;
        moved[1].pairs[0][2] -= 1;
        assert!(!are_of(&moved, Some(LOOKS), &deals, &pairs), "more pairs than deals");
    }

    #[test]
    fn a_band_is_read_back_from_its_text() {
        let segment = LookPairs { end: 300, pairs: vec![[1, 2, 3, 4, 5], [0, 0, u64::MAX, 0, 0]] };
        let text = String::from(segment.clone());
        assert_eq!(text, "300 1 2 3 4 5 0 0 18446744073709551615 0 0");
        assert_eq!(LookPairs::try_from(text), Ok(segment));
        for text in ["", "x", "5 1 2 3", "5 1 2 3 4 5 6", "5  1 2 3 4 5", "-1"] {
            assert!(LookPairs::try_from(text.to_owned()).is_err(), "{text}");
        }
    }
}
