//! Davidson's model fitted to counts of games.

use std::path::Path;

use crate::table::{Cell, FileEntry, Frame, NamedRow};
use overhear_stats::{Anchor, Encounter, Estimate, GameTable, RatingBasis, fit_davidson};

use super::observed::{NameIndex, ObservedTable, precise};
use crate::error::LabError;

/// Returns ratings in Elo points relative to the anchor, or with mean 0 without one, with the seat effect and
/// the tie parameter (S4). The file has the columns of `encounters.csv` in the schema. Games are treated as
/// independent.
///
/// # Errors
/// Returns an error for a file without such columns or counts, by line and column, and for an anchor that the
/// file does not have.
pub fn ratings(path: &Path, anchor: Option<&str>) -> Result<Frame, LabError> {
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
    let exact = *fit.basis() == RatingBasis::Exact;
    let basis = if exact { "games" } else { "penalty" };
    let mut frame = Frame::new("stats ratings");
    let mut push = |parameter: &str, agent: &str, found: Estimate| {
        let known = Some(found).filter(|_| exact);
        NamedRow::new(&mut frame)
            .put_all([
                ("parameter", Cell::text(parameter)),
                ("agent", Cell::text(agent)),
                ("value", precise(found.value)),
                ("standard_error", precise(known.map(|found| found.se))),
                ("basis", Cell::text(basis)),
            ])
            .put_ends("value", known.map(|found| found.interval), precise)
            .end();
    };
    for (agent, rating) in fit.ratings_with_errors(anchor, &errors).into_iter().enumerate() {
        push("rating", names.name(agent), rating);
    }
    push("seat", "", fit.seat(&errors));
    let mut alone = |parameter: &str, value: f64| {
        NamedRow::new(&mut frame)
            .put_all([
                ("parameter", Cell::text(parameter)),
                ("agent", Cell::text("")),
                ("value", precise(value)),
                ("basis", Cell::text(basis)),
            ])
            .put("standard_error", precise(None))
            .put_ends("value", None, precise)
            .end();
    };
    alone("tie_parameter", fit.tie_parameter());
    let lack = fit.lack_of_fit(&games).map_err(|error| LabError::content(table.name(), error))?;
    if let Some(lack) = lack.filter(|_| exact) {
        alone("deviance", lack.deviance);
        alone("deviance_freedom", lack.freedom as f64);
        alone("deviance_p", lack.p_value);
    }
    Ok(frame)
}
