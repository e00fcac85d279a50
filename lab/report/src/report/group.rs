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
    let id = |name: &str| format!("{name}-{n}");
    let ladder = EndingFlow::of_balance(ladder, agents)?;
    section.figures.extend(ladder.draw(&id("ladder"), "The tiebreak ladder"));
    section.figures.extend(ladder.tied().draw(&id("tied"), "The tied games alone"));
    if let Some(table) = source.table("lengths.csv")? {
        let mut bars = bars::rounds(&id("rounds"), "How long games take", rows_of_pair(&table, agents));
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
        section.figures.extend(dots(&id("seats"), "Does White have an advantage?", axis, &seats));
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
            dots(&id(name), title, axis, &rows.map(|dot| Dot { games, ..dot }).collect::<Vec<_>>())
        };
        section.figures.extend(figure("drama", "How long games stay open", open));
        let rows = || rows_of_pair(&table, agents).filter(|row| open(*row).or_else(|| swing(*row)).is_some());
        let words = rows().map(|row| open(row).or_else(|| swing(row)).unwrap_or_default());
        let view = TableView::from_rows(rows(), &[], &[("share", "games, %", 1)]).led("what", words);
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
        section.figures.extend(dots(&id("comebacks"), "Do teams come back?", axis, &comebacks).map(
            |mut figure| {
                figure.comment(
                    "○ Interception, ● Miscommunication; the tokens of the team behind stand first.",
                );
                figure
            },
        ));
    }
    if let Some(table) = source.table("whatifs.csv")? {
        what_ifs(&mut section, &table, agents, id);
    }
    Ok(section)
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
fn what_ifs(section: &mut Section, table: &CsvTable, agents: [&str; 2], id: impl Fn(&str) -> String) {
    for (place, [name, stem, title, axis]) in CHANGES.into_iter().enumerate() {
        let axis = Axis { name: axis, factor: 100.0, zero: 0.0, digits: 1 };
        let is_apart = place < APART;
        let dots_of = |is_shown: &dyn Fn(&str) -> bool| {
            let rows = rows_of_pair(table, agents).filter(|row| is_shown(row.text("change")));
            let label = |row: CsvRow<'_>| {
                let name = change_name(row.text("change"));
                if is_apart { name.trim_start_matches("still even: ").to_owned() } else { name }
            };
            let judged = |row: CsvRow<'_>| dot(row, &label(row), stem, "s3");
            let mut changes: Vec<Dot> = rows.filter_map(judged).collect();
            changes.sort_by(|a, b| b.number[0].abs().total_cmp(&a.number[0].abs()));
            changes
        };
        let is_last = |change: &str| change.starts_with("final_tie=");
        let ladder = dots_of(&|change| !(is_apart && is_last(change)));
        let last = dots_of(&|change| is_apart && is_last(change));
        let figures = [
            dots(&id(&format!("whatif-{name}")), &format!("What if: {title}"), axis, &ladder),
            dots(&id(&format!("whatif-{name}-last")), &format!("The last step: {title}"), axis, &last),
        ];
        section.figures.extend(figures.into_iter().flatten().map(|mut figure| {
            figure.caption += " The same games, judged again by another tiebreaker.";
            figure
        }));
    }
    let rows = || rows_of_pair(table, agents);
    let numbers = [
        ("shared_difference", "shared, %", 1),
        ("white_difference", "White, %", 1),
        ("clear_difference", "clearer, %", 1),
        ("secret_difference", "secretive, %", 1),
    ];
    let known = numbers.into_iter().filter(|(stem, ..)| rows().any(|row| row.measured(stem).is_some()));
    let view = TableView::from_rows(
        rows(),
        &[("games", "games"), ("changed", "other winner")],
        &known.collect::<Vec<_>>(),
    );
    let words = rows().map(|row| change_name(row.text("change")));
    section.tables.push(view.led("what if", words).under("what other tiebreakers change, in points of 100"));
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
    let tokens = |interceptions: &str, miscommunications: &str| {
        let [won, lost] = [interceptions, miscommunications].map(|column| row.count(column) as usize);
        if won + lost == 0 { "none".to_owned() } else { "○".repeat(won) + &"●".repeat(lost) }
    };
    let own = tokens("interceptions", "miscommunications");
    format!("{own} against {}", tokens("opponent_interceptions", "opponent_miscommunications"))
}
