//! The part of a Markdown file that the league writes.

use std::ops::Range;
use std::path::Path;

use overhear_lab::input::{self, Size};
use overhear_lab::store::Target;

use crate::failure::Failure;

/// The lines between which the tables stand.
const MARKS: [&str; 2] = ["<!-- league -->", "<!-- /league -->"];

/// A file that has both marks.
pub(super) struct Page<'a> {
    path: &'a Path,
    file: Target,
}

impl Page<'_> {
    /// Finds the marks, before any game is played.
    pub(super) fn open(path: &Path) -> Result<Page<'_>, Failure> {
        let file = Target::asked("write", path, true, &[])?;
        read(path)?;
        Ok(Page { path, file })
    }

    /// Replaces what stands between the marks.
    pub(super) fn write(&self, tables: &str) -> Result<(), Failure> {
        let (mut text, place) = read(self.path)?;
        text.replace_range(place, tables);
        Ok(self.file.write(text.as_bytes())?)
    }
}

/// The file's text, and where in it the tables stand.
fn read(path: &Path) -> Result<(String, Range<usize>), Failure> {
    let text = input::read_text(path, Size::Table)?;
    let missing = |mark| {
        let message =
            format!("there is no line `{mark}`; the tables go between `{}` and `{}`", MARKS[0], MARKS[1]);
        Failure::content(path.display(), message)
    };
    let start = after(&text, MARKS[0], 0).ok_or_else(|| missing(MARKS[0]))?.end;
    let end = after(&text, MARKS[1], start).ok_or_else(|| missing(MARKS[1]))?.start;
    Ok((text, start..end))
}

/// The first line behind a place that says nothing else, its end included.
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
