//! What an error can be about.

use std::fmt::{self, Display};

/// A setting by its key, and what it was set to where that tells it from others. Whoever shows it knows what keys are called: flags
/// on a command line, arguments in Python.
///
/// ```
/// use overhear_lab::About;
/// assert_eq!(About::from("sprt").to_string(), "sprt");
/// assert_eq!(About::from(("agent", "margin:tpo=3")).to_string(), "agent margin:tpo=3");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct About {
    key: &'static str,
    value: Option<String>,
}

impl About {
    /// Its key, as files of settings have it but with hyphens: `log-format`.
    pub const fn key(&self) -> &'static str {
        self.key
    }
}

impl From<&'static str> for About {
    fn from(key: &'static str) -> About {
        About { key, value: None }
    }
}

impl<V: Display> From<(&'static str, V)> for About {
    fn from((key, value): (&'static str, V)) -> About {
        About { key, value: Some(value.to_string()) }
    }
}

impl Display for About {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.value {
            Some(value) => write!(f, "{} {value}", self.key),
            None => f.write_str(self.key),
        }
    }
}
