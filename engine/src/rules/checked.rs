//! Rules that make a game, and are known to.

use std::ops::Deref;

use super::{Rules, RulesError};

/// Rules that have been checked ([`Rules::checked`]); they read as [`Rules`] and cannot be changed.
///
/// ```
/// use overhear_engine::rules::Rules;
/// let short = Rules { round_limit: 6, ..Rules::official() }.checked()?;
/// assert_eq!(short.round_limit, 6);
/// assert!(Rules { round_limit: 0, ..*short }.checked().is_err());
/// # Ok::<(), overhear_engine::rules::RulesError>(())
/// ```
///
/// Nobody makes any without the check:
///
/// ```compile_fail
/// use overhear_engine::rules::{CheckedRules, Rules};
/// let unchecked = CheckedRules(Rules { round_limit: 0, ..Rules::official() });
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CheckedRules(Rules);

impl CheckedRules {
    /// The game as published, for two teams (R1 to R16).
    pub const fn official() -> CheckedRules {
        CheckedRules(Rules::official())
    }
}

impl Deref for CheckedRules {
    type Target = Rules;

    fn deref(&self) -> &Rules {
        &self.0
    }
}

impl Rules {
    /// The same, once they are known to make a game.
    ///
    /// # Errors
    /// As [`Rules::check`].
    pub fn checked(self) -> Result<CheckedRules, RulesError> {
        self.check().map(|()| CheckedRules(self))
    }
}
