//! The page of a report: sections, tables, manifest, and the commands that make it again.

use minijinja::Environment;
use minijinja::value::Serde;
use overhear_engine::rules::{BySide, Rules};
use serde::Serialize;

use super::command::command;
use super::figure::{Figure, WIDTH, mark_outline, series};
use super::game_sheet::SampleGame;
use super::run_manifest::RunManifest;
use super::source::{CsvRow, CsvTable, ResultFiles};
use overhear_lab::error::LabError;
use overhear_lab::table::{fixed, with_policy};

/// The template. Its name ends in `.html`, so every value put into it is escaped.
const TEMPLATE: &str = include_str!("page.html");

/// What sorts tables and saves tables and figures. The page is whole without it.
const SCRIPT: &str = include_str!("page.js");

/// The glossary, with its explanations.
pub const GLOSSARY: &str = include_str!(env!("OVERHEAR_GLOSSARY"));

/// A section of the page.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Section {
    title: String,
    text: String,
    /// Figures of the section.
    pub(super) figures: Vec<Figure>,
    /// Tables of the section.
    pub(super) tables: Vec<TableView>,
    /// Games of the section, as sheets.
    pub(super) games: Vec<SampleGame>,
}

impl Section {
    /// Returns an empty section.
    pub(super) fn new(title: impl Into<String>, text: impl Into<String>) -> Section {
        let (title, text) = (title.into(), text.into());
        Section { title, text, figures: Vec::new(), tables: Vec::new(), games: Vec::new() }
    }

    /// Returns `true` if the section has nothing to show.
    pub(super) fn is_empty(&self) -> bool {
        self.figures.is_empty() && self.tables.iter().all(TableView::is_empty) && self.games.is_empty()
    }
}

/// Selected columns of a table.
#[derive(Clone, Debug, Serialize)]
pub(super) struct TableView {
    /// Summary under which the table is folded, if it is.
    about: Option<&'static str>,
    words: Vec<String>,
    numbers: Vec<String>,
    rows: Vec<Vec<TableCell>>,
}

/// A cell as readers see it, and what the page's script sorts and copies.
#[derive(Clone, Debug, Default, Serialize)]
struct TableCell {
    text: String,
    /// The number, by which rows are sorted.
    value: Option<f64>,
    /// Style class and outline of the mark of the agent that the cell names, if figures of the page have it.
    mark: Option<[String; 2]>,
    /// Positions of the number and of both ends of its interval on a bar, in percent of its length.
    bar: Option<[f64; 3]>,
}

impl TableCell {
    /// Returns a cell of words, or of a count.
    fn of_words(text: impl Into<String>) -> TableCell {
        let text = text.into();
        TableCell { value: text.parse().ok(), text, ..TableCell::default() }
    }
}

impl TableView {
    /// Returns a table of text or count columns with their titles, then number columns with titles and
    /// decimals. A number with an interval shows it. A title that ends in % turns shares into percent.
    pub(super) fn new(
        table: &CsvTable,
        words: &[(&str, &str)],
        numbers: &[(&str, &str, usize)],
    ) -> TableView {
        TableView::from_rows(table.rows(), words, numbers)
    }

    /// Returns the table, folded under a summary.
    pub(super) fn under(self, about: &'static str) -> TableView {
        TableView { about: Some(about), ..self }
    }

    /// Returns the table with an additional first column.
    pub(super) fn led(mut self, title: &str, words: impl IntoIterator<Item = String>) -> TableView {
        self.words.insert(0, title.to_owned());
        let cells = words.into_iter().map(TableCell::of_words);
        self.rows.iter_mut().zip(cells).for_each(|(row, cell)| row.insert(0, cell));
        self
    }

    /// Returns the table with the mark of the n-th series in the first cell of the n-th row.
    pub(super) fn marked(mut self) -> TableView {
        for (n, row) in self.rows.iter_mut().enumerate() {
            if let Some(cell) = row.first_mut() {
                cell.mark = Some([series(n), mark_outline(n).to_owned()]);
            }
        }
        self
    }

    /// Returns `true` if the table has no rows.
    pub(super) fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Returns a table of the given rows; see [`new`](TableView::new).
    pub(super) fn from_rows<'a>(
        rows: impl Iterator<Item = CsvRow<'a>>,
        words: &[(&str, &str)],
        numbers: &[(&str, &str, usize)],
    ) -> TableView {
        let rows = rows.map(|row| {
            let words = words.iter().map(|(column, _)| words_cell(row, column));
            let numbers = numbers.iter().map(|&(column, title, digits)| number(row, column, (title, digits)));
            words.chain(numbers).collect()
        });
        TableView {
            about: None,
            words: words.iter().map(|(_, title)| (*title).to_owned()).collect(),
            numbers: numbers.iter().map(|(_, title, _)| (*title).to_owned()).collect(),
            rows: rows.collect(),
        }
    }
}

/// Games from which their number is shown without the remark that they are few.
const ENOUGH: u64 = 30;

/// Returns a cell of words or of a count; few games are said to be few.
fn words_cell(row: CsvRow<'_>, column: &str) -> TableCell {
    let mut cell = TableCell::of_words(row.text(column));
    if column == "games" && row.count(column) < ENOUGH {
        cell.text += " · few";
    }
    cell
}

/// Returns a number with its interval, in words that cannot be misread (`53.1 (51.2 to 55.0)`), marked if the rating rests on a
/// penalty. A share of points or games in percent has a bar.
fn number(row: CsvRow<'_>, column: &str, (title, digits): (&str, usize)) -> TableCell {
    let is_share = title.ends_with('%');
    let Some(measured) = row.measured(column) else { return TableCell::default() };
    let open = if measured.interval.is_none() && row.is_held(column) { "?" } else { "" };
    let measured = measured.scaled(if is_share { 100.0 } else { 1.0 });
    let value = fixed(measured.value, digits);
    let text = match measured.interval {
        Some(ends) => format!("{value} ({} to {})", fixed(ends.low, digits), fixed(ends.high, digits)),
        None => format!("{value}{open}"),
    };
    let text = text.replace('-', "−");
    let is_bar = is_share && BARS.contains(&column);
    let ends = measured.interval.filter(|_| is_bar);
    let bar = ends.map(|ends| [measured.value, ends.low, ends.high].map(|end| end.clamp(0.0, 100.0)));
    TableCell { text, value: Some(measured.value), mark: None, bar }
}

/// Columns of scores, which are drawn in their cells too: from 0 to 100, even in the middle.
const BARS: [&str; 2] = ["score", "a_score"];

/// Input of the template.
#[derive(Debug, Serialize)]
pub(super) struct Page<'a> {
    command: &'a str,
    headline: &'a str,
    facts: Vec<[String; 2]>,
    agents: Vec<[String; 2]>,
    commands: Vec<String>,
    terms: Vec<[String; 2]>,
    findings: &'a [String],
    sections: &'a [Section],
    width: f64,
    script: &'static str,
    manifest: String,
}

impl<'a> Page<'a> {
    /// Returns the page of several cards, which have no manifest in common.
    pub(super) fn of_cards(
        headline: &'a str,
        findings: &'a [String],
        sections: &'a [Section],
        command: String,
    ) -> Page<'a> {
        Page {
            command: "leaderboard",
            headline,
            facts: Vec::new(),
            agents: Vec::new(),
            commands: vec![command],
            terms: terms(),
            findings,
            sections,
            width: WIDTH,
            script: SCRIPT,
            manifest: String::new(),
        }
    }
}

/// Renders the page of a result: findings, then sections.
pub(super) fn render(
    source: &ResultFiles,
    headline: &str,
    findings: &[String],
    sections: &[Section],
) -> Result<String, LabError> {
    let played = source.run_manifest();
    rendered(&Page {
        command: &played.header().command,
        headline,
        facts: facts(played),
        agents: played.agents().into_iter().map(|agent| [agent.label.clone(), agent.spec.clone()]).collect(),
        commands: commands(played)?,
        terms: terms(),
        findings,
        sections,
        width: WIDTH,
        script: SCRIPT,
        manifest: serde_json::to_string_pretty(source.manifest()).unwrap_or_default(),
    })
}

/// Fills the template.
pub(super) fn rendered(page: &Page<'_>) -> Result<String, LabError> {
    fill(page).map_err(|error| LabError::runtime(format_args!("cannot write the page: {error:#}")))
}

fn fill(page: &Page<'_>) -> Result<String, minijinja::Error> {
    let mut environment = Environment::new();
    environment.add_template("page.html", TEMPLATE)?;
    let template = environment.get_template("page.html")?;
    template.render(Serde(page)).map(|page| with_policy(&page))
}

/// Returns the terms of the glossary with their explanations.
fn terms() -> Vec<[String; 2]> {
    let whole = GLOSSARY.replace("\n  ", " ");
    whole
        .lines()
        .filter_map(|line| {
            let (term, text) = line.strip_prefix("- **")?.split_once("**: ")?;
            Some([term, text].map(str::to_owned))
        })
        .collect()
}

/// Returns facts about the run, as label and text.
fn facts(played: &RunManifest) -> Vec<[String; 2]> {
    let header = played.header();
    let games = (header.games > 0).then(|| ("games", header.games.to_string()));
    let ruled = played.rules().into_iter().flat_map(|rules| {
        let set = rules.set.iter().map(String::as_str);
        [
            ("rules", std::iter::once(rules.name.as_str()).chain(set).collect::<Vec<_>>().join(", ")),
            ("players a team", players_a_team(&rules.switches)),
        ]
    });
    let program = [
        ("program", format!("{} {}", header.program, header.version)),
        ("complete", if header.complete { "yes" } else { "no" }.to_owned()),
    ];
    let facts = games.into_iter().chain([("seed", header.seed.to_string())]).chain(ruled).chain(program);
    facts.map(|(name, value)| [name.to_owned(), value]).collect()
}

/// Returns the commands that make the result and the page again, preceded by what the first needs besides
/// this program.
fn commands(played: &RunManifest) -> Result<Vec<String>, LabError> {
    let external_agent_versions = played
        .external_agent_versions()
        .into_iter()
        .flatten()
        .map(|(name, version)| format!("{name} {version}"));
    let external_agent_versions = external_agent_versions.collect::<Vec<_>>().join(", ");
    let needed = (!external_agent_versions.is_empty())
        .then(|| format!("# with agents that are made elsewhere: {external_agent_versions}"));
    let again = [command(played)?, "sim-cli report result".to_owned()];
    Ok(needed.into_iter().chain(again).collect())
}

/// Returns the team size, or both sizes if they differ.
fn players_a_team(rules: &Rules) -> String {
    match rules.team_sizes() {
        BySide { white, black } if white == black => white.to_string(),
        BySide { white, black } => format!("White {white}, Black {black}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_of_a_page_is_in_the_glossary() {
        let listed = terms();
        assert!(listed.iter().all(|[_, text]| text.ends_with(['.', ')'])), "no meaning ends amid a line");
        let terms: Vec<&str> = listed.iter().flat_map(|[term, _]| term.split(", ")).collect();
        for word in [
            "Tied",
            "Shared",
            "Last round",
            "Score",
            "95 % interval",
            "Margin",
            "Clearly more",
            "Not known yet",
            "Harder",
            "easier",
            "Leakier",
            "tighter",
            "Missed",
            "Overheard",
            "Likely",
            "Base",
            "Better team",
            "Clearer team",
            "Secretive team",
            "Strongest",
            "Tiebreak points",
            "Rating",
            "Elo",
            "Leak",
            "Holm",
            "Largest |z|",
            "Door",
        ] {
            assert!(terms.contains(&word), "{word} is not among {terms:?}");
        }
    }
}
