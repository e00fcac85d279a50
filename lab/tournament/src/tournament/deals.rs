//! deals.csv: the result of each pairing on each deal. It lets another agent join a result, and allows
//! comparison deal by deal.

use std::path::Path;

use overhear_engine::arena::{Outcome, PairOnDeal, Seating};
use overhear_engine::game::{FixedLog2, Game};
use serde::Deserialize;

use super::row::LogRow;
use crate::error::LabError;
use crate::input;
use crate::table::FileEntry;

/// Name of the file.
pub const FILE: &str = "deals.csv";

/// The games of a pairing on a deal that have been played.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PairProgress {
    /// Outcomes of agent a, with White and with Black.
    outcomes: [Option<Outcome>; 2],
    rounds: u64,
    tiebreaks: u64,
    decoded: [(i128, u64); 2],
    intercepted: [(i128, u64); 2],
}

impl PairProgress {
    /// Adds a game. Returns `true` if it was the second.
    pub(super) fn add(&mut self, seating: Seating, game: &Game) -> bool {
        if seating == Seating::AWhite {
            *self = PairProgress::default();
        }
        let side_of_a = seating.side_of_a();
        self.outcomes[seating as usize] = Some(Outcome::for_side(game.ending.winner, side_of_a));
        self.rounds += u64::from(game.rounds);
        self.tiebreaks += u64::from(game.ending.tie_condition.is_some());
        for (half, beliefs) in game.record.halves().iter().zip(game.beliefs()) {
            let own = usize::from(half.side != side_of_a);
            add(&mut self.decoded[own], beliefs.guess);
            beliefs.interception.into_iter().for_each(|p| add(&mut self.intercepted[1 - own], p));
        }
        seating == Seating::BWhite
    }

    /// Writes the row of a deal.
    pub(super) fn write(&self, deal: u64, labels: [&str; 2], rows: &mut String) {
        let [white, black] = self.outcomes.map(score_text);
        let [a_decoded, b_decoded] = self.decoded;
        let [a_intercepted, b_intercepted] = self.intercepted;
        LogRow::begin(FILE, rows)
            .number("deal", deal)
            .text("agent_a", labels[0])
            .text("agent_b", labels[1])
            .text("a_white", white)
            .text("a_black", black)
            .number("rounds", self.rounds)
            .number("tiebreaks", self.tiebreaks)
            .number("a_halves", a_decoded.1)
            .number("a_decode_bits", a_decoded.0)
            .number("a_chances", a_intercepted.1)
            .number("a_intercept_bits", a_intercepted.0)
            .number("b_halves", b_decoded.1)
            .number("b_decode_bits", b_decoded.0)
            .number("b_chances", b_intercepted.1)
            .number("b_intercept_bits", b_intercepted.0)
            .end();
    }
}

/// Returns the score of a game in the file.
fn score_text(outcome: Option<Outcome>) -> &'static str {
    match outcome.unwrap_or(Outcome::Loss) {
        Outcome::Loss => "0.0",
        Outcome::Shared => "0.5",
        Outcome::Win => "1.0",
    }
}

/// Returns the outcome with a score; `None` if there is no such score.
const fn outcome(score: f64) -> Option<Outcome> {
    match score {
        0.0 => Some(Outcome::Loss),
        0.5 => Some(Outcome::Shared),
        1.0 => Some(Outcome::Win),
        _ => None,
    }
}

fn add((sum, halves): &mut (i128, u64), p: f32) {
    *sum += i128::from(FixedLog2::log2(p).0);
    *halves += 1;
}

/// A row read from the file.
#[derive(Clone, Debug, Deserialize)]
pub struct DealRow {
    /// Number of the deal.
    pub deal: u64,
    agent_a: String,
    agent_b: String,
    a_white: f64,
    a_black: f64,
    rounds: u64,
    tiebreaks: u64,
    a_halves: u64,
    a_decode_bits: i64,
    a_chances: u64,
    a_intercept_bits: i64,
    b_halves: u64,
    b_decode_bits: i64,
    b_chances: u64,
    b_intercept_bits: i64,
}

impl DealRow {
    /// Returns the two agents.
    pub fn agents(&self) -> [&str; 2] {
        [&self.agent_a, &self.agent_b]
    }

    /// Returns the outcomes of the pair; `None` if a score is out of range.
    pub fn pair(&self) -> Option<PairOnDeal> {
        Some(PairOnDeal {
            outcomes: [outcome(self.a_white)?, outcome(self.a_black)?],
            decoded: [(self.a_decode_bits.into(), self.a_halves), (self.b_decode_bits.into(), self.b_halves)],
            intercepted: [
                (self.a_intercept_bits.into(), self.a_chances),
                (self.b_intercept_bits.into(), self.b_chances),
            ],
        })
    }

    /// Returns the rounds of both games, and how many of them reached the tiebreaker.
    pub const fn rounds_and_tiebreaks(&self) -> [u64; 2] {
        [self.rounds, self.tiebreaks]
    }

    /// Writes the row with other labels, and with the agents swapped if `exchanged`.
    pub(super) fn write(&self, exchanged: bool, label: impl Fn(&str) -> String, rows: &mut String) {
        let Some(pair) = self.pair() else { return };
        let (pair, [a, b]) = if exchanged { (pair.exchanged(), [1, 0]) } else { (pair, [0, 1]) };
        let pair = PairProgress {
            outcomes: pair.outcomes.map(Some),
            rounds: self.rounds,
            tiebreaks: self.tiebreaks,
            decoded: pair.decoded,
            intercepted: pair.intercepted,
        };
        let names = self.agents().map(label);
        pair.write(self.deal, [&names[a], &names[b]], rows);
    }
}

/// Returns an iterator over the rows of a file, ordered by deal and pairing.
///
/// # Errors
/// Returns an error if the path is not a regular file. Each bad row gives an error with its line and column.
pub fn read(path: &Path) -> Result<impl Iterator<Item = Result<DealRow, LabError>> + use<>, LabError> {
    let name = path.display().to_string();
    let rows = input::rows_of(FileEntry::find(FILE), path)?.into_deserialize::<DealRow>();
    Ok(rows.map(move |row| {
        let row = row.map_err(|error| LabError::content(&name, error))?;
        if row.pair().is_some() {
            return Ok(row);
        }
        let message = format_args!("deal {}: a score is none of 0, 0.5 and 1", row.deal);
        Err(LabError::content(&name, message))
    }))
}
