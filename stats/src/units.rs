//! The units of the Elo scale.

use core::f64::consts::LN_10;

/// Elo points per unit of natural log odds: 400 / ln 10.
pub const ELO_PER_NAT: f64 = 400.0 / LN_10;

/// Normalised Elo per standard deviation of a single game: 800 / ln 10, so that with σ = ½ it equals Elo.
pub const NELO_UNIT: f64 = 800.0 / LN_10;
