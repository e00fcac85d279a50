//! The value of `--associations`: a name and a file.

use crate::settings::text_item;
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::other_space::{check_name, checked_name};
use crate::input::text_at_home;

/// A table of P(clue | keyword) with the name that a SPEC uses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AssociationFile {
    /// Name of the table in a SPEC.
    #[serde(deserialize_with = "checked_name")]
    pub name: String,
    /// The file.
    pub file: PathBuf,
}

impl fmt::Display for AssociationFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.name, self.file.display())
    }
}

impl FromStr for AssociationFile {
    type Err = String;

    /// Reads `NAME=FILE`.
    fn from_str(text: &str) -> Result<AssociationFile, String> {
        let (name, file) = text.split_once('=').ok_or("write NAME=FILE, as in norms=norms.csv")?;
        check_name(name)?;
        if file.is_empty() {
            return Err(format!("`{name}` has no file: write {name}=FILE"));
        }
        Ok(AssociationFile { name: name.to_owned(), file: PathBuf::from(text_at_home(file)) })
    }
}

text_item!(AssociationFile, NamedFile, ToString::to_string);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_one_wherever_it_comes_from() {
        let written = |name: &str| serde_json::json!({ "name": name, "file": "a b.csv" });
        let read = |name: &str| serde_json::from_value::<AssociationFile>(written(name));
        let norms: AssociationFile = "norms=a b.csv".parse().expect("a name and a file");
        assert_eq!(read("norms").expect("a name"), norms);
        assert_eq!(serde_json::to_value(&norms).expect("a value"), written("norms"));
        for name in ["", "a b", "a=b", "a/b"] {
            let refused = read(name).expect_err("no name").to_string();
            assert!(
                refused.contains(&format!("`{name}` is not a valid name; it takes letters,")),
                "{refused}"
            );
            let refused = format!("{name}=norms.csv").parse::<AssociationFile>();
            assert!(name.contains('=') || refused.expect_err("no name").contains("is not a valid name"));
        }
        for text in ["norms", "norms="] {
            assert!(text.parse::<AssociationFile>().is_err(), "{text}");
        }
    }
}
