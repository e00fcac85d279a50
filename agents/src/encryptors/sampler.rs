//! `sampler`: gives each word as often as people do according to the association model.
//!
//! Each clue is drawn from P(c | w) over the whole vocabulary. The team's other keywords and the listeners
//! play no role. `bayes` with equal β and α has the exact model of it, except for repetitions (R20). Correct
//! interceptors are therefore calibrated on its clues.

use std::sync::Arc;

use overhear_engine::game::{Encryptor, EncryptorView, Stream};
use overhear_engine::rules::{CLUES, Clue, Clues, Keyword};

use super::first_legal;
use crate::kind::{ALPHA, BETA, EncryptorKind, PlayerFactory};
use crate::model::{Association, ModelKey};

pub(crate) const KIND: EncryptorKind = EncryptorKind {
    name: "sampler",
    summary: "drawn from P(clue | keyword): what the association model takes people for",
    cheats: false,
    associates: true,
    params: &[BETA, ALPHA],
    prepare: &|world, values| {
        let table = world.association(ModelKey::from_values(values));
        let sums = Arc::new(Sums::new(&table));
        Ok(PlayerFactory::new(
            move || -> Box<dyn Encryptor> {
                Box::new(Sampler { table: Arc::clone(&table), sums: Arc::clone(&sums) })
            },
            true,
        ))
    },
};

/// Number of clues whose likelihoods are summed in advance, so that a draw skips whole blocks.
const BLOCK: usize = 128;

/// For each keyword, the running sums of the likelihoods at the end of each block of clues.
struct Sums {
    blocks: usize,
    running: Vec<f64>,
}

impl Sums {
    fn new(table: &Association) -> Sums {
        let blocks = table.clues().div_ceil(BLOCK);
        let mut running = vec![0.0; table.keywords() * blocks];
        let mut totals = vec![0.0; table.keywords()];
        for n in 0..table.clues() {
            for (keyword, total) in totals.iter_mut().enumerate() {
                *total += f64::from(table.likelihood(Keyword(keyword as u16), Clue::new(n as u32)));
                running[keyword * blocks + n / BLOCK] = *total;
            }
        }
        Sums { blocks, running }
    }

    /// Returns the clue at which the running sum of the likelihoods passes a random share of their total.
    fn draw(&self, table: &Association, keyword: Keyword, stream: &mut Stream) -> Clue {
        let running = &self.running[keyword.index() * self.blocks..][..self.blocks];
        let target = stream.unit_f64() * running[self.blocks - 1];
        let block = running.partition_point(|&sum| sum <= target).min(self.blocks - 1);
        let mut rest = target - if block > 0 { running[block - 1] } else { 0.0 };
        let clues = (block * BLOCK..table.clues().min((block + 1) * BLOCK)).map(|n| Clue::new(n as u32));
        let mut last = Clue::new((block * BLOCK) as u32);
        for clue in clues {
            let likelihood = f64::from(table.likelihood(keyword, clue));
            rest -= likelihood;
            if likelihood > 0.0 {
                last = clue;
            }
            if rest < 0.0 {
                break;
            }
        }
        last
    }
}

struct Sampler {
    table: Arc<Association>,
    sums: Arc<Sums>,
}

/// Maximum number of draws, enough unless nearly all clues are used up.
const DRAWS: usize = 256;

impl Encryptor for Sampler {
    fn clues(&mut self, view: &EncryptorView<'_>, stream: &mut Stream) -> Clues {
        let mut clues: Clues = [None; CLUES];
        for (n, slot) in view.code().slots().into_iter().enumerate() {
            let keyword = view.keywords()[slot];
            let drawn = (0..DRAWS)
                .map(|_| self.sums.draw(&self.table, keyword, stream))
                .find(|clue| view.is_legal(slot, &clues[..n], *clue));
            clues[n] = drawn.or_else(|| first_legal(self.table.clues(), view, slot, &clues[..n]));
        }
        clues
    }
}

#[cfg(test)]
mod tests {
    use overhear_engine::game::Seed;
    use overhear_engine::rules::Deck;

    use super::*;
    use crate::model::World;
    use crate::words::{embedded_deck, embedded_lexicon, embedded_space};

    #[test]
    fn clues_are_drawn_as_often_as_they_are_likely() {
        let deck = Deck::parse("ocean\nhammer\npiano\ndoctor\nwinter\nhorse\nbread\nmirror", "en").unwrap();
        let world = World::new(deck, embedded_space(), embedded_lexicon(), 300).unwrap();
        let table = world.association(ModelKey { beta: 15.0, alpha: 0.4 });
        let (sums, keyword, mut stream) = (Sums::new(&table), Keyword(2), Stream::of_deal(Seed(3), 0));
        let mut counts = [0u32; 300];
        (0..100_000).for_each(|_| counts[sums.draw(&table, keyword, &mut stream).index()] += 1);
        for (n, &count) in counts.iter().enumerate() {
            let expected = 1e5 * f64::from(table.likelihood(keyword, Clue::new(n as u32)));
            let error = (f64::from(count) - expected).abs();
            assert!(error <= 5.0 * expected.sqrt() + 1.0, "clue {n}: {count} of {expected}");
        }
    }

    #[test]
    fn a_draw_behind_the_last_likely_clue_gives_no_forbidden_one() {
        let table = |clues: usize| {
            let deck = embedded_deck("en").expect("a deck");
            let world = World::new(deck, embedded_space(), embedded_lexicon(), clues).expect("a world");
            world.association(ModelKey { beta: 15.0, alpha: 0.4 })
        };
        let large = table(1000);
        let mut places = (1..1000).flat_map(|clue| (0..440).map(move |keyword| (Keyword(keyword), clue)));
        let is_forbidden =
            |&(keyword, clue): &(Keyword, u32)| large.likelihood(keyword, Clue::new(clue)) == 0.0;
        let (keyword, clue) = places.rfind(is_forbidden).expect("the law forbids clues");
        let table = table(clue as usize + 1);
        let mut sums = Sums::new(&table);
        // As if the sum of the last block were rounded up, here by so much that half of the draws fall behind it.
        sums.running[(keyword.index() + 1) * sums.blocks - 1] += 1.0;
        let mut stream = Stream::of_deal(Seed(3), 0);
        for _ in 0..100 {
            assert!(table.likelihood(keyword, sums.draw(&table, keyword, &mut stream)) > 0.0);
        }
    }
}
