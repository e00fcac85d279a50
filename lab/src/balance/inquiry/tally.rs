//! What parts of a question come to, in whole numbers that add up.

use std::collections::BTreeMap;

use overhear_engine::rules::MAX_ROUNDS;
use overhear_stats::PairedMoments;
use serde::{Deserialize, Serialize};

use crate::balance::evidence::Evidence;
use crate::balance::rung::Rung;
use crate::balance::sums::DealSums;

/// Everything that has been counted in some deals. Every number adds up: so do lists place by place, and maps key by
/// key.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tally {
    /// Deals that were played.
    pub deals: u64,
    /// Each measure, in the order of the question's.
    pub measures: Vec<MeasureTally>,
    /// Under A and under B, by what decided the games.
    pub rungs: [Counts<{ Rung::ALL.len() }>; 2],
    /// Under A and under B, by how many rounds the games took, from 1.
    pub lengths: [Counts<MAX_ROUNDS>; 2],
}

/// What a measure came to.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MeasureTally {
    /// Deals that count.
    pub deals: u64,
    /// Half-points by which the first agent leads on the deals that tell who is better.
    pub lead: i64,
    /// Σ a.
    pub a: i64,
    /// Σ b.
    pub b: i64,
    /// Σ a².
    pub aa: i64,
    /// Σ b².
    pub bb: i64,
    /// Σ a b.
    pub ab: i64,
    /// How often each difference b − a was seen.
    pub differences: BTreeMap<i64, u64>,
}

/// Numbers of games of some kinds in a deal: their sums, and the sums of their squares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counts<const N: usize> {
    /// Σ y.
    pub y: [u64; N],
    /// Σ y².
    pub yy: [u64; N],
}

impl<const N: usize> Default for Counts<N> {
    fn default() -> Counts<N> {
        Counts { y: [0; N], yy: [0; N] }
    }
}

impl<const N: usize> Serialize for Counts<N> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        [&self.y[..], &self.yy[..]].serialize(serializer)
    }
}

impl<'de, const N: usize> Deserialize<'de> for Counts<N> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Counts<N>, D::Error> {
        let [y, yy] = <[Vec<u64>; 2]>::deserialize(deserializer)?;
        let whole = |list: Vec<u64>| {
            <[u64; N]>::try_from(list).map_err(|_| serde::de::Error::custom(format_args!("not {N} numbers")))
        };
        Ok(Counts { y: whole(y)?, yy: whole(yy)? })
    }
}

impl<const N: usize> Counts<N> {
    fn enter(&mut self, games: [u32; N]) {
        let sums = self.y.iter_mut().zip(&mut self.yy).zip(games.map(u64::from));
        sums.for_each(|((y, yy), games)| {
            *y += games;
            *yy += games * games;
        });
    }

    fn merge(&mut self, other: &Counts<N>) {
        self.y.iter_mut().zip(other.y).for_each(|(own, other)| *own += other);
        self.yy.iter_mut().zip(other.yy).for_each(|(own, other)| *own += other);
    }
}

impl MeasureTally {
    fn of(evidence: &Evidence) -> MeasureTally {
        let PairedMoments { deals, a, b, aa, bb, ab } = evidence.all;
        let differences = evidence.differences.counts().collect();
        MeasureTally { deals, lead: evidence.lead, a, b, aa, bb, ab, differences }
    }

    fn merge(&mut self, other: &MeasureTally) {
        self.deals += other.deals;
        for (own, other) in [
            (&mut self.lead, other.lead),
            (&mut self.a, other.a),
            (&mut self.b, other.b),
            (&mut self.aa, other.aa),
            (&mut self.bb, other.bb),
            (&mut self.ab, other.ab),
        ] {
            *own += other;
        }
        for (&difference, count) in &other.differences {
            *self.differences.entry(difference).or_default() += count;
        }
    }

    /// Puts the sums in the place of those that there are.
    pub(super) fn fill(&self, evidence: &mut Evidence) {
        let MeasureTally { deals, lead, a, b, aa, bb, ab, ref differences } = *self;
        evidence.lead = lead;
        evidence.all = PairedMoments { deals, a, b, aa, bb, ab };
        evidence.differences = differences.iter().map(|(&difference, &count)| (difference, count)).collect();
    }
}

impl Tally {
    /// What these deals came to under A and under B.
    pub(super) fn of(evidence: &[Evidence], sums: &[Vec<DealSums>]) -> Tally {
        let mut tally =
            Tally { measures: evidence.iter().map(MeasureTally::of).collect(), ..Tally::default() };
        tally.deals = sums[0].len() as u64;
        for (place, deals) in sums.iter().enumerate() {
            for deal in deals {
                tally.rungs[place].enter(deal.rungs);
                tally.lengths[place].enter(deal.lengths);
            }
        }
        tally
    }

    /// Adds another part of the same question.
    pub fn merge(&mut self, other: &Tally) {
        self.deals += other.deals;
        self.measures.resize(self.measures.len().max(other.measures.len()), MeasureTally::default());
        self.measures.iter_mut().zip(&other.measures).for_each(|(own, other)| own.merge(other));
        self.rungs.iter_mut().zip(&other.rungs).for_each(|(own, other)| own.merge(other));
        self.lengths.iter_mut().zip(&other.lengths).for_each(|(own, other)| own.merge(other));
    }
}
