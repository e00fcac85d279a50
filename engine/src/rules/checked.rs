//! Rules that have passed the check.

use std::ops::Deref;

use super::{Rules, RulesError};

/// Rules that have been checked ([`Rules::checked`]). They dereference to [`Rules`] and cannot be changed.
///
/// ```
/// use overhear_engine::rules::Rules;
/// let short = Rules { round_limit: 6, ..Rules::official() }.checked()?;
/// assert_eq!(short.round_limit, 6);
/// assert!(Rules { round_limit: 0, ..*short }.checked().is_err());
/// # Ok::<(), overhear_engine::rules::RulesError>(())
/// ```
///
/// There is no way to construct them without the check:
///
/// ```compile_fail
/// use overhear_engine::rules::{CheckedRules, Rules};
/// let unchecked = CheckedRules(Rules { round_limit: 0, ..Rules::official() });
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CheckedRules(Rules);

impl CheckedRules {
    /// Returns the published rules for two teams (R1 to R16).
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
    /// Checks the rules and wraps them in a type that proves it.
    ///
    /// # Errors
    /// [`RulesError`], as in [`Rules::check`].
    pub fn checked(self) -> Result<CheckedRules, RulesError> {
        self.check().map(|()| CheckedRules(self))
    }
}
