//! Formats of files that are neither text nor word vectors, recognised by their first bytes.

/// A format that is recognised for a helpful error message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FileFormat {
    /// Text in UTF-16.
    Utf16,
    /// Text in UTF-32.
    Utf32,
    /// A file compressed with gzip.
    Gzip,
    /// A file compressed with bzip2.
    Bzip2,
    /// A file compressed with xz.
    Xz,
    /// A file compressed with Zstandard.
    Zstandard,
    /// A 7z archive.
    SevenZip,
    /// A tar archive.
    Tar,
    /// `NumPy`'s archive of arrays, a ZIP archive.
    Npz,
    /// `NumPy`'s array file.
    Npy,
    /// A spreadsheet of Excel or `LibreOffice`.
    Spreadsheet,
    /// A file of `PyTorch`, a ZIP archive.
    PyTorch,
    /// Another ZIP archive.
    Zip,
    /// A pickled Python object, such as a gensim model.
    Pickle,
    /// A fastText model.
    FastTextModel,
    /// Parquet.
    Parquet,
    /// Arrow, also called Feather.
    Arrow,
    /// HDF5.
    Hdf5,
    /// An `SQLite` database.
    Sqlite,
    /// PDF.
    Pdf,
    /// RTF.
    Rtf,
    /// An HTML page.
    Html,
    /// A Git LFS pointer in place of the file.
    GitLfsPointer,
}

/// Number of bytes searched for a mark inside a ZIP archive: its first entries.
const ZIP_HEAD: usize = 4096;

impl FileFormat {
    /// Every format. The order matters: several are ZIP archives, and the first match is taken.
    pub const ALL: [FileFormat; 23] = [
        FileFormat::Utf16,
        FileFormat::Utf32,
        FileFormat::Gzip,
        FileFormat::Bzip2,
        FileFormat::Xz,
        FileFormat::Zstandard,
        FileFormat::SevenZip,
        FileFormat::Tar,
        FileFormat::Npz,
        FileFormat::Npy,
        FileFormat::Spreadsheet,
        FileFormat::PyTorch,
        FileFormat::Zip,
        FileFormat::Pickle,
        FileFormat::FastTextModel,
        FileFormat::Parquet,
        FileFormat::Arrow,
        FileFormat::Hdf5,
        FileFormat::Sqlite,
        FileFormat::Pdf,
        FileFormat::Rtf,
        FileFormat::Html,
        FileFormat::GitLfsPointer,
    ];

    /// Returns the format of a file with this content; `None` for text, word vectors and unknown formats.
    ///
    /// ```
    /// use overhear_agents::words::FileFormat;
    /// assert_eq!(FileFormat::detect(b"\x1f\x8b\x08\0"), Some(FileFormat::Gzip));
    /// assert_eq!(FileFormat::detect(b"\xff\xfea\0n\0t\0"), Some(FileFormat::Utf16));
    /// assert_eq!(FileFormat::detect(b"ant\nbee\n"), None);
    /// ```
    pub fn detect(content: &[u8]) -> Option<FileFormat> {
        FileFormat::ALL.into_iter().find(|format| format.begins(content))
    }

    /// Returns `true` if the content begins like a file of the format.
    fn begins(self, content: &[u8]) -> bool {
        match self {
            FileFormat::Utf16 => {
                let marked = content.starts_with(b"\xff\xfe") || content.starts_with(b"\xfe\xff");
                !FileFormat::Utf32.begins(content) && (marked || is_bare_utf16(content))
            }
            FileFormat::Utf32 => content.starts_with(b"\xff\xfe\0\0") || content.starts_with(b"\0\0\xfe\xff"),
            FileFormat::Gzip => content.starts_with(b"\x1f\x8b"),
            FileFormat::Bzip2 => content.starts_with(b"BZh") && content.get(4..10) == Some(b"1AY&SY"),
            FileFormat::Xz => content.starts_with(b"\xfd7zXZ\0"),
            FileFormat::Zstandard => content.starts_with(b"\x28\xb5\x2f\xfd"),
            FileFormat::SevenZip => content.starts_with(b"7z\xbc\xaf\x27\x1c"),
            FileFormat::Tar => content.get(257..262) == Some(b"ustar") && content[..257].contains(&0),
            FileFormat::Npz => {
                is_zip(content) && first_entry(content).is_some_and(|name| name.ends_with(b".npy"))
            }
            FileFormat::Npy => content.starts_with(b"\x93NUMPY"),
            FileFormat::Spreadsheet => {
                let marks: [&[u8]; 3] = [b"xl/", b"[Content_Types].xml", b"opendocument.spreadsheet"];
                content.starts_with(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")
                    || is_zip(content) && marks.into_iter().any(|mark| has_magic(content, mark))
            }
            FileFormat::PyTorch => {
                is_zip(content) && first_entry(content).is_some_and(|name| name.ends_with(b"data.pkl"))
            }
            FileFormat::Zip => is_zip(content),
            FileFormat::Pickle => matches!(content, [0x80, 2..=5, ..]),
            FileFormat::FastTextModel => content.starts_with(&793_712_314u32.to_le_bytes()),
            FileFormat::Parquet => content.starts_with(b"PAR1") && content.ends_with(b"PAR1"),
            FileFormat::Arrow => {
                content.starts_with(b"ARROW1\0\0")
                    || content.starts_with(b"FEA1") && content.ends_with(b"FEA1")
            }
            FileFormat::Hdf5 => content.starts_with(b"\x89HDF\r\n\x1a\n"),
            FileFormat::Sqlite => content.starts_with(b"SQLite format 3\0"),
            FileFormat::Pdf => content.starts_with(b"%PDF-"),
            FileFormat::Rtf => content.starts_with(b"{\\rtf"),
            FileFormat::Html => {
                let head = content.trim_ascii_start();
                let tags: [&[u8]; 3] = [b"<!doctype html", b"<html>", b"<html lang"];
                tags.into_iter().any(|tag| head.get(..tag.len()).is_some_and(|h| h.eq_ignore_ascii_case(tag)))
            }
            FileFormat::GitLfsPointer => content.starts_with(b"version https://git-lfs.github.com/spec/"),
        }
    }

    /// Returns `true` for an archive, which may hold text as it is.
    pub(super) const fn is_archive(self) -> bool {
        matches!(self, FileFormat::Tar | FileFormat::Zip | FileFormat::SevenZip)
    }

    /// Returns the name of the format, with its article.
    pub const fn name(self) -> &'static str {
        match self {
            FileFormat::Utf16 => "text in UTF-16",
            FileFormat::Utf32 => "text in UTF-32",
            FileFormat::Gzip => "a gzip file",
            FileFormat::Bzip2 => "a bzip2 file",
            FileFormat::Xz => "an xz file",
            FileFormat::Zstandard => "a Zstandard file",
            FileFormat::SevenZip => "a 7z archive",
            FileFormat::Tar => "a tar archive",
            FileFormat::Npz => "an archive of NumPy (.npz)",
            FileFormat::Npy => "an array of NumPy (.npy)",
            FileFormat::Spreadsheet => "a spreadsheet",
            FileFormat::PyTorch => "a file of PyTorch",
            FileFormat::Zip => "a zip archive",
            FileFormat::Pickle => "a Python pickle",
            FileFormat::FastTextModel => "a model of fastText",
            FileFormat::Parquet => "a Parquet file",
            FileFormat::Arrow => "an Arrow file",
            FileFormat::Hdf5 => "an HDF5 file",
            FileFormat::Sqlite => "an SQLite database",
            FileFormat::Pdf => "a PDF file",
            FileFormat::Rtf => "an RTF file",
            FileFormat::Html => "a web page",
            FileFormat::GitLfsPointer => "a pointer of Git LFS, not the file itself",
        }
    }

    /// Returns advice on how to convert the file to text.
    pub const fn remedy(self) -> &'static str {
        match self {
            FileFormat::Utf16 | FileFormat::Utf32 => "save it as UTF-8",
            FileFormat::Gzip => "unpack it with `gunzip`",
            FileFormat::Bzip2 => "unpack it with `bunzip2`",
            FileFormat::Xz => "unpack it with `unxz`",
            FileFormat::Zstandard => "unpack it with `unzstd`",
            FileFormat::SevenZip => "unpack it with `7z x`",
            FileFormat::Tar => "unpack it with `tar -xf`",
            FileFormat::Zip => "unpack it with `unzip`",
            FileFormat::Npz => "save its array with `numpy.save`, and its words in a text, one a line",
            FileFormat::Npy => "save it as text, or name its words in a list of their own",
            FileFormat::PyTorch | FileFormat::Pickle | FileFormat::Hdf5 => {
                "save it as text (gensim: `save_word2vec_format`)"
            }
            FileFormat::FastTextModel => "take the vectors, the .vec file beside it",
            FileFormat::Spreadsheet => "save it as CSV in UTF-8",
            FileFormat::Parquet | FileFormat::Arrow | FileFormat::Sqlite => "save it as CSV",
            FileFormat::Pdf | FileFormat::Rtf => "save it as plain text",
            FileFormat::Html => "download the file itself",
            FileFormat::GitLfsPointer => "fetch it with `git lfs pull`",
        }
    }
}

impl std::fmt::Display for FileFormat {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}; {}", self.name(), self.remedy())
    }
}

/// Returns `true` for a character of plain ASCII text.
fn is_plain(byte: u8) -> bool {
    matches!(byte, b'\t' | b'\n' | b'\r' | b' '..=b'~')
}

/// Returns `true` if the first two letters are ASCII in UTF-16 without a byte order mark. UTF-8 text has no
/// zero there.
fn is_bare_utf16(content: &[u8]) -> bool {
    match *content {
        [a, 0, b, 0, ..] | [0, a, 0, b, ..] => is_plain(a) && is_plain(b),
        _ => false,
    }
}

/// Largest number of a method by which ZIP archives compress (APPNOTE, 4.4.5).
const LAST_METHOD: u16 = 99;

/// Length of a ZIP archive without files.
const EMPTY_ZIP: usize = 22;

/// Returns the number of the compression of the first entry.
fn zip_method(content: &[u8]) -> u16 {
    content.get(8..10).map_or(0, |bytes| u16::from_le_bytes([bytes[0], bytes[1]]))
}

/// Returns `true` for a ZIP archive: the mark alone may be a word of a text.
fn is_zip(content: &[u8]) -> bool {
    content.starts_with(b"PK\x03\x04") && zip_method(content) <= LAST_METHOD
        || content.starts_with(b"PK\x05\x06") && content.len() <= EMPTY_ZIP
}

/// Returns the name of the first file in a ZIP archive (APPNOTE, 4.3.7).
fn first_entry(content: &[u8]) -> Option<&[u8]> {
    let length = usize::from(u16::from_le_bytes([*content.get(26)?, *content.get(27)?]));
    content.get(30..30 + length)
}

/// Returns `true` if the beginning of a ZIP archive contains a mark.
fn has_magic(content: &[u8], mark: &[u8]) -> bool {
    content[..content.len().min(ZIP_HEAD)].windows(mark.len()).any(|window| window == mark)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn zip(name: &str) -> Vec<u8> {
        let mut out = b"PK\x03\x04".to_vec();
        out.resize(26, 0);
        out.extend((name.len() as u16).to_le_bytes());
        out.extend([0, 0]);
        out.extend(name.bytes());
        out
    }

    #[test]
    fn every_format_is_told_by_its_first_bytes() {
        let utf16 = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
        let tar = [vec![b'a'; 100], vec![0; 157], b"ustar\0".to_vec()].concat();
        let cases: [(&[u8], FileFormat); 31] = [
            (&utf16("\u{feff}ant"), FileFormat::Utf16),
            (&utf16("ant\nbee"), FileFormat::Utf16),
            (b"\xfe\xff\0a\0n", FileFormat::Utf16),
            (b"\0a\0n\0t", FileFormat::Utf16),
            (b"\xff\xfe\0\0a\0\0\0", FileFormat::Utf32),
            (b"\0\0\xfe\xff\0\0\0a", FileFormat::Utf32),
            (b"\x1f\x8b\x08\0", FileFormat::Gzip),
            (b"BZh91AY&SY", FileFormat::Bzip2),
            (b"\xfd7zXZ\0\0", FileFormat::Xz),
            (b"\x28\xb5\x2f\xfd\0", FileFormat::Zstandard),
            (b"7z\xbc\xaf\x27\x1c\0", FileFormat::SevenZip),
            (&tar, FileFormat::Tar),
            (&zip("arr_0.npy"), FileFormat::Npz),
            (b"\x93NUMPY\x01\0", FileFormat::Npy),
            (&zip("[Content_Types].xml"), FileFormat::Spreadsheet),
            (&zip("xl/workbook.xml"), FileFormat::Spreadsheet),
            (&zip("mimetypeapplication/vnd.oasis.opendocument.spreadsheet"), FileFormat::Spreadsheet),
            (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", FileFormat::Spreadsheet),
            (&zip("archive/data.pkl"), FileFormat::PyTorch),
            (&zip("glove.6B.50d.txt"), FileFormat::Zip),
            (b"PK\x05\x06", FileFormat::Zip),
            (b"\x80\x04\x95", FileFormat::Pickle),
            (b"\xba\x16\x4f\x2f\x0c\0\0\0", FileFormat::FastTextModel),
            (b"PAR1....PAR1", FileFormat::Parquet),
            (b"ARROW1\0\0", FileFormat::Arrow),
            (b"\x89HDF\r\n\x1a\n", FileFormat::Hdf5),
            (b"SQLite format 3\0", FileFormat::Sqlite),
            (b"%PDF-1.7", FileFormat::Pdf),
            (b"{\\rtf1", FileFormat::Rtf),
            (b"\n<!DOCTYPE HTML>", FileFormat::Html),
            (b"version https://git-lfs.github.com/spec/v1\n", FileFormat::GitLfsPointer),
        ];
        for (content, format) in cases {
            assert_eq!(FileFormat::detect(content), Some(format), "{}", content.escape_ascii());
        }
        assert!(
            FileFormat::ALL.into_iter().all(|format| cases.iter().any(|(_, expected)| *expected == format))
        );
    }

    #[test]
    fn text_and_vectors_are_none_of_them() {
        let others: [&[u8]; 18] = [
            b"",
            b"a",
            b"\0",
            b"ant\nbee\n",
            b"\xef\xbb\xbfant\n",
            b"caf\xe9\n",
            b"BZh9 0.5 0.5\n",
            b"PAR1 0.5\n",
            b"%PD 1 2\n",
            b"2 2\nice \0\0\x80\x3f\0\0\0\0",
            b"OVERHEAR\x02\0\0\0",
            b"7z 1 2\n",
            b"<html5 0.1 0.2\n",
            b"version 0.1 0.2\n",
            b"PK 0.1 0.2\n",
            b"PK\x03\x04 0.1 0.2\n",
            b"FEA1 0.1 0.2\n",
            "愛\n犬\n".as_bytes(),
        ];
        for content in others {
            assert_eq!(FileFormat::detect(content), None, "{}", content.escape_ascii());
        }
    }
}
