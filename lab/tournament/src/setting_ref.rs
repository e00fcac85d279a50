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
    is_repeated: bool,
}

impl SettingRef {
    /// Returns the same setting, which may be given several times: a repeated flag, in Python a list with a name in the plural.
    #[must_use]
    pub fn repeated(self) -> SettingRef {
        SettingRef { is_repeated: true, ..self }
    }

    /// Returns `true` if the setting may be given several times.
    pub const fn is_repeated(&self) -> bool {
        self.is_repeated
    }

    /// Returns the key, as in files but with hyphens: `log-format`.
    pub const fn key(&self) -> &'static str {
        self.key
    }
}

impl From<&'static str> for SettingRef {
    fn from(key: &'static str) -> SettingRef {
        SettingRef { key, value: None, is_repeated: false }
    }
}

impl<V: Display> From<(&'static str, V)> for SettingRef {
    fn from((key, value): (&'static str, V)) -> SettingRef {
        SettingRef { key, value: Some(value.to_string()), is_repeated: false }
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
