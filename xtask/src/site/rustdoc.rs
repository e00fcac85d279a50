//! What rustdoc writes, without what few read: two thirds of its bytes.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};

use crate::files_below::files_below;

/// Traits that every type has, which each page lists in full, and their place in its margin: where a part begins and where it ends.
const SAID_OF_ALL: [(&str, &[&str]); 4] = [
    ("<h2 id=\"synthetic-implementations\"", &["<h2 id=", "</section></div></main>"]),
    ("<h2 id=\"blanket-implementations\"", &["<h2 id=", "</section></div></main>"]),
    ("<h3><a href=\"#synthetic-implementations\">", &["<h3>", "</section>", "</div></nav>"]),
    ("<h3><a href=\"#blanket-implementations\">", &["<h3>", "</section>", "</div></nav>"]),
];

/// The beginning of the names of fonts for Korean, which no page has.
const KOREAN: &str = "NanumBarunGothic";

/// Removes the pages of sources, which the repository has, the scripts for traits of other crates, fonts that no page needs, and on each page the traits that all types
/// have.
///
/// # Errors
/// A folder that rustdoc did not write.
pub(super) fn lighten(folder: &Path) -> Result<()> {
    for unread in ["src", "trait.impl/alloc", "trait.impl/core", "trait.impl/std"] {
        let place = folder.join(unread);
        if place.is_dir() {
            fs::remove_dir_all(&place).with_context(|| format!("cannot remove {}", place.display()))?;
        }
    }
    let is_html = |file: &&PathBuf| file.extension().is_some_and(|kind| kind == "html");
    let is_font =
        |file: &&PathBuf| file.file_name().is_some_and(|name| name.to_string_lossy().starts_with(KOREAN));
    let files = files_below(folder, &[]);
    for font in files.iter().filter(is_font) {
        fs::remove_file(font).with_context(|| format!("cannot remove {}", font.display()))?;
    }
    for page in files.iter().filter(is_html) {
        let text = fs::read_to_string(page).with_context(|| format!("cannot read {}", page.display()))?;
        let short = SAID_OF_ALL.iter().fold(text, |text, (begin, ends)| without(text, begin, ends));
        fs::write(page, short).with_context(|| format!("cannot write {}", page.display()))?;
    }
    Ok(())
}

/// Returns a text without the part from `begin` to the first of the `ends` behind it, which stays.
fn without(text: String, begin: &str, ends: &[&str]) -> String {
    let Some(at) = text.find(begin) else { return text };
    let behind = &text[at + begin.len()..];
    let Some(length) = ends.iter().filter_map(|end| behind.find(end)).min() else { return text };
    text[..at].to_owned() + &behind[length..]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_goes_and_what_is_around_it_stays() {
        let page =
            |part: &str| format!("<h2 id=\"a\">A</h2>{part}<h2 id=\"b\">B</h2></section></div></main>");
        let (begin, ends) = SAID_OF_ALL[1];
        let part = "<h2 id=\"blanket-implementations\">Any</h2><p>all of it</p>";
        assert_eq!(without(page(part), begin, ends), page(""));
        assert_eq!(without(page(""), begin, ends), page(""));
        assert_eq!(without(format!("{part} without an end"), begin, ends), format!("{part} without an end"));
    }
}
