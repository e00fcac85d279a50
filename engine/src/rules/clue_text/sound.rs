//! Homophones as clues of one word, and phrases about sound (R19).
//!
//! **decided**: a reference to the sound is forbidden. A phrase that makes one is illegal for all keywords
//! ("rhymes with stone"). A phrase that may mean a noise is doubtful ("sounds like thunder"), and illegal if
//! the word it names sounds or ends like the keyword. A program cannot tell a chance rhyme from a chosen one,
//! so a rhyme is legal (light for NIGHT). A homophone, another spelling of the same sounds, is doubtful
//! (plaice for PLACE). English has a list of pronunciations, the other languages have rules of spelling (`spoken.rs`) that find
//! homophones but no rhymes.

use super::clue_context::ClueContext;
use super::language::Language;
use super::references::{check_sound, compared_sound};
use super::spoken::spoken;
use super::words::words;
use super::{ClueVerdict, Reason};

/// Judges a clue of one word that is a homophone of a keyword.
pub(super) fn check_homophone(context: &ClueContext<'_>) -> ClueVerdict {
    let Some(clue) = context.only_word() else { return ClueVerdict::Legal };
    let same = context.meant().any(|keyword| is_homophone(clue, &words(&keyword.text).concat(), context));
    ClueVerdict::doubtful_if(same, Reason::Sound)
}

/// Returns `true` if two different words sound alike.
pub(super) fn is_homophone(clue: &str, keyword: &str, context: &ClueContext<'_>) -> bool {
    if clue == keyword {
        return false;
    }
    if context.language != Language::English {
        let sounds = spoken(clue, context.language);
        return sounds.is_some() && sounds == spoken(keyword, context.language);
    }
    let sounds = context.lexicon.pronunciations(clue);
    any_pair(sounds, context.lexicon.pronunciations(keyword), |a, b| unstressed(a) == unstressed(b))
}

/// Judges a phrase about sound.
pub(super) fn check_phrase(context: &ClueContext<'_>) -> ClueVerdict {
    check_sound(context).or(check_compared(context))
}

/// Judges the word that a phrase about sound names: it must not sound or end like the keyword.
pub(super) fn check_compared(context: &ClueContext<'_>) -> ClueVerdict {
    let Some(compared) = compared_sound(context) else { return ClueVerdict::Legal };
    let alike = context.meant().any(|keyword| {
        let keyword = words(&keyword.text).concat();
        any_pair(
            context.lexicon.pronunciations(compared),
            context.lexicon.pronunciations(&keyword),
            ends_alike,
        )
    });
    ClueVerdict::illegal_if(alike, Reason::Sound)
}

/// Returns `true` if some pronunciation of one word and some pronunciation of the other satisfy `alike`.
fn any_pair(a: &[&str], b: &[&str], alike: fn(&[&str], &[&str]) -> bool) -> bool {
    a.iter().any(|a| b.iter().any(|b| alike(&phonemes(a), &phonemes(b))))
}

fn phonemes(pronunciation: &str) -> Vec<&str> {
    pronunciation.split_whitespace().collect()
}

fn unstressed<'a>(phonemes: &[&'a str]) -> Vec<&'a str> {
    phonemes.iter().map(|phoneme| phoneme.trim_end_matches(|c: char| c.is_ascii_digit())).collect()
}

/// Returns `true` if two words have equal phonemes from the last stressed vowel to the end.
fn ends_alike(a: &[&str], b: &[&str]) -> bool {
    let tail = stressed_tail(a);
    !tail.is_empty() && tail == stressed_tail(b)
}

fn stressed_tail<'a>(phonemes: &[&'a str]) -> Vec<&'a str> {
    let last = phonemes.iter().rposition(|phoneme| phoneme.ends_with(['1', '2']));
    last.map_or_else(Vec::new, |at| unstressed(&phonemes[at..]))
}
