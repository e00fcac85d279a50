#![doc = include_str!("../README.md")]

/// The Italian space: a direction for each word, in the project's own format.
pub static SPACE: &[u8] = &FILE;

/// What Italian words may be used for, and their lemmas: word, use, lemmas.
pub static LEXICON: &str = include_str!("../lexicon-it.tsv");

/// Regular endings of Italian, and what stands in their place in the base: ending, bases.
pub static ENDINGS: &str = include_str!("../endings-it.tsv");

/// Bytes with a name of their own: what a reference without one points to is copied into every crate that names it in a static of its own.
static FILE: [u8; include_bytes!("../space-it.bin").len()] = *include_bytes!("../space-it.bin");
