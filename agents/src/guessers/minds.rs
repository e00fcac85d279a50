//! `minds`: understands clues as several minds do, and learns which of them the giver is like.
//!
//! The other guessers hold the giver's own table. Of a stranger neither the table nor the way of choosing is known, so
//!
//! - each of several minds says how much likelier a keyword makes a clue: the word table, the norms of the language and, where it knows
//!   the deck, a mind of independent origin. A mixture of them is one more. With `mind=NAME` there is that mind alone;
//! - none is believed entirely: with probability `doubt` a clue says nothing of its keyword;
//! - every revealed half multiplies the weight of a mind by the probability that it gave to the code (decoding), or by how likely it made
//!   the clues (intercepting): P(code | clues) = Σ over minds of P(mind | what was revealed) · P(code | clues, mind).
//!
//! The interceptor keeps a posterior over the keywords of each slot for each mind ([`JointPosterior`]). In the tiebreaker it names from the
//! posterior of all four keywords together, which stand on different cards.

use std::sync::Arc;

use overhear_engine::game::{
    Belief, Guesser, GuesserView, InterceptorView, KeywordBelief, KeywordView, Seat, Stream,
};
use overhear_engine::rules::{BySlot, CLUES, Clues, Code, Keyword, Slot};

use crate::kind::{
    ALPHA, BETA, DISTINCT, GuesserKind, MIND, Param, PlayerFactory, PrepareError, SLIPS, Values,
};
use crate::minds::{DeckMind, HeardMinds, Mind, MindColumns, MindSource, StatedShares};
use crate::model::{HabitHypothesis, JointPosterior, ModelKey, PosteriorOptions, World, cards_of};

/// The name of all minds for play together.
const ALL: &str = "all";

/// What it may think with.
const MINDS: [&str; Mind::NAMES.len() + 1] = {
    let mut minds = [ALL; Mind::NAMES.len() + 1];
    let mut n = 0;
    while n < Mind::NAMES.len() {
        minds[n + 1] = Mind::NAMES[n];
        n += 1;
    }
    minds
};

/// Which mind it thinks with.
const OWN_MIND: Param =
    Param::choice(MIND, &MINDS, "the mind that it thinks with; `all`: those for play, together");

/// Share of clues that say nothing.
const DOUBT: Param = Param::real(
    "doubt",
    0.02,
    0.0,
    1.0,
    "probability that the giver thought of something that no mind knows",
);

/// The most rows of a clue: the table, the norms, a mind of independent origin, and the mean.
const MOST_ROWS: usize = 4;

/// Prior probability that the giver is like the mean of the minds; each of the minds has an equal part of the rest. This and the default
/// doubt were chosen by hand, among three of each, on rounds of the project's written clues (`data/eval/clues-en.csv`).
const MEAN: f64 = 0.8;

pub(crate) const KIND: GuesserKind = GuesserKind {
    name: "minds",
    summary: "for clues of strangers: weighs what several minds take people to say, and doubts them",
    cheats: false,
    associates: true,
    params: &[OWN_MIND, DOUBT, DISTINCT, SLIPS, BETA, ALPHA],
    prepare: &|world, values| {
        let columns = Arc::new(columns(world, values)?);
        let options = PosteriorOptions { distinct: values.get("distinct") > 0.0, slips: values.get("slips") };
        let hypotheses: Arc<[HabitHypothesis]> = priors(columns.rows()).into();
        Ok(PlayerFactory::new(
            move || -> Box<dyn Guesser> {
                Box::new(MindGuesser::new(Arc::clone(&columns), Arc::clone(&hypotheses), options))
            },
            true,
        ))
    },
};

/// Prepares what the chosen minds make of clues.
fn columns(world: &Arc<World>, values: &Values) -> Result<MindColumns, PrepareError> {
    let table = world.association(ModelKey::from_values(values));
    let sources = match MINDS[values.get(MIND) as usize] {
        ALL => {
            let stated = StatedShares::new(world, &table);
            let other = DeckMind::beside_table(world.deck())?.map(MindSource::Mind);
            [MindSource::Table, MindSource::Stated(stated)].into_iter().chain(other).collect()
        }
        name => vec![MindSource::Mind(DeckMind::named(name, world.deck())?)],
    };
    Ok(MindColumns::new(world, table, sources, values.get("doubt") as f32))
}

/// Returns the hypotheses with their priors: the minds and, of several, their mean.
fn priors(rows: usize) -> Vec<HabitHypothesis> {
    let shares = (0..rows).map(|row| match rows {
        1 => 1.0,
        _ if row == rows - 1 => MEAN,
        _ => (1.0 - MEAN) / (rows - 1) as f64,
    });
    shares.map(|share| HabitHypothesis { share, inversion: None }).collect()
}

struct MindGuesser {
    heard: HeardMinds,
    hypotheses: Arc<[HabitHypothesis]>,
    posterior: JointPosterior,
    /// The weight of each mind for the own team's givers.
    partners: Vec<f64>,
    /// P(code | clues) by each mind, of the clues that were worked out last.
    beliefs: Vec<Belief>,
    /// Number of halves of the record that the weights have learned from.
    learned: usize,
    /// Buffer for the belief about a slot, averaged over the minds.
    marginal: Vec<f32>,
    /// Buffer for weights by card.
    by_card: Vec<f64>,
}

impl MindGuesser {
    fn new(
        columns: Arc<MindColumns>,
        hypotheses: Arc<[HabitHypothesis]>,
        options: PosteriorOptions,
    ) -> MindGuesser {
        MindGuesser {
            posterior: JointPosterior::new(Arc::clone(&hypotheses), columns.stride(), options),
            partners: Vec::with_capacity(hypotheses.len()),
            beliefs: vec![Belief::UNIFORM; hypotheses.len()],
            learned: 0,
            marginal: vec![0.0; columns.stride()],
            by_card: Vec::with_capacity(3 * columns.stride()),
            heard: HeardMinds::new(columns),
            hypotheses,
        }
    }

    /// Works out P(code | clues) by each mind.
    fn decode_by_minds(&mut self, keywords: BySlot<Keyword>, clues: &Clues) {
        let mut rows = [[[1.0; 4]; CLUES]; MOST_ROWS];
        for (n, clue) in clues.iter().enumerate() {
            let Some(clue) = *clue else { continue };
            rows.iter_mut().zip(self.heard.ratios(clue, keywords)).for_each(|(row, ratios)| row[n] = ratios);
        }
        self.beliefs.iter_mut().zip(&rows).for_each(|(belief, rows)| *belief = Belief::from_clue_rows(rows));
    }

    /// Learns from the own team's revealed halves which mind its givers are like.
    fn learn(&mut self, view: &GuesserView<'_>) {
        let (side, keywords) = (view.seat().side(), *view.keywords());
        let halves = view.record().halves();
        for half in &halves[self.learned..] {
            if half.side != side {
                continue;
            }
            self.decode_by_minds(keywords, &half.clues);
            for (weight, belief) in self.partners.iter_mut().zip(&self.beliefs) {
                *weight *= f64::from(belief.probability(half.code));
            }
            let total: f64 = self.partners.iter().sum();
            // A code that every mind holds impossible tells nothing of them.
            if total > 0.0 {
                self.partners.iter_mut().for_each(|weight| *weight /= total);
            } else {
                self.partners.iter_mut().zip(&*self.hypotheses).for_each(|(to, mind)| *to = mind.share);
            }
        }
        self.learned = halves.len();
    }
}

impl Guesser for MindGuesser {
    fn begin(&mut self, seat: &Seat<'_>) {
        let deck = seat.setup().deck();
        let own = seat.keywords().into_iter().flatten();
        let held = own.flat_map(|&keyword| deck.card_of(keyword)).copied();
        self.posterior.reset(cards_of(deck), held);
        self.partners.clear();
        self.partners.extend(self.hypotheses.iter().map(|hypothesis| hypothesis.share));
        self.learned = 0;
    }

    fn decode(&mut self, view: &GuesserView<'_>, _: &mut Stream) -> Belief {
        self.learn(view);
        let mut weights = [0.0_f32; Code::COUNT];
        self.decode_by_minds(*view.keywords(), view.clues());
        for (&share, belief) in self.partners.iter().zip(&self.beliefs) {
            weights.iter_mut().zip(belief.probabilities()).for_each(|(to, p)| *to += share as f32 * p);
        }
        Belief::from_weights(weights)
    }

    fn intercept(&mut self, view: &InterceptorView<'_>, _: &mut Stream) -> Belief {
        let (seat, record) = (view.seat(), view.record());
        let MindGuesser { posterior, heard, .. } = self;
        posterior.catch_up(seat.setup().rules(), record, seat.side().opponent(), heard);
        let weights = posterior.predict(view.clues(), heard);
        Belief::try_from_weights(weights).unwrap_or(Belief::UNIFORM)
    }

    fn keywords(&mut self, view: &KeywordView<'_>, _: &mut Stream, believed: &mut KeywordBelief) {
        let (seat, record) = (view.seat(), view.record());
        let MindGuesser { posterior, heard, marginal, by_card, .. } = self;
        posterior.catch_up(seat.setup().rules(), record, seat.side().opponent(), heard);
        for slot in Slot::ALL {
            posterior.write_joint_marginal(slot, by_card, marginal);
            let keywords = believed.weights(slot).len();
            believed.set_weights(slot, &marginal[..keywords]);
        }
    }
}
