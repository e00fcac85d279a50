//! The largest difference that counts as none.

use clap::Args;

/// Flags that say what matters.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct MarginArgs {
    /// The largest difference that counts as none, in percentage points [default: 0.5]; of rounds in hundredths, unless
    /// --margin-rounds says otherwise
    #[arg(long, value_name = "POINTS", value_parser = positive)]
    pub(crate) margin: Option<f64>,
    /// The largest difference of the mean length that counts as none, in rounds [default: 0.25]
    #[arg(long, value_name = "ROUNDS", value_parser = positive)]
    pub(crate) margin_rounds: Option<f64>,
}

fn positive(text: &str) -> Result<f64, String> {
    let number = text.parse::<f64>().ok().filter(|number| *number > 0.0 && *number <= 100.0);
    number.ok_or_else(|| "a number above 0, at most 100, goes here".to_owned())
}
