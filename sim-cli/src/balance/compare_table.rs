//! Tables of a comparison of two rule sets and of a comparison of two decks, for display.

use overhear_lab::RulesComparison;
use overhear_lab::paired::{Decision, DecksResult, DecksRow, MeasureComparison, RulesRow};
use overhear_lab::table::{MeasuredValue, counted, fixed, in_files, printable};
use overhear_stats::Interval;

use crate::output::{Column, Paint, render, wrapped};

const RULES_LEGEND: &str = "\
pairing: precision gained by sharing deals, as a factor on the number of deals.
different: not 0; equivalent: within the margin; different within margin: both.
Each at 5 % for all measures together (Holm).
";

const AT_ANY_TIME: &str = "\
pairing: precision gained by sharing deals, as a factor on the number of deals.
different: 0 is outside the interval; equivalent: the interval is within the
margin. The interval holds at every look.
";

const AT_TABLES: &str = "\
Intervals hold for all rows at once (Bonferroni). different: 0 is outside;
equivalent: within the margin. A+B: a team of A against a team of B.
";

const DECKS_LEGEND: &str = "\
different: not 0; equivalent: within the margin; different within margin: both.
Each at 5 % for all measures together (Holm). `--by keyword` lists the words of
one deck that stand out.
";

/// Returns a comparison of rule sets for display, sentences first.
pub(super) fn rules_screen(result: &RulesComparison, paint: Paint) -> String {
    let rows = &result.rows;
    let at_tables = rows.iter().any(|row| row.matchup.is_some());
    let anytime = matches!(&rows[..], [row] if anytime(row).is_some());
    let interval = if anytime { "95 % at any time" } else { "95 % interval" };
    let mut columns = vec![Column::words("measure")];
    columns.extend(at_tables.then(|| Column::words("table")));
    columns.extend(["A", "B", "B - A", interval].map(Column::numbers));
    if !at_tables {
        columns.extend(["pairing", "margin"].map(Column::numbers));
    }
    columns.push(Column::words("verdict"));
    let sentences: String = result.sentences.iter().map(|sentence| wrapped(sentence)).collect();
    sentences
        + &rows.first().map_or(String::new(), rules_note)
        + "\n"
        + &render(&columns, rows.iter().map(rules_cells).collect(), paint)
        + &paint.legend(match (at_tables, anytime) {
            (true, _) => AT_TABLES,
            (false, true) => AT_ANY_TIME,
            (false, false) => RULES_LEGEND,
        })
}

/// Returns the interval that holds at every look.
fn anytime(row: &RulesRow) -> Option<Interval> {
    row.anytime.filter(|ends| ends.low.is_finite())
}

/// Returns the measure with its display unit, the values of A and B, and the difference, in display units: percent, or
/// rounds.
fn values(comparison: &MeasureComparison) -> [String; 4] {
    let MeasureComparison { value_a, value_b, difference, .. } = comparison;
    let difference = difference.map(|difference| difference.value);
    let [a, b, difference] = [*value_a, *value_b, difference].map(|value| number(comparison, value));
    [comparison.measure.wording().heading(), a, b, difference]
}

/// Returns the margin in display units.
fn margin(comparison: &MeasureComparison) -> String {
    "±".to_owned() + &number(comparison, Some(comparison.margin))
}

/// Returns a number as files have it, in display units.
fn number(comparison: &MeasureComparison, value: Option<f64>) -> String {
    let factor = comparison.measure.wording().factor;
    value.and_then(in_files).map_or(String::new(), |value| fixed(factor * value, 2))
}

/// Returns an interval of the difference in display units.
fn bracketed_interval(comparison: &MeasureComparison, interval: Option<Interval>) -> String {
    let difference = comparison.difference.map(|difference| MeasuredValue { interval, ..difference });
    let difference = difference.and_then(MeasuredValue::as_in_files);
    let ends =
        difference.and_then(|difference| difference.scaled(comparison.measure.wording().factor).interval);
    ends.map_or(String::new(), |ends| format!("[{}, {}]", fixed(ends.low, 2), fixed(ends.high, 2)))
}

fn rules_cells(row: &RulesRow) -> Vec<String> {
    let RulesRow { comparison, matchup, .. } = row;
    let [measure, a, b, difference] = values(comparison);
    let verdict = Decision::name(comparison.verdict).to_owned();
    if let Some(matchup) = matchup {
        let interval = bracketed_interval(comparison, matchup.overall);
        return vec![measure, printable(&matchup.table), a, b, difference, interval, verdict];
    }
    let interval = anytime(row).or_else(|| comparison.difference?.interval);
    let interval = bracketed_interval(comparison, interval);
    let ratio = comparison.variance_ratio.and_then(in_files);
    let ratio = ratio.map_or(String::new(), |ratio| fixed(ratio, 1) + "×");
    vec![measure, a, b, difference, interval, ratio, margin(comparison), verdict]
}

/// Returns the note on what was compared, and how.
fn rules_note(row: &RulesRow) -> String {
    let games = counted(row.comparison.games, "game");
    let [a, b] = [&row.rules_a, &row.rules_b].map(|rules| printable(rules));
    let each = if row.matchup.is_some() { " at each table" } else { "" };
    format!("A: {a}\nB: {b} ({} on the same deals)\n{games} by each{each}\n", row.method)
}

/// Returns a comparison of decks for display, sentences first.
pub(super) fn decks_screen(result: &DecksResult, paint: Paint) -> String {
    let mut columns = vec![Column::words("measure")];
    columns.extend(["A", "B", "B - A", "95 % interval", "margin"].map(Column::numbers));
    columns.push(Column::words("verdict"));
    let rows = result.rows.iter().map(decks_cells).collect();
    let sentences: String = result.sentences.iter().map(|sentence| wrapped(sentence)).collect();
    decks_note(result) + &sentences + "\n" + &render(&columns, rows, paint) + &paint.legend(DECKS_LEGEND)
}

fn decks_cells(DecksRow { comparison, .. }: &DecksRow) -> Vec<String> {
    let interval = comparison.difference.and_then(|difference| difference.interval);
    let last = [
        bracketed_interval(comparison, interval),
        margin(comparison),
        Decision::name(comparison.verdict).to_owned(),
    ];
    values(comparison).into_iter().chain(last).collect()
}

/// Returns the note on what was compared, and what was equal.
fn decks_note(result: &DecksResult) -> String {
    let [a, b] = &result.decks;
    let (games, same) = (counted(result.games, "game"), fixed(100.0 * result.same_deals, 1));
    format!(
        "A: {a}\nB: {b}\n{games} with each; the same codes and noise seeds on {same} % of the deals\nB against A:\n"
    )
}
