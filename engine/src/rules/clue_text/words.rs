//! Splitting of texts into words, and the letters of a word.

use std::borrow::Cow;

use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;

use super::super::same_clue_form;
use super::look_alikes::enclosed_letter;

/// Returns the words of a text in the form of [`same_clue_form`].
///
/// The text is split at all characters except letters, digits and accents: "dans l'aube" has the words
/// `dans`, `l` and `aube`. Invisible characters are removed.
pub(in crate::rules) fn words(text: &str) -> Vec<String> {
    if text.bytes().all(|b| b.is_ascii_lowercase()) && !text.is_empty() {
        return vec![text.to_owned()];
    }
    cut(&visible_form(text), |c| !is_of_a_word(c))
}

/// Returns the words of a text, split only at spaces and hyphens, without punctuation at the ends.
///
/// "U.S.A." and "l'aube" stay whole.
pub(super) fn tokens(text: &str) -> Vec<String> {
    let form = visible_form(text);
    let tokens = form.split(' ').map(|token| token.trim_matches(|c| !is_of_a_word(c)));
    tokens.filter(|token| !token.is_empty()).map(str::to_owned).collect()
}

/// Returns the word without accents and umlauts, and with ligatures as two letters: `cœur` becomes `coeur`.
pub(super) fn plain(word: &str) -> Cow<'_, str> {
    if word.is_ascii() { Cow::Borrowed(word) } else { Cow::Owned(without_accents(word)) }
}

/// Returns the text without accents and umlauts, and with ligatures as two letters.
pub(super) fn without_accents(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for c in text.nfd().filter(|&c| !is_combining_mark(c)) {
        match c {
            'œ' => plain.push_str("oe"),
            'æ' => plain.push_str("ae"),
            'ß' => plain.push_str("ss"),
            'ø' => plain.push('o'),
            'đ' | 'ð' => plain.push('d'),
            'ł' => plain.push('l'),
            'ı' => plain.push('i'),
            _ => plain.push(c),
        }
    }
    plain
}

/// Returns the number of letters in a text.
pub(super) fn letters(text: &str) -> usize {
    text.nfc().filter(|c| c.is_alphabetic()).count()
}

/// Returns `true` if the words of a phrase are adjacent among the words of a clue.
pub(super) fn contains_phrase(words: &[String], phrase: &str) -> bool {
    let phrase_words: Vec<&str> = phrase.split([' ', '\'']).collect();
    words.windows(phrase_words.len()).any(|run| run == phrase_words)
}

/// Returns the letter that makes up a word, or `None`. A sign that is a whole word in its script (愛) is not a
/// letter.
pub(super) fn only_letter(word: &str) -> Option<char> {
    let mut chars = word.chars();
    let letter = chars.next().filter(|c| c.is_lowercase() || c.is_uppercase())?;
    chars.next().is_none().then_some(letter)
}

/// Returns `true` if the text shows a picture: an emoji, a note, an arrow.
pub(super) fn shows_a_picture(text: &str) -> bool {
    text.chars().any(|c| matches!(c, '\u{2190}'..='\u{21ff}' | '\u{2300}'..='\u{23ff}' | '\u{2580}'..='\u{2bff}' | '\u{1f000}'..='\u{1faff}'))
}

fn visible_form(text: &str) -> String {
    let visible = text.chars().filter(|&c| !is_invisible(c));
    same_clue_form(&visible.map(|c| enclosed_letter(c).unwrap_or(c)).collect::<String>())
}

fn cut(form: &str, between: impl Fn(char) -> bool) -> Vec<String> {
    form.split(between).filter(|word| !word.chars().all(is_combining_mark)).map(str::to_owned).collect()
}

fn is_of_a_word(c: char) -> bool {
    c.is_alphanumeric() || is_combining_mark(c)
}

/// Returns `true` for characters that do not show, which could hide a word: those with the property `Default_Ignorable_Code_Point` of
/// Unicode 16 (`DerivedCoreProperties.txt`), such as joiners, direction marks, fillers, selectors and tags.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}' | '\u{180b}'..='\u{180f}'
        | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}'
        | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fff8}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}'
        | '\u{e0000}'..='\u{e0fff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r18_punctuation_separates_words_and_is_none() {
        assert_eq!(words("Pieds-nus, dans l’aube!"), ["pieds", "nus", "dans", "l", "aube"]);
        assert_eq!(words("sun/moon; S\u{200b}un"), ["sun", "moon", "sun"]);
        for hidden in ["\u{1160}", "\u{3164}", "\u{ffa0}", "\u{ad}", "\u{200d}", "\u{fe0f}", "\u{e0061}"] {
            assert_eq!(words(&format!("s{hidden}un")), ["sun"], "{hidden:?}");
        }
        assert_eq!(words("🅢un ⓢⓤⓝ"), ["sun", "sun"]);
        assert_eq!(tokens("the U.S.A. (l'aube)"), ["the", "u.s.a", "l'aube"]);
        assert!(words(" ... 🌞 \u{301}").is_empty());
        assert!(shows_a_picture("🌞") && shows_a_picture("♪") && !shows_a_picture("l'été, 太陽 – ¿sí?"));
    }

    #[test]
    fn r19_letters_are_counted_as_they_are_read() {
        assert_eq!(letters("ga\u{308}st"), 4);
        assert_eq!(letters("ice cream"), 8);
        assert_eq!(only_letter("c"), Some('c'));
        assert_eq!(only_letter("愛"), None);
        assert_eq!(only_letter("cc"), None);
    }

    #[test]
    fn r20_accents_and_ligatures_fold() {
        assert_eq!(without_accents("théâtre på ö"), "theatre pa o");
        assert_eq!(plain("cœur"), plain("coeur"));
        assert_eq!(plain("straße"), plain("strasse"));
        assert_ne!(plain("cœur"), plain("cour"));
    }

    #[test]
    fn r20_letters_of_other_languages_fold() {
        assert_eq!(without_accents("łódź ılık smørrebrød æðr đak"), "lodz ilik smorrebrod aedr dak");
    }
}
