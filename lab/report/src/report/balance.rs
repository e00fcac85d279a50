//! Report sections about a balance run or a sweep.

use overhear_stats::Interval;

use super::dots::{Axis, Dot, dots};
use super::heat::{HeatmapMeasure, SweepAxes};
use super::outlying_words::{outliers, words};
use super::page::{Section, TableView};
use super::rows::{dot, groups, is_enough, labels, rows_of_pair};
use super::side_by_side::{decks, two_rules};
use super::source::{CsvRow, CsvTable, ResultFiles};
use super::strips::{ScoreDot, Strip, strips};
use super::{group, three_player};
use overhear_lab::balance::{MatchupEnding, table_sentences};
use overhear_lab::error::LabError;
use overhear_lab::experiment::{ExperimentManifest, GroupBy, MinutesSpread, TimeAssumptions};
use overhear_lab::paired::{
    Decision, Finding, Measure, Wording, deck_sentences, grid_sentences, rules_sentences, tie_sentence,
};
use overhear_lab::setup::RulesEntry;
use overhear_lab::wording::{switch_name, value_name};
use overhear_lab::{SEAT_MARGIN, TABLE_PLACES, seat_sentence};

/// Returns the sections in page order.
pub(super) fn sections(
    source: &ResultFiles,
    manifest: &ExperimentManifest,
) -> Result<Vec<Section>, LabError> {
    let mut sections = Vec::new();
    if let Some(lengths) = source.table("lengths.csv")?.filter(|_| three_player::is_played(source)) {
        sections.extend(three_player::sections(&lengths));
    } else if let Some(table) = source.table("ladder.csv")? {
        for (n, agents) in groups(&table).into_iter().enumerate() {
            sections.push(group::section(source, manifest, &table, n, agents)?);
        }
        sections.push(skill(source)?);
    }
    if let Some(table) = source.table("sweep.csv")? {
        sections.push(sweep(&table));
    }
    for cut in GroupBy::ALL {
        sections.extend(source.table(cut.file())?.map(|table| words(&table, cut)));
    }
    sections.extend(source.table("rules.csv")?.map(|table| two_rules(&table)));
    sections.extend(source.table("decks.csv")?.map(|table| decks(&table)));
    sections.retain(|section| !section.is_empty());
    Ok(sections)
}

/// Returns the findings as sentences: how games end in each group, and the measures of a sweep.
pub(super) fn findings(source: &ResultFiles, manifest: &ExperimentManifest) -> Result<Vec<String>, LabError> {
    let mut findings = Vec::new();
    if let Some(tables) = source.table("tables.csv")? {
        findings.extend(table_sentences(&tables.rows().filter_map(ended).collect::<Vec<_>>()));
    }
    if let Some(ladder) = source.table("ladder.csv")? {
        let (lengths, seats) = (source.table("lengths.csv")?, source.table("seats.csv")?);
        for agents in groups(&ladder) {
            if three_player::is_played(source) {
                findings.extend(three_player::finding(source, &labels(&ladder, agents), agents)?);
                continue;
            }
            let Some(ending) = ending(&ladder, agents, &manifest.configuration.rules) else { continue };
            let minutes = lengths.as_ref().and_then(|lengths| taken(manifest, lengths, agents));
            let advantage = seats.as_ref().and_then(|seats| seat_advantage_sentence(seats, agents));
            findings.push([ending].into_iter().chain(advantage).chain(minutes).collect::<Vec<_>>().join(" "));
        }
    }
    if let Some(sweep) = source.table("sweep.csv")? {
        findings.extend(grid_sentences(
            &sweep.rows().filter_map(|row| of_point(&sweep, row)).collect::<Vec<_>>(),
        ));
    }
    for cut in GroupBy::ALL {
        let table = source.table(cut.file())?;
        findings.extend(
            table
                .into_iter()
                .flat_map(|table| cut.failures().iter().filter_map(move |&s| outliers(&table, cut, s))),
        );
    }
    if let Some(rules) = source.table("rules.csv")? {
        findings.extend(rules_sentences(&rules.rows().filter_map(of_rules).collect::<Vec<_>>()));
    }
    if let Some(decks) = source.table("decks.csv")? {
        findings.extend(deck_sentences(&decks.rows().filter_map(of_decks).collect::<Vec<_>>()));
    }
    Ok(findings)
}

/// Returns the sentence on who has the better seat in the games of a group.
pub(super) fn seat_advantage_sentence(seats: &CsvTable, agents: [&str; 2]) -> Option<String> {
    let whole = rows_of_pair(seats, agents).find(|row| row.text("step") == "all")?;
    let [value, low, high] = whole.measured("white_score")?.numbers()?;
    Some(seat_sentence(value, Interval { low, high }, SEAT_MARGIN, TABLE_PLACES))
}

/// Returns the ending that a row describes.
fn ended(row: CsvRow<'_>) -> Option<MatchupEnding> {
    Some(MatchupEnding {
        table: row.text("table").to_owned(),
        measure: Measure::ALL.into_iter().find(|measure| measure.name() == row.text("measure"))?,
        games: row.count("games"),
        value: row.measured("value")?,
        overall: row.measured_within("value", "overall_low")?.interval?,
    })
}

/// Returns the sentence on how long the games of a group take.
fn taken(manifest: &ExperimentManifest, lengths: &CsvTable, agents: [&str; 2]) -> Option<String> {
    manifest.configuration.minutes?;
    let row = rows_of_pair(lengths, agents).next()?;
    let [mean, low, high] = ["mean_minutes", "minutes_p5", "minutes_p95"].map(|column| row.number(column));
    Some(TimeAssumptions::sentence(&MinutesSpread { mean: mean?, low: low?, high: high? }))
}

/// Returns the sentence on how the games of a group end.
fn ending(ladder: &CsvTable, agents: [&str; 2], rules: &RulesEntry) -> Option<String> {
    let whole: Vec<CsvRow<'_>> = rows_of_pair(ladder, agents).filter(|row| row.text("by") == "all").collect();
    let tied = row_of_step(&whole, "tokens")?.measured("share")?.complement();
    let shared = row_of_step(&whole, "shared")?.measured("share")?.value;
    let games = whole.iter().map(|row| row.count("games")).sum();
    let labels = labels(ladder, agents);
    Some(tie_sentence(
        &labels,
        (&rules.name, &rules.set),
        [games; 2],
        (tied.value, tied.interval?),
        shared,
        [TABLE_PLACES; 2],
    ))
}

/// Returns the finding that a row has about its grid point.
fn of_point<'a>(sweep: &'a CsvTable, row: CsvRow<'a>) -> Option<Finding<'a>> {
    let base = sweep
        .rows()
        .find(|base| base.text("point") == "base" && base.text("measure") == row.text("measure"))?;
    let values = [base.measured("value")?.value, row.measured("value")?.value];
    let interval = row.measured_within("difference", "overall_low")?.interval?;
    finding(row, row.text("point"), values, interval)
}

fn row_of_step<'a>(rows: &[CsvRow<'a>], step: &str) -> Option<CsvRow<'a>> {
    rows.iter().find(|row| row.text("step") == step).copied()
}

/// Returns the finding that a row has about two rule sets, at the row's matchup if there are several.
pub(super) fn of_rules(row: CsvRow<'_>) -> Option<Finding<'_>> {
    let interval = ["overall_low", "anytime_low"]
        .into_iter()
        .find_map(|lower| row.measured_within("difference", lower)?.interval);
    let interval = interval.or(row.measured("difference")?.interval)?;
    let finding = finding(row, row.text("table"), values(row)?, interval)?;
    let is_fixed = row.text("method") == "judged again" && !finding.measure.depends_on_judge();
    Some(Finding { is_fixed, ..finding })
}

/// Returns the finding that a row has about two decks.
pub(super) fn of_decks(row: CsvRow<'_>) -> Option<Finding<'_>> {
    finding(row, "", values(row)?, row.measured("difference")?.interval?)
}

fn values(row: CsvRow<'_>) -> Option<[f64; 2]> {
    Some([row.number("value_a")?, row.number("value_b")?])
}

fn finding<'a>(row: CsvRow<'a>, place: &'a str, values: [f64; 2], interval: Interval) -> Option<Finding<'a>> {
    Some(Finding {
        measure: Measure::named(row.text("measure"))?,
        place,
        decision: Decision::named(row.text("verdict")),
        games: row.count("games"),
        planned: row.count("games"),
        values,
        difference: values[1] - values[0],
        interval,
        margin: row.number("margin")?,
        is_fixed: false,
    })
}

/// Returns the section on the teams that tiebreaker steps favour.
fn skill(source: &ResultFiles) -> Result<Section, LabError> {
    let mut section = Section::new(
        "Which teams does each step favour?",
        "The score among the games that each step decides, a dot for each pairing. Better: scores more on every fifth deal; \
         counted are the others. Clearer: misses fewer of its own codes. More secretive: has fewer of its codes \
         overheard; both by tokens alone, whatever the tiebreaker makes of it.",
    );
    let (Some(skill), kinds) = (source.table("skill.csv")?, source.table("kinds.csv")?) else {
        return Ok(section);
    };
    let better = LADDER.map(|step| Strip {
        label: format!("better: {step}"),
        dots: scores(&skill, None, step, ["better", "worse"]),
    });
    let clearer = lines_of_kind(kinds.as_ref(), "clear", "clearer");
    let secretive = lines_of_kind(kinds.as_ref(), "secret", "secretive");
    let lines = [Vec::from(better), clearer, secretive].concat();
    section.figures.extend(strips("skill", "By what decides the game", "the team's score, %", &lines).map(
        |mut figure| {
            figure.comment(
                "Lines: 95 % intervals. Pairings with fewer than 30 such games are left out. 50 is even.",
            );
            figure
        },
    ));
    section.tables.push(TableView::new(
        &skill,
        &[("better", "better"), ("worse", "worse"), ("step", "decided by"), ("games", "games")],
        &[("score", "score, %", 1)],
    ));
    section.tables.extend(kinds.map(|kinds| {
        let words = [
            ("kind", "more"),
            ("team", "team"),
            ("other", "other"),
            ("step", "decided by"),
            ("games", "games"),
        ];
        TableView::new(&kinds, &words, &[("score", "score, %", 1)])
    }));
    Ok(section)
}

/// All games, followed by the deciding steps.
const LADDER: [&str; 4] = ["all", "tokens", "points", "keywords"];

/// Returns a line for each step but the tokens: the scores of the teams that have more of a skill.
fn lines_of_kind(kinds: Option<&CsvTable>, kind: &str, name: &str) -> Vec<Strip> {
    let steps = LADDER[1..].iter();
    steps
        .map(|step| {
            let dots = kinds.map(|kinds| scores(kinds, Some(kind), step, ["team", "other"]));
            Strip { label: format!("{name}: {step}"), dots: dots.unwrap_or_default() }
        })
        .collect()
}

/// Returns the scores of all pairings in games that a step decides, in descending order, for one team skill
/// if the table has skills.
fn scores(table: &CsvTable, kind: Option<&str>, step: &str, names: [&str; 2]) -> Vec<ScoreDot> {
    let of_kind = table.rows().filter(|row| kind.is_none_or(|kind| row.text("kind") == kind));
    let rows = of_kind.filter(|row| row.text("step") == step && is_enough(row));
    let mut strips: Vec<ScoreDot> = rows
        .filter_map(|row| {
            let [one, other] = names.map(|column| row.text(column));
            Some(ScoreDot {
                name: format!("{one} over {other}"),
                score: row.measured("score")?.numbers()?,
                games: row.count("games"),
            })
        })
        .collect();
    strips.sort_by(|a, b| b.score[0].total_cmp(&a.score[0]));
    strips
}

fn sweep(table: &CsvTable) -> Section {
    let mut section = Section::new(
        "The grid of rules",
        "Each set of rules against those that the sweep starts from, the base, on the same deals. The intervals hold for all \
         points of a figure at once (largest |z|).",
    );
    let plane = SweepAxes::from_table(table);
    for measure in Measure::ALL {
        let (measure, wording) = (measure.name(), measure.wording());
        let (title, factor) = (&wording.heading(), wording.factor);
        let (unit, digits) = if wording.is_percent() { ("%", 1) } else { (wording.unit, 2) };
        let shown = HeatmapMeasure { measure, title, unit, factor, digits };
        section.figures.extend(plane.as_ref().and_then(|plane| plane.draw(table, shown)));
    }
    let alone = plane.is_none();
    for measure in Measure::ALL.into_iter().filter(|_| alone) {
        let (measure, wording) = (measure.name(), measure.wording());
        let Wording { title, unit, factor, .. } = wording;
        let unit = if wording.is_percent() { "points" } else { unit };
        let name = format!("{unit} more than the base");
        let axis = Axis { name: &name, factor, zero: 0.0, digits: if factor > 1.0 { 1 } else { 2 } };
        let rows = table.rows().filter(|row| row.text("measure") == measure && row.text("point") != "base");
        let points: Vec<Dot> = rows.filter_map(|row| dot(row, &label(row), "difference", "s0")).collect();
        let title = format!("{title}: change");
        let figure = dots(&format!("sweep-{measure}"), &title, axis, &points);
        section.figures.extend(figure.map(|mut figure| {
            figure.comment(format!("Lines: 95 % for all points at once. {}.", keys(table)));
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

/// Returns the switches of a sweep, in the order in which its points name them.
fn keys(sweep: &CsvTable) -> String {
    let point = sweep.rows().map(|row| row.text("point")).find(|point| *point != "base").unwrap_or_default();
    let keys = point.split(' ').filter_map(|setting| Some(setting.split_once('=')?.0));
    let named = keys.map(|key| format!("{} ({key})", switch_name(key).unwrap_or(key)));
    named.collect::<Vec<_>>().join(", ")
}

/// Returns the bare values of `round_limit=5 tokens_to_lose=2`.
fn label(row: CsvRow<'_>) -> String {
    let settings = row.text("point").split(' ').filter_map(|setting| setting.split_once('='));
    let values: Vec<&str> = settings.map(|(key, value)| value_name(key, value).unwrap_or(value)).collect();
    values.join(", ")
}
