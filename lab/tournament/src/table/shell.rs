//! Command lines for the shells of Unix and of Windows.
//!
//! A word in double quotes is equal in `sh`, `cmd` and PowerShell if it contains no character that any of
//! them treats specially. Such commands can be copied between machines. Only other words are written for the
//! system that the program runs on.

use std::path::Path;

/// Family of shells that a command is written for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shell {
    /// `sh` and its descendants.
    Unix,
    /// `cmd` and PowerShell.
    Windows,
}

/// Punctuation that no shell treats specially.
const PLAIN: &str = "+-./:@_";

/// Characters that a shell treats specially even in double quotes.
const LIVELY: &str = "\"$`!%\\";

impl Shell {
    /// Returns the shell of the system that this program runs on.
    pub const fn here() -> Shell {
        if cfg!(windows) { Shell::Windows } else { Shell::Unix }
    }

    /// Returns a word quoted for this shell.
    ///
    /// ```
    /// use overhear_tournament::table::Shell;
    /// assert_eq!(Shell::Unix.quoted("sand_timer=2"), "\"sand_timer=2\"");
    /// assert_eq!(Shell::Unix.quoted("$HOME"), "'$HOME'");
    /// assert_eq!(Shell::Windows.quoted(r"C:\results"), r"C:\results");
    /// ```
    pub fn quoted(self, word: &str) -> String {
        if !word.is_empty() && word.chars().all(|c| self.is_plain(c)) {
            return word.to_owned();
        }
        match self {
            Shell::Unix if word.chars().any(|c| self.is_lively(c)) => {
                shlex::try_quote(word).map_or_else(|_| word.replace('\0', ""), std::borrow::Cow::into_owned)
            }
            Shell::Unix => format!("\"{word}\""),
            Shell::Windows => in_double_quotes(word),
        }
    }

    /// Returns a word of a command that is itself a word of another command and parsed by this program.
    /// Single quotes are preferred, because the whole is in double quotes.
    pub fn quoted_within(self, word: &str) -> String {
        let quoted = self.quoted(word);
        if quoted == word || word.contains('\'') || word.contains('\0') {
            return quoted;
        }
        format!("'{word}'")
    }

    /// Returns the words of a command; `None` for an unclosed quote. Words may be in single or double quotes.
    /// On Windows the backslash separates path components and escapes only a double quote.
    ///
    /// ```
    /// use overhear_tournament::table::Shell;
    /// let words = Shell::Windows.words(r#"python "C:\my bots\one.py""#);
    /// assert_eq!(words, Some(vec!["python".to_owned(), r"C:\my bots\one.py".to_owned()]));
    /// ```
    pub fn words(self, command: &str) -> Option<Vec<String>> {
        match self {
            Shell::Unix => shlex::split(command),
            Shell::Windows => shlex::split(&with_doubled_backslashes(command)),
        }
    }

    /// Returns `true` for a character that needs no quotes.
    fn is_plain(self, c: char) -> bool {
        c.is_ascii_alphanumeric() || PLAIN.contains(c) || self.has_in_paths(c)
    }

    /// Returns `true` for a character that is special even in double quotes.
    fn is_lively(self, c: char) -> bool {
        (LIVELY.contains(c) && !self.has_in_paths(c)) || c.is_control()
    }

    fn has_in_paths(self, c: char) -> bool {
        self == Shell::Windows && c == '\\'
    }
}

/// Returns a word as Windows programs parse it: quotes inside are escaped, as are the backslashes before a
/// quote.
fn in_double_quotes(word: &str) -> String {
    let (mut quoted, mut backslashes) = ("\"".to_owned(), 0);
    for c in word.chars().filter(|&c| c != '\0') {
        if c == '"' {
            quoted.push_str(&"\\".repeat(backslashes + 1));
        }
        backslashes = if c == '\\' { backslashes + 1 } else { 0 };
        quoted.push(c);
    }
    quoted + &"\\".repeat(backslashes) + "\""
}

/// Doubles backslashes so that `sh` rules read them as Windows does. Before a double quote both agree: two
/// backslashes are one, and an odd one escapes the quote.
fn with_doubled_backslashes(command: &str) -> String {
    // A run of backslashes is one step: what stands behind it decides whether it is doubled.
    let (mut doubled, mut in_single, mut in_double) = (String::new(), false, false);
    let mut rest = command;
    while let Some(c) = rest.chars().next() {
        let backslashes = rest.len() - rest.trim_start_matches('\\').len();
        let (run, behind) = rest.split_at(backslashes.max(c.len_utf8()));
        rest = behind;
        doubled.push_str(run);
        match c {
            '\\' if !in_single && rest.starts_with('"') => {
                let letter = rest.split_at(backslashes % 2);
                doubled.push_str(letter.0);
                rest = letter.1;
            }
            '\\' if !in_single => doubled.push_str(run),
            '\'' if !in_double => in_single = !in_single,
            '"' if !in_single => in_double = !in_double,
            _ => {}
        }
    }
    doubled
}

/// Returns a path quoted for the shells of this system. A leading dash, which would begin a flag, gets its folder.
///
/// ```
/// use overhear_tournament::table::quoted_path;
/// assert_eq!(quoted_path("-dash".as_ref()), "./-dash");
/// assert_eq!(quoted_path("a/-dash".as_ref()), "a/-dash");
/// ```
pub fn quoted_path(path: &Path) -> String {
    let folder = if path.as_os_str().as_encoded_bytes().starts_with(b"-") { "./" } else { "" };
    match path.to_str() {
        None if Shell::here() == Shell::Unix => format!("$'{folder}{}'", escaped(path)),
        Some(text) => quoted(&format!("{folder}{text}")),
        None => quoted(&format!("{folder}{}", path.display())),
    }
}

/// Returns a path that is not text as it is written between `$'` and `'`: its bytes beyond ASCII in octal.
fn escaped(path: &Path) -> String {
    path.as_os_str()
        .as_encoded_bytes()
        .iter()
        .map(|&byte| match byte {
            b'\\' | b'\'' => format!("\\{}", char::from(byte)),
            b' '..=b'~' => char::from(byte).to_string(),
            _ => format!("\\{byte:03o}"),
        })
        .collect()
}

/// Returns a word quoted for the shells of this system.
pub fn quoted(word: &str) -> String {
    Shell::here().quoted(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Words of every kind.
    const WORDS: [&str; 16] = [
        "a=b:c=1",
        "two words",
        "it's",
        "",
        "$HOME",
        "`x`",
        "a\"b'c",
        "!",
        "\\",
        "*",
        "~",
        "a,b",
        "%PATH%",
        "é",
        "C:\\my bots\\",
        "\\\"",
    ];

    #[test]
    fn words_are_quoted_where_a_shell_would_take_them_apart() {
        for shell in [Shell::Unix, Shell::Windows] {
            let line = WORDS.map(|word| shell.quoted(word)).join(" ");
            assert_eq!(shell.words(&line).as_deref(), Some(&WORDS.map(str::to_owned)[..]), "{line}");
            let line = WORDS.map(|word| shell.quoted_within(word)).join(" ");
            assert_eq!(shell.words(&line).as_deref(), Some(&WORDS.map(str::to_owned)[..]), "{line}");
        }
    }

    #[test]
    fn words_are_the_same_to_every_shell_where_that_can_be() {
        for shell in [Shell::Unix, Shell::Windows] {
            let all = ["results/bold-2", "margin", "a=b:c=1", "two words", "it's", "a,b"];
            let quoted = ["results/bold-2", "margin", "\"a=b:c=1\"", "\"two words\"", "\"it's\"", "\"a,b\""];
            assert_eq!(all.map(|word| shell.quoted(word)), quoted);
        }
        assert_eq!(["$x", "a\"b"].map(|word| Shell::Unix.quoted(word)), ["'$x'", "'a\"b'"]);
    }

    #[cfg(unix)]
    #[test]
    fn a_path_that_is_no_text_is_read_again_by_a_shell() {
        use std::ffi::OsStr;
        use std::os::unix::ffi::OsStrExt as _;
        use std::process::Command;

        for bytes in [&b"r\xff"[..], b"-it's\\\x80 $x"] {
            let words = quoted_path(Path::new(OsStr::from_bytes(bytes)));
            let Ok(printed) = Command::new("bash").args(["-c", &format!("printf %s {words}")]).output()
            else {
                return;
            };
            assert!(printed.stdout.ends_with(bytes), "{words}");
        }
    }

    #[test]
    fn a_path_of_windows_keeps_its_backslashes() {
        for (command, words) in [
            (r"C:\bots\one.exe --deep", &[r"C:\bots\one.exe", "--deep"][..]),
            (r#""C:\my bots\one.exe" 'D:\two words'"#, &[r"C:\my bots\one.exe", r"D:\two words"]),
            (r#"\\server\bots\one "it\"s""#, &[r"\\server\bots\one", "it\"s"]),
        ] {
            let words: Vec<String> = words.iter().map(|&word| word.to_owned()).collect();
            assert_eq!(Shell::Windows.words(command), Some(words), "{command}");
        }
        assert_eq!(Shell::Windows.words(r#"one "two"#), None);
    }
}
