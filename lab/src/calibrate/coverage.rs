//! Coverage of the printed 95 % intervals, on random matches whose truth is known.

use overhear_stats::{
    BettingSequence, BoundedSample, COVERAGE_CASES, CoverageCase, Decision, DifferenceCounts, EloModel,
    Interval, Pentanomial, RatioMoments, SimulatedMatch, Sprt, SprtMonitor, elo_of_score,
    sequential_estimate, wilson,
};
use rayon::prelude::*;

use super::equivalence::RARE;
use super::leagues::LEAGUES;
use super::{CalibrateResult, RunPlan};
use crate::error::LabError;
use crate::run_control::RunControl;
use crate::table::{Cell, Frame, NamedRow, counted};

/// Coverage that every interval must reach.
const PROMISED: f64 = 0.93;

/// Share of runs that must not claim equivalence when the difference reaches the margin.
const UNCLAIMED: f64 = 0.95;

/// Numbers of pairs in a match.
const SIZES: [u64; 6] = [2, 10, 30, 100, 1000, 2000];

/// Maximum number of pairs of a match with looks.
const LIMIT: u64 = 2000;

/// Pairs between two looks of a sequential test.
const LOOK: u64 = 100;

/// A kind of printed interval.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum IntervalKind {
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
    const ALL: [IntervalKind; 7] = [
        IntervalKind::Score,
        IntervalKind::Elo,
        IntervalKind::NormalizedElo,
        IntervalKind::Share,
        IntervalKind::Difference,
        IntervalKind::Running,
        IntervalKind::Stopped,
    ];

    const fn name(self) -> &'static str {
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

    fn sizes(self) -> &'static [u64] {
        match self {
            IntervalKind::Running | IntervalKind::Stopped => &[LIMIT],
            _ => &SIZES,
        }
    }

    /// Returns `true` if the interval of one match covers the truth, and its width in scores or differences.
    fn covers(self, case: &CoverageCase, pairs: u64, seed: u64) -> (bool, f64) {
        let found = match self {
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
        found.map_or((true, f64::INFINITY), |found| (found.contains(truth), found.width()))
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
    differences.estimate(4).map(|found| found.scale(0.25).interval)
}

/// Returns `true` if the band covers the truth after every pair up to the twentieth, and every fifty pairs
/// from there.
fn running(case: &CoverageCase, seed: u64) -> (bool, f64) {
    let Some(sequence) = BettingSequence::new(LIMIT, 0.05) else { return (false, 0.0) };
    let (mut simulated, mut band) = (SimulatedMatch::new(case, seed), Interval::UNIT);
    let mut always = true;
    while simulated.pairs().pairs() < LIMIT && always {
        simulated.go_on(if simulated.pairs().pairs() < 20 { 1 } else { 50 });
        let sample = BoundedSample::of_counts(&simulated.pairs().counts());
        band = sample.map_or(Interval::UNIT, |sample| sequence.interval(&sample));
        always = band.contains(case.score());
    }
    (always, band.width())
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
    sequential_estimate(&sprt, &simulated.pairs().into()).ok().map(|found| found.score_interval)
}

/// Simulates all matches and counts how often each interval covers the truth.
pub(super) fn run(args: RunPlan, watch: &RunControl) -> Result<CalibrateResult, LabError> {
    let mut frame = Frame::new("calibrate --coverage");
    let mut missed = Vec::new();
    for printed in IntervalKind::ALL {
        for case in &COVERAGE_CASES {
            for &pairs in printed.sizes() {
                let drawn =
                    SimulatedCase { interval: printed.name(), case: case.name, pairs, wanted: PROMISED };
                drawn.count(args, |seed| printed.covers(case, pairs, seed), &mut frame, &mut missed)?;
                if watch.is_over() {
                    return Ok(CalibrateResult::cut(frame));
                }
            }
        }
        watch.note(&[format!("{}: {} cases", printed.name(), COVERAGE_CASES.len() * printed.sizes().len())]);
    }
    ratings(args, &mut frame, &mut missed, watch)?;
    equivalences(args, &mut frame, &mut missed, watch)?;
    if watch.is_over() {
        return Ok(CalibrateResult::cut(frame));
    }
    Ok(CalibrateResult::new(frame, "cover less than promised", &missed))
}

/// Adds the coverage of ratings in leagues whose truth is known.
fn ratings(
    args: RunPlan,
    frame: &mut Frame,
    missed: &mut Vec<String>,
    watch: &RunControl,
) -> Result<(), LabError> {
    for league in &LEAGUES {
        let truth = league.truth().ok_or_else(|| LabError::runtime("the league has no true ratings"))?;
        for &deals in &SIZES[..SIZES.len() - 1] {
            let drawn =
                SimulatedCase { interval: "rating", case: league.name, pairs: deals, wanted: PROMISED };
            let holds = |seed| {
                let found = league.interval(deals, seed);
                found.map_or((true, f64::INFINITY), |found| (found.contains(truth), found.width()))
            };
            drawn.count(args, holds, frame, missed)?;
            if watch.is_over() {
                return Ok(());
            }
        }
    }
    watch.note(&[format!("rating: {} cases", LEAGUES.len() * (SIZES.len() - 1))]);
    Ok(())
}

/// Adds the rate of false claims of equivalence.
fn equivalences(
    args: RunPlan,
    frame: &mut Frame,
    missed: &mut Vec<String>,
    watch: &RunControl,
) -> Result<(), LabError> {
    for (interval, until) in [("equivalent", false), ("equivalent until", true)] {
        for rare in &RARE {
            let drawn = SimulatedCase { interval, case: rare.name, pairs: rare.deals, wanted: UNCLAIMED };
            let claims = |seed| if until { rare.is_claimed_at_a_look(seed) } else { rare.is_claimed(seed) };
            drawn.count(args, |seed| (!claims(seed), f64::INFINITY), frame, missed)?;
            if watch.is_over() {
                return Ok(());
            }
        }
        watch.note(&[format!("{interval}: {} cases", RARE.len())]);
    }
    Ok(())
}

/// A case that is simulated repeatedly.
struct SimulatedCase<'a> {
    interval: &'a str,
    case: &'a str,
    pairs: u64,
    wanted: f64,
}

impl SimulatedCase<'_> {
    /// Adds the row of the case, and its name to `missed` if its coverage is too low.
    fn count(
        &self,
        args: RunPlan,
        holds: impl Fn(u64) -> (bool, f64) + Sync,
        frame: &mut Frame,
        missed: &mut Vec<String>,
    ) -> Result<(), LabError> {
        let seeds = (0..args.runs).into_par_iter();
        let found: Vec<(bool, f64)> =
            seeds.map(|run| holds(args.seed.wrapping_mul(1 << 32).wrapping_add(run))).collect();
        let covered = found.iter().filter(|(holds, _)| *holds).count() as u64;
        let widths: Vec<f64> =
            found.iter().map(|&(_, width)| width).filter(|width| width.is_finite()).collect();
        let mean = (!widths.is_empty()).then(|| widths.iter().sum::<f64>() / widths.len() as f64);
        let interval = wilson(covered, args.runs).map_err(LabError::runtime)?;
        let share = covered as f64 / args.runs as f64;
        NamedRow::new(frame)
            .put_all([
                ("interval", Cell::text(self.interval)),
                ("case", Cell::text(self.case)),
                ("pairs", Cell::Count(self.pairs)),
                ("runs", Cell::Count(args.runs)),
                ("coverage", Cell::share(share)),
                ("wanted_low", Cell::share(self.wanted)),
                ("mean_width", Cell::Number(mean, 4)),
                ("open", Cell::Count((found.len() - widths.len()) as u64)),
            ])
            .put_ends("coverage", Some(interval), Cell::share)
            .end();
        if interval.high < self.wanted {
            missed.push(format!("{} ({}, {})", self.interval, self.case, counted(self.pairs, "pair")));
        }
        Ok(())
    }
}
