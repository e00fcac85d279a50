//! Origin of an agent's SPEC.

use std::fmt::{self, Display};

use crate::{IntoMessage, LabError, SettingRef};

/// The setting that names an agent, or a place: a line of a file, a preset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    Setting(SettingRef),
    Place(String),
}

impl Origin {
    /// Returns an error at this origin.
    pub(crate) fn refuse(&self, message: impl IntoMessage) -> LabError {
        match self {
            Origin::Setting(setting) => LabError::setting(setting.clone(), message),
            Origin::Place(place) => LabError::content(place, message),
        }
    }
}

impl From<SettingRef> for Origin {
    fn from(setting: SettingRef) -> Origin {
        Origin::Setting(setting)
    }
}

impl From<String> for Origin {
    fn from(place: String) -> Origin {
        Origin::Place(place)
    }
}

impl Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Origin::Setting(setting) => setting.fmt(f),
            Origin::Place(place) => f.write_str(place),
        }
    }
}
