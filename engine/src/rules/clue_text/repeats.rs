//! The same clue twice (R20).
//!
//! **decided**: other punctuation makes no other clue at any table, but R20 was decided without it: it is doubtful.
//! Inflections count under `repeat = lemma` alone, for every word of a phrase.

use super::super::{Repeat, same_clue_form};
use super::case::Case;
use super::words::words;
use super::{ClueVerdict, Reason};

pub(super) fn check(case: &Case<'_>) -> ClueVerdict {
    let form = same_clue_form(case.question.clue);
    let verdicts = case.question.earlier.iter().map(|earlier| against(case, &form, earlier));
    verdicts.fold(ClueVerdict::Legal, ClueVerdict::or)
}

fn against(case: &Case<'_>, form: &str, earlier: &str) -> ClueVerdict {
    if same_clue_form(earlier) == form {
        return ClueVerdict::Illegal(Reason::Repeated);
    }
    let earlier = words(earlier);
    if earlier == case.words {
        ClueVerdict::Doubtful(Reason::Repeated)
    } else {
        let counts = case.repeat == Repeat::Lemma && earlier.len() == case.words.len();
        let mut pairs = case.words.iter().zip(&earlier);
        let same = counts && pairs.all(|(given, old)| case.same_lemma(given, old));
        ClueVerdict::illegal_if(same, Reason::RepeatedLemma)
    }
}
