//! The figure that shows the headline of an experiment on agents: its leading number, a line for each row.

use super::dots::{Axis, CHANCE, Dot, dots_of};
use super::figure::{Figure, series};
use super::source::{CsvRow, CsvTable};

/// Maximum number of lines; a figure with more is taller than a screen.
const MOST: usize = 24;

/// The leading number of a table.
struct LeadingNumber {
    file: &'static str,
    title: &'static str,
    /// Column of the number.
    column: &'static str,
    /// Column that counts what the number rests on, with its noun; empty if there is none.
    counted: (&'static str, &'static str),
    /// Columns that name a line.
    names: &'static [&'static str],
    axis: Axis<'static>,
    drawn: Drawn,
}

/// Which rows of a table a figure shows.
#[derive(Clone, Copy)]
enum Drawn {
    All,
    /// Those that have this value in a column.
    WithValue(&'static str, &'static str),
    /// Those that have the same in both columns.
    Alike(&'static str, &'static str),
    /// Those about a measure that a search has confirmed on fresh deals.
    Confirmed(&'static str),
}

impl Drawn {
    fn has(self, row: &CsvRow<'_>) -> bool {
        match self {
            Drawn::All => true,
            Drawn::WithValue(column, value) => row.text(column) == value,
            Drawn::Alike(one, other) => row.text(one) == row.text(other),
            Drawn::Confirmed(measure) => {
                row.text("stage") == "confirmation" && row.text("measure") == measure
            }
        }
    }

    /// Returns the columns that decide.
    #[cfg(test)]
    fn columns(self) -> Vec<&'static str> {
        match self {
            Drawn::All => Vec::new(),
            Drawn::WithValue(column, _) => vec![column],
            Drawn::Alike(one, other) => vec![one, other],
            Drawn::Confirmed(_) => vec!["stage", "measure"],
        }
    }
}

/// Returns the number of a search for rules that shows a measure of the best rules and of those it began with.
const fn confirmed(measure: &'static str, title: &'static str, axis: Axis<'static>) -> LeadingNumber {
    LeadingNumber {
        file: "search.csv",
        title,
        column: "value",
        counted: ("games", "games"),
        names: &["rules"],
        axis,
        drawn: Drawn::Confirmed(measure),
    }
}

/// An axis from 0 of a number that is no share.
const fn plain(name: &'static str) -> Axis<'static> {
    Axis { name, factor: 1.0, zero: 0.0, digits: 2 }
}

/// The leading number of each table of an experiment on agents.
const LEADING: [LeadingNumber; 16] = [
    confirmed(
        "tiebreak_rate",
        "Ties by the best rules, on fresh deals",
        Axis::share("games of 100 that reach the tiebreaker; base: the rules at the start", 0.0),
    ),
    confirmed(
        "shared_rate",
        "Shared victories by the best rules, on fresh deals",
        Axis::share("games of 100 that are shared; base: the rules at the start", 0.0),
    ),
    confirmed(
        "limit_rate",
        "Games to the last round by the best rules, on fresh deals",
        Axis::share("games of 100 that play the last round; base: the rules at the start", 0.0),
    ),
    confirmed(
        "white_score",
        "White’s score by the best rules, on fresh deals",
        Axis::share("points of 100; the upright line is even; base: the rules at the start", 0.5),
    ),
    confirmed(
        "mean_rounds",
        "Length by the best rules, on fresh deals",
        plain("rounds a game; base: the rules at the start"),
    ),
    confirmed(
        "mean_minutes",
        "Minutes by the best rules, on fresh deals",
        plain("minutes a game; base: the rules at the start"),
    ),
    LeadingNumber {
        file: LEAGUE,
        title: "Who scores most?",
        column: "score",
        counted: ("", ""),
        names: &["agent"],
        axis: Axis::share("points of 100; the upright line is even", 0.5),
        drawn: Drawn::All,
    },
    LeadingNumber {
        file: "compare.csv",
        title: "Score: what B changes",
        column: "difference",
        counted: ("deals_b", "deals"),
        names: &["agent_b", "opponent"],
        axis: Axis::share("points of 100 more in B", 0.0),
        drawn: Drawn::WithValue("measure", "score"),
    },
    LeadingNumber {
        file: "eval.csv",
        title: "Whose codes are right?",
        column: "code_accuracy",
        counted: ("n", "codes"),
        names: &["agent"],
        axis: Axis::share("codes of 100 that are right; the upright line is a blind guess", CHANCE),
        drawn: Drawn::All,
    },
    LeadingNumber {
        file: "cross.csv",
        title: "Which team reads which clue giver?",
        column: "decode_rate",
        counted: ("halves", "halves"),
        names: &["giver", "decoder"],
        axis: Axis::share("codes of 100 that the own team reads, against the giver's own interceptor", 0.0),
        drawn: Drawn::Alike("giver", "interceptor"),
    },
    LeadingNumber {
        file: "cross.csv",
        title: "Who intercepts which clue giver?",
        column: "intercept_rate",
        counted: ("chances", "halves"),
        names: &["giver", "interceptor"],
        axis: Axis::share("codes of 100 that the opponents find, while the giver's own team decodes", 0.0),
        drawn: Drawn::Alike("giver", "decoder"),
    },
    LeadingNumber {
        file: "exploit.csv",
        title: "On deals that the search has not seen",
        column: "rate",
        counted: ("halves", "halves"),
        names: &["spec"],
        axis: Axis::share("of 100 halves", 0.0),
        drawn: Drawn::WithValue("stage", "fresh deals"),
    },
    LeadingNumber {
        file: "strangers.csv",
        title: "Whose codes do strangers understand?",
        column: "understood_by_strangers",
        counted: ("halves", "halves"),
        names: &["agent"],
        axis: Axis::share(
            "codes of 100 that minds with another table decode; the upright line is a blind guess",
            CHANCE,
        ),
        drawn: Drawn::All,
    },
    LeadingNumber {
        file: "people.csv",
        title: "Codes that people-like agents miss",
        column: "value",
        counted: ("n", "halves"),
        names: &["preset", "first_round", "last_round"],
        axis: Axis::share("of 100 own codes", 0.0),
        drawn: Drawn::WithValue("figure", "missed"),
    },
    LeadingNumber {
        file: "result.csv",
        title: "The tuned agent against the original one",
        column: "elo",
        counted: ("pairs", "pairs"),
        names: &["spec"],
        axis: plain("points of normalised Elo; the upright line is even"),
        drawn: Drawn::All,
    },
    LeadingNumber {
        file: "card.csv",
        title: "Codes that are right, task by task",
        column: "value",
        counted: ("items", "items"),
        names: &["task", "player"],
        axis: Axis::share("codes of 100; the upright line is a blind guess", CHANCE),
        drawn: Drawn::WithValue("measure", "accuracy"),
    },
];

/// Returns the figures of a table's leading numbers, as far as rows have intervals.
pub(super) fn figures(file: &str, table: &CsvTable) -> Vec<Figure> {
    let leading = LEADING.iter().filter(|leading| leading.file == file);
    leading.zip(1..).filter_map(|(leading, place)| figure(leading, place, table)).collect()
}

/// Returns whether the agent of a row belongs to the league, where it is one: agents that see what others must guess do not.
fn is_member(leading: &LeadingNumber, row: &CsvRow<'_>) -> bool {
    leading.file != LEAGUE || !row.text("equilibrium_share").is_empty()
}

/// Returns the figure of a leading number; `None` without a row that has an interval.
fn figure(leading: &LeadingNumber, place: usize, table: &CsvTable) -> Option<Figure> {
    let id = if place == 1 { "leading".to_owned() } else { format!("leading-{place}") };
    let is_league = leading.file == LEAGUE;
    let mut all: Vec<Dot> = table
        .rows()
        .filter(|row| leading.drawn.has(row))
        .filter(|row| is_member(leading, row))
        .filter_map(|row| {
            let names = leading.names.iter().map(|column| named(column, row.text(column)));
            let label = names.filter(|name| !name.is_empty()).collect::<Vec<_>>().join(" ");
            let (number, (counted, _)) = (row.measured(leading.column)?.numbers()?, leading.counted);
            let games = if counted.is_empty() { 0 } else { row.count(counted) };
            Some(Dot { label, class: "s0".to_owned(), number, games })
        })
        .collect();
    if is_league {
        all.iter_mut().enumerate().for_each(|(n, dot)| dot.class = series(n));
    }
    let shown = &all[..all.len().min(MOST)];
    let title = leading.title;
    let mut figure = dots_of(&id, title, leading.axis, shown, leading.counted.1)?;
    if all.len() > MOST {
        figure.comment(format!("The first {MOST} of {} rows.", all.len()));
    }
    let cheaters: Vec<&str> =
        table.rows().filter(|row| !is_member(leading, row)).map(|row| row.text("agent")).collect();
    if !cheaters.is_empty() {
        let reason = if let [_] = cheaters[..] { "it sees" } else { "they see" };
        let names = cheaters.join(", ");
        figure.caption =
            format!("{} Not drawn, because {reason} what others must guess: {names}.", figure.caption);
    }
    Some(figure)
}

/// A league's table of agents.
const LEAGUE: &str = "league.csv";

/// Returns the part of a line's name that a cell gives.
fn named(column: &str, cell: &str) -> String {
    let before = match column {
        "first_round" => "rounds ",
        "last_round" => "to ",
        "decoder" | "interceptor" | "player" => "· ",
        "opponent" if !cell.is_empty() => "against ",
        _ => "",
    };
    format!("{before}{cell}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use overhear_lab::table::schema;

    #[test]
    fn every_column_of_a_leading_number_is_in_the_schema() {
        for leading in LEADING {
            let entry = schema().iter().find(|entry| entry.file == leading.file).expect(leading.file);
            let has = |name: &str| entry.columns.iter().any(|column| column.name == name);
            assert!(has(leading.column) && leading.names.iter().all(|name| has(name)), "{}", leading.file);
            assert!(entry.intervals(leading.column).next().is_some(), "{}: no interval", leading.file);
            assert!(leading.counted.0.is_empty() || has(leading.counted.0), "{}", leading.file);
            assert!(leading.drawn.columns().into_iter().all(has), "{}", leading.file);
        }
    }
}
