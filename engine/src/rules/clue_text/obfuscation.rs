//! Obfuscated words: digits and signs in place of letters (`bl4ck`), and look-alike letters of another script
//! (`blаck` with a Cyrillic а).

use super::look_alikes::look_alikes;

/// Maximal number of readings that are tried for a word.
const READINGS: usize = 64;

/// Returns the words that a text with signs in place of letters can be read as, and the text without digits (`sun2`).
///
/// Returns an empty list for a word without such signs.
pub(super) fn readings(word: &str) -> Vec<String> {
    if word.bytes().all(|b| b.is_ascii_alphabetic())
        || !word.chars().any(char::is_alphabetic)
        || !word.chars().any(|c| c.is_numeric() || letters_of(c).next().is_some())
    {
        return Vec::new();
    }
    let mut texts = vec![String::new()];
    for c in word.chars() {
        let letters: Vec<char> = letters_of(c).collect();
        // The number of readings multiplies with each ambiguous sign. Beyond the limit, only the first letter
        // is tried.
        if letters.len() > 1 && texts.len() * letters.len() <= READINGS {
            texts = texts
                .iter()
                .flat_map(|text| letters.iter().map(move |letter| format!("{text}{letter}")))
                .collect();
        } else {
            let letter = letters.first().copied().unwrap_or(c);
            texts.iter_mut().for_each(|text| text.push(letter));
        }
    }
    if word.chars().any(char::is_numeric) {
        texts.push(word.chars().filter(|c| !c.is_numeric()).collect());
    }
    texts
}

/// Returns the Latin letters that a sign can replace.
fn letters_of(c: char) -> impl Iterator<Item = char> {
    let signs = match c {
        '0' => "o",
        '1' | '!' | '|' => "il",
        '2' => "z",
        '3' | '€' => "e",
        '4' | '@' => "a",
        '5' | '$' => "s",
        '6' => "gb",
        '7' | '+' => "t",
        '8' => "b",
        '9' => "g",
        _ => "",
    };
    signs.chars().chain(look_alikes(c))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r21_signs_are_read_as_letters() {
        for word in ["bl4ck", "bl\u{430}ck", "\u{432}l\u{430}ck", "8lack", "b1ack"] {
            assert!(readings(word).contains(&"black".to_owned()), "{word}");
        }
        for word in ["black", "42", "café", "éclair"] {
            assert_eq!(readings(word), [""; 0], "{word}");
        }
        for (word, meant) in [
            ("g0ld", "gold"),
            ("|ce", "ice"),
            ("!ce", "ice"),
            ("2oo", "zoo"),
            ("b3d", "bed"),
            ("b€d", "bed"),
            ("h@t", "hat"),
            ("5un", "sun"),
            ("$un", "sun"),
            ("ca7", "cat"),
            ("ca+", "cat"),
            ("8ed", "bed"),
            ("9old", "gold"),
        ] {
            assert!(readings(word).contains(&meant.to_owned()), "{word} is {meant}");
        }
        assert_eq!(readings(&"a1".repeat(20)).len(), READINGS + 1);
        for word in ["scorpion2", "99scorpion", "scorpion\u{661}"] {
            assert!(readings(word).contains(&"scorpion".to_owned()), "{word}");
        }
    }

    #[test]
    fn r21_an_ambiguous_sign_is_read_in_either_way() {
        for (word, meant) in
            [("ca\u{3bd}e", ["cave", "cane"]), ("\u{3b7}ut", ["hut", "nut"]), ("6ag", ["gag", "bag"])]
        {
            for meant in meant {
                assert!(readings(word).contains(&meant.to_owned()), "{word} is {meant}");
            }
        }
    }
}
