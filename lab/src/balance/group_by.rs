//! Attribution of clues to keywords, cards or pairs.

use overhear_engine::rules::{Deck, Half, Keyword};

use crate::experiment::GroupBy;
use crate::paired::{ClueFailure, failures};

/// A keyword, a card, or two keywords, by indices in the deck. A single index is followed by 0.
pub type Subject = [u16; 2];

impl GroupBy {
    /// Returns the clue failures that are counted under this grouping.
    pub const fn failures(self) -> &'static [ClueFailure] {
        match self {
            GroupBy::Keyword | GroupBy::Card => &ClueFailure::ALL,
            GroupBy::Pair => &[ClueFailure::Missed],
        }
    }

    /// Returns the first part of the names of the columns about a clue failure, and the column with the number of clues in
    /// which it could have happened.
    pub const fn rate_columns(self, failure: ClueFailure) -> [&'static str; 2] {
        match (self, failure) {
            (GroupBy::Pair, _) => ["confused", "clues"],
            (_, ClueFailure::Missed) => ["missed", "clues"],
            (_, ClueFailure::Overheard) => ["overheard", "chances"],
        }
    }

    /// Calls `each` with the subject of each clue of a half, each failure that was possible, and `true` if it
    /// happened.
    pub(super) fn count_half(
        self,
        half: &Half,
        keywords: [Keyword; 4],
        deck: &Deck,
        mut each: impl FnMut(Subject, ClueFailure, bool),
    ) {
        for (place, slot) in half.code.slots().into_iter().enumerate() {
            let keyword = keywords[slot.index()];
            if self == GroupBy::Pair {
                let guessed = half.guess.slots()[place];
                let others = (0..4).filter(|&other| other != slot.index());
                others.for_each(|other| {
                    let mut pair = [keyword.0, keywords[other].0];
                    pair.sort_unstable();
                    each(pair, ClueFailure::Missed, guessed.index() == other);
                });
                continue;
            }
            let subject = if self == GroupBy::Card { card(deck, keyword) } else { keyword.0 };
            failures(half, place).for_each(|(failure, wrong)| each([subject, 0], failure, wrong));
        }
    }
}

/// Returns the card that a keyword is printed on.
pub(super) fn card(deck: &Deck, keyword: Keyword) -> u16 {
    deck.keywords()[keyword.index()].card as u16
}

#[cfg(test)]
mod tests {
    use overhear_engine::rules::Side;

    use super::*;

    fn half(code: &str, guess: &str, interception: Option<&str>) -> Half {
        let [code, guess] = [code, guess].map(|text| text.parse().expect("a code"));
        let interception = interception.map(|text| text.parse().expect("a code"));
        Half { round: 2, side: Side::White, clues: [None; 3], guess, interception, code, forfeited: false }
    }

    fn clue_events(cut: GroupBy, half: &Half) -> Vec<(Subject, ClueFailure, bool)> {
        let rows: String = (0..32).map(|n| format!("{},w{n}\n", n / 4)).collect();
        let deck = Deck::parse(&format!("card,en\n{rows}"), "en").expect("a deck");
        let mut events = Vec::new();
        let keywords = [3, 4, 30, 8].map(Keyword);
        cut.count_half(half, keywords, &deck, |subject, failure, wrong| {
            events.push((subject, failure, wrong));
        });
        events
    }

    #[test]
    fn each_clue_is_told_by_its_keyword_and_by_its_card() {
        let half = half("1-2-3", "1-3-2", Some("4-2-3"));
        let [missed, overheard] = ClueFailure::ALL;
        assert_eq!(
            clue_events(GroupBy::Keyword, &half),
            [
                ([3, 0], missed, false),
                ([3, 0], overheard, false),
                ([4, 0], missed, true),
                ([4, 0], overheard, true),
                ([30, 0], missed, true),
                ([30, 0], overheard, true),
            ]
        );
        let cards: Vec<u16> =
            clue_events(GroupBy::Card, &half).iter().map(|(subject, ..)| subject[0]).collect();
        assert_eq!(cards, [0, 0, 1, 1, 7, 7]);
    }

    #[test]
    fn before_anybody_may_intercept_nothing_is_overheard() {
        let events = clue_events(GroupBy::Keyword, &half("1-2-3", "1-2-3", None));
        assert!(
            events.len() == 3
                && events.iter().all(|(_, failure, wrong)| *failure == ClueFailure::Missed && !wrong)
        );
    }

    #[test]
    fn two_keywords_clash_where_the_clue_for_one_is_taken_for_the_other() {
        let events = clue_events(GroupBy::Pair, &half("1-2-3", "1-3-2", None));
        assert_eq!(events.len(), 9, "three clues, three other keywords");
        let clashes: Vec<Subject> = events.iter().filter(|(.., wrong)| *wrong).map(|event| event.0).collect();
        assert_eq!(clashes, [[4, 30], [4, 30]]);
    }
}
