#![doc = include_str!("../README.md")]

/// The English space: a direction for each of 80,000 words, in the project's own format.
pub static SPACE: &[u8] = &FILE;

/// Bytes with a name of their own: what a reference without one points to is copied into every crate that names it in a static of its own.
static FILE: [u8; include_bytes!("../space-en.bin").len()] = *include_bytes!("../space-en.bin");
