//! Commands as they are typed.

/// A word as a shell takes it.
pub(crate) fn quoted(word: &str) -> String {
    shlex::try_quote(word).map_or_else(|_| word.replace('\0', ""), std::borrow::Cow::into_owned)
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
        for words in
            [&["a=b:c=1", "two words", "it's", ""][..], &["$HOME", "`x`", "a\"b'c", "!", "\\", "*", "~"]]
        {
            let line = words.iter().copied().map(quoted).collect::<Vec<_>>().join(" ");
            assert_eq!(
                shlex::split(&line).as_deref(),
                Some(&words.iter().map(|w| (*w).to_owned()).collect::<Vec<_>>()[..])
            );
        }
        assert_eq!(
            ["results/bold-2", "margin"].map(quoted),
            ["results/bold-2", "margin"],
            "plain words stay as they are"
        );
    }
}
