//! All the chance of a game, drawn before the first clue, whoever plays and by whatever rules.

use super::Stream;
use super::stream::mix;
use crate::rules::{BySide, BySlot, Code, Deck, Keyword, MAX_ROUNDS};

/// The most members that a team has (R1).
pub const MAX_MEMBERS: usize = 4;

/// The keywords, the codes of all rounds, and what makes each member's head differ from the next one's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deal {
    /// The keywords of both teams, from eight different cards (R2).
    pub keywords: BySide<BySlot<Keyword>>,
    /// The codes of every round; each is drawn from all 24, so one can come twice running (R3).
    pub codes: [BySide<Code>; MAX_ROUNDS],
    /// For each member a number that tells heads apart: two members with the same agent differ by it alone.
    pub heads: BySide<[u64; MAX_MEMBERS]>,
}

impl Deal {
    /// Draws a deal.
    ///
    /// ```
    /// use overhear_engine::rules::Deck;
    /// use overhear_engine::table::{Deal, Seed, Stream};
    /// let deck = Deck::parse("ant\nbee\ncat\ndog\nelk\nfox\ngnu\nhen", "en")?;
    /// let deal = Deal::draw(&deck, &mut Stream::of_deal(Seed(1), 0));
    /// assert_eq!(deal, Deal::draw(&deck, &mut Stream::of_deal(Seed(1), 0)));
    /// # Ok::<(), overhear_engine::rules::DeckError>(())
    /// ```
    pub fn draw(deck: &Deck, stream: &mut Stream) -> Deal {
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
        let four = |start: usize| BySlot(std::array::from_fn(|n| words[start + n]));
        Deal {
            keywords: BySide { white: four(0), black: four(4) },
            codes: std::array::from_fn(|_| BySide::from_fn(|_| Code::ALL[stream.below(24) as usize])),
            heads: heads(stream.bits()),
        }
    }
}

/// A number of its own for each member, from one draw.
fn heads(bits: u64) -> BySide<[u64; MAX_MEMBERS]> {
    let head = |place: usize| mix(bits ^ mix(place as u64));
    BySide::from_fn(|side| std::array::from_fn(|member| head(side.index() * MAX_MEMBERS + member)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::Seed;

    fn deck() -> Deck {
        let rows: String = (0..40).map(|n| format!("{},w{n}\n", n / 4)).collect();
        Deck::parse(&format!("card,en\n{rows}"), "en").unwrap()
    }

    #[test]
    fn r2_the_keywords_come_from_eight_different_cards() {
        let deck = deck();
        let mut seen = [0; 40];
        for n in 0..4000 {
            let deal = Deal::draw(&deck, &mut Stream::of_deal(Seed(5), n));
            let words = deal.keywords.white.iter().chain(deal.keywords.black.iter());
            let mut cards: Vec<_> = words.map(|k| (k.index() / 4, seen[k.index()] += 1).0).collect();
            cards.sort_unstable();
            cards.dedup();
            assert_eq!(cards.len(), 8);
        }
        assert!(seen.iter().all(|n| (680..920).contains(n)), "every word comes equally often: {seen:?}");
    }

    #[test]
    fn r3_every_code_comes_and_one_comes_twice_running() {
        let deals = (0..200).map(|n| Deal::draw(&deck(), &mut Stream::of_deal(Seed(6), n)));
        let mut seen = [0; 24];
        let mut twice = 0;
        for deal in deals {
            deal.codes.iter().for_each(|codes| seen[codes.white.index()] += 1);
            twice += deal.codes.windows(2).filter(|w| w[0].black == w[1].black).count();
        }
        assert!(seen.iter().all(|&n| n > 80), "{seen:?}");
        assert!(twice > 60, "{twice}");
    }
}
