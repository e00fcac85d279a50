//! The packed tables say what the files of the repository say.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

fn file(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Returns the lines of a table but for its header, in alphabetical order.
fn sorted_lines(name: &str) -> Vec<String> {
    sorted(file(name).lines().skip(1).map(str::to_owned))
}

fn sorted(rows: impl Iterator<Item = String>) -> Vec<String> {
    let mut rows: Vec<String> = rows.collect();
    rows.sort_unstable();
    rows
}

#[test]
fn lexicon_and_morphology_are_unchanged() {
    let lexicon: Vec<String> = overhear_data::lexicon().map(|row| row.join("\t")).collect();
    assert!(lexicon.iter().eq(file("lexicon-en.tsv").lines().skip(1)));
    let morphology = sorted(overhear_data::morphology().map(|row| row.join("\t")));
    assert!(morphology == sorted_lines("morphology-en.tsv"));
}

#[test]
fn the_pronunciations_of_a_word_keep_their_order() {
    let mut sounds_of: HashMap<&str, Vec<&str>> = HashMap::new();
    overhear_data::pronunciation().for_each(|[word, sounds]| sounds_of.entry(word).or_default().push(sounds));
    let file = file("pronunciation-en.tsv");
    let mut expected: HashMap<&str, Vec<&str>> = HashMap::new();
    for (word, sounds) in file.lines().skip(1).filter_map(|line| line.split_once('\t')) {
        expected.entry(word).or_default().push(sounds);
    }
    assert_eq!(sounds_of["place"], ["P L EY1 S"]);
    assert!(sounds_of == expected);
}

#[test]
fn associations_are_unchanged() {
    let files = [
        ("en", &["associations/associations-en.tsv", "norms/norms-en.tsv"][..]),
        ("fr", &["norms/norms-fr.tsv", "norms/more-fr.tsv"]),
        ("it", &["norms/norms-it.tsv", "norms/more-it.tsv"]),
        ("sv", &["norms/norms-sv.tsv", "norms/more-sv.tsv"]),
    ];
    for (code, names) in files {
        let text: Vec<String> = names.iter().map(|name| file(name)).collect();
        let expected: Vec<&str> = text.iter().flat_map(|text| text.lines().skip(1)).collect();
        assert!(association_lines(code) == expected, "{code}");
    }
}

/// Returns what people say in a language, as lines of its tables.
fn association_lines(code: &str) -> Vec<String> {
    let table = overhear_data::associations(code).expect("the language is built in");
    let line = |(headword, list): (&&str, &Vec<u32>)| {
        let clues: Vec<&str> = list.iter().map(|&clue| table.clues[clue as usize]).collect();
        format!("{headword}\t{}", clues.join(", "))
    };
    table.headwords.iter().zip(&table.lists).map(line).collect()
}
