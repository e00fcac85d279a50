//! What minds of independent origin take people to say to the keywords: files that `data/build/minds.py` writes.

use crate::EmbeddedFile;

/// The words that minds know, most frequent first: word, rate (how often it is said, in steps of -1/16 bit).
pub static MIND_WORDS: &str = include_str!("../minds/words-en.tsv");

/// The words, and a file a mind: its name and `.bin`.
pub static MIND_FILES: [EmbeddedFile; 5] = [
    file!("words-en.tsv", MIND_WORDS.as_bytes(), "MIND_WORDS"),
    file!("glove.bin", include_bytes!("../minds/glove.bin"), "MIND_GLOVE"),
    file!("stated.bin", include_bytes!("../minds/stated.bin"), "MIND_STATED"),
    file!("statements.bin", include_bytes!("../minds/statements.bin"), "MIND_STATEMENTS"),
    file!("universal.bin", include_bytes!("../minds/universal.bin"), "MIND_UNIVERSAL"),
];
