//! Rows of the tables of a report. Intervals are of 95 %.

use crate::table::{ColumnGroup, MeasuredValue, TableRow};

/// The agents of a row; [`ALL`](super::ALL) in the place of both in a row about all pairings together.
#[derive(Clone, Debug, PartialEq, Eq, ColumnGroup)]
pub struct RowAgents {
    /// Label of the first agent.
    pub agent_a: String,
    /// Label of the second agent.
    pub agent_b: String,
}

impl RowAgents {
    /// Returns `true` for a row about agents with these labels; of two, the row is about both. Several matchups may share an
    /// agent.
    pub fn are_of(&self, labels: &[&str]) -> bool {
        let RowAgents { agent_a, agent_b } = self;
        let are_ours = [agent_a, agent_b].iter().all(|agent| labels.contains(&agent.as_str()));
        are_ours && (labels.len() != 2 || agent_a != agent_b)
    }
}

/// A row of ladder.csv: what decided the games of a pairing, cut in several ways.
#[derive(Clone, Debug, PartialEq, TableRow)]
#[table("ladder.csv")]
pub struct LadderRow {
    /// The agents.
    #[column(group)]
    pub agents: RowAgents,
    /// How the games are cut: `all`, `door`, `round` or `winner`.
    pub by: &'static str,
    /// Which of them; empty for `all`.
    pub value: String,
    /// What decided the games.
    pub step: &'static str,
    /// Games that are so.
    pub games: u64,
    /// Their share of all games of the pairing.
    pub share: Option<MeasuredValue>,
}

/// A row of seats.csv: White's score, by what decided the games.
#[derive(Clone, Debug, PartialEq, TableRow)]
#[table("seats.csv")]
pub struct SeatRow {
    /// The agents.
    #[column(group)]
    pub agents: RowAgents,
    /// What decided the games, or `all`.
    pub step: &'static str,
    /// Games that are so.
    pub games: u64,
    /// White's score in them.
    pub white_score: Option<MeasuredValue>,
}

/// A row of lengths.csv: how many games have a number of rounds, and how long they take.
#[derive(Clone, Debug, PartialEq, TableRow)]
#[table("lengths.csv")]
pub struct LengthRow {
    /// The agents.
    #[column(group)]
    pub agents: RowAgents,
    /// Number of rounds.
    pub rounds: u64,
    /// Games that took so many.
    pub games: u64,
    /// Their share of all games of the pairing.
    pub share: Option<MeasuredValue>,
    /// Mean length of all games of the pairing in rounds.
    pub mean_rounds: Option<MeasuredValue>,
    /// Median length of all games of the pairing in rounds.
    #[column(decimals = 1)]
    pub median_rounds: Option<f64>,
    /// Estimated minutes of a game of so many rounds without naming keywords.
    #[column(decimals = 2)]
    pub minutes: Option<f64>,
    /// Mean of the estimated minutes of all games of the pairing.
    #[column(decimals = 2)]
    pub mean_minutes: Option<f64>,
    /// One of twenty games takes at most so many minutes.
    #[column(decimals = 2)]
    pub minutes_p5: Option<f64>,
    /// Nineteen of twenty games take at most so many minutes.
    #[column(decimals = 2)]
    pub minutes_p95: Option<f64>,
}

/// A row of skill.csv: the score of the better agent, by what decided the games.
#[derive(Clone, Debug, PartialEq, TableRow)]
#[table("skill.csv")]
pub struct SkillRow {
    /// The agents.
    #[column(group)]
    pub agents: RowAgents,
    /// Label of the agent that scored more on every fifth deal.
    pub better: String,
    /// Label of the other one.
    pub worse: String,
    /// What decided the games, or `all`.
    pub step: &'static str,
    /// Games that are so, every fifth deal left out.
    pub games: u64,
    /// Score of the better agent in them.
    pub score: Option<MeasuredValue>,
}

/// A row of kinds.csv: the score of the clearer or the more secretive agent, by what decided the games.
#[derive(Clone, Debug, PartialEq, TableRow)]
#[table("kinds.csv")]
pub struct KindRow {
    /// The agents.
    #[column(group)]
    pub agents: RowAgents,
    /// `clear` or `secret`.
    pub kind: &'static str,
    /// Label of the agent that is more so on every fifth deal.
    pub team: String,
    /// Label of the other one.
    pub other: String,
    /// Share of the team's own codes that are missed, or overheard where they could be, on every fifth deal.
    pub team_rate: Option<f64>,
    /// The same of the other one.
    pub other_rate: Option<f64>,
    /// What decided the games, or `all`.
    pub step: &'static str,
    /// Games that are so, every fifth deal left out.
    pub games: u64,
    /// Score of the team in them.
    pub score: Option<MeasuredValue>,
}

/// A row of comebacks.csv: a state of tokens from which a team that is behind goes on.
#[derive(Clone, Debug, PartialEq, TableRow)]
#[table("comebacks.csv")]
pub struct ComebackRow {
    /// The agents.
    #[column(group)]
    pub agents: RowAgents,
    /// Interception tokens of the team that is behind.
    pub interceptions: u64,
    /// Its Miscommunication tokens.
    pub miscommunications: u64,
    /// Interception tokens of the other team.
    pub opponent_interceptions: u64,
    /// Its Miscommunication tokens.
    pub opponent_miscommunications: u64,
    /// Games that came to this state.
    pub games: u64,
    /// Score of the team that is behind.
    pub score: Option<MeasuredValue>,
}

/// A row of drama.csv: how often a game is still open, changes its lead or turns in its last round.
#[derive(Clone, Debug, PartialEq, TableRow)]
#[table("drama.csv")]
pub struct DramaRow {
    /// The agents.
    #[column(group)]
    pub agents: RowAgents,
    /// What is counted.
    pub quantity: &'static str,
    /// Its value.
    pub value: String,
    /// Games that are so.
    pub games: u64,
    /// Their share of all games of the pairing.
    pub share: Option<MeasuredValue>,
}

/// A row of whatifs.csv: another tiebreaker on the same games. Differences are of shares, changed less played.
#[derive(Clone, Debug, PartialEq, TableRow)]
#[table("whatifs.csv")]
pub struct WhatIfRow {
    /// The agents.
    #[column(group)]
    pub agents: RowAgents,
    /// What is changed, as `--set` takes it.
    pub change: String,
    /// `judged again`: the games are those that were played.
    pub method: &'static str,
    /// Games of the pairing.
    pub games: u64,
    /// Games that get another winner.
    pub changed: u64,
    /// Games that tokens decide.
    pub tokens: u64,
    /// Games that points decide.
    pub points: u64,
    /// Games that the keyword guess decides.
    pub keywords: u64,
    /// Games whose victory is shared, or given to one side by rule.
    pub shared: u64,
    /// Share of shared victories.
    pub shared_difference: Option<MeasuredValue>,
    /// White's score.
    pub white_difference: Option<MeasuredValue>,
    /// The better agent's score.
    pub better_difference: Option<MeasuredValue>,
    /// The clearer agent's score.
    pub clear_difference: Option<MeasuredValue>,
    /// The more secretive agent's score.
    pub secret_difference: Option<MeasuredValue>,
}
