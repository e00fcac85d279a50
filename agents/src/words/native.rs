//! The project's own file format of embeddings; `data/README.md` describes it for other programs.
//!
//! Little-endian: `OVERHEAR`, version 2, the number of words, dimensions, bits a value (4 or 8) and bytes of
//! text; the words, most frequent first, separated by newlines; zeros up to a multiple of 64 bytes; the rows;
//! the SHA-256 of everything before it. Version 1 lacks the hash.

use std::borrow::Cow;

use overhear_engine::rules::counted;
use sha2::{Digest as _, Sha256};

use super::{SkipKind, SkippedLine, Space, SpaceError, SpaceReport, WordList, direction, limits};

const MAGIC: &[u8; 8] = b"OVERHEAR";
const HEADER: usize = 28;
const ALIGNMENT: usize = 64;
const VERSION: u32 = 2;
const UNSEALED: u32 = 1;
const SEAL: usize = 32;

pub(super) fn is_native(content: &[u8]) -> bool {
    content.starts_with(MAGIC)
}

/// Returns `true` if the content is an embedding of version 1, which has no hash.
pub fn is_unsealed(content: &[u8]) -> bool {
    is_native(content) && content.get(8..12) == Some(&UNSEALED.to_le_bytes())
}

/// Reads an embedding in the project's own format.
///
/// # Errors
/// Returns [`SpaceError::Byte`] if the content is damaged, changed, or of another version.
pub fn read_native(content: impl Into<Cow<'static, [u8]>>) -> Result<Space, SpaceError> {
    let content = content.into();
    let layout = Layout::read(&content, VERSION)?;
    let (body, seal) = content.split_at(layout.end);
    if seal != Sha256::digest(body).as_slice() {
        return Err(SpaceError::byte(
            layout.end,
            "the file does not match the hash at its end: it was changed",
        ));
    }
    fit(layout.space(&content)?)
}

/// Reads an embedding as [`read_native`] does, and reports the words that are skipped because their rows are
/// zeros.
pub(super) fn read_reported(
    content: impl Into<Cow<'static, [u8]>>,
) -> Result<(Space, SpaceReport), SpaceError> {
    let space = read_native(content)?;
    let words = space.words().clone();
    let (space, zero) = space.without_zero_rows();
    if space.words().is_empty() {
        return Err(SpaceError::Empty);
    }
    let skipped = zero.into_iter().map(|place| SkippedLine {
        line: place + 1,
        kind: SkipKind::NoDirection,
        reason: direction::all_zeros(words.get(place)),
    });
    Ok((space, SpaceReport { skipped: skipped.collect(), ..SpaceReport::default() }))
}

/// Reads an embedding of version 1, whose integrity cannot be verified.
///
/// # Errors
/// Returns [`SpaceError::Byte`] if the content is damaged or of another version.
pub fn read_unsealed(content: impl Into<Cow<'static, [u8]>>) -> Result<Space, SpaceError> {
    let content = content.into();
    fit(Layout::read(&content, UNSEALED)?.space(&content)?)
}

/// Checks every word against the limits.
fn fit(space: Space) -> Result<Space, SpaceError> {
    let unfit = space.words().iter().enumerate().find_map(|(n, word)| Some((n, limits::unfit(word)?)));
    match unfit {
        Some((n, reason)) => Err(SpaceError::byte(HEADER, format!("word {}: {reason}", n + 1))),
        None => Ok(space),
    }
}

/// Reads an embedding whose hash has been verified elsewhere.
pub(super) fn read_trusted(content: &'static [u8]) -> Result<Space, SpaceError> {
    Layout::read(content, VERSION)?.space(&Cow::Borrowed(content))
}

/// Contents of the header, checked against the length of the file.
struct Layout {
    count: usize,
    dims: usize,
    bits: usize,
    text: usize,
    rows_at: usize,
    end: usize,
}

impl Layout {
    fn read(content: &[u8], version: u32) -> Result<Layout, SpaceError> {
        if !is_native(content) {
            return Err(SpaceError::byte(0, "not a space of this program"));
        }
        let numbers = content
            .get(8..HEADER)
            .ok_or_else(|| SpaceError::byte(content.len(), "the file ends within its header"))?;
        let numbers = numbers.as_chunks::<4>().0;
        let file_version = u32::from_le_bytes(numbers[0]);
        let [count, dims, bits, text] = [1, 2, 3, 4].map(|n| u32::from_le_bytes(numbers[n]) as usize);
        match file_version {
            _ if file_version == version => {}
            UNSEALED => {
                let how = "convert it with `sim-cli space import FILE --out NEW`";
                return Err(SpaceError::byte(
                    8,
                    format!("version 1 has no hash that tells whether it was changed; {how}"),
                ));
            }
            _ => {
                return Err(SpaceError::byte(
                    8,
                    format!("version {file_version}; this program reads version {version}"),
                ));
            }
        }
        let dims = limits::dimensions(dims).map_err(|reason| SpaceError::byte(16, reason))?;
        if ![4, 8].contains(&bits) || (bits == 4 && !dims.is_multiple_of(2)) {
            return Err(SpaceError::byte(
                20,
                format!(
                    "{} of {}; this program reads 4 or 8 bits",
                    counted(dims as u64, "dimension"),
                    counted(bits as u64, "bit")
                ),
            ));
        }
        // Words, then rows from an aligned position, then the seal: the length of the file follows from its header.
        let seal = if version == VERSION { SEAL } else { 0 };
        let rows_at = (HEADER + text).next_multiple_of(ALIGNMENT);
        let end = rows_at + count * (dims * bits / 8);
        if content.len() != end + seal {
            let [long, promised] = [content.len(), end + seal];
            return Err(SpaceError::byte(
                long.min(promised),
                format!("{}; the header promises {promised}", counted(long as u64, "byte")),
            ));
        }
        Ok(Layout { count, dims, bits, text, rows_at, end })
    }

    #[expect(clippy::ptr_arg, reason = "a borrowed slice stays borrowed for ever")]
    fn space(&self, content: &Cow<'static, [u8]>) -> Result<Space, SpaceError> {
        let words = match slice(content, HEADER, self.text) {
            Cow::Borrowed(bytes) => std::str::from_utf8(bytes).map(Cow::Borrowed),
            Cow::Owned(bytes) => String::from_utf8(bytes).map(Cow::Owned).map_err(|e| e.utf8_error()),
        };
        let words =
            words.map_err(|e| SpaceError::byte(HEADER + e.valid_up_to(), "the words are not UTF-8"))?;
        let words = WordList::from_lines(words);
        match words.len() {
            0 => return Err(SpaceError::Empty),
            n if n != self.count => {
                return Err(SpaceError::byte(
                    HEADER,
                    format!("{}; the header promises {}", counted(n as u64, "word"), self.count),
                ));
            }
            _ => {}
        }
        let rows = slice(content, self.rows_at, self.end - self.rows_at);
        match self.bits {
            4 => Ok(Space::from_nibbles(words, self.dims, rows)),
            _ => Ok(Space::from_bytes(words, self.dims, rows.iter().map(|b| b.cast_signed()).collect())),
        }
    }
}

#[expect(clippy::ptr_arg, reason = "a borrowed slice stays borrowed for ever")]
fn slice(content: &Cow<'static, [u8]>, at: usize, bytes: usize) -> Cow<'static, [u8]> {
    match content {
        Cow::Borrowed(all) => Cow::Borrowed(&all[at..at + bytes]),
        Cow::Owned(all) => Cow::Owned(all[at..at + bytes].to_vec()),
    }
}

/// Returns the embedding as a file of the project's own format, with its own number of bits a value.
pub fn write_native(space: &Space) -> Vec<u8> {
    let text = space.words().as_lines().as_bytes();
    let numbers = [VERSION, space.words().len() as u32, space.dims() as u32, space.bits(), text.len() as u32];
    let mut out = MAGIC.to_vec();
    numbers.iter().for_each(|n| out.extend(n.to_le_bytes()));
    out.extend(text);
    out.resize(out.len().next_multiple_of(ALIGNMENT), 0);
    for place in 0..space.words().len() {
        let row = space.row(place);
        match space.bits() {
            4 => out.extend(row.as_chunks::<2>().0.iter().map(|&[low, high]| (low & 15 | high << 4) as u8)),
            _ => out.extend(row.iter().map(|&value| value as u8)),
        }
    }
    let seal = Sha256::digest(&out);
    out.extend(seal);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file() -> Vec<u8> {
        write_native(&Space::from_vectors(["ice", "car"].into_iter().collect(), 2, &[1.0, 0.0, -3.0, 1.0]))
    }

    /// Returns the file as version 1.
    fn unsealed() -> Vec<u8> {
        let mut file = file();
        file.truncate(file.len() - SEAL);
        file[8] = 1;
        file
    }

    #[test]
    fn what_is_written_is_read() {
        let space = read_native(file()).unwrap();
        assert_eq!(space.words().iter().collect::<Vec<_>>(), ["ice", "car"]);
        assert_eq!((space.row(0), space.row(1)), (vec![127, 0], vec![-127, 42]));
        let nibbles = Space::from_nibbles(["ice"].into_iter().collect(), 4, vec![0x9f, 0x71].into());
        assert_eq!(nibbles.row(0), [-1, -7, 1, 7]);
        let again = read_native(write_native(&nibbles)).unwrap();
        assert_eq!((again.bits(), again.row(0)), (4, nibbles.row(0)));
    }

    #[test]
    fn a_torn_file_is_refused_wherever_it_is_torn() {
        let file = file();
        for end in 0..file.len() {
            assert!(read_native(file[..end].to_vec()).is_err(), "torn at {end}");
        }
        assert!(read_native([&file[..], b"x"].concat()).is_err(), "a byte too many");
        let mut wrong = file.clone();
        wrong[8] = 9;
        assert!(read_native(wrong).unwrap_err().to_string().starts_with("byte 8: version 9"));
    }

    #[test]
    fn a_flipped_bit_is_refused_wherever_it_is() {
        let file = file();
        for at in 0..8 * file.len() {
            let mut flipped = file.clone();
            flipped[at / 8] ^= 1 << (at % 8);
            assert!(read_native(flipped).is_err(), "bit {at}");
        }
    }

    #[test]
    fn a_file_without_a_hash_is_refused_and_can_be_converted() {
        assert!(is_unsealed(&unsealed()) && !is_unsealed(&file()));
        let refused = read_native(unsealed()).unwrap_err().to_string();
        assert!(refused.contains("version 1 has no hash") && refused.contains("space import"), "{refused}");
        assert_eq!(write_native(&read_unsealed(unsealed()).unwrap()), file());
        assert!(read_unsealed(file()).is_err());
    }

    #[test]
    fn words_that_would_not_show_are_refused() {
        for word in ["", "i\u{1b}ce", "\u{202e}ice", &"x".repeat(limits::LONGEST_WORD + 1)] {
            let space = Space::from_vectors([word, "car"].into_iter().collect(), 2, &[1.0; 4]);
            assert!(read_native(write_native(&space)).is_err(), "{word:?}");
        }
    }

    #[test]
    fn words_whose_rows_are_zeros_are_left_out_and_reported() {
        let words = ["ice", "car", "sun"].into_iter().collect();
        let file = write_native(&Space::from_vectors(words, 2, &[1.0, 0.0, 0.0, 0.0, 0.0, 1.0]));
        let (space, report) = read_reported(file).unwrap();
        assert_eq!(
            (space.words().iter().collect::<Vec<_>>(), space.row(1)),
            (vec!["ice", "sun"], vec![0, 127])
        );
        assert_eq!((report.skipped[0].line, report.skipped[0].reason.contains("`car`")), (2, true));
        let whole = write_native(&Space::from_vectors(["ice"].into_iter().collect(), 2, &[1.0, 0.0]));
        assert!(read_reported(whole).unwrap().1.skipped.is_empty());
        let zeros = write_native(&Space::from_vectors(["ice"].into_iter().collect(), 2, &[0.0, 0.0]));
        assert_eq!(read_reported(zeros).unwrap_err().to_string(), "no words in it");
    }

    #[test]
    fn absurd_headers_are_refused() {
        for (at, name) in [(12, "words"), (16, "dimensions"), (20, "bits"), (24, "text")] {
            for value in [0, 3, 1 << 13, u32::MAX] {
                let mut absurd = file();
                absurd[at..at + 4].copy_from_slice(&value.to_le_bytes());
                assert!(read_native(absurd).is_err(), "{value} {name}");
            }
        }
    }
}
