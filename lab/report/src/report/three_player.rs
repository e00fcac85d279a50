//! Results of games for three players (R17): no tiebreaker, and no seats to exchange.

use overhear_engine::rules::Players;

use super::page::Section;
use super::rows::{groups, rows_of_pair};
use super::source::{CsvTable, ResultFiles};
use super::{bars, group};
use overhear_lab::balance::three_player_sentence;
use overhear_lab::error::LabError;

/// Returns `true` if three players have played.
pub(super) fn is_played(source: &ResultFiles) -> bool {
    source.run_manifest().rules().is_some_and(|rules| rules.switches.players == Players::Three)
}

/// Returns who wins the games of a group, as a sentence.
pub(super) fn finding(
    source: &ResultFiles,
    labels: &[&str],
    agents: [&str; 2],
) -> Result<Option<String>, LabError> {
    let (Some(seats), Some(lengths)) = (source.table("seats.csv")?, source.table("lengths.csv")?) else {
        return Ok(None);
    };
    let whole = rows_of_pair(&seats, agents).find(|row| row.text("step") == "all");
    let won = whole.and_then(|row| row.measured("white_score")?.complement().numbers());
    let games: u64 = rows_of_pair(&lengths, agents).map(|row| row.count("games")).sum();
    let rounds: u64 =
        rows_of_pair(&lengths, agents).map(|row| row.count("games") * row.count("rounds")).sum();
    Ok(won.map(|won| three_player_sentence(won, games, labels, rounds as f64 / games as f64)))
}

/// Returns how long the games of each group take.
pub(super) fn sections(lengths: &CsvTable) -> Vec<Section> {
    groups(lengths)
        .into_iter()
        .enumerate()
        .map(|(n, agents)| {
            let mut section = Section::new(group::title(agents), "How long games of three players take.");
            let rows = rows_of_pair(lengths, agents);
            section.figures.extend(bars::rounds(&format!("rounds-{n}"), "How long games take", rows));
            section
        })
        .collect()
}
