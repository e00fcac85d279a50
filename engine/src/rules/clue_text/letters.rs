//! References to letters and to numbers of letters (R19).
//!
//! **decided**: a clue of single letters is illegal if a keyword it may be meant for has one of them.
//! Otherwise it is doubtful (X for a ray; ö, an island, for a sea). An abbreviation with points
//! (U.S.A.) is a word. A phrase that says "letter" with a letter or a number is illegal for all keywords, and
//! so is "starts with c". A bare number is illegal if it is the number of letters of a keyword that the clue
//! may be meant for.

use super::super::KeywordText;
use super::clue_context::ClueContext;
use super::language::{Language, is_character_word};
use super::numbers::{cardinal, in_digits, is_number_word};
use super::words::{letters, only_letter, without_accents, words};
use super::{ClueVerdict, Reason};

/// Judges a clue that names letters.
pub(super) fn check_letters(context: &ClueContext<'_>) -> ClueVerdict {
    let named: Option<Vec<char>> = context.tokens.iter().map(|token| only_letter(token)).collect();
    match named {
        Some(named) if named.is_empty() => ClueVerdict::Legal,
        Some(named) if context.meant().any(|keyword| has_one_of(keyword, &named, context.language)) => {
            ClueVerdict::Illegal(Reason::Letter)
        }
        Some(_) => ClueVerdict::Doubtful(Reason::Letter),
        None => {
            let is_spelt = Language::ALL.into_iter().any(|language| {
                speaks_of_a_letter(&context.tokens, language) || names_an_end(context, language)
            });
            ClueVerdict::illegal_if(is_spelt, Reason::Letter)
        }
    }
}

fn has_one_of(keyword: &KeywordText, named: &[char], language: Language) -> bool {
    let text = words(&keyword.text).concat();
    let plain = if language == Language::Swedish { String::new() } else { without_accents(&text) };
    named.iter().any(|&letter| text.contains(letter) || plain.contains(letter))
}

/// Returns `true` if a letter occurs next to a word of spelling.
///
/// A letter that is also a word ("a letter") counts only as the last token, with nothing but function words
/// between ("letter a", "starts with a").
fn speaks_of_a_letter(tokens: &[String], language: Language) -> bool {
    let Some(at) = tokens.iter().position(|token| language.is_spelling_word(token)) else { return false };
    let mut places = tokens.iter().enumerate().filter(|(_, token)| only_letter(token).is_some());
    places.any(|(n, token)| {
        let is_last_behind = n > at && n + 1 == tokens.len();
        !language.is_function_word(token)
            || is_last_behind && tokens[at + 1..n].iter().all(|token| language.is_function_word(token))
    })
}

/// Returns `true` if the clue says how a keyword begins or ends: "starts with sco" for SCORPION.
fn names_an_end(context: &ClueContext<'_>, language: Language) -> bool {
    let [before @ .., end] = &context.tokens[..] else { return false };
    let speaks = before.iter().any(|token| language.is_spelling_word(token));
    speaks
        && letters(end) > 1
        && !language.is_function_word(end)
        && context.meant().any(|keyword| {
            let text = words(&keyword.text).concat();
            text != *end && (text.starts_with(end.as_str()) || text.ends_with(end.as_str()))
        })
}

/// Judges a clue that names a number of letters.
pub(super) fn check_count(context: &ClueContext<'_>) -> ClueVerdict {
    let bare =
        context.only_word().and_then(|word| in_digits(word).or_else(|| cardinal(word, context.language)));
    let counted = Language::ALL.into_iter().any(|language| speaks_of_a_number(&context.words, language))
        || bare.is_some_and(|n| context.meant().any(|keyword| letters(&keyword.text) == n))
        || counts_characters(context);
    ClueVerdict::illegal_if(counted, Reason::LetterCount)
}

/// Returns `true` if the clue counts characters, and the number is that of a keyword's letters.
fn counts_characters(context: &ClueContext<'_>) -> bool {
    let numbers = context.words.iter().filter_map(|word| {
        in_digits(word).or_else(|| Language::ALL.into_iter().find_map(|language| cardinal(word, language)))
    });
    let numbers: Vec<usize> = numbers.collect();
    context.words.iter().any(|word| is_character_word(word))
        && context.meant().any(|keyword| numbers.contains(&letters(&keyword.text)))
}

/// Returns `true` if the word for letters occurs with a number, in digits or in the same language.
fn speaks_of_a_number(words: &[String], language: Language) -> bool {
    words.iter().any(|word| language.is_letter_word(word))
        && words.iter().any(|word| in_digits(word).is_some() || is_number_word(word, language))
}
