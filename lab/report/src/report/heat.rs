//! Heat map of two swept switches, with the number printed in each cell.

use super::figure::{Anchor, FIRST_LINE, Figure, WIDTH};
use super::source::{CsvRow, CsvTable};
use super::text::TextStyle;
use overhear_lab::table::fixed;
use overhear_lab::wording::{switch_name, value_name};

/// Maximum width of the labels of the vertical switch.
const NAMES: f64 = 110.0;

/// Frame of a cell, and gap on both sides of its number.
const FRAME: f64 = 6.0;

const TOP: f64 = 52.0;
const ROW: f64 = 34.0;

/// Number of shades.
const SHADES: f64 = 5.0;

/// Difference between two shades: for shares and scores, and for rounds.
const STEPS: [f64; 2] = [0.04, 0.4];

/// The two switches and their values in sweep order. The switch with more values is vertical.
pub(super) struct SweepAxes<'a> {
    keys: [&'a str; 2],
    values: [Vec<&'a str>; 2],
    turned: bool,
}

/// A measure and its formatting.
#[derive(Clone, Copy, Debug)]
pub(super) struct HeatmapMeasure<'a> {
    /// Name in the file.
    pub(super) measure: &'a str,
    /// Title of the figure.
    pub(super) title: &'a str,
    /// Unit of the numbers.
    pub(super) unit: &'a str,
    /// Factor for display: 100 for percent.
    pub(super) factor: f64,
    /// Number of decimals.
    pub(super) digits: usize,
}

/// A cell: row, column, value, and the difference from the base if it is established.
struct HeatmapCell {
    place: [usize; 2],
    value: f64,
    change: Option<f64>,
    /// `true` if the cell's rules are the base.
    is_base: bool,
}

impl<'a> SweepAxes<'a> {
    /// Reads the axes from the names of the points; `None` unless exactly two switches are swept.
    pub(super) fn from_table(sweep: &'a CsvTable) -> Option<SweepAxes<'a>> {
        let mut plane = SweepAxes { keys: [""; 2], values: [Vec::new(), Vec::new()], turned: false };
        for point in sweep.rows().map(|row| row.text("point")).filter(|point| *point != "base") {
            let settings = settings(point)?;
            plane.keys = settings.map(|(key, _)| key);
            for (known, (_, value)) in plane.values.iter_mut().zip(settings) {
                if !known.contains(&value) {
                    known.push(value);
                }
            }
        }
        if plane.values[1].len() > plane.values[0].len() {
            plane.keys.reverse();
            plane.values.reverse();
            plane.turned = true;
        }
        plane.values.iter().all(|values| !values.is_empty()).then_some(plane)
    }

    fn place(&self, point: &str) -> Option<[usize; 2]> {
        let mut values = settings(point)?.map(|(_, value)| value);
        if self.turned {
            values.reverse();
        }
        let [row, column] = [0, 1].map(|n| self.values[n].iter().position(|value| *value == values[n]));
        Some([row?, column?])
    }

    /// Returns the map of one measure; `None` if the sweep does not have the measure.
    pub(super) fn draw(&self, sweep: &CsvTable, shown: HeatmapMeasure<'_>) -> Option<Figure> {
        let rows: Vec<CsvRow<'_>> = sweep.rows().filter(|row| row.text("measure") == shown.measure).collect();
        let base = rows.iter().find(|row| row.text("point") == "base")?;
        let base = base.measured("value")?.scaled(shown.factor).text(shown.digits);
        let cells: Vec<HeatmapCell> = rows.into_iter().filter_map(|row| self.cell(row)).collect();
        let height = TOP + ROW * self.values[0].len() as f64 + 4.0;
        let mut figure = Figure::new(&format!("heat-{}", shown.measure), shown.title, height);
        let widest = TextStyle::Label.widest(self.values[0].iter().map(|value| self.name(0, value)));
        let left = (widest + 8.0).min(NAMES);
        let grid = Grid { left, width: (WIDTH - left) / self.values[1].len() as f64 };
        self.heads(&mut figure, grid);
        let have_room = cells.iter().all(|cell| cell.covers(grid, shown));
        for cell in &cells {
            cell.draw(&mut figure, grid, have_room.then_some(shown), &cell.shade(shown));
        }
        figure.description = self.described(&cells, shown);
        figure.comment(format!(
            "In {}; base: {base}. Framed and coloured, with the difference from the base: differs from it at 95 %, for all \
             points of the figure at once. The stronger the colour, the larger the difference: a shade for each {} {}.{}",
            shown.unit,
            shown.factor * shown.step(),
            if shown.unit == "%" { "points" } else { shown.unit },
            if have_room { "" } else { " The numbers stand in the table: there is no room for them here." }
        ));
        figure.explain("win5", "more than the base");
        figure.explain("loss5", "less than the base");
        Some(figure)
    }

    fn cell(&self, row: CsvRow<'_>) -> Option<HeatmapCell> {
        let difference = row.measured("difference");
        let ends = difference.and_then(|difference| difference.interval);
        let is_established = ends.is_some_and(|ends| !ends.contains(0.0));
        let change = difference.filter(|_| is_established).map(|difference| difference.value);
        let (place, value) = (self.place(row.text("point"))?, row.measured("value")?.value);
        Some(HeatmapCell { place, value, change, is_base: is_base(row) })
    }

    fn heads(&self, figure: &mut Figure, Grid { left, width }: Grid) {
        let [down, across] = self.keys.map(|key| switch_name(key).unwrap_or(key));
        figure.text(2.0, FIRST_LINE + 16.0, Anchor::Start, TextStyle::Head, format!("↓ {down}"));
        figure.text(WIDTH - 2.0, FIRST_LINE, Anchor::End, TextStyle::Head, format!("{across} →"));
        for (n, value) in self.values[0].iter().enumerate() {
            let (y, style) = (TOP + (n as f64 + 0.6) * ROW, TextStyle::Label);
            figure.text(left - 6.0, y, Anchor::End, style, style.fitted(self.name(0, value), left - 6.0));
        }
        for (n, value) in self.values[1].iter().enumerate() {
            let (x, style) = (left + (n as f64 + 0.5) * width, TextStyle::Small);
            let name = style.fitted(self.name(1, value), width - 2.0);
            figure.text(x, TOP - 5.0, Anchor::Middle, style, name);
        }
    }

    /// Returns the display name of a value, if the switch has one.
    fn name(&self, switch: usize, value: &'a str) -> &'a str {
        value_name(self.keys[switch], value).unwrap_or(value)
    }

    fn described(&self, cells: &[HeatmapCell], shown: HeatmapMeasure<'_>) -> String {
        let [down, across] = self.keys.map(|key| switch_name(key).unwrap_or(key));
        let lines = cells.iter().map(|cell| {
            let [row, column] = [0, 1].map(|n| self.values[n][cell.place[n]]);
            let change = cell.change.map(|change| format!(" (differs: {})", shown.signed(change)));
            let value = shown.number(cell.value) + &change.unwrap_or_default();
            format!("{down} {}, {across} {}: {value}", self.name(0, row), self.name(1, column))
        });
        format!("In {}. {}.", shown.unit, lines.collect::<Vec<_>>().join("; "))
    }
}

/// Geometry of the cells.
#[derive(Clone, Copy)]
struct Grid {
    left: f64,
    width: f64,
}

impl HeatmapCell {
    /// Returns `true` if the cell's numbers fit in every font.
    fn covers(&self, grid: Grid, shown: HeatmapMeasure<'_>) -> bool {
        let change = self.change.map_or(0.0, |change| TextStyle::CellValue.width(&shown.signed(change)));
        TextStyle::CellLabel.width(&shown.number(self.value)).max(change) + FRAME <= grid.width
    }

    fn shade(&self, shown: HeatmapMeasure<'_>) -> String {
        shade(self.change.map(|change| change / shown.step()))
    }

    /// Draws the cell, with its numbers if they are shown.
    fn draw(&self, figure: &mut Figure, grid: Grid, shown: Option<HeatmapMeasure<'_>>, shade: &str) {
        let ([row, column], Grid { left, width }) = (self.place, grid);
        let (x, y) = (left + column as f64 * width, TOP + row as f64 * ROW);
        let middle = x + width / 2.0;
        figure.rect(x + 1.0, y + 1.0, width - 2.0, ROW - 2.0, shade);
        if self.change.is_some() {
            figure.rect(x + 2.0, y + 2.0, width - 4.0, ROW - 4.0, "outline");
        }
        let below = match (shown, self.change) {
            (Some(shown), Some(change)) => shown.signed(change),
            _ if self.is_base => base_mark(width).to_owned(),
            _ => String::new(),
        };
        let line = if below.is_empty() { 21.0 } else { 15.0 };
        if let Some(shown) = shown {
            figure.text(middle, y + line, Anchor::Middle, TextStyle::CellLabel, shown.number(self.value));
        }
        let style = if self.is_base { TextStyle::CellSmall } else { TextStyle::CellValue };
        if !below.is_empty() {
            figure.text(middle, y + 27.0, Anchor::Middle, style, below);
        }
    }
}

/// Returns the mark of the base for a cell of this width.
fn base_mark(width: f64) -> &'static str {
    let marks = ["the base", "base", "b"];
    marks.into_iter().find(|mark| TextStyle::CellSmall.width(mark) + FRAME <= width).unwrap_or_default()
}

impl HeatmapMeasure<'_> {
    fn number(&self, value: f64) -> String {
        fixed(self.factor * value, self.digits)
    }

    /// Returns the difference between two shades.
    fn step(&self) -> f64 {
        STEPS[usize::from(self.factor == 1.0)]
    }

    fn signed(&self, change: f64) -> String {
        format!("{}{}", if change < 0.0 { '−' } else { '+' }, self.number(change.abs()))
    }
}

/// Returns `true` if a row's rules are those that the sweep starts from.
fn is_base(row: CsvRow<'_>) -> bool {
    row.text("verdict") == "base"
}

/// Returns the two settings of `round_limit=5 tokens_to_lose=2`.
fn settings(point: &str) -> Option<[(&str, &str); 2]> {
    let settings: Option<Vec<_>> = point.split(' ').map(|setting| setting.split_once('=')).collect();
    settings?.try_into().ok()
}

/// Returns the style class of a change, in shades; neutral without a change.
fn shade(change: Option<f64>) -> String {
    let Some(change) = change else { return "even".to_owned() };
    let step = 1.0 + change.abs().min(SHADES - 1.0).floor();
    format!("{}{step}", if change > 0.0 { "win" } else { "loss" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shades_say_which_way_and_how_far() {
        let shades = [Some(4.0), Some(0.1), None, Some(-2.5), Some(-40.0)].map(shade);
        assert_eq!(shades, ["win5", "win1", "even", "loss3", "loss5"]);
    }

    #[test]
    fn only_two_settings_make_a_plane() {
        assert_eq!(settings("a=1 b=x"), Some([("a", "1"), ("b", "x")]));
        for point in ["base", "a=1", "a=1 b=2 c=3"] {
            assert_eq!(settings(point), None, "{point}");
        }
    }
}
