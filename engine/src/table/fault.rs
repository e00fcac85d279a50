//! Breakdowns of players: a panic in an answer is the fault of the side that was asked.

use std::any::Any;
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::rules::Side;

thread_local! {
    static GUARDED: Cell<bool> = const { Cell::new(false) };
    static ASKED: Cell<Option<Side>> = const { Cell::new(None) };
}

/// A player that broke down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Breakdown {
    /// The side that was asked.
    pub(crate) side: Side,
    /// What the panic said.
    pub(crate) message: String,
}

/// Whether this thread is in a game whose players may break down. A panic hook has nothing to report then.
pub fn is_guarded() -> bool {
    GUARDED.get() && ASKED.get().is_some()
}

/// Remembers until it is dropped whose players are being asked.
pub(super) struct Asking(());

impl Asking {
    /// The players of this side are asked from now on.
    pub(super) fn of(side: Side) -> Asking {
        ASKED.set(Some(side));
        Asking(())
    }
}

impl Drop for Asking {
    /// In a panic it is kept, for [`guard`] to find.
    fn drop(&mut self) {
        if !std::thread::panicking() {
            ASKED.set(None);
        }
    }
}

/// Plays a game, and catches a breakdown of its players.
///
/// # Panics
/// If what breaks down is not a player: that is a defect of the program.
pub(crate) fn guard(play: impl FnOnce()) -> Result<(), Breakdown> {
    GUARDED.set(true);
    let played = catch_unwind(AssertUnwindSafe(play));
    GUARDED.set(false);
    played.map_err(|payload| match ASKED.take() {
        Some(side) => Breakdown { side, message: text(&*payload) },
        None => std::panic::resume_unwind(payload),
    })
}

fn text(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| payload.downcast_ref::<String>().cloned()).unwrap_or_else(|| "no message".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_side_that_was_asked_is_at_fault() {
        let found = guard(|| {
            drop(Asking::of(Side::White));
            let _asking = Asking::of(Side::Black);
            panic!("no clue");
        });
        assert_eq!(found, Err(Breakdown { side: Side::Black, message: "no clue".to_owned() }));
        assert!(guard(|| drop(Asking::of(Side::White))).is_ok() && !is_guarded());
    }

    #[test]
    #[should_panic(expected = "the table itself")]
    fn nobody_who_was_not_asked_is_at_fault() {
        drop(guard(|| {
            drop(Asking::of(Side::White));
            panic!("the table itself");
        }));
    }
}
