//! Breakdowns of players: a panic in an answer, or an answer that comes too late, is the fault of the side that was asked.

use std::any::Any;
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, panic_any};
use std::time::{Duration, Instant};

use crate::rules::Side;

thread_local! {
    static GUARDED: Cell<bool> = const { Cell::new(false) };
    static ASKED: Cell<Option<Side>> = const { Cell::new(None) };
    static LIMIT: Cell<Option<Duration>> = const { Cell::new(None) };
}

/// A player that broke down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Breakdown {
    /// The side that was asked.
    pub(crate) side: Side,
    /// Whether it answered, but too late.
    pub(crate) late: bool,
    /// What the panic said, or how long the answer took.
    pub(crate) message: String,
}

/// What a player panics with that has no answer through no fault of the program: he asked outside, and was told why not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unanswered(
    /// The reason, which names who was asked.
    pub String,
);

/// The payload of an answer that came too late.
struct Late {
    taken: Duration,
    limit: Duration,
}

/// Whether this thread is in a game whose players may break down. A panic hook has nothing to report then.
pub fn is_guarded() -> bool {
    GUARDED.get() && ASKED.get().is_some()
}

/// Remembers until it is dropped whose players are being asked, and if there is a limit since when.
pub(super) struct Asking(Option<(Instant, Duration)>);

impl Asking {
    /// The players of this side are asked from now on.
    pub(super) fn of(side: Side) -> Asking {
        ASKED.set(Some(side));
        Asking(LIMIT.get().map(|limit| (Instant::now(), limit)))
    }
}

impl Drop for Asking {
    /// In a panic it is kept, for [`guard`] to find; a late answer becomes one.
    fn drop(&mut self) {
        if std::thread::panicking() {
            return;
        }
        if let Some((since, limit)) = self.0 {
            let taken = since.elapsed();
            if taken > limit {
                panic_any(Late { taken, limit });
            }
        }
        ASKED.set(None);
    }
}

/// Plays a game, and catches a breakdown of its players. An answer that takes longer than `limit` is one.
///
/// # Panics
/// If what breaks down is not a player: that is a defect of the program.
pub(crate) fn guard(limit: Option<Duration>, play: impl FnOnce()) -> Result<(), Breakdown> {
    GUARDED.set(true);
    LIMIT.set(limit);
    let played = catch_unwind(AssertUnwindSafe(play));
    GUARDED.set(false);
    LIMIT.set(None);
    played.map_err(|payload| match ASKED.take() {
        Some(side) => Breakdown { side, late: payload.is::<Late>(), message: text(&*payload) },
        None => std::panic::resume_unwind(payload),
    })
}

fn text(payload: &(dyn Any + Send)) -> String {
    if let Some(Late { taken, limit }) = payload.downcast_ref() {
        return format!("an answer took {} ms; the limit is {} ms", taken.as_millis(), limit.as_millis());
    }
    if let Some(Unanswered(reason)) = payload.downcast_ref() {
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
        let found = guard(None, || {
            drop(Asking::of(Side::White));
            let _asking = Asking::of(Side::Black);
            panic!("no clue");
        });
        assert_eq!(found, Err(Breakdown { side: Side::Black, late: false, message: "no clue".to_owned() }));
        assert!(guard(None, || drop(Asking::of(Side::White))).is_ok() && !is_guarded());
    }

    #[test]
    fn an_answer_that_takes_too_long_is_told_apart() {
        let answer = |millis| {
            guard(Some(Duration::from_millis(20)), || {
                let _asking = Asking::of(Side::White);
                std::thread::sleep(Duration::from_millis(millis));
            })
        };
        let late = answer(40).expect_err("too late");
        assert!(late.late && late.side == Side::White && late.message.ends_with("the limit is 20 ms"));
        assert_eq!(answer(0), Ok(()));
    }

    #[test]
    #[should_panic(expected = "the table itself")]
    fn nobody_who_was_not_asked_is_at_fault() {
        drop(guard(None, || {
            drop(Asking::of(Side::White));
            panic!("the table itself");
        }));
    }
}
