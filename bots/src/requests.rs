//! How many questions a run may send to bots, and when a bot is given up that answers nothing.

use std::sync::atomic::{AtomicU64, Ordering};

use overhear_engine::game::PlayerUnavailable;
use overhear_engine::rules::counted;

use crate::bot_fault::{BotFault, BotFaultKind};

/// The number of questions that all bots of a run may be sent together.
///
/// ```
/// use overhear_bots::RequestBudget;
/// let budget = RequestBudget::new(Some(5));
/// assert_eq!((budget.take(3), budget.take(3), budget.take(3)), (3, 2, 0));
/// ```
#[derive(Debug, Default)]
pub struct RequestBudget {
    most: Option<u64>,
    used: AtomicU64,
}

impl RequestBudget {
    /// At most so many; any number if there is none.
    pub const fn new(most: Option<u64>) -> RequestBudget {
        RequestBudget { most, used: AtomicU64::new(0) }
    }

    /// Takes so many, or what is left of them; returns how many.
    pub fn take(&self, count: usize) -> usize {
        let Some(most) = self.most else { return count };
        let before = self.used.fetch_add(count as u64, Ordering::Relaxed);
        count.min(usize::try_from(most.saturating_sub(before)).unwrap_or(usize::MAX))
    }

    /// Why no more is asked.
    pub(crate) fn spent(&self, bot: &str) -> PlayerUnavailable {
        let most = self.most.unwrap_or(u64::MAX);
        let were = if most == 1 { "was" } else { "were" };
        PlayerUnavailable(format!(
            "bot `{bot}`: {} {were} sent, the most that --max-requests allows; give more of them, and go on from the file of \
             --answers",
            counted(most, "question")
        ))
    }
}

/// Number of lost or late questions in a row that ends a run: the model cannot be reached.
const LOST: u64 = 20;

/// Number of lost questions in a row that ends a run without any answer.
const LOST_AT_FIRST: u64 = 5;

/// Number of failed questions that ends a run without any answer.
const NEVER: u64 = 200;

/// The questions in a row to which a bot had no answer.
#[derive(Debug, Default)]
pub(crate) struct FailureStreak {
    lost: u64,
    failed: u64,
    has_answered: bool,
}

impl FailureStreak {
    /// Counts a question that was answered.
    pub(crate) const fn answered(&mut self) {
        (self.lost, self.has_answered) = (0, true);
    }

    /// Counts a question without an answer.
    ///
    /// # Errors
    /// Why the run ends, if there were too many.
    pub(crate) fn failed(&mut self, bot: &str, fault: &BotFault) -> Result<(), PlayerUnavailable> {
        self.failed += 1;
        let is_lost = matches!(fault.kind, BotFaultKind::Lost | BotFaultKind::Late);
        self.lost = if is_lost { self.lost + 1 } else { 0 };
        // A slow bot may be late at first, and not later.
        let is_unreachable = fault.kind == BotFaultKind::Lost && !self.has_answered;
        let most = if is_unreachable { LOST_AT_FIRST } else { LOST };
        if self.lost >= most {
            let what =
                format!("bot `{bot}`: {} questions in a row were lost or late: {}", self.lost, fault.what);
            return Err(PlayerUnavailable(what));
        }
        if self.failed >= NEVER && !self.has_answered {
            let what = format!("bot `{bot}`: none of {} questions was answered; {fault}", self.failed);
            return Err(PlayerUnavailable(what));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn end(streak: &mut FailureStreak, kind: BotFaultKind, most: u64) -> Option<(u64, String)> {
        (1..=most).find_map(|n| {
            let ended = streak.failed("mine", &BotFault::new(kind, "503: no model"));
            ended.err().map(|ended| (n, ended.0))
        })
    }

    #[test]
    fn an_outage_ends_a_run_and_a_few_failures_do_not() {
        let mut streak = FailureStreak::default();
        streak.answered();
        let lost = end(&mut streak, BotFaultKind::Lost, 1000).expect("it ends");
        assert_eq!(
            lost,
            (LOST, "bot `mine`: 20 questions in a row were lost or late: 503: no model".to_owned())
        );
        let mut streak = FailureStreak::default();
        assert_eq!(end(&mut streak, BotFaultKind::Lost, LOST_AT_FIRST - 1), None);
        streak.answered();
        assert_eq!(end(&mut streak, BotFaultKind::Lost, LOST - 1), None);
        let at_first = end(&mut FailureStreak::default(), BotFaultKind::Lost, LOST).expect("it ends");
        assert_eq!(at_first.0, LOST_AT_FIRST);
        assert_eq!(end(&mut streak, BotFaultKind::Declined, 10_000), None, "it has answered before");
        let late = end(&mut FailureStreak::default(), BotFaultKind::Late, 1000).expect("it ends");
        assert_eq!(late.0, LOST);
        let never = end(&mut FailureStreak::default(), BotFaultKind::Declined, 1000).expect("it ends");
        assert_eq!(never.0, NEVER);
    }
}
