//! Keywords of the team in the clue: themselves, inflected, compounded, translated (R21).
//!
//! **decided**, beside what [`law`](super::super::ClueLaw) decides for a vocabulary:
//! - A keyword of several words is found as a run of words, each of them inflected or not; and a keyword is found
//!   however it is cut in words (SUNFLOWER in "sun flower").
//! - Where the lexicon cannot say whether the rest of a compound is a word, the compound is doubtful.
//! - A translation that is also a word of the language played is illegal as the whole clue and doubtful in a phrase;
//!   as a function word (`is`, ice in Swedish) it says nothing in a phrase and passes.
//! - What could be an inflection of a translation, and is a word of the language played, is doubtful.

use super::super::KeywordText;
use super::case::Case;
use super::inflection::regular_forms;
use super::language::Language;
use super::words::words;
use super::{ClueVerdict, Reason};

/// The shortest part that makes a closed compound, in letters.
const COMPOUND_PART: usize = 3;

pub(super) fn check(case: &Case<'_>) -> ClueVerdict {
    let verdicts = case.question.keywords.iter().map(|keyword| against(case, keyword));
    verdicts.fold(ClueVerdict::Legal, ClueVerdict::or)
}

fn against(case: &Case<'_>, keyword: &KeywordText) -> ClueVerdict {
    let own = words(&keyword.text);
    if own.is_empty() {
        return ClueVerdict::Legal;
    }
    let mut verdict = ClueVerdict::illegal_if(stands_in(case, &own), Reason::Keyword)
        .or(ClueVerdict::illegal_if(stands_inflected(case, &own), Reason::Inflection));
    if let [word] = &own[..] {
        verdict = verdict.or(compounded(case, word));
    }
    let translations = keyword.translations.iter().map(|text| translated(case, &words(text)));
    translations.fold(verdict, ClueVerdict::or)
}

/// Whether the keyword itself is a run of words, in whatever pieces.
fn stands_in(case: &Case<'_>, own: &[String]) -> bool {
    let whole = own.concat();
    let starts = (0..case.words.len()).map(|start| &case.words[start..]);
    starts.into_iter().any(|run| is_cut_from(&whole, run))
}

/// Whether the first words of `run` make up the whole, one after another.
fn is_cut_from(whole: &str, run: &[String]) -> bool {
    let mut rest = whole;
    for word in run {
        match rest.strip_prefix(word.as_str()) {
            Some("") => return true,
            Some(more) => rest = more,
            None => return false,
        }
    }
    false
}

fn stands_inflected(case: &Case<'_>, own: &[String]) -> bool {
    let forms: Vec<WordForms<'_>> = own.iter().map(|word| WordForms::of_keyword(case, word)).collect();
    case.words
        .windows(own.len())
        .any(|run| run.iter().zip(&forms).all(|(word, forms)| forms.contain(case, word)))
}

/// A word of a keyword with its lemmas and regular forms.
struct WordForms<'a> {
    lemmas: Vec<&'a str>,
    regular: Vec<String>,
}

impl<'a> WordForms<'a> {
    fn of_keyword(case: &Case<'a>, word: &'a str) -> WordForms<'a> {
        let mut lemmas = case.lexicon.lemmas(word);
        lemmas.push(word);
        WordForms { lemmas, regular: regular_forms(word, case.language) }
    }

    fn contain(&self, case: &Case<'_>, given: &str) -> bool {
        let by_lexicon = self.lemmas.contains(&given)
            || case.lexicon.lemmas(given).iter().any(|lemma| self.lemmas.contains(lemma));
        by_lexicon || case.lexicon.knows(given) != Some(true) && self.regular.iter().any(|form| form == given)
    }
}

fn compounded(case: &Case<'_>, keyword: &str) -> ClueVerdict {
    if keyword.chars().count() < COMPOUND_PART {
        return ClueVerdict::Legal;
    }
    let rests = case.words.iter().flat_map(|word| [word.strip_prefix(keyword), word.strip_suffix(keyword)]);
    let verdicts = rests.flatten().map(|rest| compound_with(case, rest));
    verdicts.fold(ClueVerdict::Legal, ClueVerdict::or)
}

/// The verdict on a word that the keyword and `rest` make up.
fn compound_with(case: &Case<'_>, rest: &str) -> ClueVerdict {
    if rest.chars().count() < COMPOUND_PART {
        return ClueVerdict::Legal;
    }
    let linked = rest.strip_prefix('s').filter(|_| case.language == Language::Swedish);
    match (case.lexicon.knows(rest), linked.and_then(|linked| case.lexicon.knows(linked))) {
        (Some(true), _) | (_, Some(true)) => ClueVerdict::Illegal(Reason::Compound),
        (None, _) => ClueVerdict::Doubtful(Reason::Compound),
        (Some(false), _) => ClueVerdict::Legal,
    }
}

fn translated(case: &Case<'_>, translation: &[String]) -> ClueVerdict {
    if translation.is_empty() {
        return ClueVerdict::Legal;
    }
    let forms: Vec<Vec<String>> = translation.iter().map(|word| forms_anywhere(word)).collect();
    let is_it = |run: &[String]| run.iter().zip(&forms).all(|(word, forms)| forms.contains(word));
    if case.words.len() == translation.len() && is_it(&case.words) {
        return as_whole_clue(case, translation);
    }
    let verdicts =
        case.words.windows(translation.len()).filter(|run| is_it(run)).map(|run| in_phrase(case, run));
    verdicts.fold(ClueVerdict::Legal, ClueVerdict::or)
}

/// A word with its regular inflections in every language but none in particular: a deck does not say which
/// language a translation is in.
fn forms_anywhere(word: &str) -> Vec<String> {
    let forms = Language::ALL.into_iter().flat_map(|language| regular_forms(word, language));
    forms.chain([word.to_owned()]).collect()
}

/// The verdict when the whole clue is a translation or what could be an inflection of one.
fn as_whole_clue(case: &Case<'_>, translation: &[String]) -> ClueVerdict {
    let is_own_word = case.words.iter().all(|word| case.lexicon.knows(word) == Some(true));
    if case.words != translation && is_own_word {
        ClueVerdict::Doubtful(Reason::Translation)
    } else {
        ClueVerdict::Illegal(Reason::Translation)
    }
}

/// The verdict when a run of the words of a phrase is a translation.
fn in_phrase(case: &Case<'_>, run: &[String]) -> ClueVerdict {
    if run.iter().all(|word| case.language.is_function_word(word)) {
        ClueVerdict::Legal
    } else if run.iter().all(|word| case.lexicon.knows(word) == Some(true)) {
        ClueVerdict::Doubtful(Reason::Translation)
    } else {
        ClueVerdict::Illegal(Reason::Translation)
    }
}
