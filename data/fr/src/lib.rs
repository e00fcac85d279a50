#![doc = include_str!("../README.md")]

/// The French space: a direction for each word, in the project's own format.
pub static SPACE: &[u8] = &FILE;

/// What French words may be used for, and their lemmas: word, use, lemmas.
pub static LEXICON: &str = include_str!("../lexicon-fr.tsv");

/// Regular endings of French, and what stands in their place in the base: ending, bases.
pub static ENDINGS: &str = include_str!("../endings-fr.tsv");

/// Bytes with a name of their own: what a reference without one points to is copied into every crate that names it in a static of its own.
static FILE: [u8; include_bytes!("../space-fr.bin").len()] = *include_bytes!("../space-fr.bin");
