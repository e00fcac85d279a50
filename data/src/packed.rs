//! English words and what is known of them, as the build has packed it (`packing.rs`): each word stands once, in the list of the space.

use std::sync::LazyLock;

use overhear_space::SPACE;

use crate::packed_format::{
    END, FIRST_PHONEME, HEADER, LENGTH_AT, LONGEST_CUT, NEW, NUMBER_BYTES, PLACE_BYTES, USES, WORD_OF_SPACE,
};

/// What words may be used for, and their lemmas: a line for each word of the space.
pub(crate) static LEXICON: &str = include_str!(concat!(env!("OUT_DIR"), "/lexicon.txt"));

/// What words are made of, by place.
pub(crate) static MORPHOLOGY: &str = include_str!(concat!(env!("OUT_DIR"), "/morphology.txt"));

/// How words sound, by place. The page that a browser runs has them too; packed again they are 278 kB.
pub(crate) static PRONUNCIATION: &str = include_str!(concat!(env!("OUT_DIR"), "/pronunciation.txt"));

/// What people say to words.
pub(crate) static ASSOCIATIONS: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/associations.bin"));

static WORDS: LazyLock<&str> = LazyLock::new(|| {
    let length = u32::from_le_bytes(SPACE[LENGTH_AT..HEADER].try_into().expect("four bytes")) as usize;
    std::str::from_utf8(&SPACE[HEADER..HEADER + length]).expect("the words of the space are UTF-8")
});

/// All pronunciations in the order of the table, a line each.
static SOUNDS: LazyLock<String> = LazyLock::new(|| {
    let phonemes = PRONUNCIATION.lines().next().unwrap_or_default();
    let phonemes: Vec<&str> = phonemes.split(' ').collect();
    let mut sounds = String::with_capacity(3 * PRONUNCIATION.len());
    for (_, codes) in phoneme_codes() {
        for (n, code) in codes.bytes().enumerate() {
            sounds.push_str(if n == 0 { "" } else { " " });
            sounds.push_str(phonemes[usize::from(code - FIRST_PHONEME)]);
        }
        sounds.push('\n');
    }
    sounds
});

/// Returns words, each with a character for each of its phonemes.
fn phoneme_codes() -> impl Iterator<Item = (&'static str, &'static str)> {
    let (_, tables) = PRONUNCIATION.split_once('\n').expect("the phonemes");
    let (others, known) = tables.split_once("\n\n").expect("two tables");
    let known = words().lines().zip(known.split('\n'));
    let known = known.filter(|(_, line)| !line.is_empty());
    let known = known.flat_map(|(word, line)| line.split(' ').map(move |codes| (word, codes)));
    known.chain(others.lines().filter_map(|line| line.split_once('\t')))
}

/// Returns the words of the English space as lines, the most frequent first.
pub fn words() -> &'static str {
    *WORDS
}

/// Returns what each word of the space may be used for, and its lemmas, in the order of the space: word, use, lemmas.
///
/// ```
/// let mut rows = overhear_data::lexicon();
/// assert_eq!(rows.find(|row| row[0] == "mice"), Some(["mice", "other", "mouse"]));
/// ```
pub fn lexicon() -> impl Iterator<Item = [&'static str; 3]> {
    short_lines(words()).zip(short_lines(LEXICON)).map(|(word, line)| {
        let (letter, lemmas) = line.split_at(1);
        let role = USES.into_iter().find(|role| role.starts_with(letter)).expect("the letter of a use");
        [word, role, base(word, lemmas)]
    })
}

/// Returns what words are made of: word, spelling, parts. The words of the space come first, in its order.
pub fn morphology() -> impl Iterator<Item = [&'static str; 3]> {
    by_place(MORPHOLOGY).map(|(word, rest)| {
        let (spelling, parts) = cut(rest, b'\t').expect("three fields");
        [word, spelling, base(word, parts)]
    })
}

/// Returns how words sound: word, phonemes. The words of the space come first, in its order.
pub fn pronunciation() -> impl Iterator<Item = [&'static str; 2]> {
    phoneme_codes().zip(SOUNDS.lines()).map(|((word, _), sounds)| [word, sounds])
}

/// Words with what people say to them.
#[derive(Clone, Debug, Default)]
pub struct Associations {
    /// The words that something is said to.
    pub headwords: Vec<&'static str>,
    /// Every clue once.
    pub clues: Vec<&'static str>,
    /// For each headword the numbers of its clues, the likeliest first.
    pub lists: Vec<Vec<u32>>,
}

/// Returns what people say to English words, as the build has packed it.
pub(crate) fn associations() -> Associations {
    let (text, rest) = with_length(ASSOCIATIONS, 1);
    let (places, numbers) = with_length(rest, PLACE_BYTES);
    let text = std::str::from_utf8(text).expect("words are UTF-8");
    let (headwords, clues) = text.split_once("\n\n").expect("headwords and clues");
    let words: Vec<&str> = words().lines().collect();
    let mut places = from_planes(places, PLACE_BYTES).into_iter();
    let clues = clues.lines().map(|line| match line {
        WORD_OF_SPACE => words[places.next().expect("a place for each word of the space") as usize],
        phrase => phrase,
    });
    let clues = clues.collect();
    let mut new = 0..;
    let numbers = from_planes(numbers, NUMBER_BYTES);
    let lists = numbers.split(|&number| number == END).map(|list| {
        list.iter().map(|&number| if number == NEW { new.next().unwrap_or(0) } else { number - 1 }).collect()
    });
    let headwords: Vec<&str> = headwords.lines().collect();
    Associations { lists: lists.take(headwords.len()).collect(), headwords, clues }
}

/// Returns a part that begins with the number of its entries, each of `entry` bytes, and the rest.
fn with_length(bytes: &[u8], entry: usize) -> (&[u8], &[u8]) {
    let (length, rest) = bytes.split_first_chunk::<4>().expect("the length of a part");
    rest.split_at(u32::from_le_bytes(*length) as usize * entry)
}

/// Returns numbers of which all lowest bytes stand together, then all higher ones.
fn from_planes(bytes: &[u8], planes: usize) -> Vec<u32> {
    let count = bytes.len() / planes;
    (0..count)
        .map(|n| (0..planes).map(|plane| u32::from(bytes[plane * count + n]) << (8 * plane)).sum())
        .collect()
}

/// Returns the rows of a table: each word, and what follows it. The first field is the distance from the last word in the list of the
/// space, nothing for 1; after an empty line it is the word itself.
fn by_place(table: &'static str) -> impl Iterator<Item = (&'static str, &'static str)> {
    let mut words = short_lines(words());
    let (mut word, mut is_in_space) = ("", true);
    short_lines(table).filter_map(move |line| {
        let Some((step, rest)) = cut(line, b'\t') else {
            is_in_space = false;
            return None;
        };
        if !is_in_space {
            return Some((step, rest));
        }
        let step = if step.is_empty() { 1 } else { step.parse().expect("a number of words") };
        if step > 0 {
            word = words.nth(step - 1).expect("a word of the space");
        }
        Some((word, rest))
    })
}

/// Returns the lines of a text, without the newlines that end them.
///
/// Every start reads half a million lines and fields of a few bytes. A look at each byte takes a third of the instructions
/// of `str::lines` and `split_once`, whose search is made for long texts.
fn short_lines(text: &'static str) -> impl Iterator<Item = &'static str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let (line, after) = cut(rest, b'\n').unwrap_or((rest, ""));
        let is_line = !rest.is_empty();
        rest = after;
        is_line.then_some(line)
    })
}

/// Returns what stands before and after the first `separator`, an ASCII character.
fn cut(text: &str, separator: u8) -> Option<(&str, &str)> {
    let at = text.bytes().position(|byte| byte == separator)?;
    Some((&text[..at], &text[at + 1..]))
}

/// Returns a base that is written as the number of letters that the word loses, or as it is.
fn base(word: &'static str, cell: &'static str) -> &'static str {
    match cell.as_bytes() {
        [digit @ b'0'..=b'9'] if (1..=LONGEST_CUT).contains(&usize::from(digit - b'0')) => {
            &word[..word.len() - usize::from(digit - b'0')]
        }
        _ => cell,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_lines_are_the_lines() {
        for text in ["", "\n", "a", "a\n", "a\n\n", "\nbä\n\nc", words(), LEXICON, MORPHOLOGY] {
            assert!(short_lines(text).eq(text.lines()));
        }
    }

    #[test]
    fn a_text_is_cut_at_the_first_separator() {
        for text in ["", "\t", "é\tb\tc", "no separator", "ends\t"] {
            assert_eq!(cut(text, b'\t'), text.split_once('\t'));
        }
    }
}
