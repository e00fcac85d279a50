//! What rustdoc writes, without what few read: two thirds of its bytes.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result};

use crate::workspace::files_below;

/// Traits that every type has, which each page lists in full, and their place in its margin: where a part begins and where it ends.
const SAID_OF_ALL: [(&str, &[&str]); 4] = [
    ("<h2 id=\"synthetic-implementations\"", &["<h2 id=", "</section></div></main>"]),
    ("<h2 id=\"blanket-implementations\"", &["<h2 id=", "</section></div></main>"]),
    ("<h3><a href=\"#synthetic-implementations\">", &["<h3>", "</section>", "</div></nav>"]),
    ("<h3><a href=\"#blanket-implementations\">", &["<h3>", "</section>", "</div></nav>"]),
];

/// Traits whose methods their own documentation describes, as rustdoc writes them; each page repeats it where a type implements them.
const WELL_KNOWN: [&str; 11] = [
    "Clone",
    "Debug",
    "Default",
    "Deserialize%3C'de%3E",
    "Display",
    "Error",
    "Hash",
    "Ord",
    "PartialEq",
    "PartialOrd",
    "Serialize",
];

/// The list of an implementation, what comes before the next one, and how the last method of a list ends.
const METHODS: &str = "<div class=\"impl-items\">";
const NEXT: &str = "class=\"toggle implementors-toggle\"";
const LAST_METHOD: [&str; 2] = ["</details></div></details>", "</section></div></details>"];

/// The beginning of the names of fonts for Korean, which no page has.
const KOREAN: &str = "NanumBarunGothic";

/// Removes the pages of sources, which the repository has, the scripts for traits and types of other crates, fonts that no page needs, and on each page the traits
/// that all types have and the methods of those that are well known.
///
/// # Errors
/// A folder that rustdoc did not write.
pub(super) fn lighten(folder: &Path) -> Result<()> {
    let scripts =
        ["trait.impl", "type.impl"].map(|kind| ["alloc", "core", "std"].map(|of| format!("{kind}/{of}")));
    for unread in scripts.into_iter().flatten().chain(["src".to_owned()]) {
        let place = folder.join(unread);
        if place.is_dir() {
            fs::remove_dir_all(&place).with_context(|| format!("cannot remove {}", place.display()))?;
        }
    }
    let files = files_below(folder, &[]);
    for font in files
        .iter()
        .filter(|file| file.file_name().is_some_and(|name| name.to_string_lossy().starts_with(KOREAN)))
    {
        fs::remove_file(font).with_context(|| format!("cannot remove {}", font.display()))?;
    }
    for page in files.iter().filter(|file| file.extension().is_some_and(|kind| kind == "html")) {
        let text = fs::read_to_string(page).with_context(|| format!("cannot read {}", page.display()))?;
        let short = SAID_OF_ALL.iter().fold(text, |text, (begin, ends)| without(text, begin, ends));
        let short = WELL_KNOWN.iter().fold(short, |text, name| without_methods(text, name));
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

/// Returns a text in which implementations of a trait have no methods; their headings stay.
fn without_methods(mut text: String, name: &str) -> String {
    let heading = format!("<section id=\"impl-{name}-for-");
    let mut at = 0;
    while let Some(place) = text[at..].find(&heading) {
        at += place + heading.len();
        let Some(methods) = text[at..].find(METHODS) else { break };
        if text[at..].find(NEXT).is_some_and(|next| next < methods) {
            continue;
        }
        let begin = at + methods;
        let ends = LAST_METHOD.iter().filter_map(|end| text[begin..].find(end).map(|place| (place, end)));
        let Some((place, end)) = ends.min() else { break };
        let closing = end.find("</div>").map_or(0, |div| div + "</div>".len());
        text.replace_range(begin..begin + place + closing, "");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_of_well_known_traits_stay_without_their_methods() {
        let of = |name: &str, methods: &str| {
            format!(
                "<details class=\"toggle implementors-toggle\" open><summary><section id=\"impl-{name}-for-A\">{name}</section></summary>{methods}</details>"
            )
        };
        let documented = "<details class=\"toggle method-toggle\"><section>f</section><div class='docblock'>F.</div></details>";
        let list = |methods: &str| format!("<div class=\"impl-items\">{methods}</div>");
        let [two, plain] = [list(&documented.repeat(2)), list("<section>f</section>")];
        let page = of("Clone", &two) + &of("Own", &two) + &of("Hash", &plain) + &of("Eq", "");
        let short = without_methods(without_methods(page, "Clone"), "Hash");
        assert_eq!(short, of("Clone", "") + &of("Own", &two) + &of("Hash", "") + &of("Eq", ""));
        let empty = of("Clone", "") + &of("Own", &two);
        assert_eq!(without_methods(empty.clone(), "Clone"), empty);
    }

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
