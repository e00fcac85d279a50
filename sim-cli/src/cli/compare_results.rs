//! `sim-cli compare`.

use clap::Args;
use overhear_lab::CompareResultsConfig;

use super::declared::Declared;
use super::{DisplayArgs, OutArgs};

const METHOD: &str = "\
Differences are B minus A. `paired`: both results were played on the same deals (same seed, deck, `session` and `codes`) with --log deals \
or finer, so differences are taken deal by deal, over common deals and opponents. Agents and other rules may differ. \
variance_ratio is the factor by which two separate runs would need more deals for an interval of equal width. \
`unpaired`: the intervals of both results are combined as for separate runs (Zou & Donner 2008). These rows have no \
p-values, and there are fewer of them.

Two cards are compared item by item if suite, games, seed, rules and words are the same: intervals are clustered by deal, and p-values adjusted \
for all measures at once (Holm). Measures whose items are not kept (play, for example) are compared by their intervals.

Example:
  sim-cli tournament --field presets --agent mine=margin:top=32 --gauntlet mine --seed 7 --log deals --out a
  sim-cli tournament --field presets --agent mine=margin:top=16 --gauntlet mine --seed 7 --log deals --out b
  sim-cli compare a b --agent mine";

/// Arguments of `compare`.
#[derive(Debug, Args)]
#[command(after_long_help = METHOD)]
pub(crate) struct CompareResultsArgs {
    #[command(flatten)]
    pub(crate) config: Declared<CompareResultsConfig>,
    #[command(flatten)]
    pub(crate) out: OutArgs,
    #[command(flatten)]
    pub(crate) display: DisplayArgs,
}
