//! Tables for people, eighty columns wide at most.

use comfy_table::{CellAlignment, ContentArrangement, LineStyle, Table, TableStyle};

use super::{Frame, Paint};

/// How wide a table may be.
const WIDTH: u16 = 80;

/// A line above, below, and under the head.
const STYLE: TableStyle = TableStyle::new()
    .top_border(LineStyle::none().fill('─').junction('─'))
    .header_separator(LineStyle::none().fill('─').junction('─'))
    .bottom_border(LineStyle::none().fill('─').junction('─'));

/// The head of a column.
#[derive(Clone, Debug)]
pub(crate) struct Column {
    title: String,
    alignment: CellAlignment,
}

impl Column {
    /// A column of words.
    pub(crate) fn words(title: &str) -> Column {
        Column { title: title.to_owned(), alignment: CellAlignment::Left }
    }

    /// A column of numbers.
    pub(crate) fn numbers(title: &str) -> Column {
        Column { title: title.to_owned(), alignment: CellAlignment::Right }
    }

    /// The columns of a frame.
    pub(crate) fn all_of(frame: &Frame) -> Vec<Column> {
        let titles = frame.columns().iter().map(|name| name.replace('_', " ")).enumerate();
        let column = |(n, title): (usize, String)| {
            if frame.is_numeric(n) { Column::numbers(&title) } else { Column::words(&title) }
        };
        titles.map(column).collect()
    }
}

/// Draws a table, ending in a newline.
pub(crate) fn render(columns: &[Column], rows: Vec<Vec<String>>, paint: Paint) -> String {
    let mut table = Table::new();
    table.load_style(STYLE).set_content_arrangement(ContentArrangement::Dynamic).set_width(WIDTH);
    table.set_header(columns.iter().map(|column| column.title.clone()));
    table.add_rows(rows);
    for (n, (drawn, column)) in table.column_iter_mut().zip(columns).enumerate() {
        drawn.set_cell_alignment(column.alignment);
        drawn.set_padding((0, u16::from(n + 1 < columns.len())));
    }
    let lines = table.lines().map(|line| line.trim_end().to_owned()).enumerate();
    lines.map(|(n, line)| if n == 1 { paint.bold(&line) } else { line } + "\n").collect()
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
}
