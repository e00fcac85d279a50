//! Obfuscated words: digits and signs in place of letters (`bl4ck`), and look-alike letters of another script
//! (`blаck` with a Cyrillic а).

/// Maximal number of readings that are tried for a word.
const READINGS: usize = 64;

/// Returns the words that a text with signs in place of letters can be read as.
///
/// Returns an empty list for a word without such signs.
pub(super) fn readings(word: &str) -> Vec<String> {
    let has = |wanted: fn(char) -> bool| word.chars().any(wanted);
    if word.bytes().all(|b| b.is_ascii_alphabetic())
        || !has(char::is_alphabetic)
        || !has(|c| !letters_of(c).is_empty())
    {
        return Vec::new();
    }
    let mut found = vec![String::new()];
    for c in word.chars() {
        let letters = letters_of(c);
        // The number of readings multiplies with each ambiguous sign. Beyond the limit, only the first letter
        // is tried.
        if letters.len() > 1 && found.len() * letters.len() <= READINGS {
            let more =
                |text: &String| letters.chars().map(|letter| format!("{text}{letter}")).collect::<Vec<_>>();
            found = found.iter().flat_map(more).collect();
        } else {
            let letter = letters.chars().next().unwrap_or(c);
            found.iter_mut().for_each(|text| text.push(letter));
        }
    }
    found
}

/// Returns the Latin letters that a sign can replace.
fn letters_of(c: char) -> &'static str {
    match c {
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
        _ => look_alike(c),
    }
}

/// Returns the Latin letters that look like a letter of another script, in lower case or as a capital.
fn look_alike(c: char) -> &'static str {
    match c {
        'а' | 'α' | 'ɑ' => "a",
        'в' | 'ь' | 'β' => "b",
        'с' | 'ϲ' | 'ς' => "c",
        'ԁ' | 'ɗ' => "d",
        'е' | 'ε' | 'є' | 'э' => "e",
        'ƒ' => "f",
        'ɡ' | 'ց' => "g",
        'н' | 'һ' | 'η' => "hn",
        'і' | 'ι' | 'ӏ' => "il",
        'ј' | 'ϳ' => "j",
        'к' | 'κ' => "k",
        'м' | 'μ' => "m",
        'п' | 'ո' | 'и' => "n",
        'ν' => "vn",
        'о' | 'ο' | 'օ' | 'σ' => "o",
        'р' | 'ρ' => "p",
        'ԛ' => "q",
        'г' | 'я' => "r",
        'ѕ' => "s",
        'т' | 'τ' => "t",
        'υ' | 'ս' => "uy",
        'ѵ' => "v",
        'ԝ' | 'ω' | 'ш' => "w",
        'х' | 'χ' => "x",
        'у' | 'γ' | 'ү' => "y",
        'ζ' | 'з' => "z",
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_letter_has_a_look_alike_in_another_script() {
        for (letter, sign) in ('a'..='z').zip("аьсԁеƒɡһіјкӏмпорԛгѕтυѵԝхуз".chars())
        {
            assert!(!sign.is_ascii() && look_alike(sign).contains(letter), "{sign} for {letter}");
        }
    }

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
        assert_eq!(readings(&"a1".repeat(20)).len(), READINGS);
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
