//! The law of clues: a table of cases, and the bits of a tournament against what is said of free text.

use std::fmt::Write as _;

use overhear_agents::model::{DEFAULT_CLUES, World};
use overhear_agents::words::{
    embedded_deck, embedded_keyword, embedded_law_words, embedded_lexicon, embedded_space,
};
use overhear_engine::rules::{
    BySlot, Clue, ClueQuestion, ClueVerdict, Keyword, KeywordText, Language, Repeat, Slot, TeamLaw, TextLaw,
};
use rayon::prelude::*;

use crate::common::WORLD;

const CASES: &str = include_str!("../law/cases.csv");

fn law(language: Language) -> TextLaw<'static> {
    TextLaw::new(language, embedded_law_words(language), Repeat::Exact)
}

/// The verdict and the number of its rule, as the table has them.
fn verdict_text(verdict: ClueVerdict) -> String {
    match verdict {
        ClueVerdict::Legal => "legal ".to_owned(),
        ClueVerdict::Illegal(reason) => format!("illegal {}", rule_of(&reason.to_string())),
        ClueVerdict::Doubtful(reason) => format!("doubtful {}", rule_of(&reason.to_string())),
    }
}

fn rule_of(reason: &str) -> &str {
    reason.split(':').next().unwrap_or_default()
}

pub(crate) fn list(cell: &str) -> Vec<&str> {
    cell.split('|').filter(|text| !text.is_empty()).collect()
}

/// A row of the table.
pub(crate) struct Row {
    pub(crate) clue: String,
    pub(crate) cells: Vec<String>,
}

pub(crate) fn rows() -> Vec<Row> {
    let mut reader = csv::Reader::from_reader(CASES.as_bytes());
    let header = ["clue", "keywords", "meant", "code", "language", "earlier", "verdict", "rule", "note"];
    assert_eq!(reader.headers().expect("a header"), header.as_slice());
    let records = reader.records().map(|record| record.expect("nine cells"));
    let cells = |record: csv::StringRecord| record.iter().map(str::to_owned).collect::<Vec<_>>();
    let row = |cells: Vec<String>| Row { clue: cells[0].replace("\\n", "\n").replace("\\t", "\t"), cells };
    records.map(cells).map(row).collect()
}

fn judge(row: &Row) -> String {
    let language: Language = row.cells[4].parse().expect("a language");
    let deck = embedded_deck(language.code()).expect("a deck");
    let mut texts = list(&row.cells[1]).into_iter().map(|text| embedded_keyword(&deck, text));
    let none = || KeywordText { text: String::new(), translations: Vec::new(), card: 0 };
    let keywords: [KeywordText; 4] = std::array::from_fn(|_| texts.next().unwrap_or_else(none));
    let earlier = list(&row.cells[5]);
    let question = ClueQuestion {
        earlier: &earlier,
        code: row.cells[3].parse().ok(),
        meant: row.cells[2].parse().ok().and_then(Slot::from_digit),
        ..ClueQuestion::new(&row.clue, BySlot(keywords.each_ref()))
    };
    verdict_text(law(language).judge(&question))
}

#[test]
fn r18_r19_r20_r21_every_case_of_the_table_is_judged_as_it_says() {
    let mut wrong = String::new();
    for row in rows() {
        let (verdict, expected) = (judge(&row), format!("{} {}", row.cells[6], row.cells[7]));
        if verdict != expected {
            writeln!(wrong, "{}: {verdict}", row.cells.join(",")).expect("a string");
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}

#[test]
fn the_table_has_three_hundred_cases_a_third_of_them_legal() {
    let rows = rows();
    let legal = rows.iter().filter(|row| row.cells[6] == "legal").count();
    assert!(rows.len() >= 300 && 3 * legal >= rows.len(), "{legal} of {}", rows.len());
    for language in Language::ALL {
        assert!(rows.iter().filter(|row| row.cells[4] == language.code()).count() >= 20, "{language}");
    }
}

/// The cases of a language, by hand: a keyword, a verdict, and clues with that verdict for it.
const OTHERS: [(Language, &str); 3] = [
    (Language::French, include_str!("../law/fr.csv")),
    (Language::Italian, include_str!("../law/it.csv")),
    (Language::Swedish, include_str!("../law/sv.csv")),
];

#[test]
fn r21_every_clue_of_the_other_languages_is_judged_as_their_tables_say() {
    let mut wrong = String::new();
    for (language, cases) in OTHERS {
        let (deck, mut count) = (embedded_deck(language.code()).expect("a deck"), 0);
        let none = KeywordText { text: String::new(), translations: Vec::new(), card: 0 };
        for line in cases.lines().skip(1) {
            let [keyword, expected, clues] = line.split(',').collect::<Vec<_>>()[..] else {
                panic!("{line}")
            };
            let keyword = embedded_keyword(&deck, keyword);
            let team = law(language).of_team(ClueQuestion::new("", BySlot([&keyword, &none, &none, &none])));
            for clue in list(clues) {
                let verdict = verdict_text(team.judge(clue, Some(Slot::First)));
                if verdict.split(' ').next() != Some(expected) {
                    writeln!(wrong, "{language}: {clue} for {}: {verdict}, not {expected}", keyword.text)
                        .expect("a string");
                }
                count += 1;
            }
        }
        assert!(count >= 300, "{language}: {count} cases");
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}

/// The law of free text for one keyword, in each position.
fn alone<'k>(keyword: &'k KeywordText, none: &'k KeywordText) -> [TeamLaw<'k>; 4] {
    Slot::ALL.map(|slot| {
        let keywords = BySlot::from_fn(|other| if other == slot { keyword } else { none });
        law(Language::English).of_team(ClueQuestion::new("", keywords))
    })
}

/// Compares the bits of a tournament with the law of free text for some clues and every keyword of the deck: a clue is
/// refused where free text calls it illegal for the keyword in some position. How many pairs are refused, and how many
/// there are.
fn compare(world: &World, clues: impl Iterator<Item = u32>) -> (usize, usize) {
    let none = KeywordText { text: String::new(), translations: vec!["-".into()], card: 0 };
    let laws: Vec<[TeamLaw<'_>; 4]> =
        world.deck().keywords().iter().map(|keyword| alone(keyword, &none)).collect();
    let clues: Vec<Clue> = clues.map(Clue::new).collect();
    let bits = world.law();
    let refused = |clue: Clue| {
        let text = world.clue_text(clue);
        let one = |(n, laws): (usize, &[TeamLaw<'_>; 4])| {
            let refused = bits.is_banned_for_all(clue) || bits.is_banned(clue, Keyword(n as u16));
            let is_illegal = |slot: Slot| !laws[slot.index()].judge(text, Some(slot)).may_be_given();
            let illegal = Slot::ALL.into_iter().any(is_illegal);
            assert_eq!(refused, illegal, "{text} for {}", world.deck().keywords()[n].text);
            usize::from(refused)
        };
        laws.iter().enumerate().map(one).sum::<usize>()
    };
    (clues.par_iter().map(|&clue| refused(clue)).sum(), clues.len() * laws.len())
}

#[test]
fn r21_a_tournament_refuses_what_free_text_calls_illegal_and_nothing_else() {
    let (refused, pairs) = compare(&WORLD, (0..WORLD.clues() as u32).step_by(23));
    assert!(refused > 5 && 100 * refused < pairs, "{refused} of {pairs}");
}

#[test]
#[ignore = "slow: every word that may be a clue, for every keyword in every position"]
fn r21_a_tournament_and_free_text_agree_on_every_clue_and_keyword() {
    let deck = embedded_deck("en").expect("a deck");
    let world = World::new(deck, embedded_space(), embedded_lexicon(), usize::MAX).expect("a world");
    let (refused, pairs) = compare(&world, 0..world.clues() as u32);
    println!("{} clues, {pairs} pairs, {refused} of them refused by both", world.clues());
    assert!(world.clues() >= DEFAULT_CLUES && refused > 0);
}
