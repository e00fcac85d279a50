//! Comparison of several arms on the same deals. An arm is a rule set, or a rule set and a deck.
//!
//! `PairedRun` plays every arm on the same deals and counts (`counts`); `estimates` say what the counts tell
//! of each measure, `multiplicity` what is decided where many are looked at, `rows` and the sentences hand it
//! on. Two sets of rules, a grid, two decks and, in `comparison_answers`, the live page are configurations of it.

mod arms;
mod axis;
mod compare;
mod compare_config;
mod counts;
mod deal_sums;
mod deals;
mod decks;
mod ending_kind;
mod estimates;
mod extremes;
mod grid;
mod grid_sentences;
mod matchup_sentences;
mod measure;
mod multiplicity;
pub(crate) mod possible;
mod rows;
mod run;
mod sentences;
mod sweep;
#[cfg(test)]
mod tests;
mod verdict;
mod wording;

pub(crate) use arms::{Arm, PlayPlan};
pub use axis::SweepAxis;
pub use compare::{RulesComparison, compare};
pub use compare_config::CompareRulesConfig;
pub(crate) use counts::KindCounts;
pub use counts::MatchupCounts;
pub(crate) use deal_sums::DealSums;
pub(crate) use deals::is_choosing;
pub use decks::{DecksConfig, DecksResult, decks};
pub use ending_kind::EndingKind;
pub(crate) use estimates::{ALPHA, MeasureEstimates};
pub(crate) use extremes::extremes_phrase;
pub use grid_sentences::grid_sentences;
pub use matchup_sentences::rules_sentences;
pub use measure::{ClueFailure, Measure};
pub(crate) use measure::{MARGIN, MARGIN_ROUNDS, failures};
pub use multiplicity::PValues;
pub(crate) use multiplicity::{Contrast, Multiplicity};
pub use rows::{DecksRow, MeasureComparison, RowMatchup, RulesRow, SweepRow, SweepVerdict};
pub(crate) use run::{PairedRun, Row};
pub use sentences::{Finding, deck_sentences, tie_sentence};
pub(crate) use sentences::{margin_text, rank};
pub use sweep::{SweepConfig, SweepResult, sweep};
pub use verdict::{Decision, Verdict};
pub use wording::Wording;
pub(crate) use wording::quoted;
