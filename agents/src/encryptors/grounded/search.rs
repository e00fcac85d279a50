//! The search for three clues: one position at a time with the other two fixed, a few passes over all three, from two beginnings.

use multiversion::multiversion;
use overhear_engine::game::{EncryptorView, Stream};
use overhear_engine::rules::{CLUES, Clue, Slot};

use super::Weights;
use super::candidates::{FEW, MINDS, TeamCandidates};
use super::echoes::Echoes;
use super::imagined::{Beliefs, Imagined};
use crate::encryptors::pragmatic::FixedPositions;
use crate::model::quick_log2;

/// Number of kinds of opponents.
const LISTENERS: usize = 3;

/// Number of beginnings and of passes from each.
const BEGINNINGS: usize = 2;
const PASSES: usize = 3;

/// The worth of being understood, on the scale of the costs of single clues.
const WORTH: f32 = 60.0;

/// The success rate of a blind guess.
const CHANCE: f32 = 1.0 / 24.0;

type Rows = [[f32; FEW]; 4];

/// What is known of the candidates of the three positions of a half.
pub(super) struct Search {
    slots: [Slot; CLUES],
    /// For each position and opponent P(clue | slot), by slot.
    heard: [[Rows; LISTENERS]; CLUES],
    /// For each position the cost of each candidate alone.
    costs: [[f32; FEW]; CLUES],
    scores: [f32; FEW],
}

impl Search {
    pub(super) fn new() -> Search {
        Search {
            slots: [Slot::ALL[0]; CLUES],
            heard: [[[[0.0; FEW]; 4]; LISTENERS]; CLUES],
            costs: [[0.0; FEW]; CLUES],
            scores: [0.0; FEW],
        }
    }

    /// Computes how likely each opponent takes each candidate of a half to be, and what it costs.
    pub(super) fn listen(
        &mut self,
        slots: [Slot; CLUES],
        team: &TeamCandidates,
        beliefs: &Beliefs,
        echoes: &[Echoes; 4],
        imagined: &Imagined,
        gamma: f32,
    ) {
        self.slots = slots;
        for (n, slot) in slots.into_iter().enumerate() {
            let candidates = &team.slots[slot];
            let [deck, language, echo] = &mut self.heard[n];
            for place in 0..candidates.len {
                let predicted = beliefs.predict(imagined, candidates.places[place]);
                for other in 0..4 {
                    deck[other][place] = predicted.deck[other];
                    language[other][place] = predicted.language[other];
                }
                let expected = predicted.deck[slot.index()].max(f32::MIN_POSITIVE);
                let bits = quick_log2((candidates.own[place] / expected).max(f32::MIN_POSITIVE));
                self.costs[n][place] = candidates.costs[place] + gamma * bits.max(0.0);
            }
            echoes[slot.index()].write(echo);
        }
    }

    /// Returns the clues of the best triple, or of one that is nearly as good; `None` for a position without a lawful candidate.
    pub(super) fn run(
        &mut self,
        view: &EncryptorView<'_>,
        team: &TeamCandidates,
        weights: &Weights,
        lambda: f32,
        stream: &mut Stream,
    ) -> [Option<Clue>; CLUES] {
        let mut best: Option<(f32, [usize; CLUES])> = None;
        for _ in 0..BEGINNINGS {
            let Some(mut places) = self.begin(view, team, stream) else { continue };
            let mut worth = f32::NEG_INFINITY;
            for pass in 0..PASSES {
                let spread = if pass + 1 == PASSES { weights.spread } else { 0.0 };
                for n in 0..CLUES {
                    self.score(team, n, &places, lambda);
                    worth = self.choose(view, team, n, &mut places, spread, stream);
                    worth -= self.cost_of_others(n, &places);
                }
            }
            if best.is_none_or(|(known, _)| worth > known) {
                best = Some((worth, places));
            }
        }
        let Some((_, places)) = best else { return [None; CLUES] };
        std::array::from_fn(|n| Some(team.slots[self.slots[n]].clues[places[n]]))
    }

    /// Draws lawful candidates to begin with; `None` if a position has none.
    fn begin(
        &self,
        view: &EncryptorView<'_>,
        team: &TeamCandidates,
        stream: &mut Stream,
    ) -> Option<[usize; CLUES]> {
        let (mut places, mut clues) = ([0; CLUES], [None; CLUES]);
        for n in 0..CLUES {
            let candidates = &team.slots[self.slots[n]];
            if candidates.len == 0 {
                return None;
            }
            let first = stream.below(candidates.len as u32) as usize;
            places[n] = (0..candidates.len)
                .map(|step| (first + step) % candidates.len)
                .find(|place| view.is_legal(self.slots[n], &clues[..n], candidates.clues[*place]))?;
            clues[n] = Some(candidates.clues[places[n]]);
        }
        Some(places)
    }

    /// Scores all candidates of a position, the other two being fixed.
    fn score(&mut self, team: &TeamCandidates, n: usize, places: &[usize; CLUES], lambda: f32) {
        let candidates = &team.slots[self.slots[n]];
        let minds = candidates.minds_in_use;
        let decoded: [FixedPositions; MINDS] = std::array::from_fn(|mind| {
            let [next, last] =
                others(n).map(|other| column(&team.slots[self.slots[other]].minds[mind], places[other]));
            FixedPositions::new(self.slots, n, next, last)
        });
        let intercepted: [FixedPositions; LISTENERS] = std::array::from_fn(|listener| {
            let [next, last] = others(n).map(|other| column(&self.heard[other][listener], places[other]));
            FixedPositions::new(self.slots, n, next, last)
        });
        let right = self.slots[n].index();
        let (mut least, mut clear) = ([1.0; FEW], [0.0; FEW]);
        for (rows, fixed) in candidates.minds.iter().zip(&decoded).take(minds) {
            add_understood(fixed, rows, right, &mut least, &mut clear);
        }
        let (mut most, mut read) = ([CHANCE; FEW], [0.0; FEW]);
        for (rows, fixed) in self.heard[n].iter().zip(&intercepted) {
            add_overheard(fixed, rows, right, &mut most, &mut read);
        }
        for place in 0..FEW {
            let understood = f32::midpoint(least[place], clear[place] / minds as f32);
            let overheard = f32::midpoint(most[place], read[place] / LISTENERS as f32);
            self.scores[place] = WORTH * (understood - lambda * overheard) - self.costs[n][place];
        }
    }

    /// Puts the lawful candidate with the greatest score into a position, or one within `spread` of it by chance; returns its score.
    fn choose(
        &mut self,
        view: &EncryptorView<'_>,
        team: &TeamCandidates,
        n: usize,
        places: &mut [usize; CLUES],
        spread: f32,
        stream: &mut Stream,
    ) -> f32 {
        let (slots, len) = (self.slots, team.slots[self.slots[n]].len);
        let fixed = others(n).map(|other| Some(team.slots[slots[other]].clues[places[other]]));
        let clues = &team.slots[slots[n]].clues;
        // Legality costs more than a score, so only the chosen clue is tested; if it fails, it loses its score.
        loop {
            let scores = &mut self.scores[..len];
            let best = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
            if best == f32::NEG_INFINITY {
                return best;
            }
            let bar = best - spread;
            let near = scores.iter().filter(|score| **score >= bar).count();
            let drawn = if near > 1 { stream.below(near as u32) as usize } else { 0 };
            let place =
                (0..len).filter(|&place| scores[place] >= bar).nth(drawn).expect("the best is near itself");
            if place == places[n] || view.is_legal(slots[n], &fixed, clues[place]) {
                places[n] = place;
                return scores[place];
            }
            scores[place] = f32::NEG_INFINITY;
        }
    }

    /// Returns the costs of the two clues that are fixed while position `n` is open.
    fn cost_of_others(&self, n: usize, places: &[usize; CLUES]) -> f32 {
        others(n).into_iter().map(|other| self.costs[other][places[other]]).sum()
    }
}

/// Returns the other two positions, in the order of [`FixedPositions::new`].
const fn others(n: usize) -> [usize; 2] {
    [(n + 1) % CLUES, (n + 2) % CLUES]
}

/// Returns the values of a candidate for the four slots.
fn column(rows: &Rows, place: usize) -> [f32; 4] {
    rows.each_ref().map(|row| row[place])
}

/// Adds how probably a mind decodes each candidate beside the fixed positions, to the least and to the sum.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl+avx512dq", "x86_64+avx2", "aarch64+neon"))]
fn add_understood(
    fixed: &FixedPositions,
    rows: &Rows,
    right: usize,
    least: &mut [f32; FEW],
    sum: &mut [f32; FEW],
) {
    for n in 0..FEW {
        let share = fixed.probability(rows, &rows[right], n);
        least[n] = least[n].min(share);
        sum[n] += share;
    }
}

/// Adds how probably opponents intercept each candidate beside the fixed positions, never below chance, to the most and to the sum.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl+avx512dq", "x86_64+avx2", "aarch64+neon"))]
fn add_overheard(
    fixed: &FixedPositions,
    rows: &Rows,
    right: usize,
    most: &mut [f32; FEW],
    sum: &mut [f32; FEW],
) {
    for n in 0..FEW {
        let share = fixed.probability(rows, &rows[right], n).max(CHANCE);
        most[n] = most[n].max(share);
        sum[n] += share;
    }
}
