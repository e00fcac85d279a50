//! Faults of players: a panic or a late answer ends the game against the side that was asked.

use std::any::Any;
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use crate::rules::Side;

thread_local! {
    static WATCHED: GuardState = const { GuardState::nothing() };
}

/// State of the game on this thread, for panic hooks and for [`guard`].
///
/// A player may play games of its own to find an answer. The state is saved before and restored after such a
/// game.
struct GuardState {
    /// `true` if faults of players are caught.
    catches_faults: Cell<bool>,
    /// The side whose players are being asked.
    asked_side: Cell<Option<Side>>,
    /// Time limit for an answer.
    limit: Cell<Option<Duration>>,
    /// The first late answer.
    late: Cell<Option<LateAnswer>>,
}

impl GuardState {
    const fn nothing() -> GuardState {
        GuardState {
            catches_faults: Cell::new(false),
            asked_side: Cell::new(None),
            limit: Cell::new(None),
            late: Cell::new(None),
        }
    }

    /// Swaps two states.
    fn swap(&self, other: &GuardState) {
        self.catches_faults.swap(&other.catches_faults);
        self.asked_side.swap(&other.asked_side);
        self.limit.swap(&other.limit);
        self.late.swap(&other.late);
    }
}

/// A fault of a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PlayerFault {
    /// The side that was asked.
    pub(crate) side: Side,
    /// `true` if the player answered after the time limit.
    pub(crate) late: bool,
    /// Message of the panic, or the time that the answer took.
    pub(crate) message: String,
}

/// Panic payload of a player that has no answer because an outside source refused one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoAnswer(
    /// The reason, with the name of the outside source.
    pub String,
);

/// The first late answer of a game.
#[derive(Clone, Copy)]
struct LateAnswer {
    side: Side,
    taken: Duration,
    limit: Duration,
}

impl From<LateAnswer> for PlayerFault {
    fn from(LateAnswer { side, taken, limit }: LateAnswer) -> PlayerFault {
        let [taken, limit] = [taken, limit].map(|time| time.as_millis());
        PlayerFault {
            side,
            late: true,
            message: format!("an answer took {taken} ms; the limit is {limit} ms"),
        }
    }
}

/// Returns `true` if an answer was late, so that the game can stop.
pub(super) fn is_late() -> bool {
    WATCHED.with(|watched| watched.late.get().is_some())
}

/// Returns `true` if a player on this thread is being asked in a guarded game. A panic hook should then stay
/// silent.
pub fn catches_panics() -> bool {
    WATCHED.with(|watched| watched.catches_faults.get() && watched.asked_side.get().is_some())
}

/// A guard object that marks a side as being asked and measures the time until it is dropped.
///
/// In a game that a player plays for an answer, without a guard of its own, the outer player stays the asked
/// one.
pub(super) struct AskScope {
    before: Option<Side>,
    clock: Option<AnswerClock>,
}

/// The start of an answer and its time limit.
#[derive(Clone, Copy)]
struct AnswerClock {
    since: Instant,
    limit: Duration,
}

impl AnswerClock {
    /// Returns `true` if an answer that took this time is late. An answer may take the whole limit.
    fn is_exceeded_by(self, taken: Duration) -> bool {
        taken > self.limit
    }
}

impl AskScope {
    /// Marks the players of `side` as being asked.
    pub(super) fn new(side: Side) -> AskScope {
        WATCHED.with(|watched| {
            let before = watched.asked_side.get();
            if before.is_some() {
                return AskScope { before, clock: None };
            }
            watched.asked_side.set(Some(side));
            let clock = watched.limit.get().map(|limit| AnswerClock { since: Instant::now(), limit });
            AskScope { before, clock }
        })
    }
}

impl Drop for AskScope {
    /// Restores the earlier state and notes a late answer. During a panic the state is kept, for [`guard`] to
    /// find.
    fn drop(&mut self) {
        if std::thread::panicking() {
            return;
        }
        WATCHED.with(|watched| {
            let asked_side = watched.asked_side.replace(self.before);
            let Some(clock) = self.clock else { return };
            let taken = clock.since.elapsed();
            let is_first = clock.is_exceeded_by(taken) && watched.late.get().is_none();
            if let Some(side) = asked_side.filter(|_| is_first) {
                watched.late.set(Some(LateAnswer { side, taken, limit: clock.limit }));
            }
        });
    }
}

/// Plays a game and catches a fault of its players: a panic, or an answer that takes longer than `limit`.
///
/// # Errors
/// The first late answer, or else the panic of a player.
///
/// # Panics
/// If code other than a player panics: that is a bug in the program.
pub(crate) fn guard(limit: Option<Duration>, play: impl FnOnce()) -> Result<(), PlayerFault> {
    let guard_state =
        GuardState { catches_faults: Cell::new(true), limit: Cell::new(limit), ..GuardState::nothing() };
    // The swap installs the new state and saves the outer one in `guard_state`; the second swap reverses
    // this.
    WATCHED.with(|watched| watched.swap(&guard_state));
    let played = catch_unwind(AssertUnwindSafe(play));
    WATCHED.with(|watched| watched.swap(&guard_state));
    let late = guard_state.late.get().map(PlayerFault::from);
    // A late answer comes before the panic, so it is the fault even if a panic followed.
    let Err(payload) = played else { return late.map_or(Ok(()), Err) };
    let Some(side) = guard_state.asked_side.get() else { std::panic::resume_unwind(payload) };
    Err(late.unwrap_or_else(|| PlayerFault { side, late: false, message: text(&*payload) }))
}

/// Calls a function that asks players, and catches a panic of a player.
///
/// ```
/// use overhear_engine::game::attempt;
///
/// std::panic::set_hook(Box::new(|_| {}));
/// assert_eq!(attempt(|| 2 + 2), Ok(4));
/// assert_eq!(attempt(|| panic!("no answer")), Err::<(), _>("no answer".to_owned()));
/// ```
///
/// # Errors
/// The message of the panic.
pub fn attempt<T>(ask: impl FnOnce() -> T) -> Result<T, String> {
    let mut answer = None;
    let outcome = guard(None, || {
        let _asking = AskScope::new(Side::White);
        answer = Some(ask());
    });
    outcome.map_err(|broken| broken.message)?;
    Ok(answer.expect("a player without a fault has answered"))
}

/// Returns the message of a panic.
fn text(payload: &(dyn Any + Send)) -> String {
    if let Some(NoAnswer(reason)) = payload.downcast_ref() {
        return reason.clone();
    }
    let text = payload.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| payload.downcast_ref::<String>().cloned()).unwrap_or_else(|| "no message".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_side_that_was_asked_is_at_fault() {
        let outcome = guard(None, || {
            drop(AskScope::new(Side::White));
            let _asking = AskScope::new(Side::Black);
            panic!("no clue");
        });
        assert_eq!(
            outcome,
            Err(PlayerFault { side: Side::Black, late: false, message: "no clue".to_owned() })
        );
        assert!(guard(None, || drop(AskScope::new(Side::White))).is_ok() && !catches_panics());
    }

    #[test]
    fn an_answer_that_takes_too_long_is_told_apart() {
        let answer = |millis| {
            guard(Some(Duration::from_millis(20)), || {
                let _asking = AskScope::new(Side::White);
                std::thread::sleep(Duration::from_millis(millis));
            })
        };
        let late = answer(40).expect_err("too late");
        assert!(late.late && late.side == Side::White && late.message.ends_with("the limit is 20 ms"));
        assert_eq!(answer(0), Ok(()));
        let panics = guard(Some(Duration::from_millis(1)), || {
            let asking = AskScope::new(Side::White);
            std::thread::sleep(Duration::from_millis(5));
            drop(asking);
            let _asking = AskScope::new(Side::Black);
            panic!("later");
        });
        assert!(panics.is_err_and(|first| first.late && first.side == Side::White) && !is_late());
    }

    #[test]
    fn an_answer_may_take_the_whole_limit() {
        let clock = AnswerClock { since: Instant::now(), limit: Duration::from_nanos(20) };
        let late = [19, 20, 21].map(|taken| clock.is_exceeded_by(Duration::from_nanos(taken)));
        assert_eq!(late, [false, false, true]);
    }

    #[test]
    fn who_plays_games_for_an_answer_is_still_asked_after_them() {
        let inner = || guard(None, || drop(AskScope::new(Side::Black)));
        let outcome = guard(Some(Duration::from_millis(1)), || {
            let asking = AskScope::new(Side::White);
            assert!(inner().is_ok() && catches_panics());
            drop(AskScope::new(Side::Black));
            assert!(catches_panics());
            std::thread::sleep(Duration::from_millis(5));
            drop(asking);
        });
        assert!(outcome.is_err_and(|late| late.late && late.side == Side::White));
        let outcome = guard(None, || {
            let _asking = AskScope::new(Side::White);
            assert!(inner().is_ok());
            let _inner = AskScope::new(Side::Black);
            panic!("in a game of its own");
        });
        assert!(outcome.is_err_and(|broken| broken.side == Side::White) && !catches_panics());
        let within = guard(None, || {
            let _asking = AskScope::new(Side::White);
            let broken = guard(None, || {
                let _asking = AskScope::new(Side::Black);
                panic!("caught there");
            });
            assert!(broken.is_err_and(|broken| broken.side == Side::Black));
        });
        assert_eq!(within, Ok(()));
    }

    #[test]
    #[should_panic(expected = "the table itself")]
    fn nobody_who_was_not_asked_is_at_fault() {
        drop(guard(None, || {
            drop(AskScope::new(Side::White));
            panic!("the table itself");
        }));
    }
}
