//! Vectors in `NumPy`'s array format (`.npy`), with their words in a list beside them.

use overhear_engine::rules::counted;

use super::vectors::{Vectors, Wanted};
use super::{SpaceError, limits};

const MAGIC: &[u8; 6] = b"\x93NUMPY";

/// Header of an array.
struct NpyHeader {
    /// Rows and columns.
    shape: (usize, usize),
    number: Number,
    /// Position of the first number.
    end: usize,
}

/// Supported number types, all little-endian.
#[derive(Clone, Copy)]
enum Number {
    Half,
    Single,
    Double,
}

impl Number {
    const ALL: [(&'static str, Number); 3] =
        [("<f2", Number::Half), ("<f4", Number::Single), ("<f8", Number::Double)];

    const fn bytes(self) -> usize {
        match self {
            Number::Half => 2,
            Number::Single => 4,
            Number::Double => 8,
        }
    }

    fn read(self, b: &[u8]) -> f32 {
        match self {
            Number::Half => half(u16::from_le_bytes([b[0], b[1]])),
            Number::Single => f32::from_le_bytes([b[0], b[1], b[2], b[3]]),
            Number::Double => f64::from_le_bytes([b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7]]) as f32,
        }
    }
}

/// Reads the wanted rows of an array. Line `n` of `list` is the word of row `n`. Invalid words are skipped.
pub(super) fn parse<'a>(content: &[u8], list: &'a str, wanted: &Wanted) -> Result<Vectors<'a>, SpaceError> {
    let header = header(content)?;
    let (rows, dims) = header.shape;
    let lines = words_of(list, rows)?;
    let bytes = header.number.bytes();
    let expected = rows.checked_mul(dims).and_then(|n| n.checked_mul(bytes)?.checked_add(header.end));
    limits::dimensions(dims).map_err(|reason| SpaceError::byte(0, reason))?;
    if expected != Some(content.len()) {
        let reason = {
            let [rows, dims, bytes] =
                [(rows, "row"), (dims, "number"), (bytes, "byte")].map(|(n, noun)| counted(n as u64, noun));
            format!("the header promises {rows} of {dims} of {bytes}")
        };
        return Err(SpaceError::byte(content.len(), reason));
    }
    let mut vectors = Vectors::new(dims);
    for (n, (word, row)) in
        lines.into_iter().zip(content[header.end..].chunks_exact(dims * bytes)).enumerate()
    {
        if !wanted.takes(vectors.words.len(), word) {
            continue;
        }
        let row = row.chunks_exact(bytes).map(|b| header.number.read(b));
        if !row.clone().all(limits::is_sound) {
            return Err(SpaceError::line(n + 1, format!("not all values of `{word}` are finite numbers")));
        }
        vectors.push(n + 1, word.into(), row);
    }
    vectors.whole()
}

/// Returns the words of `rows` rows; empty lines at the end are ignored.
fn words_of(list: &str, rows: usize) -> Result<Vec<&str>, SpaceError> {
    let mut lines: Vec<&str> = list.trim_start_matches('\u{feff}').lines().map(str::trim).collect();
    while lines.len() > rows && lines.last().is_some_and(|line| line.is_empty()) {
        lines.pop();
    }
    if lines.len() == rows {
        return Ok(lines);
    }
    let mut reason = format!(
        "an array of {}; the word list has {}",
        counted(rows as u64, "row"),
        counted(lines.len() as u64, "line")
    );
    if let [first, .., end] = lines[..] {
        let [first, end] =
            [first, end].map(|text| text.chars().take(limits::LONGEST_WORD).collect::<String>());
        reason = format!("{reason}, from `{first}` to `{end}`");
    }
    Err(SpaceError::byte(0, reason))
}

/// Returns `true` if the content begins like an array.
pub(super) fn is_array(content: &[u8]) -> bool {
    content.starts_with(MAGIC)
}

fn torn(content: &[u8]) -> SpaceError {
    SpaceError::byte(content.len(), "the header of the array is cut off or not text")
}

fn header(content: &[u8]) -> Result<NpyHeader, SpaceError> {
    if !is_array(content) {
        return Err(SpaceError::byte(0, "not an array of NumPy"));
    }
    let start = match content.get(6).ok_or_else(|| torn(content))? {
        1 => 10,
        2 | 3 => 12,
        version => {
            return Err(SpaceError::byte(
                6,
                format!("version {version} of the array format; 1 to 3 are read"),
            ));
        }
    };
    let length = content
        .get(8..start)
        .ok_or_else(|| torn(content))?
        .iter()
        .rev()
        .fold(0usize, |n, &b| n << 8 | usize::from(b));
    let end = start + length;
    let text = content
        .get(start..end)
        .and_then(|bytes| std::str::from_utf8(bytes).ok())
        .ok_or_else(|| torn(content))?;
    let named = Number::ALL
        .into_iter()
        .find(|(name, _)| after(text, "descr").is_some_and(|d| d.starts_with(&format!("'{name}'"))));
    let (_, number) = named.ok_or_else(|| {
        SpaceError::byte(start, "numbers of another kind; save float16, float32 or float64, little-endian")
    })?;
    if !after(text, "fortran_order").is_some_and(|order| order.starts_with("False")) {
        return Err(SpaceError::byte(
            start,
            "columns stand one after the other; save numpy.ascontiguousarray(…)",
        ));
    }
    let shape = after(text, "shape")
        .and_then(two)
        .ok_or_else(|| SpaceError::byte(start, "the array is no table of rows and columns"))?;
    Ok(NpyHeader { shape, number, end })
}

/// Returns the text after a key of the header, which is written as a Python dictionary.
fn after<'a>(text: &'a str, key: &str) -> Option<&'a str> {
    Some(text.split_once(&format!("'{key}':"))?.1.trim_start())
}

/// Parses `(a, b)`.
fn two(text: &str) -> Option<(usize, usize)> {
    let inside = text.strip_prefix('(')?.split_once(')')?.0;
    let (rows, columns) = inside.split_once(',')?;
    Some((rows.trim().parse().ok()?, columns.trim().trim_end_matches(',').parse().ok()?))
}

/// Returns a 16-bit float: one sign bit, five exponent bits, ten fraction bits (IEEE 754 binary16).
fn half(bits: u16) -> f32 {
    let sign = if bits & 0x8000 == 0 { 1.0 } else { -1.0 };
    let (exponent, fraction) = (bits >> 10 & 0x1f, f32::from(bits & 0x3ff) / 1024.0);
    match exponent {
        0 => sign * fraction * 2f32.powi(-14),
        31 => sign * if fraction == 0.0 { f32::INFINITY } else { f32::NAN },
        _ => sign * (1.0 + fraction) * 2f32.powi(i32::from(exponent) - 15),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn array(descr: &str, order: &str, shape: &str, numbers: &[u8]) -> Vec<u8> {
        let text = format!("{{'descr': '{descr}', 'fortran_order': {order}, 'shape': {shape}, }}\n");
        let mut out = MAGIC.to_vec();
        out.extend([1, 0]);
        out.extend((text.len() as u16).to_le_bytes());
        out.extend(text.bytes().chain(numbers.iter().copied()));
        out
    }

    fn single() -> Vec<u8> {
        let numbers: Vec<u8> = [1.0f32, 0.5, -2.0, 0.0].iter().flat_map(|x| x.to_le_bytes()).collect();
        array("<f4", "False", "(2, 2)", &numbers)
    }

    fn refused(content: &[u8], list: &str) -> String {
        parse(content, list, &Wanted::first(9)).err().expect("refused").to_string()
    }

    #[test]
    fn numbers_of_three_sizes() {
        let doubles: Vec<u8> = [1.0f64, 0.5, -2.0, 0.0].iter().flat_map(|x| x.to_le_bytes()).collect();
        let halves: Vec<u8> = [0x3c00u16, 0x3800, 0xc000, 0].iter().flat_map(|x| x.to_le_bytes()).collect();
        let files =
            [single(), array("<f8", "False", "(2, 2)", &doubles), array("<f2", "False", "(2, 2)", &halves)];
        for file in files {
            let vectors = parse(&file, "ice\ncar\n", &Wanted::first(9)).unwrap();
            assert_eq!(vectors.words, ["ice", "car"]);
            assert_eq!(vectors.values, [1.0, 0.5, -2.0, 0.0]);
        }
    }

    #[test]
    fn halves_at_the_edges() {
        assert_eq!((half(0x0001), half(0x7bff), half(0x0400)), (2f32.powi(-24), 65504.0, 2f32.powi(-14)));
        assert!(half(0x7c00).is_infinite() && half(0x7e00).is_nan() && half(0x8000) == 0.0);
    }

    #[test]
    fn list_and_array_go_together() {
        assert!(refused(&single(), "ice\n").contains("an array of 2 rows; the word list has 1 line"));
        assert!(
            refused(&single(), "word\nice\ncar\n")
                .ends_with("the word list has 3 lines, from `word` to `car`")
        );
        assert_eq!(parse(&single(), "ice\r\ncar\r\n\r\n", &Wanted::first(9)).unwrap().words, ["ice", "car"]);
        let vectors = parse(&single(), "ice\nice\n", &Wanted::first(9)).unwrap();
        assert_eq!((vectors.words.len(), vectors.skipped[0].line), (1, 2));
    }

    #[test]
    fn a_torn_or_strange_array_is_refused() {
        let whole = single();
        for end in 0..whole.len() {
            assert!(parse(&whole[..end], "ice\ncar\n", &Wanted::first(9)).is_err(), "torn at {end}");
        }
        assert!(refused(&array("<i4", "False", "(2, 2)", &[0; 16]), "a\nb").contains("float32"));
        assert!(refused(&array("<f4", "True", "(2, 2)", &[0; 16]), "a\nb").contains("ascontiguousarray"));
        assert!(refused(&array("<f4", "False", "(4,)", &[0; 16]), "a\nb").contains("no table"));
        for (shape, reason) in
            [(format!("(2, {})", usize::MAX), "at most"), ("(2, 3)".to_owned(), "promises")]
        {
            assert!(refused(&array("<f4", "False", &shape, &[0; 16]), "a\nb").contains(reason), "{shape}");
        }
        let nan = f32::NAN.to_le_bytes();
        assert!(refused(&array("<f4", "False", "(1, 1)", &nan), "ice").contains("`ice`"));
    }
}
