//! One page of several cards: their main measures, with a dot and an interval for each card.

use std::path::{Path, PathBuf};

use super::dots::{Axis, CHANCE, Dot, dots_of};
use super::figure::{Figure, series};
use super::measurement::view;
use super::page::{self, Page, Section};
use super::source::CsvTable;
use super::{check_extension, write_page};
use overhear_lab::Message;
use overhear_lab::command_line::CommandLine;
use overhear_lab::error::LabError;
use overhear_lab::store::Target;
use overhear_lab::table::{Presence, TableRow as _, counted, fixed, presentable};
use overhear_lab::{LeaderboardRow, certain_bits, is_card, leaderboard};

/// The table of cards.
const TABLE: &str = "leaderboard.csv";

/// A figure of the page: a column of the table with its heading and its scale.
struct CardFigure {
    column: &'static str,
    title: &'static str,
    scale: CardScale,
}

/// The scale of a figure.
#[derive(Clone, Copy)]
enum CardScale {
    /// Shares, with their name and the neutral line.
    Share(&'static str, f64),
    /// Bits that beliefs tell of codes.
    Bits,
    /// The skill of predictions.
    Skill,
}

impl CardScale {
    /// Returns what stands below the scale.
    fn name(self) -> String {
        match self {
            CardScale::Share(name, _) => name.to_owned(),
            CardScale::Bits => {
                let most = fixed(certain_bits(), 2);
                format!("bits a code; the upright line is a blind guess, certainty {most}")
            }
            CardScale::Skill => "skill; the upright line is a uniform answer, 1 the exact belief".to_owned(),
        }
    }

    /// Returns the axis with that name.
    const fn axis(self, name: &str) -> Axis<'_> {
        match self {
            CardScale::Share(_, zero) => Axis::share(name, zero),
            CardScale::Bits | CardScale::Skill => Axis { name, factor: 1.0, zero: 0.0, digits: 2 },
        }
    }
}

/// The figures, in the order of the table's columns.
const FIGURES: [CardFigure; 7] = [
    CardFigure {
        column: "score",
        title: "Score in play",
        scale: CardScale::Share("points of 100 against built-in agents; the upright line is even", 0.5),
    },
    CardFigure { column: "decode_bits", title: "Decoding", scale: CardScale::Bits },
    CardFigure { column: "intercept_bits", title: "Intercepting", scale: CardScale::Bits },
    CardFigure {
        column: "understood",
        title: "Own clues understood",
        scale: CardScale::Share(
            "codes of 100 that bayes finds, knowing the keywords; the line is a blind guess",
            CHANCE,
        ),
    },
    CardFigure {
        column: "exploited",
        title: "Own clues overheard",
        scale: CardScale::Share(
            "codes of 100 that the best guesser finds, less is safer; the line is a blind guess",
            CHANCE,
        ),
    },
    CardFigure { column: "predict_skill", title: "Predicting a reader", scale: CardScale::Skill },
    CardFigure {
        column: "survived",
        title: "Games that the team survives",
        scale: CardScale::Share("games of 100", 0.0),
    },
];

/// Returns the page of cards, as HTML. Each place is the directory of a card, or a file of lines of leaderboard.jsonl.
///
/// # Errors
/// Returns an error for a file that cannot be read, and for a line that is no card's.
pub fn cards_page(cards: &[PathBuf]) -> Result<String, LabError> {
    let frame = LeaderboardRow::frame(&leaderboard(cards)?);
    let table = CsvTable::parse(TABLE, TABLE.to_owned(), &frame.to_csv())?;
    let count = frame.len() as u64;
    let mut section = Section::new(
        "Measures",
        "A dot for each card, in the order of the table, with its 95 % interval. Intervals that overlap do not show that \
         two cards are alike: the command compare tells two cards apart item by item.",
    );
    section.figures = FIGURES.iter().filter_map(|figure| drawn(figure, &table)).collect();
    section.tables.push(view(&table, table.columns(Presence::Always)));
    let headline = match table.rows().next() {
        Some(best) if count > 1 => format!("{}; first: `{}`.", counted(count, "card"), best.text("agent")),
        Some(only) => format!("The card of `{}`.", only.text("agent")),
        None => return Err(LabError::usage("a page of cards: no file has a line")),
    };
    let findings = findings(&table);
    let page = Page::of_cards(&headline, &findings, std::slice::from_ref(&section), command(cards));
    Ok(presentable(&page::rendered(&page)?).into_owned())
}

/// Writes the page of cards, and returns its path.
///
/// # Errors
/// Returns the errors of [`cards_page`], and an error if the file cannot be written.
pub fn write_cards_page(cards: &[PathBuf], out: &Path, force: bool) -> Result<PathBuf, LabError> {
    check_extension(out)?;
    let inputs: Vec<PathBuf> = cards.iter().map(|card| card.join("leaderboard.jsonl")).collect();
    let inputs: Vec<&Path> = inputs.iter().chain(cards).map(PathBuf::as_path).collect();
    let target = Target::from_config("out", out, force, &inputs)?;
    target.write(cards_page(cards)?.as_bytes())?;
    Ok(target.path().to_owned())
}

/// Writes the page of a result, by default into its directory, or of several cards. Returns the path of the page.
///
/// # Errors
/// Returns the errors of [`write_page`] and [`write_cards_page`]; an error for several results that are no cards, and for
/// several cards without a file to write.
pub fn write_report(results: &[PathBuf], out: Option<&Path>, force: bool) -> Result<PathBuf, LabError> {
    if let [result] = results {
        return write_page(result, out, force);
    }
    if let Some(other) = results.iter().find(|result| !is_card(result)) {
        let message = "this is no card; several results have one page only if all are cards (`bench --out`)";
        return Err(LabError::content(other.display(), message));
    }
    let Some(out) = out else {
        let message =
            Message::new("a page of several cards needs a name; add ").setting(("out", "FILE.html"));
        return Err(LabError::usage(message));
    };
    write_cards_page(results, out, force)
}

/// Returns what must be known before the cards are compared.
fn findings(table: &CsvTable) -> Vec<String> {
    let mut questions: Vec<[&str; 2]> =
        table.rows().map(|row| ["suite", "questions"].map(|name| row.text(name))).collect();
    questions.dedup();
    match questions.len() {
        0 | 1 => vec!["All cards are of the same questions.".to_owned()],
        kinds => vec![format!(
            "These cards are of {kinds} different sets of questions (other suites, seeds, numbers of games or words): compare \
             only those with the same `questions` in the table."
        )],
    }
}

/// Returns the dots of a column; `None` if no card has the measure with an interval.
fn drawn(figure: &CardFigure, table: &CsvTable) -> Option<Figure> {
    let dots: Vec<Dot> = table
        .rows()
        .enumerate()
        .filter_map(|(place, row)| {
            let number = row.measured(figure.column)?.numbers()?;
            Some(Dot { label: row.text("agent").to_owned(), class: series(place), number, games: 0 })
        })
        .collect();
    let name = figure.scale.name();
    dots_of(&format!("card-{}", figure.column), figure.title, figure.scale.axis(&name), &dots, "")
}

/// Returns the command that makes the page again.
fn command(cards: &[PathBuf]) -> String {
    let mut line = CommandLine::new("leaderboard");
    cards.iter().for_each(|card| line.word(&card.display().to_string()));
    line.flag("out", "cards.html");
    line.end()
}

#[cfg(test)]
mod tests {
    use overhear_lab::table::FileEntry;

    use super::*;

    #[test]
    fn every_measure_with_an_interval_has_a_figure() {
        let entry = FileEntry::find(TABLE);
        let measured = entry.columns.iter().filter(|column| entry.intervals(column.name).next().is_some());
        let measured: Vec<&str> = measured.map(|column| column.name).collect();
        assert_eq!(measured, FIGURES.map(|figure| figure.column));
    }
}
