//! Hashes the files of words, so that no start has to, and packs the English tables.

#[path = "src/packed_format.rs"]
mod packed_format;
mod packing;

use std::path::Path;
use std::{env, fs};

use sha2::{Digest as _, Sha256};

/// The files, each with the variable that its hash is handed over in; the space is in a crate of its own.
const FILES: [(&str, &str); 7] = [
    ("lexicon-en.tsv", "LEXICON"),
    ("morphology-en.tsv", "MORPHOLOGY"),
    ("pronunciation-en.tsv", "PRONUNCIATION"),
    ("compounds-en.bin", "COMPOUNDS"),
    ("deck.csv", "DECK"),
    ("associations/associations-en.tsv", "ASSOCIATIONS"),
    ("norms/norms-en.tsv", "NORMS"),
];

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=packing.rs");
    println!("cargo:rerun-if-changed=src/packed_format.rs");
    let package = env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it");
    hand_over_files(Path::new(&package), &FILES);
    hand_over("SPACE", overhear_space::SPACE);
    hand_over_languages(Path::new(&package));
    hand_over_minds(Path::new(&package));
    pack(Path::new(&package));
}

/// What people say to English words: to keywords and other words that games have much to do with, and to many more.
const SAID: [&str; 2] = [FILES[5].0, FILES[6].0];

/// How many clues of each headword a browser's page carries, of the first table alone: it has few bytes to spare.
const SPOKEN: usize = 20;

/// Writes the packed tables into the folder of the build.
fn pack(package: &Path) {
    let is_page = env::var("CARGO_CFG_TARGET_FAMILY").is_ok_and(|family| family == "wasm");
    let (names, most) = if is_page { (&SAID[..1], SPOKEN) } else { (&SAID[..], usize::MAX) };
    let tables_of_clues: Vec<String> = names.iter().map(|name| read(package, name)).collect();
    let words = packing::words_of(overhear_space::SPACE);
    let tables = [
        ("lexicon.txt", packing::lexicon(&read(package, "lexicon-en.tsv"), words).into_bytes()),
        ("morphology.txt", packing::morphology(&read(package, "morphology-en.tsv"), words).into_bytes()),
        (
            "pronunciation.txt",
            packing::pronunciation(&read(package, "pronunciation-en.tsv"), words).into_bytes(),
        ),
        ("associations.bin", packing::associations(&tables_of_clues, words, most)),
    ];
    let out = env::var_os("OUT_DIR").expect("cargo sets it");
    for (name, content) in tables {
        fs::write(Path::new(&out).join(name), content).expect("the folder of the build takes files");
    }
}

fn read(package: &Path, name: &str) -> String {
    let path = package.join(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn hand_over_files(package: &Path, files: &[(&str, &str)]) {
    for (name, variable) in files {
        let path = package.join(name);
        let content = fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        println!("cargo:rerun-if-changed={}", path.display());
        hand_over(variable, &content);
    }
}

/// The words of the other languages are in crates of their own; what they are called is here.
#[cfg(feature = "languages")]
fn hand_over_languages(package: &Path) {
    const LISTS: [(&str, &str); 11] = [
        ("lexicon/translations.tsv", "TRANSLATIONS"),
        ("lexicon/names.tsv", "NAMES"),
        ("lexicon/own-fr.tsv", "OWN_FR"),
        ("lexicon/own-it.tsv", "OWN_IT"),
        ("lexicon/own-sv.tsv", "OWN_SV"),
        ("norms/norms-fr.tsv", "NORMS_FR"),
        ("norms/norms-it.tsv", "NORMS_IT"),
        ("norms/norms-sv.tsv", "NORMS_SV"),
        ("norms/more-fr.tsv", "MORE_FR"),
        ("norms/more-it.tsv", "MORE_IT"),
        ("norms/more-sv.tsv", "MORE_SV"),
    ];
    hand_over_files(package, &LISTS);
    macro_rules! language {
        ($language:literal, $words:ident) => {
            hand_over(concat!("SPACE_", $language), $words::SPACE);
            hand_over(concat!("LEXICON_", $language), $words::LEXICON.as_bytes());
            hand_over(concat!("ENDINGS_", $language), $words::ENDINGS.as_bytes());
        };
    }
    language!("FR", overhear_words_fr);
    language!("IT", overhear_words_it);
    language!("SV", overhear_words_sv);
}

#[cfg(not(feature = "languages"))]
const fn hand_over_languages(_: &Path) {}

/// The minds are embedded where they are asked for; a page's first visit is without them.
#[cfg(feature = "minds")]
fn hand_over_minds(package: &Path) {
    const MINDS: [(&str, &str); 5] = [
        ("minds/words-en.tsv", "MIND_WORDS"),
        ("minds/glove.bin", "MIND_GLOVE"),
        ("minds/stated.bin", "MIND_STATED"),
        ("minds/statements.bin", "MIND_STATEMENTS"),
        ("minds/universal.bin", "MIND_UNIVERSAL"),
    ];
    hand_over_files(package, &MINDS);
}

#[cfg(not(feature = "minds"))]
const fn hand_over_minds(_: &Path) {}

/// Puts the hash of the content into a variable of the compiler.
fn hand_over(variable: &str, content: &[u8]) {
    let sum: String = Sha256::digest(content).iter().map(|byte| format!("{byte:02x}")).collect();
    println!("cargo:rustc-env=OVERHEAR_SHA256_{variable}={sum}");
}
