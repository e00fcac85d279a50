//! The width of the terminal.

use std::io::{IsTerminal as _, stdout};

use terminal_size::{Width, terminal_size_of};

/// Width of tables and sentences, unless the terminal is narrower.
pub(super) const USUAL: usize = 80;

/// Minimum width of a terminal that tables support.
const LEAST: usize = 40;

/// Returns the maximum width of a line on standard output.
pub(crate) fn width() -> usize {
    let terminal = stdout().is_terminal().then(|| terminal_size_of(stdout())).flatten();
    // A pseudo-terminal without a size reports 0.
    let columns = terminal.map(|(Width(columns), _)| usize::from(columns)).filter(|&columns| columns > 0);
    columns.map_or(USUAL, |columns| columns.clamp(LEAST, USUAL))
}

/// Returns prose that is broken for eighty columns, rebroken for the terminal's width.
pub(crate) fn reflowed(prose: &str) -> String {
    reflowed_in(width(), prose)
}

fn reflowed_in(width: usize, prose: &str) -> String {
    if width >= USUAL {
        return prose.to_owned();
    }
    let words: Vec<&str> = prose.split_whitespace().collect();
    textwrap::fill(&words.join(" "), width) + if prose.ends_with('\n') { "\n" } else { "" }
}

/// Returns separate lines, each broken where the terminal is too narrow.
pub(crate) fn broken(lines: &str) -> String {
    let options = textwrap::Options::new(width()).subsequent_indent("  ");
    lines.lines().map(|line| textwrap::fill(line, &options) + "\n").collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prose_is_broken_anew_on_a_narrow_terminal_alone() {
        let prose =
            "score: in percent, a win 1, shared ½. ±, –: 95 %. rating: Davidson's, in Elo\nunits, mean 0.\n";
        assert_eq!(reflowed_in(USUAL, prose), prose);
        let narrow = reflowed_in(60, prose);
        assert!(
            narrow.lines().all(|line| line.chars().count() <= 60) && narrow.ends_with("mean 0.\n"),
            "{narrow}"
        );
        assert_eq!(
            narrow.split_whitespace().collect::<Vec<_>>(),
            prose.split_whitespace().collect::<Vec<_>>()
        );
    }
}
