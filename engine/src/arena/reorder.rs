//! A reorder buffer: games finish in any order, and blocks leave in deal order.

use std::collections::VecDeque;
use std::ops::Range;

use super::deal_counter::{DealCounter, GameSource};
use super::runner::BLOCK_GAMES;
use super::{Arena, Block, Fault, GameNumber, OnFault, Recorder};
use crate::game::{Game, PlayerFault};
use crate::rules::BySide;

/// A finished game, with the fault that ended it early, if any.
pub(super) struct FinishedGame {
    pub(super) number: GameNumber,
    pub(super) game: Game,
    pub(super) broken: Option<PlayerFault>,
}

/// All games that have been started but not yet delivered in a block.
///
/// The buffer holds consecutive game numbers from `first`. Deals leave it only when all their games are
/// finished.
pub(super) struct ReorderBuffer {
    /// Deals that have not been started.
    deals: Range<u64>,
    games_of_a_deal: u64,
    /// Games of the last started deal that have not been assigned to a slot.
    unplayed: Range<u64>,
    /// Maximal number of games in the buffer.
    most: usize,
    /// Number of the first game in `games`.
    first: u64,
    games: VecDeque<Option<Box<FinishedGame>>>,
    /// Number of finished games at the front of `games`, before the first gap.
    whole: usize,
    counter: DealCounter,
    last: Option<Box<FinishedGame>>,
}

impl ReorderBuffer {
    /// Creates a buffer for `deals` that allows about `ahead` games between the oldest and the newest
    /// unfinished game.
    pub(super) fn new(arena: &Arena<'_>, deals: Range<u64>, ahead: usize) -> ReorderBuffer {
        let games_of_a_deal = arena.schedule.games_of_a_deal();
        let first = deals.start * games_of_a_deal;
        ReorderBuffer {
            deals,
            games_of_a_deal,
            unplayed: first..first,
            // Two blocks of slack let a whole block collect while the next one is being played.
            most: ahead + 2 * (BLOCK_GAMES + games_of_a_deal) as usize,
            first,
            games: VecDeque::new(),
            whole: 0,
            counter: DealCounter::default(),
            last: None,
        }
    }

    /// Returns the numbers of the next games for one slot, to be played in sequence, or `None`.
    ///
    /// All games belong to one deal. Only the last one may satisfy `waits`, that is, need external answers.
    /// Returns `None` while the buffer is full, and after the last game has been assigned.
    pub(super) fn begin<R: Recorder>(
        &mut self,
        recorder: &R,
        waits: impl Fn(GameNumber) -> bool,
    ) -> Option<Range<u64>> {
        if self.unplayed.is_empty() && !self.begin_deal(recorder) {
            return None;
        }
        let start = self.unplayed.start;
        // `find` also consumes the games it skips, so `unplayed` continues behind the waiting game.
        let end =
            self.unplayed.find(|&game| waits(GameNumber(game))).map_or(self.unplayed.end, |game| game + 1);
        Some(start..end)
    }

    fn begin_deal<R: Recorder>(&mut self, recorder: &R) -> bool {
        if self.games.len() + self.games_of_a_deal as usize > self.most || self.deals.is_empty() {
            return false;
        }
        if recorder.should_stop() {
            // An empty range of deals makes the stop final.
            self.deals.end = self.deals.start;
            return false;
        }
        let first = self.deals.start * self.games_of_a_deal;
        self.unplayed = first..first + self.games_of_a_deal;
        self.deals.start += 1;
        self.games.extend(self.unplayed.clone().map(|_| None));
        true
    }

    /// Stores a finished game.
    pub(super) fn keep(&mut self, played: FinishedGame) {
        let place = (played.number.0 - self.first) as usize;
        self.games[place] = Some(Box::new(played));
        while self.games.get(self.whole).is_some_and(Option::is_some) {
            self.whole += 1;
        }
    }

    /// Returns `true` if all started games are finished and no more can be started.
    pub(super) fn is_done(&self) -> bool {
        self.deals.is_empty() && self.unplayed.is_empty() && self.whole == self.games.len()
    }

    /// Returns the next block once all its games are finished.
    ///
    /// With `rest`, or if no more games can follow, the block may be shorter but still consists of whole
    /// deals.
    ///
    /// # Errors
    /// The first fault in the block, if faults end the run.
    pub(super) fn block<R: Recorder>(
        &mut self,
        arena: &Arena<'_>,
        recorder: &R,
        rest: bool,
    ) -> Option<Result<Block<R::Output>, Fault>> {
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
            // The counter borrows the buffer as its source of games, so it is moved out meanwhile.
            let mut counter = std::mem::take(&mut self.counter);
            counter.count_deal(&arena.schedule, deal, self, recorder, &mut block);
            self.counter = counter;
        }
        Some(Ok(block))
    }

    fn first_fault(&self, arena: &Arena<'_>, games: usize) -> Option<Fault> {
        let mut played = self.games.iter().take(games).flatten();
        let (number, broken) = played.find_map(|played| Some((played.number, played.broken.clone()?)))?;
        let agent = arena.schedule.seats(number)[broken.side];
        Some(Fault { game: number, agent, late: broken.late, message: broken.message })
    }
}

impl GameSource for ReorderBuffer {
    fn next(&mut self, number: GameNumber, _: BySide<usize>) -> (&Game, Option<PlayerFault>) {
        let played = self.games.pop_front().flatten().expect("a block is whole before it is counted");
        assert_eq!(played.number, number, "games are kept in the order of their numbers");
        (self.first, self.whole) = (self.first + 1, self.whole - 1);
        let played = self.last.insert(played);
        (&played.game, played.broken.take())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::Schedule;
    use crate::game::{Agent, Encryptor, GameSetup, Guesser, Seed};
    use crate::rules::{CheckedRules, ClueLaw, Deck};

    /// An agent of games that are numbered and not played.
    struct UnusedAgent;

    impl Agent for UnusedAgent {
        fn label(&self) -> &'static str {
            "unused"
        }

        fn encryptor(&self) -> Box<dyn Encryptor> {
            unreachable!("no game is played")
        }

        fn guesser(&self) -> Box<dyn Guesser> {
            unreachable!("no game is played")
        }
    }

    #[test]
    fn games_begin_until_no_deal_fits_into_the_buffer() {
        let list: String = (0..8).map(|n| format!("word{n}\n")).collect();
        let deck = Deck::parse(&list, "en").expect("a deck");
        let law = ClueLaw::new(&[], &deck);
        let setup = GameSetup::new(CheckedRules::official(), &deck, &law).expect("they agree");
        let agents = [(); 3].map(|()| Box::new(UnusedAgent) as Box<dyn Agent>);
        let arena = Arena::new(setup, &agents, Schedule::round_robin(3, 6000), Seed(1)).expect("they agree");
        for (ahead, alone) in (0..12).flat_map(|ahead| [(ahead, false), (ahead, true)]) {
            let mut buffer = ReorderBuffer::new(&arena, 5..900, ahead);
            let begun: Vec<u64> = std::iter::from_fn(|| buffer.begin(&(), |_| alone)).flatten().collect();
            // 140 are two blocks of 64 games and two deals of 6.
            let deals = (ahead as u64 + 140) / 6;
            assert_eq!(begun, (30..30 + 6 * deals).collect::<Vec<_>>(), "{ahead} ahead");
        }
    }
}
