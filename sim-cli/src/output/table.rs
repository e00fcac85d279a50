//! Tables for people, eighty columns wide at most.

use comfy_table::{CellAlignment, ColumnConstraint, ContentArrangement, LineStyle, Table, TableStyle, Width};
use overhear_lab::table::Folded;

use super::Paint;

/// How wide a table may be.
const WIDTH: u16 = 80;

/// What a column is left with at least.
const LEAST: usize = 8;

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
}

/// Draws a frame.
pub(crate) fn drawn(Folded { titles, rows }: Folded, paint: Paint) -> String {
    let column = |(title, is_number): &(String, bool)| {
        if *is_number { Column::numbers(title) } else { Column::words(title) }
    };
    render(&titles.iter().map(column).collect::<Vec<_>>(), rows, paint)
}

/// Draws a table, ending in a newline.
pub(crate) fn render(columns: &[Column], rows: Vec<Vec<String>>, paint: Paint) -> String {
    let whole = whole_words(columns, &rows);
    let mut table = Table::new();
    table.load_style(STYLE).set_content_arrangement(ContentArrangement::Dynamic).set_width(WIDTH);
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

/// How wide each column must be that no word in it is broken, its gap included; where the table has no room for all, the
/// widest columns are left to it.
fn whole_words(columns: &[Column], rows: &[Vec<String>]) -> Vec<Option<u16>> {
    let longest = |text: &str| text.split_whitespace().map(|word| word.chars().count()).max().unwrap_or(0);
    let last = columns.len().saturating_sub(1);
    let width = |n: usize| {
        let cells = rows.iter().map(|row| longest(&row[n]));
        cells.chain([longest(&columns[n].title)]).max().unwrap_or(0) + usize::from(n < last)
    };
    let widths: Vec<usize> = (0..columns.len()).map(width).collect();
    let mut order: Vec<usize> = (0..columns.len()).collect();
    order.sort_by_key(|&n| widths[n]);
    let mut room = usize::from(WIDTH).saturating_sub(last);
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
