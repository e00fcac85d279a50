//! The joint posterior of hidden keywords and the Encryptor's habit.
//!
//! P(habit, w₁…w₄ | H) ∝ P(habit) · Π over slots of prior(w) · Π P(h | w, habit) over the clues h revealed
//! for the slot. Given the habit, slots are independent, so there is a row for each habit and slot, in double
//! precision. The normalisers of the rows multiply into the habit's weight, which is its Bayes factor. A
//! habit that hides is also weighed, half by half, by the probability of the plain listener's degree of
//! understanding ([`Secrecy`](super::Secrecy)). No other state is kept, so a new player computes equal
//! beliefs from the public record.
//!
//! Two effects that [`Posterior`](super::Posterior) ignores are optional:
//! - the four keywords stand on different cards ([`PosteriorOptions::distinct`]);
//! - a team that guesses its own code wrongly took a clue for another slot's: the clue then counts for that
//!   slot with weight ρ, P ∝ (1 − ρ) · Σ prior(v) P(c | v) + ρ · P(c | w) ([`PosteriorOptions::slips`]).

use overhear_engine::rules::{
    CLUES, Clue, Clues, Code, Deck, Half, Keyword, PublicRecord, Rules, Side, Slot,
};

use super::SecrecyCorrection;
#[cfg(feature = "minds")]
use super::distinct::ThreeSlots;
use super::distinct::over_different_cards;
use super::kernels::{add_weighted, product, update};

/// Where a [`JointPosterior`] takes P(clue | keyword, hypothesis) from.
pub(crate) trait ClueLikelihoods {
    /// Writes a row of likelihoods for each hypothesis. `hides` is `true` once an interception is possible.
    fn hear(&mut self, hides: bool, clue: Clue, to: &mut [f64]);
}

/// Effects that a [`JointPosterior`] takes into account.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PosteriorOptions {
    /// `true` if the four keywords are known to stand on different cards.
    pub(crate) distinct: bool,
    /// Weight ρ of the slots that wrong guesses point to; 0 leaves them out.
    pub(crate) slips: f64,
}

/// A habit with its prior. The first habit is always the plain speaker, which is also the model of the plain
/// listener. A mind is a habit without an aversion.
#[derive(Clone, Debug)]
pub(crate) struct HabitHypothesis {
    /// P(habit) before the first clue.
    pub(crate) share: f64,
    /// The aversion of such an Encryptor to being understood by the plain listener, if it has one.
    pub(crate) inversion: Option<SecrecyCorrection>,
}

/// The posterior over habits and keywords of one team.
pub(crate) struct JointPosterior {
    options: PosteriorOptions,
    hypotheses: std::sync::Arc<[HabitHypothesis]>,
    prior: Vec<f64>,
    /// For each keyword its card.
    cards: Vec<u16>,
    /// For each habit and slot a row: P(w | H, habit).
    rows: Vec<f64>,
    /// P(habit | H).
    weights: Vec<f64>,
    /// Number of halves of the record already processed.
    halves_read: usize,
    /// The half that is being played.
    current: ObservedHalf,
    /// P(clue | slot, H) of the current clues for each habit, by position; reset when a code is revealed.
    predicted: Vec<Option<[[f64; 4]; CLUES]>>,
    /// For each position and slot, and for each slot alone, the weight of every card.
    by_card: Vec<f64>,
}

/// The clues of one half, with their likelihoods under each habit.
struct ObservedHalf {
    clues: [Option<Clue>; CLUES],
    /// `true` if an interception was possible when the clues were given.
    hides: bool,
    /// For each position and habit a row: P(clue | w, habit).
    likelihoods: Vec<f64>,
    /// The length of a row.
    stride: usize,
}

impl JointPosterior {
    /// Creates the posterior; `stride` is the length of a row of likelihoods.
    pub(crate) fn new(
        hypotheses: std::sync::Arc<[HabitHypothesis]>,
        stride: usize,
        options: PosteriorOptions,
    ) -> JointPosterior {
        let count = hypotheses.len();
        JointPosterior {
            options,
            hypotheses,
            prior: vec![0.0; stride],
            cards: Vec::with_capacity(stride),
            rows: vec![0.0; count * 4 * stride],
            weights: vec![0.0; count],
            halves_read: 0,
            predicted: vec![None; count],
            current: ObservedHalf {
                clues: [None; CLUES],
                hides: false,
                likelihoods: vec![0.0; CLUES * count * stride],
                stride,
            },
            by_card: if options.distinct { vec![0.0; (4 * CLUES + 4) * stride] } else { Vec::new() },
        }
    }

    /// Resets to the prior: habits by their shares, keywords uniform except for the `excluded` ones.
    pub(crate) fn reset(
        &mut self,
        cards: impl Iterator<Item = u16>,
        excluded: impl Iterator<Item = Keyword>,
    ) {
        self.cards.clear();
        self.cards.extend(cards);
        self.prior.fill(0.0);
        self.prior[..self.cards.len()].fill(1.0);
        excluded.for_each(|keyword| self.prior[keyword.index()] = 0.0);
        // The excluded keywords keep weight 0 through every update, as updates only multiply.
        let share = 1.0 / self.prior.iter().sum::<f64>();
        self.prior.iter_mut().for_each(|weight| *weight *= share);
        self.rows.chunks_exact_mut(self.prior.len()).for_each(|row| row.copy_from_slice(&self.prior));
        self.weights
            .iter_mut()
            .zip(&*self.hypotheses)
            .for_each(|(weight, hypothesis)| *weight = hypothesis.share);
        self.halves_read = 0;
        self.current.clues = [None; CLUES];
        self.predicted.fill(None);
    }

    /// Processes the halves of `side` played since the last call.
    pub(crate) fn catch_up(
        &mut self,
        rules: &Rules,
        record: &PublicRecord,
        side: Side,
        heard: &mut impl ClueLikelihoods,
    ) {
        for half in &record.halves()[self.halves_read..] {
            if half.side == side {
                self.learn(half, rules.may_intercept(half.round, side.opponent()), heard);
            }
        }
        self.halves_read = record.halves().len();
    }

    fn learn(&mut self, half: &Half, hides: bool, heard: &mut impl ClueLikelihoods) {
        self.listen(&half.clues, hides, heard);
        if hides {
            self.judge_secrecy(half.code);
        }
        if self.options.slips > 0.0 {
            self.predicted.fill(None);
        }
        let digits = half.code.slots().into_iter().zip(half.guess.slots()).zip(half.clues).enumerate();
        for (position, ((meant, taken), clue)) in digits {
            if clue.is_none() {
                continue;
            }
            // The revealed digit multiplies the likelihood in. A wrong guess adds weak evidence for the slot
            // that the team took the clue for.
            self.update(position, meant, 0.0, 1.0);
            if taken != meant && self.options.slips > 0.0 {
                self.update(position, taken, 1.0 - self.options.slips, self.options.slips);
            }
        }
        self.predicted.fill(None);
        let total: f64 = self.weights.iter().sum();
        self.weights.iter_mut().for_each(|weight| *weight /= total);
    }

    fn listen(&mut self, clues: &Clues, hides: bool, heard: &mut impl ClueLikelihoods) {
        if self.current.listen(clues, hides, heard) {
            self.predicted.fill(None);
        }
    }

    /// Reweighs the habits by the probability that a plain listener gave to the revealed code.
    fn judge_secrecy(&mut self, code: Code) {
        if self.hypotheses.iter().all(|hypothesis| hypothesis.inversion.is_none()) {
            return;
        }
        // Habit 0 is the plain speaker: its prediction is what a plain listener believes, before this half's
        // code updates the rows.
        let plain = self.codes(0);
        let total: f64 = plain.iter().sum();
        if total > 0.0 {
            let p = plain[code.index()] / total;
            for (weight, hypothesis) in self.weights.iter_mut().zip(&*self.hypotheses) {
                *weight *= hypothesis.inversion.as_ref().map_or(1.0, |inversion| inversion.cost(p));
            }
        }
    }

    /// Multiplies each habit's row of a slot by `any` · (mean likelihood of the clue) + `own` · (its
    /// likelihood).
    ///
    /// The normaliser is the evidence for the habit, so it multiplies into the habit's weight. A clue that is
    /// impossible for every keyword changes nothing.
    fn update(&mut self, position: usize, slot: Slot, any: f64, own: f64) {
        let stride = self.prior.len();
        for (habit, weight) in self.weights.iter_mut().enumerate() {
            let likelihoods = self.current.row(position, habit);
            let row = &mut self.rows[(habit * 4 + slot.index()) * stride..][..stride];
            // With a slip the update is row · (any · mean likelihood + own · likelihood); without one, `base`
            // is 0 and the dot product is the evidence.
            let base = if any > 0.0 { any * product(&self.prior, likelihoods) } else { 0.0 };
            let predicted = self.predicted[habit].map(|rows| rows[position][slot.index()]);
            let own_evidence = own * predicted.unwrap_or_else(|| product(likelihoods, row));
            let evidence =
                if base > 0.0 { base * row.iter().sum::<f64>() + own_evidence } else { own_evidence };
            if evidence > 0.0 {
                update(row, likelihoods, [base, own], 1.0 / evidence);
                *weight *= evidence;
            }
        }
    }

    /// Returns P(code | clues, H) for every code, up to a factor.
    pub(crate) fn predict(&mut self, clues: &Clues, heard: &mut impl ClueLikelihoods) -> [f64; Code::COUNT] {
        self.listen(clues, true, heard);
        let plain = self.codes(0);
        let mut weights = [0.0; Code::COUNT];
        for habit in 0..self.weights.len() {
            let share = self.weights[habit];
            if share <= 0.0 {
                continue;
            }
            let mut codes = if habit == 0 { plain } else { self.codes(habit) };
            if let Some(inversion) = &self.hypotheses[habit].inversion {
                inversion.apply(&plain, &mut codes);
            }
            weights.iter_mut().zip(codes).for_each(|(weight, p)| *weight += share * p);
        }
        weights
    }

    /// Returns P(code, clues | H, habit) for the current clues, up to a factor.
    fn codes(&mut self, habit: usize) -> [f64; Code::COUNT] {
        if self.options.distinct {
            return self.different_cards(habit);
        }
        let rows = self.predicted[habit].unwrap_or_else(|| self.foresee(habit));
        self.predicted[habit] = Some(rows);
        Code::ALL.map(|code| {
            let [a, b, c] = code.slots();
            rows[0][a.index()] * rows[1][b.index()] * rows[2][c.index()]
        })
    }

    /// Returns P(clue | slot, H, habit) for each current clue and each slot; 1 for a missing clue.
    fn foresee(&self, habit: usize) -> [[f64; 4]; CLUES] {
        std::array::from_fn(|position| {
            let likelihoods = self.current.row(position, habit);
            Slot::ALL.map(|slot| match self.current.clues[position] {
                None => 1.0,
                Some(_) => product(likelihoods, self.row(habit, slot)),
            })
        })
    }

    /// Returns P(code, clues | H, habit) with the four keywords on different cards.
    ///
    /// Weights are summed by card first, so the sum over distinct cards is linear in the deck.
    fn different_cards(&mut self, habit: usize) -> [f64; Code::COUNT] {
        let stride = self.prior.len();
        // Position 3 stands for the slot without a clue in this half: its weights are the prior belief alone.
        // Slots are numbered 0 to 3, so the fourth slot of a code is 6 − a − b − c.
        self.by_card.fill(0.0);
        for position in 0..=CLUES {
            for slot in Slot::ALL {
                let to = (position * 4 + slot.index()) * stride;
                let likelihoods_of_clue = (position < CLUES && self.current.clues[position].is_some())
                    .then(|| self.current.row(position, habit));
                let row = self.row_at(habit, slot);
                for (keyword, &card) in self.cards.iter().enumerate() {
                    let likelihood = likelihoods_of_clue.map_or(1.0, |row| row[keyword]);
                    self.by_card[to + usize::from(card)] += self.rows[row + keyword] * likelihood;
                }
            }
        }
        let row = |position: usize, slot: usize| &self.by_card[(position * 4 + slot) * stride..][..stride];
        Code::ALL.map(|code| {
            let [a, b, c] = code.slots().map(Slot::index);
            over_different_cards([row(0, a), row(1, b), row(2, c), row(CLUES, 6 - a - b - c)])
        })
    }

    fn row_at(&self, habit: usize, slot: Slot) -> usize {
        (habit * 4 + slot.index()) * self.prior.len()
    }

    fn row(&self, habit: usize, slot: Slot) -> &[f64] {
        &self.rows[self.row_at(habit, slot)..][..self.prior.len()]
    }

    /// Writes the marginal belief about a slot, averaged over the habits.
    pub(crate) fn write_marginal(&self, slot: Slot, to: &mut [f32]) {
        to.fill(0.0);
        for (habit, &weight) in self.weights.iter().enumerate() {
            add_weighted(to, self.row(habit, slot), weight);
        }
    }
}

#[cfg(feature = "minds")]
impl JointPosterior {
    /// Writes the belief about a slot, the four keywords being on different cards (R2), averaged over the hypotheses: what is taken for
    /// one slot's keyword is no other's. `by_card` is a buffer.
    pub(crate) fn write_joint_marginal(&self, slot: Slot, by_card: &mut Vec<f64>, to: &mut [f32]) {
        to.fill(0.0);
        let cards = self.cards.iter().map(|&card| usize::from(card) + 1).max().unwrap_or(0);
        let others = Slot::ALL.into_iter().filter(|&other| other != slot);
        for (habit, &weight) in self.weights.iter().enumerate() {
            by_card.clear();
            by_card.resize(3 * cards, 0.0);
            for (other, sums) in others.clone().zip(by_card.chunks_exact_mut(cards)) {
                let keywords = self.row(habit, other).iter().zip(&self.cards);
                keywords.for_each(|(p, &card)| sums[usize::from(card)] += p);
            }
            let at = |other: usize, card: usize| by_card[other * cards + card];
            let sums = ThreeSlots::new([0, 1, 2].map(|other| &by_card[other * cards..][..cards]));
            for ((to, p), &card) in to.iter_mut().zip(self.row(habit, slot)).zip(&self.cards) {
                *to +=
                    (weight * p * sums.without([0, 1, 2].map(|other| at(other, usize::from(card))))) as f32;
            }
        }
    }
}

impl ObservedHalf {
    /// Computes the likelihoods of new clues under each habit; returns `true` if any clue was new.
    fn listen(&mut self, clues: &Clues, hides: bool, heard: &mut impl ClueLikelihoods) -> bool {
        let length = self.likelihoods.len() / CLUES;
        let same = self.hides == hides;
        self.hides = hides;
        let mut is_new = false;
        for (position, &clue) in clues.iter().enumerate() {
            // A prediction is followed by the revelation of the same clues, so most likelihoods are already
            // there.
            if same && self.clues[position] == clue {
                continue;
            }
            self.clues[position] = clue;
            is_new = true;
            if let Some(clue) = clue {
                let to = &mut self.likelihoods[position * length..][..length];
                heard.hear(hides, clue, to);
            }
        }
        is_new
    }

    fn row(&self, position: usize, habit: usize) -> &[f64] {
        let stride = self.stride;
        let habits = self.likelihoods.len() / (CLUES * stride);
        &self.likelihoods[(position * habits + habit) * stride..][..stride]
    }
}

/// Returns the cards of a deck's keywords.
pub(crate) fn cards_of(deck: &Deck) -> impl Iterator<Item = u16> + '_ {
    deck.keywords().iter().map(|keyword| keyword.card as u16)
}
