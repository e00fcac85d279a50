//! Documentation of Python functions, from the help of settings.

use crate::parameter::Parameter;

/// Width of the lines.
const WIDTH: usize = 130;

/// Words of help that are about a terminal, and what a function has in their place.
const OF_A_TERMINAL: [(&str, &str); 6] = [
    (" (repeatable)", ""),
    ("drawn and printed", "drawn"),
    ("(exit code 4 if it does not)", "(:class:`UndecidedError` if it does not)"),
    ("(exit code 4 if they do not suffice)", "(:class:`UndecidedError` if they do not suffice)"),
    ("Exit with code 3 if", "Raise :class:`FaultsError` if"),
    ("of a --bot", "of one of ``bots``"),
];

/// Returns the entry of a parameter.
pub(crate) fn entry(parameter: &Parameter, names: &[(&str, &str)]) -> String {
    let text = format!("{}: {}", parameter.name, in_python(&parameter.help, names));
    filled(&text, &" ".repeat(8), &" ".repeat(12))
}

/// Returns a text with indented lines of limited width.
pub(crate) fn filled(text: &str, first: &str, others: &str) -> String {
    let options = textwrap::Options::new(WIDTH).initial_indent(first).subsequent_indent(others);
    let options = options.break_words(false).word_splitter(textwrap::WordSplitter::NoHyphenation);
    textwrap::fill(text, options.word_separator(textwrap::WordSeparator::AsciiSpace))
}

/// Returns help with the names that flags have as arguments, in the marks of Python's documentation.
fn in_python(help: &str, names: &[(&str, &str)]) -> String {
    let help = OF_A_TERMINAL.iter().fold(help.to_owned(), |help, (from, to)| help.replace(from, to));
    let help = help.replace("``", "`").replace(":class:`", ":class:\u{1}").replace('`', "``");
    let help = help.replace("[default: ", "(default: ");
    let help = closed(&help);
    let text = with_arguments(&help, names).replace('\\', "\\\\");
    let text = closed_roles(&text);
    if text.ends_with('.') { text } else { text + "." }
}

/// Closes a default that was opened with a round bracket.
fn closed(help: &str) -> String {
    let Some((before, rest)) = help.split_once("(default: ") else { return help.to_owned() };
    match rest.split_once(']') {
        Some((default, after)) => format!("{before}(default: {default}){after}"),
        None => help.to_owned(),
    }
}

/// Writes the quotes of roles such as `:class:`, which are single.
fn closed_roles(text: &str) -> String {
    let mut parts = text.split('\u{1}');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| text + "`" + &part.replacen("``", "`", 1))
}

/// Replaces `--flag-name` by the name of the argument.
fn with_arguments(help: &str, names: &[(&str, &str)]) -> String {
    let mut parts = help.split("--");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let end =
            part.find(|letter: char| !letter.is_ascii_lowercase() && letter != '-').unwrap_or(part.len());
        let key = part[..end].replace('-', "_");
        let name = names.iter().find(|(from, _)| *from == key).map_or(&*key, |(_, to)| to);
        text.extend([format!("``{name}``{}", &part[end..])]);
    }
    text
}

#[test]
fn help_speaks_of_arguments() {
    let names = [("agent", "agents")];
    assert_eq!(
        in_python("Games, instead of --agent, of `range` (repeatable) [default: 3]", &names),
        "Games, instead of ``agents``, of ``range`` (default: 3)."
    );
    assert_eq!(
        in_python("Exit with code 3 if `a` is wrong", &names),
        "Raise :class:`FaultsError` if ``a`` is wrong."
    );
}
