//! running.csv: the score of every pairing in the course of a run, for plots.

use overhear_engine::arena::Tally;
use overhear_stats::{BettingSequence, BoundedSample, Pentanomial, elo_of_score};

use super::looks::Pairs;
use super::pair_counts::pairs_of;
use super::plan::Plan;
use super::sequential::SequentialTest;
use crate::table::{Cell, Frame, MeasuredValue, NamedRow};

/// Probability that the interval of a score fails at any time.
const ALPHA: f64 = 0.05;

/// Pairs of every pairing so far.
pub(super) struct RunningScores {
    every: u64,
    labels: Vec<[String; 2]>,
    pairs: Pairs,
    sequence: Option<BettingSequence>,
}

impl RunningScores {
    /// Returns running scores with a row every `every` deals, starting from earlier counts.
    pub(super) fn new(every: u64, plan: &Plan, tally: &Tally) -> RunningScores {
        let (labels, pairings) = (plan.lineup.labels(), plan.lineup.schedule.pairings());
        RunningScores {
            every,
            labels: pairings
                .iter()
                .map(|pairing| [pairing.a, pairing.b].map(|agent| labels[agent].to_owned()))
                .collect(),
            pairs: pairs_of(tally),
            sequence: BettingSequence::new(plan.lineup.schedule.deals(), ALPHA),
        }
    }

    /// Counts a deal, given agent a's half-points in its pairs; empty for a void deal.
    pub(super) fn see(&mut self, points: &[u8]) {
        self.pairs.iter_mut().zip(points).for_each(|(pairs, &points)| pairs[usize::from(points)] += 1);
    }

    /// Adds the pairs of several deals.
    pub(super) fn see_all(&mut self, pairs: &Pairs) {
        let counts = self.pairs.iter_mut().flatten().zip(pairs.iter().flatten());
        counts.for_each(|(own, pairs)| *own += pairs);
    }

    /// Returns the rows after `deals` deals, if they are due.
    pub(super) fn rows(&self, deals: u64, test: Option<&SequentialTest>) -> Option<String> {
        if !deals.is_multiple_of(self.every) {
            return None;
        }
        let mut frame = Frame::new("running.csv");
        for (labels, &pairs) in self.labels.iter().zip(&self.pairs) {
            self.fill(NamedRow::new(&mut frame), labels, Pentanomial::new(pairs))
                .put("deals", deals)
                .put("llr", test.and_then(SequentialTest::llr))
                .end();
        }
        frame.to_csv().split_once('\n').map(|(_, rows)| rows.to_owned())
    }

    fn fill<'a>(&self, row: NamedRow<'a>, [a, b]: &[String; 2], pairs: Pentanomial) -> NamedRow<'a> {
        let sample = BoundedSample::of_counts(&pairs.counts());
        let value = sample.as_ref().map(|sample| sample.estimate().value);
        let always = sample.zip(self.sequence.as_ref()).map(|(sample, sequence)| sequence.interval(&sample));
        row.put("agent_a", a)
            .put("agent_b", b)
            .put("games", 2 * pairs.pairs())
            .put("a_score", value.map(|value| MeasuredValue { value, interval: always }))
            .put("elo", Cell::elo(value.map(elo_of_score)))
            .put_ends("elo", always.map(|ends| ends.map(elo_of_score)), Cell::elo)
    }
}
