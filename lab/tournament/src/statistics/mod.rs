//! The formulas of the statistics crate, applied to counts and to tables of any source.
//!
//! Each function returns a table with the columns that `schema` declares.

mod bootstrap;
mod equilibrium;
mod observed;
mod paired;
mod planning;
mod ratings;
mod strength;

pub use bootstrap::{BootstrapConfig, bootstrap};
pub use equilibrium::equilibrium;
pub use observed::MOST;
pub use paired::{PairedColumns, PairedConfig, paired_numbers, paired_shares};
pub use planning::{PowerConfig, adjust, power, wilson};
pub use ratings::{RatedAgents, ratings};
pub use strength::{SprtConfig, elo, sprt};
