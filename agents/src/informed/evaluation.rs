//! Likelihoods of supposed keywords, by asking the Encryptor.

use overhear_engine::game::GameSetup;
use overhear_engine::rules::{BySlot, CLUES, Code, Keyword};
use rustc_hash::FxHashMap;

use super::known_game::{HeardClues, KnownGame};
use super::simulated_giver::{Comparison, SimulatedGiver};

/// Number of answers that the clue counts weigh, beside those of the Encryptor.
const BY_COUNTS: f32 = 1.0;

/// A code is only asked about if its likelihood by the counts is at least this share of the greatest.
const LEAST_SHARE: f32 = 1e-4;

/// Number of finished halves that the Encryptor is asked about at once.
const AT_ONCE: usize = 2;

/// Four supposed keywords.
pub(super) type Keywords = BySlot<Keyword>;

/// The Encryptor, and its answers of this game.
pub(super) struct Evaluator {
    pub(super) giver: SimulatedGiver,
    /// Number of answers to a question.
    samples: u32,
    /// Number of codes that the Encryptor is asked about in the current half.
    codes: usize,
    /// The log likelihood of each finished half, for each supposition.
    past: FxHashMap<[u16; 4], Vec<f32>>,
    /// The likelihood of the current clues under each code.
    current: FxHashMap<[u16; 4], [f32; Code::COUNT]>,
    /// What was found for each supposition, in their order.
    visited: Vec<VisitedKeywords>,
}

/// Likelihoods under supposed keywords.
struct VisitedKeywords {
    /// The log likelihood of the finished halves.
    past: f32,
    /// The likelihood of the current clues under each code.
    codes: [f32; Code::COUNT],
}

impl Evaluator {
    pub(super) fn new(giver: SimulatedGiver, samples: u32, codes: usize) -> Evaluator {
        Evaluator {
            giver,
            samples,
            codes,
            past: FxHashMap::default(),
            current: FxHashMap::default(),
            visited: Vec::new(),
        }
    }

    /// Forgets the last game.
    pub(super) fn reset(&mut self) {
        self.past.clear();
        self.current.clear();
        self.visited.clear();
    }

    /// Forgets the current clues.
    pub(super) fn end_half(&mut self) {
        self.current.clear();
        self.visited.clear();
    }

    /// Returns log P(clues of all finished halves | keywords), or any number below `least` if it is below that.
    pub(super) fn past(
        &mut self,
        setup: &GameSetup<'_>,
        game: &KnownGame,
        keywords: Keywords,
        least: f32,
    ) -> f32 {
        let Evaluator { giver, samples, past, .. } = self;
        let known = past.entry(keywords.0.map(|keyword| keyword.0)).or_default();
        let mut sum: f32 = known.iter().sum();
        // No logarithm of a likelihood is positive, so a sum that is too small stays so.
        while known.len() < game.halves.len() && sum >= least {
            let new = game.halves.iter().zip(&game.codes).skip(known.len()).take(AT_ONCE);
            let mut comparisons: Vec<_> = new.clone().map(|(heard, &code)| heard.comparison(code)).collect();
            giver.compare(setup, (game.side, keywords), *samples, &mut comparisons);
            for (comparison, (heard, _)) in comparisons.iter().zip(new) {
                known.push(libm::logf(likelihood(comparison, heard, keywords, *samples)));
            }
            sum = known.iter().sum();
        }
        sum
    }

    /// Returns the probability of each code if the keywords are among those supposed in this half.
    pub(super) fn visited_codes(&self) -> [f64; Code::COUNT] {
        let greatest = self.visited.iter().map(|keywords| keywords.past).fold(f32::NEG_INFINITY, f32::max);
        let mut sums = [0.0; Code::COUNT];
        for VisitedKeywords { past, codes } in &self.visited {
            let weight = libm::exp(f64::from(past - greatest));
            sums.iter_mut().zip(codes).for_each(|(sum, &p)| *sum += weight * f64::from(p));
        }
        let total: f64 = sums.iter().sum();
        sums.map(|sum| sum / total)
    }

    /// Returns P(current clues | keywords, code) for each code.
    ///
    /// The Encryptor is asked about the codes that the counts find likeliest; for the others it is taken to give
    /// other clues.
    pub(super) fn current(
        &mut self,
        setup: &GameSetup<'_>,
        game: &KnownGame,
        heard: &HeardClues,
        keywords: Keywords,
    ) -> [f32; Code::COUNT] {
        let name = keywords.0.map(|keyword| keyword.0);
        if let Some(known) = self.current.get(&name) {
            return *known;
        }
        let by_counts = Code::ALL.map(|code| heard.by_counts(code, keywords).iter().product::<f32>());
        let mut order = Code::ALL;
        // A stable sort: codes that are equally likely keep their order.
        order.sort_by(|one, other| by_counts[other.index()].total_cmp(&by_counts[one.index()]));
        let least = by_counts[order[0].index()] * LEAST_SHARE;
        let codes = order.iter().take(self.codes).filter(|code| by_counts[code.index()] >= least);
        let mut comparisons: Vec<_> = codes.map(|&code| heard.comparison(code)).collect();
        self.giver.compare(setup, (game.side, keywords), self.samples, &mut comparisons);
        let mut likelihoods =
            Code::ALL.map(|code| likelihood(&heard.comparison(code), heard, keywords, self.samples));
        for comparison in &comparisons {
            likelihoods[comparison.code.index()] = likelihood(comparison, heard, keywords, self.samples);
        }
        self.current.insert(name, likelihoods);
        let past = self.past(setup, game, keywords, f32::NEG_INFINITY);
        self.visited.push(VisitedKeywords { past, codes: likelihoods });
        likelihoods
    }
}

impl HeardClues {
    /// Returns the question of this half if it has this code.
    fn comparison(&self, code: Code) -> Comparison<'_> {
        let HeardClues { record, round, clues, .. } = self;
        Comparison { record, round: *round, code, clues, matches: [Some(0); CLUES] }
    }

    /// Returns P(clue | keyword) for each position, by the counts.
    fn by_counts(&self, code: Code, keywords: Keywords) -> [f32; CLUES] {
        let slots = code.slots();
        std::array::from_fn(|n| self.likelihoods[n][keywords[slots[n]].index()])
    }
}

/// Returns the likelihood of clues, given the answers that match them: the mean of a posterior whose prior is the
/// likelihood by the counts, position by position.
fn likelihood(comparison: &Comparison<'_>, heard: &HeardClues, keywords: Keywords, samples: u32) -> f32 {
    let by_counts = heard.by_counts(comparison.code, keywords);
    (0..CLUES)
        .map(|n| match heard.clues[n] {
            None => 1.0,
            Some(_) => comparison.matches[n].map_or(by_counts[n], |matches| {
                (matches as f32 + BY_COUNTS * by_counts[n]) / (samples as f32 + BY_COUNTS)
            }),
        })
        .product::<f32>()
        .max(f32::MIN_POSITIVE)
}
