//! Report section on the games of one pairing, or of all together.

use super::bars;
use super::dots::{Axis, Dot, dots};
use super::flow::EndingFlow;
use super::page::{Section, TableView};
use super::rows::{dot, is_enough, rows_of_pair};
use super::source::{CsvRow, CsvTable, ResultFiles};
use overhear_lab::error::LabError;
use overhear_lab::experiment::ExperimentManifest;
use overhear_lab::table::fixed;
use overhear_lab::wording::change_name;

pub(super) fn title([a, b]: [&str; 2]) -> String {
    match (a, b) {
        ("*", _) => "Every pairing of the roster".to_owned(),
        _ if a == b => format!("{a} against itself"),
        _ => format!("{a} and {b}"),
    }
}

/// Returns the section: how games end, how long they take, how open they stay, and the effect of other
/// tiebreakers.
pub(super) fn section(
    source: &ResultFiles,
    manifest: &ExperimentManifest,
    ladder: &CsvTable,
    n: usize,
    agents: [&str; 2],
) -> Result<Section, LabError> {
    let mut section = Section::new(title(agents), "How games end, how long they take, how open they stay.");
    let ladder = EndingFlow::of_balance(ladder, agents)?;
    section.figures.extend(ladder.draw(&figure_id("ladder", n), "The tiebreak ladder"));
    section.figures.extend(ladder.tied().draw(&figure_id("tied", n), "The tied games alone"));
    if let Some(table) = source.table("lengths.csv")? {
        let mut bars =
            bars::rounds(&figure_id("rounds", n), "How long games take", rows_of_pair(&table, agents));
        if let (Some(bars), Some(minutes)) = (&mut bars, manifest.configuration.minutes) {
            bars.caption = format!("{} {}", bars.caption, minutes.assumptions());
        }
        section.figures.extend(bars);
    }
    if let Some(table) = source.table("seats.csv")? {
        let axis = Axis { name: "White's score, %", factor: 100.0, zero: 0.5, digits: 1 };
        let rows = rows_of_pair(&table, agents).filter(|row| row.text("step") != "shared" && is_enough(row));
        let seats: Vec<Dot> =
            rows.filter_map(|row| dot(row, row.text("step"), "white_score", "s0")).collect();
        section.figures.extend(dots(&figure_id("seats", n), "Does White have an advantage?", axis, &seats));
        let words = [("step", "decided by"), ("games", "games")];
        let view = TableView::from_rows(
            rows_of_pair(&table, agents),
            &words,
            &[("white_score", "White's score, %", 1)],
        );
        section.tables.push(view.under("White's score"));
    }
    if let Some(table) = source.table("drama.csv")? {
        let axis = Axis { name: "% of games", factor: 100.0, zero: 0.0, digits: 1 };
        let games = source.table("lengths.csv")?;
        let games = games.map_or(0, |table| rows_of_pair(&table, agents).map(|row| row.count("games")).sum());
        let figure = |name: &str, title: &str, label: fn(CsvRow<'_>) -> Option<String>| {
            let rows = rows_of_pair(&table, agents).filter_map(|row| dot(row, &label(row)?, "share", "s1"));
            dots(&figure_id(name, n), title, axis, &rows.map(|dot| Dot { games, ..dot }).collect::<Vec<_>>())
        };
        section.figures.extend(figure("drama", "How long games stay open", open));
        let rows: Vec<CsvRow<'_>> =
            rows_of_pair(&table, agents).filter(|row| open(*row).or_else(|| swing(*row)).is_some()).collect();
        let words = rows.iter().map(|row| open(*row).or_else(|| swing(*row)).unwrap_or_default());
        let view = TableView::from_rows(rows.iter().copied(), &[], &[("share", "games, %", 1)]);
        let view = view.led("what", words);
        section.tables.push(view.under("open games and the last round"));
        section.figures.extend(figure("swing", "What the last round does", swing).map(|mut figure| {
            figure.caption += &settled(rows_of_pair(&table, agents)).unwrap_or_default();
            figure
        }));
    }
    if let Some(table) = source.table("comebacks.csv")? {
        let axis = Axis { name: "score of the team behind, %", factor: 100.0, zero: 0.5, digits: 1 };
        let view = TableView::from_rows(
            rows_of_pair(&table, agents),
            &[("games", "games")],
            &[("score", "score, %", 1)],
        )
        .led("tokens", rows_of_pair(&table, agents).map(state));
        section.tables.push(view.under("teams that are behind"));
        let comebacks: Vec<Dot> = rows_of_pair(&table, agents)
            .filter(is_enough)
            .filter_map(|row| dot(row, &state(row), "score", "s2"))
            .collect();
        section.figures.extend(
            dots(&figure_id("comebacks", n), "Do teams come back?", axis, &comebacks).map(|mut figure| {
                figure.comment(
                    "○ Interception, ● Miscommunication; the tokens of the team behind stand first.",
                );
                figure
            }),
        );
    }
    if let Some(table) = source.table("whatifs.csv")? {
        what_ifs(&mut section, &table, agents, n);
    }
    Ok(section)
}

/// Returns the name of a figure of the n-th group.
fn figure_id(name: &str, n: usize) -> String {
    format!("{name}-{n}")
}

/// Effects of other tiebreakers: name of the figure, column, title and axis.
const CHANGES: [[&str; 4]; 4] = [
    ["shared", "shared_difference", "shared victories", "points more victories shared"],
    ["white", "white_difference", "White's score", "points more for White"],
    ["clear", "clear_difference", "the clearer team's score", "points more for the clearer team"],
    ["secret", "secret_difference", "the secretive team's score", "points more for the secretive team"],
];

/// Number of these figures in which last steps are drawn separately.
const APART: usize = 2;

/// Adds the figures on the effect of other tiebreakers. Last steps are drawn separately where their effect
/// would hide all others.
fn what_ifs(section: &mut Section, table: &CsvTable, agents: [&str; 2], n: usize) {
    for (place, [name, stem, title, axis]) in CHANGES.into_iter().enumerate() {
        let axis = Axis { name: axis, factor: 100.0, zero: 0.0, digits: 1 };
        let is_apart = place < APART;
        let dots_of = |is_shown: &dyn Fn(&str) -> bool| {
            let rows = rows_of_pair(table, agents).filter(|row| is_shown(row.text("change")));
            let mut changes: Vec<Dot> = rows
                .filter_map(|row| {
                    let name = change_name(row.text("change"));
                    let label = if is_apart { name.trim_start_matches("still even: ") } else { &name };
                    dot(row, label, stem, "s3")
                })
                .collect();
            changes.sort_by(|a, b| b.number[0].abs().total_cmp(&a.number[0].abs()));
            changes
        };
        let ladder = dots_of(&|change| !(is_apart && is_last_step(change)));
        let last = dots_of(&|change| is_apart && is_last_step(change));
        let figures = [
            dots(&format!("whatif-{name}-{n}"), &format!("What if: {title}"), axis, &ladder),
            dots(&format!("whatif-{name}-last-{n}"), &format!("The last step: {title}"), axis, &last),
        ];
        section.figures.extend(figures.into_iter().flatten().map(|mut figure| {
            figure.caption += " The same games, judged again by another tiebreaker.";
            figure
        }));
    }
    let numbers = [
        ("shared_difference", "shared, %", 1),
        ("white_difference", "White, %", 1),
        ("clear_difference", "clearer, %", 1),
        ("secret_difference", "secretive, %", 1),
    ];
    let known = numbers
        .into_iter()
        .filter(|(stem, ..)| rows_of_pair(table, agents).any(|row| row.measured(stem).is_some()));
    let view = TableView::from_rows(
        rows_of_pair(table, agents),
        &[("games", "games"), ("changed", "other winner")],
        &known.collect::<Vec<_>>(),
    );
    let words = rows_of_pair(table, agents).map(|row| change_name(row.text("change")));
    section.tables.push(view.led("what if", words).under("what other tiebreakers change, in points of 100"));
}

fn is_last_step(change: &str) -> bool {
    change.starts_with("final_tie=")
}

/// Returns the label of a row of drama.csv about open games. The long tail of lead changes stays in the file
/// only.
fn open(row: CsvRow<'_>) -> Option<String> {
    (row.text("quantity") == "open_after_round").then(|| format!("open after round {}", row.text("value")))
}

/// Returns the label of a row of drama.csv about the last round; these rows add up to all games.
fn swing(row: CsvRow<'_>) -> Option<String> {
    let words = match row.text("value") {
        "kept" => "the leader wins",
        "opened" => "a level game is won",
        "turned" => "the trailing team wins",
        "shared" => "the victory is shared",
        _ => return None,
    };
    (row.text("quantity") == "last_round").then(|| words.to_owned())
}

/// Returns the sentence on how often the first half of the last round settles a game.
fn settled<'a>(mut rows: impl Iterator<Item = CsvRow<'a>>) -> Option<String> {
    let row = rows.find(|row| row.text("quantity") == "settled_by_first_half")?;
    let [value, low, high] = row.measured("share")?.numbers()?.map(|share| fixed(100.0 * share, 1));
    Some(format!(" Its first half alone settles {value} of 100 games ({low} to {high})."))
}

/// Returns the tokens of both teams, the trailing team first: `○ against ●`.
fn state(row: CsvRow<'_>) -> String {
    let own = tokens(row, ["interceptions", "miscommunications"]);
    format!("{own} against {}", tokens(row, ["opponent_interceptions", "opponent_miscommunications"]))
}

/// Returns the tokens of a team, by the columns of its Interceptions and Miscommunications.
fn tokens(row: CsvRow<'_>, columns: [&str; 2]) -> String {
    let [won, lost] = columns.map(|column| row.count(column) as usize);
    if won + lost == 0 { "none".to_owned() } else { "○".repeat(won) + &"●".repeat(lost) }
}
