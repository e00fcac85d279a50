//! The columns of the files of a balance report.

/// ladder.csv.
pub(super) const LADDER: &[&str] =
    &["agent_a", "agent_b", "by", "value", "step", "games", "share", "share_low", "share_high"];

/// seats.csv.
pub(super) const SEATS: &[&str] =
    &["agent_a", "agent_b", "step", "games", "white_score", "white_score_low", "white_score_high"];

/// lengths.csv.
pub(super) const LENGTHS: &[&str] = &[
    "agent_a",
    "agent_b",
    "rounds",
    "games",
    "share",
    "share_low",
    "share_high",
    "mean_rounds",
    "mean_rounds_low",
    "mean_rounds_high",
    "median_rounds",
];

/// skill.csv.
pub(super) const SKILL: &[&str] =
    &["agent_a", "agent_b", "better", "worse", "step", "games", "score", "score_low", "score_high"];

/// kinds.csv.
pub(super) const KINDS: &[&str] = &[
    "agent_a",
    "agent_b",
    "kind",
    "team",
    "other",
    "team_rate",
    "other_rate",
    "step",
    "games",
    "score",
    "score_low",
    "score_high",
];

/// comebacks.csv.
pub(super) const COMEBACKS: &[&str] = &[
    "agent_a",
    "agent_b",
    "interceptions",
    "miscommunications",
    "opponent_interceptions",
    "opponent_miscommunications",
    "games",
    "score",
    "score_low",
    "score_high",
];

/// drama.csv.
pub(super) const DRAMA: &[&str] =
    &["agent_a", "agent_b", "quantity", "value", "games", "share", "share_low", "share_high"];

/// whatifs.csv.
pub(super) const WHATIFS: &[&str] = &[
    "agent_a",
    "agent_b",
    "change",
    "method",
    "games",
    "changed",
    "tokens",
    "points",
    "keywords",
    "shared",
    "shared_difference",
    "shared_difference_low",
    "shared_difference_high",
    "white_difference",
    "white_difference_low",
    "white_difference_high",
    "better_difference",
    "better_difference_low",
    "better_difference_high",
    "clear_difference",
    "clear_difference_low",
    "clear_difference_high",
    "secret_difference",
    "secret_difference_low",
    "secret_difference_high",
];
