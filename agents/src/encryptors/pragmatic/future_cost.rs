//! The cost of a clue in later rounds: the bits about its keyword that it gives away.
//!
//! Two listeners are modelled. One believes in associations, as `bayes` does: after a clue c it knows
//! max(0, log2(P(w|H,c)/P(w))) bits about the keyword w in total. Bits given away can be taken back by a clue that fits w
//! less than others do. Making w less likely than at first gains nothing. The other listener knows only the
//! reach of clues ([`FeasibleKeywords`]).
//!
//! The candidates are far clues: of the 5 % of the vocabulary most associated with a keyword, those shared
//! with the most other keywords. They are faint, but only three other keywords must be told apart from
//! theirs. The own team is assumed to share the common associations, because with player noise the own
//! associations are no guide.

use multiversion::multiversion;
use overhear_engine::rules::{BySlot, Keyword, Slot};

use super::candidate_likelihoods::CandidateLikelihoods;
use super::feasible_keywords::{FeasibleKeywords, REACH};
use crate::kind::{Param, Values};
use crate::model::{Association, SHORTLIST, Shortlists, World, quick_log2, widen};

/// The price of a bit that a clue gives away by association. This price, the next one and `caution` are
/// tuned: docs/tuning.md.
pub(crate) const GAMMA: Param =
    Param::real("gamma", 0.3, 0.0, 2.0, "weight of the bits that associations give away for later rounds");

/// The price of a bit that a clue gives away by its reach.
pub(crate) const GAMMA_REACH: Param =
    Param::real("gamma_reach", 0.4, 0.0, 2.0, "weight of the bits that the mere reach of a clue gives away");

/// Returns the prices of bits from these two parameters.
pub(crate) fn prices(values: &Values) -> [f32; 2] {
    [GAMMA, GAMMA_REACH].map(|param| values.get(param.key) as f32)
}

/// The share of halves with clues meant for the opponents to understand, for every agent that looks ahead.
pub(crate) const CANDOUR: Param = Param::real(
    "candour",
    0.0417,
    0.0,
    1.0,
    "how often it lets the opponents understand, so that their best guess is right by chance and not less",
);

/// The number of far candidates that the search considers.
pub(crate) const TOP: Param =
    Param::whole("top", 64.0, 1.0, 256.0, "how many candidates it considers for each keyword");

/// The number of passes of the search over the positions.
pub(crate) const PASSES: Param =
    Param::whole("passes", 2.0, 1.0, 8.0, "how often it goes over the three positions");

/// The precision of the listeners' belief.
pub(crate) const SUSPICION: Param = Param::real(
    "suspicion",
    0.006,
    1e-6,
    1.0,
    "probability above which the opponents are thought to suspect a keyword by name",
);

/// The costs of clues in later rounds.
#[derive(Clone)]
pub(crate) struct FutureCost {
    /// The prices that decide the candidates.
    prices: [f32; 2],
    /// The probability that clues are meant for the opponents to understand.
    pub(super) candour: f32,
    pub(super) reach: FeasibleKeywords,
}

impl FutureCost {
    /// Creates the costs for a world; `prices` decide the candidates.
    pub(crate) fn new(world: &World, table: &Association, values: &Values, prices: [f32; 2]) -> FutureCost {
        let reach = FeasibleKeywords::new(world.referee(REACH), table.keywords(), table.clues());
        FutureCost { prices, candour: values.get("candour") as f32, reach }
    }

    /// Returns the worth of each clue of a slot's shortlist at the start: log2 of its share among the four
    /// own keywords, less its cost.
    pub(super) fn first_worths(
        &self,
        keywords: BySlot<Keyword>,
        slot: Slot,
        shortlists: &Shortlists,
        worths: &mut [f32; SHORTLIST],
    ) {
        let own = keywords[slot];
        let mut buffer = None;
        let [meant, rows @ ..] = shortlists.likelihoods(
            own,
            [own, keywords.0[0], keywords.0[1], keywords.0[2], keywords.0[3]],
            &mut buffer,
        );
        let narrowed = shortlists.clues(own).map(|clue| self.reach.first_bits(clue));
        first_worths(meant, rows, shortlists.mean_logs(own), &narrowed, self.prices, worths);
    }

    /// Computes the cost of each candidate for a slot, given the bits known of its keyword.
    pub(super) fn price(slot: Slot, known: f32, prices: [f32; 2], likelihoods: &mut CandidateLikelihoods) {
        let CandidateLikelihoods { own, heard, costs, reached, .. } = likelihoods;
        costs_of(&own[slot.index()], &heard[slot.index()], reached.bits(), known, prices, costs);
    }
}

#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl+avx512dq", "x86_64+avx2", "aarch64+neon"))]
fn first_worths(
    meant: &[u16; SHORTLIST],
    rows: [&[u16; SHORTLIST]; 4],
    on_average: &[f32; SHORTLIST],
    narrowed: &[f32; SHORTLIST],
    prices: [f32; 2],
    worths: &mut [f32; SHORTLIST],
) {
    let [a, b, c, d] = rows;
    for n in 0..SHORTLIST {
        let all = widen(a[n]) + widen(b[n]) + widen(c[n]) + widen(d[n]);
        let meant = widen(meant[n]).max(f32::MIN_POSITIVE);
        let bits = quick_log2(meant / on_average[n].max(f32::MIN_POSITIVE));
        worths[n] = quick_log2(meant / all.max(f32::MIN_POSITIVE)) - cost(prices, bits, narrowed[n]);
    }
}

#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl+avx512dq", "x86_64+avx2", "aarch64+neon"))]
fn costs_of(
    own: &[f32; SHORTLIST],
    heard: &[f32; SHORTLIST],
    narrowed: &[f32; SHORTLIST],
    known: f32,
    prices: [f32; 2],
    costs: &mut [f32; SHORTLIST],
) {
    for n in 0..SHORTLIST {
        let ratio = own[n] / heard[n].max(f32::MIN_POSITIVE);
        let bits = known + quick_log2(ratio.clamp(f32::MIN_POSITIVE, f32::MAX));
        costs[n] = cost(prices, bits, narrowed[n]);
    }
}

#[expect(clippy::inline_always, reason = "it must be compiled for its caller's instruction set")]
#[inline(always)]
fn cost([by_association, by_reach]: [f32; 2], bits: f32, narrowed: f32) -> f32 {
    by_association * bits.max(0.0) + by_reach * narrowed
}
