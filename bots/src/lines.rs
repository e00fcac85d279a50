//! Reading of standard output, line by line.

use std::fmt::Write as _;
use std::io::{self, BufRead, ErrorKind, Read as _};

use overhear_engine::rules::is_printable;

use crate::mailbox::{Mailbox, ProcessEvent};

/// Maximum length of a line in bytes.
const LONGEST: u64 = 64 << 20;

/// Maximum number of consecutive empty lines.
const EMPTY: u32 = 10_000;

/// Number of characters of a line that a message quotes.
const QUOTED: usize = 80;

/// Byte order mark that some programs write before a text.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Returns what is wrong with a line that is no JSON of its kind: the column, if it is known, and the problem. The number of the line, which JSON
/// counts within it, is left to the caller, who knows it in its file.
///
/// ```
/// let error = serde_json::from_str::<Vec<u8>>("[1,x]").unwrap_err();
/// assert_eq!(overhear_bots::problem_in_line(&error), "column 4: expected value");
/// ```
pub fn problem_in_line(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    match text.strip_suffix(&place) {
        Some(problem) if error.column() > 0 => format!("column {}: {problem}", error.column()),
        Some(problem) => problem.to_owned(),
        None => text,
    }
}

/// Reads until the end, a flood, or until the receiver is gone. Empty lines are skipped.
pub(crate) fn read_lines(mut stdout: impl BufRead, mailbox: &Mailbox) {
    let mut empty = 0;
    loop {
        let mut line = Vec::new();
        match read_line(&mut stdout, &mut line, mailbox) {
            Err(_) | Ok(0) => break,
            Ok(_) => {}
        }
        // Only the end of the stream and the limit of length leave a line without its end.
        let is_whole = line.ends_with(b"\n");
        if !is_whole && line.len() as u64 == LONGEST {
            mailbox.put(ProcessEvent::Flood(format!("a line of more than {} MB", LONGEST >> 20)));
            return;
        }
        if content(&line).is_empty() {
            empty += 1;
            if empty > EMPTY {
                mailbox.put(ProcessEvent::Flood(format!("more than {EMPTY} empty lines")));
                return;
            }
            continue;
        }
        empty = 0;
        let event = if is_whole {
            line.truncate(line.len() - if line.ends_with(b"\r\n") { 2 } else { 1 });
            ProcessEvent::Line(line)
        } else {
            ProcessEvent::Torn(line)
        };
        if !mailbox.put(event) {
            return;
        }
    }
    mailbox.put(ProcessEvent::Closed);
}

/// Reads up to a line end, the longest line, or the end of the stream. What has come of a line is noted: a bot may wait
/// for an answer to bytes that it never ends.
fn read_line(mut stdout: impl BufRead, line: &mut Vec<u8>, mailbox: &Mailbox) -> io::Result<usize> {
    loop {
        let chunk = match stdout.fill_buf() {
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            chunk => chunk?,
        };
        let mut rest = chunk.take(LONGEST - line.len() as u64);
        let taken = rest.read_until(b'\n', line)?;
        stdout.consume(taken);
        if taken == 0 || line.ends_with(b"\n") || line.len() as u64 == LONGEST {
            return Ok(line.len());
        }
        mailbox.note_unended(line);
    }
}

/// Returns a line without byte order mark and surrounding white space.
pub(crate) fn content(line: &[u8]) -> &[u8] {
    let line = line.trim_ascii();
    line.strip_prefix(BYTE_ORDER_MARK).unwrap_or(line).trim_ascii()
}

/// Returns the beginning of a line for a message. Invisible characters and invalid bytes are escaped.
pub(crate) fn quote(line: &[u8]) -> String {
    let (mut quoted, mut count) = (String::new(), 0);
    for chunk in line.utf8_chunks() {
        for c in chunk.valid().chars() {
            if count == QUOTED {
                return quoted + "…";
            }
            count += 1;
            if shows(c) { quoted.push(c) } else { quoted.extend(c.escape_unicode()) }
        }
        for byte in chunk.invalid() {
            let _ = write!(quoted, "\\x{byte:02x}");
            count += 1;
        }
    }
    quoted
}

/// Returns `true` if a character is visible.
fn shows(c: char) -> bool {
    // Joiners and variation selectors are printable, but a quoted line shows them.
    let has_no_width = matches!(c, '\u{ad}' | '\u{180b}'..='\u{180f}' | '\u{200c}' | '\u{200d}' | '\u{fe00}'..='\u{fe0f}'
        | '\u{e0000}'..='\u{e0fff}');
    let is_wide_space = c != ' ' && c.is_whitespace();
    is_printable(c) && !has_no_width && !is_wide_space
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;
    use std::time::Instant;

    use super::*;

    fn read(text: &[u8]) -> Vec<ProcessEvent> {
        let mailbox = Mailbox::default();
        read_lines(BufReader::new(text), &mailbox);
        std::iter::from_fn(|| mailbox.receive_until(Instant::now())).collect()
    }

    fn line(text: &str) -> ProcessEvent {
        ProcessEvent::Line(text.as_bytes().to_vec())
    }

    #[test]
    fn lines_come_without_their_ends_and_empty_ones_do_not() {
        assert_eq!(read(b"a\n\n\r\n \t\nb\r\n"), [line("a"), line("b"), ProcessEvent::Closed]);
        assert_eq!(read("\u{feff}\na\n".as_bytes()), [line("a"), ProcessEvent::Closed]);
        assert_eq!(read(b"a\nb"), [line("a"), ProcessEvent::Torn(b"b".to_vec()), ProcessEvent::Closed]);
        assert_eq!(read(b"\n "), [ProcessEvent::Closed]);
        assert_eq!(read(b""), [ProcessEvent::Closed]);
    }

    #[test]
    fn what_never_ends_is_a_flood() {
        let flood = |events: &[ProcessEvent]| matches!(events.first(), Some(ProcessEvent::Flood(_)));
        assert!(!flood(&read(&b"\n".repeat(10_000))) && flood(&read(&b"\n".repeat(10_001))));
        assert!(!flood(&read(&[b" ".repeat(100), b"\n".to_vec()].concat().repeat(5_000))));
    }

    #[test]
    fn a_mark_of_the_byte_order_is_no_content() {
        assert_eq!(content("\u{feff}{}\r\n".as_bytes()), b"{}");
        assert_eq!(content(b" {} \n"), b"{}");
        assert_eq!(content("{\u{feff}}".as_bytes()), "{\u{feff}}".as_bytes(), "within it is content");
    }

    #[test]
    fn a_message_shows_what_cannot_be_seen() {
        assert_eq!(quote("{\"é\": 愛}".as_bytes()), "{\"é\": 愛}");
        assert_eq!(quote("\u{feff}a\u{200b}b\u{ad}\u{a0}".as_bytes()), "\\u{feff}a\\u{200b}b\\u{ad}\\u{a0}");
        assert_eq!(quote(b"\x1b[2J\t\xff\xfe{\0"), "\\u{1b}[2J\\u{9}\\xff\\xfe{\\u{0}");
        assert_eq!(quote("é".repeat(81).as_bytes()), "é".repeat(80) + "…");
        assert_eq!(quote("é".repeat(80).as_bytes()), "é".repeat(80));
    }
}
