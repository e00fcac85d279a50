//! Flags for equivalence margins.

use clap::Args;
use overhear_lab::setup::ranges;

use super::number;

/// The equivalence margins.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct MarginArgs {
    /// Equivalence margin in percentage points [default: 0.5]; for rounds in hundredths, unless
    /// --margin-rounds is given
    #[arg(long, value_name = "POINTS", value_parser = number(ranges::MARGIN))]
    pub(crate) margin: Option<f64>,
    /// Equivalence margin of the mean length, in rounds [default: 0.25]
    #[arg(long, value_name = "ROUNDS", value_parser = number(ranges::MARGIN_ROUNDS))]
    pub(crate) margin_rounds: Option<f64>,
}
