//! What people say to words, by language.

use std::collections::HashMap;

use crate::packed::{self, Associations};
use crate::words_of;

/// Returns what people say to the words of the language with this code: `en`, or one of which the program has the words
/// ([`words_of`]). `None` for another code.
///
/// English has 12,050 headwords; the page that a browser runs has the first twenty clues of 3,300 of them. The other languages have
/// more than 2,200 headwords each, with clues that were written in the language.
///
/// ```
/// let table = overhear_data::associations("en").expect("English is always there");
/// let hotel = table.headwords.iter().position(|word| *word == "hotel").expect("it is one of them");
/// assert!(table.lists[hotel][..9].iter().any(|&clue| table.clues[clue as usize] == "room"));
/// assert!(overhear_data::associations("la").is_none());
/// ```
pub fn associations(code: &str) -> Option<Associations> {
    if code == "en" { Some(packed::associations()) } else { words_of(code).map(|words| read(&words.said)) }
}

/// Reads tables with the columns headword and clues, one after another.
fn read(tables: &[&'static str]) -> Associations {
    let (mut associations, mut numbers) = (Associations::default(), HashMap::new());
    for (headword, clues) in
        tables.iter().flat_map(|table| table.lines().skip(1)).filter_map(|line| line.split_once('\t'))
    {
        let list = clues.split(", ").map(|clue| {
            *numbers.entry(clue).or_insert_with(|| {
                associations.clues.push(clue);
                associations.clues.len() as u32 - 1
            })
        });
        let list = list.collect();
        associations.lists.push(list);
        associations.headwords.push(headword);
    }
    associations
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_of_text_has_each_clue_once_and_lists_in_order() {
        let associations =
            read(&["headword\tclues\nété\tsoleil, plage\n", "headword\tclues\nmer\tplage, sel, soleil\n"]);
        assert_eq!(associations.headwords, ["été", "mer"]);
        assert_eq!(associations.clues, ["soleil", "plage", "sel"]);
        assert_eq!(associations.lists, [vec![0, 1], vec![1, 2, 0]]);
    }
}
