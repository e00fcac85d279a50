//! The keywords that a team names for the opponents (R13).
//!
//! Every member states a belief, including the Encryptor of the last round, because the round is over. The
//! team names four different words, and none of its own keywords.

use super::belief::ROUNDING;
use super::keyword_weights::{
    LANES, TAKEN, Threshold, WeightBounds, greater, greatest, is_filled, peak, peaks, sanitize,
    set_weights_in_sight,
};
use super::{KeywordBelief, MAX_MEMBERS, Stream};
use crate::rules::{BySlot, Deck, Keyword, Pooling, Slot};

impl KeywordBelief {
    /// Sets the weights of words in sight and invalid weights to 0. A slot without weights becomes uniform.
    fn sanitize(&mut self, in_sight: BySlot<Keyword>) -> BySlot<WeightBounds> {
        BySlot::from_fn(|slot| {
            let row = self.weights_mut(slot);
            set_weights_in_sight(row, in_sight, 0.0);
            let (mut total, mut peaks) = sanitize(row);
            if !total.is_normal() {
                row.fill(1.0);
                set_weights_in_sight(row, in_sight, 0.0);
                (total, peaks) = sanitize(row);
            }
            WeightBounds::new(peaks, 1.0 / total)
        })
    }

    /// Scales each slot to sum to 1.
    fn normalise(&mut self, bounds: &BySlot<WeightBounds>) {
        for slot in Slot::ALL {
            self.weights_mut(slot).iter_mut().for_each(|weight| *weight *= bounds[slot].scale);
        }
    }

    /// Returns the outlines of slots that sum to 1.
    fn bounds(&self) -> BySlot<WeightBounds> {
        BySlot::from_fn(|slot| WeightBounds::new(peaks(self.weights(slot)), 1.0))
    }

    /// Returns four different keywords, none in sight, chosen greedily by weight.
    ///
    /// The greatest weight of any slot comes first; among equal ones the choice is drawn. A chosen word is
    /// removed from all open slots.
    fn four(
        &mut self,
        mut bounds: BySlot<WeightBounds>,
        in_sight: BySlot<Keyword>,
        stream: &mut Stream,
    ) -> BySlot<Keyword> {
        Slot::ALL.into_iter().for_each(|slot| set_weights_in_sight(self.weights_mut(slot), in_sight, TAKEN));
        let mut choices = BySlot([None; 4]);
        for _ in Slot::ALL {
            let (slot, keyword) = self.likeliest(&bounds, &choices, stream);
            choices[slot] = Some(keyword);
            let open = Slot::ALL.into_iter().filter(|&slot| choices[slot].is_none());
            open.for_each(|slot| self.strike(slot, keyword, &mut bounds[slot]));
        }
        BySlot(choices.0.map(|keyword| keyword.expect("each of four turns fills a slot")))
    }

    /// Removes a word from a slot.
    fn strike(&mut self, slot: Slot, keyword: Keyword, bounds: &mut WeightBounds) {
        let (row, lane) = (self.weights_mut(slot), keyword.index() % LANES);
        let weight = std::mem::replace(&mut row[keyword.index()], TAKEN);
        // Only the removal of the greatest weight of its lane changes the bounds.
        if weight >= bounds.peaks[lane] {
            bounds.peaks[lane] = peak(row, lane);
            bounds.top = greatest(&bounds.peaks) * bounds.scale;
        }
    }

    /// Returns the most likely word that is still available, and its slot.
    fn likeliest(
        &self,
        bounds: &BySlot<WeightBounds>,
        choices: &BySlot<Option<Keyword>>,
        stream: &mut Stream,
    ) -> (Slot, Keyword) {
        // 1. Bounds exclude whole slots.
        // 2. `Threshold` counts the words equal to the maximum, up to rounding.
        // 3. One random number selects among all of them, so slots with more such words are chosen more often.
        let tops = BySlot::from_fn(|slot| if choices[slot].is_none() { bounds[slot].top } else { TAKEN });
        let most = tops.iter().copied().fold(0.0, greater);
        let least = (1.0 - ROUNDING) * most;
        let level: [Threshold<'_>; 4] = Slot::ALL.map(|slot| {
            if tops[slot] >= least {
                Threshold::new(self.weights(slot), &bounds[slot], least)
            } else {
                Threshold::default()
            }
        });
        let count: u32 = level.iter().map(|level| level.count).sum();
        let mut place = if count > 1 { stream.below(count) } else { 0 };
        let slot = Slot::ALL.into_iter().zip(&level).find(|(_, level)| {
            let is_here = place < level.count;
            place -= if is_here { 0 } else { level.count };
            is_here
        });
        let (slot, level) = slot.expect("a deck has more words than a team names");
        (slot, level.word(place))
    }

    /// Returns `true` if all words have an equal weight in every slot.
    fn says_nothing(&self) -> bool {
        Slot::ALL.into_iter().all(|slot| !self.is_written(slot) || is_filled(self.weights(slot), 1.0))
    }
}

/// Returns four different random words that are not in sight.
fn any_four(words: usize, in_sight: BySlot<Keyword>, stream: &mut Stream) -> BySlot<Keyword> {
    let mut taken = [Keyword(0); 8];
    taken[..4].copy_from_slice(&in_sight.0);
    for n in 4..8 {
        taken[n] = loop {
            let keyword = Keyword(stream.below(words as u32) as u16);
            if !taken[..n].contains(&keyword) {
                break keyword;
            }
        };
    }
    BySlot::from_fn(|slot| taken[4 + slot.index()])
}

/// Buffers for the beliefs of a team.
#[derive(Default)]
pub(super) struct KeywordVote {
    member: KeywordBelief,
    pooled: KeywordBelief,
}

impl KeywordVote {
    /// Allocates the memory for a game with this deck.
    pub(super) fn make_room(&mut self, deck: &Deck) {
        self.member.reset(deck);
        self.pooled.reset(deck);
    }

    /// Asks `members` one after another, and returns the keywords that they name together.
    ///
    /// Beliefs are pooled log-linearly, as for codes ([`Belief::pool`](super::Belief::pool)). With votes, the
    /// pool decides between keywords with equal votes. `ask` writes a member's belief and returns the stream
    /// of the call.
    pub(super) fn agree(
        &mut self,
        deck: &Deck,
        in_sight: BySlot<Keyword>,
        pooling: Pooling,
        members: u8,
        mut ask: impl FnMut(u8, &mut KeywordBelief) -> Stream,
    ) -> BySlot<Keyword> {
        let KeywordVote { member, pooled } = self;
        // A single player needs no scaling. For a uniform belief, drawing four words is much cheaper.
        if members == 1 {
            member.reset(deck);
            let mut stream = ask(0, member);
            if member.says_nothing() {
                return any_four(deck.len(), in_sight, &mut stream);
            }
            let bounds = member.sanitize(in_sight);
            return member.four(bounds, in_sight, &mut stream);
        }
        let mut ballots = [BySlot([Keyword(0); 4]); MAX_MEMBERS];
        pooled.reset(deck);
        let mut lead = None;
        for n in 0..members {
            member.reset(deck);
            let mut stream = ask(n, member);
            let bounds = member.sanitize(in_sight);
            member.normalise(&bounds);
            // Each member's share of the geometric mean uses normalised weights, so all members count
            // equally.
            multiply(pooled, member, members);
            if pooling == Pooling::Vote {
                ballots[n as usize] = member.four(member.bounds(), in_sight, &mut stream);
            }
            // The stream of the first member decides ties of the team.
            lead.get_or_insert(stream);
        }
        let bounds = pooled.sanitize(in_sight);
        pooled.normalise(&bounds);
        if pooling == Pooling::Vote {
            ballots[..members as usize].iter().for_each(|&ballot| pooled.count(ballot));
        }
        pooled.four(pooled.bounds(), in_sight, &mut lead.expect("a team has members"))
    }
}

impl KeywordBelief {
    /// Adds the votes of a ballot. A vote outweighs any probability.
    fn count(&mut self, ballot: BySlot<Keyword>) {
        for (slot, keyword) in Slot::ALL.into_iter().zip(ballot.iter()) {
            self.weights_mut(slot)[keyword.index()] += 1.0;
        }
    }
}

/// Multiplies a member's share of the geometric mean into the pool.
fn multiply(pooled: &mut KeywordBelief, member: &KeywordBelief, members: u8) {
    let share = 1.0 / f32::from(members);
    for slot in Slot::ALL {
        let weights = pooled.weights_mut(slot).iter_mut().zip(member.weights(slot));
        weights.for_each(|(pooled, &weight)| {
            *pooled *= if members == 2 { weight.sqrt() } else { libm::powf(weight, share) };
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Seed;

    const OWN: BySlot<Keyword> = BySlot([Keyword(0), Keyword(1), Keyword(2), Keyword(3)]);

    fn deck() -> Deck {
        let list: String = (0..20).map(|n| format!("w{n}\n")).collect();
        Deck::parse(&list, "en").expect("a deck")
    }

    /// Returns the keywords named by members that give these words these weights, for the slots in order.
    fn named(pooling: Pooling, members: &[[(u16, f32); 4]], number: u64) -> BySlot<Keyword> {
        let believe = |n: u8, belief: &mut KeywordBelief| {
            for (slot, (word, weight)) in Slot::ALL.into_iter().zip(members[n as usize]) {
                belief.weights_mut(slot)[word as usize] = weight;
            }
            Stream::of_deal(Seed(7), number)
        };
        KeywordVote::default().agree(&deck(), OWN, pooling, members.len() as u8, believe)
    }

    fn words(words: [u16; 4]) -> BySlot<Keyword> {
        BySlot(words.map(Keyword))
    }

    #[test]
    fn r13_four_different_words_are_named_and_none_in_sight() {
        let doubled = [(9, 50.0), (9, 60.0), (2, 900.0), (11, 30.0)];
        for number in 0..200 {
            let guess = named(Pooling::LogLinear, &[doubled], number);
            assert_eq!((guess.0[1], guess.0[3]), (Keyword(9), Keyword(11)), "the surer slot has the word");
            assert!(guess.iter().all(|word| !OWN.0.contains(word)));
            assert!((0..4).all(|n| !guess.0[..n].contains(&guess.0[n])), "{guess:?}");
        }
    }

    #[test]
    fn r13_who_knows_nothing_names_every_other_word_as_often() {
        let nothing = [(5, 1.0); 4];
        let hardly = [(5, 1.0), (5, 1.0), (5, 1.0), (5, 1.000_001)];
        for members in [&[nothing][..], &[hardly], &[nothing, nothing]] {
            let mut counts = [0u32; 20];
            for number in 0..2000 {
                let guess = named(Pooling::LogLinear, members, number);
                guess.iter().for_each(|word| counts[word.index()] += 1);
                assert!((0..4).all(|n| !guess.0[..n].contains(&guess.0[n])), "{guess:?}");
            }
            assert_eq!(counts[..4], [0; 4]);
            assert!(counts[4..].iter().all(|n| (400..600).contains(n)), "500 expected: {counts:?}");
        }
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
            let guess = named(Pooling::LogLinear, &[none], number);
            assert_eq!(guess.0[3], Keyword(12));
            assert!(
                !guess.0[..3].contains(&Keyword(12)) && guess.0[0] != Keyword(9) && guess.0[2] != Keyword(11)
            );
        }
    }

    #[test]
    fn r13_weights_of_one_everywhere_are_the_answer_of_who_writes_none() {
        let vote = |write: bool, number| {
            let believe = |_: u8, belief: &mut KeywordBelief| {
                if write {
                    Slot::ALL.into_iter().for_each(|slot| belief.set_weights(slot, &[1.0; 20]));
                }
                Stream::of_deal(Seed(7), number)
            };
            KeywordVote::default().agree(&deck(), OWN, Pooling::LogLinear, 1, believe)
        };
        assert!((0..50).all(|number| vote(true, number) == vote(false, number)));
    }

    #[test]
    fn r13_a_word_that_one_member_rules_out_loses_to_one_that_both_hold_for_likely() {
        for members in [2, 3] {
            let believe = |n: u8, belief: &mut KeywordBelief| {
                for slot in Slot::ALL {
                    let row = belief.weights_mut(slot);
                    row[4 + slot.index()] = if n == 0 { 1e4 } else { 1e-6 };
                    row[8 + slot.index()] = 50.0;
                }
                Stream::of_deal(Seed(7), u64::from(n))
            };
            let guess = KeywordVote::default().agree(&deck(), OWN, Pooling::LogLinear, members, believe);
            assert_eq!(guess, words([8, 9, 10, 11]), "{members}");
        }
    }
}
