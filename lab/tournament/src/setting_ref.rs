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
    is_of_several: bool,
}

impl SettingRef {
    /// Returns the same setting, which names one of several agents: the repeated flag `--agent`, in Python the list `agents`. Other
    /// settings have one name in each interface.
    #[must_use]
    pub fn of_several(self) -> SettingRef {
        SettingRef { is_of_several: true, ..self }
    }

    /// Returns `true` if the setting names one of several agents.
    pub const fn is_of_several(&self) -> bool {
        self.is_of_several
    }

    /// Returns the key, as in files but with hyphens: `log-format`.
    pub const fn key(&self) -> &'static str {
        self.key
    }

    /// Returns the current or requested value, if it is given.
    pub fn value(&self) -> Option<&str> {
        self.value.as_deref()
    }
}

impl From<&'static str> for SettingRef {
    fn from(key: &'static str) -> SettingRef {
        SettingRef { key, value: None, is_of_several: false }
    }
}

impl<V: Display> From<(&'static str, V)> for SettingRef {
    fn from((key, value): (&'static str, V)) -> SettingRef {
        SettingRef { key, value: Some(value.to_string()), is_of_several: false }
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
