//! Standard sets of opponents.

use overhear_agents::registry::{Preset, REFERENCE_1, ReferenceField};
use serde::{Deserialize, Serialize};

use crate::error::LabError;
use crate::settings::{Choice, NamedChoice};

/// A standard set of opponents.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Field {
    /// The agents of a default tournament: `random`, `nearest`, `margin`, `pragmatic` and `human`.
    Presets,
    /// [`REFERENCE_1`].
    #[serde(rename = "reference-1")]
    Reference1,
}

impl Field {
    /// Every set.
    pub const ALL: [Field; 2] = [Field::Presets, Field::Reference1];

    /// Returns the name used in files.
    pub const fn name(self) -> &'static str {
        match self {
            Field::Presets => "presets",
            Field::Reference1 => "reference-1",
        }
    }

    /// Returns the set of this name.
    ///
    /// # Errors
    /// Returns an error for another name, with all names.
    pub fn named(name: &str) -> Result<Field, LabError> {
        let field = Field::ALL.into_iter().find(|field| field.name() == name);
        let names = Field::ALL.map(|field| format!("`{}`", field.name())).join(" or ");
        field.ok_or_else(|| LabError::setting(("name", name), format_args!("takes {names}")))
    }

    /// Returns the SPECs of its agents; those of a reference field have labels.
    pub fn agents(self) -> Vec<&'static str> {
        self.reference().map_or_else(
            || Preset::roster().iter().map(|preset| preset.name).collect(),
            |reference| reference.agents.to_vec(),
        )
    }

    /// Returns the agents and files that never change; `None` for presets, which may change with each version.
    pub fn reference(self) -> Option<&'static ReferenceField> {
        match self {
            Field::Presets => None,
            Field::Reference1 => Some(&REFERENCE_1),
        }
    }
}

impl NamedChoice for Field {
    const VALUES: &'static [Field] = &Field::ALL;
    const CHOICES: &'static [Choice] = &[
        Choice { name: Field::Presets.name(), help: "random, nearest, margin, pragmatic and human" },
        Choice {
            name: Field::Reference1.name(),
            help: "ten agents whose parameters and words never change, so that scores of different versions compare",
        },
    ];
}

#[cfg(test)]
mod tests {
    use overhear_agents::registry::Spec;

    use super::*;

    #[test]
    fn a_name_in_files_is_that_of_the_field() {
        for field in Field::ALL {
            assert_eq!(serde_json::to_value(field).expect("a text"), field.name());
            assert!(field.reference().is_none_or(|reference| reference.name == field.name()));
            assert!(Field::named(field.name()).is_ok_and(|named| named == field));
            assert!(field.agents().iter().all(|spec| Spec::parse(spec).is_ok()), "{field:?}");
        }
        let unknown = Field::named("reference-0").expect_err("no field has the name");
        assert_eq!(unknown.message(), "name reference-0: takes `presets` or `reference-1`");
    }
}
