//! The chances that bots state of their clues, in the last two columns of halves.csv.
//!
//! While a run with such bots plays, every row has the columns. If no bot has stated a chance when the run ends, the columns
//! are removed, so that the file is that of a run without bots.

use std::fs::File;
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::sync::Arc;

use overhear_bots::{Bot, ClueTurn, StatedChances};
use overhear_engine::arena::Arena;
use overhear_engine::game::Game;
use overhear_engine::rules::{BySide, Half};

use super::plan::Plan;
use super::row::DealtGame;
use crate::error::{FileContext as _, LabError};
use crate::store::PendingFile;
use crate::table::Frame;

/// Name of the log of halves.
pub(super) const HALVES: &str = "halves.csv";

/// End of a row without a chance, and of a header with the columns.
const NOTHING: &str = ",,\n";
const COLUMNS: &str = ",p_understood,p_overheard\n";

/// The bots of a run that give clues.
pub struct ClueGivingBots<'a> {
    arena: &'a Arena<'a>,
    /// The bot of each agent, in the order of the roster.
    givers: Vec<Option<Arc<Bot>>>,
}

impl<'a> ClueGivingBots<'a> {
    /// Returns the bots of a plan that give clues, `None` if there are none.
    pub fn new(plan: &Plan, arena: &'a Arena<'a>) -> Option<ClueGivingBots<'a>> {
        let givers: Vec<_> = plan.lineup.players.iter().map(|player| plan.bots.giver(&player.spec)).collect();
        givers.iter().any(Option::is_some).then_some(ClueGivingBots { arena, givers })
    }

    /// Returns the chances that the giver of a half has stated.
    pub(super) fn stated_chances(
        &self,
        DealtGame { deal, seats, .. }: DealtGame,
        game: &Game,
        place: usize,
    ) -> Option<StatedChances> {
        let halves = game.record.halves();
        let Half { round, side, code, .. } = halves[place];
        let bot = self.givers[seats[side]].as_ref()?;
        let member = self.arena.setup().rules().encryptor_of(side, round);
        let salts = BySide::from_fn(|side| self.arena.agents()[seats[side]].salt());
        let noise_seed = self.arena.deal(deal).salted(salts).noise_seeds[side][usize::from(member)];
        let history = &halves[..halves.partition_point(|half| half.round < round)];
        bot.stated_chances(&ClueTurn { side, noise_seed, round, code, history })
    }
}

/// Returns `true` if halves.csv of a plan has the columns while it plays.
pub(super) fn has_columns(plan: &Plan) -> bool {
    plan.lineup.players.iter().any(|player| plan.bots.gives_clues(&player.spec))
}

/// Returns the header of halves.csv with or without the columns.
pub(super) fn header(with_columns: bool) -> String {
    let more: &[&str] = if with_columns { &["p_understood", "p_overheard"] } else { &[] };
    Frame::with(HALVES, more).to_csv()
}

/// Removes the empty columns from the row that was written last.
pub(super) fn drop_empty_columns(rows: &mut String) {
    rows.truncate(rows.strip_suffix(NOTHING).expect("no chance was stated").len());
    rows.push('\n');
}

/// Returns rows of halves.csv below their header, with the columns if the stored file has them, or a row has a chance.
///
/// # Errors
/// Returns an error for a stored file that cannot be read.
pub fn as_stored(path: &Path, rows: &str, with_columns: bool) -> Result<String, LabError> {
    let rows = header(with_columns) + rows;
    let mut first = String::new();
    let file = File::open(path).named(path.display())?;
    BufReader::new(file).read_line(&mut first).named(path.display())?;
    Ok(if first.ends_with(COLUMNS) { rows } else { without_empty_columns(&rows) })
}

/// Returns rows of halves.csv, with their header, without the columns if no row has a chance.
pub(crate) fn without_empty_columns(rows: &str) -> String {
    let mut lines = rows.split_inclusive('\n');
    let Some(narrow) = lines.next().and_then(|line| line.strip_suffix(COLUMNS)) else {
        return rows.to_owned();
    };
    let mut text = format!("{narrow}\n");
    for line in lines {
        let Some(line) = line.strip_suffix(NOTHING) else { return rows.to_owned() };
        text.push_str(line);
        text.push('\n');
    }
    text
}

/// Removes the columns from the file if no row has a chance. Returns `true` if the file was changed.
pub(super) fn drop_columns_if_empty(path: &Path) -> Result<bool, LabError> {
    if !has_only_empty_columns(path)? {
        return Ok(false);
    }
    let mut shorter = PendingFile::begin(path.to_owned())?;
    // The reader is closed before the file is replaced: Windows replaces no open file.
    each_line(path, |line| {
        let shorter_line = line.strip_suffix(COLUMNS).or_else(|| line.strip_suffix(NOTHING));
        shorter.append(shorter_line.unwrap_or(line).as_bytes())?;
        shorter.append(b"\n").map(|()| true)
    })?;
    shorter.sync()?.publish()?;
    Ok(true)
}

/// Returns `true` if the file has the columns, and no row has a chance.
fn has_only_empty_columns(path: &Path) -> Result<bool, LabError> {
    let mut end = COLUMNS;
    let are_empty = each_line(path, |line| Ok(line.ends_with(std::mem::replace(&mut end, NOTHING))))?;
    Ok(are_empty && end == NOTHING)
}

/// Passes the lines of a file, with their ends, to `take` until it returns `false`. Returns `true` if it never did.
fn each_line(path: &Path, mut take: impl FnMut(&str) -> Result<bool, LabError>) -> Result<bool, LabError> {
    let mut from = File::open(path).map(BufReader::new).named(path.display())?;
    let mut line = String::new();
    while from.read_line(&mut line).named(path.display())? > 0 {
        if !take(&line)? {
            return Ok(false);
        }
        line.clear();
    }
    Ok(true)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    const NARROW: &str = "game,written_3\n0,\n1,0.5\n";

    fn wide(ends: [&str; 2]) -> String {
        format!("game,written_3{COLUMNS}0,{}\n1,0.5{}\n", ends[0], ends[1])
    }

    #[test]
    fn columns_stay_if_a_row_has_a_chance() {
        let dir = tempfile::tempdir().expect("a directory");
        let path = dir.path().join("halves.csv");
        for (text, expected) in [
            (wide([",,", ",,"]), NARROW.to_owned()),
            (wide([",0.5,", ",,"]), wide([",0.5,", ",,"])),
            (wide([",,", ",,1"]), wide([",,", ",,1"])),
            (NARROW.to_owned(), NARROW.to_owned()),
            (String::new(), String::new()),
        ] {
            assert_eq!(without_empty_columns(&text), expected);
            fs::write(&path, &text).expect("written");
            let is_changed =
                drop_columns_if_empty(&path).unwrap_or_else(|error| panic!("{}", error.to_string()));
            assert_eq!(is_changed, text != expected, "{text}");
            assert_eq!(fs::read_to_string(&path).expect("a file"), expected);
        }
        assert_eq!(fs::read_dir(dir.path()).expect("a directory").count(), 1, "nothing is left behind");
    }

    #[test]
    fn a_row_without_columns_is_shorter() {
        let mut rows = "0,1,\n1,0.5,,\n".to_owned();
        drop_empty_columns(&mut rows);
        assert_eq!(rows, "0,1,\n1,0.5\n");
        let wide = header(true);
        assert_eq!(wide.strip_suffix(COLUMNS).map(|narrow| format!("{narrow}\n")), Some(header(false)));
    }
}
