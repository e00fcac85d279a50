//! Commands as they are typed.

/// A word as a shell takes it.
pub(crate) fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "_-=.,:/+@".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

/// What calls this program again in the way that it was called now.
pub(crate) fn own_command(words: &[&str]) -> String {
    let program = std::env::args_os().next().and_then(|name| name.into_string().ok());
    let program = program.unwrap_or_else(|| "sim-cli".to_owned());
    let all = std::iter::once(program.as_str()).chain(words.iter().copied());
    all.map(quoted).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted_where_a_shell_would_take_them_apart() {
        assert_eq!(
            ["a=b:c=1", "two words", "it's", ""].map(quoted),
            ["a=b:c=1", "'two words'", r"'it'\''s'", "''"]
        );
    }
}
