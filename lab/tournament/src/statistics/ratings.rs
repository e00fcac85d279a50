//! Davidson's model fitted to counts of games.

use std::path::Path;

use crate::table::{Cell, FileEntry, Frame, NamedRow};
use overhear_stats::{Anchor, Encounter, Estimate, GameTable, RatingBasis, fit_davidson};

use super::observed::{NameIndex, ObservedTable, precise};
use crate::error::LabError;
use crate::tournament::rating_warnings;

/// Ratings of agents that were met in games, and what has to be said of them.
#[derive(Debug)]
pub struct RatedAgents {
    /// The ratings, the seat effect and the tie parameter: the table `stats ratings` of the schema.
    pub table: Frame,
    /// Agents that have never met or never scored, in sentences.
    pub warnings: Vec<String>,
}

/// Returns ratings in Elo points relative to the anchor, or with mean 0 without one, with the seat effect and
/// the tie parameter (S4). Agents that have met, directly or through others, form a group; ratings compare agents
/// of one group, and the anchor is that of its own. The file has the columns of `encounters.csv` in the schema. Games are treated as
/// independent.
///
/// # Errors
/// Returns an error for a file without such columns or counts, by line and column, and for an anchor that the
/// file does not have.
pub fn ratings(path: &Path, anchor: Option<&str>) -> Result<RatedAgents, LabError> {
    let table = ObservedTable::read(path)?;
    let [first, second, first_wins, ties, second_wins] = FileEntry::find("encounters.csv").names();
    let (first, second) = (table.texts(first)?, table.texts(second)?);
    let (first_wins, ties, second_wins) =
        (table.counts(first_wins)?, table.counts(ties)?, table.counts(second_wins)?);
    let names = NameIndex::from_table(&table, [&first, &second])?;
    let anchor = anchor.map_or(Ok(Anchor::Mean), |agent| names.find(&table, agent).map(Anchor::Agent))?;
    let mut games = GameTable::new(names.count());
    for row in 0..first.len() {
        let [one, other] = [&first[row], &second[row]].map(|name| names.place(name));
        let encounter = Encounter {
            first: one,
            second: other,
            first_wins: first_wins[row],
            second_wins: second_wins[row],
            ties: ties[row],
        };
        if one == other {
            let message =
                format_args!("line {}: `{}` against itself gives no rating", table.line(row), first[row]);
            return Err(LabError::content(table.name(), message));
        }
        games.add(encounter).map_err(|error| LabError::content(table.name(), error))?;
    }
    let fit = fit_davidson(&games).map_err(|error| LabError::content(table.name(), error))?;
    let errors = fit.fisher();
    let mut frame = Frame::new("stats ratings");
    for (agent, rating) in fit.ratings_with_errors(anchor, &errors).into_iter().enumerate() {
        let group = fit.islands().iter().position(|island| island.contains(&agent)).map(|place| place + 1);
        let is_exact = fit.is_exact(agent);
        let parameter = Parameter { agent: names.name(agent), group, ..Parameter::new("rating") };
        push(&mut frame, parameter, rating.value, Some(rating).filter(|_| is_exact), is_exact);
    }
    let is_exact = *fit.basis() == RatingBasis::Exact;
    let seat = fit.seat(&errors);
    push(&mut frame, Parameter::new("seat"), seat.value, Some(seat).filter(|_| is_exact), is_exact);
    push(&mut frame, Parameter::new("tie_parameter"), fit.tie_parameter(), None, is_exact);
    let lack = fit.lack_of_fit(&games).map_err(|error| LabError::content(table.name(), error))?;
    if let Some(lack) = lack.filter(|_| is_exact) {
        let rows = [
            ("deviance", lack.deviance),
            ("deviance_freedom", lack.freedom as f64),
            ("deviance_p", lack.p_value),
        ];
        for (name, value) in rows {
            push(&mut frame, Parameter::new(name), value, None, is_exact);
        }
    }
    let warnings = rating_warnings(&fit, |agent| names.name(agent));
    Ok(RatedAgents { table: frame, warnings })
}

/// A parameter of the model.
struct Parameter<'a> {
    name: &'a str,
    /// The agent of a rating; empty for parameters of all agents.
    agent: &'a str,
    /// Number of the agent's group, from 1.
    group: Option<usize>,
}

impl<'a> Parameter<'a> {
    /// Returns a parameter of all agents.
    fn new(name: &'a str) -> Parameter<'a> {
        Parameter { name, agent: "", group: None }
    }
}

/// Adds the row of a parameter: the value, its error if known, and whether it rests on games alone.
fn push(
    frame: &mut Frame,
    Parameter { name, agent, group }: Parameter<'_>,
    value: f64,
    known: Option<Estimate>,
    is_exact: bool,
) {
    NamedRow::new(frame)
        .put_all([
            ("parameter", Cell::text(name)),
            ("agent", Cell::text(agent)),
            ("group", group.map_or(Cell::Number(None, 0), |group| Cell::Count(group as u64))),
            ("value", precise(value)),
            ("standard_error", precise(known.map(|estimate| estimate.se))),
            ("basis", Cell::text(if is_exact { "games" } else { "penalty" })),
        ])
        .put_ends("value", known.map(|estimate| estimate.interval), precise)
        .end();
}
