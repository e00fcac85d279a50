//! The printed 95 % intervals, on random matches whose truth is known.

use overhear_stats::{
    BettingSequence, BoundedSample, CoverageCase, Decision, DifferenceCounts, EloModel, Interval,
    Pentanomial, RatioMoments, SimulatedMatch, Sprt, SprtMonitor, elo_of_score, sequential_estimate,
};

/// Numbers of pairs in a match.
pub(super) const SIZES: [u64; 6] = [2, 10, 30, 100, 1000, 2000];

/// Maximum number of pairs of a match with looks.
const LIMIT: u64 = 2000;

/// Pairs between two looks of a sequential test.
const LOOK: u64 = 100;

/// An interval that is wider says nothing and counts as unbounded: pages draw no greater numbers.
const WIDEST: f64 = 1e15;

/// The interval of a simulated match.
#[derive(Clone, Copy, Debug)]
pub(super) struct SimulatedInterval {
    /// Whether it holds the truth.
    pub(super) is_right: bool,
    /// Its width; infinite if it is unbounded.
    pub(super) width: f64,
}

impl SimulatedInterval {
    /// Returns that of an interval beside the truth; without an interval, it is unbounded.
    pub(super) fn of(interval: Option<Interval>, truth: f64) -> SimulatedInterval {
        let unbounded = SimulatedInterval { is_right: true, width: f64::INFINITY };
        interval.map_or(unbounded, |interval| {
            let width = Some(interval.width()).filter(|width| *width <= WIDEST).unwrap_or(f64::INFINITY);
            SimulatedInterval { is_right: interval.contains(truth), width }
        })
    }
}

/// A kind of printed interval.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum IntervalKind {
    /// Scores of pairings, standings and leagues.
    Score,
    /// Scores converted to Elo.
    Elo,
    /// Normalised Elo.
    NormalizedElo,
    /// Shares and scores of `balance`, clustered by deal.
    Share,
    /// Differences on shared deals: what-ifs, `rules compare`, sweeps.
    Difference,
    /// The band of running.csv and of `--until`, at all looks at once.
    Running,
    /// The estimate of a run that a sequential test has stopped.
    Stopped,
}

impl IntervalKind {
    pub(super) const ALL: [IntervalKind; 7] = [
        IntervalKind::Score,
        IntervalKind::Elo,
        IntervalKind::NormalizedElo,
        IntervalKind::Share,
        IntervalKind::Difference,
        IntervalKind::Running,
        IntervalKind::Stopped,
    ];

    pub(super) const fn name(self) -> &'static str {
        match self {
            IntervalKind::Score => "score",
            IntervalKind::Elo => "elo",
            IntervalKind::NormalizedElo => "nelo",
            IntervalKind::Share => "share",
            IntervalKind::Difference => "difference",
            IntervalKind::Running => "running",
            IntervalKind::Stopped => "stopped",
        }
    }

    pub(super) fn sizes(self) -> &'static [u64] {
        match self {
            IntervalKind::Running | IntervalKind::Stopped => &[LIMIT],
            _ => &SIZES,
        }
    }

    /// Simulates a match. The width of the interval is one of scores or differences.
    pub(super) fn simulate(self, case: &CoverageCase, pairs: u64, seed: u64) -> SimulatedInterval {
        let interval = match self {
            IntervalKind::Running => return running(case, seed),
            IntervalKind::Stopped => stopped(case, seed),
            _ => self.interval(case.play(pairs, seed)),
        };
        let truth = match self {
            IntervalKind::Elo => elo_of_score(case.score()),
            IntervalKind::NormalizedElo => case.nelo(),
            IntervalKind::Difference => 2.0 * case.score() - 1.0,
            _ => case.score(),
        };
        SimulatedInterval::of(interval, truth)
    }

    fn interval(self, pairs: Pentanomial) -> Option<Interval> {
        match self {
            IntervalKind::Elo => pairs.elo().map(|elo| elo.interval),
            IntervalKind::NormalizedElo => pairs.normalized_elo().map(|nelo| nelo.interval),
            IntervalKind::Share => share(pairs),
            IntervalKind::Difference => difference(pairs),
            _ => pairs.score().map(|score| score.interval),
        }
    }
}

/// Returns the interval of the score as a ratio over deals.
fn share(pairs: Pentanomial) -> Option<Interval> {
    let mut moments = RatioMoments::default();
    for (points, count) in (0..).zip(pairs.counts()) {
        (0..count).for_each(|_| moments.record(points, 4));
    }
    moments.share().map(|share| share.interval)
}

/// Returns the interval of the difference between points won and lost.
fn difference(pairs: Pentanomial) -> Option<Interval> {
    let mut differences = DifferenceCounts::default();
    for (points, count) in (0..).zip(pairs.counts()) {
        (0..count).for_each(|_| differences.record(4 - points, points));
    }
    differences.estimate(4).map(|estimate| estimate.scale(0.25).interval)
}

/// Simulates a match with the band of a run. It must hold the truth after every pair up to the twentieth, and every fifty
/// pairs from there.
fn running(case: &CoverageCase, seed: u64) -> SimulatedInterval {
    let Some(sequence) = BettingSequence::new(LIMIT, 0.05) else {
        return SimulatedInterval { is_right: false, width: 0.0 };
    };
    let (mut simulated, mut band) = (SimulatedMatch::new(case, seed), Interval::UNIT);
    let mut always = true;
    while simulated.pairs().pairs() < LIMIT && always {
        simulated.go_on(if simulated.pairs().pairs() < 20 { 1 } else { 50 });
        let sample = BoundedSample::of_counts(&simulated.pairs().counts());
        band = sample.map_or(Interval::UNIT, |sample| sequence.interval(&sample));
        always = band.contains(case.score());
    }
    SimulatedInterval { is_right: always, width: band.width() }
}

/// Returns the interval after a sequential test with the looks of a tournament.
fn stopped(case: &CoverageCase, seed: u64) -> Option<Interval> {
    let sprt = Sprt::new(0.0, 40.0, 0.05, 0.05, EloModel::Normalized).ok()?;
    let (mut simulated, mut monitor) = (SimulatedMatch::new(case, seed), SprtMonitor::new(sprt, LOOK));
    while simulated.pairs().pairs() < LIMIT && monitor.decision() == Decision::Continue {
        simulated.go_on(LOOK);
        let counts = simulated.pairs().counts();
        if counts[2] < simulated.pairs().pairs() {
            monitor.update(&simulated.pairs().into()).ok()?;
        }
    }
    let all_tied = simulated.pairs().variance() == Some(0.0) && simulated.pairs().counts()[2] > 0;
    if all_tied {
        return simulated.pairs().score().map(|score| score.interval);
    }
    sequential_estimate(&sprt, &simulated.pairs().into()).ok().map(|estimate| estimate.score_interval)
}
