//! Named sets of rules: the published games, and variants that designers ask about.

use super::{CodeDraw, FinalTie, KeywordMatch, OnIllegalClue, Pooling, Repeat, Rules, Tiebreak};

/// A named set of rules.
#[derive(Clone, Copy, Debug)]
pub struct NamedRules {
    /// Name of the set.
    pub name: &'static str,
    /// Description in one line, with the number of the changed rule.
    pub summary: &'static str,
    /// The rules.
    pub rules: Rules,
}

const OFFICIAL: Rules = Rules::official();

/// The game of *The Decrypto Benchmark for Multi-Agent Reasoning and Theory of Mind* (arXiv 2506.20664).
const DECRYPTO_BENCHMARK: Rules = Rules {
    codes: CodeDraw::NoRepeat,
    round_limit: 8,
    interception_from_round: 1,
    tokens_to_lose: 2,
    ..Rules::three_player()
};

const fn set(name: &'static str, summary: &'static str, rules: Rules) -> NamedRules {
    NamedRules { name, summary, rules }
}

/// All named sets of rules. Most change the official rules as their names say.
pub static RULE_SETS: [NamedRules; 26] = [
    set("official", "the game as published, for two teams (R1 to R16)", OFFICIAL),
    set(
        "three-player",
        "the game as published for three: a team of two against one (R17)",
        Rules::three_player(),
    ),
    set("five-players", "two against three (R1)", Rules { black_team: 3, ..OFFICIAL }),
    set("six-players", "three against three (R1)", Rules { white_team: 3, black_team: 3, ..OFFICIAL }),
    set("seven-players", "three against four (R1)", Rules { white_team: 3, black_team: 4, ..OFFICIAL }),
    set("eight-players", "four against four (R1)", Rules { white_team: 4, black_team: 4, ..OFFICIAL }),
    set(
        "first-token",
        "the first token of either kind decides (R10)",
        Rules { tokens_to_win: 1, tokens_to_lose: 1, ..OFFICIAL },
    ),
    set(
        "three-tokens",
        "three tokens of a kind decide (R10)",
        Rules { tokens_to_win: 3, tokens_to_lose: 3, ..OFFICIAL },
    ),
    set(
        "no-miscommunications",
        "Miscommunications cost points in the tiebreaker, but no number of them loses the game (R10)",
        Rules { tokens_to_lose: 0, ..OFFICIAL },
    ),
    set(
        "handicap",
        "Black needs three Interceptions, and White two (R10)",
        Rules { black_more_to_win: 1, ..OFFICIAL },
    ),
    set("short", "six rounds at most (R10)", Rules { round_limit: 6, ..OFFICIAL }),
    set("long", "twelve rounds at most (R10)", Rules { round_limit: 12, ..OFFICIAL }),
    set(
        "interception-from-round-1",
        "codes may be intercepted at once (R6)",
        Rules { interception_from_round: 1, ..OFFICIAL },
    ),
    set(
        "no-interceptions",
        "codes are never intercepted, so that Miscommunications alone decide (R6)",
        Rules { interception_from_round: OFFICIAL.round_limit + 1, tokens_to_win: 0, ..OFFICIAL },
    ),
    set(
        "no-repeated-codes",
        "no team gets a code twice in a game (R3)",
        Rules { codes: CodeDraw::NoRepeat, ..OFFICIAL },
    ),
    set(
        "session",
        "52 games in a row without a repeated keyword, as many as the deck has words for (R2)",
        Rules { session: 52, ..OFFICIAL },
    ),
    set(
        "keywords-first",
        "a tie goes to the keywords, then to the points (R12, R13)",
        Rules { tiebreak: Tiebreak::KeywordsPoints, ..OFFICIAL },
    ),
    set(
        "points-only",
        "a tie goes to the points alone (R12)",
        Rules { tiebreak: Tiebreak::Points, ..OFFICIAL },
    ),
    set("no-tiebreaker", "every tie is shared (R14)", Rules { tiebreak: Tiebreak::Shared, ..OFFICIAL }),
    set(
        "keyword-position",
        "a keyword must be named for its position (R13)",
        Rules { keyword_match: KeywordMatch::Position, ..OFFICIAL },
    ),
    set(
        "black-wins-ties",
        "a tie that the tiebreaker does not settle goes to Black (R14)",
        Rules { final_tie: FinalTie::Black, ..OFFICIAL },
    ),
    set(
        "sudden-death",
        "a tie that the tiebreaker does not settle is played on, until one team scores more points in a round (R14)",
        Rules { sudden_death: 8, ..OFFICIAL },
    ),
    set("sand-timer", "thirty seconds for the slower Encryptor (R24)", Rules { sand_timer: 30, ..OFFICIAL }),
    set(
        "vote",
        "teams of three that vote on their guess (R4)",
        Rules { white_team: 3, black_team: 3, pooling: Pooling::Vote, ..OFFICIAL },
    ),
    set(
        "strict-clues",
        "inflections are repeats, and an illegal clue forfeits the code (R20, R25)",
        Rules { repeat: Repeat::Lemma, on_illegal_clue: OnIllegalClue::ForfeitCode, ..OFFICIAL },
    ),
    set(
        "decrypto-benchmark",
        "the game of a published benchmark: three players, eight rounds; two Miscommunications or two Interceptions end it (R17)",
        DECRYPTO_BENCHMARK,
    ),
];

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_set_of_rules_makes_a_game_of_its_own_under_a_name_of_its_own() {
        let names: HashSet<_> = RULE_SETS.iter().map(|set| set.name).collect();
        let games: HashSet<_> = RULE_SETS.iter().map(|set| set.rules).collect();
        assert_eq!((names.len(), games.len()), (RULE_SETS.len(), RULE_SETS.len()));
        for NamedRules { name, rules, .. } in &RULE_SETS {
            assert_eq!(rules.check(), Ok(()), "{name}");
        }
    }

    #[test]
    fn r17_the_three_player_game_is_as_published() {
        let three = Rules::three_player();
        assert_eq!((three.round_limit, three.interception_from_round, three.tokens_to_win), (5, 2, 2));
        assert_eq!(RULE_SETS[1].rules, three);
    }
}
