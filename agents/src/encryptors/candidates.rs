//! The clues that fit one keyword of a team better than its other three.

use multiversion::multiversion;
use overhear_engine::game::{EncryptorView, Stream};
use overhear_engine::rules::{BySlot, CLUES, Clue, Clues, Keyword, RefereeMode, Slot};

use crate::model::{NoisyAssociation, SHORTLIST, Shortlists, add_up, keep_top, margins};

/// Size of the blocks of weights that are summed in advance, so that sampling skips whole blocks.
const BLOCK: usize = 16;

/// The weighted shortlist of one keyword. [`TeamCandidates::prepare`] weights by margin, the likelihood ratio of
/// the clue for this keyword to the likeliest of the team's other three; [`TeamCandidates::choose`] gives the
/// best clues by another worth the weight 1.
#[derive(Clone)]
pub(super) struct Candidates {
    /// Weight of each clue of the shortlist; 0 for clues that are no candidates.
    weights: [f32; SHORTLIST],
    sums: [f32; SHORTLIST / BLOCK],
    total: f32,
}

impl Candidates {
    fn none() -> Candidates {
        Candidates { weights: [0.0; SHORTLIST], sums: [0.0; SHORTLIST / BLOCK], total: 0.0 }
    }

    /// Returns the weight of each clue of the shortlist.
    pub(super) fn weights(&self) -> &[f32; SHORTLIST] {
        &self.weights
    }

    /// Sums the weights, block by block.
    fn add_up(&mut self) {
        let blocks = self.weights.as_chunks::<BLOCK>().0.try_into().expect("a shortlist is whole blocks");
        add_up(blocks, &mut self.sums);
        self.total = self.sums.iter().sum();
    }

    /// Returns the index in the shortlist of a legal clue drawn by weight. If draws keep failing, returns the
    /// first legal candidate; without one, the first legal clue.
    fn sample(&self, stream: &mut Stream, legal: impl Fn(usize) -> bool) -> Option<usize> {
        let drawn = (0..DRAWS).map(|_| self.place(stream.unit() * self.total)).find(|&place| legal(place));
        drawn
            .or_else(|| (0..SHORTLIST).find(|&place| self.weights[place] > 0.0 && legal(place)))
            .or_else(|| (0..SHORTLIST).find(|&place| legal(place)))
    }

    /// Returns the index at which the running sum of the weights passes `target`.
    fn place(&self, target: f32) -> usize {
        let mut rest = target;
        let mut block = 0;
        while block + 1 < self.sums.len() && rest >= self.sums[block] {
            rest -= self.sums[block];
            block += 1;
        }
        let weights = &self.weights[block * BLOCK..][..BLOCK];
        let passed = weights.iter().position(|&weight| {
            rest -= weight;
            rest < 0.0
        });
        block * BLOCK
            + passed.unwrap_or_else(|| weights.iter().rposition(|&weight| weight > 0.0).unwrap_or(0))
    }
}

/// Maximum number of draws, enough unless nearly all clues are used up.
const DRAWS: usize = 32;

/// Candidates of all four keywords of a team, cached until another team's turn.
pub(super) struct TeamCandidates {
    top: usize,
    key: Option<(BySlot<Keyword>, u64)>,
    lists: BySlot<Box<Candidates>>,
}

impl TeamCandidates {
    /// Returns empty lists for the `top` best of each shortlist.
    pub(super) fn new(top: usize) -> TeamCandidates {
        TeamCandidates { top, key: None, lists: BySlot::from_fn(|_| Box::new(Candidates::none())) }
    }

    /// Returns the candidates for the keyword in a slot.
    pub(super) fn for_slot(&self, slot: Slot) -> &Candidates {
        &self.lists[slot]
    }

    /// Returns an index in the shortlist of each keyword of the code. Clues are drawn by weight among those
    /// that are legal beside the earlier draws. `lists` are the clues of the three shortlists.
    pub(super) fn draw(
        &self,
        view: &EncryptorView<'_>,
        lists: [&[Clue; SHORTLIST]; CLUES],
        stream: &mut Stream,
    ) -> [Option<usize>; CLUES] {
        let mut places = [None; CLUES];
        let mut clues: Clues = [None; CLUES];
        for (n, slot) in view.code().slots().into_iter().enumerate() {
            places[n] =
                self.for_slot(slot).sample(stream, |place| view.is_legal(slot, &clues[..n], lists[n][place]));
            clues[n] = places[n].map(|place| lists[n][place]);
        }
        places
    }

    /// Computes the lists of `keywords` as this member perceives them, unless they are cached. Returns `true`
    /// if they are new.
    pub(super) fn prepare(
        &mut self,
        keywords: BySlot<Keyword>,
        noise_seed: u64,
        shortlists: &Shortlists,
        perception: &NoisyAssociation,
    ) -> bool {
        // Without noise all members perceive alike, so the cache serves every member of the team.
        let key = Some((keywords, if perception.has_noise() { noise_seed } else { 0 }));
        if self.key == key {
            return false;
        }
        self.key = key;
        for slot in Slot::ALL {
            let candidates = &mut *self.lists[slot];
            let weights = &mut candidates.weights;
            if perception.has_noise() {
                noisy_margins(keywords, slot, shortlists, perception, weights);
            } else {
                let mut buffer = None;
                let [own, others @ ..] = meant_first(keywords, slot, shortlists, &mut buffer);
                margins(own, others, weights);
            }
            banned(keywords, slot, shortlists).for_each(|place| weights[place] = 0.0);
            keep_top(weights, self.top);
            candidates.add_up();
        }
        true
    }

    /// Computes the lists of the view's keywords, unless they are cached: the clues with the highest `worth`
    /// in their slot, equally weighted. Returns `true` if they are new.
    pub(super) fn choose(
        &mut self,
        view: &EncryptorView<'_>,
        shortlists: &Shortlists,
        mut worth: impl FnMut(Slot, &mut [f32; SHORTLIST]),
    ) -> bool {
        let (seat, keywords) = (view.seat(), *view.keywords());
        let rules = seat.setup().rules();
        let enforced = rules.referee == RefereeMode::Enforce;
        let key = Some((keywords, if enforced { rules.referee_top.into() } else { 0 }));
        if self.key == key {
            return false;
        }
        self.key = key;
        for slot in Slot::ALL {
            let candidates = &mut *self.lists[slot];
            let weights = &mut candidates.weights;
            worth(slot, weights);
            banned(keywords, slot, shortlists).for_each(|place| weights[place] = f32::NEG_INFINITY);
            let clues = shortlists.clues(keywords[slot]).iter().enumerate();
            let refused = clues.filter(|&(_, &clue)| !seat.passes_referee(clue, keywords[slot]));
            refused.for_each(|(place, _)| weights[place] = f32::NEG_INFINITY);
            keep_best(weights, self.top);
            candidates.add_up();
        }
        true
    }
}

/// Returns the indices in a slot's shortlist of clues that are illegal because of the team's other keywords.
fn banned(keywords: BySlot<Keyword>, slot: Slot, shortlists: &Shortlists) -> impl Iterator<Item = usize> {
    let [own, others @ ..] = order(slot).map(|slot| keywords[slot]);
    let bans = others.into_iter().flat_map(move |other| shortlists.bans(own, other));
    bans.map(|&(_, place)| usize::from(place))
}

/// Sets the `top` greatest finite weights to 1, the first of equal ones, and the others to 0.
fn keep_best(weights: &mut [f32; SHORTLIST], top: usize) {
    let keys = weights.map(ascending);
    let (bar, above) = bar_of(&keys, top);
    let mut level = top - above;
    for (weight, key) in weights.iter_mut().zip(keys) {
        let is_level = key == bar && level > 0;
        level -= usize::from(is_level);
        *weight = if (key > bar || is_level) && weight.is_finite() { 1.0 } else { 0.0 };
    }
}

/// Returns an integer that is monotone in the weight.
fn ascending(weight: f32) -> i32 {
    let bits = weight.to_bits().cast_signed();
    // Positive floats order like their bits, negative ones in reverse: flipping their value bits makes one
    // integer order.
    bits ^ ((bits >> 31).cast_unsigned() >> 1).cast_signed()
}

/// Returns a threshold for the `top` greatest keys, and the number of keys above it. At most `top` keys lie
/// above the threshold; keys equal to it fill the rest.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl+avx512dq", "x86_64+avx2", "aarch64+neon"))]
fn bar_of(keys: &[i32; SHORTLIST], top: usize) -> (i32, usize) {
    let reach = |bar: i32| keys.iter().map(|&key| i32::from(key >= bar)).sum::<i32>() as usize;
    let (mut low, mut high) = keys.iter().fold((i32::MAX, i32::MIN), |(l, h), &key| (l.min(key), h.max(key)));
    let mut above = 0;
    while low < high {
        // Bisection on the keys themselves: each step is one pass that vectorises, and 32 steps suffice for
        // any floats. A sort would branch.
        let middle = low + (high.abs_diff(low).div_ceil(2)).cast_signed();
        let reached = reach(middle);
        if reached == top {
            return (middle - 1, top);
        }
        if reached > top {
            low = middle;
        } else {
            (high, above) = (middle - 1, reached);
        }
    }
    (low, above)
}

/// Returns a slot, followed by the other slots.
fn order(slot: Slot) -> [Slot; 4] {
    [0, 1, 2, 3].map(|step| Slot::ALL[(slot.index() + step) % 4])
}

/// Computes the margins under a member's noisy associations.
fn noisy_margins(
    keywords: BySlot<Keyword>,
    slot: Slot,
    shortlists: &Shortlists,
    perception: &NoisyAssociation,
    to: &mut [f32; SHORTLIST],
) {
    let mut buffer = None;
    let rows = meant_first(keywords, slot, shortlists, &mut buffer);
    let clues = shortlists.clues(keywords[slot]);
    let (mut noisy, mut rival) = ([0.0; SHORTLIST], [f32::MIN_POSITIVE; SHORTLIST]);
    for (row, slot) in rows.into_iter().zip(order(slot)).skip(1) {
        perception.write_row(keywords[slot], clues, row, &mut noisy);
        rival.iter_mut().zip(&noisy).for_each(|(rival, &noisy)| *rival = rival.max(noisy));
    }
    perception.write_row(keywords[slot], clues, rows[0], to);
    to.iter_mut().zip(&rival).for_each(|(own, rival)| *own /= rival);
}

/// Returns the likelihoods of a slot's shortlist under its own keyword and under the three others.
fn meant_first<'buffer>(
    keywords: BySlot<Keyword>,
    slot: Slot,
    shortlists: &'buffer Shortlists,
    buffer: &'buffer mut Option<[[u16; SHORTLIST]; 4]>,
) -> [&'buffer [u16; SHORTLIST]; 4] {
    shortlists.likelihoods(keywords[slot], order(slot).map(|slot| keywords[slot]), buffer)
}

#[cfg(test)]
mod tests {
    use super::*;
    use overhear_engine::game::Seed;

    #[test]
    fn places_are_drawn_by_weight() {
        let mut candidates = Candidates::none();
        for (place, weight) in [(3, 1.0), (17, 2.0), (18, 3.0), (255, 4.0)] {
            candidates.weights[place] = weight;
        }
        candidates.add_up();
        let mut counts = [0; SHORTLIST];
        let mut stream = Stream::of_deal(Seed(3), 0);
        for _ in 0..10_000 {
            counts[candidates.sample(&mut stream, |_| true).unwrap()] += 1;
        }
        for (place, share) in [(3, 0.1), (17, 0.2), (18, 0.3), (255, 0.4)] {
            assert!((f64::from(counts[place]) / 1e4 - share).abs() < 0.02, "{place}: {}", counts[place]);
        }
        assert_eq!(counts.iter().sum::<i32>(), 10_000);
    }

    #[test]
    fn the_best_are_kept_and_what_is_refused_never_is() {
        let worths: [f32; SHORTLIST] = std::array::from_fn(|n| -((n * 37 % SHORTLIST) as f32));
        for top in [1, 64, 256] {
            let mut best = worths;
            keep_best(&mut best, top);
            for (place, worth) in best.into_iter().enumerate() {
                assert_eq!(worth, if place * 37 % SHORTLIST < top { 1.0 } else { 0.0 }, "{place}");
            }
        }
        let mut refused = [f32::NEG_INFINITY; SHORTLIST];
        refused[9] = -80.0;
        keep_best(&mut refused, 64);
        assert_eq!(refused.iter().sum::<f32>(), refused[9]);
    }

    #[test]
    fn an_illegal_candidate_is_passed_over_and_none_is_none() {
        let mut candidates = Candidates::none();
        (candidates.weights[4], candidates.weights[9]) = (1e6, 1e-6);
        candidates.add_up();
        let mut stream = Stream::of_deal(Seed(3), 0);
        assert_eq!(candidates.sample(&mut stream, |place| place != 4), Some(9));
        assert_eq!(candidates.sample(&mut stream, |_| false), None);
    }
}
