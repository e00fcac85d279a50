//! Stop signal for bots: after a stop, bots are not waited for much longer.

use std::fmt;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

/// Time to wait for bots after a stop, so that games in flight can end.
const PATIENCE: Duration = Duration::from_secs(2);

/// Message of a [`PlayerUnavailable`](overhear_engine::game::PlayerUnavailable) after a stop.
pub const INTERRUPTED: &str = "interrupted";

/// Tells bots whether their run was stopped. The default never is.
///
/// ```
/// use overhear_bots::Interrupt;
/// assert!(!Interrupt::default().is_asked());
/// assert!(Interrupt::when(|| true).is_asked());
/// ```
#[derive(Clone, Default)]
pub struct Interrupt(Option<Arc<Asked>>);

struct Asked {
    is_asked: Box<dyn Fn() -> bool + Send + Sync>,
    since: OnceLock<Instant>,
}

impl Interrupt {
    /// Returns an interrupt that is active when `is_asked` returns `true`.
    pub fn when(is_asked: impl Fn() -> bool + Send + Sync + 'static) -> Interrupt {
        Interrupt(Some(Arc::new(Asked { is_asked: Box::new(is_asked), since: OnceLock::new() })))
    }

    /// Returns `true` if the run was stopped.
    pub fn is_asked(&self) -> bool {
        self.since().is_some()
    }

    /// Returns `true` if the time to wait after a stop is over.
    pub(crate) fn is_over(&self) -> bool {
        self.since().is_some_and(|since| since.elapsed() >= PATIENCE)
    }

    fn since(&self) -> Option<Instant> {
        let signal = self.0.as_ref().filter(|signal| (signal.is_asked)())?;
        Some(*signal.since.get_or_init(Instant::now))
    }
}

impl fmt::Debug for Interrupt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Interrupt").field(&self.is_asked()).finish()
    }
}
