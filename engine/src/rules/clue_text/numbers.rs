//! Numbers in words and digits, in the four languages.

use super::super::Slot;
use super::language::{Language, listed};

/// The cardinals from 1 to 16 in each language; several forms are separated by a space, an article stands among them.
const CARDINALS: [[&str; 16]; 4] = [
    [
        "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
        "thirteen", "fourteen", "fifteen", "sixteen",
    ],
    [
        "un une", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix", "onze", "douze",
        "treize", "quatorze", "quinze", "seize",
    ],
    [
        "uno un una",
        "due",
        "tre",
        "quattro",
        "cinque",
        "sei",
        "sette",
        "otto",
        "nove",
        "dieci",
        "undici",
        "dodici",
        "tredici",
        "quattordici",
        "quindici",
        "sedici",
    ],
    [
        "en ett", "två", "tre", "fyra", "fem", "sex", "sju", "åtta", "nio", "tio", "elva", "tolv", "tretton",
        "fjorton", "femton", "sexton",
    ],
];

/// The first four ordinals in each language.
const ORDINALS: [[&str; 4]; 4] = [
    ["first", "second", "third", "fourth"],
    ["premier première", "deuxième second seconde", "troisième", "quatrième"],
    ["primo prima", "secondo seconda", "terzo terza", "quarto quarta"],
    ["första förste", "andra andre", "tredje", "fjärde"],
];

/// What makes an ordinal of a digit, in any of the languages.
const ORDINAL_ENDINGS: &str = "st nd rd th er re ère ere e de nde ème eme o a";

const ROMAN: [&str; 4] = ["i", "ii", "iii", "iv"];

/// The number that a word names in a language.
pub(super) fn cardinal(word: &str, language: Language) -> Option<usize> {
    let named = CARDINALS[language as usize].iter().position(|forms| listed(forms, word));
    named.map(|place| place + 1)
}

/// The number that digits write.
pub(super) fn in_digits(word: &str) -> Option<usize> {
    if word.bytes().all(|b| b.is_ascii_digit()) { word.parse().ok() } else { None }
}

/// Whether the word for 1 is no number but an article where it stands in a phrase, or says "somebody".
pub(super) fn is_article(word: &str, language: Language) -> bool {
    cardinal(word, language) == Some(1)
}

/// The position that digits name, as a number, a Roman number or an ordinal: 3, III, 3rd, 3e.
pub(super) fn position_in_digits(word: &str) -> Option<Slot> {
    if let Some(place) = ROMAN.iter().skip(1).position(|&roman| roman == word) {
        return Some(Slot::ALL[place + 1]);
    }
    let slot = Slot::from_digit(word.chars().next()?)?;
    let ending = &word[1..];
    (ending.is_empty() || listed(ORDINAL_ENDINGS, ending)).then_some(slot)
}

/// The position that a number word or an ordinal of a language names.
pub(super) fn position_in_words(word: &str, language: Language) -> Option<Slot> {
    let ordinal = ORDINALS[language as usize].iter().position(|forms| listed(forms, word));
    let place = ordinal.or_else(|| cardinal(word, language).map(|n| n - 1))?;
    Slot::ALL.get(place).copied()
}

/// The digit of a code that a word is, in any of the languages.
pub(super) fn code_digit(word: &str) -> Option<Slot> {
    let roman = ROMAN.iter().position(|&roman| roman == word).map(|place| Slot::ALL[place]);
    let worded = || Language::ALL.into_iter().find_map(|language| position_in_words(word, language));
    position_in_digits(word).or(roman).or_else(worded)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r19_positions_are_read_in_digits_and_in_four_languages() {
        for text in ["3", "iii", "3rd", "3e", "3ème"] {
            assert_eq!(position_in_digits(text), Some(Slot::Third), "{text}");
        }
        for text in ["5", "33", "3d", "3x", "i", "", "é"] {
            assert_eq!(position_in_digits(text), None, "{text}");
        }
        for (language, cardinal, ordinal) in [
            (Language::English, "three", "third"),
            (Language::French, "trois", "troisième"),
            (Language::Italian, "tre", "terza"),
            (Language::Swedish, "tre", "tredje"),
        ] {
            assert_eq!(position_in_words(cardinal, language), Some(Slot::Third));
            assert_eq!(position_in_words(ordinal, language), Some(Slot::Third));
        }
        assert_eq!(position_in_words("five", Language::English), None);
        assert_eq!(position_in_words("trois", Language::English), None);
    }

    #[test]
    fn r19_numbers_have_no_largest() {
        assert_eq!(in_digits("8"), Some(8));
        assert_eq!(in_digits(&"9".repeat(99)), None);
        assert_eq!(cardinal("åtta", Language::Swedish), Some(8));
        assert_eq!(in_digits("eight"), None);
    }
}
