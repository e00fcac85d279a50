//! Homophones (R19), for clues of one word, and phrases that speak of a sound.
//!
//! **decided**: what is forbidden is to refer to the sound. A phrase that says so is illegal whatever the keyword ("rhymes
//! with stone"); one that may mean a noise is doubtful ("sounds like thunder"), and illegal if what it names sounds or ends like
//! the keyword. No program can tell a word that rhymes by chance from one that was chosen for its rhyme, so a rhyme is
//! legal (light for NIGHT); a homophone, another spelling of the same sounds, is doubtful (plaice for PLACE). How words
//! sound is known for English alone.

use super::case::Case;
use super::references::{check_sound, compared_sound};
use super::words::words;
use super::{ClueVerdict, Reason};

/// Homophones of a keyword.
pub(super) fn check_homophone(case: &Case<'_>) -> ClueVerdict {
    let Some(clue) = case.only_word() else { return ClueVerdict::Legal };
    let sounds = case.lexicon.pronunciations(clue);
    if sounds.is_empty() {
        return ClueVerdict::Legal;
    }
    let same = case.meant().any(|keyword| {
        let keyword = words(&keyword.text).concat();
        keyword != clue
            && any_pair(sounds, case.lexicon.pronunciations(&keyword), |a, b| unstressed(a) == unstressed(b))
    });
    ClueVerdict::doubtful_if(same, Reason::Sound)
}

/// Phrases about a sound.
pub(super) fn check_phrase(case: &Case<'_>) -> ClueVerdict {
    let said = check_sound(case);
    let Some(compared) = compared_sound(case) else { return said };
    let alike = case.meant().any(|keyword| {
        let keyword = words(&keyword.text).concat();
        any_pair(case.lexicon.pronunciations(compared), case.lexicon.pronunciations(&keyword), ends_alike)
    });
    said.or(ClueVerdict::illegal_if(alike, Reason::Sound))
}

/// Whether some pronunciation of one word and some of another are alike.
fn any_pair(a: &[&str], b: &[&str], alike: fn(&[&str], &[&str]) -> bool) -> bool {
    a.iter().any(|a| b.iter().any(|b| alike(&phonemes(a), &phonemes(b))))
}

fn phonemes(pronunciation: &str) -> Vec<&str> {
    pronunciation.split_whitespace().collect()
}

fn unstressed<'a>(phonemes: &[&'a str]) -> Vec<&'a str> {
    phonemes.iter().map(|phoneme| phoneme.trim_end_matches(|c: char| c.is_ascii_digit())).collect()
}

/// Whether two words have the same phonemes from the last vowel with a stress on.
fn ends_alike(a: &[&str], b: &[&str]) -> bool {
    let tail = stressed_tail(a);
    !tail.is_empty() && tail == stressed_tail(b)
}

fn stressed_tail<'a>(phonemes: &[&'a str]) -> Vec<&'a str> {
    let last = phonemes.iter().rposition(|phoneme| phoneme.ends_with(['1', '2']));
    last.map_or_else(Vec::new, |at| unstressed(&phonemes[at..]))
}
