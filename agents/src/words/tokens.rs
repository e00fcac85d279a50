//! Cutting of texts into words.

use unicode_normalization::char::is_combining_mark;

use super::spelling::is_hyphen;

/// Returns the words of a text in [`same_clue_form`](overhear_engine::rules::same_clue_form), separated by anything but letters and digits, without
/// the genitive `'s`.
pub(super) fn words(form: &str) -> impl Iterator<Item = &str> {
    let pieces = form.split(|c: char| c.is_whitespace() || (!c.is_alphanumeric() && !is_apostrophe(c)));
    let bare = pieces.map(|word| word.trim_matches(is_apostrophe));
    let bare = bare.map(|word| word.strip_suffix("'s").or_else(|| word.strip_suffix("’s")).unwrap_or(word));
    bare.flat_map(|word| word.split(is_apostrophe)).filter(|word| !word.is_empty())
}

/// Returns `true` for a character that separates words.
pub(super) fn is_between(c: char) -> bool {
    !(c.is_alphanumeric() || is_hyphen(c) || is_apostrophe(c) || is_combining_mark(c))
}

/// Returns `true` for an apostrophe, straight or curved.
pub(super) const fn is_apostrophe(c: char) -> bool {
    matches!(c, '\'' | '’')
}

#[cfg(test)]
mod tests {
    use overhear_engine::rules::same_clue_form;

    use super::*;

    fn cut(text: &str) -> Vec<String> {
        words(&same_clue_form(text)).map(str::to_owned).collect()
    }

    #[test]
    fn a_text_falls_into_its_words() {
        assert_eq!(cut("Breakfast at Tiffany's"), ["breakfast", "at", "tiffany"]);
        assert_eq!(cut("ice-cream, (R2-D2)!"), ["ice", "cream", "r2", "d2"]);
        assert_eq!(cut("rock 'n' roll; l’aube"), ["rock", "n", "roll", "l", "aube"]);
        assert!(cut(" ... 🌞 ").is_empty());
    }
}
