//! The few clues of each keyword that a team considers.
//!
//! They refer to their keyword, no mind of the panel takes them for another keyword of the team, and they give little of the keyword
//! away. What is taken for the worth of a single clue here is only a bar; the search weighs clues together.

use multiversion::multiversion;
use overhear_engine::game::EncryptorView;
use overhear_engine::rules::{BySlot, Clue, Keyword, RefereeMode, Slot};

use super::panel::Panel;
use super::{Tables, Weights};
use crate::model::{World, quick_log2};

/// Number of clues of each keyword that are considered.
pub(super) const FEW: usize = 64;

/// The most minds of a panel.
pub(super) const MINDS: usize = 3;

/// Clarity above which more has no worth, in bits. This and the next two were set by hand, for what minds that are not in the panel decode.
const CLEAR: f32 = 3.0;

/// The worth of a bit of clarity below that.
const CLARITY: f32 = 1.3;

/// How much more a bit about the keyword costs here than in the search, where opponents who listen are weighed too.
const FIRST_LEAK: f32 = 10.0;

/// The candidates of a keyword.
#[derive(Clone)]
pub(super) struct SlotCandidates {
    pub(super) len: usize,
    /// Their places in the list of all clues that refer to a keyword.
    pub(super) places: [u32; FEW],
    pub(super) clues: [Clue; FEW],
    /// For each mind P(clue | keyword)^¾ by slot of the keyword: strangers are less sure than any mind.
    pub(super) minds: [[[f32; FEW]; 4]; MINDS],
    /// The cost of each for how weakly it refers.
    pub(super) costs: [f32; FEW],
    /// P(clue | own keyword) to opponents who imagine it.
    pub(super) own: [f32; FEW],
    /// Number of minds of the panel.
    pub(super) minds_in_use: usize,
    directions: Vec<i16>,
    stride: usize,
    pub(super) lengths: [f32; FEW],
}

impl SlotCandidates {
    fn none(stride: usize) -> SlotCandidates {
        SlotCandidates {
            len: 0,
            places: [0; FEW],
            clues: [Clue::new(0); FEW],
            minds: [[[0.0; FEW]; 4]; MINDS],
            costs: [0.0; FEW],
            own: [0.0; FEW],
            minds_in_use: 0,
            directions: vec![0; FEW * stride],
            stride,
            lengths: [0.0; FEW],
        }
    }

    /// Returns the dot products of the candidates' directions with another.
    pub(super) fn products(&self, direction: &[i16]) -> [i32; FEW] {
        let mut products = [0; FEW];
        multiply(&self.directions, &direction[..self.stride], &mut products[..self.len]);
        products
    }
}

/// A clue with its first worth.
struct Ranked {
    worth: f32,
    /// Its place in the list of all clues that refer to a keyword.
    place: u32,
    weakness: f32,
}

/// The candidates of the four keywords of a team, kept until another team's turn.
pub(super) struct TeamCandidates {
    team: Option<(BySlot<Keyword>, bool)>,
    pub(super) slots: BySlot<SlotCandidates>,
    ranked: Vec<Ranked>,
}

impl TeamCandidates {
    pub(super) fn new(world: &World) -> TeamCandidates {
        let stride = world.clue_rows().stride;
        TeamCandidates {
            team: None,
            slots: BySlot::from_fn(|_| SlotCandidates::none(stride)),
            ranked: Vec::new(),
        }
    }

    /// Lists the candidates of the view's keywords, unless they are listed. Returns `true` if they are new.
    pub(super) fn prepare(&mut self, view: &EncryptorView<'_>, tables: &Tables, weights: &Weights) -> bool {
        let keywords = *view.keywords();
        let is_refereed = view.seat().setup().rules().referee == RefereeMode::Enforce;
        if self.team == Some((keywords, is_refereed)) {
            return false;
        }
        self.team = Some((keywords, is_refereed));
        for slot in Slot::ALL {
            self.rank(view, slot, tables, weights);
            fill(&mut self.slots[slot], &self.ranked, keywords, slot, tables, weights);
        }
        true
    }

    /// Ranks the lawful clues that refer to the keyword in a slot by their first worth.
    fn rank(&mut self, view: &EncryptorView<'_>, slot: Slot, tables: &Tables, weights: &Weights) {
        let (keywords, own) = (view.keywords(), view.keywords()[slot]);
        let others = Slot::ALL.map(|other| keywords[other]);
        self.ranked.clear();
        for reference in &tables.references.lists[own.index()] {
            let clue = tables.references.clues[reference.place as usize];
            let is_lawful =
                others.iter().all(|&other| tables.panel.likelihood(0, other, reference.place) > 0.0);
            if !is_lawful || !view.seat().passes_referee(clue, own) {
                continue;
            }
            let clarity = clarity(&tables.panel, *keywords, slot, reference.place).min(CLEAR);
            let leak = tables.panel.first_bits(own, reference.place);
            let worth = CLARITY * clarity
                - weights.strictness * reference.weakness
                - FIRST_LEAK * weights.gamma * leak;
            self.ranked.push(Ranked { worth, place: reference.place, weakness: reference.weakness });
        }
        // Places are distinct, so the order is one and the same everywhere.
        self.ranked.sort_unstable_by(|a, b| b.worth.total_cmp(&a.worth).then(a.place.cmp(&b.place)));
        self.ranked.truncate(FEW);
    }
}

/// Returns how much likelier the keyword in a slot makes a clue than the team's other keywords do, in bits, to the mind that is least
/// sure of it.
fn clarity(panel: &Panel, keywords: BySlot<Keyword>, slot: Slot, place: u32) -> f32 {
    let ratios = (0..panel.len()).map(|mind| {
        let likelihoods =
            BySlot(keywords.0.map(|keyword| panel.likelihood(mind, keyword, place).max(f32::MIN_POSITIVE)));
        let rivals = Slot::ALL.into_iter().filter(|&other| other != slot);
        likelihoods[slot] / rivals.map(|other| likelihoods[other]).fold(f32::MIN_POSITIVE, f32::max)
    });
    quick_log2(ratios.fold(f32::MAX, f32::min).max(f32::MIN_POSITIVE))
}

/// Writes the rows of the candidates of a slot.
fn fill(
    slot_candidates: &mut SlotCandidates,
    ranked: &[Ranked],
    keywords: BySlot<Keyword>,
    slot: Slot,
    tables: &Tables,
    weights: &Weights,
) {
    (slot_candidates.len, slot_candidates.minds_in_use) = (ranked.len(), tables.panel.len());
    let rows = tables.world.clue_rows();
    for (n, &Ranked { place, weakness, .. }) in ranked.iter().enumerate() {
        let clue = tables.references.clues[place as usize];
        (slot_candidates.places[n], slot_candidates.clues[n]) = (place, clue);
        slot_candidates.costs[n] = weights.strictness * weakness;
        slot_candidates.own[n] = tables.imagined.likelihood(keywords[slot], place);
        for mind in 0..tables.panel.len() {
            for other in Slot::ALL {
                let likelihood = tables.panel.likelihood(mind, keywords[other], place);
                slot_candidates.minds[mind][other.index()][n] = doubted(likelihood);
            }
        }
        let stride = slot_candidates.stride;
        rows.row(clue.index(), &mut slot_candidates.directions[n * stride..][..stride]);
        slot_candidates.lengths[n] = rows.inverse_lengths[clue.index()];
    }
}

/// Writes the dot products of rows with one of their length. Sums of integers are the same in any order.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl+avx512dq", "x86_64+avx2", "aarch64+neon"))]
fn multiply(rows: &[i16], row: &[i16], products: &mut [i32]) {
    for (product, other) in products.iter_mut().zip(rows.chunks_exact(row.len())) {
        *product = other.iter().zip(row).map(|(&x, &y)| i32::from(x) * i32::from(y)).sum();
    }
}

/// Returns a probability to the power of ¾.
fn doubted(probability: f32) -> f32 {
    let root = probability.sqrt();
    root * root.sqrt()
}
