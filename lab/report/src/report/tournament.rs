//! Report sections about a tournament.

use super::dots::{Axis, Dot, dots};
use super::figure::{Figure, series};
use super::flow::EndingFlow;
use super::matrix::ScoreTable;
use super::page::{Section, TableView};
use super::scatter::scatter;
use super::source::{CsvTable, ResultFiles};
use super::{bars, halves, matrix, sample_games, three_player};
use overhear_lab::error::LabError;
use overhear_lab::strength::{AgentScore, HeadToHead};
use overhear_lab::tournament::{
    A_SCORE, OutcomeEntry, TestSummary, TournamentManifest, UNBIASED, findings as sentences_of,
    pairing_score, score_of, void_sentence,
};

/// Returns the findings as sentences.
pub(super) fn findings(source: &ResultFiles, manifest: &TournamentManifest) -> Result<Vec<String>, LabError> {
    let (Some(standings), Some(pairings)) = (source.table("standings.csv")?, source.table("pairings.csv")?)
    else {
        return Ok(Vec::new());
    };
    let standings: Vec<AgentScore> = standings
        .rows()
        .map(|row| AgentScore {
            label: row.text("agent").to_owned(),
            games: row.count("games"),
            faults: row.count("faults"),
            score: score_of(row.measured("score")),
        })
        .collect();
    let duels: Vec<HeadToHead> = pairings
        .rows()
        .map(|row| HeadToHead {
            one: row.text("agent_a").to_owned(),
            other: row.text("agent_b").to_owned(),
            games: row.count("games"),
            score: pairing_score(row.measured(A_SCORE), row.number(UNBIASED)),
        })
        .collect();
    let void = void_sentence(manifest.deals, manifest.void_deals.unwrap_or_default());
    Ok(sentences_of(&standings, &duels, tested(manifest)).into_iter().chain(void).collect())
}

/// Returns the outcome of a sequential test in the manifest.
fn tested(manifest: &TournamentManifest) -> Option<TestSummary> {
    let OutcomeEntry { verdict, pairs, .. } = *manifest.sprt.as_ref()?;
    let setting = manifest.configuration.sprt.as_ref()?.setting().ok()?;
    Some(TestSummary { verdict, pairs, setting })
}

/// Returns the figure of the ratings with their intervals; `None` without any.
fn ratings(standings: &CsvTable) -> Option<Figure> {
    let lines: Vec<Dot> = standings
        .rows()
        .enumerate()
        .filter_map(|(n, row)| {
            let number = row.measured("rating")?.numbers()?;
            Some(Dot {
                label: row.text("agent").to_owned(),
                class: series(n),
                number,
                games: row.count("games"),
            })
        })
        .collect();
    let axis =
        Axis { name: "rating in Elo units; the upright line is the mean", factor: 1.0, zero: 0.0, digits: 0 };
    dots("ratings", "Ratings", axis, &lines).filter(|_| lines.len() > 1)
}

/// Returns the sections in page order.
pub(super) fn sections(source: &ResultFiles) -> Result<Vec<Section>, LabError> {
    let mut standings = Section::new(
        "Standings",
        "Scores in percent; 50 is even. In brackets: 95 % intervals. Few: fewer than 30 games. Rating: in Elo units, mean 0; “?”: too \
         few wins or losses to tell.",
    );
    if let Some(table) = source.table("standings.csv")? {
        standings.figures.extend(ratings(&table));
        standings.figures.extend(scatter(&table));
        let view = TableView::new(
            &table,
            &[("agent", "agent"), ("games", "games")],
            &[
                ("score", "score, %", 1),
                ("rating", "rating", 0),
                ("mean_rounds", "rounds", 2),
                ("miscommunication_rate", "missed, %", 1),
                ("intercepted_rate", "overheard, %", 1),
                ("leaked_bits", "leak, bits", 2),
            ],
        );
        standings.tables.push(view.marked());
    }
    if let Some(table) = source.table("pairings.csv")? {
        let order = source.agent_order("standings.csv")?;
        let scores = matrix::scores(&ScoreTable::of_pairings(&table), &order);
        scores.into_iter().for_each(|figure| standings.figures.insert(0, figure));
        let seats: &[(&str, &str, usize)] = if three_player::is_played(source) {
            &[
                ("a_score_as_team", "a's score as the team, %", 1),
                ("a_score_as_interceptor", "a's score as the Interceptor, %", 1),
            ]
        } else {
            &[("white_score", "White's score, %", 1), ("tiebreak_rate", "tied, %", 1)]
        };
        let view = TableView::new(
            &table,
            &[("agent_a", "agent a"), ("agent_b", "agent b"), ("games", "games")],
            &[&[("a_score", "a's score, %", 1)], seats].concat(),
        );
        standings.tables.push(view.under("each pairing"));
    }
    let mut ladder =
        Section::new("Length and endings", "From the last round through the tiebreaker to the winner.");
    if let Some(table) = source.table("endings.csv")? {
        let all = EndingFlow::of_tournament(&table)?;
        ladder.figures.extend(all.draw("ladder", "The tiebreak ladder"));
        ladder.figures.extend(all.tied().draw("tied", "The tied games alone"));
    }
    if let Some(table) = source.table("rounds.csv")? {
        let lengths = bars::rounds("rounds", "How long games take", table.rows());
        lengths.into_iter().for_each(|figure| ladder.figures.insert(0, figure));
    }
    let mut clues = Section::new("Clues, round by round", "What they betray, and what they tell.");
    clues.figures.extend(halves::by_round(source)?);
    let mut talks = Section::new(
        "Talks",
        "Members of a team answer alone, talk, and answer again. The gain compares the team's answer after the talk with the \
         pool of the answers alone.",
    );
    if let Some(table) = source.table("talk.csv")? {
        talks.tables.push(TableView::from_rows(
            table.rows().filter(|row| row.count("talks") > 0),
            &[
                ("agent", "agent"),
                ("role", "about"),
                ("talks", "talks"),
                ("messages", "messages"),
                ("revisions", "changed answers"),
            ],
            &[
                ("alone_rate", "right alone, %", 1),
                ("pool_rate", "right as a pool, %", 1),
                ("after_rate", "right after the talk, %", 1),
                ("gain", "gain, %", 1),
            ],
        ));
    }
    let samples = sample_games::section(source)?;
    Ok([standings, ladder, samples, clues, talks].into_iter().filter(|section| !section.is_empty()).collect())
}
