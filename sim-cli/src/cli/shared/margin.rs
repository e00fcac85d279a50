//! The largest difference that counts as none.

use clap::Args;
use overhear_lab::setup::ranges;

use super::number;

/// Flags that say what matters.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct MarginArgs {
    /// The largest difference that counts as none, in percentage points [default: 0.5]; of rounds in
    /// hundredths, unless --margin-rounds says otherwise
    #[arg(long, value_name = "POINTS", value_parser = number(ranges::MARGIN))]
    pub(crate) margin: Option<f64>,
    /// The largest difference of the mean length that counts as none, in rounds [default: 0.25]
    #[arg(long, value_name = "ROUNDS", value_parser = number(ranges::MARGIN_ROUNDS))]
    pub(crate) margin_rounds: Option<f64>,
}
