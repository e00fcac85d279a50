//! Text from bytes: UTF-8 with any system's line ends.

use std::path::Path;

use overhear_agents::words::FileFormat;

use crate::error::LabError;

/// Byte order mark that some programs put before a text.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// Returns the contents of a file as text, without a byte order mark. Carriage returns alone, as old Macs end
/// lines, become line feeds, so that every reader counts equal lines.
///
/// # Errors
/// Returns a usage error that names the format of a known binary file, or the line that is not UTF-8.
pub fn text(path: &Path, content: Vec<u8>) -> Result<String, LabError> {
    if let Some(format) = FileFormat::detect(&content) {
        return Err(LabError::content(path.display(), format));
    }
    let mut text = String::from_utf8(content).map_err(|error| {
        let read = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = lines_begun(read);
        let reason = format_args!("line {line}: not UTF-8; save the file as UTF-8");
        LabError::content(path.display(), reason)
    })?;
    if text.starts_with(BYTE_ORDER_MARK) {
        let marks = text.len() - text.trim_start_matches(BYTE_ORDER_MARK).len();
        text.drain(..marks);
    }
    // The line end stays, so that lines keep their numbers.
    if let Some(length) = separator_line(&text) {
        text.drain(..length);
    }
    if text.match_indices('\r').any(|(at, _)| text.as_bytes().get(at + 1) != Some(&b'\n')) {
        text = text.replace("\r\n", "\n").replace('\r', "\n");
    }
    Ok(text)
}

/// Returns the length of a first line `sep=;`, in which Excel states the separator of the cells, if there is one.
fn separator_line(text: &str) -> Option<usize> {
    let line = text.split(['\n', '\r']).next().unwrap_or_default();
    let (key, separator) = line.split_once('=')?;
    let is_one =
        separator.chars().count() == 1 && separator.chars().all(|c| matches!(c, ',' | ';' | '\t' | '|'));
    (key.eq_ignore_ascii_case("sep") && is_one).then_some(line.len())
}

/// Returns the number of lines begun in a text, with any line ends.
fn lines_begun(text: &[u8]) -> usize {
    let ends = text
        .iter()
        .enumerate()
        .filter(|&(at, &byte)| byte == b'\n' || byte == b'\r' && text.get(at + 1) != Some(&b'\n'));
    1 + ends.count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(content: &[u8]) -> Result<String, String> {
        text(Path::new("x"), content.to_vec()).map_err(|error| error.to_string())
    }

    #[test]
    fn lines_are_the_same_whatever_ends_them() {
        for content in [&b"a\nb\n"[..], b"\xef\xbb\xbfa\nb\n", b"a\rb\r", b"\xef\xbb\xbf\xef\xbb\xbfa\rb\n"] {
            assert_eq!(read(content), Ok("a\nb\n".to_owned()), "{}", content.escape_ascii());
        }
        assert_eq!(read(b"a\r\nb\r\n"), Ok("a\r\nb\r\n".to_owned()), "readers know this one");
        assert_eq!(read(b"a\r\nb\rc"), Ok("a\nb\nc".to_owned()));
        assert_eq!(read(b""), Ok(String::new()));
    }

    #[test]
    fn a_stated_separator_is_no_row() {
        for (content, expected) in [
            (&b"sep=;\nid;word\n"[..], "\nid;word\n"),
            (b"\xef\xbb\xbfSEP=\t\r\nid\tword\r\n", "\r\nid\tword\r\n"),
            (b"sep=,", ""),
            (b"sep=a\n", "sep=a\n"),
            (b"sep=\n", "sep=\n"),
            (b"september\n", "september\n"),
            (b"a\nsep=;\n", "a\nsep=;\n"),
        ] {
            assert_eq!(read(content), Ok(expected.to_owned()), "{}", content.escape_ascii());
        }
    }

    #[test]
    fn what_is_no_text_is_named_by_its_format_or_its_line() {
        for content in [&b"a\nb\xe9\n"[..], b"a\rb\xe9", b"a\r\n\xe9"] {
            assert_eq!(read(content), Err("x: line 2: not UTF-8; save the file as UTF-8".to_owned()));
        }
        for (content, message) in [
            (&b"\xff\xfea\0\n\0"[..], "x: text in UTF-16; save it as UTF-8"),
            (b"a\0\n\0b\0", "x: text in UTF-16; save it as UTF-8"),
            (b"\x1f\x8b\x08\0", "x: a gzip file; unpack it with `gunzip`"),
            (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "x: a spreadsheet; save it as CSV in UTF-8"),
            (
                b"\x93NUMPY\x01\0",
                "x: an array of NumPy (.npy); save it as text, or name its words in a list of their own",
            ),
        ] {
            assert_eq!(read(content), Err(message.to_owned()));
        }
    }
}
