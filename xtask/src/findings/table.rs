//! docs/tiebreaker.toml: which command is behind which number.

use std::collections::BTreeMap;

use anyhow::{Context as _, Result, ensure};
use serde::Deserialize;

use super::claim::{Claim, range};
use super::page::{Page, words};

/// What stands for the row in a command.
const ROW: &str = "{}";

/// The whole file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Commands {
    runs: BTreeMap<String, String>,
    finding: Vec<Finding>,
    table: Vec<Rows>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Finding {
    says: String,
    run: String,
    file: String,
    #[serde(rename = "where", default)]
    row: BTreeMap<String, String>,
    column: String,
    #[serde(default = "percent")]
    factor: f64,
    #[serde(default = "yes")]
    side: bool,
}

/// A table of the page.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Rows {
    section: String,
    first: String,
    #[serde(default = "one")]
    nth: usize,
    run: String,
    columns: Vec<Meaning>,
    #[serde(default)]
    other: BTreeMap<String, String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Meaning {
    title: String,
    #[serde(rename = "where")]
    row: BTreeMap<String, String>,
    column: String,
    #[serde(default = "percent")]
    factor: f64,
}

const fn percent() -> f64 {
    100.0
}

const fn yes() -> bool {
    true
}

const fn one() -> usize {
    1
}

impl Commands {
    pub(super) fn read(text: &str) -> Result<Commands> {
        Ok(toml::from_str(text)?)
    }

    /// Everything that the page says with an interval.
    pub(super) fn claims(&self, page: &Page) -> Result<Vec<Claim>> {
        let mut claims = self.finding.iter().map(|one| self.claim(one, page)).collect::<Result<Vec<_>>>()?;
        for rows in &self.table {
            claims.extend(rows.claims(page)?);
        }
        Ok(claims)
    }

    fn claim(&self, one: &Finding, page: &Page) -> Result<Claim> {
        let says = words(&one.says);
        let place = page
            .end_of(&says)
            .with_context(|| format!("`{says}` does not stand on the page, or not once"))?;
        let run = self.runs.get(&one.run).with_context(|| format!("there is no run `{}`", one.run))?;
        Ok(Claim {
            place,
            range: range(&says)?,
            run: run.clone(),
            file: one.file.clone(),
            row: one.row.clone(),
            column: one.column.clone(),
            factor: one.factor,
            side: one.side,
            bold: false,
            says,
        })
    }
}

impl Rows {
    fn claims(&self, page: &Page) -> Result<Vec<Claim>> {
        let Rows { section, first, .. } = self;
        let cells = page.cells(section, first, self.nth);
        let cells = cells.with_context(|| format!("there is no table `{first}` in `{section}`"))?;
        ensure!(!cells.is_empty(), "the table `{first}` in `{section}` has no intervals");
        cells
            .into_iter()
            .map(|cell| {
                let column = self.columns.iter().find(|column| column.title == cell.column);
                let column =
                    column.with_context(|| format!("`{section}` does not say what `{}` is", cell.column))?;
                Ok(Claim {
                    says: format!("{}, {}: {}", cell.row, cell.column, cell.text),
                    place: cell.place,
                    range: range(&cell.text)?,
                    run: self
                        .other
                        .get(&cell.row)
                        .cloned()
                        .unwrap_or_else(|| self.run.replace(ROW, &cell.row)),
                    file: "-".to_owned(),
                    row: column.row.clone(),
                    column: column.column.clone(),
                    factor: column.factor,
                    side: true,
                    bold: cell.text.starts_with("**"),
                })
            })
            .collect()
    }
}
