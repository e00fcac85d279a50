//! The page: sections, tables, the manifest and the commands that make it again.

use minijinja::Environment;
use minijinja::value::Serde;
use serde::Serialize;
use serde_json::Value;

use super::command::command;
use super::figure::{Figure, WIDTH};
use super::source::{Row, Source, Table};
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
    pub(super) fn new(table: &Table, words: &[(&str, &str)], numbers: &[(&str, &str, usize)]) -> TableView {
        TableView::of(table.rows(), words, numbers)
    }

    /// Whether it has no rows.
    pub(super) fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The same of some rows.
    pub(super) fn of<'a>(
        rows: impl Iterator<Item = Row<'a>>,
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
pub(super) fn render(source: &Source, findings: &[String], sections: &[Section]) -> Result<String, LabError> {
    let mut environment = Environment::new();
    let defect =
        |error: minijinja::Error| LabError::runtime(format_args!("cannot write the page: {error:#}"));
    environment.add_template("page.html", TEMPLATE).map_err(defect)?;
    let template = environment.get_template("page.html").map_err(defect)?;
    let manifest = source.manifest();
    let page = Page {
        command: manifest["command"].as_str().unwrap_or_default(),
        facts: facts(manifest),
        agents: agents(manifest),
        commands: vec![command(manifest)?, "sim-cli report result".to_owned()],
        terms: terms(),
        findings,
        sections,
        width: WIDTH,
        manifest: serde_json::to_string_pretty(manifest).unwrap_or_default(),
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
fn facts(manifest: &Value) -> Vec<[String; 2]> {
    let configuration = &manifest["configuration"];
    let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let set = configuration["rules"]["set"].as_array().into_iter().flatten().map(text).collect::<Vec<_>>();
    let rules = [vec![text(&configuration["rules"]["name"])], set].concat().join(", ");
    [
        ("games", text(&manifest["games"])),
        ("seed", text(&manifest["seed"])),
        ("rules", rules),
        ("players a team", text(&configuration["team_size"])),
        ("program", format!("{} {}", text(&manifest["program"]), text(&manifest["version"]))),
        ("complete", if manifest["complete"] == true { "yes".to_owned() } else { "no".to_owned() }),
    ]
    .map(|(name, value)| [name.to_owned(), value])
    .into()
}

/// Labels and full SPECs of all agents, each once.
fn agents(manifest: &Value) -> Vec<[String; 2]> {
    let listed = manifest["configuration"]["agents"].as_array().into_iter().flatten();
    let in_populations = manifest["populations"].as_array().into_iter().flatten();
    let in_populations =
        in_populations.flat_map(|population| population["agents"].as_array().into_iter().flatten());
    let mut agents: Vec<[String; 2]> = Vec::new();
    for agent in listed.chain(in_populations) {
        let entry = ["label", "spec"].map(|key| agent[key].as_str().unwrap_or_default().to_owned());
        if !agents.contains(&entry) {
            agents.push(entry);
        }
    }
    agents
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
