//! The page: sections, tables, the manifest and the commands that make it again.

use minijinja::Environment;
use minijinja::value::Serde;
use overhear_engine::rules::{BySide, Rules};
use serde::Serialize;

use super::command::command;
use super::figure::{Figure, WIDTH};
use super::played::Played;
use super::source::{CsvRow, CsvTable, ResultFiles};
use crate::error::LabError;
use crate::table::{fixed, with_policy};

/// The template; its name ends in `.html`, so that everything put into it is escaped.
const TEMPLATE: &str = include_str!("page.html");

/// The list of words, with lines `- **Term**: meaning`.
pub const GLOSSARY: &str = include_str!(env!("OVERHEAR_GLOSSARY"));

/// A part of the page.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Section {
    title: String,
    text: String,
    /// Its figures.
    pub(super) figures: Vec<Figure>,
    /// Its tables.
    pub(super) tables: Vec<TableView>,
}

impl Section {
    /// Nothing in it yet.
    pub(super) fn new(title: impl Into<String>, text: impl Into<String>) -> Section {
        Section { title: title.into(), text: text.into(), figures: Vec::new(), tables: Vec::new() }
    }

    /// Whether there is nothing to show.
    pub(super) fn is_empty(&self) -> bool {
        self.figures.is_empty() && self.tables.iter().all(TableView::is_empty)
    }
}

/// Some columns of a table.
#[derive(Clone, Debug, Serialize)]
pub(super) struct TableView {
    words: Vec<String>,
    numbers: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl TableView {
    /// Columns of words or counts with their titles, then numbers with their titles and digits; a number that has ends
    /// is shown with ±, and a share whose title ends in % in percent.
    pub(super) fn new(
        table: &CsvTable,
        words: &[(&str, &str)],
        numbers: &[(&str, &str, usize)],
    ) -> TableView {
        TableView::of(table.rows(), words, numbers)
    }

    /// Whether it has no rows.
    pub(super) fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The same of some rows.
    pub(super) fn of<'a>(
        rows: impl Iterator<Item = CsvRow<'a>>,
        words: &[(&str, &str)],
        numbers: &[(&str, &str, usize)],
    ) -> TableView {
        let rows = rows.map(|row| {
            let words = words.iter().map(|(column, _)| row.text(column).to_owned());
            let numbers = numbers.iter().map(|&(column, title, digits)| {
                let factor = if title.ends_with('%') { 100.0 } else { 1.0 };
                let plain = row.number(column).map_or(String::new(), |value| fixed(factor * value, digits));
                let error =
                    row.measured(column).map(|[_, low, high]| fixed(factor * (high - low) / 2.0, digits));
                error.map_or(plain.clone(), |error| format!("{plain} ±{error}"))
            });
            words.chain(numbers).collect()
        });
        TableView {
            words: words.iter().map(|(_, title)| (*title).to_owned()).collect(),
            numbers: numbers.iter().map(|(_, title, _)| (*title).to_owned()).collect(),
            rows: rows.collect(),
        }
    }
}

/// What the template is given.
#[derive(Debug, Serialize)]
struct Page<'a> {
    command: &'a str,
    facts: Vec<[String; 2]>,
    agents: Vec<[String; 2]>,
    commands: Vec<String>,
    terms: Vec<[&'static str; 2]>,
    findings: &'a [String],
    sections: &'a [Section],
    width: f64,
    manifest: String,
}

/// Writes the page: what was found, then the sections.
pub(super) fn render(
    source: &ResultFiles,
    findings: &[String],
    sections: &[Section],
) -> Result<String, LabError> {
    let mut environment = Environment::new();
    let defect =
        |error: minijinja::Error| LabError::runtime(format_args!("cannot write the page: {error:#}"));
    environment.add_template("page.html", TEMPLATE).map_err(defect)?;
    let template = environment.get_template("page.html").map_err(defect)?;
    let played = source.played();
    let page = Page {
        command: &played.imprint().command,
        facts: facts(played),
        agents: played.agents().into_iter().map(|agent| [agent.label.clone(), agent.spec.clone()]).collect(),
        commands: commands(played)?,
        terms: terms(),
        findings,
        sections,
        width: WIDTH,
        manifest: serde_json::to_string_pretty(source.manifest()).unwrap_or_default(),
    };
    template.render(Serde(&page)).map(|page| with_policy(&page)).map_err(defect)
}

/// The words and what they mean.
fn terms() -> Vec<[&'static str; 2]> {
    let term =
        |line: &'static str| line.strip_prefix("- **")?.split_once("**: ").map(|(term, text)| [term, text]);
    GLOSSARY.lines().filter_map(term).collect()
}

/// What was played, in a few words each.
fn facts(played: &Played) -> Vec<[String; 2]> {
    let (imprint, rules) = (played.imprint(), played.rules());
    let set = rules.set.iter().map(String::as_str);
    [
        ("games", imprint.games.to_string()),
        ("seed", imprint.seed.to_string()),
        ("rules", std::iter::once(rules.name.as_str()).chain(set).collect::<Vec<_>>().join(", ")),
        ("players a team", players_a_team(&rules.switches)),
        ("program", format!("{} {}", imprint.program, imprint.version)),
        ("complete", if imprint.complete { "yes" } else { "no" }.to_owned()),
    ]
    .map(|(name, value)| [name.to_owned(), value])
    .into()
}

/// The commands that make the result and the page again, below what the first takes besides this program.
fn commands(played: &Played) -> Result<Vec<String>, LabError> {
    let guests = played.guests().iter().map(|(name, version)| format!("{name} {version}"));
    let guests = guests.collect::<Vec<_>>().join(", ");
    let needed = (!guests.is_empty()).then(|| format!("# with agents that are made elsewhere: {guests}"));
    let again = [command(played)?, "sim-cli report result".to_owned()];
    Ok(needed.into_iter().chain(again).collect())
}

/// One number, or both where they differ.
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
        let terms: Vec<&str> = terms().into_iter().flat_map(|[term, _]| term.split(", ")).collect();
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
        ] {
            assert!(terms.contains(&word), "{word} is not among {terms:?}");
        }
    }
}
