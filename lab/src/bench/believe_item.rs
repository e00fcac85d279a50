//! Items of the task of stating beliefs about keywords: what is offered, and the exact posterior over it.

use overhear_bots::protocol::{BeliefOf, OFFERED};
use overhear_bots::{BelieveQuestion, OfferedBelief};
use overhear_engine::arena::{Arena, GameNumber};
use overhear_engine::game::{Game, GameSetup, Guesser, KeywordBelief, Position, Seed, Stream};
use overhear_engine::rules::{BySlot, Half, Keyword, Side, Slot};

use super::ROUNDS;
use super::number::one_if;

/// Rounds after which the questions are asked.
pub(super) const ASKED_AFTER: [u8; 3] = [1, 3, ROUNDS];

/// The questions of an item, in order.
pub(super) const QUESTIONS: [BeliefOf; 4] =
    [BeliefOf::Now, BeliefOf::Now, BeliefOf::BeforeReveal, BeliefOf::OtherReader];

/// Added to the seed of the deals: the order of offered words is drawn apart from them.
const ORDER: u64 = 0x0b61_1e7e;

/// The other team's keywords at a time of a game, with the exact posterior.
pub(super) struct BelieveItem {
    pub(super) deal: u64,
    pub(super) game: u64,
    pub(super) giver: &'static str,
    /// The team that is asked.
    pub(super) side: Side,
    pub(super) own: BySlot<Keyword>,
    pub(super) history: Vec<Half>,
    pub(super) round: u8,
    pub(super) offered: BySlot<[Keyword; OFFERED]>,
    pub(super) keywords: BySlot<Keyword>,
    /// Index of the true keyword among the offered words.
    pub(super) truth: BySlot<usize>,
    /// The posterior over the offered words.
    pub(super) exact: OfferedBelief,
    seeds: [u64; QUESTIONS.len()],
}

impl BelieveItem {
    /// Returns the questions, in the order of `QUESTIONS`.
    pub(super) fn questions(&self) -> impl Iterator<Item = BelieveQuestion<'_>> {
        QUESTIONS.into_iter().zip(self.seeds).map(|(ask, seed)| BelieveQuestion {
            side: self.side,
            keywords: self.own,
            history: &self.history,
            offered: &self.offered,
            ask,
            revealed: (ask != BeliefOf::Now).then_some(self.keywords),
            seed,
        })
    }

    /// Returns the belief that is certain of the true keywords.
    pub(super) fn certain(&self) -> OfferedBelief {
        BySlot::from_fn(|slot| std::array::from_fn(|n| one_if(n == self.truth[slot])))
    }
}

/// Returns the items of a game, with the posterior over the whole deck behind the words that are offered.
pub(super) fn items_of(
    (arena, setup): (&Arena<'_>, &GameSetup<'_>),
    number: u64,
    (giver, seed): (&'static str, Seed),
    reader: &mut dyn Guesser,
) -> Vec<BelieveItem> {
    let Some(game) = arena.replay(GameNumber(number)) else { return Vec::new() };
    // The first agent of a pair plays White in its first game.
    let side = if number.is_multiple_of(2) { Side::Black } else { Side::White };
    let deal = arena.deal(number / 2);
    let keywords = deal.keywords[side.opponent()];
    let mut believed = KeywordBelief::uniform(setup.deck());
    let mut items = Vec::new();
    for (n, round) in ASKED_AFTER.into_iter().enumerate() {
        let halves = halves_up_to(&game, round);
        let mut stream =
            Stream::of_deal(Seed(seed.0.wrapping_add(ORDER)), number * ASKED_AFTER.len() as u64 + n as u64);
        let record = game.record.up_to(halves);
        let position = Position { setup, deal: &deal, record: &record, round };
        if n == 0 {
            reader.begin(&position.seat(side, 0));
        }
        reader.keywords(&position.keyword_guesser(side, 0), &mut stream, &mut believed);
        let offered = BySlot::from_fn(|slot| likely(believed.weights(slot), keywords[slot], &mut stream));
        let mut item = BelieveItem {
            deal: number / 2,
            game: number,
            giver,
            side,
            own: deal.keywords[side],
            history: game.record.halves()[..halves].to_vec(),
            round,
            keywords,
            truth: BySlot([0; 4]),
            exact: BySlot::from_fn(|slot| {
                scaled(offered[slot].map(|word| f64::from(believed.weights(slot)[word.index()])))
            }),
            offered,
            seeds: [0; QUESTIONS.len()],
        };
        item.shuffle(&mut stream);
        items.push(item);
    }
    items
}

/// Returns the number of halves up to the end of a round.
fn halves_up_to(game: &Game, round: u8) -> usize {
    game.record.halves().iter().take_while(|half| half.round <= round).count()
}

/// Returns the true keyword and the seven likeliest others. Which of equally likely ones, is drawn: if they were always the same,
/// the true keyword would stand out.
fn likely(posterior: &[f32], truth: Keyword, stream: &mut Stream) -> [Keyword; OFFERED] {
    let mut others: Vec<usize> = (0..posterior.len()).filter(|&n| n != truth.index()).collect();
    stream.shuffle(&mut others);
    others.sort_by(|&one, &other| posterior[other].total_cmp(&posterior[one]));
    std::array::from_fn(|n| if n == 0 { truth } else { Keyword(others[n - 1] as u16) })
}

/// Returns weights with the sum 1, equal ones if all are 0.
fn scaled(weights: [f64; OFFERED]) -> [f64; OFFERED] {
    let total: f64 = weights.iter().sum();
    if total > 0.0 { weights.map(|weight| weight / total) } else { [1.0 / OFFERED as f64; OFFERED] }
}

impl BelieveItem {
    /// Draws the order of the offered words, of which the true one is the first, and the seeds of the questions.
    fn shuffle(&mut self, stream: &mut Stream) {
        for slot in Slot::ALL {
            let mut order: [usize; OFFERED] = std::array::from_fn(|n| n);
            stream.shuffle(&mut order);
            let (words, exact) = (self.offered[slot], self.exact[slot]);
            self.offered[slot] = order.map(|n| words[n]);
            self.exact[slot] = order.map(|n| exact[n]);
            self.truth[slot] = order.iter().position(|&n| n == 0).unwrap_or(0);
        }
        self.seeds = std::array::from_fn(|_| stream.bits());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_likeliest_words_are_offered_and_equally_likely_ones_are_drawn() {
        let mut posterior = [0.1; 440];
        posterior[5] = 0.5;
        let offered = |n| likely(&posterior, Keyword(3), &mut Stream::of_deal(Seed(1), n));
        let all = [0, 1, 2].map(offered);
        assert!(all.iter().all(|words| words[..2] == [Keyword(3), Keyword(5)]), "{all:?}");
        assert!(all[0] != all[1] && all[1] != all[2]);
        assert_eq!(all[0], offered(0));
    }
}
