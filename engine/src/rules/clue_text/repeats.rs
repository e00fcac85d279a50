//! The same clue twice (R20).
//!
//! **decided**: two clues are the same when their letters are, whatever the case, accents, ligatures, hyphens, spaces,
//! punctuation and articles in front; spellings of one word count as one (colour, color). Where accents make another
//! word (Swedish får and far; two different marks) it is doubtful. Inflections count under `repeat = lemma` alone, for
//! every word of a phrase.

use super::super::Repeat;
use super::case::Case;
use super::words::{plain, words};
use super::{ClueVerdict, Language, Lexicon, Reason};

pub(super) fn check(case: &Case<'_>) -> ClueVerdict {
    if case.question.earlier.is_empty() {
        return ClueVerdict::Legal;
    }
    let letters = letters_of(&case.words, case.language, case.lexicon);
    let verdicts = case.question.earlier.iter().map(|earlier| against(case, &letters, &words(earlier)));
    verdicts.fold(ClueVerdict::Legal, ClueVerdict::or)
}

fn against(case: &Case<'_>, letters: &str, earlier: &[String]) -> ClueVerdict {
    if letters.is_empty() {
        ClueVerdict::Legal
    } else if letters == letters_of(earlier, case.language, case.lexicon) {
        let may_differ = accents_make_another(&case.words, earlier, case.language);
        if may_differ {
            ClueVerdict::Doubtful(Reason::Repeated)
        } else {
            ClueVerdict::Illegal(Reason::Repeated)
        }
    } else {
        let counts = case.repeat == Repeat::Lemma && earlier.len() == case.words.len();
        let same = counts && case.words.iter().zip(earlier).all(|(given, old)| case.same_lemma(given, old));
        ClueVerdict::illegal_if(same, Reason::RepeatedLemma)
    }
}

/// What equal clues have equal: their letters, in the spelling that stands for all, without articles in front.
pub(in crate::rules) fn letters_of(words: &[String], language: Language, lexicon: &dyn Lexicon) -> String {
    let mut rest = words;
    while let [article, more @ ..] = rest
        && !more.is_empty()
        && language.is_article(article)
    {
        rest = more;
    }
    let spelt = |word: &String| {
        let spelling = lexicon.facts(word).spelling;
        plain(if spelling.is_empty() { word } else { spelling }).into_owned()
    };
    rest.iter().map(spelt).collect()
}

/// Whether both texts carry accents, and other ones, or the language counts them as letters.
fn accents_make_another(a: &[String], b: &[String], language: Language) -> bool {
    let (a, b) = (a.concat(), b.concat());
    let marked = |text: &str| !text.is_ascii();
    let differ = plain(&a) == plain(&b) && a != b && a.chars().count() == b.chars().count();
    differ && (language == Language::Swedish || marked(&a) && marked(&b))
}
