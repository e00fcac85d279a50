//! Texts for display on a terminal or in a page: foreign texts escaped, long labels shortened.

use std::borrow::Cow;

use overhear_engine::rules::is_printable;

/// Returns the text with its control characters escaped, so that it cannot move the cursor or hide parts of
/// itself.
///
/// Of `"a\u{1b}[2J"` the result has ten visible characters: the escape character is spelled out as `\u{1b}`.
pub fn printable(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    text.chars().for_each(|c| if is_printable(c) { out.push(c) } else { out.extend(c.escape_unicode()) });
    out
}

/// The program's own terminal colours: bold, dim, yellow and reset.
const PAINTED: [&str; 4] = ["\u{1b}[1m", "\u{1b}[2m", "\u{1b}[33m", "\u{1b}[0m"];

/// Returns whole output with control characters escaped, except line ends, tabs and the program's own
/// colours. Single texts are escaped before they are put together; this is the last safeguard. The colours
/// are defined here because this function must distinguish them from foreign escape sequences.
pub fn presentable(text: &str) -> Cow<'_, str> {
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

/// Returns `true` for characters that whole output may hold.
fn stays(c: char) -> bool {
    is_printable(c) || matches!(c, '\n' | '\t')
}

/// Returns a label of at most `most` characters. A longer one keeps its beginning and its end, in which
/// variants of an agent differ.
pub fn shortened(label: &str, most: usize) -> String {
    let letters: Vec<char> = label.chars().collect();
    if letters.len() <= most {
        return label.to_owned();
    }
    let shown = most.saturating_sub(1);
    let (head, tail) = (shown.div_ceil(2), shown / 2);
    letters[..head].iter().chain(['…'].iter()).chain(&letters[letters.len() - tail..]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variants_of_an_agent_can_be_told_apart() {
        let short = ["margin:alpha=0.25", "margin:alpha=0.75", "margin"].map(|label| shortened(label, 11));
        assert_eq!(short, ["margi…=0.25", "margi…=0.75", "margin"]);
        assert_eq!([0, 1, 2, 3].map(|most| shortened("human", most)), ["…", "…", "h…", "h…n"]);
    }

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
