#![doc = include_str!("../README.md")]

/// The English space: a direction for each of 80,000 words, in the project's own format.
pub static SPACE: &[u8] = include_bytes!("../space-en.bin");
