//! Lines from all parts of a file, by which text is told from binary data.

use super::text_line::numbers_at_end;

/// Number of lines that are looked at: enough that single odd lines do not decide.
const LINES: usize = 256;

/// Lines that are spread evenly over a file; all lines of a small file.
pub(super) struct LineSample<'a> {
    lines: Vec<&'a [u8]>,
}

impl<'a> LineSample<'a> {
    /// Returns the sample of a file. The first line with content is left out: it may be a header.
    pub(super) fn of(content: &'a [u8]) -> LineSample<'a> {
        let end = if content.contains(&b'\n') { b'\n' } else { b'\r' };
        let start = content.iter().position(|byte| !byte.is_ascii_whitespace()).unwrap_or(content.len());
        let body = position_from(content, start, end);
        let stride = ((content.len() - body) / LINES).max(1);
        let (mut lines, mut at) = (Vec::new(), body);
        while at < content.len() {
            let stop = position_from(content, at + 1, end);
            let line = &content[(at + 1).min(stop)..stop];
            lines.extend((!line.iter().all(u8::is_ascii_whitespace)).then_some(line));
            // The next line begins after the first line end behind a stride, so that no line is torn.
            at = if stride > stop - at { position_from(content, at + stride, end).max(stop) } else { stop };
        }
        LineSample { lines }
    }

    /// Returns `true` if most lines end in numbers, as vectors in text do whatever their words hold.
    pub(super) fn is_text(&self) -> bool {
        self.holds_for_most(|line| numbers_at_end(line) > 0)
    }

    /// Returns `true` if most lines hold control characters or are not UTF-8, as floats in bytes do.
    pub(super) fn is_binary(&self) -> bool {
        self.holds_for_most(|line| {
            line.iter().any(|byte| byte.is_ascii_control() && !byte.is_ascii_whitespace())
                || std::str::from_utf8(line).is_err()
        })
    }

    fn holds_for_most(&self, holds: impl Fn(&[u8]) -> bool) -> bool {
        2 * self.lines.iter().filter(|line| holds(line)).count() > self.lines.len()
    }
}

/// Returns the position of the first such byte from a position on, or the length of the content.
fn position_from(content: &[u8], from: usize, end: u8) -> usize {
    let rest = content.get(from..).unwrap_or_default();
    rest.iter().position(|&byte| byte == end).map_or(content.len(), |length| from + length)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_file_is_sampled_whole_and_a_large_one_in_all_its_parts() {
        let sample = LineSample::of(b"\n2 1\nice 1\n\nca\x07r 2\r\nsun 3");
        assert_eq!(sample.lines, [&b"ice 1"[..], b"ca\x07r 2\r", b"sun 3"]);
        assert_eq!(LineSample::of(b"2 1\rice 1\rcar 2\r").lines, [b"ice 1", b"car 2"]);
        assert!(LineSample::of(b"").lines.is_empty() && LineSample::of(b"ice 1").lines.is_empty());
        let large: String = (0..100_000).map(|n| format!("word{n} {n}\n")).collect();
        let sample = LineSample::of(large.as_bytes());
        assert!((200..=LINES).contains(&sample.lines.len()), "{} lines", sample.lines.len());
        assert!(sample.lines.iter().all(|line| line.starts_with(b"word") && numbers_at_end(line) == 1));
        assert!(sample.lines.last().is_some_and(|line| line.starts_with(b"word99")));
    }

    #[test]
    fn single_odd_lines_decide_nothing() {
        let odd = LineSample::of(b"3 2\nca\x00\x01r 1 2\n\xff\xfe 1 2\nsun 1,5 2,5\nsea 1 2\n");
        assert!(odd.is_text() && !odd.is_binary());
        let commas = LineSample::of(b"3 2\nca\x01r 1,5 2,5\nsun 1,5 2,5\nsea 1,0 2,0\n");
        assert!(!commas.is_text() && !commas.is_binary());
        let floats = LineSample::of(b"2 1\nice \0\0\x80\x3f\ncar \xcd\xcc\xcc\x3d\n");
        assert!(!floats.is_text() && floats.is_binary());
    }
}
