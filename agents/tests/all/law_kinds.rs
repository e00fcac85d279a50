//! Cases of the law by kinds of clue, written by hand. Half were written before the law learnt the kinds.

use std::collections::BTreeMap;

use overhear_agents::words::{embedded_deck, embedded_keyword, embedded_law_words};
use overhear_engine::rules::{BySlot, ClueQuestion, ClueVerdict, KeywordText, Language, Repeat, TextLaw};

use crate::law::list;

/// Cases from before the change, cases from after it that were not chosen by what it did, and cases whose writer knew the rules of
/// the game alone.
const FILES: [&str; 3] = [
    include_str!("../law/written-before.csv"),
    include_str!("../law/written-after.csv"),
    include_str!("../law/written-blind.csv"),
];

/// A clue with the keyword that it is for, and the verdict that a player would give.
struct Case {
    language: Language,
    keyword: String,
    expected: String,
    clue: String,
}

/// Reads a file of cases: clues are separated by `|`, and `\u{ad}` is a character by its number.
fn cases(file: &str) -> Vec<Case> {
    let mut reader = csv::Reader::from_reader(file.as_bytes());
    let header = ["language", "keyword", "verdict", "clues"];
    assert_eq!(reader.headers().expect("a header"), header.as_slice());
    let rows = reader.records().map(|record| record.expect("four cells"));
    let of_row = |row: csv::StringRecord| {
        let case = |clue: &str| Case {
            language: row[0].parse().expect("a language"),
            keyword: row[1].to_owned(),
            expected: row[2].to_owned(),
            clue: unescaped(clue),
        };
        list(&row[3]).into_iter().map(case).collect::<Vec<_>>()
    };
    rows.flat_map(of_row).collect()
}

/// Replaces `\u{ad}` by the character of that number.
fn unescaped(text: &str) -> String {
    let mut parts = text.split("\\u{");
    let mut whole = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (number, rest) = part.split_once('}').expect("a closing brace");
        let number = u32::from_str_radix(number, 16).expect("a hexadecimal number");
        whole.push(char::from_u32(number).expect("a character"));
        whole.push_str(rest);
    }
    whole
}

#[test]
fn every_language_has_sixty_cases_of_each_file_with_verdicts_of_all_kinds() {
    FILES.into_iter().for_each(check_counts);
}

fn check_counts(file: &str) {
    let mut counts: BTreeMap<(&str, String), usize> = BTreeMap::new();
    for case in cases(file) {
        assert!(!case.keyword.is_empty() && !case.clue.is_empty());
        *counts.entry((case.language.code(), case.expected)).or_default() += 1;
    }
    for language in Language::ALL {
        let count = |verdict: &str| counts.remove(&(language.code(), verdict.to_owned())).unwrap_or_default();
        let [legal, illegal, doubtful] = ["legal", "illegal", "doubtful"].map(count);
        assert!(legal >= 15 && illegal >= 20, "{language}: {legal} legal, {illegal} illegal");
        assert!(legal + illegal + doubtful >= 60, "{language}");
    }
    assert!(counts.is_empty(), "another verdict: {counts:?}");
}

/// Cases that the law judges otherwise than a player would, with its verdict.
const MISJUDGED: &str = include_str!("../law/misjudged.csv");

/// Returns the verdict on each clue for its keyword alone, in its file's order.
fn verdicts(cases: &[Case]) -> Vec<ClueVerdict> {
    let none = KeywordText { text: String::new(), translations: Vec::new(), card: 0 };
    let decks = Language::ALL.map(|language| embedded_deck(language.code()).expect("a deck"));
    let judge = |case: &Case| {
        let keyword = embedded_keyword(&decks[case.language as usize], &case.keyword);
        let law = TextLaw::new(case.language, embedded_law_words(case.language), Repeat::Exact);
        law.judge(&ClueQuestion::new(&case.clue, BySlot([&keyword, &none, &none, &none])))
    };
    cases.iter().map(judge).collect()
}

/// Returns the lines of the cases that are judged otherwise than their file says.
fn misjudged(cases: &[Case]) -> Vec<String> {
    let judged = verdicts(cases);
    let pairs = cases.iter().zip(judged).map(|(case, verdict)| (case, verdict.to_string()));
    let wrong = pairs.filter(|(case, verdict)| verdict.split(' ').next() != Some(&case.expected));
    wrong
        .map(|(case, verdict)| {
            let word = verdict.split(' ').next().unwrap_or_default();
            let clue = case.clue.escape_debug();
            format!("{},{},{},{clue},{word}", case.language, case.keyword, case.expected)
        })
        .collect()
}

#[test]
fn r18_r19_r20_r21_cases_by_kind_are_judged_as_written_but_for_the_listed_ones() {
    let wrong = misjudged(&FILES.map(cases).into_iter().flatten().collect::<Vec<_>>());
    let listed: Vec<&str> = MISJUDGED.lines().skip(1).collect();
    assert_eq!(wrong, listed, "now wrong:\n{}", wrong.join("\n"));
}

/// The clues that were written for the keywords of each deck.
const EVERYDAY: [&str; 4] = [
    include_str!("../../../data/eval/clues-en.csv"),
    include_str!("../../../data/eval/clues-fr.csv"),
    include_str!("../../../data/eval/clues-it.csv"),
    include_str!("../../../data/eval/clues-sv.csv"),
];

#[test]
fn r21_of_everyday_pairs_one_in_a_hundred_is_illegal_at_most() {
    for language in Language::ALL {
        let mut reader = csv::Reader::from_reader(EVERYDAY[language as usize].as_bytes());
        let pairs = reader.records().map(|record| record.expect("a keyword and a clue"));
        let case = |pair: csv::StringRecord| Case {
            language,
            keyword: pair[0].to_owned(),
            expected: "legal".to_owned(),
            clue: pair[1].to_owned(),
        };
        let cases: Vec<Case> = pairs.map(case).collect();
        let judged = verdicts(&cases);
        let pairs = cases.iter().zip(&judged);
        let listed = |predicate: fn(&ClueVerdict) -> bool| {
            let matching = pairs.clone().filter(|(_, verdict)| predicate(verdict));
            matching
                .map(|(case, verdict)| format!("{}/{}: {verdict}", case.clue, case.keyword))
                .collect::<Vec<_>>()
        };
        let illegal = listed(|verdict| matches!(verdict, ClueVerdict::Illegal(_)));
        let doubtful = listed(|verdict| matches!(verdict, ClueVerdict::Doubtful(_)));
        println!("{language}: {} pairs, {} illegal, {} doubtful", cases.len(), illegal.len(), doubtful.len());
        println!("{}\n{}", illegal.join("\n"), doubtful.join("\n"));
        assert!(cases.len() >= 2_000 && 100 * illegal.len() <= cases.len(), "{language}: {illegal:?}");
    }
}
