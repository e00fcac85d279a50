//! Regular inflections, for words of which the lexicon knows no better.
//!
//! Forms are made of the keyword and looked for in the clue. They are those of a noun, and of a verb in English;
//! no endings of gender that make other words too (porta is no form of PORTO, nor porte of PORT).

use super::language::Language;

/// The shortest word that is inflected by rule.
const SHORTEST: usize = 3;

/// The regular inflections of a word, itself not among them.
pub(super) fn regular_forms(word: &str, language: Language) -> Vec<String> {
    if word.chars().count() < SHORTEST || !word.chars().all(char::is_alphabetic) {
        return Vec::new();
    }
    let mut forms = match language {
        Language::English => english(word),
        Language::French => french(word),
        Language::Italian => italian(word),
        Language::Swedish => swedish(word),
    };
    forms.retain(|form| form != word);
    forms
}

fn with_endings<'a>(stem: &'a str, endings: &'a str) -> impl Iterator<Item = String> + 'a {
    endings.split(' ').map(move |ending| format!("{stem}{ending}"))
}

/// The forms that rules of the kind "this ending becomes these" make of a word.
fn exchanged(word: &str, rules: &[(&str, &str)]) -> Vec<String> {
    let stems = rules.iter().filter_map(|(ending, new)| Some((word.strip_suffix(ending)?, *new)));
    stems.flat_map(|(stem, new)| with_endings(stem, new)).collect()
}

fn english(word: &str) -> Vec<String> {
    let mut forms: Vec<String> = with_endings(word, "s es ed ing").collect();
    forms.extend(exchanged(word, &[("y", "ies ied"), ("fe", "ves"), ("f", "ves"), ("e", "ed ing")]));
    let last = word.chars().next_back().filter(|c| !"aeiouwxy".contains(*c));
    forms.extend(last.iter().flat_map(|c| [format!("{word}{c}ed"), format!("{word}{c}ing")]));
    forms
}

fn french(word: &str) -> Vec<String> {
    let mut forms: Vec<String> = with_endings(word, "s x").collect();
    let rules = [
        ("al", "aux"),
        ("ail", "aux"),
        ("er", "ère ères"),
        ("eur", "euse euses"),
        ("eux", "euse euses"),
        ("ien", "ienne iennes"),
    ];
    forms.extend(exchanged(word, &rules));
    forms
}

fn italian(word: &str) -> Vec<String> {
    let rules = [
        ("co", "chi ci"),
        ("go", "ghi gi"),
        ("io", "i"),
        ("o", "i"),
        ("ca", "che chi"),
        ("ga", "ghe ghi"),
        ("cia", "ce"),
        ("gia", "ge"),
        ("a", "e i"),
        ("e", "i"),
    ];
    exchanged(word, &rules)
}

fn swedish(word: &str) -> Vec<String> {
    let endings = match word.chars().next_back() {
        Some('a') => "n s ns",
        Some('e') => "n t s ns ts r rna",
        Some('é' | 'i' | 'o' | 'u' | 'y' | 'å' | 'ä' | 'ö') => "n t s ns ts r er rna erna ar arna",
        _ => "en et s n ens ets ar arna er erna or orna ena",
    };
    let mut forms: Vec<String> = with_endings(word, endings).collect();
    let rules = [
        ("a", "or orna ornas"),
        ("e", "ar arna arnas na nas"),
        ("el", "lar larna let len"),
        ("er", "rar rarna ret"),
        ("en", "nar narna net"),
        ("m", "mmen mmet mmar mmarna"),
        ("n", "nnen nnet nnar nnarna"),
    ];
    forms.extend(exchanged(word, &rules));
    forms
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_form(form: &str, word: &str, language: Language) -> bool {
        regular_forms(word, language).iter().any(|f| f == form)
    }

    #[test]
    fn r21_regular_inflections_of_four_languages() {
        for (language, word, forms) in [
            (Language::English, "sun", "suns sunned sunning"),
            (Language::English, "bride", "brides"),
            (Language::English, "battery", "batteries"),
            (Language::English, "loaf", "loaves"),
            (Language::French, "canal", "canaux"),
            (Language::French, "boulanger", "boulangers boulangère"),
            (Language::French, "plume", "plumes"),
            (Language::Italian, "albergo", "alberghi"),
            (Language::Italian, "piuma", "piume"),
            (Language::Italian, "cane", "cani"),
            (Language::Swedish, "gäst", "gästen gäster gästerna gästs"),
            (Language::Swedish, "jacka", "jackan jackor"),
            (Language::Swedish, "domare", "domaren domarna"),
            (Language::Swedish, "nyckel", "nycklar nyckeln"),
            (Language::Swedish, "lamm", "lammet"),
            (Language::Swedish, "dröm", "drömmar"),
        ] {
            for form in forms.split(' ') {
                assert!(is_form(form, word, language), "{form} is a form of {word}");
            }
        }
    }

    #[test]
    fn r21_other_words_are_no_inflections() {
        for (language, word, other) in [
            (Language::English, "sun", "sunny"),
            (Language::English, "hunter", "hunt"),
            (Language::French, "port", "porte"),
            (Language::Italian, "porto", "porta"),
            (Language::Swedish, "gäst", "gästfri"),
            (Language::Swedish, "is", "isen"),
        ] {
            assert!(!is_form(other, word, language), "{other} is no form of {word}");
        }
    }
}
