//! The standings for display, eighty columns wide.

use overhear_lab::table::{Cell, Frame, fixed, shortened};

use crate::output::{Column, Paint, render};

const ROLES: &str = "\
score: %, 1 for a win and ½ for a shared game; ± and –: 95 % intervals. team,
alone: score as the team of two, and as the Interceptor. missed: own codes
guessed wrongly. overhears: codes that it intercepts. overheard: own codes that
are intercepted. leak: bits that the Interceptor knows beyond chance: lower is
better.";

const LEGEND: &str = "\
score: %, 1 for a win and ½ for a shared game; ± and –: 95 % intervals. rating:
Elo units, mean 0; ?: the games do not determine it. missed: own codes guessed
wrongly. overhears: codes that it intercepts. overheard: own codes that are
intercepted. leak: bits that opponents know beyond chance: lower is better,
below 0 they are misled.";

/// Maximum length of a label.
const LABEL: usize = 14;

/// Returns the standings as a table with its legend.
pub(super) fn draw(standings: &Frame, fit: Option<String>, paint: Paint) -> String {
    // With three players the two roles tell more than a rating, which their games hardly determine (R17).
    let by_role = standings.columns().contains(&"score_as_team");
    let second: &[&str] = if by_role { &["team", "alone"] } else { &["rating"] };
    let titles = [&["score"], second, &["rounds", "missed", "overhears", "overheard", "leak"]].concat();
    let mut columns = vec![Column::words("agent")];
    columns.extend(titles.into_iter().map(Column::numbers));
    let rows = (0..standings.len()).map(|place| row(standings, place, by_role)).collect();
    render(&columns, rows, paint)
        + &paint.legend(if by_role { ROLES } else { LEGEND })
        + "\n"
        + &fit.map_or(String::new(), |fit| fit + "\n")
}

fn row(standings: &Frame, place: usize, by_role: bool) -> Vec<String> {
    let number = |column: &str| match standings.cell(place, column) {
        Cell::Number(value, _) => *value,
        _ => None,
    };
    let percent = |column| number(column).map_or(String::new(), |share| fixed(100.0 * share, 1) + "%");
    let plain = |column, digits| number(column).map_or(String::new(), |value| fixed(value, digits));
    let second = if by_role {
        vec![percent("score_as_team"), percent("score_as_interceptor")]
    } else {
        vec![rating(standings, place)]
    };
    let mut row = vec![
        shortened(&standings.cell(place, "agent").as_csv(), LABEL),
        standings.measured(place, "score").map_or(String::new(), |score| score.scaled(100.0).text(1)),
    ];
    row.extend(second);
    row.extend([
        plain("mean_rounds", 2),
        percent("miscommunication_rate"),
        percent("interception_rate"),
        percent("intercepted_rate"),
        plain("leaked_bits", 2),
    ]);
    row
}

/// Returns a rating, marked if it rests on a penalty.
fn rating(standings: &Frame, place: usize) -> String {
    let penalised = matches!(standings.cell(place, "rating_basis"), Cell::Text(basis) if basis == "penalty");
    let rating = standings.measured(place, "rating").map_or(String::new(), |rating| rating.text(0));
    rating + if penalised { "?" } else { "" }
}
