//! Settings inside messages. The laboratory marks settings by key; each interface shows its own names for
//! them.

use std::fmt;

use overhear_engine::rules::is_printable;

use crate::setting_ref::SettingRef;
use crate::table::printable;

/// A setting inside a message. Its `Display` form is the key, for interfaces without names of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SettingMention<'a> {
    /// The key, as in files but with hyphens: `log-format`.
    pub key: &'a str,
    /// The current or requested value, if given.
    pub value: Option<&'a str>,
    /// `true` if the setting names one of several agents.
    pub is_of_several: bool,
}

impl fmt::Display for SettingMention<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.value {
            Some(value) => write!(f, "{} {value}", self.key),
            None => f.write_str(self.key),
        }
    }
}

/// Begins a mark. The character is invisible; in foreign texts it is escaped, so no text can forge a mark.
const OPEN: char = '\u{2}';

/// Stands behind [`OPEN`] if the setting names one of several agents.
const OF_SEVERAL: char = '+';

/// Ends a mark.
const CLOSE: char = '\u{3}';

/// Returns a setting for use in a message, with the value to set if given: `mention(("out", "DIR"))`.
pub fn mention(setting: impl Into<SettingRef>) -> String {
    let setting = setting.into();
    let text = printable(&one_line(&setting.to_string()));
    if setting.is_of_several() { mark(&format!("{OF_SEVERAL}{text}")) } else { mark(&text) }
}

/// Returns a text as one printable line with its settings still marked.
pub(crate) fn sentence(text: &str) -> String {
    expand_mentions(&one_line(text), &|setting| {
        let repeated = if setting.is_of_several { OF_SEVERAL.to_string() } else { String::new() };
        mark(&format!("{repeated}{setting}"))
    })
}

/// Returns the message with its settings replaced by `call`.
pub(crate) fn expand_mentions(text: &str, call: &dyn Fn(SettingMention<'_>) -> String) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(OPEN) {
        out += &printable(before);
        rest = after;
        let marked = after.split_once(CLOSE).filter(|(setting, _)| setting.chars().all(is_printable));
        let Some((setting, after)) = marked else {
            out.extend(OPEN.escape_unicode());
            continue;
        };
        let (is_of_several, setting) = match setting.strip_prefix(OF_SEVERAL) {
            Some(setting) => (true, setting),
            None => (false, setting),
        };
        let (key, value) = setting.split_once(' ').map_or((setting, None), |(key, value)| (key, Some(value)));
        out += &call(SettingMention { key, value, is_of_several });
        rest = after;
    }
    out + &printable(rest)
}

fn mark(setting: &str) -> String {
    format!("{OPEN}{setting}{CLOSE}")
}

fn one_line(text: &str) -> String {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    lines.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;

    fn flags(text: &str) -> String {
        expand_mentions(&sentence(text), &|setting| format!("--{setting}"))
    }

    #[test]
    fn a_setting_is_called_as_the_face_has_it_and_nothing_else_is() {
        let text = format!("out: it is of use with {} or\n{}", mention(("out", "DIR x")), mention("force"));
        assert_eq!(flags(&text), "out: it is of use with --out DIR x or --force");
        assert_eq!(
            expand_mentions(&sentence(&text), &|setting| setting.to_string()),
            "out: it is of use with out DIR x or force"
        );
    }

    #[test]
    fn what_others_wrote_breaks_no_mark_and_hides_nothing() {
        let agent = mention(("agent", "a\u{3}\u{1b}[2J\u{2}b"));
        for (text, said) in [
            (format!("{agent}: \u{2}no agent"), "--agent a\\u{3}\\u{1b}[2J\\u{2}b: \\u{2}no agent"),
            (format!("a\u{2}b {}\u{3}", mention("out")), "a\\u{2}b --out\\u{3}"),
        ] {
            assert_eq!(flags(&text), said);
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
        let found = paths.flat_map(|path| {
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
        found.collect()
    }

    #[test]
    fn no_sentence_of_the_laboratory_names_a_flag() {
        let told =
            [r#"Err("give --out DIR")"#, r#"format!("--{key}")"#, r#"note("see `sim-cli agents list`")"#];
        assert!(told.into_iter().all(is_of_a_terminal));
        assert!(!is_of_a_terminal(r#"Frame::of("stats paired --file")"#) && !is_of_a_terminal("/// `--out`"));
        for sources in ["src", "../src", "../report/src"] {
            let found = of_a_terminal(&Path::new(env!("CARGO_MANIFEST_DIR")).join(sources));
            assert!(found.is_empty(), "{found:#?}");
        }
    }
}
