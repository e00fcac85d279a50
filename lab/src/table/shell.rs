//! Commands as they are typed.

/// A word as a shell takes it.
pub fn quoted(word: &str) -> String {
    shlex::try_quote(word).map_or_else(|_| word.replace('\0', ""), std::borrow::Cow::into_owned)
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
