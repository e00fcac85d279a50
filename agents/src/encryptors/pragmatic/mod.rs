//! `pragmatic`: chooses clues with a model of both listeners.
//!
//! A joint search over the candidates of all three positions maximises
//!
//! log2 P(own team decodes) − λ · log2 max(P(opponents intercept | history), 1/24)
//! − μ · log2 max(P(intercepted | reach), 1/24) − γ · (bits that associations give away for later)
//! − `gamma_reach` · (bits that the reach gives away for later).
//!
//! The opponents are modelled as a `bayes` guesser with the whole deck as prior; its belief in keywords below
//! `suspicion` is spread evenly over the deck. This is a speaker of the rational speech acts model (Frank &
//! Goodman 2012) with one listener to reach and one to elude. Bits are those of [`future_cost`]. The opponents
//! are pushed to chance and no further, because below it they would learn from the inversion. Therefore
//! one half in 24 (`candour`) has clues that are meant to be understood.
//!
//! A second listener knows only the reach of clues ([`feasible_keywords`]): its P(clue | slot) is the share of the slot's
//! remaining keywords that the clue fits. A guesser one level up (`levelk`) comes close to it, so eluding the
//! plain listener alone is not enough. μ is `caution`.
//!
//! λ, μ and both γ follow the tokens. All rise by the factor `alarm` if the next interception loses the game, and
//! fall by it if the next miscommunication does. With player noise σ, being understood is harder: λ and both γ are
//! divided by 1 + 6βσ, and μ by its square.
//!
//! With γ = 0 only the current half counts; μ, `alarm`, `gamma_reach`, `candour` and the divisor for player noise are not used. The candidates are then the best margins among the 256 likeliest
//! clues under the own associations, and the search starts from a `margin` sample. While no interception is
//! possible, the sample is final.

mod candidate_likelihoods;
mod feasibility_counts;
mod feasible_keywords;
mod future_cost;
mod joint_search;
mod objective;
mod opponent_model;

use std::sync::Arc;

use overhear_engine::game::{Encryptor, EncryptorView};
use overhear_engine::rules::{Rules, Side, Tokens};

use self::feasible_keywords::REACH;
pub(super) use self::future_cost::{CANDOUR, FutureCost, GAMMA, GAMMA_REACH, PASSES, SUSPICION, TOP, prices};
pub(super) use self::joint_search::{JointClueSearch, Policy, SearchLimits};
#[cfg(feature = "minds")]
pub(super) use self::objective::FixedPositions;
pub(super) use self::objective::{Objective, STAKE};
use crate::kind::{ALPHA, BETA, EncryptorKind, Param, PlayerFactory, SIGMA, Values};
use crate::model::{ModelKey, NoisyAssociation, RankWeights, SHORTLIST, World};

/// A number for each clue of a shortlist under each of four hypotheses: the clue stands for slot 1 to 4.
type SlotRows = [[f32; SHORTLIST]; 4];

pub(crate) const KIND: EncryptorKind = EncryptorKind {
    name: "pragmatic",
    summary: "weighs the own team's understanding against what the opponents would make of it, now and later",
    cheats: false,
    associates: true,
    params: &[
        Param::real("lambda", 1.0, 0.0, 10.0, "weight of secrecy against understanding"),
        Param {
            meaning: "weight of the bits that associations give away for later rounds; 0: only this half counts; \
                      `caution`, `alarm` and the settings for later rounds are not used",
            ..GAMMA
        },
        GAMMA_REACH,
        Param::real(
            "caution",
            2.0,
            0.0,
            10.0,
            "weight of secrecy from those who know nothing but how far clues reach",
        ),
        Param::real("alarm", 2.0, 1.0, 4.0, "factor on secrecy when an interception loses the game"),
        CANDOUR,
        TOP,
        PASSES,
        SUSPICION,
        Param {
            meaning: "with gamma=0 the standard deviation of each player's fixed error in similarity; otherwise \
                      clues have no error, and it lowers lambda, gamma, gamma_reach and, more strongly, caution",
            ..SIGMA
        },
        BETA,
        ALPHA,
    ],
    prepare: &|world, values| {
        let limits = SearchLimits::from_values(values);
        let lambda = values.get("lambda") as f32;
        if values.get("gamma") == 0.0 {
            let perception = NoisyAssociation::from_values(world, values);
            let shortlists = world.shortlists(perception.table().key());
            let thinks_alike = !perception.has_noise();
            let policy = ObjectiveWeights {
                lambda,
                caution: 0.0,
                prices: [0.0; 2],
                alarm: 1.0,
                rules: Rules::official(),
            };
            return Ok(PlayerFactory::new(
                move || -> Box<dyn Encryptor> {
                    Box::new(JointClueSearch::new(policy, perception.clone(), &shortlists, None, limits))
                },
                thinks_alike,
            ));
        }
        let doubt = doubt(values);
        let prices = prices(values).map(|price| price / doubt);
        let alarm = values.get("alarm") as f32;
        let caution = values.get("caution") as f32 / (doubt * doubt);
        let policy =
            ObjectiveWeights { lambda: lambda / doubt, caution, prices, alarm, rules: Rules::official() };
        Ok(far_sighted(world, values, prices, move || policy))
    },
};

/// Returns the divisor of λ and γ under player noise; μ is divided by it twice.
fn doubt(values: &Values) -> f32 {
    (1.0 + 6.0 * values.get("beta") * values.get("sigma")) as f32
}

/// Creates players that look ahead: `prices` decide the candidates, a policy the clues.
pub(super) fn far_sighted<P: Policy + 'static>(
    world: &Arc<World>,
    values: &Values,
    prices: [f32; 2],
    policy: impl Fn() -> P + Send + Sync + 'static,
) -> PlayerFactory<dyn Encryptor> {
    far_sighted_against_informed(world, values, prices, None, policy)
}

/// Prepares an Encryptor as [`far_sighted`] does. `habit` holds the weights of clues by rank that informed
/// opponents know.
pub(super) fn far_sighted_against_informed<P: Policy + 'static>(
    world: &Arc<World>,
    values: &Values,
    prices: [f32; 2],
    habit: Option<&'static RankWeights>,
    policy: impl Fn() -> P + Send + Sync + 'static,
) -> PlayerFactory<dyn Encryptor> {
    let perception = NoisyAssociation::new(world, world.association(ModelKey::from_values(values)), None);
    let (future_cost, limits) =
        (FutureCost::new(world, perception.table(), values, prices), SearchLimits::from_values(values));
    let shortlists = world.far_shortlists(perception.table().key(), REACH);
    let insider = habit.map(|habit| {
        let lists = world.habitual_shortlists(perception.table().key(), REACH, habit);
        (NoisyAssociation::new(world, Arc::clone(lists.table()), None), lists)
    });
    PlayerFactory::new(
        move || -> Box<dyn Encryptor> {
            let future_cost = Some(future_cost.clone());
            let player = JointClueSearch::new(policy(), perception.clone(), &shortlists, future_cost, limits);
            Box::new(match &insider {
                Some((table, lists)) => player.with_insider(table, lists, limits.suspicion),
                None => player,
            })
        },
        true,
    )
}

impl SearchLimits {
    fn from_values(values: &Values) -> SearchLimits {
        SearchLimits {
            top: values.get("top") as usize,
            passes: values.get("passes") as usize,
            suspicion: values.get("suspicion") as f32,
        }
    }
}

/// λ, μ and γ, adjusted for the tokens.
#[derive(Clone, Copy)]
struct ObjectiveWeights {
    lambda: f32,
    caution: f32,
    prices: [f32; 2],
    alarm: f32,
    rules: Rules,
}

impl ObjectiveWeights {
    /// Returns the factor on λ, μ and γ for the tokens.
    fn factor(&self, view: &EncryptorView<'_>) -> f32 {
        let side = view.seat().side();
        let tokens = view.record().tokens();
        let alarm =
            |of: Side, enough| if is_nearly(tokens[of], of, enough, &self.rules) { self.alarm } else { 1.0 };
        alarm(side.opponent(), Tokens::has_won) / alarm(side, Tokens::has_lost)
    }
}

/// Returns `true` if one more token of each kind would be enough for a side.
pub(super) fn is_nearly(
    tokens: Tokens,
    side: Side,
    enough: fn(Tokens, &Rules, Side) -> bool,
    rules: &Rules,
) -> bool {
    let Tokens { interceptions, miscommunications } = tokens;
    enough(Tokens { interceptions: interceptions + 1, miscommunications: miscommunications + 1 }, rules, side)
}

impl Policy for ObjectiveWeights {
    fn begin(&mut self, rules: &Rules, _: Side) {
        self.rules = *rules;
    }

    fn aim(&self, view: &EncryptorView<'_>) -> Objective {
        Objective::Secrecy { lambda: self.lambda * self.factor(view) }
    }

    fn caution(&self, view: &EncryptorView<'_>) -> f32 {
        self.caution * self.factor(view)
    }

    fn prices(&self, view: &EncryptorView<'_>) -> [f32; 2] {
        let factor = self.factor(view);
        self.prices.map(|price| price * factor)
    }
}
