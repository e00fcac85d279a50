//! Positions on the screen, allusions to them (R19), and codes (R21).
//!
//! **decided**: a clue of nothing but numbers and ordinals from 1 to 4 is illegal; articles and words such as
//! "number" and "position" do not count. The clue is doubtful if the words are from another language and are
//! also words of the language of the game (`due` in English). A number from 1 to 4 in a phrase ("third man"),
//! or a word for such a number ("twins"), is doubtful. The word "one" and articles have no meaning in a
//! phrase. If the keyword's position is known, a number other than its position passes (4 for CLOVER in
//! position 1). If the position is not known, a number word that sounds like a keyword or is written like its translation is judged
//! by that (two for TOO, four for OVEN).
//!
//! A code in digits or words, with any joining words, is illegal. If the code of the round is given, that
//! code counts as the code, and any other as a clue that names positions. The digits of the code in order,
//! with other words between, are doubtful.

use super::super::{Code, Slot};
use super::allusions::{alluded_by_phrase, alluded_position, are_musketeers};
use super::clue_context::ClueContext;
use super::language::Language;
use super::numbers::{
    code_digit, glued_digits, is_joint, is_one, position_elsewhere, position_in_digits, position_in_words,
};
use super::references::check_place;
use super::sound::is_homophone;
use super::words::words;
use super::{ClueVerdict, Reason};

/// Judges a clue that names a position.
pub(super) fn check_position(context: &ClueContext<'_>) -> ClueVerdict {
    named_by_number(context).or(check_place(context))
}

fn named_by_number(context: &ClueContext<'_>) -> ClueVerdict {
    let content_words = context.words.iter().map(String::as_str);
    let content_words: Vec<&str> = content_words.filter(|word| !is_filler(word, context.language)).collect();
    let content_words = without_ones(&content_words, context.language);
    let slots = content_words
        .iter()
        .map(|word| position_in(word, context.language).or_else(|| foreign_position(word)))
        .collect::<Option<Vec<Slot>>>();
    if !slots.is_some_and(|slots| slots.iter().any(|&slot| context.may_mean(slot)))
        || is_said_for_a_keyword(context)
    {
        return ClueVerdict::Legal;
    }
    let has_homograph = content_words.iter().any(|word| {
        position_in(word, context.language).is_none() && context.lexicon.facts(word).known != Some(false)
    });
    if has_homograph {
        ClueVerdict::Doubtful(Reason::Position)
    } else {
        ClueVerdict::Illegal(Reason::Position)
    }
}

fn is_filler(word: &str, language: Language) -> bool {
    Language::ALL.into_iter().any(|language| language.is_position_word(word))
        || language.is_function_word(word) && !is_one(word, language)
}

/// Returns the position that a word names in digits or in the language of the game.
fn position_in(word: &str, language: Language) -> Option<Slot> {
    position_in_digits(word).or(position_in_words(word, language))
}

fn foreign_position(word: &str) -> Option<Slot> {
    let worded = Language::ALL.into_iter().find_map(|language| position_in_words(word, language));
    worded.or_else(|| position_elsewhere(word))
}

/// Returns `true` if a number word has the sound of a keyword or the letters of its translation, so that it need not be meant as a
/// number: two for TOO, four for OVEN. If the position of the keyword is known, the number is that position.
fn is_said_for_a_keyword(context: &ClueContext<'_>) -> bool {
    let (Some(word), None) = (context.only_word(), context.question.meant) else { return false };
    word.chars().all(char::is_alphabetic)
        && context.meant().any(|keyword| {
            keyword.translations.iter().any(|translation| words(translation) == [word])
                || is_homophone(word, &words(&keyword.text).concat(), context)
        })
}

/// Returns the words without those for 1, or all words if there are only such.
fn without_ones<'a>(words: &[&'a str], language: Language) -> Vec<&'a str> {
    let rest: Vec<&str> = words.iter().copied().filter(|word| !is_one(word, language)).collect();
    if rest.is_empty() { words.to_vec() } else { rest }
}

/// Judges a clue that alludes to a position.
pub(super) fn check_allusion(context: &ClueContext<'_>) -> ClueVerdict {
    let language = context.language;
    let alluded = context.words.iter().filter_map(|word| {
        position_in_digits(word)
            .or_else(|| position_in_words(word, language).filter(|_| !is_one(word, language)))
            .or_else(|| alluded_position(word, language))
    });
    let mut slots = alluded.chain(alluded_by_phrase(&context.words));
    let slot = slots.find(|&slot| context.may_mean(slot));
    let musketeers = context.words.iter().any(|word| are_musketeers(word));
    match slot {
        Some(slot) if musketeers && context.question.meant == Some(Slot::Third) => {
            ClueVerdict::Illegal(Reason::PositionAllusion(slot))
        }
        Some(slot) => ClueVerdict::Doubtful(Reason::PositionAllusion(slot)),
        None => ClueVerdict::Legal,
    }
}

/// Judges a clue that is a code, or contains the code of the round.
pub(super) fn check_code(context: &ClueContext<'_>) -> ClueVerdict {
    let without_joints: Vec<String> = context.words.iter().filter(|word| !is_joint(word)).cloned().collect();
    let whole = digits_of(&context.words).or_else(|| digits_of(&without_joints)).and_then(as_code);
    match (whole, context.question.code) {
        (Some(clue_code), Some(code)) if clue_code != code => ClueVerdict::Illegal(Reason::Position),
        (Some(_), _) => ClueVerdict::Illegal(Reason::Code),
        (None, Some(code)) => ClueVerdict::illegal_if(
            names_position(&context.words, code) || names_position(&without_joints, code),
            Reason::Code,
        )
        .or(ClueVerdict::doubtful_if(scatters(&context.words, code), Reason::Code)),
        (None, None) => ClueVerdict::Legal,
    }
}

/// Returns `true` if the digits of the code are adjacent among the words.
fn names_position(words: &[String], code: Code) -> bool {
    let mut runs = [1, 3].into_iter().flat_map(|length| words.windows(length));
    runs.any(|run| digits_of(run).and_then(as_code) == Some(code))
}

/// Returns `true` if the numbers among the words are those of the code, in order.
fn scatters(words: &[String], code: Code) -> bool {
    as_code(words.iter().filter_map(|word| code_digit(word)).collect()) == Some(code)
}

fn as_code(digits: Vec<Slot>) -> Option<Code> {
    Code::new(digits.try_into().ok()?)
}

/// Returns the three digits that one or three words spell.
fn digits_of(words: &[String]) -> Option<Vec<Slot>> {
    match words {
        [word] if word.chars().count() == 3 && word.chars().all(|c| c.is_ascii_digit()) => {
            word.chars().map(Slot::from_digit).collect()
        }
        [word] => glued_digits(word).filter(|digits| digits.len() == 3),
        [_, _, _] => words.iter().map(|word| code_digit(word)).collect(),
        _ => None,
    }
}
