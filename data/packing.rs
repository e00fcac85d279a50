//! Tables of words as the program carries them: a word stands in the list of the space, and the tables name its place there. A base
//! form that is a prefix of its word is stored as the number of letters to drop. `src/packed.rs` reads what is written here.

use std::collections::HashMap;
use std::fmt::Write as _;

use crate::packed_format::{
    END, FIRST_PHONEME, HEADER, LENGTH_AT, LONGEST_CUT, NEW, NUMBER_BYTES, PLACE_BYTES, USES, WORD_OF_SPACE,
};

/// Returns the words of a space in the project's own format, as lines.
pub(crate) fn words_of(space: &[u8]) -> &str {
    let length = u32::from_le_bytes(space[LENGTH_AT..HEADER].try_into().expect("four bytes")) as usize;
    std::str::from_utf8(&space[HEADER..HEADER + length]).expect("words are UTF-8")
}

/// Returns the rows of a table without its header.
fn rows(table: &str) -> impl Iterator<Item = Vec<&str>> {
    table.lines().skip(1).map(|line| line.split('\t').collect())
}

/// Returns a lexicon (word, use, lemmas) of all words of the space in its order: for each the first letter of its use, and its lemmas.
pub(crate) fn lexicon(table: &str, words: &str) -> String {
    let mut packed = String::new();
    let mut rows = rows(table);
    for (word, row) in words.lines().zip(rows.by_ref()) {
        assert_eq!(word, row[0], "the lexicon has the words of the space in its order");
        assert!(USES.contains(&row[1]), "{word}: unknown use `{}`", row[1]);
        writeln!(packed, "{}{}", &row[1][..1], cut(word, row[2])).expect("a string takes everything");
    }
    assert!(rows.next().is_none(), "the lexicon has no other words");
    packed
}

/// Returns what words are made of (word, spelling, parts): for words of the space their distance from the last one, and after an empty
/// line the other words.
pub(crate) fn morphology(table: &str, words: &str) -> String {
    by_place(rows(table).collect(), words, |row| format!("{}\t{}", row[1], cut(row[0], row[2])))
}

/// Returns pronunciations (word, phonemes). The first line names the phonemes, for each of which a character stands; words that the
/// space does not have follow; after an empty line there is a line for each word of the space.
pub(crate) fn pronunciation(table: &str, words: &str) -> String {
    let mut phonemes: Vec<&str> = rows(table).flat_map(|row| row[1].split(' ').collect::<Vec<_>>()).collect();
    phonemes.sort_unstable();
    phonemes.dedup();
    assert!(phonemes.len() <= usize::from(b'~' - FIRST_PHONEME), "a character for each phoneme");
    let mut known: HashMap<&str, Vec<String>> = words.lines().map(|word| (word, Vec::new())).collect();
    let mut others = String::new();
    for row in rows(table) {
        let places = row[1].split(' ').map(|phoneme| phonemes.binary_search(&phoneme).expect("listed above"));
        let codes: String = places.map(|place| char::from(FIRST_PHONEME + place as u8)).collect();
        match known.get_mut(row[0]) {
            Some(listed) => listed.push(codes),
            None => writeln!(others, "{}\t{codes}", row[0]).expect("a string takes everything"),
        }
    }
    let lines: Vec<String> = words.lines().map(|word| known[word].join(" ")).collect();
    format!("{}\n{others}\n{}", phonemes.join(" "), lines.join("\n"))
}

/// Returns what people say to words by some tables (headword, clues), at most `most` clues for each:
///
/// - how many bytes of text follow, and headwords and clues, each once, as lines with an empty line between. The line of a clue that is a
///   word of the space is empty but for a dot;
/// - how many of these there are, and the places of these words in the space, three bytes each;
/// - for each list the numbers of its clues, 0 for the next new one, and a number that ends it.
///
/// Of numbers all lowest bytes stand together, then all higher ones: that packs better.
pub(crate) fn associations(tables: &[String], words: &str, most: usize) -> Vec<u8> {
    let places: HashMap<&str, u32> = words.lines().zip(0..).collect();
    let (mut numbers, mut headwords, mut clues) = (HashMap::new(), String::new(), String::new());
    let (mut in_space, mut lists) = (Vec::new(), Vec::new());
    // A clue has its number from its first place in the lists. The reader counts along, so one small number stands for every
    // clue that is new.
    for row in tables.iter().flat_map(|table| rows(table)) {
        writeln!(headwords, "{}", row[0]).expect("a string takes everything");
        for clue in row[1].split(", ").take(most) {
            let next = numbers.len() as u32 + 1;
            assert!(next < END, "fewer clues than three bytes can name");
            let number = *numbers.entry(clue).or_insert(next);
            lists.push(if number == next { NEW } else { number });
            if number == next {
                let place = places.get(clue);
                in_space.extend(place);
                writeln!(clues, "{}", place.map_or(clue, |_| WORD_OF_SPACE))
                    .expect("a string takes everything");
            }
        }
        lists.push(END);
    }
    let text = format!("{headwords}\n{clues}");
    let mut packed = (text.len() as u32).to_le_bytes().to_vec();
    packed.extend(text.bytes());
    packed.extend((in_space.len() as u32).to_le_bytes());
    packed.extend(in_planes(&in_space, PLACE_BYTES));
    packed.extend(in_planes(&lists, NUMBER_BYTES));
    packed
}

/// Returns the lowest bytes of numbers, then the next ones.
fn in_planes(numbers: &[u32], bytes: usize) -> Vec<u8> {
    (0..bytes).flat_map(|byte| numbers.iter().map(move |number| number.to_le_bytes()[byte])).collect()
}

/// Returns rows by the places of their words.
fn by_place(rows: Vec<Vec<&str>>, words: &str, rest: impl Fn(&[&str]) -> String) -> String {
    let places: HashMap<&str, usize> = words.lines().zip(1..).collect();
    let (mut known, others): (Vec<_>, Vec<_>) = rows.into_iter().partition(|row| places.contains_key(row[0]));
    known.sort_by_key(|row| places[row[0]]);
    let (mut packed, mut last) = (String::new(), 0);
    for row in &known {
        let step = places[row[0]] - last;
        last += step;
        let step = if step == 1 { String::new() } else { step.to_string() };
        writeln!(packed, "{step}\t{}", rest(row)).expect("a string takes everything");
    }
    packed.push('\n');
    for row in &others {
        writeln!(packed, "{}\t{}", row[0], rest(row)).expect("a string takes everything");
    }
    packed
}

/// Returns how many letters a word loses to become a base, or the base itself.
fn cut(word: &str, base: &str) -> String {
    assert!(
        !base.starts_with(|c: char| c.is_ascii_digit()),
        "{word}: a digit stands for letters that are taken away"
    );
    let left_out =
        word.strip_prefix(base).filter(|_| !base.is_empty() && word.is_ascii()).map_or(0, str::len);
    if (1..=LONGEST_CUT).contains(&left_out) { left_out.to_string() } else { base.to_owned() }
}
