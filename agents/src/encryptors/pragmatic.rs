//! `pragmatic`: knows who is listening.
//!
//! Among the candidates of all three positions jointly it looks for the clues with the greatest
//!
//! log P(own team decodes) − λ · log max(P(opponents intercept | history), 1/24).
//!
//! The opponents are modelled as a `bayes` guesser with the whole deck as prior. They are pushed to chance and no
//! further: below it, they would learn from the inversion. The search starts from a `margin` sample and improves
//! one position at a time.

use std::sync::Arc;

use overhear_engine::rules::{BySlot, CLUES, Clue, Clues, Code, Slot};
use overhear_engine::table::{Bits, Encryptor, EncryptorView, Seat, Stream};

use super::TeamCandidates;
use super::candidates::is_legal;
use super::margin::sample;
use crate::model::{ModelKey, Noise, Perception, Posterior, SHORTLIST};
use crate::registry::{ALPHA, BETA, EncryptorKind, Made, Param, SIGMA};

pub(crate) const KIND: EncryptorKind = EncryptorKind {
    name: "pragmatic",
    summary: "weighs the own team's understanding against what the opponents would make of it",
    params: &[
        Param::real("lambda", 1.0, 0.0, 10.0, "weight of secrecy against understanding"),
        Param::whole("top", 64.0, 1.0, 256.0, "how many candidates it considers for each keyword"),
        Param::whole("passes", 2.0, 1.0, 8.0, "how often it goes over the three positions"),
        SIGMA,
        BETA,
        ALPHA,
    ],
    prepare: |world, values| {
        let key = ModelKey::from_values(values);
        let table = world.association(key);
        table.shortlists(world.law());
        let noise = Noise::new(values.get("sigma"), key.beta).map(Arc::new);
        let thinks_alike = noise.is_none();
        let perception = Perception::new(table, noise);
        let settings = Settings {
            lambda: values.get("lambda") as f32,
            top: values.get("top") as usize,
            passes: values.get("passes") as usize,
        };
        let make = move || -> Box<dyn Encryptor> { Box::new(Pragmatic::new(perception.clone(), settings)) };
        Made { make: Box::new(make), thinks_alike }
    },
};

#[derive(Clone, Copy)]
struct Settings {
    lambda: f32,
    top: usize,
    passes: usize,
}

struct Pragmatic {
    settings: Settings,
    perception: Perception,
    /// The table as the opponents see it.
    public: Perception,
    /// What the opponents know of the own keywords.
    audience: Posterior,
    candidates: TeamCandidates,
    prospects: BySlot<Box<Prospects>>,
}

/// For each candidate of one keyword, how likely it is under each of four hypotheses.
#[derive(Clone)]
struct Prospects {
    /// P(candidate | own keyword), by slot.
    own: [[f32; SHORTLIST]; 4],
    /// P(candidate | history) in the opponents' eyes, by slot.
    heard: [[f32; SHORTLIST]; 4],
    /// The state of the opponents' posterior that `heard` was computed from.
    heard_at: Option<BySlot<u32>>,
}

impl Pragmatic {
    fn new(perception: Perception, settings: Settings) -> Pragmatic {
        let table = Arc::clone(perception.table());
        let unknown = Prospects { own: [[0.0; SHORTLIST]; 4], heard: [[0.0; SHORTLIST]; 4], heard_at: None };
        Pragmatic {
            settings,
            perception,
            audience: Posterior::new(table.stride()),
            public: Perception::new(table, None),
            candidates: TeamCandidates::new(settings.top),
            prospects: BySlot::from_fn(|_| Box::new(unknown.clone())),
        }
    }

    /// Brings candidates and the opponents' posterior up to date with the view.
    fn prepare(&mut self, view: &EncryptorView<'_>) {
        let seat = view.seat();
        let shortlists = self.perception.table().shortlists(seat.table().law);
        if self.candidates.prepare(*seat.keywords(), seat.head(), shortlists, &self.perception) {
            for slot in Slot::ALL {
                let prospects = &mut self.prospects[slot];
                for (place, &clue) in self.candidates.of(slot).clues().iter().enumerate() {
                    for (own, &keyword) in prospects.own.iter_mut().zip(seat.keywords()) {
                        own[place] = self.perception.likelihood(keyword, clue);
                    }
                }
            }
        }
        self.audience.catch_up(view.record(), seat.side(), &mut self.public);
    }

    /// Brings what the opponents would make of the candidates for a slot up to date.
    fn overhear(&mut self, slot: Slot) {
        let state = Some(self.audience.updates());
        let prospects = &mut self.prospects[slot];
        if prospects.heard_at == state {
            return;
        }
        prospects.heard_at = state;
        for (place, &clue) in self.candidates.of(slot).clues().iter().enumerate() {
            let heard = self.audience.predict(clue, &mut self.public);
            prospects.heard.iter_mut().zip(heard).for_each(|(row, p)| row[place] = p);
        }
    }

    /// Improves one position at a time, the others held fast.
    fn improve(&self, view: &EncryptorView<'_>, places: &mut [usize; CLUES]) {
        let slots = view.code().slots();
        let clue = |n: usize, place: usize| self.candidates.of(slots[n]).clues()[place];
        let mut scores = [0.0; SHORTLIST];
        for turn in 0..self.settings.passes * CLUES {
            let n = turn % CLUES;
            let others: [Option<Clue>; 2] =
                [(n + 1) % CLUES, (n + 2) % CLUES].map(|other| Some(clue(other, places[other])));
            let scores = &mut scores[..self.candidates.of(slots[n]).clues().len()];
            self.score(view.code(), n, places, scores);
            while let Some(best) = largest(scores) {
                if best == places[n] || is_legal(view, &others, clue(n, best)) {
                    places[n] = best;
                    break;
                }
                scores[best] = f32::NEG_INFINITY;
            }
        }
    }

    /// The objective for every candidate at position `n`, in bits.
    fn score(&self, code: Code, n: usize, places: &[usize; CLUES], scores: &mut [f32]) {
        let slots = code.slots();
        let row = |of: fn(&Prospects) -> &[[f32; SHORTLIST]; 4], m: usize| {
            Slot::ALL.map(|slot| of(&self.prospects[slots[m]])[slot.index()][places[m]])
        };
        let rest = |of| Rest::new(slots, n, row(of, (n + 1) % CLUES), row(of, (n + 2) % CLUES));
        let prospects = &self.prospects[slots[n]];
        let (own, heard) = (rest(|p| &p.own), rest(|p| &p.heard));
        for (place, score) in scores.iter_mut().enumerate() {
            let decoded = own.probability(&prospects.own, place);
            let intercepted = heard.probability(&prospects.heard, place).max(CHANCE);
            *score = Bits::log2(decoded).0 as f32 - self.settings.lambda * Bits::log2(intercepted).0 as f32;
        }
    }
}

/// What a guess without knowledge is right with.
const CHANCE: f32 = 1.0 / Code::COUNT as f32;

/// The two positions that are held fast, summed over everything they may stand for.
struct Rest {
    /// For each slot that the open position may stand for: the weight of all ways to read the other two.
    ways: [f32; 4],
    /// The slot that the open position does stand for.
    slot: usize,
    /// The weight of the right way to read the other two.
    right: f32,
}

impl Rest {
    fn new(slots: [Slot; CLUES], n: usize, next: [f32; 4], last: [f32; 4]) -> Rest {
        let right = next[slots[(n + 1) % CLUES].index()] * last[slots[(n + 2) % CLUES].index()];
        let ways = std::array::from_fn(|open| {
            let readings = (0..16).map(|m| (m / 4, m % 4));
            let distinct = readings.filter(|&(a, b)| a != b && a != open && b != open);
            distinct.map(|(a, b)| next[a] * last[b]).sum()
        });
        Rest { ways, slot: slots[n].index(), right }
    }

    /// P(code) if the candidate at `place` fills the open position.
    fn probability(&self, rows: &[[f32; SHORTLIST]; 4], place: usize) -> f32 {
        let total: f32 = (0..4).map(|slot| rows[slot][place] * self.ways[slot]).sum();
        let right = rows[self.slot][place] * self.right;
        if total > 0.0 { right / total } else { 0.0 }
    }
}

/// The place of the largest finite score, the first of equal ones.
fn largest(scores: &[f32]) -> Option<usize> {
    let best = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    if best == f32::NEG_INFINITY { None } else { scores.iter().position(|&score| score == best) }
}

impl Encryptor for Pragmatic {
    fn begin(&mut self, seat: &Seat<'_>) {
        self.perception.set_head(seat.head());
        self.audience.reset(seat.table().deck.len(), std::iter::empty());
        self.prospects.0.iter_mut().for_each(|prospects| prospects.heard_at = None);
    }

    fn clues(&mut self, view: &EncryptorView<'_>, stream: &mut Stream) -> Clues {
        self.prepare(view);
        let slots = view.code().slots();
        let mut given: Clues = [None; CLUES];
        for (n, slot) in slots.into_iter().enumerate() {
            given[n] = sample(self.candidates.of(slot), stream, |clue| is_legal(view, &given[..n], clue));
        }
        let place = |n: usize| {
            let clues = self.candidates.of(slots[n]).clues();
            given[n].and_then(|clue| clues.iter().position(|&c| c == clue))
        };
        let (true, [Some(a), Some(b), Some(c)]) =
            (view.seat().table().rules.may_intercept(view.round()), [place(0), place(1), place(2)])
        else {
            return given;
        };
        let mut places = [a, b, c];
        slots.into_iter().for_each(|slot| self.overhear(slot));
        self.improve(view, &mut places);
        std::array::from_fn(|n| Some(self.candidates.of(slots[n]).clues()[places[n]]))
    }
}
