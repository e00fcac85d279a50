//! Endings and lengths that the rules allow.

use std::ops::RangeInclusive;

use overhear_engine::rules::{Players, Rules, Side, Tiebreak};

use super::ending_kind::EndingKind;

/// Returns `true` if the rules allow games of this ending kind (R10 to R14).
pub(crate) fn decides(rules: &Rules, kind: EndingKind) -> bool {
    let is_for_two = rules.players == Players::TwoTeams;
    match (kind, rules.tiebreak) {
        (EndingKind::Tokens, _) => true,
        (EndingKind::Points, Tiebreak::PointsKeywords | Tiebreak::KeywordsPoints | Tiebreak::Points)
        | (EndingKind::Keywords, Tiebreak::PointsKeywords | Tiebreak::KeywordsPoints | Tiebreak::Keywords)
        | (EndingKind::Shared, _) => is_for_two,
        (EndingKind::Points | EndingKind::Keywords, _) => false,
    }
}

/// Returns the possible numbers of rounds of a game.
pub(crate) fn rounds(rules: &Rules) -> RangeInclusive<u8> {
    shortest(rules)..=rules.last_round()
}

/// Returns the rounds of the shortest game: a team takes at most one token of a kind in a round (R7). For the
/// three-player game (R17) it returns 1, a safe lower bound.
fn shortest(rules: &Rules) -> u8 {
    if rules.players != Players::TwoTeams {
        return 1;
    }
    let ends = Side::ALL
        .into_iter()
        .flat_map(|side| {
            let first = (1..=rules.round_limit).find(|&round| rules.may_intercept(round, side));
            let won = first.filter(|_| rules.to_win(side) > 0).map(|first| first + rules.to_win(side) - 1);
            let lost = Some(rules.to_lose(side)).filter(|&lost| lost > 0);
            [won, lost]
        })
        .flatten();
    ends.chain([rules.round_limit]).min().unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shortest_game_takes_as_many_rounds_as_tokens() {
        let official = Rules::official();
        assert_eq!(shortest(&official), 2, "two codes missed");
        assert_eq!(
            shortest(&Rules { tokens_to_lose: 0, ..official }),
            3,
            "no interceptions in the first round"
        );
        assert_eq!(shortest(&Rules { tokens_to_lose: 0, tokens_to_win: 0, ..official }), 8);
        assert_eq!(shortest(&Rules { tokens_to_lose: 3, black_more_to_lose: -2, ..official }), 1);
    }
}
