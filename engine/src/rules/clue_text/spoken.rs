//! How French, Italian and Swedish words sound, by rules of spelling. English has a list of pronunciations.
//!
//! The rules are those that make homophones (mer and mère, anno and hanno, jul and hjul). They do not give a pronunciation: words
//! with equal results sound alike, but for exceptions, so a homophone found by them is doubtful.

use super::language::{ByLanguage, Language};
use super::words::plain;

/// Letters and the sound that they stand for, the longest first. Sounds are written as letters: `E` è, `A` a nasal a, `I` a nasal i,
/// `O` a nasal o, `S` ch, `N` gn, `U` ou, `W` oi, `X` eu.
const SPELLINGS: ByLanguage<&[(&str, &str)]> = [
    &[],
    &[
        ("tion", "siO"),
        ("eau", "o"),
        ("œu", "X"),
        ("ain", "I"),
        ("ein", "I"),
        ("aim", "I"),
        ("oin", "wI"),
        ("ien", "iI"),
        ("au", "o"),
        ("ou", "U"),
        ("oi", "W"),
        ("eu", "X"),
        ("ai", "E"),
        ("ei", "E"),
        ("an", "A"),
        ("am", "A"),
        ("en", "A"),
        ("em", "A"),
        ("in", "I"),
        ("im", "I"),
        ("yn", "I"),
        ("ym", "I"),
        ("un", "I"),
        ("um", "I"),
        ("on", "O"),
        ("om", "O"),
        ("ch", "S"),
        ("ph", "f"),
        ("qu", "k"),
        ("gn", "N"),
        ("ge", "j"),
        ("gu", "g"),
        ("th", "t"),
        ("é", "E"),
        ("è", "E"),
        ("ê", "E"),
        ("ë", "E"),
        ("e", "E"),
        ("â", "a"),
        ("à", "a"),
        ("ô", "o"),
        ("î", "i"),
        ("ï", "i"),
        ("û", "u"),
        ("ù", "u"),
        ("ç", "s"),
        ("y", "i"),
        ("w", "v"),
        ("x", "ks"),
        ("q", "k"),
        ("c", "k"),
        ("h", ""),
    ],
    &[("ch", "k"), ("gh", "g"), ("qu", "ku"), ("q", "k"), ("c", "k"), ("h", ""), ("y", "i"), ("k", "k")],
    &[
        ("stj", "S"),
        ("skj", "S"),
        ("sch", "S"),
        ("sj", "S"),
        ("ck", "kk"),
        ("ch", "S"),
        ("x", "ks"),
        ("z", "s"),
        ("q", "k"),
        ("w", "v"),
        ("c", "k"),
        ("ph", "f"),
        ("th", "t"),
        ("é", "e"),
    ],
];

/// Returns how a word sounds, or `None` for English and for a word of one sound.
pub(super) fn spoken(word: &str, language: Language) -> Option<String> {
    let sounds = match language {
        Language::English => return None,
        Language::French => french(word),
        Language::Italian => softened(&plain(word), language),
        Language::Swedish => swedish(word),
    };
    (sounds.chars().count() > 1).then_some(sounds)
}

/// French: the end of a word is silent, and double consonants sound as one.
fn french(word: &str) -> String {
    let ended = word.trim_end_matches(['s', 'x', 'z', 't', 'd', 'p']);
    // The g of sang is silent.
    let ended = if ended.ends_with("ng") { &ended[..ended.len() - 1] } else { ended };
    let stem = match ended.strip_suffix('e') {
        Some(stem) if stem.ends_with(is_consonant) => stem.to_owned(),
        _ if ended.chars().count() > 4 && word.ends_with("er") => format!("{}é", &ended[..ended.len() - 2]),
        _ => ended.to_owned(),
    };
    let mut single = String::new();
    for c in stem.chars() {
        // A double s stays, because a single one between vowels sounds as z.
        if c == 's' || !is_consonant(c) || !single.ends_with(c) {
            single.push(c);
        }
    }
    // The p of compte is silent.
    softened(&single.replace("mpt", "mt"), Language::French).replace("ss", "s")
}

/// Swedish: h, l, d and g before j at the start are silent.
fn swedish(word: &str) -> String {
    let silent = ["hj", "lj", "dj", "gj"].iter().find_map(|start| word.strip_prefix(start));
    let sounded = silent.map_or_else(|| word.to_owned(), |rest| format!("j{rest}"));
    softened(&sounded, Language::Swedish)
}

/// Replaces letters by their sounds, c and g before a bright vowel by the soft ones.
fn softened(word: &str, language: Language) -> String {
    let mut sounds = String::new();
    let mut rest = word;
    // From left to right: a sound takes all the letters that write it, and a letter without a rule stands for itself.
    while let Some(c) = rest.chars().next() {
        let behind = &rest[c.len_utf8()..];
        let is_bright = behind.starts_with(['e', 'i', 'y', 'é', 'è', 'ê', 'î']);
        let is_between = sounds.ends_with(is_vowel_sound) && behind.starts_with(|c| !is_consonant(c));
        let spelt = match c {
            'c' | 'g' if is_bright && language == Language::Italian => {
                Some(SpeltSound { sound: soft(c), letters: soft_letters(rest) })
            }
            'c' if is_bright => Some(SpeltSound { sound: "s", letters: 1 }),
            'g' if is_bright && language == Language::French => {
                Some(SpeltSound { sound: "j", letters: soft_letters(rest) })
            }
            's' if is_between && language == Language::French && !behind.is_empty() => {
                Some(SpeltSound { sound: "z", letters: 1 })
            }
            _ => spelt(rest, language),
        };
        if let Some(SpeltSound { sound, letters }) = spelt {
            sounds.push_str(sound);
            rest = &rest[letters..];
        } else {
            sounds.push(c);
            rest = behind;
        }
    }
    sounds
}

/// The soft sounds of Italian c and g.
const fn soft(c: char) -> &'static str {
    if c == 'c' { "C" } else { "G" }
}

/// Returns how many letters write a soft c or g: its i or e is silent before another vowel (cieco).
fn soft_letters(rest: &str) -> usize {
    let behind = rest[1..].strip_prefix(['i', 'e']);
    if behind.is_some_and(|behind| behind.starts_with(['a', 'e', 'i', 'o', 'u'])) { 2 } else { 1 }
}

/// A sound, and the length in bytes of the letters that write it.
struct SpeltSound {
    sound: &'static str,
    letters: usize,
}

/// Returns the sound of the letters at the start of a text.
fn spelt(rest: &str, language: Language) -> Option<SpeltSound> {
    SPELLINGS[language as usize].iter().find_map(|&(letters, sound)| {
        let behind = rest.strip_prefix(letters)?;
        // A vowel and n are one sound unless a vowel or another n follows.
        let is_nasal = sound.ends_with(['A', 'I', 'O']);
        let is_closed =
            !is_nasal || !behind.starts_with(|c| !is_consonant(c) || c == 'n' || c == 'm' || c == 'h');
        is_closed.then_some(SpeltSound { sound, letters: letters.len() })
    })
}

fn is_consonant(c: char) -> bool {
    "bcçdfghjklmnpqrstvwxz".contains(c)
}

fn is_vowel_sound(c: char) -> bool {
    "aeiouyEAIOUWX".contains(c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r19_words_that_sound_alike_have_equal_sounds() {
        for (language, pairs) in [
            (
                Language::French,
                "pain pin, ancre encre, maire mère, mer mère, lait laid, seau sot, verre vert, ver vers, bateau bato, saint sein, \
                 conte compte, cent sang, chant champ, danse dense, faim fin, tante tente, phare far, balle bal, sel selle, aimé aimer",
            ),
            (Language::Italian, "anno hanno, cieco ceco, cuoco quoco, papà papa"),
            (Language::Swedish, "jul hjul, kasino casino, jus ljus"),
        ] {
            for pair in pairs.split(", ") {
                let (a, b) = pair.split_once(' ').expect("two words");
                assert_eq!(spoken(a, language), spoken(b, language), "{pair}");
            }
        }
    }

    #[test]
    fn r19_words_that_sound_otherwise_have_other_sounds() {
        for (language, pairs) in [
            (
                Language::French,
                "poisson poison, dessert désert, pain pont, chat char, roi loi, bouche bouchée, ange ance",
            ),
            (Language::Italian, "pesca pesce, pala palla, gatto gato, casa cassa, regina rehina"),
            (Language::Swedish, "glas glass, bror brud, sjal skal, hus hjul"),
        ] {
            for pair in pairs.split(", ") {
                let (a, b) = pair.split_once(' ').expect("two words");
                assert_ne!(spoken(a, language), spoken(b, language), "{pair}");
            }
        }
        assert_eq!(spoken("knight", Language::English), None);
        assert_eq!(spoken("eau", Language::French), None, "one sound");
    }

    #[test]
    fn r19_no_text_panics() {
        for text in ["", "g", "cé", "gé", "ci", "c", "œ", "é", "gi\u{301}", "ciè", "çe"] {
            for language in Language::ALL {
                let _ = spoken(text, language);
            }
        }
    }
}
