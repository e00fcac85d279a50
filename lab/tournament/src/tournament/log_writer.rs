//! Log rows of every game and every half, in game order.

use std::borrow::Cow;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use overhear_agents::model::World;
use overhear_agents::words::WordList;
use overhear_bots::StatedChances;
use overhear_engine::arena::{GameNumber, OnFault, Recorder, Schedule};
use overhear_engine::game::Game;
use overhear_engine::rules::{BySide, CLUES, Clue, Half, Rules, Side, Slot, TieCondition};

use super::append_file::AppendFile;
use super::clue_chances::{self, ClueGivingBots, HALVES};
use super::deals::{self, PairProgress};
use super::row::{DealtGame, LogRow, quoted};
use super::{LogDetail, TournamentConfig, transcript};
use crate::error::LabError;
use crate::store::Inventory;
use crate::table::Frame;

/// Name of the log of games.
const GAMES: &str = "games.csv";

/// The log files of a run. They grow in the work area until the run ends.
#[derive(Default)]
pub(super) struct LogFiles {
    deals: Option<AppendFile>,
    games: Option<AppendFile>,
    halves: Option<AppendFile>,
    talks: Option<AppendFile>,
    running: Option<AppendFile>,
}

impl LogFiles {
    /// Opens the requested files; a new file gets its header. `has_givers` is `true` if bots give clues, and may state chances.
    pub(super) fn create(
        args: &TournamentConfig,
        has_givers: bool,
        open: impl Fn(&str) -> Result<AppendFile, LabError>,
    ) -> Result<LogFiles, LabError> {
        let open_if = |is_requested: bool, name: &str| {
            is_requested
                .then(|| open(name).and_then(|file| file.headed(&header(name, has_givers))))
                .transpose()
        };
        Ok(LogFiles {
            deals: open_if(args.log >= LogDetail::Deals, deals::FILE)?,
            games: open_if(args.log >= LogDetail::Games, GAMES)?,
            halves: open_if(args.log >= LogDetail::Halves, HALVES)?,
            talks: open_if(args.log >= LogDetail::Halves && args.discuss > 0, transcript::FILE)?,
            running: open_if(args.running.is_some() && args.shard.is_none(), "running.csv")?,
        })
    }

    fn files(&mut self) -> impl Iterator<Item = &mut AppendFile> {
        let LogFiles { deals, games, halves, talks, running } = self;
        [deals, games, halves, talks, running].into_iter().flatten()
    }

    /// Returns the names of the files.
    pub(super) fn names(&mut self) -> Vec<&'static str> {
        let all = [
            (deals::FILE, &self.deals),
            (GAMES, &self.games),
            (HALVES, &self.halves),
            (transcript::FILE, &self.talks),
            ("running.csv", &self.running),
        ];
        all.into_iter().filter(|(_, file)| file.is_some()).map(|(name, _)| name).collect()
    }

    /// Appends the rows of a block.
    pub(super) fn append(&mut self, buffer: &LogBuffer) -> Result<(), LabError> {
        let texts = [&buffer.deals, &buffer.games, &buffer.halves, &buffer.talks];
        for (file, rows) in self.logs().into_iter().zip(texts) {
            if let Some(file) = file {
                file.append(rows.as_bytes())?;
            }
        }
        Ok(())
    }

    /// Returns the logs of deals, games, halves and talks.
    fn logs(&mut self) -> [&mut Option<AppendFile>; 4] {
        let LogFiles { deals, games, halves, talks, .. } = self;
        [deals, games, halves, talks]
    }

    /// Appends rows of deals.
    pub(super) fn append_deals(&mut self, rows: &str) -> Result<(), LabError> {
        self.deals.as_mut().map_or(Ok(()), |file| file.append(rows.as_bytes()))
    }

    /// Appends rows of running.csv.
    pub(super) fn append_running(&mut self, rows: &str) -> Result<(), LabError> {
        self.running.as_mut().map_or(Ok(()), |file| file.append(rows.as_bytes()))
    }

    /// Appends the logs of a shard without their headers.
    pub(super) fn append_shard(&mut self, directory: &Path) -> Result<(), LabError> {
        self.logs().into_iter().flatten().try_for_each(|file| {
            let name = file.path().file_name().unwrap_or_default().to_owned();
            file.append_rows_of(&directory.join(name))
        })
    }

    /// Syncs all files to disk and returns their checksums.
    pub(super) fn sync(&mut self) -> Result<Inventory, LabError> {
        let names = self.names();
        let sums = self.files().map(AppendFile::sync).collect::<Result<Vec<_>, _>>()?;
        Ok(names.into_iter().map(str::to_owned).zip(sums).collect())
    }
}

/// Returns the first line of a log. That of halves has the columns of chances if bots give clues.
fn header(name: &str, has_givers: bool) -> String {
    if name == HALVES { clue_chances::header(has_givers) } else { Frame::new(name).to_csv() }
}

/// The rows of one block.
#[derive(Default)]
pub struct LogBuffer {
    deals: String,
    games: String,
    halves: String,
    talks: String,
    /// Lengths of the four texts at the end of the last deal.
    deal_ends: [usize; 4],
    /// The pair in progress.
    pair: PairProgress,
}

impl LogBuffer {
    /// Returns the rows of games and of halves.
    pub fn texts(&self) -> [&str; 2] {
        [&self.games, &self.halves]
    }

    /// Returns the rows of talks.
    pub fn talks(&self) -> &str {
        &self.talks
    }

    /// Ends a deal, and drops its rows if it is void.
    fn close_deal(&mut self, void: bool) {
        let mut rows = [&mut self.deals, &mut self.games, &mut self.halves, &mut self.talks];
        if void {
            rows.iter_mut().zip(self.deal_ends).for_each(|(rows, length)| rows.truncate(length));
        }
        self.deal_ends = rows.map(|rows| rows.len());
    }
}

/// Writes the rows of each game as it ends, and counts it.
pub struct LogWriter<'a> {
    detail: LogDetail,
    done: &'a AtomicU64,
    schedule: &'a Schedule,
    /// The labels, quoted where CSV requires it. The clues are quoted in advance as well.
    labels: Vec<String>,
    clues: WordList,
    world: &'a World,
    keywords: Vec<String>,
    rules: Rules,
    on_fault: OnFault,
    answer_limit: Option<Duration>,
    clue_givers: Option<ClueGivingBots<'a>>,
}

impl<'a> LogWriter<'a> {
    /// Returns a writer for games under these rules between agents with these labels.
    pub fn new(
        detail: LogDetail,
        done: &'a AtomicU64,
        world: &'a World,
        schedule: &'a Schedule,
        labels: &[&str],
        rules: &Rules,
    ) -> LogWriter<'a> {
        let labels = labels.iter().map(|label| quoted(label).into_owned()).collect();
        let clues = world.clue_texts().map(quoted);
        let clues = if detail >= LogDetail::Halves { clues.collect() } else { WordList::default() };
        let keywords = world.deck().keywords().iter().map(|keyword| quoted(&keyword.text).into_owned());
        LogWriter {
            detail,
            done,
            schedule,
            labels,
            clues,
            world,
            keywords: keywords.collect(),
            rules: *rules,
            on_fault: OnFault::Unwind,
            answer_limit: None,
            clue_givers: None,
        }
    }

    /// Returns the writer for games in which bots may state chances of their clues.
    #[must_use]
    pub fn with_clue_givers(self, clue_givers: Option<ClueGivingBots<'a>>) -> LogWriter<'a> {
        LogWriter { clue_givers, ..self }
    }

    /// Returns the writer for games that may have faults.
    pub(super) fn on_fault(self, on_fault: OnFault, answer_limit: Option<Duration>) -> LogWriter<'a> {
        LogWriter { on_fault, answer_limit, ..self }
    }

    /// Returns the schedule of the games.
    pub(super) fn schedule(&self) -> &'a Schedule {
        self.schedule
    }

    /// Adds a game to its pair, and writes the pair's row after the second game.
    fn pair_row(&self, number: GameNumber, game: &Game, buffer: &mut LogBuffer) {
        let (deal, place, seating) =
            self.schedule.locate(number).expect("a game that was played is of the schedule");
        if buffer.pair.add(seating, game) {
            let pairing = self.schedule.pairings()[place];
            let labels = [&self.labels[pairing.a], &self.labels[pairing.b]];
            buffer.pair.write(deal, labels.map(String::as_str), &mut buffer.deals);
        }
    }

    fn game_row(&self, number: GameNumber, seats: BySide<usize>, game: &Game, rows: &mut String) {
        let (deal, _, seating) =
            self.schedule.locate(number).expect("a game that was played is of the schedule");
        let labels = BySide::from_fn(|side| self.labels[seats[side]].as_str());
        let BySide { white, black } = game.record.tokens();
        LogRow::begin(GAMES, rows)
            .number("game", number.0)
            .number("deal", deal)
            .number("pair_half", 1 + seating as u8)
            .text("white", labels.white)
            .text("black", labels.black)
            .text("winner", game.ending.winner.map_or("shared", Side::name))
            .text("winner_agent", game.ending.winner.map_or("", |winner| labels[winner]))
            .number("rounds", game.rounds)
            .number("white_interceptions", white.interceptions)
            .number("white_miscommunications", white.miscommunications)
            .number("black_interceptions", black.interceptions)
            .number("black_miscommunications", black.miscommunications)
            .text("door", game.ending.tie_condition.map_or("none", TieCondition::name))
            .text("step", game.ending.decided_by.name())
            .option("white_keywords_right", game.keywords_right.map(|right| right.white), LogRow::number)
            .option("black_keywords_right", game.keywords_right.map(|right| right.black), LogRow::number)
            .end();
    }

    fn half_row(&self, dealt: DealtGame, game: &Game, place: usize, rows: &mut String) {
        let DealtGame { number, deal, seats } = dealt;
        let (half, beliefs) = (&game.record.halves()[place], &game.beliefs()[place]);
        let [first, second, third] =
            half.clues.map(|clue| clue.map_or(Cow::Borrowed(""), |clue| self.clue(clue)));
        let keyword = |slot| self.keywords[game.keywords[half.side][slot].index()].as_str();
        let [first_slot, second_slot, third_slot] = half.code.slots();
        let [written_1, written_2, written_3] =
            game.written(place).map_or([None; CLUES], |written| written.map(Some));
        let chances = self.clue_givers.as_ref().and_then(|givers| givers.stated_chances(dealt, game, place));
        let StatedChances { understood, overheard } = chances.unwrap_or_default();
        LogRow::begin(HALVES, rows)
            .number("game", number.0)
            .number("round", half.round)
            .text("side", half.side.name())
            .number("encryptor", 1 + self.rules.encryptor_of(half.side, half.round))
            .code("code", half.code)
            .text("clue_1", &first)
            .text("clue_2", &second)
            .text("clue_3", &third)
            .code("guess", half.guess)
            .option("interception", half.interception, LogRow::code)
            .share("p_guess", beliefs.guess)
            .option("p_interception", beliefs.interception, LogRow::share)
            .number("guess_right", u8::from(half.understood()))
            .number("intercepted", u8::from(half.intercepted()))
            .number("deal", deal)
            .text("agent", &self.labels[seats[half.side]])
            .text("keyword_1", keyword(first_slot))
            .text("keyword_2", keyword(second_slot))
            .text("keyword_3", keyword(third_slot))
            .text("keyword_4", keyword(half.code.left_out()))
            .number("forfeited", u8::from(half.forfeited))
            .text("refused", &self.refused(game, half))
            .option("written_1", written_1, LogRow::seconds)
            .option("written_2", written_2, LogRow::seconds)
            .option("written_3", written_3, LogRow::seconds)
            .text("slot_1", keyword(Slot::ALL[0]))
            .text("slot_2", keyword(Slot::ALL[1]))
            .text("slot_3", keyword(Slot::ALL[2]))
            .text("slot_4", keyword(Slot::ALL[3]))
            .option("p_understood", understood, LogRow::chance)
            .option("p_overheard", overheard, LogRow::chance)
            .end();
        if self.clue_givers.is_none() {
            clue_chances::drop_empty_columns(rows);
        }
    }

    /// Returns a clue, quoted.
    fn clue(&self, clue: Clue) -> Cow<'_, str> {
        if clue.index() < self.clues.len() {
            Cow::Borrowed(self.clues.get(clue.index()))
        } else {
            quoted(self.world.clue_text(clue))
        }
    }

    /// Returns the illegal clues that were tried for a half, in order of refusal, quoted.
    fn refused(&self, game: &Game, half: &Half) -> String {
        let tried = game.refused.iter().filter(|clue| (clue.round, clue.side) == (half.round, half.side));
        let texts: Vec<&str> = tried.map(|refused| self.world.clue_text(refused.clue)).collect();
        quoted(&texts.join(" / ")).into_owned()
    }
}

impl Recorder for LogWriter<'_> {
    type Output = LogBuffer;

    fn game(&self, number: GameNumber, seats: BySide<usize>, game: &Game, buffer: &mut LogBuffer) {
        self.done.fetch_add(1, Ordering::Relaxed);
        if self.detail >= LogDetail::Deals {
            self.pair_row(number, game, buffer);
        }
        if self.detail >= LogDetail::Games {
            self.game_row(number, seats, game, &mut buffer.games);
        }
        if self.detail >= LogDetail::Halves {
            let (deal, ..) = self.schedule.locate(number).expect("a game that was played is of the schedule");
            let dealt = DealtGame { number, deal, seats };
            for place in 0..game.record.halves().len() {
                self.half_row(dealt, game, place, &mut buffer.halves);
            }
            for talk in &game.talks {
                let agent = &self.labels[seats[talk.team]];
                transcript::write(dealt, agent, game, talk, &mut buffer.talks);
            }
        }
    }

    fn deal(&self, _: u64, void: bool, buffer: &mut LogBuffer) {
        buffer.close_deal(void);
    }

    fn on_fault(&self) -> OnFault {
        self.on_fault
    }

    fn answer_limit(&self) -> Option<Duration> {
        self.answer_limit
    }
}
