//! manifest.json: what was played, which files came of it, and a checksum over all that it says.
//!
//! The checksum is the last entry, so that the file stays plain JSON: it is the SHA-256 of the text without
//! that entry.

use std::fmt::Display;
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::checksums::{FileChecksum, Inventory, sha256};
use super::json;
use crate::error::LabError;
use crate::input::{self, SizeLimit};

/// The file of a result that is written last, and taken away first.
pub(crate) const MANIFEST: &str = "manifest.json";

/// What may differ between two runs of one result; no manifest has its sum.
pub(crate) const TIMING: &str = "timing.json";

/// The version of the layout of result files.
pub(crate) const SCHEMA: u32 = 2;

/// The program whose results these are.
pub(crate) const PROGRAM: &str = "sim-cli";

/// How the checksum is written: between these two, with the comma of the entry before.
const ENTRY: [&str; 2] = [",\n  \"sha256\": \"", "\"\n}\n"];

/// How a JSON document ends without it.
const END: &str = "\n}\n";

#[derive(Serialize)]
struct WithFileList<'a, T> {
    #[serde(flatten)]
    manifest: &'a T,
    files: &'a Inventory,
}

/// Returns the text of a manifest that lists `files`, checksum included.
pub(crate) fn sealed(manifest: &impl Serialize, files: &Inventory) -> String {
    let text = json(&WithFileList { manifest, files });
    let body = text.strip_suffix(END).expect("a manifest is an object");
    format!("{body}{}{}{}", ENTRY[0], sha256(text.as_bytes()), ENTRY[1])
}

/// Returns the text as it was before its checksum, if that is right.
fn unsealed(text: &str) -> Option<String> {
    let (body, sum) = text.strip_suffix(ENTRY[1])?.rsplit_once(ENTRY[0])?;
    let body = format!("{body}{END}");
    (sha256(body.as_bytes()) == sum).then_some(body)
}

/// A result, as it was written.
pub(crate) struct StoredManifest {
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
    /// Reads the manifest of a result of this program, which must be as it was written.
    pub(crate) fn open(dir: &Path) -> Result<StoredManifest, LabError> {
        StoredManifest::open_as(dir, MANIFEST)
    }

    /// Returns the same with a manifest of another name.
    pub(crate) fn open_as(dir: &Path, name: &str) -> Result<StoredManifest, LabError> {
        let path = dir.join(name);
        if !path.is_file() {
            let message = format_args!("no result stands here: {name} is missing");
            return Err(LabError::content(dir.display(), message));
        }
        let refuse = |message: String| LabError::content(path.display(), message);
        let text = input::read_text(&path, SizeLimit::Table)?;
        let manifest: Value = serde_json::from_str(&text).map_err(|error| refuse(error.to_string()))?;
        if manifest["program"] != PROGRAM {
            return Err(refuse(format!("key `program`: this is no result of {PROGRAM}")));
        }
        if manifest["schema_version"] != SCHEMA {
            let version = &manifest["schema_version"];
            return Err(refuse(format!("key `schema_version` is {version}; this program reads {SCHEMA}")));
        }
        let body = unsealed(&text).ok_or_else(|| {
            refuse("it is torn or was edited: the checksum at its end is another".to_owned())
        })?;
        let FileLists { files } = serde_json::from_str(&body).map_err(|error| refuse(error.to_string()))?;
        Ok(StoredManifest { dir: dir.to_owned(), manifest, files })
    }

    /// What its manifest says.
    ///
    /// # Errors
    /// A key that is missing, or of another type.
    pub(crate) fn read<T: DeserializeOwned>(&self) -> Result<T, LabError> {
        T::deserialize(&self.manifest)
            .map_err(|error| LabError::content(self.manifest_path().display(), error))
    }

    /// Why it cannot be what is asked for.
    pub(crate) fn refuse(&self, message: impl Display) -> LabError {
        LabError::content(self.dir.display(), message)
    }

    /// Where its manifest stands.
    pub(crate) fn manifest_path(&self) -> PathBuf {
        self.path(MANIFEST)
    }

    /// Where a file of it stands, or would.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.dir.join(name)
    }

    /// Returns the files that it lists.
    pub(crate) const fn files(&self) -> &Inventory {
        &self.files
    }

    /// Where a file of it stands, if it has that one; the content must be as it was written.
    pub(crate) fn verified(&self, name: &str) -> Result<Option<PathBuf>, LabError> {
        let Some(sum) = self.files.get(name) else { return Ok(None) };
        let path = self.path(name);
        if !path.is_file() {
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

    /// Reads everything of a result.
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
