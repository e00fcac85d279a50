//! The setting that an error is about.

use std::fmt::{self, Display};

/// A setting by its key, with its value if several are possible. Each interface shows its own name for a key:
/// a flag on the command line, an argument in Python.
///
/// ```
/// use overhear_tournament::SettingRef;
/// assert_eq!(SettingRef::from("sprt").to_string(), "sprt");
/// assert_eq!(SettingRef::from(("agent", "margin:tpo=3")).to_string(), "agent margin:tpo=3");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettingRef {
    key: &'static str,
    value: Option<String>,
}

impl SettingRef {
    /// Returns the key, as in files but with hyphens: `log-format`.
    pub const fn key(&self) -> &'static str {
        self.key
    }
}

impl From<&'static str> for SettingRef {
    fn from(key: &'static str) -> SettingRef {
        SettingRef { key, value: None }
    }
}

impl<V: Display> From<(&'static str, V)> for SettingRef {
    fn from((key, value): (&'static str, V)) -> SettingRef {
        SettingRef { key, value: Some(value.to_string()) }
    }
}

impl Display for SettingRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.value {
            Some(value) => write!(f, "{} {value}", self.key),
            None => f.write_str(self.key),
        }
    }
}
