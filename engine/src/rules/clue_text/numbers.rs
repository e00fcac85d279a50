//! Numbers in words and digits, in the four languages.

use std::sync::LazyLock;

use super::super::Slot;
use super::language::{ByLanguage, Language, listed};
use super::words::plain;

/// Cardinals from 1 to 16 in each language. Several forms are separated by a space, and include the articles.
const CARDINALS: ByLanguage<[&str; 16]> = [
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

/// First four ordinals in each language.
const ORDINALS: ByLanguage<[&str; 4]> = [
    ["first", "second", "third", "fourth"],
    ["premier première", "deuxième second seconde", "troisième", "quatrième"],
    ["primo prima", "secondo seconda", "terzo terza", "quarto quarta"],
    ["första förste", "andra andre", "tredje", "fjärde"],
];

/// Numbers from 1 to 4 in other languages, without words that have another meaning in one of the four
/// languages.
const ELSEWHERE: [&str; 4] = [
    "eins erste erster erstes primero primera primeiro um uma een eerste jeden prima uno",
    "zwei zweite zweiter zweites dos segundo segunda dois duas twee tweede dwa duo",
    "drei dritte dritter drittes tres tercero tercera tercer três terceiro drie derde trzy",
    "vier vierte vierter viertes cuatro cuarto cuarta quatro quarto vierde cztery",
];

/// Words that may join the digits of a code: "four, then two, then one".
const JOINTS: &str = "and then followed by next comma dash dot point the code is number numbers digits order et puis ensuite virgule le la code est \
                      e ed poi quindi il codice och sedan så koden är und dann y luego";

/// Endings that turn a digit into an ordinal, in any language.
const ORDINAL_ENDINGS: &str = "st nd rd th er re ere e de nde eme o a";

const ROMAN: [&str; 4] = ["i", "ii", "iii", "iv"];

/// Returns the number that a word names in a language.
pub(super) fn cardinal(word: &str, language: Language) -> Option<usize> {
    let named = CARDINALS[language as usize].iter().position(|forms| listed(forms, word));
    named.map(|place| place + 1)
}

/// Returns all lists of number words.
pub(super) fn listed_words() -> impl Iterator<Item = &'static str> {
    let in_order = CARDINALS.into_iter().flatten().chain(ORDINALS.into_iter().flatten());
    in_order.chain(ELSEWHERE).chain(ROMAN)
}

/// Returns `true` if a word may join the digits of a code.
pub(super) fn is_joint(word: &str) -> bool {
    listed(JOINTS, word)
}

/// Returns `true` if a word is a number word of the language. The words for 1 of French, Italian and Swedish do
/// not count, because they are articles too.
pub(super) fn is_number_word(word: &str, language: Language) -> bool {
    cardinal(word, language).is_some_and(|n| n > 1 || language == Language::English)
}

/// Returns `true` if a word is a number, in digits or as a number word of any language.
pub(super) fn is_number(word: &str) -> bool {
    in_digits(word).is_some() || Language::ALL.into_iter().any(|language| is_number_word(word, language))
}

/// Returns the position that a word of a language outside the decks names.
pub(super) fn position_elsewhere(word: &str) -> Option<Slot> {
    ELSEWHERE.iter().position(|forms| listed(forms, word)).map(|place| Slot::ALL[place])
}

/// Returns the digits that a word of concatenated number words spells: "fourtwoone".
pub(super) fn glued_digits(word: &str) -> Option<Vec<Slot>> {
    Language::ALL.into_iter().find_map(|language| glued_in(word, language))
}

/// Words for the digits of a code in each language, in order.
static DIGITS: LazyLock<ByLanguage<Vec<(Slot, &str)>>> = LazyLock::new(|| {
    CARDINALS.map(|names| {
        let forms = names[..4].iter().zip(Slot::ALL);
        forms.flat_map(|(forms, slot)| forms.split(' ').map(move |form| (slot, form))).collect()
    })
});

fn glued_in(word: &str, language: Language) -> Option<Vec<Slot>> {
    let Some(first) = word.as_bytes().first() else { return Some(Vec::new()) };
    let forms = DIGITS[language as usize].iter().filter(|(_, form)| form.as_bytes().first() == Some(first));
    // Backtracking: a form that leads to no complete reading is skipped.
    forms.filter_map(|&(slot, form)| Some((slot, word.strip_prefix(form)?))).find_map(|(slot, rest)| {
        let mut digits = glued_in(rest, language)?;
        digits.insert(0, slot);
        Some(digits)
    })
}

/// Returns the number that a word of digits denotes, or `None` for other words and numbers that are too
/// large.
pub(super) fn in_digits(word: &str) -> Option<usize> {
    if word.bytes().all(|b| b.is_ascii_digit()) { word.parse().ok() } else { None }
}

/// Returns `true` if the word means 1. In a phrase, it is an article or a pronoun rather than a number.
pub(super) fn is_one(word: &str, language: Language) -> bool {
    cardinal(word, language) == Some(1)
}

/// Returns the position that digits name, as a number, a Roman numeral or an ordinal: 3, III, 3rd, 3e.
pub(super) fn position_in_digits(word: &str) -> Option<Slot> {
    let word = plain(word);
    let word = word.as_ref();
    // The numeral I is left out, because it is also a pronoun.
    if let Some(place) = ROMAN.iter().skip(1).position(|&roman| roman == word) {
        return Some(Slot::ALL[place + 1]);
    }
    let slot = Slot::from_digit(word.chars().next()?)?;
    let ending = &word[1..];
    (ending.is_empty() || listed(ORDINAL_ENDINGS, ending)).then_some(slot)
}

/// Returns the position that a number word or an ordinal of a language names.
pub(super) fn position_in_words(word: &str, language: Language) -> Option<Slot> {
    let ordinal = ORDINALS[language as usize].iter().position(|forms| listed(forms, word));
    let place = ordinal.or_else(|| cardinal(word, language).map(|n| n - 1))?;
    Slot::ALL.get(place).copied()
}

/// Returns the digit of a code that a word names, in any language.
pub(super) fn code_digit(word: &str) -> Option<Slot> {
    let roman = ROMAN.iter().position(|&roman| roman == word).map(|place| Slot::ALL[place]);
    position_in_digits(word)
        .or(roman)
        .or_else(|| Language::ALL.into_iter().find_map(|language| position_in_words(word, language)))
        .or_else(|| position_elsewhere(word))
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

    #[test]
    fn r19_one_is_a_number_and_the_articles_of_other_languages_are_none() {
        for word in ["one", "two", "deux", "sedici", "1", "17"] {
            assert!(is_number(word), "{word}");
        }
        for word in ["un", "una", "en", "seventeen", "numb", ""] {
            assert!(!is_number(word), "{word}");
        }
    }
}
