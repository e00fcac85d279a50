//! A match that ends when a sequential test has decided.
//!
//! The test looks after every [`BATCH`] pairs in the order of the deals, and at the end of the schedule. What counts
//! is exactly the pairs up to the look that decides, however many more are played by then on other threads.

use std::ops::{ControlFlow, Range};
use std::sync::atomic::AtomicU64;

use overhear_engine::arena::{Block, GameNumber, Outcome, Recorder, Tally};
use overhear_engine::rules::{BySide, Side};
use overhear_engine::table::{Agent, Game};
use overhear_stats::{Decision, Pentanomial, SprtMonitor};

use super::interrupt;
use super::log::{LogFiles, Page, Scribe};
use super::play::{arena, interrupted};
use super::progress::Progress;
use crate::cli::{LogDetail, ProgressMode, SprtSetting};
use crate::failure::Failure;
use crate::setup::Plan;

/// How many pairs lie between two looks.
pub(super) const BATCH: u64 = 100;

/// How many deals each thread is given before the results are looked at: few, as some are played in vain.
const AHEAD: u64 = 256;

/// What a test has found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// The difference is no more than elo0.
    AcceptH0,
    /// The difference is at least elo1.
    AcceptH1,
    /// The games did not suffice.
    Undecided,
    /// Every pair was an exact tie.
    NoDifference,
}

impl Verdict {
    /// The name in the manifest.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Verdict::AcceptH0 => "accept_h0",
            Verdict::AcceptH1 => "accept_h1",
            Verdict::Undecided => "undecided",
            Verdict::NoDifference => "no_difference_seen",
        }
    }

    /// Whether a hypothesis was accepted.
    pub(super) const fn is_decided(self) -> bool {
        matches!(self, Verdict::AcceptH0 | Verdict::AcceptH1)
    }
}

/// A test and the pairs that it has seen.
pub(super) struct Sequential {
    /// The test that was asked for.
    pub(super) setting: SprtSetting,
    /// The test as it runs.
    pub(super) monitor: SprtMonitor,
    counts: [u64; 5],
    seen: u64,
}

impl Sequential {
    fn new(setting: SprtSetting) -> Sequential {
        Sequential { setting, monitor: SprtMonitor::new(setting.sprt), counts: [0; 5], seen: 0 }
    }

    /// The pairs seen, by agent a's score.
    pub(super) fn pairs(&self) -> Pentanomial {
        Pentanomial::new(self.counts)
    }

    /// What the test has found.
    pub(super) fn verdict(&self) -> Verdict {
        match self.monitor.decision() {
            Decision::AcceptH0 => Verdict::AcceptH0,
            Decision::AcceptH1 => Verdict::AcceptH1,
            Decision::Continue if self.all_tied() => Verdict::NoDifference,
            Decision::Continue => Verdict::Undecided,
        }
    }

    /// As long as every pair is an exact tie there is no spread to measure a difference by.
    fn all_tied(&self) -> bool {
        self.counts[2] == self.seen
    }

    /// Takes in pairs, given the winners of their games, up to the one that decides; returns how many that took.
    fn watch(&mut self, winners: &[Option<Side>], limit: u64) -> Result<Option<u64>, Failure> {
        for (taken, pair) in (1..).zip(winners.chunks_exact(2)) {
            self.counts[pair_half_points(pair)] += 1;
            self.seen += 1;
            let look = self.seen.is_multiple_of(BATCH) || self.seen == limit;
            if look && !self.all_tied() {
                let sample = self.pairs().into();
                let decision = self.monitor.update(&sample);
                let decision = decision.map_err(|error| Failure::content("--sprt", error))?;
                if decision != Decision::Continue {
                    return Ok(Some(taken));
                }
            }
        }
        Ok(None)
    }
}

/// The half points, of two games, of who is White in the first and Black in the second.
pub(crate) fn pair_half_points(winners: &[Option<Side>]) -> usize {
    let points =
        Side::ALL.into_iter().zip(winners).map(|(side, &winner)| Outcome::of(winner, side).half_points());
    points.sum::<u64>() as usize
}

/// Writes rows, and says who won.
struct Witness<'a>(Scribe<'a>);

/// Rows and winners of a block.
#[derive(Default)]
struct Seen {
    rows: Page,
    winners: Vec<Option<Side>>,
}

impl Recorder for Witness<'_> {
    type Page = Seen;

    fn game(&self, number: GameNumber, seats: BySide<usize>, game: &Game, page: &mut Seen) {
        self.0.game(number, seats, game, &mut page.rows);
        page.winners.push(game.ending.winner);
    }
}

/// What a match has given so far.
struct Match<'a> {
    tally: Tally,
    test: Sequential,
    log: &'a mut LogFiles,
    /// Deals up to the look that decided, of a block that went on behind it.
    rest: Option<Range<u64>>,
}

impl Match<'_> {
    /// Counts a block, and says whether the match is over.
    fn take(&mut self, block: &Block<Seen>, limit: u64) -> Result<bool, Failure> {
        let decided = self.test.watch(&block.page.winners, limit)?;
        let rest = decided.map(|taken| block.deals.start..block.deals.start + taken);
        match rest {
            Some(rest) if rest != block.deals => self.rest = Some(rest),
            _ => self.count(&block.tally, &block.page.rows)?,
        }
        Ok(decided.is_some())
    }

    fn count(&mut self, tally: &Tally, rows: &Page) -> Result<(), Failure> {
        self.tally.merge(tally);
        self.log.append(rows)
    }
}

fn scribe<'a>(plan: &'a Plan, labels: &[&str], detail: LogDetail, done: &'a AtomicU64) -> Scribe<'a> {
    Scribe::new(detail, done, &plan.words.world, &plan.schedule, labels, &plan.rules.rules)
}

/// Plays until the test has decided, or to the end of the plan.
pub(super) fn play(
    plan: &Plan,
    setting: SprtSetting,
    agents: &[Box<dyn Agent>],
    progress: ProgressMode,
    log: &mut LogFiles,
) -> Result<(Tally, Sequential), Failure> {
    let arena = arena(plan, agents);
    let (limit, labels, detail) = (plan.schedule.deals(), plan.labels(), log.detail());
    let progress = Progress::start(progress, plan.schedule.games());
    let witness = Witness(scribe(plan, &labels, detail, progress.counter()));
    let (tally, test) = (Tally::new(&plan.schedule), Sequential::new(setting));
    let mut game = Match { tally, test, log, rest: None };
    let (mut start, mut over) = (0, Ok(false));
    while start < limit && matches!(over, Ok(false)) && !interrupt::asked() {
        let end = limit.min(start + AHEAD * rayon::current_num_threads() as u64);
        arena.run(start..end, &witness, |block| {
            over = game.take(&block, limit);
            let goes_on = matches!(over, Ok(false)) && !interrupt::asked();
            if goes_on { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        start = end;
    }
    progress.finish();
    let decided = over?;
    if let Some(rest) = game.rest.take() {
        let mut counted = Ok(());
        arena.run(rest, &scribe(plan, &labels, detail, &AtomicU64::new(0)), |block| {
            counted = game.count(&block.tally, &block.page);
            if counted.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        counted?;
    }
    if !decided && game.tally.deals < limit {
        return Err(interrupted(plan, game.tally.deals));
    }
    Ok((game.tally, game.test))
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHITE: Option<Side> = Some(Side::White);
    const BLACK: Option<Side> = Some(Side::Black);

    fn test() -> Sequential {
        let sprt = overhear_stats::Sprt::new(0.0, 20.0, 0.05, 0.05, overhear_stats::EloModel::Normalized)
            .expect("a test");
        Sequential::new(SprtSetting { sprt, model: crate::cli::ModelName::Normalized })
    }

    /// Pairs of which every fourth goes to b and the others to a.
    fn winners(pairs: usize) -> Vec<Option<Side>> {
        (0..pairs).flat_map(|n| if n % 4 == 0 { [BLACK, WHITE] } else { [WHITE, BLACK] }).collect()
    }

    /// The pair that decides, the pairs coming in portions of this size.
    fn decided_at(portion: usize) -> Option<u64> {
        let (mut test, all, mut before) = (test(), winners(5000), 0);
        for block in all.chunks(2 * portion) {
            if let Some(taken) = test.watch(block, 5000).expect("in reach") {
                assert_eq!(test.pairs().pairs(), before + taken);
                return Some(before + taken);
            }
            before += portion as u64;
        }
        None
    }

    #[test]
    fn it_ends_after_a_whole_batch_whatever_the_portions() {
        let found = decided_at(5000).expect("a is much better");
        assert!(found.is_multiple_of(BATCH) && found < 5000, "{found}");
        for portion in [1, 7, 32, 100, 333] {
            assert_eq!(decided_at(portion), Some(found), "portions of {portion}");
        }
    }

    #[test]
    fn exact_ties_alone_show_no_difference() {
        let mut test = test();
        let even: Vec<Option<Side>> = [WHITE, WHITE, None, None].repeat(500);
        assert_eq!(test.watch(&even, 1000).expect("no look is made"), None);
        assert_eq!((test.verdict(), test.monitor.observations()), (Verdict::NoDifference, 0));
    }

    #[test]
    fn the_last_look_is_at_the_limit() {
        let mut test = test();
        assert_eq!(test.watch(&[WHITE, BLACK, BLACK, WHITE, None, WHITE], 3).expect("in reach"), None);
        assert_eq!((test.verdict(), test.monitor.observations()), (Verdict::Undecided, 3));
    }
}
