//! The league: every agent against every other, the floor, the ceiling, and whom to send against those who know.
//!
//! A tournament, read in another way. Agents that cheat are its ceiling and no members: they meet every member on
//! the same deals, but these games count for the cheaters alone.

mod frames;
mod lineup;
mod markdown;
mod page;
mod play;
mod screen;
mod table;

use serde::Serialize;

use crate::balance::stopped;
use crate::cli::LeagueArgs;
use crate::failure::Failure;
use crate::output::{Form, Frame, form, grouped, json, on_stderr, on_stdout, print};
use crate::tournament::{listen, say, threads, warn};
use lineup::Lineup;
use page::Page;
use play::Played;
use table::Table;

/// Plays the league, prints its tables, and writes them where they were asked for.
pub(crate) fn run(args: &LeagueArgs) -> Result<(), Failure> {
    threads(args.threads)?;
    let page = args.write.as_deref().map(Page::open).transpose()?;
    let lineup = Lineup::new(args)?;
    listen()?;
    say(&header(&lineup));
    warn(&lineup.words.warnings, on_stderr(args.display.color));
    let played = play::play(&lineup, args.progress)?;
    let games = played.iter().map(Played::games).sum();
    let stopped = stopped(games, lineup.games(), args.write.as_deref());
    if played[0].tally.deals == 0 {
        return stopped;
    }
    let table = Table::new(&lineup, &played)?;
    if let (Some(page), Ok(())) = (page, &stopped) {
        page.write(&markdown::draw(&table, &lineup, args))?;
    }
    match form(args.display.format) {
        Form::Csv => print(&frames::agents(&table).to_csv()),
        Form::Json => print(&json(&Document::new(&table, &played, args))),
        Form::Table => print(&screen::draw(&table, on_stdout(args.display.color))),
    }?;
    stopped
}

fn header(lineup: &Lineup) -> [String; 2] {
    let (games, deals) = (grouped(lineup.games()), grouped(lineup.deals));
    [
        format!(
            "{games} games of {} agents; deals, each played twice by any two: {deals}",
            lineup.players.len()
        ),
        format!("rules {}, seed {}", lineup.rules.title(), lineup.seed),
    ]
}

/// All of the result.
#[derive(Serialize)]
struct Document<'a> {
    seed: u64,
    games: u64,
    deals: u64,
    rules: &'a str,
    set: &'a [String],
    agents: Frame,
    matrix: Frame,
}

impl<'a> Document<'a> {
    fn new(table: &Table, played: &[Played; 2], args: &'a LeagueArgs) -> Document<'a> {
        Document {
            seed: args.seed,
            games: played.iter().map(Played::games).sum(),
            deals: played[0].tally.deals,
            rules: &args.rules.rules,
            set: &args.rules.set,
            agents: frames::agents(table),
            matrix: frames::matrix(table),
        }
    }
}
