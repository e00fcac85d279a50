//! The search that `pragmatic`, `value`, `decoy` and `guarded` share: clues for all three positions jointly.
//!
//! The search starts from a random draw among the candidates. It improves one position at a time with the
//! other two fixed, and passes over all three a few times. A [`Policy`] defines the objective.

use std::sync::Arc;

use overhear_engine::game::{Encryptor, EncryptorView, Seat, Stream};
use overhear_engine::rules::{BySlot, CLUES, Clue, Clues, Rules, Side, Slot};

use super::SlotRows;
use super::candidate_likelihoods::CandidateLikelihoods;
use super::future_cost::FutureCost;
use super::objective::{
    FixedPositions, Objective, OpenPosition, clarity, decoys, elude, largest, objective, subtract, worths,
};
use super::opponent_model::OpponentModel;
use crate::encryptors::TeamCandidates;
use crate::model::{NoisyAssociation, SHORTLIST, Shortlists};

/// The objective of each half.
pub(crate) trait Policy: Send {
    /// Prepares for the first half of a game.
    fn begin(&mut self, _rules: &Rules, _side: Side) {}

    /// Returns the objective of the clues of this half, if the opponents listen.
    fn aim(&self, view: &EncryptorView<'_>) -> Objective;

    /// Returns the price of a bit about a keyword, on the scale of the objective: by association, and by
    /// reach alone.
    fn prices(&self, view: &EncryptorView<'_>) -> [f32; 2];

    /// Returns μ, the weight of secrecy from a listener that knows only the reach of clues.
    fn caution(&self, _: &EncryptorView<'_>) -> f32 {
        0.0
    }
}

/// The limits of the search.
#[derive(Clone, Copy)]
pub(crate) struct SearchLimits {
    /// The number of candidates for each keyword.
    pub(crate) top: usize,
    /// The number of passes over the three positions.
    pub(crate) passes: usize,
    /// The probability above which the opponents are assumed to consider a keyword by name.
    pub(crate) suspicion: f32,
}

/// An Encryptor with a model of its listeners.
pub(crate) struct JointClueSearch<P> {
    policy: P,
    passes: usize,
    perception: NoisyAssociation,
    shortlists: Arc<Shortlists>,
    opponent_model: OpponentModel,
    /// The costs in later rounds; without them, only the current half counts.
    future_cost: Option<FutureCost>,
    insider: Option<Insider>,
    candidates: TeamCandidates,
    likelihoods: BySlot<Box<CandidateLikelihoods>>,
}

/// Opponents that know the habit.
struct Insider {
    model: OpponentModel,
    /// The shortlists with their likelihoods under the habit.
    shortlists: Arc<Shortlists>,
}

impl<P: Policy> JointClueSearch<P> {
    pub(crate) fn new(
        policy: P,
        perception: NoisyAssociation,
        shortlists: &Arc<Shortlists>,
        future_cost: Option<FutureCost>,
        limits: SearchLimits,
    ) -> JointClueSearch<P> {
        JointClueSearch {
            policy,
            passes: limits.passes,
            opponent_model: OpponentModel::new(&perception, limits.suspicion),
            perception,
            shortlists: Arc::clone(shortlists),
            future_cost,
            insider: None,
            candidates: TeamCandidates::new(limits.top),
            likelihoods: BySlot::from_fn(|_| Box::new(CandidateLikelihoods::unknown())),
        }
    }

    /// Adds opponents that know the habit. `table` and `shortlists` hold the likelihoods under the habit; the
    /// clues of `shortlists` equal those of the own shortlists.
    pub(crate) fn with_insider(
        mut self,
        table: &NoisyAssociation,
        shortlists: &Arc<Shortlists>,
        suspicion: f32,
    ) -> JointClueSearch<P> {
        let model = OpponentModel::new(table, suspicion);
        self.insider = Some(Insider { model, shortlists: Arc::clone(shortlists) });
        self
    }

    /// Updates candidates and likelihoods to the keywords of the seat.
    fn prepare(&mut self, view: &EncryptorView<'_>, shortlists: &Shortlists) {
        let (seat, keywords) = (view.seat(), *view.keywords());
        let JointClueSearch { candidates, perception, future_cost, .. } = self;
        let new = match future_cost {
            None => candidates.prepare(keywords, seat.noise_seed(), shortlists, perception),
            Some(future_cost) => candidates.choose(view, shortlists, |slot, worths| {
                future_cost.first_worths(keywords, slot, shortlists, worths);
            }),
        };
        if new {
            for slot in Slot::ALL {
                let likelihoods = &mut self.likelihoods[slot];
                likelihoods.list(slot, keywords, shortlists, &self.perception);
                if let Some(FutureCost { reach, .. }) = &self.future_cost {
                    likelihoods.reached.list(
                        self.candidates.for_slot(slot),
                        shortlists.clues(keywords[slot]),
                        reach,
                    );
                }
            }
        }
    }

    /// Returns the objective of this half's clues; `None` while no team may intercept and no later round is weighed: the
    /// drawn candidates stand.
    fn plan(&self, view: &EncryptorView<'_>, stream: &mut Stream) -> Option<Objective> {
        let overheard = is_overheard(view);
        match &self.future_cost {
            None => overheard.then(|| self.policy.aim(view)),
            Some(_) if !overheard => Some(self.policy.aim(view).unheard()),
            Some(future_cost) => {
                let aim = self.policy.aim(view);
                Some(if stream.unit() < future_cost.candour { aim.candid() } else { aim })
            }
        }
    }

    /// Updates the model of the opponents.
    fn listen(&mut self, view: &EncryptorView<'_>, shortlists: &Shortlists) {
        let keywords = view.keywords();
        let JointClueSearch { opponent_model, future_cost, likelihoods, policy, insider, .. } = self;
        opponent_model.catch_up(view);
        if let Some(insider) = insider {
            insider.model.catch_up(view);
        }
        if let Some(future_cost) = future_cost {
            future_cost.reach.catch_up(view);
        }
        let is_cautious = policy.caution(view) > 0.0;
        for slot in view.code().slots() {
            let likelihoods = &mut likelihoods[slot];
            let CandidateLikelihoods { heard, heard_at, known, known_at, .. } = &mut **likelihoods;
            opponent_model.overhear(keywords[slot], shortlists, (heard, heard_at));
            if let Some(Insider { model, shortlists }) = insider {
                model.overhear(keywords[slot], shortlists, (known, known_at));
            }
            if let Some(FutureCost { reach, .. }) = future_cost {
                let counted = Slot::ALL.into_iter().filter(|&at| is_cautious || at == slot);
                counted.for_each(|at| likelihoods.reached.count(slot, at, reach));
                FutureCost::price(
                    slot,
                    opponent_model.known(slot, keywords[slot]),
                    policy.prices(view),
                    likelihoods,
                );
            }
        }
    }

    /// Improves one position at a time with the others fixed: coordinate ascent.
    ///
    /// The best clue of a position depends only on the other two. Once all three are optimal given the
    /// others, another pass would change nothing, so the search stops.
    fn improve(
        &self,
        view: &EncryptorView<'_>,
        aim: Objective,
        lists: [&[Clue; SHORTLIST]; CLUES],
        places: &mut [usize; CLUES],
    ) {
        let slots = view.code().slots();
        let mut scores = [0.0; SHORTLIST];
        let caution = self.caution_of(view, aim);
        let mut settled = 0;
        for turn in 0..self.passes * CLUES {
            if settled == CLUES {
                break;
            }
            let n = turn % CLUES;
            let before = places[n];
            self.score(slots, aim, caution, n, places, &mut scores);
            if let Some(best) = best_place(view, lists, n, places, &mut scores) {
                places[n] = best;
            }
            settled = if places[n] == before { settled + 1 } else { 1 };
        }
    }

    /// Returns μ for this half: 0 while no interception is possible.
    fn caution_of(&self, view: &EncryptorView<'_>, aim: Objective) -> f32 {
        match aim {
            _ if !is_overheard(view) => 0.0,
            Objective::Guarded { caution, .. } => caution,
            _ => self.policy.caution(view),
        }
    }

    /// Writes the score of every clue at position `n`; the minimum for clues that are not candidates.
    fn score(
        &self,
        slots: [Slot; CLUES],
        aim: Objective,
        caution: f32,
        n: usize,
        places: &[usize; CLUES],
        scores: &mut [f32; SHORTLIST],
    ) {
        // P(code) is the weight of the true reading over that of all readings. The part of the two fixed clues is summed once, so
        // each clue of the shortlist costs a few products and a division.
        let row = |of: fn(&CandidateLikelihoods) -> &SlotRows, m: usize| {
            of(&self.likelihoods[slots[m]]).each_ref().map(|row| row[places[m]])
        };
        let rest = |of: fn(&CandidateLikelihoods) -> &SlotRows,
                    new: fn([Slot; CLUES], usize, [f32; 4], [f32; 4]) -> FixedPositions| {
            new(slots, n, row(of, (n + 1) % CLUES), row(of, (n + 2) % CLUES))
        };
        let likelihoods = &self.likelihoods[slots[n]];
        let decoded = OpenPosition { fixed: rest(|p| &p.own, FixedPositions::new), rows: &likelihoods.own };
        let intercepted = |new| OpenPosition { fixed: rest(|p| &p.heard, new), rows: &likelihoods.heard };
        let candidates = self.candidates.for_slot(slots[n]).weights();
        match aim {
            Objective::Secrecy { lambda } => {
                objective(&decoded, &intercepted(FixedPositions::new), lambda, candidates, scores);
            }
            Objective::Worth(worth) => {
                worths(&decoded, &intercepted(FixedPositions::new), worth, candidates, scores);
            }
            Objective::Guarded { lambda, insider, .. } => {
                clarity(&decoded, candidates, scores);
                if lambda > 0.0 {
                    elude(&intercepted(FixedPositions::new), lambda, scores);
                }
                if insider > 0.0 {
                    let fixed = rest(|p| &p.known, FixedPositions::new);
                    elude(&OpenPosition { fixed, rows: &likelihoods.known }, insider, scores);
                }
            }
            Objective::Decoy { lambda, delta } => {
                decoys(
                    &decoded,
                    &intercepted(FixedPositions::with_wrong),
                    [lambda, delta],
                    candidates,
                    scores,
                );
            }
        }
        if self.future_cost.is_some() {
            subtract(scores, &likelihoods.costs);
        }
        if caution > 0.0 {
            let fixed = rest(|p| p.reached.shares(), FixedPositions::new);
            elude(&OpenPosition { fixed, rows: likelihoods.reached.shares() }, caution, scores);
        }
    }
}

impl<P: Policy> Encryptor for JointClueSearch<P> {
    fn begin(&mut self, seat: &Seat<'_>) {
        self.perception.set_noise_seed(seat.noise_seed());
        self.policy.begin(seat.setup().rules(), seat.side());
        self.opponent_model.reset(seat.setup().deck().len());
        if let Some(insider) = &mut self.insider {
            insider.model.reset(seat.setup().deck().len());
        }
        if let Some(future_cost) = &mut self.future_cost {
            future_cost.reach.reset();
        }
        self.likelihoods.0.iter_mut().for_each(|likelihoods| likelihoods.reset());
    }

    fn clues(&mut self, view: &EncryptorView<'_>, stream: &mut Stream) -> Clues {
        let slots = view.code().slots();
        let shortlists = &*Arc::clone(&self.shortlists);
        self.prepare(view, shortlists);
        let lists = slots.map(|slot| shortlists.clues(view.keywords()[slot]));
        let drawn = self.candidates.draw(view, lists, stream);
        let aim = self.plan(view, stream);
        let candidates = [0, 1, 2]
            .map(|n| drawn[n].filter(|&place| self.candidates.for_slot(slots[n]).weights()[place] > 0.0));
        let (Some(aim), [Some(a), Some(b), Some(c)]) = (aim, candidates) else {
            return std::array::from_fn(|n| drawn[n].map(|place| lists[n][place]));
        };
        let mut places = [a, b, c];
        self.listen(view, shortlists);
        self.improve(view, aim, lists, &mut places);
        let clues: Clues = std::array::from_fn(|n| Some(lists[n][places[n]]));
        self.perception.fetch_ahead(&clues);
        clues
    }

    fn would_choose(
        &mut self,
        view: &EncryptorView<'_>,
        clues: &Clues,
        stream: &mut Stream,
    ) -> [Option<bool>; CLUES] {
        let slots = view.code().slots();
        let shortlists = &*Arc::clone(&self.shortlists);
        self.prepare(view, shortlists);
        let lists = slots.map(|slot| shortlists.clues(view.keywords()[slot]));
        let Some(aim) = self.plan(view, stream) else { return [None; CLUES] };
        let listed = [0, 1, 2].map(|n| lists[n].iter().position(|&clue| Some(clue) == clues[n]));
        let candidates = [0, 1, 2].map(|n: usize| {
            listed[n].is_some_and(|place| self.candidates.for_slot(slots[n]).weights()[place] > 0.0)
        });
        let [Some(a), Some(b), Some(c)] = listed else {
            // A clue outside the shortlist has no likelihoods here, so nothing can be weighed beside it.
            return candidates.map(|is_candidate| (!is_candidate).then_some(false));
        };
        self.listen(view, shortlists);
        let (places, mut scores) = ([a, b, c], [0.0; SHORTLIST]);
        let caution = self.caution_of(view, aim);
        std::array::from_fn(|n| {
            if !candidates[n] {
                return Some(false);
            }
            self.score(slots, aim, caution, n, &places, &mut scores);
            Some(best_place(view, lists, n, &places, &mut scores) == Some(places[n]))
        })
    }
}

/// Returns the place of the legal clue with the greatest score for position `n`, beside the clues of the other two; the
/// present place if it is as good as any. Scores of illegal clues are lowered.
fn best_place(
    view: &EncryptorView<'_>,
    lists: [&[Clue; SHORTLIST]; CLUES],
    n: usize,
    places: &[usize; CLUES],
    scores: &mut [f32; SHORTLIST],
) -> Option<usize> {
    let slot = view.code().slots()[n];
    let others = [(n + 1) % CLUES, (n + 2) % CLUES].map(|other| Some(lists[other][places[other]]));
    while let Some(best) = largest(scores) {
        if best == places[n] || view.is_legal(slot, &others, lists[n][best]) {
            return Some(best);
        }
        scores[best] = f32::NEG_INFINITY;
    }
    None
}

/// Returns `true` if the opponents may intercept the requested clues (R6).
fn is_overheard(view: &EncryptorView<'_>) -> bool {
    let seat = view.seat();
    seat.setup().rules().may_intercept(view.round(), seat.side().opponent())
}
