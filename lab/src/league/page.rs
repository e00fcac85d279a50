//! The section of a Markdown file that the league writes.

use std::ops::Range;
use std::path::Path;

use crate::error::LabError;
use crate::input::{self, SizeLimit};
use crate::store::Target;

/// Marker lines around the tables.
const MARKS: [&str; 2] = ["<!-- league -->", "<!-- /league -->"];

/// A Markdown file with marker lines for the beginning and the end of the league.
#[derive(Debug)]
pub struct LeaguePage<'a> {
    path: &'a Path,
    file: Target,
}

impl LeaguePage<'_> {
    /// Checks the file and its markers before any game is played.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read or written, or has no markers.
    pub fn open(path: &Path) -> Result<LeaguePage<'_>, LabError> {
        let file = Target::from_config("write", path, true, &[])?;
        read(path)?;
        Ok(LeaguePage { path, file })
    }

    /// Replaces the text between the markers.
    ///
    /// # Errors
    /// Returns an error if the markers have disappeared, or if the disk fails.
    pub fn write(&self, tables: &str) -> Result<(), LabError> {
        let (mut text, place) = read(self.path)?;
        text.replace_range(place, tables);
        self.file.write(text.as_bytes())
    }
}

/// Returns the file's text and the range between the markers.
fn read(path: &Path) -> Result<(String, Range<usize>), LabError> {
    let text = input::read_text(path, SizeLimit::Table)?;
    let start = after(&text, MARKS[0], 0).ok_or_else(|| missing(path, MARKS[0]))?.end;
    let end = after(&text, MARKS[1], start).ok_or_else(|| missing(path, MARKS[1]))?.start;
    Ok((text, start..end))
}

fn missing(path: &Path, mark: &str) -> LabError {
    let message =
        format_args!("there is no line `{mark}`; the tables go between `{}` and `{}`", MARKS[0], MARKS[1]);
    LabError::content(path.display(), message)
}

/// Returns the range of the first line after `place` that consists of the marker, including its line end.
fn after(text: &str, mark: &str, place: usize) -> Option<Range<usize>> {
    let mut start = place;
    text[place..].split_inclusive('\n').find_map(|line| {
        let range = start..start + line.len();
        start = range.end;
        (line.trim() == mark).then_some(range)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_is_a_line_of_its_own() {
        assert_eq!(after("a\n m \nb", "m", 0), Some(2..6));
        assert_eq!(after("a m\nm", "m", 0), Some(4..5));
        assert_eq!(after("m\n", "m", 2), None);
    }
}
