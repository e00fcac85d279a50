//! The league for display, eighty columns wide.

use overhear_lab::LeagueResult;
use overhear_lab::league::{LeagueRow, LeagueTable, Response, exploited, percent, role, worst};
use overhear_lab::table::{MeasuredValue, bracketed, fixed, shortened};
use overhear_stats::Estimate;

use crate::output::{Column, Paint, render};

const ROLES: &str = "\
score: %, a win 1, shared ½; ±: 95 % by deal. mix: the equilibrium, how often to
choose each agent if opponents know the odds. worst: number of the agent that
exploits it most, and the score. *: a cheater, not in the mix. ( ): < 30 games.
";

const SEARCH: &str = "\
exploited: % of its codes that the best guesser against it finds; found on one
half of the deals, measured on the other. learned: fitted to the agent's games.
";

const RESPONSES: &str = "\
chosen: score against the mix on the deals that choose the best response. score:
the same on other deals; less 50 it is the regret of the mix. Both in %, ±: 95 %.
";

/// Maximum length of the SPEC of a response.
const SPEC: usize = 36;

/// Maximum length of a label.
const LABEL: usize = 10;

/// Maximum number of agents for scores with a decimal.
const PRECISE: usize = 9;

/// Returns all tables with their legends.
pub(super) fn draw(result: &LeagueResult, paint: Paint) -> String {
    let table = &result.table;
    let matrix = matrix(table, paint);
    let widest = fixed((1000.0 * table.half_width()).ceil() / 10.0, 1);
    let legend = format!("Scores of the row against the column, each ± {widest} at most.\n");
    roles(table, paint)
        + &paint.legend(ROLES)
        + "\n"
        + &matrix
        + &paint.legend(&legend)
        + &search(table, paint)
        + &responses(&result.responses, paint)
}

/// Returns the table of the responses to the mix; empty without a search.
fn responses(responses: &[Response], paint: Paint) -> String {
    if responses.is_empty() {
        return String::new();
    }
    let columns = vec![Column::words("response"), Column::numbers("chosen"), Column::numbers("score")];
    let rows = responses.iter().map(|response| {
        vec![
            shortened(&response.name(), SPEC),
            score_percent(response.choosing_score, response.choosing_games),
            score_percent(response.score, response.games),
        ]
    });
    format!("\n{}{}", render(&columns, rows.collect(), paint), paint.legend(RESPONSES))
}

/// Returns a score in percent with its interval, in brackets for few games.
fn score_percent(score: Option<Estimate>, games: u64) -> String {
    let text = score.map(|score| MeasuredValue::from(score).scaled(100.0).text(1));
    bracketed(text.unwrap_or_default(), games)
}

/// Returns the table of the best guessers against the members; empty without a search.
fn search(table: &LeagueTable, paint: Paint) -> String {
    let columns = vec![Column::words("agent"), Column::numbers("exploited"), Column::words("by guesser")];
    let rows = table.rows.iter().enumerate().filter_map(|(place, row)| {
        let (rate, guesser) = exploited(row)?;
        Some(vec![name(place, row), rate, guesser.to_owned()])
    });
    let rows: Vec<_> = rows.collect();
    if rows.is_empty() {
        String::new()
    } else {
        format!("\n{}{}", render(&columns, rows, paint), paint.legend(SEARCH))
    }
}

fn roles(table: &LeagueTable, paint: Paint) -> String {
    let mut columns = vec![Column::words("agent")];
    columns.extend(["score", "missed", "overhears", "overheard", "leak", "mix"].map(Column::numbers));
    columns.push(Column::words("worst"));
    let rows = table.rows.iter().enumerate().map(|(place, row)| cells(place, row, table.games)).collect();
    render(&columns, rows, paint)
}

fn cells(place: usize, row: &LeagueRow, games: u64) -> Vec<String> {
    let worst = format!("{}: {}", row.worst + 1, worst(row, games));
    [&[name(place, row)], &role(row, "%", 0)[..], &[worst]].concat()
}

fn matrix(table: &LeagueTable, paint: Paint) -> String {
    let count = table.rows.len();
    let digits = usize::from(count <= PRECISE);
    let columns = std::iter::once(Column::words("against"));
    let columns: Vec<_> =
        columns.chain((1..=count).map(|number| Column::numbers(&number.to_string()))).collect();
    let rows = table.rows.iter().enumerate().map(|(place, row)| {
        let cells = row.against.iter().map(|score| {
            score.map_or("-".to_owned(), |s| bracketed(percent(Some(s.value), digits), table.games))
        });
        std::iter::once(name(place, row)).chain(cells).collect()
    });
    render(&columns, rows.collect(), paint)
}

fn name(place: usize, row: &LeagueRow) -> String {
    let mark = if row.cheats { "*" } else { "" };
    format!("{} {}{mark}", place + 1, shortened(&row.label, LABEL - mark.len()))
}
