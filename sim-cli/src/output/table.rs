//! Tables for display, as wide as the terminal, at most eighty columns. If a narrow terminal would break
//! words or numbers, each row becomes a list.

use comfy_table::{CellAlignment, ColumnConstraint, ContentArrangement, LineStyle, Table, TableStyle, Width};
use overhear_lab::table::{DisplayTable, shortened};

use super::Paint;
use super::width::{USUAL, width};

/// Minimum width of a column.
const LEAST: usize = 8;

/// Lines above, below, and under the heading.
const STYLE: TableStyle = TableStyle::new()
    .top_border(LineStyle::none().fill('─').junction('─'))
    .header_separator(LineStyle::none().fill('─').junction('─'))
    .bottom_border(LineStyle::none().fill('─').junction('─'));

/// Heading of a column.
#[derive(Clone, Debug)]
pub(crate) struct Column {
    title: String,
    alignment: CellAlignment,
}

impl Column {
    /// Returns a text column.
    pub(crate) fn words(title: &str) -> Column {
        Column { title: title.to_owned(), alignment: CellAlignment::Left }
    }

    /// Returns a number column.
    pub(crate) fn numbers(title: &str) -> Column {
        Column { title: title.to_owned(), alignment: CellAlignment::Right }
    }
}

/// Draws a frame.
pub(crate) fn drawn(DisplayTable { titles, rows }: DisplayTable, paint: Paint) -> String {
    let columns: Vec<Column> = titles
        .iter()
        .map(|(title, is_number)| if *is_number { Column::numbers(title) } else { Column::words(title) })
        .collect();
    render(&columns, rows, paint)
}

/// Draws a table for standard output, ending in a newline.
pub(crate) fn render(columns: &[Column], rows: Vec<Vec<String>>, paint: Paint) -> String {
    render_in(width(), columns, rows, paint)
}

/// Draws a table of at most `width` columns.
fn render_in(width: usize, columns: &[Column], rows: Vec<Vec<String>>, paint: Paint) -> String {
    let whole = whole_words(width, columns, &rows);
    if width < USUAL && whole.contains(&None) {
        return lists(width, columns, &rows, paint);
    }
    let mut table = Table::new();
    table.load_style(STYLE).set_content_arrangement(ContentArrangement::Dynamic).set_width(width as u16);
    table.set_header(columns.iter().map(|column| column.title.clone()));
    table.add_rows(rows);
    for (n, (drawn, column)) in table.column_iter_mut().zip(columns).enumerate() {
        drawn.set_cell_alignment(column.alignment);
        drawn.set_padding((0, u16::from(n + 1 < columns.len())));
        if let Some(width) = whole[n] {
            drawn.set_constraint(ColumnConstraint::LowerBoundary(Width::Fixed(width)));
        }
    }
    let lines = table.lines().map(|line| line.trim_end().to_owned()).enumerate();
    lines.map(|(n, line)| if n == 1 { paint.bold(&line) } else { line } + "\n").collect()
}

/// Draws a list for each row: titles on the left, cells on the right.
fn lists(width: usize, columns: &[Column], rows: &[Vec<String>], paint: Paint) -> String {
    let titles = columns.iter().map(|column| column.title.chars().count()).max().unwrap_or(0).min(width / 2);
    let line = "─".repeat(width) + "\n";
    let entry = |(column, cell): (&Column, &String)| {
        let indent = " ".repeat(titles + 2);
        let options = textwrap::Options::new(width).initial_indent(&indent).subsequent_indent(&indent);
        let text = textwrap::fill(cell, options);
        let title = shortened(&column.title, titles);
        let gap = " ".repeat(titles - title.chars().count() + 2);
        paint.bold(&title) + &gap + text.trim_start() + "\n"
    };
    let mut text = String::new();
    for row in rows {
        text += &line;
        text.extend(columns.iter().zip(row).map(entry));
    }
    text + &line
}

/// Returns the width at which each column breaks no word, including its gap; `None` for the widest columns if
/// the table has no room for all.
fn whole_words(room: usize, columns: &[Column], rows: &[Vec<String>]) -> Vec<Option<u16>> {
    let last = columns.len().saturating_sub(1);
    let widths = columns.iter().enumerate().map(|(n, column)| {
        let cells = rows.iter().map(|row| longest_word(&row[n]));
        cells.chain([longest_word(&column.title)]).max().unwrap_or(0) + usize::from(n < last)
    });
    let widths: Vec<usize> = widths.collect();
    // The narrowest columns get whole words first, as long as each that is left keeps its minimum.
    let mut order: Vec<usize> = (0..columns.len()).collect();
    order.sort_by_key(|&n| widths[n]);
    let mut room = room.saturating_sub(last);
    let mut whole = vec![None; columns.len()];
    for (place, n) in order.into_iter().enumerate() {
        if widths[n] + LEAST * (last - place) > room {
            break;
        }
        room -= widths[n];
        whole[n] = Some(widths[n] as u16);
    }
    whole
}

/// Returns the width of the longest word.
fn longest_word(text: &str) -> usize {
    text.split_whitespace().map(|word| word.chars().count()).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::ColorMode;
    use crate::output::on_stdout;

    #[test]
    fn words_stand_on_the_left_and_numbers_on_the_right() {
        let columns = [Column::words("agent"), Column::numbers("games")];
        let rows = vec![vec!["a".to_owned(), "10".to_owned()]];
        let text = render(&columns, rows, on_stdout(ColorMode::Never));
        assert_eq!(text, "────────────\nagent  games\n────────────\na         10\n────────────\n");
    }

    #[test]
    fn no_line_is_wider_than_eighty_columns() {
        let columns = [Column::words("name"), Column::words("meaning")];
        let rows = vec![vec!["x".repeat(50), "many words ".repeat(20)]];
        let text = render(&columns, rows, on_stdout(ColorMode::Never));
        assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    }

    #[test]
    fn a_narrow_terminal_gets_no_longer_line_and_no_broken_word() {
        let columns = ["agent", "games", "score", "rating", "intercepted"];
        let columns =
            columns.map(|title| if title == "agent" { Column::words(title) } else { Column::numbers(title) });
        let row = ["a-rather-long-name", "10,000", "0.512 ±0.012", "1,169 695–1,862", "23.2 21.0–25.4"];
        for width in [30, 40, 60, 79] {
            let rows = vec![row.map(str::to_owned).to_vec(); 2];
            let text = render_in(width, &columns, rows, on_stdout(ColorMode::Never));
            assert!(text.lines().all(|line| line.chars().count() <= width), "{width}: {text}");
            for word in
                row.iter().flat_map(|cell| cell.split(' ')).filter(|word| word.chars().count() < width / 2)
            {
                assert_eq!(text.matches(word).count() % 2, 0, "{width}, {word}: {text}");
                assert!(text.contains(word), "{width}, {word}: {text}");
            }
        }
    }

    #[test]
    fn words_are_broken_only_where_there_is_no_room() {
        let columns = ["key", "high", "meaning"].map(Column::words);
        let meaning = "understanding ".repeat(20);
        let rows = vec![vec!["gamma_reach".to_owned(), "9".repeat(60), meaning.clone()]];
        let text = render(&columns, rows, on_stdout(ColorMode::Never));
        assert_eq!(text.matches("understanding").count(), 20, "{text}");
        assert!(text.contains("gamma_reach"), "{text}");
        let rows = vec![vec!["x".repeat(60), "y".repeat(60), meaning]];
        let text = render(&columns, rows, on_stdout(ColorMode::Never));
        assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    }
}
