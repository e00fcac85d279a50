//! Kinds of endings: the tiebreaker steps that decide games (R10 to R14).

use overhear_engine::rules::{DecidedBy, Ending, Rules, Tiebreak};
use serde::{Deserialize, Serialize};

/// The way in which a game was decided: by tokens, then points, then a guess at keywords, then not at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum EndingKind {
    /// Tokens, without the tiebreaker (R10).
    Tokens,
    /// The tiebreaker's points (R12).
    Points,
    /// The tiebreaker's keyword guess (R13).
    Keywords,
    /// None of these (R14): the victory is shared, sudden death decides it, or the last step awards it to one side.
    Shared,
}

impl EndingKind {
    /// Every kind, in the order of the tiebreaker steps.
    pub const ALL: [EndingKind; 4] =
        [EndingKind::Tokens, EndingKind::Points, EndingKind::Keywords, EndingKind::Shared];

    /// Returns the kind of an ending.
    pub const fn from_ending(ending: Ending) -> EndingKind {
        EndingKind::of_step(ending.decided_by)
    }

    /// Returns the kind that a deciding step belongs to.
    pub const fn of_step(step: DecidedBy) -> EndingKind {
        match step {
            DecidedBy::Interceptions
            | DecidedBy::Miscommunications
            | DecidedBy::Both
            | DecidedBy::Interceptor
            | DecidedBy::Team
            | DecidedBy::Forfeit => EndingKind::Tokens,
            DecidedBy::Points => EndingKind::Points,
            DecidedBy::Keywords => EndingKind::Keywords,
            DecidedBy::Shared | DecidedBy::FinalTie | DecidedBy::SuddenDeath => EndingKind::Shared,
        }
    }

    /// Returns the name used in files.
    pub const fn name(self) -> &'static str {
        match self {
            EndingKind::Tokens => "tokens",
            EndingKind::Points => "points",
            EndingKind::Keywords => "keywords",
            EndingKind::Shared => "shared",
        }
    }

    /// Returns `true` if keywords were guessed in a game with this ending (R11 to R14).
    pub const fn has_keyword_guesses(self, rules: &Rules) -> bool {
        match (rules.tiebreak, self) {
            (_, EndingKind::Tokens)
            | (Tiebreak::Points | Tiebreak::Shared, _)
            | (Tiebreak::PointsKeywords, EndingKind::Points) => false,
            (Tiebreak::PointsKeywords | Tiebreak::KeywordsPoints | Tiebreak::Keywords, _) => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_audit_has_the_same_kinds() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../xtask/audit/balance.py");
        let audit = std::fs::read_to_string(path).expect("the audit is beside the laboratory");
        let (_, kind) = audit.split_once("def kind(step):").expect("the function");
        let (kind, _) = kind.split_once("\ndef ").expect("another function follows");
        for step in DecidedBy::ALL {
            let is_named = kind.contains(&format!("\"{}\"", step.name()));
            let is_other = EndingKind::of_step(step) != EndingKind::Tokens;
            assert_eq!(
                is_named,
                is_other,
                "{}: `kind` counts steps that it does not name as tokens",
                step.name()
            );
        }
    }

    #[test]
    fn keywords_are_named_where_the_rules_come_to_them() {
        let named = |tiebreak| {
            let rules = Rules { tiebreak, ..Rules::official() };
            EndingKind::ALL.map(|kind: EndingKind| kind.has_keyword_guesses(&rules))
        };
        assert_eq!(named(Tiebreak::PointsKeywords), [false, false, true, true]);
        assert_eq!(named(Tiebreak::KeywordsPoints), [false, true, true, true]);
        assert_eq!(named(Tiebreak::Points), [false; 4]);
    }
}
