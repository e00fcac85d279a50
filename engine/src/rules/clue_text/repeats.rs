//! Repeated clues (R20).
//!
//! **decided**: two clues are the same if their letters are. Case, accents, ligatures, hyphens, spaces,
//! punctuation and leading articles do not count, and spellings of one word are equal (colour, color). If
//! accents make another word (Swedish får and far; two different marks), the verdict is doubtful. Inflections
//! count only with `repeat = lemma`, and then for every word of a phrase.

use super::super::Repeat;
use super::clue_context::ClueContext;
use super::words::{plain, words};
use super::{ClueVerdict, Language, Lexicon, Reason};

/// Judges a clue against all earlier clues of the team.
pub(super) fn check(context: &ClueContext<'_>) -> ClueVerdict {
    if context.question.earlier.is_empty() {
        return ClueVerdict::Legal;
    }
    let letters = letters_of(&context.words, context.language, context.lexicon);
    let verdicts = context.question.earlier.iter().map(|earlier| against(context, &letters, &words(earlier)));
    verdicts.fold(ClueVerdict::Legal, ClueVerdict::or)
}

/// Judges a clue against one earlier clue.
fn against(context: &ClueContext<'_>, letters: &str, earlier: &[String]) -> ClueVerdict {
    if letters.is_empty() {
        ClueVerdict::Legal
    } else if letters == letters_of(earlier, context.language, context.lexicon) {
        let may_differ = accents_make_another(&context.words, earlier, context.language);
        if may_differ {
            ClueVerdict::Doubtful(Reason::Repeated)
        } else {
            ClueVerdict::Illegal(Reason::Repeated)
        }
    } else {
        let counts = context.repeat == Repeat::Lemma && earlier.len() == context.words.len();
        let same =
            counts && context.words.iter().zip(earlier).all(|(word, old)| context.same_lemma(word, old));
        ClueVerdict::illegal_if(same, Reason::RepeatedLemma)
    }
}

/// Returns the letters of a clue, equal for clues that are the same: in standard spelling, without leading
/// articles.
pub(in crate::rules) fn letters_of(words: &[String], language: Language, lexicon: &dyn Lexicon) -> String {
    let mut rest = words;
    while let [article, more @ ..] = rest
        && !more.is_empty()
        && language.is_article(article)
    {
        rest = more;
    }
    rest.iter()
        .map(|word| {
            let spelling = lexicon.facts(word).spelling;
            plain(if spelling.is_empty() { word } else { spelling }).into_owned()
        })
        .collect()
}

/// Returns `true` if the texts differ only in accents, and these make another word.
///
/// Two cases count: both texts carry accents, or the language counts the accented letters as letters.
fn accents_make_another(a: &[String], b: &[String], language: Language) -> bool {
    let (a, b) = (a.concat(), b.concat());
    let differ = plain(&a) == plain(&b) && a != b && a.chars().count() == b.chars().count();
    differ && (language == Language::Swedish || !a.is_ascii() && !b.is_ascii())
}
