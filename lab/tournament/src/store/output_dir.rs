//! The output directory of a result: how it is configured, checked and created.

use std::fs;
use std::path::{Component, Path, PathBuf};

use serde::Deserialize;

use super::work::WorkArea;
use super::{MANIFEST, RESULT_FILES};
use crate::error::{FileContext as _, LabError};
use crate::message::Message;
use crate::setting_ref::SettingRef;
use crate::system;

/// Output directory of a result.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct OutConfig {
    /// The directory; `None` to write nothing.
    pub out: Option<PathBuf>,
    /// `true` to replace an earlier result in it.
    pub force: bool,
}

impl OutConfig {
    /// Checks that `force` comes with a directory.
    ///
    /// # Errors
    /// Returns an error for `force` without a directory.
    pub fn check(&self) -> Result<(), LabError> {
        if self.force && self.out.is_none() {
            let message = Message::new("no output directory; add ").setting(("out", "DIR"));
            return Err(LabError::setting("force", message));
        }
        Ok(())
    }
}

/// An output directory. Dropping it removes the directory if it is new and empty.
pub(super) struct OutputDir {
    path: PathBuf,
    is_new: bool,
}

impl OutputDir {
    /// Returns a directory that exists already.
    pub(super) fn existing(path: &Path) -> OutputDir {
        OutputDir { path: path.to_owned(), is_new: false }
    }

    /// Returns the directory of `--out`, creating it if needed. A file is refused; without `force`, anything
    /// but a work area in it is refused.
    pub(super) fn out(path: &Path, force: bool) -> Result<OutputDir, LabError> {
        let out = setting(path);
        check_name(&out, path)?;
        if path.exists() && !path.is_dir() {
            return Err(LabError::setting(out, "this is a file; name a directory"));
        }
        if path.is_symlink() && !path.exists() {
            return Err(LabError::setting(out, "this is a link that leads nowhere; name a directory"));
        }
        if path.exists() && !force {
            for entry in fs::read_dir(path).of_setting(&out)? {
                if !WorkArea::is(&entry.of_setting(&out)?.file_name()) {
                    return Err(LabError::setting(out, occupied(path)));
                }
            }
        }
        let place = OutputDir { path: path.to_owned(), is_new: !path.exists() };
        fs::create_dir_all(path).of_setting(&out)?;
        Ok(place)
    }

    /// Returns the path.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Returns `true` if the directory was created.
    pub(super) const fn is_new(&self) -> bool {
        self.is_new
    }
}

impl Drop for OutputDir {
    fn drop(&mut self) {
        if self.is_new {
            drop(fs::remove_dir(&self.path));
        }
    }
}

/// Checks that the system treats the path as a file or directory.
///
/// # Errors
/// Returns an error for the name of a device, for an invalid name, and for the home folder of a user (`~name`).
pub fn check_name(setting: &SettingRef, path: &Path) -> Result<(), LabError> {
    if path.as_os_str() == "-" {
        let message = "results are not written to standard output; name a place, or ./- for one of this name";
        return Err(LabError::setting(setting.clone(), message));
    }
    if let Some(Component::Normal(first)) = path.components().next()
        && first.as_encoded_bytes().starts_with(b"~")
        && first.len() > 1
    {
        let first = first.display();
        let message = format_args!(
            "the home folder of `{first}` is not looked up; write its path, or ./{first} for a folder of this name"
        );
        return Err(LabError::setting(setting.clone(), message));
    }
    system::name_problem(path).map_or(Ok(()), |problem| {
        Err(LabError::setting(setting.clone(), format_args!("{problem}; give another name")))
    })
}

/// Returns the setting that names the directory.
pub(super) fn setting(path: &Path) -> SettingRef {
    SettingRef::from(("out", path.display()))
}

/// Returns the message for a directory that is not empty.
fn occupied(path: &Path) -> Message {
    let problem = if path.join(MANIFEST).exists() {
        let result = RESULT_FILES.iter().find(|file| path.join(file).exists()).unwrap_or(&MANIFEST);
        format!("it holds a result ({result})")
    } else {
        "the directory is not empty".to_owned()
    };
    Message::new(problem).then("; name another directory, or give ").setting("force")
}
