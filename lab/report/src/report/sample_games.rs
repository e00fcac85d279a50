//! Games of a tournament as samples: the shortest, the longest, and one that the tiebreaker settled.

use std::ops::ControlFlow;

use overhear_engine::rules::{DecidedBy, Side};
use overhear_lab::error::LabError;
use overhear_lab::table::counted;

use super::game_sheet::{SampleGame, SheetReader};
use super::page::Section;
use super::source::{CsvRow, CsvTable, ResultFiles};
use super::three_player;

/// What a game is a sample of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SampleKind {
    Shortest,
    Longest,
    Tiebreak,
}

impl SampleKind {
    const ALL: [SampleKind; 3] = [SampleKind::Shortest, SampleKind::Longest, SampleKind::Tiebreak];

    const fn title(self) -> &'static str {
        match self {
            SampleKind::Shortest => "The shortest game",
            SampleKind::Longest => "The longest game",
            SampleKind::Tiebreak => "The tiebreaker settled it",
        }
    }

    /// Returns the rank of a game among samples of this kind, the best lowest; `None` if it is none. A game that ended by a fault
    /// shows nothing of its kind.
    fn rank(self, row: CsvRow<'_>) -> Result<Option<u64>, LabError> {
        let step = step(row)?;
        let (rounds, is_tied) = (row.count("rounds"), u64::from(row.text("door") != "none"));
        Ok(match (self, step) {
            (_, DecidedBy::Forfeit) => None,
            (SampleKind::Shortest, _) => Some(2 * rounds + is_tied),
            (SampleKind::Longest, _) => Some(2 * u64::from(u32::MAX).saturating_sub(rounds) + is_tied),
            (SampleKind::Tiebreak, DecidedBy::Keywords) => Some(0),
            (SampleKind::Tiebreak, DecidedBy::Points) => Some(1),
            (SampleKind::Tiebreak, DecidedBy::FinalTie | DecidedBy::SuddenDeath) => Some(2),
            (SampleKind::Tiebreak, _) => None,
        })
    }
}

/// Returns the step that decided a game.
fn step(row: CsvRow<'_>) -> Result<DecidedBy, LabError> {
    row.one_of("step", DecidedBy::ALL.map(|step| (step.name(), step)))
}

/// The samples of a run as far as its games are read: the best game of each kind with its rank.
#[derive(Default)]
struct Choice {
    best: [Option<(u64, SampleGame)>; SampleKind::ALL.len()],
}

impl Choice {
    /// Takes a row of games.csv into account.
    fn consider(&mut self, row: CsvRow<'_>, sides: [&str; 2]) -> Result<(), LabError> {
        for (kind, best) in SampleKind::ALL.into_iter().zip(&mut self.best) {
            let Some(rank) = kind.rank(row)? else { continue };
            if best.as_ref().is_none_or(|(least, _)| rank < *least) {
                let about = kind.title().to_owned();
                let (game, ending) = (row.count("game"), ending(row, sides)?);
                *best = Some((rank, SampleGame { game, about, ending, sheets: Vec::new() }));
            }
        }
        Ok(())
    }

    /// Returns the games in the order of kinds; a game that is a sample of two stands there once.
    fn games(self) -> Vec<SampleGame> {
        let mut games: Vec<SampleGame> = Vec::new();
        for (_, sample) in self.best.into_iter().flatten() {
            match games.iter_mut().find(|other| other.game == sample.game) {
                Some(same) => same.about = format!("{}; {}", same.about, sample.about.to_lowercase()),
                None => games.push(sample),
            }
        }
        games
    }
}

/// Returns how a game ended, as sentences.
fn ending(row: CsvRow<'_>, sides: [&str; 2]) -> Result<String, LabError> {
    let by = match step(row)? {
        DecidedBy::Interceptions => "by Interceptions",
        DecidedBy::Miscommunications => "by Miscommunications",
        DecidedBy::Both => "by tokens of both kinds",
        DecidedBy::Points => "by points in the tiebreaker",
        DecidedBy::Keywords => "by keywords in the tiebreaker",
        DecidedBy::FinalTie | DecidedBy::Shared => "by the last step of the tiebreaker",
        DecidedBy::SuddenDeath => "in sudden death",
        DecidedBy::Interceptor => "with enough Interceptions",
        DecidedBy::Team => "as the last round is over",
        DecidedBy::Forfeit => "by a fault",
    };
    let rounds = counted(row.count("rounds"), "round");
    let winner = Side::ALL.into_iter().zip(sides).find(|(side, _)| side.name() == row.text("winner"));
    let result = match winner {
        Some((side, name)) => format!("{} ({name}) wins after {rounds} {by}.", row.text(side.name())),
        None => format!("A shared victory after {rounds}."),
    };
    let tokens = sides.into_iter().zip(["white", "black"]).map(|(name, side)| {
        let [interceptions, misses] =
            [("interceptions", "Interception"), ("miscommunications", "Miscommunication")]
                .map(|(column, word)| counted(row.count(&format!("{side}_{column}")), word));
        let named = row.text(&format!("{side}_keywords_right"));
        let named = if named.is_empty() { String::new() } else { format!(", {named} keywords named") };
        format!("{name}: {interceptions}, {misses}{named}.")
    });
    Ok(std::iter::once(result).chain(tokens).collect::<Vec<_>>().join(" "))
}

/// Returns the section of samples: empty if not all of games.csv and halves.csv is kept.
pub(super) fn section(source: &ResultFiles) -> Result<Section, LabError> {
    let mut section = Section::new(
        "Sample games",
        "The sheets of both teams: each clue with its keyword, the code, and what the own team and the opponents guessed. The \
         command plays the game again from the directory of this result, here called result, and prints all chances.",
    );
    let (Some(games), Some(halves)) = (source.path("games.csv"), source.path("halves.csv")) else {
        return Ok(section);
    };
    let sides =
        if three_player::is_played(source) { ["the team", "the Interceptor"] } else { ["White", "Black"] };
    let mut choice = Choice::default();
    CsvTable::visit("games.csv", &games, |row| {
        choice.consider(row, sides)?;
        Ok(ControlFlow::Continue(()))
    })?;
    let mut games = choice.games();
    let mut reader = SheetReader { sides, order: source.agent_order("standings.csv")? };
    let last = games.iter().map(|sample| sample.game).max();
    // The halves stand in the order of games: those after the last sample need not be read.
    CsvTable::visit("halves.csv", &halves, |row| {
        let game = row.count("game");
        if last.is_none_or(|last| game > last) {
            return Ok(ControlFlow::Break(()));
        }
        if let Some(sample) = games.iter_mut().find(|sample| sample.game == game) {
            reader.add(&mut sample.sheets, row)?;
        }
        Ok(ControlFlow::Continue(()))
    })?;
    games.retain(|sample| !sample.sheets.is_empty());
    section.games = games;
    Ok(section)
}
