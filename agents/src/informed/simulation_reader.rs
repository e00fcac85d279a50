//! A guesser that asks the very Encryptor what it would have said.
//!
//! The reader supposes four keywords, asks the agent's own Encryptor for its clues under them in every half so far, and
//! counts the clues that match. Chains of suppositions (Metropolis–Hastings, one slot at a time) sample
//!
//! π(w₁…w₄) ∝ Π over finished halves of P(clues | w, code) · Σ over codes of P(current clues | w, code),
//!
//! on different cards. Each chain's supposition says how likely each code is; the belief is their mean. Suppositions are
//! proposed from the posterior of [`CountsReader`](super::CountsReader) and from other chains. When the code is
//! revealed, the chains are weighed by it and resampled, so they go on from half to half (a particle filter with
//! moves; Gilks & Berzuini 2001). P(clues | w, code) is a share of matching answers for each clue, smoothed by the
//! counts: the Encryptor draws random numbers that the reader does not know, and may know more of the game than the
//! reader supposes.
//!
//! An Encryptor that says whether it would choose a clue beside the other two
//! ([`would_choose`](overhear_engine::game::Encryptor::would_choose)) is asked that; any other gives clues, which are
//! compared. Chains begin each half hot and end it cold (simulated tempering of a kind; Marinari & Parisi 1992), and half
//! of the belief is the sum over all suppositions that were tried, because sharp posteriors are seldom mixed well.
//!
//! The Encryptor is any [`Encryptor`](overhear_engine::game::Encryptor), also one outside this program.
//! [`SimulationEffort`] bounds the number of questions, [`SimulationReader::answers`] counts them.

use std::sync::Arc;

use overhear_engine::game::{
    Agent, Belief, GameSetup, Guesser, GuesserView, InterceptorView, KeywordBelief, KeywordView, Seat, Seed,
    Stream,
};
use overhear_engine::rules::{BySlot, CLUES, Clues, Code, Keyword, PublicRecord, Slot};

use super::ClueCounts;
use super::counts_reader::decoded;
use super::evaluation::{Evaluator, Keywords};
use super::keyword_beliefs::{KeywordBeliefs, normalise};
use super::known_game::{HeardClues, KnownGame};
use super::proposals::Proposals;
use super::simulated_giver::SimulatedGiver;

/// The number of suppositions that a reader tries, and of questions about each.
///
/// A half costs at most `chains` · `sweeps` · 4 new suppositions, and each of them `samples` answers for every finished
/// half and for `codes` codes of the current one. Rejected suppositions and those tried before cost less.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SimulationEffort {
    /// Number of chains.
    pub chains: usize,
    /// Number of times that each chain visits each slot in a half.
    pub sweeps: usize,
    /// Number of answers to each question.
    pub samples: u32,
    /// Number of codes that the Encryptor is asked about in the current half, from 1 to 24.
    pub codes: usize,
}

impl Default for SimulationEffort {
    /// Returns the effort that the figures of this project were measured with.
    fn default() -> SimulationEffort {
        SimulationEffort { chains: 24, sweeps: 64, samples: 2, codes: 6 }
    }
}

/// A guesser that knows the agent that gives the clues, and asks it.
pub struct SimulationReader {
    counts: Arc<ClueCounts>,
    effort: SimulationEffort,
    game: KnownGame,
    beliefs: KeywordBeliefs,
    evaluator: Evaluator,
    proposals: Proposals,
    chains: Vec<Keywords>,
    /// What the chains say of the current clues.
    explored: Option<Explored>,
    likelihoods: [Vec<f32>; CLUES],
}

/// The result of the chains for some clues.
struct Explored {
    round: u8,
    clues: Clues,
    belief: Belief,
}

impl SimulationReader {
    /// Creates a reader of the clues of `giver`.
    pub fn new(giver: &dyn Agent, counts: &Arc<ClueCounts>, effort: SimulationEffort) -> SimulationReader {
        let keywords = counts.keywords();
        SimulationReader {
            counts: Arc::clone(counts),
            effort,
            game: KnownGame::new(),
            beliefs: KeywordBeliefs::new(keywords),
            evaluator: Evaluator::new(SimulatedGiver::new(giver), effort.samples, effort.codes),
            proposals: Proposals::new(keywords),
            chains: Vec::with_capacity(effort.chains),
            explored: None,
            likelihoods: std::array::from_fn(|_| vec![0.0; keywords]),
        }
    }

    /// Returns the number of answers that the Encryptor has given so far.
    pub const fn answers(&self) -> u64 {
        self.evaluator.giver.answers
    }

    /// Processes the halves of the other team that were played since the last call.
    fn catch_up(&mut self, seat: &Seat<'_>, record: &PublicRecord) {
        let setup = seat.setup();
        while let Some(half) = self.game.next_half(record) {
            let heard = self.game.heard(setup, &self.counts, (half.round, half.clues), record);
            let is_overheard = setup.rules().may_intercept(half.round, seat.side());
            if self.game.halves.is_empty() {
                self.start(seat, &heard, half.code);
            } else {
                self.explore(seat, &heard);
                self.resample(seat, &heard, half.code);
            }
            self.beliefs.learn(&self.counts, &half, is_overheard);
            self.game.add(heard, half.code);
            self.evaluator.end_half();
            self.explored = None;
        }
    }

    /// Draws the first suppositions of all chains, after the first half.
    fn start(&mut self, seat: &Seat<'_>, heard: &HeardClues, code: Code) {
        let mut stream = self.stream(seat, &heard.clues, 0);
        let mut belief = Vec::new();
        for slot in Slot::ALL {
            belief.clear();
            belief.extend_from_slice(self.beliefs.row(slot));
            if let Some(n) = code.slots().iter().position(|&at| at == slot) {
                belief.iter_mut().zip(&heard.likelihoods[n]).for_each(|(p, &l)| *p *= f64::from(l));
                normalise(&mut belief);
            }
            self.proposals.set(slot, &belief, std::iter::empty());
        }
        self.chains.clear();
        for _ in 0..self.effort.chains {
            self.chains.push(self.draw_four(seat.setup(), &mut stream));
        }
    }

    /// Draws four keywords on different cards.
    fn draw_four(&self, setup: &GameSetup<'_>, stream: &mut Stream) -> Keywords {
        let mut keywords = BySlot([Keyword(0); 4]);
        for slot in Slot::ALL {
            // A deck has many cards, so few draws clash; the last draw stands.
            for _ in 0..DRAWS {
                keywords[slot] = self.proposals.draw(slot, stream);
                let earlier = &keywords.0[..slot.index()];
                if !earlier.iter().any(|&other| share_card(setup, other, keywords[slot])) {
                    break;
                }
            }
        }
        keywords
    }

    /// Moves the chains under the current clues; the result is kept until the code is known.
    fn explore(&mut self, seat: &Seat<'_>, heard: &HeardClues) -> Belief {
        if let Some(explored) = &self.explored
            && (explored.round, explored.clues) == (heard.round, heard.clues)
        {
            return explored.belief;
        }
        self.evaluator.end_half();
        self.propose(&heard.clues);
        let mut stream = self.stream(seat, &heard.clues, 1);
        let mut sums = [0.0; Code::COUNT];
        for sweep in 0..self.effort.sweeps {
            let heat = HEATS[sweep * HEATS.len() / self.effort.sweeps];
            for n in 0..self.chains.len() {
                let codes = self.move_chain(seat, heard, n, heat, &mut stream);
                if heat >= 1.0 {
                    sums.iter_mut().zip(codes).for_each(|(sum, p)| *sum += p);
                }
            }
        }
        let visited = self.evaluator.visited_codes();
        let total: f64 = sums.iter().sum();
        let belief = std::array::from_fn(|n| 0.5 * sums[n] / total + 0.5 * visited[n]);
        let belief = Belief::try_from_weights(belief).unwrap_or(Belief::UNIFORM);
        self.explored = Some(Explored { round: heard.round, clues: heard.clues, belief });
        belief
    }

    /// Sets the proposals from the counts, the current clues and the chains.
    fn propose(&mut self, clues: &Clues) {
        let rows = self.beliefs.predict(&self.counts, clues, &mut self.likelihoods);
        let codes = Belief::from_clue_rows(&rows);
        let mut belief = Vec::new();
        for slot in Slot::ALL {
            // The belief after the half, averaged over the codes: each clue is the slot's with the probability that the
            // counts give it, or none is.
            let shares: [f64; CLUES] = std::array::from_fn(|n| {
                let at = Code::ALL.iter().filter(|code| code.slots()[n] == slot);
                at.map(|&code| f64::from(codes.probability(code))).sum()
            });
            let factors: [f64; CLUES] =
                std::array::from_fn(|n| shares[n] / f64::from(rows[n][slot.index()]).max(f64::MIN_POSITIVE));
            let none = (1.0 - shares.iter().sum::<f64>()).max(0.0);
            belief.clear();
            belief.extend(self.beliefs.row(slot).iter().enumerate().map(|(keyword, p)| {
                let heard = (0..CLUES).map(|n| factors[n] * f64::from(self.likelihoods[n][keyword]));
                p * (none + heard.sum::<f64>())
            }));
            normalise(&mut belief);
            self.proposals.set(slot, &belief, self.chains.iter().map(|keywords| keywords[slot]));
        }
    }

    /// Visits each slot of a chain once, at an inverse temperature. Returns the sum of what the chain says of the code
    /// after each visit.
    fn move_chain(
        &mut self,
        seat: &Seat<'_>,
        heard: &HeardClues,
        chain: usize,
        heat: f32,
        stream: &mut Stream,
    ) -> [f64; Code::COUNT] {
        let setup = seat.setup();
        let SimulationReader { evaluator, game, proposals, chains, .. } = self;
        let mut sums = [0.0; Code::COUNT];
        let mut now = chains[chain];
        let mut codes = evaluator.current(setup, game, heard, now);
        let mut log_now = evaluator.past(setup, game, now, f32::NEG_INFINITY) + mean_log(&codes);
        // A supposition that another chain has found is taken over if it is far likelier: chains seldom get there alone.
        let other = chains[stream.below(chains.len() as u32) as usize];
        if heat >= 1.0 && other != now {
            let other_codes = evaluator.current(setup, game, heard, other);
            let log = evaluator.past(setup, game, other, f32::NEG_INFINITY) + mean_log(&other_codes);
            if log > log_now + FAR {
                (now, codes, log_now) = (other, other_codes, log);
            }
        }
        for slot in Slot::ALL {
            let mut next = now;
            next[slot] = proposals.draw(slot, stream);
            let threshold = libm::log(stream.unit_f64().max(f64::MIN_POSITIVE));
            let others = Slot::ALL.into_iter().filter(|&other| other != slot);
            let is_new = next != now
                && !others.map(|other| next[other]).any(|other| share_card(setup, other, next[slot]));
            if is_new {
                let ratio = proposals.probability(slot, now[slot]) / proposals.probability(slot, next[slot]);
                let needed = (threshold - libm::log(ratio)) as f32 / heat + log_now;
                let past = evaluator.past(setup, game, next, needed);
                // No likelihood of the current clues exceeds 1, so a supposition that needs more is rejected without
                // further questions.
                if past > needed {
                    let next_codes = evaluator.current(setup, game, heard, next);
                    let log = past + mean_log(&next_codes);
                    if log > needed {
                        (now, codes, log_now) = (next, next_codes, log);
                    }
                }
            }
            let total: f32 = codes.iter().sum();
            sums.iter_mut().zip(&codes).for_each(|(sum, p)| *sum += f64::from(p / total));
        }
        chains[chain] = now;
        sums
    }

    /// Weighs the chains by the revealed code and draws as many anew.
    fn resample(&mut self, seat: &Seat<'_>, heard: &HeardClues, code: Code) {
        let SimulationReader { evaluator, game, chains, .. } = self;
        let weights: Vec<f64> = chains
            .iter()
            .map(|keywords| {
                let codes = evaluator.current(seat.setup(), game, heard, *keywords);
                f64::from(codes[code.index()] / codes.iter().sum::<f32>())
            })
            .collect();
        let step = weights.iter().sum::<f64>() / chains.len() as f64;
        let first = self.stream(seat, &heard.clues, 2).unit_f64() * step;
        self.chains = systematic(&self.chains, &weights, first, step);
    }

    fn stream(&self, seat: &Seat<'_>, clues: &Clues, purpose: u64) -> Stream {
        Stream::of_deal(Seed(self.game.digest(seat.setup(), seat, Some(clues))), purpose)
    }
}

/// The inverse temperature of each quarter of the sweeps. Hot chains cross suppositions that are wrong in several slots.
const HEATS: [f32; 4] = [0.3, 0.6, 1.0, 1.0];

/// Log likelihood by which the supposition of another chain must be better to be taken over.
const FAR: f32 = 6.0;

/// Maximum number of draws for keywords on different cards.
const DRAWS: usize = 64;

/// Returns as many chains as there are, each as often as its weight says (systematic resampling; Kitagawa 1996).
fn systematic(chains: &[Keywords], weights: &[f64], first: f64, step: f64) -> Vec<Keywords> {
    let (mut place, mut sum) = (0, weights.first().copied().unwrap_or(0.0));
    let drawn = (0..chains.len()).map(|n| {
        let target = first + n as f64 * step;
        while sum <= target && place + 1 < chains.len() {
            place += 1;
            sum += weights[place];
        }
        chains[place]
    });
    drawn.collect()
}

/// Returns `true` if two keywords stand on one card (R2).
fn share_card(setup: &GameSetup<'_>, one: Keyword, other: Keyword) -> bool {
    let keywords = setup.deck().keywords();
    keywords[one.index()].card == keywords[other.index()].card
}

/// Returns the logarithm of the mean.
fn mean_log(codes: &[f32; Code::COUNT]) -> f32 {
    libm::logf(codes.iter().sum::<f32>() / Code::COUNT as f32)
}

impl Guesser for SimulationReader {
    fn begin(&mut self, seat: &Seat<'_>) {
        self.game.reset(seat);
        self.beliefs.reset(seat);
        self.evaluator.reset();
        self.chains.clear();
        self.explored = None;
    }

    fn decode(&mut self, view: &GuesserView<'_>, _: &mut Stream) -> Belief {
        decoded(&self.counts, view, &mut self.likelihoods[0])
    }

    fn intercept(&mut self, view: &InterceptorView<'_>, _: &mut Stream) -> Belief {
        let seat = view.seat();
        self.catch_up(seat, view.record());
        if self.chains.is_empty() {
            let rows = self.beliefs.predict(&self.counts, view.clues(), &mut self.likelihoods);
            return Belief::from_clue_rows(&rows);
        }
        let current = (view.round(), *view.clues());
        let heard = self.game.heard(seat.setup(), &self.counts, current, view.record());
        self.explore(seat, &heard)
    }

    fn keywords(&mut self, view: &KeywordView<'_>, _: &mut Stream, believed: &mut KeywordBelief) {
        self.catch_up(view.seat(), view.record());
        let share = 1.0 / self.chains.len().max(1) as f32;
        for slot in Slot::ALL {
            let weights = believed.weights_mut(slot);
            weights.iter_mut().zip(self.beliefs.row(slot)).for_each(|(to, &p)| *to = BY_COUNTS * p as f32);
            self.chains.iter().for_each(|keywords| weights[keywords[slot].index()] += share);
        }
    }
}

/// Weight of the counts beside the chains in the belief about keywords.
const BY_COUNTS: f32 = 0.05;
