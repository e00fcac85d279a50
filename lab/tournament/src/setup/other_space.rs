//! The value of `--other-space`: a name and a file.

use crate::settings::text_item;
use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use crate::input::at_home;
use overhear_agents::registry::is_space_name;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};

/// Word that stands for the embedded file.
const BUILT_IN: &str = "built-in";

/// A further word embedding that some agents use.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OtherSpace {
    /// Name of the embedding in a SPEC.
    #[serde(deserialize_with = "checked_name")]
    pub name: String,
    file: PathBuf,
}

/// Checks that a SPEC can contain the name.
pub(super) fn check_name(name: &str) -> Result<(), String> {
    if is_space_name(name) {
        return Ok(());
    }
    Err(format!("`{name}` is not a valid name; it takes letters, digits, `-`, `_` and `.`"))
}

/// Deserialises a name that a SPEC can contain.
pub(super) fn checked_name<'de, D: Deserializer<'de>>(document: D) -> Result<String, D::Error> {
    let name = String::deserialize(document)?;
    check_name(&name).map_err(D::Error::custom)?;
    Ok(name)
}

impl OtherSpace {
    /// Returns a named embedding; without a file, the built-in one.
    pub fn new(name: &str, file: Option<&Path>) -> OtherSpace {
        OtherSpace { name: name.to_owned(), file: file.unwrap_or(Path::new(BUILT_IN)).to_owned() }
    }

    /// Returns the file; `None` for the built-in embedding.
    pub fn file(&self) -> Option<&Path> {
        (self.file != Path::new(BUILT_IN)).then_some(&self.file)
    }
}

impl fmt::Display for OtherSpace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.name, self.file.display())
    }
}

impl FromStr for OtherSpace {
    type Err = String;

    fn from_str(text: &str) -> Result<OtherSpace, String> {
        let (name, file) = text.split_once('=').ok_or("write NAME=FILE, as in wiki=glove.txt")?;
        check_name(name)?;
        if file.is_empty() {
            return Err(format!("`{name}` has no file: write {name}=FILE"));
        }
        Ok(OtherSpace::new(name, Some(&at_home(Path::new(file)))))
    }
}

text_item!(OtherSpace, NamedFile, ToString::to_string);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_and_a_file_are_told_apart() {
        let read: OtherSpace = "wiki=a/b=c.txt".parse().expect("a name and a file");
        assert_eq!((read.name.as_str(), read.file()), ("wiki", Some(Path::new("a/b=c.txt"))));
        assert_eq!("ours=built-in".parse::<OtherSpace>().expect("ours").file(), None);
    }

    #[test]
    fn a_name_in_a_document_is_checked_as_well() {
        let read = |name: &str| {
            serde_json::from_value::<OtherSpace>(serde_json::json!({ "name": name, "file": "glove.txt" }))
        };
        assert_eq!(read("wiki").expect("a name"), "wiki=glove.txt".parse().expect("the same"));
        for name in ["", "a b"] {
            assert!(
                read(name)
                    .expect_err("no name")
                    .to_string()
                    .contains("is not a valid name; it takes letters")
            );
        }
    }

    #[test]
    fn what_is_no_name_or_has_no_file_is_refused() {
        for text in ["glove.txt", "=glove.txt", "a b=glove.txt", "a,b=glove.txt", "wiki="] {
            assert!(text.parse::<OtherSpace>().is_err(), "{text}");
        }
    }
}
