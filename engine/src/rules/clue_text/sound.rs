//! Homophones and rhymes (R19), for clues of one word, and phrases that speak of a sound.
//!
//! No program can tell a word that rhymes by chance from one that was chosen for its rhyme. **decided**:
//! - A homophone is illegal, and so is the keyword without its accents.
//! - English, by pronunciations: a rhyme has the same phonemes from the last stressed vowel on. It is illegal ("face" for
//!   PLACE) unless it is a bare vowel, which too many words share ("sea" for TREE): then doubtful.
//! - Other languages, by spelling: a rhyme has the same last vowels and consonants, at least three letters together (two
//!   between Swedish words of at most four letters), accents aside; after a final vowel the ones before it count
//!   too ("tosto" for POSTO). It is illegal if it is more than half of the shorter word ("mast" for GÄST) and
//!   doubtful if it is no more, for then it may be a mere suffix ("moteur" for CHASSEUR).
//! - A phrase that says what something rhymes with is illegal whatever the keyword; one that says what something sounds
//!   like is doubtful, for it may mean a noise.

use super::case::Case;
use super::language::Language;
use super::words::{without_accents, words};
use super::{ClueVerdict, Reason};

/// The fewest letters that rhyme, and the fewest between short Swedish words.
const ENDING: usize = 3;
const SHORT_ENDING: usize = 2;
const SHORT_WORD: usize = 4;

/// Words side by side that say that something rhymes, in all languages.
const RHYMES: [[&str; 2]; 11] = [
    ["rhyme", "with"],
    ["rhymes", "with"],
    ["rhyming", "with"],
    ["rime", "avec"],
    ["riment", "avec"],
    ["rima", "con"],
    ["rimano", "con"],
    ["assonanza", "con"],
    ["rimmar", "med"],
    ["rimmar", "på"],
    ["rim", "på"],
];

/// Words side by side that say what something sounds like.
const SOUNDS: [[&str; 2]; 5] =
    [["sound", "like"], ["sounds", "like"], ["sonne", "comme"], ["suona", "come"], ["låter", "som"]];

pub(super) fn check(case: &Case<'_>) -> ClueVerdict {
    let Some(clue) = case.only_word() else { return announced(&case.words) };
    let keywords = case.meant().map(|keyword| words(&keyword.text));
    let verdicts = keywords.map(|keyword| match &keyword[..] {
        [word] if case.same_lemma(clue, word) => ClueVerdict::Legal,
        [word] if is_homophone(case, clue, word) => ClueVerdict::Illegal(Reason::Sound),
        [.., last] if last != clue => rhyme(case, clue, last),
        _ => ClueVerdict::Legal,
    });
    verdicts.fold(ClueVerdict::Legal, ClueVerdict::or)
}

fn announced(words: &[String]) -> ClueVerdict {
    let says = |pairs: &[[&str; 2]]| words.windows(2).any(|two| pairs.iter().any(|pair| two == pair));
    if says(&RHYMES) {
        ClueVerdict::Illegal(Reason::Sound)
    } else if says(&SOUNDS) {
        ClueVerdict::Doubtful(Reason::Sound)
    } else {
        ClueVerdict::Legal
    }
}

fn is_homophone(case: &Case<'_>, clue: &str, keyword: &str) -> bool {
    let plain = without_accents(clue);
    let unaccented = plain.chars().count() > 1 && plain == without_accents(keyword);
    unaccented
        || pronounced(case, clue, keyword)
            .iter()
            .any(|(a, b)| !a.is_empty() && without_stress(a) == without_stress(b))
}

fn rhyme(case: &Case<'_>, clue: &str, keyword: &str) -> ClueVerdict {
    match case.language {
        Language::English => spoken_rhyme(case, clue, keyword),
        _ => written_rhyme(clue, keyword, case.language),
    }
}

fn spoken_rhyme(case: &Case<'_>, clue: &str, keyword: &str) -> ClueVerdict {
    let tails = pronounced(case, clue, keyword);
    let tails = tails.iter().map(|(a, b)| {
        let (a, b) = (stressed_tail(a), stressed_tail(b));
        if a == b { a.len() } else { 0 }
    });
    match tails.max().unwrap_or(0) {
        0 => ClueVerdict::Legal,
        1 => ClueVerdict::Doubtful(Reason::Sound),
        _ => ClueVerdict::Illegal(Reason::Sound),
    }
}

/// Every pair of pronunciations of two English words, phoneme by phoneme.
fn pronounced<'a>(case: &Case<'a>, a: &str, b: &str) -> Vec<(Vec<&'a str>, Vec<&'a str>)> {
    if case.language != Language::English {
        return Vec::new();
    }
    let sounds = |word| case.lexicon.pronunciations(word).into_iter().map(phonemes).collect::<Vec<_>>();
    let (of_a, of_b) = (sounds(a), sounds(b));
    of_a.iter().flat_map(|a| of_b.iter().map(move |b| (a.clone(), b.clone()))).collect()
}

fn phonemes(pronunciation: &str) -> Vec<&str> {
    pronunciation.split_whitespace().collect()
}

fn without_stress<'a>(phonemes: &[&'a str]) -> Vec<&'a str> {
    phonemes.iter().map(|phoneme| phoneme.trim_end_matches(|c: char| c.is_ascii_digit())).collect()
}

/// The phonemes from the last vowel with a stress on, without their stress; none if no vowel has one.
fn stressed_tail<'a>(phonemes: &[&'a str]) -> Vec<&'a str> {
    let last = phonemes.iter().rposition(|phoneme| phoneme.ends_with(['1', '2']));
    last.map_or_else(Vec::new, |at| without_stress(&phonemes[at..]))
}

fn written_rhyme(clue: &str, keyword: &str, language: Language) -> ClueVerdict {
    let (a, b) = (ending(clue, language), ending(keyword, language));
    let shorter = plain_letters(clue).len().min(plain_letters(keyword).len());
    let longer = plain_letters(clue).len().max(plain_letters(keyword).len());
    let are_short = language == Language::Swedish && longer <= SHORT_WORD;
    let fewest = if are_short { SHORT_ENDING } else { ENDING };
    if a != b || a.len() < fewest || !same_final_vowel(clue, keyword) {
        ClueVerdict::Legal
    } else if are_short || 2 * a.len() > shorter {
        ClueVerdict::Illegal(Reason::Sound)
    } else {
        ClueVerdict::Doubtful(Reason::Sound)
    }
}

fn plain_letters(word: &str) -> Vec<char> {
    without_accents(word).chars().collect()
}

/// The end of a word that a rhyme must share.
fn ending(word: &str, language: Language) -> Vec<char> {
    let letters = plain_letters(word);
    let before = |end: usize, wanted: bool| {
        letters[..end].iter().rposition(|&c| is_vowel(c) != wanted).map_or(0, |at| at + 1)
    };
    let consonants = before(letters.len(), false);
    let mut start = before(consonants, true);
    let inner = before(start, false);
    if consonants == letters.len() && inner > 0 {
        start = if language == Language::Italian { inner - 1 } else { before(inner, true) };
    }
    letters[start..].to_vec()
}

/// Whether two words end in the same letter with the same accent, if they end in vowels: "falò" is no rhyme of "calo".
fn same_final_vowel(a: &str, b: &str) -> bool {
    let last = |word: &str| word.chars().next_back().filter(|&c| is_vowel(first_plain(c)));
    last(a) == last(b)
}

fn first_plain(letter: char) -> char {
    plain_letters(letter.encode_utf8(&mut [0; 4])).first().copied().unwrap_or(letter)
}

fn is_vowel(letter: char) -> bool {
    "aeiouyœæø".contains(letter)
}
