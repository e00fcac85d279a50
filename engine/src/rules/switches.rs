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
pub const SWITCHES: [Switch; 10] = [
    switch("round_limit", "R10", "1 to 16", "the round after which nobody plays on"),
    switch("interception_from_round", "R6", "1 to round_limit", "the first round with interceptions"),
    switch("tokens_to_win", "R10", "0 to 16", "Interception tokens that win; 0: none ever do"),
    switch("tokens_to_lose", "R10", "0 to 16", "Miscommunication tokens that lose; 0: none ever do"),
    switch(
        "tiebreak",
        "R11-R14",
        "points_keywords, keywords_points, points, keywords, shared",
        "what settles a tie, in order",
    ),
    switch("interception_points", "R12", "-100 to 100", "points for an Interception token"),
    switch("miscommunication_points", "R12", "-100 to 100", "points for a Miscommunication token"),
    switch("keyword_match", "R13", "set, position", "when a keyword named in the tiebreaker is right"),
    switch("repeat", "R20", "exact, lemma", "when a clue repeats an earlier one of its team"),
    switch("on_illegal_clue", "R25", "reject, missing, forfeit_code", "what an illegal clue costs"),
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
