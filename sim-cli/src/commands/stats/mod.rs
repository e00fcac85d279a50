//! `sim-cli stats`: the formulas of the statistics crate, from counts and from tables of others.

mod bootstrap;
mod equilibrium;
mod observed;
mod paired;
mod ratings;

use overhear_stats::{
    Adjustment, Decision, Elo, Estimate, NormalizedElo, Pentanomial, PowerRow, Sample, Sprt, Trinomial,
    power_table, sequential_estimate, wilson,
};

use overhear_lab::table::{Cell, Frame};

use observed::precise;

use crate::cli::{PowerArgs, SampleArgs, SprtArgs, StatsCommand};
use crate::failure::Failure;
use crate::output::{show, show_upright};

/// Works something out.
pub(crate) fn run(command: &StatsCommand) -> Result<(), Failure> {
    match command {
        StatsCommand::Sprt { sample, test, display } => show_upright(&sprt(sample, test)?, display),
        StatsCommand::Elo { sample, display } => show_upright(&elo(sample)?, display),
        StatsCommand::Wilson { successes, trials, display } => {
            show_upright(&share(*successes, *trials)?, display)
        }
        StatsCommand::Paired { observed, display } => show_upright(&paired::frame(observed)?, display),
        StatsCommand::Ratings { file, anchor, display } => {
            show(&ratings::frame(file, anchor.as_deref())?, display)
        }
        StatsCommand::Equilibrium { file, display } => show(&equilibrium::frame(file)?, display),
        StatsCommand::Bootstrap { observed, display } => show_upright(&bootstrap::frame(observed)?, display),
        StatsCommand::Adjust { p_values, display } => show(&adjusted(p_values), display),
        StatsCommand::Power { plan, display } => show(&power(plan)?, display),
    }
}

fn sample(args: &SampleArgs) -> Result<Sample, Failure> {
    let ltw = |[losses, ties, wins]: [u64; 3]| Sample::Games(Trinomial { losses, ties, wins });
    let pairs = args.ptnml.map(|counts| Sample::Pairs(Pentanomial::new(counts)));
    let sample = pairs.or(args.ltw.map(ltw)).filter(|sample| sample.observations() > 0);
    let flag = if args.ptnml.is_some() { "ptnml" } else { "ltw" };
    sample.ok_or_else(|| Failure::flag(flag, "all counts are 0; at least one game goes here"))
}

/// Pairs, if they are known, and games.
fn amounts(sample: &Sample) -> [Cell; 2] {
    match sample {
        Sample::Pairs(pairs) => [Cell::Count(pairs.pairs()), Cell::Count(2 * pairs.pairs())],
        Sample::Games(games) => [Cell::Number(None, 0), Cell::Count(games.games())],
    }
}

fn sprt(args: &SampleArgs, test: &SprtArgs) -> Result<Frame, Failure> {
    let sample = sample(args)?;
    let planned = Sprt::new(test.elo0, test.elo1, test.alpha, test.beta, test.model);
    let planned = planned.map_err(Failure::usage)?;
    let llr = planned.llr(&sample).map_err(Failure::usage)?;
    let approximate = planned.llr_approximate(&sample).map_err(Failure::usage)?;
    let estimate = sequential_estimate(&planned, &sample).ok();
    let ends = estimate.map(|e| e.elo_interval);
    let batch = test.batch * if args.ltw.is_some() { 2 } else { 1 };
    let (bounds, moved) =
        (planned.bounds(), planned.bounds_of_looks(&sample, batch).map_err(Failure::usage)?);
    let decision = planned.decide_at_look(&sample, batch).map_err(Failure::usage)?;
    let mut frame = Frame::of("stats sprt");
    let mut row = vec![Cell::text(test.model.name())];
    row.extend([test.elo0, test.elo1, test.alpha, test.beta].map(Cell::share));
    row.extend(amounts(&sample));
    row.extend([llr, bounds.low, bounds.high].map(Cell::share));
    row.extend([decision_name(decision), if batch == 0 { "wald" } else { "looks" }].map(Cell::text));
    row.push(Cell::share(approximate));
    row.extend([estimate.map(|e| e.elo), ends.map(|i| i.low), ends.map(|i| i.high)].map(Cell::elo));
    row.push(Cell::share(estimate.map(|e| e.los)));
    row.extend([moved.low - bounds.low, bounds.high - moved.high].map(Cell::share));
    frame.push(row);
    Ok(frame)
}

/// A decision in a file.
const fn decision_name(decision: Decision) -> &'static str {
    match decision {
        Decision::Continue => "continue",
        Decision::AcceptH0 => "accept_h0",
        Decision::AcceptH1 => "accept_h1",
    }
}

fn elo(args: &SampleArgs) -> Result<Frame, Failure> {
    let sample = sample(args)?;
    let mut frame = Frame::of("stats elo");
    let mut row: Vec<Cell> = amounts(&sample).into();
    row.extend(match &sample {
        Sample::Pairs(of) => strength(of.score(), of.variance(), of.elo(), of.normalized_elo(), of.los()),
        Sample::Games(of) => strength(of.score(), of.variance(), of.elo(), of.normalized_elo(), of.los()),
    });
    frame.push(row);
    Ok(frame)
}

fn strength(
    score: Option<Estimate>,
    variance: Option<f64>,
    elo: Option<Elo>,
    nelo: Option<NormalizedElo>,
    los: Option<f64>,
) -> Vec<Cell> {
    let mut cells = [score.map(|e| e.value), score.map(|e| e.interval.low), score.map(|e| e.interval.high)]
        .map(Cell::share)
        .to_vec();
    cells.push(precise(variance));
    let (ends, nends) = (elo.map(|e| e.interval), nelo.map(|e| e.interval));
    let points = [
        elo.map(|e| e.value),
        elo.map(|e| e.error),
        ends.map(|i| i.low),
        ends.map(|i| i.high),
        nelo.map(|e| e.value),
        nelo.map(|e| e.error),
        nends.map(|i| i.low),
        nends.map(|i| i.high),
    ];
    cells.extend(points.map(Cell::elo));
    cells.push(Cell::share(los));
    cells
}

fn share(successes: u64, trials: u64) -> Result<Frame, Failure> {
    let interval = wilson(successes, trials).map_err(Failure::usage)?;
    let mut frame = Frame::of("stats wilson");
    let mut row = vec![Cell::Count(successes), Cell::Count(trials)];
    row.extend([successes as f64 / trials as f64, interval.low, interval.high].map(precise));
    frame.push(row);
    Ok(frame)
}

fn adjusted(p_values: &[f64]) -> Frame {
    let mut frame = Frame::of("stats adjust");
    let raised = Adjustment::ALL.map(|adjustment| adjustment.adjust(p_values));
    for (n, &p_value) in p_values.iter().enumerate() {
        let mut row = vec![precise(p_value)];
        row.extend(raised.iter().map(|values| precise(values[n])));
        frame.push(row);
    }
    frame
}

fn power(plan: &PowerArgs) -> Result<Frame, Failure> {
    let rows = power_table(&plan.nelo, plan.alpha, plan.beta).map_err(Failure::usage)?;
    let is_finite = |row: &PowerRow| {
        let PowerRow { sequential: pairs, fixed, .. } = row;
        [pairs.at_h0, pairs.at_h1, pairs.midway, *fixed].iter().all(|pairs| pairs.is_finite())
    };
    if !rows.iter().all(is_finite) {
        let (alpha, beta) = (plan.alpha, plan.beta);
        let message = format_args!("alpha = {alpha:e}, beta = {beta:e}: no number of pairs is that sure");
        return Err(Failure::usage(message));
    }
    let mut frame = Frame::of("stats power");
    for row in rows {
        let expected = row.sequential;
        let pairs = [expected.at_h0, expected.at_h1, expected.midway, row.fixed];
        let mut cells = vec![Cell::elo(row.nelo_gap)];
        cells.extend(pairs.map(|pairs| Cell::Number(Some(pairs), 0)));
        frame.push(cells);
    }
    Ok(frame)
}
