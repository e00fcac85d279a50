//! Deals: all chance of a game, drawn before the first clue, whatever the players.
//!
//! Rules with other keywords (R2) or codes (R3) change only those. All other parts of a deal are equal under
//! all rules.

use super::keys::Key;
use super::{Keys, Stream, session};
use crate::rules::{BySide, BySlot, Code, CodeDraw, Deck, Keyword, MAX_ROUNDS, MAX_TEAM, Rules, Side};

/// Maximal number of members in a team (R1).
pub const MAX_MEMBERS: usize = MAX_TEAM as usize;

/// The keywords, the codes of all rounds, and the noise seeds that distinguish the members.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deal {
    /// Keywords of both teams, from eight different cards (R2).
    pub keywords: BySide<BySlot<Keyword>>,
    /// Codes of every round (R3).
    pub codes: [BySide<Code>; MAX_ROUNDS],
    /// A noise seed for each member, the seed of its individual associations. Two members with one agent differ
    /// only in this number.
    pub noise_seeds: BySide<[u64; MAX_MEMBERS]>,
}

impl Deal {
    /// Returns deal `number` of a run under these rules.
    ///
    /// # Panics
    /// If the deck is too small for a session under these rules ([`Rules::check_deck`]).
    pub(super) fn numbered(rules: &Rules, deck: &Deck, keys: impl Into<Keys>, number: u64) -> Deal {
        let keys = keys.into();
        let mut deal = Deal::draw(deck, &mut Stream::of_deal(keys, number));
        if rules.session > 0 {
            deal.keywords = session::keywords(deck, keys, number, rules.session.into());
        }
        if rules.codes == CodeDraw::NoRepeat {
            deal.replace_repeated_codes(&mut Stream::of_other_codes(keys, number));
        }
        deal
    }

    /// Redraws each code that has occurred before. The first occurrence of each code stays.
    fn replace_repeated_codes(&mut self, stream: &mut Stream) {
        for side in Side::ALL {
            for round in 1..MAX_ROUNDS {
                let (earlier, later) = self.codes.split_at_mut(round);
                let code = &mut later[0][side];
                while earlier.iter().any(|codes| codes[side] == *code) {
                    *code = Code::ALL[stream.below(Code::COUNT as u32) as usize];
                }
            }
        }
    }

    /// Draws a deal under the official rules.
    ///
    /// ```
    /// use overhear_engine::rules::Deck;
    /// use overhear_engine::game::{Deal, Seed, Stream};
    /// let deck = Deck::parse("ant\nbee\ncat\ndog\nelk\nfox\ngnu\nhen", "en")?;
    /// let deal = Deal::draw(&deck, &mut Stream::of_deal(Seed(1), 0));
    /// assert_eq!(deal, Deal::draw(&deck, &mut Stream::of_deal(Seed(1), 0)));
    /// # Ok::<(), overhear_engine::rules::DeckError>(())
    /// ```
    pub fn draw(deck: &Deck, stream: &mut Stream) -> Deal {
        // Rejection sampling: a card that has been drawn before is drawn again.
        let mut cards = [0; 8];
        for n in 0..cards.len() {
            cards[n] = loop {
                let card = stream.below(deck.cards().len() as u32);
                if !cards[..n].contains(&card) {
                    break card;
                }
            };
        }
        let words = cards.map(|card| {
            let words = &deck.cards()[card as usize];
            words[stream.below(words.len() as u32) as usize]
        });
        // Fields are evaluated in this order, which fixes the random numbers of each part.
        Deal {
            keywords: BySide::from_fn(|side| BySlot(std::array::from_fn(|n| words[4 * side.index() + n]))),
            codes: std::array::from_fn(|_| BySide::from_fn(|_| Code::ALL[stream.below(24) as usize])),
            noise_seeds: noise_seeds(Key::new([stream.bits(), stream.bits()])),
        }
    }

    /// Returns the deal with the noise seeds of agents with these salts. Salt 0 keeps those of the deal.
    pub(super) fn salted(&self, salts: BySide<u64>, keys: Keys) -> Deal {
        let noise_seeds = BySide::from_fn(|side| match salts[side] {
            0 => self.noise_seeds[side],
            salt => self.noise_seeds[side].map(|noise_seed| keys.salted(salt).calls.noise_seed(noise_seed)),
        });
        Deal { noise_seeds, ..self.clone() }
    }
}

/// Returns a noise seed for each member. Each number is hashed on its own, so none reveals another.
fn noise_seeds(key: Key) -> BySide<[u64; MAX_MEMBERS]> {
    BySide::from_fn(|side| {
        std::array::from_fn(|member| key.noise_seed((side.index() * MAX_MEMBERS + member) as u64))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Seed;

    fn deck() -> Deck {
        let rows: String = (0..40).map(|n| format!("{},w{n}\n", n / 4)).collect();
        Deck::parse(&format!("card,en\n{rows}"), "en").unwrap()
    }

    #[test]
    fn r2_the_keywords_come_from_eight_different_cards() {
        let deck = deck();
        let mut counts = [0; 40];
        for n in 0..4000 {
            let deal = Deal::draw(&deck, &mut Stream::of_deal(Seed(5), n));
            let words = deal.keywords.white.iter().chain(deal.keywords.black.iter());
            let mut cards: Vec<_> = words.map(|k| (k.index() / 4, counts[k.index()] += 1).0).collect();
            cards.sort_unstable();
            cards.dedup();
            assert_eq!(cards.len(), 8);
        }
        assert!(counts.iter().all(|n| (680..920).contains(n)), "every word comes equally often: {counts:?}");
    }

    #[test]
    fn r5_eight_noise_seeds_are_eight_draws() {
        let (deck, mut bits) = (deck(), [0u32; 64]);
        for number in 0..400 {
            let noise_seeds = Deal::draw(&deck, &mut Stream::of_deal(Seed(6), number)).noise_seeds;
            let noise_seeds = [noise_seeds.white, noise_seeds.black].concat();
            for (n, noise_seed) in noise_seeds.iter().enumerate() {
                let others = noise_seeds.iter().enumerate().filter(|(other, _)| *other != n);
                let differences: Vec<u64> = others.map(|(_, other)| noise_seed ^ other).collect();
                differences.iter().for_each(|x| (0..64).for_each(|n| bits[n] += (x >> n & 1) as u32));
            }
        }
        let expected = 400 * 8 * 7 / 2;
        assert!(
            bits.iter().all(|n| n.abs_diff(expected) < 600),
            "two noise seeds differ in any bit half the time: {bits:?}"
        );
    }

    #[test]
    fn r3_without_repeats_no_code_comes_twice_and_the_first_ones_stay() {
        let (deck, official) = (deck(), Rules::official());
        let no_repeat = Rules { codes: CodeDraw::NoRepeat, ..official };
        let mut last = [0; 24];
        for number in 0..2400 {
            let plain = Deal::numbered(&official, &deck, Seed(6), number);
            let deal = Deal::numbered(&no_repeat, &deck, Seed(6), number);
            assert_eq!((deal.keywords, deal.noise_seeds), (plain.keywords, plain.noise_seeds));
            for side in Side::ALL {
                let codes = |deal: &Deal| deal.codes.map(|codes| codes[side]);
                let (codes, plain) = (codes(&deal), codes(&plain));
                assert!((1..MAX_ROUNDS).all(|n| !codes[..n].contains(&codes[n])), "{codes:?}");
                let first_repeat = (1..MAX_ROUNDS).find(|&n| plain[..n].contains(&plain[n]));
                assert_eq!(
                    codes[..first_repeat.unwrap_or(MAX_ROUNDS)],
                    plain[..first_repeat.unwrap_or(MAX_ROUNDS)]
                );
            }
            last[deal.codes[MAX_ROUNDS - 1].white.index()] += 1;
        }
        assert!(last.iter().all(|n| (60..145).contains(n)), "every code is drawn equally often: {last:?}");
    }

    #[test]
    fn r2_a_session_changes_the_keywords_alone_and_no_switch_the_official_deal() {
        let (deck, official) = (deck(), Rules::official());
        let in_session = Rules { session: 4, ..official };
        for number in 0..20 {
            let plain = Deal::draw(&deck, &mut Stream::of_deal(Seed(6), number));
            assert_eq!(Deal::numbered(&official, &deck, Seed(6), number), plain);
            assert_eq!(Deal::numbered(&Rules::three_player(), &deck, Seed(6), number), plain);
            let deal = Deal::numbered(&in_session, &deck, Seed(6), number);
            assert_eq!((deal.codes, deal.noise_seeds), (plain.codes, plain.noise_seeds));
            assert_ne!(deal.keywords, plain.keywords);
        }
    }

    #[test]
    fn r3_every_code_comes_and_one_comes_twice_running() {
        let deals = (0..200).map(|n| Deal::draw(&deck(), &mut Stream::of_deal(Seed(6), n)));
        let mut counts = [0; 24];
        let mut twice = 0;
        for deal in deals {
            deal.codes.iter().for_each(|codes| counts[codes.white.index()] += 1);
            twice += deal.codes.windows(2).filter(|w| w[0].black == w[1].black).count();
        }
        assert!(counts.iter().all(|&n| n > 80), "{counts:?}");
        assert!(twice > 60, "{twice}");
    }
}
