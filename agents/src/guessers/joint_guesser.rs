//! A guesser that weighs habits of the Encryptor, keywords and codes jointly.

use std::sync::Arc;

use overhear_engine::game::{
    Belief, Guesser, GuesserView, InterceptorView, KeywordBelief, KeywordView, Seat, Stream,
};
use overhear_engine::rules::{Code, Slot};

use super::habits::HabitPrior;
use super::history::{CosineWeights, History};
use crate::kind::{PlayerFactory, Values};
use crate::model::{
    EncryptorModels, HabitHypothesis, JointPosterior, ModelKey, NoisyAssociation, OpenVocabulary,
    PerceivedModels, PosteriorOptions, SecrecyCorrection, World, cards_of,
};

/// Tables shared by all players of an agent.
#[derive(Clone)]
pub(super) struct JointGuesserTables {
    world: Arc<World>,
    own: NoisyAssociation,
    heard: PerceivedModels,
    open: Option<Arc<OpenVocabulary>>,
    hypotheses: Arc<[HabitHypothesis]>,
    options: PosteriorOptions,
    /// The weight of similarity to a slot's earlier clues, if any.
    echo: Option<Arc<CosineWeights>>,
}

impl JointGuesserTables {
    /// Creates the tables for the habits, starting with a plain speaker.
    ///
    /// `values` has `beta`, `alpha`, `sigma`, `distinct` and `slips`. `inversion` is the exponent of the
    /// distrust in Encryptors that hide. `words` is the number of possible keywords for a guesser without the
    /// deck. Habits may use any of the `spaces` too; their hiding from a plain listener in their own space is
    /// ignored.
    pub(super) fn new(
        world: &Arc<World>,
        values: &Values,
        priors: &[HabitPrior],
        inversion: f64,
        words: Option<usize>,
        spaces: &[Arc<World>],
    ) -> JointGuesserTables {
        let own = NoisyAssociation::from_values(world, values);
        let open = words.map(|words| world.open_vocabulary(ModelKey::from_values(values), words));
        let heard = open.as_ref().map_or_else(|| own.clone(), |open| own.with_vocabulary(open));
        let habits: Vec<_> = priors.iter().map(|prior| prior.habit).collect();
        let space_count = 1 + spaces.len();
        let total: f64 = priors.iter().map(|prior| prior.share).sum::<f64>() * space_count as f64;
        let habit_priors = (0..space_count).flat_map(|space| {
            priors.iter().map(move |prior| {
                let secrecy = prior.secrecy.filter(|_| space == 0);
                let inversion = secrecy.map(|secrecy| SecrecyCorrection::new(secrecy, inversion));
                HabitHypothesis { share: prior.share / total, inversion }
            })
        });
        JointGuesserTables {
            world: Arc::clone(world),
            heard: PerceivedModels::new(EncryptorModels::new(&habits, heard.table(), spaces), heard),
            own,
            open,
            hypotheses: habit_priors.collect(),
            options: PosteriorOptions { distinct: values.get("distinct") > 0.0, slips: values.get("slips") },
            echo: None,
        }
    }

    /// Adds a factor exp(`sharpness` · cosine) for similarity to a slot's earlier clues; 0 for none.
    pub(super) fn with_echo(self, sharpness: f64) -> JointGuesserTables {
        JointGuesserTables {
            echo: (sharpness > 0.0).then(|| Arc::new(CosineWeights::new(sharpness))),
            ..self
        }
    }

    /// Returns the factory of the players.
    pub(super) fn into_factory(self) -> PlayerFactory<dyn Guesser> {
        let thinks_alike = !self.own.has_noise();
        PlayerFactory {
            make: Box::new(move || Box::new(JointGuesser::new(self.clone()))),
            thinks_alike,
            external: None,
        }
    }
}

struct JointGuesser {
    with: JointGuesserTables,
    posterior: JointPosterior,
    /// Buffer for the belief about a slot, averaged over the habits.
    marginal: Vec<f32>,
    /// Buffer for the mean direction of words.
    mean: Vec<f32>,
    echo: Option<History>,
}

impl JointGuesser {
    fn new(with: JointGuesserTables) -> JointGuesser {
        let stride = with.heard.stride();
        JointGuesser {
            posterior: JointPosterior::new(Arc::clone(&with.hypotheses), stride, with.options),
            marginal: vec![0.0; stride],
            mean: vec![0.0; with.world.clue_rows().stride],
            echo: with
                .echo
                .as_ref()
                .map(|weights| History::new(Arc::clone(&with.world), Arc::clone(weights))),
            with,
        }
    }
}

impl Guesser for JointGuesser {
    fn begin(&mut self, seat: &Seat<'_>) {
        self.with.own.set_noise_seed(seat.noise_seed());
        self.with.heard.perception.set_noise_seed(seat.noise_seed());
        if let Some(echo) = &mut self.echo {
            echo.begin(seat);
        }
        let deck = seat.setup().deck();
        if let Some(open) = &self.with.open {
            self.posterior.reset(0..open.words().len() as u16, std::iter::empty());
        } else {
            let own = seat.keywords().into_iter().flatten();
            let held = own.flat_map(|&keyword| deck.card_of(keyword)).copied();
            self.posterior.reset(cards_of(deck), held);
        }
    }

    fn decode(&mut self, view: &GuesserView<'_>, _: &mut Stream) -> Belief {
        self.with.own.decode(view)
    }

    fn intercept(&mut self, view: &InterceptorView<'_>, stream: &mut Stream) -> Belief {
        let JointGuesser { with, posterior, echo, .. } = self;
        let (seat, record) = (view.seat(), view.record());
        posterior.catch_up(seat.setup().rules(), record, seat.side().opponent(), &mut with.heard);
        let mut weights = posterior.predict(view.clues(), &mut with.heard);
        if let Some(echo) = echo {
            let heard = echo.intercept(view, stream);
            let likeness = heard.probabilities().iter().map(|&p| f64::from(p));
            weights.iter_mut().zip(likeness).for_each(|(weight, p)| *weight *= p);
        }
        belief(&weights)
    }

    fn keywords(&mut self, view: &KeywordView<'_>, _: &mut Stream, believed: &mut KeywordBelief) {
        let JointGuesser { with, posterior, marginal, mean, .. } = self;
        let (seat, record) = (view.seat(), view.record());
        posterior.catch_up(seat.setup().rules(), record, seat.side().opponent(), &mut with.heard);
        for slot in Slot::ALL {
            posterior.write_marginal(slot, marginal);
            let keywords = believed.weights(slot).len();
            match &with.open {
                Some(open) => open.write_nearness(marginal, mean, believed.weights_mut(slot)),
                None => believed.set_weights(slot, &marginal[..keywords]),
            }
        }
    }
}

/// Converts weights of any size to a belief.
fn belief(weights: &[f64; Code::COUNT]) -> Belief {
    let total: f64 = weights.iter().sum();
    if total > 0.0 {
        Belief::from_weights(weights.map(|weight| (weight / total) as f32))
    } else {
        Belief::UNIFORM
    }
}
