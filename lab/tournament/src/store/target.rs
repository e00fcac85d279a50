//! A file named by a setting. An existing file is replaced only if that was requested.

use std::fs;
use std::path::{Path, PathBuf};

use super::file::{PendingFile, directory, sync_directory};
use super::output_dir::check_name;
use crate::error::LabError;
use crate::message::{IntoMessage, Message};
use crate::setting_ref::SettingRef;
use crate::system;

/// A file that may be written.
#[derive(Debug)]
pub struct Target {
    setting: SettingRef,
    path: PathBuf,
    force: bool,
}

impl Target {
    /// Returns the target of a setting. Links, devices and directories are refused, regular files unless
    /// `force` is set, and any of the `inputs` that the command reads.
    ///
    /// # Errors
    /// Returns an error if the file may not be written.
    pub fn from_config(
        key: &'static str,
        path: &Path,
        force: bool,
        inputs: &[&Path],
    ) -> Result<Target, LabError> {
        let target =
            Target { setting: SettingRef::from((key, path.display())), path: path.to_owned(), force };
        check_name(&target.setting, path)?;
        target.check()?;
        if inputs.iter().any(|input| is_same_file(input, path)) {
            return Err(target.refuse("the command already reads or writes this file; name another"));
        }
        Ok(target)
    }

    /// Returns the path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes the file atomically.
    ///
    /// # Errors
    /// Returns an error if another file has appeared in its place, or if the disk fails.
    pub fn write(&self, content: &[u8]) -> Result<(), LabError> {
        let mut file = PendingFile::begin(self.path.clone())?;
        file.append(content)?;
        let file = file.sync()?;
        self.check()?;
        let published = if self.force { file.publish() } else { file.publish_new() };
        published?;
        sync_directory(directory(&self.path))
    }

    fn check(&self) -> Result<(), LabError> {
        let Ok(metadata) = fs::symlink_metadata(&self.path) else { return Ok(()) };
        match metadata.file_type() {
            kind if kind.is_dir() => Err(self.refuse("this is a directory; name a file")),
            kind if kind.is_symlink() => {
                Err(self.refuse("this is a link, which is not followed; name a file"))
            }
            kind if !kind.is_file() => {
                Err(self.refuse("this is not a regular file and is not replaced; name another"))
            }
            _ if !self.force => {
                Err(self.refuse(Message::new("the file exists; name another, or give ").setting("force")))
            }
            _ => Ok(()),
        }
    }

    fn refuse(&self, message: impl IntoMessage) -> LabError {
        LabError::setting(self.setting.clone(), message)
    }
}

/// Returns `true` if two paths refer to one file, whatever their spelling.
pub(crate) fn is_same_file(one: &Path, other: &Path) -> bool {
    match [one, other].map(fs::canonicalize) {
        [Ok(a), Ok(b)] => a == b || system::is_same_file(&a, &b),
        _ => one == other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(path: &Path, force: bool, inputs: &[&Path]) -> String {
        let Err(failure) = Target::from_config("out", path, force, inputs) else {
            panic!("{}", path.display())
        };
        failure.to_string()
    }

    #[test]
    fn what_is_there_stays_unless_it_is_a_plain_file_and_force_is_used() {
        let dir = tempfile::tempdir().expect("a directory");
        let (old, new) = (dir.path().join("old"), dir.path().join("new"));
        fs::write(&old, "old").expect("written");
        assert!(refused(&old, false, &[]).contains("give force"));
        assert!(refused(dir.path(), true, &[]).contains("directory"));
        for path in [&old, &new] {
            let target =
                Target::from_config("out", path, true, &[]).unwrap_or_else(|f| panic!("{}", f.to_string()));
            assert!(target.write(b"x").is_ok());
            assert_eq!(fs::read(path).expect("a file"), b"x");
        }
    }

    #[test]
    fn a_file_that_came_meanwhile_is_kept() {
        let dir = tempfile::tempdir().expect("a directory");
        let path = dir.path().join("new");
        let target =
            Target::from_config("out", &path, false, &[]).unwrap_or_else(|f| panic!("{}", f.to_string()));
        fs::write(&path, "mine").expect("written");
        assert!(target.write(b"x").is_err());
        assert_eq!(fs::read(&path).expect("a file"), b"mine");
        assert_eq!(fs::read_dir(dir.path()).expect("a directory").count(), 1, "no temporary file is left");
    }

    #[cfg(unix)]
    #[test]
    fn links_and_devices_are_refused() {
        let dir = tempfile::tempdir().expect("a directory");
        let link = dir.path().join("link");
        std::os::unix::fs::symlink(dir.path().join("in"), &link).expect("a link");
        assert!(refused(&link, true, &[]).contains("a link"));
        assert!(refused(Path::new("/dev/null"), true, &[]).contains("not a regular file"));
    }

    #[cfg(windows)]
    #[test]
    fn names_that_windows_takes_for_something_else_are_refused() {
        for name in ["NUL", "con", "aux.html", "C:\\pages\\COM1.html", "a/lpt9", "CON .x"] {
            let message = refused(Path::new(name), true, &[]);
            assert!(message.contains("a device on Windows; give another name"), "{name}: {message}");
        }
        for name in ["page:1.html", "a|b", "C:\\what?.html"] {
            assert!(refused(Path::new(name), true, &[]).contains("in no name on Windows"), "{name}");
        }
        for name in ["console", "C:\\COM0x", "lpt", "nul_.html", "COM10"] {
            assert!(Target::from_config("out", Path::new(name), true, &[]).is_ok(), "{name}");
        }
    }

    #[test]
    fn inputs_are_refused_under_any_name() {
        let dir = tempfile::tempdir().expect("a directory");
        let (input, hard) = (dir.path().join("in"), dir.path().join("hard"));
        fs::write(&input, "in").expect("written");
        fs::hard_link(&input, &hard).expect("a link");
        for name in [input.clone(), hard, dir.path().join("./in")] {
            assert!(refused(&name, true, &[&input]).contains("reads"), "{}", name.display());
        }
    }
}
