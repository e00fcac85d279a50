//! Texts that others wrote, where people read them: on a terminal, in a page.

use std::borrow::Cow;

use overhear_engine::rules::is_printable;

/// Returns the text with its control characters spelled out, so that it can neither move the cursor nor hide
/// a part of itself.
///
/// `printable("a\u{1b}[2J")` is `a\u{1b}[2J` in so many letters.
pub fn printable(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    text.chars().for_each(|c| if is_printable(c) { out.push(c) } else { out.extend(c.escape_unicode()) });
    out
}

/// Bold, dim, yellow and plain, as the program writes them on a terminal.
const PAINTED: [&str; 4] = ["\u{1b}[1m", "\u{1b}[2m", "\u{1b}[33m", "\u{1b}[0m"];

/// Returns the same for many lines, as they go to standard output, standard error or a page: line ends, tabs
/// and the program's own paint stay. What is put together from single texts has spelled them out before; here
/// nothing passes that was forgotten. The paint is known here because this has to tell it from escape
/// sequences that others wrote.
pub fn presentable(text: &str) -> Cow<'_, str> {
    let stays = |c: char| is_printable(c) || matches!(c, '\n' | '\t');
    if text.chars().all(stays) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let paint = PAINTED.iter().find(|paint| rest.starts_with(**paint));
        let piece = paint.map_or(c.len_utf8(), |paint| paint.len());
        let (piece, after) = rest.split_at(piece);
        if paint.is_some() || stays(c) {
            out.push_str(piece);
        } else {
            out.extend(c.escape_unicode());
        }
        rest = after;
    }
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_spelled_out_and_letters_are_kept() {
        assert_eq!(printable("a\u{1b}[2J\n"), "a\\u{1b}[2J\\u{a}");
        assert_eq!(printable("pieds nus dans l'aube 愛"), "pieds nus dans l'aube 愛");
        assert_eq!(printable("\u{202e}\u{200f}\u{7f}\u{9b}"), "\\u{202e}\\u{200f}\\u{7f}\\u{9b}");
    }

    #[test]
    fn lines_and_paint_pass_and_nothing_else_does() {
        let own = "\u{1b}[1magent\u{1b}[0m\tgames\n";
        assert_eq!(presentable(own), own);
        assert_eq!(presentable("a\u{1b}[2J\u{1b}[31m\r\nb"), "a\\u{1b}[2J\\u{1b}[31m\\u{d}\nb");
    }
}
