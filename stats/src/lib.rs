#![doc = include_str!("../README.md")]
//!
//! The crate knows nothing of any game: its inputs are counts, sums and tables of numbers, its results are
//! estimates with errors. Every result is a deterministic function of its input. `exp`, `ln` and `pow` come
//! from `libm`, so results are equal on every platform.
//!
//! Counts up to 10^15, and sums of squares and products below 2^63, are exact; a year of play reaches neither. A
//! count of observations that would overflow 64 bits stays at the maximum, and estimates that do not fit are
//! `None`. Moments recorded deal by deal are not checked for overflow, because the check would cost time in
//! the inner loop.

mod after_stopping;
mod anytime;
mod betting;
mod bootstrap;
mod bootstrap_mean;
mod bounded;
mod brownian;
mod clustered;
mod conditional_logit;
mod coverage;
mod davidson;
mod differences;
mod draws;
mod elo;
mod elo_scale;
mod equilibrium;
mod equivalence;
mod float_bits;
mod interval;
mod log_loss;
mod loss_difference;
mod matrix;
mod mean_moments;
mod mix_error;
mod multiple;
mod nelo_range;
mod newcombe;
mod pair_table;
mod paired;
mod paired_ratios;
mod pentanomial;
mod permutation;
mod power;
mod root;
mod shrinkage;
mod simultaneous;
mod special;
mod spread_likelihood;
mod sprt;
mod spsa;
mod trinomial;
mod unpaired;
mod wilson;

pub use after_stopping::{SequentialEstimate, sequential_estimate};
pub use anytime::{ANYTIME_START, ConfidenceSequence};
pub use betting::BettingSequence;
pub use bootstrap::bootstrap_share;
pub use bootstrap_mean::{FEWEST_CLUSTERS, Support, bootstrap_mean};
pub use bounded::BoundedSample;
pub use clustered::{RatioMoments, clustered_mean};
pub use conditional_logit::{ChoiceData, ConditionalLogit};
pub use coverage::{COVERAGE_CASES, CoverageCase, SimulatedMatch};
pub use davidson::{
    Anchor, DavidsonError, DavidsonFit, DealMoments, DealScores, Encounter, ErrorModel, GameTable, LackOfFit,
    PENALTY_GAMES_PER_AGENT, ParameterCovariance, PenaltyCause, RatingBasis, fit_davidson,
};
pub use differences::DifferenceCounts;
pub use elo::{Elo, NormalizedElo};
pub use elo_scale::{ELO_PER_NAT, NELO_UNIT, elo_of_score, score_of_elo};
pub use equilibrium::{Equilibrium, EquilibriumError, equilibrium};
pub use equivalence::{Equivalence, equivalence};
pub use interval::{Estimate, Interval, Z95};
pub use log_loss::LogLossScale;
pub use loss_difference::LossDifference;
pub use mean_moments::MeanMoments;
pub use mix_error::mix_intervals;
pub use multiple::Adjustment;
pub use newcombe::{PairedShares, ShareDifference};
pub use pair_table::PairTable;
pub use paired::{PairedMoments, paired_difference, student_p_value};
pub use paired_ratios::PairedRatios;
pub use pentanomial::Pentanomial;
pub use permutation::sign_flip_p_value;
pub use power::{ExpectedPairs, PowerRow, expected_error, fixed_pairs, power_table};
pub use shrinkage::{RatePopulation, ShrunkRate};
pub use simultaneous::MaxZ;
pub use special::chi_square_quantile;
pub use sprt::{Decision, EloModel, MonitorState, Sample, Sprt, SprtError, SprtMonitor};
pub use spsa::{
    PerturbationSign, SPSA_ALPHA, SPSA_GAMMA, SPSA_STABILISER, SpsaSchedule, SpsaStep, stochastic_round,
};
pub use trinomial::{GameResult, Trinomial};
pub use unpaired::{bonferroni_interval, unpaired_difference_interval};
pub use wilson::{ShareError, wilson, wilson_at};
