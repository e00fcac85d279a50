//! The project's own file of a space; `data/README.md` describes it for other programs.
//!
//! Little-endian: `OVERHEAR`, version 1, the number of words, dimensions, bits a value (4 or 8) and bytes of text;
//! the words, most frequent first, a newline between each two; zeros up to a multiple of 64 bytes; the rows.

use std::borrow::Cow;

use super::{Space, SpaceError, WordList};

const MAGIC: &[u8; 8] = b"OVERHEAR";
const HEADER: usize = 28;
const ALIGNMENT: usize = 64;
const VERSION: u32 = 1;

pub(super) fn is_native(content: &[u8]) -> bool {
    content.starts_with(MAGIC)
}

/// Reads a space in the project's own format.
///
/// # Errors
/// [`SpaceError::Byte`] if the content is torn or of another version.
pub fn read_native(content: impl Into<Cow<'static, [u8]>>) -> Result<Space, SpaceError> {
    let content = content.into();
    if !is_native(&content) {
        return Err(SpaceError::byte(0, "not a space of this program"));
    }
    let number = |at: usize| {
        let bytes =
            content.get(at..at + 4).ok_or_else(|| SpaceError::byte(content.len(), "the header is torn"))?;
        Ok::<u32, SpaceError>(u32::from_le_bytes(bytes.try_into().expect("four bytes")))
    };
    let (version, count, dims) = (number(8)?, number(12)? as usize, number(16)? as usize);
    let (bits, text_bytes) = (number(20)?, number(24)? as usize);
    if version != VERSION || dims == 0 || ![4, 8].contains(&bits) || (bits == 4 && !dims.is_multiple_of(2)) {
        let found = format!("version {version}, {dims} dimensions of {bits} bits");
        return Err(SpaceError::byte(8, format!("{found}; this program reads version 1, 4 or 8 bits")));
    }
    let rows_at = (HEADER + text_bytes).next_multiple_of(ALIGNMENT);
    let expected = rows_at + count * dims * bits as usize / 8;
    if content.len() != expected {
        return Err(SpaceError::byte(
            content.len(),
            format!("the file ends; the header promises {expected} bytes"),
        ));
    }
    let words = match slice(&content, HEADER, text_bytes) {
        Cow::Borrowed(bytes) => std::str::from_utf8(bytes).map(Cow::Borrowed),
        Cow::Owned(bytes) => String::from_utf8(bytes).map(Cow::Owned).map_err(|e| e.utf8_error()),
    };
    let words = words.map_err(|e| SpaceError::byte(HEADER + e.valid_up_to(), "the words are not UTF-8"))?;
    let words = WordList::from_lines(words);
    match (words.len(), bits) {
        (0, _) => Err(SpaceError::Empty),
        (n, _) if n != count => {
            Err(SpaceError::byte(HEADER, format!("{n} words; the header promises {count}")))
        }
        (_, 4) => Ok(Space::from_nibbles(words, dims, slice(&content, rows_at, expected - rows_at))),
        _ => {
            let rows = content[rows_at..].iter().map(|b| b.cast_signed()).collect();
            Ok(Space::from_bytes(words, dims, rows))
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

/// The space as a file of the project's own format, eight bits a value.
pub fn write_native(space: &Space) -> Vec<u8> {
    let text = space.words().as_lines().as_bytes();
    let numbers = [VERSION, space.words().len() as u32, space.dims() as u32, 8, text.len() as u32];
    let mut out = MAGIC.to_vec();
    numbers.iter().for_each(|n| out.extend(n.to_le_bytes()));
    out.extend(text);
    out.resize(out.len().next_multiple_of(ALIGNMENT), 0);
    for place in 0..space.words().len() {
        out.extend(space.row(place).iter().map(|&value| (value as i8).cast_unsigned()));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file() -> Vec<u8> {
        write_native(&Space::from_vectors(["ice", "car"].into_iter().collect(), 2, &[1.0, 0.0, -3.0, 1.0]))
    }

    #[test]
    fn what_is_written_is_read() {
        let space = read_native(file()).unwrap();
        assert_eq!(space.words().iter().collect::<Vec<_>>(), ["ice", "car"]);
        assert_eq!((space.row(0), space.row(1)), (vec![127, 0], vec![-127, 42]));
    }

    #[test]
    fn a_torn_file_is_refused_wherever_it_is_torn() {
        let file = file();
        for end in 0..file.len() {
            assert!(read_native(file[..end].to_vec()).is_err(), "torn at {end}");
        }
        let mut wrong = file.clone();
        wrong[8] = 9;
        assert!(read_native(wrong).unwrap_err().to_string().starts_with("byte 8: version 9"));
    }
}
