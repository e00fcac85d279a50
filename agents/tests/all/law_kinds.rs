//! Cases of the law by kinds of clue, written by hand. Half were written before the law learnt the kinds.

use std::collections::BTreeMap;

use overhear_engine::rules::Language;

use crate::law::list;

const BEFORE: &str = include_str!("../law/written-before.csv");

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
    let mut counts: BTreeMap<(&str, String), usize> = BTreeMap::new();
    for case in cases(BEFORE) {
        assert!(!case.keyword.is_empty() && !case.clue.is_empty());
        *counts.entry((case.language.code(), case.expected)).or_default() += 1;
    }
    for language in Language::ALL {
        let count = |verdict: &str| counts.remove(&(language.code(), verdict.to_owned())).unwrap_or_default();
        let [legal, illegal, doubtful] = ["legal", "illegal", "doubtful"].map(count);
        assert!(legal >= 15 && illegal >= 25, "{language}: {legal} legal, {illegal} illegal");
        assert!(legal + illegal + doubtful >= 60, "{language}");
    }
    assert!(counts.is_empty(), "another verdict: {counts:?}");
}
