//! Characters and texts that are safe in tables, labels and messages.

/// Returns `true` if a character is safe to print.
///
/// Control characters, direction marks, Unicode line breaks and characters of no width are not. With these, a text
/// could hide a part of itself, move the cursor of a terminal, or look like another text. Joiners and variation
/// selectors, which scripts and emoji need, and the soft hyphen, which text processors write, are safe.
///
/// ```
/// use overhear_engine::rules::is_printable;
/// assert!("l'œuvre 愛 שלום می\u{200c}خواهم ✈\u{fe0f}".chars().all(is_printable));
/// assert!(!['\u{1b}', '\n', '\u{202e}', '\u{200f}', '\u{2028}', '\u{200b}'].into_iter().any(is_printable));
/// ```
pub fn is_printable(c: char) -> bool {
    let has_no_width = matches!(c, '\u{34f}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180e}'
        | '\u{200b}' | '\u{2060}'..='\u{2064}' | '\u{206a}'..='\u{206f}' | '\u{3164}' | '\u{feff}' | '\u{ffa0}'
        | '\u{fff0}'..='\u{fffb}');
    stays_in_line(c) && !has_no_width
}

/// Returns `true` if a character neither breaks the line nor turns its direction. The law of clues asks no more: it
/// reads a clue without its characters of no width.
pub(super) fn stays_in_line(c: char) -> bool {
    let turns =
        matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let breaks = matches!(c, '\u{2028}' | '\u{2029}');
    !(c.is_control() || turns || breaks)
}

/// Texts that pandas and other CSV readers parse as a missing value, in lower case.
const MISSING: [&str; 13] = [
    "na",
    "nan",
    "null",
    "none",
    "n/a",
    "<na>",
    "#na",
    "#n/a",
    "#n/a n/a",
    "1.#ind",
    "1.#qnan",
    "#null!",
    "missing value",
];

/// Returns what table readers would parse the text as, if it is not a text to them: a missing value, a number or a truth
/// value. A column of such texts alone loses what tells them apart: `007` and `7` are one number.
///
/// ```
/// use overhear_engine::rules::misread_as;
/// assert_eq!(["nan", "1e5", "TRUE"].map(misread_as), [Some("a missing value"), Some("a number"), Some("a truth value")]);
/// assert_eq!(["1st", "v2", "e5", "truth"].map(misread_as), [None; 4]);
/// ```
pub fn misread_as(text: &str) -> Option<&'static str> {
    let text = text.trim();
    let hexadecimal = text
        .trim_start_matches(['+', '-'])
        .strip_prefix(['0'])
        .and_then(|rest| rest.strip_prefix(['x', 'X']));
    let is_hexadecimal = hexadecimal.is_some_and(|digits| u128::from_str_radix(digits, 16).is_ok());
    if reads_as_missing(text) {
        Some("a missing value")
    } else if text.parse::<f64>().is_ok() || is_hexadecimal {
        Some("a number")
    } else if ["true", "false"].iter().any(|truth| text.eq_ignore_ascii_case(truth)) {
        Some("a truth value")
    } else {
        None
    }
}

/// Further marks with which people and spreadsheets say that a cell has no value, in lower case.
const MARKED: [&str; 11] =
    ["n.a.", "n.a", "n.d.", "#ref!", "#value!", "#name?", "#div/0!", "#num!", "<null>", "(null)", "[null]"];

/// Returns `true` if a cell says that its value is missing: as table readers have it, by a spreadsheet's error, or by signs
/// alone, such as `-` and `?`.
///
/// ```
/// use overhear_engine::rules::stands_for_missing;
/// assert!(["NA", "none", "-", "?", "--", "...", "#REF!"].iter().all(|text| stands_for_missing(text)));
/// assert!(!["", "nano", "no one", "C-", "🚀", "3"].iter().any(|text| stands_for_missing(text)));
/// ```
pub fn stands_for_missing(text: &str) -> bool {
    let text = text.trim();
    let is_signs = !text.is_empty() && text.chars().all(|c| "-–—−?.…/\\*_~".contains(c));
    is_signs || reads_as_missing(text) || MARKED.iter().any(|mark| text.eq_ignore_ascii_case(mark))
}

/// Returns `true` if table readers would parse the text as a missing value.
///
/// ```
/// use overhear_engine::rules::reads_as_missing;
/// assert!(reads_as_missing("NaN") && reads_as_missing(" n/a") && !reads_as_missing("nano"));
/// ```
pub fn reads_as_missing(text: &str) -> bool {
    let text = text.trim().trim_start_matches('-');
    MISSING.iter().any(|mark| text.eq_ignore_ascii_case(mark))
}
