//! Rows for every game and every half, in the order of the games.

use std::fmt::Write as _;
use std::sync::atomic::{AtomicU64, Ordering};

use overhear_agents::model::World;
use overhear_engine::arena::{GameNumber, Recorder, Schedule};
use overhear_engine::rules::{BySide, Half, Rules, Side, Tokens};
use overhear_engine::table::{Game, HalfBeliefs};

use super::result_dir::ResultDir;
use crate::cli::LogDetail;
use crate::failure::Failure;
use crate::output::PendingFile;

const GAMES: &str = "game,deal,pair_half,white,black,winner,winner_agent,rounds,white_interceptions,\
    white_miscommunications,black_interceptions,black_miscommunications,door,step,white_keywords_right,\
    black_keywords_right\n";

const HALVES: &str = "game,round,side,encryptor,code,clue_1,clue_2,clue_3,guess,interception,p_guess,\
    p_interception,guess_right,intercepted\n";

/// The log files of a run, as far as there are any; they stay temporary until everything is written.
pub(super) struct LogFiles {
    /// games.csv.
    pub(super) games: Option<PendingFile>,
    /// halves.csv.
    pub(super) halves: Option<PendingFile>,
}

impl LogFiles {
    /// Begins the files; without a directory there are none.
    pub(super) fn create(dir: Option<&ResultDir>, detail: LogDetail) -> Result<LogFiles, Failure> {
        let begin = |name, header, least| match dir.filter(|_| detail >= least) {
            Some(dir) => dir.begin(name, header).map(Some),
            None => Ok(None),
        };
        Ok(LogFiles {
            games: begin("games.csv", GAMES, LogDetail::Games)?,
            halves: begin("halves.csv", HALVES, LogDetail::Halves)?,
        })
    }

    /// Which rows have a file to go to.
    pub(super) fn detail(&self) -> LogDetail {
        match (&self.games, &self.halves) {
            (_, Some(_)) => LogDetail::Halves,
            (Some(_), None) => LogDetail::Games,
            (None, None) => LogDetail::None,
        }
    }

    /// Adds the rows of a block.
    pub(super) fn append(&mut self, page: &Page) -> Result<(), Failure> {
        for (file, rows) in [&mut self.games, &mut self.halves].into_iter().zip(page.texts()) {
            if let Some(file) = file {
                file.append(rows.as_bytes())?;
            }
        }
        Ok(())
    }
}

/// The rows of one block.
#[derive(Default)]
pub(crate) struct Page {
    games: String,
    halves: String,
}

impl Page {
    /// The rows of games and those of halves.
    pub(crate) fn texts(&self) -> [&str; 2] {
        [&self.games, &self.halves]
    }
}

/// Writes the rows of a game as it ends, and counts it.
pub(crate) struct Scribe<'a> {
    detail: LogDetail,
    done: &'a AtomicU64,
    world: &'a World,
    schedule: &'a Schedule,
    /// Quoted where CSV asks for it.
    labels: Vec<String>,
    team_sizes: BySide<u8>,
}

impl<'a> Scribe<'a> {
    /// A scribe for games by these rules between agents with these labels.
    pub(crate) fn new(
        detail: LogDetail,
        done: &'a AtomicU64,
        world: &'a World,
        schedule: &'a Schedule,
        labels: &[&str],
        rules: &Rules,
    ) -> Scribe<'a> {
        let labels = labels.iter().map(|label| quoted(label)).collect();
        Scribe { detail, done, world, schedule, labels, team_sizes: rules.team_sizes() }
    }

    fn game_row(&self, number: GameNumber, seats: BySide<usize>, game: &Game, rows: &mut String) {
        let (deal, _, seating) =
            self.schedule.locate(number).expect("a game that was played is of the schedule");
        let label = |side: Side| self.labels[seats[side]].as_str();
        let (winner, agent) = match game.ending.winner {
            Some(side) => (side.to_string(), label(side)),
            None => ("shared".to_owned(), ""),
        };
        let door = game.ending.door.map_or("none".to_owned(), |door| door.to_string());
        let BySide { white, black } = game.record.tokens();
        let right =
            |side| game.keywords_right.map_or(String::new(), |right: BySide<u8>| right[side].to_string());
        writeln!(
            rows,
            "{},{deal},{},{},{},{winner},{agent},{},{},{},{door},{},{},{}",
            number.0,
            1 + seating as u8,
            label(Side::White),
            label(Side::Black),
            game.rounds,
            tokens(white),
            tokens(black),
            game.ending.step,
            right(Side::White),
            right(Side::Black),
        )
        .expect("a string takes everything");
    }

    fn half_row(&self, number: GameNumber, half: &Half, beliefs: &HalfBeliefs, rows: &mut String) {
        let clue = |n: usize| half.clues[n].map_or(String::new(), |clue| quoted(self.world.clue_text(clue)));
        let interception = half.interception.map_or(String::new(), |code| code.to_string());
        let p_interception = beliefs.interception.map_or(String::new(), |p| format!("{p:.6}"));
        writeln!(
            rows,
            "{},{},{},{},{},{},{},{},{},{interception},{:.6},{p_interception},{},{}",
            number.0,
            half.round,
            half.side,
            1 + (half.round - 1) % self.team_sizes[half.side],
            half.code,
            clue(0),
            clue(1),
            clue(2),
            half.guess,
            beliefs.guess,
            u8::from(half.understood()),
            u8::from(half.intercepted()),
        )
        .expect("a string takes everything");
    }
}

fn tokens(tokens: Tokens) -> String {
    format!("{},{}", tokens.interceptions, tokens.miscommunications)
}

/// A field of CSV.
fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

impl Recorder for Scribe<'_> {
    type Page = Page;

    fn game(&self, number: GameNumber, seats: BySide<usize>, game: &Game, page: &mut Page) {
        self.done.fetch_add(1, Ordering::Relaxed);
        if self.detail >= LogDetail::Games {
            self.game_row(number, seats, game, &mut page.games);
        }
        if self.detail >= LogDetail::Halves {
            for (half, beliefs) in game.record.halves().iter().zip(game.beliefs()) {
                self.half_row(number, half, beliefs, &mut page.halves);
            }
        }
    }
}
