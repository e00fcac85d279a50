//! Hashes the files of words, so that no start has to, and shortens the list of what people say.

use std::path::Path;
use std::{env, fs};

use sha2::{Digest as _, Sha256};

/// The files, each with the variable that its hash is handed over in; the space is in a crate of its own.
const FILES: [(&str, &str); 6] = [
    ("lexicon-en.tsv", "LEXICON"),
    ("morphology-en.tsv", "MORPHOLOGY"),
    ("pronunciation-en.tsv", "PRONUNCIATION"),
    ("compounds-en.bin", "COMPOUNDS"),
    ("deck.csv", "DECK"),
    ("associations/associations-en.tsv", "ASSOCIATIONS"),
];

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let package = env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it");
    for (name, variable) in FILES {
        let path = Path::new(&package).join(name);
        let content = fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        println!("cargo:rerun-if-changed={}", path.display());
        hand_over(variable, &content);
    }
    hand_over("SPACE", overhear_space::SPACE);
    if env::var("CARGO_CFG_TARGET_FAMILY").is_ok_and(|family| family == "wasm") {
        shorten(&Path::new(&package).join("associations/associations-en.tsv"));
    }
}

/// How many clues of each headword a browser's page carries: it has few bytes to spare.
const SPOKEN: usize = 20;

/// Writes the likeliest clues of each headword into the folder of the build.
fn shorten(path: &Path) {
    let content = fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let short: String = content
        .lines()
        .filter_map(|line| line.split_once('\t'))
        .map(|(word, clues)| {
            let clues: Vec<&str> = clues.split(", ").take(SPOKEN).collect();
            format!("{word}\t{}\n", clues.join(", "))
        })
        .collect();
    let out = env::var_os("OUT_DIR").expect("cargo sets it");
    fs::write(Path::new(&out).join("associations.tsv"), short).expect("the folder of the build takes files");
}

/// Puts the hash of the content into a variable of the compiler.
fn hand_over(variable: &str, content: &[u8]) {
    let sum: String = Sha256::digest(content).iter().map(|byte| format!("{byte:02x}")).collect();
    println!("cargo:rustc-env=OVERHEAR_SHA256_{variable}={sum}");
}
