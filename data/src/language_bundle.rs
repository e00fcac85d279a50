//! The words of one more language, loaded into a program that was built without the feature `languages`.
//!
//! The page loads them only when they are asked for. A bundle is the files of a language one after the other, each after a line
//! with its name and its number of bytes; `cargo xtask web` writes it.

use std::error::Error;
use std::fmt;
use std::str;
use std::sync::OnceLock;

use crate::LanguageWords;

/// The words of a language, and the lists that all languages share.
#[derive(Debug)]
pub(crate) struct LoadedLanguage {
    pub(crate) language: LanguageWords,
    pub(crate) translations: &'static str,
    pub(crate) names: &'static str,
}

/// The words that were loaded. A program takes one language, before it reads any word: what was read stays in caches.
static LOADED: OnceLock<LoadedLanguage> = OnceLock::new();

/// Error returned when the words of a language cannot be loaded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BundleError {
    /// The program has words of languages other than English already.
    Taken,
    /// The bundle ends early, or a line in it names no file.
    Damaged,
    /// The bundle has no file of this name, or a file that is no text.
    File(String),
}

impl fmt::Display for BundleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BundleError::Taken => f.write_str("words of another language are loaded already; start anew"),
            BundleError::Damaged => f.write_str("the file of words is damaged; load it again"),
            BundleError::File(name) => write!(f, "the file of words lacks `{name}`; load it again"),
        }
    }
}

impl Error for BundleError {}

/// Loads the words of the language with this code from a bundle. They stay until the program ends.
///
/// # Errors
/// A damaged bundle, or words of other languages that the program has already.
pub fn load_language(code: &'static str, bundle: &'static [u8]) -> Result<(), BundleError> {
    if cfg!(feature = "languages") {
        return Err(BundleError::Taken);
    }
    LOADED.set(parse(code, bundle)?).map_err(|_| BundleError::Taken)
}

/// Returns the words that were loaded.
pub(crate) fn loaded() -> Option<&'static LoadedLanguage> {
    LOADED.get()
}

fn parse(code: &'static str, bundle: &'static [u8]) -> Result<LoadedLanguage, BundleError> {
    let mut files = Vec::new();
    let mut rest = bundle;
    while !rest.is_empty() {
        let (file, after) = next_file(rest).ok_or(BundleError::Damaged)?;
        files.push(file);
        rest = after;
    }
    let language = LanguageWords {
        code,
        space: bytes_of(&files, &format!("space-{code}.bin"))?,
        lexicon: text_of(&files, &format!("lexicon-{code}.tsv"))?,
        endings: text_of(&files, &format!("endings-{code}.tsv"))?,
        own: text_of(&files, &format!("own-{code}.tsv"))?,
        said: [text_of(&files, &format!("norms-{code}.tsv"))?, text_of(&files, &format!("more-{code}.tsv"))?],
    };
    Ok(LoadedLanguage {
        language,
        translations: text_of(&files, "translations.tsv")?,
        names: text_of(&files, "names.tsv")?,
    })
}

/// A file of a bundle: its name and its content.
type BundledFile = (&'static str, &'static [u8]);

/// Returns the first file of a bundle, and what stands behind it.
fn next_file(bundle: &'static [u8]) -> Option<(BundledFile, &'static [u8])> {
    let end = bundle.iter().position(|&byte| byte == b'\n')?;
    let (name, length) = str::from_utf8(&bundle[..end]).ok()?.split_once(' ')?;
    let (content, rest) = bundle[end + 1..].split_at_checked(length.parse().ok()?)?;
    Some(((name, content), rest))
}

/// Returns the content of a file in a bundle.
fn bytes_of(files: &[BundledFile], name: &str) -> Result<&'static [u8], BundleError> {
    let file = files.iter().find(|(known, _)| *known == name);
    file.map(|&(_, content)| content).ok_or_else(|| BundleError::File(name.to_owned()))
}

/// Returns the text of a file in a bundle.
fn text_of(files: &[BundledFile], name: &str) -> Result<&'static str, BundleError> {
    str::from_utf8(bytes_of(files, name)?).map_err(|_| BundleError::File(name.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A bundle of these files, which lives as long as the test.
    fn bundle(files: &[(&str, &[u8])]) -> &'static [u8] {
        let mut bytes = Vec::new();
        for (name, content) in files {
            bytes.extend(format!("{name} {}\n", content.len()).bytes());
            bytes.extend(*content);
        }
        bytes.leak()
    }

    const FILES: [(&str, &[u8]); 8] = [
        ("space-fr.bin", b"\n\xff 1\n"),
        ("lexicon-fr.tsv", b"word\tuse\tlemmas\n"),
        ("endings-fr.tsv", b""),
        ("own-fr.tsv", b"own"),
        ("norms-fr.tsv", b"said"),
        ("more-fr.tsv", b"more"),
        ("translations.tsv", "é".as_bytes()),
        ("names.tsv", b"names"),
    ];

    #[test]
    fn a_bundle_holds_its_files_byte_for_byte() {
        let words = parse("fr", bundle(&FILES)).expect("a bundle");
        assert_eq!((words.language.space, words.language.lexicon), (FILES[0].1, "word\tuse\tlemmas\n"));
        assert_eq!(
            (words.language.endings, words.language.own, words.language.said),
            ("", "own", ["said", "more"])
        );
        assert_eq!((words.translations, words.names), ("é", "names"));
    }

    #[test]
    fn a_damaged_bundle_is_refused_wherever_it_is_torn() {
        let whole = bundle(&FILES);
        for end in 0..whole.len() {
            assert!(parse("fr", &whole[..end]).is_err(), "{end} bytes");
        }
        assert_eq!(parse("it", whole).expect_err("French"), BundleError::File("space-it.bin".to_owned()));
        let mut files = FILES;
        files[7].1 = b"\xff";
        assert_eq!(
            parse("fr", bundle(&files)).expect_err("no text"),
            BundleError::File("names.tsv".to_owned())
        );
    }

    #[test]
    fn a_program_takes_one_language() {
        let loaded = load_language("fr", bundle(&FILES));
        assert_eq!(loaded.is_ok(), !cfg!(feature = "languages"), "{loaded:?}");
        assert_eq!(load_language("fr", bundle(&FILES)), Err(BundleError::Taken));
    }
}
