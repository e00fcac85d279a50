//! The page: running text with intervals, `(49.4 to 50.3`, and tables.

use super::claim::Range;

/// The page as one line, and its tables.
pub(super) struct Page {
    text: String,
    lines: Vec<String>,
}

/// A cell of a table: its text, and where its interval ends on the page.
pub(super) struct Cell {
    pub(super) row: String,
    pub(super) column: String,
    pub(super) text: String,
    pub(super) place: usize,
}

impl Page {
    pub(super) fn new(text: &str) -> Page {
        Page { text: words(text), lines: text.lines().map(words).collect() }
    }

    /// Where a text ends, if it stands there once.
    pub(super) fn end_of(&self, text: &str) -> Option<usize> {
        let text = words(text);
        let mut places = self.text.match_indices(&text).map(|(start, _)| start + text.len());
        places.next().filter(|_| places.next().is_none())
    }

    /// Where each interval ends, and some words before it.
    pub(super) fn intervals(&self) -> impl Iterator<Item = (usize, &str)> {
        self.text.match_indices('(').filter_map(|(start, _)| {
            let length = Range::length_at(&self.text[start..])?;
            let before: Vec<usize> =
                self.text[..start].char_indices().rev().map(|(n, _)| n).take(40).collect();
            Some((start + length, &self.text[before.last().copied().unwrap_or(0)..start + length]))
        })
    }

    /// The cells with intervals of the so many-th table of a section, 1 being the first, whose first title this is.
    pub(super) fn cells(&self, section: &str, first: &str, nth: usize) -> Option<Vec<Cell>> {
        let after = self.lines.iter().position(|line| *line == format!("## {section}"))?;
        let end = self.lines[after + 1..].iter().position(|line| line.starts_with("## "));
        let lines = &self.lines[after + 1..][..end.unwrap_or(self.lines.len() - after - 1)];
        let begin = format!("| {first} |");
        let head = lines.iter().enumerate().filter(|(_, line)| line.starts_with(&begin)).nth(nth - 1)?.0;
        let titles = split(&lines[head]);
        let rows = lines[head + 2..].iter().take_while(|line| line.starts_with('|'));
        let mut cells = Vec::new();
        for line in rows {
            let start = self.text.find(line.as_str())?;
            let row = split(line)[0].split('`').nth(1)?.to_owned();
            let mut at = 0;
            for (column, text) in titles.iter().zip(split(line)).skip(1) {
                at += line[at..].find(text)?;
                let open = text.find('(')?;
                let place = start + at + open + Range::length_at(&text[open..])?;
                cells.push(Cell {
                    row: row.clone(),
                    column: (*column).to_owned(),
                    text: text.to_owned(),
                    place,
                });
                at += text.len();
            }
        }
        Some(cells)
    }
}

/// A text whose words have one space between, and whose minus is that of the keyboard.
pub(super) fn words(text: &str) -> String {
    text.replace('−', "-").split_whitespace().collect::<Vec<_>>().join(" ")
}

fn split(line: &str) -> Vec<&str> {
    line.trim_matches('|').split(" | ").map(|cell| cell.trim_matches(['|', ' '])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "## One\nIt is 4.0 (3.8 to\n4.2; a file) or −1 % (−2 to 0.5 %), not (R9; x).\n\n| agent | a |\n| --- | --- |\n\
                        | `x=y` | **+2 (1 to 3)** |\n\n## Two\n";

    #[test]
    fn intervals_are_found_wherever_a_line_breaks() {
        let page = Page::new(TEXT);
        let intervals: Vec<&str> = page.intervals().map(|(_, text)| text).collect();
        assert_eq!(intervals.len(), 3, "{intervals:?}");
        assert!(intervals[0].ends_with("It is 4.0 (3.8 to 4.2") && intervals[1].ends_with("-1 % (-2 to 0.5"));
        assert_eq!(page.end_of("4.0 (3.8 to 4.2"), page.intervals().next().map(|(place, _)| place));
        assert_eq!((page.end_of("4.0 (3.8 to 4.3"), page.end_of(" to ")), (None, None), "missing, and often");
    }

    #[test]
    fn a_cell_has_its_row_and_its_column() {
        let page = Page::new(TEXT);
        let cells = page.cells("One", "agent", 1).expect("a table");
        assert_eq!((cells.len(), &*cells[0].row, &*cells[0].column), (1, "x=y", "a"));
        assert_eq!(Some(cells[0].place), page.intervals().last().map(|(place, _)| place));
        assert!(page.cells("Two", "agent", 1).is_none() && page.cells("One", "agent", 2).is_none());
    }
}
