//! The keywords that a team names for the other one (R13).
//!
//! Every member says what he believes, the Encryptor of the last round as well: the round is over. The team names four
//! different words, and none of those that stand before its own eyes.

use super::belief::ROUNDING;
use super::{MAX_MEMBERS, Stream};
use crate::rules::{BySlot, Deck, Keyword, Pooling, Slot};

/// What is believed of the other team's keywords: for each slot a weight for every keyword of the deck.
///
/// Weights are compared within a slot; they need not sum to 1. What is no weight (below 0, or no number) counts as 0, and a slot
/// without weights says nothing.
///
/// ```
/// use overhear_engine::rules::{Deck, Keyword, Slot};
/// use overhear_engine::table::KeywordBelief;
/// let deck = Deck::parse("ant\nbee\ncat\ndog\nelk\nfox\ngnu\nhen", "en")?;
/// let mut belief = KeywordBelief::uniform(&deck);
/// belief.certain(Slot::First, Keyword(5));
/// assert_eq!(belief.of(Slot::First)[4..6], [0.0, 1.0]);
/// assert_eq!(belief.of(Slot::Fourth)[4..6], [1.0, 1.0]);
/// # Ok::<(), overhear_engine::rules::DeckError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct KeywordBelief(BySlot<Vec<f32>>);

impl KeywordBelief {
    /// Every keyword of the deck alike, for each slot.
    pub fn uniform(deck: &Deck) -> KeywordBelief {
        let mut belief = KeywordBelief::default();
        belief.fill(deck.len(), 1.0);
        belief
    }

    /// The weights for a slot, in the order of the deck.
    pub fn of(&self, slot: Slot) -> &[f32] {
        &self.0[slot]
    }

    /// The weights for a slot, to be written.
    pub fn of_mut(&mut self, slot: Slot) -> &mut [f32] {
        &mut self.0[slot]
    }

    /// Holds one keyword for a slot's, and no other.
    pub fn certain(&mut self, slot: Slot, keyword: Keyword) {
        self.0[slot].fill(0.0);
        self.0[slot][keyword.index()] = 1.0;
    }

    fn fill(&mut self, keywords: usize, weight: f32) {
        for row in &mut self.0.0 {
            row.clear();
            row.resize(keywords, weight);
        }
    }

    /// Leaves out the words in sight, and makes each slot sum to 1; one that says nothing is uniform.
    fn normalise(&mut self, in_sight: BySlot<Keyword>) {
        for row in &mut self.0.0 {
            row.iter_mut().for_each(|weight| *weight = weight.max(0.0));
            in_sight.iter().for_each(|keyword| row[keyword.index()] = 0.0);
            let mut total: f32 = row.iter().sum();
            if !(total > 0.0 && total.is_finite()) {
                row.fill(1.0);
                in_sight.iter().for_each(|keyword| row[keyword.index()] = 0.0);
                total = row.iter().sum();
            }
            row.iter_mut().for_each(|weight| *weight /= total);
        }
    }

    /// Four different keywords, found greedily by weight: the greatest of any slot first, of equal ones any, drawn.
    fn four(&self, stream: &mut Stream) -> BySlot<Keyword> {
        let mut found: [Option<Keyword>; 4] = [None; 4];
        for _ in Slot::ALL {
            let (slot, keyword) = self.greatest(&found, stream);
            found[slot.index()] = Some(keyword);
        }
        BySlot(found.map(|keyword| keyword.expect("each of four turns fills a slot")))
    }

    /// The likeliest word that is not taken, and the open slot that it is for.
    fn greatest(&self, found: &[Option<Keyword>; 4], stream: &mut Stream) -> (Slot, Keyword) {
        let open = Slot::ALL.into_iter().filter(|slot| found[slot.index()].is_none());
        let cells = open.flat_map(|slot| {
            let keywords = (0..self.0[slot].len() as u16).map(Keyword);
            keywords.zip(&self.0[slot]).map(move |(keyword, &weight)| (slot, keyword, weight))
        });
        let free = || cells.clone().filter(|(_, keyword, _)| !found.contains(&Some(*keyword)));
        let least = (1.0 - ROUNDING) * free().map(|(.., weight)| weight).fold(0.0, f32::max);
        let equals = || free().filter(|(.., weight)| *weight >= least);
        let place = match equals().count() {
            1 => 0,
            count => stream.below(count as u32) as usize,
        };
        let (slot, keyword, _) = equals().nth(place).expect("a deck has more words than a team names");
        (slot, keyword)
    }
}

/// Room for what the members of a team believe.
#[derive(Default)]
pub(super) struct Naming {
    member: KeywordBelief,
    pooled: KeywordBelief,
}

impl Naming {
    /// Fetches the room that a game with this deck may need.
    pub(super) fn make_room(&mut self, deck: &Deck) {
        if self.pooled.of(Slot::First).len() != deck.len() {
            self.member.fill(deck.len(), 1.0);
            self.pooled.fill(deck.len(), 1.0);
        }
    }

    /// Asks `members` one after another, and says what they name together: log-linear, as for codes
    /// ([`Belief::pool`](super::Belief::pool)), or by votes, of which the pool decides those that are split.
    pub(super) fn agree(
        &mut self,
        deck: &Deck,
        in_sight: BySlot<Keyword>,
        pooling: Pooling,
        members: u8,
        mut ask: impl FnMut(u8, &mut KeywordBelief) -> Stream,
    ) -> BySlot<Keyword> {
        let Naming { member, pooled } = self;
        let mut ballots = [BySlot([Keyword(0); 4]); MAX_MEMBERS];
        pooled.fill(deck.len(), 1.0);
        let mut lead = None;
        for n in 0..members {
            member.fill(deck.len(), 1.0);
            let mut stream = ask(n, member);
            member.normalise(in_sight);
            if pooling == Pooling::Vote {
                ballots[n as usize] = member.four(&mut stream);
            }
            multiply(pooled, member, members);
            lead.get_or_insert(stream);
        }
        pooled.normalise(in_sight);
        if pooling == Pooling::Vote {
            ballots[..members as usize].iter().for_each(|&ballot| pooled.count(ballot));
        }
        pooled.four(&mut lead.expect("a team has members"))
    }
}

impl KeywordBelief {
    /// A vote weighs more than any probability.
    fn count(&mut self, ballot: BySlot<Keyword>) {
        for (slot, keyword) in Slot::ALL.into_iter().zip(ballot.iter()) {
            self.0[slot][keyword.index()] += 1.0;
        }
    }
}

/// Multiplies a member's share of the geometric mean in.
fn multiply(pooled: &mut KeywordBelief, member: &KeywordBelief, members: u8) {
    let share = 1.0 / f32::from(members);
    let root = |weight: f32| match members {
        1 => weight,
        2 => weight.sqrt(),
        _ => libm::powf(weight, share),
    };
    for slot in Slot::ALL {
        pooled.0[slot].iter_mut().zip(&member.0[slot]).for_each(|(pooled, &weight)| *pooled *= root(weight));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::Seed;

    const OWN: BySlot<Keyword> = BySlot([Keyword(0), Keyword(1), Keyword(2), Keyword(3)]);

    fn deck() -> Deck {
        let list: String = (0..20).map(|n| format!("w{n}\n")).collect();
        Deck::parse(&list, "en").expect("a deck")
    }

    /// What members name who hold these words likeliest, with so much weight, for the slots in order.
    fn named(pooling: Pooling, members: &[[(u16, f32); 4]], number: u64) -> BySlot<Keyword> {
        let believe = |n: u8, belief: &mut KeywordBelief| {
            for (slot, (word, weight)) in Slot::ALL.into_iter().zip(members[n as usize]) {
                belief.of_mut(slot)[word as usize] = weight;
            }
            Stream::of_deal(Seed(7), number)
        };
        Naming::default().agree(&deck(), OWN, pooling, members.len() as u8, believe)
    }

    fn words(words: [u16; 4]) -> BySlot<Keyword> {
        BySlot(words.map(Keyword))
    }

    #[test]
    fn r13_four_different_words_are_named_and_none_in_sight() {
        let doubled = [(9, 50.0), (9, 60.0), (2, 900.0), (11, 30.0)];
        for number in 0..200 {
            let found = named(Pooling::LogLinear, &[doubled], number);
            assert_eq!((found.0[1], found.0[3]), (Keyword(9), Keyword(11)), "the surer slot has the word");
            assert!(found.iter().all(|word| !OWN.0.contains(word)));
            assert!((0..4).all(|n| !found.0[..n].contains(&found.0[n])), "{found:?}");
        }
    }

    #[test]
    fn r13_who_knows_nothing_names_every_other_word_as_often() {
        let mut counts = [0u32; 20];
        let nothing = [(5, 1.0); 4];
        for number in 0..2000 {
            let found = named(Pooling::LogLinear, &[nothing, nothing], number);
            found.iter().for_each(|word| counts[word.index()] += 1);
        }
        assert_eq!(counts[..4], [0; 4]);
        assert!(counts[4..].iter().all(|n| (400..600).contains(n)), "500 expected: {counts:?}");
    }

    #[test]
    fn r13_the_team_names_what_its_members_believe_together() {
        let sure = [(9, 1e4), (10, 1e4), (11, 1e4), (12, 1e4)];
        let doubtful = [(13, 3.0), (14, 3.0), (15, 3.0), (16, 3.0)];
        let members = [doubtful, sure, doubtful];
        assert_eq!(named(Pooling::LogLinear, &members, 1), words([9, 10, 11, 12]));
        assert_eq!(named(Pooling::Vote, &members, 1), words([13, 14, 15, 16]));
        assert_eq!(named(Pooling::Vote, &[doubtful, sure], 1), words([9, 10, 11, 12]), "the surer of two");
    }

    #[test]
    fn what_is_no_weight_says_nothing() {
        let none = [(9, f32::NAN), (10, f32::INFINITY), (11, -3.0), (12, 40.0)];
        for number in 0..50 {
            let found = named(Pooling::LogLinear, &[none], number);
            assert_eq!(found.0[3], Keyword(12));
            assert!(
                !found.0[..3].contains(&Keyword(12)) && found.0[0] != Keyword(9) && found.0[2] != Keyword(11)
            );
        }
    }
}
