//! Reading of embeddings from files of any supported format.

use std::path::Path;

use super::direction::{drop_common_rows, drop_short_rows};
use super::line_sample::LineSample;
use super::vectors::{Vectors, Wanted};
use super::{FileFormat, Space, SpaceError, SpaceReport, native, npy, postprocess, text_format, word2vec};

/// Minimum dimensions for each removed common direction; vectors of a few numbers would lose everything.
const SPARED: usize = 4;

/// Minimum size of a reported group of words with equal vectors.
const FEWEST_ALIKE: usize = 3;

/// Reads an embedding from a file: the project's own format, word2vec binary, or text as GloVe and fastText
/// write it, with or without a header. From foreign embeddings the `components` common directions are removed
/// ("all-but-the-top", Mu & Viswanath 2018), at most one in four dimensions, and only the wanted words are
/// kept.
///
/// # Errors
/// Returns [`SpaceError`] if the file cannot be read, is damaged, or has no words.
pub fn read_space(
    path: &Path,
    wanted: &Wanted,
    components: usize,
) -> Result<(Space, SpaceReport), SpaceError> {
    parse_space(std::fs::read(path)?, path, wanted, components)
}

/// Reads an embedding from the content of a file, as [`read_space`] does. The content as a whole determines the format:
/// if most of its lines end in numbers it is text, whatever single words hold and the first word looks like. `path`
/// decides only where neither text nor a header of two numbers is found (`.bin` is word2vec's binary format).
///
/// # Errors
/// Returns [`SpaceError`] if the content is damaged, contains invalid numbers, or has no words.
pub fn parse_space(
    content: Vec<u8>,
    path: &Path,
    wanted: &Wanted,
    components: usize,
) -> Result<(Space, SpaceReport), SpaceError> {
    let sample = LineSample::of(&content);
    let format = FileFormat::detect(&content);
    // Archives may hold text as it is, and most lines of pages may be vectors: what fails as text is named by its format.
    if sample.is_text() && !format.is_some_and(FileFormat::is_archive) {
        return match (text_format::parse(&content, wanted), format) {
            (Err(_), Some(format)) => Err(SpaceError::Format(format)),
            (vectors, _) => imported(vectors?, components),
        };
    }
    if native::is_native(&content) {
        return native::read_reported(content);
    }
    match format {
        Some(FileFormat::Npy) => {
            let reason = "an array of NumPy, whose words stand in another file: `space import --word-list FILE` reads both";
            return Err(SpaceError::byte(0, reason));
        }
        Some(format) => return Err(SpaceError::Format(format)),
        None => {}
    }
    let is_named_binary = path.extension().is_some_and(|e| e.eq_ignore_ascii_case("bin"));
    let is_binary = if word2vec::has_header(&content) { sample.is_binary() } else { is_named_binary };
    let vectors =
        if is_binary { word2vec::parse(&content, wanted)? } else { text_format::parse(&content, wanted)? };
    imported(vectors, components)
}

/// Reads an embedding from a `NumPy` array (`.npy`: float16, float32 or float64, a row for each word) and a
/// word list, one word a line, as [`read_space`] does.
///
/// # Errors
/// Returns [`SpaceError`] if the content is damaged, contains invalid numbers, or does not fit the list.
pub fn parse_array(
    content: &[u8],
    list: &str,
    wanted: &Wanted,
    components: usize,
) -> Result<(Space, SpaceReport), SpaceError> {
    match FileFormat::detect(content) {
        Some(format) if format != FileFormat::Npy => Err(SpaceError::Format(format)),
        _ => imported(npy::parse(content, list, wanted)?, components),
    }
}

fn imported(mut vectors: Vectors<'_>, components: usize) -> Result<(Space, SpaceReport), SpaceError> {
    drop_short_rows(&mut vectors);
    let mut vectors = vectors.whole()?;
    let removed_directions = components.min(vectors.dims / SPARED);
    let before = vectors.usual_length();
    postprocess::remove_common_directions(&mut vectors.values, vectors.dims, removed_directions);
    drop_common_rows(&mut vectors, before);
    let vectors = vectors.whole()?;
    let spaced = vectors.words.iter().filter(|word| word.contains(' ')).map(ToString::to_string).collect();
    let space = Space::from_vectors(vectors.words.iter().collect(), vectors.dims, &vectors.values);
    let alike = space.words_alike(FEWEST_ALIKE);
    Ok((
        space,
        SpaceReport {
            skipped: vectors.skipped,
            spaced,
            alike,
            removed_directions,
            asked_directions: components,
        },
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(name: &str, content: &[u8]) -> Result<(Space, SpaceReport), String> {
        let read = parse_space(content.to_vec(), Path::new(name), &Wanted::first(99), 3);
        read.map_err(|error| error.to_string())
    }

    #[test]
    fn rows_without_a_direction_are_no_words_of_the_space() {
        let text = "ice 1 0 2\ncar 0 0 0\nsun 3 1 0\nsea 1e-30 2e-30 0\nfog 0 1 1\n";
        let (space, report) = read("x.vec", text.as_bytes()).expect("a space");
        assert_eq!(space.words().iter().collect::<Vec<_>>(), ["ice", "sun", "fog"]);
        assert_eq!(report.skipped.iter().map(|skipped| skipped.line).collect::<Vec<_>>(), [2, 4]);
        assert_eq!(report.removed_directions, 0, "of three dimensions none can be spared");
        assert!(
            read("x.vec", b"ice 0 0\ncar 0 0\n").expect_err("no vector").contains("no other line is kept")
        );
        assert!(
            read("x.vec", b"ice 1 2\ncar 1 2\n").expect_err("one vector").contains("what all words share")
        );
    }

    #[test]
    fn words_that_share_a_vector_are_reported_and_others_are_not() {
        let text =
            "ice 1 0 2 9\na .5 .5 0 1\nb .5 .5 0 1\nsun 3 1 0 1\nc .5 .5 0 1\nfog 0 1 1 4\n. . 3 2 1 0\n";
        let (_, report) = read("x.vec", text.as_bytes()).expect("a space");
        assert_eq!(report.alike, [["a", "b", "c"]]);
        assert_eq!(report.spaced, [". ."]);
        let (_, report) = read("x.vec", b"ice 1 0\nsea 1 0\ncar 0 1\n").expect("a space");
        assert!(report.alike.is_empty() && report.spaced.is_empty(), "{report:?}");
    }

    #[test]
    fn the_content_tells_the_formats_apart_whatever_the_name() {
        let binary = [&b"1 1\nice "[..], &1f32.to_le_bytes()].concat();
        let two = [&b"2 1\nice "[..], &1f32.to_le_bytes(), b"car ", &(-1f32).to_le_bytes()].concat();
        for name in ["x.bin", "x.txt", "x"] {
            assert_eq!(read(name, &two).expect("word2vec").0.words().len(), 2, "{name}");
            assert!(read(name, &binary).expect_err("one vector").contains("share"), "{name}");
            assert_eq!(read(name, b"ice 1\ncar -1\n").expect("text").0.words().len(), 2, "{name}");
            for (content, problem) in [
                (&b"\x1f\x8b\x08\0"[..], "a gzip file; unpack it with `gunzip`"),
                (b"\xff\xfei\0c\0e\0", "text in UTF-16; save it as UTF-8"),
                (
                    b"\xba\x16\x4f\x2f\x0c\0\0\0",
                    "a model of fastText; take the vectors, the .vec file beside it",
                ),
            ] {
                assert_eq!(read(name, content).expect_err("no space"), problem);
            }
        }
        assert!(read("x.bin", b"hello").expect_err("none").contains("word2vec"));
        assert_eq!(read("x.vec", b"").expect_err("empty"), "no words in it");
        assert!(read("x.npy", b"\x93NUMPY\x01\0").expect_err("no words").contains("--word-list"));
        let gzip = parse_array(b"\x1f\x8b\x08\0", "ice\n", &Wanted::first(9), 0).expect_err("no array");
        assert!(gzip.to_string().contains("gunzip"));
    }

    #[test]
    fn a_text_is_a_text_whatever_its_words_hold_and_its_first_word_looks_like() {
        let first_words: [&[u8]; 12] = [
            b"OVERHEAR",
            b"FEA1",
            b"%PDF-1.7",
            b"BZh91AY&SY",
            b"{\\rtf1",
            b"<html>",
            b"PK\x03\x04",
            b"PK\x05\x06",
            b"\x80\x04",
            b"\xff\xfe",
            b"\x1f\x8b",
            b"\x93NUMPY",
        ];
        for first in first_words {
            for header in ["", "5 3\n"] {
                let rest = b" .1 .2 .3\nca\x00\x1br 1 2 3\nice 1 0 2\nsun 3 1 0\nfog 0 1 1\n";
                let text = [header.as_bytes(), first, rest].concat();
                for name in ["x.vec", "x.bin"] {
                    let (space, report) = read(name, &text).expect("text");
                    let words: Vec<&str> = space.words().iter().collect();
                    let line = 2 + usize::from(!header.is_empty());
                    assert!(words.ends_with(&["ice", "sun", "fog"]), "{words:?}");
                    assert!(report.skipped.iter().any(|skipped| skipped.line == line), "{report:?}");
                }
            }
        }
        let [a, b] = ["a".repeat(150), "b".repeat(93)];
        let at_257 = format!("{a} .1 .2\n{b} .3 .4\nustar .3 .1\nice 1 2\n");
        assert_eq!(&at_257[257..262], "ustar");
        assert_eq!(read("x.vec", at_257.as_bytes()).expect("text").0.words().len(), 4);
    }

    #[test]
    fn what_fits_the_binary_format_byte_by_byte_is_text_where_its_lines_are() {
        let text = b"2 2\nice 0.1 0.2\ncar 0.2 0.1\n";
        assert!(word2vec::parse(text, &Wanted::first(9)).is_ok(), "four bytes a number");
        assert_eq!(read("x.bin", text).expect("text").0.dims(), 2);
        let commas = b"3 2\nice 0,1 0,2\nca\x07 0,2 0,1\nsun 0,1 0,1\n";
        assert!(word2vec::parse(commas, &Wanted::first(9)).is_ok());
        assert!(read("x.vec", commas).expect_err("no numbers").starts_with("line 2: not all"));
    }

    #[test]
    fn archives_and_pages_of_vectors_are_named_by_their_formats() {
        let vectors = b"ice 1 2\ncar 3 1\nsun 1 1\n";
        let mut tar = vec![0; 512];
        tar[..5].copy_from_slice(b"x.vec");
        tar[257..263].copy_from_slice(b"ustar\0");
        let mut zip = b"PK\x03\x04".to_vec();
        zip.resize(30, 0);
        for (before, beginning) in
            [(&tar[..], "a tar archive"), (&zip, "a zip archive"), (b"<html>\n<pre>\n", "a web page")]
        {
            let failure = read("x.vec", &[before, vectors].concat()).expect_err("no text");
            assert!(failure.starts_with(beginning), "{failure}");
        }
    }
}
