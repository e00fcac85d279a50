//! The sections about a balance run or a sweep.

use std::collections::BTreeSet;

use overhear_stats::Interval;

use super::bars;
use super::dots::{Axis, Dot, dots};
use super::figure::series;
use super::flow::Ladder;
use super::heat::{Plane, Shown};
use super::page::{Section, TableView};
use super::source::{Row, Source, Table};
use crate::balance::{
    ALL, Cut, Decision, DeckFinding, DeckMeasure, Measure, Spotted, deck_sentences, grid_sentences, headline,
};
use crate::desk::value_name;
use crate::error::LabError;

/// How a measure of a sweep is drawn: its name in the file, its name on the page, what its difference is in, the factor.
const MEASURES: [(&str, &str, &str, f64); 7] = [
    ("white_score", "White's score", "points", 100.0),
    ("tiebreak_rate", "Games that are tied", "points", 100.0),
    ("shared_rate", "Victories that are shared", "points", 100.0),
    ("limit_rate", "Games that play the last round", "points", 100.0),
    ("mean_rounds", "Rounds of a game", "rounds", 1.0),
    ("better_score", "Score of the better agent", "points", 100.0),
    ("first_score", "Score of the first agent", "points", 100.0),
];

/// What there is to show, in the order of the page.
pub(super) fn sections(source: &Source) -> Result<Vec<Section>, LabError> {
    let mut sections = Vec::new();
    if let Some(table) = source.table("ladder.csv")? {
        for (n, agents) in groups(&table).into_iter().enumerate() {
            sections.push(group(source, &table, n, agents)?);
        }
        sections.push(skill(source)?);
    }
    if let Some(table) = source.table("sweep.csv")? {
        sections.push(sweep(&table));
    }
    for cut in Cut::ALL {
        sections.extend(source.table(cut.file())?.map(|table| words(&table, cut)));
    }
    sections.extend(source.table("decks.csv")?.map(|table| decks(&table)));
    sections.retain(|section| !section.is_empty());
    Ok(sections)
}

/// What was found, in sentences: how games end in each group, and what each measure of a sweep comes to.
pub(super) fn findings(source: &Source) -> Result<Vec<String>, LabError> {
    let mut findings = Vec::new();
    if let Some(ladder) = source.table("ladder.csv")? {
        let mut groups = groups(&ladder);
        let together = groups.iter().position(|agents| *agents == [ALL; 2]);
        if let Some(together) = together {
            groups = vec![groups[together]];
        }
        findings.extend(groups.into_iter().filter_map(|agents| ending(&ladder, agents, &source.rules())));
    }
    if let Some(sweep) = source.table("sweep.csv")? {
        let spotted: Vec<Spotted<'_>> = sweep.rows().filter_map(|row| spotted(&sweep, row)).collect();
        findings.extend(grid_sentences(&spotted));
    }
    if let Some(decks) = source.table("decks.csv")? {
        findings.extend(deck_sentences(&decks.rows().filter_map(of_decks).collect::<Vec<_>>()));
    }
    Ok(findings)
}

/// How the games of a group end, in a sentence.
fn ending(ladder: &Table, agents: [&str; 2], rules: &str) -> Option<String> {
    let whole = || of(ladder, agents).filter(|row| row.text("by") == "all");
    let step = |step: &str| whole().find(|row| row.text("step") == step);
    let [tied, high, low] = step("tokens")?.measured("share")?.map(|share| 1.0 - share);
    let shared = step("shared")?.number("share")?;
    let games = whole().map(|row| row.count("games")).sum();
    let pairings = ladder.rows().map(|row| row.agents()).filter(|pair| agents == [ALL; 2] || *pair == agents);
    let labels: BTreeSet<&str> = pairings.flatten().filter(|label| *label != ALL).collect();
    let labels: Vec<&str> = labels.into_iter().collect();
    Some(headline(&labels, rules, [games; 2], (tied, Interval { low, high }), shared))
}

/// What a row says of its point.
fn spotted<'a>(sweep: &'a Table, row: Row<'a>) -> Option<Spotted<'a>> {
    let measure = Measure::ALL.into_iter().find(|measure| measure.name() == row.text("measure"))?;
    let is_base = |base: &Row<'_>| base.text("point") == "base" && base.text("measure") == measure.name();
    let base = sweep.rows().find(is_base)?;
    let interval = Interval { low: row.number("overall_low")?, high: row.number("overall_high")? };
    Some(Spotted {
        measure,
        point: row.text("point"),
        decision: row.text("verdict"),
        games: row.count("games"),
        values: [base.number("value")?, row.number("value")?],
        interval,
        margin: row.number("margin")?,
    })
}

/// What a row says of two decks.
fn of_decks(row: Row<'_>) -> Option<DeckFinding> {
    Some(DeckFinding {
        measure: DeckMeasure::named(row.text("measure"))?,
        decision: Decision::named(row.text("verdict")),
        games: [row.count("games"); 2],
        values: [row.number("value_a")?, row.number("value_b")?],
        interval: Interval { low: row.number("difference_low")?, high: row.number("difference_high")? },
        margin: row.number("margin")?,
    })
}

/// The rows that a section of its own is about: an agent against itself, all pairings, or the only one.
fn groups(ladder: &Table) -> Vec<[&str; 2]> {
    let mut all: Vec<[&str; 2]> = Vec::new();
    ladder.rows().map(|row| row.agents()).for_each(|agents| {
        if !all.contains(&agents) {
            all.push(agents);
        }
    });
    let headline: Vec<[&str; 2]> = all.iter().copied().filter(|[a, b]| a == b).collect();
    if headline.is_empty() { all } else { headline }
}

fn title([a, b]: [&str; 2]) -> String {
    match (a, b) {
        ("*", _) => "Every pairing of the roster".to_owned(),
        _ if a == b => format!("{a} against itself"),
        _ => format!("{a} and {b}"),
    }
}

fn of<'a>(table: &'a Table, agents: [&'a str; 2]) -> impl Iterator<Item = Row<'a>> {
    table.rows().filter(move |row| row.agents() == agents)
}

fn group(source: &Source, ladder: &Table, n: usize, agents: [&str; 2]) -> Result<Section, LabError> {
    let mut section = Section::new(title(agents), "How games end, how long they take, how open they stay.");
    let id = |name: &str| format!("{name}-{n}");
    let ladder = Ladder::of_balance(ladder, agents);
    section.figures.extend(ladder.draw(&id("ladder"), "The tiebreak ladder"));
    section.figures.extend(ladder.tied().draw(&id("tied"), "The tied games alone"));
    if let Some(table) = source.table("lengths.csv")? {
        section.figures.extend(bars::rounds(&id("rounds"), "How long games take", of(&table, agents)));
    }
    if let Some(table) = source.table("seats.csv")? {
        let axis = Axis { name: "White's score, %", factor: 100.0, zero: 0.5 };
        let rows = of(&table, agents).filter(|row| row.text("step") != "shared" && is_enough(row));
        let seats: Vec<Dot> =
            rows.filter_map(|row| dot(row, row.text("step"), "white_score", "s0")).collect();
        section.figures.extend(dots(&id("seats"), "Does White have it better?", axis, &seats));
    }
    if let Some(table) = source.table("drama.csv")? {
        let axis = Axis { name: "% of games", factor: 100.0, zero: 0.0 };
        let drama: Vec<Dot> =
            of(&table, agents).filter_map(|row| dot(row, &quantity(row)?, "share", "s1")).collect();
        section.figures.extend(dots(&id("drama"), "How open games stay", axis, &drama));
    }
    if let Some(table) = source.table("comebacks.csv")? {
        let axis = Axis { name: "score of the team behind, %", factor: 100.0, zero: 0.5 };
        let comebacks: Vec<Dot> = of(&table, agents)
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
        for (name, stem, title, axis) in [
            (
                "whatif-shared",
                "shared_difference",
                "What if: shared victories",
                "points more victories shared",
            ),
            ("whatif-white", "white_difference", "What if: White's score", "points more for White"),
        ] {
            let axis = Axis { name: axis, factor: 100.0, zero: 0.0 };
            let judged = |row: Row<'_>| dot(row, &change(row.text("change")), stem, "s3");
            let mut changes: Vec<Dot> = of(&table, agents).filter_map(judged).collect();
            changes.sort_by(|a, b| b.number[0].abs().total_cmp(&a.number[0].abs()));
            section.figures.extend(dots(&id(name), title, axis, &changes).map(|mut figure| {
                figure.caption += " The same games, judged again by another tiebreaker.";
                figure
            }));
        }
    }
    Ok(section)
}

fn dot(row: Row<'_>, label: &str, stem: &str, class: &str) -> Option<Dot> {
    Some(Dot { label: label.to_owned(), class: class.to_owned(), number: row.measured(stem)? })
}

/// The words for a row of drama.csv; the long tail of lead changes is left to the file.
fn quantity(row: Row<'_>) -> Option<String> {
    let value = row.text("value");
    match row.text("quantity") {
        "open_after_round" => Some(format!("open after round {value}")),
        "last_round" => Some(match value {
            "kept" => "last round: leader wins".to_owned(),
            "opened" => "last round: level till then".to_owned(),
            "turned" => "last round: turned".to_owned(),
            _ => "last round: shared".to_owned(),
        }),
        "settled_by_first_half" => Some("settled by its first half".to_owned()),
        _ => None,
    }
}

/// Games below which nothing is drawn.
const LEAST: u64 = 30;

/// Whether a row rests on games enough to be drawn.
fn is_enough(row: &Row<'_>) -> bool {
    row.count("games") >= LEAST
}

/// The words for a change of the tiebreaker.
fn change(setting: &str) -> String {
    let Some((key, value)) = setting.split_once('=') else { return setting.to_owned() };
    let name = || value_name(key, value).unwrap_or(value);
    match key {
        "interception_points" => format!("Interception worth {value}"),
        "miscommunication_points" => format!("Miscommunication worth {value}"),
        "keyword_match" => format!("keywords by {value}"),
        "final_tie" => format!("still even: {}", name()),
        _ => name().to_owned(),
    }
}

/// The tokens of both teams, that of the one behind first: `○ against ●`.
fn state(row: Row<'_>) -> String {
    let tokens = |interceptions: &str, miscommunications: &str| {
        let [won, lost] = [interceptions, miscommunications].map(|column| row.count(column) as usize);
        if won + lost == 0 { "none".to_owned() } else { "○".repeat(won) + &"●".repeat(lost) }
    };
    let own = tokens("interceptions", "miscommunications");
    format!("{own} against {}", tokens("opponent_interceptions", "opponent_miscommunications"))
}

/// Where skill ends and luck begins.
fn skill(source: &Source) -> Result<Section, LabError> {
    let mut section = Section::new(
        "Does the better team still win?",
        "The better agent's score among the games that each step decides; better by the rules that were played, on every fifth deal; these are the others.",
    );
    let Some(table) = source.table("skill.csv")? else { return Ok(section) };
    let steps = ["all", "tokens", "points", "keywords"];
    for (n, step) in steps.into_iter().enumerate() {
        let axis = Axis { name: "the better agent's score, %", factor: 100.0, zero: 0.5 };
        let rows = table.rows().filter(|row| row.text("step") == step && is_enough(row));
        let scores: Vec<Dot> = rows
            .filter_map(|row| {
                dot(row, &format!("{} over {}", row.text("better"), row.text("worse")), "score", &series(n))
            })
            .collect();
        let title = if step == "all" { "All games".to_owned() } else { format!("Games decided by {step}") };
        section.figures.extend(dots(&format!("skill-{step}"), &title, axis, &scores));
    }
    section.tables.push(TableView::new(
        &table,
        &[("better", "better"), ("worse", "worse"), ("step", "decided by"), ("games", "games")],
        &[("score", "score", 3)],
    ));
    Ok(section)
}

/// Words that stand out among all, those that go wrong most often first.
fn words(table: &Table, cut: Cut) -> Section {
    let mut section = Section::new(
        "The words that stand out",
        format!(
            "Shares of the clues, those that differ clearly from the mean when all rows of {} are counted together. \
             Likely: pulled towards the mean as far as the row's own clues leave it open, with the ends of its 95 % \
             interval.",
            cut.file()
        ),
    );
    let (names, stems): (_, &[_]) = match cut {
        Cut::Keyword => ([("keyword", "keyword"), ("card", "card")], &["missed", "overheard"]),
        Cut::Card => ([("card", "card"), ("keywords", "keywords")], &["missed", "overheard"]),
        Cut::Pair => ([("keyword_a", "keyword"), ("keyword_b", "keyword")], &["confused"]),
    };
    for stem in stems {
        let [p, rate, shrunk, low, high] =
            ["p_adjusted", "rate", "shrunk", "low", "high"].map(|end| format!("{stem}_{end}"));
        let is_out = |row: &Row<'_>| row.number(&p).is_some_and(|p| p < 0.05);
        let mut rows: Vec<Row<'_>> = table.rows().filter(is_out).collect();
        let likely = |row: &Row<'_>| row.number(&shrunk).unwrap_or(0.0);
        rows.sort_by(|a, b| likely(b).total_cmp(&likely(a)));
        if !rows.is_empty() {
            let numbers = [(&*shrunk, "likely", 3), (&*low, "low", 3), (&*high, "high", 3)];
            let mut names = names.to_vec();
            names.push((stem, stem));
            section.tables.push(TableView::of(
                rows.into_iter(),
                &names,
                &[&[(&*rate, "seen", 3)], &numbers[..]].concat(),
            ));
        }
    }
    section
}

/// Two decks side by side.
fn decks(table: &Table) -> Section {
    let names = table.rows().next().map(|row| (row.text("deck_a"), row.text("deck_b")));
    let (a, b) = names.unwrap_or_default();
    let mut section = Section::new(
        "Two decks",
        format!(
            "A is {a}, B is {b}. Difference: B less A, paired by the number of the deal, with half of its 95 % interval. \
             Verdict: all measures together, at 5 % (Holm)."
        ),
    );
    let words = [("measure", "measure"), ("verdict", "verdict")];
    let numbers =
        [("value_a", "A", 4), ("value_b", "B", 4), ("difference", "difference", 4), ("margin", "margin", 3)];
    section.tables.push(TableView::of(table.rows(), &words, &numbers));
    section
}

fn sweep(table: &Table) -> Section {
    let mut section = Section::new(
        "The grid of rules",
        "Maps, where two switches are swept: the values. Lines: each point less the rules that the sweep starts from, \
         on the same deals. The intervals hold for all points of a figure at once (largest |z|).",
    );
    let plane = Plane::of(table);
    for (measure, title, unit, factor) in MEASURES {
        let (unit, digits) = if unit == "points" { ("%", 1) } else { (unit, 2) };
        let shown = Shown { measure, title, unit, factor, digits };
        section.figures.extend(plane.as_ref().and_then(|plane| plane.draw(table, shown)));
    }
    let keys = keys(table);
    for (n, (measure, title, unit, factor)) in MEASURES.into_iter().enumerate() {
        let name = format!("{unit} more than the base");
        let axis = Axis { name: &name, factor, zero: 0.0 };
        let rows = table.rows().filter(|row| row.text("measure") == measure && row.text("point") != "base");
        let points: Vec<Dot> =
            rows.filter_map(|row| dot(row, &values(row.text("point")), "difference", &series(n))).collect();
        let title = format!("{title}: change");
        let figure = dots(&format!("sweep-{measure}"), &title, axis, &points);
        section.figures.extend(figure.map(|mut figure| {
            figure.comment(format!("Lines: 95 % for all points at once. They are named by {keys}."));
            figure
        }));
    }
    section.tables.push(TableView::new(
        table,
        &[("point", "rules"), ("method", "method"), ("measure", "measure"), ("games", "games")],
        &[("value", "value", 4), ("difference", "difference", 4)],
    ));
    section
}

/// The switches of a sweep, in the order in which its points name them.
fn keys(sweep: &Table) -> String {
    let point = sweep.rows().map(|row| row.text("point")).find(|point| *point != "base").unwrap_or_default();
    let keys = point.split(' ').filter_map(|setting| Some(setting.split_once('=')?.0));
    keys.collect::<Vec<_>>().join(", ")
}

/// The values alone of `round_limit=5 tokens_to_lose=2`.
fn values(point: &str) -> String {
    let values = point.split(' ').filter_map(|setting| Some(setting.split_once('=')?.1));
    values.collect::<Vec<_>>().join(", ")
}
