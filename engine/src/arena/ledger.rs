//! Games that end in any order, kept until the blocks that they belong to can be handed over in deal order.

use std::collections::VecDeque;
use std::ops::Range;

use super::books::{Books, Games};
use super::runner::BLOCK_GAMES;
use super::{Arena, Block, Fault, GameNumber, OnFault, Recorder};
use crate::rules::BySide;
use crate::table::{Breakdown, Game};

/// A game that is over, and who broke down in it.
pub(super) struct Played {
    pub(super) number: GameNumber,
    pub(super) game: Game,
    pub(super) broken: Option<Breakdown>,
}

/// What has been begun and not been handed over.
pub(super) struct Ledger {
    /// The deals that can still be begun.
    deals: Range<u64>,
    games_of_a_deal: u64,
    /// The games of the deal that was begun last which nobody plays yet.
    unplayed: Range<u64>,
    /// How many games may be kept.
    most: usize,
    /// The first game that has not been handed over, and what there is of it and those behind it.
    first: u64,
    kept: VecDeque<Option<Box<Played>>>,
    /// How many of them are there without a gap.
    whole: usize,
    books: Books,
    last: Option<Box<Played>>,
}

impl Ledger {
    /// A ledger for some deals, of which so many games may be begun ahead of those handed over.
    pub(super) fn new(arena: &Arena<'_>, deals: Range<u64>, ahead: usize) -> Ledger {
        let games_of_a_deal = arena.schedule.games_of_a_deal();
        let first = deals.start * games_of_a_deal;
        Ledger {
            deals,
            games_of_a_deal,
            unplayed: first..first,
            most: ahead + 2 * (BLOCK_GAMES + games_of_a_deal) as usize,
            first,
            kept: VecDeque::new(),
            whole: 0,
            books: Books::default(),
            last: None,
        }
    }

    /// The next games to be played, one behind the other, to be ended before the last of them is waited for: all of one
    /// deal, and `waits` says of which it may be the last. Nothing while too much is kept, and when all is begun.
    pub(super) fn begin<R: Recorder>(
        &mut self,
        recorder: &R,
        waits: impl Fn(GameNumber) -> bool,
    ) -> Option<Range<u64>> {
        if self.unplayed.is_empty() && !self.begin_deal(recorder) {
            return None;
        }
        let start = self.unplayed.start;
        let end =
            self.unplayed.find(|&game| waits(GameNumber(game))).map_or(self.unplayed.end, |game| game + 1);
        Some(start..end)
    }

    fn begin_deal<R: Recorder>(&mut self, recorder: &R) -> bool {
        if self.kept.len() + self.games_of_a_deal as usize > self.most || self.deals.is_empty() {
            return false;
        }
        if recorder.is_over() {
            self.deals.end = self.deals.start;
            return false;
        }
        let first = self.deals.start * self.games_of_a_deal;
        self.unplayed = first..first + self.games_of_a_deal;
        self.deals.start += 1;
        self.kept.extend(self.unplayed.clone().map(|_| None));
        true
    }

    /// Keeps a game that is over.
    pub(super) fn keep(&mut self, played: Played) {
        let place = (played.number.0 - self.first) as usize;
        self.kept[place] = Some(Box::new(played));
        while self.kept.get(self.whole).is_some_and(Option::is_some) {
            self.whole += 1;
        }
    }

    /// Whether everything that was begun is over, and nothing more can be begun.
    pub(super) fn is_done(&self) -> bool {
        self.deals.is_empty() && self.unplayed.is_empty() && self.whole == self.kept.len()
    }

    /// The next block, if all its games are over; with `rest`, or if nothing more comes, as many whole deals as there are.
    ///
    /// # Errors
    /// The first breakdown in it, where breakdowns end the run.
    pub(super) fn block<R: Recorder>(
        &mut self,
        arena: &Arena<'_>,
        recorder: &R,
        rest: bool,
    ) -> Option<Result<Block<R::Page>, Fault>> {
        let a_block = BLOCK_GAMES.div_ceil(self.games_of_a_deal);
        let deals = (self.whole as u64 / self.games_of_a_deal).min(a_block);
        if deals == 0 || (deals < a_block && !rest && !self.is_done()) {
            return None;
        }
        let first = self.first / self.games_of_a_deal;
        if recorder.on_fault() == OnFault::Unwind
            && let Some(fault) = self.first_fault(arena, (deals * self.games_of_a_deal) as usize)
        {
            return Some(Err(fault));
        }
        let mut block = Block::new(&arena.schedule, first);
        for deal in first..first + deals {
            let mut books = std::mem::take(&mut self.books);
            books.count_deal(&arena.schedule, deal, self, recorder, &mut block);
            self.books = books;
        }
        Some(Ok(block))
    }

    fn first_fault(&self, arena: &Arena<'_>, games: usize) -> Option<Fault> {
        let mut played = self.kept.iter().take(games).flatten();
        let (number, broken) = played.find_map(|played| Some((played.number, played.broken.clone()?)))?;
        let agent = arena.schedule.seats(number)[broken.side];
        Some(Fault { game: number, agent, late: broken.late, message: broken.message })
    }
}

impl Games for Ledger {
    fn next(&mut self, number: GameNumber, _: BySide<usize>) -> (&Game, Option<Breakdown>) {
        let played = self.kept.pop_front().flatten().expect("a block is whole before it is counted");
        assert_eq!(played.number, number, "games are kept in the order of their numbers");
        (self.first, self.whole) = (self.first + 1, self.whole - 1);
        let played = self.last.insert(played);
        (&played.game, played.broken.take())
    }
}
