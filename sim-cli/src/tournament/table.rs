//! The standings for display, eighty columns wide.

use overhear_lab::table::{ELO_DECIMALS, MeasuredValue, fixed, shortened};
use overhear_lab::tournament::{RatingEvidence, StandingRow};

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
pub(super) fn draw(standings: &[StandingRow], fit: Option<String>, paint: Paint) -> String {
    // With three players the two roles tell more than a rating, which their games hardly determine (R17).
    let by_role = standings.iter().any(|row| row.roles.is_some());
    let second: &[&str] = if by_role { &["team", "alone"] } else { &["rating"] };
    let titles = [&["score"], second, &["rounds", "missed", "overhears", "overheard", "leak"]].concat();
    let mut columns = vec![Column::words("agent")];
    columns.extend(titles.into_iter().map(Column::numbers));
    render(&columns, standings.iter().map(cells).collect(), paint)
        + &paint.legend(if by_role { ROLES } else { LEGEND })
        + "\n"
        + &fit.map_or(String::new(), |fit| fit + "\n")
}

fn cells(row: &StandingRow) -> Vec<String> {
    let score = row.score.and_then(MeasuredValue::as_in_files);
    let mut cells =
        vec![shortened(&row.agent, LABEL), score.map_or(String::new(), |score| score.scaled(100.0).text(1))];
    match row.roles {
        Some(roles) => cells.extend([roles.score_as_team, roles.score_as_interceptor].map(percent)),
        None => cells.push(rating(row)),
    }
    cells.extend([
        plain(row.mean_rounds),
        percent(row.miscommunication_rate),
        percent(row.interception_rate),
        percent(row.intercepted_rate),
        plain(row.leaked_bits.map(|bits| bits.value)),
    ]);
    cells
}

fn percent(share: Option<f64>) -> String {
    share.map_or(String::new(), |share| fixed(100.0 * share, 1) + "%")
}

fn plain(number: Option<f64>) -> String {
    number.map_or(String::new(), |number| fixed(number, 2))
}

/// Returns a rating, marked if it rests on a penalty.
fn rating(row: &StandingRow) -> String {
    let rating = row.rating.rounded(ELO_DECIMALS);
    let mark = if row.rating_basis == RatingEvidence::Penalty { "?" } else { "" };
    rating.map_or(String::new(), |rating| rating.text(0)) + mark
}
