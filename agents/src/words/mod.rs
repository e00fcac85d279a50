//! Words: lists, facts, and embeddings.

mod compounds;
mod direction;
mod embedded;
mod error;
mod fallback;
mod file_format;
mod foreign;
mod law_words;
mod lexicon;
mod limits;
mod line_sample;
mod lines;
mod list;
mod native;
#[cfg(feature = "minds")]
mod norms;
mod npy;
mod postprocess;
mod reader;
mod space;
mod space_report;
mod spelling;
mod text_format;
mod text_line;
mod translations;
mod unknown_words;
mod vectors;
mod word2vec;
mod written_otherwise;

pub use compounds::{COMPOUND_COSINE, Compounds};
pub(crate) use embedded::embedded_keywords;
pub use embedded::{
    embedded_deck, embedded_keyword, embedded_lexicon, embedded_lexicon_of, embedded_space,
    embedded_space_of, has_embedded_words,
};
pub use error::SpaceError;
pub use file_format::FileFormat;
pub use foreign::{parse_array, parse_space, read_space};
pub use law_words::embedded_law_words;
pub(crate) use law_words::{LawWords, embedded_makeup};
pub use lexicon::{Lexicon, Use};
pub use limits::{LONGEST_WORD, MOST_DIMENSIONS};
pub use list::WordList;
pub use native::{is_unsealed, read_native, read_unsealed, write_native};
#[cfg(feature = "minds")]
pub use norms::StatedWords;
pub use overhear_data::{BundleError, EMBEDDED_FILES, EmbeddedFile, LANGUAGE_FILES, load_language};
pub use postprocess::remove_common_directions;
pub(crate) use reader::float_dot;
pub use reader::{TextReader, TextVector, WordRepair};
pub(crate) use space::{PackedRows, dot, norm};
pub use space::{Space, cosine};
pub use space_report::SpaceReport;
pub(crate) use spelling::spellings;
pub use translations::translations;
pub(crate) use translations::{EnglishWords, own_words};
pub use vectors::{SkipKind, SkippedLine, Wanted};
pub use written_otherwise::written_otherwise;
