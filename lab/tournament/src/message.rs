//! Messages in parts: texts, and settings that each interface names its own way.

use std::fmt::Display;

use crate::setting_ref::SettingRef;
use crate::table::printable;

/// A message in parts. A setting stands in it by its key, and each interface shows its own name: a flag, an argument of Python.
///
/// ```
/// use overhear_tournament::{LabError, Message};
/// let message = Message::new("no output directory; add ").setting(("out", "DIR"));
/// let error = LabError::setting("force", message);
/// assert_eq!(error.message_with(&|setting| format!("--{setting}")), "--force: no output directory; add --out DIR");
/// ```
#[derive(Clone, Debug, Default)]
pub struct Message(Vec<MessagePart>);

/// A part of a message.
#[derive(Clone, Debug)]
enum MessagePart {
    Text(String),
    Setting(SettingRef),
}

/// A text, or a message in parts.
pub trait IntoMessage {
    /// Returns it as a message.
    fn into_message(self) -> Message;
}

impl IntoMessage for Message {
    fn into_message(self) -> Message {
        self
    }
}

impl<T: Display> IntoMessage for T {
    fn into_message(self) -> Message {
        Message::new(self)
    }
}

impl Message {
    /// Returns a message that begins with a text.
    pub fn new(text: impl Display) -> Message {
        Message(vec![MessagePart::Text(shortened(text.to_string()))])
    }

    /// Returns a message that begins with a setting.
    pub fn of(setting: impl Into<SettingRef>) -> Message {
        Message::default().setting(setting)
    }

    /// Returns the message with a setting behind it, and the value to set if it is given: `("out", "DIR")`.
    #[must_use]
    pub fn setting(mut self, setting: impl Into<SettingRef>) -> Message {
        self.0.push(MessagePart::Setting(setting.into()));
        self
    }

    /// Returns the message with a text or the parts of another message behind it.
    #[must_use]
    pub fn then(mut self, more: impl IntoMessage) -> Message {
        self.0.extend(more.into_message().0);
        self
    }

    /// Returns it as one printable line, with settings named by `call`.
    pub(crate) fn shown(&self, call: &dyn Fn(&SettingRef) -> String) -> String {
        let parts = self.0.iter().map(|part| match part {
            MessagePart::Text(text) => printable(&joined_lines(text)),
            MessagePart::Setting(setting) => printable(&joined_lines(&shortened(call(setting)))),
        });
        parts.collect::<String>().trim().to_owned()
    }
}

/// Returns a text with a blank in the place of the line breaks between its lines, and of the blanks around them.
fn joined_lines(text: &str) -> String {
    if !text.contains(['\n', '\r']) {
        return text.to_owned();
    }
    let first_has_blank = text.starts_with(' ');
    let lines = text.split(['\n', '\r']).map(str::trim).filter(|line| !line.is_empty());
    let joined = lines.collect::<Vec<_>>().join(" ");
    if first_has_blank { format!(" {joined}") } else { joined }
}

/// Number of bytes kept at the beginning and at the end of a long text. Files and bots can contain megabytes of text.
const KEPT: usize = 2000;

/// Returns the text without its middle if it is very long.
fn shortened(text: String) -> String {
    if text.len() <= 2 * KEPT {
        return text;
    }
    let [begin, end] = [KEPT, text.len() - KEPT].map(|place| {
        let mut places = place..=text.len();
        places.find(|&place| text.is_char_boundary(place)).expect("the end is a boundary")
    });
    format!("{} … {}", &text[..begin], &text[end..])
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;

    fn flags(message: &Message) -> String {
        message.shown(&|setting| format!("--{setting}"))
    }

    #[test]
    fn a_setting_is_called_as_the_face_has_it_and_nothing_else_is() {
        let message = Message::new("out: it is\n of use with")
            .then(" ")
            .setting(("out", "DIR x"))
            .then(" or ")
            .setting("force");
        assert_eq!(flags(&message), "out: it is of use with --out DIR x or --force");
        assert_eq!(
            message.shown(&|setting| setting.to_string()),
            "out: it is of use with out DIR x or force"
        );
    }

    #[test]
    fn what_others_wrote_hides_nothing() {
        let message =
            Message::default().setting(("agent", "a\u{3}\u{1b}[2J\u{2}b")).then(": \u{2}no agent\n");
        assert_eq!(flags(&message), "--agent a\\u{3}\\u{1b}[2J\\u{2}b: \\u{2}no agent");
    }

    #[test]
    fn lines_become_one_with_a_blank_between_them() {
        for (text, line) in
            [("a\n  b\n", "a b"), (" a \n\n b", " a b"), (" a ", " a "), ("a\r\n", "a"), ("\nb", "b")]
        {
            assert_eq!(joined_lines(text), line, "{text:?}");
        }
    }

    /// Returns `true` if a source line has a text that names a flag or a command. Names of tables and
    /// experiments do not count.
    fn is_of_a_terminal(line: &str) -> bool {
        let mut tables = include_str!("table/schema.txt").lines().filter_map(|line| line.split(" | ").next());
        let is_flag = |after: &str| after.starts_with(|c: char| c.is_ascii_lowercase() || c == '{');
        let is_name = |name: &str| line.contains(&format!("\"{name}\""));
        let names_flag = line.split("--").skip(1).any(is_flag)
            && !["balance --by", "balance --sweep", "balance --deck-b"].into_iter().any(is_name)
            && !tables.any(is_name);
        !line.trim_start().starts_with("//") && (names_flag || line.contains("`sim-cli "))
    }

    /// Returns the source lines of a folder that name flags or commands, which only commands and pages may
    /// do.
    fn of_a_terminal(folder: &Path) -> Vec<String> {
        let paths = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
        let lines = paths.flat_map(|path| {
            let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
            match name {
                "report" | "command.rs" | "command_line.rs" | "tests.rs" => Vec::new(),
                _ if path.is_dir() => of_a_terminal(&path),
                _ if path.extension().is_none_or(|extension| extension != "rs") => Vec::new(),
                _ => {
                    let text = fs::read_to_string(&path).expect("a source");
                    let code = text.split("#[cfg(test)]\nmod").next().unwrap_or_default();
                    code.lines().filter(|line| is_of_a_terminal(line)).map(str::to_owned).collect()
                }
            }
        });
        lines.collect()
    }

    #[test]
    fn no_sentence_of_the_laboratory_names_a_flag() {
        let sentences =
            [r#"Err("give --out DIR")"#, r#"format!("--{key}")"#, r#"note("see `sim-cli agents list`")"#];
        assert!(sentences.into_iter().all(is_of_a_terminal));
        assert!(!is_of_a_terminal(r#"Frame::of("stats paired --file")"#) && !is_of_a_terminal("/// `--out`"));
        for sources in ["src", "../src", "../report/src"] {
            let sentences = of_a_terminal(&Path::new(env!("CARGO_MANIFEST_DIR")).join(sources));
            assert!(sentences.is_empty(), "{sentences:#?}");
        }
    }
}
