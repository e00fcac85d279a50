//! Texts that others wrote, on a terminal.

/// The text with its control characters spelled out, so that it can neither move the cursor nor hide a part of itself.
///
/// `printable("a\u{1b}[2J")` is `a\u{1b}[2J` in so many letters.
pub(crate) fn printable(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_control() || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}') {
            out.extend(c.escape_unicode());
        } else {
            out.push(c);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_spelled_out_and_letters_are_kept() {
        assert_eq!(printable("a\u{1b}[2J\n"), "a\\u{1b}[2J\\u{a}");
        assert_eq!(printable("pieds nus dans l'aube 愛"), "pieds nus dans l'aube 愛");
    }
}
