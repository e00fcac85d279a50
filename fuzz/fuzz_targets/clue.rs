//! Clues as free text: the law has a verdict on everything, and the same one twice.
#![no_main]

use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use overhear_engine::rules::{
    BySlot, ClueQuestion, ClueVerdict, Code, KeywordText, Language, Repeat, Slot, TextLaw, WordTable,
    same_clue_form,
};

/// A clue, and everything that it is judged by.
#[derive(Arbitrary, Debug)]
struct Input<'a> {
    clue: &'a str,
    keywords: [&'a str; 4],
    translations: Vec<&'a str>,
    earlier: Vec<&'a str>,
    words: Vec<(&'a str, &'a str)>,
    pronunciation: &'a str,
    language: u8,
    code: u8,
    meant: u8,
    lemmas: bool,
}

fuzz_target!(|input: Input<'_>| {
    let form = same_clue_form(input.clue);
    assert_eq!(same_clue_form(&form), form, "a form is its own form");
    let keywords = input.keywords.map(|text| KeywordText {
        text: text.into(),
        translations: input.translations.iter().map(|&text| text.into()).collect(),
        card: 0,
    });
    let mut table = WordTable::default();
    input.words.iter().for_each(|&(word, lemma)| table.add_word(word, lemma));
    table.add_pronunciation(input.clue, input.pronunciation);
    table.add_pronunciation(input.keywords[0], input.pronunciation);
    let language = [Language::English, Language::French, Language::Italian, Language::Swedish];
    let repeat = if input.lemmas { Repeat::Lemma } else { Repeat::Exact };
    let law = TextLaw::new(language[usize::from(input.language) % 4], &table, repeat);
    let question = ClueQuestion {
        earlier: &input.earlier,
        code: Code::ALL.get(usize::from(input.code)).copied(),
        meant: Slot::ALL.get(usize::from(input.meant)).copied(),
        ..ClueQuestion::new(input.clue, BySlot::from_fn(|slot| &keywords[slot.index()]))
    };
    let verdict = law.judge(&question);
    assert_eq!(law.judge(&question), verdict);
    assert!(!verdict.to_string().is_empty());
    let again = ClueQuestion { earlier: &[input.clue], ..question };
    assert_ne!(law.judge(&again), ClueVerdict::Legal, "what was said before is not legal");
});
