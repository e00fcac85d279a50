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

use multiversion::multiversion;
use overhear_engine::rules::{BySlot, CLUES, Clue, Clues, Code, Keyword, Slot};
use overhear_engine::table::{Encryptor, EncryptorView, Seat, Stream};

use super::TeamCandidates;
use super::candidates::is_legal;
use crate::model::{
    LANES, ModelKey, Noise, Perception, Posterior, SHORTLIST, Shortlists, dots, greatest, mix, prefetch,
    widen,
};
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
    suspects: BySlot<Suspects>,
}

/// How likely each clue of a keyword's shortlist is under four hypotheses: that it stands for slot 1 to 4.
#[derive(Clone)]
struct Prospects {
    /// P(clue | own keyword), by slot.
    own: Rows,
    /// P(clue | history) in the opponents' eyes, by slot.
    heard: Rows,
    /// How many clues each row of `heard` was computed from.
    heard_at: BySlot<Option<u32>>,
    /// The places of the candidates.
    candidates: Vec<u8>,
}

type Rows = [[f32; SHORTLIST]; 4];

/// The keywords that the opponents seriously suspect in a slot.
#[derive(Clone, Default)]
struct Suspects {
    named: Vec<(Keyword, f32)>,
    /// The probability of all others together.
    rest: f32,
    /// How many clues they were found from.
    found_at: Option<u32>,
}

impl Pragmatic {
    fn new(perception: Perception, settings: Settings) -> Pragmatic {
        let table = Arc::clone(perception.table());
        let unknown = Prospects {
            own: [[0.0; SHORTLIST]; 4],
            heard: [[0.0; SHORTLIST]; 4],
            heard_at: BySlot::default(),
            candidates: Vec::with_capacity(SHORTLIST),
        };
        Pragmatic {
            settings,
            perception,
            audience: Posterior::new(table.stride()),
            suspects: BySlot::from_fn(|_| Suspects {
                named: Vec::with_capacity(table.stride()),
                ..Suspects::default()
            }),
            public: Perception::new(table, None),
            candidates: TeamCandidates::new(settings.top),
            prospects: BySlot::from_fn(|_| Box::new(unknown.clone())),
        }
    }

    /// Notes the candidates for a slot, and the likelihoods of its shortlist under the own keywords.
    fn list(&mut self, slot: Slot, keywords: BySlot<Keyword>, shortlists: &Shortlists) {
        let own = keywords[slot];
        let weights = self.candidates.of(slot).weights().iter().enumerate();
        let places = weights.filter(|&(_, &weight)| weight > 0.0).map(|(place, _)| place as u8);
        self.prospects[slot].candidates.clear();
        self.prospects[slot].candidates.extend(places);
        for (row, &keyword) in self.prospects[slot].own.iter_mut().zip(&keywords) {
            let likelihoods = shortlists.likelihoods(own, keyword);
            row.iter_mut().zip(likelihoods).for_each(|(to, &p)| *to = widen(p));
            if self.perception.has_noise() {
                let clues = shortlists.clues(own).iter();
                row.iter_mut().zip(clues).for_each(|(p, &clue)| *p *= self.perception.factor(keyword, clue));
            }
        }
    }

    /// Brings the suspects of every slot up to date with the public record.
    fn suspect(&mut self, view: &EncryptorView<'_>) {
        self.audience.catch_up(view.record(), view.seat().side(), &mut self.public);
        let updates = self.audience.updates();
        for slot in Slot::ALL {
            let Suspects { named, rest, found_at } = &mut self.suspects[slot];
            if *found_at == Some(updates[slot]) {
                continue;
            }
            *found_at = Some(updates[slot]);
            *rest = 1.0;
            named.clear();
            if updates[slot] > 0 {
                name_suspects(self.audience.row(slot), named);
                *rest -= named.iter().map(|(_, weight)| weight).sum::<f32>();
            }
        }
    }

    /// Brings what the opponents would make of the candidates for `keyword`, in `slot`, up to date.
    ///
    /// Where they suspect few keywords, these are added up for the whole shortlist at once, and the mean of the
    /// deck stands for the others; where they suspect many, each candidate's whole column is.
    fn overhear(&mut self, slot: Slot, keyword: Keyword, shortlists: &Shortlists) {
        let Prospects { heard, heard_at, candidates, .. } = &mut *self.prospects[slot];
        let rows = shortlists.block(keyword);
        let mut vague = Slot::ALL;
        let mut count = 0;
        for at in Slot::ALL {
            let Suspects { named, rest, found_at } = &self.suspects[at];
            if heard_at[at] == *found_at {
                continue;
            }
            heard_at[at] = *found_at;
            if named.len() > FEW {
                vague[count] = at;
                count += 1;
                continue;
            }
            named.iter().for_each(|(suspect, _)| prefetch(&rows[suspect.index()]));
            mix(&mut heard[at.index()], shortlists.means(keyword), rest.max(0.0), rows, named);
        }
        let clues = shortlists.clues(keyword);
        let column = |n: usize| self.public.table().column(clues[usize::from(candidates[n])]);
        for n in 0..if count > 0 { candidates.len() } else { 0 } {
            prefetch(column((n + AHEAD).min(candidates.len() - 1)));
            hear(column(n), &vague[..count], &self.audience, heard, usize::from(candidates[n]));
        }
    }

    /// Improves one position at a time, the others held fast.
    fn improve(
        &self,
        view: &EncryptorView<'_>,
        lists: [&[Clue; SHORTLIST]; CLUES],
        places: &mut [usize; CLUES],
    ) {
        let slots = view.code().slots();
        let mut scores = [0.0; SHORTLIST];
        for turn in 0..self.settings.passes * CLUES {
            let n = turn % CLUES;
            let others = [(n + 1) % CLUES, (n + 2) % CLUES].map(|other| Some(lists[other][places[other]]));
            self.score(slots, n, places, &mut scores);
            while let Some(best) = largest(&scores) {
                if best == places[n] || is_legal(view, &others, lists[n][best]) {
                    places[n] = best;
                    break;
                }
                scores[best] = f32::NEG_INFINITY;
            }
        }
    }

    /// The objective for every clue at position `n`, in bits; least for those that are no candidates.
    fn score(&self, slots: [Slot; CLUES], n: usize, places: &[usize; CLUES], scores: &mut [f32; SHORTLIST]) {
        let rest = |of: fn(&Prospects) -> &Rows| {
            let row = |m: usize| of(&self.prospects[slots[m]]).each_ref().map(|row| row[places[m]]);
            Rest::new(slots, n, row((n + 1) % CLUES), row((n + 2) % CLUES))
        };
        let prospects = &self.prospects[slots[n]];
        let decoded = (rest(|p| &p.own), &prospects.own);
        let intercepted = (rest(|p| &p.heard), &prospects.heard);
        let candidates = self.candidates.of(slots[n]).weights();
        objective(&decoded, &intercepted, self.settings.lambda, candidates, scores);
    }
}

/// The least probability at which a keyword is suspected by name.
const SERIOUS: f32 = 3e-5;

/// So many suspects are cheaper to add up one by one than all keywords for each candidate.
const FEW: usize = 64;

/// Lists the keywords that are seriously suspected, until there are more than a few.
fn name_suspects(row: &[f32], named: &mut Vec<(Keyword, f32)>) {
    for (n, chunk) in row.chunks(LANES).enumerate() {
        if greatest(chunk).0 <= SERIOUS {
            continue;
        }
        for (lane, &weight) in chunk.iter().enumerate() {
            if weight > SERIOUS {
                named.push((Keyword((n * LANES + lane) as u16), weight));
            }
        }
        if named.len() > FEW {
            return;
        }
    }
}

/// How many candidates ahead the memory is asked for their columns.
const AHEAD: usize = 3;

/// P(clue | history) for some slots, written to one place of their rows.
fn hear(column: &[u16], slots: &[Slot], audience: &Posterior, heard: &mut Rows, place: usize) {
    let mut write = |slot: Slot, p: f32| heard[slot.index()][place] = p;
    match *slots {
        [a, b, c] => {
            let sums = dots(column, [a, b, c].map(|slot| audience.row(slot)));
            [a, b, c].into_iter().zip(sums).for_each(|(slot, p)| write(slot, p));
        }
        [a, b] => {
            let sums = dots(column, [a, b].map(|slot| audience.row(slot)));
            [a, b].into_iter().zip(sums).for_each(|(slot, p)| write(slot, p));
        }
        _ => slots.iter().for_each(|&slot| write(slot, dots(column, [audience.row(slot)])[0])),
    }
}

/// What a guess without knowledge is right with.
const CHANCE: f32 = 1.0 / Code::COUNT as f32;

/// For each slot that one clue stands for: what the other two may stand for.
const READINGS: [[[usize; 2]; 6]; 4] = [
    [[1, 2], [1, 3], [2, 1], [2, 3], [3, 1], [3, 2]],
    [[0, 2], [0, 3], [2, 0], [2, 3], [3, 0], [3, 2]],
    [[0, 1], [0, 3], [1, 0], [1, 3], [3, 0], [3, 1]],
    [[0, 1], [0, 2], [1, 0], [1, 2], [2, 0], [2, 1]],
];

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
        let ways = READINGS.map(|readings| readings.iter().map(|&[a, b]| next[a] * last[b]).sum());
        Rest { ways, slot: slots[n].index(), right }
    }

    /// P(code) if clue `n` fills the open position.
    #[expect(clippy::inline_always, reason = "it must be compiled for its caller's instruction set")]
    #[inline(always)]
    fn probability(&self, rows: &Rows, right: &[f32; SHORTLIST], n: usize) -> f32 {
        let ways = &self.ways;
        let total = rows[0][n] * ways[0] + rows[1][n] * ways[1] + rows[2][n] * ways[2] + rows[3][n] * ways[3];
        right[n] * self.right / total.max(f32::MIN_POSITIVE)
    }
}

/// log P(decoded) − λ · log max(P(intercepted), 1/24) for each clue of a shortlist, in bits.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl+avx512dq", "x86_64+avx2", "aarch64+neon"))]
fn objective(
    decoded: &(Rest, &Rows),
    intercepted: &(Rest, &Rows),
    lambda: f32,
    candidates: &[f32; SHORTLIST],
    scores: &mut [f32; SHORTLIST],
) {
    let own = &decoded.1[decoded.0.slot];
    let heard = &intercepted.1[intercepted.0.slot];
    for n in 0..SHORTLIST {
        let secret = intercepted.0.probability(intercepted.1, heard, n).max(CHANCE);
        let score = quick_log2(decoded.0.probability(decoded.1, own, n)) - lambda * quick_log2(secret);
        scores[n] = if candidates[n] > 0.0 { score } else { f32::NEG_INFINITY };
    }
}

/// log2 to three decimals, for comparing: the exponent, and a cubic through the mantissa.
#[expect(clippy::inline_always, reason = "it must be compiled for its caller's instruction set")]
#[inline(always)]
fn quick_log2(x: f32) -> f32 {
    let bits = x.to_bits();
    let exponent = (bits >> 23) as i32 - 127;
    let m = f32::from_bits((bits & 0x007F_FFFF) | 0x3F80_0000) - 1.0;
    exponent as f32 + m * (1.423_1 + m * (-0.583_8 + m * 0.160_7))
}

/// The place of the largest finite score, the first of equal ones.
fn largest(scores: &[f32; SHORTLIST]) -> Option<usize> {
    let mut shifted = [0.0; SHORTLIST];
    shifted.iter_mut().zip(scores).for_each(|(to, &score)| *to = (score + LIFT).max(0.0));
    let (best, place) = greatest(&shifted);
    (best > 0.0).then_some(place)
}

/// More than any score is below 0: logarithms of floats are above −150, and λ is at most 10.
const LIFT: f32 = 256.0;

impl Encryptor for Pragmatic {
    fn begin(&mut self, seat: &Seat<'_>) {
        self.perception.set_head(seat.head());
        self.audience.reset(seat.table().deck.len(), std::iter::empty());
        self.suspects.0.iter_mut().for_each(|suspects| suspects.found_at = None);
        self.prospects.0.iter_mut().for_each(|prospects| prospects.heard_at = BySlot::default());
    }

    fn clues(&mut self, view: &EncryptorView<'_>, stream: &mut Stream) -> Clues {
        let (seat, slots) = (view.seat(), view.code().slots());
        let keywords = *seat.keywords();
        let table = Arc::clone(self.perception.table());
        let shortlists = table.shortlists(seat.table().law);
        if self.candidates.prepare(keywords, seat.head(), shortlists, &self.perception) {
            Slot::ALL.into_iter().for_each(|slot| self.list(slot, keywords, shortlists));
        }
        let lists = slots.map(|slot| shortlists.clues(keywords[slot]));
        let mut places = [None; CLUES];
        let mut given: Clues = [None; CLUES];
        for n in 0..CLUES {
            let legal = |place: usize| is_legal(view, &given[..n], lists[n][place]);
            places[n] = self.candidates.of(slots[n]).sample(stream, legal);
            given[n] = places[n].map(|place| lists[n][place]);
        }
        let candidate =
            |n: usize| places[n].filter(|&place: &usize| self.candidates.of(slots[n]).weights()[place] > 0.0);
        let (true, [Some(a), Some(b), Some(c)]) =
            (seat.table().rules.may_intercept(view.round()), [candidate(0), candidate(1), candidate(2)])
        else {
            return given;
        };
        let mut places = [a, b, c];
        self.suspect(view);
        slots.into_iter().for_each(|slot| self.overhear(slot, keywords[slot], shortlists));
        self.improve(view, lists, &mut places);
        std::array::from_fn(|n| Some(lists[n][places[n]]))
    }
}
