//! What each switch of [`Rules`](super::Rules) means, for rules files and help texts.

/// One key of a rules file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Switch {
    /// The key, as [`Rules`](super::Rules) spells it.
    pub key: &'static str,
    /// The number of the rule that it sets.
    pub rule: &'static str,
    /// The values that it takes.
    pub allowed: &'static str,
    /// What it does.
    pub meaning: &'static str,
}

const fn switch(
    key: &'static str,
    rule: &'static str,
    allowed: &'static str,
    meaning: &'static str,
) -> Switch {
    Switch { key, rule, allowed, meaning }
}

/// Every key, in the order of a rules file.
pub const SWITCHES: [Switch; 21] = [
    switch(
        "players",
        "R1, R17",
        "two_teams, three",
        "two teams, or a team of two against a lone Interceptor",
    ),
    switch("white_team", "R1, R17", "2 to 4", "members of White's team; 2 with three players"),
    switch(
        "black_team",
        "R1, R17",
        "1 to 4",
        "members of Black's team, White's give or take one; 1 with three players",
    ),
    switch("pooling", "R4", "log_linear, vote", "how the members of a team agree on a guess"),
    switch("codes", "R3", "with_replacement, no_repeat", "whether a team's code can come again in a game"),
    switch(
        "session",
        "R2",
        "0 to 1000",
        "games in a row that go through one face of the deck and then the other, so that no keyword comes back, at most as many as the deck has words for; 0: every game has the whole deck",
    ),
    switch("round_limit", "R10, R17", "1 to 16", "the round after which nobody plays on"),
    switch(
        "interception_from_round",
        "R6",
        "1 to round_limit + 1",
        "the first round with interceptions; round_limit + 1, with tokens_to_win at 0: there are none",
    ),
    switch(
        "waiting",
        "R6",
        "both, black",
        "who may not intercept before that round: both teams, or Black alone",
    ),
    switch("tokens_to_win", "R10, R17", "0 to 31", "Interception tokens that win; 0: none ever do"),
    switch("tokens_to_lose", "R10", "0 to 16", "Miscommunication tokens that lose; 0: none ever do"),
    switch(
        "tiebreak",
        "R11-R14",
        "points_keywords, keywords_points, points, keywords, shared",
        "what settles a tie of two teams, in order",
    ),
    switch("interception_points", "R12", "-100 to 100", "points for an Interception token"),
    switch("miscommunication_points", "R12", "-100 to 100", "points for a Miscommunication token"),
    switch("keyword_match", "R13", "set, position", "when a keyword named in the tiebreaker is right"),
    switch("final_tie", "R14", "shared, white, black", "who wins when the tiebreaker has settled nothing"),
    switch("repeat", "R20", "exact, lemma", "when a clue repeats an earlier one of its team"),
    switch("on_illegal_clue", "R25", "reject, missing, forfeit_code", "what an illegal clue costs"),
    switch(
        "sand_timer",
        "R24",
        "0 to 3600",
        "seconds left to an Encryptor when the other is done; 0: no timer",
    ),
    switch(
        "referee",
        "R19, R22",
        "off, warn, enforce",
        "what happens to a clue that is not about its keyword",
    ),
    switch(
        "referee_top",
        "R19, R22",
        "1 to 1000",
        "a clue is about its keyword if so many in a thousand are",
    ),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Rules;

    #[test]
    fn every_key_is_documented_and_every_document_has_a_key() {
        let table = toml::Table::try_from(Rules::official()).unwrap();
        let keys: Vec<_> = table.keys().map(String::as_str).collect();
        let mut documented: Vec<_> = SWITCHES.iter().map(|s| s.key).collect();
        documented.sort_unstable();
        assert_eq!(keys, documented);
    }
}
