//! `sim-cli stats`: the formulas of the statistics crate, applied to counts and tables.

use std::path::Path;

use overhear_lab::LabError;
use overhear_lab::input::{self, SizeLimit};
use overhear_lab::statistics::{
    self, BootstrapConfig, PairedColumns, PairedConfig, PowerConfig, SprtConfig, adjust, bootstrap,
    equilibrium, paired_numbers, paired_shares, power, ratings, sprt, wilson,
};
use overhear_lab::table::Frame;
use overhear_stats::{PairedShares, Pentanomial, Sample, Trinomial};

use crate::cli::{BootstrapArgs, PairedArgs, PowerArgs, SampleArgs, SprtArgs, StatsCommand};
use crate::failure::Failure;
use crate::output::{on_stderr, show, show_upright};
use crate::stderr::write_line;
use crate::terminal::warn;

/// Computes and prints a result.
pub(crate) fn run(command: &StatsCommand) -> Result<(), Failure> {
    match command {
        StatsCommand::Sprt { sample: args, test, display } => {
            show_upright(&sprt(&sample(args)?, &sprt_config(test))?, display)
        }
        StatsCommand::Elo { sample: args, display } => {
            show_upright(&statistics::elo(&sample(args)?), display)
        }
        StatsCommand::Wilson { successes, trials, display } => {
            show_upright(&wilson(*successes, *trials)?, display)
        }
        StatsCommand::Paired { observed, display } => show_upright(&paired(observed)?, display),
        StatsCommand::Ratings { file, anchor, display } => {
            let fit = ratings(file, anchor.as_deref())?;
            show(&fit.table, display)?;
            warn(&fit.warnings, on_stderr(display.color));
            Ok(())
        }
        StatsCommand::Equilibrium { file, display } => show(&equilibrium(file)?, display),
        StatsCommand::Bootstrap { observed, display } => {
            show_upright(&bootstrap(&bootstrap_config(observed), |line| write_line(&line))?, display)
        }
        StatsCommand::Adjust { p_values, display } => show(&adjust(p_values), display),
        StatsCommand::Power { plan, display } => show(&power(&power_config(plan))?, display),
    }
}

fn sample(args: &SampleArgs) -> Result<Sample, Failure> {
    let pairs = args.ptnml.map(|counts| Sample::Pairs(Pentanomial::new(counts)));
    let games = args.ltw.map(|[losses, ties, wins]| Sample::Games(Trinomial { losses, ties, wins }));
    let sample = pairs.or(games).filter(|sample| sample.observations() > 0);
    let flag = if args.ptnml.is_some() { "ptnml" } else { "ltw" };
    sample.ok_or_else(|| Failure::flag(flag, "all counts are 0; give at least one game"))
}

/// Returns the comparison from counts or from a file.
fn paired(args: &PairedArgs) -> Result<Frame, Failure> {
    match (&args.file, args.counts.as_deref()) {
        (Some(path), _) => Ok(paired_numbers(&paired_config(args, path)?, |line| write_line(&line))?),
        (None, Some(&[both, only_a, only_b, neither])) => {
            Ok(paired_shares(&PairedShares { both, only_a, only_b, neither })?)
        }
        (None, _) => Err(Failure::usage("give the four counts, or --file")),
    }
}

fn paired_config(args: &PairedArgs, path: &Path) -> Result<PairedConfig, Failure> {
    let columns = match (&args.a, &args.b, &args.column) {
        (Some(a), Some(b), _) => PairedColumns::Both(a.clone(), b.clone()),
        (_, _, Some(column)) => PairedColumns::Difference(column.clone()),
        _ => {
            input::read_text(path, SizeLimit::Table)?;
            let clause = "takes two columns, --a and --b, or one column of differences, --column";
            return Err(LabError::clause("file", clause).into());
        }
    };
    let PairedArgs { margin, alpha, flips, seed, .. } = *args;
    Ok(PairedConfig { file: path.to_owned(), columns, margin, alpha, flips, seed })
}

const fn sprt_config(args: &SprtArgs) -> SprtConfig {
    let SprtArgs { elo0, elo1, alpha, beta, batch, model } = *args;
    SprtConfig { elo0, elo1, alpha, beta, batch, model }
}

fn bootstrap_config(args: &BootstrapArgs) -> BootstrapConfig {
    let BootstrapArgs { file, column, of, cluster, resamples, seed } = args.clone();
    BootstrapConfig { file, column, of, cluster, resamples, seed }
}

fn power_config(args: &PowerArgs) -> PowerConfig {
    let PowerArgs { nelo, alpha, beta } = args.clone();
    PowerConfig { nelo, alpha, beta }
}
