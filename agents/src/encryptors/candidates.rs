//! The clues that fit one keyword of a team better than its other three.

use overhear_engine::rules::{BySlot, Clue, Keyword, Slot};
use overhear_engine::table::EncryptorView;

use crate::model::{Perception, SHORTLIST, Shortlists, widen};

/// The best margins of one keyword: clues whose likelihood is the greatest multiple of their likelihood under any
/// of the team's other keywords.
#[derive(Clone)]
pub(super) struct Candidates {
    /// How many there are.
    len: usize,
    clues: [Clue; SHORTLIST],
    /// The multiple, for each; 0 where it is 1 or less and better ones are left.
    weights: [f32; SHORTLIST],
}

impl Candidates {
    pub(super) fn clues(&self) -> &[Clue] {
        &self.clues[..self.len]
    }

    pub(super) fn weights(&self) -> &[f32] {
        &self.weights[..self.len]
    }

    fn none() -> Candidates {
        Candidates { len: 0, clues: [Clue::new(0); SHORTLIST], weights: [0.0; SHORTLIST] }
    }

    /// Keeps the `top` largest of the margins, in the order of the shortlist.
    fn fill(&mut self, clues: &[Clue; SHORTLIST], margins: &[f32; SHORTLIST], top: usize) {
        let bar = bar(margins, top);
        let above = margins.iter().filter(|&&margin| key(margin) > bar).count();
        let mut level = top - above;
        self.len = 0;
        for (&clue, &margin) in clues.iter().zip(margins) {
            let on_the_bar = key(margin) == bar && level > 0;
            level -= usize::from(on_the_bar);
            if key(margin) > bar || on_the_bar {
                self.clues[self.len] = clue;
                self.weights[self.len] = margin;
                self.len += 1;
            }
        }
        let nearer = |weight: &f32| *weight > 1.0;
        if self.weights().iter().any(nearer) {
            self.weights[..self.len].iter_mut().filter(|w| !nearer(w)).for_each(|w| *w = 0.0);
        }
    }
}

/// Margins are ranked by their upper sixteen bits: positive floats sort as their bits do.
fn key(margin: f32) -> i16 {
    (margin.to_bits() >> 16) as i16
}

/// The largest value that at least `top` keys reach.
fn bar(margins: &[f32; SHORTLIST], top: usize) -> i16 {
    let keys: [i16; SHORTLIST] = std::array::from_fn(|n| key(margins[n]));
    let reach = |bar: i16| keys.iter().map(|&key| u16::from(key >= bar)).sum::<u16>() as usize;
    let (mut low, mut high) = (0i16, i16::MAX);
    while low < high {
        let middle = low + (high - low) / 2 + 1;
        if reach(middle) >= top {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    low
}

/// The candidates of all four keywords of a team, kept until it is another team's turn.
pub(super) struct TeamCandidates {
    top: usize,
    key: Option<(BySlot<Keyword>, u64)>,
    lists: BySlot<Box<Candidates>>,
}

impl TeamCandidates {
    /// Room for the `top` best of each shortlist.
    pub(super) fn new(top: usize) -> TeamCandidates {
        let lists = BySlot::from_fn(|_| Box::new(Candidates::none()));
        TeamCandidates { top: top.min(SHORTLIST), key: None, lists }
    }

    /// The candidates for the keyword in a slot.
    pub(super) fn of(&self, slot: Slot) -> &Candidates {
        &self.lists[slot]
    }

    /// Makes sure that the lists are those of `keywords`, as this head sees them; tells whether they are new.
    pub(super) fn prepare(
        &mut self,
        keywords: BySlot<Keyword>,
        head: u64,
        shortlists: &Shortlists,
        perception: &Perception,
    ) -> bool {
        let key = Some((keywords, if perception.has_noise() { head } else { 0 }));
        if self.key == key {
            return false;
        }
        self.key = key;
        for slot in Slot::ALL {
            let margins = margins(keywords, slot, shortlists, perception);
            self.lists[slot].fill(shortlists.clues(keywords[slot]), &margins, self.top);
        }
        true
    }
}

/// For each clue of a keyword's shortlist: its likelihood over the greatest under the team's other keywords.
fn margins(
    keywords: BySlot<Keyword>,
    slot: Slot,
    shortlists: &Shortlists,
    perception: &Perception,
) -> [f32; SHORTLIST] {
    let own = keywords[slot];
    let mut others = Slot::ALL.into_iter().filter(|&other| other != slot).map(|other| keywords[other]);
    let others: [Keyword; 3] =
        std::array::from_fn(|_| others.next().expect("three of four slots are others"));
    let clues = shortlists.clues(own);
    let seen = |keyword: Keyword| {
        let plain = shortlists.likelihoods(own, keyword);
        let mut seen: [f32; SHORTLIST] = std::array::from_fn(|n| widen(plain[n]));
        if perception.has_noise() {
            seen.iter_mut().zip(clues).for_each(|(p, &clue)| *p *= perception.factor(keyword, clue));
        }
        seen
    };
    let mut margins = seen(own);
    let [a, b, c] = others.map(seen);
    for n in 0..SHORTLIST {
        margins[n] /= a[n].max(b[n]).max(c[n]).max(f32::MIN_POSITIVE);
    }
    margins
}

/// Whether the Encryptor may give the clue, after those already chosen for this half.
pub(super) fn is_legal(view: &EncryptorView<'_>, chosen: &[Option<Clue>], clue: Clue) -> bool {
    let seat = view.seat();
    let earlier = view.record().clues_of(seat.side()).chain(chosen.iter().copied().flatten());
    seat.table().law.verdict(clue, seat.keywords(), seat.table().rules.repeat, earlier).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_margins_are_kept_in_order() {
        let clues: [Clue; SHORTLIST] = std::array::from_fn(|n| Clue::new(n as u32));
        let margins: [f32; SHORTLIST] = std::array::from_fn(|n| 0.5 + (n * 37 % SHORTLIST) as f32);
        for top in [1, 2, 64, 255, 256] {
            let mut candidates = Candidates::none();
            candidates.fill(&clues, &margins, top);
            assert_eq!(candidates.len, top);
            assert!(candidates.clues().windows(2).all(|w| w[0] < w[1]));
            let mut sorted = margins;
            sorted.sort_unstable_by(|a, b| b.total_cmp(a));
            let least = candidates.clues().iter().map(|c| margins[c.index()]).fold(f32::MAX, f32::min);
            assert_eq!(key(least), key(sorted[top - 1]));
        }
    }

    #[test]
    fn equal_margins_are_kept_from_the_front() {
        let clues: [Clue; SHORTLIST] = std::array::from_fn(|n| Clue::new(n as u32));
        let mut candidates = Candidates::none();
        candidates.fill(&clues, &[2.0; SHORTLIST], 5);
        assert_eq!(candidates.clues(), &clues[..5]);
    }
}
