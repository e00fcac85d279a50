//! A sample game with the sheet of each team: its keywords, and round by round its clues, the code, and what both teams guessed.

use overhear_engine::rules::Side;
use overhear_lab::error::LabError;
use serde::Serialize;

use super::figure::{mark_outline, series};
use super::source::CsvRow;

/// A game to show.
#[derive(Clone, Debug, Serialize)]
pub(super) struct SampleGame {
    /// Number of the game in the run.
    pub(super) game: u64,
    /// What it is a sample of.
    pub(super) about: String,
    /// How it ended.
    pub(super) ending: String,
    /// The sheets of the sides that gave clues.
    pub(super) sheets: Vec<GameSheet>,
}

/// The clues of a side.
#[derive(Clone, Debug, Serialize)]
pub(super) struct GameSheet {
    /// Who gave the clues: White, Black, or the team of a game of three.
    side: String,
    agent: String,
    /// Style class and outline of the agent's mark in the figures of the page.
    mark: Option<[String; 2]>,
    /// The keywords by slot.
    keywords: Vec<String>,
    rounds: Vec<SheetRound>,
}

/// A round of a sheet.
#[derive(Clone, Debug, Serialize)]
struct SheetRound {
    round: u64,
    clues: Vec<SheetClue>,
    code: String,
    guess: String,
    is_missed: bool,
    /// The attempt of the opponents; empty while there is none.
    interception: String,
    is_overheard: bool,
    /// `true` if an illegal clue cost the code (R25).
    is_forfeited: bool,
}

/// A clue with the keyword that it is for.
#[derive(Clone, Debug, Serialize)]
struct SheetClue {
    clue: String,
    keyword: String,
}

/// What reads sheets from the rows of halves.csv.
#[derive(Clone, Debug)]
pub(super) struct SheetReader<'a> {
    /// Names of White and Black.
    pub(super) sides: [&'a str; 2],
    /// The agents in the order of the page, whose places are their marks.
    pub(super) order: Vec<String>,
}

impl SheetReader<'_> {
    /// Adds a half of a game to the sheets of this game.
    pub(super) fn add(&mut self, sheets: &mut Vec<GameSheet>, row: CsvRow<'_>) -> Result<(), LabError> {
        let side = row.one_of("side", Side::ALL.map(Side::name).into_iter().zip(self.sides))?;
        let known = sheets.iter().position(|sheet| sheet.side == side);
        let place = known.unwrap_or_else(|| {
            sheets.push(self.sheet(side, row));
            sheets.len() - 1
        });
        sheets[place].rounds.push(round(row));
        Ok(())
    }

    /// Returns the sheet that a half begins.
    fn sheet(&self, side: &str, row: CsvRow<'_>) -> GameSheet {
        let agent = row.text("agent").to_owned();
        let place = self.order.iter().position(|label| *label == agent);
        GameSheet {
            side: side.to_owned(),
            agent,
            mark: place.map(|n| [series(n), mark_outline(n).to_owned()]),
            keywords: ["slot_1", "slot_2", "slot_3", "slot_4"].map(|slot| row.text(slot).to_owned()).into(),
            rounds: Vec::new(),
        }
    }
}

/// Returns a half as a round of a sheet.
fn round(row: CsvRow<'_>) -> SheetRound {
    let clues = [["clue_1", "keyword_1"], ["clue_2", "keyword_2"], ["clue_3", "keyword_3"]];
    SheetRound {
        round: row.count("round"),
        clues: clues
            .map(|[clue, keyword]| [clue, keyword].map(|column| row.text(column).to_owned()))
            .map(|[clue, keyword]| SheetClue { clue, keyword })
            .into(),
        code: digits(row.text("code")),
        guess: digits(row.text("guess")),
        is_missed: row.text("guess_right") == "0",
        interception: digits(row.text("interception")),
        is_overheard: row.text("intercepted") == "1",
        is_forfeited: row.text("forfeited") == "1",
    }
}

/// Returns a code with its digits apart, as players write it.
fn digits(code: &str) -> String {
    code.chars().map(String::from).collect::<Vec<_>>().join("-")
}
