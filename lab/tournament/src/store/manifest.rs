//! manifest.json: the run, its files with their checksums, and a checksum over the manifest itself.
//!
//! The checksum is the last entry, so the file stays plain JSON. It is the SHA-256 of the text without that
//! entry.

use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::checksums::{FileChecksum, Inventory, sha256};
use super::{SHARD_FILE, WorkArea, json};
use crate::error::LabError;
use crate::input::{self, SizeLimit};
use crate::message::{IntoMessage, Message};
use crate::table::printable;

/// File name. It is written last and removed first.
pub const MANIFEST: &str = "manifest.json";

/// File of measurements that may differ between equal runs; no manifest lists its checksum.
pub(crate) const TIMING: &str = "timing.json";

/// Version of the layout of result files.
pub const SCHEMA: u32 = 2;

/// Name of the program that writes results.
pub const PROGRAM: &str = "sim-cli";

/// Text around the checksum, including the comma after the previous entry.
const ENTRY: [&str; 2] = [",\n  \"sha256\": \"", "\"\n}\n"];

/// End of a JSON document without a checksum.
const END: &str = "\n}\n";

#[derive(Serialize)]
struct WithFileList<'a, T> {
    #[serde(flatten)]
    manifest: &'a T,
    files: &'a Inventory,
}

/// Returns the text of a manifest that lists `files`, with its checksum.
pub fn sealed(manifest: &impl Serialize, files: &Inventory) -> String {
    let text = json(&WithFileList { manifest, files });
    let body = text.strip_suffix(END).expect("a manifest is an object");
    format!("{body}{}{}{}", ENTRY[0], sha256(text.as_bytes()), ENTRY[1])
}

/// Returns the text without its checksum; `None` if the checksum is wrong.
fn unsealed(text: &str) -> Option<String> {
    let (body, sum) = text.strip_suffix(ENTRY[1])?.rsplit_once(ENTRY[0])?;
    let body = format!("{body}{END}");
    (sha256(body.as_bytes()) == sum).then_some(body)
}

/// Returns a manifest and the files that it lists, after verifying its text; otherwise the reason why it is refused.
fn verified_parts(text: &str) -> Result<(Value, Inventory), String> {
    let manifest: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
    if manifest["program"] != PROGRAM {
        return Err(format!("key `program`: not a result of {PROGRAM}"));
    }
    if manifest["schema_version"] != SCHEMA {
        let version = &manifest["schema_version"];
        return Err(format!("key `schema_version` is {version}; this program reads {SCHEMA}"));
    }
    let body = unsealed(text).ok_or("it is damaged or was edited: the checksum at its end does not match")?;
    let FileLists { files } = serde_json::from_str(&body).map_err(|error| error.to_string())?;
    if let Some(name) = files.keys().find(|name| !is_plain(name)) {
        let name = printable(name);
        return Err(format!("key `files`: `{name}` is not the name of a file of a result"));
    }
    Ok((manifest, files))
}

/// Returns `true` for the name of a file in the directory itself, on every system: no path and no device. A result may come
/// from others.
fn is_plain(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or_default().to_ascii_lowercase();
    let is_numbered = stem.strip_prefix("com").or(stem.strip_prefix("lpt"));
    let is_device = ["con", "prn", "aux", "nul"].contains(&&*stem)
        || is_numbered.is_some_and(|number| number.len() == 1 && number.as_bytes()[0].is_ascii_digit());
    let mut parts = name.split('.');
    let are_words = parts.all(|part| {
        !part.is_empty() && part.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-'))
    });
    name.len() <= 100 && are_words && !is_device
}

/// A stored result.
pub struct StoredManifest {
    dir: PathBuf,
    /// Its manifest.
    pub manifest: Value,
    files: Inventory,
}

#[derive(Deserialize)]
struct FileLists {
    files: Inventory,
}

impl StoredManifest {
    /// Reads the manifest of a result of this program and verifies its checksum.
    ///
    /// # Errors
    /// Returns an error for a directory without a result of this program, and for an edited manifest.
    pub fn open(dir: &Path) -> Result<StoredManifest, LabError> {
        StoredManifest::open_as(dir, MANIFEST)
    }

    /// Reads a manifest of another name and verifies its checksum.
    ///
    /// # Errors
    /// Returns an error for a directory without this manifest, and for an edited manifest.
    pub fn open_as(dir: &Path, name: &str) -> Result<StoredManifest, LabError> {
        let path = dir.join(name);
        if !input::is_there(&path)? || !path.is_file() {
            let message = if dir.join(SHARD_FILE).exists() {
                Message::new("this is a shard, a part of a run: merge all of them into a result first")
            } else if WorkArea::checkpoint_in(dir).exists() {
                Message::new(
                    "the run in this directory was interrupted and has no result yet; go on with its command and ",
                )
                .setting(("resume", dir.display()))
            } else {
                Message::new(format_args!(
                    "this is not a result directory ({name} is missing); name one that a command has written"
                ))
            };
            return Err(LabError::content(dir.display(), message));
        }
        let text = input::read_text(&path, SizeLimit::Table)?;
        let (manifest, files) =
            verified_parts(&text).map_err(|message| LabError::content(path.display(), message))?;
        Ok(StoredManifest { dir: dir.to_owned(), manifest, files })
    }

    /// Returns the deserialised manifest.
    ///
    /// # Errors
    /// Returns an error for a missing key or a wrong type.
    pub fn read<T: DeserializeOwned>(&self) -> Result<T, LabError> {
        T::deserialize(&self.manifest)
            .map_err(|error| LabError::content(self.manifest_path().display(), error))
    }

    /// Returns the error that the result is not of the requested kind.
    pub fn refuse(&self, message: impl IntoMessage) -> LabError {
        LabError::content(self.dir.display(), message)
    }

    /// Returns the path of the manifest.
    pub(crate) fn manifest_path(&self) -> PathBuf {
        self.path(MANIFEST)
    }

    /// Returns the path of a file of the result, whether it exists or not.
    pub fn path(&self, name: &str) -> PathBuf {
        self.dir.join(name)
    }

    /// Returns the listed files.
    pub const fn files(&self) -> &Inventory {
        &self.files
    }

    /// Returns the path of a listed file after verifying its contents; `None` if the result does not have it.
    ///
    /// # Errors
    /// Returns an error for a file that is missing or was edited.
    pub fn verified(&self, name: &str) -> Result<Option<PathBuf>, LabError> {
        let Some(sum) = self.files.get(name) else { return Ok(None) };
        let path = self.path(name);
        if !input::is_there(&path)? || !path.is_file() {
            return Err(LabError::content(path.display(), "it is missing, but the manifest lists it"));
        }
        sum.agrees(&path, &FileChecksum::of_file(&path)?, "the manifest")?;
        Ok(Some(path))
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[derive(Serialize)]
    struct Small {
        schema_version: u32,
        program: &'static str,
        seed: u64,
    }

    fn result() -> tempfile::TempDir {
        let dir = tempfile::tempdir().expect("a directory");
        fs::write(dir.path().join("a.csv"), "x,y\n1,2\n").expect("written");
        let files = Inventory::from([("a.csv".to_owned(), FileChecksum::new(b"x,y\n1,2\n"))]);
        let manifest = Small { schema_version: SCHEMA, program: PROGRAM, seed: 7 };
        fs::write(dir.path().join(MANIFEST), sealed(&manifest, &files)).expect("written");
        dir
    }

    /// Reads a whole result.
    fn read(dir: &Path) -> Result<u64, LabError> {
        let stored = StoredManifest::open(dir)?;
        stored.files().keys().try_for_each(|name| stored.verified(name).map(drop))?;
        Ok(stored.manifest["seed"].as_u64().unwrap_or_default())
    }

    #[test]
    fn a_manifest_is_json_and_what_it_lists_is_read() {
        let dir = result();
        assert_eq!(read(dir.path()).ok(), Some(7));
        let stored = StoredManifest::open(dir.path()).unwrap_or_else(|f| panic!("{}", f.to_string()));
        assert!(stored.verified("b.csv").is_ok_and(|path| path.is_none()), "it has no such file");
        fs::remove_file(dir.path().join("a.csv")).expect("it was there");
        let message = read(dir.path()).expect_err("missing").to_string();
        assert!(message.contains("a.csv: it is missing"), "{message}");
    }

    #[test]
    fn a_file_elsewhere_is_not_a_file_of_a_result() {
        for name in [
            "../a.csv",
            "/a.csv",
            "..",
            "",
            "a/b",
            "a\\b",
            "C:a",
            "NUL",
            "com1.csv",
            ".a",
            "a.",
            "a\u{202e}b",
        ] {
            let dir = result();
            let files = Inventory::from([(name.to_owned(), FileChecksum::new(b"x"))]);
            let manifest = Small { schema_version: SCHEMA, program: PROGRAM, seed: 7 };
            fs::write(dir.path().join(MANIFEST), sealed(&manifest, &files)).expect("written");
            let error_text = read(dir.path()).expect_err(name).to_string();
            assert!(error_text.contains("is not the name of a file of a result"), "{error_text}");
        }
        assert!(["standings.csv", "a-b_2.json", "command", "lpt.csv"].into_iter().all(is_plain));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn what_cannot_be_seen_is_not_called_missing() {
        let long = "x".repeat(300);
        let error_text =
            StoredManifest::open(Path::new(&long)).map(drop).expect_err("no such name").to_string();
        assert!(error_text.ends_with("(os error 36)") && !error_text.contains("missing"), "{error_text}");
        let dir = result();
        let path = dir.path().join("a.csv");
        fs::remove_file(&path).expect("it was there");
        std::os::unix::fs::symlink("a.csv", &path).expect("a link to itself");
        let error_text = read(dir.path()).expect_err("a loop").to_string();
        assert!(error_text.contains("a.csv: ") && !error_text.contains("missing"), "{error_text}");
        let error_text = StoredManifest::open(&path.join("x")).map(drop).expect_err("a loop").to_string();
        assert!(!error_text.contains("missing"), "{error_text}");
    }

    #[test]
    fn a_changed_byte_anywhere_is_refused_by_the_name_of_the_file() {
        let dir = result();
        for name in ["a.csv", MANIFEST] {
            let path = dir.path().join(name);
            let good = fs::read(&path).expect("a file");
            for place in 0..good.len() {
                for flip in [1, 0x20, 0x80] {
                    let mut bad = good.clone();
                    bad[place] ^= flip;
                    fs::write(&path, bad).expect("written");
                    let message = read(dir.path()).expect_err("changed").to_string();
                    assert!(message.contains(name), "byte {place} of {name}: {message}");
                }
            }
            for length in 0..good.len() {
                fs::write(&path, &good[..length]).expect("written");
                assert!(read(dir.path()).is_err(), "{name} cut at {length}");
            }
            fs::write(&path, good).expect("written");
        }
        assert!(read(dir.path()).is_ok());
    }
}
