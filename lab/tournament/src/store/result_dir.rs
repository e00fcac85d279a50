//! The output directory of a result, checked before the first game and filled after the last.

use std::path::Path;

use super::checksums::{FileChecksum, Inventory};
use super::output_dir::{OutConfig, OutputDir, check_name, setting};
use super::previous_result::PreviousResult;
use super::replacement::{self, Move};
use super::work::WorkArea;
use super::{
    FRONTIER, MANIFEST, RESULT_FILES, SHARD_FILE, TIMING, sealed_manifest, sync_directory, write_whole,
};
use crate::error::{FileContext as _, LabError};
use crate::input::is_there;
use crate::message::Message;
use crate::run_control::StopHandle;
use crate::setting_ref::SettingRef;

/// A writable directory that no other run is using.
pub struct ResultDir {
    /// Work area, which holds the run's files until all are complete.
    pub work: WorkArea,
    earlier: PreviousResult,
    /// Declared last so that it is dropped last, after the work area inside it is gone.
    place: OutputDir,
}

impl ResultDir {
    /// Returns the output directory, if one is configured.
    ///
    /// # Errors
    /// Returns an error for a directory that cannot be made, holds something else, or is used by another run.
    pub fn from_config(args: &OutConfig, stop: &StopHandle) -> Result<Option<ResultDir>, LabError> {
        args.check()?;
        args.out.as_deref().map(|path| ResultDir::begin(path, args.force, stop)).transpose()
    }

    /// Creates the directory if needed. An earlier result in it must be replaceable.
    pub(crate) fn begin(path: &Path, force: bool, stop: &StopHandle) -> Result<ResultDir, LabError> {
        // A device is not to be seen any more in an absolute path of Windows.
        let out = setting(path);
        check_name(&out, path)?;
        let path = std::path::absolute(path).of_setting(&out)?;
        let place = OutputDir::out(&path, force)?;
        if place.is_new() {
            stop.remember(&path);
        }
        let mut work = WorkArea::acquire(&path, stop)?;
        if work.has_checkpoint() && !force {
            let message = Message::new("it holds a run that can be resumed; give ")
                .setting(("resume", "DIR"))
                .then(" to resume it, or ")
                .setting("force");
            return Err(LabError::setting(setting(&path), message));
        }
        replacement::settle(&path, &work)?;
        let earlier = PreviousResult::read(&path)?;
        work.begin()?;
        Ok(ResultDir { work, earlier, place })
    }

    /// Reopens the directory of an interrupted run.
    ///
    /// # Errors
    /// Returns an error for a directory without an interrupted run, or used by another run.
    pub fn resume(path: &Path, stop: &StopHandle) -> Result<ResultDir, LabError> {
        let resumed = SettingRef::from(("resume", path.display()));
        if !WorkArea::exists_in(path)? {
            let mut complete = None;
            for file in [MANIFEST, SHARD_FILE] {
                complete = complete.or(is_there(&path.join(file))?.then_some(file));
            }
            let message = match complete {
                Some(file) => format!("nothing to resume: the run is complete ({file})"),
                None if path.is_dir() => "nothing to resume: no run was interrupted here".to_owned(),
                None => "there is no such directory".to_owned(),
            };
            return Err(LabError::setting(resumed, message));
        }
        let work = WorkArea::acquire(path, stop)?;
        if !work.has_checkpoint() {
            return Err(LabError::setting(resumed, "nothing to resume: there is no checkpoint"));
        }
        replacement::undo(path, &work)?;
        let earlier = PreviousResult::read(path)?;
        Ok(ResultDir { work, earlier, place: OutputDir::existing(path) })
    }

    /// Returns the path.
    pub fn path(&self) -> &Path {
        self.place.path()
    }

    /// Replaces an earlier result by complete files: `texts`, the logs in the work area, and a manifest that
    /// lists both. The earlier result stays until the new one is entirely on disk.
    ///
    /// # Errors
    /// Returns an error for a file that cannot be written. The earlier result is still there then.
    pub fn publish(
        self,
        texts: Vec<(String, Vec<u8>)>,
        logs: Inventory,
        manifest: &impl serde::Serialize,
    ) -> Result<(), LabError> {
        let mut files = logs.clone();
        let listed = texts.iter().filter(|(name, _)| name != TIMING);
        files.extend(listed.map(|(name, text)| (name.clone(), FileChecksum::new(text))));
        let manifest = sealed_manifest(manifest, &files).into_bytes();
        self.replace(texts, logs, (MANIFEST, manifest))
    }

    /// Replaces an earlier result as [`publish`](ResultDir::publish) does, with another kind of last file,
    /// which marks the directory.
    ///
    /// # Errors
    /// Returns an error for a file that cannot be written. The earlier result is still there then.
    pub fn replace(
        self,
        texts: Vec<(String, Vec<u8>)>,
        files: Inventory,
        (last, content): (&str, Vec<u8>),
    ) -> Result<(), LabError> {
        // 1. Everything new is on disk in the work area, and a record lists it. A crash from here on is undone by
        // the next run in the directory.
        let files = self.prepare(texts, files, (last, content))?;
        // 2. The earlier manifest is set aside first and the new one comes last, so no reader takes a mixture for
        // a result. A failure undoes all moves.
        replacement::perform(&self.moves(&files), &self.work)?;
        sync_directory(self.path())?;
        // 3. Only now does nothing depend on the checkpoint and the earlier files any more.
        self.work.clear()?;
        replacement::delete_earlier(&self.work)
    }

    /// Returns the moves that set the earlier files aside and give the new ones their names.
    fn moves(&self, files: &Inventory) -> Vec<Move> {
        let publish = replacement::publish(files, &self.work, self.path());
        self.earlier.set_aside(&self.work).chain(publish).collect()
    }

    /// Writes all files into the work area, then the record of what replaces what.
    fn prepare(
        &self,
        mut texts: Vec<(String, Vec<u8>)>,
        mut files: Inventory,
        (last, content): (&str, Vec<u8>),
    ) -> Result<Inventory, LabError> {
        texts.push((last.to_owned(), content));
        for (name, text) in texts {
            write_whole(&self.work.file(&name), &text)?;
            files.insert(name, FileChecksum::new(&text));
        }
        // The names must be durable before the record promises them.
        self.work.sync()?;
        let replaced = RESULT_FILES.iter().filter(|name| **name != FRONTIER || files.contains_key(FRONTIER));
        replaced.copied().try_for_each(|name| self.earlier.refuse_foreign(name))?;
        self.earlier.check_removable()?;
        replacement::record(&files, &self.work)?;
        Ok(files)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::store::file::rename_new;
    use crate::store::{PROGRAM, SCHEMA, StoredManifest};

    const WORK: &str = ".overhear-run";
    const LOG: &str = "games.csv";

    fn good<T>(result: Result<T, LabError>) -> T {
        result.unwrap_or_else(|failure| panic!("{}", failure.to_string()))
    }

    fn manifest(text: &str) -> serde_json::Value {
        serde_json::json!({ "schema_version": SCHEMA, "program": PROGRAM, "said": text })
    }

    fn texts(text: &str) -> Vec<(String, Vec<u8>)> {
        ["standings.csv", "rounds.csv", TIMING]
            .map(|name| (name.to_owned(), format!("{name} {text}").into_bytes()))
            .into()
    }

    /// Writes the log of a run into its work area.
    fn log(dir: &ResultDir, text: &str) -> Inventory {
        good(write_whole(&dir.work.file(LOG), text.as_bytes()));
        log_of(text)
    }

    fn log_of(text: &str) -> Inventory {
        Inventory::from([(LOG.to_owned(), FileChecksum::new(text.as_bytes()))])
    }

    fn publish(path: &Path, text: &str) {
        let dir = good(ResultDir::begin(path, true, &StopHandle::default()));
        let logs = log(&dir, text);
        good(dir.publish(texts(text), logs, &manifest(text)));
    }

    /// Returns the text in the manifest of a directory's result; `None` without a result. Checks that every
    /// file belongs to it.
    fn stored_text(path: &Path) -> Option<String> {
        let stored = StoredManifest::open(path).ok()?;
        let text = stored.manifest["said"].as_str().expect("a text").to_owned();
        for (name, content) in texts(&text) {
            assert_eq!(fs::read(path.join(&name)).ok(), Some(content), "{name}");
        }
        stored.files().keys().for_each(|name| drop(good(stored.verified(name))));
        Some(text)
    }

    /// Returns a copy of a directory as a power cut would leave it.
    fn image(path: &Path) -> tempfile::TempDir {
        let copy = tempfile::tempdir().expect("a directory");
        copy_into(path, copy.path());
        copy
    }

    fn copy_into(from: &Path, to: &Path) {
        for entry in fs::read_dir(from).expect("a directory").map(|entry| entry.expect("an entry")) {
            let place = to.join(entry.file_name());
            if entry.file_type().expect("a type").is_dir() {
                fs::create_dir(&place).expect("made");
                copy_into(&entry.path(), &place);
            } else {
                fs::copy(entry.path(), place).expect("copied");
            }
        }
    }

    /// Returns copies of the directory after every step in which a second result replaces a first one. A run
    /// with a checkpoint has it in the work area.
    fn images(has_checkpoint: bool) -> Vec<tempfile::TempDir> {
        let place = tempfile::tempdir().expect("a directory");
        fs::write(place.path().join("notes.txt"), "mine").expect("written");
        publish(place.path(), "first");
        let dir = good(ResultDir::begin(place.path(), true, &StopHandle::default()));
        let logs = log(&dir, "second");
        if has_checkpoint {
            good(dir.work.save(b"a checkpoint"));
        }
        let mut listed = logs.clone();
        listed
            .extend(texts("second").into_iter().take(2).map(|(name, text)| (name, FileChecksum::new(&text))));
        let last = sealed_manifest(&manifest("second"), &listed).into_bytes();
        let mut images = vec![image(place.path())];
        let files = good(dir.prepare(texts("second"), logs, (MANIFEST, last)));
        images.push(image(place.path()));
        for step in dir.moves(&files) {
            good(rename_new(&step.from, &step.to));
            images.push(image(place.path()));
        }
        images
    }

    /// Returns all files of a directory but those of its work area.
    fn files(path: &Path) -> Vec<(String, Vec<u8>)> {
        let entries = fs::read_dir(path).expect("a directory").map(|entry| entry.expect("an entry").path());
        let name = |path: &Path| path.file_name().expect("a name").display().to_string();
        let mut files: Vec<_> = entries
            .filter(|path| path.is_file())
            .map(|path| (name(&path), fs::read(&path).expect("a file")))
            .collect();
        files.sort();
        files
    }

    /// Begins a second result in the directory of a first one, and returns it with the files of the first.
    fn second(path: &Path) -> (ResultDir, Vec<(String, Vec<u8>)>) {
        publish(path, "first");
        (good(ResultDir::begin(path, true, &StopHandle::default())), files(path))
    }

    #[test]
    fn a_replacement_that_fails_at_any_step_leaves_the_earlier_result() {
        let names = |dir: &Path| files(dir).into_iter().map(|(name, _)| name).collect::<Vec<_>>();
        let place = tempfile::tempdir().expect("a directory");
        publish(place.path(), "first");
        let aside = Path::new(WORK).join("earlier");
        let obstacles = names(place.path()).into_iter().map(|name| aside.join(name));
        for obstacle in obstacles.chain(["endings.csv".into()]) {
            let place = tempfile::tempdir().expect("a directory");
            let (dir, before) = second(place.path());
            let logs = log(&dir, "second");
            let more = [("endings.csv".to_owned(), b"more".to_vec())];
            let texts = texts("second").into_iter().chain(more).collect();
            let files_of_second = good(dir.prepare(texts, logs, (MANIFEST, b"{}".to_vec())));
            // A folder that is not empty gives way to no file, for no user.
            fs::create_dir_all(place.path().join(&obstacle).join("x")).expect("made");
            let moves = dir.moves(&files_of_second);
            let error_text = replacement::perform(&moves, &dir.work).expect_err("an obstacle").to_string();
            let obstacle = obstacle.display().to_string();
            assert!(
                error_text.contains(&obstacle) && !error_text.contains("the earlier result is in"),
                "{error_text}"
            );
            assert_eq!(files(place.path()), before, "{obstacle}");
            assert_eq!(stored_text(place.path()).as_deref(), Some("first"), "{obstacle}");
        }
    }

    #[test]
    fn an_earlier_result_that_cannot_be_deleted_is_named() {
        let place = tempfile::tempdir().expect("a directory");
        let (dir, _) = second(place.path());
        let earlier = place.path().join(WORK).join("earlier");
        fs::create_dir_all(earlier.join("x")).expect("made");
        let logs = log(&dir, "second");
        let error_text =
            dir.publish(texts("second"), logs, &manifest("second")).expect_err("it stays").to_string();
        assert!(
            error_text.starts_with(&earlier.display().to_string())
                && error_text.contains("cannot be deleted"),
            "{error_text}"
        );
        assert_eq!(stored_text(place.path()).as_deref(), Some("second"));
        fs::remove_dir_all(earlier.join("x")).expect("removed");
        publish(place.path(), "third");
        assert_eq!(stored_text(place.path()).as_deref(), Some("third"));
        assert!(!place.path().join(WORK).exists());
    }

    #[test]
    fn a_power_cut_at_any_step_leaves_one_result_or_none_and_another_takes_its_place() {
        for image in images(true).into_iter().chain(images(false)) {
            let stored = stored_text(image.path());
            assert!(stored.is_none_or(|text| text == "first" || text == "second"));
            // The next run brings the earlier result back, even if it fails itself.
            drop(good(ResultDir::begin(image.path(), true, &StopHandle::default())));
            assert!(stored_text(image.path()).is_some_and(|text| text == "first" || text == "second"));
            publish(image.path(), "third");
            assert_eq!(stored_text(image.path()).as_deref(), Some("third"));
            assert_eq!(fs::read_to_string(image.path().join("notes.txt")).ok().as_deref(), Some("mine"));
            assert_eq!(fs::read_dir(image.path()).expect("a directory").count(), 6, "nothing else is left");
        }
    }

    #[cfg(windows)]
    #[test]
    fn a_file_that_another_program_has_open_is_named_before_anything_is_removed() {
        use std::os::windows::fs::OpenOptionsExt as _;
        let place = tempfile::tempdir().expect("a directory");
        publish(place.path(), "first");
        let open = || {
            let mut spreadsheet = fs::File::options();
            spreadsheet.read(true).share_mode(0).open(place.path().join("rounds.csv")).expect("a file")
        };
        let begin = || ResultDir::begin(place.path(), true, &StopHandle::default());
        let refused = |failure: Option<LabError>| {
            let message = failure.expect("it is open").to_string();
            assert!(
                message.ends_with("rounds.csv: another program has it open; close it there"),
                "{message}"
            );
            assert_eq!(stored_text(place.path()).as_deref(), Some("first"));
        };
        let spreadsheet = open();
        let failure = begin().err();
        drop(spreadsheet);
        refused(failure);
        let dir = good(begin());
        let spreadsheet = open();
        let failure = dir.publish(texts("second"), Inventory::new(), &manifest("second")).err();
        drop(spreadsheet);
        refused(failure);
    }

    #[test]
    fn a_run_with_a_checkpoint_gets_its_log_back_after_a_power_cut_at_any_step() {
        let images = images(true);
        for image in &images {
            let dir = good(ResultDir::resume(image.path(), &StopHandle::default()));
            assert_eq!(fs::read_to_string(dir.work.file(LOG)).ok().as_deref(), Some("second"));
            good(dir.publish(texts("second"), log_of("second"), &manifest("second")));
            assert_eq!(stored_text(image.path()).as_deref(), Some("second"));
        }
        assert!(images.len() > 8, "{}", images.len());
    }
}
