//! What takes the seats of an agent that is made elsewhere.

use std::fmt;
use std::sync::Arc;

use overhear_engine::table::Agent;

use crate::model::World;
use crate::part::{Made, PrepareError, Values};

/// What seats a guest for a world, with what was set on it.
pub type GuestSeat = dyn Fn(&Arc<World>, &Values) -> Result<Arc<dyn Agent>, PrepareError> + Send + Sync;

/// Who takes the seats of a guest.
#[derive(Clone)]
pub(super) struct Seat(Arc<GuestSeat>);

impl fmt::Debug for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a guest")
    }
}

impl Seat {
    /// The seat that this takes.
    pub(super) fn of(seat: Box<GuestSeat>) -> Seat {
        Seat(seat.into())
    }

    /// One half of the guest, with what was set on it.
    pub(super) fn take<T: ?Sized + 'static>(
        &self,
        world: &Arc<World>,
        values: &Values,
        player: fn(&(dyn Agent + 'static)) -> Box<T>,
    ) -> Result<Made<T>, PrepareError> {
        Ok(made((self.0)(world, values)?, player))
    }
}

/// One half of an agent.
fn made<T: ?Sized + 'static>(agent: Arc<dyn Agent>, player: fn(&(dyn Agent + 'static)) -> Box<T>) -> Made<T> {
    let by_post = Arc::clone(&agent);
    Made {
        thinks_alike: agent.thinks_alike(),
        make: Box::new(move || player(&*agent)),
        by_post: Some(Arc::new(move |role| by_post.correspondent(role))),
    }
}
